/** What a link holds: a scenario with what belongs to it, and how it is looked at. */
import type { Problem } from '../check';
import type { Path } from '../forks';
import type { Scenario } from '../generated/types';
import type { Note } from '../notes';
import type { PresetId } from '../presets';

export const THEMES = ['light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Pages over the playground, or in its place, that a link can open. */
export const PAGES = ['replication', 'gallery'] as const;
export type Page = (typeof PAGES)[number];

/** A step of an act, both counted from 1. */
export interface ActPlace {
  readonly act: number;
  readonly step: number;
  /** The link says nothing of the scenario: it is the step's own. */
  readonly own: boolean;
}

export const ANYBODY = '*';

/** What a link says about the view: never part of the result. Null: the reader's own setting. */
export interface LinkView {
  readonly embed: boolean;
  /** Whom an embedded page hears and tells: pages of an origin, `*` whatever page is around it; null: nobody. */
  readonly embedder: string | null;
  readonly autoplay: boolean;
  readonly theme: Theme | null;
  readonly lang: Language | null;
  /** The moment (ns) at which the page stands when it opens; null: the preset's own. */
  readonly startNs: number | null;
  /** The page over the playground; null: none. */
  readonly show: Page | null;
  /** The step of an act that is told beside the lanes; null: none. */
  readonly act: ActPlace | null;
  /** What is presented: 0 the experiment, from 1 on its notes, one at a time; null: the page is not on a stage. */
  readonly cue: number | null;
}

export const PLAIN_VIEW: LinkView = {
  embed: false,
  embedder: ANYBODY,
  autoplay: false,
  theme: null,
  lang: null,
  startNs: null,
  show: null,
  act: null,
  cue: null,
};

export interface Content {
  readonly preset: PresetId;
  readonly scenario: Scenario;
  /** Branches of the lanes that are not shown. */
  readonly forks: readonly Path[];
  readonly notes: readonly Note[];
  readonly view: LinkView;
}

/** What was wrong with a link; the interface has one sentence for each kind. */
export type LinkProblem =
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'older' }
  | { readonly kind: 'part'; readonly part: string }
  | { readonly kind: 'cut' }
  | { readonly kind: 'origin'; readonly text: string }
  | { readonly kind: 'range'; readonly problem: Problem };
