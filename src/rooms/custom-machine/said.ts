/** The readers' messages about a text, in the present language. */
import type { CheckedLevel, ReadingFault } from '../../engine/own';
import type { Remark } from '../../engine/remark';
import { FULL_CAPACITY, MOST_CPUS, MOST_NODES } from '../../scenario/generated/topology';
import { fill, language } from '../../words';
import { sentences } from './words';

/** What bounds any machine. */
const BOUNDS = {
  most_cpus: MOST_CPUS,
  last_cpu: MOST_CPUS - 1,
  most_nodes: MOST_NODES,
  full: FULL_CAPACITY,
};

type Values = Readonly<Record<string, unknown>>;

/** Nouns that precede a number. */
const NUMBERED = ['CPU', 'PU', 'domain', 'node', 'socket', 'core', 'cluster', 'book', 'drawer', 'cache'];

/** Words around text of the file, as patterns, with their Chinese. */
let patterns: readonly (readonly [RegExp, string])[] | null = null;

/** Compiled once, since only one language has patterns. */
function around(): readonly (readonly [RegExp, string])[] {
  patterns ??= Object.entries(sentences()).flatMap(([key, chinese]) => {
    if (!key.startsWith('word.') || !key.includes('{}')) return [];
    const pattern = key.slice('word.'.length).replaceAll('.', '\\.').replaceAll('{}', '(.+)');
    return [[new RegExp(`^${pattern}$`), chinese]];
  });
  return patterns;
}

/** The Chinese of English words: whole, or around text of the file. */
function wordsOf(text: string): string {
  const whole = sentences()[`word.${text}`];
  if (whole !== undefined) return whole;
  for (const [pattern, chinese] of around()) {
    const found = pattern.exec(text);
    let at = 0;
    if (found) return chinese.replaceAll('{}', () => found[++at] ?? '');
  }
  return text;
}

/** A position or a name: a single word is text of the file and is not translated. */
const nameOf = (text: string): string => (text.includes(' ') ? wordsOf(text) : text);

function textOf(is: unknown, name: string, text: string): string {
  // Text of the file is not translated.
  if (name === 'said' && is !== 'syntax') return text;
  return name === 'element' || is === 'refused' ? nameOf(text) : wordsOf(text);
}

const texts = (values: Values) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join('、') : String(value);
      return [name, textOf(values.is, name, text)];
    }),
  );

/** A sentence has another form if a value is unknown, or if a number needs its noun. */
function formOf(key: string, values: Values): string | undefined {
  const lacks = Object.keys(values).find(
    (name) => values[name] === null || (Array.isArray(values[name]) && values[name].length === 0),
  );
  const form = NUMBERED.includes(String(values.of)) ? 'numbered' : `without ${lacks}`;
  return sentences()[`${key} ${form}`] ?? sentences()[key];
}

function inWords(key: string, values: Values, english: string): string {
  const text = formOf(key, values);
  return language() === 'en' || text === undefined ? english : fill(text, texts({ ...BOUNDS, ...values }));
}

/** The name of a text; that of a tool stays. */
export const toolInWords = (name: string): string => (language() === 'en' ? name : wordsOf(name));

export const saidInWords = (said: Remark): string => inWords(said.is, said, said.sentence);

/** The difference of a level, with its CPUs. */
export function differenceInWords(one: CheckedLevel['differs'][number]): string {
  const said = inWords(`differs.${one.is}`, one, one.sentence);
  return language() === 'en' ? `CPUs ${one.cpus}: ${said}` : `CPU ${one.cpus}：${said}`;
}

/** The key of a fault. */
function keyOf(what: ReadingFault['what']): string {
  // Distances are missing, or their number is wrong.
  if (what.is === 'distances') return 'distances_count';
  return what.is === 'topology' ? `topology.${String(what.fault)}` : what.is;
}

/** The sentence with its place. */
export function faultInWords({ line, element, what, sentence }: ReadingFault): string {
  const said = inWords(keyOf(what), what, sentence);
  if (said === sentence) return sentence;
  const place = [...(line === null ? [] : [`第 ${line} 行`]), ...(element === null ? [] : [nameOf(element)])].join(
    '，',
  );
  return place ? `${place}：${said}` : said;
}
