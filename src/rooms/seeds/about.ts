/** What was run, for a table that leaves the page. */
import { kernelsOf } from '../../scenario/catalog';
import type { Workload } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import type { TakeawaySource } from '../../ui/Takeaway';
import type { Run } from './store';

const workloadLine = ({ kind, ...rest }: Workload): string =>
  [kind, ...Object.entries(rest).map(([key, value]) => `${key}=${value}`)].join(' ');

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
