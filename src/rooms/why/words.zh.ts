/** Chinese of the bubble on the machine. */
import type { whyEn } from './words.en';

export const whyZh: Readonly<Record<keyof typeof whyEn, string>> = {
  'title.task': '任务 {task} 为什么在 CPU {cpu} 上？',
  'title.cpu': 'CPU {cpu} 上最近一次决定了什么？',
  'title.throttled': 'CPU {cpu} 为什么不运行它的任务？',
  throttled:
    '‖ 控制组 {group} 在 CPU {cpu} 上被限流：本周期的配额（每 {period} 可用 {quota}）已用完。下一周期始于 {next}。',
  before: '这里最近的决策：{why}',
  'took.many': '共 {n} 步，用时 {cost}。',
  'took.one': '只有一步，用时 {cost}。',
  'took.none': '用时 {cost}。',
  at: '决定于 {time}。',
  earlier: '决定于 {time}；运行已继续。',
  cpu: 'CPU {cpu}',
  none: '这里还没有做过任何决策。',
  steps: '每一步',
  inspect: '检查 CPU {cpu}',
  close: '关闭',
  'telling.go': '最说明问题的不同',
  'telling.kind': '两通道最不同的是一类迁移（{kind}，{distance}）：到 {time} 为止，占 A 全部迁移的 {a}，占 B 的 {b}。',
  'telling.one': '在 {time}，任务 {task} 就是一例。A：{a}B：{b}',
  'telling.alike': '在 {time}，任务 {task} 就是一例。A：{a}。B：{b}。两者理由相同。A 中：{why}',
  'telling.move': '{kind}，从 CPU {from} 到 CPU {to}（{distance}）',
  'telling.steps': '{lane} 的每一步',
};
