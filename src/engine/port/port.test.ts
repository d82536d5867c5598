import { expect, test } from 'vitest';
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import { type Echo, fakeWorker } from '../../../tests/fake-worker';
import { moduleBytes } from '../../../tests/simulator';
import type { Scenario } from '../../scenario/generated/types';
import { PRESETS } from '../../scenario/presets';
import { createRunner } from '../batch/runner';
import { createServer } from '../lanes/server';
import { FrameView } from '../wire/frame';
import { EngineFault, Port, type Questions, Refusal, type Wire } from './port';
import { buffersOf, type Scope, type Surroundings, serve } from './serve';

/** A worker whose messages are cloned, as between a page and a worker. */
async function wired<Q extends Questions<Q>, Note>(
  create: (surroundings: Surroundings, say: (note: Note) => void) => Q,
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
  serve(init, create, inside);
  hear(await WebAssembly.compile(moduleBytes('sched_wasm_bg.wasm')));
  return wire;
}

/** A port to a worker in the same thread. */
const connected = async <Q extends Questions<Q>, Note>(
  create: (surroundings: Surroundings, say: (note: Note) => void) => Q,
): Promise<Port<Q, Note>> => new Port<Q, Note>(await wired(create));

const WRONG = { ...PRESETS.cluster, seed: -1 } as Scenario;

const lane = () => connected((surroundings) => createServer(Simulation, surroundings));

test('a port loads, advances and inspects a lane', async () => {
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

test('a refused document rejects with its field errors; any other exception is a fault of that request only', async () => {
  const port = await lane();
  await expect(port.ask('report')).rejects.toThrow(new EngineFault('no scenario is loaded'));
  const refused = port.ask('load', WRONG, 0);
  await expect(refused).rejects.toBeInstanceOf(Refusal);
  const { errors, message } = (await refused.catch((thrown: unknown) => thrown)) as Refusal;
  expect(errors).toMatchObject([{ field: 'seed', value: '-1', fault: { kind: 'out_of_range' }, message }]);
  expect(port.isBroken).toBe(false);
  expect(await port.ask('check', JSON.stringify(PRESETS.steal))).toBeUndefined();
});

test('an undecodable answer is a fault of the worker', async () => {
  const { wire } = fakeWorker();
  const port = new Port<Echo>(wire);
  const answer = port.ask('echo', 'word');
  wire.onmessageerror?.call(wire as Worker, {} as MessageEvent);
  await expect(answer).rejects.toThrow(new EngineFault('the worker sent an unreadable answer'));
  expect(port.isBroken).toBe(true);
});

test('a sign of life is no note, and unexpected messages do no harm', async () => {
  const { wire, say } = fakeWorker();
  const port = new Port<Echo, number>(wire);
  const answer = port.ask('echo', 'word');
  say({ note: 0.25 });
  const notes: unknown[] = [];
  port.onNote = (note) => notes.push(note);
  say({});
  say({ note: 0.5 });
  say({ id: 99, answer: 'another' });
  say({ id: 99, fault: 'another' });
  say({ id: 1, answer: 'word' });
  expect([await answer, notes]).toEqual(['word', [0.5]]);
});

test('a job reports its progress before it answers', async () => {
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

test('every buffer of an answer is transferred, once', () => {
  const words = new Uint32Array(4);
  expect(buffersOf({ frame: words, log: words, series: null, ns: 3 })).toEqual([words.buffer]);
  expect(buffersOf([words, new Uint32Array(2)])).toHaveLength(2);
  expect(buffersOf({ machine: { cpus: [1] }, tasks: new Uint16Array(2) })).toHaveLength(1);
  expect(buffersOf(words)).toEqual([words.buffer]);
  expect([null, undefined, 3, 'text'].flatMap(buffersOf)).toEqual([]);
});
