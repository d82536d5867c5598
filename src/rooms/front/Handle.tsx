/** The slider of the first screen: the number of tasks, over bars with the gain or loss of B at each number. */
import { useId } from 'react';
import type { Finding } from '../../engine/batch/compared';
import { factsOf } from '../../scenario/machines';
import { t } from '../../words';
import { barText, spoken, useVerdictWords } from '../../words/verdict';
import type { Gains } from './gains';
import { LOADS, subject, tasksAt, WORK_UNIT } from './race';
import { useWords } from './words';
import './handle.css';

export interface HandleProps {
  readonly gains: Gains;
  readonly load: number;
  readonly onLoad: (load: number) => void;
}

/** Half the height of the chart (px), and the least gain or loss (%) that fills it. */
const REACH = 52;
const LEAST_FULL = 10;

const meanOf = ({ difference }: Finding): number => difference.mean;
const isApart = (finding: Finding | undefined): finding is Finding => finding?.kind === 'apart';

/** Of adjacent losses only the greatest is labelled. */
function isTold(gains: Gains, at: number): boolean {
  const loss = (i: number): number => {
    const finding = gains.get(LOADS[i] ?? -1)?.finding;
    return isApart(finding) ? -meanOf(finding) : 0;
  };
  const lossHere = loss(at);
  if (lossHere <= 0) return true;
  for (const by of [-1, 1]) for (let i = at + by; loss(i) > 0; i += by) if (loss(i) > lossHere) return false;
  return true;
}

export function Handle({ gains, load, onLoad }: HandleProps) {
  const words = useWords();
  useVerdictWords();
  const label = useId();
  const gainHere = gains.get(load);
  const full = Math.max(LEAST_FULL, ...[...gains.values()].map(({ finding }) => Math.abs(meanOf(finding))));
  const reachOf = (mean: number): number => (Math.abs(mean) / full) * REACH;
  const lowest = Math.min(0, ...[...gains.values()].map(({ finding }) => (isApart(finding) ? meanOf(finding) : 0)));
  const said = gainHere ? spoken(gainHere.finding, WORK_UNIT, gainHere) : null;
  const tasks = tasksAt(load);
  // For screen readers, once it is complete.
  const stands = gainHere && gainHere.seeds === gainHere.of ? said : null;
  return (
    <div className="front-handle">
      <div className="front-handle-head">
        <p id={label}>
          <b>{words('load.tasks', { tasks })}</b> {words('load.cpus', { cpus: factsOf(subject(load).machine).cpus })}
        </p>
        <p className="front-verdict" data-better={said?.better ?? undefined}>
          <b>{said?.head ?? words('load.measuring')}</b>
          {said && <small>{said.about}</small>}
        </p>
        <span className="visually-hidden" role="status">
          {stands && `${stands.head} ${stands.about}`}
        </span>
      </div>
      <div className="front-bars" style={{ '--lowest': `${reachOf(lowest)}px` } as React.CSSProperties}>
        {LOADS.map((at, i) => {
          const finding = gains.get(at)?.finding;
          const mean = finding ? meanOf(finding) : 0;
          const px = Math.max(finding ? 2 : 0, reachOf(mean));
          return (
            <div
              key={at}
              className="front-bar-column"
              data-own={at === load}
              data-sign={!isApart(finding) ? 'none' : mean < 0 ? 'loses' : 'gains'}
              style={{ '--reach': `${px}px`, '--along': `${(100 * i) / (LOADS.length - 1)}%` } as React.CSSProperties}
            >
              <i />
              {isApart(finding) && isTold(gains, i) && <small>{barText(mean, true, finding.digits)}</small>}
              {at === load && <Knob />}
              <span>{tasksAt(at)}</span>
            </div>
          );
        })}
        <input
          type="range"
          min={LOADS[0]}
          max={LOADS.at(-1)}
          step={1}
          value={load}
          aria-label={words('load.label')}
          aria-valuetext={t('said.of', {
            of: words('load.tasks', { tasks }),
            said: stands?.head ?? words('load.measuring'),
          })}
          onChange={(event) => onLoad(Number(event.target.value))}
        />
      </div>
    </div>
  );
}

function Knob() {
  return (
    <svg className="front-knob" viewBox="-17 -17 34 34" aria-hidden="true">
      <circle r={15} />
      <path d="M-3 -4 -7 0l4 4M3 -4l4 4-4 4" />
    </svg>
  );
}
