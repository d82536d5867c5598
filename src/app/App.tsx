import { lazy, useEffect } from 'react';
import { Busy } from '../charts/Busy';
import { Counters } from '../charts/Counters';
import { Migrations } from '../charts/Migrations';
import { Throughput } from '../charts/Throughput';
import { Wakes } from '../charts/Wakes';
import { useT } from '../i18n';
import { GOODS, usableCpus } from '../scenario/catalog';
import type { NotedChart } from '../scenario/notes';
import { isChanged } from '../scenario/presets';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { look, PANELS, useView, viewStore } from '../state/view';
import { whenIdle } from '../ui/idle';
import { Segmented } from '../ui/Segmented';
import { Approach } from './Approach';
import { actions } from './actions';
import { Dialogs } from './Dialogs';
import { Header } from './Header';
import { LaneCard } from './LaneCard';
import { LegendLine } from './LegendLine';
import { Notices } from './Notices';
import { Part } from './Part';
import { PlayButton } from './PlayButton';
import { panelOf } from './panelOf';
import { StateSentence } from './StateSentence';
import { TimelinePanel } from './TimelinePanel';
import { Transport } from './Transport';
import { useFoot } from './useFoot';

const Inspector = lazy(async () => ({ default: (await import('../inspector/Inspector')).Inspector }));
const PanelCard = lazy(async () => {
  // A step of an act that points elsewhere has more to load first.
  const { act, lit } = viewStore.getState();
  if (act && lit !== 'panel') await whenIdle();
  return { default: (await import('./Panels')).PanelCard };
});
const Experiment = lazy(async () => ({ default: (await import('./Experiment')).Experiment }));
const ActPanel = lazy(async () => ({ default: (await import('./ActPanel')).ActPanel }));
const NotesStrip = lazy(async () => ({ default: (await import('./Notes')).NotesStrip }));
const CueBar = lazy(async () => ({ default: (await import('./CueBar')).CueBar }));
const LensPanel = lazy(() => import('../lens/Panel'));
const Replication = lazy(() => import('../theatre/Replication'));

export function App() {
  const t = useT();
  const embed = useView((view) => view.embed);
  const cue = useView((view) => view.cue);
  const inspecting = useView((view) => view.inspecting && view.selection !== null);
  const looking = useView((view) => view.lens !== null);
  const panel = useView((view) => view.panel);
  const show = useView((view) => view.show);
  const act = useView((view) => view.act !== null) && !embed;
  const lit = useView((view) => view.lit);
  const foot = useFoot(act) && !embed;
  const lanes = useScenario(({ document }) => document.lanes.length);
  const noted = useScenario((state) => state.notes.length > 0);
  const preset = useScenario((state) => state.preset);
  const changed = useScenario((state) => isChanged(state.preset, state.document));
  const chart = useScenario(({ notes }) => {
    const pin = cue ? notes[cue - 1]?.pin : undefined;
    return pin?.kind === 'chart' ? pin.chart : undefined;
  });

  useEffect(() => {
    // An act names its step.
    if (act) return;
    const name = t(`preset.${preset}`);
    document.title = `${changed ? t('preset.changed', { name }) : name} · ${t('app.title')}`;
  });

  if (cue !== null)
    return (
      <div className="app app-present" data-lanes={lanes} data-cue-chart={chart}>
        <h1 className="visually-hidden">{t('app.title')}</h1>
        <Notices />
        <main id="lanes" className="lanes" tabIndex={-1}>
          <LaneCard lane={0} />
          {lanes > 1 && <LaneCard lane={1} />}
          <PlayButton />
          <Approach />
        </main>
        {chart && <Charts only={chart} />}
        <Part fallback={<section className="panel cue" />}>
          <CueBar />
        </Part>
        <StateSentence />
        <Dialogs />
      </div>
    );

  return (
    <div
      className={embed ? 'app app-embed' : 'app'}
      data-panel={panel}
      data-foot={foot}
      data-lanes={lanes}
      data-act={act}
      data-lit={(act && lit) || undefined}
      data-inspecting={inspecting || looking}
    >
      {embed ? (
        <h1 className="visually-hidden">{t('app.title')}</h1>
      ) : (
        <>
          <button type="button" className="skip" onClick={() => document.getElementById('lanes')?.focus()}>
            {t('app.skip')}
          </button>
          <Header />
          {act ? (
            <Part key="act" fallback={<aside className="panel story" />}>
              <ActPanel />
            </Part>
          ) : (
            <Part key="experiment" fallback={<div className="panel experiment" />}>
              <Experiment />
            </Part>
          )}
        </>
      )}
      <Notices />
      <main id="lanes" className="lanes" tabIndex={-1}>
        <LaneCard lane={0} />
        {lanes > 1 && <LaneCard lane={1} />}
        {embed && <PlayButton />}
        <Approach />
      </main>
      <div className="under-lanes">
        {noted && (
          <Part>
            <NotesStrip />
          </Part>
        )}
        {!embed && <LegendLine />}
      </div>
      {!embed && (
        <>
          {looking || inspecting ? (
            <Part key={String(looking)} fallback={<aside className="panel inspector" />}>
              {looking ? <LensPanel /> : <Inspector />}
            </Part>
          ) : (
            <Charts />
          )}
          <nav className="panel-tabs" aria-label={t('panels.label')}>
            <Segmented
              label={t('panels.label')}
              value={panel}
              options={PANELS.map((value) => ({ value, label: t(`panels.${value}`) }))}
              onChange={(next) => look({ panel: next })}
            />
          </nav>
          <TimelinePanel />
          <Transport />
        </>
      )}
      <StateSentence />
      <Dialogs />
      {show === 'replication' && (
        <Part onMissing={() => look({ show: null })}>
          <Replication />
        </Part>
      )}
    </div>
  );
}

/** The charts of the experiment, or one of them. */
function Charts({ only }: { readonly only?: NotedChart }) {
  const t = useT();
  const feeds = useRun((run) => run.feeds);
  const goods = useScenario(({ document }) => GOODS[document.workload.kind]);
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
