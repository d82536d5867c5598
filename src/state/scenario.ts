/**
 * The scenario: the document that determines the result. Every change of the experiment is a change of this
 * store; the link (`address.ts`) and the engines (`reconciler.ts`) follow.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Author, NO_AUTHOR } from '../scenario/author';
import type { Path } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import type { Note } from '../scenario/notes';
import { DEFAULT_PRESET, PRESETS, type PresetId } from '../scenario/presets';
import { look } from './view';

/** How a change enters the history: as a new step, as a part of the last step, or not at all. */
export type Gesture = 'step' | 'drag' | 'history';

export interface ScenarioState {
  readonly preset: PresetId;
  readonly document: Scenario;
  /** Branches of the lanes that are not shown (`scenario/forks.ts`). */
  readonly forks: readonly Path[];
  /** Notes pinned to moments, CPUs and charts: they do not change the result. */
  readonly notes: readonly Note[];
  /** Title, question and sentences of the author: they do not change the result, either. */
  readonly author: Author;
  /** The author allows no changes (`LinkView`). */
  readonly locked: boolean;
  readonly gesture: Gesture;
}

/** What a scenario has besides its document. */
export type Extras = Pick<ScenarioState, 'forks' | 'notes' | 'author' | 'locked'>;

export const NO_EXTRAS: Extras = { forks: [], notes: [], author: NO_AUTHOR, locked: false };

export const scenarioStore = createStore<ScenarioState>(() => ({
  preset: DEFAULT_PRESET,
  document: PRESETS[DEFAULT_PRESET],
  ...NO_EXTRAS,
  gesture: 'history',
}));

/** Whether the author allows changes; otherwise the page says so. */
function mayEdit(): boolean {
  const { locked } = scenarioStore.getState();
  if (locked) look({ refusedEdit: true });
  return !locked;
}

export function edit(change: (document: Scenario) => Scenario, gesture: Gesture = 'step'): void {
  if (!mayEdit()) return;
  scenarioStore.setState(({ document }) => ({ document: change(document), gesture }));
}

/** Shows other branches in the lanes, or keeps other forks beside them. */
export function showBranches(document: Scenario, forks: readonly Path[]): void {
  if (!mayEdit()) return;
  scenarioStore.setState({ document, forks, gesture: 'step' });
}

export function openScenario(
  preset: PresetId,
  document: Scenario,
  gesture: Gesture = 'step',
  extras: Partial<Extras> = {},
): void {
  // Another scenario than the one that the author has locked is not the author's.
  const leaves = gesture !== 'history' && scenarioStore.getState().locked;
  look({ refusedEdit: false });
  scenarioStore.setState({
    preset,
    document,
    ...NO_EXTRAS,
    ...extras,
    ...(leaves && { author: NO_AUTHOR }),
    gesture,
  });
}

export function setAuthor(author: Author): void {
  if (mayEdit()) scenarioStore.setState({ author, gesture: 'step' });
}

export function setNotes(notes: readonly Note[]): void {
  if (!mayEdit()) return;
  scenarioStore.setState({ notes, gesture: 'step' });
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(scenarioStore, select);
}
