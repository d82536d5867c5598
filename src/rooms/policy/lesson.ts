/** The schedulers to start from, by name, and the form of their lessons. */
export const STARTERS = [
  'fifo',
  'round_robin',
  'vtime',
  'lottery',
  'stride',
  'mlfq',
  'cluster_first',
  'keep_warm',
  'central',
  'worst_case',
] as const;
export type StarterId = (typeof STARTERS)[number];

/** A page about a starter. Words in backquotes are code. */
export interface Lesson {
  readonly title: string;
  /** A few words for the menu. */
  readonly about: string;
  readonly does: string;
  readonly watch: string;
  readonly change: string;
}
export type Lessons = Readonly<Record<StarterId, Lesson>>;
