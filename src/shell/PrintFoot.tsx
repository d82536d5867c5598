/** What stands under a printed page: what was run, and its link. And the page keeps its size on paper. */
import { useContext, useEffect } from 'react';
import { useScenario } from '../state/scenario';
import { TakeawayContext } from '../ui/Takeaway';
import { useT } from '../words';
import './print.css';

/** The lanes are printed as they stand: drawings that were measured again would not be drawn in time. */
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
  useEffect(() => {
    window.addEventListener('beforeprint', keepSize);
    return () => window.removeEventListener('beforeprint', keepSize);
  }, []);
  return (
    source && (
      <footer className="print-foot">
        <b>{t(`preset.${preset}`)}</b>
        <p>{source.source()}</p>
        {source.changes && <p>{source.changes.all}</p>}
        <p className="print-link">{source.link()}</p>
      </footer>
    )
  );
}
