import type { CSSProperties, ReactNode } from 'react';
import type { ChartId } from '../../scenario/charts';
import { useScenario } from '../../state/scenario';
import { NoteSign } from '../../ui/NoteSign';
import { Takeaway } from '../../ui/Takeaway';
import type { Table } from '../../ui/table';
import './card.css';

export interface CardProps {
  readonly title: string;
  readonly unit?: string;
  /** Name of the chart and of its files. */
  readonly name: ChartId;
  /** `flex-grow` in a row (`flexGrowOf`). */
  readonly flexGrow: number;
  /** Whether a step of an act highlights it. */
  readonly pointed: boolean;
  /** The figures of the chart. */
  readonly table: () => Table | Promise<Table>;
  /** A button beside the export menu. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A chart with its title, the export menu and, at the right, its unit. */
export function Card({ title, unit, name, flexGrow, pointed, table, action, children }: CardProps) {
  const notes = useScenario((state) => state.notes);
  return (
    <section
      className="panel card"
      style={{ '--flex-grow': flexGrow, '--basis': flexGrow > 0 ? 0 : 'auto' } as CSSProperties}
      aria-label={title}
      data-chart={name}
      data-pointed={pointed || undefined}
    >
      <header>
        <h2>{title}</h2>
        {notes.map(
          ({ pin, text }, i) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: a note is its place in the list.
            pin.kind === 'chart' && pin.chart === name && <NoteSign key={i} text={text} />,
        )}
        <Takeaway title={title} name={name} table={table} />
        {action}
        {unit !== undefined && <span className="unit">{unit}</span>}
      </header>
      {children}
    </section>
  );
}
