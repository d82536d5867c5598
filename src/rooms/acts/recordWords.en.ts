/** English of published values beside ours. */
export const recordEn = {
  title: 'As published, and here',
  gains: 'less time with the patch, %',
  values: 'time of the program, {unit}',
  'of.published': 'in the mail',
  'of.simulated': 'here',
  by: '{author}, {year}; here the mean of {seeds} seeds, with as many iterations as he ran.',
  published: '{author}, {year}',
  simulated: 'here, {seeds} seeds and their 95 % interval',
  load: 'load',
  groups: '{groups} × 40 tasks',
  'groups.short': '{groups} × 40',
} as const;
