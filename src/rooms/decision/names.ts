/** A row in words: for the list and for screen readers. */
import type { Row } from '../../engine/wire/looks';
import { writeCpuList } from '../../scenario/cpuList';
import type { KernelId } from '../../scenario/generated/types';
import { duration } from '../../words/format';
import { functionName } from '../../words/functionName';
import { type looksWord, roleKey } from '../../words/looks';
import { isGroup, numberOf, textOf } from '../../words/sentences';
import type { t as translate } from '../../words/steps';
import type { decisionWord } from './words';

export interface Told {
  /** The kernel's functions. */
  readonly funcs: string;
  readonly subject: string;
  readonly role: string;
  readonly answer: string;
  /** Empty if the answer has no number. */
  readonly value: string;
  /** The cost of the decision so far. */
  readonly cost: string;
}

interface Texts {
  readonly t: typeof translate;
  readonly word: typeof decisionWord;
  readonly looks: typeof looksWord;
}

/** `group`: the CPUs of the group that the row is about; null: it is about a node or a CPU. */
export function tell(
  row: Row,
  before: Row | undefined,
  group: readonly number[] | null,
  kernel: KernelId,
  { t, word, looks }: Texts,
): Told {
  const { step, funcs, toNs } = row;
  const value = numberOf(step);
  return {
    funcs: funcs.map((func) => functionName(func, kernel)).join(' › '),
    subject: group
      ? word('group', { cpus: writeCpuList(group) })
      : word(isGroup(step) ? 'node' : 'cpu', { cpu: step.cpu }),
    role: looks(roleKey(row, before)),
    answer: t(`answer.${step.answer}`),
    value: value ? textOf(value) : '',
    cost: duration(toNs),
  };
}
