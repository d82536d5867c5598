//! A replay beside its recording: whether the simulator, under the recorded kernel, does what the machine did.
//!
//! The replay's run is written as a trace and read like a recording, so both sides have the same definitions.

use sched_core::engine::time::Ns;
use sched_core::machine::names::{Remark, named};
use sched_core::machine::{Family, KernelId};
use sched_core::observe::vocab::Distance;
use sched_core::scenario::{FieldError, Lane, MachineChoice, OwnMachine, Replay, Scenario, Workload};
use sched_core::sim::{Attachments, Loaded, Simulation};
use sched_recording::{Options, Reader, Recording, Taken};
use sched_replay::Tape;
use sched_traces::{PROCESS, Stretch, Tracing, writer};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// How near a figure of the replay is to the recorded one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Near {
    Holds,
    Roughly,
    DoesNot,
}

impl Near {
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Roughly => "roughly",
            Self::DoesNot => "does not",
        }
    }

    /// A difference in percent; `slack`: how much wider the margins are.
    fn of(difference_pct: f64, slack: f64) -> Self {
        match difference_pct.abs() / slack {
            pct if pct <= 10.0 => Self::Holds,
            pct if pct <= 30.0 => Self::Roughly,
            _ => Self::DoesNot,
        }
    }
}

/// A figure of both sides.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub key: &'static str,
    pub label: &'static str,
    /// `ns`, `%` or nothing.
    pub unit: &'static str,
    pub recorded: f64,
    /// One for each seed.
    pub replayed: Vec<f64>,
    /// The mean of the replays divided by the recorded figure; absent: that is 0, or it is a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    pub near: Near,
}

impl Row {
    pub fn mean(&self) -> f64 {
        self.replayed.iter().sum::<f64>() / self.replayed.len().max(1) as f64
    }
}

/// How a replay compares with its recording.
#[derive(Clone, Debug, Serialize)]
pub struct Fidelity {
    pub kernel: &'static str,
    /// The recorded release, if known.
    pub release: String,
    pub seeds: u32,
    pub rows: Vec<Row>,
    /// Moves by class: recorded, and the mean of the replays.
    pub moves: BTreeMap<&'static str, (u64, f64)>,
    /// The worst of length, shares and waits.
    pub near: Near,
    /// Length or shares do not hold: nothing can be concluded from the replay.
    pub nothing_follows: bool,
    pub sentence: String,
}

/// What a replay assumes, since its recording does not say it or the simulator has not that kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Assumed {
    /// Of a recorded release that is not modelled itself: the nearest.
    Nearest {
        release: String,
        kernel: &'static str,
        sentence: String,
    },
    Kernel {
        kernel: &'static str,
    },
    OneCache,
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nearest { sentence, .. } => f.write_str(sentence),
            Self::Kernel { kernel } => {
                write!(f, "The recording does not say its kernel: it is replayed under {kernel}.")
            }
            Self::OneCache => {
                f.write_str("The recording does not say its machine: CPUs that share one cache are assumed.")
            }
        }
    }
}

/// The costs of a machine that are taken off recorded bursts.
pub fn taken_off(costs: &sched_core::machine::Costs) -> sched_recording::Costs {
    let [switch, mm_switch, wakeup] = [costs.switch, costs.mm_switch, costs.wakeup].map(u64::from);
    let far =
        sched_recording::Distance::ALL.map(|far| Distance::ALL.iter().find(|one| one.key() == far.key()));
    let line = far.map(|far| far.map_or(0, |far| u64::from(costs.line[far.index()])));
    let fetch = line.map(|line| line * u64::from(costs.migrate_lines));
    sched_recording::Costs { switch, mm_switch, wakeup, fetch }
}

