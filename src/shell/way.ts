/**
 * Runs before anything is painted: the bare address gets the still picture of the first screen, for any other the files of the
 * experiment are asked for; and the simulator that can run it. A script of its own, since the page allows none within it; no
 * import, since the page waits for it.
 */
const { first = '', experiment = '', usual = '', grouped = '', groups = '' } = document.currentScript?.dataset ?? {};
const [, preset = ''] = /[#&]p=([\w-]+)/.exec(location.hash) ?? [];
if (location.hash.length < 2) {
  const script = document.createElement('script');
  script.src = first;
  document.head.append(script);
} else {
  for (const href of experiment.split(' ')) ask(href, href.endsWith('.css') ? 'style' : null);
}
ask(groups.split(' ').includes(preset) ? grouped : usual, 'fetch');

/** Has the browser fetch a file, a module where nothing else is said. */
function ask(href: string, as: 'style' | 'fetch' | null): void {
  const link = document.createElement('link');
  link.rel = as ? 'preload' : 'modulepreload';
  if (as) link.as = as;
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
}
