/** What B gains by load, as small as a word, for one of many experiments; measured while it is on the screen. */
import { useEffect, useId, useRef, useState } from 'react';
import type { Scenario } from '../../scenario/generated/types';
import { useGainCurve } from '../../state/verdict';
import { gainSketch } from './gain';
import { useGainWords } from './gainWords';
import { pointText, tasksText } from './pointText';
import './gain-line.css';

export function GainLine({ scenario }: { readonly scenario: Scenario }) {
  const words = useGainWords();
  const grey = useId();
  const own = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true));
    if (own.current) watch.observe(own.current);
    return () => watch.disconnect();
  }, []);
  const drawn = gainSketch(useGainCurve(scenario, shown));
  if (!drawn) {
    return (
      <div ref={own} className="gain-small" role="img" aria-label={words('alone')}>
        <b>–</b>
      </div>
    );
  }
  const { line, zero, most } = drawn;
  const said = line === '' ? words('wait') : most ? pointText(scenario, most) : words('none');
  const mean = (line !== '' && most?.gain?.mean) || 0;
  return (
    <div ref={own} className="gain-small" role="img" aria-label={said} data-waits={line === '' || undefined}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <linearGradient id={grey} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100">
          <stop className="gain-small-won" offset={`${zero}%`} />
          <stop className="gain-small-lost" offset={`${zero}%`} />
        </linearGradient>
        <path className="gain-small-zero" d={`M0 ${zero}H100`} vectorEffect="non-scaling-stroke" />
        <path className="gain-small-line" d={line} stroke={`url(#${grey})`} vectorEffect="non-scaling-stroke" />
      </svg>
      <b data-better={mean > 0 || undefined}>
        {line === ''
          ? '…'
          : most
            ? `${mean > 0 ? '+' : '−'}${Math.abs(mean).toFixed(most.known.finding?.digits)} %`
            : '≈ 0'}
        {line !== '' && most && <small>{words('at', { tasks: tasksText(most) })}</small>}
      </b>
    </div>
  );
}
