/** The view: how a person looks at the run. It does not change the result. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ChallengeId } from '../scenario/challenges';
import type { Scenario } from '../scenario/generated/types';
import type { ActPlace, LinkProblem, Page, Theme } from '../scenario/link';
import type { PresetId } from '../scenario/presets';

export type LaneKey = 'a' | 'b';
export const LANE_KEYS: readonly LaneKey[] = ['a', 'b'];
export type Dialog =
  | 'keys'
  | 'share'
  | 'embed'
  | 'figures'
  | 'settings'
  | 'many'
  | 'model'
  | 'rules'
  | 'changes'
  | 'panel'
  | 'notes'
  | 'own'
  | 'recording'
  | 'work';
/** The tabs of the drawer at the bottom of the page. */
export const PANELS = ['timeline', 'why', 'charts', 'model', 'history'] as const;
export type Panel = (typeof PANELS)[number];

export const INSPECTOR_TABS = ['domains', 'queue', 'decisions', 'moves'] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

/** What the Inspector may show beside a CPU. A unit is what the machine draws as a box of CPUs. */
export type Thing =
  | { readonly kind: 'task'; readonly task: number }
  | { readonly kind: 'unit'; readonly unit: number }
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'link'; readonly a: number; readonly b: number };

/** A decision that is shown row by row (`engine/wire/looks.ts`), beside that of the other lane. */
export interface Lens {
  readonly lane: LaneKey;
  /** Its record (`engine/wire/records.ts`). */
  readonly record: Uint32Array;
  /** The present row; after the last one is the result. */
  readonly step: number;
  /** The decision of the other lane; undefined: not known yet; null: there is no other lane. */
  readonly other: OtherDecision | null | undefined;
  /** The lit parts of the machine of each lane; absent: all. */
  readonly spots: Readonly<Partial<Record<LaneKey, Spot | undefined>>>;
  /** The moment at which the lens was opened (ns). */
  readonly backNs: number;
  /** The number of a wake-up, and of all up to the furthest moment shown. */
  readonly place: { readonly n: number; readonly of: number } | null;
  /** A search for another decision: it is under way, or it found none. */
  readonly missed: 'pending' | 'next' | 'last' | 'differing' | null;
}

export interface OtherDecision {
  /** Null: it decides nothing. */
  readonly record: Uint32Array | null;
  /** It was made in the state of the lane of the lens; else in its own run, at or before the same time. */
  readonly isSameState: boolean;
}

/** The subject of a *why* bubble on a lane's machine: a CPU, or a task. */
export type Explained = { readonly lane: LaneKey } & ({ readonly cpu: number } | { readonly task: number });

/** The experiment and the moment of the open step of an act. */
export interface OpenStep {
  readonly preset: PresetId;
  readonly document: Scenario;
  /** The moment of the step (ns). */
  readonly atNs: number;
  /** Where a figure is drawn in place of the lanes: on page and stage, on the stage only, or nowhere. */
  readonly drawnOn: 'page' | 'stage' | null;
}

/** The parts of the page that a step of an act can point at. */
export type Lit = 'lanes' | 'lane-a' | 'lane-b' | 'panel' | 'charts' | 'timeline';

/** The parts of a machine that are lit while the others are dimmed; a unit or a node includes its CPUs. */
export interface Spot {
  readonly cpus?: readonly number[];
  readonly units?: readonly number[];
  readonly nodes?: readonly number[];
  readonly links?: readonly (readonly [a: number, b: number])[];
}

