/** 中文，通道下方和列表里的各负载下的收益。 */
import type { gainLineEn } from './line.en';

export const gainLineZh: Readonly<Record<keyof typeof gainLineEn, string>> = {
  wait: '正在测量',
  gain: '各负载下的收益',
  choose: '选择负载',
  here: '当前位置',
  load: '{load} {unit}',
  point: '{load} {unit}（{tasks}）：{gain}',
  'point.tasks': '{tasks}：{gain}',
  at: '{tasks}时',
  assumed: '开销：假定',
  'point.more': 'B 多 {by} %',
  'point.less': 'B 少 {by} %',
  'point.none': '没有差异',
  'point.undecided': '尚无定论',
  'point.wait': '尚未测量',
};
