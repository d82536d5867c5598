/** English of act 4. */
export const fourEn = {
  queues: {
    title: 'A queue for each CPU',
    text: `January 2003. Linux has a new scheduler: choosing the next task takes the same short time, whether two tasks wait or two thousand. For that each CPU has a {term:run queue} of its own. CPU 0 has {arrays.tasks} tasks in it.

The price: a woken task stays where it was. Who brings it to a CPU with less to do?`,
    word: { term: 'run queue', means: 'the tasks of this CPU' },
    how: `It is the O(1) scheduler. A queue has two arrays: the next task comes from {field:active}; one that has used up its time slice goes to {field:expired}, as a rule. When {field:active} is empty, the two change places.`,
    claims: {
      arrays: 'CPU 0 holds {tasks} tasks: {active} in {field:active}, {expired} in {field:expired}.',
      wakes:
        '{same} of {all} wake-ups left the task on the CPU it last ran on: a wake-up does not look for a better one.',
    },
  },
  memory: {
    ask: 'What else is far?',
    title: 'Memory near and far',
    text: `Eight CPUs in four {term:NUMA node|NUMA nodes}: two CPUs each, with memory of their own. A CPU can use the memory of another node, too, but that takes longer.

32 jobs run, each with a large memory. It lies on the node where the job first used it, and stays there. The job does not.`,
    word: { term: 'NUMA node', means: 'CPUs with memory of their own' },
    how: `The program is {field:numa_test}, as Erich Focht used it. Three seconds in, a short {field:hackbench} of 800 tasks disturbs the jobs.`,
    claims: {
      away: 'So far the jobs spent {percent} % of their time away from their memory.',
    },
  },
  restrict: {
    ask: 'Who moves the jobs?',
    title: 'Three lines',
    text: `Only {term:load balancing} brings a task to another CPU: one that has nothing to do takes a task from the longest queue, on whatever node. So jobs end up far from their memory: {away.a} % of the time in {lane:a|lane A}.

On 9 January Martin Bligh sent three lines: look at the CPUs of your own node only. That is {lane:b|lane B}: {away.b} %.`,
    word: { term: 'load balancing', means: 'moving tasks to where there are fewer' },
    how: `The mail was called “minature NUMA scheduler”. Now there are 16 jobs. An idle CPU {move:newidle|takes a task}, a busy one {move:periodic|looks around} four times a second. The table shows where each job has computed: a colour for each node; the square is the node that holds its memory.`,
    claims: {
      away: 'Of their time so far, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      moved: 'Balancing moved tasks between nodes {a} times in {lane:a}, {b} times in {lane:b}.',
    },
  },
  exec: {
    ask: 'Where does a job begin?',
    title: 'The one good moment',
    text: `If a task may never leave its node, everything depends on where it begins. A program begins with {term:exec}. At that moment it has no memory yet worth staying for: moving it costs next to nothing.

Michael Hohnbaum’s patch {move:exec|moves it then}, to the node with the fewest running tasks. Here {lane:b} compares {chosen.nodes} nodes and takes CPU {chosen.chosen}. Go through it with the arrow keys.`,
    word: { term: 'exec', means: 'a new program takes the task’s place' },
    how: `A program begins in two steps: {field:fork} copies the parent, on the same CPU, and {field:exec} loads the new program. Both lanes have the three lines, only {lane:b} has this patch.`,
    claims: {
      chosen: '{nodes} nodes were compared; the fewest running tasks were {least}. The job went to CPU {chosen}.',
      nodes: 'Soon after, in each of {seeds} runs, jobs have their memory on {a} node in {lane:a}, on {b} in {lane:b}.',
    },
  },
  price: {
    ask: 'What does it bring?',
    title: 'The best for this load',
    text: `{lane:a} is Linux as it was. {lane:b} has the three lines and the choice at {field:exec}. For the same work the jobs compute {user.a} s in {lane:a} and {user.b} s in {lane:b}: far memory makes a CPU wait, and waiting counts as computing.

It has a price. A node may run out of jobs while tasks wait elsewhere: {wasted.b} % of the time is wasted in {lane:b}, {wasted.a} % in {lane:a}.`,
    how: `All 16 jobs are run to their end beside the picture. Erich Focht measured on a machine of this shape. The time of his 16 jobs without the lines has served to choose two numbers of the model: what far memory costs, and what it costs when many want the same. The time with the three lines is predicted.`,
    claims: {
      user: 'The jobs computed {a} s in {lane:a} and {b} s in {lane:b}, all together.',
      wasted: 'CPUs were idle while tasks waited: {a} % of CPU time in {lane:a}, {b} % in {lane:b}.',
    },
  },
  cross: {
    ask: 'And without exec?',
    title: 'Every tenth call',
    text: `A program that forks and never execs stays on one node, while the others are idle. So Erich Focht let each CPU {move:node|look at another node}, at every tenth call of balancing: rarely.

In both lanes 16 jobs begin on one node; only {lane:b} looks across. Here CPU {found.cpu} finds a node with {found.load} tasks and takes one. In the end {lane:a} needs {seeds.times} times as long as {lane:b}.`,
    how: `An idle CPU calls {field:load_balance} once in a millisecond, so it looks across every 10 ms; a busy one every 2.5 s. It takes a task only from the busiest node, and only if that has more than five tasks for each four of its own. The jobs have no memory here.`,
    claims: {
      found: 'The busiest node had {load} tasks. CPU {cpu} took task {task} from the queue of CPU {from}.',
      busy: 'CPU time used until the end: {a} % in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs to the end, {lane:a} took {times} times as long as {lane:b}.',
    },
  },
  often: {
    ask: 'Why so rarely?',
    title: 'How rare is rare?',
    text: `{lane:a} looks across at every tenth call. {lane:b} looks at every call if its node has little to do, and else at every sixteenth.

More looks bring more tasks across: {moves.b} instead of {moves.a}. But each leaves its memory behind. The jobs compute {user.b} s instead of {user.a} s.`,
    how: `The jobs are run to their end beside the picture. The interval that adapts is {field:nb-sm-var2} in the table, {lane:a} is {field:nb-smooth}. Both smooth the load: tasks now plus half of the load seen before. Erich found the differences to be hardly more than chance, and left the interval out. Ours agrees about smoothing; looking across all the time costs more here than he measured.`,
    claims: {
      moves: 'Tasks were taken across {a} times in {lane:a}, {b} times in {lane:b}.',
      user: 'The jobs computed {a} s in {lane:a}, {b} s in {lane:b}: more far memory.',
      smooth: 'With smoothing and without it, over {seeds} runs: {percent} % difference in the time computed.',
    },
  },
  home: {
    ask: 'Is there a way back?',
    title: 'The way back',
    text: `A move across is a one-way trip: nobody remembers where the job’s memory is. Erich proposed to give each task a {term:home node}.

Both lanes look across as eagerly as {lane:b} just did. In {lane:b}, a CPU that looks for a task on another node first takes one whose home is here. So tasks come home: they are away from their memory {away.b} % of the time instead of {away.a} %.`,
    word: { term: 'home node', means: 'the node with the task’s memory' },
    how: `It was not among the patches that were merged, and the thread has no numbers for it: what you see is the model’s alone. A task whose home is the node where it waits is taken last.`,
    claims: {
      away: 'Of their time, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      seeds: 'On the average of {seeds} other runs it is {a} % and {b} %; it is less in {less} of them.',
    },
  },
  question: {
    ask: 'Good for all?',
    title: 'A question before you go',
    text: `Now only {field:hackbench}: a thousand processes that do nothing but send each other messages. They fork and never exec.

In {lane:a}, without the three lines, they are on all eight CPUs. In {lane:b}, with them, all stay on one node: two CPUs of eight.`,
    how: `25 groups of 40 processes. The run begins when all are forked; that by then they lie wherever balancing could have brought them is an assumption of ours. Three costs of the model were chosen by the two times of 10 groups; those of 25 are predicted. A miss: with the look across Erich measured 6 % less time than without any of the patches, which never happens here. Linux 2.5.59 took the three lines, the choice at exec and the look across with smoothing.`,
    claims: {
      time: '{lane:a} took {a}, {lane:b} took {b}: {times} times as long.',
      busy: 'CPU time used: {a} % in {lane:a}, {b} % in {lane:b}.',
      cost: 'A message cost {a} of CPU time in {lane:a}, {b} in {lane:b}.',
      across:
        'With the look across, over {seeds} runs, it takes {times} times as long as without any: nearly all is won back.',
    },
    question: {
      text: 'With a quarter of the CPUs, how long will lane {lane:b} take?',
      options: {
        faster: 'Less than {lane:a}: all messages stay close by.',
        some: 'Longer than {lane:a}, but far from four times as long.',
        four: 'About four times as long as {lane:a}.',
      },
      after:
        '{lane:b} took {time.times} times as long; Erich measured 1.55. It had a quarter of the CPUs, but a message cost {cost.b} instead of {cost.a}, since its cache lines did not come from far. So the same three lines are best for one load and worst for the other: jobs need their memory and gain by staying; hackbench needs CPUs.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” The same three lines are best for one load and worst for another.',
  },
} as const;
