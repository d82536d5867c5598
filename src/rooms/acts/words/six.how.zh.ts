/** Chinese evidence for the claims of act 6. */
import type { sixHowEn } from './six.how.en';
import type { Translated } from './words';

export const sixHowZh: Translated<typeof sixHowEn> = {
  queue: {
    how: '2.5.5x 的调度器：按优先级排列的链表数组和位图，另有一个数组给用完时间片的任务。睡眠任务会渐渐得到更好的优先级；这一个还没来得及。',
    claims: {
      slice: 'nice 0 的任务每次得到 {ms} ms。',
      expired: '队列中 {tasks} 个任务，{expired} 个在 expired 数组中等待。',
    },
  },
  clock: {
    how: '{lane:a} 按 2.5.5x 的规则运行，{lane:b} 按最后一个使用 CFS 的 6.5。CFS 把醒来的睡眠任务排到其他任务前面，最多提前半个延迟周期，并让它抢占。',
    claims: {
      wait: '睡眠任务等待的中位数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      share: '睡眠任务在 {lane:a} 中得到 {a} % 的 CPU，在 {lane:b} 中 {b} %。',
    },
  },
  weight: {
    how: 'nice 0 的权重是 1024，nice 5 是 335：四分之三和四分之一。{lane:a} 是 Linux 6.5，{lane:b} 是 6.12。O(1) 给的是 151 和 114 ms 的轮次，即 57 比 43。',
    claims: {
      shares: 'nice 0 和 nice 5 在 {lane:a} 中得到 {a0} 和 {a5} %，在 {lane:b} 中 {b0} 和 {b5} %。',
    },
  },
  lag: {
    how: '图中是每个任务的 lag 随时间的变化。CFS 没有 V，但可以同样算出。有任务加入或离开时，V 跳变。',
    claims: {
      wait: '睡眠任务等待的第 75 百分位：{lane:b} 为 {b}，{lane:a} 为 {a}。',
      share: '睡眠任务在 {lane:a} 中得到 {a} % 的 CPU，在 {lane:b} 中 {b} %。',
    },
  },
  deadline: {
    how: '图中是这次挑选时的队列，以及每个任务的 lag 和截止时间。刚才运行的任务受保护时会留下；这里已不再受保护。',
    claims: {
      pick: '{tasks} 个任务中 {eligible} 个合格；其中任务 {chosen} 的截止时间最早。',
    },
  },
  debt: {
    how: 'Linux 6.12 称之为 DELAY_DEQUEUE。等待时间取自图旁的 {wait.seeds} 次四秒运行；两个内核的差别不止这条规则，但只改这一条，结果也相近。',
    claims: {
      wait: '睡眠任务等待的中位数：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      work: '{lane:b} 完成的工作多 {percent} %：一样多。',
    },
  },
  question: {
    how: '等待时间取自图旁的一次四秒运行：三个占满 CPU 的任务，和一个工作随机到达的睡眠任务，它请求 0.5 ms 的时间片，{lane:a} 不理会。如果工作不是自己到达，等得少的任务也会更早回来，做得更多：那是它自己造成的。',
    claims: {
      shares: '在 {lane:b} 中，1 ms 的得到 {short} %，10 ms 的得到 {long} %。',
      latency: '睡眠任务等待的中位数：不理会时 {a}，理会时 {b}；份额是 {shareA} 和 {shareB} %。',
    },
  },
};
