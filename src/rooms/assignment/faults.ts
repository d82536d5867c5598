/** The sentence about a fault in the language of the page. */
import type { Remark } from '../../engine/remark';
import type { FieldError } from '../../scenario/generated/types';
import { refusalSentence } from '../../words/fields';
import { type AssignmentKey, has, w } from './words';

const LONG: Readonly<Record<string, AssignmentKey>> = {
  name: 'name',
  'student number': 'number',
  'answer in words': 'answer',
  scheduler: 'kind.policy',
};

/** A value of a fault as it is worded. */
function wordOf(name: string, value: unknown): string | number {
  switch (name) {
    case 'what':
      return LONG[String(value)] ? w(LONG[String(value)] as AssignmentKey) : String(value);
    case 'task':
      return Number(value) + 1;
    case 'why':
      return typeof value === 'object' ? sentenceOf(value as Remark) : String(value);
    case 'wanted':
      return w(`form.${String(value)}` as AssignmentKey);
    case 'figure':
      return w(`figure.${String(value)}` as AssignmentKey);
    case 'problem':
      return String(value).replace(/\.$/, '');
    default:
      return String(value);
  }
}

/** Faults that are not listed have a sentence in English only. */
export function sentenceOf(fault: Remark): string {
  if (fault.is === 'refused') return refusalSentence(fault.fault as FieldError);
  const key = `fault.${fault.is}`;
  if (!has(key)) return fault.sentence;
  const values = Object.fromEntries(Object.entries(fault).map(([name, value]) => [name, wordOf(name, value)]));
  const sentence = w(key as AssignmentKey, values);
  if (fault.is !== 'ejected' || fault.line === 0) return sentence;
  return sentence + w(fault.queued === true ? 'fault.ejected.queued' : 'fault.ejected.line', values);
}

/** The fault of a document. */
export const refused = (fault: FieldError): Remark => ({ is: 'refused', fault, sentence: fault.message });
