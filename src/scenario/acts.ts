/** The acts there are. */
import type { PresetId } from './presets';

/** The experiment that each act is about; the number of an act is its place, from 1 on. */
export const ACT_PRESETS = [
  'false-sharing',
  'cluster',
  'steal',
  'numa-test',
  'task-group',
  'turns',
] as const satisfies readonly PresetId[];

export const ACT_NUMBERS: readonly number[] = ACT_PRESETS.map((_, at) => at + 1);
