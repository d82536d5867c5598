import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** The smallest WebAssembly module. */
const MODULE = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly received: unknown[] = [];
  readonly name: string | undefined;
  constructor({ name }: WorkerOptions) {
    this.name = name;
    FakeWorker.all.push(this);
  }
  postMessage(message: unknown): void {
    this.received.push(message);
  }
  terminate(): void {}
}
const script = async () => ({ default: FakeWorker as unknown as new (options: WorkerOptions) => Worker });

let fetched: string[] = [];
/** A server with these answers; by default a module with the right content type. */
function server(answer: (url: string) => Response | Error = () => wasm()) {
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url);
    const response = answer(url);
    if (response instanceof Error) throw response;
    return response;
  });
}
const wasm = (type = 'application/wasm') => new Response(MODULE, { headers: { 'content-type': type } });
const isFast = (url: string) => url.includes('fast');

/** A page compiles a module once, so each test loads the code anew. */
const page = async () => {
  vi.resetModules();
  return { ...(await import('./start')), ...(await import('./port')) };
};

/** The module that each worker received. */
const modules = () => FakeWorker.all.map(({ received }) => received[0]);

beforeEach(() => {
  fetched = [];
  FakeWorker.all = [];
});
afterEach(() => void vi.unstubAllGlobals());

test('the first workers receive the small simulator, which is fetched once for all of them', async () => {
  server();
  const { startPort, Port } = await page();
  const ports = await Promise.all([startPort(script, 'lane'), startPort(script, 'batch')]);
  expect(ports.every((port) => port instanceof Port)).toBe(true);
  expect(FakeWorker.all.map(({ name }) => name)).toEqual(['lane', 'batch']);
  for (const { received } of FakeWorker.all) expect(received).toEqual([expect.any(WebAssembly.Module)]);
  expect(fetched.map(isFast)).toEqual([false]);
});

test('the simulator is compiled while it loads, if the server sends the right content type', async () => {
  const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
  server(() => wasm('application/octet-stream'));
  await (await page()).startPort(script, 'lane');
  expect(streaming).not.toHaveBeenCalled();
  server();
  await (await page()).startPort(script, 'lane');
  expect(streaming).toHaveBeenCalledOnce();
});

test('a module that fails to load is an EngineFault with the reason, and is fetched again', async () => {
  server(() => new Response('', { status: 404 }));
  const { startPort, EngineFault } = await page();
  const lost = await startPort(script, 'lane').catch((thrown: Error) => thrown);
  expect(lost).toBeInstanceOf(EngineFault);
  expect((lost as Error).message).toBe(`404 ${fetched[0]}`);
  server(() => new TypeError('no network'));
  const offline = await startPort(script, 'lane').catch((thrown: Error) => thrown);
  expect(offline).toBeInstanceOf(EngineFault);
  expect((offline as Error).message).toBe('TypeError: no network');
  server();
  await startPort(script, 'lane');
  expect([fetched.length, FakeWorker.all.length]).toEqual([3, 1]);
});

test('once the fast simulator is compiled, new workers start with it; a running worker keeps the small one', async () => {
  server();
  const { startPort, loadFast } = await page();
  await startPort(script, 'lane');
  const fast = await loadFast();
  await startPort(script, 'lane');
  expect(modules()[0]).not.toBe(fast);
  expect(modules()[1]).toBe(fast);
  expect(FakeWorker.all[0]?.received).toHaveLength(1);
  expect(fetched).toHaveLength(2);
});

test('a worker that needs another module receives that one', async () => {
  server();
  const { startPort } = await page();
  const other = new WebAssembly.Module(MODULE);
  await startPort(script, 'trace', async () => other);
  expect(modules()).toEqual([other]);
  expect(fetched).toEqual([]);
});

test('long work waits for the fast simulator, unless it fails to load or the visitor saves data', async () => {
  server();
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  const one = await page();
  await one.startFast(script, 'batch');
  expect(modules()[0]).toBe(await one.loadFast());
  expect(fetched.map(isFast)).toEqual([true]);

  server((url) => (isFast(url) ? new TypeError('no network') : wasm()));
  await (await page()).startFast(script, 'batch');
  expect(FakeWorker.all).toHaveLength(2);

  fetched = [];
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  await (await page()).startFast(script, 'batch');
  expect(fetched.map(isFast)).toEqual([false]);
  expect(FakeWorker.all).toHaveLength(3);
});

test('the page in one file has the fast simulator alone', async () => {
  server();
  const one = () => ({ default: 'the-only.wasm' });
  vi.doMock('../../../sim-wasm/pkg/sched_wasm_bg.wasm?url', one);
  vi.doMock('../../../sim-wasm/pkg/fast/sched_wasm_bg.wasm?url', one);
  const { startPort, loadFast } = await page();
  await startPort(script, 'lane');
  expect([modules()[0] === (await loadFast()), fetched]).toEqual([true, ['the-only.wasm']]);
  vi.doUnmock('../../../sim-wasm/pkg/sched_wasm_bg.wasm?url');
  vi.doUnmock('../../../sim-wasm/pkg/fast/sched_wasm_bg.wasm?url');
});
