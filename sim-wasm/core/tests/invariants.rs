//! What must hold between any two events, over random machines, workloads, switches and seeds; and
//! determinism. The numbers are those of the invariants in the reference.

mod common;

use std::collections::BTreeSet;

use proptest::prelude::*;
use sched_core::observe::decisions::read;
use sched_core::observe::vocab::{Answer, Decided, Func, NO_TASK};
use sched_core::scenario::{Scenario, parse};
use sched_core::sim::Simulation;
use sched_core::system::{System, TaskState};
use serde_json::json;

const MACHINES: &[&str] = &[
    "kunpeng920-24",
    "kunpeng920-48",
    "kunpeng920-96",
    "xeon-e5-2630v4-20",
    "xeon-e5-2630v4-40",
    "icelake-160",
    "azusa-8",
    "numaq-16",
    "classroom-8",
];
const KERNELS: &[&str] = &["2.5.5x", "4.20", "5.9", "5.10", "6.8"];

fn workload() -> impl Strategy<Value = serde_json::Value> {
    prop_oneof![
        (1..4u32, 1..20u32, any::<bool>(), any::<bool>()).prop_map(|(groups, fds, pipe, threads)| json!(
            {"kind": "hackbench", "groups": groups, "loops": 40, "fds": fds, "pipe": pipe, "threads": threads}
        )),
        (1..60u32, 0..5000u32, 0..5000u32).prop_map(|(pairs, think, service)| json!(
            {"kind": "pairs", "pairs": pairs, "requests": 40, "think_ns": think, "service_ns": service}
        )),
        (1..60u32, 1..9000u32, 1..3u32, 0..100u32).prop_map(|(jobs, work, rounds, memory)| json!(
            {"kind": "jobs", "jobs": jobs, "work_us": work, "rounds": rounds, "memory_pct": memory}
        )),
    ]
}

fn features() -> impl Strategy<Value = serde_json::Value> {
    let scan = prop::sample::select(vec!["off", "rfc", "levels", "merged"]);
    let steal = prop::sample::select(vec!["off", "on", "force"]);
    let interval = prop::sample::select(vec!["off", "4-40", "1-16"]);
    (prop::array::uniform14(prop::bool::weighted(0.7)), scan, steal, interval).prop_map(|(b, scan, steal, interval)| {
        json!({
            "wake_wide": b[0], "wake_affine": b[1], "select_idle_sibling": b[2], "sis_prop": b[3],
            "cluster_domain": b[4], "newidle_balance": b[5], "periodic_balance": b[6],
            "active_balance": b[7], "exec_balance": b[8], "node_restricted": b[9], "cross_node": b[10],
            "node_smoothing": b[11], "node_margin": b[12], "node_mask_fix": b[13], "node_interval": interval,
            "cluster_scan": scan, "steal": steal,
        })
    })
}

prop_compose! {
    fn scenarios()(
        machine in prop::sample::select(MACHINES),
        kernel in prop::sample::select(KERNELS),
        workload in workload(),
        features in features(),
        later in features(),
        half in any::<bool>(),
        seed in any::<u32>(),
    ) -> Scenario {
        let mut doc = json!({
            "version": 1, "machine": machine, "kernel": kernel, "workload": workload, "seed": seed,
            "limit_ms": 60,
            "lanes": [{"features": features, "flips": [{"at_ns": 3_000_000, "features": later}]}],
        });
        if half {
            doc["cpus"] = json!("0-3");
        }
        parse(&doc.to_string()).expect("a good scenario")
    }
}

