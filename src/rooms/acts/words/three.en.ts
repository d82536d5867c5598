/** English of act 3. */
export const threeEn = {
  wasted: {
    title: 'Idle, while others wait',
    text: `Twenty CPUs, forty tasks. Each CPU has a queue of its own. When it is empty, the CPU goes {state:idle|idle}, even if tasks wait in the queue next door. Such a CPU is {term:wasted}.

That is {wasted.percent} % of the time here. It costs more than that: those who need a message of a task that waits must sleep as well.`,
    word: { term: 'wasted', means: 'idle, while a task waits elsewhere' },
    how: `The program is {field:hackbench} with one group: twenty senders write to twenty receivers. The machine has one last-level cache for all CPUs; only a task that the CPU could have run is counted.`,
    claims: {
      idle: 'CPUs went idle {idle} times so far; {percent} % of the CPU time was idle.',
      wasted: 'In {percent} % of the CPU time, a CPU was idle while a task waited that it could have run.',
    },
  },
  gate: {
    ask: 'Why not look around?',
    title: 'Too busy to look',
    text: `Before a CPU goes idle, Linux may look for a task to pull. That takes time, and a message may come in a moment anyway. So each CPU keeps {term:avg_idle}, and below 500 µs it does not look.

In this program something always comes soon. CPU {gate.cpu} has lately been idle for {gate.idle} at a time. It does not look.`,
    word: { term: 'avg_idle', means: 'how long it was idle, on average' },
    how: `The function is {field:newidle_balance}: it looks for the busiest queue, level by level. The lens shows what it asked.`,
    claims: {
      gate: 'CPU {cpu} has lately been idle for {idle} on average. That is below 500 µs, so it did not look.',
      rare: 'So far {move:newidle|newidle balance} has brought {pulled} tasks; {idle} times a CPU went idle with none.',
    },
  },
  hand: {
    ask: 'Would you find one?',
    title: 'Steal by hand',
    text: `The framed CPU has just run out of work. Somewhere a task waits. You do not see the queues, and neither does the CPU. Click a CPU to look into its queue, until you find one with a task to spare.

Each look takes time. How many do you need?`,
    how: `The queues are those of this run at that moment. A look at a queue is charged in the model as the cache line it has to fetch.`,
    claims: {
      some: 'At this moment {idle} CPUs are idle, and {waiting} have a task to spare.',
    },
    game: { again: 'Another one' },
  },
  bitmap: {
    ask: 'How to be quicker?',
    title: 'A list of those who have too much',
    text: `In 2018 Steven Sistare of Oracle proposed a {term:bitmap} that all CPUs share. An idle CPU reads it and takes {move:steal|one task} from the first CPU that has one to give. That is stealing.

Here CPU {found.cpu} looked into {first.looked} queue, took a task from CPU {found.from}, and paid {found.cost}. That is cheap enough to do always.`,
    word: { term: 'bitmap', means: 'a bit for each CPU with two tasks' },
    how: `The bitmap is {field:cfs_overload_cpus}. The bit of the other thread of the core is looked at first; the victim need not be the busiest. Since a theft takes 1 to 2 µs, he asks for an {field:avg_idle} of 10 µs instead of 500. {lane:a} is the kernel as it was.`,
    claims: {
      found: 'CPUs whose bit was set: {marked}. CPU {cpu} took a task from CPU {from}; it cost {cost}.',
      first: 'Queues it had to look into: {looked}.',
      wasted: 'Time wasted so far: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  row: {
    ask: 'What does it change?',
    title: 'Fewer stops',
    text: `{lane:b} steals, {lane:a} does not. CPUs go idle {idle.b} times instead of {idle.a}, and are busy {busy.b} % of the time instead of {busy.a} %.

The surprise: the scheduler is called less often, not more. A CPU that does not stop lets messages pile up. When a task’s turn comes, it finds several at once and runs longer.`,
    how: `Linux counts this in {field:/proc/schedstat}; Sistare printed the row for an average CPU, with a column of his own, {field:steal}. His run was a hundred times as long. One number was fitted to his tables, the cost of a write, by the time of the program; these counts were not. So short a run goes idle more often with stealing than a long one; the report measures after the first second.`,
    claims: {
      idle: 'CPUs went idle {a} times in {lane:a}, {b} times in {lane:b}.',
      busy: 'Busy: {a} % in {lane:a}, {b} % in {lane:b}.',
      sched: 'The scheduler was called {a} times in {lane:a}, {b} times in {lane:b}.',
      slice: 'A task runs for {a} ms at a time in {lane:a}, for {b} ms in {lane:b}.',
      steal: '{lane:b} stole {steals} tasks.',
    },
  },
  load: {
    ask: 'With more tasks?',
    title: 'The more tasks, the less to win',
    text: `With 40 tasks, stealing gets {one.mean} % more done. With 160 tasks it is {four.mean} %.

The lanes show 160. With so many, a queue seldom runs empty. Where nobody is idle, there is nothing to fill.`,
    how: `Both loads are run beside the picture. The first fifth of a second is left out: all CPUs were idle before, so {field:avg_idle} is still above 500 µs, and newidle balance does what stealing would do. The report leaves out more. The tables below count time saved, in which a gain is a smaller number: 25 % more done is 20 % of the time saved.`,
    claims: {
      one: 'With 40 tasks, {lane:b} gets {mean} % more done ({least} to {most} % over {seeds} runs).',
      four: 'With 160 tasks, {mean} % more ({least} to {most} %).',
    },
  },
  larger: {
    ask: 'On a larger machine?',
    title: 'A larger machine',
    text: `The same on 44 CPUs, with 80 tasks. So far {lane:b} has moved {gain.percent} % more messages: {wasted.a} % of the time was wasted in {lane:a}, {wasted.b} % in {lane:b}.

The mail’s gain was smaller. Here we are too generous.`,
    how: `The cost of a write comes from the machine with 20 CPUs. Two other numbers, the cost of a wake-up and the share of a socket’s locks, were chosen within what was measured, and this table was looked at for that: so it is no independent test. We gain more than the mail from two groups on, most with two and with sixteen. The first row of the table is missing: it is the question at the end.`,
    claims: {
      gain: 'So far {lane:b} has moved {percent} % more messages.',
      wasted: 'Time wasted: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  nodes: {
    ask: 'Why is it switched off?',
    title: 'Why it switches itself off',
    text: `On a machine of eight sockets Sistare saw the opposite: with stealing, the program was slower at every load. So on more than two {term:NUMA node|NUMA nodes} stealing is off.

This machine has four. In {lane:a} the limit holds; in {lane:b} stealing is forced. Here it gains {gain.percent} % so far. That is not his machine: the limit rests on his measurement, not on ours.`,
    word: { term: 'NUMA node', means: 'CPUs with memory of their own' },
    how: `No task is stolen from another node, then or now. His explanation: with the load smoother, a waker is more often alone on its CPU, and then the kernel’s rule for wake-ups moves the woken task there, even from another node. The limit is {field:sched_steal_node_limit}. Once the tasks have spread, the random choices decide here whether it gains. The series was never taken into Linux.`,
    claims: {
      off: 'Tasks stolen: {a} in {lane:a}, {b} in {lane:b}.',
      near: 'Of the thefts in {lane:b}, {far} crossed a node.',
      gain: 'So far {lane:b} has moved {percent} % more messages: not yet the loss he saw.',
    },
  },
  question: {
    ask: 'And with few tasks?',
    title: 'A question before you go',
    text: `44 CPUs again, and now 40 tasks. In {lane:b} the CPUs steal, in {lane:a} they do not. With 80 tasks the mail’s gain on this machine was 33 %.`,
    how: `The mail says −0.3 % for this load, within its own spread. 33 % is more work in the same time.`,
    claims: {
      same: '{lane:b} moves {percent} % more messages than {lane:a}.',
      idle: 'In {lane:a}, {idle} % of the CPU time was idle, but only {wasted} % was wasted.',
      steals: 'An average CPU looked {tries} times in vain in {lane:b}; {steals} tasks were stolen in all.',
    },
    question: {
      text: '40 tasks on 44 CPUs: how much does stealing gain?',
      options: {
        more: 'A lot: there are always idle CPUs to fill.',
        nothing: 'Nothing.',
        less: 'It loses: all that looking is in vain.',
      },
      after:
        'Each task has a CPU to itself. {idle.idle} % of the CPU time was idle, but nobody was waiting: the tasks slept until a message came. No queue had two tasks, so no bit was set, and looking in vain costs next to nothing. An idle CPU is no loss; an idle CPU beside a full queue is one.',
    },
    card: 'You said: “{guess}” It was: “{outcome}” An idle CPU is no loss; an idle CPU beside a full queue is one.',
  },
} as const;
