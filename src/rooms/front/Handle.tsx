/** The slider of the first screen: the number of tasks, over bars with the gain or loss of B at each number. */
import { useId, useMemo } from 'react';
import type { Finding } from '../../engine/batch/compared';
import type { Scenario } from '../../scenario/generated/types';
import { factsOf } from '../../scenario/machines';
import { useBasis } from '../../state/rests';
import { t } from '../../words';
import { restsLine, useRestsWords } from '../../words/rests';
import { barText, spoken, useVerdictWords } from '../../words/verdict';
import { type Gains, gainAt } from './gains';
import { LOADS, subject, tasksAt, WORK_UNIT } from './race';
import { useWords } from './words';
import './handle.css';

export interface HandleProps {
  readonly gains: Gains;
  readonly load: number;
  /** The picture is drawn, so that more can be loaded. */
  readonly idle: boolean;
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

/** What a verdict rests on. The module that knows it is loaded with the first verdict. */
function RestsLine({ scenario }: { scenario: Scenario }) {
  const basis = useBasis(scenario);
  return basis && <small>{restsLine(basis, factsOf(scenario.machine).assumed === true)}</small>;
}

export function Handle({ gains, load, idle, onLoad }: HandleProps) {
  const words = useWords();
  useVerdictWords();
  useRestsWords();
  const scenario = useMemo(() => subject(load), [load]);
  const label = useId();
  const gainHere = gainAt(gains, load);
  const full = Math.max(LEAST_FULL, ...[...gains.values()].map(({ finding }) => Math.abs(meanOf(finding))));
  const reachOf = (mean: number): number => (Math.abs(mean) / full) * REACH;
  const lowest = Math.min(0, ...[...gains.values()].map(({ finding }) => (isApart(finding) ? meanOf(finding) : 0)));
  const said = spoken(gainHere.finding, WORK_UNIT, gainHere);
  const tasks = tasksAt(load);
  return (
    <div className="front-handle">
      <div className="front-handle-head">
        <p id={label}>
          <b>{words('load.tasks', { tasks })}</b> {words('load.cpus', { cpus: factsOf(scenario.machine).cpus })}
        </p>
        <p className="front-verdict" data-better={said.better ?? undefined}>
          <b>{said.head}</b>
          <small>{said.about}</small>
          {idle && <RestsLine scenario={scenario} />}
        </p>
        <span className="visually-hidden" role="status">
          {`${said.head} ${said.about}`}
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
              {isApart(finding) && (at === load || isTold(gains, i)) && <small>{barText(mean, finding.digits)}</small>}
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
            said: said.head,
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
