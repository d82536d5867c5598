/** 中文，另一通道的决策。 */
import type { otherEn } from './other.en';

export const otherZh: Readonly<Record<keyof typeof otherEn, string>> = {
  decided: '{lane} 中，在 {time}：{why}',
  none: '在此之前 {lane} 中没有做过相应的决策。',
  steps: '{lane} 的每一步',
};
