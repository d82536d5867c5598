/** The parts `title`, `question` and `text`: what the author of a scenario says about it. */
import { type AuthorText, authorText, lengthOf, MAX_SENTENCES, MOST_CHARACTERS } from '../author';
import type { Content } from './content';
import { type Part, part, type Reading } from './part';

/** A long text is shortened, and reported. */
function readText(kind: AuthorText, text: string, { wrong }: Reading): string {
  const length = lengthOf(text);
  const max = MOST_CHARACTERS[kind];
  if (length > max) wrong({ field: `author.${kind}`, value: String(length), range: { min: 0, max } });
  return authorText(kind, text);
}

const line = (name: 'title' | 'question'): Part =>
  part<string>({
    name,
    get: ({ author }) => author[name] || undefined,
    write: String,
    read: (text, reading) => readText(name, text, reading),
    put: (content, text) => ({ ...content, author: { ...content.author, [name]: text } }),
  });

/** `One sentence.;Another one.`; a backslash escapes `;` and `\`. */
const sentences = part<readonly string[]>({
  name: 'text',
  get: ({ author }) => (author.sentences.length > 0 ? author.sentences : undefined),
  write: (all) => all.map((one) => one.replace(/[\\;]/g, '\\$&')).join(';'),
  read: (text, reading) => {
    const all = (text.match(/(?:\\.|[^;\\])+/gs) ?? [])
      .map((one) => readText('sentence', one.replace(/\\(.)/gs, '$1'), reading))
      .filter((one) => one !== '');
    if (all.length > MAX_SENTENCES) {
      reading.wrong({ field: 'author.text', value: String(all.length), range: { min: 0, max: MAX_SENTENCES } });
    }
    return all.slice(0, MAX_SENTENCES);
  },
  put: (content: Content, all) => ({ ...content, author: { ...content.author, sentences: all } }),
});

export const authorParts: readonly Part[] = [line('title'), line('question'), sentences];
