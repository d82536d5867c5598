import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { type Echo, fakeWorker } from '../../../tests/fake-worker';
import type { FieldError, Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { createRunner } from '../batch/runner';
import type { LaneQuestions } from '../lanes/questions';
import { createServer } from '../lanes/server';
import { FrameView } from '../wire/frame';
import { Dismissed, EngineFault, Port, type Questions, Refusal, type Wire } from './port';
import { buffersOf, type Scope, type Surroundings, serve } from './serve';

/** A worker: its messages are cloned, as between a page and a worker. */
async function wired<Q extends Questions<Q>, Note>(
  create: (surroundings: Surroundings, say: (note: Note) => void) => Q,
  start = init,
  module = 'sched_wasm_bg.wasm',
): Promise<Wire> {
  const inside: Scope = {
    onmessage: null,
    performance,
    postMessage: (data, options) =>
      wire.onmessage?.call(wire as Worker, { data: structuredClone(data, options) } as MessageEvent),
  };
  const hear = (data: unknown) => inside.onmessage?.({ data: structuredClone(data) } as MessageEvent);
  const wire: Wire = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    terminate: () => {},
    postMessage: hear,
  };
  serve(start, create, inside);
  hear(await WebAssembly.compile(readFileSync(new URL(`../../../sim-wasm/pkg/${module}`, import.meta.url))));
  return wire;
}

/** A port to a worker in the same place. */
const connected = async <Q extends Questions<Q>, Note>(
  create: (surroundings: Surroundings, say: (note: Note) => void) => Q,
): Promise<Port<Q, Note>> => new Port<Q, Note>(await wired(create));

const WRONG = { ...PRESETS.cluster, seed: -1 } as Scenario;

const lane = () => connected((surroundings) => createServer(Simulation, surroundings));

test('a lane is asked through its port: loaded, advanced, inspected', async () => {
  const port = await lane();
  const { machine, tasks } = await port.ask('load', PRESETS.cluster, 0);
  expect(machine.id).toBe(PRESETS.cluster.machine);
  expect(tasks.length).toBeGreaterThan(0);
  const step = { untilNs: 500_000, budgetMs: 10_000, level: 2, windowNs: 0, withSeries: true } as const;
  const { frame, log, series } = await port.ask('advance', step);
  expect(new FrameView(frame).ns).toBe(500_000);
  expect(log.length).toBeGreaterThan(100);
  expect(series).not.toBeNull();
  expect(await port.ask('inspectTask', 0)).toMatchObject({ ns: 500_000, inspection: { task: 0 } });
  expect(await port.ask('inspectCpu', 999)).toEqual({ ns: 500_000, inspection: null });
});

test('what the simulator refuses is a refusal with its fields; anything else is a fault of that question alone', async () => {
  const port = await lane();
  await expect(port.ask('report')).rejects.toThrow(new EngineFault('no scenario is loaded'));
  const refused = port.ask('load', WRONG, 0);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  const { errors, message } = (await refused.catch((thrown: unknown) => thrown)) as Refusal;
  expect(errors).toMatchObject([{ fault: { kind: 'other' }, message }]);
  expect(port.isBroken).toBe(false);
  expect(await port.ask('check', JSON.stringify(PRESETS.steal))).toBeUndefined();
});

/** A lane in a worker with the simulator of a first load, and what takes over. */
const split = async (whole: () => Promise<Wire>) =>
  new Port<LaneQuestions>(await wired((surroundings) => createServer(Simulation, surroundings)), whole);

/** The same binding once more, with the whole simulator. */
async function startWhole(): Promise<Wire> {
  vi.resetModules();
  const again = await import('../../../sim-wasm/pkg/sched_wasm.js');
  const create = (surroundings: Surroundings) => createServer(again.Simulation, surroundings);
  return wired(create, again.default, 'whole/sched_wasm_bg.wasm');
}

