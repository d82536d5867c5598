//! 33-37: idle stealing.

use proptest::prelude::*;
use sched_core::balance::steal::{STEAL_COST, try_steal};
use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::Balancer;
use sched_core::observe::decisions::Decision;
use sched_core::observe::vocab::{Answer, Cause, Decided, Func};
use sched_core::runqueue::SchedClass;
use sched_core::scenario::{Features, Steal};
use sched_core::sim::Simulation;
use sched_core::system::System;

use super::tasks::{check_places, is_used};
use super::{Before, config, cpus, walk};
use crate::common::random::{fair_scenarios, scenarios};

/// 33: the overload bitmap has the CPUs with two tasks or more.
fn check_bitmap(sys: &System) {
    for cpu in cpus(sys) {
        let llc = sys.machine.llc_of[cpu];
        assert_eq!(sys.overload.of(llc).test(cpu), sys.nr_running(cpu) >= 2, "33: bit of CPU {cpu}");
    }
}

/// 34: the stolen task and its source. 36: the conditions of an attempt.
fn check_steals(before: &Before, sys: &System, records: &[Decision]) {
    let pulled =
        |d: &Decision| d.kind == Decided::NewIdle && d.steps.iter().any(|s| s.answer == Answer::Moved);
    for d in records.iter().filter(|d| d.kind == Decided::Steal) {
        assert!(sys.steals(), "36: switched off: {d:?}");
        assert!(!records.iter().any(pulled), "36: after a pull: {d:?}");
        let tried = d.steps.iter().any(|s| s.answer != Answer::Gated);
        assert!(!tried || before.cpus[d.cpu].avg_idle >= STEAL_COST, "36: too short an idle time: {d:?}");
        let Some(id) = d.task else { continue };
        let task = &sys.tasks[id];
        assert!(sys.share_llc(d.about, d.cpu), "34: across LLCs: {d:?}");
        assert!(task.allowed.test(d.cpu) && task.cpu == d.cpu, "34: {d:?}");
        assert!(sys.nr_running(d.about) >= 1, "34: the last task: {d:?}");
        // The task's control group may have no runtime left here.
        let runs = u32::from(!sys.is_throttled(id, d.cpu));
        assert_eq!(sys.nr_running(d.cpu), runs, "34: one task, to a CPU that had none: {d:?}");
        let taken = d.steps.iter().filter(|s| s.func == Func::DetachNextTask && s.answer == Answer::Moved);
        assert_eq!(taken.count(), 1, "34: {d:?}");
    }
}

/// 35: a CPU that goes idle leaves no waiting task in its LLC that it could have stolen. With control groups it may: the
/// stolen task's group may have no runtime left here.
fn check_nothing_left(before: &Before, sys: &System) {
    let cpu = before.cpu;
    let c = &sys.cpus[cpu];
    let went_idle = before.cpus[cpu].curr.is_some() && sys.is_idle(cpu) && sys.queues.groups().is_none();
    if went_idle && sys.steals() && c.avg_idle >= STEAL_COST && sys.usable.test(cpu) {
        let overload = sys.overload.of(sys.machine.llc_of[cpu]);
        // The bitmap counts delayed tasks, which no CPU can steal.
        let may = |&task: &TaskId| sys.tasks[task].allowed.test(cpu);
        let waits = |&src: &CpuId| sys.waiting(src).iter().any(may);
        assert!(overload.iter().find(waits).is_none(), "35: CPU {cpu} went idle beside {overload:?}");
    }
}

