/** English of the figure of jobs and their memory. */
export const homeFigureEn = {
  node: 'node {node}',
  home: 'home of job {job}: its memory is here',
  'caption.away': 'job {job} is on node {node}, away from its memory on node {home}',
  'caption.home': 'job {job} is on node {home}, beside its memory',
  'caption.none': 'the jobs have not begun',
  away: 'Time away from their memory',
  'away.unit': 'so far',
  shares: 'Where each job ran',
  'shares.note': 'filled: on the node of its memory',
  'shares.of': 'job {job}: at home {percent} % of the time',
  strip: 'The same time of an average job',
  'strip.note': 'each block is the same amount of work',
  'strip.home': 'at home: {blocks} blocks',
  'strip.away': 'away: {blocks} blocks',
} as const;
