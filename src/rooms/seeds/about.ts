/** The caption of exported results. */
import { useCallback, useContext } from 'react';
import { useSource } from '../../page/useSource';
import { kernelsOf, sameDocument } from '../../scenario/catalog';
import type { Workload } from '../../scenario/generated/types';
import { encode } from '../../scenario/link';
import { factsOf } from '../../scenario/machines';
import { useScenario } from '../../state/scenario';
import { TakeawayContext, type TakeawaySource } from '../../ui/Takeaway';
import { laneWords } from '../../words/laneWords';
import type { Run } from './store';

/** The switches of each lane of a run, in words. */
export const lanesOf = ({ document }: Run): string[] => document.lanes.map((lane) => laneWords(lane, document));

/** The page's description if it matches the run; otherwise a description of the run. */
export function useRunSource({ document, preset }: Run): TakeawaySource | null {
  const page = useContext(TakeawayContext);
  const isHere = useScenario((state) => sameDocument(state.document, document));
  const link = useCallback(() => `${location.href.replace(/#.*/, '')}#${encode(document, preset)}`, [document, preset]);
  const ofRun = useSource(document, preset, link);
  return isHere ? page : page && ofRun;
}

const workloadLine = ({ kind, ...rest }: Workload): string =>
  // Of a list only its length, since the link contains the list.
  [kind, ...Object.entries(rest).map(([key, value]) => `${key}=${Array.isArray(value) ? value.length : value}`)].join(
    ' ',
  );

export function aboutLines({ scenario, jobs, values, each }: Run, source: TakeawaySource | null): string[] {
  const { machine, workload, seed, limit_ms, warmup_ms, cpus } = scenario;
  const seeds = each / scenario.lanes.length;
  return [
    `Scheduler Playground (simulated): ${factsOf(machine).name} · ${factsOf(machine).cpus} CPUs${cpus === undefined ? '' : `, CPUs ${cpus}`}, rules of ${kernelsOf(scenario)}`,
    workloadLine(workload),
    `${seeds} paired seeds (${seed}..${jobs[each - 1]?.scenario.seed ?? seed})${values.length > 0 ? ' at each value' : ''}, at most ${limit_ms} ms each, first ${warmup_ms} ms left out of rates`,
    ...(source?.changes ? [source.changes.all] : []),
    ...(source ? [source.link()] : []),
  ];
}
