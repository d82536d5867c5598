/** Chinese of the figure of jobs and their memory. */
import type { homeFigureEn } from './words.en';

export const homeFigureZh: Readonly<Record<keyof typeof homeFigureEn, string>> = {
  node: '节点 {node}',
  home: '作业 {job} 的家：它的内存在这里',
  'caption.away': '作业 {job} 在节点 {node} 上，它的内存在节点 {home}',
  'caption.home': '作业 {job} 在节点 {home} 上，就在它的内存旁边',
  'caption.none': '作业还没有开始',
  away: '作业远离自己内存的时间',
  'away.unit': '到目前为止',
  shares: '每个作业在哪里运行',
  'shares.note': '实心：在它的内存所在的节点上',
  'shares.of': '作业 {job}：在家的时间占 {percent} %',
  strip: '一般作业的同一段时间',
  'strip.note': '每个方块是同样多的工作',
  'strip.home': '在家：{blocks} 块',
  'strip.away': '离家：{blocks} 块',
};
