/** A reveal.js deck: slides start and stop the runs in them by themselves; what appears on a slide may say more. */
import Reveal from 'reveal.js';
import 'reveal.js/reveal.css';
import './deck.css';

/** Says to the run of a slide what something on the slide has to say to it (`docs/embed.md`). */
function say(from: Element, messages: string | undefined): void {
  const frame = from.closest('section')?.querySelector('iframe');
  for (const message of JSON.parse(messages ?? '[]')) frame?.contentWindow?.postMessage(message, '*');
}

const elements = (event: object): readonly HTMLElement[] =>
  (event as { readonly fragments?: readonly HTMLElement[] }).fragments ?? [];

// Printed (`?print-pdf`), every slide stands there at once, each with the picture of its run: `data-printed` is the
// state that the fragments of a slide lead to.
const printed = /[?&](print-pdf|view=print)\b/.test(location.search);
if (printed) {
  for (const frame of document.querySelectorAll<HTMLIFrameElement>('iframe[data-src]')) {
    frame.src = frame.dataset.printed ?? frame.dataset.src ?? '';
    frame.removeAttribute('data-src');
  }
}

const deck = new Reveal({ hash: true, width: 1280, height: 720, margin: 0.04, pdfSeparateFragments: false });
deck.on('fragmentshown', (event) => {
  for (const element of elements(event)) say(element, element.dataset.say);
});
deck.on('fragmenthidden', (event) => {
  for (const element of elements(event)) say(element, element.dataset.unsay);
});
void deck.initialize();

// The stage may have no network: one look at the deck before keeps it, and what is in its frames.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('../../sw.js').catch(() => {});
