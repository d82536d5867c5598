/** Chinese of act 5. */
import type { fiveEn } from './five.en';
import type { Translated } from './words';

export const fiveZh: Translated<typeof fiveEn> = {
  struct: {
    title: '每个 CPU 都要用的结构体',
    text: `容器把进程分组，让每一组得到自己的份额。Linux 为每一组保存一个结构体 {field:task_group}。组里任何任务睡眠、醒来或换 CPU，内核都要用到这一个结构体。

图中是它在内存里的样子，每一条缓存行画成一行。各个节点的 CPU 都往 {hot:load_avg} 里[加](#sum)。{field:rt_se} 和 {field:rt_rq} 是[指针](#pointers)：只读。`,
  },
  bounce: {
    ask: '这有什么不好？',
    title: '无辜的邻居',
    text: `在 2023 年的内核里，若编译时打开 CONFIG_RT_GROUP_SCHED，两个[指针](#pointers)与[总和](#sum) {hot:load_avg} 同在一行。任何一个 CPU 往总和里加一次，这一行的所有副本就都作废。一个 CPU 只是想要自己的指针，也得重新取这一行，等要写它的 CPU 都轮过。

这样的取行有 {pointers.own} 次，取的是从未改变的指针。`,
  },
  relayout: {
    ask: '怎样避免？',
    title: '换个地址',
    text: `2023 年，英特尔的 Deng Pan 提议换一种声明字段的顺序，让[指针](#pointers)落到下一行。一条指令也没有改。{lane:b} 用的就是这个顺序：没有 CPU 再等指针，这次运行中消息多传 {gain.percent} %。

他在另一台机器上测得多 9.6 %。我们另外几次运行在 {seeds.least} 到 {seeds.most} % 之间：没有 CPU 再等是确定的，收益多大则不确定。`,
  },
  yours: {
    ask: '你能做到吗？',
    title: '轮到你了',
    text: '你可以改变{lane:a|通道 A} 的结构体。拖住一个字段，放到另一行。用键盘时：Tab 走到字段，方向键移动它，Enter 让它独占一行。这个通道会按你的顺序重新运行。',
    task: {
      text: '把 {field:rt_se} 和 {field:rt_rq} 移出 {hot:load_avg} 所在的行，直到再没有 CPU 等它们。',
      done: '再没有 CPU 等指针了。不必和 {lane:b} 的顺序一样：要紧的只是哪些字段同在一行。',
    },
  },
  rest: {
    ask: '这就完了吗？',
    title: '这一行上剩下的',
    text: `{hot:load_avg} 仍在来回跑：每个 CPU 都往[这一个总和](#sum)里加。字段怎么排都没用，有用的是少写几次。

这个补丁没有被采纳。Linux 6.7 中加入的是一条规则：一个 CPU 每毫秒最多往总和里加一次。{lane:a} 用补丁的顺序，{lane:b} 用旧的顺序加这条规则：消息是 {gain.times} 倍。`,
    bars: {
      stores: { title: '写 load_avg 的次数', of: '到此刻' },
    },
  },
  question: {
    ask: '多远才够远？',
    title: '走之前的一个问题',
    text: `内核按 64 字节的行来摆放。但鲲鹏 920 的 L3 一次搬动 128 字节：相邻的两行总是一起走。

两个通道都用补丁的顺序。{lane:b} 一次搬 64 字节，{lane:a} 一次搬 128 字节。`,
    question: {
      text: '在通道 {lane:a} 里，又有 CPU 要等这两个指针吗？',
      options: {
        helps: '没有：它们与总和不在同一行。',
        back: '有：另一行会跟着一起来回跑。',
      },
      after:
        '为指针取行，{lane:a} 有 {waits.a} 次，{lane:b} 有 {waits.b} 次。要紧的距离不在源代码里，而在于机器一次搬多少。',
    },
    card: '你说：“{guess}”结果是：“{outcome}”各幕共同的一课：不说负载的收益，不算结果。',
  },
};
