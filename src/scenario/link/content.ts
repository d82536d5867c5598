/** The content of a link: a scenario, its forks and notes, and the view. */
import type { Author } from '../author';
import type { ChallengeId } from '../challenges';
import type { Problem } from '../check';
import type { Path } from '../forks';
import type { Scenario } from '../generated/types';
import type { NamedKernel } from '../kernelNames';
import type { Note } from '../notes';
import type { PresetId } from '../presets';

export const THEMES = ['light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Pages over or instead of the playground that a link can open. */
export const PAGES = ['replication', 'gallery', 'glossary'] as const;
export type Page = (typeof PAGES)[number];

/** A step of an act; both start at 1. */
export interface ActPlace {
  readonly act: number;
  readonly step: number;
  /** The link has no part of the scenario: the step defines it. */
  readonly own: boolean;
}

export const ANYBODY = '*';

/** The view of a link, which never affects the result. Null: the setting of the reader. */
export interface LinkView {
  readonly embed: boolean;
  /** The origin with which an embedded page exchanges messages; `*`: any; null: none. */
  readonly embedder: string | null;
  readonly autoplay: boolean;
  readonly theme: Theme | null;
  readonly lang: Language | null;
  /** The moment (ns) at which the page opens; null: the moment of the preset. */
  readonly startNs: number | null;
  /** The page over the playground; null: none. */
  readonly show: Page | null;
  /** The step of an act beside the lanes; null: none. */
  readonly act: ActPlace | null;
  /** The position of a presentation: 0 the experiment, from 1 its notes; null: no presentation. */
  readonly cue: number | null;
  /** The challenge beside the lanes; null: none. */
  readonly challenge: ChallengeId | null;
  /** Others may look at the scenario and run it, but not change it. */
  readonly locked: boolean;
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
  challenge: null,
  locked: false,
};

export interface Content {
  readonly preset: PresetId;
  readonly scenario: Scenario;
  /** Branches of the lanes that are not shown. */
  readonly forks: readonly Path[];
  readonly notes: readonly Note[];
  readonly author: Author;
  readonly view: LinkView;
}

/** A problem of a link. The page has one sentence for each kind. */
export type LinkProblem =
  | { readonly kind: 'newer'; readonly version: number }
  | { readonly kind: 'older' }
  | { readonly kind: 'part'; readonly part: string }
  /** A word that is none of the known ones. */
  | { readonly kind: 'choice'; readonly part: string; readonly known: readonly string[] }
  | { readonly kind: 'cut' }
  | { readonly kind: 'origin'; readonly text: string }
  /** No problem: the name of a kernel that is not exactly one of the table. */
  | { readonly kind: 'name'; readonly named: NamedKernel }
  | { readonly kind: 'range'; readonly problem: Problem };
