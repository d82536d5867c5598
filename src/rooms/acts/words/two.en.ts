/** English of act 2. */
export const twoEn = {
  levels: {
    title: 'A map with one more level',
    text: `To spread tasks, the kernel keeps a map of the machine. It consists of sets of CPUs, one inside the other. Each set is a {term:scheduling domain}. A CPU looks in its [smallest domain](#first) first.

{lane:a|A} is Linux 5.9. It has one domain here, [the chip](#chip-a): to CPU 0, its neighbour is no nearer than CPU 23. {lane:b|B} has Barry Song’s patch: the [cluster](#cluster) sits between the CPU and the chip.`,
    word: { term: 'scheduling domain', means: 'CPUs that share out tasks' },
  },
  pulls: {
    ask: 'Who uses the map?',
    title: 'Who pulls from whom',
    text: `Now 120 tasks run. Some CPUs have several tasks, some run out of tasks. A CPU that runs out may {term:pull} a waiting task over.

With its map, {lane:b} looks at the three neighbours first: of what it pulls, {near.b} % comes from its own cluster. In {lane:a} it is {near.a} %.

So the new level keeps tasks close. Whether more gets done is another question.`,
    word: { term: 'pull', means: 'take a waiting task from another CPU' },
    bars: {
      near: { title: 'Pulled from the CPU’s cluster', of: 'of all pulled tasks', unit: '%' },
      more: { title: 'Tasks pulled', of: 'so far' },
    },
  },
  wake: {
    ask: 'What happens when a task wakes?',
    title: 'The wake-up looks next door first',
    text: `Most tasks change their CPU not by a pull, but when they are woken. So the patch has a second part, the cluster scan: if the {term:target CPU} and the task’s last one are busy, it looks in the target’s cluster first.

Both lanes have the level now; only {lane:b} looks there first. {lane:a} wakes a task whose target is its last CPU. It takes the first idle CPU that it finds: {found.chosen}, in another cluster.`,
    word: { term: 'target CPU', means: 'the waker’s or the task’s last: wake_affine chooses' },
    bars: {
      near: { title: 'Wake-ups that stay in the cluster', of: 'of those to another CPU', unit: '%' },
    },
  },
  choose: {
    ask: 'Could you do better?',
    title: 'Be the scheduler',
    text: `Ten tasks wake up, one after the other. Each has a message from the framed CPU. The CPU it ran on last is busy now. Click the CPU where it should run.

What counts is the distance: every cache line that has to be fetched from another CPU takes time, from another cluster more.`,
    game: { again: 'Ten others' },
  },
  low: {
    ask: 'Does it always matter?',
    title: 'Few tasks: nothing to choose',
    text: `Eight pairs: 16 tasks for 24 CPUs. A woken task finds its last CPU idle and goes back there. So each task stays where it was created, and a pair that is split stays split.

Nothing is searched, so the scan changes nothing: {lane:a} and {lane:b} do the same. But the level has a price. It spreads new tasks over the clusters and splits the pairs: {level.mean} % messages. The first screen compares {lane:b} with a kernel without the level; its bars show that price.`,
    bars: {
      stay: { title: 'Wake-ups to another CPU', of: 'so far' },
    },
  },
  full: {
    ask: 'What happens with many tasks?',
    title: 'Many tasks: nothing to find',
    text: `{set:pairs|28} pairs on 24 CPUs. The target CPU is busy, and so are its neighbours, and nearly all others. Both lanes search and seldom find anything; the task waits in the {term:queue} of its target.

{lane:b} searches twice, next door and then everywhere. Each look at a CPU costs a little and brings nothing.`,
    word: { term: 'queue', means: 'tasks that run or wait on this CPU' },
    bars: {
      find: { title: 'Time spent on the search', of: 'of the CPU time', unit: '%' },
      stay: { title: 'Wake-ups to another CPU', of: 'of all', unit: '%' },
    },
  },
  question: {
    ask: 'What happens in between?',
    title: 'Where does it pay?',
    text: `With eight pairs {lane:b} gains nothing, and with 28 it gains nothing. A woken task gains only if its target CPU is busy and a neighbour of the target is idle.

Both lanes have the level, so the gain is that of the scan alone. How much faster is {lane:b} at each load? Draw your guess, then see what is measured.`,
    sketch: {
      after: `[Few pairs.](#few) The target CPU is idle. {lane:a} and {lane:b} both send the task there.

[About half full.](#half) The target is busy and its neighbour is idle. {lane:b} goes next door, {lane:a} across the chip. With {hump.top} pairs that happens most.

[Many.](#many) No neighbour is idle. The task waits at its target; {lane:b} has searched twice.`,
    },
    card: 'You guessed that the gain is largest with {guess} pairs. It was {outcome}, with {gain} % more messages.',
  },
  published: {
    ask: 'What did the mail say?',
    title: 'One node, as it was published',
    text: `Barry Song ran {field:hackbench} with one to four groups of 40 tasks. His gain has a hump, too: it is largest with three groups. The bars show his gains beside those of our record.

Here three groups run. What the patch does is clear: of the wake-ups that change the CPU, {near.b} % stay inside the cluster, {near.a} % without it. What it brings is not: one run says {spread.least} %, another {spread.most} %. One pair of runs proves nothing.`,
  },
  nodes: {
    ask: 'What happens on two nodes?',
    title: 'The number that did not hold',
    text: `The headline was another table: on two nodes, the same program took up to 49 % less time. Six days later its author took that back. It came only with a boot option that he had forgotten on the machine: all memory was in one {term:node}.

We cannot reproduce it either. On two ordinary nodes {lane:b} moves {plain.mean} % more messages.`,
    word: { term: 'node', means: '24 CPUs with memory of their own' },
  },
} as const;
