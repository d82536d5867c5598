/** Where the jobs ran, beside the text: their time away from their memory, and each job's time at home. */
import type { CSSProperties } from 'react';
import { LANE_KEYS } from '../../../../state/view';
import { inPercent } from '../../measure';
import { Bars } from '../Bars';
import type { ResultProps } from '../types';
import { awayShare, homeShare } from './jobs';
import { useHomeWords } from './words';

export function HomeResults({ seen, ...of }: ResultProps) {
  const words = useHomeWords();
  if (!seen) return null;
  const bars = seen.lanes.flatMap((report, lane) => {
    const value = awayShare(report);
    return value === null ? [] : [{ lane: LANE_KEYS[lane] ?? 'a', value, text: `${inPercent(value)}\u00a0%` }];
  });
  if (bars.length === 0) return null;
  return (
    <>
      <Bars title={words('away')} unit={words('away.unit')} bars={bars} most={1} of={of} />
      <section className="figure-result">
        <header>
          <h3>{words('shares')}</h3>
          <small>{words('shares.note')}</small>
        </header>
        <div className="home-shares">
          {seen.lanes.map(({ jobs }, lane) => (
            <div key={LANE_KEYS[lane]} className={`lane-${LANE_KEYS[lane]}`}>
              <b className="badge">{LANE_KEYS[lane]?.toUpperCase()}</b>
              <ol>
                {jobs.map((row, job) => {
                  const share = homeShare(row) ?? 0;
                  return (
                    <li key={row.task} style={{ '--part': share } as CSSProperties}>
                      <span className="visually-hidden">
                        {words('shares.of', { job: job + 1, percent: inPercent(share) })}
                      </span>
                    </li>
                  );
                })}
              </ol>
            </div>
          ))}
        </div>
      </section>
    </>
  );
}
