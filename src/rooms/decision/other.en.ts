/** English of the other lane's decision, beside the steps. */
export const otherEn = {
  decided: 'In {lane} at {time}: {why}',
  none: 'In {lane} nothing had been decided about this by then.',
  steps: 'Every step in {lane}',
} as const;
