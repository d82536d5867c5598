import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isBuilt } from '../../tests/simulator';
import { MOST_BYTES } from '../scenario/generated/topology';

interface Sent {
  readonly module: unknown;
  readonly bytes: Uint8Array;
  readonly wanted: unknown;
}

const workers = vi.hoisted(() => ({ all: [] as Reader[] }));

class Reader {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  sent: Sent | null = null;
  handed: unknown;
  isAlive = true;
  constructor(readonly options: WorkerOptions) {
    workers.all.push(this);
  }
  postMessage(sent: Sent, handed: unknown): void {
    this.sent = sent;
    this.handed = handed;
  }
  terminate(): void {
    this.isAlive = false;
  }
}
vi.mock('./reading.worker?worker&inline', () => ({ default: Reader }));

beforeEach(() => {
  workers.all = [];
});
afterEach(() => {
  vi.useRealTimers();
});

/** Starts to read a text. */
async function reading(text: Blob = new Blob(['pu:4']), signal = new AbortController().signal) {
  const { readText } = await import('./own');
  const answer = readText([text], { as: 'costs' }, signal).catch((thrown: Error) => thrown);
  await vi.waitFor(() => expect(workers.all[0]?.sent).toBeTruthy());
  return { answer, worker: workers.all[0]! };
}

test.skipIf(!isBuilt('tools/sched_tools_bg.wasm'))('a worker reads a text, and ends after its answer', async () => {
  const { answer, worker } = await reading();
  expect(worker.sent).toMatchObject({ module: expect.any(WebAssembly.Module), ends: [4], wanted: { as: 'costs' } });
  expect(new TextDecoder().decode(worker.sent?.bytes)).toBe('pu:4');
  expect([worker.options.name, worker.handed]).toEqual(['reading', [worker.sent?.bytes.buffer]]);
  expect(worker.isAlive).toBe(true);
  const read = { kind: 'machine', read: { not_said: [] } };
  worker.onmessage?.({ data: read });
  expect(await answer).toEqual(read);
  expect(worker.isAlive).toBe(false);
});

test('of a file that is too long, only enough is read to know that', async () => {
  const { answer, worker } = await reading(new Blob([new Uint8Array(MOST_BYTES + 1000)]));
  expect(worker.sent?.bytes.length).toBe(MOST_BYTES + 1);
  worker.onerror?.();
  await answer;
});

test('a failed or aborted reading rejects, and its worker ends', async () => {
  const failed = await reading();
  failed.worker.onerror?.();
  expect(await failed.answer).toEqual(new Error('no answer'));
  expect(failed.worker.isAlive).toBe(false);
  workers.all = [];
  const control = new AbortController();
  const aborted = await reading(undefined, control.signal);
  control.abort();
  expect(await aborted.answer).toEqual(new Error('no answer'));
  expect(aborted.worker.isAlive).toBe(false);
  workers.all = [];
  const late = await reading(undefined, control.signal);
  expect(await late.answer).toEqual(new Error('no answer'));
});

test("every fault of a machine's text is thrown as JSON", async () => {
  const { read_machine } = await import('../../sim-wasm/pkg/tools/sched_tools.js');
  await import('./own');
  const faultOf = (text: string) => {
    try {
      return read_machine(new TextEncoder().encode(text), 'xeon');
    } catch (thrown) {
      return (JSON.parse(String(thrown)) as { sentence: string }).sentence;
    }
  };
  expect(faultOf('hello')).toMatch('This is none of what is known');
  expect(faultOf('cpu/cpu0/topology/core_id:0\nnode/node10000/cpulist:0')).toBe(
    'There is a node 10000; numbers up to 9999 are possible.',
  );
});

test('a machine gets its rows, and a wrong one an error', async () => {
  const { withRows, shellCommands } = await import('./own');
  expect(withRows({ name: 'Mine', like: 'xeon', topology: 'pack:2 core:2 pu:1' }).rows).toMatch(/^4,/);
  expect(() => withRows({ name: 'Mine', like: 'xeon', topology: 'pack:2' })).toThrow();
  expect(shellCommands().lscpu).toContain('lscpu');
});
