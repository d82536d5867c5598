/** English of act 2. */
export const twoEn = {
  levels: {
    title: 'A map with one level more',
    text: `To spread tasks over a machine, the kernel keeps a map of it: sets of CPUs, one inside the other. Each set is a {term:scheduling domain}.

{lane:a|Lane A} is Linux 5.9. Its only domain here is all 24 CPUs. {lane:b|Lane B} has the level of Barry Song’s patch: between the CPU and the chip lies the {near:cluster|cluster}.`,
    word: { term: 'scheduling domain', means: 'CPUs that share out tasks' },
    how: `The domain of a cluster is called {field:CL}, that of the chip {field:MC}. To balance a domain is to compare its groups and to take tasks from the busiest. A small domain is looked at more often: an idle CPU waits at least as many milliseconds as the domain has CPUs, a busy one 32 times as long.`,
    claims: {
      domains: 'The domains of CPU 0, from the smallest up: {a} in {lane:a}; {b} in {lane:b}.',
      groups: 'Its {field:MC} has {a} groups in {lane:a}, and {b} in {lane:b}: one for each cluster.',
      interval: 'The smallest domain is looked at every {a} ms at most in {lane:a}, every {b} ms in {lane:b}.',
    },
  },
  pulls: {
    ask: 'Who uses the map?',
    title: 'Who pulls from whom',
    text: `Now 120 tasks run. Some CPUs have several, some run out. A CPU that runs out of work may {term:pull} a waiting task over.

With its map, {lane:b} asks the three neighbours first: of what it pulls, {near.b} % comes from its own cluster. In {lane:a} it is {near.a} %.

So the new level makes tasks stay close. Whether more gets done is another question.`,
    word: { term: 'pull', means: 'take a waiting task from another CPU' },
    how: `The program is {field:hackbench} with three groups: 60 senders, 60 receivers. Of the 23 CPUs that one can pull from, three are in its own cluster: 13 %. Pulling happens when a CPU runs empty ({move:newidle|newidle balance}) and at intervals ({move:periodic|periodic balance}).`,
    claims: {
      near: 'Of the tasks pulled, {a} % came from inside the cluster in {lane:a}, {b} % in {lane:b}.',
      more: '{a} tasks were pulled in {lane:a}, {b} in {lane:b}: who looks more often pulls more often.',
    },
  },
  wake: {
    ask: 'And when a task wakes?',
    title: 'The wake-up looks next door, too',
    text: `Most tasks change their CPU not because they are pulled, but because they are woken. That is the patch’s second part: if the {term:wanted CPU} is busy, look for an idle one in its cluster, and only then elsewhere.

From here on both lanes have the level; only {lane:b} has this look. Here {lane:a} wakes a task: it takes the first idle CPU it meets, CPU {found.chosen}, in another cluster.`,
    word: { term: 'wanted CPU', means: 'where the task ran last' },
    how: `“Which part of this patch really gives the perf improvement?” asked Vincent Guittot. The second, {field:select_idle_cluster}, answered Barry Song. The search of {lane:a} begins at the wanted CPU, too, and goes on in the order of the numbers.`,
    claims: {
      found: 'It looked at {looked} CPUs, from CPU {from} on, and took CPU {chosen}, in another cluster.',
      near: 'Of the wake-ups that change the CPU, {a} % stay inside the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, the look next door brings {mean} % more messages ({least} to {most} %).',
    },
  },
  choose: {
    ask: 'Could you do better?',
    title: 'Be the scheduler',
    text: `Ten tasks wake up, one after the other. Each has a message from the framed CPU. The CPU it ran on last is busy now. Click the CPU where it shall run.

What counts is the way: every cache line that has to be fetched from another CPU takes time, from another cluster more.`,
    how: `The ten wake-ups are of this run, with busy and idle as they were. Both kernels decide in the very same state. Counted are the lines of the message, of the queue and of the task’s own memory, each at its cost in the model; searching is not, since you search with your eyes.`,
    claims: {
      near: 'Of the wake-ups that change the CPU, {percent} % stay inside the cluster in the plain kernel.',
    },
    game: { again: 'Ten others' },
  },
  low: {
    ask: 'Does it always matter?',
    title: 'Few tasks: nothing to choose',
    text: `Eight pairs: 16 tasks for 24 CPUs. Each task has a CPU for itself. When it is woken, that CPU is idle, and it goes back there.

Nothing is looked for, so it does not matter where one looks first. Both lanes do exactly the same.`,
    how: `The CPU on which a task ran last is taken at once if it is idle: its cache still holds what the task needs.`,
    claims: {
      stay: 'Of {wakes} wake-ups in {lane:b}, {b} changed the CPU; {a} in {lane:a}.',
      gain: 'The difference in messages is {percent} %.',
    },
  },
  full: {
    ask: 'And with many tasks?',
    title: 'Many tasks: nothing to find',
    text: `28 pairs: 56 tasks. The wanted CPU is busy, and so are its neighbours, and nearly all others. Both lanes search and seldom find anything; the task waits in a {term:queue} where it was.

{lane:b} searches twice, next door and then everywhere. Each look costs a little, and nothing comes of it.`,
    word: { term: 'queue', means: 'tasks that wait for this CPU' },
    how: `The gain is counted over runs with other random choices, 20 ms each.`,
    claims: {
      busy: 'The CPUs are busy {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      stay: 'Of the wake-ups, {a} % change the CPU in {lane:a}, {b} % in {lane:b}.',
      find: 'Searching takes {a} % of the time in {lane:a}, {b} % in {lane:b}.',
      seeds: 'Over {seeds} runs, the difference in messages is {mean} % ({least} to {most} %).',
    },
  },
  question: {
    ask: 'And in between?',
    title: 'Where does it pay?',
    text: `With eight pairs {lane:b} gains nothing, with 28 it gains nothing. A waking task gains only if its own CPU is taken and a neighbour is idle.

How much faster is {lane:b} at each load? Draw your guess, then see what is measured.`,
    how: `Both lanes have the level; {lane:b} looks next door. Each load is run with three seeds, 20 ms each, the same seeds in both lanes; the band goes from the least to the most. A pair keeps less than two CPUs busy, since one often waits for the other.`,
    claims: {
      hump: 'More messages by the look next door: 12 pairs {p12} %, 14 pairs {p14} %, 20 pairs {p20} %, 28 pairs {p28} %.',
      near: 'Moving wake-ups inside the cluster, without and with it: {a14} and {b14} % with 14 pairs, {a20} and {b20} % with 20.',
    },
    sketch: {
      after: `**Few pairs.** The own CPU is free. The task goes back there; both kernels agree.

**About {hump.top}.** The own CPU is taken, a neighbour is idle. {lane:b} goes next door, {lane:a} across the chip.

**Many.** No neighbour is idle. {lane:b} has searched twice for nothing.`,
    },
    card: 'You guessed that the gain is largest with {guess} pairs. It was {outcome}, with {gain} % more messages.',
  },
  published: {
    ask: 'What did the mail say?',
    title: 'One node, as it was published',
    text: `Barry Song ran {field:hackbench} with one to four groups: −1.1, +4.1, +5.5 and +1.2 %. So his gain has a hump, too.

Here three groups run. What the patch does is plain: of the moving wake-ups, {near.b} % stay inside the cluster, {near.a} % without it. What it brings is not: one run says {spread.least} %, another {spread.most} %. One pair of runs proves nothing.`,
    how: `He made ten runs of each. Our times are no prediction, since costs of the model were fitted to eight of them; our gains are. They are largest with three groups, as his, but the hump is flatter: smaller with two and three groups, larger with four. The runs beside the picture are short; those of the table go on for longer.`,
    claims: {
      near: 'Of the moving wake-ups {a} % stay inside the cluster in {lane:a} (plain 5.9), {b} % in {lane:b} (the whole patch).',
      spread: 'Over {seeds} runs {lane:b} gains from {least} to {most} %.',
    },
  },
  nodes: {
    ask: 'And on two nodes?',
    title: 'The number that did not hold',
    text: `The headline was another table: on two nodes the same program took 40.9 % less time. Six days later its author took that back. It came only with an argument that he had forgotten on the machine: all memory was in one {term:node}.

We cannot get it either. On two ordinary nodes {lane:b} moves {plain.mean} % more messages.`,
    word: { term: 'node', means: '24 CPUs with memory of their own' },
    how: `The argument was {field:mem=4G}; the mail of 7 December 2020 says so. We show the tables because they were published, and neither judge nor tune the model by them. The last row is Barry Song’s answer to Vincent Guittot, from the same machine. The lanes run 28 pairs on 48 CPUs, plain 5.9 and the whole patch. What memory at that distance costs is an assumption of ours, so that our small gain proves nothing about his.`,
    claims: {
      plain: 'Two ordinary nodes: over {seeds} runs {lane:b} moves {mean} % more messages ({least} to {most} %).',
      memoryless: 'Node 1 without memory: {mean} % ({least} to {most} %).',
    },
  },
} as const;
