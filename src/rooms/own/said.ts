/** What the readers say of a text, in the language in force. */
import type { ReadingFault, Said } from '../../engine/own';
import { fill, language } from '../../words';
import { sentences } from './words';

type Values = Readonly<Record<string, unknown>>;

const texts = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

function inWords(key: string, values: Values, english: string): string {
  const text = sentences()[key];
  return language() === 'en' || text === undefined ? english : fill(text, texts(values));
}

export const saidInWords = (said: Said): string => inWords(said.is, said, said.sentence);

/** The sentence with its place. */
export function faultInWords({ line, element, what, sentence }: ReadingFault): string {
  // Distances are not said, or are said in the wrong number.
  const key = what.is === 'distances' ? 'distances_count' : what.is;
  const said = inWords(key, what, sentence);
  if (said === sentence) return sentence;
  const place = [...(line === null ? [] : [`第 ${line} 行`]), ...(element === null ? [] : [element])].join('，');
  return place ? `${place}：${said}` : said;
}
