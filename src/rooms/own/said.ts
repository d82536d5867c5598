/** What the readers say of a text, in the language in force. */
import type { ReadingFault, Said } from '../../engine/own';
import { FULL_CAPACITY, MOST_BYTES, MOST_CPUS, MOST_NODES } from '../../scenario/generated/topology';
import { fill, language } from '../../words';
import { sentences } from './words';

/** What bounds any machine. */
const BOUNDS = {
  most_cpus: MOST_CPUS,
  last_cpu: MOST_CPUS - 1,
  most_nodes: MOST_NODES,
  most_mb: MOST_BYTES / 1e6,
  full: FULL_CAPACITY,
};

type Values = Readonly<Record<string, unknown>>;

const texts = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

function inWords(key: string, values: Values, english: string): string {
  const text = sentences()[key];
  return language() === 'en' || text === undefined ? english : fill(text, texts({ ...BOUNDS, ...values }));
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
