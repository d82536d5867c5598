//! The figures of a report, recomputed from the event log alone.

use crate::common::{hackbench, pairs, scenario};
use sched_core::engine::hash::EventHash;
use sched_core::engine::ids::CpuId;
use sched_core::engine::time::Ns;
use sched_core::observe::decisions::read as read_decisions;
use sched_core::observe::frame;
use sched_core::observe::log::{CAUSE, CPU, DISTANCE, HOW, KIND, LogLevel, TASK};
use sched_core::observe::report::{Percentiles, RunReport};
use sched_core::observe::series::{HEADER, SAMPLE_WORDS};
use sched_core::observe::vocab::{Answer, Cause, Distance, EventKind, Func, How, LOG_WORDS, WorkUnit};
use sched_core::scenario::{KernelId, Scenario, Steal};
use sched_core::sim::Simulation;
use serde_json::json;
use std::collections::BTreeMap;

/// Stands for the task in a switch that leaves its CPU idle.
const NOBODY: u32 = 0xffff;

/// A record of the log.
#[derive(Clone, Copy)]
struct Record {
    at: u64,
    kind: EventKind,
    cause: Cause,
    how: u32,
    distance: Distance,
    task: u32,
    cpu: CpuId,
    hashed: [u64; 2],
}

fn read(words: &[u32]) -> Record {
    Record {
        at: Ns::of_words([words[0], words[1]]).0,
        kind: EventKind::ALL[KIND.of(words) as usize],
        cause: Cause::ALL[CAUSE.of(words) as usize],
        how: HOW.of(words),
        distance: Distance::ALL[DISTANCE.of(words) as usize],
        task: TASK.of(words),
        cpu: CPU.of(words),
        hashed: [Ns::of_words([words[0], words[1]]).0, u64::from(words[2]) << 32 | u64::from(words[3])],
    }
}

/// A whole run with its complete log.
struct Run {
    sim: Simulation,
    /// The event hash before the log began.
    hash: u64,
    log: Vec<Record>,
    report: RunReport,
}

fn run(scenario: &Scenario) -> Run {
    let mut sim = Simulation::new(scenario, 0).expect("a good scenario");
    let hash = sim.hash();
    sim.set_log(LogLevel::All, Ns::ZERO);
    let mut log = Vec::new();
    while !sim.done() {
        // The log has room for the records of so many events.
        sim.advance(Ns::MAX, 2_000);
        log.extend(sim.take_log().chunks_exact(LOG_WORDS).map(read));
    }
    let report = sim.report();
    Run { sim, hash, log, report }
}

impl Run {
    fn end(&self) -> u64 {
        self.sim.now().0
    }

    /// The start of the interval for rates and shares: the workload has begun, and the warm-up is over, unless the run ends
    /// before.
    fn since(&self, scenario: &Scenario) -> u64 {
        let warm = u64::from(scenario.warmup_ms) * 1_000_000;
        self.report.started_ns.max(if warm > self.end() { 0 } else { warm })
    }

    /// The earliest time of an event in the measured interval, or in the interval after the warm-up. The event that starts
    /// the interval does not belong to it.
    fn first(&self, from: u64) -> u64 {
        if from > 0 && from == self.report.started_ns { from + 1 } else { from }
    }

    /// The records of a kind in the measured interval, or in the interval after the warm-up.
    fn of(&self, kind: EventKind, from: u64) -> impl Iterator<Item = &Record> {
        let first = self.first(from);
        self.log.iter().filter(move |record| record.kind == kind && record.at >= first)
    }

    fn count(&self, kind: EventKind, from: u64) -> u64 {
        self.of(kind, from).count() as u64
    }

    /// The runs of tasks: task, CPU, start and end.
    fn stretches(&self) -> Vec<(u32, CpuId, u64, u64)> {
        let mut running: BTreeMap<CpuId, (u32, u64)> = BTreeMap::new();
        let mut all = Vec::new();
        for record in self.of(EventKind::Switch, 0) {
            if let Some((task, from)) = running.insert(record.cpu, (record.task, record.at)) {
                all.push((task, record.cpu, from, record.at));
            }
        }
        all.extend(running.into_iter().map(|(cpu, (task, from))| (task, cpu, from, self.end())));
        all.retain(|stretch| stretch.0 != NOBODY);
        all
    }

    /// CPU time (ns) after a moment of the tasks that `counts` selects.
    fn busy(&self, since: u64, counts: impl Fn(u32) -> bool) -> u64 {
        let own = self.stretches().into_iter().filter(|stretch| counts(stretch.0));
        own.map(|(_, _, from, until)| until.max(since) - from.max(since)).sum()
    }

