/** One wake-up of the run in four sentences: the waker, A's choice, B's choice, the cost from then on. */
import { useEffect } from 'react';
import { type Params, t } from '../../words';
import type { Story, Wake } from './story';
import { type FrontKey, useWords } from './words';
import './follow.css';

/** The sentences, in order, each with its lane. */
export const STEPS = ['writes', 'a', 'b', 'cost'] as const;

/** Duration of each sentence (ms): eight seconds in all. */
const STEP_MS = 2000;

/** The cost of a message: a cache-line transfer across the chip and inside a cluster (ns). */
export interface LineCosts {
  readonly far: number;
  readonly near: number;
}

export interface FollowProps {
  readonly story: Story;
  readonly costs: LineCosts;
  /** Index into `STEPS`. */
  readonly step: number;
  /** The steps play automatically. */
  readonly running: boolean;
  readonly onStep: (step: number, running: boolean) => void;
  readonly onEnd: () => void;
}

function wakeSentence(lane: string, wake: Wake): readonly [FrontKey, Params] {
  const { leaves, idle, busy, waker, chosen } = wake;
  const way = leaves ? 'far' : 'near';
  const kind = !idle ? 'waits' : busy.length > 0 ? 'asked' : 'idle';
  return [`follow.${way}.${kind}`, { lane, chosen, waker, busy: busy.join(t('lane.list')) }];
}

export function Follow({ story, costs, step, running, onStep, onEnd }: FollowProps) {
  const words = useWords();
  const [a, b] = story;
  const last = STEPS.length - 1;
  useEffect(() => {
    if (!running) return;
    const next = setTimeout(() => onStep(Math.min(step + 1, last), step + 1 <= last), STEP_MS);
    return () => clearTimeout(next);
  }, [step, running, last, onStep]);
  const sentence = (): string => {
    switch (STEPS[step]) {
      case 'a':
        return words(...wakeSentence('A', a));
      case 'b':
        return words(...wakeSentence('B', b));
      case 'cost':
        return words(a.leaves === b.leaves ? 'follow.cost.same' : 'follow.cost', { ...costs });
      default:
        return words('follow.writes', { cpu: a.waker });
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields.
    <div
      className="front-caption"
      role="group"
      aria-label={words('follow.label')}
      data-step={STEPS[step]}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        if (event.key === 'Escape') onEnd();
        else if (by !== 0) onStep(Math.min(last, Math.max(0, step + by)), false);
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <p aria-live="polite">{sentence()}</p>
      <div className="front-caption-steps">
        <button
          type="button"
          onClick={() => onStep(Math.max(0, step - 1), false)}
          aria-disabled={step === 0}
          aria-label={words('follow.back')}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d="M10 3 5 8l5 5" />
          </svg>
        </button>
        <span aria-hidden="true">
          {step + 1}/{STEPS.length}
        </span>
        <button
          type="button"
          onClick={() => (step < last ? onStep(step + 1, false) : onStep(0, true))}
          aria-label={words(step < last ? 'follow.next' : 'follow.again')}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={step < last ? 'm6 3 5 5-5 5' : 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3'} />
          </svg>
        </button>
        {/* biome-ignore lint/a11y/noAutofocus: the keys control the story from here on. */}
        <button type="button" className="front-caption-end" onClick={onEnd} autoFocus>
          {words('follow.end')}
        </button>
      </div>
    </div>
  );
}
