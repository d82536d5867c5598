/** A machine that stands still, with a number on each CPU: how often a class chose it. */
import { memo } from 'react';
import type { MachineDescription } from '../../scenario/generated/types';
import { textWidth } from '../../ui/fitting';
import { center } from '../../ui/geometry';
import { useT } from '../../words';
import { layout as layOut } from './layout';
import { Structure } from './Structure';
import './machine.css';

/** The size it is laid out for; it is scaled to its place (px). */
const SIZE = { w: 880, h: 520 } as const;
const TEXT = 15;
/** From the edge of a cell to what is in it (px). */
const INSET = 6;
/** The largest count, and the most of a cell that it takes. */
const MOST_TEXT = 36;
const SHARE = 0.7;
/** The darkest cell, of a colour on which the number is still legible (%). */
const DARKEST = 45;

export interface CpuCount {
  readonly count: number;
  /** It is the right one. */
  readonly isRight: boolean;
}

interface Props {
  readonly machine: MachineDescription;
  readonly counts: ReadonlyMap<number, CpuCount>;
  /** The numbers in words. */
  readonly label: string;
}

export const MachineCounts = memo(function MachineCounts({ machine, counts, label }: Props) {
  const t = useT();
  const layout = layOut(machine, SIZE.w, SIZE.h, TEXT);
  const most = Math.max(1, ...[...counts.values()].map(({ count }) => count));
  const { w, h } = layout.cell;
  const radius = Math.min(5, h / 4);
  const numberWidth = textWidth(String(layout.cpus.length - 1), TEXT);
  const size = Math.min(MOST_TEXT, h * SHARE, (w * SHARE) / textWidth(String(most), 1));
  // The count to the left, the number of the CPU to the right of it; or the count alone.
  const isNumbered = h > TEXT + 4 && w - numberWidth - 3 * INSET > textWidth(String(most), size);
  return (
    <svg className="machine-structure machine-counts" viewBox={`0 0 ${layout.width} ${layout.height}`} role="img">
      <title>{label}</title>
      <Structure layout={layout} lit={null} />
      {layout.cpus.map((cell) => {
        const { count, isRight } = counts.get(cell.cpu) ?? { count: 0, isRight: false };
        const { x, y } = center(cell);
        return (
          <g key={cell.cpu} className="m-count" data-count={count} data-right={isRight}>
            <title>{t('machine.cpu', { cpu: cell.cpu })}</title>
            <rect
              x={cell.x}
              y={cell.y}
              width={cell.w}
              height={cell.h}
              rx={radius}
              style={{ fill: `color-mix(in srgb, var(--ink-3) ${(DARKEST * count) / most}%, var(--page))` }}
            />
            {isNumbered && (
              <text className="m-name" fontSize={TEXT} x={cell.x + w - INSET} y={cell.y + TEXT + 2} textAnchor="end">
                {cell.cpu}
              </text>
            )}
            {count > 0 && (
              <text
                className="m-counted"
                fontSize={size}
                x={isNumbered ? cell.x + 2 * INSET : x}
                y={y + size * 0.36}
                textAnchor={isNumbered ? 'start' : 'middle'}
              >
                {count}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
});
