/** English of the gain by load in a list. */
export const gainLineEn = {
  wait: 'being measured',
  none: 'no difference beyond chance at any load',
  alone: 'its load is how long it works, not how many tasks',
} as const;
