/** The scheduler's tunables: which a kernel has, and what it sets them to. Held to the simulator by a test. */
import { KERNELS, MACHINES } from './catalog';
import type { MachineId, Scenario, Tunables } from './generated/types';
import { TUNABLES } from './link';

export type Tunable = keyof Tunables;

/** Those of the O(1) scheduler's node balancers; the others are CFS's. */
const O1: readonly Tunable[] = ['node_balance_ratio', 'node_threshold_pct'];

/** The tunables that a scenario's kernel reads, and others that it sets all the same. */
export const tunablesOf = ({ kernel, tunables }: Pick<Scenario, 'kernel' | 'tunables'>): readonly Tunable[] =>
  TUNABLES.filter((key) => O1.includes(key) === (KERNELS[kernel] === 'o1') || tunables?.[key] !== undefined);

/** `SCHED_TUNABLESCALING_LOG`: 1 + log2 of the CPUs, of which eight count. */
const scaled = (ns: number, cpus: number): number => ns * (1 + Math.floor(Math.log2(Math.min(cpus, 8))));

/** What the kernel sets a tunable to on a machine. */
export function tunableDefault(key: Tunable, machine: MachineId): number {
  const { cpus } = MACHINES[machine];
  switch (key) {
    case 'latency_ns':
      return scaled(6_000_000, cpus);
    case 'min_granularity_ns':
      return scaled(750_000, cpus);
    case 'wakeup_granularity_ns':
      return scaled(1_000_000, cpus);
    case 'migration_cost_ns':
      return 500_000;
    case 'node_balance_ratio':
      return 10;
    case 'node_threshold_pct':
      return 125;
    case 'steal_node_limit':
      return 2;
  }
}

/** Where its default comes from. */
export const TUNABLE_SOURCE: Readonly<Record<Tunable, string>> = {
  latency_ns: 'kernel/sched/fair.c: sysctl_sched_latency, 6 ms × (1 + log2 of up to 8 CPUs)',
  min_granularity_ns: 'kernel/sched/fair.c: sysctl_sched_min_granularity, 0.75 ms × (1 + log2 of up to 8 CPUs)',
  wakeup_granularity_ns: 'kernel/sched/fair.c: sysctl_sched_wakeup_granularity, 1 ms × (1 + log2 of up to 8 CPUs)',
  migration_cost_ns: 'kernel/sched/fair.c: sysctl_sched_migration_cost, 0.5 ms',
  node_balance_ratio: 'NUMA scheduler thread (January 2003): NODE_BALANCE_RATIO 10',
  node_threshold_pct: 'NUMA scheduler thread (January 2003): the busiest node must have 125 % of the load of this one',
  steal_node_limit: 'stealing series v3: SCHED_STEAL_NODE_LIMIT_DEFAULT 2',
};
