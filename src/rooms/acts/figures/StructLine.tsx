/** A cache line as cells of four bytes, with the numbers x and y in it. */
export const INT = 4;

export interface StructLineProps {
  /** The size of the line. */
  readonly bytes: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The offset of each number on this line (bytes); left out: the number is on another line. */
  readonly holds: { readonly x?: number; readonly y?: number };
}

export function StructLine({ bytes, x, y, width, height, holds }: StructLineProps) {
  const cells = bytes / INT;
  const cell = width / cells;
  return (
    <g className="struct-line" transform={`translate(${x} ${y})`}>
      <rect className="struct-ground" width={width} height={height} rx={3} />
      {(['x', 'y'] as const).map((name) => {
        const offset = holds[name];
        return offset === undefined ? null : (
          <g key={name} className="figure-moves" style={{ transform: `translate(${(offset / INT) * cell}px, 0)` }}>
            <rect className={`struct-${name}`} width={cell} height={height} />
            {height >= 16 && cell >= 11 && (
              <text x={cell / 2} y={height / 2} textAnchor="middle" dominantBaseline="central">
                {name}
              </text>
            )}
          </g>
        );
      })}
      {Array.from({ length: cells - 1 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
        <path key={i} className="struct-edge" d={`M${(i + 1) * cell} 0v${height}`} />
      ))}
      <rect className="struct-outline" width={width} height={height} rx={3} />
    </g>
  );
}
