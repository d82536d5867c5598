/**
 * Runs before anything is painted: the bare address gets the still picture of the first screen, for any other the files of the
 * experiment are asked for. A script of its own, since the page allows none within it; no import, since the page waits for it.
 */
const { first = '', experiment = '' } = document.currentScript?.dataset ?? {};
if (location.hash.length < 2) {
  const script = document.createElement('script');
  script.src = first;
  document.head.append(script);
} else {
  for (const href of experiment.split(' ')) {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload';
    if (link.rel === 'preload') link.as = 'style';
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
}
