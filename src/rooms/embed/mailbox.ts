/** What the page around an embedded one says: kept until somebody listens, since it may say it while this one loads. */

/** More than a page has to say meanwhile; what goes beyond is lost. */
const MOST_WAITING = 100;

type Listener = (said: MessageEvent<unknown>) => void;

let receive: Listener | null = null;
const waiting: MessageEvent<unknown>[] = [];

function take(said: MessageEvent<unknown>): void {
  if (said.source !== window.parent) return;
  if (receive) receive(said);
  else if (waiting.length < MOST_WAITING) waiting.push(said);
}

if (window.parent !== window) window.addEventListener('message', take);

/** Gives everything that was said and will be said to `listener`. */
export function openMailbox(listener: Listener): void {
  receive = listener;
  for (const said of waiting.splice(0)) listener(said);
  window.addEventListener('message', take);
}

/** Nobody will listen: what was said is dropped. */
export function closeMailbox(): void {
  window.removeEventListener('message', take);
  waiting.length = 0;
}
