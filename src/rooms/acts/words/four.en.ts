/** English of act 4. */
export const fourEn = {
  queues: {
    title: 'A queue for each CPU',
    text: `January 2003. Linux has a new scheduler: choosing the next task takes the same short time, whether two tasks wait or two thousand. For that, each CPU has its own {term:run queue}. CPU 0 has {arrays.tasks} tasks in its queue.

The price: a task that wakes stays where it was. What brings it to a CPU with less to do?`,
    word: { term: 'run queue', means: 'the tasks of this CPU' },
  },
  memory: {
    ask: 'What else is far?',
    title: 'Memory near and far',
    text: `Eight CPUs in four {term:NUMA node|NUMA nodes}: each node has two CPUs and its own memory. A CPU can also use the memory of another node, but that takes longer.

[32 jobs](#jobs) run, each with a large [memory](#memory). It lies on the node where the job first used it, and stays there. The job does not.`,
    word: { term: 'NUMA node', means: 'CPUs with memory of their own' },
  },
  restrict: {
    ask: 'What moves the jobs?',
    title: 'Three lines',
    text: `Only {term:load balancing} brings a task to another CPU: one that has nothing to do takes a task from the longest queue, on any node. So jobs end up far from [their memory](#memory): {away.a} % of the time in {lane:a|lane A}.

On 9 January Martin Bligh sent three lines of code: a CPU looks only at the CPUs of its own node. That is {lane:b|lane B}, where each job also began on the node with the least to do: {away.b} %.`,
    word: { term: 'load balancing', means: 'moving tasks to where there are fewer' },
  },
  exec: {
    ask: 'Where does a job begin?',
    title: 'The one good moment',
    text: `If a task may never leave its node, everything depends on where it begins. A program begins with {term:exec}. At that moment it has no memory worth staying for yet: moving it costs next to nothing.

Michael Hohnbaum’s patch {move:exec|moves it then}, to the node with the fewest running tasks. Here {lane:b} compares {chosen.nodes} nodes and takes CPU {chosen.chosen}. Go through it step by step.`,
    word: { term: 'exec', means: 'a new program replaces the task’s old one' },
    bars: {
      nodes: { title: 'Nodes on which jobs began', of: 'mean of the seeds' },
    },
  },
  price: {
    ask: 'What does it gain?',
    title: 'The best for this load',
    text: `{lane:a} is Linux as it was. {lane:b} has the three lines and the choice at {field:exec}. By the end of the run the jobs have computed {user.a} s in {lane:a} and {user.b} s in {lane:b}, for the same work: far memory makes a CPU wait, and waiting counts as computing.

It has a price. A node may run out of jobs while tasks wait elsewhere: by the end {wasted.b} % of the time was wasted in {lane:b}, {wasted.a} % in {lane:a}.`,
    bars: {
      user: { title: 'CPU time of all jobs', of: 'the same work', unit: 's' },
      wasted: { title: 'Wasted CPU time', of: 'to the end', unit: '%' },
    },
  },
  cross: {
    ask: 'What if a program never execs?',
    title: 'Every tenth call',
    text: `A program that forks and never execs stays on one node, while the others are idle. So Erich Focht let each CPU {move:node|look at another node}, at every tenth call of balancing: rarely.

In both lanes 16 jobs begin on one node; only {lane:b} looks across. Here CPU {found.cpu} finds a node with {found.load} tasks and takes one. In the end {lane:a} needs {seeds.times} times as long as {lane:b}.`,
    bars: {
      busy: { title: 'CPUs busy', of: 'to the end', unit: '%' },
    },
  },
  often: {
    ask: 'Why does it look so rarely?',
    title: 'How rare is rare?',
    text: `{lane:a} looks across at every tenth call. {lane:b} looks at every call if its node has little to do, otherwise at every sixteenth.

More looks bring more tasks across: by the end of the run {moves.b} instead of {moves.a}. But each leaves its memory behind. The jobs have then computed {user.b} s instead of {user.a} s.`,
    bars: {
      moves: { title: 'Tasks taken across', of: 'to the end' },
      user: { title: 'CPU time of all jobs', of: 'the same work', unit: 's' },
    },
  },
  home: {
    ask: 'Is there a way back?',
    title: 'The way back',
    text: `A move across is a one-way trip: the kernel does not remember where [the job’s memory](#memory) is. Erich proposed to give each task a {term:home node}.

Both lanes look across as eagerly as {lane:b} just did. In {lane:b}, a CPU that looks at another node first takes a task whose home is the CPU’s node. So tasks come home: by the end they were away from their memory {away.b} % of the time instead of {away.a} %.`,
    word: { term: 'home node', means: 'the node with the task’s memory' },
  },
  question: {
    ask: 'Is this good for every load?',
    title: 'A question before you go',
    text: `Now only {field:hackbench}: a thousand processes that do nothing but send each other messages. They fork and never exec.

In {lane:a}, without the three lines, they are on all eight CPUs. In {lane:b}, with them, all stay on one node: two CPUs of eight.`,
    question: {
      text: 'With a quarter of the CPUs, how long will lane {lane:b} take?',
      options: {
        faster: 'Less than {lane:a}: all messages stay close by.',
        some: 'Longer than {lane:a}, but far from four times as long.',
        four: 'About four times as long as {lane:a}.',
      },
      after:
        '{lane:b} took {time.times} times as long; Erich measured 1.55. It had a quarter of the CPUs, but a message cost {cost.b} instead of {cost.a}, since its cache lines did not come from far. So the same three lines of code are best for one load and worst for the other: jobs need their memory and gain by staying; hackbench needs CPUs.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” The same three lines of code are best for one load and worst for another.',
    bars: {
      time: { title: 'Time of hackbench', of: 'whole run' },
      cost: { title: 'CPU time of a message', of: 'whole run' },
    },
  },
} as const;