proptest! {
    #![proptest_config(config(80))]

    #[test]
    fn stealing_keeps_its_conditions_and_leaves_nothing(s in fair_scenarios(), skip in 0..10_000u64) {
        let mut s = s;
        s.lanes[0].features.steal = Steal::Force;
        walk(&s, skip, 3000, |before, sys, records| {
            check_bitmap(sys);
            check_steals(before, sys, records);
            check_nothing_left(before, sys);
        });
    }

    /// 34 to 36, from any state and for any idle CPU, also one that the workload may not use, and with
    /// tasks that must stay where they are.
    #[test]
    fn a_steal_takes_what_it_may(s in fair_scenarios(), at in 1..8000u64, pinned in 0..4usize, alone in any::<bool>()) {
        let mut s = s;
        if alone {
            // Without other mechanisms that fill them, CPUs stay idle beside overloaded ones.
            let f = &mut s.lanes[0].features;
            (f.select_idle_sibling, f.newidle_balance, f.periodic_balance, f.steal) = (false, false, false, Steal::Off);
            s.lanes[0].flips.clear();
        }
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::MAX, at);
        for dst in sim.system().idle.iter() {
            let mut sys = sim.system().clone();
            sys.features.steal = Steal::Force;
            let llc = sys.machine.llc_of[dst];
            for src in sys.overload.of(llc).iter_wrap(dst).take(pinned) {
                let queue = sys.queues.pull_order(src);
                queue.into_iter().for_each(|t| sys.tasks[t].allowed.clear(dst));
            }
            let free = |&src: &CpuId| {
                let may = |t: TaskId| sys.tasks[t].allowed.test(dst) && !sys.is_throttled(t, dst);
                let waits = |&t: &TaskId| Some(t) != sys.cpus[src].curr && may(t);
                sys.nr_running(src) > 1 && sys.queues.pull_order(src).iter().find(|t| waits(t)).is_some()
            };
            let any = sys.machine.llc_mask[llc].iter().find(free).is_some();
            sys.cpus[dst].avg_idle = STEAL_COST - Ns(1);
            prop_assert!(!try_steal(&mut sys, dst), "36: CPU {}", dst);
            sys.cpus[dst].avg_idle = STEAL_COST;
            let was_throttled = !sys.throttled(dst).is_empty();
            let stolen = try_steal(&mut sys, dst);
            prop_assert_eq!(stolen, any, "35: CPU {}", dst);
            // The task's control group may have no runtime left here.
            let come = sys.nr_running(dst) > 0 || !sys.throttled(dst).is_empty();
            prop_assert!(sys.nr_running(dst) <= 1 && come == stolen || was_throttled, "34: CPU {}", dst);
            prop_assert!(!stolen || is_used(&sys, dst), "34: not for CPU {}", dst);
            check_places(&sys);
            check_bitmap(&sys);
        }
    }

    #[test]
    fn steals_happen_only_under_their_conditions(s in scenarios()) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.run_to_end();
        let r = sim.report();
        let off = |f: &Features| match f.steal {
            Steal::Off => true,
            Steal::On => sim.machine().nr_nodes > sim.system().tuned.steal_node_limit as usize,
            Steal::Force => false,
        };
        let lane = &s.lanes[0];
        if sim.system().rules.balancer == Balancer::Nodes || off(&lane.features) && off(&lane.flips[0].features) {
            prop_assert_eq!(r.steal, 0, "36");
        }
        if let Some(by) = r.migrations.get("steal") {
            prop_assert!(by.keys().all(|d| ["smt", "cluster", "llc"].contains(&d.as_str())), "34: {:?}", by);
        }
    }

    /// 37: an attempt finds a task, which moves from another CPU to the one that tried, or has failed.
    #[test]
    fn steals_are_attempts_that_found_a_task(s in fair_scenarios()) {
        let mut s = s;
        s.lanes[0].features.steal = Steal::Force;
        let (mut attempts, mut steals, mut moves, mut failed) = (0, 0, 0, 0);
        walk(&s, 0, 20_000, |_, sys, records| {
            for d in records.iter().filter(|d| d.kind == Decided::Steal) {
                attempts += 1;
                if d.task.is_some() {
                    steals += 1;
                    assert!(d.about != d.chosen && d.chosen == d.cpu, "37: {d:?}");
                }
            }
            (moves, failed) = (sys.obs.moves_by(Cause::Steal), sys.obs.steal_fail);
        });
        prop_assert_eq!(steals, moves, "37");
        prop_assert_eq!(attempts, steals + failed, "37");
    }
}
