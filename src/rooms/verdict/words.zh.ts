/** 中文，通道下方的结论条。结论本身在 `words/verdict.zh.ts`。 */
import type { verdictStripEn } from './words.en';

export const verdictStripZh: Readonly<Record<keyof typeof verdictStripEn, string>> = {
  'verdict.label': '多个种子的结论、吞吐量、随负载的收益',
  'verdict.live': '到目前为止两个通道的吞吐量',
  'verdict.unit.messages': '条消息／毫秒',
  'verdict.unit.jobs': '个作业／秒',
  'verdict.unit.work': '毫秒工作／毫秒',
  'verdict.unit.iterations': '千次迭代／毫秒',
  'verdict.unit.megabytes': 'MB／秒',
  'verdict.wait': '正在运行 {of} 个种子',
  'verdict.wait.about': '一个种子不能下结论 · 目前 {seeds}／{of}',
  'verdict.fault': '没有结论',
  'verdict.gain': '随负载的收益',
  'verdict.choose': '选择负载',
  'verdict.here': '当前位置',
  'verdict.load': '{load} {unit}',
  'verdict.point': '{load} {unit}（{tasks} 个任务）：{gain}',
  'verdict.point.more': 'B 多 {percent} ± {half} %',
  'verdict.point.less': 'B 少 {percent} ± {half} %',
  'verdict.point.none': '没有超出偶然的差异',
  'verdict.point.wait': '尚未测量',
};
