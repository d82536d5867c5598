/** The history of the run: its forks and notes, and buttons that seek to them. */
import { actions } from '../page/actions';
import { NotesStrip } from '../rooms/notes/Notes';
import { ActionButton } from '../rooms/transport/ActionButton';
import { Forks } from '../rooms/transport/Forks';
import { useScenario } from '../state/scenario';
import { useT } from '../words';
import { useWords } from '../words/panels';

export function HistoryTab() {
  const t = useT();
  const word = useWords();
  const noted = useScenario((state) => state.notes.length > 0);
  const forked = useScenario((state) => state.forks.length > 0);
  return (
    <div className="drawer-page">
      <ActionButton action={actions.restart} icon="restart" labelled />
      <ActionButton action={actions.again} icon="again" labelled />
      <button type="button" className="button" onClick={actions.notes.perform} aria-keyshortcuts={actions.notes.key}>
        {t('action.notes')}
      </button>
      {!forked && <p>{word('history.sentence')}</p>}
      <Forks />
      {noted && <NotesStrip />}
    </div>
  );
}
