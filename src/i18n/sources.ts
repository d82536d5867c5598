/** Where a constant or a rule comes from. The English is what the simulator says. */
import { translated } from '.';

const chinese = await translated<Readonly<Record<string, string>>>({
  en: async () => ({}),
  zh: async () => (await import('./sources.zh')).sourcesZh,
});

/** A source in the language in force. */
export const sourceText = (source: string): string => chinese()[source] ?? source;
