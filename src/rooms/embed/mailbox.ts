/** What the page around an embedded one says: kept until somebody listens, since it may say it while this one loads. */

let receive: ((said: unknown) => void) | null = null;
const waiting: unknown[] = [];

if (window.parent !== window) {
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== window.parent) return;
    if (receive) receive(data);
    else waiting.push(data);
  });
}

/** Gives everything that was said and will be said to `listener`. */
export function openMailbox(listener: (said: unknown) => void): void {
  receive = listener;
  for (const said of waiting.splice(0)) listener(said);
}
