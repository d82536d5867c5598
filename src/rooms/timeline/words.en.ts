/** English of the timeline. */
export const timelineEn = {
  'first.go': 'First difference',
  'first.both': 'At {time} the lanes first differ ({what}, decided by CPU {cpu}). A: {a} — B: {b}',
  'first.one': 'At {time} the lanes first differ: {lane} decides ({what}, CPU {cpu}), {other} does not. {why}',
  'first.tried': '{n} looked at',
  'first.cost': 'cost {cost}',

  'timeline.label': 'Timeline of lane {lane}: which task each CPU ran',
  'timeline.lane': 'lane {lane}',
  'timeline.both': 'both lanes',
  'timeline.show': 'Show {what}',
  'timeline.hint': 'wheel to zoom, drag to move, Shift and drag to show a stretch, click on the axis to go there',
  'timeline.zoomIn': 'zoom in',
  'timeline.zoomOut': 'zoom out',
} as const;
