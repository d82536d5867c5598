/** English lessons of the starters: what it does, what to watch, what to change. At most 250 words each. */
import type { Lessons } from './lesson';

export const lessonsEn: Lessons = {
  fifo: {
    title: 'First in, first out',
    about: 'one queue, first come, first served',
    does: 'There is one queue for the whole machine. `select_cpu` sends a task that wakes to an idle CPU. If no CPU is idle, `enqueue` puts the task at the end of the queue, and `dispatch` gives the task at the front to a CPU that needs work. No task is preferred, and no task starves.',
    watch:
      'Watch the wake-up latency of a task that runs briefly, beside hogs that never sleep. It waits until a CPU ends a slice: the longer the slice, the longer the wait. Textbooks call this the convoy effect. Watch the moves, too: the queue does not know where a task ran before, so a task often leaves its cache.',
    change:
      'Set `slice_ns` to 4 ms: short tasks wait less, and CPUs switch more often. Then write `SCX_DSQ_LOCAL` instead of `SHARED_DSQ` in `enqueue`: now each task waits on one CPU, moves become rare, and some CPUs idle while tasks wait elsewhere.',
  },
  round_robin: {
    title: 'Round robin',
    about: 'a queue for every CPU, short turns',
    does: 'Each CPU has a queue. Its tasks take turns of `slice_ns`: a task whose turn is over goes to the end. A CPU whose queue is empty looks into the queues of the CPUs after it, and takes the first task that it finds.',
    watch:
      'Watch `nr_stolen` and the wasted time. If the tasks are spread unevenly, stealing keeps all CPUs busy. Two tasks on one CPU get equal shares, whatever their nice values: round robin knows no weights. Compare shares with EEVDF in lane A.',
    change:
      'Switch `steal` off: CPUs idle beside full queues, and the run takes longer. Switch it on again, and set `slice_ns` to 0.5 ms: tasks wait less for their turn, but more time goes into context switches. Slices end at a tick, so a slice shorter than a tick lasts until the tick.',
  },
  vtime: {
    title: 'Weighted virtual time',
    about: 'a share for each weight',
    does: 'While a task runs, its virtual time advances by the time it runs, divided by its weight. The queue is ordered by virtual time, so the task that has run least for its weight is next. Among several tasks per CPU, the shares tend to the weights. A task that slept is set to the clock, less one slice: sleep saves nothing. CFS works by this idea.',
    watch:
      'Run hogs with different nice values, more than two for each CPU, and compare their CPU time. Two hogs on one CPU show a limit: both get half. `dispatch` is called while the old task is not queued yet, so the other one always comes next.',
    change:
      'In `charge`, leave out `* 100 / p->scx.weight`: all shares become equal. Put it back, and leave out the two lines after “Sleep saves nothing”: a task that slept for long runs alone until its virtual time has caught up, and the others wait.',
  },
  lottery: {
    title: 'Lottery',
    about: 'tickets instead of accounts',
    does: 'A task has as many tickets as it has weight. A CPU that needs work adds up the tickets of the waiting tasks, draws a number, and walks along the queue to the task that holds it. Nothing about the past is stored, and a task with at least one ticket always has a chance.',
    watch:
      'Compare the CPU time of equal tasks after 100 ms and after 2 s. The shares come close to the weights, but slowly: after n draws the error is about the square root of n. Watch the longest wait, too: nothing bounds it. Both walks along the queue take time; with many waiting tasks, `dispatch` becomes expensive.',
    change:
      'Switch `equal_tickets` on: nice values no longer count. Then replace the draw by `winner = 0`: the first task in the queue always wins, and the lottery has become FIFO. Run several seeds: a lottery differs from seed to seed.',
  },
  stride: {
    title: 'Stride',
    about: 'the lottery without luck',
    does: 'A task has a stride: a constant divided by its weight. Each turn advances its pass by its stride, and the lowest pass is next. A task of twice the weight has half the stride, so it comes up twice as often. The result is that of a lottery, but the error stays within one turn. `pass` and `stride` are in the storage of the task.',
    watch:
      'Compare the shares of equal tasks with those of the lottery after 100 ms: stride is exact much sooner. Compare it with weighted virtual time: there the account is kept in time, here in turns.',
    change:
      'Switch `pay_whole_turn` on, and run tasks that sleep before their turn ends: they pay for time that they did not use, and wait longer. Then leave out the test `if (!tctx)` in `enqueue`: the checker says what the verifier of the kernel would say.',
  },
  mlfq: {
    title: 'Multi-level feedback queue',
    about: 'a task that uses its whole turn sinks',
    does: 'There are three queues. A CPU takes from the highest one that is not empty. A task that uses up its turn goes one queue down, where turns are twice as long; a task that sleeps early keeps its place. A task that wakes preempts a task of a lower queue. Each `boost_ns` all tasks return to the top. The scheduler thus learns which tasks are interactive, without knowing it beforehand.',
    watch:
      'Run hogs together with tasks that sleep often. The hogs sink within a few turns, and the sleepers wait far less than under FIFO. Watch `nr_boosts` and `nr_preempted`.',
    change:
      'Set `boost_ns` to 2 s and add sleepers until they fill the CPUs: the hogs in the lowest queue starve. Then leave out `!p->scx.slice` in `stopping`: now every preemption counts as a used turn. A task could also cheat: sleep just before its turn ends. How would you prevent that?',
  },
  cluster_first: {
    title: 'Cluster first',
    about: 'an idle CPU near the data',
    does: 'A task that wakes looks for an idle CPU where it ran before: on that CPU, in its cluster, among the CPUs that share its last-level cache, and only then anywhere. If no CPU is idle, it waits in the queue of its cluster. A CPU takes from the queue of its cluster before it looks into the others.',
    watch:
      'Run pairs of a client and a server on a machine with clusters, such as the Kunpeng 920. Watch which part of the moves leaves the cluster, and the messages per second. The counters `nr_prev`, `nr_cluster`, `nr_llc` and `nr_far` tell where idle CPUs were found.',
    change:
      'Switch `leave_cluster` off: moves out of the cluster become rare, and a task may wait although a CPU elsewhere is idle. At low load that hurts, at high load it hardly matters. Then change the order: look anywhere first. What do the messages per second say?',
  },
  keep_warm: {
    title: 'Keep warm',
    about: 'few CPUs, kept awake',
    does: 'A CPU is warm for `warm_ns` after it ran a task. A task that wakes prefers an idle CPU that is warm: the one where it ran, else the lowest. Only if there is none, the lowest cold CPU is woken. So the work stays on as few CPUs as it needs, and the others sleep deeply.',
    watch:
      'Run a low load on a machine with many CPUs, and watch how many CPUs are used: few, with low numbers. EEVDF in lane A spreads the same work. Few CPUs leave the idle states rarely, but tasks share caches and threads of a core. `nr_warm` and `nr_cold` count the choices.',
    change:
      'Set `warm_ns` to 0.1 ms: CPUs cool down between two wake-ups, and each wake-up starts again at the lowest CPU. Set it to 50 ms: the set of warm CPUs hardly shrinks. Then leave out the first search, so that a task need not return to its CPU, and watch the moves.',
  },
  central: {
    title: 'Central',
    about: 'one CPU decides for all',
    does: 'A CPU that needs work raises its flag, and the central CPU is called. It walks through the flags and puts a task into the local queue of each of these CPUs. Such a scheduler suits virtual machines: the other CPUs are interrupted less often. But every decision crosses the machine, and the decider can become the bottleneck.',
    watch:
      'Watch the wake-up latency and the time that CPUs idle while tasks wait. Both grow with the number of CPUs and of wake-ups. Watch the central CPU: its own task is preempted all the time. `nr_given` counts the decisions.',
    change:
      'Move `central_cpu` to another CPU, best in the middle of the machine, and compare the latency. Then leave out the condition before `call_central` in `enqueue`, so that the CPU calls itself after each of its own decisions. How many switches does CPU 0 make now?',
  },
  worst_case: {
    title: 'Worst case',
    about: 'all on one CPU',
    does: 'Every task goes to the lowest CPU that it may use, in turns as short as a tick. The scheduler is correct: every task runs in the end, and no rule of sched_ext is broken. But one CPU does all the work.',
    watch:
      'Watch the machine: one queue grows, and all other CPUs idle beside it. In the drawing they have the colour of waste. The verdict shows how far apart two correct schedulers can be: about as far as the number of CPUs. `nr_wasted` counts the tasks that were queued while a CPU was idle.',
    change:
      'Replace `bpf_cpumask_first` by `bpf_cpumask_any_distribute`: tasks now go to any CPU that they may use, idle or not. One word changes, and the throughput is many times as high. It is still worse than a search for an idle CPU, which is what `scx_bpf_select_cpu_dfl` does.',
  },
};
