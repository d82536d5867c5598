/**
 * A script of its own, so that other ways in do not load it: dresses the page as it was chosen last, asks early for what the
 * screen needs, and shows it as it stands. Runs in the page.
 */
export const insertPrerendered = (markup, early) => {
  const root = document.documentElement;
  let lang = /^zh/i.test(navigator.language) ? 'zh' : 'en';
  try {
    const look = JSON.parse(localStorage.getItem('scheduler-playground.look') ?? '{}');
    // Whatever stands there: no more is taken than the page takes of it.
    if (Object.hasOwn(markup, look.lang)) lang = look.lang;
    if (['light', 'dark', 'projector'].includes(look.theme)) root.dataset.theme = look.theme;
  } catch {
    // A browser that keeps nothing forgets it.
  }
  if (lang === 'zh') root.lang = 'zh-CN';
  const put = () => {
    const still = document.getElementById('still');
    if (still) still.innerHTML = markup[lang];
  };
  for (const href of early.all.concat(early[lang])) {
    const link = document.createElement('link');
    link.rel = href.endsWith('.css') ? 'stylesheet' : 'modulepreload';
    if (link.rel === 'stylesheet') link.onload = put;
    link.crossOrigin = '';
    link.href = href;
    document.head.append(link);
  }
};
