/** What the runs of act 6 gave each task: shares of the CPU, and waits of the sleeper. Pure. */
import type { GroupRow, Percentiles, RunReport } from '../../../../scenario/generated/types';
import type { Seen } from '../../types';

export const groupOf = ({ groups }: RunReport, is: (group: GroupRow) => boolean): GroupRow | undefined =>
  groups.find(is);
export const sleeperOf = (report: RunReport) => groupOf(report, ({ kind }) => kind === 'sleeper');

/** The part of the waits that is longer: half of them, or a quarter. */
const LONGER = { p50: 'half', p75: 'quarter' } as const satisfies Partial<Record<keyof Percentiles, string>>;
export type Longer = keyof typeof LONGER;

export interface Waits {
  /** The wait of the sleeper in lane A and in lane B (ns). */
  readonly a: number;
  readonly b: number;
  readonly longer: (typeof LONGER)[Longer];
  /** The tasks of the run, if it is another than that of the picture. */
  readonly beside: { readonly hogs: number; readonly sleepers: number } | null;
}

/** The waits of the sleeper in two lanes; null: it has not been woken yet. */
export function waitsIn(lanes: readonly RunReport[], longer: Longer): Waits | null {
  const [a, b] = lanes.map((report) => sleeperOf(report)?.wake_latency[longer]);
  return a === undefined || b === undefined ? null : { a, b, longer: LONGER[longer], beside: null };
}

/** Half of the waits of the runs beside the picture, on the average of their seeds. */
export function meanWaits({ beside }: Seen): Waits | null {
  const runs = beside[0] ?? [];
  if (runs.length === 0) return null;
  const [a = 0, b = 0] = [0, 1].map(
    (lane) => runs.reduce((sum, lanes) => sum + (lanes[lane]?.wake_latency_p50_ns ?? 0), 0) / runs.length,
  );
  return { a, b, longer: LONGER.p50, beside: null };
}

/** The waits of the first run beside the picture, which has other tasks. */
export function waitsBeside({ beside }: Seen): Waits | null {
  const lanes = beside[0]?.[0] ?? [];
  const waits = waitsIn(lanes, 'p50');
  const tasks = (kind: string) =>
    (lanes[0]?.groups ?? []).filter((group) => group.kind === kind).reduce((sum, group) => sum + group.tasks, 0);
  return waits && { ...waits, beside: { hogs: tasks('hog'), sleepers: tasks('sleeper') } };
}

/** The waits that a step is about. */
export const waitsOf = {
  clock: ({ lanes }) => waitsIn(lanes, 'p50'),
  lag: ({ lanes }) => waitsIn(lanes, 'p75'),
  debt: meanWaits,
  question: waitsBeside,
} as const satisfies Readonly<Record<string, (seen: Seen) => Waits | null>>;

const WAITS: Readonly<Record<string, (seen: Seen) => Waits | null>> = waitsOf;

const SHARED: readonly string[] = ['queue', 'clock', 'weight', 'lag', 'deadline', 'debt', 'question'];

export interface Results {
  /** Share of the CPU of each task (%), by lane; the tasks in the order of their numbers. */
  readonly shares: readonly (readonly number[])[];
  readonly waits: Waits | null;
}

/** The results that a step is about. */
export function resultsOf(step: string, seen: Seen | null): Results {
  if (!seen) return { shares: [], waits: null };
  const shares = SHARED.includes(step) ? seen.lanes.map(({ groups }) => groups.flatMap((group) => group.task_pct)) : [];
  return {
    shares: shares.every((lane) => lane.some((percent) => percent > 0)) ? shares : [],
    waits: WAITS[step]?.(seen) ?? null,
  };
}
