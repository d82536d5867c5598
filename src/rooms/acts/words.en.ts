/** English of the story panel; loaded with it. The acts have files of their own in `acts/`. */
export const actsEn = {
  'act.1': 'One line, two clusters',
  'act.1.about':
    'Two threads that share nothing but a cache line, in one cluster and in two; and what a scheduler can make of it.',
  'act.2': 'A level in between',
  'act.2.about':
    'Linux learns that four CPUs are closer than 24: who then pulls from whom, where the woken go, and at which load it pays.',
  'act.3': 'Never idle while others wait',
  'act.3.about':
    'CPUs that are idle while tasks wait in the queue next door; what newidle balance asks first, and what stealing adds.',
  'act.4': 'Stay home',
  'act.4.about':
    'January 2003: balancing that stays inside a NUMA node, and a rare look across; best for one load, worst for the other.',
  'act.5': 'Neighbours on a line',
  'act.5.about':
    'Fields of a struct that hardly anybody changes, and why all CPUs wait for them; a patch that only moves them.',

  label: 'Act {number}: {title}',
  acts: 'Acts',
  choose: '{number}. {title}',
  steps: 'Steps of this act',
  step: 'Step {step} of {steps}: {title}',
  'step.short': '{step} / {steps}',
  next: 'Next',
  back: 'Back',
  'next.act': 'Next act',
  'back.act': 'Act before',
  leave: 'Leave the act; its experiment stays',
  text: 'Text of the step',

  claims: 'Measured on this run',
  'claim.holds': 'holds',
  'claim.fails': 'does not hold',
  'claim.open': 'not measured yet',
  beside: 'Running {jobs} more runs beside the picture',
  changed: 'You have changed the experiment: what is measured is yours.',
  restore: 'Back to the step’s own',
  task: 'Try it',
  'task.done': 'Done.',

  question: 'What do you expect?',
  choosing: 'Choose an answer: then it is run.',
  running: 'It is being run …',
  right: 'You were right.',
  wrong: 'It came out otherwise.',
  yours: 'your answer',
  outcome: 'what came out',

  published: 'What was published, and what we make of it',
} as const;
