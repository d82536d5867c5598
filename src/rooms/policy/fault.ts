/** An error at run time in the present language. */
import { fill } from '../../words';
import { sentences } from './words';

const LITERAL = /[.*+?^$()|[\]\\]/g;

/** `said` with names in braces, as a pattern with named groups. */
const patternOf = (said: string): RegExp =>
  new RegExp(`^${said.replace(LITERAL, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+)')}$`);

/** What a message of the kernel or of the machine means; null: it is plain already, or the policy's own words. */
export function meaningOf(msg: string): string | null {
  const said = msg.replace(/^ops\.\w+\(\): /, '');
  for (const [pattern, means] of sentences().faults) {
    const found = patternOf(pattern).exec(said);
    if (found) return fill(means, found.groups ?? {});
  }
  return null;
}

/** What the kernel calls an exit. */
export const reasonOf = (kind: number, reason: string): string => sentences().reasons[kind] ?? reason;
