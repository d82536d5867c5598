/** English of what the functions of a decision do, in Linux and here. */
import type { Func } from '../../scenario/generated/vocab';

/** What the model says of the mechanism a function belongs to. */
export interface Note {
  readonly linux: string;
  readonly model: string;
  readonly left: string;
}

export const notesEn: Readonly<Record<Func, Note>> = {
  wake_wide: {
    linux:
      'Counts how often the waker’s and the wakee’s partners change. When the lower count reaches the LLC’s number of CPUs, and the higher one as many times the lower, the wake-up is wide and the waker does not pull the task near.',
    model: 'The same two functions; a wide wake-up has the previous CPU as its target. It costs nothing by itself.',
    left: 'Wakers that are not tasks: the only ones are timers, on the CPU where their sleeper ran last.',
  },
  wake_affine: {
    linux:
      'Chooses between the waker’s CPU and the previous one: a synchronous waker that is alone gives its place; since 5.11 an idle previous CPU comes next; else the less loaded of the two wins. The previous one’s load is counted up to 12 % higher, which favours the waker’s.',
    model: 'The same rule, with both loads brought up to date first. The choice is free; the wake-up itself costs.',
    left: 'Task groups from 5.9 on, and an idle waker’s CPU, which only interrupts have.',
  },
  select_idle_sibling: {
    linux:
      'Takes the first idle CPU of: the target, the previous CPU, the recently used one, an idle core, the scan of the LLC, an idle sibling thread; else the target. Since 5.12 the scan looks for the idle core as well; since 5.13 a sibling of the previous CPU comes before it.',
    model:
      'That list. The first three looks are free; every CPU looked at later costs the waker. A CPU is idle when nothing runs, waits or is on its way.',
    left: 'Kernel threads bound to a CPU, SCHED_IDLE tasks, and tasks that are just being switched out.',
  },
  select_idle_core: {
    linux:
      'With SMT, looks for a core all of whose threads are idle, if the LLC is thought to have one; since 5.12 inside the scan of the LLC.',
    model:
      'The same, core by core from the target on. From 5.7 on the first busy thread ends the look at a core; in 4.20 all threads are looked at. Every look costs.',
    left: 'Cores that differ from each other.',
  },
  select_idle_cluster: {
    linux:
      'The cluster RFC of December 2020: the CPUs that share the target’s L3 tag are looked at before the rest of the LLC, without a limit. It was not merged in this form.',
    model:
      'After select_idle_core and before the scan of the LLC, never with SMT. If it fails, the ordinary scan looks at the cluster again.',
    left: 'The versions of the series between the RFC and 6.7.',
  },
  select_idle_cpu: {
    linux:
      'Walks the LLC from the target on and takes the first idle CPU. How many it may look at follows from the waker’s idle time and the cost of a scan (5.9), or from the utilisation of the LLC (SIS_UTIL, from 6.0 on).',
    model:
      'Both limits, by the kernel’s version. The count goes down before the look, so a limit of 4 looks at three CPUs. Every look costs the waker.',
    left: 'A real scan’s time varies with the caches; here it is in proportion to the CPUs.',
  },
  select_idle_smt: {
    linux:
      'Looks for an idle thread of the target’s core, when nothing else in the LLC was found; since 5.13 of the previous CPU’s core, before the scan.',
    model: 'The same; all threads of the core are paid for.',
    left: 'Cores that differ from each other.',
  },
  select_idle_capacity: {
    linux:
      'Where CPUs differ in capacity and the kernel knows it: the first idle CPU, from the target on, four fifths of which are enough for the task; else the largest idle one. Since 5.10 the target and the previous CPU come first, if the task fits.',
    model: 'The same, by the task’s average utilisation. Every look costs.',
    left: 'uclamp, util_est, and the energy-aware placement that comes before it on phones.',
  },
  find_idlest_group: {
    linux:
      'For fork and exec: from the highest domain down, compares the groups by type, then by idle CPUs or load (up to 5.4 by load), and goes on in the idlest unless the own group is as good.',
    model: 'The same search, without the task’s own share in its group. It is free of cost.',
    left: 'Idle states, and the node that automatic NUMA balancing prefers.',
  },
  find_idlest_group_cpu: {
    linux: 'In the idlest group, the CPU that went idle last, else the one with the least load.',
    model: 'The same. It is free of cost.',
    left: 'Idle states: the kernel prefers the shallowest.',
  },
  sched_best_cpu: {
    linux:
      'At exec, in 2.5.59: stay if no more than two tasks run here; else the node with the fewest running tasks, and in it the CPU with the fewest. The first of equals wins.',
    model: 'That rule. The search is free; the task leaves through the queue and has its memory where it arrives.',
    left: 'The migration thread of 2.5.59 and its switches.',
  },
  newidle_balance: {
    linux:
      'Runs when a queue is empty. Gives up when no queue is overloaded, the CPU is idle for too short a time or (since 5.14) a wake-up is on its way, else looks domain by domain until something came or the cost exceeds the idle time.',
    model:
      'The same, with simulated cost. The test of avg_idle against migration_cost holds up to 5.15; since then that of the lowest level’s own cost stands first.',
    left: 'What a wake-up during the search does besides ending the idle time, and machines where a level has SD_BALANCE_NEWIDLE off.',
  },
  should_we_balance: {
    linux:
      'One CPU of the group balances for all: the first idle one (since 6.6 first one on an idle core), else the first. A newly idle CPU always may.',
    model: 'The same. Who is not elected leaves the higher levels alone too.',
    left: 'NO_HZ where there is an idle governor: idle CPUs of x86 machines, but for the virtual EPYC, and of 2003 balance at ticks of their own.',
  },
  find_busiest_group: {
    linux:
      'Gives every group of the domain a type (spare, fully busy, imbalanced, overloaded). The highest type is the busiest; ties go by load or by idle CPUs. Up to 5.4 by load.',
    model:
      'The same statistics. Each CPU of the domain costs balance_cpu. Load is scaled by capacity, 1024 for the fastest CPU.',
    left: 'Task groups from 5.9 on, util_est, and of 4.20 what it does with misfit tasks.',
  },
  calculate_imbalance: {
    linux:
      'Says how much should move, counted in tasks when there is spare room, in utilisation from an overloaded group to one with spare, in load when both are full; up to 5.4 in load only.',
    model:
      'The same cases. On a NUMA level a few tasks may stay together: two in 5.9 and 5.10, up to imb_numa_nr since 5.18, none in 4.20.',
    left: 'What 4.20 does with misfit tasks.',
  },
  find_busiest_queue: {
    linux:
      'The queue of the busiest group with the most of what is to move: load, utilisation or tasks. In 2.5.5x the longest queue, if it is clearly longer than the own.',
    model:
      'The same. In 2.5.5x a busy CPU counts the shorter of now and last time and wants about twice its own length.',
    left: 'Capacity that interrupts take.',
  },
  can_migrate_task: {
    linux:
      'From the least recently run task on, asks of each: is it eligible (6.18), is it allowed there, is it running, did it run so recently that its cache is hot? After a failure eligibility no longer counts, after enough of them heat.',
    model:
      'The same, at most 32 tasks (6.5, 6.8: and on until one may go); one that does not fit the imbalance is a misfit. A moved task pays for its cold cache.',
    left: 'Other destinations for pinned tasks (LBF_DST_PINNED), and one time for cache heat on every machine of 2003.',
  },
  active_balance: {
    linux:
      'When balancing keeps failing because the only task is running, asks the stopper of the busiest CPU to preempt and move it.',
    model:
      'The same, after more than cache_nice_tries + 2 failures, since 5.12 only for an imbalance counted in tasks; for a task that has outgrown its CPU or is to be packed at once. A task in a system call finishes it first.',
    left: 'Capacity that interrupts take, as a reason for it, and the context switches of the stopper.',
  },
  try_steal: {
    linux:
      'Sistare’s series of 2018, not merged: a CPU with nothing to run walks the LLC’s bitmap of CPUs with two tasks or more, sibling threads first, then circularly from itself. Asks for 10 µs of average idle time only.',
    model:
      'That rule, after newidle balance and only if that pulled nothing. A failure costs a look per queue, a success its own cost.',
    left: 'The layout of the bitmap and its races: here a bit is exact at every moment.',
  },
  steal_from: {
    linux: 'Locks the queue and looks again: does it still have two tasks or more?',
    model: 'The recheck is made, but never fails: the bitmap is exact.',
    left: 'Waiting for the lock of the queue that is robbed.',
  },
  avg_vruntime: {
    linux: 'V, the average of all vruntimes of the queue by weight: the point at which all lags add up to 0.',
    model: 'The same, in whole nanoseconds, rounded down. Delayed tasks count.',
    left: 'Groups in groups.',
  },
  pick_eevdf: {
    linux:
      'Of the eligible tasks the one with the earliest virtual deadline runs. A task that is protected runs on (RUN_TO_PARITY). A delayed task that comes up leaves, and the pick is made again.',
    model: 'The same; equal deadlines in order of arrival.',
    left: 'NEXT_BUDDY, which is off in these kernels.',
  },
  entity_eligible: {
    linux: 'Is the task owed time, or nothing? Its lag is V less its vruntime.',
    model: 'The same, without a division.',
    left: 'Nothing.',
  },
  update_deadline: {
    linux: 'The virtual deadline: where the task’s vruntime will be when it has had its slice.',
    model: 'The same. Slices of a task’s own from 6.12 on.',
    left: 'Nothing.',
  },
  update_min_vruntime: {
    linux: 'Follows the least vruntime of the queue and never goes back. Who joins or wakes is placed beside it.',
    model: 'The same, in whole nanoseconds.',
    left: 'Groups in groups.',
  },
  pick_next_entity: {
    linux:
      'The task with the least vruntime runs. A buddy (who was just woken, or who was preempted) goes before it while it is less than a wake-up granularity ahead.',
    model: 'The same; equal vruntimes in order of arrival.',
    left: 'Groups in groups.',
  },
  entity_before: {
    linux: 'Whose vruntime is less? It grows with run time, the slower the larger the weight.',
    model: 'The same.',
    left: 'Nothing.',
  },
  group_cfs_rq: {
    linux: 'A control group’s entity stands in the root queue; when it is picked, the group’s own queue picks next.',
    model: 'The same, for one level of groups; a throttled group’s entity is out of the root queue.',
    left: 'Groups in groups; 6.18 throttles single tasks.',
  },
  calc_group_shares: {
    linux: 'The group’s shares times this CPU’s part of the group’s load.',
    model: 'The same, on the scale of nice levels.',
    left: 'Ten more binary digits of weights.',
  },
  schedule: {
    linux:
      'Takes the first task of the highest priority in the active array. When that array is empty, active and expired change places.',
    model: 'The same.',
    left: 'Real-time priorities.',
  },
  sched_find_first_bit: {
    linux: 'A bitmap says which priorities of an array have a task: the first bit is found in constant time.',
    model: 'The same priorities, 100 to 139.',
    left: 'Real-time priorities.',
  },
  task_timeslice: {
    linux:
      'How long the task may still run: 300 ms at nice −20, 151 at 0, 10 at 19. At the end it goes to the expired array.',
    model: 'The same, by ticks of a millisecond.',
    left: 'HZ of 1024 on ia64.',
  },
  detach_next_task: {
    linux: 'Searches the list of the queue’s tasks from the tail, the least recently run first. Ignores cache heat.',
    model:
      'The same: the first that does not run, is allowed here, and whose control group is not throttled here. It pays for its cold cache like after any move.',
    left: 'Nothing.',
  },
  find_busiest_node: {
    linux:
      'Focht’s addition of January 2003: every tenth load_balance call also looks at the node with the most running tasks, if it has more than 125 % of the own node’s.',
    model:
      'That rule; the call then balances over the own CPUs and those of the busiest node. The later steps of the thread are switches of their own.',
    left: 'Other ratios per architecture, and the rebalance_tick of 2.5.65.',
  },
};
