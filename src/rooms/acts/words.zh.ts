/** Chinese of the story panel; loaded with it. */
import type { actsEn } from './words.en';

export const actsZh: Readonly<Record<keyof typeof actsEn, string>> = {
  'act.1': '一条缓存行，两个集群',
  'act.2': '中间多出一级',
  'act.3': '有任务等待，就不该空闲',
  'act.4': '留在家里',
  'act.5': '同一行上的邻居',
  'act.6': '轮到谁？',

  label: '第 {number} 幕：{title}',
  acts: '各幕',
  choose: '{number}.\u00a0{title}',
  steps: '本幕的各步',
  step: '第 {step} 步，共 {steps} 步：{title}',
  'step.short': '{step}／{steps}',
  turn: '本幕的路线',
  next: '下一步',
  back: '上一步',
  'next.act': '下一幕',
  'back.act': '上一幕',
  'end.own': '自己动手试',
  'end.front': '所有幕与实验',
  leave: '离开本幕，实验保留',
  text: '本步的文字',

  how: '我们怎么知道的',
  'how.checks': '本次运行上的检验：{checks}',
  claims: '本次运行测得',
  'claim.holds': '成立',
  'claim.fails': '不成立',
  'claim.open': '尚未测得',
  beside: '正在另外运行 {jobs} 次',
  changed: '你改动了实验：所测的是你的实验。',
  restore: '恢复本步的实验',
  task: '动手试试',
  'task.done': '完成了。',

  question: '你预计会怎样？',
  choosing: '先选一个答案，我们再运行。',
  running: '正在运行……',
  right: '你答对了。',
  wrong: '这次没猜中。',
  yours: '你的答案',
  outcome: '实际结果',

  published: '当时公布的，与我们得到的',
};
