/** English of act 1. */
export const oneEn = {
  places: {
    title: 'Two threads, one struct',
    text: `Two {task:0|threads} of one program run, each on a {term:CPU} of its own. They share a struct of two numbers. One thread only reads {field:x}; the other only adds one to {field:y}. They never touch the same number.

And yet one of them has to wait for the other. How long depends on where the two CPUs are.`,
    word: { term: 'CPU', means: 'runs one thread at a time' },
  },
  cluster: {
    ask: 'Where are they?',
    title: 'One cluster, or two',
    text: `This chip has 24 CPUs in six groups of four. Such a group is a {term:cluster}.

In {lane:a|lane A} both threads sit in one cluster: CPUs {places.a}. In {lane:b|lane B} they sit in two: CPUs {places.b}. All else is the same.`,
    word: { term: 'cluster', means: 'four CPUs, close together' },
  },
  bounce: {
    ask: 'What goes between them?',
    title: 'The line goes back and forth',
    text: `A CPU keeps copies of memory close by, in its cache. They come in {term:cache line|cache lines}, and {hot:x} and {hot:y} lie on one line.

Whoever writes needs the line alone. So each time one thread writes {field:y}, the other loses its copy and must fetch the line again, though {field:x} has not changed.

Go through it slowly: while the line is on its way, the reader is grey. It waits.`,
    word: { term: 'cache line', means: '64 bytes that travel together' },
  },
  waits: {
    ask: 'Who loses?',
    title: 'Only the reader waits',
    text: `The same work takes {slower.percent} % longer in {lane:b}. All of that is the reader’s.

The writer puts its number aside and goes on: it needs {writer.b} in {lane:b} and {writer.a} in {lane:a}. The reader needs the line. Its CPU has only a little other work meanwhile: enough for the short way in {lane:a}, not for the long one in {lane:b}.`,
  },
  directory: {
    ask: 'Why is it far?',
    title: 'Who knows where the line is?',
    text: `All 24 CPUs share one large cache, the L3. But the list that says where a line is has been split: each cluster has a part of its own, the {term:L3 tag}.

Asking the own list is quick: a fetch {near:cluster|inside the cluster} takes {price.a}. If another cluster has the line, its list is asked as well, across the chip: {near:llc|between two clusters} a fetch takes {price.b}.`,
    word: { term: 'L3 tag', means: 'the cluster’s list of lines' },
  },
  published: {
    ask: 'Is that so?',
    title: 'What the mail said',
    text: `In December 2020 Barry Song of HiSilicon sent a patch series to the Linux list. It began with this program: 36 % longer in two clusters than in one. Here it is {ratio.percent} %.

The mail gave the loss. What the picture adds is who pays for it, and when nobody does.`,
  },
  level: {
    ask: 'And a scheduler?',
    title: 'What a scheduler can do',
    text: `Nobody binds every program by hand. When a task is woken, the kernel chooses its CPU: that is a {term:wake-up}. In 2020 Linux took all 24 CPUs for equally near.

Now pairs of tasks send each other messages: a {task:0.client|triangle} and a {task:0.server|circle}. {lane:a} is Linux as it was. {lane:b} has the patch and looks inside the cluster first: {far.b} % of its wake-ups change the cluster, {far.a} % in {lane:a}.`,
    word: { term: 'wake-up', means: 'a task may run again: where?' },
  },
  wake: {
    ask: 'How does it look?',
    title: 'One wake-up, slowly',
    text: `{lane:b} stands still just before it wakes a task. The CPU meant for it is busy. So the kernel looks at that CPU’s neighbours, one by one, until one is {term:idle}. It takes CPU {found.chosen} and looks no further.

Step through it.`,
    word: { term: 'idle', means: 'has nothing to run' },
  },
  question: {
    ask: 'What could you do?',
    title: 'A question before you go',
    text: `A programmer can help, too. Put {field:y} 64 bytes behind {field:x}, and each number has a line of its own. {lane:a} still runs in one cluster, {lane:b} in two.`,
    question: {
      text: 'How long will lane {lane:b} take?',
      options: {
        slower: 'Longer than {lane:a}: two clusters are two clusters.',
        same: 'As long as {lane:a}.',
        faster: 'Less than {lane:a}: it has more cache.',
      },
      after:
        '{lane:a} took {same.a}, {lane:b} {same.b}. Without a common line nothing is fetched, and then the distance costs nothing. (The real chip may want 128 bytes instead of 64: act 5.) It is not the cluster that is slow, but the way between two that share.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” Two threads that share no line do not care how far apart they are.',
  },
} as const;
