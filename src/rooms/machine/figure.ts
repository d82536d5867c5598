/** The most informative figure of a lane, measured over the run so far. */
import type { FrameView } from '../../engine/wire/frame';
import { hasLaneOf } from '../../scenario/catalog';
import { MECHANISMS } from '../../scenario/generated/mechanisms';
import type { Features, MachineDescription, Scenario } from '../../scenario/generated/types';
import { DISTANCES, type Distance } from '../../scenario/generated/vocab';
import { hasQuota } from '../../scenario/groups';

/**
 * The fraction of wake-ups that change the cluster, the last-level cache, or the node: the task runs in another one
 * than that of its previous CPU (`prev_cpu`), a wake-up migration. For `wasted`: the fraction of CPU time that is idle
 * while a task waits.
 */
export type Figure = 'cluster' | 'llc' | 'node' | 'wasted';

/** Whether the lanes balance differently: the placement of tasks when no CPU is idle, or the work of an idle CPU. */
const balancesOtherwise = (a: Features, b: Features): boolean =>
  MECHANISMS.some(({ key, part }) => part === 'balance' && a[key] !== b[key]);

/** Null: no figure is informative. */
export function figureOf(
  scenario: Scenario,
  { cluster_level, distances, unit_kind }: Pick<MachineDescription, 'cluster_level' | 'distances' | 'unit_kind'>,
): Figure | null {
  const { lanes, workload } = scenario;
  // Two threads that never sleep are woken once, and sharing a CPU is independent of wake-up placement.
  if (workload.kind === 'sharing' || workload.kind === 'hogs') return null;
  // So is what a quota does to the tasks of rt-app.
  if (workload.kind === 'rtapp' && hasQuota(scenario)) return null;
  const [a, b] = lanes;
  if (a && b && balancesOtherwise(a.features, b.features)) return 'wasted';
  if (hasLaneOf('o1', scenario) || workload.kind === 'jobs' || workload.kind === 'numa') return 'wasted';
  if (cluster_level) return 'cluster';
  if (unit_kind === 'llc') return 'llc';
  return distances.length > 1 ? 'node' : 'wasted';
}

const FIRST_BEYOND: Readonly<Record<Exclude<Figure, 'wasted'>, Distance>> = {
  cluster: 'llc',
  llc: 'node',
  node: 'node',
};

/** 0 to 1, of `cpus` CPUs; null before the first measurement. */
export function shareOf(figure: Figure, frame: FrameView, cpus = frame.cpus): number | null {
  if (figure === 'wasted') {
    const ns = frame.windowNs * cpus;
    return frame.measured && ns > 0 ? frame.windowWastedNs / ns : null;
  }
  const beyond = DISTANCES.indexOf(FIRST_BEYOND[figure]);
  const counts = DISTANCES.map((_, distance) => frame.wakesTo(distance));
  const all = counts.reduce((sum, n) => sum + n, 0);
  const left = counts.slice(beyond).reduce((sum, n) => sum + n, 0);
  return all > 0 ? left / all : null;
}

/** As displayed: whole percent, small values with one more digit. */
export function shareText(share: number): string {
  const percent = share * 100;
  return percent >= 9.95 ? percent.toFixed(0) : percent.toFixed(1);
}
