/** The tab *Why*: the first and the largest difference between the lanes, and the decisions behind the selected CPU. */
import { actions } from '../page/actions';
import { later, Part } from '../page/Part';
import { FirstDifference } from '../rooms/timeline/FirstDifference';
import { ActionButton } from '../rooms/transport/ActionButton';
import { useRun } from '../state/run';
import { useScenario } from '../state/scenario';
import { useView } from '../state/view';
import { useWords } from '../words/panels';

const MostTelling = later(async () => (await import('../rooms/why/MostTelling')).MostTelling);
const RecordedLists = later(async () => (await import('../rooms/recording/RecordedLists')).RecordedLists);
const Replay = later(async () => (await import('../rooms/recording/Replay')).Replay);
const Lately = later(async () => (await import('../rooms/inspector/Lately')).Lately);

export function Why() {
  const word = useWords();
  const selection = useView((view) => view.selection);
  const recorded = useRun((run) => run.feeds[0]?.recorded ?? null);
  const replays = useScenario(({ document }) => document.workload.kind === 'replay');
  return (
    <div className="drawer-page">
      <ActionButton action={actions.lastDecision} icon="decisionBack" labelled />
      <ActionButton action={actions.nextDecision} icon="decision" labelled />
      {(recorded || replays) && (
        <Part>
          <Replay />
        </Part>
      )}
      {recorded && (
        <Part>
          <RecordedLists recorded={recorded} />
        </Part>
      )}
      {!recorded && !selection && <p>{word('why.empty')}</p>}
      {!recorded && (
        <Part>
          <MostTelling />
        </Part>
      )}
      {!recorded && <FirstDifference />}
      {selection && !(recorded && selection.lane === 'a') && (
        <Part>
          <Lately lane={selection.lane} cpu={selection.cpu} />
        </Part>
      )}
    </div>
  );
}
