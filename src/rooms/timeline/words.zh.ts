import type { timelineEn } from './words.en';

export const timelineZh: Readonly<Record<keyof typeof timelineEn, string>> = {
  'timeline.label': '通道 {lane} 的时间线：每个 CPU 运行的任务',
  'timeline.lane': '通道 {lane}',
  'timeline.both': '两个通道',
  'timeline.show': '显示{what}',
  'timeline.hint': '滚轮缩放，拖动平移，按住 Shift 拖动选取区间，单击时间轴跳转',
  'timeline.zoomIn': '放大',
  'timeline.zoomOut': '缩小',
};
