/** English of the figure of one queue. */
export const queueFigureEn = {
  behind: '{time} behind',
  ahead: '{time} ahead',
  owed: 'owed {time}',
  had: '{time} too much',
  shares: 'Share of the CPU',
  waits: 'Wait of the sleeper',
  'waits.beside': 'Wait of a sleeper beside {hogs} hogs',
  half: 'half of the waits are longer',
  quarter: 'a quarter of the waits are longer',
  history: 'The last {time}: {what}',
  lag: 'lag of each task',
  slices: 'time slices left',
  runs: 'runs',
  deaf: 'slices of tasks are ignored',
  'deaf.short': 'ignores slices',
} as const;
