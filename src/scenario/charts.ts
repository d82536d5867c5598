/** The charts of the page: the only list of their names, for links, files and the page. */
import { isOf, kernelOf } from './catalog';
import type { Features, Scenario } from './generated/types';

/** The charts that every experiment has. */
const COMMON = ['throughput', 'busy', 'wakes', 'migrations', 'counters'] as const;
/** The panels: an experiment has at most one. */
const PANELS = ['numa', 'lines', 'schedstat', 'lag'] as const;

export const CHART_IDS = [...COMMON, ...PANELS] as const;
export type ChartId = (typeof CHART_IDS)[number];
export type PanelName = (typeof PANELS)[number];

/** The panel of an experiment; null: none. */
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

/** What the lanes record per task: lag, timeslices (O(1)), or one lane each. */
export function accountOf(scenario: Scenario): 'lag' | 'slices' | 'both' {
  const fair = scenario.lanes.map((lane) => isOf('fair', kernelOf(scenario, lane)));
  return fair.every(Boolean) ? 'lag' : fair.some(Boolean) ? 'both' : 'slices';
}

/** The charts that a note of an experiment can be pinned to. */
export function chartsOf(scenario: Scenario): readonly ChartId[] {
  const panel = panelOf(scenario);
  return panel === null ? COMMON : [...COMMON, panel];
}
