/** A regular machine by its counts: `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`. */

export const LEVELS = ['pack', 'numa', 'l3', 'l2', 'core', 'pu'] as const;
export type LevelName = (typeof LEVELS)[number];
export type Counts = Readonly<Partial<Record<LevelName, number>>>;

/** Null: its parts differ, and lists say them. */
export function countsOf(topology: string): Counts | null {
  if (topology.includes('=') && !topology.includes('(')) return null;
  const found = [...topology.matchAll(/\b(\w+):(\d+)/g)].map(([, name, count]) => [name, Number(count)] as const);
  return Object.fromEntries(found.filter(([name]) => LEVELS.some((level) => level === name)));
}

/** Threads are numbered as firmware does it: the first ones of all cores before the second ones. */
export function topologyOf(counts: Counts): string {
  const known = LEVELS.filter((level) => counts[level] !== undefined);
  const cores = known.reduce((all, level) => (level === 'pu' ? all : all * (counts[level] ?? 1)), 1);
  const threads = counts.pu ?? 1;
  const indexes = threads > 1 ? `(indexes=${threads}*${cores}:1*${threads})` : '';
  return known.map((level) => `${level}:${counts[level]}${level === 'pu' ? indexes : ''}`).join(' ');
}
