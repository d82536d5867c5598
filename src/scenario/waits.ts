/** Experiments about waiting: both lanes do the same work, or the work is limited. */

import type { Scenario } from './generated/types';
import { isKin, type PresetId } from './presets';

const ABOUT_WAITS: readonly PresetId[] = ['debt', 'turns', 'container'];

/** Whether the verdict on a document is about the waits of woken tasks, under any load and rules. */
export const isAboutWaits = (scenario: Pick<Scenario, 'machine' | 'workload' | 'kernel'>): boolean =>
  ABOUT_WAITS.some((preset) => isKin(preset, scenario));
