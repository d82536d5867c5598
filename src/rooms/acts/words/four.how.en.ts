/** English evidence for the claims of act 4. */
export const fourHowEn = {
  queues: {
    how: `It is the O(1) scheduler. A queue has two arrays: the next task comes from {field:active}; one that has used up its time slice goes to {field:expired}, as a rule. When {field:active} is empty, the two change places.`,
    claims: {
      arrays: 'CPU 0 holds {tasks} tasks: {active} in {field:active}, {expired} in {field:expired}.',
      wakes:
        '{same} of {all} wake-ups left the task on the CPU it last ran on: a wake-up does not look for a better one.',
    },
  },
  memory: {
    how: `The program is {field:numa_test}, as Erich Focht used it. Three seconds in, a short {field:hackbench} of 800 tasks disturbs the jobs.`,
    claims: {
      away: 'So far the jobs spent {percent} % of their time away from their memory.',
    },
  },
  restrict: {
    how: `The mail was called “minature NUMA scheduler”. Now there are 16 jobs. An idle CPU {move:newidle|takes a task}, a busy one {move:periodic|looks around} four times a second. The table shows where each job has computed: a colour for each node; the square is the node that holds its memory.`,
    claims: {
      away: 'Of their time so far, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      moved: 'Balancing moved tasks between nodes {a} times in {lane:a}, {b} times in {lane:b}.',
    },
  },
  exec: {
    how: `A program begins in two steps: {field:fork} copies the parent, on the same CPU, and {field:exec} loads the new program. Both lanes have the three lines, only {lane:b} has this patch.`,
    claims: {
      chosen: '{nodes} nodes were compared; the fewest running tasks were {least}. The job went to CPU {chosen}.',
      nodes: 'Soon after, in each of {seeds} runs, jobs have their memory on {a} node in {lane:a}, on {b} in {lane:b}.',
    },
  },
  price: {
    how: `All 16 jobs run to their end beside the picture. Erich Focht measured on a machine of this shape. Two numbers of the model were fitted to the time of his 16 jobs without the lines: the cost of far memory, and its cost when many CPUs use the same node. The time with the three lines is predicted.`,
    claims: {
      user: 'The jobs computed {a} s in {lane:a} and {b} s in {lane:b} in total.',
      wasted: 'CPUs were idle while tasks waited: {a} % of CPU time in {lane:a}, {b} % in {lane:b}.',
    },
  },
  cross: {
    how: `An idle CPU calls {field:load_balance} once per millisecond, so it looks across every 10 ms; a busy one every 2.5 s. It takes a task only from the busiest node, and only if that node has more than five tasks for every four on the node of the CPU. The jobs have no memory here.`,
    claims: {
      found: 'The busiest node had {load} tasks. CPU {cpu} took task {task} from the queue of CPU {from}.',
      busy: 'CPU time used until the end: {a} % in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs to the end, {lane:a} took {times} times as long as {lane:b}.',
    },
  },
  often: {
    how: `The jobs run to their end beside the picture. The interval that adapts is {field:nb-sm-var2} in the table, {lane:a} is {field:nb-smooth}. Both smooth the load: tasks now plus half of the load seen before. Erich found the differences to be hardly more than chance, and left the interval out. Our model agrees about smoothing; looking across all the time costs more here than he measured.`,
    claims: {
      moves: 'Tasks were taken across {a} times in {lane:a}, {b} times in {lane:b}.',
      user: 'The jobs computed {a} s in {lane:a}, {b} s in {lane:b}: more far memory.',
      smooth: 'With smoothing and without it, over {seeds} runs: {percent} % difference in the time computed.',
    },
  },
  home: {
    how: `It was not among the patches that were merged, and the mails have no numbers for it: what you see comes from the model alone. A task whose home is the node where it waits is taken last.`,
    claims: {
      away: 'Of their time, the jobs spent {a} % away from their memory in {lane:a}, {b} % in {lane:b}.',
      seeds: 'On average over {seeds} other runs it is {a} % and {b} %; it is less in {less} of them.',
    },
  },
  question: {
    how: `25 groups of 40 processes. The run begins when all are forked; we assume that by then they lie wherever balancing could have brought them. Three costs of the model were chosen by the two times of 10 groups; those of 25 are predicted. A miss: with the look across Erich measured 6 % less time than without any of the patches, which never happens here. Linux 2.5.59 took the three lines, the choice at exec and the look across with smoothing.`,
    claims: {
      time: '{lane:a} took {a}, {lane:b} took {b}: {times} times as long.',
      busy: 'CPU time used: {a} % in {lane:a}, {b} % in {lane:b}.',
      cost: 'A message cost {a} of CPU time in {lane:a}, {b} in {lane:b}.',
      across:
        'With the look across, over {seeds} runs, it takes {times} times as long as without any of the patches: nearly all of the loss is won back.',
    },
  },
} as const;
