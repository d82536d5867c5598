/** English of the gain by load, under the lanes and in a list. */
export const gainLineEn = {
  wait: 'being measured',
  none: 'no difference beyond chance at any load',
  alone: 'its load is how long it works, not how many tasks',
  gain: 'gain by load',
  choose: 'Choose a load',
  here: 'you are here',
  load: '{load} {unit}',
  point: '{load} {unit} ({tasks}): {gain}',
  'point.tasks': '{tasks}: {gain}',
  at: 'at {tasks}',
  'point.more': 'B gains {percent} ± {half} %',
  'point.less': 'B loses {percent} ± {half} %',
  'point.none': 'no difference beyond chance',
  'point.wait': 'not measured yet',
} as const;
