/** Chinese, with the terms of the kernel's zh_CN documentation; function names stay as they are. */
import { chartsZh } from '../rooms/charts/words.zh';
import { experimentZh } from '../rooms/experiment/words.zh';
import { machineZh } from '../rooms/machine/words.zh';
import { timelineZh } from '../rooms/timeline/words.zh';
import { transportZh } from '../rooms/transport/words.zh';
import { verdictStripZh } from '../rooms/verdict/words.zh';
import { commonZh } from './common.zh';
import { decisionsZh } from './decisions.zh';
import { fieldsZh } from './fields.zh';
import type { Catalogue } from './index';
import { kernelZh } from './kernel.zh';

export const zh: Catalogue = {
  ...commonZh,
  ...fieldsZh,
  ...kernelZh,
  ...decisionsZh,
  ...chartsZh,
  ...experimentZh,
  ...machineZh,
  ...timelineZh,
  ...transportZh,
  ...verdictStripZh,
};
