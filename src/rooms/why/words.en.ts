/** English of the bubble on the machine: a separate catalogue, which the first load does not need. */
export const whyEn = {
  'title.task': 'Why is task {task} on CPU {cpu}?',
  'title.cpu': 'What was decided last on CPU {cpu}?',
  'title.throttled': 'Why does CPU {cpu} run none of its tasks?',
  throttled:
    '‖ The control group {group} is throttled on CPU {cpu}: its quota for this period ({quota} of {period}) is used up. The next period begins at {next}.',
  before: 'Decided last here: {why}',
  'took.many': 'That took {n} steps and {cost}.',
  'took.one': 'That took one step and {cost}.',
  'took.none': 'That took {cost}.',
  at: 'Decided at {time}.',
  earlier: 'Decided at {time}; the run has gone on.',
  cpu: 'CPU {cpu}',
  none: 'Nothing was decided here so far.',
  steps: 'Every step',
  inspect: 'Inspect CPU {cpu}',
  close: 'Close',
  'telling.go': 'Most telling difference',
  'telling.kind':
    'The lanes differ most in one kind of move ({kind}, {distance}): {a} of all moves in A, {b} in B, up to {time}.',
  'telling.one': 'At {time} task {task} shows it. A: {a} B: {b}',
  'telling.alike': 'At {time} task {task} shows it. A: {a}. B: {b}. The reason is the same in both. In A: {why}',
  'telling.move': '{kind}, from CPU {from} to CPU {to} ({distance})',
  'telling.steps': 'Every step in {lane}',
} as const;
