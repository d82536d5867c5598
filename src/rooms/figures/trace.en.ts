/** English of taking a trace away. */
export const traceEn = {
  'trace.about':
    'A stretch of the run in the tools you use. Every switch, wake-up and move stands under the kernel’s name; in the Perfetto UI each decision is a slice with its steps, and an arrow leads from a waker to where the task runs.',
  'trace.lane': 'Lane',
  'trace.from': 'From (µs)',
  'trace.until': 'Until (µs)',
  'trace.all': 'All so far',
  'trace.private': 'The Perfetto UI opens in a new window and needs a network. The trace does not leave this computer.',
  'trace.open': 'Open in the Perfetto UI',
  'trace.file': 'Perfetto file',
  'trace.txt': 'ftrace text',
  'trace.schedstat': '/proc/schedstat',
  'trace.domains': 'sched/domains',
  'trace.cancel': 'Cancel',
  'trace.writing': 'Running again: at {time}, {size} MiB.',
  'trace.written': 'Written: {size} MiB.',
  'trace.tooLong': 'More than {most} MiB: they were full at {time}. Take a shorter stretch.',
  'trace.failed': 'The trace could not be written. Try again.',
  'trace.noWindow': 'The browser did not open a window. Take the file, and drop it on the Perfetto UI.',
  'trace.noAnswer': '{address} does not answer: is there a network? Take the file instead.',
} as const;
