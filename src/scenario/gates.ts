/** How long a CPU must expect to stay idle before it looks for work. */
import type { KernelId, Scenario } from './generated/types';

/** `STEAL_COST` of the idle stealing patches (ns). */
export const STEAL_GATE_NS = 10_000;
/** `sysctl_sched_migration_cost` of the kernel (ns). */
const MIGRATION_COST_NS = 500_000;

/** Kernels whose `newidle_balance` compares `avg_idle` with `sched_migration_cost`. */
const GATED: readonly KernelId[] = ['4.20', '5.9', '5.10'];

/** The gate of `newidle_balance` in a lane (0 or 1; ns), or null where its kernel or its own rules have none. */
export const newidleGateNs = ({ kernel, tunables, lanes }: Scenario, lane: number): number | null =>
  (lanes[lane]?.rules?.newidle_gate ?? GATED.includes(kernel))
    ? (tunables?.migration_cost_ns ?? MIGRATION_COST_NS)
    : null;
