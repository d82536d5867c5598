/**
 * Runs before the first paint. For the bare address it inserts the prerendered first screen; for any other it preloads
 * the files of the experiment, then the simulator. If the scripts of the page fail to load, it shows one message. It is
 * a file, since the page's policy forbids inline scripts, and has no imports, since the page waits for it.
 */
// Without scripts or words the page can show nothing else; without styles it is not readable.
addEventListener(
  'error',
  ({ target }) => (target as Element).matches?.('[type=module],[rel=stylesheet][href^="."]') && showFailure(),
  true,
);
// `main.tsx` dispatches it.
addEventListener('load-failed', showFailure);

const { first = '', experiment = '', machine = '', simulator = '' } = document.currentScript?.dataset ?? {};
if (location.hash.length < 2) {
  const script = document.createElement('script');
  script.src = first;
  document.head.append(script);
} else {
  // Most steps of acts have a figure instead of machines.
  const early = /[#&]act=/.test(location.hash) ? experiment : `${experiment} ${machine}`;
  for (const href of early.split(' ')) preload(href, href.endsWith('.css') ? 'style' : null);
}
preload(simulator, 'fetch');

function showFailure(): void {
  const message = document.createElement('p');
  const reload = document.createElement('button');
  message.role = 'alert';
  message.style.cssText = 'position:fixed;inset:auto 0 0;padding:1em;background:Canvas';
  message.append('This page could not be loaded. 页面未能加载。 ', reload);
  reload.append('Reload 重新加载');
  reload.onclick = () => fetch('', { cache: 'no-store' }).then(() => location.reload());
  document.documentElement.append(message);
}

/** Without `as`: preloads a module. */
function preload(href: string, as: 'style' | 'fetch' | null): void {
  const link = document.createElement('link');
  link.rel = as ? 'preload' : 'modulepreload';
  if (as) link.as = as;
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
