import type { worksheetEn } from './worksheetWords.en';

/** Chinese of worksheets. */
export const worksheetZh: Record<keyof typeof worksheetEn, string> = {
  title: '各幕的练习纸',
  about: '读一幕时填写的练习纸：新词、两个通道的数值、问题和空的坐标轴。参考答案由页面运行每个实验得出。',
  print: '打印练习纸',
  'print.solutions': '打印练习纸的参考答案',
  solutions: '参考答案',
  running: '正在运行第 {at} 个实验，共 {all} 个……',
  failed: '未能载入或运行这一幕。',
  name: '姓名',
  date: '日期',
  means: '“{term}”是什么意思？',
  of: '{title}（{of}）',
};
