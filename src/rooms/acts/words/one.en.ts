/** English of act 1. */
export const oneEn = {
  places: {
    title: 'Two threads, one struct',
    text: `Two {task:0|threads} of one program run, each on a {term:CPU} of its own. They share a struct of two numbers. One thread only [reads x](#reader); the other only [adds one to y](#writer). They never touch the same number.

And yet one of them has to wait for the other. How long depends on where the two CPUs are.`,
    word: { term: 'CPU', means: 'runs one thread at a time' },
  },
  cluster: {
    ask: 'Where are they?',
    title: 'One cluster, or two',
    text: `This chip has 24 CPUs in six groups of four. Such a group is a {term:cluster}.

In {lane:a|lane A} both threads run in [one cluster](#cluster-0), on CPUs {places.ar} and {places.aw}. In {lane:b|lane B} they run in [two](#cluster-1), on CPUs {places.br} and {places.bw}. Everything else is the same.`,
    word: { term: 'cluster', means: 'four CPUs, close together' },
  },
  bounce: {
    ask: 'What goes between them?',
    title: 'The line goes back and forth',
    text: `A CPU keeps copies of memory close by, in its cache. They come in {term:cache line|cache lines}, and {hot:x} and {hot:y}, {set:stride|4} bytes apart, lie on [one line](#line).

To write {field:y}, [the writer](#writer) must have the line to itself, so every other copy becomes invalid. [The reader](#reader) has to [fetch the line](#way) again, although {field:x} never changed.

Scroll slowly to move the line. While it travels, the reader is grey and waits.`,
    word: { term: 'cache line', means: '64 bytes that travel together' },
  },
  waits: {
    ask: 'Who loses?',
    title: 'Only the reader waits',
    text: `The same work takes {slower.percent} % longer in {lane:b}. [The reader](#reader) accounts for all of it.

[The writer](#writer) puts its number aside and goes on: it needs {writer.b} in {lane:b} and {writer.a} in {lane:a}. The reader needs the line. Its CPU has little else to do meanwhile: enough to cover the short trip in {lane:a}, but not the long one in {lane:b}.`,
  },
  directory: {
    ask: 'Why is it far?',
    title: 'Who knows where the line is?',
    text: `All 24 CPUs share one large cache, the L3. But the list that says where a line is has been split. Each cluster has the list of the lines that its CPUs hold, the {term:L3 tag}.

In {lane:a}, [the reader’s list](#tag-a) has the line: a fetch takes {price.a}. In {lane:b} [its list](#tag-b) does not have it, so the other list is asked as well, [across the chip](#across). The question and [the line](#way) go further: {price.b}.`,
    word: { term: 'L3 tag', means: 'the cluster’s list of lines' },
  },
  published: {
    ask: 'Is that so?',
    title: 'What the mail said',
    text: `In December 2020 Barry Song of HiSilicon sent a patch series to the Linux kernel mailing list. It began with this program: 36 % longer in two clusters than in one. Here it is {ratio.percent} %.

The mail gave only the loss. The picture adds that [the reader](#reader) pays for all of it; [the writer](#writer) takes no longer. The last step shows how to avoid it.`,
  },
  level: {
    ask: 'Can a scheduler help?',
    title: 'What a scheduler can do',
    text: `Nobody binds every program by hand. When a task is woken, the kernel chooses its CPU: that is a {term:wake-up}. In 2020 Linux took all 24 CPUs for equally near.

Now pairs of tasks send each other messages: a {task:0.client|triangle} and a {task:0.server|circle}. {lane:a} is Linux as it was. {lane:b} has the patch and looks inside the cluster first: {far.b} % of its wake-ups change the cluster, {far.a} % in {lane:a}.`,
    word: { term: 'wake-up', means: 'a task may run again: where?' },
    bars: {
      far: { title: 'Wake-ups that change the cluster', of: 'of all', unit: '%' },
    },
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
    text: `A programmer can help, too. Put {field:y} 64 bytes after {field:x}, and each number has [a line](#line) to itself. {lane:a} still runs in one cluster, {lane:b} in two.`,
    question: {
      text: 'How long will lane {lane:b} take?',
      options: {
        slower: 'Longer than {lane:a}: two clusters are two clusters.',
        same: 'As long as {lane:a}.',
        faster: 'Less than {lane:a}: it has more cache.',
      },
      after:
        '{lane:a} took {same.a}, {lane:b} {same.b}. Without a common line nothing is fetched, and then the distance costs nothing. (The real chip may want 128 bytes instead of 64: act 5.) Clusters are not slow; sharing a line across them is.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” Two threads that share no line do not care how far apart they are.',
    bars: {
      same: { title: 'Time of the program', of: 'whole run' },
    },
  },
} as const;
