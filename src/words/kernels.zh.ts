import type { kernelsEn } from './generated/kernels.en';
import type { Including } from './including';

export const kernelsZh: Including<typeof kernelsEn, never> = {
  'kernel.2.5.5x': '2003 年 1 月的 O(1) 调度器；没有调度域。',
  'kernel.4.20': '窃取补丁系列的基础；按负载均衡。',
  'kernel.5.4': '最后一个按负载均衡的内核；CPU 手中的配额不再过期。',
  'kernel.5.9': '集群 RFC 的基础；按调度组类型均衡。',
  'kernel.5.10': '繁忙时的均衡间隔减半，LLC 之内的均衡规则不同。',
  'kernel.5.15': '有超出配额的突发和 cpu.idle；扫描的上限由会衰减的空闲时间决定。',
  'kernel.6.5': '最后一个用 CFS 的内核；代表 6.4，即 task_group 系列的基础。',
  'kernel.6.8': '早期的 EEVDF：请求一直服务到完，睡眠的任务不留在队列中。',
  'kernel.6.12.0': '有延迟出队和任务自己的时间片的 EEVDF，2024 年 11 月发布。',
  'kernel.6.12': '6.12.y 的最后状态，即发行版所带的内核。',
  'kernel.6.18.2': '保护持续最短时间片的 EEVDF，2025 年 12 月的状态。',
  'kernel.6.18': '6.18.y 的最后状态，当前的长期支持系列。',
  'kernel.7.0': '2026 年 4 月发布。',
  'kernel.7.1': '2026 年 6 月发布。',
  'kernel.7.3': '最新的稳定版本。',
  'name.nearest': '{name} 在此按最接近的内核 {kernel} 运行；二者的区别在于 {rules}。',
  'name.same': '{name} 在此按 {kernel} 运行；规则没有区别。',
  'name.late_4_19':
    '{name} 在此按 5.4 运行，因为从 4.19.84 起 CPU 手中的配额不再过期，与 5.4 相同；二者的区别在于 lb_bias、sched_idle_cpu 和 zen_reclaim_distance。',
  'name.early_6_12':
    '{name} 在此按 6.12.0 运行；到 6.12.33 为止的稳定版本中只读过 6.12.33，它的基本时间片为 0.70 ms，并有 6.12 的组 buddy。',
  'name.late_6_12':
    '{name} 在此按 6.12（即 6.12.117）运行；新空闲均衡从 6.12.66 起才随机搜索，在 6.12.33 中让出 CPU 还不放弃请求，2026 年 7 月之前 find_idlest_group 会计入任务不可使用的 CPU。',
  'name.release_6_17':
    '{name} 在此按最接近的内核 6.18.2 运行；二者的区别在于 {rules}，并且在较晚的 6.17.y 中新空闲均衡随机搜索。',
  'name.first_6_18': '{name} 在此按 6.18.2 运行；在 6.18.2 之前，让出 CPU 只推迟截止期，不放弃请求。',
  'name.early_6_18':
    '{name} 在此按 6.18.2 运行；从 6.18.10 起，同一时刻只有一个 CPU 在节点之间均衡，新空闲均衡也不例外；在 6.18.26 中新空闲均衡随机搜索，lag 的上限也不同。',
  'name.late_6_18':
    '{name} 在此按 6.18（即 6.18.44）运行；在 6.18.26 中，新创建的任务不论时间片长短都会抢占，只有更短的时间片才缩短运行中任务的保护，延迟出队的任务仍会挡住被唤醒的任务，find_idlest_group 会计入任务不可使用的 CPU。',
  'name.almost_6_18':
    '{name} 在此按 6.18（即 6.18.44）运行；在 6.18.35 中 find_idlest_group 还会计入任务不可使用的 CPU。',
  'name.ubuntu_6_8':
    '{name} 是 Ubuntu 的 6.8，在此按 6.8 运行；它现在的构建（6.8.0-151）的基本时间片为 0.70 ms，让出 CPU 会放弃请求的剩余部分。',
  'name.ubuntu':
    '{name} 是 Ubuntu 的 {kernel}，在此按 {kernel} 运行；Ubuntu 会把后来的改动移入自己的构建，其中各读过一个（6.5.0-45、7.0.0-44）。',
  'name.enterprise': '{name} 在此按 {kernel} 运行；Red Hat 和 SUSE 会把后来的改动移入自己的内核，这些改动没有读过。',
};
