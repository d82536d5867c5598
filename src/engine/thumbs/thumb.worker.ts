/**
 * A worker for small live pictures: keeps the lanes of several experiments, and brings one of them a little further
 * whenever it is asked. The first message is the compiled module, every other one a `ThumbRequest`.
 */
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import type { MachineDescription, Scenario } from '../../scenario/generated/types';

export type ThumbRequest =
  /** Sets an experiment up; it begins at `startNs`. */
  | { readonly type: 'open'; readonly id: number; readonly scenario: Scenario; readonly startNs: number }
  /** Brings it `ns` further, or nearer to its beginning. */
  | { readonly type: 'step'; readonly id: number; readonly ns: number }
  | { readonly type: 'close'; readonly id: number };

export type ThumbReply =
  | {
      readonly type: 'opened';
      readonly id: number;
      readonly machine: MachineDescription;
      /** Two numbers per task, as in `LaneFeed`. */
      readonly tasks: Uint16Array;
    }
  /** The frame of each lane; empty while it is on the way to its beginning. */
  | { readonly type: 'frames'; readonly id: number; readonly frames: readonly Uint32Array[] }
  /** Nothing can be shown. */
  | { readonly type: 'failed'; readonly id: number };

interface Shown {
  readonly scenario: Scenario;
  readonly startNs: number;
  lanes: Simulation[];
  /** Where the lanes go to (ns). */
  untilNs: number;
}

/** Events between two looks at the clock. */
const SLICE = 5000;
/** Real time one request may take (ms), so that others get their turn. */
const BUDGET_MS = 20;

let ready: Promise<unknown> | null = null;
const shown = new Map<number, Shown>();

const begin = (scenario: Scenario): Simulation[] =>
  scenario.lanes.map((_, lane) => new Simulation(JSON.stringify(scenario), lane));

function close(id: number): void {
  for (const lane of shown.get(id)?.lanes ?? []) lane.free();
  shown.delete(id);
}

function open({ id, scenario, startNs }: Extract<ThumbRequest, { type: 'open' }>): ThumbReply {
  close(id);
  const lanes = begin(scenario);
  shown.set(id, { scenario, startNs, lanes, untilNs: startNs });
  const [first] = lanes;
  if (!first) return { type: 'failed', id };
  return { type: 'opened', id, machine: JSON.parse(first.machine()) as MachineDescription, tasks: first.tasks() };
}

function step(id: number, ns: number): ThumbReply {
  const own = shown.get(id);
  if (!own) return { type: 'failed', id };
  const arrived = own.lanes.every((lane) => lane.done() || lane.now() >= own.untilNs);
  if (arrived) own.untilNs += ns;
  const endMs = performance.now() + BUDGET_MS;
  for (const lane of own.lanes) {
    while (!lane.done() && lane.now() < own.untilNs && performance.now() < endMs) lane.advance(own.untilNs, SLICE);
  }
  if (own.lanes.every((lane) => lane.done())) {
    for (const lane of own.lanes) lane.free();
    own.lanes = begin(own.scenario);
    own.untilNs = own.startNs;
    return { type: 'frames', id, frames: [] };
  }
  const there = own.lanes.every((lane) => lane.done() || lane.now() >= own.startNs);
  return { type: 'frames', id, frames: there ? own.lanes.map((lane) => lane.frame(false)) : [] };
}

self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | ThumbRequest>) => {
  if (data instanceof WebAssembly.Module) {
    ready = init({ module_or_path: data });
    return;
  }
  try {
    await ready;
    if (data.type === 'close') return close(data.id);
    const reply = data.type === 'open' ? open(data) : step(data.id, data.ns);
    const transfer = reply.type === 'frames' ? reply.frames.map(({ buffer }) => buffer) : [];
    self.postMessage(reply, { transfer });
  } catch {
    self.postMessage({ type: 'failed', id: data.id } satisfies ThumbReply);
  }
};
