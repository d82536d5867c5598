/** What the costs mean; the English comes from the simulator. */
import type { Cost } from '../scenario/generated/costs';
import { translated } from '.';

const meanings = await translated<Readonly<Record<string, string>>>({
  en: async () => ({}),
  zh: async () => (await import('./costs.zh')).costsZh,
});

/** What a cost is the cost of. */
export const costName = ({ key, meaning }: Cost): string => meanings()[key] ?? meaning;
