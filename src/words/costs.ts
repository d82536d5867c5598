/** Descriptions of the costs; the English comes from the simulator. */
import type { Cost } from '../scenario/generated/costs';
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./costs.zh')).costsZh);

/** The description of a cost. */
export const costName = ({ key, meaning }: Cost): string => own(key, meaning);
