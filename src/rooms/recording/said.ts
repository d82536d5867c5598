/** What the reader of recordings and the maker of replays say, in the present language. */
import type { Remark } from '../../engine/remark';
import { fill, language, translated } from '../../words';
import { count, duration } from '../../words/format';

/** The Chinese of a sentence by its kind; English has none: it comes with the sentence. */
const sentences = await translated<Readonly<Record<string, string>>>({
  en: async () => ({}),
  zh: async () => (await import('./sentences.zh')).sentencesZh,
});

/** Moments in the clock of the recording, and lengths (ns). */
const MOMENTS: readonly string[] = ['until', 'from', 'to'];
const LENGTHS: readonly string[] = ['after', 'ns'];
/** Names and instructions of the reader; other texts are those of the file. */
const WORDS: readonly string[] = ['name', 'instead'];

const seconds = (ns: number): string => (Math.floor(ns / 1e3) / 1e6).toFixed(6);

function textOf(name: string, value: unknown): string {
  if (WORDS.includes(name)) return sentences()[`word.${String(value)}`] ?? String(value);
  if (typeof value !== 'number') return String(value);
  if (MOMENTS.includes(name)) return seconds(value);
  return LENGTHS.includes(name) ? duration(value) : count(value);
}

/** A sentence has another form if a value is unknown. */
export function saidInWords(kind: 'fault' | 'note' | 'remark', said: Remark): string {
  const lacks = Object.keys(said).find((name) => said[name] === null);
  const key = `${kind}.${said.is}`;
  const text = sentences()[`${key} without ${lacks}`] ?? sentences()[key];
  if (language() === 'en' || text === undefined) return said.sentence;
  return fill(text, Object.fromEntries(Object.entries(said).map(([name, value]) => [name, textOf(name, value)])));
}
