/** The units of the model's constants and limits; the English comes from the simulator. */
import { translated } from '.';

const units = await translated<Readonly<Record<string, string>>>({
  en: async () => ({}),
  zh: async () => (await import('./units.zh')).unitsZh,
});

export const unitWord = (unit: string): string => units()[unit] ?? unit;
