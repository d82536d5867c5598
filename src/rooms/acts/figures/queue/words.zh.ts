/** Chinese of the figure of one queue. */
import type { queueFigureEn } from './words.en';

export const queueFigureZh: Readonly<Record<keyof typeof queueFigureEn, string>> = {
  behind: '落后 {time}',
  ahead: '超前 {time}',
  owed: '欠它 {time}',
  had: '多得 {time}',
  shares: 'CPU 份额',
  waits: '睡眠任务的等待时间',
  'waits.beside': '{hogs} 个占满 CPU 的任务旁边，睡眠任务的等待时间',
  half: '一半的等待更长',
  quarter: '四分之一的等待更长',
  history: '最近 {time}：{what}',
  lag: '各任务的 lag',
  slices: '剩余的时间片',
  runs: '运行',
  deaf: '不理会任务自己的时间片',
  'deaf.short': '不理会时间片',
};
