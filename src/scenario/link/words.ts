/** Encoding and decoding of numbers, moments, choices and pairs. */
import type { KernelId } from '../generated/types';
import { namedKernel } from '../kernelNames';
import { BadPart, type Reading } from './part';

export const WHOLE = /^\d{1,15}$/;

export function integer(text: string): number {
  if (!WHOLE.test(text)) throw new BadPart();
  return Number(text);
}

const TIME_UNITS: readonly (readonly [unit: string, ns: number])[] = [
  ['s', 1e9],
  ['ms', 1e6],
  ['us', 1e3],
  ['ns', 1],
];

/** A moment in the largest unit that gives a whole number. */
export function writeTime(ns: number): string {
  const [unit, scale] = TIME_UNITS.find(([, size]) => ns > 0 && ns % size === 0) ?? ['ms', 1e6];
  return `${ns / scale}${unit}`;
}

/** `2ms`, `1500us`, `0.5s`; a bare 0 needs no unit. */
export function readTime(text: string): number {
  const [, digits = '', unit] = /^(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|ms|s)?$/.exec(text) ?? [];
  const [, scale] = TIME_UNITS.find(([known]) => known === unit?.replace('µ', 'u')) ?? [];
  if (digits === '' || (scale === undefined && Number(digits) !== 0)) throw new BadPart();
  return Math.round(Number(digits) * (scale ?? 0));
}

export function oneOf<T extends string>(text: string, known: readonly T[]): T {
  const found = known.find((word) => word === text);
  if (found === undefined) throw new BadPart();
  return found;
}

/** The kernel that a name means; `kept` if no such kernel is known. */
export function readKernel<T>(field: string, text: string, { say, wrong }: Reading, kept: T): KernelId | T {
  const named = namedKernel(text);
  if (named === null) wrong({ field, value: text.slice(0, 60), range: null });
  else if (named.remark !== 'exact') say({ kind: 'name', named });
  return named?.kernel ?? kept;
}

export const readSwitch = (text: string): boolean => oneOf(text, ['0', '1']) === '1';

/** `write:700,line_cluster:45`; `-`: none. */
export const writePairs = (values: Readonly<Record<string, number | undefined>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}:${value}`)
    .join(',') || '-';

/** Reports pairs that are not understood to `note`. */
export function readPairs(
  text: string,
  isKnown: (key: string) => boolean,
  note: (pair: string) => void,
): Record<string, number> {
  if (text === '-') return {};
  return Object.fromEntries(
    text.split(',').flatMap((pair): [string, number][] => {
      const [key = '', value = ''] = pair.split(':');
      if (isKnown(key) && WHOLE.test(value)) return [[key, Number(value)]];
      note(pair);
      return [];
    }),
  );
}