export interface ViewState {
  readonly embed: boolean;
  /** The page around an embedded page (`LinkView`). */
  readonly embedder: string | null;
  readonly autoplay: boolean;
  /** The page around an embedded page has asked for messages about the verdict. */
  readonly judged: boolean;
  /** Null: the setting of the system. */
  readonly theme: Theme | null;
  readonly lang: 'en' | 'zh' | null;
  /** The start moment of the run (ns); null: that of the preset. */
  readonly startNs: number | null;
  readonly lane: LaneKey;
  /** The selected CPU. */
  readonly selection: { readonly lane: LaneKey; readonly cpu: number } | null;
  /** Whether the Inspector of the selected CPU is open. */
  readonly inspecting: boolean;
  readonly inspectorTab: InspectorTab;
  /** The thing that is inspected instead of the selected CPU, in its lane. */
  readonly thing: Thing | null;
  /** The CPU of the selected lane that an item of the Inspector points at. */
  readonly pointed: number | null;
  /** The task that is followed, in both lanes. */
  readonly followed: number | null;
  /** The subject of the bubble on the machine. */
  readonly explained: Explained | null;
  readonly lens: Lens | null;
  /** The requested decision was not found when the run was repeated. */
  readonly decisionNotFound: boolean;
  /** The tab of the drawer; null: the one that suits the experiment. */
  readonly panel: Panel | null;
  /** Whether the drawer is open; null: if there is room. */
  readonly drawer: boolean | null;
  /** Whether the fields of the experiment are open. */
  readonly editing: boolean;
  /** Whether the editor of a scheduler is open. */
  readonly coding: boolean;
  /** A line of the source that it shows; null: where it was. */
  readonly codeLine: number | null;
  /** The challenge above the source (`LinkView`). */
  readonly challenge: ChallengeId | null;
  readonly dialog: Dialog | null;
  /** The dialog of a custom machine opens at its costs. */
  readonly measuring: boolean;
  /** Files that were dropped on the page together: descriptions of a machine, or a workload. */
  readonly dropped: readonly File[] | null;
  /** A source of a scheduler that was dropped on the page. */
  readonly droppedSource: File | null;
  /** The page over the playground. */
  readonly show: Page | null;
  /** The open step of an act. */
  readonly act: ActPlace | null;
  /** The experiment and the moment of that step. */
  readonly openStep: OpenStep | null;
  /** The part of the page that the step points at. */
  readonly lit: Lit | null;
  /** The lit parts of the machine of each lane; absent: all. */
  readonly spots: Readonly<Partial<Record<LaneKey, Spot>>>;
  /** The lane whose CPUs are the buttons of a game. */
  readonly game: LaneKey | null;
  /** The cue of a presentation (`LinkView`). */
  readonly cue: number | null;
  /** A change was refused, since the author of the scenario allows none. */
  readonly refusedEdit: boolean;
  /** The problem of the link that was opened. */
  readonly linkProblem: LinkProblem | null;
  /** A part of the page could not be loaded. */
  readonly loadFailed: boolean;
  readonly reducedMotion: boolean;
}

const reducedMotionQuery = typeof window === 'undefined' ? null : window.matchMedia('(prefers-reduced-motion: reduce)');

export const viewStore = createStore<ViewState>(() => ({
  embed: false,
  embedder: '*',
  autoplay: false,
  judged: false,
  theme: null,
  lang: null,
  startNs: null,
  lane: 'a',
  selection: null,
  inspecting: false,
  inspectorTab: 'domains',
  thing: null,
  pointed: null,
  followed: null,
  explained: null,
  lens: null,
  decisionNotFound: false,
  panel: null,
  drawer: null,
  editing: false,
  coding: false,
  codeLine: null,
  challenge: null,
  dialog: null,
  measuring: false,
  dropped: null,
  droppedSource: null,
  show: null,
  act: null,
  openStep: null,
  lit: null,
  spots: {},
  game: null,
  cue: null,
  refusedEdit: false,
  linkProblem: null,
  loadFailed: false,
  reducedMotion: reducedMotionQuery?.matches ?? false,
}));

reducedMotionQuery?.addEventListener('change', ({ matches }) => viewStore.setState({ reducedMotion: matches }));

/** The record that the lens shows in a lane; null: none. */
export const recordIn = (lens: Lens | null, lane: LaneKey): Uint32Array | null =>
  lens?.lane === lane ? lens.record : (lens?.other?.record ?? null);

/** The page shows the lanes only: embedded, or in a presentation. */
export const isBare = ({ embed, cue }: ViewState): boolean => embed || cue !== null;

/** A figure of an act is drawn in place of the lanes. */
export const isDrawn = ({ embed, act, cue, openStep }: ViewState): boolean =>
  !embed && act !== null && (openStep?.drawnOn === 'page' || (cue !== null && openStep?.drawnOn === 'stage'));

/** The lens is open on the page; in an act a figure may draw the decision in its place. */
export const isLooking = (view: ViewState): boolean => view.lens !== null && !isDrawn(view);

/** A page over the playground is open, and receives the keys. */
export const isCovered = ({ dialog, show }: ViewState): boolean => dialog !== null || show !== null;

export const look = (change: Partial<ViewState>): void => viewStore.setState(change);

/** Follows a task, or stops following it. */
export const follow = (task: number): void =>
  viewStore.setState(({ followed }) => ({ followed: followed === task ? null : task }));

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(viewStore, select);
}
