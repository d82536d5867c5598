/** The view: how a person looks at the run. In the link where it says so, never in the result. */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../scenario/generated/types';
import type { ActPlace, LinkProblem, LinkView, Page, Theme } from '../scenario/link';
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
  | 'panel'
  | 'notes'
  | 'own'
  | 'work';
/** The tabs of the drawer at the foot of the page. */
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

/** A decision that is looked at step by step. */
export interface Lens {
  readonly lane: LaneKey;
  /** Its record (`engine/wire/records.ts`). */
  readonly record: Uint32Array;
  /** The present step; the last one, after all that were tried, is the result. */
  readonly step: number;
  /** The steps go on by themselves. */
  readonly running: boolean;
}

/** What on a lane's machine it was asked of why it is as it is: a CPU, or a task wherever it was put. */
export type Asked = { readonly lane: LaneKey } & ({ readonly cpu: number } | { readonly task: number });

/** What the open step of an act shows. */
export interface OpenStep {
  readonly preset: PresetId;
  readonly document: Scenario;
  /** The moment (ns) the step is about. */
  readonly atNs: number;
}

/** The parts of the page that a step of an act can point at. */
export type Lit = 'lanes' | 'lane-a' | 'lane-b' | 'panel' | 'charts' | 'timeline';

/** What of a machine is lit while all else is dimmed; a unit or a node stands for its CPUs, too. */
export interface Spot {
  readonly cpus?: readonly number[];
  readonly units?: readonly number[];
  readonly nodes?: readonly number[];
  readonly links?: readonly (readonly [a: number, b: number])[];
}

export type Unloaded = Partial<Pick<LinkView, 'lang' | 'act'>>;

export interface ViewState {
  readonly embed: boolean;
  /** Whom an embedded page hears and tells (`LinkView`). */
  readonly embedder: string | null;
  readonly autoplay: boolean;
  /** Null: as the reader's system has it. */
  readonly theme: Theme | null;
  readonly lang: 'en' | 'zh' | null;
  /** The moment (ns) the run goes to when a scenario is loaded; null: the preset's own. */
  readonly startNs: number | null;
  readonly lane: LaneKey;
  /** The CPU that is looked at. */
  readonly selection: { readonly lane: LaneKey; readonly cpu: number } | null;
  /** Whether the Inspector of the selected CPU is open. */
  readonly inspecting: boolean;
  readonly inspectorTab: InspectorTab;
  /** What is inspected in the place of the selected CPU, in its lane. */
  readonly thing: Thing | null;
  /** The CPU of the selection's lane that something in the Inspector is about. */
  readonly pointed: number | null;
  /** The task that is followed, in both lanes. */
  readonly followed: number | null;
  /** What a bubble on the machine tells the reason of. */
  readonly asked: Asked | null;
  readonly lens: Lens | null;
  /** The decision that was to be looked at was not found in the run again. */
  readonly lensLost: boolean;
  /** The tab of the drawer; null: what the experiment is about. */
  readonly panel: Panel | null;
  /** Whether the drawer is open; null: where there is room for it. */
  readonly drawer: boolean | null;
  /** Whether what is run lies open to be changed. */
  readonly editing: boolean;
  readonly dialog: Dialog | null;
  /** A file that was dropped on the page: a machine, what belongs to one, or a workload, to be read. */
  readonly dropped: File | null;
  /** The page over the playground. */
  readonly show: Page | null;
  /** The step of an act that is told beside the lanes. */
  readonly act: ActPlace | null;
  /** What that step shows. */
  readonly openStep: OpenStep | null;
  /** What that step points at. */
  readonly lit: Lit | null;
  /** What is lit on the machine of each lane; absent: all of it. */
  readonly spots: Readonly<Partial<Record<LaneKey, Spot>>>;
  /** What is presented (`LinkView`). */
  readonly cue: number | null;
  /** What was wrong with the link that was opened. */
  readonly linkProblem: LinkProblem | null;
  /** A part of the page could not be loaded: what its address says once it is tried again; `{}`: what it says now. */
  readonly unloaded: Unloaded | null;
  readonly reducedMotion: boolean;
}

const reducedMotionQuery = typeof window === 'undefined' ? null : window.matchMedia('(prefers-reduced-motion: reduce)');

export const viewStore = createStore<ViewState>(() => ({
  embed: false,
  embedder: '*',
  autoplay: false,
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
  asked: null,
  lens: null,
  lensLost: false,
  panel: null,
  drawer: null,
  editing: false,
  dialog: null,
  dropped: null,
  show: null,
  act: null,
  openStep: null,
  lit: null,
  spots: {},
  cue: null,
  linkProblem: null,
  unloaded: null,
  reducedMotion: reducedMotionQuery?.matches ?? false,
}));

reducedMotionQuery?.addEventListener('change', ({ matches }) => viewStore.setState({ reducedMotion: matches }));

/** The lanes stand alone: on a slide, on a stage. */
export const isBare = ({ embed, cue }: ViewState): boolean => embed || cue !== null;

/** Something lies over the playground, and has its keys. */
export const isCovered = ({ dialog, show }: ViewState): boolean => dialog !== null || show !== null;

export const look = (change: Partial<ViewState>): void => viewStore.setState(change);

/** Follows a task, or no longer the one that is followed. */
export const follow = (task: number): void =>
  viewStore.setState(({ followed }) => ({ followed: followed === task ? null : task }));

export function useView<T>(select: (state: ViewState) => T): T {
  return useStore(viewStore, select);
}
