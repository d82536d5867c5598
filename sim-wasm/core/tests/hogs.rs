//! Hogs and sleepers on whole runs: their shares of the CPU, the effects of a slice and of each rule of EEVDF.

use crate::common::{run, scenario};
use sched_core::observe::decisions::read;
use sched_core::observe::report::{GroupRow, RunReport};
use sched_core::observe::steps::Value as StepValue;
use sched_core::observe::vocab::{Answer, Decided, Role};
use sched_core::scenario::{KernelId, RuleOverrides, Scenario, parse};
use sched_core::sim::Simulation;
use serde_json::{Value, json};

const FAIR: [&str; 9] = ["4.20", "5.9", "5.10", "6.5", "6.8", "6.12", "6.18", "7.0", "7.3"];
const EEVDF: [&str; 6] = ["6.8", "6.12", "6.18", "7.0", "7.1", "7.3"];

/// Two seconds on one CPU of a small machine. `more`: fields beside the kind.
fn on_one_cpu(kernel: &str, more: Value) -> Scenario {
    let mut workload = json!({"kind": "hogs", "sleepers": 0});
    for (key, value) in more.as_object().expect("fields") {
        workload[key] = value.clone();
    }
    scenario("classroom-8", kernel, workload, |s| {
        s.cpus = Some("0".into());
        s.limit_ms = 2_000;
    })
}

fn with_rules(mut s: Scenario, rules: Value) -> Scenario {
    s.lanes[0].rules = sched_core::document::read::read::<RuleOverrides>(&rules.into()).expect("rules");
    s
}

fn group(report: &RunReport, at: usize) -> &GroupRow {
    &report.groups[at]
}

/// Within a percent point.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1.0
}

#[test]
fn hogs_share_a_cpu_by_weight_under_every_fair_kernel() {
    for kernel in FAIR {
        for (nice, weight) in [(0, 1024.0), (5, 335.0), (10, 110.0), (-5, 3121.0)] {
            let r = run(&on_one_cpu(kernel, json!({"hogs": 1, "rivals": 1, "rival_nice": nice})));
            let share = 100.0 * 1024.0 / (1024.0 + weight);
            // Hogs of the same nice value are of one kind.
            let of_first = if nice == 0 { r.groups[0].task_pct[0] } else { group(&r, 0).cpu_pct };
            assert!(near(of_first, share), "{kernel}, nice {nice}: {of_first} for {share}");
        }
    }
}

#[test]
fn the_groups_of_a_report_are_the_tasks_by_kind_nice_and_slice() {
    let work = json!({
        "hogs": 2, "nice": -3, "slice_us": 500, "rivals": 1, "rival_nice": 5, "sleepers": 3, "sleeper_nice": 1,
        "sleeper_slice_us": 200
    });
    let r = run(&on_one_cpu("6.12", work));
    let rows: Vec<_> = r.groups.iter().map(|g| (g.kind, g.nice, g.slice_us, g.tasks)).collect();
    assert_eq!(rows, [(Role::Hog, -3, 500, 2), (Role::Hog, 5, 0, 1), (Role::Sleeper, 1, 200, 3)]);
    let all: f64 = r.groups.iter().map(|g| g.cpu_pct).sum();
    assert!((98.0..=100.01).contains(&all), "{all}");
    let each: f64 = r.groups.iter().flat_map(|g| &g.task_pct).sum();
    assert!(near(all, each));
    assert_eq!((r.groups[0].wake_latency.p50, r.wake_latency), (0, r.groups[2].wake_latency));
}

#[test]
fn a_short_slice_is_served_sooner_and_gets_no_more() {
    for kernel in ["6.12", "6.18"] {
        // Hogs: the same share.
        let work = json!({"hogs": 3, "rivals": 1, "rival_nice": 0, "rival_slice_us": 20_000});
        let r = run(&on_one_cpu(kernel, work));
        assert!(near(group(&r, 1).cpu_pct, 25.0), "{kernel}: {}", group(&r, 1).cpu_pct);
        // A shorter slice causes more switches. A slice below a tick still ends at the tick.
        let of = |slice: u32| run(&on_one_cpu(kernel, json!({"hogs": 4, "slice_us": slice}))).sched;
        assert!(of(300) == of(0) && of(20_000) * 4 < of(0), "{kernel}: {} for {}", of(20_000), of(0));
        // Sleepers: a shorter wait.
        let of = |slice: u32| {
            let work = json!({"hogs": 2, "sleepers": 1, "sleeper_slice_us": slice, "run_us": 3_000});
            group(&run(&on_one_cpu(kernel, work)), 1).wake_latency.p90
        };
        assert!(of(300) * 2 < of(0), "{kernel}: {} for {}", of(300), of(0));
    }
    // 6.8 has no per-task slices.
    let of = |slice: u32| run(&on_one_cpu("6.8", json!({"hogs": 3, "slice_us": slice, "sleepers": 1}))).hash;
    assert_eq!(of(0), of(300));
}

