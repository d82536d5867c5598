/** Chinese of the fields for the author's words. */
import type { authorEn } from './author.en';

export const authorZh: Readonly<Record<keyof typeof authorEn, string>> = {
  title: '标题',
  question: '问题',
  'question.example': 'CPU 5 为什么空闲？',
  sentence: '至多三句话，每行一句',
  'sentence.example': '播放到 4 ms，再看 CPU 5。',
  tooLong: '{field}：{count} 个字符，至多 {most} 个。',
  tooMany: '{field}：{count} 行，至多 {most} 行。',
};
