//! Effects of the location of memory and cache lines: two threads on a line, the layout of `task_group`.

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{
    Features, Hackbench, Pairs, Scenario, Schbench, Sharing, Steal, TaskGroup, Workload,
};
use sched_judge::measure::KILO_ITERATIONS;
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Standing, Why};

pub fn plans(quality: Quality) -> Vec<Plan> {
    vec![
        two_threads(quality),
        context_switching(quality),
        hitm(quality, "s002-c2c-baseline", 0),
        hitm(quality, "s002-c2c-with-change", 1),
        groups(quality),
        request_response(quality),
        wake_up_latency(quality),
        performance_test(quality),
    ]
}

fn two_threads(quality: Quality) -> Plan {
    // The time is exactly proportional to the iterations.
    let kilo_iterations = KILO_ITERATIONS / 10;
    let mut plan = Plan {
        standing: Standing::Calibration,
        method: Some(Method::of(quality, 2)),
        ..Plan::new("s004-false-sharing-2threads", Origin::MadeFrom)
    };
    let published = table(plan.table);
    let plain = Features::default();
    let work = Workload::Sharing(Sharing { kilo_iterations, ..Sharing::default() });
    let mut both = scenario(MachineId::Kunpeng24, KernelId::V5_9, work, &[plain.clone(), plain]);
    for (lane, row) in both.lanes.iter_mut().zip(0..) {
        lane.cpus = Some(published.text(row, "cpus"));
    }
    for (column, quantity) in [("real", Quantity::Time), ("user", Quantity::TotalUser)] {
        let base = plan.rows.len();
        for lane in 0..2 {
            plan.push(Row {
                load: published.text(lane, "cpus"),
                variant: published.text(lane, "placement"),
                quantity,
                published: published.number(lane, column),
                repetitions: Vec::new(),
                spread: None,
                published_gain: None,
                answer: Answer::Run(Box::new(Run { scenario: both.clone(), lane })),
                within: None,
                base: (lane == 1).then_some(base),
                gain_within: None,
            });
        }
    }
    plan
}

/// UnixBench counts the work of its copies in a fixed time. The effects of the start last about 0.1 s.
fn unixbench(quality: Quality) -> Window {
    let (from_ms, until_ms) = quality.pick((100, 200), (20, 50));
    Window { from_ms, until_ms }
}
/// The method for the tables of UnixBench.
fn counted(quality: Quality) -> Method {
    Method { window: Some(unixbench(quality)), ..Method::of(quality, 3) }
}

/// netperf also counts in a fixed time. Its pairs compute between their messages. Up to 120 of them have settled by
/// then, more only after 30 to 90 ms (`sched replicate --settle`).
const NETPERF: Window = Window { from_ms: 10, until_ms: 40 };

/// The test *Pipe-based Context Switching* of UnixBench: pairs that only answer each other.
fn context1(
    quality: Quality,
    machine: MachineId,
    kernel: KernelId,
    copies: u32,
    lanes: &[Features],
) -> Scenario {
    let work = Pairs { pairs: copies, requests: 0, think_ns: 0, service_ns: 0, ..Pairs::default() };
    unixbench(quality).of(scenario(machine, kernel, Workload::Pairs(work), lanes))
}

/// The layout before the change and after it.
fn lanes() -> [Features; 2] {
    [TaskGroup::Mainline, TaskGroup::Relayout]
        .map(|task_group| Features { task_group, ..Features::default() })
}

/// The change is based on 6.4, which updates `load_avg` every time, as the kernels up to 6.5 do in the model.
const LIKE_6_4: KernelId = KernelId::V5_10;

fn layouts(quality: Quality) -> Scenario {
    context1(quality, MachineId::IceLake160, LIKE_6_4, 160, &lanes())
}

/// The other tables of the mail: a load, its gain in percent, and both standard deviations.
fn compared(
    quality: Quality,
    id: &'static str,
    remarks: &[Remark],
    window: Option<Window>,
    quantity: Quantity,
    work: impl Fn(&str, u32) -> Option<Workload>,
) -> Plan {
    let method = Method { window, ..Method::of(quality, 2) };
    let mut plan =
        Plan { method: Some(method), remarks: remarks.to_vec(), ..Plan::new(id, Origin::MadeFrom) };
    plan.remarks.push(Remark::NoChange);
    let published = table(id);
    for row in 0..published.rows.len() {
        let (case, load) = (published.text(row, "case"), published.text(row, "load"));
        let size = load.split('-').next().and_then(|size| size.parse().ok());
        let Some(work) = size.and_then(|size| work(&case, size)) else { continue };
        let whole = scenario(MachineId::IceLake160, LIKE_6_4, work, &lanes());
        let both = match window {
            Some(window) => window.of(whole),
            None => Scenario { limit_ms: 120_000, ..whole },
        };
        let run = |lane| Run { scenario: both.clone(), lane };
        let number = |column| published.number(row, column).unwrap_or(0.0);
        let spread = number("baseline_std%").hypot(number("compare_std%"));
        let first = plan.rows.len();
        let name = format!("{case} {load}");
        pair(&mut plan, &name, ["baseline", "with change"], quantity, run, number("compare%"));
        plan.rows[first + 1].spread = Some(spread);
        plan.rows[first + 1].gain_within = Some(spread.max(5.0));
    }
    plan
}

fn groups(quality: Quality) -> Plan {
    let work = |case: &str, groups| {
        let few = quality == Quality::Full || groups == 2;
        let (pipe, threads) = (case.ends_with("pipe"), case.starts_with("threads"));
        let loops = quality.pick(500, 200);
        few.then_some(Workload::Hackbench(Hackbench { groups, loops, fds: 20, pipe, threads }))
    };
    compared(quality, "s002-hackbench", &[Remark::Loops, Remark::Unsettled], None, Quantity::Time, work)
}

