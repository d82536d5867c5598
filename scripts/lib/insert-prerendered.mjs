/**
 * A separate script, so that other entry pages do not load it: applies the chosen theme and language, preloads the
 * files that the screen needs, and inserts the prerendered screen. Runs in the page.
 */
export const insertPrerendered = (markup, early) => {
  const root = document.documentElement;
  let lang = /^zh/i.test(navigator.language) ? 'zh' : 'en';
  try {
    const look = JSON.parse(localStorage.getItem('scheduler-playground.look') ?? '{}');
    // The stored text may be anything: only the properties that the page uses are read.
    if (Object.hasOwn(markup, look.lang)) lang = look.lang;
    if (['light', 'dark', 'projector'].includes(look.theme)) root.dataset.theme = look.theme;
  } catch {
    // The browser may refuse storage.
  }
  if (lang === 'zh') root.lang = 'zh-CN';
  const put = () => {
    const element = document.getElementById('prerendered');
    if (element) element.innerHTML = markup[lang];
    // A cached style sheet is there before the body.
    else addEventListener('DOMContentLoaded', put, { once: true });
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
