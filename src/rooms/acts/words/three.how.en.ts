/** English evidence for the claims of act 3. */
export const threeHowEn = {
  wasted: {
    how: `The program is {field:hackbench} with one group: twenty senders write to twenty receivers. The machine has one last-level cache for all CPUs; only a task that the CPU could have run is counted.`,
    claims: {
      idle: 'CPUs went idle {idle} times so far; {percent} % of the CPU time was idle.',
      wasted: 'In {percent} % of the CPU time, a CPU was idle while a task waited that it could have run.',
    },
  },
  gate: {
    how: `The function is {field:idle_balance}, since 5.4 {field:newidle_balance}: it looks for the busiest queue, level by level. The lens shows what it asked.`,
    claims: {
      gate: 'CPU {cpu} has lately been idle for {idle} on average. That is below 500 µs, so it did not look.',
      rare: 'So far {move:newidle|newidle balance} has brought {pulled} tasks; {idle} times a CPU went idle with none.',
    },
  },
  hand: {
    how: `The queues are those of this run at that moment. A look at a queue is charged in the model as the cache line it has to fetch.`,
    claims: {
      some: 'At this moment {idle} CPUs are idle, and {waiting} have a task to spare.',
    },
  },
  bitmap: {
    how: `The bitmap is {field:cfs_overload_cpus}. The bit of the other thread of the core is looked at first; the victim need not be the busiest. A theft takes 1 to 2 µs, according to his mail. Here it has one price for look and move together, so its single steps cost nothing. That is why he asks for an {field:avg_idle} of 10 µs instead of 500. {lane:a} is the kernel as it was.`,
    claims: {
      found: 'CPUs whose bit was set: {marked}. CPU {cpu} took a task from CPU {from}; it cost {cost}.',
      first: 'Queues it had to look into: {looked}.',
      wasted: 'Time wasted so far: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  row: {
    how: `Linux counts this in {field:/proc/schedstat}; Sistare printed the row for an average CPU, and added a column, {field:steal}. His run was a hundred times as long. One number was fitted to his tables, the cost of a write, by the time of the program; these counts were not. In so short a run CPUs go idle more often with stealing than in a long one; the tables of “Replication” leave the first second out.`,
    claims: {
      idle: 'CPUs went idle {a} times in {lane:a}, {b} times in {lane:b}.',
      busy: 'Busy: {a} % in {lane:a}, {b} % in {lane:b}.',
      sched: 'The scheduler was called {a} times in {lane:a}, {b} times in {lane:b}.',
      slice: 'A task runs for {a} ms at a time in {lane:a}, for {b} ms in {lane:b}.',
      steal: '{lane:b} stole {steals} tasks.',
    },
  },
  load: {
    how: `Both loads run beside the picture. The first fifth of a second is left out: all CPUs were idle before, so {field:avg_idle} is still above 500 µs, and newidle balance does what stealing would do. The tables of “Replication” leave out more. Those below count time saved, where the same gain is a smaller number: 25 % more done is 20 % less time.`,
    claims: {
      one: 'With 40 tasks, {lane:b} gets {mean} % more done ({least} to {most} % over {seeds} runs).',
      four: 'With 160 tasks, {mean} % more ({least} to {most} %).',
    },
  },
  larger: {
    how: `The cost of a write comes from the machine with 20 CPUs. Two other numbers, the cost of a wake-up and how much of a read or write holds a lock, were chosen within measured ranges, with an eye on this table, so it is not an independent test. We gain more than the mail with two to eight groups, and less with sixteen. The first row of the table is missing: it is the question at the end.`,
    claims: {
      gain: 'So far {lane:b} has moved {percent} % more messages.',
      wasted: 'Time wasted: {a} % in {lane:a}, {b} % in {lane:b}.',
    },
  },
  nodes: {
    how: `No task is stolen from another node, then or now. His explanation: with the load smoother, a waker is more often alone on its CPU, and then the kernel’s rule for wake-ups moves the woken task there, even from another node. The limit is {field:sched_steal_node_limit}. Once the tasks have spread, the random choices decide here whether it gains. The series was never taken into Linux.`,
    claims: {
      off: 'Tasks stolen: {a} in {lane:a}, {b} in {lane:b}.',
      near: 'Of the thefts in {lane:b}, {far} crossed a node.',
      gain: 'So far {lane:b} has moved {percent} % more messages: not the loss he saw.',
      apart: 'Nothing runs on the {idle} CPUs of the other three nodes, in either lane.',
    },
  },
  question: {
    how: `The mail says −0.3 % for this load, within its own spread. 33 % is more work in the same time.`,
    claims: {
      same: '{lane:b} moves {percent} % more messages than {lane:a}.',
      idle: 'In {lane:a}, {idle} % of the CPU time was idle, but only {wasted} % was wasted.',
      steals: 'An average CPU looked {tries} times in vain in {lane:b}; {steals} tasks were stolen in all.',
    },
  },
} as const;
