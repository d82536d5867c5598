/**
 * Runs before anything is painted: says so where what the page is made of does not come; the bare address gets the still picture of
 * the first screen, for any other the files of the experiment are asked for; and the simulator. A script of its own,
 * since the page allows none within it; no import, since the page waits for it.
 */
// Without its scripts or its words the page can say no more, and without its styles it cannot be read.
addEventListener(
  'error',
  ({ target }) => (target as Element).matches?.('[type=module],[rel=stylesheet][href^="."]') && miss(),
  true,
);
addEventListener('unloaded', miss);

const { first = '', experiment = '', simulator = '' } = document.currentScript?.dataset ?? {};
if (location.hash.length < 2) {
  const script = document.createElement('script');
  script.src = first;
  document.head.append(script);
} else {
  for (const href of experiment.split(' ')) ask(href, href.endsWith('.css') ? 'style' : null);
}
ask(simulator, 'fetch');

function miss(): void {
  const note = document.createElement('p');
  const again = document.createElement('button');
  note.role = 'alert';
  note.style.cssText = 'position:fixed;inset:auto 0 0;padding:1em;background:Canvas';
  note.append('This page could not be loaded. 页面未能加载。 ', again);
  again.append('Try again 重试');
  again.onclick = () => fetch('', { method: 'HEAD', cache: 'no-store' }).then(() => location.reload());
  document.documentElement.append(note);
}

/** Has the browser fetch a file, a module where nothing else is said. */
function ask(href: string, as: 'style' | 'fetch' | null): void {
  const link = document.createElement('link');
  link.rel = as ? 'preload' : 'modulepreload';
  if (as) link.as = as;
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
