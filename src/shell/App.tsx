import { useEffect } from 'react';
import { whenIdle } from '../engine/idle';
import { later, Part } from '../page/Part';
import { wholeTitle } from '../page/title';
import { LegendLine } from '../rooms/machine/LegendLine';
import { VerdictStrip } from '../rooms/verdict/VerdictStrip';
import { aboutOf } from '../scenario/author';
import { useScenario } from '../state/scenario';
import { isLooking, look, useView, viewStore } from '../state/view';
import { useT } from '../words';
import { Bar } from './Bar';
import { Console } from './Console';
import { Dialogs } from './Dialogs';
import { DispatchQueues } from './DispatchQueues';
import { Drawer } from './Drawer';
import { Lanes } from './Lanes';
import { Notices } from './Notices';
import { StateSentence } from './StateSentence';
import { useDrawer } from './useDrawer';
import { useMedia } from './useMedia';
import './lens.css';

// In the bundle of the page it compresses better than alone.
import '../ui/field.css';
import '../ui/field-messages.css';
import '../ui/chip.css';

const Inspector = later(async () => (await import('../rooms/inspector/Inspector')).Inspector);
const Edit = later(async () => (await import('./Edit')).Edit);
const PolicyPane = later(async () => (await import('./PolicyPane')).PolicyPane);
const ActPanel = later(async () => (await import('./ActPanel')).ActPanel);
const NotesStrip = later(async () => (await import('../rooms/notes/Notes')).NotesStrip);
const AuthorText = later(async () => (await import('../rooms/experiment/AuthorText')).AuthorText);
const Headline = later(async () => {
  await whenIdle();
  return (await import('../rooms/verdict/Headline')).Headline;
});
const Stage = later(async () => (await import('./Stage')).default);
const LensPanel = later(async () => {
  // A step of an act shows its machines and its text first.
  if (viewStore.getState().act) await whenIdle();
  return (await import('../rooms/decision/Panel')).default;
});
const Glossary = later(async () => (await import('../rooms/glossary/Glossary')).default);
const Replication = later(async () => (await import('../rooms/replication/Replication')).default);

/** In a frame as low as this the machines take the room of the verdict. */
const low = window.matchMedia('(max-height: 360px)');

export function App() {
  const t = useT();
  const embed = useView((view) => view.embed);
  const presenting = useView((view) => view.cue !== null);
  const show = useView((view) => view.show);
  const title = useScenario(wholeTitle);
  const act = useView((view) => view.act !== null) && !embed;

  useEffect(() => {
    // An act sets its title itself.
    if (act) return;
    const room = presenting
      ? t('title.present')
      : show === 'replication' || show === 'glossary'
        ? t(`action.${show}`)
        : null;
    document.title = [room, title, t('app.title')].filter(Boolean).join(' · ');
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
      {show === 'glossary' && (
        <Part onError={() => look({ show: null })}>
          <Glossary />
        </Part>
      )}
      {show === 'replication' && (
        <Part onError={() => look({ show: null })}>
          <Replication />
        </Part>
      )}
    </>
  );
}

/** The lanes with their verdict and notes, and nothing else. */
function Embedded() {
  const lanes = useScenario(({ document }) => document.lanes.length);
  const noted = useScenario((state) => state.notes.length > 0);
  const hasAuthorText = useScenario(({ author }) => author.title !== '' || aboutOf(author) !== '');
  const isLow = useMedia(low);
  // The page around this one may want the verdict that it does not show.
  const judged = useView((view) => view.judged) || !isLow;
  return (
    <div className="app app-embed" data-lanes={lanes} data-low={isLow}>
      <Notices />
      <Lanes />
      <footer className="under-lanes">
        <DispatchQueues />
        {judged && (
          <Part>
            <Headline />
          </Part>
        )}
        {hasAuthorText && (
          <Part>
            <AuthorText titled />
          </Part>
        )}
        {noted && (
          <Part>
            <NotesStrip />
          </Part>
        )}
      </footer>
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
  const looking = useView(isLooking);
  const editing = useView((view) => view.editing) && !act;
  const coding = useView((view) => view.coding || view.challenge !== null) && !act;
  const lit = useView((view) => view.lit);
  const hasAuthorText = useScenario(({ author }) => aboutOf(author) !== '') && !act;
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
      {coding && (
        <Part key="policy" onError={() => look({ coding: false, challenge: null })}>
          <PolicyPane />
        </Part>
      )}
      <Notices />
      <Lanes />
      <div className="under-lanes">
        <DispatchQueues />
        {hasAuthorText && (
          <Part>
            <AuthorText />
          </Part>
        )}
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
