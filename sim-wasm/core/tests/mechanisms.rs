//! The effect of each mechanism's switch: each test fails if the switch has no effect.

use std::collections::BTreeSet;

use crate::common::{hackbench, in_cluster, jobs, moves, pairs, run, scenario, with};
use sched_core::engine::ids::{CpuId, Id, PerCpu};
use sched_core::engine::time::Ns;
use sched_core::machine::kernel::IdlePrev;
use sched_core::observe::decisions::{Decision, Step, Why, read};
use sched_core::observe::log::{self, LogLevel};
use sched_core::observe::steps::Value;
use sched_core::observe::vocab::{Answer, Decided, EventKind, Func, How, LOG_WORDS};
use sched_core::runqueue::SchedClass;
use sched_core::scenario::{
    ClusterScan, Features, Flip, NodeInterval, RuleOverrides, Scenario, Steal, TaskGroup,
};
use sched_core::sim::Simulation;

/// How many wake-ups each step of the wake-up path decided.
fn hows(s: &Scenario) -> Vec<u64> {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    let mut counts = vec![0; How::ALL.len()];
    while !sim.done() {
        sim.set_log(LogLevel::All, Ns::ZERO);
        sim.advance(Ns::MAX, 1000);
        for record in sim.take_log().chunks(LOG_WORDS) {
            if log::KIND.of(record) == EventKind::Wake as u32 {
                counts[log::HOW.of(record) as usize] += 1;
            }
        }
    }
    counts
}

fn busy_pairs() -> Scenario {
    scenario("kunpeng920-24", "5.9", pairs(16), |_| {})
}

#[test]
fn wake_wide_keeps_wakees_of_busy_wakers_where_they_were() {
    // Few CPUs in the cache make the factor small enough for hackbench's senders to be wide.
    let s = scenario("azusa-8", "5.9", hackbench(2, 300, 20, true), |_| {});
    let (on, off) = (hows(&s), hows(&with(&s, |f| f.wake_wide = false)));
    let target = How::Target as usize;
    assert_ne!(on, off);
    assert!(on.iter().sum::<u64>() > 1000 && off[target] > 0, "{on:?} {off:?}");
}

#[test]
fn without_wake_affine_the_target_is_the_previous_cpu() {
    let s = scenario("kunpeng920-24", "5.9", hackbench(2, 100, 20, true), |s| {
        s.lanes[0].features.select_idle_sibling = false;
    });
    assert!(moves(&run(&s), "wake") > 100);
    let off = run(&with(&s, |f| f.wake_affine = false));
    assert_eq!(moves(&off, "wake"), 0);
}

#[test]
fn since_5_11_wake_affine_leaves_a_task_on_its_idle_previous_cpu() {
    let mut s = scenario("kunpeng920-48", "5.10", hackbench(2, 100, 20, true), |_| {});
    let mut left = |rule| {
        s.lanes[0].rules.affine_idle_prev = rule;
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.run_to_end();
        let records = read(&sim.take_decisions());
        let idle = |d: &Decision| {
            d.steps.iter().any(|step| step.func == Func::WakeAffine && step.answer == Answer::Idle)
        };
        let left: Vec<_> = records.into_iter().filter(idle).collect();
        assert!(left.iter().all(|d| d.chosen == d.about));
        left.len()
    };
    assert_eq!(left(None), 0);
    assert_ne!(left(Some(true)), 0);
}

#[test]
fn select_idle_sibling_finds_idle_cpus_beyond_target_and_previous() {
    let s = busy_pairs();
    let (on, off) = (hows(&s), hows(&with(&s, |f| f.select_idle_sibling = false)));
    assert!(on[How::Llc as usize] > 100, "{on:?}");
    assert_eq!(off.iter().sum::<u64>(), off[How::Stay as usize], "{off:?}");
}

#[test]
fn sis_prop_gives_up_where_an_unbounded_scan_finds_an_idle_cpu() {
    let s = scenario("kunpeng920-24", "5.9", hackbench(4, 400, 20, true), |_| {});
    let (on, off) = (hows(&s), hows(&with(&s, |f| f.sis_prop = false)));
    let scanned = |h: &[u64]| 100 * h[How::Llc as usize] / h.iter().sum::<u64>();
    assert!(scanned(&on) * 3 < scanned(&off) * 2, "{on:?} {off:?}");
}

/// On one node of the Kunpeng 920 with the cluster domain and `scan`.
fn scanning(scan: ClusterScan, work: serde_json::Value) -> Scenario {
    scenario("kunpeng920-24", "5.9", work, |s| {
        s.lanes[0].features.cluster_domain = Some(true);
        s.lanes[0].features.cluster_scan = scan;
    })
}

fn under(s: &Scenario, rule: impl FnOnce(&mut RuleOverrides)) -> Scenario {
    let mut s = s.clone();
    rule(&mut s.lanes[0].rules);
    s
}

#[test]
fn version_6_finds_nothing_outside_the_cluster_between_cpus_of_one_cache() {
    let counts = |scan| hows(&scanning(scan, pairs(16)));
    let (only, levels) = (counts(ClusterScan::Only), counts(ClusterScan::Levels));
    assert_eq!(only[How::Llc as usize], 0, "{only:?}");
    assert!(only[How::Cluster as usize] > 100 && levels[How::Llc as usize] > 100, "{only:?} {levels:?}");
}

#[test]
fn counting_with_the_cluster_makes_more_wake_ups_wide() {
    let s = scanning(ClusterScan::Off, hackbench(2, 200, 20, true));
    let target = |s: &Scenario| hows(s)[How::Target as usize];
    let (cache, cluster) = (target(&s), target(&under(&s, |rules| rules.wide_by_cluster = Some(true))));
    assert!(cluster < cache, "a wide wake-up goes to no waker: {cluster} of {cache}");
}

