/** A decision whose steps were asked for is not within reach again. */
import { useWhyWords } from '../rooms/why/words';
import { closeLens } from '../state/decision';
import { Icon } from '../ui/Icon';

export function Lost() {
  const word = useWhyWords();
  return (
    <div className="notice" role="alert">
      <p>{word('gone')}</p>
      <button type="button" className="quiet" aria-label={word('close')} onClick={closeLens}>
        <Icon name="close" />
      </button>
    </div>
  );
}
