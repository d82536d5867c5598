/** English of the figure of queues as columns. */
export const stealFigureEn = {
  none: 'no list: a CPU knows only its own queue',
  'caption.wasted': '{wasted} of {cpus} CPUs are idle while {waiting} tasks wait',
  'caption.idle': '{idle} of {cpus} CPUs are idle, {waiting} tasks wait',
  'caption.gate': 'CPU {cpu} runs out of work and does not look',
  'caption.theft': 'CPU {cpu} reads the bits and takes a task from CPU {from}',
  wasted: 'CPU time idle while a task waits',
  idle: 'How often CPUs go idle',
  busy: 'CPU time that is busy',
} as const;
