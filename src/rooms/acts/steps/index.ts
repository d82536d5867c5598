/** The steps of the acts; those of each are loaded when it is opened. */
import { ACT_NUMBERS, type ACT_PRESETS } from '../../../scenario/acts';
import type { Act } from '../types';

/** One for each act. */
type Loaders<Acts> = { readonly [At in keyof Acts]: () => Promise<Act> };

const LOADERS: Loaders<typeof ACT_PRESETS> = [
  async () => (await import('./one')).one,
  async () => (await import('./two')).two,
  async () => (await import('./three')).three,
  async () => (await import('./four')).four,
  async () => (await import('./five')).five,
  async () => (await import('./six')).six,
];

/** The existing act nearest to the requested number. */
export const nearestAct = (wanted: number): number =>
  ACT_NUMBERS.reduce((best, one) => (Math.abs(one - wanted) < Math.abs(best - wanted) ? one : best));

export async function loadAct(number: number): Promise<Act> {
  const load = LOADERS[number - 1];
  if (!load) throw new Error(`there is no act ${number}`);
  return load();
}
