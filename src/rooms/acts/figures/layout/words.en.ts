/** English of the figure of a struct's lines. */
export const layoutEn = {
  lines: 'task_group, lines of {bytes} bytes',
  bytes: '{bytes}-byte lines',
  'label.shared': 'the pointers lie on the line of load_avg, which every CPU writes.',
  'label.apart': 'the pointers lie on another line than load_avg, which every CPU writes.',
  waits: '{count} waits for a pointer',
  free: 'no CPU waits for a pointer',
  'waits.short': '{count} waits',
  'free.short': 'no waits',
  node: 'node {node}, {cpus} CPUs',
  'node.short': 'node {node}',
  'sign.sum': 'load_avg: all CPUs write it',
  'sign.pointers': 'pointers: only read',
  'sign.field': 'other fields',
  fetches: 'Fetches of a changed line',
  'fetches.unit': 'so far, by field',
} as const;
