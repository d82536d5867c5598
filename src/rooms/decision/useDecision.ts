import { useEffect, useMemo, useState } from 'react';
import { type Row, rowsOf } from '../../engine/wire/looks';
import { type Head, headOf, type Step, stepsOf } from '../../engine/wire/records';
import { cpusOf } from '../../scenario/cpuList';
import { ask } from '../../state/run';
import { LANE_KEYS, type LaneKey, type Lens, recordIn, useView } from '../../state/view';
import { type Level, levelsOf } from './marks';

export interface Decision {
  readonly lens: Lens;
  /** The lane that decides like this. */
  readonly lane: LaneKey;
  readonly head: Head;
  readonly steps: readonly Step[];
  readonly rows: readonly Row[];
}

/** The open decision as a lane makes it, or null. */
export function useDecision(lane: LaneKey): Decision | null {
  const lens = useView((view) => view.lens);
  const record = recordIn(lens, lane);
  const read = useMemo(() => {
    const head = headOf(record);
    if (!head) return null;
    const steps = stepsOf(head);
    return { head, steps, rows: rowsOf(head, steps) };
  }, [record]);
  return useMemo(() => lens && read && { lens, lane, ...read }, [lens, lane, read]);
}

/** The index of the step of the present row; after the last: the result. */
export const presentStep = ({ lens, rows, steps }: Decision): number => rows[lens.step]?.at ?? steps.length;

/** The levels of the searched domains; groups of one CPU while their groups are pending. */
export function useLevels(decision: Decision | null): readonly Level[] {
  const [domains, setDomains] = useState<readonly (readonly (readonly number[])[])[]>([]);
  const lane = decision ? LANE_KEYS.indexOf(decision.lane) : -1;
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
