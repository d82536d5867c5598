import { useEffect, useMemo, useState } from 'react';
import { type Head, headAt, type Step, stepsOf } from '../../engine/wire/records';
import { cpusOf } from '../../scenario/cpuList';
import { ask } from '../../state/run';
import { LANE_KEYS, type Lens, useView } from '../../state/view';
import { type Level, levelsOf } from './marks';

export interface Decision {
  readonly lens: Lens;
  readonly head: Head;
  readonly steps: readonly Step[];
}

/** The open decision, or null. */
export function useDecision(): Decision | null {
  const lens = useView((view) => view.lens);
  const record = lens?.record;
  const read = useMemo(() => {
    const head = record && headAt(record, 0, record.length, 0);
    return head ? { head, steps: stepsOf(head) } : null;
  }, [record]);
  return lens && read && { lens, ...read };
}

/** The levels of the searched domains; groups of one CPU while their groups are pending. */
export function useLevels(decision: Decision | null): readonly Level[] {
  const [domains, setDomains] = useState<readonly (readonly (readonly number[])[])[]>([]);
  const lane = decision ? LANE_KEYS.indexOf(decision.lens.lane) : -1;
  const { head, steps } = decision ?? {};
  // A search for the idlest group continues in the domains of the CPU that it found.
  const cpus = useMemo(() => {
    const reached = steps?.flatMap(({ func, cpu }) => (func === 'find_idlest_group_cpu' ? [cpu] : [])) ?? [];
    return head ? [...new Set([head.cpu, ...reached])] : [];
  }, [head, steps]);
  useEffect(() => {
    let wanted = true;
    setDomains([]);
    void Promise.all(cpus.map((cpu) => ask(lane, 'inspectCpu', cpu))).then((all) => {
      const found = all.flatMap((one) => one?.inspection?.domains ?? []);
      if (wanted) setDomains(found.map(({ groups }) => groups.map(cpusOf)));
    });
    return () => {
      wanted = false;
    };
  }, [lane, cpus]);
  return useMemo(() => levelsOf(steps ?? [], domains), [steps, domains]);
}
