/** Lanes that are not compared: a run beside a recording, and replays that do not repeat theirs. */
import { useVerdictWords, type VerdictKey } from '../../words/verdict';
import './headline.css';

interface MeasuredProps {
  readonly head: VerdictKey;
  readonly about: VerdictKey;
}

export function Measured({ head, about }: MeasuredProps) {
  const word = useVerdictWords();
  return (
    <div className="headline">
      <p className="headline-head">{word(head)}</p>
      <p className="headline-about">
        <span>{word(about)}</span>
      </p>
    </div>
  );
}
