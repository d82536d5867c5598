/** A presentation as a list of cues: notes of a link, or steps of an act. */

/** The content of one cue. */
export interface Cue {
  /** Shown in large type, readable from the last row. */
  readonly text: string;
  /** Below the text. */
  readonly about: string;
  /** Paragraphs that only the speaker sees. */
  readonly notes: readonly string[];
}

export interface Talk {
  /** Index of the present cue, from 0, and the number of cues. */
  readonly at: number;
  readonly all: number;
  readonly now: Cue;
  /** Null for the last cue. */
  readonly next: Cue | null;
  /** The stage shows a question whose answer is still hidden. */
  readonly asks: boolean;
  /** The position as text; empty if there is none. */
  readonly place: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Further actions of the stage; the stage registers them while it is mounted. */
export interface StageTools {
  /** Makes the screen black, or shows the stage again. */
  blank(): void;
  /** Shows or hides the QR code of the link. */
  code(): void;
  /** Opens the speaker's window. */
  speaker(): void;
}

let tools: StageTools | null = null;

/** Returns a function that unregisters them. */
export function registerStage(own: StageTools): () => void {
  tools = own;
  return () => {
    if (tools === own) tools = null;
  };
}

export const stageTools = (): StageTools | null => tools;
