/** Chinese of the figure of queues as columns. */
import type { stealFigureEn } from './words.en';

export const stealFigureZh: Readonly<Record<keyof typeof stealFigureEn, string>> = {
  none: '没有清单：CPU 只知道自己的队列',
  'caption.wasted': '{cpus} 个 CPU 中有 {wasted} 个空闲，同时有 {waiting} 个任务在等待',
  'caption.idle': '{cpus} 个 CPU 中有 {idle} 个空闲，{waiting} 个任务在等待',
  'caption.gate': 'CPU {cpu} 没有任务可运行，也不去查找',
  'caption.theft': 'CPU {cpu} 读取各位，从 CPU {from} 取走一个任务',
  wasted: '有任务等待时空闲的 CPU 时间',
  idle: 'CPU 变为空闲的次数',
  busy: 'CPU 忙碌的时间',
};
