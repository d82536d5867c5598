const PATHS = {
  play: 'M4 2.5v11l9.5-5.5z',
  pause: 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z',
  code: 'M1.5 1.5h5v5h-5zM3 3v2h2V3zM9.5 1.5h5v5h-5zM11 3v2h2V3zM1.5 9.5h5v5h-5zM3 11v2h2v-2zM9.5 9.5h2v2h-2zM12.5 9.5h2v2h-2zM9.5 12.5h2v2h-2zM12.5 12.5h2v2h-2z',
  windows: 'M1.5 1.5h9v3h4v10h-9v-3h-4zM3 3v7h2.5V4.5H9V3zM7 6v7h6V6z',
  step: 'M3 3v10l7-5zM11 3h2v10h-2z',
  stepBack: 'M13 3v10L6 8zM3 3h2v10H3z',
  decision: 'M1 3v10l6-5zM11.5 4.2 15.3 8l-3.8 3.8L7.7 8z',
  decisionBack: 'M15 3v10L9 8zM4.5 4.2 8.3 8l-3.8 3.8L.7 8z',
  restart: 'M3 3h2v10H3zM13 3v10L6 8z',
  again: 'M2.6 3h1.8v10H2.6zM12.4 3v4.4H15L10.2 13 5.4 7.4H8V3z',
  slower: 'M8 3v10L1 8zM15 3v10L8 8z',
  faster: 'M8 3v10l7-5zM1 3v10l7-5z',
  seeds:
    'M3.4 2.4a1.6 1.6 0 1 1-.01 0zM8 2.4a1.6 1.6 0 1 1-.01 0zM12.6 2.4a1.6 1.6 0 1 1-.01 0zM2 9h5.2V7.4h1.6V9H14v3H8.8v1.6H7.2V12H2z',
  gallery: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  close: 'M3.4 2.3 8 6.9l4.6-4.6 1.1 1.1L9.1 8l4.6 4.6-1.1 1.1L8 9.1l-4.6 4.6-1.1-1.1L6.9 8 2.3 3.4z',
  theme: 'M8 1.5a6.5 6.5 0 1 0 0 13zM8 1.5v1.4a5.1 5.1 0 0 1 0 10.2v1.4a6.5 6.5 0 0 0 0-13z',
  kept: 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM6.9 11.4 3.9 8.4 5 7.3l1.9 1.9 4.1-4.1 1.1 1.1z',
  alarm: 'M8 1 .8 14h14.4zM7.2 6h1.6v4.2H7.2zm0 5.2h1.6v1.6H7.2z',
} as const;

/** Line drawings on a grid of 20. */
const LINES = {
  share: 'M10 12.5V3.5M6.5 6.5 10 3l3.5 3.5M5 9.5H4v7.5h12V9.5h-1',
  present: 'M2.5 3.5h15v10h-15zM10 13.5v3.5M6.5 17h7',
  more: 'M4 10h.01M10 10h.01M16 10h.01',
  edit: 'M3 6h7M15 6h2M3 14h2M10 14h7M12.5 3.8a2.2 2.2 0 1 0 .01 0zM7.5 11.8a2.2 2.2 0 1 0 .01 0z',
  chevron: 'M5.5 7.5 10 12l4.5-4.5',
} as const;

export type IconName = keyof typeof PATHS | keyof typeof LINES;

export function Icon({ name }: { name: IconName }) {
  if (name in LINES)
    return (
      <svg className="icon icon-lines" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
        <path
          d={LINES[name as keyof typeof LINES]}
          fill="none"
          stroke="currentColor"
          strokeWidth={name === 'more' ? 2.6 : 1.6}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    );
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={PATHS[name as keyof typeof PATHS]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}