    /// CPU time (ns) of all tasks before a moment.
    fn busy_before(&self, at: u64) -> u64 {
        self.stretches().into_iter().map(|(_, _, from, until)| until.min(at) - from.min(at)).sum()
    }

    /// Total time (ns) between two moments for which CPUs were idle beside waiting tasks.
    fn wasted(&self, since: u64, before: u64) -> u64 {
        let mut open: BTreeMap<CpuId, u64> = BTreeMap::new();
        let mut sum = 0;
        for record in self.of(EventKind::Wasted, 0) {
            match record.how {
                1 => assert!(open.insert(record.cpu, record.at).is_none()),
                _ => {
                    let from = open.remove(&record.cpu).expect("it was wasted");
                    sum += record.at.clamp(since, before) - from.clamp(since, before);
                }
            }
        }
        sum + open.values().map(|&from| before - from.clamp(since, before)).sum::<u64>()
    }

    /// Wake-up latencies (ns) of the tasks that `counts` selects, ascending: the waits that ended in the measured interval,
    /// or in the interval after the warm-up.
    fn latencies(&self, from: u64, counts: impl Fn(u32) -> bool) -> Vec<u64> {
        let first = self.first(from);
        let mut woken: BTreeMap<u32, u64> = BTreeMap::new();
        let mut all = Vec::new();
        for record in &self.log {
            match record.kind {
                EventKind::Wake => drop(woken.insert(record.task, record.at.max(1))),
                EventKind::Switch => {
                    let wait = woken.remove(&record.task).map(|at| record.at - at);
                    all.extend(wait.filter(|_| record.at >= first && counts(record.task)));
                }
                _ => {}
            }
        }
        all.sort_unstable();
        all
    }
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// The report keeps times in buckets of a sixty-fourth.
fn assert_percentiles(of: Percentiles, exact: &[u64], what: &str) {
    let Percentiles { p50, p75, p90, p95, p99, p99_5, p99_9 } = of;
    for (permille, reported) in
        [(500, p50), (750, p75), (900, p90), (950, p95), (990, p99), (995, p99_5), (999, p99_9)]
    {
        let Some(at) = (exact.len() * permille).div_ceil(1000).checked_sub(1) else {
            assert_eq!(reported, 0, "{what}");
            continue;
        };
        assert!(
            reported.abs_diff(exact[at]) <= exact[at] / 64 + 1,
            "{what}: {permille} ‰ {reported} of {}",
            exact[at]
        );
    }
}

fn by_distance<'a>(records: impl Iterator<Item = &'a Record>) -> BTreeMap<String, u64> {
    let mut map = BTreeMap::new();
    for one in records {
        *map.entry(one.distance.key().to_string()).or_default() += 1;
    }
    map
}

/// Machines, kernels and workloads that between them have every kind of record and every cause.
fn scenarios() -> Vec<Scenario> {
    let numa = json!({"kind": "numa", "jobs": 6, "work_ms": 20, "disturb_ms": 5, "disturb_groups": 1});
    let hogs =
        json!({"kind": "hogs", "hogs": 3, "rivals": 2, "sleepers": 2, "run_us": 300, "sleep_us": 2_000});
    let mut all = vec![
        scenario("kunpeng920-48", "5.9", hackbench(2, 30, 10, true), |s| {
            s.lanes[0].features.cluster_domain = Some(true);
        }),
        scenario("xeon-e5-2630v4-20", "4.20", hackbench(2, 40, 20, false), |s| {
            s.lanes[0].features.steal = Steal::On;
            s.warmup_ms = 5;
        }),
        scenario("azusa-8", "2.5.5x", numa, |s| s.lanes[0].features.cross_node = true),
        scenario("kunpeng920-24", "6.5", pairs(14), |s| s.warmup_ms = 1),
        scenario("classroom-8", "6.12", hogs.clone(), |s| (s.limit_ms, s.warmup_ms) = (150, 30)),
        scenario("classroom-8", "5.9", hogs, |s| s.limit_ms = 150),
        scenario("epyc-7451-96", "6.5", hackbench(3, 20, 10, true), |_| {}),
        // A run that ends before its warm-up.
        scenario("kunpeng920-24", "5.9", hackbench(1, 2, 10, true), |s| {
            (s.limit_ms, s.warmup_ms) = (500, 400)
        }),
        // Jobs that are created again and again under the same number.
        scenario(
            "classroom-8",
            "6.12",
            json!({"kind": "jobs", "jobs": 16, "work_us": 2_000, "rounds": 6}),
            |s| {
                s.warmup_ms = 5;
            },
        ),
        // The workload may use some of the CPUs: shares are relative to those.
        scenario("kunpeng920-24", "5.9", hackbench(1, 20, 10, true), |s| s.cpus = Some("0-3".into())),
    ];
    // A flip in the middle, one lane.
    let mut flipped = all[0].clone();
    flipped.lanes[0].flips = vec![sched_core::scenario::Flip {
        at_ns: 1_000_000,
        features: sched_core::scenario::Features::default(),
    }];
    all.push(flipped);
    all
}

