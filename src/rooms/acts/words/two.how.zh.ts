/** Chinese evidence for the claims of act 2. */

import type { twoHowEn } from './two.how.en';
import type { Translated } from './words';

export const twoHowZh: Translated<typeof twoHowEn> = {
  levels: {
    how: '集群的调度域叫 {field:CL}，芯片的叫 {field:MC}。对调度域做负载均衡，就是比较其中各组，从最忙的一组拿走任务。小的调度域查看得更勤：调度域有多少个 CPU，空闲的 CPU 就至少隔多少毫秒看一次，忙的 CPU 间隔是它的 32 倍。',
    claims: {
      domains: 'CPU 0 的调度域，从小到大：{lane:a} 为 {a}；{lane:b} 为 {b}。',
      groups: '它的 {field:MC} 在 {lane:a} 中有 {a} 个调度组，在 {lane:b} 中有 {b} 个，每个集群一组。',
      interval: '最小的调度域，{lane:a} 最快每 {a} ms 查看一次，{lane:b} 每 {b} ms 一次。',
    },
  },
  pulls: {
    how: '程序是 {field:hackbench}，三个组：60 个发送者，60 个接收者。可以拉取的 23 个 CPU 里，三个属于自己的集群：13 %。CPU 空了时会拉取（{move:newidle|新空闲均衡}），每隔一段时间也会（{move:periodic|周期均衡}）。',
    claims: {
      near: '拉来的任务当中，来自集群之内的在 {lane:a} 中占 {a} %，在 {lane:b} 中占 {b} %。',
      more: '{lane:a} 拉了 {a} 个任务，{lane:b} 拉了 {b} 个：看得勤，也就拉得勤。',
    },
  },
  wake: {
    how: '“真正带来提升的是补丁的哪一部分？”Vincent Guittot 问。第二部分，{field:select_idle_cluster}，Barry Song 回答。{lane:a} 的查找也从目标 CPU 开始，然后按编号往下走。',
    claims: {
      found: '从 CPU {from} 起看了 {looked} 个 CPU，选了 CPU {chosen}，它在另一个集群。',
      near: '换了 CPU 的唤醒当中，留在集群内的在 {lane:a} 中占 {a} %，在 {lane:b} 中占 {b} %。',
      seeds: '换不同的随机选择运行 {seeds} 次，先看隔壁平均多带来 {mean} % 的消息（{least} 到 {most} %）。',
    },
  },
  choose: {
    how: '这十次唤醒都出自本次运行，谁忙谁闲与当时一样。两个内核在完全相同的状态下决定。计入的是消息、队列和任务自己内存的缓存行，各按模型中的开销；查找不计，因为你用眼睛找。',
    claims: {
      near: '原样内核中，换了 CPU 的唤醒有 {percent} % 留在集群内。',
    },
  },
  low: {
    how: '任务上次运行的 CPU 若空闲，立刻就用它：任务需要的东西还在它的缓存里。没有这一级的内核会碰巧把几对留在一个集群里。',
    claims: {
      stay: '{lane:b} 的 {wakes} 次唤醒当中，换了 CPU 的有 {b} 次；{lane:a} 有 {a} 次。',
      gain: '消息数相差 {percent} %。',
      level: '运行 {seeds} 次，只有这一级时消息平均变化 {mean} %（{least} 到 {most} %）。',
      look: '运行 {seeds} 次，再加上先看隔壁，消息平均变化 {mean} %（{least} 到 {most} %）。',
    },
  },
  full: {
    how: '收益是用不同的随机选择运行几次统计的，每次 20 ms。',
    claims: {
      busy: 'CPU 忙的时间，{lane:a} 占 {a} %，{lane:b} 占 {b} %。',
      stay: '换 CPU 的唤醒，{lane:a} 占 {a} %，{lane:b} 占 {b} %。',
      find: '查找所用的时间，{lane:a} 占 {a} %，{lane:b} 占 {b} %。',
      seeds: '运行 {seeds} 次，消息数平均相差 {mean} %（{least} 到 {most} %）。',
    },
  },
  question: {
    how: '两个通道都有那一级，{lane:b} 先看隔壁。每种负载用三个种子，各 20 ms，两个通道用相同的种子；色带从最小到最大。一对任务用不满两个 CPU，因为常常一个在等另一个。',
    claims: {
      hump: '先看隔壁多带来的消息：12 对 {p12} %，14 对 {p14} %，20 对 {p20} %，28 对 {p28} %。',
      near: '换 CPU 的唤醒留在集群内的，不看隔壁和先看隔壁时：14 对为 {a14} 和 {b14} %，20 对为 {a20} 和 {b20} %。',
    },
  },
  published: {
    how: '他每种各运行十次。我们的时间不是预测，因为模型的若干开销就是按其中八个时间拟合的；收益则是。一个组时邮件写的是 −1.01 %，按邮件自己的时间应为 −1.11 %。图旁的运行很短，记录里的要长一些。',
    claims: {
      near: '换 CPU 的唤醒，留在集群内的在 {lane:a}（原样的 5.9）中占 {a} %，在 {lane:b}（整个补丁）中占 {b} %。',
      spread: '{seeds} 次运行，{lane:b} 的收益从 {least} 到 {most} %。',
    },
  },
  nodes: {
    how: '那个启动参数是 {field:mem=4G}，见 2020 年 12 月 7 日的邮件。列出这些表，是因为它们公布过；我们不用它们评判模型，也不按它们调整模型。最后一行是 Barry Song 对 Vincent Guittot 的回答，出自同一台机器。两个通道在 48 个 CPU 上运行 28 对任务，一边是原样的 5.9，一边是整个补丁。那么远的内存要花多少时间，是我们的假设，所以我们的收益小，并不能说明他的收益如何。',
    claims: {
      plain: '两个普通节点：{seeds} 次运行，{lane:b} 平均多传 {mean} % 的消息（{least} 到 {most} %）。',
      memoryless: '节点 1 没有内存：{mean} %（{least} 到 {most} %）。',
    },
  },
};
