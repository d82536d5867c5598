/** What both lanes get done, live: two lines from zero on, with their numbers at the end, renewed four times a second. */
import { useEffect, useState } from 'react';
import { WORKLOAD_FACTS } from '../../scenario/catalog';
import { runStore, useRun } from '../../state/run';
import { useScenario } from '../../state/scenario';
import { whenNew } from '../../state/whenNew';
import { useT } from '../../words';
import { liveLines } from './live';
import './live.css';
import { letter } from '../../words/format';

/** Real time between two drawings (ms). */
const EVERY_MS = 250;
const KEYS = ['a', 'b'] as const;

export function LiveThroughput() {
  const t = useT();
  const workUnit = useScenario(({ document }) => WORKLOAD_FACTS[document.workload.kind].workUnit);
  const feeds = useRun((run) => run.feeds);
  const [lines, setLines] = useState(() => liveLines(feeds, workUnit));
  useEffect(
    () =>
      whenNew(EVERY_MS, async () => {
        setLines(liveLines(runStore.getState().feeds, workUnit));
      }),
    [workUnit],
  );
  const numbers = lines.map(({ text }, i) => `${letter(i)} ${text}`).join(t('lane.list'));
  const unit = t(`verdict.unit.${workUnit}`);
  return (
    <div className="live" role="img" aria-label={t('said.of', { of: t('verdict.live'), said: `${numbers} ${unit}` })}>
      <p className="live-unit">{unit}</p>
      <div className="live-plot">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ path }, i) => (
            <path key={KEYS[i]} className={`live-${KEYS[i]}`} d={path} vectorEffect="non-scaling-stroke" />
          ))}
        </svg>
        {lines.map(
          ({ path, end }, i) =>
            path !== '' && <i key={KEYS[i]} className={`live-${KEYS[i]}`} style={{ insetBlockStart: `${end}%` }} />,
        )}
      </div>
      <p className="live-ends">
        {lines
          .map(({ text }, i) => (
            <b key={KEYS[i]} className={`live-${KEYS[i]}`}>
              {letter(i)} {text}
            </b>
          ))
          .reverse()}
      </p>
    </div>
  );
}
