//! The measured cases: tasks that share one or two CPUs, as plain data. The replication builds its scenarios
//! from the same cases.

use sched_core::scenario::Policy;

/// The behaviour of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Computes without end.
    Hog,
    /// Computes, then sleeps on a timer, again and again.
    Sleeper { run_us: u32, sleep_us: u32 },
}

/// A control group of a case: a child of the group that the program is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cgroup {
    /// `cpu.weight`
    Weight(u32),
    /// `cpu.idle`
    Idle,
}

/// Tasks of the same kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub kind: Kind,
    pub tasks: u32,
    pub nice: i32,
    /// Slice (µs); 0: the kernel's base slice.
    pub slice_us: u32,
    pub policy: Policy,
    /// Their control group, by its place in the case's from 1 on; 0: that of the program.
    pub cgroup: usize,
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
    /// Wake-ups after which the task runs within [`AT_ONCE`](sched_core::sim::AT_ONCE) (% of the wake-ups).
    AtOnce,
    /// From the timer until the task runs, median (µs).
    LatencyP50,
    /// From the timer until the task runs, 75th percentile (µs).
    LatencyP75,
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
            Self::AtOnce => "at_once",
            Self::LatencyP50 => "latency_p50",
            Self::LatencyP75 => "latency_p75",
            Self::LatencyP99 => "latency_p99",
            Self::Switches => "switches",
            Self::Moves => "moves",
        }
    }

    pub fn unit(self) -> &'static str {
        match self {
            Self::Share | Self::Most | Self::Least | Self::AtOnce => "%",
            Self::LatencyP50 | Self::LatencyP75 | Self::LatencyP99 => "µs",
            Self::Switches | Self::Moves => "/s",
        }
    }
}

/// What is known of the wake-ups of a sleeper. Latencies have two humps, at once and after another task's turn, so
/// the share of the first stands beside the percentiles.
const WAKEUPS: [Figure; 4] = [Figure::AtOnce, Figure::LatencyP50, Figure::LatencyP75, Figure::LatencyP99];

/// Groups that run together. The figures are those of the first group.
#[derive(Clone, Debug)]
pub struct Case {
    pub name: String,
    /// CPUs that the tasks may use.
    pub cpus: usize,
    pub groups: Vec<Group>,
    pub cgroups: Vec<Cgroup>,
    pub figures: Vec<Figure>,
}

