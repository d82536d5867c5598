/**
 * Words of a story that wear what they have in the picture, as they are written in a text:
 *
 * ```
 * {lane:a|A}            a lane in its colour
 * {task:0.sender|…}     a task of communication group 0 in its colour, with the shape of its role
 * {move:wakeCluster|…}  a move, with its token
 * {near:cluster|…}      a distance (`DISTANCES`) in its colour
 * {field:load_avg}      a field of a struct, or a name of code
 * {hot:rt_se}           a field on a line that bounces
 * {state:wasted|…}      a CPU that is running, idle, wasted or overloaded
 * {term:false sharing}  a word where it is first used
 * **its own CPU**        the subject of the sentence
 * [a word](#part)        a part of the figure, which lights together with the word
 * {set:pairs|28}        a parameter (`parameters.ts`), which can be dragged
 * {claim.figure}        a figure of a claim of the step; in the sentence of the claim `{figure}`
 * ```
 * A mark without words shows its key.
 */
import { ROLES } from '../../scenario/generated/vocab';
import { MOVE_KINDS } from '../../signs/moves';
import { CPU_STATES } from '../../signs/Signs';
import { PARAMETERS } from './parameters';

export type Mark =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'figure'; readonly name: string }
  | { readonly kind: 'strong'; readonly text: string }
  | {
      readonly kind: 'lane' | 'task' | 'move' | 'near' | 'field' | 'hot' | 'state' | 'term' | 'part' | 'set';
      readonly key: string;
      readonly text: string;
    };

const KEYS: Readonly<Record<string, RegExp>> = {
  lane: /^[ab]$/,
  task: new RegExp(`^[0-5](\\.(${ROLES.join('|')}))?$`),
  move: new RegExp(`^(${MOVE_KINDS.join('|')})$`),
  near: /^(cpu|smt|cluster|llc|node|socket)$/,
  field: /./,
  hot: /./,
  state: new RegExp(`^(${CPU_STATES.join('|')})$`),
  term: /./,
  set: new RegExp(`^(${Object.keys(PARAMETERS).join('|')})$`),
};

const MARK = /\{(\w+):([^|{}]+)(?:\|([^{}]+))?\}|\{(\w+(?:\.\w+)?)\}|\*\*([^*]+)\*\*|\[([^\]]+)\]\(#([\w-]+)\)/g;

/** Emphasised text may contain figures. */
const strongs = (text: string): Mark[] =>
  marksOf(text).map((mark) => (mark.kind === 'plain' ? { kind: 'strong', text: mark.text } : mark));

/** The pieces of a text. A mark of an unknown kind or key stays plain text. */
export function marksOf(text: string): Mark[] {
  const marks: Mark[] = [];
  let end = 0;
  const plain = (to: number) => {
    if (to > end) marks.push({ kind: 'plain', text: text.slice(end, to) });
  };
  for (const match of text.matchAll(MARK)) {
    const [whole, kind = '', key = '', own, figure, strong, word, part] = match;
    if (figure === undefined && strong === undefined && part === undefined && !KEYS[kind]?.test(key)) continue;
    plain(match.index);
    end = match.index + whole.length;
    if (part !== undefined) marks.push({ kind: 'part', key: part, text: word ?? part });
    else if (strong !== undefined) marks.push(...strongs(strong));
    else if (figure !== undefined) marks.push({ kind: 'figure', name: figure });
    else marks.push({ kind: kind as 'lane', key, text: own ?? (kind === 'lane' ? key.toUpperCase() : key) });
  }
  plain(text.length);
  return marks;
}
