import { hasMessage, t } from '../i18n';
import { type Problem, rangeOf } from '../scenario/check';
import type { FieldError } from '../scenario/generated/types';
import { count } from '../ui/format';

/** A field of the document by the name it has on the screen. */
export function fieldName(field: string): string {
  const key = `field.${field}`;
  return hasMessage(key) ? t(key) : field;
}

export function rangeSentence(field: string, value: string): string {
  const { min, max } = rangeOf(field);
  return t('error.range', { field: fieldName(field), value, min: count(min), max: count(max) });
}

export function problemSentence({ field, value, range }: Problem): string {
  return range ? rangeSentence(field, value) : t('error.word', { field: fieldName(field), value });
}

/** The simulator writes a range as `0..=600000`. */
const inWords = (expected: string): string =>
  expected.replace(/(\d+)\.\.=(\d+)/g, (_, min, max) => t('error.between', { min: count(+min), max: count(+max) }));

export function refusalSentence({ field, value, expected }: FieldError): string {
  return t('error.refused', { field: fieldName(field), value, expected: inWords(expected) });
}
