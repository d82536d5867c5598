/** English of act 3. */
export const threeEn = {
  wasted: {
    title: 'Idle, while others wait',
    text: `A server with 20 CPUs, all under one last-level cache. On it runs {field:hackbench}: twenty {task:0.sender|senders} and twenty {task:0.receiver|receivers}; every sender writes to every receiver. That is two tasks for a CPU, and each CPU has a queue of its own.

If nobody has written anything for a receiver, it sleeps, and its CPU goes on with the next task in its queue. When the queue is empty, the CPU goes {state:idle|idle}, even if tasks are waiting in the queue next door. Such a CPU is marked {state:wasted|wasted}; a CPU with tasks to spare is {state:overloaded|overloaded}.

It costs more than the wasted time itself: as long as a task waits, those who need its messages sleep as well.`,
    claims: {
      idle: 'CPUs went idle {idle} times so far; {percent} % of the CPU time was idle.',
      wasted: 'In {percent} % of the CPU time, a CPU was idle while a task waited that it could have run.',
    },
  },
  gate: {
    title: 'Too busy to look',
    text: `Linux knows this problem. A CPU whose queue runs empty calls {field:newidle_balance} before it goes idle: it looks for the busiest queue, level by level, and pulls a task over. Such a search takes time. Why search long, if a message will arrive in a moment and wake somebody here?

So each CPU keeps {field:avg_idle}, how long it has been idle on average. If that is below 500 µs (0.5 ms), it does not look at all. In {field:hackbench} something always arrives soon: the CPUs go idle often, but never for long.

The run stands still before such a moment; the panel shows what the CPU asked.`,
    claims: {
      gate: 'CPU {cpu} has lately been idle for {idle} on average. That is below 500 µs, so it did not look.',
      rare: 'So far {move:newidle|newidle balance} has brought {pulled} tasks; {idle} times a CPU went idle with none.',
    },
  },
  bitmap: {
    title: 'A list of those who have too much',
    text: `In 2018 Steven Sistare of Oracle proposed to make the search so cheap that it can always be done. The CPUs under one last-level cache share a {term:bitmap}, {field:cfs_overload_cpus}: one bit for each CPU, set while it has two tasks or more.

If newidle balance has found nothing, the CPU goes through the bits, first that of the other thread of its core, and takes {move:steal|one task} from the first CPU that has one to give. That need not be the busiest. Since a theft takes only 1 to 2 µs, he asks for an {field:avg_idle} of 10 µs instead of 500.

{lane:a} is the kernel as it was, {lane:b} can steal. Step through one theft with the arrow keys.`,
    claims: {
      found: 'CPUs whose bit was set: {marked}. CPU {cpu} took a task from CPU {from}; it cost {cost}.',
      first: 'Queues it had to look into: {looked}.',
      wasted: 'Time wasted so far: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  row: {
    title: 'The row fills',
    text: `Linux counts what its scheduler does in {field:/proc/schedstat}. Sistare printed this row for an average CPU, with a column of his own, {field:steal}. Here both lanes fill it while they run.

Read {field:idle}: how often a CPU found nothing and went idle. Then {field:%busy}. Then {field:sched}: the scheduler is called less often, not more. A CPU that never stops lets messages pile up, so that a task finds several at once when its turn comes, and runs longer ({field:slice}).

The published row is of a run a hundred times as long. The time of {field:hackbench} was fitted to his tables with one number, the cost of a write; these counts are what the model says by itself. So short a run goes idle more often with stealing than a long one; the report measures after the first second.`,
    claims: {
      idle: 'CPUs went idle {a} times in {lane:a}, {b} times in {lane:b}.',
      busy: 'Busy: {a} % in {lane:a}, {b} % in {lane:b}.',
      sched: 'The scheduler was called {a} times in {lane:a}, {b} times in {lane:b}.',
      slice: 'A task runs for {a} ms at a time in {lane:a}, for {b} ms in {lane:b}.',
      steal: '{lane:b} stole {steals} tasks.',
    },
  },
  load: {
    title: 'The more tasks, the less to win',
    text: `The tables of the mail go from one group of {field:hackbench} (40 tasks) to eight (320). The gain is largest with one. With 320 tasks on 20 CPUs, a queue seldom runs empty, and where nobody is idle there is nothing to fill.

Beside the picture, one group and four groups are run with several random choices. The first fifth of a second is left out: before the run all CPUs were idle, so {field:avg_idle} is still above 500 µs, and at first newidle balance does what stealing would do. The report leaves out a second, with eight groups four. There all signs of the table come out right, and the number of thefts within a seventh. Compare the rows.

The tables say how much time is saved, (old − new)/old; in the mail the same gain is old/new − 1, a larger number.`,
    claims: {
      one: 'With 40 tasks, {lane:b} gets {mean} % more done ({least} to {most} % over {seeds} runs).',
      four: 'With 160 tasks, {mean} % more ({least} to {most} %).',
    },
  },
  larger: {
    title: 'A larger machine',
    text: `The same on 44 CPUs, with two groups: 80 tasks. The cost of a write comes from the machine with 20 CPUs, and no number was fitted to this table; but where the cost of a wake-up and the share of a socket’s locks lie within what was measured was settled with it in sight. From two groups on stealing wins more here than in the mail, most with two and with sixteen.

The first row of the table, one group, is missing here. It comes at the end of the act.`,
    claims: {
      gain: 'So far {lane:b} has moved {percent} % more messages.',
      wasted: 'Time wasted: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  nodes: {
    title: 'Why it switches itself off',
    text: `A large server has several {near:node|nodes}, each with its own memory and cache. On a machine with eight sockets Sistare saw the opposite: with stealing, {field:hackbench} was slower at every load. Not because tasks were stolen from other nodes; that never happens. His explanation: with the load smoother, a waker is more often alone on its CPU, and then the wake-up rule {field:wake_affine} gives its place to the woken task, even if that comes from {move:wakeNode|another node}.

So there is {field:sched_steal_node_limit}: on more than 2 nodes, stealing is off. This is a Kunpeng 920 with four. In {lane:a} stealing is switched on, but the limit holds; in {lane:b} it is forced.

An honest word: this is not his machine; we have none of eight sockets. Early in this run, while most tasks are still on one or two nodes, our model sees a gain; once they have spread, it depends on the random choices whether a gain is left, or a loss. The limit rests on his measurement, not on ours. The series was never taken into Linux.`,
    claims: {
      off: 'Tasks stolen: {a} in {lane:a}, {b} in {lane:b}.',
      near: 'Of the thefts in {lane:b}, {far} crossed a node.',
      gain: 'So far {lane:b} has moved {percent} % more messages: not yet the loss he saw.',
    },
  },
  question: {
    title: 'A question before you go',
    text: `Back to the machine with 44 CPUs, and now with one group: 40 tasks. In {lane:b} the CPUs steal, in {lane:a} they do not. With 80 tasks the mail had 33 % for this machine (old/new − 1).`,
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
        'Each task has a CPU to itself. {idle.idle} % of the CPU time was idle, but nobody was waiting: the tasks slept until a message came. No queue had two tasks, so no bit was set, and who finds an empty bitmap is done at once; that is why looking in vain costs next to nothing. The mail says −0.3 %, within its own spread. An idle CPU is no loss; an idle CPU beside a full queue is one.',
    },
  },
} as const;
