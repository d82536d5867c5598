/** English of worksheets. */
export const worksheetEn = {
  title: 'Worksheets of the acts',
  about:
    'A sheet to fill in while an act is read: new words, figures of both lanes, questions, empty axes. The page runs every experiment for the solutions.',
  print: 'Print a worksheet',
  'print.solutions': 'Print its solutions',
  solutions: 'Solutions',
  running: 'Running experiment {at} of {all} …',
  failed: 'The act could not be loaded or run.',
  name: 'Name',
  date: 'Date',
  means: 'What is meant by “{term}”?',
  of: '{title} ({of})',
} as const;
