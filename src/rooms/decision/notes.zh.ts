/** Chinese explanations of the functions of a decision. */
import type { Func } from '../../scenario/generated/vocab';
import type { Note } from './generated/notes.en';

export const notesZh: Readonly<Record<Func, Note>> = {
  wake_wide: {
    linux:
      '统计唤醒者与被唤醒者更换伙伴的次数。较小的次数达到 LLC 的 CPU 数，且较大的又至少是较小的同样多倍时，这次唤醒是“宽”的，唤醒者不把任务拉近。',
    model: '同样的两个函数；宽唤醒以上次运行的 CPU 为目标。本身没有开销。',
    left: '不是任务的唤醒者：这里只有定时器，它在睡眠任务上次运行的 CPU 上触发。',
  },
  wake_affine: {
    linux:
      '在唤醒者的 CPU 与上次的 CPU 之间选择：独占 CPU 的同步唤醒者让出位置；自 5.11 起，上次的 CPU 若空闲则取它；否则负载较轻者胜出。上次 CPU 的负载最多按高 12 % 计，有利于唤醒者的 CPU。',
    model: '同样的规则，先更新两者的负载。选择没有开销，唤醒本身有。',
    left: '5.9 起的任务组，以及唤醒者 CPU 空闲的情形，那只会由中断引起。',
  },
  select_idle_sibling: {
    linux:
      '依次取第一个空闲者：目标 CPU、上次的 CPU、最近用过的 CPU、空闲的核、对 LLC 的扫描、同核的空闲线程；都没有则取目标 CPU。自 5.12 起，空闲的核也在扫描中寻找；自 5.13 起，上次 CPU 的同核线程先于扫描。',
    model:
      '就是这个顺序。前三次查看没有开销，之后每次查看的开销由唤醒者承担。没有任务运行、等待或在途的 CPU 才算空闲。',
    left: '绑定 CPU 的内核线程，以及正在被切换出去的任务。',
  },
  select_idle_core: {
    linux: '有 SMT 时，若 LLC 中可能有所有线程都空闲的核，就寻找它；自 5.12 起在对 LLC 的扫描之中。',
    model: '相同，从目标开始逐核查看。自 5.7 起遇到忙的线程就不再看该核；4.20 会看所有线程。每次查看都有开销。',
    left: '彼此不同的核。',
  },
  select_idle_cluster: {
    linux:
      '2020 年 12 月的集群 RFC：先查看与目标共享 L3 标签的 CPU，再看 LLC 的其余部分，没有上限。它没有以这种形式合入。',
    model: '位于 select_idle_core 之后、扫描 LLC 之前，有 SMT 时不用。失败后，普通扫描会再看一遍集群。',
    left: '从 RFC 到 6.7 之间的各个版本。',
  },
  select_idle_cpu: {
    linux:
      '从目标起遍历 LLC，取第一个空闲的 CPU。能看多少个，由唤醒者的空闲时间（自 5.14 起会衰减）和扫描开销（5.9）或 LLC 的利用率（SIS_UTIL，自 6.0 起）决定。',
    model:
      '这几种上限都有，依内核版本而定。计数在查看之前递减，因此上限为 4 时只看三个 CPU。每次查看的开销由唤醒者承担。',
    left: '真实扫描的时间随缓存变化；这里与 CPU 数成正比。',
  },
  select_idle_smt: {
    linux: '在 LLC 中别无所获时，寻找目标所在核的空闲线程；自 5.13 起是上次 CPU 所在的核，在扫描之前。',
    model: '相同；该核的所有线程都计入开销。',
    left: '彼此不同的核。',
  },
  select_idle_capacity: {
    linux:
      'CPU 算力不同且内核得知时：从目标起，取第一个空闲、且算力的五分之四已够任务所需的 CPU；没有则取算力最大的空闲 CPU。自 5.10 起，任务放得下时先取目标和上次的 CPU。自 7.2 起优先空闲核，并以 SIS_UTIL 为限。',
    model: '相同，按任务的平均利用率。每次查看都有开销。',
    left: 'uclamp、util_est，以及手机上在它之前的能耗感知放置。',
  },
  find_idlest_group: {
    linux:
      '用于 fork 和 exec：从最高的调度域往下，先按类型、再按空闲 CPU 数或负载（5.4 及以前按负载）比较各组，进入最空闲的组，除非本组不比它差。',
    model: '同样的搜索，不计任务自己在所在组中的份额。没有开销。',
    left: '空闲状态，以及自动 NUMA 均衡偏好的节点。',
  },
  find_idlest_group_cpu: {
    linux: '在最空闲的组中，取最后进入空闲的 CPU，否则取负载最小的。',
    model: '相同。没有开销。',
    left: '空闲状态：内核偏好最浅的。',
  },
  sched_best_cpu: {
    linux:
      '2.5.59 中的 exec：此处运行的任务不超过两个就留下；否则取运行任务最少的节点，再取其中任务最少的 CPU。相等时取第一个。',
    model: '就是这个规则。搜索没有开销；任务经由队列离开，内存分配在它到达之处。',
    left: '2.5.59 的迁移线程及其切换。',
  },
  newidle_balance: {
    linux:
      '在运行队列为空时执行。没有过载的队列、CPU 空闲时间太短，或（自 5.14 起）有唤醒正在到来就放弃；否则逐个调度域查看，直到拉到任务，或开销超过空闲时间。在 6.12.y、6.18.y 和 7.x 中随机跳过调度域，其查找成功越少，跳过越多（NI_RANDOM）。',
    model:
      '相同，用的是模拟的开销。avg_idle 与 migration_cost 的比较保留到 5.15；此后首先比较的是最低一级自身的开销。随机数来自本次运行的种子。',
    left: '搜索期间到来的唤醒除结束空闲计时之外的作用，以及某一级关闭了 SD_BALANCE_NEWIDLE 的机器。',
  },
  should_we_balance: {
    linux:
      '由组中一个 CPU 代表全组做均衡：第一个空闲的（自 6.6 起优先空闲核上的），否则第一个。刚空闲的 CPU 总是可以。',
    model: '相同。没有选上的 CPU 也不再管更高的层级。',
    left: '有空闲调控器（governor）的机器上的 NO_HZ：x86 机器（EPYC 虚拟机除外）和 2003 年的机器，空闲 CPU 在自己的时钟节拍做均衡。',
  },
  find_busiest_group: {
    linux:
      '给调度域的每个组定一个类型（有余量、满载、不均衡、过载）。类型最高者最忙；相同时比较负载或空闲 CPU 数。5.4 及以前按负载。',
    model: '同样的统计。域中每个 CPU 花费 balance_cpu。负载按算力折算，最快的 CPU 为 1024。',
    left: '5.9 起的任务组、util_est，以及 4.20 对 misfit 任务的处理。',
  },
  calculate_imbalance: {
    linux: '决定应移动多少：有余量时按任务数，从过载组到有余量的组按利用率，双方都满时按负载；5.4 及以前只按负载。',
    model:
      '同样的几种情形。在 NUMA 层级，少数任务可以留在一起：5.9 和 5.10 为两个，自 5.18 起至多 imb_numa_nr 个，4.20 没有。',
    left: '4.20 对 misfit 任务的处理。',
  },
  find_busiest_queue: {
    linux: '最忙的组中，所要移动的量（负载、利用率或任务数）最多的队列。在 2.5.5x 中是最长的队列，且要明显长于自己的。',
    model: '相同。在 2.5.5x 中，忙的 CPU 取现在与上次中较短的长度，并要求约为自己的两倍。',
    left: '被中断占去的算力。',
  },
  can_migrate_task: {
    linux:
      '从最久未运行的任务开始逐个询问：合格吗（6.14）？那里允许吗？在运行吗？是否刚运行过、缓存还热？失败一次后不再考虑是否合格，失败次数足够多后不再考虑缓存。',
    model:
      '相同，至多 32 个任务（6.5、6.8：直到遇到一个可以离开的）；太重或太轻的标为“与不均衡量不符”。迁移的任务要付出冷缓存的代价。',
    left: '受亲和性限制的任务的其他目的地（LBF_DST_PINNED）；2003 年的所有机器用同一个缓存热度时间。',
  },
  active_balance: {
    linux: '均衡一再失败、而唯一的任务正在运行时，请最忙 CPU 的 stopper 抢占并迁移它。',
    model:
      '相同，在失败超过 cache_nice_tries + 2 次之后；自 5.12 起只在不均衡按任务数计时；对超出所在 CPU 算力或要集中的任务则立即进行。系统调用中的任务先完成调用。',
    left: '作为触发原因的、被中断占去的算力，以及 stopper 的上下文切换。',
  },
  try_steal: {
    linux:
      'Sistare 2018 年的补丁系列，未合入：无任务可运行的 CPU 遍历 LLC 的位图，其中是至少有两个任务的 CPU；先看同核线程，再从自己起循环。只要求平均空闲 10 µs。',
    model: '就是这个规则，在新空闲均衡之后、且它没有拉到任务时执行。失败时按查看的队列计费，成功有自己的开销。',
    left: '位图的布局及其竞争：这里每一位在任何时刻都准确。',
  },
  steal_from: {
    linux: '锁住队列再看一次：它还有至少两个任务吗？',
    model: '会复查，但从不失败：位图是准确的。',
    left: '等待被窃取队列的锁。',
  },
  avg_vruntime: {
    linux: 'V：队列中所有 vruntime 按权重的平均值，在这一点上所有 lag 之和为 0。',
    model: '相同，以整纳秒计，向下取整。延迟出队的任务计入。',
    left: '无。',
  },
  pick_eevdf: {
    linux:
      '合格的任务中虚拟截止时间最早者运行。受保护的任务继续运行（RUN_TO_PARITY）。作为伙伴的控制组先于两者（PICK_BUDDY）。轮到延迟出队的任务时，它离开队列，重新挑选。',
    model: '相同；截止时间相同者按到达顺序。',
    left: 'v6.19 之前的 NEXT_BUDDY。',
  },
  entity_eligible: {
    linux: '是否欠该任务时间，或互不相欠（lag 不为负）？lag 等于 V 减去它的 vruntime。',
    model: '相同，不用除法。',
    left: '无。',
  },
  update_deadline: {
    linux: '虚拟截止时间：任务用完时间片时其 vruntime 所在之处。',
    model: '相同。自 6.12 起任务可有自己的时间片。',
    left: '无。',
  },
  update_min_vruntime: {
    linux: '跟随队列中最小的 vruntime，只增不减。加入或醒来的任务放在它旁边。',
    model: '相同，以整纳秒计。',
    left: '无。',
  },
  pick_next_entity: {
    linux: 'vruntime 最小者运行。伙伴任务（刚被唤醒的，或被抢占的）只要超前不到一个唤醒粒度，就先于它。',
    model: '相同；vruntime 相同者按到达顺序。',
    left: '无。',
  },
  entity_before: {
    linux: '谁的 vruntime 小？它随运行时间增长，权重越大增长越慢。',
    model: '相同。',
    left: '无。',
  },
  group_cfs_rq: {
    linux:
      '控制组的调度实体位于父组的队列；选中它之后，再由该组自己的队列挑选。自 7.3 起，所有组的任务都在根队列中，各有其组权重中自己的部分。',
    model: '相同；被限流的组，其实体（或其任务）不在队列中。',
    left: '无。',
  },
  calc_group_shares: {
    linux: '组的份额乘以这个 CPU 在该组负载中所占的部分。自 7.3 起，份额先乘以正在运行的任务数。',
    model: '相同，按 nice 级别的尺度。',
    left: '权重另外十个二进制位的精度。',
  },
  schedule: {
    linux: '取 active 数组中优先级最高的第一个任务。该数组为空时，active 与 expired 交换。',
    model: '相同。',
    left: '实时优先级。',
  },
  sched_find_first_bit: {
    linux: '位图记录数组中哪些优先级有任务：用常数时间找到第一位。',
    model: '同样的优先级，100 到 139。',
    left: '实时优先级。',
  },
  task_timeslice: {
    linux: '任务还可运行多久：nice −20 为 300 ms，0 为 151，19 为 10。用完后进入 expired 数组。',
    model: '相同，以 1 毫秒的节拍计。',
    left: 'ia64 上的 HZ 1024。',
  },
  detach_next_task: {
    linux: '从尾部搜索队列的任务链表，最久未运行的在先。不考虑缓存热度。',
    model: '相同：第一个不在运行、允许来此、其控制组在此未被限流的任务。与任何迁移一样，它要付出冷缓存的代价。',
    left: '无。',
  },
  find_busiest_node: {
    linux:
      'Focht 2003 年 1 月的补充：每十次 load_balance 中有一次还会查看运行任务最多的节点，条件是超过本节点的 125 %。',
    model: '就是这个规则；这次调用随后在自己的 CPU 与最忙节点的 CPU 上均衡。讨论中的后续步骤各有自己的开关。',
    left: '各体系结构不同的比例，以及 2.5.65 的 rebalance_tick。',
  },
  can_migrate_llc: {
    linux:
      '把进程偏好的末级缓存填到其算力的一半（没有 SMT 时为四分之三），再多则到比另一个高五分之一为止。只有它比这更满时，任务才离开它。两者都过载时由通常的均衡决定。',
    model: '相同，按上一次对各缓存的均衡所记录的利用率。',
    left: '进程的内存占用，它由自动 NUMA 均衡测量。',
  },
  scx_bpf_select_cpu_dfl: {
    linux:
      '内置的选核。它优先选前一个 CPU 附近的空闲核，然后是空闲 CPU，依次在缓存、节点和任务允许的 CPU 之内；否则用前一个 CPU。',
    model: '步骤相同，按内核版本。',
    left: '按节点的空闲掩码。',
  },
  scx_bpf_pick_idle_cpu: {
    linux: '掩码中的一个空闲 CPU，整个空闲的核优先。它会占用该 CPU。',
    model: '相同；“任意空闲 CPU”是执行 CPU 上次所选之后的那一个。',
    left: '按节点的空闲掩码。',
  },
  scx_bpf_test_and_clear_cpu_idle: {
    linux: '如果某个 CPU 空闲，就占用它。',
    model: '相同。',
    left: '无。',
  },
  scx_bpf_dsq_insert: {
    linux: '把任务连同时间片放入一个分发队列。6.13 之前名为 scx_bpf_dispatch。',
    model: '相同；队列要付出锁和缓存行的代价。',
    left: 'SCX_ENQ_IMMED。',
  },
  scx_bpf_dsq_move_to_local: {
    linux: '把队列中第一个可在此运行的任务移到该 CPU 的本地队列。6.13 之前名为 scx_bpf_consume。',
    model: '相同；队列要付出锁和缓存行的代价。',
    left: '无。',
  },
  scx_bpf_kick_cpu: {
    linux: '让某个 CPU 重新调度，可只在它空闲时，也可不论它在运行什么。',
    model: '相同，在唤醒、调度过程或事件结束时。',
    left: 'SCX_KICK_WAIT。',
  },
};
