/** What a slider changes: all of one drag, or of one key that is held, is one step of the history. */
import { type KeyboardEvent, useRef } from 'react';
import type { Scenario } from '../scenario/generated/types';
import { edit, scenarioStore } from '../state/scenario';

export function useDrag() {
  /** What the drag has come to; null: it has changed nothing yet. */
  const come = useRef<Scenario | null>(null);
  const begin = () => {
    come.current = null;
  };
  return {
    change(next: (document: Scenario) => Scenario): void {
      // What was undone meanwhile, or changed elsewhere, is no part of it.
      edit(next, come.current === scenarioStore.getState().document ? 'drag' : 'step');
      come.current = scenarioStore.getState().document;
    },
    /** For the slider. */
    begins: { onPointerDown: begin, onKeyDown: ({ repeat }: KeyboardEvent) => void (repeat || begin()) },
  };
}
