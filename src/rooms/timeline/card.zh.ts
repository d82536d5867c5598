import type { cardEn } from './card.en';

export const cardZh: Readonly<Record<keyof typeof cardEn, string>> = {
  'card.task': '任务 {task}，{role}',
  'card.ran': '在 CPU {cpu} 上运行 {span}',
  'card.waited': '等待',
  'card.queued': '在 CPU {cpu} 的队列中 {span}',
  'card.preempted': '被抢占后在 CPU {cpu} 的队列中 {span}',
  'card.woken': '唤醒者',
  'card.made': '创建者',
  'card.from': 'CPU {cpu} 上的任务 {task}，{distance}',
  'card.fromCpu': 'CPU {cpu}，{distance}',
  'card.why': '为何在此',
  'card.follow': '跟随任务 {task}',
  'card.unfollow': '不再跟随任务 {task}',
  'card.idle': '空闲',
  'card.wasted': '空闲而可及范围内有任务在等待',
  'card.throttled': '空闲：等待任务所在的控制组被限流（‖）',
  'card.unknown': '未记录',
  'card.unknownOf': '{n} 个未记录',
  'card.group': 'CPU {cpus}',
  'card.busy': '{n} 个中 {busy} 个忙；单击展开',

  'first.go': '首次不同',
  'first.both': '在 {time} 两通道首次不同（{what}，由 CPU {cpu} 决定）。A：{a} — B：{b}',
  'first.one': '在 {time} 两通道首次不同：{lane} 作出决策（{what}，CPU {cpu}），{other} 没有。{why}',
  'first.tried': '查看了 {n} 个',
  'first.cost': '开销 {cost}',
};
