/** Chinese of act 6. */
import type { sixEn } from './six.en';
import type { Translated } from './words';

export const sixZh: Translated<typeof sixEn> = {
  queue: {
    title: '三个任务，一个 CPU',
    text: `一个 CPU，三个任务。两个{task:0.hog|占满 CPU 的任务}从不睡眠。一个{task:2.sleeper|睡眠任务}运行 1 ms，睡眠 10 ms，再想运行。能运行的任务都在{term:运行队列}里，正在运行的也在。

2003 年的 Linux 每次给每个任务 {slice.ms} ms。用完的任务到 **expired 数组**里等，直到其他任务也都用完。它叫 **O(1)**：不论多少任务在等，做决定的时间都一样。`,
    word: { term: '运行队列', means: '一个 CPU 上运行和等待的任务' },
  },
  clock: {
    ask: '睡眠任务会怎样？',
    title: '每个任务一只钟',
    text: `在 O(1)（{lane:a}）下，{task:2.sleeper|睡眠任务}为它的 1 ms 要等 {wait.a}。

{lane:b} 是 2007 年的 CFS。它没有轮次。每个任务有一只钟，只在任务运行时才走，即 {term:vruntime}；vruntime 最小的任务下一个运行。睡眠时钟不走，所以睡眠任务醒来就运行。代价是每次都打断别的任务。`,
    word: { term: 'vruntime', means: '任务按自己的钟运行了多久' },
  },
  weight: {
    ask: '公平就是相等吗？',
    title: '公平不是相等',
    text: `两个占满 CPU 的任务。其中{task:1.hog|一个} **nice** 为 {set:nice|5}：它应当少得。它的{term:权重}是另一个的三分之一，所以它的钟以三倍的速度走。走得最慢的钟先被选中，所以它只得到另一个的三分之一。

在 CFS（{lane:a}）中，份额是 {shares.a0} 和 {shares.a5} %；在 EEVDF（{lane:b}）中是 {shares.b0} 和 {shares.b5} %。公平自 2007 年以来没有变。`,
    word: { term: '权重', means: '任务应得多大的份额' },
  },
  lag: {
    ask: '为什么有第三个调度器？',
    title: '记账，而不是送礼',
    text: `CFS 把醒来的睡眠任务排到其他任务前面，于是它先运行。这是送礼：在 {lane:a} 中，{task:2.sleeper|睡眠任务}从不等待，得到 {share.a} % 的 CPU。

2023 年起的 EEVDF 记账。V 是所有钟的平均。落后于 V 的任务被欠了时间，这就是它的 {term:lag}。睡眠不挣时间。所以在 {lane:b} 中睡眠任务可能要等 {wait.b}，得到 {share.b} %。`,
    word: { term: 'lag', means: '欠任务的 CPU 时间' },
  },
  deadline: {
    ask: '谁先运行？',
    title: '最早的截止时间',
    text: `在 V 处或落后于 V 的任务就**合格**。每个任务请求一个时间片；用完它时自己的钟所在之处，就是它的{term:截止时间}：图中的旗。

这里 {pick.tasks} 个任务中有 {pick.eligible} 个合格。其中旗最早的任务运行：任务 {pick.chosen}。`,
    word: { term: '截止时间', means: '任务应在何时用完它的时间片' },
  },
  debt: {
    ask: '如果任务欠着时间呢？',
    title: '债不会睡着',
    text: `这个{task:2.sleeper|睡眠任务}每次运行 {set:run|3} ms，常常多于它的份额。然后它欠着账睡去。

在 {lane:a}（Linux 6.8）中，它醒来时债还在：要等 {wait.a}。在 {lane:b}（6.12）中，它{term:延迟出队}：留在队列里不能运行，V 向前走，醒来时债已还清：只等 {wait.b}。完成的工作一样多。`,
    word: { term: '延迟出队', means: '睡着，但留在队列中直到还清' },
  },
  question: {
    ask: '如果任务只要一点点呢？',
    title: '短时间片',
    text: `自 6.12 起，任务可以请求自己的时间片。在 {lane:b} 中，{task:0.hog|第一个占满 CPU 的任务}每次要 1 ms，{task:1.hog|另一个}要 10 ms。{lane:a} 不理会：两个都是 2.8 ms。权重都相同。`,
    question: {
      text: '在通道 {lane:b} 里，谁得到更多的 CPU？',
      options: {
        short: '时间片短的：更快轮到它。',
        long: '时间片长的：每次运行得更久。',
        same: '都不：各一半。',
      },
      after:
        '各一半：{shares.short} 和 {shares.long} %。时间片短，截止时间就早，用完得也早。它换来的是少等：三个占满 CPU 的任务旁边，一个睡眠任务请求得少些，只等 {latency.b}，而不是 {latency.a}，份额不变。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”时间片决定何时，权重决定多少。',
  },
};
