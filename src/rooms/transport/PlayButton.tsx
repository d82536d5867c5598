import { actions } from '../../page/actions';
import { useRun } from '../../state/run';
import { Icon } from '../../ui/Icon';
import { useT } from '../../words';
import './play-button.css';

/** The only control of embedded or presented lanes. */
export function PlayButton() {
  const t = useT();
  const playing = useRun((run) => run.playing);
  return (
    <button
      type="button"
      className={playing ? 'embed-play playing' : 'embed-play'}
      aria-label={t(playing ? 'action.pause' : 'action.start')}
      onClick={actions.play.perform}
    >
      <Icon name={playing ? 'pause' : 'play'} />
    </button>
  );
}
