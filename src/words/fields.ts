/** The document's fields by their displayed names, and their error messages. */

import { type Problem, type Range, rangeOf } from '../scenario/check';
import type { FieldError, Scenario } from '../scenario/generated/types';
import { hasMessage, t } from '.';
import { count } from './format';

/** The displayed name of a field. */
export function fieldName(field: string): string {
  const [, lane, own] = /^lanes\[(\d)\]\.(?:rules\.)?((?:tunables\.)?\w+)$/.exec(field) ?? [];
  if (own !== undefined) return `${fieldName(own)} ${lane === '0' ? 'A' : 'B'}`;
  const key = `field.${field.replace(/^(groups|tasks)\[\d+\]/, '$1')}`;
  return hasMessage(key) ? t(key) : field;
}

/** The name of a field beside the other fields of its workload. */
export function fieldIn({ workload }: Pick<Scenario, 'workload'>, field: string): string {
  const own = field.replace(/^workload\./, `workload.${workload.kind}.`);
  return hasMessage(`field.${own}`) ? own : field;
}

function rangeSentence(field: string, value: string, { min, max }: Range = rangeOf(field)): string {
  return t('error.range', { field: fieldName(field), value, min: count(min), max: count(max) });
}

export function problemSentence({ field, value, range }: Problem): string {
  if (range) return rangeSentence(field, value, range);
  // A layout lacks a field or repeats it, although each of its words is valid.
  const isKernel = /(^|\.)kernel$/.test(field);
  const key = field.endsWith('.layout') ? 'fault.layout' : isKernel ? 'error.kernel' : 'error.word';
  return t(key, { field: fieldName(field), value });
}

const between = (min: number, max: number): string =>
  min === max ? count(min) : t('error.between', { min: count(min), max: count(max) });

/** The allowed range; null: the field has none. */
function allowed({ fault }: FieldError): string | null {
  switch (fault.kind) {
    case 'out_of_range':
    case 'count':
      return between(fault.min, fault.max);
    case 'not_cpus':
      return between(0, fault.last);
    default:
      return null;
  }
}

/** The CPUs of a recording that its machine lacks, as `sim-wasm/recorded` says them. */
const LACKING = /the recording has CPUs (\S+), which the machine lacks/;

/** The sentence of a fault that has one of its own. */
function ownSentence({ fault, value }: FieldError): string | null {
  switch (fault.kind) {
    case 'source':
      return t('error.source', { line: fault.line, why: fault.why });
    case 'recorded':
      return t('fault.recorded', { name: value.replace(/^"|"$/g, '') });
    case 'no_sched_ext':
      return t('fault.no_sched_ext');
    case 'topology': {
      const cpus = LACKING.exec(fault.why)?.[1];
      return cpus === undefined ? null : t('fault.lacking', { cpus });
    }
    default:
      return null;
  }
}

export function refusalSentence(error: FieldError): string {
  const own = ownSentence(error);
  if (own !== null) return own;
  const field = fieldName(error.field);
  const { value, message } = error;
  const expected = allowed(error);
  if (expected !== null) return t('error.refused', { field, value, expected });
  const says = t('error.says', { message });
  // Without a field the message is about the whole document.
  return field ? t('error.other', { field, value }) + says : says;
}

/** The texts of a number field of the document. */
export const fieldTexts = (field: string, range: Range) => ({
  label: fieldName(field),
  complaint: (text: string) => rangeSentence(field, text, range),
  stays: (kept: string) => t('error.stays', { kept }),
});
