/** Opens the page of assignments, which has an address of its own, in the theme and the language of this one. */
import { viewStore } from '../state/view';
import { leaveExperiment } from './leftExperiment';

export function openAssignments(): void {
  leaveExperiment();
  const { theme, lang } = viewStore.getState();
  history.pushState({ theme, lang }, '', '#assignment');
  location.reload();
}
