/** The state of the page; `docs/embed.md` describes the fields. */
export interface PlaygroundState {
  readonly ns: number;
  readonly playing: boolean;
  readonly ended: boolean;
  readonly fault: string | null;
  readonly link: string;
  readonly rests_on: object | null;
}

export interface PlaygroundVerdict {
  readonly complete: boolean;
  readonly figure: string;
  readonly difference_pct: { readonly mean: number; readonly ci95: number | null } | null;
  readonly better: 'a' | 'b' | null;
  readonly rests_on: object;
}

/** `<sched-playground>`. Events: `ready`, `state`, `verdict` and `refused`, with the message as `detail`. */
export declare class SchedPlayground extends HTMLElement {
  link: string | null;
  readonly state: PlaygroundState | null;
  load(document: object): Promise<PlaygroundState>;
  play(): void;
  pause(): void;
  seek(ns: number): Promise<PlaygroundState>;
  set(settings: {
    readonly a?: string;
    readonly b?: string;
    readonly theme?: string | null;
    readonly lang?: 'en' | 'zh';
    readonly speed?: number;
  }): void;
  verdict(): Promise<PlaygroundVerdict>;
}

declare global {
  interface HTMLElementTagNameMap {
    'sched-playground': SchedPlayground;
  }
}
