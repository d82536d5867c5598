/** The marks of the lens on the machine: a pure function of a decision's record and the present step. */
import { countedOf, type Head, type Step } from '../../engine/wire/records';
import type { Answer } from '../../scenario/generated/vocab';
import { isGroup } from '../../words/sentences';

/** The effect of an answer: it supports the choice, hinders it, or only informs. */
export type Tone = 'good' | 'bad' | 'plain';

const SIGNS: Readonly<Record<Answer, readonly [glyph: string, tone: Tone]>> = {
  idle: ['✓', 'good'],
  busy: ['×', 'plain'],
  later: ['+', 'good'],
  out_of_budget: ['!', 'bad'],
  not_allowed: ['⊘', 'bad'],
  yes: ['✓', 'good'],
  no: ['×', 'plain'],
  load: ['≈', 'plain'],
  has_spare: ['+', 'plain'],
  fully_busy: ['=', 'plain'],
  smt_balance: ['=', 'plain'],
  imbalanced: ['≠', 'plain'],
  overloaded: ['!', 'plain'],
  chosen: ['✓', 'good'],
  balanced: ['=', 'plain'],
  moved: ['→', 'good'],
  running: ['×', 'plain'],
  hot: ['~', 'plain'],
  misfit: ['≠', 'plain'],
  gated: ['⊘', 'bad'],
  pending: ['⊘', 'bad'],
  no_overload: ['⊘', 'bad'],
  switched_off: ['⊘', 'bad'],
  too_dear: ['!', 'bad'],
  skipped: ['⊘', 'bad'],
  serialized: ['⊘', 'bad'],
  migrate_load: ['Δ', 'plain'],
  migrate_util: ['Δ', 'plain'],
  migrate_task: ['Δ', 'plain'],
  at: ['≈', 'plain'],
  waits: ['·', 'plain'],
  protected: ['!', 'good'],
  delayed: ['×', 'plain'],
  eligible: ['✓', 'good'],
  ineligible: ['×', 'plain'],
  active: ['✓', 'good'],
  expired: ['×', 'plain'],
  too_small: ['<', 'plain'],
  misfit_task: ['!', 'plain'],
  asym_packing: ['!', 'plain'],
  migrate_misfit: ['Δ', 'plain'],
  throttled: ['‖', 'bad'],
  llc_balance: ['!', 'plain'],
  migrate_llc_task: ['Δ', 'plain'],
  degrades_llc: ['⊘', 'bad'],
  mig_unrestricted: ['≈', 'plain'],
  mig_llc: ['✓', 'good'],
  mig_forbid: ['⊘', 'bad'],
  breaks_llc: ['⊘', 'bad'],
};

export const glyphOf = (answer: Answer): string => SIGNS[answer][0];
export const toneOf = (answer: Answer): Tone => SIGNS[answer][1];

/** A tried CPU: the number of its step, from 1. */
export interface Tried {
  readonly cpu: number;
  readonly place: number;
  readonly answer: Answer;
  readonly when: 'past' | 'present' | 'future';
}

/** Groups of one domain that were compared: the step of each in which it was counted, and its CPUs. */
export interface Level {
  readonly counted: readonly number[];
  readonly spans: readonly (readonly number[])[];
}

/** A group of the searched domain: its type and its counts. */
export interface Group {
  readonly cpus: readonly number[];
  readonly answer: Answer;
  readonly running: number;
  readonly idle: number;
  readonly load: number | null;
  readonly busiest: boolean;
}

/** A node, by its first CPU, and the tasks or load that were compared. */
export interface NodeLoad {
  readonly first: number;
  readonly load: number;
  readonly chosen: boolean;
}

export interface Marks {
  readonly tried: readonly Tried[];
  readonly groups: readonly Group[];
  readonly nodes: readonly NodeLoad[];
  /** The CPUs whose overload bit is set. */
  readonly bitmap: readonly number[];
  readonly decider: number;
  /** The previous CPU of the task, or the queue it is pulled from. */
  readonly about: number | null;
  readonly target: number | null;
  readonly chosen: number | null;
}

const isBit = ({ func, answer }: Step): boolean => func === 'try_steal' && answer === 'overloaded';
const isStatistics = ({ func, answer }: Step): boolean =>
  (func === 'find_busiest_group' || func === 'find_idlest_group') && answer !== 'balanced';
