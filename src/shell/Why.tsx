/** The tab *Why*: the first and the largest difference between the lanes, and the decisions behind the selected CPU. */
import { actions } from '../page/actions';
import { later, Part } from '../page/Part';
import { FirstDifference } from '../rooms/timeline/FirstDifference';
import { ActionButton } from '../rooms/transport/ActionButton';
import { useView } from '../state/view';
import { useWords } from '../words/panels';

const MostTelling = later(async () => (await import('../rooms/why/MostTelling')).MostTelling);
const Lately = later(async () => (await import('../rooms/inspector/Lately')).Lately);

export function Why() {
  const word = useWords();
  const selection = useView((view) => view.selection);
  return (
    <div className="drawer-page">
      <ActionButton action={actions.lastDecision} icon="decisionBack" labelled />
      <ActionButton action={actions.nextDecision} icon="decision" labelled />
      {!selection && <p>{word('why.empty')}</p>}
      <Part>
        <MostTelling />
      </Part>
      <FirstDifference />
      {selection && (
        <Part>
          <Lately lane={selection.lane} cpu={selection.cpu} />
        </Part>
      )}
    </div>
  );
}
