/** Chinese of the Inspector, with the terms of the kernel's zh_CN documentation. */
import type { inspectorEn } from './inspector.en';

export const inspectorZh: Readonly<Record<keyof typeof inspectorEn, string>> = {
  'inspector.label': '检查器：通道 {lane} 的 CPU {cpu}',
  'inspector.tabs': '查看内容',
  'inspector.close': '关闭检查器',
  'inspector.domains': '调度域',
  'inspector.queue': '运行队列',
  'inspector.decisions': '决策',
  'inspector.moves': '迁移',
  'inspector.idle': '空闲',
  'inspector.busy': '忙',
  'inspector.follow': '跟随任务 {task}',
  'inspector.role': '第 {group} 组的{role}',

  'domain.none':
    '没有调度域：内核从 2.6.7 起才有。在 2.5.5x 中，一次 load_balance 查看所有 CPU；打开节点开关后只看本节点的 CPU。',
  'domain.in': '{time} 后',
  'domain.never': '尚未',

  'decisions.kind': '哪些决策',
  'decisions.all': '全部',
  'decisions.placed': '放置',
  'decisions.pulled': '拉取',
  'decisions.newer': '更新的 ↑',
  'decisions.none': '近来没有由 CPU {cpu} 作出或选中它的决策。检查器打开时才记录：请播放或单步。',
  'decision.wake': '由 CPU {waker} 唤醒，上次运行于 CPU {prev}，去往 CPU {cpu}',
  'decision.cost': '开销 {cost} · 时刻 {time} ms',
  'decision.replay': '重放',
  'moves.label': '通道 {lane} 中进出 CPU {cpu} 的最近迁移，最新的在前',
  'moves.none': '近来没有任务迁入或迁出 CPU {cpu}。检查器打开时才记录：请播放或单步。',
  'moves.open': '重放把任务 {task} 从 CPU {from} 移到 CPU {to} 的决策',
  'moves.distance': '跨越：{distance}',
};
