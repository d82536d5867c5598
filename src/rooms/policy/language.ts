/**
 * C as a scheduler is written in it. A colour says who owns a word: the kernel, C, or the author; hooks are bold, since
 * the kernel calls them.
 */
import { HighlightStyle, StreamLanguage, type StringStream, syntaxHighlighting } from '@codemirror/language';
import { c } from '@codemirror/legacy-modes/mode/clike';
import type { Extension } from '@codemirror/state';
import { Tag, tags } from '@lezer/highlight';

const kernel = Tag.define();
const hook = Tag.define();

/** Names of the kernel, of libbpf and of the headers of sched_ext. */
const KERNEL =
  /^(?:_*scx_|_*SCX_|_*bpf_|_*BPF_|UEI_|SEC$|READ_ONCE$|WRITE_ONCE$|ARRAY_ELEM_PTR$|MEMBER_VPTR$|RESIZABLE_ARRAY$|__(?:uint|type|array|sync_\w+|COMPAT_\w+)$|container_of$|time_(?:before|after|delta)|scale_by_task_weight|vtime_before$)/;

/** Types of the kernel beside those of C. */
const TYPES = /^(?:[us](?:8|16|32|64)|bool|size_t)$/;

interface State {
  /** The word before is the macro that declares a hook, and its parenthesis is open. */
  declares?: boolean;
}

/** The tokens of C, with the words of the kernel marked. */
function token(stream: StringStream, state: State): string | null {
  const style: string | null = c.token(stream, state) ?? null;
  const word = stream.current();
  if (/^\s*$/.test(word) || word === '(') return style;
  const declared = state.declares === true && /^\w+$/.test(word);
  state.declares = /^BPF_STRUCT_OPS/.test(word);
  if (declared) return 'hook';
  if (style === 'comment' || style === 'string' || style === 'meta') return style;
  if (TYPES.test(word)) return 'type';
  return KERNEL.test(word) ? 'kernel' : style;
}

const language = StreamLanguage.define<State>({
  ...(c as object),
  name: 'bpf-c',
  token,
  startState: (unit: number) => c.startState?.(unit) as State,
  tokenTable: { kernel, hook },
});

const colours = HighlightStyle.define([
  { tag: kernel, color: 'var(--focus)' },
  { tag: hook, fontWeight: '700' },
  { tag: [tags.keyword, tags.typeName, tags.meta, tags.atom], color: 'var(--ink-2)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
]);

export const policyLanguage: Extension = [language, syntaxHighlighting(colours)];
