//! What a published row asks of the run that answers it.

use crate::words::Quantity;
use sched_core::observe::report::{Ended, GroupRow, JobRow, LineRow, RunReport};
use sched_core::observe::vocab::Role;
use sched_core::scenario::{RtStep, RtTask, Scenario, Workload};
use serde::Deserialize;

/// Thousands of iterations of the published two-thread program.
pub const KILO_ITERATIONS: u32 = 268_435;

/// A figure that is asked of a run.
#[derive(Clone, Debug, Deserialize)]
pub struct Asked {
    pub quantity: Quantity,
    /// The load of the row: it may name a job by its rank, or fields of a struct.
    pub load: String,
    /// Loops of the published run; times and counts are scaled to them.
    pub loops: Option<u32>,
}

/// The figure in the unit of its quantity; NaN where a run does not have it.
pub fn measure(asked: &Asked, workload: &Workload, report: &RunReport) -> f64 {
    let run = Run { workload, report, factor: factor(asked, workload) };
    let schedstat = &report.schedstat;
    match asked.quantity {
        // numa_test goes by its last job.
        Quantity::Time if matches!(workload, Workload::Numa(_)) => run.last_job(),
        Quantity::Time => run.seconds(),
        Quantity::User => match asked.load.strip_prefix("rank ") {
            Some(rank) => run.user_of(rank),
            None => run.total_user() / report.jobs.len().max(1) as f64,
        },
        Quantity::TotalUser => run.total_user(),
        Quantity::UserTime => run.scaled(report.user_ns),
        Quantity::SystemTime => run.scaled(report.system_ns),
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

/// The work of the published run over that of ours.
fn factor(asked: &Asked, workload: &Workload) -> f64 {
    match workload {
        Workload::Sharing(s) => f64::from(KILO_ITERATIONS) / f64::from(s.kilo_iterations),
        Workload::Hackbench(h) => asked.loops.map_or(1.0, |loops| f64::from(loops) / f64::from(h.loops)),
        _ => 1.0,
    }
}

/// About how many events a run has, as seen over all tables: how long it takes.
pub fn expected_events(scenario: &Scenario) -> f64 {
    let usable = || {
        let machine = scenario.machine.build();
        f64::from(scenario.allowed_cpus(&machine, &scenario.lanes[0]).weight())
    };
    let limit_ms = f64::from(scenario.limit_ms);
    match &scenario.workload {
        // A CPU passes on a message in about 3 µs.
        work @ Workload::Hackbench(_) => 2.3 * messages(work).min(300.0 * limit_ms * usable()),
        // Without an end: a round trip takes 10 µs where a pair has two CPUs.
        Workload::Pairs(p) if p.requests == 0 => 1_000.0 * limit_ms * f64::from(p.pairs).min(usable() / 2.0),
        Workload::Pairs(p) => 10.0 * f64::from(p.pairs) * f64::from(p.requests),
        Workload::Numa(n) => 13.0 * usable() * f64::from(n.work_ms),
        Workload::Sharing(s) => 60.0 * f64::from(s.kilo_iterations),
        Workload::Jobs(j) => 1.2 * f64::from(j.jobs) * f64::from(j.rounds) * f64::from(j.work_us) / 1_000.0,
        Workload::Schbench(s) => {
            100.0 * f64::from(s.message_threads) * f64::from(s.workers) * f64::from(s.requests)
        }
        // A piece of work a millisecond, a tick every four, and a sleeper's turns.
        Workload::Hogs(h) => {
            let turns = 4_000.0 * f64::from(h.sleepers) / f64::from(h.run_us + h.sleep_us);
            limit_ms * (1.5 * usable() + turns)
        }
        // Of each task a few events a round; how long one takes its steps say.
        Workload::RtApp(r) => {
            let round = |task: &RtTask| -> f64 {
                task.phases.iter().map(|phase| f64::from(phase.loops) * of_steps(&phase.steps)).sum()
            };
            let events =
                |task: &RtTask| f64::from(task.instances) * 4_000.0 * limit_ms / round(task).max(1.0);
            limit_ms * 1.5 * usable() + f64::from(r.copies) * r.tasks.iter().map(events).sum::<f64>()
        }
        // A thread passes through some megabytes a millisecond.
        Workload::Stream(s) => 10.0 * limit_ms * f64::from(s.workers).min(usable()),
    }
}

/// How long a step of some takes on average (µs).
fn of_steps(steps: &[RtStep]) -> f64 {
    steps.iter().map(|step| f64::from(step.us)).sum::<f64>() / steps.len().max(1) as f64
}

/// Megabytes of STREAM whose time is told.
pub const STREAM_MB: f64 = 1e5;

/// The messages of a whole hackbench, or the megabytes of STREAM whose time is told.
fn messages(workload: &Workload) -> f64 {
    match workload {
        Workload::Stream(_) => STREAM_MB,
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

    /// Elapsed time (s); of a run that was cut, the time that all its messages take at the rate of its window.
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

    /// Of hogs and sleepers those that are looked at: the sleepers, where there are some.
    fn group(&self) -> Option<&GroupRow> {
        let Workload::Hogs(_) = self.workload else { return None };
        let groups = &self.report.groups;
        groups.iter().find(|group| group.kind == Role::Sleeper).or(groups.first())
    }

    /// The CPU time of one of them, of that of all tasks (%).
    fn group_share(&self) -> f64 {
        let all: f64 = self.report.groups.iter().flat_map(|group| &group.task_pct).sum();
        self.group().and_then(|group| group.task_pct.first()).map_or(f64::NAN, |one| 100.0 * one / all)
    }

    /// A column of /proc/schedstat over the whole time: as often in all of it as in the part that is measured.
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

    /// Share of the jobs' time on the node they began on (%).
    fn home(&self) -> f64 {
        let jobs = &self.report.jobs;
        let of =
            |job: &JobRow| 100.0 * job.node_ns[job.first_node as usize] as f64 / job.user_ns.max(1) as f64;
        jobs.iter().map(of).sum::<f64>() / jobs.len().max(1) as f64
    }

    /// The share (%) that the fields named in a load have of the HITMs of the line that the mail looks at.
    fn share(&self, load: &str, hitm: fn(&LineRow) -> u64) -> f64 {
        let of = |named: &dyn Fn(&str) -> bool| -> u64 {
            self.report.lines.iter().filter(|row| named(&row.field)).map(hitm).sum()
        };
        let all = of(&|field| ["load_avg", "rt_se", "rt_rq"].contains(&field));
        100.0 * of(&|field| load.split(", ").any(|name| name == field)) as f64 / all.max(1) as f64
    }
}
