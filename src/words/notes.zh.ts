import type { NotesKey } from './notes';

/** 中文，注释；有注释时才载入。 */
export const notesZh: Readonly<Record<NotesKey, string>> = {
  edit: '编辑注释',
  none: '还没有注释。注释随链接传递，打开链接的人都会看到。',
  intro: '注释随链接传递，打开链接的人都会看到，“演示”会逐条讲述。注释不改变运行。',
  new: '新注释',
  text: '文字',
  'text.of': '{place} 处注释的文字',
  pin: '钉在',
  add: '添加注释',
  remove: '删除 {place} 处的注释',
  full: '一个链接至多有 {most} 条注释；删去一条才能再添加。',
  left: '还可输入 {count} 个字符',
  moment: '此刻，{time}',
  cpu: '{lane} 的 CPU {cpu}',
  chart: '图表“{title}”',
  'cue.label': '演示',
  'cue.place': '第 {at} 条，共 {all} 条',
  'cue.next': '下一条注释',
  'cue.back': '上一条注释',
  'cue.leave': '退出演示',
  'cue.hint': '注释（{key}）会在这里逐条讲述。',
  'goto.moment': '前往 {place}',
  'goto.cpu': '查看 {place}',
  'goto.chart': '显示 {place}',
};
