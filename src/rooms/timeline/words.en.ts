/** English of the timeline. */
export const timelineEn = {
  'first.go': 'First difference',
  'first.both': 'At {time} the lanes first differ ({what}, decided by CPU {cpu}). A: {a} — B: {b}',
  'first.one': 'At {time} the lanes first differ: {lane} decides ({what}, CPU {cpu}), {other} does not. {why}',
  'first.tried': '{n} looked at',
  'first.cost': 'cost {cost}',

  'timeline.label': 'Timeline: which task each CPU ran',
  'timeline.lane': 'Lane {lane}',
  'timeline.hint': 'wheel to zoom, drag to move, Shift and drag to show a stretch, click to follow a task',
  'timeline.axis': 'on the axis: click to go there, drag to zoom',
  'timeline.wasted': '{lane} · CPU {cpu} · wasted: idle while a task waits in reach · {from}–{to} ({span})',
  'timeline.zoomIn': 'zoom in',
  'timeline.zoomOut': 'zoom out',
  'timeline.segment': '{lane} · CPU {cpu} · {role} {task} of group {group} · {from}–{to} ({span})',
  'timeline.idle': '{lane} · CPU {cpu} · idle · {from}–{to} ({span})',
  'timeline.later': '{lane} · CPU {cpu} · not yet',
  'timeline.unknown': '{lane} · CPU {cpu} · not recorded',
} as const;
