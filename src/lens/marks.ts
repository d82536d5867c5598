/** What the lens shows of a decision on the machine: a pure function of its record and the present step. */
import type { Head, Step } from '../engine/records';
import type { Answer } from '../scenario/generated/vocab';
import { isGroup } from '../ui/sentences';

/** How an answer is taken: what helps the choice, what stands in its way, what only informs. */
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
  imbalanced: ['≠', 'plain'],
  overloaded: ['!', 'plain'],
  chosen: ['✓', 'good'],
  balanced: ['=', 'plain'],
  moved: ['→', 'good'],
  running: ['×', 'plain'],
  hot: ['~', 'plain'],
  misfit: ['≠', 'plain'],
  gated: ['⊘', 'bad'],
  no_overload: ['⊘', 'bad'],
  switched_off: ['⊘', 'bad'],
  too_dear: ['!', 'bad'],
  migrate_load: ['Δ', 'plain'],
  migrate_util: ['Δ', 'plain'],
  migrate_task: ['Δ', 'plain'],
};

export const glyphOf = (answer: Answer): string => SIGNS[answer][0];
export const toneOf = (answer: Answer): Tone => SIGNS[answer][1];

/** A CPU that was tried: the number of the step that says so, from 1. */
export interface Tried {
  readonly cpu: number;
  readonly place: number;
  readonly answer: Answer;
  readonly when: 'past' | 'present' | 'future';
}

/** A group of the domain that is balanced: its type and what was counted. */
export interface Group {
  /** Its first CPU. */
  readonly first: number;
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
  /** Where the task ran last, or the queue it is taken from. */
  readonly about: number | null;
  readonly target: number | null;
  readonly chosen: number | null;
}

const isBit = ({ func, answer }: Step): boolean => func === 'try_steal' && answer === 'overloaded';
const isStatistics = ({ func, answer }: Step): boolean =>
  (func === 'find_busiest_group' || func === 'find_idlest_group') && answer !== 'balanced';
const isNode = ({ func, answer }: Step): boolean =>
  func === 'find_busiest_node' || (func === 'sched_best_cpu' && answer === 'load');

/** `present`: the number of the step (from 0) that is looked at; after the last: the result. */
export function marksOf(head: Head, steps: readonly Step[], present: number): Marks {
  const tried = new Map<number, Tried>();
  for (const [i, step] of steps.entries()) {
    if (isBit(step) || isStatistics(step) || isNode(step) || step.func === 'calculate_imbalance') continue;
    const when = i < present ? 'past' : i === present ? 'present' : 'future';
    // A CPU tried twice shows the latest that is not still to come.
    if (when === 'future' && tried.has(step.cpu)) continue;
    tried.set(step.cpu, { cpu: step.cpu, place: i + 1, answer: step.answer, when });
  }
  const imbalance = steps.findLast(({ func }) => func === 'calculate_imbalance');
  const groups = steps.filter((step) => isStatistics(step) && step.answer !== 'load');
  const loadOf = (first: number) =>
    steps.find((step) => isStatistics(step) && step.answer === 'load' && step.cpu === first)?.value ?? null;
  const moves = steps.some(({ answer }) => answer === 'moved') || head.task !== null;
  const nodes = steps.filter(isNode);
  const least = Math.min(...nodes.map(({ value }) => value));
  const isChosenNode = ({ func, answer, value, cpu }: Step) =>
    func === 'find_busiest_node'
      ? answer === 'chosen'
      : value === least && nodes.find((node) => node.value === least)?.cpu === cpu;
  return {
    tried: [...tried.values()].sort((a, b) => a.place - b.place),
    groups: [...new Map(groups.map((step) => [step.cpu, step])).values()].map(({ cpu, answer, value }) => ({
      first: cpu,
      answer,
      running: value >>> 16,
      idle: value & 0xffff,
      load: loadOf(cpu),
      busiest: imbalance?.cpu === cpu,
    })),
    nodes: nodes.map((step) => ({ first: step.cpu, load: step.value, chosen: isChosenNode(step) })),
    bitmap: steps.filter(isBit).map(({ cpu }) => cpu),
    decider: head.cpu,
    about: head.about === head.cpu && head.kind !== 'wake' ? null : head.about,
    target: steps.find(({ func }) => func === 'select_idle_sibling')?.cpu ?? null,
    chosen: moves ? head.chosen : null,
  };
}

/** The CPUs of each group, by its first CPU, among the groups of the domains that were looked at. */
export function spansOf(
  groups: readonly Group[],
  domains: readonly (readonly (readonly number[])[])[],
): ReadonlyMap<number, readonly number[]> {
  const firsts = new Set(groups.map(({ first }) => first));
  const same = domains.find((spans) => spans.length === firsts.size && spans.every(([cpu]) => firsts.has(cpu ?? -1)));
  return new Map((same ?? []).map((cpus) => [cpus[0] ?? 0, cpus]));
}

/** A list of CPUs as the kernel prints it (`0-3,8`), one by one. */
export function cpusOf(list: string): number[] {
  return list
    .split(',')
    .filter(Boolean)
    .flatMap((part) => {
      const [from = 0, to = from] = part.split('-').map(Number);
      return Array.from({ length: to - from + 1 }, (_, i) => from + i);
    });
}

/** How a step names what it is about: a group or node by its first CPU, or a CPU. */
export const subjectOf = (step: Step): 'group' | 'cpu' => (isGroup(step) ? 'group' : 'cpu');
