/** Finds one wake-up in the decision records of both lanes in which one lane left the cluster and the other stayed. */
import { type Head, headsOf, stepsOf } from '../../engine/wire/records';
import type { MachineDescription } from '../../scenario/generated/types';

/** What became of the wake-up in a lane. */
export interface Wake {
  readonly ns: number;
  readonly task: number;
  readonly waker: number;
  readonly chosen: number;
  /** The CPUs that were tried before, in order; all were busy. */
  readonly busy: readonly number[];
  /** The chosen CPU was idle; else the task has to wait there. */
  readonly idle: boolean;
  /** The chosen CPU is in another cluster than the waker. */
  readonly leaves: boolean;
}

/** Lane by lane. */
export type Story = readonly [a: Wake, b: Wake];

function wakeOf(head: Head, units: readonly number[]): Wake | null {
  const { task, cpu: waker, chosen, ns } = head;
  if (task === null || waker === chosen) return null;
  const searched = stepsOf(head).filter(({ func }) => func.startsWith('select_idle'));
  const busy = searched.flatMap(({ cpu, answer }) => (answer === 'busy' && cpu !== chosen ? [cpu] : []));
  const idle = searched.some(({ cpu, answer }) => cpu === chosen && answer === 'idle');
  return { ns, task, waker, chosen, busy: [...new Set(busy)], idle, leaves: units[waker] !== units[chosen] };
}

/** How telling a pair is: it differs, the chosen CPUs were idle, and the moments are near each other; less is better. */
function rank([a, b]: Story): number {
  const alike = a.leaves === b.leaves ? 4e9 : 0;
  // The series is about wake-ups of A that leave the cluster.
  const turned = b.leaves && !a.leaves ? 1e9 : 0;
  const waits = (a.idle ? 0 : 2e8) + (b.idle ? 0 : 2e8);
  const searched = a.busy.length > 0 ? 0 : 5e7;
  return alike + turned + waits + searched + Math.abs(a.ns - b.ns);
}

/** The most telling wake-up of one task in both lanes, from a moment (ns) on; null: no task was woken in both. */
export function findStory(
  { units }: Pick<MachineDescription, 'units'>,
  records: readonly [Uint32Array, Uint32Array],
  fromNs: number,
): Story | null {
  const wakesOf = (words: Uint32Array): Wake[] =>
    headsOf(words).flatMap((head) => (head.kind === 'wake' && head.ns >= fromNs ? (wakeOf(head, units) ?? []) : []));
  const byTask = new Map<number, Wake[]>();
  for (const b of wakesOf(records[1])) byTask.set(b.task, [...(byTask.get(b.task) ?? []), b]);
  let [best, least]: [Story | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const a of wakesOf(records[0])) {
    for (const b of byTask.get(a.task) ?? []) {
      const score = rank([a, b]);
      if (score < least) [best, least] = [[a, b], score];
    }
  }
  return best;
}
