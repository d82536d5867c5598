import { expect, test } from 'vitest';
import { type Scope, serve } from './serve';

/** The smallest WebAssembly module. */
const MODULE = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
const PAGE_BYTES = 65_536;

/** A worker with a controlled clock, and lists of its messages and of the transferred buffers. */
function worker() {
  const clock = { ms: 1000 };
  const said: unknown[] = [];
  const handed: unknown[] = [];
  const scope: Scope = {
    onmessage: null,
    performance: { now: () => clock.ms },
    postMessage: (message, { transfer }) => {
      said.push(message);
      handed.push(transfer);
    },
  };
  serve(
    async () => ({ memory: new WebAssembly.Memory({ initial: 3 }) }),
    ({ now, heap, alive }) => ({
      heap,
      words: () => ({ words: new Uint32Array(2) }),
      /** Works in slices that take so long (ms). */
      work(...slicesMs: number[]) {
        for (const ms of slicesMs) {
          clock.ms += ms;
          alive();
        }
        return now();
      },
    }),
    scope,
  );
  const hear = async (data: unknown) => void (await scope.onmessage?.({ data } as MessageEvent));
  const ask = async (name: string, ...args: unknown[]) => {
    said.length = 0;
    await hear({ id: 7, name, args });
    return said;
  };
  return { said, handed, hear, ask };
}

test('the first message of a worker reports that the simulator has started; its memory size is known from then on', async () => {
  const { said, hear, ask } = worker();
  expect(await ask('heap')).toEqual([{ id: 7, answer: 0 }]);
  said.length = 0;
  await hear(MODULE);
  await Promise.resolve();
  expect(said).toEqual([{}]);
  expect(await ask('heap')).toEqual([{ id: 7, answer: 3 * PAGE_BYTES }]);
});

test('long work sends a sign of life a quarter of a second after the last message', async () => {
  const { ask } = worker();
  expect(await ask('work', 250)).toEqual([{ id: 7, answer: 1250 }]);
  expect(await ask('work', 251, 1, 249, 1)).toEqual([{}, {}, { id: 7, answer: 1752 }]);
  // The answer was a message, too.
  expect(await ask('work', 250)).toHaveLength(1);
});

test('the buffers of an answer are transferred', async () => {
  const { said, handed, ask } = worker();
  await ask('words');
  const [{ answer }] = said as [{ answer: { words: Uint32Array } }];
  expect(handed).toEqual([[answer.words.buffer]]);
});
