/** 中文，“公开的模型”的文字。 */
import type { ConstantsKey } from './words';

export const constantsZh: Readonly<Record<ConstantsKey, string>> = {
  intro: '每个常数、其可信程度和来源。输入另一个值即可更改，清空即恢复；链接带有更改，每张图上都有标记。',
  filter: '显示',
  'filter.all': '全部',
  'filter.changed': '已更改',
  'column.constant': '常数',
  'column.value': '取值',
  'column.default': '默认值',
  'column.range': '范围',
  'section.costs': '这台机器的开销模型',
  'section.tunables': '该内核的调度器可调参数',
  'reset.all': '全部恢复',
  'reset.one': '将 {key} 恢复为 {value}',
  changed: '手动改为 {value}：来源不再适用；原为 {own}。',
  experiment: '实验设定为 {value}。',
  none: '没有。',
};
