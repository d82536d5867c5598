/** English of act 4. */
export const fourEn = {
  queues: {
    title: 'A list for each CPU',
    text: `January 2003. In the new {term:O(1) scheduler} of Linux, choosing the next task takes the same short time whether two tasks wait or two thousand. Each CPU has a {term:run queue} of its own, with two arrays. It takes the next task from {field:active}; a task that has used up its time slice goes to {field:expired}, as a rule. When {field:active} is empty, the two change places and a new round begins.

The machine has eight CPUs in four {term:NUMA nodes}, each with two CPUs and memory of its own. A CPU can use the memory of another node, too, but that takes longer.

{lane:a} is the kernel as it was, called stock. It runs {field:numa_test}: 32 jobs that work on a large memory each. After three seconds comes a short {field:hackbench}: 800 tasks that send each other messages.`,
    claims: {
      arrays: 'CPU 0 holds {tasks} tasks: {active} in {field:active}, {expired} in {field:expired}.',
      wakes:
        '{same} of {all} wake-ups left the task on the CPU it last ran on: a wake-up does not look for a better one.',
    },
  },
  restrict: {
    title: 'Three lines',
    text: `So only {term:load balancing} brings a task to another CPU. A CPU with nothing to do looks at all other queues and {move:newidle|takes a task} from the longest; a busy one {move:periodic|looks around} four times a second. A job easily ends up far from its memory, which stays where it was first used.

On 9 January Martin Bligh sent a change of three lines, “minature NUMA scheduler”: balancing looks at the CPUs of its own node only. {lane:a} is stock, {lane:b} has the three lines. The test now has 16 jobs.

The table shows where each job has computed: a colour for each node; the square is the node that holds its memory.`,
    claims: {
      away: 'Of their time so far, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      moved: 'Balancing moved tasks between nodes {a} times in {lane:a}, {b} times in {lane:b}.',
    },
  },
  exec: {
    title: 'The one good moment',
    text: `If a task may never leave its node, everything depends on where it begins. A program begins in two steps. {field:fork} makes a copy of the parent, on the same CPU. Then {field:exec} loads the new program in its place. At that moment the task has nothing worth keeping in any cache and hardly any memory yet: moving it costs next to nothing.

Michael Hohnbaum’s patch {move:exec|moves it then}: to the node with the fewest running tasks, and there to the CPU with the fewest.

Both lanes have the three lines, only {lane:b} has this patch. The panel shows one of its decisions, node by node; go through it with the arrow keys.`,
    claims: {
      chosen: '{nodes} nodes were compared; the fewest running tasks were {least}. The job went to CPU {chosen}.',
      nodes: 'Soon after, in each of {seeds} runs, jobs have their memory on {a} node in {lane:a}, on {b} in {lane:b}.',
    },
  },
  price: {
    title: 'The best for this load',
    text: `{lane:a} is stock again; {lane:b} has the three lines and the choice at exec. All 16 jobs are done. They did the same work, but in {lane:a} it took more CPU time: far memory makes a CPU wait, and waiting counts as computing.

Erich Focht measured on a machine of this shape. His stock time of 16 jobs has served to choose two numbers of the model: what far memory costs, and what it costs when many want the same. The time with the three lines is predicted.

There is a price. A node may run out of jobs, and then its CPUs {state:wasted|stand idle} while tasks wait elsewhere.`,
    claims: {
      user: 'The jobs computed {a} s in {lane:a} and {b} s in {lane:b}, all together.',
      wasted: 'CPUs were idle while tasks waited: {a} % of CPU time in {lane:a}, {b} % in {lane:b}.',
    },
  },
  cross: {
    title: 'Every tenth call',
    text: `The weakness is named in the very first mail: code that forks and never execs stays on one node. So Erich Focht put a rare look across on top. Each CPU counts its calls of {field:load_balance}; at every tenth it may also {move:node|look at another node}, the one with the most tasks, if that has more than 125 % of its own.

An idle CPU calls once in a millisecond, so it looks across every 10 ms; a busy one every 2.5 s.

Both lanes have the three lines and no choice at exec, so that 16 jobs without memory begin on one node. Only {lane:b} has the tenth call. The panel shows one of them.`,
    claims: {
      found: 'The busiest node had {load} tasks. CPU {cpu} took task {task} from the queue of CPU {from}.',
      busy: 'CPU time used until the end: {a} % in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs to the end, {lane:a} took {times} times as long as {lane:b}.',
    },
  },
  often: {
    title: 'How rare is rare?',
    text: `Two fine adjustments came along. {term:Smoothing}: the load of a node is its tasks now plus half of the load seen before, so that a short peak sends nobody across. {term:Variable interval}: a node with less than half the average load looks across soon, any other late.

{lane:a} has smoothing and the tenth call (in the table nb-smooth). {lane:b} has 1 or 16 calls in place of ten (nb-sm-var2). 32 jobs. When {field:hackbench} starts on one node, the other nodes are far below the average, and look across at every call.

Erich found the differences to be hardly more than chance, and left the interval out. Ours agrees about smoothing. But looking across all the time costs more here than he measured.`,
    claims: {
      moves: 'Tasks were taken across {a} times in {lane:a}, {b} times in {lane:b}.',
      user: 'The jobs computed {a} s in {lane:a}, {b} s in {lane:b}: more far memory.',
      smooth: 'With smoothing and without it, over {seeds} runs: {percent} % difference in the time computed.',
    },
  },
  home: {
    title: 'The way back',
    text: `A move across is a one-way trip: nobody remembers where the memory of the job is. In an older scheduler of Erich’s each task had a {term:home node}. He proposed it here, too, but it was not among the patches that were merged, and the thread has no numbers for it. What you see is the model’s alone.

Both lanes look across as eagerly as {lane:b} just did. In {lane:b} the home of a task is the node that holds its memory. Of a queue on another node, a CPU takes first those who are at home with it, and last those who are at home where they wait.`,
    claims: {
      away: 'Of their time, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      seeds: 'On the average of {seeds} other runs it is {a} % and {b} %; it is less in {less} of them.',
    },
  },
  question: {
    title: 'A question before you go',
    text: `Now only {field:hackbench}: 25 groups of 40 processes that do nothing but send each other messages. They fork and never exec.

{lane:a} is stock: the tasks are on all eight CPUs. In {lane:b}, with the three lines, all thousand stay on one node: two CPUs of eight. (The run begins when all are forked. That by then they lie wherever balancing could have brought them is an assumption of ours.)`,
    claims: {
      time: '{lane:a} took {a}, {lane:b} took {b}: {times} times as long.',
      busy: 'CPU time used: {a} % in {lane:a}, {b} % in {lane:b}.',
      cost: 'A message cost {a} of CPU time in {lane:a}, {b} in {lane:b}.',
      across:
        'With the look across (nb-smooth), over {seeds} runs, it takes {times} times as long as stock: nearly all is won back.',
    },
    question: {
      text: 'With a quarter of the CPUs, how long will lane {lane:b} take?',
      options: {
        faster: 'Less than {lane:a}: all messages stay close by.',
        some: 'Longer than {lane:a}, but far from four times as long.',
        four: 'About four times as long as {lane:a}.',
      },
      after:
        '{lane:b} took {time.times} times as long; Erich measured 1.55. Six of eight CPUs stood idle, but a message cost {cost.b} instead of {cost.a}: between nodes its cache lines come from far. So the same three lines are best for one load and worst for the other. The jobs of numa_test need nobody but their memory, and gain by staying; hackbench needs CPUs. Three costs of the model were chosen by the two times of 10 groups; those of 25 are predicted. And a miss: with the look across Erich measured 6 % less than stock, which never happens here. Linux 2.5.59 took the three lines, the choice at exec and the look across with smoothing.',
    },
  },
} as const;
