/** The acts there are; each is loaded when it is opened. */
import type { Act } from '../types';

const ACTS: Readonly<Record<number, () => Promise<Act>>> = {
  1: async () => (await import('./one')).one,
  2: async () => (await import('./two')).two,
  3: async () => (await import('./three')).three,
  4: async () => (await import('./four')).four,
  5: async () => (await import('./five')).five,
};

export const ACT_NUMBERS: readonly number[] = Object.keys(ACTS).map(Number);

/** The act that is there nearest to the one asked for. */
export const nearestAct = (asked: number): number =>
  ACT_NUMBERS.reduce((best, one) => (Math.abs(one - asked) < Math.abs(best - asked) ? one : best));

export async function loadAct(number: number): Promise<Act> {
  const load = ACTS[number];
  if (!load) throw new Error(`there is no act ${number}`);
  return load();
}
