// What the benchmark plays.

const alone = (machine, workload) => ({ version: 2, machine, workload, lanes: [{}] });
const hackbench = (groups, loops) => ({ kind: 'hackbench', groups, loops, fds: 20, pipe: true, threads: true });

/** What speed is told of; the first one comes with all the rest. */
export const speedScenarios = {
  'hackbench -g 4, 48 CPUs': alone('kunpeng920-48', hackbench(4, 1000)),
  'pairs 14, 24 CPUs': alone('kunpeng920-24', { kind: 'pairs', pairs: 14, requests: 20_000 }),
  'hackbench -g 25, 96 CPUs': alone('kunpeng920-96', hackbench(25, 200)),
};

/** 96 CPUs, 1,000 tasks: what a snapshot has to hold. */
export const snapshotScenario = alone('kunpeng920-96', hackbench(25, 20));

/** 96 CPUs, 400 tasks, for as long as wanted: how far back can one go at once? */
export const pastScenario = {
  ...snapshotScenario,
  workload: hackbench(10, 1_000_000),
  limit_ms: 600_000,
};
