/** Chinese of act 3. */
import type { threeEn } from './three.en';
import type { Translated } from './words';

export const threeZh: Translated<typeof threeEn> = {
  wasted: {
    title: '有任务等待，CPU 却空闲',
    text: `一台有 20 个 CPU 的服务器，全部在同一末级缓存之下。上面运行 {field:hackbench}：二十个{task:0.sender|发送者}，二十个{task:0.receiver|接收者}，每个发送者给每个接收者写消息。平均每个 CPU 两个任务，而每个 CPU 各有自己的运行队列。

接收者没有消息可读就睡眠，它的 CPU 接着运行队列中的下一个任务。队列空了，CPU 就{state:idle|空闲}，哪怕旁边的队列里还有任务在等。这样的 CPU 标为{state:wasted|浪费}；任务有多余的 CPU 标为{state:overloaded|过载}。

损失不止被浪费的时间本身：一个任务在等，需要它的消息的任务也只能跟着睡。`,
    claims: {
      idle: '到目前为止 CPU 进入空闲 {idle} 次；{percent} % 的 CPU 时间是空闲的。',
      wasted: '在 {percent} % 的 CPU 时间里，CPU 空闲，而它本可以运行的任务正在等待。',
    },
  },
  gate: {
    title: '忙得顾不上找',
    text: `Linux 知道这个问题。队列变空的 CPU 在进入空闲之前会调用 {field:newidle_balance}：逐级寻找最忙的队列，拉一个任务过来。这样的查找要花时间。如果马上就会来一条消息、唤醒这里的任务，何必久找？

所以每个 CPU 都记着 {field:avg_idle}，也就是自己平均每次空闲多久。低于 500 µs（0.5 ms）就根本不找。在 {field:hackbench} 里总是很快就有事来：CPU 常常空闲，但每次都不久。

运行停在这样一个时刻之前；面板列出 CPU 问了什么。`,
    claims: {
      gate: 'CPU {cpu} 近来平均每次空闲 {idle}，低于 500 µs，所以它没有找。',
      rare: '到目前为止{move:newidle|新空闲均衡}带来 {pulled} 个任务；CPU 一无所获而空闲有 {idle} 次。',
    },
  },
  bitmap: {
    title: '一张“谁的任务太多”的表',
    text: `2018 年 Oracle 的 Steven Sistare 提出，让查找便宜到随时都可以做。同一末级缓存下的 CPU 共用一张{term:位图} {field:cfs_overload_cpus}：每个 CPU 一位，有两个或更多任务时置位。

如果新空闲均衡什么也没找到，CPU 就逐位查看，先看同一核的另一个线程，从第一个有任务可给的 CPU 拿走{move:steal|一个任务}。那不一定是最忙的。因为窃取一次只需 1 到 2 µs，他要求的 {field:avg_idle} 是 10 µs，而不是 500。

{lane:a} 是原来的内核，{lane:b} 可以窃取。用方向键一步步看一次窃取。`,
    claims: {
      found: '已置位的 CPU 有 {marked} 个。CPU {cpu} 从 CPU {from} 拿走一个任务，花了 {cost}。',
      first: '它需要查看的队列数：{looked}。',
      wasted: '到目前为止浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  row: {
    title: '这一行逐渐填满',
    text: `Linux 把调度器所做的事计在 {field:/proc/schedstat} 里。Sistare 按 CPU 平均打印了这一行，并加上自己的一列 {field:steal}。这里两个通道一边运行一边填写它。

先看 {field:idle}：CPU 找不到任务而空闲的次数。再看 {field:%busy}。然后看 {field:sched}：调度器被调用得更少，而不是更多。CPU 不停下来，消息就会攒起来，任务轮到时一次能读到好几条，于是运行得更久（{field:slice}）。

公布的那一行来自长一百倍的运行。{field:hackbench} 的时间是用一个数（一次写的代价）按他的表拟合的；这些计数则是模型自己得出的。运行这么短，窃取时空闲偏多；报告从第一秒之后量起。`,
    claims: {
      idle: 'CPU 进入空闲的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      busy: '忙碌：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      sched: '调度器被调用的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      slice: '任务每次运行的时间：{lane:a} 为 {a} ms，{lane:b} 为 {b} ms。',
      steal: '{lane:b} 窃取了 {steals} 个任务。',
    },
  },
  load: {
    title: '任务越多，可赢的越少',
    text: `邮件中的表从一组 {field:hackbench}（40 个任务）到八组（320 个）。一组时收益最大。20 个 CPU 上有 320 个任务时，队列很少变空；没有谁空闲，也就没有什么可填。

在画面之外，一组和四组各用几种随机选择运行。剔除开头的 0.2 秒：运行之前所有 CPU 都空闲，{field:avg_idle} 还高于 500 µs，起初本该由窃取做的事，由新空闲均衡做了。报告剔除第一秒，八组时剔除前四秒；在报告中，所有收益的正负都对，窃取次数相差不到七分之一。请比较各行。

表中写的是节省的时间（旧 − 新）/旧；邮件里同样的收益写作 旧/新 − 1，数值更大。`,
    claims: {
      one: '40 个任务时，{lane:b} 多完成 {mean} %（{seeds} 次运行，{least} 到 {most} %）。',
      four: '160 个任务时多 {mean} %（{least} 到 {most} %）。',
    },
  },
  larger: {
    title: '更大的机器',
    text: `同样的事，在 44 个 CPU 上，两组，80 个任务。一次写的代价来自 20 个 CPU 的机器，没有按这张表拟合任何数；但唤醒的代价和套接字的锁所占的份额在实测范围内取何值，是参照这张表定的。从两组起，这里窃取的收益都比邮件中大，两组和十六组时相差最大。

表中的第一行，也就是一组，这里没有列出。它在本幕的最后。`,
    claims: {
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息。',
      wasted: '浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  nodes: {
    title: '为什么它会自己关闭',
    text: `大服务器有多个{near:node|节点}，各有自己的内存和缓存。在一台八路的机器上，Sistare 看到的正相反：打开窃取后，{field:hackbench} 在各种负载下都更慢。并不是因为从别的节点窃取了任务，那从不发生。他的解释是：负载更平滑，唤醒者更常独占自己的 CPU，这时唤醒规则 {field:wake_affine} 就把它的位置让给被唤醒的任务，即使后者来自{move:wakeNode|另一个节点}。

于是有了 {field:sched_steal_node_limit}：节点多于 2 个，窃取就关闭。这里是有四个节点的鲲鹏 920。{lane:a} 打开了窃取，但限制生效；{lane:b} 强制窃取。

要说句实话：这不是他的机器，我们没有八路的。在这次运行的初期，多数任务还在一两个节点上，我们的模型得到的是收益；等它们散开以后，是收益还是损失就要看随机选择了。这条限制依据的是他的测量，不是我们的。这组补丁从未被 Linux 采纳。`,
    claims: {
      off: '窃取的任务数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      near: '{lane:b} 的窃取中，跨节点的有 {far} 次。',
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息：还不是他看到的损失。',
    },
  },
  question: {
    title: '走之前的一个问题',
    text: `回到 44 个 CPU 的机器，这次只有一组：40 个任务。{lane:b} 的 CPU 会窃取，{lane:a} 的不会。80 个任务时，邮件中这台机器的收益是 33 %（旧/新 − 1）。`,
    claims: {
      same: '{lane:b} 比 {lane:a} 多传 {percent} % 的消息。',
      idle: '{lane:a} 中 {idle} % 的 CPU 时间是空闲的，但只有 {wasted} % 是浪费。',
      steals: '{lane:b} 中平均每个 CPU 白找了 {tries} 次；总共窃取了 {steals} 个任务。',
    },
    question: {
      text: '40 个任务，44 个 CPU：窃取能赢多少？',
      options: {
        more: '很多：总有空闲的 CPU 可填。',
        nothing: '没有收益。',
        less: '会输：找来找去都是白找。',
      },
      after:
        '每个任务独占一个 CPU。{idle.idle} % 的 CPU 时间是空闲的，但没有谁在等：任务睡着，直到消息到来。没有哪个队列有两个任务，所以没有一位被置位；看到空的位图，查找立刻结束，因此白找几乎不花什么。邮件中是 −0.3 %，在它自身的波动之内。空闲的 CPU 不是损失，空闲的 CPU 旁边有满的队列才是。',
    },
  },
};
