/**
 * What B gains, for one of many experiments, from the build: at the load at which it opens, the figure that
 * its verdict gives there, and by load as a line as small as a word.
 */
import { useId, useRef } from 'react';
import { factsOf } from '../../scenario/machines';
import { PRESETS, type PresetId } from '../../scenario/presets';
import curves from '../../state/generated/curves.json';
import type { Known } from '../../state/studies';
import { type GainPoint, useGainCurve } from '../../state/verdict';
import { useOnScreen } from '../../ui/useOnScreen';
import { useT } from '../../words';
import { besideText } from '../../words/verdict';
import { gainSketch, isOver } from './gain';
import { useGainWords } from './gainWords';
import { pointText, tasksText } from './pointText';
import './gain-line.css';

const SHIPPED = curves as unknown as Readonly<Partial<Record<PresetId, readonly Known[]>>>;
const NONE: readonly Known[] = [];

export function GainLine({ preset }: { readonly preset: PresetId }) {
  const scenario = PRESETS[preset];
  const grey = useId();
  const ref = useRef<HTMLDivElement>(null);
  const shown = useOnScreen(ref);
  const t = useT();
  const words = useGainWords();
  const gain = useGainCurve(scenario, shown, SHIPPED[preset] ?? NONE);
  const { here } = gain;
  const { line, zero } = gainSketch(gain);
  const isAssumed = factsOf(scenario.machine).assumed === true;
  const said = [isOver(here) ? pointText(scenario, here) : words('wait'), ...(isAssumed ? [words('assumed')] : [])];
  return (
    <div
      ref={ref}
      className="gain-small"
      role="img"
      aria-label={said.join(t('lane.list'))}
      data-waits={line === '' || undefined}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <linearGradient id={grey} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2="100">
          <stop className="gain-small-won" offset={`${zero}%`} />
          <stop className="gain-small-lost" offset={`${zero}%`} />
        </linearGradient>
        <path className="gain-small-zero" d={`M0 ${zero}H100`} vectorEffect="non-scaling-stroke" />
        <path className="gain-small-line" d={line} stroke={`url(#${grey})`} vectorEffect="non-scaling-stroke" />
      </svg>
      {isOver(here) ? <Figure point={here} /> : <b>…</b>}
      {isAssumed && <small className="gain-small-assumed">{words('assumed')}</small>}
    </div>
  );
}

/** The gain in percent, or both values of a figure that is shown lane by lane. */
function Figure({ point }: { readonly point: GainPoint }) {
  const words = useGainWords();
  const { gain, apart, known } = point;
  const { finding } = known;
  const text = (): string => {
    if (!gain || !finding || !apart) return finding?.kind === 'undecided' || !finding ? '?' : '≈ 0';
    if (finding.beside) return besideText(finding.figure, finding.beside);
    return `${gain.mean > 0 ? '+' : '−'}${Math.abs(gain.mean).toFixed(finding.digits)} %`;
  };
  return (
    <b data-better={(apart && Number(gain?.mean) > 0) || undefined}>
      {text()}
      <small>{words('at', { tasks: tasksText(point) })}</small>
    </b>
  );
}