fn request_response(quality: Quality) -> Plan {
    let work = |_: &str, pairs| {
        let few = quality == Quality::Full || pairs == 160;
        few.then_some(Workload::Pairs(Pairs { pairs, requests: 0, ..Pairs::default() }))
    };
    let (window, quantity) = (Some(NETPERF), Quantity::RoundTrip);
    compared(quality, "s002-netperf", &[Remark::Netperf, Remark::Unsettled], window, quantity, work)
}

fn wake_up_latency(quality: Quality) -> Plan {
    let work = |_: &str, message_threads| {
        let requests = quality.pick(200, 50);
        Some(Workload::Schbench(Schbench { message_threads, workers: 16, requests, ..Schbench::default() }))
    };
    compared(quality, "s002-schbench", &[Remark::Schbench], None, Quantity::Latency, work)
}

fn context_switching(quality: Quality) -> Plan {
    let mut plan = Plan {
        method: Some(counted(quality)),
        remarks: vec![Remark::Copies],
        ..Plan::new("s002-unixbench-pipe", Origin::MadeFrom)
    };
    let published = table(plan.table);
    let score = published.number(0, "with_change").unwrap_or(0.0);
    let run = |lane| Run { scenario: layouts(quality), lane };
    pair(&mut plan, "160 copies", ["baseline", "with change"], Quantity::RoundTrip, run, score);
    plan.push(Row::silent(
        published.text(1, "quantity"),
        Quantity::Share,
        published.number(1, "baseline"),
        Why::Sampled,
    ));
    plan
}

/// Two rows of a score: only the gain of the second is published, in percent of more work per time.
fn pair(
    plan: &mut Plan,
    load: &str,
    variants: [&str; 2],
    quantity: Quantity,
    run: impl Fn(usize) -> Run,
    score_pct: f64,
) {
    let base = plan.rows.len();
    for (lane, variant) in variants.into_iter().enumerate() {
        plan.push(Row {
            load: load.to_string(),
            variant: variant.to_string(),
            quantity,
            published: None,
            repetitions: Vec::new(),
            spread: None,
            // Converts the gain in work per time to time saved.
            published_gain: (lane == 1).then_some(100.0 - 100.0 / (1.0 + score_pct / 100.0)),
            answer: Answer::Run(Box::new(run(lane))),
            within: None,
            base: (lane == 1).then_some(base),
            gain_within: (lane == 1).then_some(5.0),
        });
    }
}

/// The fields on the line of `load_avg` before the change, and their offsets in the tables of `perf c2c`.
const FIELDS: [(&str, &[&str]); 2] = [("load_avg", &["0x0"]), ("rt_se, rt_rq", &["0x8", "0x10"])];

fn hitm(quality: Quality, id: &'static str, lane: usize) -> Plan {
    let mut plan = Plan {
        method: Some(counted(quality)),
        remarks: vec![Remark::HitmShare, Remark::Copies],
        ..Plan::new(id, Origin::MadeFrom)
    };
    let published = table(id);
    for (field, offsets) in FIELDS {
        for (column, quantity) in [("rmt_hitm_%", Quantity::RemoteHitm), ("lcl_hitm_%", Quantity::LocalHitm)]
        {
            let is_here = |&row: &usize| offsets.contains(&published.text(row, "offset").as_str());
            let shares =
                (0..published.rows.len()).filter(is_here).filter_map(|row| published.number(row, column));
            let sum = shares.fold(0.0, |sum, share| sum + share);
            plan.push(Row {
                load: field.to_string(),
                variant: String::new(),
                quantity,
                published: Some(sum),
                repetitions: Vec::new(),
                spread: None,
                published_gain: None,
                answer: Answer::Run(Box::new(Run { scenario: layouts(quality), lane })),
                // Fields that move to another line have no HITMs left. The other figures are for orientation.
                within: (sum == 0.0).then_some(Within::Points(0.0)),
                base: None,
                gain_within: None,
            });
        }
    }
    for row in 0..published.rows.len() {
        let name = [published.text(row, "offset"), published.text(row, "source")].join(" ");
        plan.push(Row::silent(name, Quantity::LocalHitm, published.number(row, "lcl_hitm_%"), Why::Address));
    }
    plan
}

/// The table of databases, files, memory and UnixBench.
fn performance_test(quality: Quality) -> Plan {
    let mut plan = Plan {
        method: Some(counted(quality)),
        remarks: vec![Remark::Copies],
        misses: vec![(Quantity::RoundTrip, Remark::MissSettled)],
        ..Plan::new("s001-pit-2s56", Origin::MadeFrom)
    };
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let name = published.text(row, "benchmark");
        let score = published.number(row, "%speedup");
        let why = match published.whole(row, "block") {
            3 => Why::Application,
            4 => Why::MemoryBenchmark,
            _ => Why::Files,
        };
        if name.contains("Pipe-based") {
            let lanes = [Features::default(), Features { steal: Steal::On, ..Features::default() }];
            let both = context1(quality, MachineId::Xeon56, KernelId::V4_20, 56, &lanes);
            let run = |lane| Run { scenario: both.clone(), lane };
            let score = score.unwrap_or(0.0);
            pair(&mut plan, &name, ["baseline", "steal"], Quantity::RoundTrip, run, score);
        } else {
            plan.push(Row::silent(name, Quantity::Speedup, score, why));
        }
    }
    plan
}