#[test]
fn a_far_idle_previous_cpu_waits_for_the_scan_to_fail_where_the_rule_is_the_cluster() {
    let s = scanning(ClusterScan::Levels, pairs(16));
    let share = |s: &Scenario| {
        let counts = hows(s);
        1000 * counts[How::Prev as usize] / counts.iter().sum::<u64>()
    };
    let (far, near) = (share(&s), share(&under(&s, |rules| rules.idle_prev = Some(IdlePrev::Cluster))));
    assert!(near < far, "{near} ‰ of {far} ‰");
    let merged = scanning(ClusterScan::Merged, pairs(16));
    let llc = under(&merged, |rules| rules.idle_prev = Some(IdlePrev::Llc));
    assert!(share(&llc) > share(&merged), "the merged scan without its rule");
}

#[test]
fn a_cluster_without_a_limit_is_scanned_completely() {
    let s = scanning(ClusterScan::Levels, hackbench(4, 200, 20, true));
    let found = |s: &Scenario| {
        let counts = hows(s);
        1000 * counts[How::Cluster as usize] / counts.iter().sum::<u64>()
    };
    let (limited, unlimited) = (found(&s), found(&under(&s, |rules| rules.cluster_unlimited = Some(true))));
    assert!(unlimited > limited, "{unlimited} ‰ against {limited} ‰");
}

#[test]
fn the_cluster_domain_makes_balancing_look_in_the_cluster_first() {
    let s = scenario("kunpeng920-24", "6.5", hackbench(2, 400, 20, true), |_| {});
    let share = |r: &sched_core::observe::report::RunReport| {
        let by = &r.migrations["newidle"];
        100 * by.get("cluster").copied().unwrap_or(0) / by.values().sum::<u64>()
    };
    let (off, on) = (run(&s), run(&with(&s, |f| f.cluster_domain = Some(true))));
    assert!(share(&on) > share(&off) + 15, "{:?} {:?}", on.migrations, off.migrations);
}

#[test]
fn each_cluster_scan_keeps_more_wake_ups_inside_the_cluster() {
    for (kernel, scan, load) in [
        ("5.9", ClusterScan::Rfc, 16),
        ("5.9", ClusterScan::Levels, 16),
        ("5.9", ClusterScan::Only, 16),
        ("5.9", ClusterScan::Merged, 16),
        ("6.5", ClusterScan::Merged, 12),
    ] {
        let s = scenario("kunpeng920-24", kernel, pairs(load), |s| {
            s.lanes[0].features.cluster_domain = Some(true)
        });
        let off = in_cluster(&run(&s));
        let on = in_cluster(&run(&with(&s, |f| f.cluster_scan = scan)));
        assert!(on > off + 5, "{kernel} {scan:?}: {on} % against {off} %");
    }
}

/// The first CPU that each scan of the LLC looks at, in the cluster of its target or outside.
fn first_looks(s: &Scenario) -> [u32; 2] {
    let mut sim = Simulation::new(s, 0).expect("a good scenario");
    sim.keep_decisions(true);
    sim.run_to_end();
    let machine = sim.machine().clone();
    let mut looks = [0; 2];
    for d in read(&sim.take_decisions()).iter().filter(|d| d.kind == Decided::Wake) {
        let target = d.steps.iter().find(|step| step.func == Func::SelectIdleSibling).map(|step| step.cpu);
        let first = d.steps.iter().find(|step| step.func == Func::SelectIdleCpu).map(|step| step.cpu);
        if let (Some(target), Some(first)) = (target, first) {
            looks[usize::from(machine.cluster_of[target] != machine.cluster_of[first])] += 1;
        }
    }
    looks
}

#[test]
fn from_6_7_on_a_plain_kernel_with_a_cluster_level_scans_the_cluster_first() {
    for (machine, kernel, near) in [
        ("jacobsville-24", "6.8", true),
        ("jacobsville-24", "6.5", false),
        ("kunpeng920-24", "6.18", true),
        ("kunpeng920-24", "6.12", false),
    ] {
        let s = scenario(machine, kernel, pairs(16), |s| s.limit_ms = 20);
        let [inside, outside] = first_looks(&s);
        assert!(inside + outside > 100, "{machine} {kernel}: {inside} {outside}");
        // The CPU after the target may be the first of the next cluster.
        assert_eq!(outside == 0, near, "{machine} {kernel}: {inside} {outside}");
        if near {
            let [_, without] = first_looks(&with(&s, |f| f.cluster_domain = Some(false)));
            assert!(without > 0, "{machine} {kernel} without the level");
            let own = under(&s, |rules| rules.sched_cluster_active = Some(false));
            let [_, unscanned] = first_looks(&own);
            assert!(unscanned > 0, "{machine} {kernel} without the scan");
        }
    }
}

#[test]
fn from_6_7_on_no_cluster_scan_can_be_chosen() {
    let s = scenario("kunpeng920-24", "6.8", pairs(16), |s| s.limit_ms = 20);
    for level in [false, true] {
        let plain = with(&s, |f| f.cluster_domain = Some(level));
        for &scan in ClusterScan::ALL {
            let chosen = with(&plain, |f| f.cluster_scan = scan);
            assert_eq!(run(&chosen).hash, run(&plain).hash, "{scan:?}, level {level}");
        }
    }
}