#[test]
fn every_figure_computed_from_the_log_equals_the_reports() {
    let mut hashes = 0;
    for scenario in &scenarios() {
        let run = run(scenario);
        let (report, end) = (&run.report, run.end());
        let (since, start) = (run.since(scenario), report.started_ns);
        let what = format!("{:?} {:?} warm-up {}", scenario.machine, scenario.kernel, scenario.warmup_ms);
        let span = (end - since) as f64;
        let cpus = f64::from(run.sim.system().usable.weight());
        let row = &report.schedstat;

        assert_eq!(report.elapsed_ns, end - start, "{what}");
        assert!(is_near(row.time_s, span / 1e9), "{what}");
        let mut hash = EventHash::default();
        // Tasks that exist from the beginning are placed before the log begins.
        if run.hash == hash.value() {
            for record in run.log.iter().filter(|record| record.kind != EventKind::Wasted) {
                record.hashed.iter().for_each(|&word| hash.add(word));
            }
            assert_eq!(report.hash, format!("{:016x}", hash.value()), "{what}");
            hashes += 1;
        }

        if report.messages > 0 && run.count(EventKind::Message, 0) > 0 && report.jobs.is_empty() {
            assert_eq!(report.messages, run.count(EventKind::Message, 0), "{what}");
            let rate = run.count(EventKind::Message, since) as f64 * 1e9 / span;
            assert!(is_near(report.messages_per_s, rate), "{what}: {} {rate}", report.messages_per_s);
        }

        let busy = run.busy(since, |_| true);
        assert!(is_near(report.busy_pct, 100.0 * busy as f64 / span / cpus), "{what}: {}", report.busy_pct);
        assert!(is_near(row.busy_pct, report.busy_pct), "{what}");
        let wasted = run.wasted(since, end) as f64;
        assert!(is_near(report.wasted_pct, 100.0 * wasted / span / cpus), "{what}: {}", report.wasted_pct);
        assert_eq!(report.user_ns + report.system_ns, run.busy(start, |_| true), "{what}");

        let wakes = |from| run.of(EventKind::Wake, from);
        let idles = |from| run.of(EventKind::Switch, from).filter(|record| record.task == NOBODY).count();
        let steals =
            |from| run.of(EventKind::Move, from).filter(|record| record.cause == Cause::Steal).count();
        assert_eq!(report.steal, steals(start) as u64, "{what}");
        assert!(is_near(row.steal * cpus, steals(since) as f64), "{what}");
        assert_eq!(report.idle, idles(start) as u64, "{what}");
        assert!(is_near(row.idle * cpus, idles(since) as f64), "{what}");
        // A task that is picked again has no record.
        assert!(report.sched >= run.count(EventKind::Switch, start), "{what}");
        assert!(row.sched * cpus + 1e-6 >= run.count(EventKind::Switch, since) as f64, "{what}");
        let slice = busy as f64 / 1e6 / ((row.sched - row.idle) * cpus).max(1.0);
        assert!(is_near(row.slice_ms, slice), "{what}: {} {slice}", row.slice_ms);

        let found = |steps: &[How]| {
            let own = |record: &&Record| steps.iter().any(|step| step.word() == record.how);
            wakes(since).filter(own).count() as f64
        };
        let easy = found(&[How::Target, How::Prev, How::Recent]);
        for (reported, counted) in [
            (row.found_idle_cpu_easy, easy),
            (row.found_idle_core, found(&[How::Core])),
            (row.found_idle_cpu, found(&[How::Cluster, How::Llc, How::Smt])),
            (row.nofound_idle_cpu, found(&[How::Fallback])),
        ] {
            assert!(is_near(reported * cpus, counted), "{what}: {reported} {counted}");
        }
        assert_eq!(report.wake, wakes(start).count() as u64, "{what}");
        let counted: BTreeMap<String, u64> = by_distance(wakes(start));
        let reported: u64 = report.wakes.values().sum();
        assert_eq!(reported, report.wake, "{what}");
        assert_eq!(report.wakes, counted, "{what}");
        for &cause in Cause::ALL {
            let counted = by_distance(run.of(EventKind::Move, start).filter(|record| record.cause == cause));
            let reported = report.migrations.get(cause.key()).cloned().unwrap_or_default();
            assert_eq!(reported, counted, "{what} {cause:?}");
        }
    }
    assert!(hashes > 3, "{hashes}");
}

