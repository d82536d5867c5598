/** CodeMirror with what a scheduler needs. It stands in a shadow root, where its styles need no `unsafe-inline`. */
import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState, type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers, WidgetType } from '@codemirror/view';
import type { Word } from '../../engine/policy';
import { policyLanguage } from './language';
import type { LitLine } from './useLit';
import { sentences } from './words';

/** A problem with its sentence in the language of the page. */
export interface Said {
  readonly severity: 'error' | 'warning';
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly sentence: string;
}

/** Where a problem stands now; after a change the source may be shorter. At least one character, or the word there. */
function rangeOf(text: Text, { line, column, length }: Said): { readonly from: number; readonly to: number } {
  const at = text.line(Math.min(Math.max(line, 1), text.lines));
  // Columns count characters, positions count UTF-16 units.
  const letters = Array.from(at.text);
  const units = (count: number) => letters.slice(0, Math.max(0, count)).join('').length;
  const from = at.from + units(Math.min(column - 1, letters.length - 1));
  const word = /^\w+/.exec(at.text.slice(from - at.from))?.[0].length ?? 1;
  const to = length > 0 ? at.from + units(column - 1 + length) : from + word;
  return { from, to: Math.min(Math.max(to, from), at.to) };
}

/** A sentence under its line. */
class Sentence extends WidgetType {
  constructor(
    readonly severity: Said['severity'],
    readonly sentence: string,
  ) {
    super();
  }
  override eq(other: Sentence): boolean {
    return other.severity === this.severity && other.sentence === this.sentence;
  }
  override toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = `cm-said cm-said-${this.severity}`;
    line.textContent = this.sentence;
    return line;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

const setSentences = StateEffect.define<DecorationSet>();
const setLit = StateEffect.define<DecorationSet>();

/** What a decision found in a line, at its end. */
class Found extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Found): boolean {
    return other.text === this.text;
  }
  override toDOM(): HTMLElement {
    const found = document.createElement('span');
    found.className = 'cm-found';
    found.textContent = this.text;
    return found;
  }
}

/** Block widgets change the layout, so they come from a field. */
const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setSentences));
    return set ? (set.value as DecorationSet) : before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const litLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setLit));
    return set ? (set.value as DecorationSet) : before.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Lights the lines of a decision; `faulty`: the line for which the policy was ejected, 0: none. */
export function lightLines(view: EditorView, lines: readonly LitLine[], faulty: number): void {
  const { doc } = view.state;
  const at = (line: number) => doc.line(Math.min(Math.max(line, 1), doc.lines));
  const marks = lines.flatMap(({ line, text, isLast }) => [
    Decoration.line({ class: isLast ? 'cm-lit cm-lit-last' : 'cm-lit' }).range(at(line).from),
    Decoration.widget({ widget: new Found(text), side: 1 }).range(at(line).to),
  ]);
  if (faulty > 0) marks.push(Decoration.line({ class: 'cm-faulty' }).range(at(faulty).from));
  const last = lines.find(({ isLast }) => isLast)?.line ?? faulty;
  view.dispatch({
    effects: [
      setLit.of(Decoration.set(marks, true)),
      ...(last > 0 ? [EditorView.scrollIntoView(at(last).from, { y: 'nearest', yMargin: 60 })] : []),
    ],
  });
}

/** Underlines the problems, and writes each sentence under its line. */
export function showProblems(view: EditorView, problems: readonly Said[]): void {
  const { doc } = view.state;
  const diagnostics = problems.map((problem): Diagnostic => {
    const { from, to } = rangeOf(doc, problem);
    return { from, to, severity: problem.severity, message: problem.sentence };
  });
  const widgets = diagnostics.map(({ from, severity, message }) =>
    Decoration.widget({
      widget: new Sentence(severity as Said['severity'], message),
      block: true,
      side: 1,
    }).range(doc.lineAt(from).to),
  );
  view.dispatch(setDiagnostics(view.state, diagnostics), {
    effects: setSentences.of(Decoration.set(widgets, true)),
  });
}