#[test]
fn sleepers_with_little_work_get_all_the_cpu_time_they_need() {
    for kernel in FAIR {
        let r =
            run(&on_one_cpu(kernel, json!({"hogs": 3, "sleepers": 1, "run_us": 200, "sleep_us": 19_800})));
        let share = group(&r, 1).cpu_pct;
        assert!((0.8..1.2).contains(&share), "{kernel}: {share} for 1");
    }
}

#[test]
fn a_yielding_task_leaves_the_cpu_to_others() {
    for kernel in KernelId::KEYS {
        let of = |us: u32| {
            let r =
                run(&on_one_cpu(kernel, json!({"hogs": 1, "yield_us": us, "rivals": 1, "rival_nice": 0})));
            (r.groups[0].task_pct[0], r.sched)
        };
        let ((stays, few), (yields, many)) = (of(0), of(100));
        assert!(
            yields <= stays + 1.0 && many > few,
            "{kernel}: {yields} of {stays} %, {many} switches for {few}"
        );
    }
    // A lone task has no other task to yield to.
    let alone = |us: u32| run(&on_one_cpu("6.12", json!({"hogs": 1, "yield_us": us}))).sched;
    assert_eq!(alone(0), alone(1_000));
}

#[test]
fn open_arrivals_wait_the_longer_the_busier_the_cpu() {
    let of = |gap_us: u32| {
        let work = json!({"hogs": 0, "sleepers": 4, "run_us": 500, "sleep_us": gap_us, "poisson": true});
        let r = run(&on_one_cpu("6.12", work));
        (r.busy_pct, group(&r, 0).wake_latency.p90)
    };
    // A quarter, half and nine tenths of the CPU.
    let [(low, soon), (middle, later), (high, late)] = [8_000, 4_000, 2_222].map(of);
    assert!((20.0..32.0).contains(&low) && (42.0..60.0).contains(&middle) && (80.0..99.0).contains(&high));
    assert!(soon < later && later * 2 < late, "{soon} {later} {late}");
}

#[test]
fn a_debt_is_kept_or_burnt_in_the_queue() {
    // It overruns its request at a tick, and sleeps in debt.
    let work = json!({"hogs": 2, "sleepers": 2, "run_us": 4_500, "sleep_us": 3_000});
    let of = |kernel: &str, rules: Value| {
        let r = run(&with_rules(on_one_cpu(kernel, work.clone()), rules));
        (group(&r, 1).wake_latency.p90, r.hash)
    };
    let (kept, _) = of("6.12", json!({"delay_dequeue": false}));
    let (burnt, _) = of("6.12", json!({}));
    assert!(burnt < kept, "{burnt} for {kept}");
}

#[test]
fn a_pick_is_the_earliest_deadline_of_the_eligible_unless_one_is_protected() {
    for kernel in EEVDF {
        let s = on_one_cpu(
            kernel,
            json!({"hogs": 2, "rivals": 2, "sleepers": 2, "run_us": 1_500, "sleep_us": 4_000}),
        );
        let mut sim = Simulation::new(&s, 0).expect("a good scenario");
        sim.keep_decisions(true);
        sim.run_to_end();
        let picks: Vec<_> =
            read(&sim.take_decisions()).into_iter().filter(|d| d.kind == Decided::Pick).collect();
        assert!(picks.len() > 300, "{kernel}: {}", picks.len());
        let mut by_deadline = 0;
        for pick in &picks {
            let tasks = pick.steps[1..].chunks_exact(3);
            let of = |value: StepValue| match value {
                StepValue::Task(task) => i64::from(u32::from(task)),
                StepValue::Lag(ns) | StepValue::Deadline(ns) => ns,
                other => panic!("{other:?}"),
            };
            let tasks: Vec<_> =
                tasks.map(|t| (t[0].answer, t[1].answer, of(t[2].value), of(t[0].value))).collect();
            assert!(tasks.iter().any(|task| task.1 == Answer::Eligible), "the least vruntime is eligible");
            let chosen = pick.task.map(|task| i64::from(u32::from(task)));
            let best = tasks.iter().filter(|task| task.1 == Answer::Eligible).map(|task| task.2).min();
            let Some(took) = tasks.iter().find(|task| Some(task.3) == chosen) else { continue };
            // A delayed task was picked and left the queue, and the pick was repeated.
            if tasks.iter().any(|task| task.0 == Answer::Delayed) || took.0 == Answer::Protected {
                continue;
            }
            assert_eq!((took.1, Some(took.2)), (Answer::Eligible, best), "{kernel} at {}", pick.ns);
            by_deadline += 1;
        }
        assert!(by_deadline > 200, "{kernel}: {by_deadline}");
    }
}

