/** What the tasks got, beside the text: shares of the CPU, and waits of the sleeper; A and B on one axis. */
import type { CSSProperties } from 'react';
import { type Drawn, look } from '../../../../signs/NumberLine';
import { groupHue, roleShape } from '../../../../signs/palette';
import { useDrawing } from '../../../../signs/QueueLine';
import { shapePath } from '../../../../signs/shapes';
import { useRun } from '../../../../state/run';
import { LANE_KEYS } from '../../../../state/view';
import { duration } from '../../../../words/format';
import { Bars } from '../Bars';
import type { ResultProps } from '../types';
import { resultsOf, type Waits } from './results';
import { useFigureWords } from './words';
import './results.css';

export function QueueResults({ seen, step, ...of }: ResultProps) {
  const words = useFigureWords();
  const { shares, waits } = resultsOf(step, seen);
  return (
    <>
      {shares.length > 0 && <Shares shares={shares} />}
      {waits && (
        <Bars
          title={waits.beside ? words('waits.beside', { hogs: waits.beside.hogs }) : words('waits')}
          unit={words(waits.longer)}
          bars={LANE_KEYS.map((lane) => ({
            lane,
            value: waits[lane],
            text: waits[lane] === 0 ? '0' : duration(waits[lane]),
          }))}
          of={of}
        >
          {waits.beside && <Tasks {...waits.beside} />}
        </Bars>
      )}
    </>
  );
}

const TaskSign = ({ of }: { readonly of: Pick<Drawn, 'shape' | 'group'> }) => (
  <svg width="14" height="14" viewBox="-7 -7 14 14" aria-hidden="true">
    <path className="nl-shape" d={shapePath(of.shape, 6)} style={look(of)} />
  </svg>
);

/** The CPU divided among the tasks, a bar for each lane. */
function Shares({ shares }: { readonly shares: readonly (readonly number[])[] }) {
  const words = useFigureWords();
  const drawing = useDrawing();
  const tasks = useRun((run) => run.feeds[0]?.tasks);
  if (!tasks) return null;
  const drawn = drawing(tasks);
  return (
    <section className="figure-result">
      <header>
        <h3>{words('shares')}</h3>
      </header>
      <table className="figure-bars queue-shares" aria-label={words('shares')}>
        <tbody>
          {shares.map((percents, lane) => {
            const key = LANE_KEYS[lane] ?? 'a';
            return (
              <tr key={key} className={`lane-${key}`}>
                <th scope="row">
                  <b className="badge">{key.toUpperCase()}</b>
                </th>
                <td>
                  <ul>
                    {percents.map((percent, task) => {
                      const of = drawn(task);
                      const hue = groupHue(of.group);
                      const style = {
                        flexGrow: percent,
                        borderColor: `var(--group-edge-${hue})`,
                        background: `var(--group-tint-${hue})`,
                      };
                      return (
                        // biome-ignore lint/suspicious/noArrayIndexKey: a task is its number
                        <li key={task} style={style as CSSProperties}>
                          <TaskSign of={of} />
                          <span className="visually-hidden">{of.name}</span>
                          {task < percents.length - 1 && <span>{percentOf(percent)}</span>}
                        </li>
                      );
                    })}
                  </ul>
                  <b>{percentOf(percents.at(-1) ?? 0)}</b>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const percentOf = (percent: number): string => `${percent.toFixed(1)}\u00a0%`;

/** The tasks of the run beside the picture: the sleeper, and the hogs on its CPU. */
function Tasks({ hogs, sleepers }: NonNullable<Waits['beside']>) {
  return (
    <p className="queue-tasks" aria-hidden="true">
      {Array.from({ length: hogs + sleepers }, (_, group) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a task is its number
        <TaskSign key={group} of={{ shape: roleShape(group < hogs ? 'hog' : 'sleeper'), group }} />
      ))}
    </p>
  );
}
