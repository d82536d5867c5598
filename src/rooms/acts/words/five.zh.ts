/** Chinese of act 5. */
import type { fiveEn } from './five.en';
import type { Translated } from './words';

export const fiveZh: Translated<typeof fiveEn> = {
  struct: {
    title: '人人都要经过的结构体',
    text: `进程可以分组，让每一组得到机器的公平份额；容器就是这样做的。Linux 为每一组保存一个结构体 {field:task_group}。组里任何任务睡眠、醒来或换 CPU，不管在哪个 CPU 上，内核都要经过这一个结构体。

图中是它在内存里的样子，每 64 字节的一行画成一行。所有 CPU 都把本组的工作量加进 {hot:load_avg}。{field:rt_se} 和 {field:rt_rq} 告诉 CPU 它自己的队列在哪里；它们只设置一次，以后只读。

{lane:a} 的机器上有 96 对任务，通过管道互相唤醒，全部属于同一组。`,
    claims: {
      written: '到此刻 {hot:load_avg} 已被写了 {stores} 次。',
      read: '{field:rt_se} 和 {field:rt_rq} 被读了 {reads} 次，被写了 {stores} 次。',
    },
  },
  bounce: {
    title: '无辜的邻居',
    text: `{hot:load_avg} 位于一行的开头，而在 2023 年的内核里，{field:rt_se} 和 {field:rt_rq} 紧跟其后，同在这一行。任何一个 CPU 往总和里加一次，这一行的所有副本就都作废。一个 CPU 只是想要从不改变的指针，也得等这一行回来：它和写的人排在同一条队里。

工具 {field:perf c2c} 按字段统计这样的取行，称为 HITM；这里的表也是如此，只是 {field:perf} 靠采样，这里逐次计数。

大小上我们没有对上，原因不明：在公布的表里，插槽之间的 HITM 有 28 % 落在指针上，在我们这次运行里是 {remote.percent} %，在表中较长的运行里更少。`,
    claims: {
      sum: '{all} 次 HITM 中，{percent} % 落在总和本身。',
      pointers: '其余 {own} 次落在从没有人改过的指针上。',
      remote: '插槽之间的 HITM 有 {percent} % 落在指针上：比公布的少。',
    },
  },
  relayout: {
    title: '补丁：换个地址',
    text: `2023 年，英特尔的 Deng Pan 提议换一种声明字段的顺序，让这两个指针落到下一行，与几乎没人碰的字段为邻。一条指令也没有改。{lane:b} 用的就是这个顺序。

他在一台 160 个 CPU 的 Ice Lake 服务器上测得：UnixBench 的管道测试提高 9.6 %，指针上不再有 HITM。我们的机器不同，任务对除了互相唤醒什么也不做，所以只比方向，不比数字。`,
    claims: {
      none: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      gain: '{lane:b} 多传 {percent} % 的消息。',
      seeds: '换不同的随机选择再运行 {seeds} 次，{lane:b} 平均领先 {mean} %（{least} 到 {most} %）。',
    },
  },
  yours: {
    title: '轮到你了',
    text: `通道 {lane:a} 的图归你。用指针拖住一个字段，放到另一行；或者用 Tab 键走到它，再用方向键移动，Enter 让它独占一行。这个通道会按你的顺序重新运行到同一时刻。`,
    claims: {
      waits: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
    },
    task: {
      text: '在通道 {lane:a} 里，把 {field:rt_se} 和 {field:rt_rq} 移出 {hot:load_avg} 所在的行，直到再没有谁等它们。',
      done: '再没有谁等指针了。它和 {lane:b} 的顺序一样吗？不必一样：要紧的只是谁与谁为邻。',
    },
  },
  rest: {
    title: '这一行上剩下的',
    text: `邻居搬走之后，{hot:load_avg} 仍在来回跑：每个 CPU 都往这一个总和里加。字段怎么排都没用，有用的是少写几次。

这个补丁没有被 Linux 采纳。后来在 6.7 中加入的是一条规则：一个 CPU 每毫秒最多往总和里加一次。{lane:a} 用补丁的顺序；{lane:b} 用旧的顺序加新的规则。

我们的任务对不停地互相唤醒，这是该规则最有利的情形；两次唤醒之间还要计算的程序，收益要小得多。`,
    claims: {
      stores: '总和在 {lane:a} 中被写了 {a} 次，在 {lane:b} 中被写了 {b} 次。',
      gain: '{lane:b} 传的消息是 {lane:a} 的 {times} 倍。',
    },
  },
  question: {
    title: '走之前的一个问题',
    text: `编译器和内核都按 64 字节的行来摆放。但鲲鹏 920 的 L3 缓存一次保存和搬动 128 字节：相邻的两行总是一起走。

两个通道都用补丁的顺序。{lane:b} 一次搬 64 字节，{lane:a} 一次搬 128 字节。`,
    claims: {
      waits: '指针上的 HITM：{lane:a} 为 {a}，{lane:b} 为 {b}。',
      gain: '{lane:b} 比 {lane:a} 多传 {percent} % 的消息。',
    },
    question: {
      text: '在通道 {lane:a} 里，又有谁要等这两个指针吗？',
      options: {
        helps: '没有：它们与总和不在同一行。',
        back: '有：另一行会跟着一起来回跑。',
      },
      after:
        '指针上的 HITM，{lane:a} 有 {waits.a} 次，{lane:b} 有 {waits.b} 次。{field:load_avg} 的下一行，正是同一个 128 字节的另一半。要紧的距离不在源代码里，而在于机器一次搬多少。离开本幕，把指针再往后移一行：在这台机器上就也有用了。',
    },
  },
};
