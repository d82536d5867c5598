/** English of act 2. */
export const twoEn = {
  levels: {
    title: 'A map with one level more',
    text: `To spread tasks over a machine, the kernel keeps a map of it: sets of CPUs, one inside the other. Each set is a {term:scheduling domain}.

{lane:a|Lane A} is Linux 5.9. Its only domain here is all 24 CPUs. {lane:b|Lane B} has the level of Barry Song’s patch: between the CPU and the chip lies the {near:cluster|cluster}.`,
    word: { term: 'scheduling domain', means: 'CPUs that share out tasks' },
  },
  pulls: {
    ask: 'Who uses the map?',
    title: 'Who pulls from whom',
    text: `Now 120 tasks run. Some CPUs have several, some run out. A CPU that runs out of work may {term:pull} a waiting task over.

With its map, {lane:b} asks the three neighbours first: of what it pulls, {near.b} % comes from its own cluster. In {lane:a} it is {near.a} %.

So the new level makes tasks stay close. Whether more gets done is another question.`,
    word: { term: 'pull', means: 'take a waiting task from another CPU' },
  },
  wake: {
    ask: 'And when a task wakes?',
    title: 'The wake-up looks next door, too',
    text: `Most tasks change their CPU not by a pull, but when they are woken. So the patch has a second part: if the {term:wanted CPU} and the task’s last one are busy, look in the wanted CPU’s cluster first.

Both lanes have the level now; only {lane:b} has this look. {lane:a} wakes a task whose wanted CPU is its last one. It takes the first idle one: {found.chosen}, in another cluster.`,
    word: { term: 'wanted CPU', means: 'the waker’s or the task’s last: wake_affine chooses' },
  },
  choose: {
    ask: 'Could you do better?',
    title: 'Be the scheduler',
    text: `Ten tasks wake up, one after the other. Each has a message from the framed CPU. The CPU it ran on last is busy now. Click the CPU where it shall run.

What counts is the way: every cache line that has to be fetched from another CPU takes time, from another cluster more.`,
    game: { again: 'Ten others' },
  },
  low: {
    ask: 'Does it always matter?',
    title: 'Few tasks: nothing to choose',
    text: `Eight pairs: 16 tasks for 24 CPUs. Each task has a CPU for itself. When it is woken, that CPU is idle, and it goes back there.

Nothing is looked for, so it does not matter where one looks first. Both lanes do exactly the same.`,
  },
  full: {
    ask: 'And with many tasks?',
    title: 'Many tasks: nothing to find',
    text: `28 pairs: 56 tasks. The wanted CPU is busy, and so are its neighbours, and nearly all others. Both lanes search and seldom find anything; the task waits in the {term:queue} of the CPU it was wanted on.

{lane:b} searches twice, next door and then everywhere. Each look costs a little, and nothing comes of it.`,
    word: { term: 'queue', means: 'tasks that run or wait on this CPU' },
  },
  question: {
    ask: 'And in between?',
    title: 'Where does it pay?',
    text: `With eight pairs {lane:b} gains nothing, with 28 it gains nothing. A waking task gains only if the CPU it is wanted on is taken, and a neighbour of that one idle.

How much faster is {lane:b} at each load? Draw your guess, then see what is measured.`,
    sketch: {
      after: `**Few pairs.** A task’s last CPU is free. It goes back there; both kernels agree.

**About {hump.top}.** The wanted CPU is taken, a neighbour is idle. {lane:b} goes next door, {lane:a} across the chip.

**Many.** No neighbour is idle. {lane:b} has searched twice for nothing.`,
    },
    card: 'You guessed that the gain is largest with {guess} pairs. It was {outcome}, with {gain} % more messages.',
  },
  published: {
    ask: 'What did the mail say?',
    title: 'One node, as it was published',
    text: `Barry Song ran {field:hackbench} with one to four groups. His mail prints −1.01, +4.08, +5.53 and +1.22 %; for one group its own times give −1.11 %. So his gain has a hump, too.

Here three groups run. What the patch does is clear: of the wake-ups that change the CPU, {near.b} % stay inside the cluster, {near.a} % without it. What it brings is not: one run says {spread.least} %, another {spread.most} %. One pair of runs proves nothing.`,
  },
  nodes: {
    ask: 'And on two nodes?',
    title: 'The number that did not hold',
    text: `The headline was another table: on two nodes, the same program took up to 49 % less time. Six days later its author took that back. It came only with a boot option that he had forgotten on the machine: all memory was in one {term:node}.

We cannot get it either. On two ordinary nodes {lane:b} moves {plain.mean} % more messages.`,
    word: { term: 'node', means: '24 CPUs with memory of their own' },
  },
} as const;
