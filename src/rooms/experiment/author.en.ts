/** English of the fields for the author's words. */
export const authorEn = {
  title: 'Title',
  question: 'Question',
  'question.example': 'Why is CPU 5 idle?',
  sentence: 'Up to three sentences, one per line',
  'sentence.example': 'Play to 4 ms. Then look at CPU 5.',
  tooLong: '{field}: {count} characters; at most {most} are allowed.',
  tooMany: '{field}: {count} lines; at most {most} are allowed.',
} as const;
