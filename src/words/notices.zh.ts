import type { NoticesKey } from './notices';

/** 中文，可以等页面就绪后再说的提示。 */
export const noticesZh: Readonly<Record<NoticesKey, string>> = {
  newer: '这个链接来自更新的版本（{version}）；已打开能读懂的部分。',
  older: '这个链接是 1.0 版之前生成的，无法打开；已改为打开默认实验。',
  part: '链接中的“{part}”无法理解；其余部分已打开。',
  cut: '链接末尾不完整或已损坏；其余部分已打开。',
  origin: '链接把“{text}”指定为唯一的外层页面，但它不是来源：不应答任何页面，也不告知任何页面。',
  range: '链接要求 {field} = {value}，超出 {min} 到 {max}；已取最接近的值。',
  starting: '{n} 个任务正在启动：{time} 之前什么都没有完成。',
  'starting.one': '1 个任务正在启动：{time} 之前什么都没有完成。',
  'starting.go': '跳到那里',
};
