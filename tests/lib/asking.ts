/** Opens a step of an act with a question, with the store as it is when the step is on the screen. */
import { actsStore } from '../../src/rooms/acts/store';
import type { Act, Step } from '../../src/rooms/acts/types';
import { PRESETS } from '../../src/scenario/presets';
import { look } from '../../src/state/view';

const step = {
  number: 1,
  document: PRESETS.classroom,
  atNs: 0,
  claims: {},
  beside: { experiments: [PRESETS.classroom], seeds: 1 },
} as unknown as Step;

export function openAsking(): void {
  const opened = { number: 1, act: { steps: [['asks', step]] } as unknown as Act, at: 0 };
  actsStore.setState({ opened, arrived: true, choice: null, answered: false, beside: null });
  look({ loadFailed: false });
}
