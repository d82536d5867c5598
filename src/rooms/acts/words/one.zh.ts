/** Chinese of act 1. */

import type { oneEn } from './one.en';
import type { Translated } from './words';

export const oneZh: Translated<typeof oneEn> = {
  places: {
    title: '两个线程，一个结构体',
    text: `一个程序的两个{task:0|线程}各在一个 {term:CPU} 上运行，共享一个含有两个数的结构体。一个线程只[读 x](#reader)，另一个只[给 y 加一](#writer)。它们从不碰同一个数。

可是其中一个总得等另一个。等多久，要看两个 CPU 在哪里。`,
    word: { term: 'CPU', means: '一次运行一个线程' },
  },
  cluster: {
    ask: '它们在哪里？',
    title: '一个集群，还是两个',
    text: `这块芯片有 24 个 CPU，分成六组，每组四个。这样的一组就是一个{term:集群}。

{lane:a|通道 A} 中两个线程在[同一个集群](#cluster-0)，在 CPU {places.ar} 和 {places.aw} 上。{lane:b|通道 B} 中在[两个集群](#cluster-1)，在 CPU {places.br} 和 {places.bw} 上。其余完全一样。`,
    word: { term: '集群', means: '挨在一起的四个 CPU' },
  },
  bounce: {
    ask: '它们之间来往的是什么？',
    title: '缓存行来回跑',
    text: `CPU 把内存的副本留在身边的缓存里。副本以{term:缓存行}为单位，{hot:x} 与 {hot:y} 相隔 {set:stride|4} 字节，同在[一行](#line)上。

要写 {field:y}，[写的线程](#writer)必须独占这一行，其他副本全部作废。[读的线程](#reader)只能[再去取](#way)，尽管 {field:x} 并没有变。

慢慢滚动，缓存行就随之移动。它在路上时，读的一方是灰的，它在等。`,
    word: { term: '缓存行', means: '总是一起移动的 64 字节' },
  },
  waits: {
    ask: '吃亏的是谁？',
    title: '只有读的在等',
    text: `同样的工作，{lane:b} 多用 {slower.percent} % 的时间，全都出在[读的线程](#reader)上。

[写的线程](#writer)把数先放在一边，继续往下走：{lane:b} 中需要 {writer.b}，{lane:a} 中需要 {writer.a}。读的线程需要这一行，它的 CPU 手头只有一点别的工作：够遮住 {lane:a} 的近路，遮不住 {lane:b} 的远路。`,
  },
  directory: {
    ask: '为什么远？',
    title: '谁知道缓存行在哪里？',
    text: `24 个 CPU 共享一个大缓存，就是 L3。但记录“哪一行在哪里”的目录是分开的：每个集群各有一份，记着自己的 CPU 持有哪些行，叫 {term:L3 标签}。

{lane:a} 中，[读者那份目录](#tag-a)里就有这一行：取一次要 {price.a}。{lane:b} 中[自己的目录](#tag-b)里没有，还得[横穿芯片](#across)去查另一份。查询与[缓存行](#way)都走得更远：{price.b}。`,
    word: { term: 'L3 标签', means: '本集群的行目录' },
  },
  published: {
    ask: '真是这样吗？',
    title: '邮件里怎么说',
    text: `2020 年 12 月，海思的 Barry Song（宋宝华）向 Linux 内核邮件列表发出一组补丁，开头就是这个程序：在两个集群里比在一个集群里多用 36 % 的时间。这里是 {ratio.percent} %。

邮件只说了损失。图上还能看到，代价全由[读的线程](#reader)承担，[写的线程](#writer)没有变慢。最后一步说明怎样避免。`,
  },
  level: {
    ask: '调度器帮得上忙吗？',
    title: '调度器能做什么',
    text: `没有人会给每个程序手工绑定 CPU。任务被唤醒时，由内核来选 CPU：这就是一次{term:唤醒}。2020 年，在 Linux 眼里 24 个 CPU 都一样近。

现在成对的任务互发消息：一个{task:0.client|三角}，一个{task:0.server|圆}。{lane:a} 是当时的 Linux。{lane:b} 带有补丁，先在集群里找：它只有 {far.b} % 的唤醒换了集群，{lane:a} 有 {far.a} %。`,
    word: { term: '唤醒', means: '任务又可以运行：去哪里？' },
    bars: {
      far: { title: '换了集群的唤醒', of: '占全部', unit: '%' },
    },
  },
  wake: {
    ask: '具体怎么找？',
    title: '慢慢看一次唤醒',
    text: `{lane:b} 停在唤醒一个任务之前。本来要给它的 CPU 正忙。于是内核逐个去看那个 CPU 的邻居，直到有一个{term:空闲}。它选了 CPU {found.chosen}，不再往远处找。

一步一步看下去。`,
    word: { term: '空闲', means: '没有可运行的任务' },
  },
  question: {
    ask: '你能做什么？',
    title: '走之前的一个问题',
    text: '程序员也能帮上忙。把 {field:y} 放到 {field:x} 之后 64 字节处，两个数就各占[一行](#line)。{lane:a} 仍在一个集群，{lane:b} 仍在两个集群。',
    question: {
      text: '通道 {lane:b} 要用多久？',
      options: {
        slower: '比 {lane:a} 久：两个集群就是两个集群。',
        same: '和 {lane:a} 一样久。',
        faster: '比 {lane:a} 快：它的缓存更多。',
      },
      after:
        '{lane:a} 用了 {same.a}，{lane:b} 用了 {same.b}。没有共同的行，就没有什么要取，距离也就不花时间。（真实的芯片可能要 128 字节，而不是 64：见第 5 幕。）集群并不慢，慢的是跨集群共享同一行。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”不共享缓存行的两个线程，离多远都无所谓。',
    bars: {
      same: { title: '程序的时间', of: '整个运行' },
    },
  },
};
