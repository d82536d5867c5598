/** Chinese of act 1. */

import type { oneEn } from './one.en';
import type { Translated } from './words';

export const oneZh: Translated<typeof oneEn> = {
  places: {
    title: '两个线程，一个结构体',
    text: `这是一台鲲鹏 920 服务器的四分之一：24 个 CPU，分成六个{near:cluster|集群}，每个四个。24 个 CPU 共享同一份 L3 数据，但每个集群各有自己的 {term:L3 标签}，也就是记录“哪一行内存在哪里”的目录。查自己的目录很快，查别的集群的目录要久一些。

上面运行着两个线程，它们共享一个含有两个数的结构体：{field:x} 和 {field:y}。一个线程只读 {field:x}，另一个只给 {field:y} 加一。它们从不碰同一个数。

{lane:a|通道 A} 和{lane:b|通道 B} 是同样的机器、同样的程序。A 中两个线程绑定在同一个集群，B 中绑定在两个集群。`,
    claims: {
      places: '{lane:a} 的线程在 CPU {a} 上，属于一个集群；{lane:b} 的线程在 CPU {b} 上，属于两个集群。',
    },
  },
  bounce: {
    title: '缓存行来回跑',
    text: `内存在 CPU 之间不是逐字节移动的，而是以 64 字节的{term:缓存行}为单位。{hot:x} 与 {hot:y} 只隔四个字节，同在一行上。

谁要写一行，就必须独占它。第二个线程每给 {field:y} 加一次，第一个线程手里的副本就作废，尽管 {field:x} 并没有变：它只能再到改过这一行的 CPU 那里去取。这样的一次取行叫 HITM。这就是{term:伪共享}：两个线程除了地址，什么也没有共享。

两个通道都是这样，不同的只是这一行要走多远。`,
    claims: {
      fetched: '从对方缓存取行的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      price: '取一次行，{near:cluster|集群之内}需要 {a}，{near:llc|两个集群之间}需要 {b}。',
    },
  },
  waits: {
    title: '谁在等？',
    text: `两边的程序都结束了。{lane:b} 用的时间更长，虽然它的两个线程所做的事与 {lane:a} 完全一样。

看看每个线程的时间，就像 {field:time} 命令打印的那样。写的线程和原来一样快：CPU 可以把要写的东西先放在一边，继续往下走。读的线程在这一行到来之前则无事可做。

在集群之内，路程短到 CPU 可以用别的工作把它遮住。`,
    claims: {
      slower: '{lane:a} 在 {a} 后结束，{lane:b} 在 {b} 后结束，是前者的 {times} 倍。',
      reader: '{lane:b} 中读的线程计算了 {sum}，写的线程计算了 {increment}。',
      writer: '写的线程在 {lane:a} 中需要 {a}，在 {lane:b} 中需要 {b}：距离并没有拖慢它。',
    },
  },
  published: {
    title: '当时公布的数字',
    text: `2020 年 12 月，海思的 Barry Song（宋宝华）为 Linux 调度器写了一组补丁，这个程序就是它的第一条理由：在一个集群里 0.832 s，在两个集群里 1.133 s。他的循环是我们的十三倍长，要看的是比值。

关于我们的数字，要说句实话：它们不是预测。模型中有三个数（循环一次多久、一行停留多久、CPU 能遮住多少路程）就是按这两个公布的时间选定的。模型所添的是机制：哪个线程在等，什么时候不用等。`,
    claims: {
      ratio: '这里 {lane:a} 的时间是 {lane:b} 的 {percent} %；邮件里是 73 %。',
    },
  },
  level: {
    title: '调度器能做什么',
    text: `没有人会给每个程序手工绑定 CPU。任务被唤醒时由内核来选 CPU。只要内核知道什么叫“挨着”，就可以把互相通信的任务放在一起。2020 年时它还不知道：在 Linux 眼里，24 个 CPU 都一样。

现在两个通道换了工作：十四对任务，每对有一个{task:0.client|客户端}和一个{task:0.server|服务端}，不停地互发消息；一种颜色是一对。{lane:a} 是当时的内核。{lane:b} 带有这组补丁：机器的地图上多了一级，唤醒时先在集群里找。

请看{move:wakeCluster|集群内的唤醒}，以及{move:wakeLlc|离开集群的唤醒}。`,
    claims: {
      domains: 'CPU 0 所知道的最小一组 CPU，在 {lane:a} 中是 {a}，在 {lane:b} 中是 {b}。',
      near: '换了 CPU 的唤醒当中，留在集群内的在 {lane:a} 中占 {a} %，在 {lane:b} 中占 {b} %。',
      seeds: '换不同的随机选择再运行 {seeds} 次，{lane:b} 平均多传 {mean} % 的消息（{least} 到 {most} %）。',
    },
  },
  wake: {
    title: '慢慢看一次唤醒',
    text: `运行停在通道 {lane:b} 唤醒一个任务之前。面板逐个列出内核试过的 CPU；用方向键一步步走，机器上会标出每个 CPU。

想要的 CPU 正忙。于是内核去看同一集群里的邻居，找到一个空闲的，就不再往远处找了。第二幕讲的是：这样做什么时候划算，什么时候不划算。`,
    claims: {
      found: '在集群里看了 {looked} 个 CPU；CPU {chosen} 空闲，就选了它。整个查找花了 {cost}。',
    },
  },
  question: {
    title: '走之前的一个问题',
    text: `回到那两个线程。程序员也能帮上忙：把 {field:y} 放到 {field:x} 之后 64 字节处，它们就各占一行。{lane:a} 仍在一个集群，{lane:b} 仍在两个集群。`,
    claims: {
      same: '{lane:a} 在 {a} 后结束，{lane:b} 在 {b} 后结束。',
      none: '从对方缓存取行的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
    question: {
      text: '通道 {lane:b} 要用多久？',
      options: {
        slower: '比 {lane:a} 久：两个集群就是两个集群。',
        same: '和 {lane:a} 一样久。',
        faster: '比 {lane:a} 快：它的缓存更多。',
      },
      after:
        '{lane:a} 用了 {same.a}，{lane:b} 用了 {same.b}。没有共同的行，就没有什么要取，距离也就不花时间。慢的不是集群，而是两个共享者之间的路。还有一点：这台机器的 L3 一次搬 128 字节，64 字节可能还不够远。这正是第五幕的要害。',
    },
  },
};
