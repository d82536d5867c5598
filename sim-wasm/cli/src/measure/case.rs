//! The measured cases: tasks that share one or two CPUs, as plain data. The replication builds its scenarios
//! from the same cases.

/// The behaviour of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Computes without end.
    Hog,
    /// Computes, then sleeps on a timer, again and again.
    Sleeper { run_us: u32, sleep_us: u32 },
}

/// Tasks of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub kind: Kind,
    pub tasks: u32,
    pub nice: i32,
    /// Slice (µs); 0: the kernel's base slice.
    pub slice_us: u32,
}

/// A figure that is measured for a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// CPU time of the group (% of that of all tasks).
    Share,
    /// CPU time of the task of the group that got most (% of one CPU).
    Most,
    /// CPU time of the task of the group that got least (% of one CPU).
    Least,
    /// From the timer until the task runs, median (µs).
    LatencyP50,
    /// From the timer until the task runs, 99th percentile (µs).
    LatencyP99,
    /// How often a task of the group got a CPU (per second).
    Switches,
    /// How often a task of the group changed its CPU (per second).
    Moves,
}

impl Figure {
    pub fn key(self) -> &'static str {
        match self {
            Self::Share => "share",
            Self::Most => "most",
            Self::Least => "least",
            Self::LatencyP50 => "latency_p50",
            Self::LatencyP99 => "latency_p99",
            Self::Switches => "switches",
            Self::Moves => "moves",
        }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Self::Share | Self::Most | Self::Least => "%",
            Self::LatencyP50 | Self::LatencyP99 => "µs",
            Self::Switches | Self::Moves => "/s",
        }
    }
}

/// Groups that run together. The figures are those of the first group.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    /// CPUs that the tasks may use.
    pub cpus: usize,
    pub groups: Vec<Group>,
    pub figures: Vec<Figure>,
}

impl Case {
    /// The name of the first group in a table.
    pub fn looked_at(&self) -> String {
        let Group { kind, nice, slice_us, .. } = self.groups[0];
        let kind = if kind == Kind::Hog { "hog" } else { "sleeper" };
        let mut name = kind.to_string();
        if nice != 0 || self.groups.iter().any(|group| group.nice != 0) {
            name += &format!(" nice {nice}");
        }
        if slice_us != 0 {
            name += &format!(" slice {} ms", milliseconds(slice_us));
        }
        name
    }
}

/// Cases that answer one question together.
pub struct Experiment {
    pub key: &'static str,
    pub about: &'static str,
    cases: fn() -> Vec<Case>,
}

impl Experiment {
    pub fn cases(&self) -> Vec<Case> {
        (self.cases)()
    }
}

/// All that can be measured.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment { key: "nice", about: "CPU shares of two hogs on one CPU, by nice value", cases: nice },
    Experiment { key: "spread", about: "CPU shares of hogs on two CPUs", cases: spread },
    Experiment { key: "slices", about: "CPU shares and latency with slices of single tasks", cases: slices },
    Experiment { key: "latency", about: "wake-up latency of a sleeper beside hogs", cases: latency },
    Experiment { key: "debt", about: "a task that used more than its share, after a sleep", cases: debt },
];

/// Computes 0.1 ms out of every 5.1 ms: far less than its fair share beside any of these groups of hogs.
const LIGHT: Kind = Kind::Sleeper { run_us: 100, sleep_us: 5_000 };

fn group(kind: Kind, tasks: u32) -> Group {
    Group { kind, tasks, nice: 0, slice_us: 0 }
}

/// Microseconds in milliseconds, with as few digits as possible.
pub fn milliseconds(us: u32) -> String {
    (f64::from(us) / 1_000.0).to_string()
}

fn counted(tasks: u32, what: &str) -> String {
    if tasks == 1 { format!("1 {what}") } else { format!("{tasks} {what}s") }
}

