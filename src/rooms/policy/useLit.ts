/** The lines of the source that the open decision of lane B went through. */
import { useMemo } from 'react';
import { headOf, stepsOf } from '../../engine/wire/records';
import { ANSWERS_OF } from '../../scenario/generated/steps';
import { recordIn, useView } from '../../state/view';
import { useT } from '../../words/steps';
import { policyWord as word } from './words';

/** A line, and what it found; the last one led to the result. */
export interface LitLine {
  readonly line: number;
  readonly text: string;
  readonly isLast: boolean;
}

const NONE: readonly LitLine[] = [];

/** `isLive`: lane B runs the open source. */
export function useLit(isLive: boolean): readonly LitLine[] {
  const t = useT();
  const lens = useView((view) => view.lens);
  return useMemo(() => {
    const head = isLive && lens ? headOf(recordIn(lens, 'b')) : null;
    if (!head || !lens) return NONE;
    const steps = stepsOf(head);
    const isOver = lens.step >= steps.length;
    const lit = new Map<number, string[]>();
    for (const { func, answer, value, cpu } of steps.slice(0, lens.step + 1)) {
      if (ANSWERS_OF[func][answer] !== 'line' || value === 0) continue;
      const said = word('step.cpu', { cpu, answer: t(`answer.${answer}`) });
      const before = lit.get(value) ?? [];
      // The latest line comes last.
      lit.delete(value);
      lit.set(value, [...before.filter((one) => one !== said), said]);
    }
    const lines = [...lit];
    return lines.map(([line, texts], i): LitLine => {
      const isLast = i === lines.length - 1;
      if (isLast && isOver) texts.push(word('chosen', { cpu: head.chosen }));
      return { line, text: texts.join(word('and')), isLast };
    });
  }, [isLive, lens, t]);
}