const theme = EditorView.theme({
  '&': { containerType: 'inline-size', blockSize: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: 'var(--code)', overflow: 'auto' },
  '.cm-content': { paddingBlock: '8px', caretColor: 'var(--ink)' },
  '.cm-line': { paddingInline: '8px 16px' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--ink-3)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minInlineSize: '40px', paddingInline: '0 8px' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--sunk)', outline: 'none' },
  '.cm-said': {
    padding: '3px 16px 4px 8px',
    font: 'var(--said)',
    whiteSpace: 'normal',
    // Beside the line numbers, however wide the lines are.
    maxInlineSize: 'min(72ch, calc(100cqi - 48px))',
    position: 'sticky',
    insetInlineStart: '40px',
  },
  '.cm-said::before': { content: '"◆"', color: 'var(--worse)', marginInlineEnd: '6px' },
  '.cm-said-warning::before': { content: '"◇"' },
  '.cm-said-error': { background: 'var(--raised)', boxShadow: 'inset 3px 0 var(--worse)' },
  '.cm-lit': { boxShadow: 'inset 3px 0 var(--edge-2)' },
  '.cm-lit-last': { background: 'var(--raised)', boxShadow: 'inset 3px 0 var(--focus)' },
  '.cm-lit-last .cm-found': { color: 'var(--ink)', fontWeight: '700' },
  '.cm-faulty': { background: 'var(--raised)', boxShadow: 'inset 3px 0 var(--worse)' },
  '.cm-found': {
    float: 'inline-end',
    position: 'sticky',
    insetInlineEnd: '8px',
    paddingInlineStart: '24px',
    background: 'inherit',
    color: 'var(--ink-2)',
    font: 'var(--said)',
  },
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBlockEnd: '0',
    textDecoration: 'underline wavy var(--worse) 1.5px',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': {
    border: '1px solid var(--edge-2)',
    borderRadius: '8px',
    backgroundColor: 'var(--panel)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow-over)',
    maxInlineSize: 'min(420px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: 'var(--code)', maxBlockSize: '240px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink)',
  },
  '.cm-completionInfo': { font: 'var(--said)', padding: '8px' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-diagnostic': { font: 'var(--said)', padding: '4px 8px', borderInlineStart: '3px solid var(--worse)' },
});

export interface Given {
  readonly source: string;
  /** The accessible name of the text. */
  readonly label: string;
  /** The words to complete, as they are now. */
  readonly words: () => readonly Word[];
  /** Chinese of the editor's phrases; empty: English. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly onChange: (source: string) => void;
}

/** What can follow here: hooks in the macro that declares one and in the table, functions elsewhere. */
function completions(words: () => readonly Word[]) {
  return (context: CompletionContext) => {
    const word = context.matchBefore(/\w+/);
    if (!word && !context.explicit) return null;
    const from = word?.from ?? context.pos;
    const before = context.state.sliceDoc(Math.max(0, from - 40), from);
    const wantsHook = /BPF_STRUCT_OPS(?:_SLEEPABLE)?\(\s*$|(?:^|[\s,(])\.$/.test(before);
    const options = words()
      .filter(({ kind }) => (kind === 'hook') === wantsHook)
      .map(({ name, hooks }) => ({
        label: name,
        detail: hooks.join(' '),
        info: sentences().described[name] ?? '',
      }));
    return { from, options, validFor: /^\w*$/ };
  };
}

const extensions = ({ label, words, phrases, onChange }: Given): Extension => [
  lineNumbers(),
  history(),
  EditorState.tabSize.of(4),
  indentUnit.of('\t'),
  indentOnInput(),
  bracketMatching(),
  autocompletion({ override: [completions(words)], icons: false }),
  policyLanguage,
  lines,
  litLines,
  theme,
  EditorState.phrases.of(phrases),
  EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
  keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
  }),
];

export const stateOf = (given: Given): EditorState =>
  EditorState.create({ doc: given.source, extensions: extensions(given) });

/** Opens the editor in `host`. */
export function openEditor(host: HTMLElement, state: EditorState): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({ state, parent: root, root });
}
