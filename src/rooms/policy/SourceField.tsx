/** The source of a scheduler as a field of a form, checked while a person types. */
import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { policyWords, type Word } from '../../engine/policy';
import { useKernel } from '../../state/kernel';
import type { LaneKey } from '../../state/view';
import { openEditor, showProblems, stateOf } from './editor';
import { sentenceOf } from './problem';
import { releaseOf } from './release';
import { useCheck } from './useCheck';
import { sentences, usePolicyWords } from './words';
import './policy.css';

export interface SourceFieldProps {
  readonly value: string;
  readonly lane: LaneKey;
  readonly onChange: (source: string) => void;
}

export function SourceField({ value, lane, onChange }: SourceFieldProps) {
  const w = usePolicyWords();
  const release = releaseOf(useKernel(lane));
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const words = useRef<readonly Word[]>([]);
  const change = useRef(onChange);
  change.current = onChange;
  const check = useCheck(value, release);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is opened once
  useEffect(() => {
    if (!host.current) return;
    const stop = (event: Event) => event.stopPropagation();
    const given = {
      source: value,
      label: w('source'),
      words: () => words.current,
      phrases: sentences().phrases,
      onChange: (source: string) => change.current(source),
    };
    view.current = openEditor(host.current, stateOf(given));
    // Keys that a person types here are not those of the page.
    host.current.addEventListener('keydown', stop);
    return () => view.current?.destroy();
  }, []);
  useEffect(() => {
    const { current } = view;
    // A file replaces the text.
    if (current && current.state.doc.toString() !== value)
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
  }, [value]);
  useEffect(() => {
    let isOver = false;
    // Without the words the editor completes nothing.
    policyWords(release).then(
      (all) => {
        if (!isOver) words.current = all;
      },
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [release]);
  useEffect(() => {
    const problems = check.checked?.problems ?? [];
    if (view.current && check.isCurrent)
      showProblems(
        view.current,
        problems.map((one) => ({ ...one, sentence: sentenceOf(one) })),
      );
  }, [check]);
  return <div ref={host} className="policy-field" />;
}
