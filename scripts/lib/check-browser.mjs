// A script that tells the visitor if the browser is too old for the page.
import { createHash } from 'node:crypto';

/** The oldest supported browsers; the README names them, too. */
export const OLDEST = { Chrome: '117', Edge: '117', Firefox: '125', Safari: '17.4' };

/** For `build.target`. */
export const TARGET = Object.entries(OLDEST).map(([name, version]) => `${name.toLowerCase()}${version}`);

const list = Object.entries(OLDEST).map(([name, version]) => `${name} ${version}`);
const SENTENCE = `This page needs WebAssembly and a newer browser: ${list.join(', ')} or later. 本页需要 WebAssembly 和较新的浏览器：${list.join('、')} 或更高版本。`;

/**
 * In the syntax of 2009 and apart from the page's scripts, which an older browser cannot parse. It checks features that
 * came with the oldest supported browsers.
 */
export const CHECK = `(function () {
  if (
    typeof WebAssembly === 'object' &&
    'toSorted' in Array.prototype &&
    'popover' in HTMLElement.prototype &&
    window.CSS && CSS.supports('grid-template-rows', 'subgrid') &&
    window.AbortSignal && 'any' in AbortSignal
  ) return;
  var message = document.createElement('p');
  message.id = 'old-browser';
  message.setAttribute('role', 'alert');
  message.style.cssText = 'position:fixed;top:0;left:0;right:0;z-index:999;margin:0;padding:1em;background:#fff;color:#000;font:16px/1.5 sans-serif';
  message.appendChild(document.createTextNode(${JSON.stringify(SENTENCE)}));
  document.documentElement.appendChild(message);
})();
`;

const FILE = `assets/check-browser-${createHash('sha256').update(CHECK).digest('hex').slice(0, 7)}.js`;

/** Loads the script before all others. */
export const checkBrowser = () => ({
  name: 'check-browser',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: FILE, source: CHECK });
  },
  transformIndexHtml: (_, { path }) =>
    path === '/index.html' ? [{ tag: 'script', attrs: { src: `./${FILE}` }, injectTo: 'head' }] : [],
});