/// A scenario that replays a tape under the recorded kernel, or the nearest, and what it assumes.
pub fn scenario_of(
    tape: &Tape,
    hash: &str,
    machine: Option<MachineChoice>,
    open: bool,
) -> (Scenario, Vec<Assumed>) {
    let mut said = Vec::new();
    let kernel = match named(&tape.release) {
        Some(found) => {
            if let Some(sentence) = found.sentence().filter(|_| found.remark != Remark::Exact) {
                let kernel = found.kernel.key();
                said.push(Assumed::Nearest { release: tape.release.clone(), kernel, sentence });
            }
            found.kernel
        }
        None => {
            let assumed = KernelId::V6_18;
            said.push(Assumed::Kernel { kernel: assumed.key() });
            assumed
        }
    };
    let machine = machine.unwrap_or_else(|| {
        if tape.places.iter().all(Option::is_none) {
            said.push(Assumed::OneCache);
        }
        MachineChoice::Own(Box::new(machine_of(tape)))
    });
    let workload =
        Workload::Replay(Replay { open, hash: hash.into(), name: tape.name.clone(), work_pct: 100 });
    let limit_ms = (tape.length() / 1_000_000 * 4 + 100).min(600_000) as u32;
    let lanes = vec![Lane { features: features(), ..Lane::default() }; 2];
    (Scenario { machine, kernel, workload, limit_ms, lanes, ..Scenario::default() }, said)
}

/// The switches of a kernel as it is.
fn features() -> sched_core::scenario::Features {
    sched_core::scenario::Features::default()
}

/// The machine of a tape: what its CPUs share, as far as it is known, with the costs of servers.
fn machine_of(tape: &Tape) -> OwnMachine {
    let name = format!("recorded, {} CPUs", tape.cpus);
    let known = |topology: String| {
        let own = OwnMachine { name: name.clone(), like: Family::Xeon, topology, ..OwnMachine::default() };
        own.topology().is_ok().then_some(own)
    };
    let flat = format!("core:{}", tape.cpus.max(1));
    lists(tape).and_then(known).unwrap_or(OwnMachine {
        name: name.clone(),
        like: Family::Xeon,
        topology: format!("{flat} pu:1"),
        ..OwnMachine::default()
    })
}

/// The groups of CPUs as lists.
fn lists(tape: &Tape) -> Option<String> {
    if tape.places.is_empty() || tape.places.len() < usize::from(tape.cpus) {
        return None;
    }
    let cpus: Vec<(u16, sched_replay::Place)> =
        (0..tape.cpus).map(|cpu| Some((cpu, tape.places[usize::from(cpu)]?))).collect::<Option<_>>()?;
    let group = |of: &dyn Fn(&sched_replay::Place) -> Option<u16>| {
        let mut groups: BTreeMap<u16, Vec<String>> = BTreeMap::new();
        for (cpu, place) in &cpus {
            if let Some(number) = of(place) {
                groups.entry(number).or_default().push(cpu.to_string());
            }
        }
        groups.into_values().map(|cpus| cpus.join(",")).collect::<Vec<_>>().join("/")
    };
    let clusters = group(&|place| place.cluster);
    let clusters = if clusters.is_empty() { String::new() } else { format!(" l2={clusters}") };
    Some(format!(
        "pu=0-{} core={}{clusters} l3={} pack={}",
        tape.cpus - 1,
        group(&|place| Some(place.core)),
        group(&|place| Some(place.llc)),
        group(&|place| Some(place.socket))
    ))
}

/// The figures of one side.
struct Figures {
    length: f64,
    /// CPU time of each task of the tape (ns).
    ran: Vec<f64>,
    /// Busy share of each CPU, in rising order (%).
    busy: Vec<f64>,
    switches: f64,
    moves: BTreeMap<&'static str, u64>,
    /// ns, in rising order.
    woken: Vec<u64>,
    preempted: Vec<u64>,
    wasted: f64,
}

