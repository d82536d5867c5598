/**
 * `<sched-playground link="#v3&p=steal">`: the Scheduler Playground in a page. It shows the lanes in a frame, from
 * `playground.html` beside this file, and asks no server for anything.
 */

const PAGE = new URL('./playground.html', import.meta.url).href;
const SOURCE = 'scheduler-playground';
const STYLE = ':host { display: block; block-size: 520px } iframe { inline-size: 100%; block-size: 100%; border: 0 }';

/** The fragment of a link with what embedding needs. */
function fragmentOf(link, autoplay) {
  const text = link ?? '';
  const at = text.indexOf('#');
  const parts = (at < 0 ? text : text.slice(at + 1)).split('&').filter((part) => part && !/^embed(=|$)/.test(part));
  if (!/^v\d+$/.test(parts[0] ?? '')) parts.unshift('v3');
  return `#${[...parts, 'embed=1', ...(autoplay ? ['autoplay=1'] : [])].join('&')}`;
}

export class SchedPlayground extends (globalThis.HTMLElement ?? class {}) {
  static observedAttributes = ['link', 'title'];

  #frame = null;
  #waiting = [];
  #ready = null;
  /** Those who wait for a message of a type. */
  #asked = new Map();
  #hear = (event) => this.#answer(event);

  connectedCallback() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#frame = document.createElement('iframe');
    this.#frame.title = this.title || 'Scheduler Playground';
    this.#frame.src = `${this.getAttribute('page') ?? PAGE}${fragmentOf(this.link, this.hasAttribute('autoplay'))}`;
    addEventListener('message', this.#hear);
    root.replaceChildren(this.#frame);
  }

  disconnectedCallback() {
    removeEventListener('message', this.#hear);
    this.#frame?.remove();
    this.#frame = null;
    this.#ready = null;
    this.#waiting = [];
    for (const { reject } of [...this.#asked.values()].flat()) reject(new Error('the element was removed'));
    this.#asked.clear();
  }

  attributeChangedCallback(name, before, now) {
    if (!this.#frame || before === now) return;
    if (name === 'title') this.#frame.title = now || 'Scheduler Playground';
    else this.#send({ type: 'load', link: fragmentOf(now, false) });
  }

  /** The link of an experiment, or its fragment. */
  get link() {
    return this.getAttribute('link');
  }
  set link(link) {
    this.setAttribute('link', link);
  }

  /** The last state of the page; null: it is not ready. */
  get state() {
    return this.#ready;
  }

  /** Opens a scenario document. Rejects with a sentence about its first fault. */
  load(document) {
    return this.#ask({ type: 'load', document }, 'state');
  }
  play() {
    this.#send({ type: 'play' });
  }
  pause() {
    this.#send({ type: 'pause' });
  }
  /** Goes to a moment of simulated time (ns). */
  seek(ns) {
    return this.#ask({ type: 'seek', ns }, 'state');
  }
  /** Changes switches (`a`, `b`), `theme`, `lang` or `speed`. */
  set(settings) {
    this.#send({ ...settings, type: 'set' });
  }
  /** The verdict over seeds, once it is complete. */
  verdict() {
    return this.#ask({ type: 'verdict' }, 'verdict');
  }

  #send(message) {
    if (this.#ready) this.#frame?.contentWindow?.postMessage(message, '*');
    else this.#waiting.push(message);
  }

  #ask(message, type) {
    return new Promise((resolve, reject) => {
      this.#asked.set(type, [...(this.#asked.get(type) ?? []), { message, resolve, reject }]);
      this.#send(message);
    });
  }

  #answer({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow || data?.source !== SOURCE) return;
    const { source: _, type, ...content } = data;
    if (type === 'ready' || type === 'state') this.#ready = content;
    if (type === 'ready') for (const message of this.#waiting.splice(0)) this.#send(message);
    this.dispatchEvent(new CustomEvent(type, { detail: content }));
    if (type === 'refused') return this.#refuse(content);
    if (type === 'verdict' && !content.complete) return;
    for (const { resolve } of this.#asked.get(type) ?? []) resolve(content);
    this.#asked.delete(type);
  }

  #refuse({ asked, why }) {
    for (const [type, all] of this.#asked) {
      const refused = all.filter(({ message }) => asked === null || message.type === asked.type);
      for (const { reject } of refused) reject(new Error(why));
      this.#asked.set(
        type,
        all.filter((one) => !refused.includes(one)),
      );
    }
  }
}

if (globalThis.customElements && !customElements.get('sched-playground'))
  customElements.define('sched-playground', SchedPlayground);
