//! Invariants between any two events, over random machines, kernels, workloads, switches and
//! seeds. This table lists the test of each invariant; the numbers are only those of its rows.
//!
//! | | tested by |
//! |---|---|
//! | 1-4 | `tasks::every_task_is_in_one_place` |
//! | 5, 6 | `tasks::only_waiting_tasks_are_moved_and_keep_their_accounts`; 5 also `balance::a_pull_takes_what_it_may` |
//! | 7 | `tests/topology.rs`: `spans_grow_and_intervals_follow_weights` |
//! | 8 | there: `groups_tile_a_domain_and_each_has_a_balancer`, `groups_leave_their_span_only_where_the_old_kernels_let_them` |
//! | 9 | there: `nothing_degenerate_is_left`, `the_cluster_level_changes_nothing_above_it` |
//! | 10 | there: `sd_llc_is_the_node`, `distance_is_the_closest_level_two_cpus_share` |
//! | 11 | there: `every_cpu_reaches_the_whole_machine_when_all_rows_are_read` |
//! | 12 | `cfs::queues_are_in_order_and_vruntimes_go_forward`, `cfs::the_pick_is_the_leftmost_or_a_near_buddy` |
//! | 13, 15 | `cfs::queues_are_in_order_and_vruntimes_go_forward` |
//! | 14 | `cfs::two_hogs_on_one_cpu_get_the_same`, `cfs::run_times_follow_the_weights` (held at the queue, where weights are known exactly) |
//! | 16 | `cfs::nobody_outruns_its_slice_past_a_tick` |
//! | 17 | `cfs::averages_stay_in_their_bounds`; the halving: `runqueue/pelt.rs` |
//! | 18 | `cfs::averages_stay_in_their_bounds`; `avg_scan_cost` is unsigned |
//! | 19-24 | `wakeup::every_placement_keeps_the_rules`; no workload has a per-CPU kthread, so 19 has no exception |
//! | 25 | `wakeup::a_degenerate_cluster_level_changes_nothing`; no machine has clusters of one CPU |
//! | 26 | `balance::passes_keep_their_intervals_and_conditions`, `balance::passes_of_long_jobs_keep_them_too` |
//! | 27 | `balance::one_cpu_of_a_group_is_elected` |
//! | 28 | `balance::a_pull_takes_what_it_may` |
//! | 29 | `balance::balanced_groups_are_left_alone` |
//! | 30, 31 | as 26; 30 also `balance::newidle_does_nothing_without_overload`, 31 `balance::the_stopper_is_called_after_failures` |
//! | 32 | `balance::the_periodic_balance_spreads_hogs`, `balance::hogs_spread_evenly`, `balance::hogs_find_a_cpu_each` |
//! | 33-36 | `steal::stealing_keeps_its_conditions_and_leaves_nothing`, `steal::steals_happen_only_under_their_conditions`, `steal::a_steal_takes_what_it_may` |
//! | 37 | `steal::steals_are_attempts_that_found_a_task` |
//! | 38 | `engine::busy_time_is_the_time_of_running_tasks`, `engine::without_preemption_schedules_are_wake_ups`; the slice: `tests/mechanisms.rs`, `the_schedstat_row_adds_up` |
//! | 39, 41, 42, 46 | `o1::queues_and_balancing_keep_the_rules`; 42 also `o1::the_smoothed_load_settles`, 46 `o1::sleep_averages_have_a_most` |
//! | 40 | `o1::the_restriction_holds_jobs_on_their_node` |
//! | 43 | as 39, and `o1::an_idle_cpu_pulls_one_task` |
//! | 44 | `o1::the_smoothed_load_settles` |
//! | 45 | `o1::the_arrays_are_a_list_by_array_and_priority`, and as 39 |
//! | 47-50 | `tests/memory.rs` |
//! | 51 | `engine::every_workload_comes_to_its_end`, `engine::hackbench_delivers_every_message`; what a channel holds: `workload/channel.rs` |
//! | 52 | `engine::busy_time_is_the_time_of_running_tasks`, `engine::time_never_goes_back` (time), `engine::a_snapshot_goes_on_to_the_same_events`, `engine::a_saved_state_is_the_state_and_goes_on_to_the_same_events`, `engine::a_flip_by_hand_is_the_flip_in_the_document`; native against WebAssembly: `tests/determinism.test.ts` |
//! | 53 | `engine::jobs_take_the_time_of_their_work` |
//! | 54 | `engine::time_is_linear_in_loops_once_warm`, `engine::time_is_linear_in_groups_once_saturated` |
//! | 55: no task computes for longer than its request where a timer ends slices | `tasks::a_timer_ends_slices` |
//! | 56 | `cache::caches_are_filled_within_their_bounds` |
//! | 57: only lazy preemption waits for a tick, and no longer | `tasks::lazy_preemption_waits_for_a_tick_at_most` |

