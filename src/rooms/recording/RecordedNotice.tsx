/** The file of the recording that the link shows is missing. */
import { useScenario } from '../../state/scenario';
import { look } from '../../state/view';
import { useRecordingWords } from './words';

export function RecordedNotice() {
  const w = useRecordingWords();
  const name = useScenario(({ document }) => document.recording?.name ?? '');
  return (
    <div className="notice" role="status">
      <p>{w('missing', { name })}</p>
      <button type="button" className="button strong" onClick={() => look({ dialog: 'recording' })}>
        {w('choose')}
      </button>
    </div>
  );
}
