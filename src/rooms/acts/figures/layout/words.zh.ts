/** Chinese of the figure of a struct's lines. */
import type { Translated } from '../../words/words';
import type { layoutEn } from './words.en';

export const layoutZh: Translated<typeof layoutEn> = {
  lines: 'task_group，每行 {bytes} 字节',
  bytes: '每行 {bytes} 字节',
  'label.shared': '指针与每个 CPU 都要写的 load_avg 同在一行。',
  'label.apart': '指针与每个 CPU 都要写的 load_avg 不在同一行。',
  waits: '为指针等待 {count} 次',
  free: '没有 CPU 等指针',
  'waits.short': '等待 {count} 次',
  'free.short': '没有等待',
  node: '节点 {node}，{cpus} 个 CPU',
  'node.short': '节点 {node}',
  'sign.sum': 'load_avg：所有 CPU 都写',
  'sign.pointers': '指针：只读',
  'sign.field': '其他字段',
  fetches: '取已改变的行',
  'fetches.unit': '到此刻，按字段',
};
