/** The changed constants of the model, and buttons that open the list of all. */
import { useContext } from 'react';
import { actions } from '../page/actions';
import { TakeawayContext } from '../ui/Takeaway';
import { useT } from '../words';
import { useWords } from '../words/panels';

export function ModelTab() {
  const t = useT();
  const word = useWords();
  const source = useContext(TakeawayContext);
  return (
    <div className="drawer-page">
      <p>{source?.changes?.all ?? word('model.sentence')}</p>
      {[actions.model, actions.rules].map((action) => (
        <button
          key={action.key}
          type="button"
          className="button"
          onClick={action.perform}
          aria-keyshortcuts={action.key}
        >
          {t(action.name)}
        </button>
      ))}
    </div>
  );
}