#[test]
fn figures_exclude_the_time_before_the_measured_interval() {
    // The limit comes while the parent forks.
    let early = scenario("classroom-8", "5.9", hackbench(10, 5, 20, false), |s| s.limit_ms = 5);
    let report = run(&early).report;
    assert_eq!(report.elapsed_ns, 0);
    assert!(!report.groups.is_empty());
    assert_eq!(report.wake_latency, Percentiles::default());
    for row in &report.groups {
        assert_eq!(row.wake_latency, Percentiles::default(), "{row:?}");
        assert_eq!((row.cpu_pct, row.switches_per_s, row.moves_per_s), (0.0, 0.0, 0.0), "{row:?}");
    }
}

#[test]
fn wake_up_latencies_equal_those_of_the_log() {
    for scenario in &scenarios() {
        let run = run(scenario);
        if run.sim.system().obs.latency_of.is_some() {
            continue;
        }
        let exact = run.latencies(run.since(scenario), |_| true);
        assert!(!exact.is_empty());
        let what = format!("{:?} {:?}", scenario.machine, scenario.kernel);
        assert_percentiles(run.report.wake_latency, &exact, &what);
        assert_eq!(run.report.wake_latency_p50_ns, run.report.wake_latency.p50, "{what}");
        assert_eq!(run.report.wake_latency_p99_ns, run.report.wake_latency.p99, "{what}");
        let Percentiles { p50, p99, .. } = run.report.wake_latency;
        assert!(p50 < p99, "{what}: {p50} {p99}");
    }
}

#[test]
fn the_rows_of_groups_and_jobs_equal_those_of_the_log() {
    for scenario in &scenarios() {
        let run = run(scenario);
        let what = format!("{:?} {:?}", scenario.machine, scenario.kernel);
        let (system, since) = (run.sim.system(), run.since(scenario));
        let (span, cpus) = ((run.end() - since) as f64, f64::from(system.usable.weight()));
        for (kind, row) in run.report.groups.iter().enumerate() {
            let is_own =
                |task: u32| system.tasks.each().any(|(id, of)| u32::from(id) == task && of.kind == kind);
            assert!(
                is_near(row.cpu_pct, 100.0 * run.busy(since, is_own) as f64 / span / cpus),
                "{what} {row:?}"
            );
            assert!(is_near(row.task_pct.iter().sum::<f64>(), row.cpu_pct * cpus), "{what}");
            if system.obs.latency_of.is_none() {
                let exact = run.latencies(since, is_own);
                assert_percentiles(row.wake_latency, &exact, &what);
                let below = |ns: u64| {
                    100.0 * exact.iter().filter(|&&own| own < ns).count() as f64 / exact.len().max(1) as f64
                };
                // Within a bucket of the histogram.
                let at_once = below(295_000) - 1e-9..=below(300_000) + 1e-9;
                assert!(at_once.contains(&row.at_once_pct), "{what}: {} {at_once:?}", row.at_once_pct);
            }
            let each = |count: usize| count as f64 / f64::from(row.tasks) / (span / 1e9);
            let switches = run.of(EventKind::Switch, since).filter(|record| is_own(record.task)).count();
            assert!(is_near(row.switches_per_s, each(switches)), "{what} {row:?}");
            let moves = run.of(EventKind::Move, since).filter(|record| is_own(record.task)).count();
            assert!(is_near(row.moves_per_s, each(moves)), "{what} {row:?}");
        }
        let mut widest: f64 = 0.0;
        let kinds = &system.kinds;
        let alike = |one: usize, other: usize| {
            let key = |kind: usize| {
                let (of, row) = (&kinds[kind], &run.report.groups[kind]);
                (of.role, of.attr.nice, row.cgroup, row.policy.clone())
            };
            key(one) == key(other)
        };
        let mut ran_of: BTreeMap<u32, u64> = BTreeMap::new();
        for (task, _, from, until) in run.stretches() {
            *ran_of.entry(task).or_default() += until.max(since) - from.max(since);
        }
        let busy: Vec<(usize, u64)> = (system.tasks.each())
            .map(|(id, of)| (of.kind, ran_of.get(&u32::from(id)).copied().unwrap_or_default()))
            .collect();
        for &(kind, ran) in &busy {
            for &(_, less) in busy.iter().filter(|(other, _)| alike(kind, *other)) {
                widest = widest.max(100.0 * (ran as f64 - less as f64) / span);
            }
        }
        assert!(is_near(run.report.share_gap_pct, widest), "{what}: {} {widest}", run.report.share_gap_pct);
        for job in &run.report.jobs {
            let exit = run.of(EventKind::Exit, 0).find(|record| record.task == job.task).expect("its end");
            assert_eq!(job.ended_ns, exit.at, "{what}");
            let mut by_node = vec![0; job.node_ns.len()];
            for (_, cpu, from, until) in run.stretches().into_iter().filter(|stretch| stretch.0 == job.task) {
                by_node[system.machine.node_of[cpu]] += until - from;
            }
            assert_eq!(job.user_ns, job.node_ns.iter().sum::<u64>(), "{what}");
            // The rest of the time loaded the program.
            for (user, ran) in job.node_ns.iter().zip(by_node) {
                assert!(*user <= ran, "{what}: {user} of {ran}");
            }
        }
    }
}

