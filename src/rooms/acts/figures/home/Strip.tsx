/** What far memory does: in the same time, fewer blocks of work, since the gaps between them are longer. */
import { blocksAway } from './jobs';
import { useHomeWords } from './words';

/** Height of the strip. */
export const STRIP = 104;
/** Blocks of work at home, and the part of their time that is drawn as a block. */
const BLOCKS = 14;
const BLOCK = 0.45;
const LABEL = 130;
const HEIGHT = 20;

interface StripProps {
  readonly width: number;
  /** Share of the work that waits for memory, and the time of memory work away from it (% of that at home). */
  readonly memoryPct: number;
  readonly remotePct: number;
}

export function Strip({ width, memoryPct, remotePct }: StripProps) {
  const words = useHomeWords();
  const room = width - LABEL;
  const block = (room / BLOCKS) * BLOCK;
  const rows = [
    ['home', BLOCKS],
    ['away', blocksAway(BLOCKS, memoryPct, remotePct)],
  ] as const;
  const note = words('strip.note');
  return (
    <g className="home-strip">
      <text className="figure-strong" x={0} y={26}>
        {words('strip')}
      </text>
      {width > 560 && (
        <text className="figure-quiet" x={width} y={26} textAnchor="end">
          {note}
        </text>
      )}
      {rows.map(([key, blocks], row) => {
        const y = 52 + row * 32;
        return (
          <g key={key}>
            <text x={0} y={y + 5}>
              {words(`strip.${key}`, { blocks: Math.floor(blocks) })}
            </text>
            <path className="home-line" d={`M${LABEL} ${y}H${width}`} />
            {Array.from({ length: Math.floor(blocks) }, (_, i) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a block is its number
                key={i}
                className="home-work"
                x={LABEL + (i * room) / blocks}
                y={y - HEIGHT / 2}
                width={block}
                height={HEIGHT}
                rx="2"
              />
            ))}
          </g>
        );
      })}
    </g>
  );
}
