/** Chinese evidence for the claims of act 1. */

import type { oneHowEn } from './one.how.en';
import type { Translated } from './words';

export const oneHowZh: Translated<typeof oneHowEn> = {
  places: {
    how: '这个程序是一组 Linux 补丁的第一条理由：两个线程，一个求和，一个计数，循环次数是这里的 13 倍。',
    claims: {
      two: '有两个线程在运行，分别在 CPU {a} 上；其余 {idle} 个 CPU 无事可做。',
    },
  },
  cluster: {
    how: '这是一台鲲鹏 920 服务器的四分之一。两个线程都绑定在各自的 CPU 上，如同用命令 {field:taskset}。',
    claims: {
      places:
        '{lane:a} 的线程在 CPU {ar} 和 {aw} 上，属于一个集群；{lane:b} 的线程在 CPU {br} 和 {bw} 上，属于两个集群。',
    },
  },
  bounce: {
    how: '取一条被别的 CPU 改过的缓存行，叫 HITM；两个线程除了同在一行，什么也不共享，却也要这样取，就叫伪共享。{hot:x} 与 {hot:y} 相隔四个字节。',
    claims: {
      fetched: '从对方缓存取行的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
  },
  waits: {
    how: '两边的程序在图旁运行到结束。线程的时间就是 {field:time} 命令打印的那些。',
    claims: {
      slower: '{lane:a} 在 {a} 后结束，{lane:b} 在 {b} 后结束：多 {percent} %。',
      reader: '{lane:b} 中读的线程计算了 {sum}，写的线程计算了 {increment}。',
      writer: '写的线程在 {lane:a} 中需要 {a}，在 {lane:b} 中需要 {b}：距离并没有拖慢它。',
    },
  },
  directory: {
    how: '取一行的开销，是为了与另一个程序公布的结果相符而选定的；单看测得的延迟，两者只差百分之几。',
    claims: {
      price: '取一次行，{near:cluster|集群之内}需要 {a}，{near:llc|两个集群之间}需要 {b}。',
    },
  },
  published: {
    how: '他测得 0.832 s 和 1.133 s。我们的两个时间不是预测：循环一次多久、一行停留多久、CPU 能遮住多少路程，就是按它们选定的。他的循环是我们的十三倍长，要看的是比值。',
    claims: {
      ratio: '这里 {lane:b} 比 {lane:a} 多用 {percent} % 的时间；邮件里是 36 %。',
    },
  },
  level: {
    how: '运行的是十四对任务，每对一个客户端、一个服务端。{lane:b} 带有整组补丁：机器的地图上多一级，以及先在集群里找。图旁用不同的随机选择另外运行。',
    claims: {
      domains: 'CPU 0 所知道的最小一组 CPU，在 {lane:a} 中是 {a}，在 {lane:b} 中是 {b}。',
      far: '唤醒当中，换了集群的在 {lane:a} 中占 {a} %，在 {lane:b} 中占 {b} %。',
      seeds: '换不同的随机选择再运行 {seeds} 次，{lane:b} 平均多传 {mean} % 的消息（{least} 到 {most} %）。',
    },
  },
  wake: {
    how: '这是本次运行中的一次决策，看过什么都列在透镜里。第 2 幕讲它什么时候划算，什么时候不划算。',
    claims: {
      found: '在集群里看了 {looked} 个 CPU；CPU {chosen} 空闲，就选了它。整个查找花了 {cost}。',
    },
  },
  question: {
    how: '这台机器的 L3 一次搬 128 字节，64 字节可能还不够远。这正是第 5 幕的要害。',
    claims: {
      same: '{lane:a} 在 {a} 后结束，{lane:b} 在 {b} 后结束。',
      none: '从对方缓存取行的次数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
  },
};
