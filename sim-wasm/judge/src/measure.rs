//! Computes the figure of a published row from the report of a run.

use crate::words::Quantity;
use sched_core::machine::Machine;
use sched_core::observe::report::{Ended, GroupRow, JobRow, LineRow, RunReport};
use sched_core::observe::vocab::Role;
use sched_core::scenario::{RtStep, RtTask, Scenario, Workload};
use serde::Deserialize;

/// Thousands of iterations of the published two-thread program.
pub const KILO_ITERATIONS: u32 = 268_435;

/// The figure that a row needs from a run.
#[derive(Clone, Debug, Deserialize)]
pub struct Asked {
    pub quantity: Quantity,
    /// The load of the row, which may name a job by its rank, or fields of a struct.
    pub load: String,
    /// The number of loops of the published run; times and counts are scaled to it.
    pub loops: Option<u32>,
}

/// The figure in the unit of its quantity; NaN if the run does not have it.
pub fn measure(asked: &Asked, workload: &Workload, report: &RunReport) -> f64 {
    let run = Run { workload, report, factor: factor(asked, workload) };
    let schedstat = &report.schedstat;
    match asked.quantity {
        // `numa_test` reports the time of its last job.
        Quantity::Time if matches!(workload, Workload::Numa(_)) => run.last_job(),
        Quantity::Time => run.seconds(),
        Quantity::User => match asked.load.strip_prefix("rank ") {
            Some(rank) => run.user_of(rank),
            None => run.total_user() / report.jobs.len().max(1) as f64,
        },
        Quantity::TotalUser => run.total_user(),
        Quantity::UserTime => run.scaled(report.user_ns),
        Quantity::SystemTime => run.scaled(report.system_ns),
        Quantity::CpuTime => 1e3 * run.scaled(report.user_ns + report.system_ns),
        Quantity::Busy => report.busy_pct,
        Quantity::Find => schedstat.find_pct,
        Quantity::Slice => schedstat.slice_ms,
        Quantity::Sched => run.counted(schedstat.sched),
        Quantity::Idle => run.counted(schedstat.idle),
        Quantity::Wake => run.counted(schedstat.wake),
        Quantity::Steal => run.counted(schedstat.steal),
        Quantity::Latency => {
            run.group().map_or(report.wake_latency.p99, |group| group.wake_latency.p99) as f64 / 1e3
        }
        Quantity::RoundTrip => run.round_trip(),
        Quantity::Home => run.home(),
        Quantity::Moved => report.jobs.iter().filter(|job| job.most_node != job.first_node).count() as f64,
        Quantity::RemoteHitm => run.share(&asked.load, |row| row.hitm_remote),
        Quantity::LocalHitm => run.share(&asked.load, |row| row.hitm_local),
        Quantity::CpuShare => run.group_share(),
        Quantity::Most => {
            run.group().map_or(f64::NAN, |group| group.task_pct.iter().copied().fold(0.0, f64::max))
        }
        Quantity::Least => {
            run.group().map_or(f64::NAN, |group| group.task_pct.iter().copied().fold(f64::INFINITY, f64::min))
        }
        Quantity::AtOnce => run.group().map_or(f64::NAN, |group| group.at_once_pct),
        Quantity::Quartile => run.group().map_or(f64::NAN, |group| group.wake_latency.p75 as f64 / 1e3),
        Quantity::Median => run.group().map_or(f64::NAN, |group| group.wake_latency.p50 as f64 / 1e3),
        Quantity::Switches => run.group().map_or(f64::NAN, |group| group.switches_per_s),
        Quantity::Moves => run.group().map_or(f64::NAN, |group| group.moves_per_s),
        Quantity::MinInterval
        | Quantity::MaxInterval
        | Quantity::Speedup
        | Quantity::Share
        | Quantity::Cost => f64::NAN,
    }
}