const isNode = ({ func, answer }: Step): boolean =>
  func === 'find_busiest_node' || (func === 'sched_best_cpu' && answer === 'load');

/**
 * The levels of a search. `domains`: the groups of the domains that may have been searched, in the kernel's order, each
 * beginning with that of the searching CPU; other groups count as groups of one CPU.
 */
export function levelsOf(
  steps: readonly Step[],
  domains: readonly (readonly (readonly number[])[])[],
): readonly Level[] {
  const counted = steps.flatMap((step, i) => (isStatistics(step) && step.answer !== 'load' ? [i] : []));
  const cpuOf = (i: number | undefined) => steps[i ?? -1]?.cpu ?? -1;
  const largestFirst = domains.toSorted((a, b) => b.length - a.length);
  const levels: Level[] = [];
  for (let at = 0; at < counted.length; at += levels.at(-1)?.counted.length ?? 1) {
    const known = largestFirst.find(
      (groups) => groups.length > 0 && groups.every(([first], k) => first === cpuOf(counted[at + k])),
    );
    const ahead = counted.slice(at).map(cpuOf);
    const again = ahead.findIndex((cpu, k) => ahead.indexOf(cpu) < k);
    const spans = known ?? ahead.slice(0, again < 0 ? ahead.length : again).map((cpu) => [cpu]);
    levels.push({ counted: counted.slice(at, at + spans.length), spans });
  }
  return levels;
}

/** The CPUs of the group that a step is about; null: it is about a CPU or a node. */
export function groupAt(steps: readonly Step[], levels: readonly Level[], i: number): readonly number[] | null {
  const step = steps[i];
  if (!step || isNode(step) || !isGroup(step)) return null;
  const before = levels.flatMap(({ counted, spans }) => counted.map((at, k) => ({ at, cpus: spans[k] ?? [] })));
  return before.findLast(({ at, cpus }) => at <= i && cpus[0] === step.cpu)?.cpus ?? [step.cpu];
}

/** `present`: the number of the present step (from 0); after the last: the result. */
export function marksOf(
  head: Head,
  steps: readonly Step[],
  present: number,
  levels: readonly Level[] = levelsOf(steps, []),
): Marks {
  const tried = new Map<number, Tried>();
  for (const [i, step] of steps.entries()) {
    if (isBit(step) || isStatistics(step) || isNode(step) || step.func === 'calculate_imbalance') continue;
    const when = i < present ? 'past' : i === present ? 'present' : 'future';
    // A CPU tried twice shows the latest that is not still to come.
    if (when === 'future' && tried.has(step.cpu)) continue;
    tried.set(step.cpu, { cpu: step.cpu, place: i + 1, answer: step.answer, when });
  }
  const imbalance = steps.findLast(({ func }) => func === 'calculate_imbalance');
  const level = levels.findLast(({ counted }) => (counted[0] ?? 0) <= present) ?? levels[0];
  const moves = steps.some(({ answer }) => answer === 'moved') || head.task !== null;
  const nodes = steps.filter(isNode);
  const least = Math.min(...nodes.map(({ value }) => value));
  const isChosenNode = ({ func, answer, value, cpu }: Step) =>
    func === 'find_busiest_node'
      ? answer === 'chosen'
      : value === least && nodes.find((node) => node.value === least)?.cpu === cpu;
  return {
    tried: [...tried.values()].sort((a, b) => a.place - b.place),
    groups: (level?.counted ?? []).flatMap((i, k): Group[] => {
      const [step, next] = [steps[i], steps[i + 1]];
      if (!step) return [];
      const { cpu, answer, value } = step;
      return [
        {
          cpus: level?.spans[k] ?? [cpu],
          answer,
          ...countedOf(value),
          load: next?.answer === 'load' && next.cpu === cpu ? next.value : null,
          busiest: imbalance?.cpu === cpu,
        },
      ];
    }),
    nodes: nodes.map((step) => ({ first: step.cpu, load: step.value, chosen: isChosenNode(step) })),
    bitmap: steps.filter(isBit).map(({ cpu }) => cpu),
    decider: head.cpu,
    about: head.about === head.cpu && head.kind !== 'wake' ? null : head.about,
    target: steps.find(({ func }) => func === 'select_idle_sibling')?.cpu ?? null,
    chosen: moves ? head.chosen : null,
  };
}
