/** English. Sections by room: `machine.*` and `timeline.*` belong to the drawing. */
export const en = {
  'app.title': 'Scheduler Playground',
} as const;