/// 1-4: every task is in one place, and every queue says so; 33: the overload bitmap.
fn check_places(sys: &System) {
    let mut placed = BTreeSet::new();
    for (cpu, c) in sys.cpus.iter().enumerate() {
        let waiting: Vec<u16> = match &c.o1 {
            Some(rq) => rq.run_order().filter(|&t| t != c.curr).collect(),
            None => c.cfs.waiting().iter().map(|w| w.1).collect(),
        };
        let running = usize::from(c.curr != NO_TASK);
        assert_eq!(sys.nr_running(cpu), waiting.len() + running, "nr_running of CPU {cpu}");
        for &t in &waiting {
            let task = &sys.tasks[t as usize];
            assert_eq!((task.state, task.cpu as usize), (TaskState::Waiting, cpu));
            assert!(placed.insert(t), "task {t} twice");
        }
        if c.curr != NO_TASK {
            let task = &sys.tasks[c.curr as usize];
            assert_eq!((task.state, task.cpu as usize), (TaskState::Running, cpu));
            assert!(placed.insert(c.curr), "task {} twice", c.curr);
        }
        for &(_, t) in &c.ipis {
            assert_eq!(sys.tasks[t as usize].state, TaskState::InFlight);
            assert!(placed.insert(t), "task {t} twice");
        }
        if c.o1.is_none() {
            let weight: u64 = c.cfs.by_last_run().iter().map(|&t| sys.tasks[t as usize].se.weight).sum();
            assert_eq!(c.cfs.weight, weight, "13: weight of CPU {cpu}");
            assert_eq!(c.cfs.by_last_run().len(), sys.nr_running(cpu));
            assert!(c.cfs.waiting().is_sorted_by_key(|w| w.0 as i64), "12: order of CPU {cpu}");
            assert!(c.avg_idle <= 2 * c.max_idle_balance_cost, "18");
        }
        let llc = sys.machine.llc_of[cpu] as usize;
        assert_eq!(sys.overload[llc].test(cpu), sys.nr_running(cpu) >= 2, "33: bit of CPU {cpu}");
        assert_eq!(sys.is_idle(cpu), running == 0 && waiting.is_empty() && c.ipis.is_empty());
    }
    let mut live = 0;
    for (i, t) in sys.tasks.iter().enumerate() {
        live += u32::from(t.state != TaskState::Dead);
        let on_cpu = matches!(t.state, TaskState::Running | TaskState::Waiting | TaskState::InFlight);
        assert_eq!(placed.contains(&(i as u16)), on_cpu, "task {i} is {:?}", t.state);
        if on_cpu {
            assert!(t.allowed.test(t.cpu as usize), "4: task {i} on CPU {}", t.cpu);
        }
    }
    assert_eq!(live, sys.live, "1: live tasks");
    if sys.rules.o1 {
        for (node, &count) in sys.node_nr_running.iter().enumerate() {
            let sum: usize = sys.machine.node_mask[node].iter().map(|c| sys.nr_running(c)).sum();
            assert_eq!(count as usize, sum, "39: node {node}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_task_is_in_one_place(s in scenarios()) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let mut min_vruntime = vec![0i64; sim.system().cpus.len()];
        let mut last = 0;
        while !sim.done() {
            sim.advance(u64::MAX, 97);
            check_places(sim.system());
            prop_assert!(sim.now() >= last, "52: time is monotone");
            last = sim.now();
            for (cpu, c) in sim.system().cpus.iter().enumerate() {
                let v = c.cfs.min_vruntime as i64;
                prop_assert!(v >= min_vruntime[cpu], "12: min_vruntime of CPU {}", cpu);
                min_vruntime[cpu] = v;
            }
        }
        let r = sim.report();
        let busy = sim.system().obs.busy.at(sim.now());
        prop_assert!(busy <= r.elapsed_ns * sim.system().cpus.len() as u64, "38: busy + idle = CPUs x elapsed");
    }

    #[test]
    fn a_snapshot_goes_on_to_the_same_events(s in scenarios(), at in 1..4000u64) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(u64::MAX, at);
        let mut copy = sim.clone();
        sim.run_to_end();
        while !copy.done() {
            // In steps of time instead of events: the hash does not depend on how a run is driven.
            copy.advance(copy.now() + 100_000, u64::MAX);
        }
        prop_assert_eq!(sim.hash(), copy.hash());
        prop_assert_eq!(sim.report(), copy.report());
        prop_assert_eq!(sim.series(), copy.series());
    }

    #[test]
    fn a_flip_by_hand_is_the_flip_in_the_document(s in scenarios(), at in 1..3000u64) {
        let mut live = s.clone();
        let later = live.lanes[0].flips.remove(0).features;
        let mut by_hand = Simulation::new(&live, 0).expect("a good scenario");
        by_hand.advance(u64::MAX, at);
        if by_hand.done() {
            return Ok(());
        }
        by_hand.flip(later.clone());
        let at_ns = by_hand.now();
        by_hand.run_to_end();
        live.lanes[0].flips.push(sched_core::scenario::Flip { at_ns, features: later });
        let mut replayed = Simulation::new(&live, 0).expect("a good scenario");
        replayed.run_to_end();
        prop_assert_eq!(by_hand.hash(), replayed.hash());
    }

    #[test]
    fn steals_happen_only_under_their_conditions(s in scenarios()) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.run_to_end();
        let r = sim.report();
        let off = |f: &sched_core::scenario::Features| match f.steal {
            sched_core::scenario::Steal::Off => true,
            sched_core::scenario::Steal::On => sim.machine().nr_nodes > 2,
            sched_core::scenario::Steal::Force => false,
        };
        let lane = &s.lanes[0];
        if sim.system().rules.o1 || off(&lane.features) && off(&lane.flips[0].features) {
            prop_assert_eq!(r.steal, 0, "36");
        }
        if let Some(by) = r.migrations.get("steal") {
            prop_assert!(by.keys().all(|d| ["smt", "cluster", "llc"].contains(&d.as_str())), "34: {:?}", by);
        }
    }
}

