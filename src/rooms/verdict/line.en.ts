/** English of the gain by load, under the lanes and in a list. */
export const gainLineEn = {
  wait: 'being measured',
  gain: 'gain by load',
  choose: 'Choose a load',
  here: 'you are here',
  load: '{load} {unit}',
  point: '{load} {unit} ({tasks}): {gain}',
  'point.tasks': '{tasks}: {gain}',
  at: 'at {tasks}',
  assumed: 'costs assumed',
  'point.more': 'B gains {by} %',
  'point.less': 'B loses {by} %',
  'point.none': 'no difference',
  'point.undecided': 'undecided',
  'point.wait': 'not measured yet',
} as const;
