/** The footer of a printed page: the scenario, the state of the lanes, the link. Keeps the size of the page on paper. */
import { useContext, useEffect, useReducer } from 'react';
import { flushSync } from 'react-dom';
import { useScenario } from '../state/scenario';
import { useView } from '../state/view';
import { TakeawayContext } from '../ui/Takeaway';
import { useT } from '../words';
import { useSentence } from './useSentence';
import './print.css';

/** Keeps the size of the lanes for printing, since a resized drawing would not be redrawn in time. */
function keepSize(): void {
  const { width, height } = document.getElementById('lanes')?.getBoundingClientRect() ?? { width: 0, height: 0 };
  const { style } = document.documentElement;
  style.setProperty('--print-inline', `${width}px`);
  style.setProperty('--print-block', `${height}px`);
}

export function PrintFoot() {
  const t = useT();
  const source = useContext(TakeawayContext);
  const preset = useScenario((state) => state.preset);
  // Elsewhere the printed page shows the verdict.
  const embed = useView((view) => view.embed);
  const sentence = useSentence();
  const [, sayAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    const prepare = () => {
      keepSize();
      // While the run plays, the sentence has to describe the printed moment.
      flushSync(sayAgain);
    };
    window.addEventListener('beforeprint', prepare);
    return () => window.removeEventListener('beforeprint', prepare);
  }, []);
  return (
    source && (
      <footer className="print-foot">
        <b>{t(`preset.${preset}`)}</b>
        {embed && <p className="print-sentence">{sentence()}</p>}
        <p className="print-source">{source.source()}</p>
        {source.changes && <p>{source.changes.all}</p>}
        <p className="print-link">{source.link()}</p>
      </footer>
    )
  );
}
