/** The source of a constant or a rule; the English comes from the simulator. */
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./sources.zh')).sourcesZh);

/** A source in the present language. */
export const sourceText = (source: string): string => own(source, source);
