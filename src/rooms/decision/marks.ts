/** The marks of the lens on the machine: a pure function of a decision's record and the present step. */
import type { Row } from '../../engine/wire/looks';
import { countedOf, type Head, type Step } from '../../engine/wire/records';
import type { Answer } from '../../scenario/generated/vocab';
import { isChoice } from '../../signs/Ring';
import { isGroup } from '../../words/sentences';

/** A CPU that was looked at. */
export interface Looked {
  readonly cpu: number;
  /** The numbers of its rows. */
  readonly numbers: readonly number[];
  readonly when: 'past' | 'present' | 'future';
  /** A look found this CPU for the task. */
  readonly chosen: boolean;
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
  readonly groups: readonly Group[];
  readonly nodes: readonly NodeLoad[];
  /** The CPUs whose overload bit is set. */
  readonly bitmap: readonly number[];
  readonly decider: number;
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

/** The CPUs that a decision looked at, in order. `present`: the number of the present row (from 0); after the last: the result. */
export function looksOf(rows: readonly Row[], present: number, choice: number): readonly Looked[] {
  const looks = new Map<number, Looked>();
  for (const [i, row] of rows.entries()) {
    const { step, number } = row;
    if (number === null) continue;
    const { numbers = [], when = 'future', chosen = false } = looks.get(step.cpu) ?? {};
    looks.set(step.cpu, {
      cpu: step.cpu,
      numbers: [...numbers, number],
      // A CPU that is looked at twice shows the latest look that is not still to come.
      when: i > present ? when : i === present ? 'present' : 'past',
      chosen: chosen || isChoice(row, choice),
    });
  }
  return [...looks.values()];
}

/** `present`: the number of the present step (from 0); after the last: the result. */
export function marksOf(
  head: Head,
  steps: readonly Step[],
  present: number,
  levels: readonly Level[] = levelsOf(steps, []),
): Marks {
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
    chosen: moves ? head.chosen : null,
  };
}
