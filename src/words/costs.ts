/** What the costs mean; the English comes from the simulator. */
import type { Cost } from '../scenario/generated/costs';
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./costs.zh')).costsZh);

/** What a cost is the cost of. */
export const costName = ({ key, meaning }: Cost): string => own(key, meaning);
