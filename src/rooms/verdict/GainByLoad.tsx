/** The gain of B at each load, with the present load marked. A click on a point sets the load. */
import { useId } from 'react';
import { useDrag } from '../../page/useDrag';
import { atLoad, loadUnit } from '../../scenario/loads';
import { useScenario } from '../../state/scenario';
import { useGainByLoad } from '../../state/verdict';
import { count } from '../../words/format';
import { unitWord } from '../../words/units';
import { gainDrawing, pointTowards } from './gain';
import { useGainWords } from './gainWords';
import { pointText } from './pointText';
import './gain.css';

export function GainByLoad() {
  const words = useGainWords();
  const grey = useId();
  const { change, begins } = useDrag();
  const document = useScenario((state) => state.document);
  const gain = useGainByLoad(document);
  if (gain.points.length === 0) return null;
  const drawn = gainDrawing(gain);
  const unit = unitWord(loadUnit(document));
  const choose = (value: number) => {
    const load = pointTowards(gain, value);
    if (load !== null) change((scenario) => atLoad(scenario, load));
  };
  return (
    <figure className="gain" aria-label={words('gain')}>
      <figcaption>{words('gain')}</figcaption>
      <div className="gain-axis" aria-hidden="true">
        <span style={{ insetBlockStart: `${drawn.zero}%` }}>0</span>
        {drawn.ticks.map(({ value, y }) => (
          <span key={value} style={{ insetBlockStart: `${y}%` }}>
            {`${value > 0 ? '+' : '−'}${Math.abs(value)} %`}
          </span>
        ))}
      </div>
      <div className="gain-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id={grey} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100">
            <stop className="gain-won" offset={`${drawn.zero}%`} />
            <stop className="gain-lost" offset={`${drawn.zero}%`} />
          </linearGradient>
          <path className="gain-zero" d={`M0 ${drawn.zero}H100`} vectorEffect="non-scaling-stroke" />
          <path className="gain-band" d={drawn.band} fill={`url(#${grey})`} />
          <path className="gain-line" d={drawn.line} stroke={`url(#${grey})`} vectorEffect="non-scaling-stroke" />
          <path className="gain-stem" d={`M${drawn.here.x} ${drawn.zero}V0`} vectorEffect="non-scaling-stroke" />
        </svg>
        {drawn.dots.map(({ point, x, y }) => (
          <i
            key={point.load}
            data-apart={point.apart && (Number(point.gain?.mean) < 0 ? 'lost' : 'won')}
            data-waits={point.gain === null || undefined}
            style={{ insetInlineStart: `${x}%`, insetBlockStart: `${y}%` }}
          />
        ))}
        <span
          className="gain-here"
          style={{ insetInlineStart: `${drawn.here.x}%`, insetBlockStart: `${drawn.here.y}%` }}
        />
        <b className="gain-named" style={{ insetInlineStart: `${drawn.here.x}%`, translate: `-${drawn.here.x}% 0` }}>
          {words('here')}
        </b>
        <input
          type="range"
          className="gain-choice"
          aria-label={words('choose')}
          aria-valuetext={pointText(document, gain.here)}
          title={gain.points.map((point) => pointText(document, point)).join('\n')}
          min={drawn.first}
          max={drawn.last}
          value={gain.here.load}
          {...begins}
          onChange={({ target }) => choose(Number(target.value))}
        />
      </div>
      <span className="gain-end">{words('load', { load: count(drawn.last), unit })}</span>
    </figure>
  );
}
