import { useEffect } from 'react';
import { later, Part } from '../page/Part';
import { LegendLine } from '../rooms/machine/LegendLine';
import { VerdictStrip } from '../rooms/verdict/VerdictStrip';
import { isChanged } from '../scenario/presets';
import { useScenario } from '../state/scenario';
import { look, useView } from '../state/view';
import { useT } from '../words';
import { Bar } from './Bar';
import { Console } from './Console';
import { Dialogs } from './Dialogs';
import { Drawer } from './Drawer';
import { Lanes } from './Lanes';
import { Notices } from './Notices';
import { StateSentence } from './StateSentence';
import { useDrawer } from './useDrawer';

// In the bundle of the page it compresses better than alone.
import '../ui/field.css';
import '../ui/field-messages.css';
import '../ui/chip.css';

const Inspector = later(async () => (await import('../rooms/inspector/Inspector')).Inspector);
const Edit = later(async () => (await import('./Edit')).Edit);
const ActPanel = later(async () => (await import('./ActPanel')).ActPanel);
const NotesStrip = later(async () => (await import('../rooms/notes/Notes')).NotesStrip);
const Stage = later(async () => (await import('./Stage')).default);
const LensPanel = later(async () => (await import('../rooms/decision/Panel')).default);
const Replication = later(async () => (await import('../rooms/replication/Replication')).default);

export function App() {
  const t = useT();
  const embed = useView((view) => view.embed);
  const presenting = useView((view) => view.cue !== null);
  const show = useView((view) => view.show);
  const preset = useScenario((state) => state.preset);
  const changed = useScenario((state) => isChanged(state.preset, state.document));
  const act = useView((view) => view.act !== null) && !embed;

  useEffect(() => {
    // An act sets its title itself.
    if (act) return;
    const name = t(`preset.${preset}`);
    const room = presenting ? t('title.present') : show === 'replication' ? t('action.replication') : null;
    document.title = [room, changed ? t('preset.changed', { name }) : name, t('app.title')].filter(Boolean).join(' · ');
  });

  if (presenting)
    return (
      <Part key="stage" onError={() => look({ cue: null })}>
        <Stage />
      </Part>
    );

  return (
    <>
      {embed ? <Embedded /> : <Whole act={act} />}
      <Dialogs />
      {show === 'replication' && (
        <Part onError={() => look({ show: null })}>
          <Replication />
        </Part>
      )}
    </>
  );
}

/** The lanes with their notes, and nothing else. */
function Embedded() {
  const lanes = useScenario(({ document }) => document.lanes.length);
  const noted = useScenario((state) => state.notes.length > 0);
  return (
    <div className="app app-embed" data-lanes={lanes}>
      <Notices />
      <Lanes />
      {noted && (
        <div className="under-lanes">
          <Part>
            <NotesStrip />
          </Part>
        </div>
      )}
      <StateSentence />
    </div>
  );
}

/**
 * The bar, stage, verdict, console and drawer; an act stands beside the stage. Dialogs and editors lie over the stage.
 */
function Whole({ act }: { act: boolean }) {
  const t = useT();
  const inspecting = useView((view) => view.inspecting && view.selection !== null);
  const looking = useView((view) => view.lens !== null);
  const editing = useView((view) => view.editing) && !act;
  const lit = useView((view) => view.lit);
  const lanes = useScenario(({ document }) => document.lanes.length);
  const drawer = useDrawer(act);
  return (
    <div
      className="app"
      data-lanes={lanes}
      data-act={act}
      data-lit={(act && lit) || undefined}
      data-drawer={drawer.state}
      data-panel={drawer.panel}
      data-about={drawer.about}
      style={drawer.style}
    >
      <button type="button" className="skip" onClick={() => document.getElementById('lanes')?.focus()}>
        {t('app.skip')}
      </button>
      <Bar />
      {act && (
        <Part key="act" fallback={<aside className="panel acts" />}>
          <ActPanel />
        </Part>
      )}
      {editing && (
        <Part key="edit">
          <Edit />
        </Part>
      )}
      <Notices />
      <Lanes />
      <div className="under-lanes">
        <LegendLine />
      </div>
      {(looking || inspecting) && <Part key={String(looking)}>{looking ? <LensPanel /> : <Inspector />}</Part>}
      {!act && <VerdictStrip />}
      <Console drawer={drawer} />
      {drawer.state !== 'closed' && <Drawer drawer={drawer} />}
      <StateSentence />
    </div>
  );
}
