import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Port } from './port';

/** The least module of WebAssembly. */
const MODULE = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly said: unknown[] = [];
  readonly name: string | undefined;
  constructor({ name }: WorkerOptions) {
    this.name = name;
    FakeWorker.all.push(this);
  }
  postMessage(message: unknown): void {
    this.said.push(message);
  }
  terminate(): void {}
}
const script = async () => ({ default: FakeWorker as unknown as new (options: WorkerOptions) => Worker });

let asked: string[] = [];
/** A server that answers like this; by default with the module, called what it is. */
function server(answer: (url: string) => Response | Error = () => wasm()) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const response = answer(url);
    if (response instanceof Error) throw response;
    return response;
  });
}
const wasm = (type = 'application/wasm') => new Response(MODULE, { headers: { 'content-type': type } });

/** Modules are compiled once for a page: each test has a page of its own. */
const page = async () => {
  vi.resetModules();
  return { ...(await import('./start')), ...(await import('./port')) };
};

beforeEach(() => {
  asked = [];
  FakeWorker.all = [];
});
afterEach(() => void vi.unstubAllGlobals());

test('a worker is given the compiled simulator first, which is fetched once for all of them', async () => {
  server();
  const { startPort, Port } = await page();
  const ports = await Promise.all([startPort(script, 'lane'), startPort(script, 'batch')]);
  expect(ports.every((port) => port instanceof Port)).toBe(true);
  expect(FakeWorker.all.map(({ name }) => name)).toEqual(['lane', 'batch']);
  for (const { said } of FakeWorker.all) expect(said).toEqual([expect.any(WebAssembly.Module)]);
  expect(asked).toHaveLength(1);
});

test('the simulator is compiled while it comes, only where the server calls it what it is', async () => {
  const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
  server(() => wasm('application/octet-stream'));
  await (await page()).startPort(script, 'lane');
  expect(streaming).not.toHaveBeenCalled();
  server();
  await (await page()).startPort(script, 'lane');
  expect(streaming).toHaveBeenCalledOnce();
});

test('a simulator that comes sorted is put together before a worker has it', async () => {
  const sorted = readFileSync(new URL('../../../sim-wasm/pkg/sched_wasm_columns.wasm', import.meta.url));
  server(() => new Response(sorted, { headers: { 'content-type': 'application/wasm' } }));
  await (await page()).startPort(script, 'lane');
  const [module] = FakeWorker.all.map(({ said }) => said[0]);
  const names = WebAssembly.Module.exports(module as WebAssembly.Module).map(({ name }) => name);
  expect(names).toContain('memory');
});

test('what could not be loaded is a fault with its reason, and is asked for again', async () => {
  server((url) => new Response('', { status: url.includes('whole') ? 500 : 404 }));
  const { startPort, startWhole, EngineFault } = await page();
  const lost = await startPort(script, 'lane').catch((thrown: Error) => thrown);
  expect(lost).toBeInstanceOf(EngineFault);
  expect((lost as Error).message).toBe(`404 ${asked[0]}`);
  server(() => new TypeError('no network'));
  const offline = await startPort(script, 'lane').catch((thrown: Error) => thrown);
  expect(offline).toBeInstanceOf(EngineFault);
  expect((offline as Error).message).toBe('TypeError: no network');
  server();
  await startPort(script, 'lane');
  await startWhole(script, 'trace');
  expect(asked).toHaveLength(4);
  expect(FakeWorker.all).toHaveLength(2);
});

/** Asks a worker for what it is without, and waits until another has taken over. */
async function takenOver(port: Port<{ load(): void }>) {
  const loaded = port.ask('load').catch((thrown: unknown) => thrown);
  const first = FakeWorker.all.at(-1);
  const request = first?.said.at(-1) as { id: number };
  first?.onmessage?.({ data: { id: request.id, refused: [{ fault: { kind: 'not_built' } }] } });
  await vi.waitFor(() => expect(FakeWorker.all.at(-1)).not.toBe(first));
  await vi.waitFor(() => expect(FakeWorker.all.at(-1)?.said).toEqual([expect.any(WebAssembly.Module), request]));
  return loaded;
}

test('where the first is without something the grouped one takes over, and is not fetched before', async () => {
  server();
  const { startPort, Dismissed } = await page();
  const port = await startPort<{ load(): void }>(script, 'lane');
  expect(asked).toEqual([expect.not.stringMatching(/whole|grouped/)]);
  const loaded = takenOver(port);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked[1]).toContain('grouped');
  await vi.waitFor(() => expect(FakeWorker.all[1]?.said).toHaveLength(2));
  port.dispose();
  expect(await loaded).toBeInstanceOf(Dismissed);
});

