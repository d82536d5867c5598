// Measures policies in C as WebAssembly in Node: the virtual machine, and a lane under one global queue.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';
import { median, ROUNDS } from './quantile.mjs';
import { openTools, openWasm } from './speed.mjs';

const TURNS = 100_000;
/** Each tick makes 100,000 turns of a loop, each of at least five operations: compare, test, add, xor, count. */
const SPIN = `#include <scx/common.bpf.h>
static u64 sum;
void BPF_STRUCT_OPS(spin_tick, struct task_struct *p)
{
	u32 i;

	for (i = 0; i < ${TURNS}; i++)
		sum = i & 1 ? sum + i : sum ^ i;
}
SCX_OPS_DEFINE(spin_ops, .tick = (void *)spin_tick, .name = "spin");
`;

const lane = (workload, source, machine = 'kunpeng920-48') => ({
  version: 3,
  machine,
  kernel: '6.18',
  limit_ms: 200_000,
  workload,
  policies: source ? [{ name: 'p', source }] : [],
  lanes: [source ? { policy: 'p' } : {}],
});

/** Runs a lane to its end: its events, its seconds on the CPU, and its report. */
const timed = ({ Simulation, compile }, scenario) => {
  const text = JSON.stringify(scenario);
  const simulation = new Simulation(text, 0, compile(text, 0));
  const since = process.cpuUsage();
  while (!simulation.done()) simulation.advance(Number.MAX_SAFE_INTEGER, 1 << 20);
  const { user, system } = process.cpuUsage(since);
  const report = JSON.parse(simulation.report());
  const events = simulation.events();
  simulation.free();
  return { events, seconds: (user + system) / 1e6, report };
};

/**
 * Operations of the virtual machine a second, and the events/s of hackbench -g 4 on 48 CPUs under `fifo` in those under EEVDF:
 * both by turns, on the CPU, medians.
 */
export const policySpeeds = async () => {
  const engine = { Simulation: (await openWasm()).Simulation, compile: (await openTools()).policy_program };
  const fifo = readFileSync(join(root, 'examples/policies/fifo.bpf.c'), 'utf8');
  const hackbench = { kind: 'hackbench', groups: 4, loops: 300, fds: 20, pipe: true, threads: true };
  const hogs = { kind: 'hogs', hogs: 8, sleepers: 0 };
  const spinning = { ...lane(hogs, SPIN, 'classroom-8'), limit_ms: 100 };
  // An engine compiles hot code during its first run.
  timed(engine, lane(hackbench, fifo));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [under, eevdf] = [fifo, null].map((source) => timed(engine, lane(hackbench, source)));
    const { seconds, report } = timed(engine, spinning);
    const calls = report.policy.calls.tick;
    return {
      operations: (5 * TURNS * calls) / seconds,
      ratio: under.events / under.seconds / (eevdf.events / eevdf.seconds),
    };
  });
  return {
    operationsPerS: median(rounds.map(({ operations }) => operations)),
    fifoOfEevdf: median(rounds.map(({ ratio }) => ratio)),
  };
};
