/** Screens that are not mended yet: what is still wrong there, and why. A list to be emptied. */
import type { FaultKind } from './legible';

interface Todo {
  readonly screens: RegExp;
  readonly kinds: readonly FaultKind[];
  readonly reason: string;
}

const TODO: readonly Todo[] = [
  {
    screens: /./,
    kinds: ['small', 'control'],
    reason:
      'sizes are multiples of a root of 13 px until each sheet takes the tokens of type; cells and selects are lower than 24 px',
  },
  {
    screens: /^(experiment|inspector|stage|embedded|act)/,
    kinds: ['contrast', 'cut', 'overlap'],
    reason: 'the drawing: the tag of a cluster stands on its own grey; fields of the struct are cut',
  },
  {
    screens: /^(model|rules|figures|replication)/,
    kinds: ['sideways'],
    reason: 'wide tables scroll sideways in their dialog',
  },
];

/** Kinds of faults that a screen is known to have. */
export const knownOf = (screen: string): readonly FaultKind[] =>
  TODO.filter(({ screens }) => screens.test(screen)).flatMap(({ kinds }) => kinds);
