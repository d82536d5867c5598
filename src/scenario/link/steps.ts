/**
 * Release 1.0 wrote the step of an act as a part of its own (`act=2&step=31`), with numbers that were not those on the
 * page. Here such links get the form of today (`act=2.4`).
 */
import type { Parts } from './fragment';

/** The numbers in such a link, in the order of the steps; of an act that is left out they are those on the page. */
const NUMBERS: Readonly<Record<string, readonly number[]>> = {
  1: [1, 11, 2, 3, 31, 4, 5, 6, 7],
  2: [1, 2, 3, 31, 4, 5, 8, 6, 7],
  3: [1, 2, 21, 3, 4, 5, 6, 7, 8],
  4: [1, 11, 2, 3, 4, 5, 6, 7, 8],
};

const isNumber = (text: string | undefined): text is string => text !== undefined && /^\d+$/.test(text);

/** A number that no step had stays. */
export function withPlace(parts: Parts): Parts {
  const [act, step] = [parts.get('act'), parts.get('step')];
  if (!isNumber(act) || !isNumber(step)) return parts;
  const at = NUMBERS[Number(act)]?.indexOf(Number(step)) ?? -1;
  const rest = [...parts].filter(([name]) => name !== 'step');
  return new Map([...rest, ['act', `${act}.${at < 0 ? step : at + 1}`]]);
}