test('once the whole simulator is there, it is what takes over', async () => {
  server();
  const { startPort, loadWhole } = await page();
  const port = await startPort<{ load(): void }>(script, 'lane');
  const whole = await loadWhole();
  const loaded = takenOver(port);
  await vi.waitFor(() => expect(FakeWorker.all[1]?.said).toHaveLength(2));
  expect(given()[1]).toBe(whole);
  expect(asked).toHaveLength(2);
  port.dispose();
  await loaded;
});

test('a page that has asked for the grouped simulator before it starts begins with that one', async () => {
  server();
  const early = (await import('../../../sim-wasm/pkg/grouped/sched_wasm_columns.wasm?url')).default;
  const querySelector = vi.fn((): { href: string } | null => ({ href: early }));
  vi.stubGlobal('document', { querySelector });
  await (await page()).startPort(script, 'lane');
  expect(asked).toEqual([early]);
  expect(querySelector).toHaveBeenCalledWith('link[as="fetch"]');

  for (const link of [{ href: 'another' }, null]) {
    asked = [];
    querySelector.mockReturnValue(link);
    await (await page()).startPort(script, 'lane');
    expect(asked).toEqual([expect.not.stringContaining('grouped')]);
  }
});

test('a worker that has the whole simulator from the beginning needs nobody to take over', async () => {
  server();
  const { startWhole, Refusal } = await page();
  const port = await startWhole<{ begin(): void }>(script, 'trace');
  expect(asked.every((url) => url.includes('whole'))).toBe(true);
  const begun = port.ask('begin').catch((thrown: unknown) => thrown);
  const [only] = FakeWorker.all;
  const [, request] = only!.said as { id: number }[];
  only!.onmessage?.({ data: { id: request!.id, refused: [{ message: 'no', fault: { kind: 'not_built' } }] } });
  expect(await begun).toBeInstanceOf(Refusal);
  expect(FakeWorker.all).toHaveLength(1);
});

/** Which module each worker was given. */
const given = () => FakeWorker.all.map(({ said }) => said[0]);

test('once the whole simulator is there, workers start with it', async () => {
  server();
  const { startPort, loadWhole } = await page();
  await startPort(script, 'lane');
  const whole = await loadWhole();
  await startPort(script, 'lane');
  expect(given()[0]).not.toBe(whole);
  expect(given()[1]).toBe(whole);
  expect(asked).toHaveLength(2);
});

test('long work waits for the whole simulator, but not where there is no network, and not for who saves data', async () => {
  server();
  vi.stubGlobal('navigator', {});
  const one = await page();
  await one.startFast(script, 'batch');
  // Modules are compared as what they are: all look alike.
  expect(given()[0]).toBe(await one.loadWhole());
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  const two = await page();
  await two.startFast(script, 'batch');
  expect(given()[1]).toBe(await two.loadWhole());

  server((url) => (url.includes('whole') ? new TypeError('no network') : wasm()));
  await (await page()).startFast(script, 'batch');
  expect(given()).toHaveLength(3);

  asked = [];
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  await (await page()).startFast(script, 'batch');
  expect(asked.filter((url) => url.includes('whole'))).toEqual([]);
  expect(given()).toHaveLength(4);
});

test('a page in one file has the whole simulator alone', async () => {
  server();
  const one = () => ({ default: 'the-only.wasm' });
  vi.doMock('../../../sim-wasm/pkg/sched_wasm_columns.wasm?url', one);
  vi.doMock('../../../sim-wasm/pkg/grouped/sched_wasm_columns.wasm?url', one);
  vi.doMock('../../../sim-wasm/pkg/whole/sched_wasm_bg.wasm?url', one);
  const { isSplit, startPort, loadWhole } = await page();
  await startPort(script, 'lane');
  expect([isSplit, given()[0] === (await loadWhole()), asked]).toEqual([false, true, ['the-only.wasm']]);
  vi.doUnmock('../../../sim-wasm/pkg/sched_wasm_columns.wasm?url');
  vi.doUnmock('../../../sim-wasm/pkg/grouped/sched_wasm_columns.wasm?url');
  vi.doUnmock('../../../sim-wasm/pkg/whole/sched_wasm_bg.wasm?url');
});
