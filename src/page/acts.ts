/** The way to the acts. Their room is loaded when one is opened; the shell says from where. */

import type { Path } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import type { ActPlace, LinkProblem, LinkView } from '../scenario/link';
import type { Note } from '../scenario/notes';
import type { PresetId } from '../scenario/presets';

/** A link that opens an act. */
export interface FromLink {
  readonly view: LinkView;
  readonly problem: LinkProblem | null;
  /** The address still says it. */
  readonly isCurrent: () => boolean;
  /** The reader's own experiment beside the step; null: the step's. */
  readonly changed: {
    readonly preset: PresetId;
    readonly document: Scenario;
    readonly forks: readonly Path[];
    readonly notes: readonly Note[];
  } | null;
}

/** What the room can be asked for. */
export interface Acts {
  /** Opens a step of an act, or the nearest there is. */
  openAct(place: Pick<ActPlace, 'act' | 'step'>, link?: FromLink): Promise<void>;
  turn(by: 1 | -1): void;
  /** The same for a speaker: the answer to a question comes before the step after it. */
  turnOnStage(by: 1 | -1): void;
}

let load = (): Promise<Acts> => Promise.reject(new Error('nobody has said where the acts are'));

export const actsComeFrom = (from: () => Promise<Acts>): void => {
  load = from;
};

/** The room, once it is loaded; refused where it cannot be. */
export const acts = (): Promise<Acts> => load();
