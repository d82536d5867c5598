/** The experiment that a person left for the page of assignments, as long as the tab is open. */
import type { Scenario } from '../scenario/generated/types';
import { scenarioStore } from '../state/scenario';

const KEY = 'scheduler-playground.left-experiment';

export function leaveExperiment(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(scenarioStore.getState().document));
  } catch {
    // Without storage an assignment begins with the link of an experiment.
  }
}

export function leftExperiment(): Scenario | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Scenario | null;
  } catch {
    return null;
  }
}