test('what the first simulator is without is run by the whole one, with all that was asked meanwhile', async () => {
  const start = vi.fn(startWhole);
  const port = await split(start);
  await port.ask('load', PRESETS.cluster, 0);
  // A text that is only looked at takes nothing over: the run goes on.
  expect(await port.ask('check', JSON.stringify(PRESETS.container))).toBeUndefined();
  const step = { untilNs: 500_000, budgetMs: 10_000, level: 2, windowNs: 0, withSeries: false } as const;
  await port.ask('advance', step);
  expect(start).not.toHaveBeenCalled();

  const [, { frame }, report] = await Promise.all([
    port.ask('load', PRESETS.container, 0),
    port.ask('advance', step),
    port.ask('report'),
  ]);
  expect(new FrameView(frame).ns).toBe(500_000);
  expect(report.cgroups).toHaveLength(2);
  await port.ask('load', PRESETS.cluster, 0);
  await port.ask('load', PRESETS.container, 1);
  expect(start).toHaveBeenCalledOnce();
});

/** A port to a small module, and who tells what that refuses. */
const untold = async (telling: () => Promise<Wire>) =>
  new Port<LaneQuestions>(await wired((surroundings) => createServer(Simulation, surroundings)), null, telling);

const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (thrown: unknown) => (thrown instanceof Refusal ? thrown.errors : thrown),
  );

test('what a small module refuses the whole one tells, and the run goes on where it is', async () => {
  const start = vi.fn(startWhole);
  const port = await untold(start);
  await port.ask('load', PRESETS.cluster, 0);
  await port.ask('advance', { untilNs: 500_000, budgetMs: 10_000, level: 2, windowNs: 0, withSeries: false });
  expect(start).not.toHaveBeenCalled();
  const [wrong, text, { ns }] = await Promise.all([
    refusalOf(port.ask('load', WRONG, 0)),
    refusalOf(port.ask('check', '{"a')),
    port.ask('inspectTask', 0),
  ]);
  expect(wrong).toMatchObject([{ field: 'seed', value: '-1', fault: { kind: 'out_of_range' } }]);
  expect(text).toMatchObject([{ fault: { kind: 'not_json', column: 3 } }]);
  expect(ns).toBe(500_000);
});

test('where the whole one cannot be loaded a scenario is refused all the same, and nothing is lost', async () => {
  const port = await untold(() => Promise.reject(new EngineFault('offline')));
  await port.ask('load', PRESETS.cluster, 0);
  expect(await refusalOf(port.ask('load', WRONG, 0))).toMatchObject([{ fault: { kind: 'other' } }]);
  expect(port.isBroken).toBe(false);
  expect((await port.ask('inspectTask', 0)).ns).toBe(0);
});

test('one that is ended while another is to tell why waits for nothing, and leaves nobody over', async () => {
  const { wire, asked } = fakeWorker();
  const terminate = vi.spyOn(wire, 'terminate');
  let come: (wire: Wire) => void = () => {};
  const coming = new Promise<Wire>((resolve) => {
    come = resolve;
  });
  const [soon, late] = [await untold(async () => wire), await untold(() => coming)];
  const [first, second] = [soon, late].map((port) => refusalOf(port.ask('load', WRONG, 0)));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  soon.dispose();
  late.dispose();
  expect(await Promise.all([first, second])).toEqual([new Dismissed(), new Dismissed()]);
  expect(terminate).toHaveBeenCalledOnce();
  come(wire);
  await vi.waitFor(() => expect(terminate).toHaveBeenCalledTimes(2));
});

test('a whole simulator that cannot be loaded is a fault of the worker', async () => {
  const port = await split(() => Promise.reject(new EngineFault('404 whole.wasm')));
  const loaded = port.ask('load', PRESETS.container, 0);
  const asked = port.ask('report');
  await expect(loaded).rejects.toThrow(new EngineFault('404 whole.wasm'));
  await expect(asked).rejects.toBeInstanceOf(EngineFault);
  expect(port.isBroken).toBe(true);
});

