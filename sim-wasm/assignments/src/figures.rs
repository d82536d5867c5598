//! The figures of a run that tasks ask for, and conditions on them.

use sched_core::document::place::Way;
use sched_core::document::read::{Read, read_word};
use sched_core::document::{Fault, Value};
use sched_core::fields;
use sched_core::observe::report::{GroupRow, JobRow, RunReport};
use sched_core::observe::vocab::Role;
use sched_judge::statistics::Estimate;
use serde::Serialize;
use std::collections::BTreeMap;

/// A number of a document, which may have a fraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Number(pub f64);

impl Read for Number {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        let number = match value {
            Value::Whole(number) => Some(*number as f64),
            Value::Number(text) => text.parse().ok(),
            _ => None,
        };
        self.0 = number.filter(|number: &f64| number.is_finite()).ok_or(Fault::NotNumber)?;
        Ok(())
    }
}

/// Declares an enumeration whose variants are words of a document.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            #[default]
            $($(#[$of])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
            pub const KEYS: &'static [&'static str] = &[$($word),+];

            /// The word of a document.
            pub fn key(self) -> &'static str {
                Self::KEYS[self as usize]
            }
        }

        impl Read for $name {
            fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
                *self = Self::ALL[read_word(value, Self::KEYS)?];
                Ok(())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// A figure of a lane.
    FigureKey {
        /// Simulated time of the measured part (ms).
        Time = "time_ms",
        /// Work done per second, in the unit of the workload.
        Work = "work_per_s",
        /// CPU time spent busy (%).
        Busy = "busy_pct",
        /// CPU time idle while a task waited (%).
        Wasted = "wasted_pct",
        /// The largest gap in CPU time between two equal tasks (% of one CPU).
        ShareGap = "share_gap_pct",
        /// Calls of `schedule` that ran a task.
        Switches = "switches",
        /// Changes of CPU.
        Migrations = "migrations",
        /// Tasks stolen.
        Steals = "steals",
        /// From a wake-up to running, median (µs).
        WaitP50 = "wait_p50_us",
        /// The same, 99th percentile (µs).
        WaitP99 = "wait_p99_us",
        /// Wake-ups that change the cluster (% of all).
        LeaveCluster = "leave_cluster_pct",
        /// Wake-ups that change the last-level cache (% of all).
        LeaveLlc = "leave_llc_pct",
        /// User time that jobs ran on their first node (%).
        Home = "home_pct",
        /// User time of all jobs (ms).
        JobTime = "job_time_ms",
        /// CPU time of a hog of the first sort (% of one CPU).
        Hog = "hog_pct",
        /// CPU time of a rival (% of one CPU).
        Rival = "rival_pct",
        /// From the wake-up of a sleeper to running, 99th percentile (µs).
        SleeperP99 = "sleeper_p99_us",
    }
}

impl FigureKey {
    /// The figure of a run; `None` if the run does not have it.
    pub fn of(self, report: &RunReport) -> Option<f64> {
        let us = |ns: u64| Some(ns as f64 / 1e3);
        match self {
            Self::Time => Some(report.elapsed_ns as f64 / 1e6),
            Self::Work => Some(report.messages_per_s),
            Self::Busy => Some(report.busy_pct),
            Self::Wasted => Some(report.wasted_pct),
            Self::ShareGap => Some(report.share_gap_pct),
            Self::Switches => Some(report.sched.saturating_sub(report.idle) as f64),
            Self::Migrations => {
                Some(report.migrations.values().flat_map(BTreeMap::values).sum::<u64>() as f64)
            }
            Self::Steals => Some(report.steal as f64),
            Self::WaitP50 => us(report.wake_latency.p50),
            Self::WaitP99 => us(report.wake_latency.p99),
            Self::LeaveCluster => leaving(report, &["llc", "node", "socket"]),
            Self::LeaveLlc => leaving(report, &["node", "socket"]),
            Self::Home => home(&report.jobs),
            Self::JobTime => {
                let all: u64 = report.jobs.iter().map(|job| job.user_ns).sum();
                (!report.jobs.is_empty()).then_some(all as f64 / 1e6)
            }
            Self::Hog => hogs(report).next().map(share),
            Self::Rival => hogs(report).nth(1).map(share),
            Self::SleeperP99 => {
                let sleepers = report.groups.iter().find(|group| group.kind == Role::Sleeper)?;
                us(sleepers.wake_latency.p99)
            }
        }
    }
}

