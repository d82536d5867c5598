/** 中文，列表里的随负载的收益。 */
import type { gainLineEn } from './line.en';

export const gainLineZh: Readonly<Record<keyof typeof gainLineEn, string>> = {
  wait: '正在测量',
  none: '任何负载下都没有超出偶然的差异',
  alone: '它的负载是工作多久，而不是任务多少',
};
