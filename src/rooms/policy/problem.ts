/** A problem of a source as a sentence. */
import type { Problem } from '../../engine/policy';
import { fill } from '../../words';
import { sentences } from './words';

/** Values that are text of the source. */
const SAID: readonly string[] = ['name', 'said', 'text', 'meant'];

/** A value in the present language: the checker names a type or a part of C that has no word. */
function valueInWords(name: string, value: unknown): string {
  const text = String(value);
  if (SAID.includes(name)) return text;
  const { nouns } = sentences();
  return text.replace(/\b(?:an?|the)(?: [a-z]+)+/g, (noun) => nouns[noun] ?? noun);
}

/** The sentence of a problem in the present language. */
export function sentenceOf(problem: Problem): string {
  const { problems } = sentences();
  const text = problems[problem.is];
  if (text === undefined) return problem.sentence;
  const values = Object.fromEntries(Object.entries(problem).map(([name, value]) => [name, valueInWords(name, value)]));
  return fill(problem.meant === undefined ? text : `${text}${problems.meant ?? ''}`, values);
}
