/** Chinese of act 3. */
import type { threeEn } from './three.en';
import type { Translated } from './words';

export const threeZh: Translated<typeof threeEn> = {
  wasted: {
    title: '有任务等待，CPU 却空闲',
    text: `二十个 CPU，四十个任务。每个 CPU 各有自己的队列。队列空了，CPU 就{state:idle|空闲}，哪怕旁边的队列里还有任务在等。[这样的 CPU](#idle) 就是被{term:浪费}了。

这里浪费了 {wasted.percent} % 的时间。损失还不止于此：任务需要等待者发来的消息时，只能睡到消息来。`,
    word: { term: '浪费', means: '空闲，而别处有任务在等' },
  },
  gate: {
    ask: '为什么不四处看看？',
    title: '忙得顾不上找',
    text: `[CPU 进入空闲](#idle)之前，Linux 可以去找一个任务拉过来。找要花时间，而也许马上就会来一条消息。所以每个 CPU 都记着 {term:avg_idle}。Linux 5.15 及以前，低于 500 µs 就不找；此后的界限是近来找一次的开销。这里是 4.20。

在这个程序里总是很快就有事来。CPU {gate.cpu} 近来平均每次空闲 {gate.idle}。它没有找。`,
    word: { term: 'avg_idle', means: '平均每次空闲多久' },
  },
  hand: {
    ask: '你能找到一个吗？',
    title: '亲手窃取',
    text: `带框的 CPU 刚刚无事可做。某处有任务在等。队列你看不见，这个 CPU 也看不见。点击一个 CPU，看看它的队列，直到找到有多余任务的那个。

每看一次都要花时间。你要看几次？`,
    game: { again: '换一个' },
  },
  bitmap: {
    ask: '怎样才能更快？',
    title: '一张“哪些 CPU 有多余任务”的表',
    text: `2018 年 Oracle 的 Steven Sistare 提出一张所有 CPU 共用的{term:位图}。空闲的 CPU [读它](#bits)，从第一个有多余任务的 CPU 拿走{move:steal|一个任务}。这就是[窃取](#theft)。

图中 CPU {found.cpu} 看了 {first.looked} 个队列，从 CPU {found.from} 拿走一个任务，花了 {found.cost}。这么便宜，随时都可以做。`,
    word: { term: '位图', means: '有两个任务的 CPU 各置一位' },
  },
  row: {
    ask: '改变了什么？',
    title: '停得少了',
    text: `{lane:b} 会窃取，{lane:a} 不会。CPU 进入空闲 {idle.b} 次，而不是 {idle.a} 次；忙碌的时间占 {busy.b} %，而不是 {busy.a} %。

出人意料的是：调度器被调用得更少，而不是更多。CPU 不停下来，消息就会攒起来。任务轮到时一次能读到好几条，于是运行得更久。`,
  },
  load: {
    ask: '任务更多会怎样？',
    title: '任务越多，收益越小',
    text: `40 个任务时，窃取多完成 {one.mean} %。160 个任务时是 {four.mean} %。

图中是 160 个。任务这么多，队列很少变空。没有空闲的 CPU，也就没有什么可填。`,
  },
  larger: {
    ask: '机器更大会怎样？',
    title: '更大的机器',
    text: `同样的事，在 44 个 CPU 上，80 个任务。到目前为止 {lane:b} 多传了 {gain.percent} % 的消息：{lane:a} 浪费了 {wasted.a} % 的时间，{lane:b} 浪费了 {wasted.b} %。

到运行结束时，我们的收益比邮件中的大。我们的模型在这里偏乐观。`,
    bars: {
      wasted: { title: '浪费的 CPU 时间', of: '到此刻', unit: '%' },
    },
  },
  nodes: {
    ask: '为什么会关闭？',
    title: '为什么它会自己关闭',
    text: `在一台八插槽的机器上，Sistare 看到的正相反：打开窃取后，程序在各种负载下都更慢。所以 {term:NUMA 节点}多于两个，窃取就关闭。

这台机器有四个。{lane:a} 中限制生效，{lane:b} 中强制窃取。到目前为止它赢 {gain.percent} %。这不是他的机器：这条限制依据的是他的测量，不是我们的。

任务在一个节点上等，另外三个节点还空闲着。节点之间不窃取，也不算浪费。`,
    word: { term: 'NUMA 节点', means: '一组 CPU 和它们自己的内存' },
    bars: {
      off: { title: '窃取的任务', of: '到此刻' },
    },
  },
  question: {
    ask: '任务很少会怎样？',
    title: '走之前的一个问题',
    text: '又是 44 个 CPU，这次 40 个任务。{lane:b} 的 CPU 会窃取，{lane:a} 的不会。80 个任务时，邮件中这台机器的收益是 33 %。',
    question: {
      text: '40 个任务，44 个 CPU：窃取能赢多少？',
      options: {
        more: '很多：总有空闲的 CPU 可填。',
        nothing: '没有收益。',
        less: '会输：找来找去都是白找。',
      },
      after:
        '每个任务独占一个 CPU。{idle.idle} % 的 CPU 时间是空闲的，但没有任务在等：任务睡着，直到消息到来。没有哪个队列有两个任务，所以没有一位被置位，白找几乎不花什么。空闲的 CPU 不是损失，空闲的 CPU 旁边有满的队列才是。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”空闲的 CPU 不是损失，空闲的 CPU 旁边有满的队列才是。',
  },
};
