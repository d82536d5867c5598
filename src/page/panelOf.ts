import { KERNELS } from '../scenario/catalog';
import type { Features, Scenario } from '../scenario/generated/types';

/** The panels that only some experiments have. */
export type PanelName = 'numa' | 'lines' | 'schedstat';

/** The panel that an experiment is about; null: none. */
export function panelOf({ kernel, workload, lanes }: Scenario): PanelName | null {
  const some = (is: (features: Features) => boolean) =>
    KERNELS[kernel] === 'cfs' &&
    lanes.some(({ features, flips = [] }) => is(features) || flips.some((flip) => is(flip.features)));
  if (workload.kind === 'numa') return 'numa';
  if (workload.kind === 'sharing' || some(({ task_group }) => task_group !== 'off')) return 'lines';
  return some(({ steal }) => steal !== 'off') ? 'schedstat' : null;
}
