import { lazy, useEffect } from 'react';
import { Part } from '../page/Part';
import { LegendLine } from '../rooms/machine/LegendLine';
import { TimelinePanel } from '../rooms/timeline/TimelinePanel';
import { Transport } from '../rooms/transport/Transport';
import { isChanged } from '../scenario/presets';
import { useScenario } from '../state/scenario';
import { look, PANELS, useView } from '../state/view';
import { Segmented } from '../ui/Segmented';
import { useT } from '../words';
import { Charts } from './Charts';
import { Dialogs } from './Dialogs';
import { Header } from './Header';
import { Lanes } from './Lanes';
import { Notices } from './Notices';
import { StateSentence } from './StateSentence';
import { useFoot } from './useFoot';

// In the bar of every way in: with the page it compresses better than alone.
import '../rooms/experiment/experiment.css';
import '../ui/field.css';
import '../ui/field-messages.css';
import '../ui/chip.css';

const Inspector = lazy(async () => ({ default: (await import('../rooms/inspector/Inspector')).Inspector }));
const Experiment = lazy(async () => ({ default: (await import('../rooms/experiment/Experiment')).Experiment }));
const ActPanel = lazy(async () => ({ default: (await import('./ActPanel')).ActPanel }));
const NotesStrip = lazy(async () => ({ default: (await import('../rooms/notes/Notes')).NotesStrip }));
const Stage = lazy(() => import('./Stage'));
const LensPanel = lazy(() => import('../rooms/decision/Panel'));
const Replication = lazy(() => import('../rooms/replication/Replication'));

export function App() {
  const t = useT();
  const embed = useView((view) => view.embed);
  const presenting = useView((view) => view.cue !== null);
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

  useEffect(() => {
    // An act names its step.
    if (act) return;
    const name = t(`preset.${preset}`);
    document.title = `${changed ? t('preset.changed', { name }) : name} · ${t('app.title')}`;
  });

  if (presenting)
    return (
      <Part key="stage" onMissing={() => look({ cue: null })}>
        <Stage />
      </Part>
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
      {!embed && (
        <>
          <button type="button" className="skip" onClick={() => document.getElementById('lanes')?.focus()}>
            {t('app.skip')}
          </button>
          <Header />
          {act ? (
            <Part key="act" fallback={<aside className="panel acts" />}>
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
      <Lanes />
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
            <Charts place={!foot ? 'column' : panel === 'charts' ? 'row' : 'corner'} />
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
