/** A worker of the pool: the first message is the compiled module, every other one a `BatchJob`. */
import init, { Simulation } from '../../../sim-wasm/pkg/sched_wasm.js';
import type { RunReport } from '../../scenario/generated/types';
import { fieldErrors } from '../lanes/server';
import type { BatchJob, BatchReply } from './pool';

/** Events between two words about how far a run has come: some milliseconds of work. */
const SLICE = 50_000;

let ready: Promise<unknown> | null = null;

const post = (reply: BatchReply): void => self.postMessage(reply);

function run({ scenario, lane }: BatchJob): void {
  const simulation = new Simulation(JSON.stringify(scenario), lane);
  try {
    const limitNs = scenario.limit_ms * 1e6;
    while (!simulation.done()) {
      simulation.advance(limitNs, SLICE);
      post({ type: 'share', share: simulation.now() / limitNs });
    }
    post({ type: 'report', report: JSON.parse(simulation.report()) as RunReport });
  } finally {
    simulation.free();
  }
}

self.onmessage = async ({ data }: MessageEvent<WebAssembly.Module | BatchJob>) => {
  if (data instanceof WebAssembly.Module) {
    ready = init({ module_or_path: data });
    return;
  }
  try {
    await ready;
    run(data);
  } catch (thrown) {
    const errors = fieldErrors(thrown);
    if (errors) post({ type: 'refused', errors });
    else post({ type: 'fault', message: thrown instanceof Error ? thrown.message : String(thrown) });
  }
};
