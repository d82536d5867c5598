/** Where a constant or a rule comes from; the English comes from the simulator. */
import { translatedFrom } from '.';

const own = await translatedFrom(async () => (await import('./sources.zh')).sourcesZh);

/** A source in the language in force. */
export const sourceText = (source: string): string => own(source, source);
