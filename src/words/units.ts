/** The units of the model's constants and limits; the English comes from the simulator. */
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./units.zh')).unitsZh);

/** English singular forms; units that are not listed do not change. */
const ONE: Readonly<Record<string, string>> = {
  copies: 'copy',
  groups: 'group',
  jobs: 'job',
  pairs: 'pair',
  tasks: 'task',
  threads: 'thread',
};

/** The unit for a number. */
export const unitWord = (unit: string, n?: number): string => own(unit, (n === 1 && ONE[unit]) || unit);