/// The groups of tasks that never sleep: hogs, then rivals.
fn hogs(report: &RunReport) -> impl Iterator<Item = &GroupRow> {
    report.groups.iter().filter(|group| group.kind == Role::Hog)
}

/// The CPU time of a mean task of a group (% of one CPU).
fn share(group: &GroupRow) -> f64 {
    group.task_pct.iter().sum::<f64>() / group.task_pct.len().max(1) as f64
}

/// The wake-ups of these distances in percent of all.
fn leaving(report: &RunReport, far: &[&str]) -> Option<f64> {
    let all: u64 = report.wakes.values().sum();
    let left: u64 = far.iter().filter_map(|distance| report.wakes.get(*distance)).sum();
    (all > 0).then(|| 100.0 * left as f64 / all as f64)
}

/// The user time of jobs on their first node in percent of their time.
fn home(jobs: &[JobRow]) -> Option<f64> {
    let all: u64 = jobs.iter().map(|job| job.user_ns).sum();
    let there: u64 = jobs.iter().filter_map(|job| job.node_ns.get(job.first_node as usize)).sum();
    (all > 0).then(|| 100.0 * there as f64 / all as f64)
}

words! {
    /// Whose figure it is.
    Of {
        /// That of lane A.
        A = "A",
        /// That of lane B.
        B = "B",
        /// B minus A.
        Difference = "difference",
        /// B minus A in percent of A.
        DifferencePct = "difference_pct",
    }
}

impl Of {
    /// The lanes that it needs.
    pub fn lanes(self) -> &'static [usize] {
        match self {
            Self::A => &[0],
            Self::B => &[1],
            Self::Difference | Self::DifferencePct => &[0, 1],
        }
    }

    pub fn is_difference(self) -> bool {
        self.lanes().len() == 2
    }
}

/// A figure of a lane, or of B beside A.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Figure {
    pub figure: FigureKey,
    pub of: Of,
}
fields!(Figure { figure, of } required figure, of);

impl Figure {
    /// The figure over seeds; `reports`: by lane, seed by seed. `None`: a run does not have it.
    pub fn over(&self, reports: &[Vec<&RunReport>]) -> Option<Estimate> {
        let lane = |at: usize| -> Option<Vec<f64>> {
            let values: Option<Vec<f64>> =
                reports.get(at)?.iter().map(|report| self.figure.of(report)).collect();
            values.filter(|values| !values.is_empty() && values.iter().all(|value| value.is_finite()))
        };
        let values = match self.of {
            Of::A => lane(0)?,
            Of::B => lane(1)?,
            Of::Difference => lane(0)?.iter().zip(&lane(1)?).map(|(a, b)| b - a).collect(),
            Of::DifferencePct => sched_judge::statistics::differences(&lane(0)?, &lane(1)?)?,
        };
        Some(Estimate::of(&values))
    }
}

words! {
    /// A comparison with a value.
    Is {
        Above = "above",
        AtLeast = "at_least",
        AtMost = "at_most",
        Below = "below",
    }
}

/// A condition on a figure, over all seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Condition {
    pub figure: FigureKey,
    pub of: Of,
    pub is: Is,
    pub value: Number,
}
fields!(Condition { figure, of, is, value } required figure, of, is, value);

impl Condition {
    pub fn asked(&self) -> Figure {
        Figure { figure: self.figure, of: self.of }
    }

    /// Whether it holds for a value of its figure.
    pub fn holds(&self, value: f64) -> bool {
        let limit = self.value.0;
        match self.is {
            Is::Above => value > limit,
            Is::AtLeast => value >= limit,
            Is::AtMost => value <= limit,
            Is::Below => value < limit,
        }
    }
}
