import { useEffect, useMemo, useState } from 'react';
import { type Head, headAt, type Step, stepsOf } from '../engine/records';
import { domainsOf } from '../state/run';
import { LANE_KEYS, type Lens, useView } from '../state/view';
import { cpusOf } from './marks';

export interface Decision {
  readonly lens: Lens;
  readonly head: Head;
  readonly steps: readonly Step[];
}

/** The decision that is looked at, or null. */
export function useDecision(): Decision | null {
  const lens = useView((view) => view.lens);
  const record = lens?.record;
  const read = useMemo(() => {
    const head = record && headAt(record, 0, record.length, 0);
    return head ? { head, steps: stepsOf(head) } : null;
  }, [record]);
  return lens && read && { lens, ...read };
}

/** The groups of the domains of the CPU that decides, each a list of CPUs; none while they are asked for. */
export function useGroups(decision: Decision | null): readonly (readonly (readonly number[])[])[] {
  const [groups, setGroups] = useState<readonly (readonly (readonly number[])[])[]>([]);
  const lane = decision ? LANE_KEYS.indexOf(decision.lens.lane) : -1;
  const cpu = decision?.head.cpu ?? -1;
  useEffect(() => {
    let wanted = true;
    setGroups([]);
    if (lane >= 0 && cpu >= 0) {
      void domainsOf(lane, cpu).then((domains) => {
        if (wanted) setGroups(domains.map(({ groups: lists }) => lists.map(cpusOf)));
      });
    }
    return () => {
      wanted = false;
    };
  }, [lane, cpu]);
  return groups;
}
