/** English of act 1. */
export const oneEn = {
  places: {
    title: 'Two threads, one struct',
    text: `This is one quarter of a Kunpeng 920 server: 24 CPUs, in six {near:cluster|clusters} of four. All 24 share the data of one L3 cache. But each cluster keeps its own {term:L3 tag}: the directory that says which line of memory is where. Asking the own directory is quick; asking another cluster’s takes longer.

On it run two threads that share a struct of two numbers, {field:x} and {field:y}. One thread only ever reads {field:x}. The other only ever adds one to {field:y}. They never touch the same number.

{lane:a|Lane A} and {lane:b|lane B} are the same machine with the same program. In A both threads are bound to one cluster, in B to two.`,
    claims: {
      places: 'In {lane:a} the threads run on CPUs {a}, in one cluster; in {lane:b} on CPUs {b}, in two.',
    },
  },
  bounce: {
    title: 'The line goes back and forth',
    text: `Memory moves between CPUs not byte by byte but in {term:lines} of 64 bytes. {hot:x} and {hot:y} are four bytes apart, so they lie on one line.

Whoever writes a line needs it alone. Each time the second thread has added to {field:y}, the first thread’s copy is void, although {field:x} has not changed: it must fetch the line again from the CPU that modified it. Such a fetch is called a HITM. This is {term:false sharing}: two threads that share nothing but an address.

Both lanes have it. What differs is how far the line has to go.`,
    claims: {
      fetched: 'The line was fetched from the other thread’s cache {a} times in {lane:a} and {b} times in {lane:b}.',
      price: 'A fetch takes {a} {near:cluster|inside a cluster}, and {b} {near:llc|between two}.',
    },
  },
  waits: {
    title: 'Who waits?',
    text: `Both programs have ended. Lane {lane:b} took longer, though both of its threads did exactly the same work as in {lane:a}.

Look at the times of the threads, as the command {field:time} prints them. The thread that writes is as fast as before: a CPU can put what it writes aside and go on. The thread that reads has nothing to go on with until the line is there.

Inside a cluster the way is so short that the CPU hides it behind other work.`,
    claims: {
      slower: '{lane:a} is done after {a}, {lane:b} after {b}: {times} times as long.',
      reader: 'In {lane:b} the reading thread computed for {sum}, the writing one for {increment}.',
      writer: 'The writing thread needed {a} in {lane:a} and {b} in {lane:b}: the distance does not slow it down.',
    },
  },
  published: {
    title: 'As it was published',
    text: `In December 2020 Barry Song of HiSilicon wrote a patch series for the Linux scheduler, and this program was its first argument: 0.832 s in one cluster, 1.133 s in two. His loop ran thirteen times as long as ours; the ratio is what counts.

An honest word on our figures: they are no prediction. Three numbers of our model (how long one turn of the loop takes, how long a line stays, how much of the way the CPU hides) were chosen so that these two published times come out. What the model adds is the mechanism: which thread waits, and when it does not.`,
    claims: {
      ratio: 'Here {lane:a} takes {percent} % of the time of {lane:b}; in the mail it was 73 %.',
    },
  },
  level: {
    title: 'What a scheduler could do about it',
    text: `Nobody binds every program by hand. It is the kernel that chooses a CPU when a task wakes up, and it can put tasks that talk to each other side by side, if it knows what side by side is. In 2020 it did not: to Linux all 24 CPUs were alike.

Now the lanes run something else: fourteen pairs of tasks, a {task:0.client|client} and a {task:0.server|server} each, that send each other messages all the time; a colour is a pair. {lane:a} is the kernel as it was. {lane:b} has the series: one more level in its map of the machine, and a wake-up that looks inside the cluster first.

Watch for {move:wakeCluster|wake-ups inside a cluster} and for {move:wakeLlc|those that leave it}.`,
    claims: {
      domains: 'The smallest group of CPUs that CPU 0 knows is {a} in {lane:a}, and {b} in {lane:b}.',
      near: 'Of the wake-ups that change the CPU, {a} % stay inside the cluster in {lane:a}, {b} % in {lane:b}.',
      seeds:
        'Over {seeds} runs with other random choices, {lane:b} moves {mean} % more messages ({least} to {most} %).',
    },
  },
  wake: {
    title: 'One wake-up, slowly',
    text: `The run stands still just before lane {lane:b} woke a task. The panel lists what the kernel tried, CPU by CPU; step through it with the arrow keys, and see each CPU marked on the machine.

The wanted CPU was busy. So the kernel looked at that CPU’s neighbours in the cluster, found one idle, and did not look any further. Act 2 is about when this pays and when it does not.`,
    claims: {
      found:
        'In the cluster {looked} CPUs were looked at; CPU {chosen} was idle and was taken. The whole search cost {cost}.',
    },
  },
  question: {
    title: 'A question before you go',
    text: `Back to the two threads. A programmer could help, too. Put {field:y} 64 bytes behind {field:x}, and each has a line of its own. {lane:a} still runs in one cluster, {lane:b} in two.`,
    claims: {
      same: '{lane:a} is done after {a}, {lane:b} after {b}.',
      none: 'Fetches from the other thread’s cache: {a} in {lane:a}, {b} in {lane:b}.',
    },
    question: {
      text: 'How long will lane {lane:b} take?',
      options: {
        slower: 'Longer than {lane:a}: two clusters are two clusters.',
        same: 'As long as {lane:a}.',
        faster: 'Less than {lane:a}: it has more cache.',
      },
      after:
        '{lane:a} took {same.a}, {lane:b} {same.b}. Without a common line nothing is fetched, and then the distance costs nothing. It is not the cluster that is slow, but the way between two that share. One more thing: the L3 of this machine moves 128 bytes at once, so that 64 bytes may not be far enough. That is the sting of act 5.',
    },
  },
} as const;