/// If scanning a CPU costs a microsecond and the rest of a search costs nothing, the records give the time of searches.
#[test]
fn the_time_of_searches_is_the_cost_of_the_scanned_cpus() {
    const LOOK: u32 = 1_000;
    let s = scenario("kunpeng920-24", "5.9", pairs(16), |s| {
        s.lanes[0].features.newidle_balance = false;
        s.costs.extend([("scan_cpu".into(), LOOK), ("scan_idle".into(), 0)]);
    });
    let mut sim = Simulation::new(&s, 0).expect("a good scenario");
    sim.keep_decisions(true);
    sim.run_to_end();
    let decisions = read_decisions(&sim.take_decisions());
    let steps = decisions.iter().flat_map(|decision| &decision.steps);
    let looks =
        steps.filter(|step| step.func == Func::SelectIdleCpu && step.answer != Answer::OutOfBudget).count();
    let RunReport { elapsed_ns, schedstat, .. } = sim.report();
    let searched = schedstat.find_pct / 100.0 * elapsed_ns as f64 * 24.0;
    assert!(
        looks > 1_000 && is_near(searched, looks as f64 * f64::from(LOOK)),
        "{searched} ns, {looks} looks"
    );
}

/// Totals and hashes cover the whole run, whatever the interval of rates, shares and percentiles.
#[test]
fn a_warm_up_changes_rates_shares_and_percentiles_alone() {
    let schbench = json!({"kind": "schbench", "message_threads": 1, "workers": 12, "requests": 20,
        "compute_us": 300, "sleep_us": 100});
    let mut all = scenarios();
    all.push(scenario("classroom-8", "6.5", schbench, |_| {}));
    let mut seen = 0;
    for cold in &mut all {
        let what = format!("{:?} {:?}", cold.machine, cold.kernel);
        cold.warmup_ms = 0;
        let whole = run(cold).report;
        let warmup_ms = ((whole.started_ns + whole.elapsed_ns / 2) / 1_000_000) as u32;
        if u64::from(warmup_ms) * 1_000_000 <= whole.started_ns {
            continue;
        }
        seen += 1;
        let part = run(&Scenario { warmup_ms, ..cold.clone() }).report;
        assert!(
            whole.schedstat.time_s > part.schedstat.time_s && part.user_ns + part.system_ns > 0,
            "{what}"
        );
        let expected = RunReport {
            messages_per_s: part.messages_per_s,
            busy_pct: part.busy_pct,
            wasted_pct: part.wasted_pct,
            share_gap_pct: part.share_gap_pct,
            wake_latency_p50_ns: part.wake_latency.p50,
            wake_latency_p99_ns: part.wake_latency.p99,
            wake_latency: part.wake_latency,
            request_latency: part.request_latency,
            schedstat: part.schedstat,
            groups: part.groups.clone(),
            ..whole
        };
        assert_eq!(part, expected, "{what}");
    }
    assert!(seen > 7, "{seen} of {} are long enough", all.len());
}

