/** Chinese of act 4. */

import type { fourEn } from './four.en';
import type { Translated } from './words';

export const fourZh: Translated<typeof fourEn> = {
  queues: {
    title: '每个 CPU 一个队列',
    text: `2003 年 1 月，Linux 有了新的调度器：选择下一个任务的时间总是一样短，不论有两个任务在等，还是两千个。为此每个 CPU 有自己的{term:运行队列}。CPU 0 的队列里有 {arrays.tasks} 个任务。

代价是：被唤醒的任务留在原处。什么把它带到更闲的 CPU 去？`,
    word: { term: '运行队列', means: '属于这个 CPU 的任务' },
  },
  memory: {
    ask: '还有什么是远的？',
    title: '近的内存，远的内存',
    text: `八个 CPU 分在四个 {term:NUMA 节点}中：每个节点有两个 CPU 和自己的内存。CPU 也能使用别的节点的内存，但要慢一些。

运行的是 [32 个作业](#jobs)，各有一大块[内存](#memory)。内存在作业最初使用它的节点上，从此不动。作业却会动。`,
    word: { term: 'NUMA 节点', means: '一组 CPU 和它们自己的内存' },
  },
  restrict: {
    ask: '什么会移动作业？',
    title: '三行代码',
    text: `只有{term:负载均衡}才会把任务带到别的 CPU：无事可做的 CPU 从最长的队列拿一个任务，不管在哪个节点。所以作业会远离[自己的内存](#memory)：在{lane:a|通道 A} 中占 {away.a} % 的时间。

1 月 9 日，Martin Bligh 发出三行代码：CPU 只看本节点的 CPU。这就是{lane:b|通道 B}，而且每个作业都从最闲的节点开始：{away.b} %。`,
    word: { term: '负载均衡', means: '把任务移到任务少的地方' },
  },
  exec: {
    ask: '作业从哪里开始？',
    title: '唯一的好时机',
    text: `如果任务永远不能离开自己的节点，一切就取决于它从哪里开始。程序从 {term:exec} 开始。此刻它还没有值得为之留下的内存：移动它几乎不花代价。

Michael Hohnbaum 的补丁就在{move:exec|这时移动它}，移到运行任务最少的节点。图中 {lane:b} 比较了 {chosen.nodes} 个节点，选了 CPU {chosen.chosen}。一步一步看下去。`,
    word: { term: 'exec', means: '新的程序取代任务原来的程序' },
    bars: {
      nodes: { title: '作业开始时所在的节点数', of: '各种子的平均' },
    },
  },
  price: {
    ask: '这带来什么？',
    title: '对这种负载最好',
    text: `{lane:a} 是当时的 Linux。{lane:b} 带有那三行和 {field:exec} 时的选择。到运行结束时，同样的工作，作业在 {lane:a} 中计算了 {user.a} s，在 {lane:b} 中计算了 {user.b} s：远处的内存让 CPU 等待，而等待也算作计算。

这也有代价。一个节点可能没有作业了，别处却有任务在等：到运行结束时 {lane:b} 浪费了 {wasted.b} % 的时间，{lane:a} 浪费了 {wasted.a} %。`,
    bars: {
      user: { title: '全部作业的 CPU 时间', of: '同样的工作', unit: 's' },
      wasted: { title: '浪费的 CPU 时间', of: '到结束', unit: '%' },
    },
  },
  cross: {
    ask: '程序从不 exec 会怎样？',
    title: '每十次调用一次',
    text: `只 fork、从不 exec 的程序会一直留在一个节点上，其他节点却空闲。于是 Erich Focht 让每个 CPU 每十次负载均衡中有一次{move:node|看另一个节点}：很少才看。

两个通道的 16 个作业都从一个节点开始，只有 {lane:b} 会跨节点看。图中 CPU {found.cpu} 找到有 {found.load} 个任务的节点，拿走一个。最后 {lane:a} 的时间是 {lane:b} 的 {seeds.times} 倍。`,
    bars: {
      busy: { title: 'CPU 忙的时间', of: '到结束', unit: '%' },
    },
  },
  often: {
    ask: '为什么看得这么少？',
    title: '多久一次才算少？',
    text: `{lane:a} 每十次调用跨节点看一次。{lane:b} 在本节点很闲时每次都看，否则每十六次才看一次。

看得多，跨节点的任务也多：到运行结束时有 {moves.b} 个，而不是 {moves.a} 个。但每个都离开了自己的内存。作业那时一共计算了 {user.b} s，而不是 {user.a} s。`,
    bars: {
      moves: { title: '跨节点拿走的任务', of: '到结束' },
      user: { title: '全部作业的 CPU 时间', of: '同样的工作', unit: 's' },
    },
  },
  home: {
    ask: '有回来的路吗？',
    title: '回家的路',
    text: `跨节点的迁移有去无回：内核不记得[作业的内存](#memory)在哪里。Erich 提出给每个任务一个{term:归属节点}。

两个通道都像刚才的 {lane:b} 那样频繁地跨节点看。在 {lane:b} 中，到别的节点找任务的 CPU 先拿归属于自己节点的任务。于是任务会回家：到运行结束时，远离自己内存的时间是 {away.b} %，而不是 {away.a} %。`,
    word: { term: '归属节点', means: '任务的内存所在的节点' },
  },
  question: {
    ask: '对每种负载都好吗？',
    title: '走之前的一个问题',
    text: `现在只有 {field:hackbench}：一千个进程，除了互发消息什么也不做。它们只 fork，从不 exec。

{lane:a} 没有那三行，任务分布在全部八个 CPU 上。{lane:b} 有那三行，任务都留在一个节点上：八个 CPU 中的两个。`,
    question: {
      text: '只有四分之一的 CPU，通道 {lane:b} 要用多久？',
      options: {
        faster: '比 {lane:a} 短：消息都在近处。',
        some: '比 {lane:a} 长，但远不到四倍。',
        four: '大约是 {lane:a} 的四倍。',
      },
      after:
        '{lane:b} 的时间是 {time.times} 倍；Erich 测到的是 1.55 倍。它只有四分之一的 CPU，但一条消息只花 {cost.b}，而不是 {cost.a}，因为缓存行不必从远处来。所以同样的三行代码，对一种负载最好，对另一种最差：作业需要自己的内存，留下就有好处；hackbench 需要的是 CPU。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”同样的三行代码，对一种负载最好，对另一种最差。',
    bars: {
      time: { title: 'hackbench 的时间', of: '整个运行' },
      cost: { title: '一条消息的 CPU 时间', of: '整个运行' },
    },
  },
};
