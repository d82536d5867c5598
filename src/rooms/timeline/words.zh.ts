import type { timelineEn } from './words.en';

export const timelineZh: Readonly<Record<keyof typeof timelineEn, string>> = {
  'first.go': '首次不同',
  'first.both': '在 {time} 两通道首次不同（{what}，由 CPU {cpu} 决定）。A：{a} — B：{b}',
  'first.one': '在 {time} 两通道首次不同：{lane} 作出决策（{what}，CPU {cpu}），{other} 没有。{why}',
  'first.tried': '查看了 {n} 个',
  'first.cost': '开销 {cost}',

  'timeline.label': '时间线：每个 CPU 运行的任务',
  'timeline.lane': '通道 {lane}',
  'timeline.hint': '滚轮缩放，拖动平移，按住 Shift 拖动选取区间，单击跟随任务',
  'timeline.axis': '在时间轴上：单击跳转，拖动缩放到该区间',
  'timeline.wasted': '{lane} · CPU {cpu} · 浪费：空闲而可及范围内有任务在等待 · {from}–{to}（{span}）',
  'timeline.zoomIn': '放大',
  'timeline.zoomOut': '缩小',
  'timeline.segment': '{lane} · CPU {cpu} · 第 {group} 组的{role} {task} · {from}–{to}（{span}）',
  'timeline.idle': '{lane} · CPU {cpu} · 空闲 · {from}–{to}（{span}）',
  'timeline.later': '{lane} · CPU {cpu} · 尚未到达',
  'timeline.unknown': '{lane} · CPU {cpu} · 未记录',
};
