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
  'at.waits': 'wait in {lane}',
  'point.more': 'B gains {by} %',
  'point.less': 'B loses {by} %',
  'point.waits': '{lane} waits {by} % less',
  'point.none': 'no difference beyond chance',
  'point.wait': 'not measured yet',
} as const;