#[test]
fn the_rfc_scan_finds_an_idle_cpu_of_the_cluster_before_any_other() {
    let s = with(&busy_pairs(), |f| {
        f.cluster_domain = Some(true);
        f.cluster_scan = ClusterScan::Rfc;
    });
    let h = hows(&s);
    assert!(h[How::Cluster as usize] > h[How::Llc as usize], "{h:?}");
}

#[test]
fn newidle_balance_pulls_only_when_it_is_on() {
    let s = scenario("kunpeng920-24", "6.5", hackbench(1, 100, 20, true), |_| {});
    assert!(moves(&run(&s), "newidle") > 50);
    assert_eq!(moves(&run(&with(&s, |f| f.newidle_balance = false)), "newidle"), 0);
}

#[test]
fn the_newidle_gate_of_5_9_stops_most_of_it_under_hackbench() {
    let of = |kernel| {
        moves(&run(&scenario("kunpeng920-24", kernel, hackbench(3, 1000, 20, true), |_| {})), "newidle")
    };
    assert!(of("5.9") * 4 < of("6.5"), "{} {}", of("5.9"), of("6.5"));
}

/// How many newidle searches of a run are passed over by chance, are made, and find a task; without the random draw all are
/// made.
#[test]
fn newidle_searches_are_made_at_random_in_proportion_to_their_success() {
    let of = |ni_random, seed| {
        let s = scenario("kunpeng920-24", "7.0", hackbench(3, 1500, 20, true), |s| {
            s.lanes[0].rules.ni_random = Some(ni_random);
            // Each level draws by its own success: with one level, the sums below are those of a level.
            s.lanes[0].features.cluster_domain = Some(false);
            s.seed = seed;
        });
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.run_to_end();
        let records = read(&sim.take_decisions());
        let newidle = records.iter().filter(|d| d.kind == Decided::NewIdle);
        let with = |answer| newidle.clone().filter(|d| d.steps.iter().any(|s| s.answer == answer)).count();
        [with(Answer::Skipped), with(Answer::Yes), with(Answer::Moved)]
    };
    let [none, ..] = of(false, 1);
    assert_eq!(none, 0);
    let [skipped, made, found] = of(true, 1);
    // So many of all as of those that are made find something.
    let (rate, success) = (100 * made / (skipped + made), 100 * found / made);
    assert!(skipped > 1000 && made > 1000, "{skipped} {made}");
    assert!(rate.abs_diff(success) <= 15, "{rate} % made, {success} % of them found a task");
    // The draws follow the seed.
    assert_eq!(of(true, 1), [skipped, made, found]);
    assert_ne!(of(true, 2), [skipped, made, found]);
}