impl Figures {
    /// `task`: the place in the tape of a task of the recording.
    fn of(
        recording: &Recording,
        from: u64,
        cpus: u16,
        tasks: usize,
        task: impl Fn(i32) -> Option<usize>,
    ) -> Self {
        let mut figures = Self {
            length: 0.0,
            ran: vec![0.0; tasks],
            busy: vec![0.0; usize::from(cpus)],
            switches: recording.counters.switches.values().sum::<u64>() as f64,
            moves: recording.known.moves.iter().map(|(class, one)| (class.key(), one.count)).collect(),
            woken: Vec::new(),
            preempted: Vec::new(),
            wasted: recording.counters.wasted_ns as f64,
        };
        let Some(picture) = recording.picture() else { return figures };
        let mut end = from;
        for one in picture.intervals.iter().filter(|one| one.pid != 0) {
            let ran = one.to.saturating_sub(one.from.max(from)) as f64;
            if let Some(busy) = figures.busy.get_mut(usize::from(one.cpu)) {
                *busy += ran;
            }
            if let Some(task) = task(one.pid) {
                figures.ran[task] += ran;
                end = end.max(one.to);
            }
        }
        let length = end.saturating_sub(from).max(1) as f64;
        figures.length = length;
        figures.busy.iter_mut().for_each(|busy| *busy = *busy * 100.0 / length);
        figures.busy.sort_by(f64::total_cmp);
        for wait in picture.waits.iter().filter(|wait| wait.from >= from && task(wait.pid).is_some()) {
            let waits = if wait.woken { &mut figures.woken } else { &mut figures.preempted };
            waits.push(wait.to - wait.from);
        }
        figures.woken.sort_unstable();
        figures.preempted.sort_unstable();
        figures
    }

    fn waited(&self) -> f64 {
        self.woken.iter().chain(&self.preempted).sum::<u64>() as f64
    }
}

fn quantile(sorted: &[u64], pct: usize) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get(last * pct / 100).copied().unwrap_or(0) as f64
}

/// Half the sum of the differences between the shares of tasks (%).
fn shares_apart(a: &[f64], b: &[f64]) -> f64 {
    let (all_a, all_b) = (a.iter().sum::<f64>().max(1.0), b.iter().sum::<f64>().max(1.0));
    a.iter().zip(b).map(|(a, b)| (a / all_a - b / all_b).abs()).sum::<f64>() * 50.0
}

/// A run of the replay as a recording.
fn run(scenario: &Scenario, loaded: &Arc<Loaded>) -> Result<Recording, Vec<FieldError>> {
    let attachments = Attachments { program: None, replay: Some(loaded.clone()) };
    let sim = Simulation::with(scenario, 0, &attachments)?;
    let mut reader = Reader::new(Options { draws: true, ..Options::default() });
    if let Some(writer) = writer("txt", &sim) {
        let kernel = scenario.kernel_of(&scenario.lanes[0]).key();
        let stretch = Stretch { from: Ns::ZERO, until: Ns(u64::MAX) };
        for piece in Tracing::new(sim, "replay", stretch, writer).of_kernel(kernel) {
            reader.push(&piece);
        }
    }
    Ok(reader.finish())
}

