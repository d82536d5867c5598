/** The charts of the page: the one list of their names, in links, in files and on the page. */
import { isOf, kernelOf } from './catalog';
import type { Features, Scenario } from './generated/types';

/** The charts that every experiment has. */
const COMMON = ['throughput', 'busy', 'wakes', 'migrations', 'counters'] as const;
/** The panels: each belongs to the experiments that are about it. */
const PANELS = ['numa', 'lines', 'schedstat', 'lag'] as const;

export const CHART_IDS = [...COMMON, ...PANELS] as const;
export type ChartId = (typeof CHART_IDS)[number];
export type PanelName = (typeof PANELS)[number];

/** The panel that an experiment is about; null: none. */
export function panelOf(scenario: Scenario): PanelName | null {
  const { workload, lanes } = scenario;
  const some = (is: (features: Features) => boolean) =>
    lanes.some(
      (lane) =>
        isOf('fair', kernelOf(scenario, lane)) &&
        (is(lane.features) || (lane.flips ?? []).some(({ features }) => is(features))),
    );
  if (workload.kind === 'numa') return 'numa';
  if (workload.kind === 'hogs') return 'lag';
  if (workload.kind === 'sharing' || some(({ task_group }) => task_group !== 'off')) return 'lines';
  return some(({ steal }) => steal !== 'off') ? 'schedstat' : null;
}

/** What the lanes keep of their tasks: lag, under O(1) timeslices, or one of them this and one that. */
export function accountOf(scenario: Scenario): 'lag' | 'slices' | 'both' {
  const fair = scenario.lanes.map((lane) => isOf('fair', kernelOf(scenario, lane)));
  return fair.every(Boolean) ? 'lag' : fair.some(Boolean) ? 'both' : 'slices';
}

/** The charts that a note of an experiment can be pinned to. */
export function chartsOf(scenario: Scenario): readonly ChartId[] {
  const panel = panelOf(scenario);
  return panel === null ? COMMON : [...COMMON, panel];
}
