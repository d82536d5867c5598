/** The file of the recording or of the replay that the link shows is missing. */
import { useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { useRecordingWords } from './words';

export function RecordedNotice() {
  const w = useRecordingWords();
  const shown = useScenario(({ document }) => document);
  const awaited = useRun((run) => run.awaits?.document);
  const { recording, workload } = awaited ?? shown;
  const name = recording?.name ?? (workload.kind === 'replay' ? workload.name : '');
  const key = !awaited ? 'missing' : recording ? 'missing.both' : 'missing.replay';
  return (
    <div className="notice" role="status">
      <p>{w(key, { name })}</p>
      <button type="button" className="button strong" onClick={() => look({ dialog: 'recording' })}>
        {w('choose')}
      </button>
    </div>
  );
}
