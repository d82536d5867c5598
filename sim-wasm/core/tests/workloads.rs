//! The structure of the workloads, without calibrated times: sleeps, wake-ups, and accounting of time.

use crate::common::{config, hackbench, jobs, run, scenario};
use proptest::prelude::*;
use sched_core::observe::report::{Ended, RunReport};
use sched_core::scenario::workloads::Ends;
use sched_core::scenario::{Scenario, Workload};
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
    // All time of hackbench is system time; the computing of pairs is user time.
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
    #![proptest_config(config(12))]

    /// All busy time is user or system time, and the percentage of system time is that of the document.
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

/// Every workload with its default fields, but short if it has an end, ends as the table says.
#[test]
fn a_workload_ends_as_its_table_says() {
    let soon = json!({"groups": 1, "loops": 5, "work_ms": 5, "disturb_groups": 0, "kilo_iterations": 10,
        "work_us": 500, "compute_us": 100, "sleep_us": 100});
    // A replay needs its file.
    let all = Workload::all();
    for workload in all.into_iter().filter(|one| !matches!(one, Workload::Replay(_))) {
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
                    // Each task in a list has a separate number of rounds.
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

/// Megabytes a second of some threads of STREAM on some CPUs of a Kunpeng.
fn stream(workers: u32, cpus: &str, change: impl FnOnce(&mut Scenario)) -> f64 {
    let work = json!({"kind": "stream", "workers": workers});
    let scenario = scenario("kunpeng920-24", "5.10", work, |s| {
        (s.cpus, s.warmup_ms, s.limit_ms) = (Some(cpus.into()), 50, 250);
        change(s);
    });
    run(&scenario).messages_per_s
}

const ONE_CLUSTER: &str = "0-3";
const FOUR_CLUSTERS: &str = "0,4,8,12";

fn cluster_pct(pct: u32) -> impl Fn(&mut Scenario) {
    move |s| {
        s.costs.insert("mem_cluster_pct".into(), pct);
    }
}

#[test]
fn threads_in_one_cluster_share_its_bandwidth() {
    let near = |a: f64, b: f64| (a / b - 1.0).abs() < 0.02;
    let apart = stream(4, FOUR_CLUSTERS, |_| {});
    assert!(near(stream(4, ONE_CLUSTER, cluster_pct(0)), apart));
    assert!(near(stream(4, ONE_CLUSTER, cluster_pct(50)), apart / 2.0));
    assert!(stream(4, ONE_CLUSTER, |_| {}) < 0.7 * apart);
    // A thread that mostly computes is not slowed down; a node has enough bandwidth for four.
    let computes = |s: &mut Scenario| {
        if let Workload::Stream(work) = &mut s.workload {
            work.memory_pct = 10;
        }
    };
    assert!(near(stream(4, ONE_CLUSTER, computes), apart));
    assert!(near(stream(1, "0", |_| {}) * 4.0, apart));
}

#[test]
fn a_cluster_of_atoms_shares_its_bandwidth_too() {
    let rate = |cpus: &str| {
        let work = json!({"kind": "stream", "workers": 4});
        let scenario = scenario("jacobsville-24", "5.10", work, |s| {
            (s.cpus, s.warmup_ms, s.limit_ms) = (Some(cpus.into()), 50, 250);
        });
        run(&scenario).messages_per_s
    };
    let (together, apart) = (rate(ONE_CLUSTER), rate(FOUR_CLUSTERS));
    assert!(together < 0.7 * apart, "{together} {apart}");
}

#[test]
fn pairs_that_are_forked_one_after_the_other_fill_the_sockets_evenly() {
    // As many tasks as CPUs, on two sockets: the share of the wake-ups that move their task (%).
    let moved = |forked: bool| {
        let work = json!({"kind": "pairs", "pairs": 80, "forked": forked});
        let scenario = scenario("icelake-160", "6.5", work, |s| (s.warmup_ms, s.limit_ms) = (40, 70));
        let wakes = run(&scenario).wakes;
        100 - 100 * wakes["cpu"] / wakes.values().sum::<u64>()
    };
    let (at_once, forked) = (moved(false), moved(true));
    assert!(forked < 15 && at_once > 25, "{forked} % of {at_once} %");
}

#[test]
fn a_pass_of_stream_is_as_long_as_its_slowest_thread() {
    let four = stream(4, ONE_CLUSTER, |_| {});
    // The fifth thread has a cluster to itself, and waits.
    let five = stream(5, "0-4", |_| {});
    assert!((five / four / 1.25 - 1.0).abs() < 0.02, "{five} {four}");
    // The first thread starts the others, and none of them ends.
    let work = json!({"kind": "stream", "workers": 6});
    let r = run(&scenario("kunpeng920-24", "5.10", work, |s| s.limit_ms = 100));
    assert_eq!((r.ended, r.groups[0].tasks), (Ended::Limit, 6));
    assert_eq!(r.migrations["fork"].values().sum::<u64>(), 5);
}

/// User time (ns) of one job for each of so many, which wait for memory all the time, where filling a cache takes `fill` (ns).
fn user_of_a_job(jobs: u32, cpus: &str, fill: u32) -> u64 {
    let work = json!({"kind": "jobs", "jobs": jobs, "work_us": 400_000, "memory_pct": 100});
    let s = scenario("numaq-16", "2.5.5x", work, |s| {
        s.cpus = Some(cpus.into());
        s.costs.extend([("cache_fill".into(), fill), ("mem_further_pct".into(), 0)]);
    });
    run(&s).user_ns / u64::from(jobs)
}

#[test]
fn jobs_that_take_turns_fill_the_cache_of_their_cpu_again() {
    const FILL: u32 = 5_000_000;
    let longer = |jobs, cpus| user_of_a_job(jobs, cpus, FILL) - user_of_a_job(jobs, cpus, 0);
    // A single job keeps its cache; so do two jobs with a CPU each.
    assert_eq!((longer(1, "0"), longer(2, "0-1")), (0, 0));
    // In turns of 150 ms each job returns to the CPU twice.
    let turns = longer(2, "0") as f64 / f64::from(FILL);
    assert!((1.0..=4.0).contains(&turns), "{turns}");
}

#[test]
fn an_undisturbed_job_takes_exactly_its_time() {
    let user = |jobs, cpus| user_of_a_job(jobs, cpus, 0);
    assert_eq!((user(1, "0"), user(3, "0,4,8")), (400_000_000, 400_000_000));
}

#[test]
fn jobs_in_one_cluster_share_its_bandwidth() {
    let user = |machine: &str, cpus: &str, memory_pct: u32, pct: u32| {
        let work = json!({"kind": "jobs", "jobs": 4, "work_us": 50_000, "memory_pct": memory_pct});
        let s = scenario(machine, "5.10", work, |s| {
            s.cpus = Some(cpus.into());
            cluster_pct(pct)(s);
        });
        run(&s).user_ns as f64
    };
    let of = |cpus, memory_pct| user("kunpeng920-24", cpus, memory_pct, 50);
    assert!(of(ONE_CLUSTER, 100) > 1.7 * of(FOUR_CLUSTERS, 100));
    assert!((of(ONE_CLUSTER, 0) / of(FOUR_CLUSTERS, 0) - 1.0).abs() < 0.1);
    // A machine without clusters has no such bandwidth to share.
    let xeon = |pct| user("xeon-e5-2630v4-20", ONE_CLUSTER, 100, pct);
    assert_eq!(xeon(0), xeon(100));
}

#[test]
fn the_cluster_domain_spreads_the_threads_of_stream() {
    let rates = |cluster_domain: bool| -> Vec<f64> {
        let of = |seed| {
            stream(6, "0-23", |s| {
                s.seed = seed;
                s.lanes[0].features.cluster_domain = Some(cluster_domain);
            })
        };
        (1..=8).map(of).collect()
    };
    let (plain, spread) = (rates(false), rates(true));
    let alone = stream(1, "0", |_| {});
    assert!(spread.iter().all(|rate| *rate > 0.97 * 6.0 * alone), "{spread:?}");
    assert!(plain.iter().zip(&spread).all(|(plain, spread)| *plain < 1.01 * spread), "{plain:?}");
    assert!(plain.iter().sum::<f64>() < 0.95 * spread.iter().sum::<f64>(), "{plain:?} {spread:?}");
}

/// Thousands of iterations a second of 100 threads on some sockets of an eight-socket Xeon.
fn shared(cpus: &str, lines: u32, write_pct: u32) -> f64 {
    let work =
        json!({"kind": "shared", "workers": 100, "lines": lines, "write_pct": write_pct, "work_ns": 1_000});
    run(&scenario("xeon-e7-8895v3-288", "4.20", work, |s| {
        (s.cpus, s.warmup_ms, s.limit_ms) = (Some(cpus.into()), 4, 12);
    }))
    .messages_per_s
}

const ONE_SOCKET: &str = "0-17,144-161";
const FOUR_SOCKETS: &str = "0-71,144-215";

#[test]
fn one_line_that_all_write_makes_four_sockets_slower_than_one() {
    let one = shared(ONE_SOCKET, 1, 100);
    let two = shared("0-35,144-179", 1, 100);
    let four = shared(FOUR_SOCKETS, 1, 100);
    assert!(two < 0.65 * one && four < 0.65 * one, "{one} {two} {four}");
    // Where threads do not meet, or nobody writes, four times the CPUs do more.
    for (lines, write_pct) in [(1024, 100), (1, 0)] {
        let [one, four] = [ONE_SOCKET, FOUR_SOCKETS].map(|cpus| shared(cpus, lines, write_pct));
        assert!(four > 1.8 * one, "{lines} lines, {write_pct} %: {one} {four}");
    }
}

#[test]
fn a_line_that_is_written_passes_through_one_cache_at_a_time() {
    // By hand: each access fetches the line from another core, and who comes next waits for that.
    let work = json!({"kind": "shared", "workers": 4, "lines": 1, "write_pct": 100, "work_ns": 0});
    let r = run(&scenario("kunpeng920-24", "5.9", work, |s| {
        s.cpus = Some("0,4,8,12".into());
        s.costs.insert("line_llc".into(), 50);
        (s.warmup_ms, s.limit_ms) = (2, 10);
    }));
    assert!((r.messages_per_s / 20_000.0 - 1.0).abs() < 0.02, "{}", r.messages_per_s);
    assert_eq!((r.wake, r.ended), (0, Ended::Limit));
}

#[test]
fn a_request_of_schbench_lasts_from_its_beginning_to_its_answer() {
    let latency = |workers| {
        let r = on("kunpeng920-24", "5.9", schbench(2, workers, 20, 3_000, 1_000));
        r.request_latency.expect("requests")
    };
    // With a CPU for each worker the latency is the CPU time; else a worker is preempted while it computes.
    let (free, full) = (latency(8), latency(40));
    assert!((3_000_000..3_700_000).contains(&free.p50), "{free:?}");
    assert!(full.p99 > 2 * free.p99, "{free:?} {full:?}");
}

#[test]
fn a_request_of_a_pair_lasts_from_the_end_of_thinking_to_the_answer() {
    let latency = |think_ns, service_ns| {
        let work = json!({"kind": "pairs", "pairs": 4, "requests": 400, "think_ns": think_ns, "service_ns": service_ns});
        on("kunpeng920-24", "5.9", work).request_latency.expect("requests").p50
    };
    let short = latency(2_000, 2_000);
    assert!(latency(40_000, 2_000).abs_diff(short) < 4_000, "thinking is no part of it");
    assert!((36_000..46_000).contains(&(latency(2_000, 40_000) - short)), "the service is");
    let none = on("kunpeng920-24", "5.9", json!({"kind": "hogs", "sleepers": 0}));
    assert_eq!(none.request_latency, None);
}

#[test]
fn a_request_of_rt_app_lasts_from_its_timer_to_its_next_sleep_with_its_waits_for_locks() {
    let work = |locks: bool| {
        // The timer comes first: all three begin at once.
        let mut steps = vec![json!({"do": "timer", "us": 20_000}), json!({"do": "run", "us": 4_000})];
        if locks {
            steps.insert(1, json!({"do": "lock", "on": "m"}));
            steps.push(json!({"do": "unlock", "on": "m"}));
        }
        json!({"kind": "rtapp", "copies": 1, "tasks": [{"name": "t", "instances": 3, "loops": 20,
            "phases": [{"loops": 1, "steps": steps}]}]})
    };
    let latency = |locks| on("kunpeng920-24", "5.9", work(locks)).request_latency.expect("requests");
    let (free, locked) = (latency(false), latency(true));
    assert!((3_600_000..4_500_000).contains(&free.p99), "{free:?}");
    assert!(locked.p99 > 11_000_000 && locked.p50 > 7_000_000, "{locked:?}");
}
