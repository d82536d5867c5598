//! The preemption models: who notices them, and who does not.

use crate::common::{hackbench, run, scenario};
use sched_core::machine::kernel::{KernelId, Preemption, rules};
use sched_core::scenario::Scenario;
use serde_json::{Value, json};

/// A run of 7.0 under a preemption model.
fn under(model: Preemption, machine: &str, workload: Value, cpus: &str) -> Scenario {
    scenario(machine, "7.0", workload, |s| {
        s.limit_ms = 400;
        s.cpus = Some(cpus.into());
        s.lanes[0].rules.preemption = Some(model);
    })
}

fn hashes(machine: &str, workload: &Value, cpus: &str) -> Vec<String> {
    let hash = |&model| run(&under(model, machine, workload.clone(), cpus)).hash;
    Preemption::ALL.iter().map(hash).collect()
}

#[test]
fn kernels_are_voluntary_until_6_19_and_lazy_after() {
    for &kernel in KernelId::ALL {
        let is_lazy = matches!(kernel, KernelId::V7_0 | KernelId::V7_1 | KernelId::V7_3);
        let model = if is_lazy { Preemption::Lazy } else { Preemption::Voluntary };
        assert_eq!(rules(kernel).preemption, model, "{kernel:?}");
    }
}

#[test]
fn hogs_and_sleepers_of_one_cpu_notice_no_preemption_model() {
    // All that wakes there is woken by timers of the same CPU, which interrupt user mode.
    let hogs = json!({"kind": "hogs", "hogs": 2, "sleepers": 3, "run_us": 1500, "sleep_us": 4000});
    let all = hashes("classroom-8", &hogs, "0");
    assert!(all.iter().all(|hash| *hash == all[0]), "{all:?}");
}

#[test]
fn tasks_in_system_calls_notice_each_model() {
    let [none, voluntary, full, lazy] = &hashes("xeon-e5-2630v4-20", &hackbench(2, 200, 20, true), "0-3")[..]
    else {
        panic!("four models")
    };
    // A writer or reader of a pipe may give way on its way to the mutex, and while it spins.
    assert!(none != voluntary && lazy != voluntary && none != lazy);
    assert_eq!(voluntary, full, "the owner of a mutex is not preempted here");
    let [none, voluntary, full, lazy] =
        &hashes("xeon-e5-2630v4-20", &hackbench(2, 200, 20, false), "0-3")[..]
    else {
        panic!("four models")
    };
    // A socket pair's locks are spinlocks.
    assert_eq!(none, voluntary);
    assert!(full != voluntary && full != lazy);
}

#[test]
fn with_lazy_preemption_a_wake_up_from_another_cpu_waits_up_to_a_tick_longer() {
    // Twelve pairs on four CPUs: tasks that compute for long are interrupted by those that answer.
    let pairs =
        json!({"kind": "pairs", "pairs": 12, "requests": 0, "think_ns": 900_000, "service_ns": 20_000});
    let wait = |model| run(&under(model, "classroom-8", pairs.clone(), "0-3")).wake_latency;
    let (full, lazy) = (wait(Preemption::Full), wait(Preemption::Lazy));
    assert!(lazy.p99 > full.p99, "{full:?} {lazy:?}");
}
