//! Traces of a queue over an interval: they end like the inspection, and the predicted next task is the one picked.

use crate::common::scenario;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::{Decision, read as decisions};
use sched_core::observe::inspect::{QueueInspection, QueuedTask};
use sched_core::observe::steps::Value;
use sched_core::observe::trace::{SAMPLE, TASK, tell};
use sched_core::observe::vocab::{Answer, Decided, Func};
use sched_core::scenario::parse;
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
fn a_trace_of_o1_has_timeslices_that_are_used_up_tick_by_tick_and_then_wait_expired() {
    let mut sim = on_one_cpu("2.5.5x");
    sim.advance(Ns::ms(100), u64::MAX);
    let words = sim.trace_queue(CPU, Ns::ms(900), u64::MAX);
    let samples = read(&words);
    let [mut used, mut expired] = [0, 0];
    for pair in samples.windows(2) {
        for task in &pair[0].1 {
            let Some(next) = pair[1].1.iter().find(|next| next[0] == task[0]) else { continue };
            let (left, then) = (task[5], next[5]);
            assert!(left > 0.0 && left <= 151e6, "{left}");
            // A waiting task keeps its timeslice; the running task uses it up, or expires with a new one.
            if task[1] == 0.0 {
                assert!(then <= left || [114e6, 151e6].contains(&then), "{left} {then}");
                used += u32::from(then < left);
            } else {
                assert_eq!(then, left);
            }
            expired += u32::from(next[1] == 3.0 && task[1] == 0.0);
        }
    }
    assert!(used > 600 && expired > 3, "{used} {expired}");
}

#[test]
fn there_is_no_trace_of_a_nonexistent_cpu() {
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
fn next_under_eevdf_is_the_protected_task_or_the_eligible_one_with_the_earliest_deadline() {
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
fn an_empty_queue_has_no_next_task() {
    let mut sim = on_one_cpu("6.12");
    sim.advance(Ns::ms(100), u64::MAX);
    assert_eq!(sim.inspect_cpu(CpuId(3)).expect("a CPU").queue.next, None);
}

/// The picks between two moments, recorded by the run and by a snapshot of it.
fn picks(kernel: &str) -> Vec<Decision> {
    let mut sim = on_one_cpu(kernel);
    sim.advance(Ns::ms(300), u64::MAX);
    let mut copy = sim.snapshot();
    let of = |sim: &mut Simulation| {
        sim.keep_decisions(true);
        sim.advance(Ns::ms(900), u64::MAX);
        let all = decisions(&sim.take_decisions());
        all.into_iter().filter(|one| one.kind == Decided::Pick).collect::<Vec<_>>()
    };
    let own = of(&mut sim);
    let again = of(&mut copy);
    assert_eq!(own.len(), again.len(), "{kernel}");
    assert!(own.iter().zip(&again).all(|(a, b)| (a.ns, a.task) == (b.ns, b.task)), "{kernel}");
    own
}

/// The answers of a function's steps for each task of the pick.
fn steps_of(pick: &Decision, func: Func) -> Vec<(u32, Answer, Value)> {
    let mut about = None;
    let mut all = Vec::new();
    for step in &pick.steps {
        if let (Answer::Waits, Value::Task(task)) = (step.answer, step.value) {
            about = Some(u32::from(task));
        }
        if step.func == func {
            all.push((about.expect("a task"), step.answer, step.value));
        }
    }
    all
}

#[test]
fn a_pick_of_cfs_is_the_least_vruntime_or_a_buddy_near_it() {
    for kernel in ["5.9", "6.5"] {
        let picks = picks(kernel);
        assert!(picks.len() > 20, "{kernel}: {}", picks.len());
        for pick in &picks {
            let places = steps_of(pick, Func::EntityBefore);
            let ahead = |value| if let Value::Ahead(ns) = value { ns } else { panic!("{value:?}") };
            let least = places.iter().map(|&(_, _, value)| ahead(value)).min().expect("a task");
            let chosen = pick.task.map(u32::from);
            let own = places.iter().find(|one| Some(one.0) == chosen).expect("of the queue");
            assert!(ahead(own.2) - least <= 4_000_000, "{kernel} at {}", pick.ns);
        }
    }
}

#[test]
fn a_pick_of_o1_is_the_best_priority_of_the_active_array() {
    let picks = picks("2.5.5x");
    assert!(picks.len() > 3, "{}", picks.len());
    for pick in &picks {
        let all = steps_of(pick, Func::SchedFindFirstBit);
        let is_active = |one: &&(u32, Answer, Value)| one.1 == Answer::Active;
        let prio = |value| if let Value::Prio(prio) = value { prio } else { panic!("{value:?}") };
        let array = if all.iter().any(|one| is_active(&one)) { Answer::Active } else { Answer::Expired };
        let best = all.iter().filter(|one| one.1 == array).map(|one| prio(one.2)).min();
        let own = all.iter().find(|one| Some(one.0) == pick.task.map(u32::from)).expect("of the queue");
        assert_eq!((own.1, Some(prio(own.2))), (array, best), "at {}", pick.ns);
    }
}

#[test]
fn a_lane_with_its_kernel_runs_like_a_scenario_of_that_kernel() {
    let hash = |kernel: &str, lane: serde_json::Value| {
        let document = json!({
            "version": 3, "machine": "classroom-8", "kernel": kernel, "cpus": "0", "limit_ms": 300,
            "workload": {"kind": "hogs", "sleepers": 1}, "lanes": [lane]
        });
        let document = parse(&document.to_string()).expect("a good scenario");
        let mut sim = Simulation::new(&document, 0).expect("a scenario");
        sim.run_to_end();
        sim.hash()
    };
    for kernel in ["2.5.5x", "5.9", "6.5"] {
        assert_eq!(hash("6.12", json!({"kernel": kernel})), hash(kernel, json!({})), "{kernel}");
        assert_ne!(hash("6.12", json!({"kernel": kernel})), hash("6.12", json!({})), "{kernel}");
    }
}
