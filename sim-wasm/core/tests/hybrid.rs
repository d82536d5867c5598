//! CPUs that differ in capacity: their speed, and how the kernels schedule on them.

use crate::common::{jobs, run, scenario};
use sched_core::engine::ids::{CpuId, Id, TaskId};
use sched_core::engine::time::Ns;
use sched_core::machine::domains::{build, flags};
use sched_core::machine::kernel::{AsymCapacity, AsymPacking};
use sched_core::machine::{KernelId, Machine, MachineId, kernel};
use sched_core::runqueue::SchedClass;
use sched_core::scenario::{Scenario, parse};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

const SPARK: &str = "dgx-spark-20";
const LAPTOP: &str = "core-ultra5-225u-14";

fn hogs(hogs: u32) -> Value {
    json!({"kind": "hogs", "hogs": hogs, "rivals": 0, "sleepers": 0})
}

/// A scenario whose tasks begin on one CPU: the flip lets the others pull.
fn bound(machine: &str, kernel: &str, workload: Value, seed: u32, rules: Value) -> Scenario {
    let text = json!({
        "version": 3, "machine": machine, "kernel": kernel, "workload": workload, "seed": seed, "limit_ms": 600,
        "lanes": [{"rules": rules}],
    });
    parse(&text.to_string()).expect("a good scenario")
}

/// The number of tasks at a moment, by their CPUs' capacity.
fn capacities(s: &Scenario, ms: u64) -> Vec<u32> {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    sim.advance(Ns::ms(ms), u64::MAX);
    let sys = sim.system();
    let mut on: Vec<u32> = sys.tasks.iter().map(|task| sys.machine.capacity(task.cpu)).collect();
    on.sort_unstable();
    on
}

#[test]
fn the_speed_of_a_cpu_is_proportional_to_its_capacity() {
    let user = |cpu: &str| {
        let s = scenario(SPARK, "6.12", jobs(1, 50_000, 1), |s| s.cpus = Some(cpu.into()));
        run(&s).user_ns as f64
    };
    let (slow, fast) = (user("0"), user("19"));
    assert!((slow / fast - 1024.0 / 718.0).abs() < 0.01, "{slow} {fast}");
}

#[test]
fn the_utilisation_of_a_task_on_a_slow_cpu_is_at_most_the_cpus_capacity() {
    for kernel in ["6.5", "6.12"] {
        let s = scenario(SPARK, kernel, hogs(1), |s| s.cpus = Some("3".into()));
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::s(1), u64::MAX);
        let util = sim.system().queues.task_load(TaskId::new(0)).util_avg;
        assert!((700..=718).contains(&util), "{kernel}: {util}");
    }
}

#[test]
fn equal_capacities_change_nothing() {
    let hash = |capacities: Value| {
        let mut machine = json!({"name": "Mine", "like": "kunpeng", "topology": "l3:2 core:4 pu:1"});
        if !capacities.is_null() {
            machine["capacities"] = capacities;
        }
        let text = json!({
            "version": 3, "machine": machine, "kernel": "6.5", "workload": jobs(12, 3000, 2), "lanes": [{}],
        });
        run(&parse(&text.to_string()).expect("a good scenario")).hash
    };
    assert_eq!(hash(Value::Null), hash(json!("0-7:1024")));
    assert_ne!(hash(Value::Null), hash(json!("0-3:1024 4-7:512")));
}

/// The asymmetry flags of the domains of a CPU, bottom up.
fn asym(machine: MachineId, kernel: KernelId, cpu: u16) -> Vec<(&'static str, Vec<&'static str>)> {
    let built = build(&Machine::preset(machine), &kernel::rules(kernel), false);
    let of = |names: Vec<&'static str>| names.into_iter().filter(|name| name.starts_with("ASYM")).collect();
    built.of[CpuId(cpu)].iter().map(|domain| (domain.name, of(domain.flag_names()))).collect()
}

