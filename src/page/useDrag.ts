/** Edits from a slider: a drag, or a key that is held, is one entry of the history. */
import { type KeyboardEvent, useRef } from 'react';
import type { Scenario } from '../scenario/generated/types';
import { edit, scenarioStore } from '../state/scenario';

export function useDrag() {
  /** The document after the last edit of the drag; null: the drag has changed nothing yet. */
  const last = useRef<Scenario | null>(null);
  const begin = () => {
    last.current = null;
  };
  return {
    change(next: (document: Scenario) => Scenario): void {
      // If the document has been undone or changed elsewhere meanwhile, a new drag begins.
      edit(next, last.current === scenarioStore.getState().document ? 'drag' : 'step');
      last.current = scenarioStore.getState().document;
    },
    /** Props for the slider. */
    begins: { onPointerDown: begin, onKeyDown: ({ repeat }: KeyboardEvent) => void (repeat || begin()) },
  };
}
