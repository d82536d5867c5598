/** Chinese of published values beside ours. */
import type { recordEn } from './recordWords.en';
import type { Translated } from './words/words';

export const recordZh: Translated<typeof recordEn> = {
  title: '公布的与这里的',
  gains: '打补丁后少用的时间，%',
  values: '程序的时间，{unit}',
  'of.published': '邮件',
  'of.simulated': '这里',
  by: '{author}，{year} 年；这里是 {seeds} 个种子的平均，循环次数与他相同。',
  published: '{author}，{year} 年',
  simulated: '这里：{seeds} 个种子及 95 % 区间',
  load: '负载',
  groups: '{groups} × 40 个任务',
  'groups.short': '{groups} × 40',
};
