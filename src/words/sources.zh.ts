/** Chinese of the sources of constants and rules, by their English. Names of functions and kernels stay as they are. */
export const sourcesZh: Readonly<Record<string, string>> = {
  'hackbench tables of the cluster series (December 2020 to April 2021)':
    '集群补丁系列的 hackbench 表（2020 年 12 月至 2021 年 4 月）',
  'hackbench table of the stealing series v3 08/10, 20 CPUs': '窃取补丁系列 v3 08/10 的 hackbench 表，20 个 CPU',
  'hackbench tables of the NUMA scheduler thread (January 2003), 10 groups':
    'NUMA 调度器讨论（2003 年 1 月）的 hackbench 表，10 组',
  'taken over from the Azusa': '沿用 Azusa 的值',
  'through a socket a read takes as long as a write, within 3 % (EPYC, Linux 6.18)':
    '经套接字，读与写耗时相同，相差不到 3 %（EPYC，Linux 6.18）',
  'measured on this machine by who described it': '由描述这台机器的人在它上面测量',
  'not measured: as on the Xeon': '未测量：与 Xeon 相同',
  'not measured: as on the Kunpeng': '未测量：与鲲鹏相同',
  'not measured: as on the Azusa': '未测量：与 Azusa 相同',
  'not measured: as on the NUMA-Q': '未测量：与 NUMA-Q 相同',
  'not measured: as on the EPYC': '未测量：与 EPYC 相同',
  'taken over from the Kunpeng': '沿用鲲鹏的值',
  'order of magnitude; never moved to fit a result': '量级估计；从未为迎合结果而改动',
  'no effect: the machine has no hardware threads': '不起作用：此机器没有硬件线程',
  'core-to-core latencies (github.com/nviennot/core-to-core-latency)':
    '核间延迟（github.com/nviennot/core-to-core-latency）',
  'no effect: the machine has no clusters': '不起作用：此机器没有集群',
  'in clusters: 45 % of `line_llc`, as between two cores with one L2 on a Xeon Phi 7210 (41 of 92 ns, core-to-core-latency)':
    '在集群内：`line_llc` 的 45 %，与 Xeon Phi 7210 上共用一个 L2 的两个核之间相同（92 ns 中的 41 ns，core-to-core-latency）',
  'in clusters: as on the Kunpeng': '在集群内：与鲲鹏相同',
  'no effect: not seen there': '不起作用：那里未见此现象',
  'no effect: `mem_further_pct` counts there': '不起作用：那里以 `mem_further_pct` 计',
  '20.0 s of user time with four jobs, 20.6 s with 32 (January 2003)':
    '四个作业时用户时间 20.0 s，32 个时 20.6 s（2003 年 1 月）',
  'user time with one job to a CPU and with two (January 2003); a megabyte in lines of 32 bytes, 200 ns each':
    '每个 CPU 一个和两个作业时的用户时间（2003 年 1 月）；一兆字节，每行 32 字节，每行 200 ns',
  'no effect: every node is a socket of its own': '不起作用：每个节点自成一个插槽',
  'twice the cost of the other node of the socket': '同一插槽另一节点开销的两倍',
  'taken over from the other machines': '沿用其他机器的值',
  'messages around a ring of 20 tasks on one CPU (EPYC, Linux 6.18)':
    '一个 CPU 上 20 个任务成环传递消息（EPYC，Linux 6.18）',
  'makes a round trip of `perf bench sched pipe` 9.6 µs; published: 10.0 to 10.5':
    '使 `perf bench sched pipe` 的一次往返为 9.6 µs；公布值：10.0 至 10.5',
  'no effect: one idle state': '不起作用：只有一级空闲状态',
  "41/128 of the longest exit of Broadwell (drivers/idle/intel_idle.c), the part of a core whose package is awake (Ice Lake's C6: 41 of 128 µs, linux-kernel, July 2020)":
    'Broadwell 最长退出时间（drivers/idle/intel_idle.c）的 41/128，即封装未休眠时单个核退出所需的部分（Ice Lake 的 C6：128 µs 中的 41 µs，linux-kernel，2020 年 7 月）',
  'about one instruction a cycle, compiled just in time': '每周期约一条指令，即时编译',
  'an indirect call, and a trampoline that saves the registers; order of magnitude':
    '一次间接调用，以及保存寄存器的跳板；只是数量级',
  'no effect: 2.5.5x has no sched_ext': '没有影响：2.5.5x 没有 sched_ext',
  'a line of its run queue, at `line_llc`': '其运行队列的一条缓存行，按 `line_llc` 计',
  'two more lines of its run queue': '其运行队列的另外两条缓存行',
  'part of what a wake-up was fitted to': '已含在对唤醒开销的拟合之中',
  'no effect: 2.5.5x does not scan': '不起作用：2.5.5x 不做扫描',
  "1.1 µs around a ring of 20 tasks on one CPU (EPYC, Linux 6.18), and a line each of two CPUs' queues":
    '20 个任务在一个 CPU 上依次传递消息，1.1 µs（EPYC，Linux 6.18），另加两个 CPU 的队列各一条缓存行',
  "a socket's two spinlocks, with what they protect: at most 50 to 80 ns each (EPYC, Linux 6.18)":
    '套接字的两把自旋锁连同其所保护的部分：各至多 50 至 80 ns（EPYC，Linux 6.18）',
  'what a moved process loses is 16 to 23 times what a line takes there (EPYC, Linux 6.18)':
    '被迁移的进程的损失是那里一条缓存行耗时的 16 至 23 倍（EPYC，Linux 6.18）',
  '3.2 to 7.6 µs for one load_balance on a Kunpeng 920 of 128 CPUs (linux-kernel, September 2021)':
    '128 个 CPU 的鲲鹏 920 上一次 load_balance 耗时 3.2 至 7.6 µs（linux-kernel，2021 年 9 月）',
  '1 to 2 µs (stealing series v3 08/10)': '1 至 2 µs（窃取补丁系列 v3 08/10）',
  'no published figure for this machine': '此机器没有公布的数据',
  'user time of 16 and 32 jobs under the stock balancer (January 2003)':
    '原版均衡下 16 和 32 个作业的用户时间（2003 年 1 月）',
  'user time by share of remote time, second table of 32 jobs on the NUMA-Q (January 2003)':
    '用户时间随远程时间占比的变化，NUMA-Q 上 32 个作业的第二张表（2003 年 1 月）',
  'a page fault with a zeroed page takes about 1 µs, in 2003 about 4 µs': '带清零页的一次缺页约 1 µs，2003 年约 4 µs',
  "a thread's own rate (`stream_mb`) of the 57 GB/s that all threads of a node come to":
    '一个线程单独的速率（`stream_mb`）占一个节点全部线程所达到的 57 GB/s 的份额',
  'copy of STREAM with 4, 6 and 12 threads before the cluster level (September 2021)':
    '加入集群一级之前 STREAM copy 在 4、6、12 个线程时的速率（2021 年 9 月）',
  'user times of numa_test (January 2003): 20 s on four nodes as on one, so no contention':
    'numa_test 的用户时间（2003 年 1 月）：四个节点与一个节点同为 20 s，因此没有争用',
  'user time with one, two and four jobs on a node of the NUMA-Q (January 2003)':
    'NUMA-Q 一个节点上一个、两个和四个作业时的用户时间（2003 年 1 月）',
  'the two-thread program of the cluster series (December 2020): calibration, not prediction':
    '集群补丁系列的双线程程序（2020 年 12 月）：校准，不是预测',
  "between a third and a half of the core's speed is shared; results hold from 130 to 170":
    '核的速度有三分之一到二分之一是共享的；从 130 到 170 结果都成立',
  'breaks the lock-step of identical tasks': '避免相同的任务步调一致',

  'kernel/sched/fair.c: sysctl_sched_latency, 6 ms × (1 + log2 of up to 8 CPUs)':
    'kernel/sched/fair.c：sysctl_sched_latency，6 ms ×（1 + log2 CPU 数，至多按 8 个计）',
  'kernel/sched/fair.c: sysctl_sched_min_granularity, 0.75 ms × (1 + log2 of up to 8 CPUs)':
    'kernel/sched/fair.c：sysctl_sched_min_granularity，0.75 ms ×（1 + log2 CPU 数，至多按 8 个计）',
  'kernel/sched/fair.c: sysctl_sched_wakeup_granularity, 1 ms × (1 + log2 of up to 8 CPUs)':
    'kernel/sched/fair.c：sysctl_sched_wakeup_granularity，1 ms ×（1 + log2 CPU 数，至多按 8 个计）',
  'kernel/sched/fair.c: sysctl_sched_migration_cost, 0.5 ms':
    'kernel/sched/fair.c：sysctl_sched_migration_cost，0.5 ms',
  'NUMA scheduler thread (January 2003): NODE_BALANCE_RATIO 10':
    'NUMA 调度器讨论（2003 年 1 月）：NODE_BALANCE_RATIO 为 10',
  'NUMA scheduler thread (January 2003): the busiest node must have 125 % of the load of this one':
    'NUMA 调度器讨论（2003 年 1 月）：最忙节点的负载须达到本节点的 125 %',
  'stealing series v3: SCHED_STEAL_NODE_LIMIT_DEFAULT 2': '窃取补丁系列 v3：SCHED_STEAL_NODE_LIMIT_DEFAULT 为 2',

  'SIS_PROP, with an idle time that ages since v5.14; SIS_UTIL since v6.0':
    'SIS_PROP，自 v5.14 起空闲时间会衰减；SIS_UTIL 始于 v6.0',
  'find_idlest_group: by load until v5.4, then by idle CPUs; from v5.5 to v5.10 a node with one keeps the child':
    'find_idlest_group：v5.4 及以前按负载，此后按空闲 CPU；v5.5 到 v5.10 有空闲 CPU 的节点留住子任务',
  'runnable_load_avg alone until v5.4, then group types and cpu_load':
    'v5.4 及以前只看 runnable_load_avg，此后看调度组类型和 cpu_load',
  'a feature until v5.2, off by default from v4.20 on; for the balance by load':
    '到 v5.2 为止的特性，自 v4.20 起默认关闭；用于按负载的均衡',
  'select_idle_smt, since v5.13; select_idle_core inside select_idle_cpu since v5.12':
    'select_idle_smt，始于 v5.13；select_idle_core 自 v5.12 起在 select_idle_cpu 之中',
  'adjust_numa_imbalance: since v5.18, at fork and exec by the same test and an eighth of a node since v6.0':
    'adjust_numa_imbalance：始于 v5.18；自 v6.0 起 fork 和 exec 用同一判据，限值为节点的八分之一',
  'throttle_cfs_rq_work, since v6.18': 'throttle_cfs_rq_work，始于 v6.18',
  'node_reclaim_distance, since v5.4': 'node_reclaim_distance，始于 v5.4',
  'select_idle_capacity since v5.7, after the previous CPU since v5.10; misfit tasks, which came with v4.20, not in 4.20 here':
    'select_idle_capacity 始于 v5.7，自 v5.10 起在上次 CPU 之后；misfit 任务始于 v4.20，此处的 4.20 不含',
  'intel_pstate, since v6.12': 'intel_pstate，始于 v6.12',
  'SD_ASYM_PACKING of x86 hybrids since v5.16, of the package again since v6.6':
    'x86 混合架构的 SD_ASYM_PACKING 始于 v5.16，自 v6.6 起封装级恢复',
  'should_we_balance, since v6.6': 'should_we_balance，始于 v6.6',
  'PREEMPT_DYNAMIC, the default of x86 since v5.16': 'PREEMPT_DYNAMIC，自 v5.16 起是 x86 的默认',
  'sched_idle_cpu, since v5.4; v5.7 made it as preferred as an idle one':
    'sched_idle_cpu，始于 v5.4；v5.7 使它与空闲 CPU 同样优先',
  'choose_sched_idle_rq, until v7.0': 'choose_sched_idle_rq，直到 v7.0',
  'cpu.idle, since v5.15': 'cpu.idle，始于 v5.15',
  'expire_cfs_rq_runtime: since v4.18, where a wrong test no longer keeps it from acting, until v5.3':
    'expire_cfs_rq_runtime：自 v4.18 起（此前一个错误的判断使它不起作用），直到 v5.3',
  'cpu.max.burst, since v5.14': 'cpu.max.burst，始于 v5.14',
  'sched_idle_min_granularity, since v5.16': 'sched_idle_min_granularity，始于 v5.16',
  'check_preempt_wakeup_fair, since v6.12': 'check_preempt_wakeup_fair，始于 v6.12',
  'check_preempt_wakeup_fair, since v6.17; in 6.12.y, too': 'check_preempt_wakeup_fair，始于 v6.17；6.12.y 中亦有',
  'x86_64_defconfig: voluntary until v6.19; lazy since v7.0, on arm64, too, whose defconfig has full before':
    'x86_64_defconfig：直到 v6.19 为 voluntary；自 v7.0 起为 lazy，arm64 亦然，其 defconfig 此前为 full',
  'can_migrate_task, since v6.14': 'can_migrate_task，始于 v6.14',
  'capacity_greater, since v5.13': 'capacity_greater，始于 v5.13',
  'features.h, since v5.13; at a tick since v6.3': 'features.h，始于 v5.13；时钟节拍处始于 v6.3',
  'h_nr_runnable leaves them out: runnable_avg since v6.13, the queue with most tasks since v6.14, beside a synchronous waker since v6.16; all in 6.12.y':
    'h_nr_runnable 不计入它们：runnable_avg 始于 v6.13，任务最多的队列始于 v6.14，同步唤醒者处始于 v6.16；6.12.y 中都有',
  'load_balance, since v6.10': 'load_balance，始于 v6.10',
  'post_init_entity_util_avg, since v6.10': 'post_init_entity_util_avg，始于 v6.10',
  'sched_group flags, since v6.5': 'sched_group 的标志，始于 v6.5',
  'update_misfit_status, since v6.10; before, a CPU that can do most does not ask for balance':
    'update_misfit_status，始于 v6.10；之前，算力最大的 CPU 不请求均衡',
  'update_sd_pick_busiest, since v5.5': 'update_sd_pick_busiest，始于 v5.5',
  'update_sd_pick_busiest, since v6.5': 'update_sd_pick_busiest，始于 v6.5',
  'update_sd_pick_busiest, until v6.8': 'update_sd_pick_busiest，到 v6.8 为止',
  'SD_SHARE_PKG_RESOURCES; SD_SHARE_LLC since v6.9': 'SD_SHARE_PKG_RESOURCES；自 v6.9 起为 SD_SHARE_LLC',
  'ttwu_queue_cond, since v6.0': 'ttwu_queue_cond，始于 v6.0',
  'sched_balance_newidle, since v6.17 until v6.18.2, not in later 6.18.y':
    'sched_balance_newidle，始于 v6.17，到 v6.18.2 为止，后来的 6.18.y 没有',
  'sched_balance_rq, since v6.19, and in 6.18.y': 'sched_balance_rq，始于 v6.19，也在 6.18.y 中',
  'update_sg_wakeup_stats, since v6.19, and in 6.12.y and 6.18.y':
    'update_sg_wakeup_stats，始于 v6.19，也在 6.12.y 和 6.18.y 中',
  'select_idle_capacity, since v7.2': 'select_idle_capacity，始于 v7.2',
  'features.h, since v6.19, and in 6.12.y and 6.18.y': 'features.h，始于 v6.19，也在 6.12.y 和 6.18.y 中',
  'features.h, since v7.1; with NI_RANDOM': 'features.h，始于 v7.1；须有 NI_RANDOM',
  'newidle_balance, since v5.14': 'newidle_balance，始于 v5.14',
  'sibling_imbalance, since v6.6': 'sibling_imbalance，始于 v6.6',
  'group_smt_balance, since v6.6': 'group_smt_balance，始于 v6.6',
  'CONFIG_SCHED_CACHE, default yes, since v7.2': 'CONFIG_SCHED_CACHE，默认开启，始于 v7.2',
  'llc_aggr_tolerance 1, with sched_cache': 'llc_aggr_tolerance 1，用于 sched_cache',
  'llc_epoch_period, HZ/100: 10 ms, with sched_cache': 'llc_epoch_period，HZ/100：10 ms，用于 sched_cache',
  'llc_epoch_affinity_timeout 5, with sched_cache': 'llc_epoch_affinity_timeout 5，用于 sched_cache',
  'llc_overaggr_pct 50, with sched_cache': 'llc_overaggr_pct 50，用于 sched_cache',
  'llc_imb_pct 20, with sched_cache': 'llc_imb_pct 20，用于 sched_cache',
  'imbalanced_active_balance, since v5.12': 'imbalanced_active_balance，始于 v5.12',
  'detach_tasks, since v6.8': 'detach_tasks，始于 v6.8',
  'wake_affine_idle, since v5.11': 'wake_affine_idle，始于 v5.11',
  'select_idle_sibling: the LLC; with SD_CLUSTER the cluster, since v6.7; no second chance for a farther one in v7 of the series (September 2022), not merged':
    'select_idle_sibling：LLC 内；有 SD_CLUSTER 时为集群内，始于 v6.7；该补丁系列第七版（2022 年 9 月）不给更远的 CPU 第二次机会，未合入',
  '0; 1 within a node is SIS_NODE (June 2023), in no release':
    '0；节点之内的 1 就是 SIS_NODE（2023 年 6 月），没有进入任何发布版本',
  'select_idle_cluster of the cluster RFC v2, which has no limit; not merged':
    '集群 RFC v2 的 select_idle_cluster，没有上限；未合入',
  "wake_wide of the cluster series' v6 (April 2021); not merged":
    '集群补丁系列第六版（2021 年 4 月）的 wake_wide；未合入',
  'select_idle_sibling, since v5.15': 'select_idle_sibling，始于 v5.15',
  'select_idle_core, until v5.6': 'select_idle_core，到 v5.6 为止',
  'since v5.16 the remembered cost of the lowest domain in its place': '自 v5.16 起代之以最低一级调度域记住的开销',
  'sd_init: 32, from v5.10 on 16': 'sd_init：32，自 v5.10 起为 16',
  'get_sd_balance_interval, since v5.10': 'get_sd_balance_interval，始于 v5.10',
  'sd_init: 125, from v5.10 on 117': 'sd_init：125，自 v5.10 起为 117',
  'calculate_imbalance, since v6.3': 'calculate_imbalance，始于 v6.3',
  'detach_tasks, since v6.1 until v6.10': 'detach_tasks，始于 v6.1，到 v6.10 为止',
  'update_misfit_status, until v5.11': 'update_misfit_status，到 v5.11 为止',
  'calculate_imbalance, until v5.9': 'calculate_imbalance，到 v5.9 为止',
  'detach_tasks, since v5.10': 'detach_tasks，始于 v5.10',
  'task_hot, since v5.10': 'task_hot，始于 v5.10',
  'CL in the RFC v2; CLS since v5.16': 'RFC v2 中为 CL；自 v5.16 起为 CLS',
  'CONFIG_SCHED_CLUSTER, a default: x86 since v5.16, its hybrids since v6.6, arm64 since v6.18':
    'CONFIG_SCHED_CLUSTER 的默认值：x86 自 v5.16 起，其混合架构自 v6.6 起，arm64 自 v6.18 起',
  'select_idle_cpu and select_idle_sibling, since v6.7': 'select_idle_cpu 与 select_idle_sibling，始于 v6.7',
  'DIE; PKG since v6.7': 'DIE；自 v6.7 起为 PKG',
  'sched_init_numa, since v5.12': 'sched_init_numa，始于 v5.12',
  'build_overlap_sched_groups, since v5.13': 'build_overlap_sched_groups，始于 v5.13',
  'pipe_read, until v5.4': 'pipe_read，到 v5.4 为止',
  'pipe_read, until v6.13': 'pipe_read，到 v6.13 为止',
  'update_tg_load_avg, once a ms since v6.7': 'update_tg_load_avg，自 v6.7 起每毫秒一次',
  'BUSY_REBALANCE_TICK: 250 ms in 2.5.58, 200 ms from 2.5.65 on':
    'BUSY_REBALANCE_TICK：2.5.58 中为 250 ms，自 2.5.65 起为 200 ms',
  'sysctl_sched_base_slice: 0.75 ms, from v6.15 on and in 6.12.y 0.70 ms; × (1 + log2 of up to 8 CPUs)':
    'sysctl_sched_base_slice：0.75 ms，自 v6.15 起及在 6.12.y 中为 0.70 ms；×（1 + log2 CPU 数，至多按 8 个计）',
  'features.h, since v6.6': 'features.h，始于 v6.6',
  'set_protect_slice: the least slice since v6.17': 'set_protect_slice：自 v6.17 起为最短时间片',
  'update_curr: once ineligible from v6.12 on, always since v6.17':
    'update_curr：自 v6.12 起不合格时让出，自 v6.17 起总是让出',
  'features.h; overwritten by the enqueue until v6.11': 'features.h；v6.11 及以前被入队覆盖',
  'features.h, since v6.12': 'features.h，始于 v6.12',
  'update_entity_lag: the greatest slice and a tick since v7.0, and in 6.18.y':
    'update_entity_lag：自 v7.0 起及在 6.18.y 中为最长时间片加一个时钟节拍',
  'check_preempt_wakeup_fair, until v6.18, not in later 6.18.y':
    'check_preempt_wakeup_fair，到 v6.18 为止，之后的 6.18.y 中没有',
  'update_protect_slice, since v6.19, and in 6.18.y': 'update_protect_slice，始于 v6.19，也在 6.18.y 中',
  'check_preempt_wakeup_fair, since v7.0, and in 6.18.y': 'check_preempt_wakeup_fair，始于 v7.0，也在 6.18.y 中',
  'reweight_entity: vprot stays since v6.17, is scaled since v7.0, and in 6.18.y':
    'reweight_entity：自 v6.17 起 vprot 不动，自 v7.0 起及在 6.18.y 中换算',
  'features.h, since v7.1; with CONFIG_SCHED_HRTICK and the generic entry code, which arm64 does not have':
    'features.h，始于 v7.1；需要 CONFIG_SCHED_HRTICK 和通用的入口代码，arm64 没有后者',
  'update_entity_lag, since v7.1': 'update_entity_lag，始于 v7.1',
  'features.h, off; as rewritten for v6.19 and 6.18.35': 'features.h，默认关；为 v6.19 和 6.18.35 重写后的形式',
  'requeue_delayed_entity, since v7.2': 'requeue_delayed_entity，始于 v7.2',
  'features.h, since v6.14, and in 6.12.y; at a wake-up since v6.19, and in 6.18.y':
    'features.h，始于 v6.14，6.12.y 中亦有；唤醒时始于 v6.19，6.18.y 中亦有',
  'cfs_rq_min_slice in enqueue_task_fair, since v6.12': 'enqueue_task_fair 中的 cfs_rq_min_slice，始于 v6.12',
  'calc_group_shares: concur since v7.3': 'calc_group_shares：自 v7.3 起为 concur',
  'reweight_eevdf, since v7.3': 'reweight_eevdf，始于 v7.3',
  'set_short_buddy and ineligible_vruntime, since v7.3': 'set_short_buddy 与 ineligible_vruntime，始于 v7.3',
  'sched_runtime of a fair task, since v6.12': '公平类任务的 sched_runtime，始于 v6.12',
  'yield_task_fair: the rest of the request since v6.18.2, and in 6.12.y':
    'yield_task_fair：请求的剩余部分，始于 v6.18.2，也在 6.12.y 中',
  'reweight_entity: leave and join since v6.18 until v6.19, else scaled':
    'reweight_entity：自 v6.18 到 v6.19 离开并重新加入，否则换算',
};