/// The numbers in a frame, beside the picture, equal those of the report.
#[test]
fn the_numbers_of_a_frame_equal_those_of_the_report() {
    for scenario in &scenarios() {
        let sim = run(scenario).sim;
        let (report, words) = (sim.report(), sim.frame(false));
        let what = format!("{:?} {:?}", scenario.machine, scenario.kernel);
        let wide = |at: usize| u64::from(words[at]) | u64::from(words[at + 1]) << 32;
        let cpus = f64::from(sim.system().usable.weight());
        let (started, since) = (wide(frame::STARTED), wide(frame::SINCE));
        assert_eq!((wide(frame::NOW) - started, started), (report.elapsed_ns, report.started_ns), "{what}");
        assert_eq!(format!("{:016x}", wide(frame::HASH)), report.hash, "{what}");
        assert_eq!((wide(frame::EVENTS), wide(frame::MESSAGES)), (report.events, report.messages), "{what}");
        let span = (wide(frame::NOW) - since) as f64;
        let share = |all: usize, before: usize| 100.0 * (wide(all) - wide(before)) as f64 / span / cpus;
        assert!(is_near(share(frame::BUSY, frame::SINCE_BUSY), report.busy_pct), "{what}");
        assert!(is_near(share(frame::WASTED, frame::SINCE_WASTED), report.wasted_pct), "{what}");
        let rate = (wide(frame::MESSAGES) - wide(frame::SINCE_MESSAGES)) as f64 * 1e9 / span;
        assert!(is_near(rate, report.messages_per_s), "{what}");
        let percentiles =
            [frame::WAKE_P50, frame::WAKE_P99].map(|at| Ns::of_words([words[at], words[at + 1]]).0);
        assert_eq!(percentiles, [report.wake_latency.p50, report.wake_latency.p99], "{what}");
        if report.started_ns == 0 {
            let counts =
                [frame::SCHED, frame::GOIDLE, frame::TTWU, frame::STEAL].map(|at| u64::from(words[at]));
            assert_eq!(counts, [report.sched, report.idle, report.wake, report.steal], "{what}");
            for (i, distance) in Distance::ALL.iter().enumerate() {
                let reported = report.wakes.get(distance.key()).copied().unwrap_or_default();
                assert_eq!(u64::from(words[frame::WAKES + i]), reported, "{what} {distance:?}");
                // Tasks that exist from the beginning were forked before it.
                for (cause, of) in Cause::ALL.iter().enumerate().filter(|(_, of)| **of != Cause::Fork) {
                    let by = report.migrations.get(of.key());
                    let reported = by.and_then(|by| by.get(distance.key())).copied().unwrap_or_default();
                    let at = frame::MOVES + cause * frame::DISTANCE_COUNT + i;
                    assert_eq!(u64::from(words[at]), reported, "{what} {of:?} {distance:?}");
                }
            }
        }
    }
}

#[test]
fn the_curves_of_a_run_match_the_log() {
    for scenario in &scenarios() {
        let run = run(scenario);
        let words = run.sim.series();
        let samples: Vec<&[u32]> = words[HEADER..].chunks_exact(SAMPLE_WORDS).collect();
        let what = format!("{:?} {:?}", scenario.machine, scenario.kernel);
        assert!(samples.len() > 100, "{what}");
        // Tasks that exist from the beginning were forked before the log began.
        let forked = run.sim.system().obs.moves_total() - run.count(EventKind::Move, 0);
        for (i, sample) in samples.iter().enumerate().step_by(samples.len() / 12) {
            let at = u64::from(words[0]) * (i as u64 + 1);
            let before = |kind| run.log.iter().filter(move |record| record.kind == kind && record.at < at);
            let [done, busy, moves, near, wasted] = sample[..] else { panic!("five columns") };
            if scenario.workload.work_unit() == WorkUnit::Messages {
                assert_eq!(done as usize, before(EventKind::Message).count(), "{what} {at}");
            }
            assert_eq!(u64::from(busy), run.busy_before(at) / 1_000, "{what} {at}");
            assert_eq!(u64::from(moves), forked + before(EventKind::Move).count() as u64, "{what} {at}");
            assert_eq!(u64::from(wasted), run.wasted(0, at) / 1_000, "{what} {at}");
            // A task that was kept in the queue is woken without a search.
            if scenario.kernel != KernelId::V6_12_0 {
                let is_near = |record: &&Record| record.distance <= Distance::Cluster;
                assert_eq!(near as usize, before(EventKind::Wake).filter(is_near).count(), "{what} {at}");
            }
        }
    }
}
