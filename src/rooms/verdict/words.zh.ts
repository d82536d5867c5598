/** 中文，通道下方的结论条。结论本身在 `words/verdict.zh.ts`。 */
import type { verdictStripEn } from './words.en';

export const verdictStripZh: Readonly<Record<keyof typeof verdictStripEn, string>> = {
  'verdict.label': '多个种子的结论、吞吐量、各负载下的收益',
  'verdict.live': '到目前为止两个通道的吞吐量',
  'verdict.unit.messages': '条消息／毫秒',
  'verdict.unit.jobs': '个作业／秒',
  'verdict.unit.work': '毫秒工作／毫秒',
  'verdict.unit.iterations': '千次迭代／毫秒',
  'verdict.unit.megabytes': 'MB／秒',
};
