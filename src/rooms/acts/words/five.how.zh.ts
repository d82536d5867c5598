/** Chinese evidence for the claims of act 5. */

import type { fiveHowEn } from './five.how.en';
import type { Translated } from './words';

export const fiveHowZh: Translated<typeof fiveHowEn> = {
  struct: {
    how: '96 对任务通过管道互相唤醒，全部属于同一组。{hot:load_avg} 是本组的工作量；{field:rt_se} 和 {field:rt_rq} 指向本组的实时实体和实时队列；任务换 CPU 时都会读它们，尽管这里没有实时任务。',
    claims: {
      written: '到此刻 {hot:load_avg} 已被写了 {stores} 次。',
      read: '{field:rt_se} 和 {field:rt_rq} 被读了 {reads} 次，被写了 {stores} 次。',
    },
  },
  bounce: {
    how: '工具 {field:perf c2c} 按字段统计对被改过的行的取行（称为 HITM），靠采样；这里的表逐次计数。大小上我们没有对上，原因不明：在公布的表里，插槽之间的 HITM 有 28 % 落在指针上，在这次运行里是 {remote.percent} %，在表中较长的运行里更少。',
    claims: {
      sum: '{all} 次 HITM 中，{percent} % 落在总和本身。',
      pointers: '其余 {own} 次落在从没有人改过的指针上。',
      remote: '插槽之间的 HITM 有 {percent} % 落在指针上：比公布的少。',
    },
  },
  relayout: {
    how: '那是一台 160 个 CPU 的 Ice Lake 服务器，运行 UnixBench 的管道测试；指针上不再有 HITM。我们的任务对除了互相唤醒什么也不做。',
    claims: {
      none: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      gain: '{lane:b} 多传 {percent} % 的消息。',
      seeds: '换不同的随机选择再运行 {seeds} 次，{lane:b} 平均领先 {mean} %（{least} 到 {most} %）。',
    },
  },
  yours: {
    how: '每次都运行到同一时刻，所以次数可以比较。',
    claims: {
      waits: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
  },
  rest: {
    how: '两个通道只差一个常数，就是这条规则：{lane:b} 中 {field:tg_load_avg_ms} 是 1。我们的任务对不停地互相唤醒，这是它最有利的情形；两次唤醒之间还要计算的程序，收益要小得多。',
    claims: {
      stores: '总和在 {lane:a} 中被写了 {a} 次，在 {lane:b} 中被写了 {b} 次。',
      gain: '{lane:b} 传的消息是 {lane:a} 的 {times} 倍。',
    },
  },
  question: {
    how: '{field:load_avg} 的下一行，正是同一个 128 字节的另一半。离开本幕，把指针再往后移一行：在这台机器上就也有用了。',
    claims: {
      waits: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      gain: '{lane:b} 比 {lane:a} 多传 {percent} % 的消息。',
    },
  },
};
