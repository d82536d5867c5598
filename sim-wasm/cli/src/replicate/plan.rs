//! Plans: published rows, each with the run that answers it or the reason why none does.

use sched_core::scenario::{Features, KernelId, Lane, MachineChoice, Scenario, VERSION, Workload};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Standing, Why};

/// The extent of the runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// The runs of the report.
    Full,
    /// Enough runs to notice a changed sign.
    Quick,
}

impl Quality {
    /// One value for the report, another for the quick form.
    pub fn pick<T>(self, full: T, quick: T) -> T {
        match self {
            Self::Full => full,
            Self::Quick => quick,
        }
    }
}

/// A run that answers a row.
#[derive(Clone)]
pub struct Run {
    /// One or two lanes; with two, the second is compared with the first.
    pub scenario: Scenario,
    pub lane: usize,
}

impl Run {
    /// Its lane, with the scenario.
    pub fn side(&self) -> (&Scenario, &Lane) {
        (&self.scenario, &self.scenario.lanes[self.lane])
    }
}

#[derive(Clone)]
pub enum Answer {
    Run(Box<Run>),
    /// Known without a run.
    Known(f64),
    Silent(Why),
}

/// A published row: one figure of it.
#[derive(Clone)]
pub struct Row {
    /// The load, for instance `-g 3`; can be empty.
    pub load: String,
    /// The variant, as named in the mail.
    pub variant: String,
    pub quantity: Quantity,
    pub published: Option<f64>,
    /// The single runs, if the mail has them.
    pub repetitions: Vec<f64>,
    /// Standard deviation of the published value, or of the published gain if only that is published
    /// (points).
    pub spread: Option<f64>,
    /// The gain over the base (%), if only that is published.
    pub published_gain: Option<f64>,
    pub answer: Answer,
    pub within: Option<Within>,
    /// The index, within the plan, of the base of the gain, which has the same quantity.
    pub base: Option<usize>,
    /// The tolerance of the gain (points).
    pub gain_within: Option<f64>,
}

impl Row {
    /// A row without an answer.
    pub fn silent(name: String, quantity: Quantity, published: Option<f64>, why: Why) -> Self {
        Self::plain(name, quantity, published, Answer::Silent(why))
    }

    /// A row with one value that is not compared with any other row.
    pub fn plain(load: String, quantity: Quantity, published: Option<f64>, answer: Answer) -> Self {
        Self {
            load,
            variant: String::new(),
            quantity,
            published,
            repetitions: Vec::new(),
            spread: None,
            published_gain: None,
            answer,
            within: None,
            base: None,
            gain_within: None,
        }
    }

    /// The name in the report: load and variant.
    pub fn name(&self) -> String {
        [self.load.as_str(), self.variant.as_str()].join(" ").trim().to_string()
    }
}

/// The relation of the simulated runs of a table to the published ones.
#[derive(Clone, Copy, Debug, Default)]
pub struct Method {
    /// The number of seeds of every row; `None`: by the rule of [`super::seeds`].
    pub seeds: Option<u32>,
    /// The loops of a simulated and of a published run: times and counts are scaled by their ratio.
    pub loops: Option<(u32, u32)>,
    /// The measured window of a run that is cut.
    pub window: Option<Window>,
}

impl Method {
    /// So many seeds in the quick form.
    pub fn of(quality: Quality, quick: u32) -> Self {
        Self { seeds: quality.pick(None, Some(quick)), ..Self::default() }
    }
}

/// A published table and its answers.
pub struct Plan {
    pub table: &'static str,
    pub origin: Origin,
    pub standing: Standing,
    pub method: Option<Method>,
    pub remarks: Vec<Remark>,
    /// Remarks that explain a miss; they are left out if all rows of the quantity are right.
    pub misses: Vec<(Quantity, Remark)>,
    /// Numbers of the workload that were chosen on the row with this name and quantity.
    pub given: Vec<(&'static str, Quantity, &'static [&'static str])>,
    pub rows: Vec<Row>,
}

impl Plan {
    /// A table without rows. `origin`: whether the model was built from it, or it was looked up when the model stood. The record
    /// is counted apart.
    pub fn new(table: &'static str, origin: Origin) -> Self {
        Self {
            table,
            origin,
            standing: Standing::Judged,
            method: None,
            remarks: Vec::new(),
            misses: Vec::new(),
            given: Vec::new(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; returns its index.
    pub fn push(&mut self, row: Row) -> usize {
        self.rows.push(row);
        self.rows.len() - 1
    }
}

/// A scenario with one or two lanes; its time limit is much longer than any run.
pub fn scenario(
    machine: impl Into<MachineChoice>,
    kernel: KernelId,
    workload: Workload,
    lanes: &[Features],
) -> Scenario {
    Scenario {
        version: VERSION,
        machine: machine.into(),
        kernel,
        groups: Vec::new(),
        tasks: Vec::new(),
        policies: Vec::new(),
        recording: None,
        workload,
        seed: 1,
        cpus: None,
        limit_ms: 60_000,
        warmup_ms: 0,
        tunables: Default::default(),
        costs: Default::default(),
        decides: Default::default(),
        lanes: lanes.iter().map(|features| Lane { features: features.clone(), ..Lane::default() }).collect(),
    }
}
