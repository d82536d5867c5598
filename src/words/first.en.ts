/** English catalogue of the first page. Each folder has a catalogue; this one joins those that the first page needs. */
import { chartsEn } from '../rooms/charts/words.en';
import { experimentEn } from '../rooms/experiment/words.en';
import { machineEn } from '../rooms/machine/words.en';
import { timelineEn } from '../rooms/timeline/words.en';
import { transportEn } from '../rooms/transport/words.en';
import { verdictStripEn } from '../rooms/verdict/words.en';
import { commonEn } from './common.en';
import { decisionsEn } from './decisions.en';
import { fieldsEn } from './fields.en';
import { kernelEn } from './kernel.en';

export const en = {
  ...commonEn,
  ...fieldsEn,
  ...kernelEn,
  ...decisionsEn,
  ...chartsEn,
  ...experimentEn,
  ...machineEn,
  ...timelineEn,
  ...transportEn,
  ...verdictStripEn,
} as const;
