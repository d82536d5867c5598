/** The messages of the embedding page, which arrive while this page loads. They are kept until there is a listener. */

/** The most messages that are kept; later ones are lost. */
const MOST_WAITING = 100;

type Listener = (message: MessageEvent<unknown>) => void;

let receive: Listener | null = null;
const waiting: MessageEvent<unknown>[] = [];

function take(message: MessageEvent<unknown>): void {
  if (message.source !== window.parent) return;
  if (receive) receive(message);
  else if (waiting.length < MOST_WAITING) waiting.push(message);
}

if (window.parent !== window) window.addEventListener('message', take);

/** Passes the kept messages and all later ones to `listener`. */
export function openMailbox(listener: Listener): void {
  receive = listener;
  for (const message of waiting.splice(0)) listener(message);
  window.addEventListener('message', take);
}

/** Drops the kept messages and ignores later ones. */
export function closeMailbox(): void {
  window.removeEventListener('message', take);
  waiting.length = 0;
}