impl Case {
    /// The name of the first group in a table.
    pub fn looked_at(&self) -> String {
        let Group { kind, nice, slice_us, policy, .. } = self.groups[0];
        let kind = if kind == Kind::Hog { "hog" } else { "sleeper" };
        let policy = match policy {
            Policy::Normal => "",
            Policy::Batch => "batch ",
            Policy::Idle => "idle ",
        };
        let mut name = format!("{policy}{kind}");
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
    Experiment {
        key: "sleepers",
        about: "wake-up latency by sleep, work and number of hogs",
        cases: sleepers,
    },
    Experiment { key: "weight", about: "CPU shares and latency with cpu.weight", cases: weight },
    Experiment { key: "policy", about: "SCHED_IDLE, SCHED_BATCH and cpu.idle", cases: policy },
];

/// Computes 0.1 ms out of every 5.1 ms: far less than its fair share beside any of these groups of hogs.
const LIGHT: Kind = Kind::Sleeper { run_us: 100, sleep_us: 5_000 };

fn group(kind: Kind, tasks: u32) -> Group {
    Group { kind, tasks, nice: 0, slice_us: 0, policy: Policy::Normal, cgroup: 0 }
}

fn hogs(tasks: u32) -> Group {
    group(Kind::Hog, tasks)
}

/// A case for one CPU, without control groups.
fn case(name: String, groups: Vec<Group>, figures: &[Figure]) -> Case {
    Case { name, cpus: 1, groups, cgroups: Vec::new(), figures: figures.to_vec() }
}

/// Microseconds in milliseconds, with as few digits as possible.
pub fn milliseconds(us: u32) -> String {
    (f64::from(us) / 1_000.0).to_string()
}

fn counted(tasks: u32, what: &str) -> String {
    if tasks == 1 { format!("1 {what}") } else { format!("{tasks} {what}s") }
}

fn nice() -> Vec<Case> {
    let beside = |nice: i32| {
        let groups = vec![hogs(1), Group { nice, ..hogs(1) }];
        case(format!("nice 0 and {nice}"), groups, &[Figure::Share, Figure::Switches])
    };
    [0, 5, 10, 19, -5].map(beside).into()
}

fn spread() -> Vec<Case> {
    let free = |tasks: u32| {
        let figures = [Figure::Most, Figure::Least, Figure::Moves];
        Case { cpus: 2, ..case(counted(tasks, "hog"), vec![hogs(tasks)], &figures) }
    };
    [3, 5].map(free).into()
}

fn slices() -> Vec<Case> {
    let hog = |slice_us: u32| {
        let groups = vec![Group { slice_us, ..hogs(1) }, hogs(2)];
        let name = format!("hog of {} ms, 2 hogs", milliseconds(slice_us));
        case(name, groups, &[Figure::Share, Figure::Switches])
    };
    let sleeper = |slice_us: u32| {
        let groups = vec![Group { slice_us, ..group(LIGHT, 1) }, hogs(2)];
        case(format!("sleeper of {} ms, 2 hogs", milliseconds(slice_us)), groups, &WAKEUPS)
    };
    let working = |slice_us: u32| {
        let kind = Kind::Sleeper { run_us: 3_000, sleep_us: 8_000 };
        let groups = vec![Group { slice_us, ..group(kind, 1) }, hogs(2)];
        case(format!("sleeper of {} ms with 3 ms of work, 2 hogs", milliseconds(slice_us)), groups, &WAKEUPS)
    };
    let beside = |slice_us: u32| {
        let groups = vec![group(LIGHT, 1), Group { slice_us, ..hogs(2) }];
        case(format!("sleeper, 2 hogs of {} ms", milliseconds(slice_us)), groups, &WAKEUPS)
    };
    let mut cases: Vec<Case> = [100, 3_000, 10_000, 100_000].map(hog).into();
    cases.extend([100, 3_000, 20_000].map(sleeper));
    cases.extend([100, 20_000].map(working));
    cases.extend([100, 20_000].map(beside));
    cases
}

fn latency() -> Vec<Case> {
    let beside = |tasks: u32| {
        let mut groups = vec![group(LIGHT, 1)];
        groups.extend((tasks > 0).then(|| hogs(tasks)));
        let name = if tasks == 0 { "alone".to_string() } else { counted(tasks, "hog") };
        case(name, groups, &WAKEUPS)
    };
    [0, 1, 2, 4, 8].map(beside).into()
}

fn debt() -> Vec<Case> {
    let after = |sleep_us: u32| {
        let groups = vec![group(Kind::Sleeper { run_us: 10_000, sleep_us }, 1), hogs(2)];
        let mut figures = WAKEUPS.to_vec();
        figures.push(Figure::Share);
        case(format!("sleep {} ms, 2 hogs", milliseconds(sleep_us)), groups, &figures)
    };
    [500, 2_000, 8_000, 32_000].map(after).into()
}

fn sleepers() -> Vec<Case> {
    let mut cases = Vec::new();
    for tasks in 1..=3 {
        for run_us in [1_000, 3_000] {
            for sleep_us in [3_000, 8_000, 20_000] {
                let [sleep, work] = [sleep_us, run_us].map(milliseconds);
                let name = format!("{}, sleep {sleep} ms, work {work} ms", counted(tasks, "hog"));
                let sleeper = group(Kind::Sleeper { run_us, sleep_us }, 1);
                cases.push(case(name, vec![sleeper, hogs(tasks)], &WAKEUPS));
            }
        }
    }
    cases
}

fn weight() -> Vec<Case> {
    let of = |cgroup: usize, group: Group| Group { cgroup, ..group };
    let equal = vec![Cgroup::Weight(100), Cgroup::Weight(100)];
    let pair = |weight: u32| Case {
        cgroups: vec![Cgroup::Weight(weight), Cgroup::Weight(100)],
        ..case(
            format!("weights {weight} and 100"),
            vec![of(1, hogs(1)), of(2, hogs(1))],
            &[Figure::Share, Figure::Switches],
        )
    };
    let one_and = |name: &str, cpus: usize, others: u32| Case {
        cpus,
        cgroups: equal.clone(),
        ..case(name.to_string(), vec![of(1, hogs(1)), of(2, hogs(others))], &[Figure::Share])
    };
    let sleeper = |name: &str, groups: Vec<Group>| Case {
        cgroups: equal.clone(),
        ..case(name.to_string(), groups, &WAKEUPS)
    };
    let light = || of(1, group(LIGHT, 1));
    vec![
        pair(200),
        pair(1_000),
        one_and("1 hog and 3 hogs", 1, 3),
        one_and("1 hog and 2 hogs, 2 CPUs", 2, 2),
        sleeper("sleeper and 2 hogs", vec![light(), of(2, hogs(2))]),
        sleeper("sleeper with a hog and 2 hogs", vec![light(), of(1, hogs(1)), of(2, hogs(2))]),
    ]
}

fn policy() -> Vec<Case> {
    let with = |policy: Policy, group: Group| Group { policy, ..group };
    let idle = |name: &str, first: Group, others: u32, figures: &[Figure]| Case {
        cgroups: vec![Cgroup::Weight(100), Cgroup::Idle],
        ..case(
            name.to_string(),
            vec![Group { cgroup: 1, ..first }, Group { cgroup: 2, ..hogs(others) }],
            figures,
        )
    };
    let shares = [Figure::Share, Figure::Switches];
    let light = || group(LIGHT, 1);
    vec![
        case("hog, idle hog".into(), vec![hogs(1), with(Policy::Idle, hogs(1))], &shares),
        case("hog, batch hog".into(), vec![hogs(1), with(Policy::Batch, hogs(1))], &shares),
        case("sleeper, 2 idle hogs".into(), vec![light(), with(Policy::Idle, hogs(2))], &WAKEUPS),
        case("sleeper, 2 batch hogs".into(), vec![light(), with(Policy::Batch, hogs(2))], &WAKEUPS),
        case("idle sleeper, 2 hogs".into(), vec![with(Policy::Idle, light()), hogs(2)], &WAKEUPS),
        case("batch sleeper, 2 hogs".into(), vec![with(Policy::Batch, light()), hogs(2)], &WAKEUPS),
        idle("hog, hog in an idle group", hogs(1), 1, &shares),
        idle("sleeper, 2 hogs in an idle group", light(), 2, &WAKEUPS),
    ]
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
                assert!(case.groups.iter().all(|group| group.cgroup <= case.cgroups.len()), "{}", case.name);
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
        assert_eq!(name("policy", 4), "idle sleeper");
    }

    #[test]
    fn microseconds_are_shown_in_milliseconds_without_needless_digits() {
        assert_eq!([100, 3_000, 1_500].map(milliseconds), ["0.1", "3", "1.5"]);
        assert_eq!(Figure::LatencyP99.key(), "latency_p99");
    }
}
