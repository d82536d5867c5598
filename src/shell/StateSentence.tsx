import { useRun } from '../state/run';
import { useSentence } from './useSentence';

/** For who cannot see the picture: where the run stands, said whenever it stops. */
export function StateSentence() {
  const playing = useRun((run) => run.playing);
  const sentence = useSentence();
  return (
    <p className="visually-hidden" role="status">
      {playing ? '' : sentence()}
    </p>
  );
}
