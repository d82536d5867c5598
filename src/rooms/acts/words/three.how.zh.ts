/** Chinese evidence for the claims of act 3. */

import type { threeHowEn } from './three.how.en';
import type { Translated } from './words';

export const threeHowZh: Translated<typeof threeHowEn> = {
  wasted: {
    how: '程序是 {field:hackbench}，一个组：二十个发送者写给二十个接收者。全部 CPU 在同一末级缓存之下；只计这个 CPU 本可以运行的任务。',
    claims: {
      idle: '到目前为止 CPU 进入空闲 {idle} 次；{percent} % 的 CPU 时间是空闲的。',
      wasted: '在 {percent} % 的 CPU 时间里，CPU 空闲，而它本可以运行的任务正在等待。',
    },
  },
  gate: {
    how: '这个函数是 {field:idle_balance}，自 5.4 起叫 {field:newidle_balance}：逐级寻找最忙的队列。透镜列出它问了什么。',
    claims: {
      gate: 'CPU {cpu} 近来平均每次空闲 {idle}，低于 500 µs，所以它没有找。',
      rare: '到目前为止{move:newidle|新空闲均衡}带来 {pulled} 个任务；CPU 一无所获而空闲有 {idle} 次。',
    },
  },
  hand: {
    how: '这些队列就是本次运行在那一刻的队列。在模型里，看一个队列的开销就是要取的那条缓存行。',
    claims: {
      some: '此刻有 {idle} 个 CPU 空闲，{waiting} 个有多余的任务。',
    },
  },
  bitmap: {
    how: '这张位图是 {field:cfs_overload_cpus}。先看同一核另一个线程的位；被窃取的不一定是最忙的。按他的邮件，窃取一次需 1 到 2 µs；这里查看和移动合计一个价，各步不再单独计价。所以他要求的 {field:avg_idle} 是 10 µs，而不是 500。{lane:a} 是原来的内核。',
    claims: {
      found: '已置位的 CPU 有 {marked} 个。CPU {cpu} 从 CPU {from} 拿走一个任务，花了 {cost}。',
      first: '它需要查看的队列数：{looked}。',
      wasted: '到目前为止浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  row: {
    how: 'Linux 把这些计在 {field:/proc/schedstat} 里；Sistare 按 CPU 平均打印了这一行，并加上自己的一列 {field:steal}。他的运行长一百倍。有一个数（一次写的开销）是用程序的时间按他的表拟合的，这些计数则不是。这么短的运行，窃取时进入空闲比长的运行更频繁；“复现”中的表从第一秒之后量起。',
    claims: {
      idle: 'CPU 进入空闲的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      busy: '忙碌：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
      sched: '调度器被调用的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      slice: '任务每次运行的时间：{lane:a} 为 {a} ms，{lane:b} 为 {b} ms。',
      steal: '{lane:b} 窃取了 {steals} 个任务。',
    },
  },
  load: {
    how: '两种负载都在图旁运行。剔除开头的 0.2 秒：之前所有 CPU 都空闲，{field:avg_idle} 还高于 500 µs，本该由窃取做的事，由新空闲均衡做了。“复现”中的表剔除的更多。下面的表按节省的时间计，同样的收益数值更小：多完成 25 %，就是节省 20 % 的时间。',
    claims: {
      one: '40 个任务时，{lane:b} 多完成 {mean} %（{seeds} 次运行，{least} 到 {most} %）。',
      four: '160 个任务时多 {mean} %（{least} 到 {most} %）。',
    },
  },
  larger: {
    how: '一次写的开销来自 20 个 CPU 的机器。另外两个数，唤醒的开销和读写中持锁的份额，是在实测范围内选的，选时看过这张表，所以它不算独立的检验。两组到八组时，我们的收益比邮件中大；十六组时比邮件中小。表中缺第一行：它是最后的问题。',
    claims: {
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息。',
      wasted: '浪费的时间：{lane:a} 为 {a} %，{lane:b} 为 {b} %。',
    },
  },
  nodes: {
    how: '从来没有任务是从别的节点窃取来的。他的解释是：负载更平滑，唤醒者更常独占自己的 CPU，这时内核的唤醒规则就把被唤醒的任务移到那里，即使它来自另一个节点。这条限制是 {field:sched_steal_node_limit}。任务散开以后，这里是赢是输要看随机选择。这组补丁从未被 Linux 采纳。',
    claims: {
      off: '窃取的任务数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      near: '{lane:b} 的窃取中，跨节点的有 {far} 次。',
      gain: '到目前为止 {lane:b} 多传了 {percent} % 的消息：不是他看到的损失。',
      apart: '两个通道中，另外三个节点的 {idle} 个 CPU 上都没有任务运行。',
    },
  },
  question: {
    how: '邮件中这种负载是 −0.3 %，在它自身的波动之内。33 % 指同样的时间里多完成的工作。',
    claims: {
      same: '{lane:b} 比 {lane:a} 多传 {percent} % 的消息。',
      idle: '{lane:a} 中 {idle} % 的 CPU 时间是空闲的，但只有 {wasted} % 是浪费。',
      steals: '{lane:b} 中平均每个 CPU 白找了 {tries} 次；总共窃取了 {steals} 个任务。',
    },
  },
};
