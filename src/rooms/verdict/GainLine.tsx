/**
 * What B gains, for one of many experiments, measured while it is on the screen: at the load at which it opens, the figure that
 * its verdict gives there, and by load as a line as small as a word.
 */
import { useEffect, useId, useRef, useState } from 'react';
import type { Scenario } from '../../scenario/generated/types';
import { type GainPoint, useGainCurve } from '../../state/verdict';
import { gainSketch, isOver } from './gain';
import { useGainWords } from './gainWords';
import { pointText, tasksText } from './pointText';
import './gain-line.css';

export function GainLine({ scenario }: { readonly scenario: Scenario }) {
  const grey = useId();
  const ref = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setShown(entry?.isIntersecting === true));
    if (ref.current) watch.observe(ref.current);
    return () => watch.disconnect();
  }, []);
  const words = useGainWords();
  const gain = useGainCurve(scenario, shown);
  const { here } = gain;
  const { line, zero } = gainSketch(gain);
  const said = isOver(here) ? pointText(scenario, here) : words('wait');
  return (
    <div ref={ref} className="gain-small" role="img" aria-label={said} data-waits={line === '' || undefined}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <linearGradient id={grey} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100">
          <stop className="gain-small-won" offset={`${zero}%`} />
          <stop className="gain-small-lost" offset={`${zero}%`} />
        </linearGradient>
        <path className="gain-small-zero" d={`M0 ${zero}H100`} vectorEffect="non-scaling-stroke" />
        <path className="gain-small-line" d={line} stroke={`url(#${grey})`} vectorEffect="non-scaling-stroke" />
      </svg>
      {isOver(here) ? <Figure point={here} /> : <b>…</b>}
    </div>
  );
}

/** Of waits the lane that waits less is named, and how much less that is. */
function Figure({ point }: { readonly point: GainPoint }) {
  const words = useGainWords();
  const { gain, apart, known } = point;
  if (!gain || !apart) {
    return (
      <b>
        ≈ 0<small>{words('at', { tasks: tasksText(point) })}</small>
      </b>
    );
  }
  const isWait = known.figure === 'p99';
  const percent = Math.abs(gain.mean).toFixed(known.finding?.digits);
  return (
    <b data-better={gain.mean > 0 || undefined}>
      {`${gain.mean > 0 && !isWait ? '+' : '−'}${percent} %`}
      <small>
        {isWait ? words('at.waits', { lane: gain.mean > 0 ? 'B' : 'A' }) : words('at', { tasks: tasksText(point) })}
      </small>
    </b>
  );
}