#[test]
fn domains_have_flags_where_capacities_differ_or_tasks_are_packed() {
    let full = vec!["ASYM_CPUCAPACITY", "ASYM_CPUCAPACITY_FULL"];
    assert_eq!(
        asym(MachineId::Spark20, KernelId::V6_12_0, 0),
        [("MC", vec!["ASYM_CPUCAPACITY"]), ("PKG", full)]
    );
    // Up to 5.13 only one level has the flag: the lowest at which every CPU sees one of the fastest.
    for kernel in [KernelId::V5_9, KernelId::V5_10] {
        assert_eq!(asym(MachineId::Spark20, kernel, 0), [("MC", vec![]), ("DIE", vec!["ASYM_CPUCAPACITY"])]);
    }
    // The kernel does not know the capacities of a laptop with hardware threads: tasks are packed, up to 6.5 only where a
    // cache is shared.
    let packing = || vec!["ASYM_PACKING"];
    let of = |kernel| asym(MachineId::Laptop14, kernel, 0);
    assert_eq!(of(KernelId::V5_10), [("SMT", vec![]), ("MC", vec![]), ("DIE", vec![])]);
    assert_eq!(of(KernelId::V6_5), [("SMT", vec![]), ("MC", packing()), ("DIE", vec![])]);
    assert_eq!(of(KernelId::V6_18_2), [("SMT", vec![]), ("MC", packing()), ("PKG", packing())]);
    // Domains of equal CPUs have no such flag.
    for machine in [MachineId::Xeon40, MachineId::Kunpeng96, MachineId::Board4] {
        assert!(asym(machine, KernelId::V6_18_2, 0).iter().all(|(_, flags)| flags.is_empty()));
    }
    // Tasks are not spread over CPUs that differ.
    let built = build(&Machine::preset(MachineId::Spark20), &kernel::rules(KernelId::V6_12_0), false);
    assert!(!built.of[CpuId(0)][0].has(flags::PREFER_SIBLING));
}

/// `cpus_share_resources`: CPUs of one cluster, and CPUs outside clusters that share the last-level cache.
#[test]
fn resources_are_shared_in_a_cluster_or_outside_of_all() {
    let machine = Machine::preset(MachineId::Laptop14);
    let (inside, outside): (Vec<CpuId>, Vec<CpuId>) =
        machine.cpus().iter().partition(|&cpu| machine.in_cluster(cpu));
    assert!(!inside.is_empty() && !outside.is_empty());
    for &a in &inside {
        for &b in &inside {
            assert_eq!(machine.share_resources(a, b), machine.cluster_of[a] == machine.cluster_of[b]);
        }
        for &b in &outside {
            assert!(!machine.share_resources(a, b) && !machine.share_resources(b, a), "{a} {b}");
        }
    }
    for &a in &outside {
        assert!(
            outside
                .iter()
                .all(|&b| machine.share_resources(a, b) == (machine.llc_of[a] == machine.llc_of[b]))
        );
    }
}

/// From 6.12 on, the kernel knows the capacities of an x86 machine without hardware threads.
#[test]
fn a_hybrid_without_threads_reports_its_capacities_since_6_12() {
    let flags = |kernel: &str, like: &str| {
        let text = json!({
            "version": 3, "kernel": kernel, "workload": hogs(1), "lanes": [{}],
            "machine": {"name": "Mine", "like": like, "topology": "core:8 pu:1", "capacities": "0-3:1024 4-7:600"},
        });
        let sim =
            Simulation::new(&parse(&text.to_string()).expect("a good scenario"), 0).expect("it is good");
        let domain = sim.system().domains.of[CpuId(0)][0].clone();
        (domain.has(flags::ASYM_CPUCAPACITY), domain.has(flags::ASYM_PACKING))
    };
    assert_eq!(flags("6.8", "xeon"), (false, true));
    assert_eq!(flags("6.12", "xeon"), (true, false));
    assert_eq!(flags("5.9", "kunpeng"), (true, false));
    assert_eq!(flags("4.20", "kunpeng"), (false, false));
}

