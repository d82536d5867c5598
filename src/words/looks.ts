/** The texts of the rows of a decision: separate, since the first load does not need them. */
import type { Row } from '../engine/wire/looks';
import { type Head, howOf, type Step } from '../engine/wire/records';
import { distanceOf } from '../scenario/distance';
import type { MachineDescription } from '../scenario/generated/types';
import { catalogue } from '.';
import type { looksEn } from './looks.en';
import { because, textOf } from './sentences';

export type LooksKey = keyof typeof looksEn;

const words = await catalogue<LooksKey>({
  en: async () => (await import('./looks.en')).looksEn,
  zh: async () => (await import('./looks.zh')).looksZh,
});
export const { t: looksWord, useT: useLooksWords } = words;

/** What the CPU of a row is for the decision; `before`: the row above. */
export function roleKey({ role, step }: Row, before: Row | undefined): LooksKey {
  if (role !== 'next' || !before) return `role.${role}`;
  const ahead = step.cpu - before.step.cpu;
  return ahead === 1 ? 'role.next.up' : ahead < 0 ? 'role.next.wrap' : 'role.next';
}

/** The reason for a choice, below a title that names the CPU. */
export function reasonOf(head: Head, steps: readonly Step[], gateNs: number | null, word: typeof looksWord): string {
  const reason = because(head, steps, gateNs);
  const short = `it.${reason.key.slice('why.'.length)}`;
  return words.has(short) ? word(short) : textOf(reason);
}

/** Where the chosen CPU is, seen from the waker; null: of a decision without a waker. */
export function farKey(head: Head, machine: MachineDescription): LooksKey | null {
  if (howOf(head) === null) return null;
  const distance = distanceOf(machine, head.cpu, head.chosen);
  return distance === 'llc' && machine.cluster_level ? 'far.llc.cluster' : `far.${distance}`;
}
