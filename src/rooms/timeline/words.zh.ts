import type { timelineEn } from './words.en';

export const timelineZh: Readonly<Record<keyof typeof timelineEn, string>> = {
  'first.go': '首次不同',
  'first.both': '在 {time} 两通道首次不同（{what}，由 CPU {cpu} 决定）。A：{a} — B：{b}',
  'first.one': '在 {time} 两通道首次不同：{lane} 作出决策（{what}，CPU {cpu}），{other} 没有。{why}',
  'first.tried': '查看了 {n} 个',
  'first.cost': '开销 {cost}',

  'timeline.label': '通道 {lane} 的时间线：每个 CPU 运行的任务',
  'timeline.lane': '通道 {lane}',
  'timeline.both': '两个通道',
  'timeline.show': '显示{what}',
  'timeline.hint': '滚轮缩放，拖动平移，按住 Shift 拖动选取区间，单击时间轴跳转',
  'timeline.zoomIn': '放大',
  'timeline.zoomOut': '缩小',
};
