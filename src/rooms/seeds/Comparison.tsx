/** Means of A and B and their paired difference, as a table. */

import type { Compared } from '../../engine/batch/compared';
import type { FigureKey } from '../../engine/batch/figures';
import { differenceText } from './drawing';
import { FIGURE_TEXT } from './figures';
import { useWords } from './words';
import '../../ui/figures-table.css';
import { letter } from '../../words/format';

export interface ComparisonProps {
  /** Heading of the first column. */
  readonly first: string;
  readonly rows: readonly { readonly head: string; readonly figure: FigureKey; readonly compared: Compared }[];
}

export function Comparison({ first, rows }: ComparisonProps) {
  const words = useWords();
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {['A', 'B', words('table.difference')].map((text) => (
            <th scope="col" className="n" key={text}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ head, figure, compared: { estimateA, estimateB, difference } }) => {
          const text = FIGURE_TEXT[figure];
          return (
            <tr key={head}>
              <th scope="row">{head}</th>
              <td className="n">{text(estimateA.mean)}</td>
              <td className="n">{estimateB ? text(estimateB.mean) : '–'}</td>
              <td className="n">{difference ? differenceText(difference) : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What A and B are, with the marks they have in the drawings. */
export function Lanes({ lanes }: { lanes: readonly string[] }) {
  return (
    <p className="seeds-lanes">
      {lanes.map((text, i) => (
        <span key={letter(i)}>
          <b className={i === 0 ? 'lane-a' : 'lane-b'}>{i === 0 ? '● A' : '■ B'}</b> {text}
        </span>
      ))}
    </p>
  );
}
