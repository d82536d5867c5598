/**
 * Hands a trace to the Perfetto UI in a window of its own, as its documentation of deep links says: it is asked PING until
 * it answers PONG, then it is sent the bytes. They do not leave this computer.
 */
export const PERFETTO = 'https://ui.perfetto.dev';

/** Real time between two questions, and after which nobody answers any more (ms). */
const ASK_MS = 100;
const WAIT_MS = 60_000;

/** Comes true when the UI in `opened` has answered; false when it does not, or was closed. */
export function answers(opened: Window, origin = PERFETTO): Promise<boolean> {
  return new Promise((resolve) => {
    const began = performance.now();
    const done = (ready: boolean) => {
      clearInterval(timer);
      removeEventListener('message', hear);
      resolve(ready);
    };
    const hear = (event: MessageEvent) => {
      if (event.origin === origin && event.source === opened && event.data === 'PONG') done(true);
    };
    const timer = setInterval(() => {
      if (opened.closed || performance.now() - began > WAIT_MS) done(false);
      else opened.postMessage('PING', origin);
    }, ASK_MS);
    addEventListener('message', hear);
  });
}

export function hand(opened: Window, buffer: ArrayBuffer, title: string, fileName: string, origin = PERFETTO): void {
  opened.postMessage({ perfetto: { buffer, title, fileName } }, origin, [buffer]);
}