/// Before the run all CPUs were idle for long. Wake-ups that arrive during a search close the CPUs' gates, since
/// they end an idle time of less than a microsecond. With stealing, CPUs hardly ever go idle otherwise.
#[test]
fn wake_ups_during_the_search_close_the_newidle_gate() {
    let s = scenario("xeon-e5-2630v4-20", "4.20", hackbench(4, 3000, 20, false), |s| {
        s.tunables.wakeup_granularity_ns = Some(15_000_000);
        s.lanes[0].features.steal = Steal::On;
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    let open = |sim: &Simulation| {
        let sys = sim.system();
        sys.cpus.iter().filter(|c| c.avg_idle >= sys.tuned.migration_cost).count()
    };
    sim.advance(Ns(40_000_000), u64::MAX);
    assert!(open(&sim) > 10, "{}", open(&sim));
    sim.advance(Ns(800_000_000), u64::MAX);
    assert!(open(&sim) < 5, "{}", open(&sim));
}

/// On a machine that stops ticks, at most one idle CPU per tick is kicked to balance, and hackbench soon gives it work.
#[test]
fn one_idle_cpu_balances_for_all_until_it_has_work() {
    let s = scenario("kunpeng920-24", "5.9", hackbench(1, 10_000, 20, true), |s| s.limit_ms = 400);
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    let (mut asked, mut broken_off, mut last) = (0, 0, None);
    while sim.step() {
        let sys = sim.system();
        let at_it = sys.cpus.ids().find(|&cpu| sys.nohz.due(cpu).is_some());
        if let Some(cpu) = at_it {
            assert_eq!(sys.cpus[cpu].curr, None, "CPU {cpu} balances for others and runs a task");
        }
        asked += usize::from(last.is_none() && at_it.is_some());
        let has_work = |cpu: CpuId| sys.nr_running(cpu) > 0;
        broken_off += usize::from(at_it.is_none() && last.is_some_and(has_work));
        last = at_it;
    }
    assert!((4..=101).contains(&asked) && broken_off > 1, "{asked} {broken_off}");
}

#[test]
fn periodic_balance_pulls_only_when_it_is_on() {
    let s = scenario("kunpeng920-24", "5.9", jobs(40, 60_000, 2), |s| {
        s.lanes[0].features.newidle_balance = false;
        s.lanes[0].features.active_balance = false;
    });
    assert!(moves(&run(&s), "periodic") > 0);
    assert_eq!(moves(&run(&with(&s, |f| f.periodic_balance = false)), "periodic"), 0);
}

#[test]
fn periodic_balance_switched_on_while_it_runs_acts_within_its_interval() {
    let mut s = scenario("kunpeng920-24", "5.9", jobs(40, 200_000, 1), |s| {
        s.lanes[0].features.newidle_balance = false;
        s.lanes[0].features.periodic_balance = false;
    });
    assert_eq!(moves(&run(&s), "periodic"), 0);
    let mut features = s.lanes[0].features.clone();
    features.periodic_balance = true;
    s.lanes[0].flips.push(sched_core::scenario::Flip { at_ns: 250_000_000, features });
    assert!(moves(&run(&s), "periodic") > 0);
}

#[test]
fn active_balance_moves_a_running_task_when_nothing_else_can() {
    // Ten jobs on nine cores' worth of clusters: one cluster keeps too many running tasks.
    let s = scenario("xeon-e5-2630v4-20", "5.9", jobs(14, 300_000, 2), |_| {});
    let (on, off) = (run(&s), run(&with(&s, |f| f.active_balance = false)));
    assert!(moves(&on, "active") > 0, "{:?}", on.migrations);
    assert_eq!(moves(&off, "active"), 0);
}

/// Two threads that share a line, on a machine with two caches of six CPUs to each node. They begin under a cache each.
#[test]
fn threads_that_share_a_line_come_under_one_cache() {
    let work = serde_json::json!({"kind": "sharing", "kilo_iterations": 20_000});
    let s = scenario("epyc-7451-96", "7.3", work, |_| {});
    let ends = |sched_cache| {
        let s = under(&s, |rules| rules.sched_cache = sched_cache);
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        let llcs = |sim: &Simulation| {
            let (sys, mut llcs) = (sim.system(), BTreeSet::new());
            sys.tasks.iter().for_each(|task| {
                llcs.insert(sys.machine.llc_of[task.cpu]);
            });
            llcs.len()
        };
        assert_eq!(llcs(&sim), 2);
        sim.run_to_end();
        (llcs(&sim), sim.report().elapsed_ns)
    };
    let (on, off) = (ends(None), ends(Some(false)));
    assert_eq!((on.0, off.0), (1, 2));
    assert!(10 * on.1 < 9 * off.1, "{on:?} {off:?}");
}

#[test]
fn stealing_fills_idle_cpus_and_shortens_hackbench() {
    let s = scenario("xeon-e5-2630v4-20", "4.20", hackbench(1, 1000, 20, false), |s| {
        s.tunables.wakeup_granularity_ns = Some(15_000_000);
    });
    let (off, on) = (run(&s), run(&with(&s, |f| f.steal = Steal::On)));
    assert_eq!(off.steal, 0);
    assert!(on.steal > 100, "{}", on.steal);
    assert!(on.busy_pct > off.busy_pct + 10.0, "{} {}", on.busy_pct, off.busy_pct);
    assert!(on.elapsed_ns * 10 < off.elapsed_ns * 9, "{} {}", on.elapsed_ns, off.elapsed_ns);
}

#[test]
fn stealing_is_off_on_more_than_two_nodes_unless_forced() {
    let s = scenario("kunpeng920-96", "5.9", hackbench(8, 60, 20, true), |s| {
        s.lanes[0].features.steal = Steal::On;
    });
    assert_eq!(run(&s).steal, 0);
    assert!(run(&with(&s, |f| f.steal = Steal::Force)).steal > 100);
}

#[test]
fn exec_balance_moves_a_task_at_exec_only_when_it_is_on() {
    for (machine, kernel) in [("kunpeng920-48", "5.9"), ("numaq-16", "2.5.5x")] {
        // The other mechanisms that move tasks are off. A job that waited after its fork then execs late enough
        // for a better CPU to exist.
        let s = scenario(machine, kernel, jobs(200, 5_000, 60), |s| {
            s.lanes[0].features.newidle_balance = false;
            s.lanes[0].features.periodic_balance = false;
        });
        assert!(moves(&run(&s), "exec") > 0, "{kernel}");
        assert_eq!(moves(&run(&with(&s, |f| f.exec_balance = false)), "exec"), 0, "{kernel}");
    }
}

#[test]
fn node_restriction_keeps_every_task_on_its_node() {
    let s = scenario("azusa-8", "2.5.5x", hackbench(2, 100, 20, false), |_| {});
    let crossing = |r: &sched_core::observe::report::RunReport| {
        ["newidle", "periodic", "node"]
            .iter()
            .filter_map(|c| r.migrations.get(*c))
            .filter_map(|by| by.get("socket"))
            .sum::<u64>()
    };
    let (stock, mini) = (run(&s), run(&with(&s, |f| f.node_restricted = true)));
    assert!(crossing(&stock) > 0);
    assert_eq!(crossing(&mini), 0);
    assert!(mini.busy_pct < 26.0, "one node of four: {}", mini.busy_pct);
}

#[test]
fn the_cross_node_balance_spreads_what_the_restriction_holds() {
    let s = scenario("azusa-8", "2.5.5x", hackbench(2, 100, 20, false), |s| {
        s.lanes[0].features.node_restricted = true;
    });
    let (mini, crossing) = (run(&s), run(&with(&s, |f| f.cross_node = true)));
    assert_eq!(moves(&mini, "node"), 0);
    assert!(moves(&crossing, "node") > 0);
    assert!(crossing.busy_pct > mini.busy_pct + 20.0, "{} {}", crossing.busy_pct, mini.busy_pct);
}

#[test]
fn a_flip_during_the_run_acts_from_then_on() {
    let mut s = scenario("xeon-e5-2630v4-20", "4.20", hackbench(2, 1000, 20, false), |s| {
        s.tunables.wakeup_granularity_ns = Some(15_000_000);
    });
    let never = run(&s);
    let mut features = s.lanes[0].features.clone();
    features.steal = Steal::On;
    s.lanes[0].flips.push(sched_core::scenario::Flip { at_ns: 10_000_000, features });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.advance(Ns(9_999_999), u64::MAX);
    assert_eq!(sim.report().steal, 0);
    let before = sim.hash();
    let mut plain = Simulation::new(
        &scenario("xeon-e5-2630v4-20", "4.20", hackbench(2, 1000, 20, false), |s| {
            s.tunables.wakeup_granularity_ns = Some(15_000_000);
        }),
        0,
    )
    .expect("a good scenario");
    plain.advance(Ns(9_999_999), u64::MAX);
    assert_eq!(before, plain.hash());
    sim.run_to_end();
    assert!(sim.report().steal > 100);
    assert!(sim.report().elapsed_ns < never.elapsed_ns);
}

#[test]
fn every_placement_and_pull_leaves_a_record_and_changes_nothing() {
    let s = scenario("kunpeng920-48", "5.9", hackbench(2, 60, 20, true), |s| {
        s.lanes[0].features.cluster_domain = Some(true);
        s.lanes[0].features.cluster_scan = ClusterScan::Rfc;
        s.lanes[0].features.steal = Steal::On;
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.keep_decisions(true);
    sim.run_to_end();
    let (report, mut records) = (sim.report(), read(&sim.take_decisions()));
    // The report counts from the go on.
    records.retain(|d| d.ns.0 > report.started_ns);
    assert_eq!(report.hash, run(&s).hash);

    let of = |kind| records.iter().filter(move |d| d.kind == kind);
    assert_eq!(of(Decided::Wake).count() as u64, report.wake);
    assert_eq!(of(Decided::Steal).filter(|d| d.task.is_some()).count() as u64, report.steal);
    let pulled = of(Decided::NewIdle).chain(of(Decided::Periodic)).flat_map(|d| &d.steps);
    let pulled =
        pulled.filter(|s| s.func == Func::CanMigrateTask && s.answer == Answer::Moved).count() as u64;
    assert_eq!(pulled, moves(&report, "newidle") + moves(&report, "periodic"));

    for d in &records {
        let costs: Vec<u32> = d.steps.iter().map(|s| s.cost).chain([d.cost]).collect();
        assert!(costs.is_sorted(), "{d:?}");
    }
    for d in of(Decided::Wake) {
        // Each scanned CPU adds to the cost, and nothing else does.
        let looked = |s: &&Step| matches!(s.func, Func::SelectIdleCpu | Func::SelectIdleCluster);
        let looked = d.steps.iter().filter(looked).filter(|s| s.answer != Answer::OutOfBudget);
        for (n, step) in looked.clone().enumerate() {
            assert_eq!(
                u64::from(step.cost) * looked.clone().count() as u64,
                u64::from(d.cost) * (n as u64 + 1)
            );
        }
        // The chosen CPU is the last one found idle; otherwise no CPU was found idle.
        let idle = d.steps.iter().rev().find(|s| s.answer == Answer::Idle);
        let Why::How(how) = d.why else { panic!("{d:?}") };
        match idle {
            Some(step) => assert_eq!(step.cpu, d.chosen, "{d:?}"),
            None => assert!(matches!(how, How::Fallback | How::Stay), "{d:?}"),
        }
        // 21: the floor of SIS_PROP looks at three CPUs; 22: the cluster comes before the LLC.
        let scanned = d.steps.iter().filter(|s| s.func == Func::SelectIdleCpu);
        let cut = scanned.clone().any(|s| s.answer == Answer::OutOfBudget);
        assert!(!cut || scanned.count() >= 4, "{d:?}");
        let cluster: Vec<_> = d.steps.iter().filter(|s| s.func == Func::SelectIdleCluster).collect();
        if how == How::Llc {
            assert_eq!(cluster.len(), 4, "{d:?}");
            assert!(
                cluster
                    .iter()
                    .all(|s| s.answer == Answer::Busy && s.cpu.index() / 4 == cluster[0].cpu.index() / 4),
                "{d:?}"
            );
        }
    }
}

#[test]
fn a_steal_records_its_bitmap_its_rechecks_and_the_tail_it_takes_from() {
    let s = scenario("kunpeng920-48", "4.20", hackbench(2, 60, 20, true), |s| {
        s.lanes[0].features.steal = Steal::On;
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.keep_decisions(true);
    sim.run_to_end();
    let records = read(&sim.take_decisions());
    let stolen: Vec<_> = records.iter().filter(|d| d.kind == Decided::Steal && d.task.is_some()).collect();
    assert!(stolen.len() > 50);
    for d in stolen {
        let of = |func| d.steps.iter().filter(move |s| s.func == func);
        let bitmap: BTreeSet<_> = of(Func::TrySteal).map(|s| s.cpu).collect();
        let long = |s: &Step| s.answer == Answer::Overloaded && matches!(s.value, Value::Tasks(2..));
        assert!(of(Func::TrySteal).all(long), "{d:?}");
        assert!(of(Func::StealFrom).all(|s| bitmap.contains(&s.cpu)), "{d:?}");
        let robbed = of(Func::StealFrom).next_back().expect("a recheck");
        assert_eq!((robbed.answer, robbed.cpu), (Answer::Yes, d.about), "{d:?}");
        let taken = d.steps.last().expect("a step");
        assert_eq!((taken.func, taken.answer), (Func::DetachNextTask, Answer::Moved), "{d:?}");
        assert_eq!(Some(taken.value), d.task.map(Value::Task), "{d:?}");
    }
}

#[test]
fn a_pass_records_the_elected_cpu_the_load_of_each_group_and_why_newidle_stopped() {
    let recorded = |s: &Scenario| {
        let mut sim = Simulation::new(s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.run_to_end();
        read(&sim.take_decisions())
    };
    let records = recorded(&scenario("kunpeng920-48", "5.9", jobs(60, 300_000, 1), |_| {}));
    let passes = || records.iter().filter(|d| d.kind == Decided::Periodic);
    let (mut others, mut compared) = (0, [0; 2]);
    for d in passes() {
        let election = d.steps[0];
        assert_eq!(election.func, Func::ShouldWeBalance, "{d:?}");
        assert_eq!(election.answer == Answer::Yes, election.cpu == d.cpu, "{d:?}");
        others += u32::from(election.cpu != d.cpu);
        let groups: Vec<_> = d.steps.iter().filter(|s| s.func == Func::FindBusiestGroup).collect();
        for (i, group) in groups.iter().enumerate().filter(|(_, s)| s.answer != Answer::Load) {
            // Only full groups are compared by load.
            let load = groups.get(i + 1).filter(|next| next.answer == Answer::Load);
            let full = matches!(group.answer, Answer::FullyBusy | Answer::Overloaded);
            assert_eq!(load.map(|s| s.cpu), full.then_some(group.cpu), "{d:?}");
            compared[usize::from(full)] += 1;
        }
    }
    assert!(others > 0 && compared.iter().all(|&groups| groups > 0), "{compared:?}");
    // The chosen queue is one of those compared, and follows an imbalance in load, utilisation or tasks.
    let chosen = || passes().filter(|d| d.steps.iter().any(|s| s.answer == Answer::Chosen));
    assert!(chosen().count() > 0);
    for d in chosen() {
        let at = d.steps.iter().position(|s| s.answer == Answer::Chosen).expect("it is there");
        let compared = |s: &Step| {
            s.func == Func::FindBusiestQueue && s.answer == Answer::Load && s.cpu == d.steps[at].cpu
        };
        assert!(d.steps[..at].iter().any(compared), "{d:?}");
        assert!(d.steps[..at].iter().any(|s| s.func == Func::CalculateImbalance), "{d:?}");
    }
    let s = scenario("kunpeng920-24", "5.9", hackbench(2, 60, 20, true), |_| {});
    let light = scenario("kunpeng920-48", "5.9", hackbench(1, 60, 20, true), |_| {});
    let reasons: BTreeSet<_> = [recorded(&s), recorded(&light)]
        .concat()
        .iter()
        .flat_map(|d| &d.steps)
        .filter(|s| s.func == Func::NewidleBalance)
        .map(|s| s.answer)
        .collect();
    assert!(reasons.contains(&Answer::Gated) && reasons.contains(&Answer::NoOverload), "{reasons:?}");
    // Up to 5.4 all groups are compared by their load, at fork, too.
    for (kernel, loads) in [("4.20", true), ("5.9", false)] {
        let forks = recorded(&scenario("xeon-e5-2630v4-20", kernel, hackbench(1, 20, 5, true), |_| {}));
        let mut rooms = 0;
        for pair in forks.iter().filter(|d| d.kind == Decided::Fork).flat_map(|d| d.steps.windows(2)) {
            if (pair[0].func, pair[0].answer) == (Func::FindIdlestGroup, Answer::HasSpare) {
                assert_eq!(pair[1].answer == Answer::Load, loads, "{kernel} {pair:?}");
                rooms += 1;
            }
        }
        assert!(rooms > 0, "{kernel}");
    }
    let off = scenario("kunpeng920-24", "6.5", hackbench(2, 60, 20, true), |s| {
        s.lanes[0].features.newidle_balance = false;
    });
    let records = recorded(&off);
    let newidle = records.iter().filter(|d| d.kind == Decided::NewIdle).flat_map(|d| &d.steps);
    assert!(newidle.clone().all(|s| s.func == Func::NewidleBalance));
    assert!(newidle.clone().any(|s| s.answer == Answer::SwitchedOff));
}

/// hackbench on four nodes with the cross-node balance, with its balancing decisions.
fn across(change: impl FnOnce(&mut sched_core::scenario::Features)) -> Vec<Decision> {
    let s = scenario("numaq-16", "2.5.5x", hackbench(4, 300, 20, false), |s| {
        let f = &mut s.lanes[0].features;
        (f.node_restricted, f.cross_node) = (true, true);
        change(f);
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.keep_decisions(true);
    sim.run_to_end();
    let mut records = read(&sim.take_decisions());
    records.retain(|d| d.kind == Decided::O1Balance);
    records
}

/// The load of each node at a cross-node check, and the chosen node.
fn check(d: &Decision) -> Option<(Vec<u64>, Option<usize>)> {
    let load = |s: &&Step| match s.value {
        Value::Load(load) => load,
        other => panic!("{other:?} in {d:?}"),
    };
    let nodes: Vec<_> = d.steps.iter().filter(|s| s.func == Func::FindBusiestNode).collect();
    let chosen = nodes.iter().position(|s| s.answer == Answer::Chosen);
    (!nodes.is_empty()).then(|| (nodes.iter().map(load).collect(), chosen))
}

/// Calls of `load_balance` from each cross-node check of a CPU to its next.
fn gaps(records: &[Decision]) -> BTreeSet<u32> {
    let mut since: PerCpu<Option<_>> = vec![None; 16].into();
    let mut gaps = BTreeSet::new();
    for d in records {
        if let Some(calls) = &mut since[d.cpu] {
            *calls += 1;
        }
        if check(d).is_some() {
            gaps.extend(since[d.cpu].replace(0));
        }
    }
    gaps
}

#[test]
fn every_tenth_call_looks_across_and_the_variable_intervals_follow_the_load() {
    assert_eq!(gaps(&across(|_| {})), BTreeSet::from([10]));
    // A CPU keeps its count when its node changes the interval, so a gap may lie in between.
    for (interval, few, many) in [(NodeInterval::Var1, 4, 40), (NodeInterval::Var2, 1, 16)] {
        let gaps = gaps(&across(|f| f.node_interval = interval));
        assert!(gaps.contains(&few) && gaps.contains(&many), "{gaps:?}");
        assert!(gaps.iter().all(|gap| (few..=many).contains(gap)), "{gaps:?}");
    }
}

#[test]
fn smoothing_lets_the_load_of_a_node_outlive_its_tasks() {
    let most = |records: &[Decision]| records.iter().filter_map(check).flat_map(|(l, _)| l).max();
    let (plain, smooth) = (most(&across(|_| {})), most(&across(|f| f.node_smoothing = true)));
    assert!(plain <= Some(160), "160 tasks: {plain:?}");
    assert!(smooth > plain && smooth <= Some(320), "{plain:?} {smooth:?}");
}

#[test]
fn the_margin_requires_four_more() {
    let barely = |records: &[Decision]| {
        records
            .iter()
            .filter_map(|d| check(d).map(|(loads, chosen)| (loads[d.cpu.index() / 4], loads, chosen)))
            .filter(|(own, loads, chosen)| chosen.is_some_and(|n| 4 * loads[n] <= 5 * own + 16))
            .count()
    };
    assert!(barely(&across(|_| {})) > 0);
    assert_eq!(barely(&across(|f| f.node_margin = true)), 0);
}

#[test]
fn with_the_mask_fix_a_cross_node_call_takes_from_the_other_node_only() {
    let own_node = |records: &[Decision]| {
        records
            .iter()
            .filter(|d| check(d).is_some_and(|(_, chosen)| chosen.is_some()))
            .flat_map(|d| d.steps.iter().map(move |s| (d.cpu, s)))
            .filter(|(cpu, s)| {
                s.func == Func::FindBusiestQueue
                    && s.answer == Answer::Chosen
                    && s.cpu.index() / 4 == cpu.index() / 4
            })
            .count()
    };
    assert!(own_node(&across(|_| {})) > 0);
    assert_eq!(own_node(&across(|f| f.node_mask_fix = true)), 0);
}

/// `numa_test` on the Azusa, short.
fn numa(jobs: u32, work_ms: u32, sizes: u32) -> serde_json::Value {
    serde_json::json!({"kind": "numa", "jobs": jobs, "work_ms": work_ms, "sizes": sizes, "memory_mb": 64,
        "disturb_ms": 50, "disturb_groups": 4})
}

#[test]
fn tasks_go_home() {
    let s = scenario("azusa-8", "2.5.5x", numa(16, 1000, 1), |s| s.lanes[0].features.exec_balance = false);
    let away = |s: &Scenario| -> u64 {
        let of = |job: &sched_core::observe::report::JobRow| -> u64 {
            job.user_ns - job.node_ns.get(job.memory_node as usize).copied().unwrap_or(0)
        };
        (0..6).map(|seed| run(&Scenario { seed, ..s.clone() }).jobs.iter().map(of).sum::<u64>()).sum()
    };
    let (off, on) = (away(&s), away(&with(&s, |f| f.home_node = true)));
    assert!(on < off * 9 / 10, "{on} {off}");
}

#[test]
fn the_smallest_memory_leaves_first() {
    let s = scenario("azusa-8", "2.5.5x", numa(24, 400, 4), |s| {
        let f = &mut s.lanes[0].features;
        (f.node_restricted, f.cross_node, f.exec_balance) = (true, true, false);
    });
    // Megabytes that jobs left behind, weighed by the time they were away.
    let left = |s: &Scenario| -> u64 {
        let of = |(i, job): (usize, &sched_core::observe::report::JobRow)| -> u64 {
            let away = job.user_ns - job.node_ns.get(job.memory_node as usize).copied().unwrap_or(0);
            away * (1 + i as u64 % 4)
        };
        (0..8)
            .map(|seed| run(&Scenario { seed, ..s.clone() }).jobs.iter().enumerate().map(of).sum::<u64>())
            .sum()
    };
    let (off, on) = (left(&s), left(&with(&s, |f| f.smallest_first = true)));
    assert!(on < off * 9 / 10, "{on} {off}");
}

/// Pipe switching in one task group.
fn grouped(layout: TaskGroup) -> Scenario {
    let pairs =
        serde_json::json!({"kind": "pairs", "pairs": 48, "requests": 200, "think_ns": 0, "service_ns": 0});
    scenario("kunpeng920-48", "5.9", pairs, |s| s.lanes[0].features.task_group = layout)
}

/// HITMs of a field.
fn hitms(s: &Scenario, field: &str) -> u64 {
    run(s).lines.iter().filter(|row| row.field == field).map(|row| row.hitm_local + row.hitm_remote).sum()
}

#[test]
fn the_layout_decides_who_waits_for_whom() {
    assert!(run(&grouped(TaskGroup::Off)).lines.is_empty());
    let rt = |layout| hitms(&grouped(layout), "rt_se") + hitms(&grouped(layout), "rt_rq");
    assert!(rt(TaskGroup::Mainline) > 100);
    for layout in [TaskGroup::Relayout, TaskGroup::Isolated] {
        assert_eq!(rt(layout), 0);
        assert!(hitms(&grouped(layout), "load_avg") > 1000);
    }
}

#[test]
fn a_line_of_128_bytes_undoes_the_relayout() {
    let s = with(&grouped(TaskGroup::Relayout), |f| f.line_128 = true);
    assert!(hitms(&s, "rt_se") + hitms(&s, "rt_rq") > 100);
}

#[test]
fn writing_the_sum_once_a_millisecond_calms_the_line() {
    let every = grouped(TaskGroup::Mainline);
    let mut seldom = every.clone();
    seldom.lanes[0].rules.tg_load_avg_ms = Some(1);
    assert!(hitms(&seldom, "load_avg") * 3 < hitms(&every, "load_avg"));
}

#[test]
fn without_memory_a_node_pays_for_its_lines() {
    let s = scenario("kunpeng920-48", "5.9", hackbench(2, 100, 20, true), |s| s.cpus = Some("24-47".into()));
    let (with_memory, without) = (run(&s), run(&with(&s, |f| f.memoryless_node = true)));
    assert!(without.elapsed_ns > with_memory.elapsed_ns * 21 / 20);
    let other =
        scenario("kunpeng920-48", "5.9", hackbench(2, 100, 20, true), |s| s.cpus = Some("0-23".into()));
    assert_eq!(run(&other).hash, run(&with(&other, |f| f.memoryless_node = true)).hash);
}

#[test]
fn the_steal_node_limit_can_be_raised() {
    let s = scenario("kunpeng920-96", "5.9", hackbench(3, 50, 20, true), |s| {
        s.lanes[0].features.steal = Steal::On;
    });
    assert_eq!(run(&s).steal, 0);
    let mut raised = s.clone();
    raised.tunables.steal_node_limit = Some(4);
    assert!(run(&raised).steal > 0);
    let forced = with(&s, |f| f.steal = Steal::Force);
    assert_eq!(run(&forced).hash, run(&raised).hash);
}

#[test]
fn a_dearer_node_threshold_keeps_tasks_on_their_node() {
    let s = scenario("azusa-8", "2.5.5x", hackbench(4, 60, 20, false), |s| {
        // All on one node, until it may look across.
        let lane = &mut s.lanes[0];
        lane.features.node_restricted = true;
        let features = Features { cross_node: true, ..lane.features.clone() };
        lane.flips.push(Flip { at_ns: 1_000_000, features });
    });
    let mut strict = s.clone();
    strict.tunables.node_threshold_pct = Some(400);
    assert!(moves(&run(&strict), "node") < moves(&run(&s), "node"));
}

#[test]
fn each_rule_of_a_kernel_can_be_overridden() {
    use sched_core::machine::{RULES, RuleKind, RuleOverrides, kernel};
    use sched_core::scenario::KernelId;
    for &id in KernelId::ALL {
        let plain = serde_json::to_value(kernel::rules(id)).expect("plain data");
        for rule in RULES {
            let other = match rule.kind {
                RuleKind::Bool => serde_json::json!(!plain[rule.key].as_bool().expect("a switch")),
                RuleKind::Number { max, .. } => serde_json::json!(max),
                RuleKind::Choice(keys) => {
                    serde_json::json!(keys.iter().find(|&&key| plain[rule.key] != key).expect("two values"))
                }
            };
            let overrides: RuleOverrides =
                sched_core::document::read::read(&serde_json::json!({ rule.key: other }).into())
                    .expect("a rule");
            let changed = serde_json::to_value(kernel::rules(id).with(&overrides)).expect("plain data");
            assert_eq!(changed[rule.key], other);
            let rest = |rules: &serde_json::Value| {
                let mut rules = rules.as_object().expect("an object").clone();
                rules.remove(rule.key);
                rules
            };
            assert_eq!(rest(&changed), rest(&plain), "{}", rule.key);
        }
    }
}

#[test]
fn the_schedstat_row_adds_up() {
    let s = scenario("xeon-e5-2630v4-20", "4.20", hackbench(1, 200, 20, false), |s| {
        s.lanes[0].features.steal = Steal::On;
    });
    let report = run(&s);
    let row = report.schedstat;
    assert!((row.time_s * 1e9 - report.elapsed_ns as f64).abs() < 1.0);
    assert!((row.sched * 20.0 - report.sched as f64).abs() < 0.5 && row.idle < row.sched);
    // slice = time × busy / (sched − idle)
    let slice = row.time_s * 1e3 * row.busy_pct / 100.0 / (row.sched - row.idle);
    assert!((slice - row.slice_ms).abs() < 1e-9 * slice.max(1.0));
    let found = row.found_idle_cpu_easy + row.found_idle_core + row.found_idle_cpu + row.nofound_idle_cpu;
    assert!(found <= row.wake + 1e-9 && row.find_pct > 0.0 && row.steal > 0.0);
}

/// A task's load stays on its CPU while it sleeps and goes when it ends.
#[test]
fn the_load_of_a_task_ends_with_it() {
    let s = scenario("kunpeng920-24", "5.9", jobs(1, 20_000, 1), |_| {});
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.advance(Ns(15_000_000), u64::MAX);
    let job = sim.system().tasks.ids().last().expect("a job");
    let cpu = sim.system().tasks[job].cpu;
    assert!(sim.system().queues.load(cpu).load_avg > 200);
    sim.run_to_end();
    assert_eq!(sim.system().tasks[job].cpu, cpu);
    assert!(sim.system().queues.load(cpu).load_avg < 20);
}

#[test]
fn advancing_to_the_time_of_a_flip_includes_the_flip() {
    let at = 1_000_000;
    let s = scenario("kunpeng920-24", "5.9", hackbench(1, 100, 10, true), |s| {
        let features = Features { cluster_domain: Some(true), ..Features::default() };
        s.lanes[0].flips.push(Flip { at_ns: at, features });
    });
    for (until, passed) in [(at - 1, false), (at, true), (at + 1, true)] {
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.advance(Ns(until), u64::MAX);
        assert_eq!((sim.now(), sim.system().features.has_cluster_level()), (Ns(until), passed), "{until}");
    }
}
