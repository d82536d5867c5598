/** English evidence for the claims of act 2. */
export const twoHowEn = {
  levels: {
    how: `The domain of a cluster is called {field:CL}, that of the chip {field:MC}. To balance a domain is to compare its groups and to take tasks from the busiest. A small domain is looked at more often: an idle CPU waits at least as many milliseconds as the domain has CPUs, a busy one 32 times as long.`,
    claims: {
      domains: 'The domains of CPU 0, from the smallest up: {a} in {lane:a}; {b} in {lane:b}.',
      groups: 'Its {field:MC} has {a} groups in {lane:a}, and {b} in {lane:b}: one for each cluster.',
      interval: 'The smallest domain is looked at once in {a} ms at most in {lane:a}, once in {b} ms in {lane:b}.',
    },
  },
  pulls: {
    how: `The program is {field:hackbench} with three groups: 60 senders, 60 receivers. Of the 23 CPUs that one can pull from, three are in its own cluster: 13 %. Pulling happens when a CPU runs empty ({move:newidle|newidle balance}) and at intervals ({move:periodic|periodic balance}).`,
    claims: {
      near: 'Of the tasks pulled, {a} % came from inside the cluster in {lane:a}, {b} % in {lane:b}.',
      more: '{a} tasks were pulled in {lane:a}, {b} in {lane:b}: a CPU that looks more often pulls more often.',
    },
  },
  wake: {
    how: `“Which part of this patch really gives the perf improvement?” asked Vincent Guittot. The second, {field:select_idle_cluster}, answered Barry Song. The search of {lane:a} begins at the target CPU, too, and goes on in the order of the numbers.`,
    claims: {
      found: 'It looked at {looked} CPUs, from CPU {from} on, and took CPU {chosen}, in another cluster.',
      near: 'Of the wake-ups that change the CPU, {a} % stay inside the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, the cluster scan brings {mean} % more messages ({least} to {most} %).',
    },
  },
  choose: {
    how: `The ten wake-ups are of this run, with busy and idle as they were. Both kernels decide in the very same state. The cost counts the cache lines of the message, of the queue and of the task’s memory, each at its price in the model. The search is not counted, since you search with your eyes.`,
    claims: {
      near: 'Of the wake-ups that change the CPU, {percent} % stay inside the cluster in the plain kernel.',
    },
  },
  low: {
    how: `The CPU on which a task ran last is taken at once if it is idle: its cache still holds what the task needs. The kernel without the level keeps some pairs in one cluster, by chance.`,
    claims: {
      stay: 'Of {wakes} wake-ups in {lane:b}, {b} changed the CPU; {a} in {lane:a}.',
      gain: 'The difference in messages is {percent} %.',
      level: 'Over {seeds} runs the level alone changes the messages by {mean} % ({least} to {most} %).',
      look: 'Over {seeds} runs the scan then changes them by {mean} % ({least} to {most} %).',
    },
  },
  full: {
    how: `The gain is counted over runs with other random choices, 20 ms each.`,
    claims: {
      busy: 'The CPUs are busy {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      stay: 'Of the wake-ups, {a} % change the CPU in {lane:a}, {b} % in {lane:b}.',
      find: 'Searching takes {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs, the difference in messages is {mean} % ({least} to {most} %).',
    },
  },
  question: {
    how: `Both lanes have the level; {lane:b} looks next door. Each load runs with three seeds, 20 ms each, the same seeds in both lanes; the band goes from the least to the most. A pair keeps less than two CPUs busy, since one often waits for the other.`,
    claims: {
      hump: 'More messages by the cluster scan: 12 pairs {p12} %, 14 pairs {p14} %, 20 pairs {p20} %, 28 pairs {p28} %.',
      near: 'Moving wake-ups inside the cluster, without and with it: {a14} and {b14} % with 14 pairs, {a20} and {b20} % with 20.',
    },
  },
  published: {
    how: `He made ten runs of each. Our times are no prediction, since costs of the model were fitted to eight of his; our gains are. For one group the mail prints −1.01 %; its own times give −1.11 %. The runs beside the picture are short; the runs of the record are longer.`,
    claims: {
      near: 'Of the moving wake-ups {a} % stay inside the cluster in {lane:a} (plain 5.9), {b} % in {lane:b} (the whole patch).',
      spread: 'Over {seeds} runs {lane:b} gains from {least} to {most} %.',
    },
  },
  nodes: {
    how: `The boot option was {field:mem=4G}; the mail of 7 December 2020 says so. We show the tables because they were published; we neither judge nor tune the model by them. The last row is Barry Song’s answer to Vincent Guittot, from the same machine. The lanes run 28 pairs on 48 CPUs, plain 5.9 and the whole patch. The cost of memory at that distance is our assumption, so our small gain proves nothing about his.`,
    claims: {
      plain: 'Two ordinary nodes: over {seeds} runs {lane:b} moves {mean} % more messages ({least} to {most} %).',
      memoryless: 'Node 1 without memory: {mean} % ({least} to {most} %).',
    },
  },
} as const;
