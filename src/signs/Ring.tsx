/** The CPUs that a decision looked at: their numbers in rings, that of the chosen one filled. */
import type { Row } from '../engine/wire/looks';
import { glyphOf, toneOf } from './answers';
import './ring.css';

interface RingProps {
  /** Null: room for a ring. */
  readonly number: number | null;
  readonly chosen: boolean;
}

export function Ring({ number, chosen }: RingProps) {
  return (
    <span className="ring" data-chosen={chosen || undefined} data-none={number === null || undefined}>
      {number}
    </span>
  );
}

/** Whether a look found the CPU that the task gets. */
export const isChoice = ({ step }: Row, chosen: number): boolean =>
  step.cpu === chosen && toneOf(step.answer) === 'good';

interface CheckedCpusProps {
  readonly rows: readonly Row[];
  readonly chosen: number;
  /** The CPUs and the answers, for the screen reader and without colour. */
  readonly label: (row: Row) => string;
}

/** The CPUs that a decision checked, in order. */
export function CheckedCpus({ rows, chosen, label }: CheckedCpusProps) {
  return (
    <ol className="checked-cpus">
      {rows
        .filter(({ number }) => number !== null)
        .map((row) => (
          <li key={row.at}>
            <Ring number={row.number} chosen={isChoice(row, chosen)} /> {label(row)}{' '}
            <i aria-hidden="true">{glyphOf(row.step.answer)}</i>
          </li>
        ))}
    </ol>
  );
}