mod balance;
mod cache;
mod cfs;
mod engine;
mod o1;
mod steal;
mod tasks;
mod wakeup;

use crate::common::config;
use sched_core::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::{Decision, read};
use sched_core::runqueue::RunQueues;
use sched_core::runqueue::cfs::{Cfs, Entity};
use sched_core::runqueue::o1::{O1, O1Entity};
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use sched_core::system::{Cpu, DomainState, System, Task};

/// The queues of a kernel with CFS.
pub fn cfs(sys: &System) -> Option<&Cfs> {
    match &sys.queues {
        RunQueues::Cfs(cfs) => Some(cfs),
        RunQueues::O1(_) | RunQueues::Eevdf(_) | RunQueues::Grouped(_) => None,
    }
}

/// The queues of a kernel with the O(1) scheduler.
pub fn o1(sys: &System) -> Option<&O1> {
    match &sys.queues {
        RunQueues::Cfs(_) | RunQueues::Eevdf(_) | RunQueues::Grouped(_) => None,
        RunQueues::O1(o1) => Some(o1),
    }
}

/// The state of a CPU before an event.
#[derive(Clone, Copy, Default)]
pub struct CpuBefore {
    pub curr: Option<TaskId>,
    pub nr_running: u32,
    pub min_vruntime: u64,
    pub next_tick: Ns,
    pub avg_idle: Ns,
    pub avg_scan_cost: Ns,
}

/// The state before an event.
#[derive(Default)]
pub struct Before {
    pub now: Ns,
    /// The CPU that the event belongs to.
    pub cpu: CpuId,
    pub idle: CpuMask,
    pub live: u32,
    pub cpus: PerCpu<CpuBefore>,
    pub tasks: PerTask<Task>,
    /// The tasks' entities under CFS, and under the O(1) scheduler.
    pub entities: PerTask<Entity>,
    pub o1_entities: PerTask<O1Entity>,
    /// Running tasks of each node (2.5.5x).
    pub nodes: Vec<u32>,
    /// Balancing of the event's CPU, level by level.
    pub domains: Vec<DomainState>,
}

impl Before {
    fn take(&mut self, sys: &System) {
        self.now = sys.now;
        self.cpu = sys.events.first().1;
        self.idle = sys.idle;
        self.live = sys.live;
        let before = |(cpu, c): (CpuId, &Cpu)| CpuBefore {
            curr: c.curr,
            nr_running: sys.nr_running(cpu),
            min_vruntime: cfs(sys).map_or(0, |cfs| cfs.queues[cpu].min_vruntime),
            next_tick: c.next_tick,
            avg_idle: c.avg_idle,
            avg_scan_cost: c.avg_scan_cost,
        };
        self.cpus = sys.cpus.each().map(before).collect();
        self.tasks.clone_from(&sys.tasks);
        match &sys.queues {
            RunQueues::Cfs(cfs) => self.entities.clone_from(&cfs.entities),
            RunQueues::O1(o1) => self.o1_entities.clone_from(&o1.entities),
            RunQueues::Eevdf(_) | RunQueues::Grouped(_) => {}
        }
        self.nodes.clone_from(&sys.node_nr_running);
        self.domains.clone_from(&sys.domain_state[self.cpu]);
    }
}

/// The CPUs of the machine: numbers may have gaps.
pub fn cpus(sys: &System) -> std::vec::IntoIter<CpuId> {
    sys.machine.cpus().iter().collect::<Vec<_>>().into_iter()
}

/// Runs the first lane, and after `skip` events shows `check` each of the next `events`: the state
/// before, the state after, and the decisions in between.
pub fn walk(s: &Scenario, skip: u64, events: u64, mut check: impl FnMut(&Before, &System, &[Decision])) {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    sim.advance(Ns::MAX, skip);
    if sim.done() {
        // A short run is walked from its start.
        sim = Simulation::new(s, 0).expect("a good scenario");
    }
    sim.keep_decisions(true);
    let mut before = Before::default();
    for _ in 0..events {
        before.take(sim.system());
        let handled = sim.events();
        sim.step();
        let records = read(&sim.take_decisions());
        // A flip is no event.
        if sim.events() > handled {
            check(&before, sim.system(), &records);
        }
        if sim.done() {
            break;
        }
    }
}
