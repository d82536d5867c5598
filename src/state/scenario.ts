/**
 * The scenario: the document that decides the result. Everything a person changes about the
 * experiment goes through `edit`; the link follows (`address.ts`) and so does the run (`run.ts`).
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Path } from '../scenario/forks';
import type { Scenario } from '../scenario/generated/types';
import type { Note } from '../scenario/notes';
import { DEFAULT_PRESET, PRESETS, type PresetId } from '../scenario/presets';

/** How a change enters the history: as a step of its own, as more of the last one, or not at all. */
export type Gesture = 'step' | 'drag' | 'history';

export interface ScenarioState {
  readonly preset: PresetId;
  readonly document: Scenario;
  /** Branches of the lanes that are not shown (`scenario/forks.ts`). */
  readonly forks: readonly Path[];
  /** What people have pinned to moments, CPUs and charts: part of the document, never of the result. */
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
