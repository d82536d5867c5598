/** The sentence about a fault in the language of the page. */
import type { Fault } from '../../engine/assignments';
import { type AssignmentKey, has, w } from './words';

const LONG: Readonly<Record<string, AssignmentKey>> = {
  name: 'name',
  'student number': 'number',
  'answer in words': 'answer',
  scheduler: 'kind.policy',
};

/** Faults that are not listed have a sentence in English only. */
export function sentenceOf(fault: Fault): string {
  const key = `fault.${fault.is}`;
  if (!has(key)) return fault.sentence;
  const values = Object.fromEntries(Object.entries(fault).map(([name, value]) => [name, String(value)]));
  const what = LONG[values.what ?? ''];
  return w(key as AssignmentKey, {
    ...values,
    ...(what && { what: w(what) }),
    ...(typeof fault.task === 'number' && { task: fault.task + 1 }),
  });
}
