/** Chinese of the notice that a switch has no effect. */
import type { noEffectEn } from './noEffect.en';

export const noEffectZh: Readonly<Record<keyof typeof noEffectEn, string>> = {
  head: '这里不会有任何不同',
  about: '{list}不起作用：{why}。',
  try: '在 B 中试试{what}',
  'why.clusters': '这台机器没有集群',
  'why.nodes': '这台机器的节点少于 {n} 个',
  'why.nodesWithin': '这台机器的节点多于其上限',
  'why.oneThread': '每个核有多个硬件线程',
  'why.scheduler': '这个内核用的是另一种调度器',
  'why.sched_cluster_active': '从 6.7 起这种扫描随集群调度域而来',
  'why.rule': '内核的一条规则不允许',
  'why.workload': '这种工作负载用不到它',
  'why.someGroup': '没有一个含任务的控制组用到它',
  'why.switch': '它还需要另一个开关',
};
