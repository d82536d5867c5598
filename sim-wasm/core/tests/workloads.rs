//! What the workloads are made of, before any times: who sleeps, who wakes, whose time is counted.

mod common;

use common::{hackbench, jobs, run, scenario};
use proptest::prelude::*;
use sched_core::observe::report::{Ended, RunReport};
use sched_core::scenario::Workload;
use sched_core::scenario::workloads::Ends;
use serde_json::{Value, json};

fn on(machine: &str, kernel: &str, workload: Value) -> RunReport {
    run(&scenario(machine, kernel, workload, |s| s.limit_ms = 60_000))
}

fn schbench(message_threads: u32, workers: u32, requests: u32, compute_us: u32, sleep_us: u32) -> Value {
    json!({"kind": "schbench", "message_threads": message_threads, "workers": workers,
        "requests": requests, "compute_us": compute_us, "sleep_us": sleep_us})
}

/// The busy time of a whole run (ns).
fn busy(r: &RunReport, cpus: f64) -> f64 {
    r.busy_pct / 100.0 * r.elapsed_ns as f64 * cpus
}

#[test]
fn workers_of_schbench_sleep_once_a_request_and_wait_only_for_a_cpu() {
    let free = on("kunpeng920-24", "5.9", schbench(2, 8, 20, 3_000, 1_000));
    let full = on("kunpeng920-24", "5.9", schbench(2, 40, 20, 3_000, 1_000));
    assert_eq!((free.ended, free.messages, full.messages), (Ended::Finished, 2 * 8 * 20, 2 * 40 * 20));
    assert!(free.wake >= free.messages, "{}", free.wake);
    // A worker with a CPU to itself runs after the interrupt; without, after another's time on the CPU.
    let (free, full) = (free.wake_latency, full.wake_latency);
    assert!(free.p99 < 100_000 && full.p99 > 10 * free.p99, "{free:?} {full:?}");
    let ascending = [full.p50, full.p75, full.p90, full.p95, full.p99, full.p99_5, full.p99_9];
    assert!(ascending.is_sorted());
}

#[test]
fn the_message_thread_sleeps_before_it_wakes() {
    let time = |sleep| on("classroom-8", "5.9", schbench(1, 4, 10, 1_000, sleep)).elapsed_ns;
    let (none, some) = (time(0), time(5_000));
    assert!(some > none + 9 * 5_000_000, "{none} {some}");
}

#[test]
fn every_message_of_a_pair_is_a_wake_up_and_hackbench_sleeps_once_in_many() {
    let pairs = json!({"kind": "pairs", "pairs": 6, "requests": 500});
    let pairs = on("kunpeng920-24", "5.9", pairs);
    let each = |r: &RunReport, count: u64| count as f64 / r.messages as f64;
    assert!((each(&pairs, pairs.wake) - 1.0).abs() < 0.02, "{}", pairs.wake);
    let hackbench = on("xeon-e5-2630v4-20", "4.20", hackbench(2, 100, 20, false));
    let wakes = each(&hackbench, hackbench.wake);
    assert!((0.02..0.5).contains(&wakes), "{wakes}");
    // What hackbench does it does in the kernel; what its pairs compute is their own.
    assert_eq!(hackbench.user_ns, 0);
    assert!(pairs.user_ns > 0 && pairs.system_ns > pairs.user_ns);
}

#[test]
fn a_compile_ends_with_one_job_alone() {
    let work =
        |serial| json!({"kind": "jobs", "jobs": 16, "work_us": 20_000, "rounds": 3, "serial_ms": serial});
    let time = |serial| on("azusa-8", "2.5.5x", work(serial));
    let (without, with) = (time(0), time(200));
    let longer = (with.elapsed_ns - without.elapsed_ns) as f64 / 1e6;
    assert!((170.0..240.0).contains(&longer), "{longer}");
    assert_eq!((without.messages, with.messages), (48, 49));
}

#[test]
fn jobs_that_only_compute_do_not_pay_for_memory() {
    let work = |memory_jobs| json!({"kind": "jobs", "jobs": 16, "work_us": 50_000, "memory_pct": 100, "memory_jobs": memory_jobs});
    let user = |memory_jobs| on("numaq-16", "2.5.5x", work(memory_jobs)).user_ns;
    let plain = on("numaq-16", "2.5.5x", jobs(16, 50_000, 1)).user_ns;
    assert_eq!(user(0), plain);
    assert!(user(8) > plain && user(16) > user(8));
}

#[test]
fn the_spread_of_the_work_keeps_its_mean() {
    let user = |spread| {
        let work = json!({"kind": "jobs", "jobs": 24, "work_us": 5_000, "rounds": 20, "spread_pct": spread});
        on("kunpeng920-24", "5.9", work).user_ns as f64
    };
    let ratio = user(80) / user(0);
    assert!((ratio - 1.0).abs() < 0.08, "{ratio}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Time is the program's own or the kernel's, and the share done in the kernel is what was asked for.
    #[test]
    fn user_and_system_time_are_the_busy_time(kernel in 0..=100u32, jobs in 1..30u32, work in 1_000..9_000u32) {
        let work = json!({"kind": "jobs", "jobs": jobs, "work_us": work, "rounds": 2, "kernel_pct": kernel});
        let r = on("kunpeng920-24", "5.9", work);
        let (user, system) = (r.user_ns as f64, r.system_ns as f64);
        prop_assert!(((user + system) / busy(&r, 24.0) - 1.0).abs() < 1e-6);
        prop_assert!(user <= (user + system) * f64::from(100 - kernel) / 100.0 + 1.0);
        prop_assert_eq!(user == 0.0, kernel == 100);
    }
}

/// A workload as it is without any flags, but soon done where it is ever done: ends, and what the table says of it.
#[test]
fn a_workload_is_over_when_its_table_says_so() {
    let soon = json!({"groups": 1, "loops": 5, "work_ms": 5, "disturb_groups": 0, "kilo_iterations": 10,
        "work_us": 500, "compute_us": 100, "sleep_us": 100});
    for workload in Workload::all() {
        let mut fields = serde_json::to_value(&workload).expect("plain data");
        for (field, value) in soon.as_object().expect("fields") {
            if !fields[field].is_null() {
                fields[field] = value.clone();
            }
        }
        let ended =
            |fields: &Value| run(&scenario("classroom-8", "5.9", fields.clone(), |s| s.limit_ms = 300)).ended;
        match workload.info().ends {
            Ends::Done => assert_eq!(ended(&fields), Ended::Finished, "{fields}"),
            Ends::Limit => assert_eq!(ended(&fields), Ended::Limit, "{fields}"),
            Ends::After(field) => {
                for (rounds, how) in [(0, Ended::Limit), (3, Ended::Finished)] {
                    // Of a list each task has its own rounds.
                    match fields[field].as_array_mut() {
                        Some(tasks) => tasks.iter_mut().for_each(|task| task["loops"] = rounds.into()),
                        None => fields[field] = rounds.into(),
                    }
                    assert_eq!(ended(&fields), how, "{fields}");
                }
            }
        }
    }
}
