/** Chinese evidence for the claims of act 4. */

import type { fourHowEn } from './four.how.en';
import type { Translated } from './words';

export const fourHowZh: Translated<typeof fourHowEn> = {
  queues: {
    how: '这是 O(1) 调度器。队列有两个数组：下一个任务取自 {field:active}，用完时间片的任务一般放入 {field:expired}。{field:active} 空了，两者互换。',
    claims: {
      arrays: 'CPU 0 有 {tasks} 个任务：{field:active} 中 {active} 个，{field:expired} 中 {expired} 个。',
      wakes: '{all} 次唤醒中，有 {same} 次让任务留在上次运行的 CPU 上：唤醒时不会去找更好的 CPU。',
    },
  },
  memory: {
    how: '程序是 Erich Focht 所用的 {field:numa_test}。三秒之后，一次短暂的 {field:hackbench}（800 个任务）来打扰这些作业。',
    claims: {
      away: '到目前为止，作业有 {percent} % 的时间远离自己的内存。',
    },
  },
  restrict: {
    how: '邮件题为“minature NUMA scheduler”。现在有 16 个作业。空闲的 CPU {move:newidle|拉来一个任务}，忙碌的 CPU 每秒{move:periodic|查看}四次。表中是每个作业在哪里计算过：一种颜色是一个节点；方块是内存所在的节点。',
    claims: {
      away: '到目前为止，作业远离自己内存的时间，{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      moved: '负载均衡在节点之间迁移任务的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
  },
  exec: {
    how: '程序的开始分两步：{field:fork} 在同一个 CPU 上复制父进程，{field:exec} 装入新的程序。两个通道都有那三行，只有 {lane:b} 有这个补丁。',
    claims: {
      chosen: '比较了 {nodes} 个节点，运行任务最少的有 {least} 个。作业去了 CPU {chosen}。',
      nodes: '片刻之后，在 {seeds} 次运行中的每一次，作业的内存所在的节点：{lane:a} 有 {a} 个，{lane:b} 有 {b} 个。',
    },
  },
  price: {
    how: '16 个作业在图旁运行到结束。Erich Focht 在同样结构的机器上做了测量。模型中有两个数是按他没有那三行时 16 个作业的时间选定的：远处的内存要多花多少，许多作业争用同一内存又要多花多少。有那三行时的时间则是预测。',
    claims: {
      user: '所有作业一共计算了：{lane:a} {a} s，{lane:b} {b} s。',
      wasted: '有任务等待而 CPU 空闲：{lane:a} 占 CPU 时间的 {a} %，{lane:b} 占 {b} %。',
    },
  },
  cross: {
    how: '空闲的 CPU 每毫秒调用一次 {field:load_balance}，因此每 10 ms 跨节点看一次；忙碌的 CPU 每 2.5 s 一次。只从最忙的节点拿，而且它的任务与本节点的任务之比要超过五比四。这里的作业没有内存。',
    claims: {
      found: '最忙的节点有 {load} 个任务。CPU {cpu} 从 CPU {from} 的队列中拉来任务 {task}。',
      busy: '到结束为止用掉的 CPU 时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      seeds: '运行 {seeds} 次到结束，{lane:a} 的时间是 {lane:b} 的 {times} 倍。',
    },
  },
  often: {
    how: '作业在图旁运行到结束。会变的间隔在表中是 {field:nb-sm-var2}，{lane:a} 是 {field:nb-smooth}。两者都平滑负载：现在的任务数加上先前负载的一半。Erich 认为差别几乎不超过偶然，便没有采用可变间隔。对平滑负载，我们的结果与他一致；总是跨节点看，在这里的代价比他测到的要大。',
    claims: {
      moves: '跨节点拉走任务的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      user: '作业一共计算了：{lane:a} {a} s，{lane:b} {b} s，因为远处的内存更多了。',
      smooth: '有平滑负载与没有相比，运行 {seeds} 次，计算时间相差 {percent} %。',
    },
  },
  home: {
    how: '它不在合入的补丁之中，邮件里也没有它的数字：这里看到的只是模型自己的结果。任务若正在归属节点上等待，最后才拿它。',
    claims: {
      away: '作业远离自己内存的时间，{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      seeds: '另外运行 {seeds} 次，平均为 {a} % 和 {b} %；其中 {less} 次有所减少。',
    },
  },
  question: {
    how: '25 组，每组 40 个进程。运行从全部 fork 完之后开始；届时负载均衡已把任务带到所能及的各处，这是我们的假定。模型中有三个开销是按 10 组的两个时间选定的，25 组的时间则是预测。还有一处不符：加上跨节点查看后，Erich 测到的时间比没有任何补丁时少 6 %，这里却从未更快。Linux 2.5.59 采用了那三行、exec 时的选择，以及带平滑负载的跨节点查看。',
    claims: {
      time: '{lane:a} 用了 {a}，{lane:b} 用了 {b}：是前者的 {times} 倍。',
      busy: '用掉的 CPU 时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      cost: '一条消息所花的 CPU 时间：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      across: '加上跨节点查看，运行 {seeds} 次，时间是没有补丁时的 {times} 倍：几乎全都赢了回来。',
    },
  },
};
