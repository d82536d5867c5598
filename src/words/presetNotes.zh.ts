/** Chinese of what each experiment is about. */
import type { presetNotesEn } from './presetNotes.en';

export const presetNotesZh: typeof presetNotesEn = {
  cluster: 'B 在集群内唤醒任务。调节负载：约半载时最明显，对数少或满载时无收益。',
  merged: 'Linux 自 6.7 起的扫描，每轮很短。调节负载：半载以下 B 多约 15 %，满载时无收益。',
  'hackbench-kunpeng': '集群 RFC 中的 hackbench -p -T。短时间的一次运行，收益可正可负；多次运行，B 平均多出百分之几。',
  'two-nodes': '48 个 CPU 上曾公布时间最多少 49 %，作者已撤回：任何负载下都只会有百分之几。',
  steal: '看被浪费的 CPU：B 为它们窃取任务。调节负载：一组时最明显，不再有 CPU 空闲时收益很小。',
  'steal-sockets':
    '作者在这台机器上看到窃取在任何负载下都慢 6 到 30 %，因而将它关闭。模型没有复现：B 反而变快，因为每组都留在一个插槽内。',
  numa2003: 'O(1) 调度器：A 的任务留在起始节点，B 的分布在所有节点。调节负载：组数越多，B 的收益越大。',
  big: '看四个节点之间的流量。调节负载：有增有减，都只有百分之几，并不稳定。',
  'numa-test': '依赖自己内存的作业，3 秒时加入 hackbench。A：原版；B：限于节点，并在 exec 时选择 CPU。见节点表。',
  'false-sharing': '一个线程读 f.x，另一个递增同一行的 f.y。A：同一集群。B：两个集群。间距 64 即可消除。',
  'task-group': '同一 task_group 中的管道切换。B 把 rt_se 和 rt_rq 移出 load_avg 的缓存行。见缓存行表。',
  classroom: '小到可以看清每一次唤醒。调节负载：约五对时 B 有收益，四对时亏损，满载时没有。',
  debt: '一个 CPU。多得了时间的睡眠任务欠着账。A（Linux 6.8）保留欠账；B（6.12）让它延迟出队，在队列中还清：完成的工作相同，等待更短。',
  turns:
    '一个 CPU，两个占满 CPU 的任务和一个睡眠任务。A 白送睡眠任务时间，让它立刻运行；B 让它等轮到自己。在“规则”中把通道 A 的内核换成 2.5.5x，2003 年的调度器就做同样的工作。',
  container:
    '四个 CPU。容器“web”只能用半个 CPU：在 A 中它每个周期都被限流（‖），唤醒要等几十毫秒，而 CPU 空着。B 不理会 cpu.max。',
  stream:
    '六个线程一遍遍地访问内存，每遍之后会合：最慢的决定速度。A 没有集群调度域，三个线程共用一个集群的内存带宽；B 把它们分散到各集群。换成别的种子，A 里多半也分散得够好。',
};
