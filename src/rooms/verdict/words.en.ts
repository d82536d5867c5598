/** English of the strip under the lanes. The verdict itself is in `words/verdict.en.ts`. */
export const verdictStripEn = {
  'verdict.label': 'Verdict over seeds, throughput, gain by load',
  'verdict.live': 'Throughput of both lanes so far',
  'verdict.unit.messages': 'messages a millisecond',
  'verdict.unit.jobs': 'jobs a second',
  'verdict.unit.work': 'ms of work a millisecond',
  'verdict.unit.iterations': 'thousand iterations a millisecond',
  'verdict.unit.megabytes': 'MB a second',
} as const;
