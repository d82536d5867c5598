/** A fake worker: records all messages, and sends what the test wants. */
import type { Reply, Request, Wire } from '../src/engine/port/port';

/** The messages it received. */
export interface Echo {
  echo(word: string): string;
}

export function fakeWorker() {
  const requests: Request[] = [];
  const wire: Wire = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: (request: Request) => void requests.push(request),
    terminate: () => {},
  };
  const say = (data: Reply) => wire.onmessage?.call(wire as Worker, { data } as MessageEvent<Reply>);
  return { wire, requests, say };
}
