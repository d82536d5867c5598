// The scenarios of the benchmark.

const alone = (machine, workload) => ({ version: 3, machine, workload, lanes: [{}] });
const hackbench = (groups, loops) => ({ kind: 'hackbench', groups, loops, fds: 20, pipe: true, threads: true });

/** The workloads whose speed is measured. */
export const speedScenarios = {
  'hackbench -g 4, 48 CPUs': alone('kunpeng920-48', hackbench(4, 1000)),
  'hackbench -g 4, 48 CPUs, 6.12.0': { ...alone('kunpeng920-48', hackbench(4, 1000)), kernel: '6.12.0' },
  'pairs 14, 24 CPUs': alone('kunpeng920-24', { kind: 'pairs', pairs: 14, requests: 20_000 }),
  'hackbench -g 25, 96 CPUs': alone('kunpeng920-96', hackbench(25, 200)),
};

/** 96 CPUs, 1,000 tasks: a large state to copy. */
export const snapshotScenario = alone('kunpeng920-96', hackbench(25, 20));

/** 96 CPUs, 400 tasks, for ten minutes of playback: for moments in the past. */
export const pastScenario = {
  ...snapshotScenario,
  workload: hackbench(10, 1_000_000),
  limit_ms: 600_000,
};
