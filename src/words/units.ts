/** The units of the model's constants and limits; the English comes from the simulator. */
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./units.zh')).unitsZh);

/** The English of what there is one of; what is not here is written alike. */
const ONE: Readonly<Record<string, string>> = {
  copies: 'copy',
  groups: 'group',
  jobs: 'job',
  pairs: 'pair',
  tasks: 'task',
  threads: 'thread',
};

/** A unit beside a number of them. */
export const unitWord = (unit: string, n?: number): string => own(unit, (n === 1 && ONE[unit]) || unit);