fn nice() -> Vec<Case> {
    let beside = |nice: i32| Case {
        name: format!("nice 0 and {nice}"),
        cpus: 1,
        groups: vec![group(Kind::Hog, 1), Group { nice, ..group(Kind::Hog, 1) }],
        figures: vec![Figure::Share, Figure::Switches],
    };
    [0, 5, 10, 19, -5].map(beside).into()
}

fn spread() -> Vec<Case> {
    let hogs = |tasks: u32| Case {
        name: counted(tasks, "hog"),
        cpus: 2,
        groups: vec![group(Kind::Hog, tasks)],
        figures: vec![Figure::Most, Figure::Least, Figure::Moves],
    };
    [3, 5].map(hogs).into()
}

fn slices() -> Vec<Case> {
    let hog = |slice_us: u32| Case {
        name: format!("hog of {} ms, 2 hogs", milliseconds(slice_us)),
        cpus: 1,
        groups: vec![Group { slice_us, ..group(Kind::Hog, 1) }, group(Kind::Hog, 2)],
        figures: vec![Figure::Share, Figure::Switches],
    };
    let sleeper = |slice_us: u32| Case {
        name: format!("sleeper of {} ms, 2 hogs", milliseconds(slice_us)),
        cpus: 1,
        groups: vec![Group { slice_us, ..group(LIGHT, 1) }, group(Kind::Hog, 2)],
        figures: vec![Figure::LatencyP50, Figure::LatencyP99],
    };
    let mut cases: Vec<Case> = [100, 3_000, 10_000, 100_000].map(hog).into();
    cases.extend([100, 3_000, 20_000].map(sleeper));
    cases
}

fn latency() -> Vec<Case> {
    let beside = |hogs: u32| {
        let mut groups = vec![group(LIGHT, 1)];
        groups.extend((hogs > 0).then(|| group(Kind::Hog, hogs)));
        Case {
            name: if hogs == 0 { "alone".to_string() } else { counted(hogs, "hog") },
            cpus: 1,
            groups,
            figures: vec![Figure::LatencyP50, Figure::LatencyP99],
        }
    };
    [0, 1, 2, 4, 8].map(beside).into()
}

fn debt() -> Vec<Case> {
    let after = |sleep_us: u32| Case {
        name: format!("sleep {} ms, 2 hogs", milliseconds(sleep_us)),
        cpus: 1,
        groups: vec![group(Kind::Sleeper { run_us: 10_000, sleep_us }, 1), group(Kind::Hog, 2)],
        figures: vec![Figure::LatencyP50, Figure::LatencyP99, Figure::Share],
    };
    [500, 2_000, 8_000, 32_000].map(after).into()
}

#[cfg(test)]
mod tests {
    use super::{EXPERIMENTS, Figure, milliseconds};

    #[test]
    fn every_case_has_a_unique_name_and_a_group_to_measure() {
        for experiment in EXPERIMENTS {
            let cases = experiment.cases();
            for (at, case) in cases.iter().enumerate() {
                assert!(cases[..at].iter().all(|other| other.name != case.name), "{}", case.name);
                assert!(!case.groups.is_empty() && !case.figures.is_empty(), "{}", case.name);
            }
        }
    }

    #[test]
    fn groups_are_named_by_their_differences() {
        let name = |key: &str, case: usize| {
            let experiment = EXPERIMENTS.iter().find(|one| one.key == key).expect("an experiment");
            experiment.cases()[case].looked_at()
        };
        assert_eq!(name("nice", 1), "hog nice 0");
        assert_eq!(name("slices", 0), "hog slice 0.1 ms");
        assert_eq!(name("latency", 1), "sleeper");
    }

    #[test]
    fn microseconds_are_shown_in_milliseconds_without_needless_digits() {
        assert_eq!([100, 3_000, 1_500].map(milliseconds), ["0.1", "3", "1.5"]);
        assert_eq!(Figure::LatencyP99.key(), "latency_p99");
    }
}
