/** What the page asks of a worker for small live pictures. A question is a row here and a function in `show.ts`. */
import type { MachineDescription, Scenario } from '../../scenario/generated/types';
import type { Engine } from '../port/port';

export interface ThumbQuestions {
  /** Sets an experiment up under a number; it begins at `startNs`. */
  open(id: number, scenario: Scenario, startNs: number): ThumbOpened;
  /** Brings it `ns` further, or nearer to its beginning. The frame of each lane; none while it is on that way. */
  step(id: number, ns: number): readonly Uint32Array[];
  close(id: number): void;
}

export interface ThumbOpened {
  readonly machine: MachineDescription;
  /** Two numbers per task, as in `LaneFeed`. */
  readonly tasks: Uint16Array;
}

export type ThumbEngine = Engine<ThumbQuestions>;
