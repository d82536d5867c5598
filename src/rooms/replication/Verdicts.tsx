import { type RowReport, type Verdict, verdictsOf } from './report';
import { offText } from './sentences';
import { useWords } from './words';
import './verdicts.css';

const MARKS = { right: '✓', open: '○', wrong: '✗' } as const;

export function Mark({ verdict }: { readonly verdict: Verdict }) {
  return (
    <b className={`verdict-mark is-${verdict}`} aria-hidden="true">
      {MARKS[verdict]}
    </b>
  );
}

/** The verdict of a row against the published figure, and its error. */
export function Verdicts({ row }: { readonly row: RowReport }) {
  const w = useWords();
  const verdicts = verdictsOf(row);
  return (
    <>
      <span className="marks">
        {verdicts.length === 0 && <small>{w('verdict.none')}</small>}
        {verdicts.map(({ key, verdict }) => (
          <span key={key} className="verdict-word">
            <Mark verdict={verdict} />
            {w(key)}
          </span>
        ))}
      </span>
      <small>{offText(w, row).join(w('off.and'))}</small>
    </>
  );
}