#[test]
fn a_task_that_has_outgrown_its_cpu_goes_to_a_larger_one() {
    let slow = |rules: Value| {
        (1..=8)
            .filter(|&seed| capacities(&bound(SPARK, "6.12", hogs(1), seed, rules.clone()), 500)[0] < 997)
            .count()
    };
    assert_eq!(slow(json!({})), 0);
    assert!(slow(json!({"asym_capacity": AsymCapacity::Off.key()})) > 0);
    // As many tasks as large CPUs: each large CPU has one.
    let all = capacities(&bound(SPARK, "6.12", hogs(10), 3, json!({})), 590);
    assert!(all.iter().filter(|&&capacity| capacity >= 997).count() >= 9, "{all:?}");
}

#[test]
fn idle_large_cpus_help_even_if_another_large_cpu_is_busy() {
    let machine = json!({"name": "bL", "like": "kunpeng", "topology": "pu=0-7 l3=0-3/4-7 pack=0-7 numa=0@0-7",
        "capacities": "0-3:446 4-7:1024"});
    for kernel in ["5.9", "6.5", "6.12"] {
        let text = json!({"version": 3, "machine": machine, "kernel": kernel, "seed": 1, "limit_ms": 3000,
            "workload": hogs(5), "lanes": [{}]});
        let s = parse(&text.to_string()).expect("a good scenario");
        assert_eq!(capacities(&s, 2000), [446, 1024, 1024, 1024, 1024], "{kernel}");
    }
}

#[test]
fn a_task_on_the_largest_cpu_it_may_use_has_not_outgrown_it_since_6_10() {
    for below_most in [true, false] {
        let on_largest = |seed| {
            let mut s = bound(SPARK, "6.12", hogs(1), seed, json!({"misfit_below_most": below_most}));
            s.cpus = Some("0,19".into());
            let mut sim = Simulation::new(&s, 0).expect("a good scenario");
            sim.advance(Ns::ms(500), u64::MAX);
            (sim.system().tasks[TaskId::new(0)].cpu == CpuId::new(19)).then_some(sim)
        };
        let sim = (1..20).find_map(on_largest).expect("a seed by which it begins there");
        let sys = sim.system();
        // Before 6.10 the task counted as misfit, but no balance was requested.
        assert_eq!((sys.any_misfit(), sys.asks_for_more(CpuId::new(19))), (!below_most, false));
    }
}

#[test]
fn on_a_hybrid_laptop_tasks_are_packed_onto_the_fast_cores() {
    let slow = |rules: Value| {
        let on = |seed| capacities(&bound(LAPTOP, "6.8", hogs(2), seed, rules.clone()), 500);
        (1..=8).map(|seed| on(seed).iter().filter(|&&capacity| capacity < 1024).count()).sum::<usize>()
    };
    assert_eq!(slow(json!({})), 0);
    assert!(slow(json!({"asym_packing": AsymPacking::Off.key()})) > 0);
}

#[test]
fn a_snapshot_of_a_hybrid_machine_goes_on_to_the_same_events() {
    for (machine, kernel) in [(SPARK, "6.12"), (SPARK, "5.9"), (LAPTOP, "6.18")] {
        let s = scenario(machine, kernel, jobs(30, 4000, 3), |_| {});
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns::ms(5), u64::MAX);
        let mut again = sim.snapshot();
        sim.run_to_end();
        again.run_to_end();
        assert_eq!(sim.report().hash, again.report().hash, "{machine} {kernel}");
    }
}

/// A machine with more nodes than any named machine.
#[test]
fn tasks_run_on_the_last_of_many_nodes() {
    let text = json!({
        "version": 3, "kernel": "6.5", "workload": jobs(64, 2000, 2), "lanes": [{}],
        "machine": {"name": "Mine", "like": "xeon", "topology": "numa:128 core:1 pu:1"},
    });
    let mut sim =
        Simulation::new(&parse(&text.to_string()).expect("a good scenario"), 0).expect("it is good");
    sim.run_to_end();
    let histories: Vec<_> = (0..64).filter_map(|task| sim.inspect_task(TaskId(task))).collect();
    assert!(histories.iter().all(|history| history.node_ns.len() == 128));
    assert!(histories.iter().any(|history| history.node_ns[8..].iter().any(|&ns| ns > 0)));
}
