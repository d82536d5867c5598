//! 56: cache-aware balancing keeps its bounds and takes the tasks that it is for.

use proptest::prelude::*;
use sched_core::machine::MachineId;
use sched_core::machine::domains::flags;
use sched_core::observe::decisions::{Decision, Why};
use sched_core::observe::steps::Value;
use sched_core::observe::vocab::{Answer, Func};
use sched_core::scenario::{MachineChoice, Scenario};
use sched_core::system::System;

use super::{config, walk};
use crate::common::random::fair_scenarios;

/// Machines of several last-level caches.
const MACHINES: [MachineId; 4] =
    [MachineId::Epyc96, MachineId::Spark20, MachineId::Kunpeng48, MachineId::Epyc384];

/// The answer goes with the uses that were recorded before it: two overloaded caches, and no others, are left to the usual
/// balance.
fn check_answers(sys: &System, d: &Decision) {
    let smt = sys.machine.cpus().iter().any(|cpu| sys.machine.smt_mask[cpu].weight() > 1);
    let half = u64::from(sys.rules.llc_overaggr_pct);
    let most = if smt { half } else { half * 3 / 2 };
    let asked: Vec<_> = d.steps.iter().filter(|step| step.func == Func::CanMigrateLlc).collect();
    for asked in asked.chunks(3) {
        let [src, dst, answer] = asked else { panic!("56: {asked:?}") };
        let (Value::Used(src), Value::Used(dst)) = (src.value, dst.value) else { panic!("56: {asked:?}") };
        let usual = answer.answer == Answer::MigUnrestricted;
        assert_eq!(usual, src >= most && dst >= most, "56: {asked:?}");
    }
}

/// A pull for a cache takes tasks that prefer it, from groups that do not share it.
fn check_pull(sys: &System, d: &Decision) {
    let mut for_cache = false;
    for step in &d.steps {
        match (step.func, step.answer) {
            (Func::CalculateImbalance, answer) => for_cache = answer == Answer::MigrateLlcTask,
            (Func::FindBusiestGroup, Answer::LlcBalance) => {
                let Why::Level(level) = d.why else { panic!("56: {d:?}") };
                assert!(
                    !sys.domains.of[d.cpu][usize::from(level)].has(flags::SHARE_PKG_RESOURCES),
                    "56: {d:?}"
                );
            }
            (Func::CanMigrateTask, Answer::Moved) if for_cache => {
                let Value::Task(task) = step.value else { panic!("56: {d:?}") };
                assert_eq!(sys.preferred_llc(task), Some(sys.machine.llc_of[d.cpu]), "56: {d:?}");
            }
            _ => {}
        }
    }
}

fn scenarios() -> impl Strategy<Value = Scenario> {
    (fair_scenarios(), prop::sample::select(MACHINES.to_vec())).prop_map(|(mut s, machine)| {
        s.machine = MachineChoice::Named(machine);
        s.cpus = None;
        s.lanes.iter_mut().for_each(|lane| lane.cpus = None);
        s
    })
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn caches_are_filled_within_their_bounds(s in scenarios(), skip in 0..10_000u64, on in any::<bool>()) {
        let mut s = s;
        s.lanes[0].rules.sched_cache = Some(on);
        walk(&s, skip, 3000, |_, sys, records| {
            for d in records {
                check_answers(sys, d);
                check_pull(sys, d);
                let asks = d.steps.iter().any(|step| step.func == Func::CanMigrateLlc);
                assert!(on || !asks, "56: {d:?}");
            }
        });
    }
}