#[test]
fn each_rule_of_eevdf_makes_a_difference() {
    let mixed = json!({
        "hogs": 11, "slice_us": 20_000, "rivals": 3, "sleepers": 6, "sleeper_slice_us": 400, "run_us": 1_700,
        "sleep_us": 3_000
    });
    let changes = [
        ("base_slice_us", json!(3_000)),
        ("run_to_parity", json!(false)),
        ("protection", json!("least_slice")),
        ("unprotected", json!("stays")),
        ("place_lag", json!(false)),
        ("place_rel_deadline", json!(false)),
        ("place_deadline_initial", json!(false)),
        ("delay_dequeue", json!(false)),
        ("delay_zero", json!(false)),
        ("requeue_charges", json!(true)),
        ("preempt_short", json!(false)),
        ("own_slices", json!(false)),
    ];
    let mix = |kernel, fields: &Value| {
        scenario("classroom-8", kernel, with_kind(fields), |s| {
            s.limit_ms = 2_000;
        })
    };
    let plain = mix("6.12", &mixed);
    let differs = |plain: &Scenario, rule: &str, value: &Value| {
        let other = with_rules(plain.clone(), json!({rule: value}));
        assert_ne!(run(plain).hash, run(&other).hash, "{rule}");
    };
    for (rule, value) in changes {
        differs(&plain, rule, &value);
    }
    // `fork_preempts` and `loser_cuts` act where a task forks beside others: `tests/eevdf.rs` holds them.
    let later = mix("6.18", &mixed);
    differs(&later, "repick_delayed", &json!(false));
    differs(&later, "delayed_lag_bounds", &json!(true));
    let mut short = mixed;
    (short["sleepers"], short["run_us"], short["sleep_us"]) = (json!(3), json!(1_000), json!(2_500));
    differs(&mix("6.18", &short), "lag_limit", &json!("two_slices"));
    differs(
        &on_one_cpu("6.12", json!({"hogs": 2, "yield_us": 700, "rivals": 1})),
        "yields",
        &json!("postpones"),
    );
}

/// Two hogs on one CPU of many at 250 Hz: a slice of 2.8 ms ends at the tick of 4 ms, or when it is served.
#[test]
fn a_slice_ends_when_it_is_served_on_x86_from_7_1_on() {
    let on = |machine: &str, kernel: &str, rules: Value| {
        let work = json!({"kind": "hogs", "hogs": 2, "sleepers": 0});
        let s = scenario(machine, kernel, work, |s| {
            s.cpus = Some("0".into());
            s.limit_ms = 2_800;
        });
        run(&with_rules(s, rules))
    };
    for (kernel, rules, turns) in
        [("7.0", json!({}), 700), ("7.1", json!({"hrtick": false}), 700), ("7.1", json!({}), 1_000)]
    {
        let r = on("epyc-9654-384", kernel, rules);
        assert!(r.sched.abs_diff(turns) <= 4, "{kernel}: {} for {turns}", r.sched);
    }
    let arm = |rules: Value| on("kunpeng920-24", "7.1", rules).hash;
    assert_eq!(arm(json!({})), arm(json!({"hrtick": false})));
}

fn with_kind(fields: &Value) -> Value {
    let mut workload = fields.clone();
    workload["kind"] = json!("hogs");
    workload
}

#[test]
fn three_hogs_on_two_cpus_and_no_less() {
    for kernel in EEVDF {
        let s = scenario("classroom-8", kernel, json!({"kind": "hogs", "hogs": 3, "sleepers": 0}), |s| {
            s.cpus = Some("0,1".into());
            s.limit_ms = 5_000;
        });
        let r = run(&s);
        let sum: f64 = r.groups[0].task_pct.iter().sum();
        assert!((198.0..=200.01).contains(&sum), "{kernel}: {:?}", r.groups[0].task_pct);
    }
}

#[test]
fn a_workload_without_tasks_is_refused() {
    let text = json!({
        "version": 3, "machine": "classroom-8", "lanes": [{}],
        "workload": {"kind": "hogs", "hogs": 0, "sleepers": 0}
    });
    let faults = parse(&text.to_string()).expect_err("no tasks");
    assert_eq!(faults[0].message, "workload has 0 tasks; expected 1..=4000.");
}
