//! A queue over a stretch of time: it ends as the inspection has it, and who would be picked is who is picked.

mod common;

use common::scenario;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::observe::inspect::{QueueInspection, QueuedTask};
use sched_core::observe::trace::{SAMPLE, TASK, tell};
use sched_core::sim::Simulation;
use serde_json::json;

const CPU: CpuId = CpuId(0);

/// Two hogs and a sleeper that owes time whenever it sleeps.
fn on_one_cpu(kernel: &str) -> Simulation {
    let work =
        json!({"kind": "hogs", "hogs": 1, "rivals": 1, "sleepers": 1, "run_us": 3_000, "sleep_us": 20_000});
    let document = scenario("classroom-8", kernel, work, |s| {
        s.cpus = Some("0".into());
        s.limit_ms = 1_000;
    });
    Simulation::new(&document, 0).expect("a scenario")
}

fn queue(sim: &Simulation) -> QueueInspection {
    sim.inspect_cpu(CPU).expect("a CPU").queue
}

/// The samples: their numbers before the tasks, and those of each task.
fn read(words: &[f64]) -> Vec<(&[f64], Vec<&[f64]>)> {
    let mut samples = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let end = at + SAMPLE + TASK * words[at + SAMPLE - 1] as usize;
        samples.push((&words[at..at + SAMPLE], words[at + SAMPLE..end].chunks(TASK).collect()));
        at = end;
    }
    samples
}

#[test]
fn a_trace_begins_and_ends_as_the_cpu_is_inspected_and_the_run_is_the_same() {
    for kernel in ["2.5.5x", "5.9", "6.5", "6.8", "6.12", "6.18"] {
        let mut sim = on_one_cpu(kernel);
        sim.advance(Ns::ms(100), u64::MAX);
        let mut alone = sim.snapshot();
        let mut first = Vec::new();
        tell(sim.now(), &queue(&sim), &mut first);
        let words = sim.trace_queue(CPU, Ns::ms(180), u64::MAX);
        assert!(words.starts_with(&first), "{kernel}");
        let mut last = Vec::new();
        tell(sim.now(), &queue(&sim), &mut last);
        assert!(words.ends_with(&last), "{kernel}");
        assert_eq!(sim.now(), Ns::ms(180));
        alone.advance(Ns::ms(180), u64::MAX);
        assert_eq!((sim.hash(), sim.events()), (alone.hash(), alone.events()), "{kernel}");
        let samples = read(&words);
        // A tick, a sleep or a wake-up every few milliseconds; time and charge never go back.
        assert!(samples.len() > 20, "{kernel}: {}", samples.len());
        assert!(samples.is_sorted_by(|(a, _), (b, _)| a[0] <= b[0] && a[1] <= b[1]), "{kernel}");
    }
}

#[test]
fn a_trace_has_the_ghost_of_a_sleeper_where_debts_are_burnt_in_the_queue() {
    for (kernel, has) in [("6.8", false), ("6.12", true), ("6.18", true)] {
        let mut sim = on_one_cpu(kernel);
        sim.advance(Ns::ms(100), u64::MAX);
        let words = sim.trace_queue(CPU, Ns::ms(200), u64::MAX);
        let ghosts = read(&words).iter().any(|(_, tasks)| tasks.iter().any(|task| task[1] == 2.0));
        assert_eq!(ghosts, has, "{kernel}");
    }
}

#[test]
fn there_is_no_trace_of_a_cpu_that_is_not_there() {
    assert!(on_one_cpu("6.12").trace_queue(CpuId(8), Ns::ms(1), 9).is_empty());
}

#[test]
fn a_trace_ends_after_so_many_events() {
    let mut sim = on_one_cpu("6.12");
    sim.advance(Ns::ms(100), u64::MAX);
    let before = sim.events();
    sim.trace_queue(CPU, Ns::MAX, 10);
    assert_eq!(sim.events(), before + 10);
}

/// Every queue of a stretch, with the task that would be picked from it.
fn each_next(kernel: &str, check: impl Fn(&QueueInspection, &QueuedTask)) {
    let mut sim = on_one_cpu(kernel);
    sim.advance(Ns::ms(100), u64::MAX);
    while sim.now() < Ns::ms(600) {
        sim.advance(Ns::ms(600), 1);
        let queue = queue(&sim);
        let next = queue.tasks.iter().find(|task| Some(task.task) == queue.next).expect("hogs never sleep");
        assert!(!next.delayed, "{kernel}");
        check(&queue, next);
    }
}

#[test]
fn next_under_eevdf_is_who_is_protected_or_else_the_eligible_one_with_the_earliest_deadline() {
    for kernel in ["6.8", "6.12", "6.18"] {
        each_next(kernel, |queue, next| {
            let running = queue.tasks.iter().find(|task| task.running && task.protected && task.eligible);
            let ghosts = queue.tasks.iter().any(|task| task.delayed && task.eligible);
            if let Some(running) = running {
                assert_eq!(next, running, "{kernel}");
                assert!(next.vruntime_ns < next.protected_until_ns, "{kernel}");
            } else if !ghosts {
                let earliest =
                    queue.tasks.iter().filter(|task| task.eligible).map(|task| task.deadline_ns).min();
                assert!(next.eligible && Some(next.deadline_ns) == earliest, "{kernel}: {queue:?}");
            }
        });
    }
}

#[test]
fn next_under_cfs_is_the_least_vruntime_or_a_buddy_near_it() {
    each_next("6.5", |queue, next| {
        let least = queue.tasks.iter().map(|task| task.vruntime_ns).min().expect("a task");
        assert!(next.vruntime_ns - least <= 4_000_000, "{queue:?}");
    });
}

#[test]
fn next_under_o1_has_the_best_priority_of_the_active_array() {
    each_next("2.5.5x", |queue, next| {
        let active: Vec<_> = queue.tasks.iter().filter(|task| !task.expired).collect();
        let best = active.iter().map(|task| task.prio).min();
        assert!(active.is_empty() || !next.expired && Some(next.prio) == best, "{queue:?}");
    });
}

#[test]
fn an_empty_queue_has_nobody_next() {
    let mut sim = on_one_cpu("6.12");
    sim.advance(Ns::ms(100), u64::MAX);
    assert_eq!(sim.inspect_cpu(CpuId(3)).expect("a CPU").queue.next, None);
}
