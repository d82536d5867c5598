/**
 * Opens a trace in the Perfetto UI in a new window, with the protocol of its deep-linking documentation: the page sends
 * PING until the UI answers PONG, then it posts the bytes. They do not leave this computer.
 */
export const PERFETTO = 'https://ui.perfetto.dev';

/** Real time between two PINGs, and the timeout (ms). */
const ASK_MS = 100;
const WAIT_MS = 60_000;

/** Resolves to true when the UI in `opened` has answered; to false after a timeout, or if the window was closed. */
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
