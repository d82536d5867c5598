/**
 * The scenario: the document that decides the result. Everything a person changes about the
 * experiment goes through `edit`; the link follows (`address.ts`) and so does the run (`run.ts`).
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Scenario } from '../scenario/generated/types';
import { DEFAULT_PRESET, PRESETS, type PresetId } from '../scenario/presets';
import { look } from './view';

/** How a change enters the history: as a step of its own, as more of the last one, or not at all. */
export type Gesture = 'step' | 'drag' | 'history';

export interface ScenarioState {
  readonly preset: PresetId;
  readonly document: Scenario;
  readonly gesture: Gesture;
}

export const scenarioStore = createStore<ScenarioState>(() => ({
  preset: DEFAULT_PRESET,
  document: PRESETS[DEFAULT_PRESET],
  gesture: 'history',
}));

export function edit(change: (document: Scenario) => Scenario, gesture: Gesture = 'step'): void {
  scenarioStore.setState(({ document }) => ({ document: change(document), gesture }));
}

export function openScenario(preset: PresetId, document: Scenario, gesture: Gesture = 'step'): void {
  scenarioStore.setState({ preset, document, gesture });
}

/** Opens a preset as it is, at its own start moment. */
export function choosePreset(preset: PresetId): void {
  look({ startNs: null });
  openScenario(preset, PRESETS[preset]);
}

export function useScenario<T>(select: (state: ScenarioState) => T): T {
  return useStore(scenarioStore, select);
}
