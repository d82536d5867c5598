import { describe, expect, it, vi } from 'vitest';
import { Trace } from '../../../sim-wasm/pkg/tools/sched_tools.js';
import { completed } from '../../scenario/document';
import type { Engine } from '../port/port';
import type { TracePiece, TraceQuestions, WantedTrace } from './questions';
import { loadTracer, MOST_BYTES, TooLong, writeTrace } from './trace';

vi.mock('./trace.worker?worker&inline', () => ({ default: 'the worker' }));

const scenario = completed({
  version: 3,
  machine: 'kunpeng920-24',
  kernel: '6.8',
  seed: 3,
  limit_ms: 5,
  workload: { kind: 'pairs', pairs: 8 },
  lanes: [{ features: {} }],
});
const WANTED: WantedTrace = { scenario, lane: 0, title: 'a test', format: 'txt', fromNs: 1e6, untilNs: 2e6 };

/** A worker with these pieces. */
function having(pieces: readonly TracePiece[]): Engine<TraceQuestions> & { readonly ended: () => boolean } {
  const left = [...pieces];
  let ended = false;
  let begun: unknown = null;
  const ask = async (name: string, wanted: unknown) => {
    if (ended) throw new Error('replaced');
    if (name === 'begin') begun = wanted;
    if (begun !== WANTED) throw new Error('no trace was begun');
    return name === 'more' ? (left.shift() ?? null) : undefined;
  };
  return {
    ask: ask as Engine<TraceQuestions>['ask'],
    onNote: null,
    isBroken: false,
    dispose: () => {
      ended = true;
    },
    ended: () => ended,
  };
}

const piece = (length: number, nowNs: number): TracePiece => ({ bytes: new Uint8Array(length).fill(nowNs), nowNs });

describe('a trace', () => {
  it('joins the pieces in order, and reports its progress', async () => {
    const engine = having([piece(0, 1), piece(2, 2), piece(3, 3)]);
    const progress: [number, number][] = [];
    const { finished } = writeTrace(
      WANTED,
      (ns, bytes) => progress.push([ns, bytes]),
      async () => engine,
    );
    const blob = await finished;
    expect([...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([2, 2, 3, 3, 3]);
    // The MIME type that a browser saves unchanged.
    expect(blob?.type).toBe('application/octet-stream');
    expect(progress).toEqual([
      [1, 0],
      [2, 2],
      [3, 5],
    ]);
    expect(engine.ended()).toBe(true);
  });

  it('can be written without a network once its worker and its module are loaded', async () => {
    const [worker, module] = await loadTracer();
    expect([worker.default, module]).toEqual(['the worker', expect.any(WebAssembly.Module)]);
  });

  it('is null after it was cancelled, and its worker is terminated', async () => {
    const engine = having([piece(2, 2), piece(3, 3)]);
    const tracing = writeTrace(
      WANTED,
      () => tracing.cancel(),
      async () => engine,
    );
    expect(await tracing.finished).toBeNull();
    expect(engine.ended()).toBe(true);
  });

  it('that is cancelled before its worker has started, or during its work, is no fault', async () => {
    const idle = having([piece(2, 2)]);
    const early = writeTrace(
      WANTED,
      () => {},
      async () => idle,
    );
    early.cancel();
    expect([await early.finished, idle.ended()]).toEqual([null, true]);

    const engine = having([piece(2, 2)]);
    const busy: Engine<TraceQuestions> = {
      ...engine,
      ask: ((name, ...args) => {
        if (name === 'more') tracing.cancel();
        return engine.ask(name, ...args);
      }) as Engine<TraceQuestions>['ask'],
    };
    const tracing = writeTrace(
      WANTED,
      () => {},
      async () => busy,
    );
    expect(await tracing.finished).toBeNull();
  });

  it('that is cancelled while its worker is silent terminates it at once', async () => {
    let giveUp = () => {};
    const engine = having([]);
    const silent: Engine<TraceQuestions> = {
      ...engine,
      ask: ((name, ...args) =>
        name === 'begin'
          ? engine.ask(name, ...args)
          : new Promise((_, reject) => {
              giveUp = () => reject(new Error('dismissed'));
            })) as Engine<TraceQuestions>['ask'],
      dispose: () => giveUp(),
    };
    const tracing = writeTrace(
      WANTED,
      () => {},
      async () => silent,
    );
    setTimeout(() => tracing.cancel(), 5);
    expect(await tracing.finished).toBeNull();
  });

  it('of the maximum size is written', async () => {
    const full = { bytes: { length: MOST_BYTES } as Uint8Array, nowNs: 7 };
    const { finished } = writeTrace(
      WANTED,
      () => {},
      async () => having([full]),
    );
    expect(await finished).toBeInstanceOf(Blob);
  });

  it('that is too long is refused, with the moment that was reached', async () => {
    const large = { bytes: { length: MOST_BYTES + 1 } as Uint8Array, nowNs: 7 };
    const engine = having([large]);
    const failure = await writeTrace(
      WANTED,
      () => {},
      async () => engine,
    ).finished.catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(TooLong);
    expect(failure.nowNs).toBe(7);
    expect(engine.ended()).toBe(true);
  });

  it('covers the requested interval, and nothing else', () => {
    const trace = new Trace(JSON.stringify(scenario), 0, 'a test', 'txt', WANTED.fromNs, WANTED.untilNs);
    let text = '';
    for (let bytes = trace.next(); bytes; bytes = trace.next()) text += new TextDecoder().decode(bytes);
    const moments = [...text.matchAll(/ (\d+\.\d{9}): sched_switch:/g)].map(([, at]) => Number(at) * 1e9);
    expect(moments.length).toBeGreaterThan(100);
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(WANTED.fromNs);
    expect(Math.max(...moments)).toBeLessThan(WANTED.untilNs);
    // Events at its end belong to the next interval.
    expect(trace.now()).toBe(WANTED.untilNs - 1);
  });

  it('of an invalid document rejects with the field errors', () => {
    const wrong = JSON.stringify({ ...scenario, machine: 'toaster' });
    expect(() => new Trace(wrong, 0, 'a test', 'pftrace', 0, 1)).toThrow(/toaster/);
  });
});
