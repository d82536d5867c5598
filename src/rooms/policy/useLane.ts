/** Lane B, which runs the open source. */
import { useCallback, useEffect, useRef } from 'react';
import type { PolicySource } from '../../scenario/generated/types';
import { loadPacking } from '../../scenario/link';
import { policyOf, scheduledBy, unscheduled, withKnob } from '../../scenario/policies';
import { edit, type Gesture, scenarioStore, useScenario } from '../../state/scenario';
import { nameOf } from './kept';
import type { Check } from './useCheck';

/** The lane that runs what a person writes. */
export const PLACE = 1;

/** What lane B does with the open source. */
export interface InLane {
  /** The policy of lane B; null: the kernel's own scheduler. */
  readonly policy: PolicySource | null;
  /** Lane B runs the open source. */
  readonly isLive: boolean;
  readonly run: () => void;
  readonly stop: () => void;
  readonly setKnob: (knob: string, value: number) => void;
}

const isFaulty = ({ checked }: Check): boolean =>
  checked?.problems.some(({ severity }) => severity === 'error') ?? true;

/** `moved`: called with the kernel if the lanes had to get another one. */
export function useLane(source: string, check: Check, moved: (kernel: string) => void): InLane {
  const policy = useScenario(({ document }) => policyOf(document, PLACE));
  /** What was put into the lane last: the lane follows further changes of it, until something else changes the lane. */
  const put = useRef<string | null>(policy?.source === source ? source : null);
  const isCurrent = check.isCurrent && !isFaulty(check);

  const apply = useCallback(
    async (gesture: Gesture) => {
      // The link packs the source.
      await loadPacking();
      put.current = source;
      const before = scenarioStore.getState().document;
      const kept = Object.entries(policyOf(before, PLACE)?.knobs ?? {}).filter(([knob]) => check.knobs.includes(knob));
      const knobs = kept.length > 0 ? { knobs: Object.fromEntries(kept) } : {};
      edit((document) => scheduledBy(document, PLACE, { name: nameOf(source), source, ...knobs }), gesture);
      const { kernel } = scenarioStore.getState().document;
      if (kernel !== before.kernel) moved(kernel);
    },
    [source, check.knobs, moved],
  );

  useEffect(() => {
    const follows = put.current !== null && policy?.source === put.current && put.current !== source;
    if (follows && isCurrent) void apply('drag');
  }, [isCurrent, policy, source, apply]);

  return {
    policy,
    isLive: policy?.source === source,
    run: () => {
      if (isCurrent) void apply('step');
    },
    stop: () => edit((document) => unscheduled(document, PLACE)),
    setKnob: (knob, value) => {
      if (policy) edit((document) => withKnob(document, policy.name, knob, value), 'drag');
    },
  };
}
