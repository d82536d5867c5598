/** Experiments about waiting: the work done is the same in both lanes, or is what is rationed. */

import type { Scenario } from './generated/types';
import { isKin, type PresetId } from './presets';

const ABOUT_WAITS: readonly PresetId[] = ['debt', 'turns', 'container'];

/** Whether a document is judged by how long woken tasks wait: such an experiment, under whatever load and rules. */
export const isAboutWaits = (scenario: Pick<Scenario, 'machine' | 'workload' | 'kernel'>): boolean =>
  ABOUT_WAITS.some((preset) => isKin(preset, scenario));
