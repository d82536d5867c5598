/** English of the timeline. */
export const timelineEn = {
  'timeline.label': 'Timeline of lane {lane}: which task each CPU ran',
  'timeline.lane': 'lane {lane}',
  'timeline.both': 'both lanes',
  'timeline.show': 'Show {what}',
  'timeline.hint': 'wheel to zoom, drag to move, Shift and drag to show a stretch, click on the axis to go there',
  'timeline.zoomIn': 'zoom in',
  'timeline.zoomOut': 'zoom out',
} as const;
