/** Bars on one axis from zero, as a table beside the text. */
import type { ReactNode } from 'react';
import type { LaneKey } from '../../../state/view';
import type { Lighting } from './types';
import './bars.css';

export interface Bar {
  readonly lane?: LaneKey;
  /** What the bar is about; beside a lane's letter it may be left out. */
  readonly name?: string;
  readonly value: number;
  /** The value with its unit. */
  readonly text: string;
  /** Hollow: neither lane. */
  readonly part?: string;
}

interface BarsProps {
  readonly title: string;
  readonly unit?: string;
  readonly bars: readonly Bar[];
  /** The value of a bar of full length; by default the greatest. */
  readonly most?: number;
  readonly of?: Lighting;
  /** Below the bars. */
  readonly children?: ReactNode;
}

export function Bars({ title, unit, bars, most, of, children }: BarsProps) {
  const full = most ?? Math.max(...bars.map(({ value }) => value), Number.EPSILON);
  return (
    <section className="figure-result">
      <header>
        <h3>{title}</h3>
        {unit && <small>{unit}</small>}
      </header>
      <table className="figure-bars" aria-label={title}>
        <tbody>
          {bars.map(({ lane, name, value, text, part = lane }) => (
            <tr
              key={`${lane} ${name}`}
              className={lane && `lane-${lane}`}
              data-part={part}
              data-lit={(part !== undefined && of?.lit === part) || undefined}
              onPointerEnter={() => part && of?.onLit(part)}
              onPointerLeave={() => of?.onLit(null)}
            >
              <th scope="row">
                {lane && <b className="badge">{lane.toUpperCase()}</b>}
                {name && <span>{name}</span>}
              </th>
              <td>
                <i style={{ inlineSize: `${(72 * Math.max(0, value)) / full}%` }} />
                <b>{text}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}
