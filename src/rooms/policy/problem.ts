/** A problem of a source as a sentence. */
import type { Problem } from '../../engine/policy';
import { fill } from '../../words';
import { sentences } from './words';

/** The sentence of a problem in the present language. */
export function sentenceOf(problem: Problem): string {
  const { problems } = sentences();
  const text = problems[problem.is];
  if (text === undefined) return problem.sentence;
  const values = Object.fromEntries(Object.entries(problem).map(([name, value]) => [name, String(value)]));
  return fill(problem.meant === undefined ? text : `${text}${problems.meant ?? ''}`, values);
}
