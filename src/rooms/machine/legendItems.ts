/**
 * The items of a legend: only signs on the screen, in the order shapes, capacities, thin, thick, waste; at most four
 * items.
 */
import type { WorkloadKind } from '../../scenario/catalog';
import type { MachineDescription, Workload } from '../../scenario/generated/types';
import { Shape } from '../../signs/palette';
import type { Sign } from './seen';
import type { machineEn } from './words.en';

type Word = keyof typeof machineEn;

export interface LegendItem {
  /** The sign beside the words. */
  readonly sign: Exclude<Sign, 'inside' | 'outside' | 'mixed'> | 'tasks' | 'capacity';
  /** Of tasks: their shapes. */
  readonly shapes: readonly Shape[];
  /** The long form, and the short form for little room. */
  readonly word: Word;
  readonly short: Word;
}

const MOST = 4;

/** Tasks that never sleep, and others. */
const BOTH = ['machine.legend.hogs', Shape.square, Shape.circle] as const;

/** The shapes of a workload's tasks, and their names. */
const TASKS: Readonly<Record<WorkloadKind, readonly [word: Word, ...shapes: Shape[]]>> = {
  hackbench: ['machine.legend.senders', Shape.triangle, Shape.circle],
  pairs: ['machine.legend.clients', Shape.triangle, Shape.circle],
  schbench: ['machine.legend.clients', Shape.triangle, Shape.circle],
  jobs: ['machine.legend.jobs', Shape.square],
  numa: ['machine.legend.jobs', Shape.square],
  sharing: ['machine.legend.threads', Shape.square],
  stream: ['machine.legend.threads', Shape.square],
  shared: ['machine.legend.threads', Shape.square],
  hogs: BOTH,
  rtapp: BOTH,
  replay: BOTH,
};
const DISTURBED = ['machine.legend.disturbed', Shape.square, Shape.triangle, Shape.circle] as const;
const HOGS = ['machine.legend.hog', Shape.square] as const;
const SLEEPERS = ['machine.legend.sleeper', Shape.circle] as const;

/** A `numa_test` may have a `hackbench` beside its jobs, hogs may have sleepers: shown once they were visible. */
function tasksOf({ kind }: Workload, mixed: boolean, hasHogs: boolean) {
  if (kind === 'numa' && mixed) return DISTURBED;
  if (!hasHogs && TASKS[kind] === BOTH) return SLEEPERS;
  return kind === 'hogs' && !mixed ? HOGS : TASKS[kind];
}

export function legendOf(
  workload: Workload,
  { unit_kind: kind, sockets, capacities }: Pick<MachineDescription, 'unit_kind' | 'sockets' | 'capacities'>,
  seen: ReadonlySet<Sign>,
  hasHogs = true,
): LegendItem[] {
  const [word, ...shapes] = tasksOf(workload, seen.has('mixed'), hasHogs);
  const node = sockets[0]?.nodes[0];
  const beyond = node?.shared_llc === false ? 'node' : node?.clusters[0]?.l3_tag === false ? 'l3' : 'llc';
  const line = (sign: LegendItem['sign'], word: Word, short: Word): LegendItem => ({ sign, word, short, shapes: [] });
  const items: LegendItem[] = [{ sign: 'tasks', shapes, word, short: word }];
  if (capacities.length > 0) items.push(line('capacity', 'machine.legend.capacity', 'machine.legend.capacity.short'));
  if (seen.has('near')) items.push(line('near', `machine.legend.near.${kind}`, `machine.legend.in.${kind}`));
  else if (seen.has('inside')) items.push(line('near', `machine.legend.inside.${kind}`, `machine.legend.in.${kind}`));
  if (seen.has('far')) items.push(line('far', `machine.legend.far.${beyond}`, `machine.legend.over.${beyond}`));
  else if (seen.has('outside'))
    items.push(line('far', `machine.legend.outside.${beyond}`, `machine.legend.over.${beyond}`));
  if (seen.has('stolen')) items.push(line('stolen', 'machine.legend.stolen', 'machine.legend.stolen'));
  if (seen.has('wasted')) items.push(line('wasted', 'machine.legend.wasted', 'machine.legend.wasted.short'));
  if (seen.has('throttled'))
    items.push(line('throttled', 'machine.legend.throttled', 'machine.legend.throttled.short'));
  if (seen.has('overloaded')) items.push(line('overloaded', 'machine.legend.queue', 'machine.legend.queue.short'));
  // Rare signs are more informative than traffic inside a cluster or permanent marks.
  for (const common of [...(seen.has('near') ? ['overloaded', 'near'] : ['near', 'overloaded']), 'capacity']) {
    const at = items.findIndex(({ sign }) => sign === common);
    if (items.length > MOST && at >= 0) items.splice(at, 1);
  }
  return items;
}