/// 17, 26, 45, 46: bounded quantities stay in their bounds.
fn check_bounds(sys: &System) {
    for (cpu, c) in sys.cpus.iter().enumerate() {
        for (domain, state) in sys.domains.of[cpu].iter().zip(&sys.domain_state[cpu]) {
            let interval = state.balance_interval;
            let doubled = interval % domain.min_interval_ms == 0
                && (interval / domain.min_interval_ms).is_power_of_two()
                && (interval <= domain.max_interval_ms || interval < 1024);
            assert!(doubled, "26: {interval} of {}", domain.name);
        }
        let nr = sys.nr_running(cpu) as u64;
        assert!(c.cfs.avg.util_avg <= 1024 * (nr + 40), "17: util of CPU {cpu}");
    }
    for (i, t) in sys.tasks.iter().enumerate() {
        let avg = &t.se.avg;
        assert!(avg.util_avg <= 1040 && avg.load_avg <= t.se.weight * 1040 / 1024, "17: task {i} {avg:?}");
        assert!((1..=300).contains(&t.o1.timeslice), "46: task {i} {}", t.o1.timeslice);
        assert!(t.o1.sleep_avg <= 2000 && t.o1.bonus().abs() <= 5, "46: task {i}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    /// 13: the running task's vruntime only grows while it stays; 35: a CPU that goes idle with
    /// stealing on leaves no waiting task in its LLC that it could have had.
    #[test]
    fn between_any_two_events(s in scenarios()) {
        let mut s = s;
        s.limit_ms = 6;
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let mut before: Vec<(u16, u64)> = Vec::new();
        while !sim.done() {
            before.clear();
            before.extend(sim.system().cpus.iter().map(|c| {
                (c.curr, if c.curr == NO_TASK { 0 } else { sim.system().tasks[c.curr as usize].se.vruntime })
            }));
            sim.step();
            let sys = sim.system();
            for (cpu, c) in sys.cpus.iter().enumerate() {
                let (was, vruntime) = before[cpu];
                if was != NO_TASK && was == c.curr && c.o1.is_none() {
                    let now = sys.tasks[was as usize].se.vruntime;
                    prop_assert!(now.wrapping_sub(vruntime) as i64 >= 0, "13: CPU {}", cpu);
                }
                let went_idle = was != NO_TASK && c.curr == NO_TASK && sys.is_idle(cpu);
                if went_idle && c.o1.is_none() && sched_core::balance::steal::is_active(sys) {
                    let llc = sys.machine.llc_of[cpu] as usize;
                    let left = c.avg_idle >= sched_core::balance::steal::STEAL_COST
                        && sys.usable.test(cpu)
                        && !sys.overload[llc].is_empty();
                    prop_assert!(!left, "35: CPU {} went idle beside {:?}", cpu, sys.overload[llc]);
                }
            }
        }
    }

    /// 5: balancing and stealing take waiting tasks only; 19-21: what the wake-up path may answer;
    /// 31: the stopper is asked after enough failures only.
    #[test]
    fn every_recorded_decision_keeps_the_rules(s in scenarios()) {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        while !sim.done() {
            sim.advance(u64::MAX, 500);
            check_bounds(sim.system());
            let records = read(&sim.take_decisions());
            let sys = sim.system();
            for d in &records {
                for step in &d.steps {
                    prop_assert!(
                        step.func != Func::ActiveBalance || step.value > 2,
                        "31: pushed after {} failures", step.value
                    );
                }
                if d.kind != Decided::Wake || sys.rules.o1 {
                    continue;
                }
                let tried: Vec<_> = d.steps.iter().filter(|s| s.func == Func::SelectIdleSibling).collect();
                if let Some(target) = tried.first() {
                    prop_assert!(sys.share_llc(target.cpu, d.chosen), "19: {:?}", d);
                    prop_assert!(target.answer != Answer::Idle || d.chosen == target.cpu, "20: {:?}", d);
                }
                let scanned = d.steps.iter().filter(|s| s.func == Func::SelectIdleCpu);
                let budgets: Vec<u32> = scanned.map(|s| s.value).collect();
                prop_assert!(budgets.windows(2).all(|w| w[1] == w[0].wrapping_sub(1)), "21: {:?}", budgets);
            }
        }
    }
}

/// 14: two hogs on one CPU share it to within a slice and a tick.
#[test]
fn two_hogs_on_one_cpu_get_the_same() {
    let s = common::scenario("kunpeng920-24", "5.9", common::jobs(2, 3_000_000, 1), |s| {
        s.limit_ms = 1_000;
        s.cpus = Some("3".into());
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.run_to_end();
    let ran: Vec<u64> = sim.system().tasks[1..].iter().map(|t| t.se.sum_exec).collect();
    let slice_and_tick = 12_000_000 + 4_000_000;
    assert!(ran[0].abs_diff(ran[1]) <= slice_and_tick, "{ran:?}");
    assert!(ran[0] + ran[1] > 990_000_000, "{ran:?}");
}

/// 51: everything sent is received, and nobody is left asleep.
#[test]
fn hackbench_delivers_every_message() {
    for kernel in KERNELS {
        for pipe in [true, false] {
            let s = common::scenario("classroom-8", kernel, common::hackbench(2, 90, 7, pipe), |_| {});
            let r = common::run(&s);
            assert_eq!(r.messages, 2 * 90 * 7 * 7, "{kernel} pipe {pipe}");
            assert_eq!(format!("{:?}", r.ended), "Finished");
        }
    }
}

/// 25: with one cluster in the LLC the cluster level is degenerate and changes nothing.
#[test]
fn a_degenerate_cluster_level_changes_nothing() {
    for machine in ["xeon-e5-2630v4-20", "azusa-8"] {
        let s = common::scenario(machine, "5.9", common::hackbench(1, 60, 20, true), |_| {});
        let with = common::with(&s, |f| f.cluster_domain = true);
        let mut a = common::run(&s);
        let b = common::run(&with);
        a.hash.clone_from(&b.hash);
        assert_eq!(common::run(&s).hash, b.hash, "{machine}");
        assert_eq!(a, b);
    }
}

/// 32: more hogs than CPUs end up spread evenly.
#[test]
fn hogs_spread_evenly() {
    let s = common::scenario("kunpeng920-24", "5.9", common::jobs(48, 2_000_000, 1), |s| s.limit_ms = 1_500);
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.run_to_end();
    let sys = sim.system();
    let lengths: Vec<usize> = (0..24).map(|c| sys.nr_running(c)).collect();
    assert!(lengths.iter().all(|n| (1..=3).contains(n)), "{lengths:?}");
}

/// 54: twice the loops take twice the time.
#[test]
fn time_is_linear_in_loops_once_warm() {
    let of = |loops| {
        common::run(&common::scenario(
            "xeon-e5-2630v4-20",
            "4.20",
            common::hackbench(2, loops, 20, false),
            |_| {},
        ))
        .elapsed_ns
    };
    let ratio = of(1200) as f64 / of(600) as f64;
    assert!((1.8..2.2).contains(&ratio), "{ratio}");
}
