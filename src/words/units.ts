/** The units of the model's constants and limits; the English comes from the simulator. */
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./units.zh')).unitsZh);

export const unitWord = (unit: string): string => own(unit, unit);
