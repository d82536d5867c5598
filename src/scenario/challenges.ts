/** The challenges of `examples/challenges`, by name; the easiest first. */
export const CHALLENGES = ['one_sleeper', 'requests', 'messages', 'two_weights', 'busy_server'] as const;
export type ChallengeId = (typeof CHALLENGES)[number];