test('one that is ended while the whole simulator is loaded ends that one, too', async () => {
  let come: (late: Wire) => void = () => {};
  const late = new Promise<Wire>((resolve) => {
    come = resolve;
  });
  const start = vi.fn(() => late);
  const port = await split(start);
  const loaded = port.ask('load', PRESETS.container, 0);
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  port.dispose();
  await expect(loaded).rejects.toBeInstanceOf(Dismissed);
  const terminate = vi.fn();
  come({ onmessage: null, onerror: null, onmessageerror: null, postMessage: () => {}, terminate });
  await vi.waitFor(() => expect(terminate).toHaveBeenCalled());
});

test('an answer that nobody can read is a fault of the worker', async () => {
  const { wire } = fakeWorker();
  const port = new Port<Echo>(wire);
  const asked = port.ask('echo', 'word');
  wire.onmessageerror?.call(wire as Worker, {} as MessageEvent);
  await expect(asked).rejects.toThrow(new EngineFault('the worker sent an unreadable answer'));
  expect(port.isBroken).toBe(true);
});

test('a sign of life is no note, and what nobody listens to or waits for does no harm', async () => {
  const { wire, say } = fakeWorker();
  const port = new Port<Echo, number>(wire);
  const asked = port.ask('echo', 'word');
  say({ note: 0.25 });
  const notes: unknown[] = [];
  port.onNote = (note) => notes.push(note);
  say({});
  say({ note: 0.5 });
  say({ id: 99, answer: 'another' });
  say({ id: 99, fault: 'another' });
  say({ id: 1, answer: 'word' });
  expect([await asked, notes]).toEqual(['word', [0.5]]);
});

test('the whole simulator takes over for what is not built, beside other faults, too, and for nothing else', async () => {
  const [first, second] = [fakeWorker(), fakeWorker()];
  const whole = vi.fn(async () => second.wire);
  const port = new Port<Echo>(first.wire, whole);
  const refuse = (...kinds: ('other' | 'not_built')[]) => {
    const refused = kinds.map((kind) => ({ field: '', value: '', fault: { kind }, message: kind }));
    first.say({ id: first.asked.at(-1)?.id ?? 0, refused: refused as FieldError[] });
  };
  const refused = port.ask('echo', 'a');
  refuse('other');
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  expect(whole).not.toHaveBeenCalled();
  const asked = port.ask('echo', 'b');
  refuse('other', 'not_built');
  expect(whole).toHaveBeenCalledOnce();
  // What is asked while it is loaded waits for it.
  const late = port.ask('echo', 'c');
  await vi.waitFor(() => expect(second.asked.map(({ args }) => args)).toEqual([['b'], ['c']]));
  for (const { id, args } of second.asked) second.say({ id, answer: args[0] });
  expect(await Promise.all([asked, late])).toEqual(['b', 'c']);
  // What that is without, too, nobody else has.
  const last = port.ask('echo', 'd');
  const notBuilt = { field: '', value: '', fault: { kind: 'not_built' }, message: '' } as FieldError;
  second.say({ id: second.asked.at(-1)!.id, refused: [notBuilt] });
  await expect(last).rejects.toBeInstanceOf(Refusal);
  expect(whole).toHaveBeenCalledOnce();
});

test('a job says how far it is before it answers', async () => {
  const port = await connected((surroundings, say: (share: number) => void) =>
    createRunner(Simulation, surroundings, say),
  );
  const shares: number[] = [];
  port.onNote = (share) => shares.push(share);
  const report = await port.ask('run', { scenario: { ...PRESETS.cluster, limit_ms: 20 }, lane: 0 });
  expect(report.elapsed_ns).toBe(20e6);
  expect(shares.length).toBeGreaterThan(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});

test('every buffer of an answer is handed over, once', () => {
  const words = new Uint32Array(4);
  expect(buffersOf({ frame: words, log: words, series: null, ns: 3 })).toEqual([words.buffer]);
  expect(buffersOf([words, new Uint32Array(2)])).toHaveLength(2);
  expect(buffersOf({ machine: { cpus: [1] }, tasks: new Uint16Array(2) })).toHaveLength(1);
  expect(buffersOf(words)).toEqual([words.buffer]);
  expect([null, undefined, 3, 'text'].flatMap(buffersOf)).toEqual([]);
});
