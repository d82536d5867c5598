/** 中文，通道下方和列表里的随负载的收益。 */
import type { gainLineEn } from './line.en';

export const gainLineZh: Readonly<Record<keyof typeof gainLineEn, string>> = {
  wait: '正在测量',
  none: '任何负载下都没有超出偶然的差异',
  alone: '它的负载是工作多久，而不是任务多少',
  gain: '随负载的收益',
  choose: '选择负载',
  here: '当前位置',
  load: '{load} {unit}',
  point: '{load} {unit}（{tasks}）：{gain}',
  'point.tasks': '{tasks}：{gain}',
  at: '{tasks}时',
  'point.more': 'B 多 {percent} ± {half} %',
  'point.less': 'B 少 {percent} ± {half} %',
  'point.none': '没有超出偶然的差异',
  'point.wait': '尚未测量',
};
