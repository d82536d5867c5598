/** A struct on its cache lines: a row for each line, a box for each field; the hot ones marked. */
import type { CSSProperties } from 'react';
import { useWords } from '../i18n/panels';
import type { PlacedStruct } from '../scenario/placed';
import { compact } from '../ui/format';
import { cut, type DrawnLine, type Heat, hex, inPercent, share } from './lines';

export interface StructLayoutProps {
  readonly struct: PlacedStruct;
  readonly heat: Heat;
  /** Only the lines on which something was touched. */
  readonly brief?: boolean;
}

export function StructLayout({ struct, heat, brief = false }: StructLayoutProps) {
  const t = useWords();
  const lines = cut(struct).filter(({ pieces }) => !brief || pieces.some(({ field }) => heat.touched.has(field)));
  return (
    <ol className="struct" aria-label={t('lines.struct', { name: struct.name, bytes: struct.lineBytes })}>
      {lines.map((line) => (
        <Line key={line.number} line={line} bytes={struct.lineBytes} heat={heat} brief={brief} />
      ))}
    </ol>
  );
}

interface LineProps {
  readonly line: DrawnLine;
  readonly bytes: number;
  readonly heat: Heat;
  readonly brief: boolean;
}

function Line({ line, bytes, heat, brief }: LineProps) {
  const t = useWords();
  const own = line.pieces
    .filter(({ first }) => first)
    .reduce((sum, { field }) => sum + (heat.fields.get(field) ?? 0), 0);
  return (
    <li className="struct-line" data-hot={own > 0}>
      <span className="struct-offset">{hex(line.offset)}</span>
      <ul className="struct-fields" style={{ gridTemplateColumns: `repeat(${bytes}, minmax(0, 1fr))` }}>
        {line.pieces.map(({ field, from, bytes: wide, first }) => {
          const count = first ? (heat.fields.get(field) ?? 0) : 0;
          const part = share(count, heat.total);
          return (
            <li
              key={field}
              className="struct-field"
              data-touched={heat.touched.has(field)}
              data-hot={count > 0}
              style={
                { gridColumn: `${from + 1} / span ${wide}`, '--heat': `${Math.round(part * 100)}%` } as CSSProperties
              }
              title={[
                `${hex(line.offset + from)} ${field}`,
                count > 0 && t('lines.heat', { count: compact(count), percent: inPercent(part) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            >
              <span>{field}</span>
              {count > 0 && !brief && <b>{inPercent(part)} %</b>}
            </li>
          );
        })}
      </ul>
      <span className="struct-total">{own > 0 && !brief ? `${inPercent(share(own, heat.total))} %` : ''}</span>
    </li>
  );
}