/// The work of the published run divided by the work of the simulated one.
fn factor(asked: &Asked, workload: &Workload) -> f64 {
    match workload {
        Workload::Sharing(s) => f64::from(KILO_ITERATIONS) / f64::from(s.kilo_iterations),
        Workload::Hackbench(h) => asked.loops.map_or(1.0, |loops| f64::from(loops) / f64::from(h.loops)),
        _ => 1.0,
    }
}

/// An estimate of the number of events of a run, from the runs of all tables. The duration of a run is
/// proportional to it.
pub fn expected_events(scenario: &Scenario) -> f64 {
    let usable_of = |machine: &Machine| f64::from(scenario.usable_cpus(machine, &scenario.lanes[0]).weight());
    let usable = || usable_of(&scenario.machine.build());
    let limit_ms = f64::from(scenario.limit_ms);
    match &scenario.workload {
        // A CPU handles a message in about 3 µs.
        work @ Workload::Hackbench(_) => 2.3 * messages(work).min(300.0 * limit_ms * usable()),
        // Without a limit: a round trip takes 10 µs if a pair has two CPUs.
        Workload::Pairs(p) if p.requests == 0 => 1_000.0 * limit_ms * f64::from(p.pairs).min(usable() / 2.0),
        Workload::Pairs(p) => 10.0 * f64::from(p.pairs) * f64::from(p.requests),
        Workload::Numa(n) => 13.0 * usable() * f64::from(n.work_ms),
        Workload::Sharing(s) => 60.0 * f64::from(s.kilo_iterations),
        Workload::Jobs(j) => 1.2 * f64::from(j.jobs) * f64::from(j.rounds) * f64::from(j.work_us) / 1_000.0,
        // A few events a request, and ticks, also of idle CPUs, for the time of one worker or of all of them
        // together.
        Workload::Schbench(s) => {
            let each = f64::from(s.requests);
            let all = each * f64::from(s.message_threads) * f64::from(s.workers);
            let alone_us = each * f64::from(s.compute_us + s.sleep_us);
            let machine = scenario.machine.build();
            let cpus = usable_of(&machine);
            let us = alone_us.max(all * f64::from(s.compute_us) / cpus);
            5.0 * all + 0.4 * cpus * us / 1e6 * f64::from(machine.platform.hz)
        }
        // One event for each millisecond of work, one for each tick of 4 ms, and those of the sleepers.
        Workload::Hogs(h) => {
            let turns = 4_000.0 * f64::from(h.sleepers) / f64::from(h.run_us + h.sleep_us);
            limit_ms * (1.5 * usable() + turns)
        }
        // Each task has a few events a round, whose duration follows from its steps.
        Workload::RtApp(r) => {
            let round = |task: &RtTask| -> f64 {
                task.phases.iter().map(|phase| f64::from(phase.loops) * of_steps(&phase.steps)).sum()
            };
            let events =
                |task: &RtTask| f64::from(task.instances) * 4_000.0 * limit_ms / round(task).max(1.0);
            limit_ms * 1.5 * usable() + f64::from(r.copies) * r.tasks.iter().map(events).sum::<f64>()
        }
        // Recorded CPUs have some 5 to 26 events a millisecond; several of them belong to one step.
        Workload::Replay(_) => 10.0 * limit_ms * usable(),
        // A thread reads or writes a few megabytes a millisecond.
        Workload::Stream(s) => 10.0 * limit_ms * f64::from(s.workers).min(usable()),
        // One event an iteration; where a thread waits for a line they are fewer.
        Workload::Shared(s) => {
            let running = f64::from(s.workers).min(usable());
            1e6 * limit_ms * (running / f64::from(s.work_ns.max(50))).min(f64::from(s.lines) / 25.0)
        }
    }
}

/// The average duration of a step (µs).
fn of_steps(steps: &[RtStep]) -> f64 {
    steps.iter().map(|step| f64::from(step.us.unwrap_or(0))).sum::<f64>() / steps.len().max(1) as f64
}

/// The megabytes of STREAM whose time is reported.
pub const STREAM_MB: f64 = 1e5;

/// The thousands of iterations on shared lines whose time is reported.
pub const SHARED_KILO: f64 = 1e3;

