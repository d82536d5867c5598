/** A presentation: what is told, cue by cue, whoever it comes from. */

/** What is told at one place of a presentation. */
export interface Cue {
  /** Large, for the last row. */
  readonly text: string;
  /** Under it. */
  readonly about: string;
  /** What only the speaker reads, paragraph by paragraph. */
  readonly notes: readonly string[];
}

export interface Talk {
  /** Place of the present cue, from 0, and how many there are. */
  readonly at: number;
  readonly all: number;
  readonly now: Cue;
  /** Null: it is the last one. */
  readonly next: Cue | null;
  /** A question stands on the stage: what comes out is not told yet. */
  readonly asks: boolean;
  /** The place as it is written; nothing where there is none to say. */
  readonly place: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** What the stage can do beside turning; it says so itself while it is there. */
export interface StageTools {
  /** Shows the link as a QR code, or no longer. */
  code(): void;
  /** Opens the speaker's window. */
  speaker(): void;
}

let tools: StageTools | null = null;

/** Returns the end. */
export function registerStage(own: StageTools): () => void {
  tools = own;
  return () => {
    if (tools === own) tools = null;
  };
}

export const stageTools = (): StageTools | null => tools;
