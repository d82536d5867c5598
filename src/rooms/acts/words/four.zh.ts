/** Chinese of act 4. */

import type { fourEn } from './four.en';
import type { Translated } from './words';

export const fourZh: Translated<typeof fourEn> = {
  queues: {
    title: '每个 CPU 一个队列',
    text: `2003 年 1 月。Linux 新的 {term:O(1) 调度器}选择下一个任务所用的时间总是一样短，不论有两个任务在等，还是两千个。每个 CPU 有自己的{term:运行队列}，由两个数组组成。CPU 从 {field:active} 中取下一个任务；用完时间片的任务一般放入 {field:expired}。{field:active} 空了，两者互换，新的一轮开始。

这台机器的八个 CPU 分在四个 {term:NUMA 节点}中，每个节点有两个 CPU 和自己的内存。CPU 也能使用别的节点的内存，但要慢一些。

{lane:a} 是当时的内核，称为原版，正在运行 {field:numa_test}：32 个作业，各自处理一大块内存。三秒之后来了一次短暂的 {field:hackbench}：800 个互发消息的任务。`,
    claims: {
      arrays: 'CPU 0 有 {tasks} 个任务：{field:active} 中 {active} 个，{field:expired} 中 {expired} 个。',
      wakes: '{all} 次唤醒中，有 {same} 次让任务留在上次运行的 CPU 上：唤醒时不会去找更好的 CPU。',
    },
  },
  restrict: {
    title: '三行代码',
    text: `所以只有{term:负载均衡}才会把任务带到别的 CPU。无事可做的 CPU 查看所有其他队列，从最长的那个{move:newidle|拉来一个任务}；忙碌的 CPU 每秒{move:periodic|查看}四次。作业很容易因此远离自己的内存，因为内存留在最初使用它的地方。

1 月 9 日，Martin Bligh 发出一个三行的改动，题为“minature NUMA scheduler”：负载均衡只看本节点的 CPU。{lane:a} 是原版，{lane:b} 带有这三行。现在测试中有 16 个作业。

表中是每个作业在哪里计算过：一种颜色是一个节点；方块是内存所在的节点。`,
    claims: {
      away: '到目前为止，作业远离自己内存的时间，{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      moved: '负载均衡在节点之间迁移任务的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
  },
  exec: {
    title: '唯一的好时机',
    text: `如果任务永远不能离开自己的节点，一切就取决于它从哪里开始。程序的开始分两步：{field:fork} 在同一个 CPU 上复制父进程；然后 {field:exec} 装入新的程序。此刻任务在任何缓存里都没有值得保留的东西，也几乎还没有内存：移动它几乎不花代价。

Michael Hohnbaum 的补丁就在{move:exec|这时移动它}：移到运行任务最少的节点，再选其中任务最少的 CPU。

两个通道都有那三行，只有 {lane:b} 有这个补丁。面板显示它的一次决定，逐个节点；用方向键一步步走。`,
    claims: {
      chosen: '比较了 {nodes} 个节点，运行任务最少的有 {least} 个。作业去了 CPU {chosen}。',
      nodes: '片刻之后，在 {seeds} 次运行中的每一次，作业的内存所在的节点：{lane:a} 有 {a} 个，{lane:b} 有 {b} 个。',
    },
  },
  price: {
    title: '对这种负载最好',
    text: `{lane:a} 又是原版；{lane:b} 带有那三行和 exec 时的选择。16 个作业都已完成。所做的工作一样，但在 {lane:a} 中花了更多的 CPU 时间：远处的内存让 CPU 等待，而等待也算作计算。

Erich Focht 在同样结构的机器上做了测量。模型中有两个数是按他的原版 16 个作业的时间选定的：远处的内存要多花多少，许多作业争用同一内存又要多花多少。有那三行时的时间则是预测。

这也有代价：一个节点可能没有作业了，它的 CPU 便{state:wasted|闲着}，而别处还有任务在等。`,
    claims: {
      user: '所有作业一共计算了：{lane:a} {a} s，{lane:b} {b} s。',
      wasted: '有任务等待而 CPU 空闲：{lane:a} 占 CPU 时间的 {a} %，{lane:b} 占 {b} %。',
    },
  },
  cross: {
    title: '每第十次调用',
    text: `第一封邮件就指出了弱点：只 fork、从不 exec 的程序会一直留在一个节点上。于是 Erich Focht 在上面加了一个很少发生的跨节点查看。每个 CPU 数自己调用了多少次 {field:load_balance}；每到第十次，还可以{move:node|看另一个节点}，也就是任务最多的那个，只要它的任务超过本节点的 125 %。

空闲的 CPU 每毫秒调用一次，因此每 10 ms 跨节点看一次；忙碌的 CPU 每 2.5 s 一次。

两个通道都有那三行，exec 时都不做选择，所以 16 个没有内存的作业都从一个节点开始。只有 {lane:b} 有第十次调用。面板显示其中一次。`,
    claims: {
      found: '最忙的节点有 {load} 个任务。CPU {cpu} 从 CPU {from} 的队列中拉来任务 {task}。',
      busy: '到结束为止用掉的 CPU 时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      seeds: '运行 {seeds} 次到结束，{lane:a} 的时间是 {lane:b} 的 {times} 倍。',
    },
  },
  often: {
    title: '多久一次才算少？',
    text: `同时还有两处微调。{term:平滑负载}：节点的负载是现在的任务数加上先前负载的一半，短暂的高峰因此不会让任务跨节点。{term:可变间隔}：负载不到平均值一半的节点很快就跨节点看，其他节点要等很久。

{lane:a} 有平滑负载和第十次调用（表中的 nb-smooth）。{lane:b} 把十次换成 1 次或 16 次（nb-sm-var2）。共 32 个作业。{field:hackbench} 在一个节点上开始时，其他节点远低于平均值，于是每次调用都跨节点看。

Erich 认为差别几乎不超过偶然，便没有采用可变间隔。对平滑负载，我们的结果与他一致。但总是跨节点看，在这里的代价比他测到的要大。`,
    claims: {
      moves: '跨节点拉走任务的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      user: '作业一共计算了：{lane:a} {a} s，{lane:b} {b} s，因为远处的内存更多了。',
      smooth: '有平滑负载与没有相比，运行 {seeds} 次，计算时间相差 {percent} %。',
    },
  },
  home: {
    title: '回家的路',
    text: `跨节点的迁移有去无回：没有谁记得作业的内存在哪里。在 Erich 更早的调度器中，每个任务都有一个{term:归属节点}。他在这里也提出过，但它不在合入的补丁之中，邮件里也没有它的数字。这里看到的只是模型自己的结果。

两个通道都像刚才的 {lane:b} 那样频繁地跨节点看。在 {lane:b} 中，任务的归属节点就是内存所在的节点。CPU 看别的节点的队列时，先拉归属于自己节点的任务，最后才拉归属于那里的任务。`,
    claims: {
      away: '作业远离自己内存的时间，{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      seeds: '另外运行 {seeds} 次，平均为 {a} % 和 {b} %；其中 {less} 次有所减少。',
    },
  },
  question: {
    title: '走之前的一个问题',
    text: `现在只有 {field:hackbench}：25 组，每组 40 个进程，除了互发消息什么也不做。它们只 fork，从不 exec。

{lane:a} 是原版：任务分布在全部八个 CPU 上。在带有那三行的 {lane:b} 中，一千个任务都留在一个节点上：八个 CPU 中的两个。（运行从全部 fork 完之后开始。届时任务已在负载均衡所能带到的各个地方，这是我们的假定。）`,
    claims: {
      time: '{lane:a} 用了 {a}，{lane:b} 用了 {b}：是前者的 {times} 倍。',
      busy: '用掉的 CPU 时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      cost: '一条消息所花的 CPU 时间：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      across: '加上跨节点查看（nb-smooth），运行 {seeds} 次，时间是原版的 {times} 倍：几乎全都赢了回来。',
    },
    question: {
      text: '只有四分之一的 CPU，通道 {lane:b} 要用多久？',
      options: {
        faster: '比 {lane:a} 短：消息都在近处。',
        some: '比 {lane:a} 长，但远不到四倍。',
        four: '大约是 {lane:a} 的四倍。',
      },
      after:
        '{lane:b} 的时间是 {time.times} 倍；Erich 测到的是 1.55 倍。八个 CPU 中有六个闲着，但一条消息只花 {cost.b}，而不是 {cost.a}：在节点之间，它的缓存行要从远处来。所以同样的三行，对一种负载最好，对另一种最差。numa_test 的作业只需要自己的内存，留下就有好处；hackbench 需要的是 CPU。模型中有三个开销是按 10 组的两个时间选定的，25 组的时间则是预测。还有一处不符：加上跨节点查看后，Erich 测到的时间比原版少 6 %，这里却从未更快。Linux 2.5.59 采用了那三行、exec 时的选择，以及带平滑负载的跨节点查看。',
    },
  },
};
