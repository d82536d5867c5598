/** Beside a recording there is no verdict: a run and a recording are not compared. */
import { useVerdictWords } from '../../words/verdict';
import './headline.css';

export function Measured() {
  const word = useVerdictWords();
  return (
    <div className="headline">
      <p className="headline-head">{word('measured')}</p>
      <p className="headline-about">
        <span>{word('measured.about')}</span>
      </p>
    </div>
  );
}