/// The messages of a complete hackbench run, or the megabytes of STREAM or iterations whose time is reported.
fn messages(workload: &Workload) -> f64 {
    match workload {
        Workload::Stream(_) => STREAM_MB,
        Workload::Shared(_) => SHARED_KILO,
        Workload::Hackbench(h) => f64::from(h.groups) * f64::from(h.loops) * f64::from(h.fds).powi(2),
        _ => 0.0,
    }
}

struct Run<'a> {
    workload: &'a Workload,
    report: &'a RunReport,
    factor: f64,
}

impl Run<'_> {
    fn scaled(&self, ns: u64) -> f64 {
        ns as f64 * self.factor / 1e9
    }

    /// Elapsed time (s). For a run that was cut: the time of all its messages at the rate of the window.
    fn seconds(&self) -> f64 {
        let whole = match self.report.ended {
            Ended::Limit => messages(self.workload) / self.report.messages_per_s,
            Ended::Finished | Ended::Running => self.report.elapsed_ns as f64 / 1e9,
        };
        whole * self.factor
    }

    /// From the start to the end of the last job (s).
    fn last_job(&self) -> f64 {
        self.scaled(self.report.jobs.iter().map(|job| job.ended_ns).max().unwrap_or(0))
    }

    /// User time of all jobs (s).
    fn total_user(&self) -> f64 {
        self.scaled(self.report.jobs.iter().map(|job| job.user_ns).sum())
    }

    /// User time (s) of the job of a rank, counted from 1 in the order of user times.
    fn user_of(&self, rank: &str) -> f64 {
        let mut times: Vec<u64> = self.report.jobs.iter().map(|job| job.user_ns).collect();
        times.sort_unstable();
        let rank = rank.parse::<usize>().ok().and_then(|rank| rank.checked_sub(1));
        rank.and_then(|at| times.get(at)).map_or(f64::NAN, |&ns| self.scaled(ns))
    }

    /// The group whose figures are compared: the sleepers if there are any, otherwise the hogs.
    fn group(&self) -> Option<&GroupRow> {
        let Workload::Hogs(_) = self.workload else { return None };
        let groups = &self.report.groups;
        groups.iter().find(|group| group.kind == Role::Sleeper).or(groups.first())
    }

    /// The CPU time of one task of the group, in percent of that of all tasks.
    fn group_share(&self) -> f64 {
        let all: f64 = self.report.groups.iter().flat_map(|group| &group.task_pct).sum();
        self.group().and_then(|group| group.task_pct.first()).map_or(f64::NAN, |one| 100.0 * one / all)
    }

    /// A column of /proc/schedstat for the whole run, extrapolated from the measured part.
    fn counted(&self, count: f64) -> f64 {
        count * self.seconds() / self.report.schedstat.time_s
    }

    /// Time of a round trip of a pair (µs): two messages.
    fn round_trip(&self) -> f64 {
        match self.workload {
            Workload::Pairs(p) => 2e6 * f64::from(p.pairs) / self.report.messages_per_s,
            _ => f64::NAN,
        }
    }

    /// Time that the jobs ran on their first node (% of their time).
    fn home(&self) -> f64 {
        let jobs = &self.report.jobs;
        let of =
            |job: &JobRow| 100.0 * job.node_ns[job.first_node as usize] as f64 / job.user_ns.max(1) as f64;
        jobs.iter().map(of).sum::<f64>() / jobs.len().max(1) as f64
    }

    /// The fraction (%) of the HITMs of a cache line that belongs to the fields named in a load.
    fn share(&self, load: &str, hitm: fn(&LineRow) -> u64) -> f64 {
        let of = |named: &dyn Fn(&str) -> bool| -> u64 {
            self.report.lines.iter().filter(|row| named(&row.field)).map(hitm).sum()
        };
        let all = of(&|field| ["load_avg", "rt_se", "rt_rq"].contains(&field));
        100.0 * of(&|field| load.split(", ").any(|name| name == field)) as f64 / all.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, expected_events, measure};
    use crate::words::Quantity;
    use sched_core::observe::report::{Ended, GroupRow, JobRow, LineRow, Percentiles, RunReport, SchedStat};
    use sched_core::observe::vocab::{Role, Symbol};
    use sched_core::scenario::{Scenario, Workload, parse};
    use sched_core::sim::Simulation;
    use serde_json::{Value, json};

    fn scenario(work: Value) -> Scenario {
        // Old workloads run on an old machine, as in the published tables.
        let is_old = work["kind"] == "numa" || work["kind"] == "jobs";
        let (machine, kernel) = if is_old { ("azusa-8", "2.5.5x") } else { ("classroom-8", "5.9") };
        let document =
            json!({"version": 3, "machine": machine, "kernel": kernel, "workload": work, "lanes": [{}]});
        parse(&document.to_string()).expect("a good scenario")
    }

    fn work(of: Value) -> Workload {
        scenario(of).workload
    }

    /// The report of a short run; the tests replace its figures.
    fn report() -> RunReport {
        let short = scenario(json!({"kind": "hackbench", "groups": 1, "loops": 1, "fds": 1}));
        let mut simulation = Simulation::new(&short, 0).expect("a good scenario");
        simulation.run_to_end();
        simulation.report()
    }

    fn figure(
        quantity: Quantity,
        load: &str,
        loops: Option<u32>,
        work: &Workload,
        report: &RunReport,
    ) -> f64 {
        measure(&Asked { quantity, load: load.into(), loops }, work, report)
    }

    #[track_caller]
    fn assert_near(told: f64, wanted: f64, what: &str) {
        assert!((told - wanted).abs() <= 1e-9 * wanted.abs(), "{what}: {told}, not {wanted}");
    }

    fn hackbench(loops: u32) -> Workload {
        work(json!({"kind": "hackbench", "groups": 3, "loops": loops, "fds": 20}))
    }

    #[test]
    fn each_figure_is_in_its_unit() {
        let mut report = report();
        (report.elapsed_ns, report.user_ns, report.system_ns) = (8_000_000_000, 3_000_000_000, 5_000_000_000);
        report.busy_pct = 71.0;
        report.wake_latency = Percentiles { p50: 4_000, p99: 90_000, ..Percentiles::default() };
        report.schedstat = SchedStat {
            time_s: 2.0,
            slice_ms: 0.25,
            find_pct: 3.5,
            sched: 100.0,
            idle: 40.0,
            wake: 30.0,
            steal: 20.0,
            ..SchedStat::default()
        };
        let work = hackbench(100);
        for (quantity, wanted) in [
            (Quantity::Time, 8.0),
            (Quantity::UserTime, 3.0),
            (Quantity::SystemTime, 5.0),
            (Quantity::CpuTime, 8_000.0),
            (Quantity::Busy, 71.0),
            (Quantity::Find, 3.5),
            (Quantity::Slice, 0.25),
            // The count of two measured seconds, extrapolated to eight.
            (Quantity::Sched, 400.0),
            (Quantity::Idle, 160.0),
            (Quantity::Wake, 120.0),
            (Quantity::Steal, 80.0),
            (Quantity::Latency, 90.0),
        ] {
            assert_near(figure(quantity, "", None, &work, &report), wanted, quantity.key());
        }
        for quantity in
            [Quantity::RoundTrip, Quantity::Median, Quantity::Most, Quantity::Cost, Quantity::Speedup]
        {
            assert!(figure(quantity, "", None, &work, &report).is_nan(), "{}", quantity.key());
        }
    }

    #[test]
    fn times_and_counts_are_scaled_to_the_published_loops() {
        let mut report = report();
        (report.elapsed_ns, report.user_ns) = (2_000_000_000, 1_000_000_000);
        (report.schedstat.time_s, report.schedstat.wake) = (2.0, 30.0);
        let of = |quantity, report: &RunReport| figure(quantity, "", Some(400), &hackbench(100), report);
        assert_near(of(Quantity::Time, &report), 8.0, "four times the loops");
        assert_near(of(Quantity::UserTime, &report), 4.0, "four times the loops");
        assert_near(of(Quantity::Wake, &report), 120.0, "four times the loops");
        // A cut run: 3 × 100 × 20² messages at this rate.
        (report.ended, report.messages_per_s) = (Ended::Limit, 60_000.0);
        assert_near(of(Quantity::Time, &report), 8.0, "at the rate of the window");
        let stream = work(json!({"kind": "stream", "workers": 2}));
        report.messages_per_s = 25_000.0;
        assert_near(figure(Quantity::Time, "", None, &stream, &report), 4.0, "100 GB");
        let sharing = work(json!({"kind": "sharing", "kilo_iterations": 268_435 / 5}));
        report.ended = Ended::Finished;
        assert_near(figure(Quantity::Time, "", None, &sharing, &report), 10.0, "of all iterations");
    }

    #[test]
    fn two_messages_are_a_round_trip_of_a_pair() {
        let report = RunReport { messages_per_s: 400_000.0, ..report() };
        let pairs = work(json!({"kind": "pairs", "pairs": 2}));
        assert_near(figure(Quantity::RoundTrip, "", None, &pairs, &report), 10.0, "µs");
    }

    #[test]
    fn jobs_are_measured_by_rank_and_by_node() {
        let row = |first_node: u32, most_node: u32, node_ns: [u64; 2], ended_ns: u64| JobRow {
            task: 0,
            node_ns: node_ns.to_vec(),
            first_node,
            most_node,
            memory_node: first_node,
            user_ns: node_ns.iter().sum(),
            ended_ns,
        };
        let s = 1_000_000_000;
        let jobs =
            vec![row(0, 1, [s, 3 * s], 9 * s), row(1, 1, [0, 2 * s], 5 * s), row(0, 0, [3 * s, 0], 7 * s)];
        let report = RunReport { jobs, elapsed_ns: 20 * s, ..report() };
        let numa = work(json!({"kind": "numa", "jobs": 3}));
        let of = |quantity, load: &str| figure(quantity, load, None, &numa, &report);
        assert_near(of(Quantity::Time, ""), 9.0, "the last job");
        assert_near(of(Quantity::TotalUser, ""), 9.0, "of all");
        assert_near(of(Quantity::User, "-"), 3.0, "of one");
        assert_eq!(["rank 1", "rank 2", "rank 3"].map(|rank| of(Quantity::User, rank)), [2.0, 3.0, 4.0]);
        assert!(["rank 0", "rank 4", "rank x"].iter().all(|rank| of(Quantity::User, rank).is_nan()));
        assert_near(of(Quantity::Home, ""), (25.0 + 100.0 + 100.0) / 3.0, "%");
        assert_near(of(Quantity::Moved, ""), 1.0, "jobs");
    }

    #[test]
    fn the_figures_of_hogs_and_sleepers_are_those_of_the_sleepers() {
        let row = |kind, task_pct: &[f64], wake_latency| GroupRow {
            kind,
            nice: 0,
            slice_us: 0,
            cgroup: 0,
            policy: None,
            tasks: task_pct.len() as u32,
            cpu_pct: task_pct.iter().sum(),
            task_pct: task_pct.to_vec(),
            switches_per_s: 50.0,
            moves_per_s: 2.0,
            at_once_pct: 71.0,
            wake_latency,
        };
        let slow = Percentiles { p50: 4_000, p75: 8_000, p99: 90_000, ..Percentiles::default() };
        let hogs = row(Role::Hog, &[60.0, 20.0], Percentiles::default());
        let mut report = RunReport { groups: vec![hogs.clone()], ..report() };
        let work = work(json!({"kind": "hogs"}));
        let of = |quantity, report: &RunReport| figure(quantity, "", None, &work, report);
        assert_near(of(Quantity::Most, &report), 60.0, "of hogs alone");
        assert_near(of(Quantity::Least, &report), 20.0, "of hogs alone");
        assert_near(of(Quantity::CpuShare, &report), 75.0, "of hogs alone");
        report.groups = vec![hogs, row(Role::Sleeper, &[20.0], slow)];
        for (quantity, wanted) in [
            (Quantity::CpuShare, 20.0),
            (Quantity::Most, 20.0),
            (Quantity::Least, 20.0),
            (Quantity::AtOnce, 71.0),
            (Quantity::Median, 4.0),
            (Quantity::Quartile, 8.0),
            (Quantity::Latency, 90.0),
            (Quantity::Switches, 50.0),
            (Quantity::Moves, 2.0),
        ] {
            assert_near(of(quantity, &report), wanted, quantity.key());
        }
    }

    #[test]
    fn hitms_are_divided_among_the_fields_named_in_a_load() {
        let row = |field: &str, hitm_remote, hitm_local| LineRow {
            line: 0,
            offset: 0,
            field: field.into(),
            symbol: Symbol::ALL[0],
            accesses: 0,
            stores: 0,
            hitm_remote,
            hitm_local,
            mean_remote_ns: 0.0,
            mean_local_ns: 0.0,
        };
        let lines =
            vec![row("load_avg", 50, 1), row("rt_se", 30, 1), row("rt_rq", 20, 2), row("shares", 900, 9)];
        let report = RunReport { lines, ..report() };
        let of = |quantity, load: &str| figure(quantity, load, None, &hackbench(1), &report);
        assert_near(of(Quantity::RemoteHitm, "load_avg"), 50.0, "%");
        assert_near(of(Quantity::RemoteHitm, "rt_se, rt_rq"), 50.0, "%");
        assert_near(of(Quantity::LocalHitm, "rt_se, rt_rq"), 75.0, "%");
    }

    /// Runs are distributed over the cores by this estimate, the longest first.
    #[test]
    fn the_duration_of_a_run_is_estimated_correctly() {
        for (work, limit_ms) in [
            (json!({"kind": "hackbench", "groups": 2, "loops": 60, "fds": 20}), 10_000),
            (json!({"kind": "hackbench", "groups": 10, "loops": 100_000, "fds": 20}), 60),
            (json!({"kind": "pairs", "pairs": 2, "requests": 400}), 10_000),
            (json!({"kind": "pairs", "pairs": 3, "requests": 0}), 60),
            (json!({"kind": "pairs", "pairs": 40, "requests": 0}), 60),
            (
                json!({"kind": "numa", "jobs": 8, "work_ms": 2_000, "disturb_ms": 300, "disturb_groups": 2}),
                10_000,
            ),
            (json!({"kind": "sharing", "kilo_iterations": 300}), 10_000),
            (json!({"kind": "jobs", "jobs": 24, "work_us": 30_000, "rounds": 3}), 10_000),
            (
                json!({"kind": "schbench", "message_threads": 2, "workers": 20, "requests": 20, "compute_us": 2_000, "sleep_us": 1_000}),
                10_000,
            ),
            (
                json!({"kind": "schbench", "message_threads": 4, "workers": 8, "requests": 20, "compute_us": 20_000, "sleep_us": 10_000}),
                10_000,
            ),
            (json!({"kind": "hogs", "hogs": 10, "sleepers": 30, "run_us": 100, "sleep_us": 900}), 200),
            (
                json!({"kind": "rtapp", "copies": 2, "tasks": [{"name": "t", "instances": 15, "loops": 0,
                "phases": [{"loops": 1, "steps": [{"do": "run", "us": 200}, {"do": "sleep", "us": 800}]}]}]}),
                200,
            ),
            (json!({"kind": "stream", "workers": 6}), 200),
            (json!({"kind": "stream", "workers": 30}), 200),
        ] {
            let scenario = Scenario { limit_ms, ..scenario(work.clone()) };
            let mut simulation = Simulation::new(&scenario, 0).expect("a good scenario");
            simulation.run_to_end();
            let ratio = expected_events(&scenario) / simulation.events() as f64;
            assert!((0.33..3.0).contains(&ratio), "{work}: {ratio} times as many as there are");
        }
    }
}
