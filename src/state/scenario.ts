/**
 * The scenario: the document that determines the result. Every change of the experiment is a change of this
 * store; the link (`address.ts`) and the engines (`reconciler.ts`) follow.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Path } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import type { Note } from '../scenario/notes';
import { DEFAULT_PRESET, PRESETS, type PresetId } from '../scenario/presets';

/** How a change enters the history: as a new step, as a part of the last step, or not at all. */
export type Gesture = 'step' | 'drag' | 'history';

export interface ScenarioState {
  readonly preset: PresetId;
  readonly document: Scenario;
  /** Branches of the lanes that are not shown (`scenario/forks.ts`). */
  readonly forks: readonly Path[];
  /** Notes pinned to moments, CPUs and charts: they do not change the result. */
  readonly notes: readonly Note[];
  readonly gesture: Gesture;
}

export const scenarioStore = createStore<ScenarioState>(() => ({
  preset: DEFAULT_PRESET,
  document: PRESETS[DEFAULT_PRESET],
  forks: [],
  notes: [],
  gesture: 'history',
}));

export function edit(change: (document: Scenario) => Scenario, gesture: Gesture = 'step'): void {
  scenarioStore.setState(({ document }) => ({ document: change(document), gesture }));
}

/** Shows other branches in the lanes, or keeps other forks beside them. */
export function showBranches(document: Scenario, forks: readonly Path[]): void {
  scenarioStore.setState({ document, forks, gesture: 'step' });
}

export function openScenario(
  preset: PresetId,
  document: Scenario,
  gesture: Gesture = 'step',
  forks: readonly Path[] = [],
  notes: readonly Note[] = [],
): void {
  scenarioStore.setState({ preset, document, forks, notes, gesture });
}

export function setNotes(notes: readonly Note[]): void {
  scenarioStore.setState({ notes, gesture: 'step' });
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(scenarioStore, select);
}
