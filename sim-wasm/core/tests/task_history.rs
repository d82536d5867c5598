//! The histories of the inspected tasks add up to the counters of the run.

use crate::common::{hackbench, scenario};
use sched_core::engine::ids::{CpuId, Id, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::ClassId;
use sched_core::observe::inspect::CpuInspection;
use sched_core::sim::Simulation;
use serde_json::json;

#[test]
fn the_histories_of_all_tasks_add_up_to_the_totals_of_the_run() {
    let numa = json!({"kind": "numa", "jobs": 6, "work_ms": 20, "disturb_ms": 5, "disturb_groups": 1});
    for (machine, kernel, workload) in [
        ("kunpeng920-48", "5.9", hackbench(2, 20, 10, true)),
        ("xeon-e5-2630v4-40", "4.20", hackbench(1, 40, 20, false)),
        ("azusa-8", "2.5.5x", numa),
    ] {
        let s = scenario(machine, kernel, workload, |_| {});
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let tasks = sim.tasks().len() / 2;
        for _ in 0..40 {
            sim.advance(Ns::MAX, 997);
            let histories: Vec<_> =
                (0..tasks).filter_map(|task| sim.inspect_task(TaskId::new(task))).collect();
            let ran: u64 = histories.iter().flat_map(|history| &history.node_ns).sum();
            let obs = &sim.system().obs;
            assert_eq!(ran, obs.busy.at(sim.now()).0, "{machine}");
            assert_eq!(histories.iter().map(|history| u64::from(history.woken)).sum::<u64>(), obs.ttwu);
            assert_eq!(
                histories.iter().map(|history| u64::from(history.moved)).sum::<u64>(),
                obs.moves_total()
            );
            for history in &histories {
                assert!(history.longest_wait_ns <= history.waited_ns && history.waited_ns <= sim.now().0);
                let last = history.visits.last().map(|visit| visit.cpu);
                assert!(history.moved == 0 || last == Some(history.cpu), "{history:?}");
                assert!(history.visits.windows(2).all(|pair| pair[0].at_ns <= pair[1].at_ns));
            }
        }
        assert!(sim.inspect_task(TaskId::new(tasks)).is_none());
    }
}

#[test]
fn a_value_not_yet_measured_is_none_and_a_task_names_its_scheduler() {
    let s = scenario("kunpeng920-48", "5.9", hackbench(4, 10_000, 20, true), |_| {});
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    let before = sim.inspect_cpu(CpuId(0)).expect("CPU 0");
    assert_eq!((before.avg_scan_cost_ns, before.domains[0].last_balance_ns), (None, None));
    let woke = |sim: &Simulation| sim.inspect_task(TaskId(1)).and_then(|task| task.last_wakee);
    assert_eq!(woke(&sim), None);
    sim.advance(Ns::ms(30), u64::MAX);
    let scanned = |cpu: CpuInspection| cpu.avg_scan_cost_ns.is_some();
    assert!((0..48).filter_map(|cpu| sim.inspect_cpu(CpuId(cpu))).any(scanned));
    assert!(
        (0..sim.tasks().len() / 2)
            .any(|task| sim.inspect_task(TaskId::new(task)).is_some_and(|t| t.last_wakee.is_some()))
    );

    for task in (0..sim.tasks().len() / 2).filter_map(|task| sim.inspect_task(TaskId::new(task))) {
        assert_eq!(task.scheduler, ClassId::Cfs);
        let queued = matches!(task.state, "running" | "waiting");
        assert_eq!(task.vruntime_ns.is_some(), queued, "{task:?}");
    }
    let o1 = Simulation::new(&scenario("azusa-8", "2.5.5x", hackbench(1, 4, 4, true), |_| {}), 0)
        .expect("a good scenario");
    let task = o1.inspect_task(TaskId(0)).expect("task 0");
    assert_eq!((task.scheduler, task.vruntime_ns), (ClassId::O1, None));
}
