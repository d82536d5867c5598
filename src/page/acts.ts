/** Access to the acts, whose code is loaded when one is opened; `main.tsx` provides the import. */

import type { ActPlace, LinkProblem, LinkView } from '../scenario/link';
import type { ScenarioState } from '../state/scenario';

/** A link that opens an act. */
export interface FromLink {
  readonly view: LinkView;
  readonly problem: LinkProblem | null;
  /** Whether the address still names this act. */
  readonly isCurrent: () => boolean;
  /** The reader's changed experiment for the step; null: the experiment of the step. */
  readonly changed: Omit<ScenarioState, 'gesture' | 'locked'> | null;
}

/** The functions of the acts. */
export interface Acts {
  /** Opens a step of an act, or the nearest existing one. */
  openAct(place: Pick<ActPlace, 'act' | 'step'>, link?: FromLink): Promise<void>;
  turn(by: 1 | -1): void;
  /** Turns the steps for a speaker: the answer to a question comes before the next step. */
  turnOnStage(by: 1 | -1): void;
}

let load = (): Promise<Acts> => Promise.reject(new Error('actsComeFrom was not called'));

export const actsComeFrom = (from: () => Promise<Acts>): void => {
  load = from;
};

/** The functions, once they are loaded; rejects if loading fails. */
export const acts = (): Promise<Acts> => load();
