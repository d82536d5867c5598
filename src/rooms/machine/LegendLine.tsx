import { KERNELS, type WorkloadKind } from '../../scenario/catalog';
import type { Features, Scenario } from '../../scenario/generated/types';
import { MOVE_KINDS, type MoveKind } from '../../signs/moves';
import { useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { useT } from '../../words';
import { Legend } from './Legend';
import './legend.css';

/** What an experiment is about comes first. */
const FIRST: readonly MoveKind[] = ['steal', 'node'];
const LAST: readonly MoveKind[] = ['fork', 'exec'];
const ORDER: readonly MoveKind[] = [
  ...FIRST,
  ...MOVE_KINDS.filter((kind) => !FIRST.includes(kind) && !LAST.includes(kind)),
  ...LAST,
];

/** The roles of a workload's tasks. */
const ROLES = {
  hackbench: ['start', 'answer'],
  pairs: ['start', 'answer'],
  jobs: ['alone'],
  numa: ['alone', 'start', 'answer'],
  sharing: ['alone'],
  schbench: ['start', 'answer'],
} as const satisfies Record<WorkloadKind, unknown>;

/** What the drawing's shapes and signs mean, in at most two lines under the lanes. */
export function LegendLine() {
  const t = useT();
  const scenario = useScenario((state) => state.document);
  const machine = useRun((run) => run.feeds[0]?.machine);
  const nodes = machine?.distances.length ?? 1;
  const clusters = machine?.cluster_level ?? false;
  return (
    <section className="legend-line" aria-label={t('machine.legend')}>
      <Legend
        roles={ROLES[scenario.workload.kind]}
        moves={ORDER.filter((kind) => isPossible(kind, scenario, nodes, clusters))}
      />
    </section>
  );
}

/** Whether a scenario can have moves of a kind. */
function isPossible(kind: MoveKind, { lanes, workload, kernel }: Scenario, nodes: number, clusters: boolean): boolean {
  const some = (is: (features: Features) => boolean) =>
    lanes.some(({ features, flips = [] }) => is(features) || flips.some((flip) => is(flip.features)));
  if (workload.kind === 'sharing' && kind.startsWith('wake')) return false;
  switch (kind) {
    case 'wakeCluster':
      return clusters;
    case 'wakeLlc':
      return KERNELS[kernel] === 'cfs';
    case 'wakeNode':
      return nodes > 1;
    case 'fork':
      return !['pairs', 'sharing', 'schbench'].includes(workload.kind);
    case 'exec':
      return (workload.kind === 'jobs' || workload.kind === 'numa') && some(({ exec_balance }) => exec_balance);
    case 'newidle':
      return some(({ newidle_balance }) => newidle_balance);
    case 'periodic':
      return some(({ periodic_balance }) => periodic_balance);
    case 'active':
      return some(({ active_balance }) => active_balance) && KERNELS[kernel] === 'cfs';
    case 'steal':
      return some(({ steal }) => steal !== 'off');
    case 'node':
      return some(({ cross_node }) => cross_node);
  }
}
