/** English of act 3. */
export const threeEn = {
  wasted: {
    title: 'Idle, while others wait',
    text: `Twenty CPUs, forty tasks. Each CPU has its own queue. When the queue is empty, the CPU goes {state:idle|idle}, even if tasks wait in the queue next door. Such [a CPU](#idle) is {term:wasted}.

Here CPUs are wasted {wasted.percent} % of the time. The cost is higher still: a task that needs a message from a waiting task must sleep until it comes.`,
    word: { term: 'wasted', means: 'idle, while a task waits elsewhere' },
  },
  gate: {
    ask: 'Why does it not look around?',
    title: 'Too busy to look',
    text: `Before [a CPU goes idle](#idle), Linux may look for a task to pull. Looking takes time, and a message may arrive in a moment anyway. So each CPU keeps {term:avg_idle}, and does not look while that is below a limit: 500 µs up to Linux 5.15 (this is 4.20), since then the recent cost of looking.

In this program a message always arrives soon. CPU {gate.cpu} has lately been idle for {gate.idle} at a time, so it does not look.`,
    word: { term: 'avg_idle', means: 'how long it was idle, on average' },
  },
  hand: {
    ask: 'Would you find one?',
    title: 'Steal by hand',
    text: `The framed CPU has just run out of work. Somewhere a task waits. You do not see the queues, and neither does the CPU. Click a CPU to look into its queue, until you find one with a task to spare.

Each look takes time. How many do you need?`,
    game: { again: 'Another one' },
  },
  bitmap: {
    ask: 'How can it be quicker?',
    title: 'A list of CPUs with tasks to spare',
    text: `In 2018 Steven Sistare of Oracle proposed a {term:bitmap} that all CPUs share. An idle CPU [reads it](#bits) and takes {move:steal|one task} from the first CPU that has one to give. That is [stealing](#theft).

Here CPU {found.cpu} looked into {first.looked} queue, took a task from CPU {found.from}, and paid {found.cost}. That is cheap enough to do every time.`,
    word: { term: 'bitmap', means: 'a bit for each CPU with two tasks' },
  },
  row: {
    ask: 'What does it change?',
    title: 'Fewer stops',
    text: `{lane:b} steals, {lane:a} does not. CPUs go idle {idle.b} times instead of {idle.a}, and are busy {busy.b} % of the time instead of {busy.a} %.

The surprise: the scheduler is called less often, not more. A CPU that does not stop lets messages pile up. When a task’s turn comes, it finds several at once and runs longer.`,
  },
  load: {
    ask: 'What happens with more tasks?',
    title: 'The more tasks, the less to gain',
    text: `With 40 tasks, stealing gets {one.mean} % more done. With 160 tasks it is {four.mean} %.

The lanes show 160. With so many, a queue seldom runs empty. Where no CPU is idle, there is nothing to fill.`,
  },
  larger: {
    ask: 'What changes on a larger machine?',
    title: 'A larger machine',
    text: `The same on 44 CPUs, with 80 tasks. So far {lane:b} has moved {gain.percent} % more messages: {wasted.a} % of the time was wasted in {lane:a}, {wasted.b} % in {lane:b}.

By the end of the run our gain is larger than the one in the mail: here our model is too generous.`,
    bars: {
      wasted: { title: 'Wasted CPU time', of: 'so far', unit: '%' },
    },
  },
  nodes: {
    ask: 'Why is it switched off?',
    title: 'Why it switches itself off',
    text: `On a machine of eight sockets Sistare saw the opposite: with stealing, the program was slower at every load. So on more than two {term:NUMA node|NUMA nodes} stealing is off.

This machine has four. In {lane:a} the limit holds; in {lane:b} stealing is forced. Here it gains {gain.percent} % so far. That is not his machine: the limit rests on his measurement, not on ours.

Three nodes are still idle while tasks wait in one. Across nodes nothing is stolen, and nothing counts as wasted.`,
    word: { term: 'NUMA node', means: 'CPUs with memory of their own' },
    bars: {
      off: { title: 'Tasks stolen', of: 'so far' },
    },
  },
  question: {
    ask: 'What happens with few tasks?',
    title: 'A question before you go',
    text: `44 CPUs again, and now 40 tasks. In {lane:b} the CPUs steal, in {lane:a} they do not. With 80 tasks, the gain reported in the mail for this machine was 33 %.`,
    question: {
      text: '40 tasks on 44 CPUs: how much does stealing gain?',
      options: {
        more: 'A lot: there are always idle CPUs to fill.',
        nothing: 'Nothing.',
        less: 'It loses: every look is in vain.',
      },
      after:
        'Each task has a CPU to itself. {idle.idle} % of the CPU time was idle, but no task was waiting: the tasks slept until a message came. No queue had two tasks, so no bit was set, and looking in vain costs next to nothing. An idle CPU is no loss; an idle CPU beside a full queue is one.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” An idle CPU is no loss; an idle CPU beside a full queue is one.',
  },
} as const;
