/** Chinese of act 2. */

import type { twoEn } from './two.en';
import type { Translated } from './words';

export const twoZh: Translated<typeof twoEn> = {
  levels: {
    title: '地图上多了一级',
    text: `要把任务分布到整台机器上，内核需要一张地图。它由一个个 CPU 的集合组成，大的套着小的。每个集合叫一个{term:调度域}。CPU 先看它[最小的调度域](#first)。

{lane:a|A} 是 Linux 5.9，这里只有一个调度域，就是[芯片](#chip-a)：对 CPU 0 来说，邻居并不比 CPU 23 更近。{lane:b|B} 带有 Barry Song（宋宝华）的补丁：[集群](#cluster)位于 CPU 与芯片之间。`,
    word: { term: '调度域', means: '互相分担任务的 CPU' },
  },
  pulls: {
    ask: '谁用这张地图？',
    title: '谁从谁那里拉',
    text: `现在有 120 个任务。有的 CPU 上有好几个任务，有的一个也没有。没有任务的 CPU 可以{term:拉取}一个等待中的任务。

{lane:b} 按地图先看隔壁的三个 CPU：它拉来的任务有 {near.b} % 来自自己的集群。{lane:a} 中是 {near.a} %。

可见新的一级让任务留在近处。做得是不是更多，是另一个问题。`,
    word: { term: '拉取', means: '从别的 CPU 拿一个等待的任务' },
    bars: {
      near: { title: '从自己的集群拉来的', of: '占拉来的全部', unit: '%' },
      more: { title: '拉来的任务', of: '到此刻' },
    },
  },
  wake: {
    ask: '任务被唤醒时会怎样？',
    title: '唤醒时先看隔壁',
    text: `任务换 CPU，多半不是因为被拉走，而是因为被唤醒。补丁的第二部分管的就是这个：{term:目标 CPU} 与任务上次的 CPU 若都忙，先在前者的集群里找空闲的，然后才到别处。

从这里起两个通道都有这一级，只有 {lane:b} 会这样找。图中 {lane:a} 唤醒一个任务，目标就是它上次运行的 CPU。遇到第一个空闲的就用，是 CPU {found.chosen}，在另一个集群。`,
    word: { term: '目标 CPU', means: '唤醒者的或任务上次的，由 wake_affine 选定' },
    bars: {
      near: { title: '留在集群内的唤醒', of: '占换了 CPU 的', unit: '%' },
    },
  },
  choose: {
    ask: '你能做得更好吗？',
    title: '当一回调度器',
    text: `十个任务先后被唤醒。每个都有一条消息来自带框的 CPU，而它上次运行的 CPU 现在正忙。请点击它该去的 CPU。

要紧的是距离：每一条要从别的 CPU 取来的缓存行都花时间，从别的集群取就更久。`,
    game: { again: '再来十个' },
  },
  low: {
    ask: '总是要紧吗？',
    title: '任务少：没有可选的',
    text: `八对：16 个任务，24 个 CPU。任务被唤醒时上次的 CPU 空闲，就回到那里。所以每个任务都留在它创建的地方，被拆开的一对也就一直分开。

什么都不用找，先看隔壁也就没有作用：{lane:a} 与 {lane:b} 完全一样。但这一级有代价：它把新任务分散到各个集群，拆开了每一对，消息 {level.mean} %。首页拿 {lane:b} 与没有这一级的内核相比，那里的柱子显示的就是这个代价。`,
    bars: {
      stay: { title: '换了 CPU 的唤醒', of: '到目前为止' },
    },
  },
  full: {
    ask: '任务很多时会怎样？',
    title: '任务多：找不到空闲的',
    text: `{set:pairs|28} 对任务，24 个 CPU。目标 CPU 正忙，邻居也忙，别的 CPU 几乎都忙。两个通道都去找，很少找到，任务就在目标 CPU 的{term:队列}里等。

{lane:b} 要找两遍，先看隔壁，再看各处。每看一眼都要花一点时间，却没有结果。`,
    word: { term: '队列', means: '在这个 CPU 上运行和等待的任务' },
    bars: {
      find: { title: '查找所用的时间', of: '占 CPU 时间', unit: '%' },
      stay: { title: '换了 CPU 的唤醒', of: '占全部', unit: '%' },
    },
  },
  question: {
    ask: '介于两者之间会怎样？',
    title: '什么时候划算？',
    text: `八对时 {lane:b} 没有收益，28 对时也没有。只有目标 CPU 忙，而它的邻居空闲，唤醒才有收益。

两个通道都有这一级，所以收益全来自先看隔壁。在各种负载下，{lane:b} 快多少？先画出你的猜测，再看测得的结果。`,
    sketch: {
      after: `[对数少。](#few)目标 CPU 空闲。{lane:a} 与 {lane:b} 都把任务送到那里。

[占用一半左右。](#half)目标忙，它的邻居空闲。{lane:b} 去隔壁，{lane:a} 横穿芯片。{hump.top} 对时这种情况最多。

[对数多。](#many)邻居都不空闲。任务在目标处等待；{lane:b} 找了两遍。`,
    },
    card: '你猜收益在 {guess} 对时最大。实际是 {outcome} 对，多传 {gain} % 的消息。',
  },
  published: {
    ask: '邮件里怎么说？',
    title: '单节点：当时公布的',
    text: `Barry Song 用一到四个组运行 {field:hackbench}，每组 40 个任务。他的收益也是一个驼峰：三个组时最大。柱图把他的收益与我们记录中的并排。

这里运行三个组。补丁做了什么很清楚：换 CPU 的唤醒有 {near.b} % 留在集群内，没有补丁时是 {near.a} %。它带来多少则不清楚：一次运行是 {spread.least} %，另一次是 {spread.most} %。只跑一次说明不了什么。`,
  },
  nodes: {
    ask: '两个节点上会怎样？',
    title: '站不住脚的数字',
    text: `最醒目的是另一张表：在两个节点上，同一个程序的时间最多少 49 %。六天之后，作者自己撤回了它。只有带着一个忘在机器上的启动参数时才有这个收益：全部内存都在一个{term:节点}上。

我们也无法重现那样的收益。在两个普通节点上，{lane:b} 多传 {plain.mean} % 的消息。`,
    word: { term: '节点', means: '24 个 CPU 和自己的内存' },
  },
};
