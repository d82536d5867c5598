/** The acts. */
import type { PresetId } from './presets';

/** The preset of each act. The number of an act is its index plus 1. */
export const ACT_PRESETS = [
  'false-sharing',
  'cluster',
  'steal',
  'numa-test',
  'task-group',
  'turns',
] as const satisfies readonly PresetId[];

export const ACT_NUMBERS: readonly number[] = ACT_PRESETS.map((_, at) => at + 1);