/// Compares a recording with replays of it. `recorded` has been read with `draws`; the scenario is that of
/// [`scenario_of`], of which lane A runs.
///
/// # Errors
/// The faults of the scenario.
pub fn fidelity(
    recorded: &Recording,
    taken: &Taken,
    loaded: &Arc<Loaded>,
    scenario: &Scenario,
    seeds: u32,
) -> Result<Fidelity, Vec<FieldError>> {
    let tape = &taken.file.tape;
    let tasks = tape.tasks.len();
    let places: BTreeMap<i32, usize> = tape.tasks.iter().enumerate().map(|(i, task)| (task.pid, i)).collect();
    let real = Figures::of(recorded, tape.from, tape.cpus, tasks, |pid| places.get(&pid).copied());
    let mut replays = Vec::new();
    for i in 0..seeds {
        let seed = scenario.seed.wrapping_add(i);
        let read = run(&Scenario { seed, ..scenario.clone() }, loaded)?;
        let place = |pid: i32| usize::try_from(i64::from(pid) - i64::from(PROCESS) - 1).ok();
        replays.push(Figures::of(&read, 0, tape.cpus, tasks, |pid| place(pid).filter(|task| *task < tasks)));
    }
    let row = |key, label, unit, slack: f64, floor: f64, of: &dyn Fn(&Figures) -> f64| {
        let recorded = of(&real);
        let replayed: Vec<f64> = replays.iter().map(of).collect();
        let mean = replayed.iter().sum::<f64>() / replayed.len().max(1) as f64;
        let ratio = (recorded > 0.0).then(|| mean / recorded);
        let near = match ratio {
            _ if (mean - recorded).abs() <= floor => Near::Holds,
            Some(ratio) => Near::of((ratio - 1.0) * 100.0, slack),
            None => Near::DoesNot,
        };
        Row { key, label, unit, recorded, replayed, ratio, near }
    };
    let apart = |key, label, of: &dyn Fn(&Figures) -> f64| {
        let replayed: Vec<f64> = replays.iter().map(of).collect();
        let mean = replayed.iter().sum::<f64>() / replayed.len().max(1) as f64;
        Row { key, label, unit: "%", recorded: 0.0, replayed, ratio: None, near: Near::of(mean, 1.0) }
    };
    // A thousandth of the CPU time is no difference of waits.
    let floor = real.length * f64::from(tape.cpus) / 1000.0;
    let rows = vec![
        row("length", "length", "ns", 1.0, 0.0, &|one| one.length),
        apart("shares", "CPU time of tasks apart", &|one| shares_apart(&real.ran, &one.ran)),
        apart("busy", "busy CPUs apart", &|one| {
            let apart = one.busy.iter().zip(&real.busy).map(|(a, b)| (a - b).abs()).sum::<f64>();
            apart / one.busy.len().max(1) as f64
        }),
        row("switches", "switches", "", 2.0, 0.0, &|one| one.switches),
        row("moves", "moves", "", 2.0, 2.0, &|one| one.moves.values().sum::<u64>() as f64),
        row("waits", "waits, all together", "ns", 2.0, floor, &Figures::waited),
        row("woken_p50", "wait after a wake-up, median", "ns", 2.0, 1_000.0, &|one| quantile(&one.woken, 50)),
        row("woken_p95", "wait after a wake-up, 95 %", "ns", 2.0, 1_000.0, &|one| quantile(&one.woken, 95)),
        row("preempted_p50", "wait after a preemption, median", "ns", 2.0, 1_000.0, &|one| {
            quantile(&one.preempted, 50)
        }),
        row("preempted_p95", "wait after a preemption, 95 %", "ns", 2.0, 1_000.0, &|one| {
            quantile(&one.preempted, 95)
        }),
        row("wasted", "CPUs idle while tasks wait", "ns", 2.0, floor, &|one| one.wasted),
    ];
    let near_of = |key: &str| rows.iter().find(|row| row.key == key).map_or(Near::Holds, |row| row.near);
    let near = near_of("length").max(near_of("shares")).max(near_of("waits"));
    let nothing_follows = near_of("length").max(near_of("shares")) == Near::DoesNot;
    let mut moves: BTreeMap<&'static str, (u64, f64)> = BTreeMap::new();
    for (class, count) in &real.moves {
        moves.entry(class).or_default().0 = *count;
    }
    for one in &replays {
        for (class, count) in &one.moves {
            moves.entry(class).or_default().1 += *count as f64 / replays.len() as f64;
        }
    }
    let kernel = scenario.kernel_of(&scenario.lanes[0]).key();
    let sentence = sentence(&rows, near, nothing_follows, kernel);
    let release = tape.release.clone();
    Ok(Fidelity { kernel, release, seeds, rows, moves, near, nothing_follows, sentence })
}

fn sentence(rows: &[Row], near: Near, nothing_follows: bool, kernel: &str) -> String {
    let of = |key: &str| rows.iter().find(|row| row.key == key);
    let ratio = of("length").and_then(|row| row.ratio).unwrap_or(1.0);
    let length = format!("Under {kernel} the replay takes {ratio:.2} times as long as the recording.");
    if nothing_follows {
        let apart = of("shares").map_or(0.0, Row::mean);
        return format!(
            "{length} The CPU time of its tasks differs by {apart:.0} %. What another kernel would do cannot be told from it."
        );
    }
    let waits = of("waits")
        .and_then(|row| row.ratio)
        .map_or(String::new(), |ratio| format!(" Its tasks wait {ratio:.2} times as long."));
    let end = match near {
        Near::Holds => "The replay holds: compare it with replays under other kernels.",
        Near::Roughly => {
            "The replay is roughly right: only large differences between replays mean something."
        }
        Near::DoesNot => "Its waits do not hold: nothing can be told of waits.",
    };
    format!("{length}{waits} {end}")
}
