/** The charts beside the lanes. */
import { lazy } from 'react';
import { actions } from '../page/actions';
import { Part } from '../page/Part';
import { panelOf } from '../page/panelOf';
import { Busy } from '../rooms/charts/Busy';
import { Counters } from '../rooms/charts/Counters';
import { Migrations } from '../rooms/charts/Migrations';
import { Throughput } from '../rooms/charts/Throughput';
import { Wakes } from '../rooms/charts/Wakes';
import { usableCpus, WORKLOAD_FACTS } from '../scenario/catalog';
import type { NotedChart } from '../scenario/notes';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { viewStore } from '../state/view';
import { whenIdle } from '../ui/idle';
import { useT } from '../words';

const PanelCard = lazy(async () => {
  // A step of an act that points elsewhere has more to load first.
  const { act, lit } = viewStore.getState();
  if (act && lit !== 'panel') await whenIdle();
  return { default: (await import('./Panels')).PanelCard };
});

/** All that the experiment has, or one of them. */
export function Charts({ only }: { readonly only?: NotedChart }) {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const goods = useScenario(({ document }) => WORKLOAD_FACTS[document.workload.kind].goods);
  const seed = useScenario(({ document }) => document.seed);
  const cpus = useScenario(({ document }) => usableCpus(document));
  const warmupMs = useScenario(({ document }) => document.warmup_ms);
  const panel = useScenario(({ document }) => panelOf(document));
  // Jobs are not woken.
  const wakes = goods === 'messages';
  const leads = panel === 'numa' || panel === 'lines';
  const has = (chart: NotedChart | null): boolean => only === undefined || only === chart;
  const card = panel !== null && has(panel) && (
    <Part key={panel} fallback={<section className="panel card panel-card" />}>
      <PanelCard />
    </Part>
  );
  return (
    <aside className="charts" aria-label={t('charts.label')} data-panel={panel ?? undefined}>
      {leads && card}
      {has('throughput') && (
        <Throughput feeds={feeds} goods={goods} seed={seed} warmupMs={warmupMs}>
          <button
            type="button"
            className="button many"
            onClick={actions.many.perform}
            aria-keyshortcuts={actions.many.key}
            title={t('action.many.note')}
          >
            {t('action.many')}
          </button>
        </Throughput>
      )}
      {!leads && card}
      {/* The counters hold %busy as a number. */}
      {(only === 'busy' || (only === undefined && panel === null)) && (
        <Busy feeds={feeds} cpus={cpus} warmupMs={warmupMs} />
      )}
      {has('wakes') && (panel === null || wakes) && <Wakes feeds={feeds} />}
      {has('migrations') && <Migrations feeds={feeds} />}
      {has('counters') && (
        <Counters feeds={feeds} goods={goods} cpus={cpus}>
          <button
            type="button"
            className="button all-figures"
            onClick={actions.figures.perform}
            aria-keyshortcuts={actions.figures.key}
          >
            {t('action.figures')}
          </button>
        </Counters>
      )}
    </aside>
  );
}
