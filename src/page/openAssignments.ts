/** Opens the page of assignments, which has an address of its own. */
import { leaveExperiment } from './leftExperiment';

export function openAssignments(): void {
  leaveExperiment();
  history.pushState(null, '', '#assignment');
  location.reload();
}
