//! Reads recordings of real machines and prints what they say.

use crate::{Failure, machine, name};
use sched_core::machine::{Costs, Family, Topology};
use sched_core::scenario::{MachineChoice, OwnMachine, check};
use sched_core::sim::Loaded;
use sched_judge::fidelity::{self, Fidelity};
use sched_recording::{
    Counters, Fault, Known, Note, Options, Place, Places, Reader, Recording, Sure, Wait, count, length, list,
    seconds,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How to make a recording.
pub const HOW: &str = "To record one second, run one of these on the machine:
  perf sched record -m 8192 -- sleep 1; perf script --ns --header -I > trace.txt
  trace-cmd record -e sched -e irq sleep 1; trace-cmd report -t > trace.txt
  perfetto with linux.ftrace (sched_switch, sched_waking, sched_wakeup_new, sched_migrate_task, sched_process_exit,
    compact_sched), linux.process_stats and linux.system_info";

/// What is wanted.
pub struct Wanted {
    pub files: Vec<PathBuf>,
    pub machine: Option<PathBuf>,
    /// ns.
    pub window: (u64, u64),
    pub json: bool,
    pub replay: ReplayWanted,
}

/// What is wanted of a replay.
#[derive(clap::Args)]
pub struct ReplayWanted {
    /// Writes what the tasks did into this file: `sched run SCENARIO --replay FILE` runs it, under any kernel. Only of one recording.
    #[arg(long, value_name = "OUT")]
    replay: Option<PathBuf>,
    /// Writes a scenario that runs the replay: the recorded machine and kernel in both lanes.
    #[arg(long, value_name = "OUT", requires = "replay")]
    scenario: Option<PathBuf>,
    /// Compares the recording with its replay under the recorded kernel, and prints the table instead of the summary.
    #[arg(long)]
    fidelity: bool,
    /// The seeds of that comparison.
    #[arg(long, default_value_t = 3, requires = "fidelity", value_parser = clap::value_parser!(u32).range(1..=100))]
    seeds: u32,
    /// Sleeps of which the recording cannot tell what ended them end at their recorded time. Otherwise they have their recorded
    /// length.
    #[arg(long)]
    open: bool,
    /// Leaves the tool that recorded out of the replay.
    #[arg(long)]
    without_recorder: bool,
    /// Replaces the names of tasks in the replay by p1, p2 and so on.
    #[arg(long, requires = "replay")]
    anonymize: bool,
    /// Leaves the picture of the recording out of the replay file.
    #[arg(long, requires = "replay")]
    no_picture: bool,
}

impl ReplayWanted {
    fn is_any(&self) -> bool {
        self.replay.is_some() || self.fidelity
    }
}

/// Bytes of a replay file at most.
const MOST_REPLAY: usize = 256 << 20;

/// Reads a replay file.
pub fn loaded(file: &Path) -> Result<Arc<Loaded>, Failure> {
    let said = |what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
    let bytes = crate::bytes(file, MOST_REPLAY).map_err(|error| said(&error))?;
    Loaded::read(&bytes).map(Arc::new).map_err(|fault| said(&fault))
}

/// A time as recordings print it, in ns: seconds with at most nine digits after the point.
pub fn moment(text: &str) -> Result<u64, String> {
    let expected = || "a time in seconds is needed, such as 1623.245069".to_string();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|c| c.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(fraction) || fraction.len() > 9 {
        return Err(expected());
    }
    let seconds: u64 = whole.parse().map_err(|_| expected())?;
    let ns: u64 = format!("{fraction:0<9}").parse().map_err(|_| expected())?;
    seconds.checked_mul(1_000_000_000).and_then(|all| all.checked_add(ns)).ok_or_else(expected)
}

/// A recording in the JSON output.
#[derive(Serialize)]
struct Counted<'a> {
    #[serde(flatten)]
    counters: &'a Counters,
    known: &'a Known,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// What the CPUs of a machine share.
fn places(topology: &Topology) -> Places {
    let mut places = Vec::new();
    for cpu in &topology.cpus {
        let number = cpu.number as usize;
        places.resize(places.len().max(number + 1), None);
        places[number] =
            Some(Place { core: cpu.core, cluster: cpu.cluster, llc: cpu.llc, socket: cpu.socket });
    }
    Places(places)
}

/// Reads a file in pieces.
fn read(file: &Path, options: Options) -> io::Result<Recording> {
    let mut source: Box<dyn Read> =
        if file == Path::new("-") { Box::new(io::stdin()) } else { Box::new(File::open(file)?) };
    let mut reader = Reader::new(options);
    let mut piece = vec![0; 1 << 20];
    loop {
        let length = match source.read(&mut piece) {
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if length == 0 || !reader.push(&piece[..length]) {
            return Ok(reader.finish());
        }
    }
}

/// The machine beside the recordings.
fn machine_of(file: &Path) -> Result<Places, Failure> {
    let refused = match machine::read(&[file.to_path_buf()]) {
        Ok(brought) => return Ok(places(&brought.reading.topology)),
        Err(refused) => refused,
    };
    // A recording may have been given as the machine.
    let is_recording = file != Path::new("-")
        && file.is_file()
        && read(file, Options::default()).is_ok_and(|one| one.fault.is_none());
    Err(match is_recording {
        true => Failure::said(format!(
            "{}: This is a recording, not the description of a machine: give it without --machine.",
            name(file)
        )),
        false => refused,
    })
}

/// Prints the figures of all files. A file that is refused has its sentence on stderr; the others are printed.
pub fn execute(wanted: &Wanted) -> Result<(), Failure> {
    if wanted.window.0 >= wanted.window.1 {
        return Err(Failure::said("--to has to lie after --from.".into()));
    }
    let machine = wanted.machine.as_deref().map(machine_of).transpose()?;
    if wanted.replay.is_any() {
        return replay_of(wanted, machine);
    }
    let mut lines = Vec::new();
    let mut json = Vec::new();
    for file in &wanted.files {
        let options = Options { machine: machine.clone(), window: wanted.window, ..Options::default() };
        let mut recording = match read(file, options) {
            Ok(recording) => recording,
            Err(error) => {
                lines.push(format!("{}: {error}", name(file)));
                continue;
            }
        };
        if let Some(machine) = &machine
            && recording.fault.is_none()
        {
            recording.fault = other_machine(&recording, machine);
        }
        if let Some(note) = of_window(&recording, wanted.window) {
            recording.notes.push(note);
        }
        if let Some(fault) = &recording.fault {
            lines.push(format!("{}: {fault}", name(file)));
        }
        if wanted.json {
            json.push((key(file, &wanted.files), to_json(&recording)));
        } else if recording.fault.is_none() {
            if wanted.files.len() > 1 {
                crate::print(&format!("{}\n", name(file)))?;
            }
            crate::print(&to_text(&recording))?;
        }
    }
    if wanted.json {
        let files: Vec<String> =
            json.into_iter().map(|(key, value)| format!("{}: {value}", serde_json::json!(key))).collect();
        crate::print(&format!("{{\n{}\n}}\n", files.join(",\n")))?;
    }
    if lines.is_empty() { Ok(()) } else { Err(Failure { lines, code: 2 }) }
}

/// Makes a replay of a recording, writes it, and compares it.
fn replay_of(wanted: &Wanted, machine: Option<Places>) -> Result<(), Failure> {
    let [file] = &wanted.files[..] else {
        return Err(Failure::said("--replay and --fidelity take one recording.".into()));
    };
    let said = |what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
    let chosen = match &wanted.machine {
        None => None,
        Some(file) => {
            let topology = machine::read(std::slice::from_ref(file))?.reading.topology;
            Some(MachineChoice::Own(Box::new(OwnMachine::of(&topology, Family::Xeon))))
        }
    };
    let read_of = |window| {
        let options = Options { machine: machine.clone(), window, draws: true, keeps: true };
        read(file, options).map_err(|error| said(&error))
    };
    let mut recording = read_of(wanted.window)?;
    if let Some(fault) = &recording.fault {
        return Err(said(fault));
    }
    if let Some(fault) = machine.as_ref().and_then(|machine| other_machine(&recording, machine)) {
        return Err(said(&fault));
    }
    let costs = chosen.as_ref().map_or_else(|| Costs::of(Family::Xeon), MachineChoice::costs);
    let of = &wanted.replay;
    let title = file.file_name().map_or_else(String::new, |end| end.to_string_lossy().into_owned());
    let options = sched_recording::Wanted {
        name: if of.anonymize { "recording".into() } else { title },
        costs: fidelity::taken_off(&costs),
        without_recorder: of.without_recorder,
        anonymous: of.anonymize,
        without_picture: of.no_picture,
        capacities: chosen.as_ref().map_or_else(Vec::new, |own| own.build().capacities),
    };
    let taken = sched_recording::replay(&recording, &options).map_err(|refused| said(&refused))?;
    let tape = &taken.file.tape;
    let bytes = taken.file.encode();
    let loaded = Arc::new(Loaded::read(&bytes).map_err(|fault| said(&fault))?);
    let (mut scenario, remarks) = fidelity::scenario_of(tape, &loaded.hash, chosen, of.open);
    if let MachineChoice::Own(own) = &mut scenario.machine {
        own.hz = own.hz.or_else(|| recording.hz());
    }
    let faults = check(&scenario);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let remarks =
        || taken.remarks.iter().map(ToString::to_string).chain(remarks.iter().map(ToString::to_string));
    let write = |out: &Path, bytes: &[u8]| crate::trace::whole(out, |out| out.write_all(bytes).map(Ok));
    if let Some(out) = &of.replay {
        write(out, &bytes)?;
    }
    if let Some(out) = &of.scenario {
        let json = serde_json::to_string_pretty(&scenario).map_err(|error| said(&error))?;
        write(out, format!("{json}\n").as_bytes())?;
    }
    if !of.fidelity {
        let steps: usize = tape.tasks.iter().map(|task| task.steps.len()).sum();
        let mut text = format!(
            "{} tasks, {} steps, {} of {} CPU time; {} bytes, hash {}\n",
            count(tape.tasks.len() as u64),
            count(steps as u64),
            length(tape.length()),
            length(tape.run_ns()),
            count(bytes.len() as u64),
            loaded.hash
        );
        for remark in remarks() {
            let _ = writeln!(text, "{remark}");
        }
        return crate::print(&text);
    }
    if tape.from > recording.window().0 {
        recording = read_of((tape.from, wanted.window.1))?;
    }
    let compared = fidelity::fidelity(&recording, &taken, &loaded, &scenario, of.seeds)?;
    if wanted.json {
        let mut json = serde_json::to_value(&compared).map_err(|error| said(&error))?;
        json["notes"] = remarks().collect::<Vec<_>>().into();
        return crate::print(&format!("{json}\n"));
    }
    let mut text = fidelity_to_text(&compared);
    for remark in remarks() {
        let _ = writeln!(text, "{remark}");
    }
    crate::print(&text)
}

fn fidelity_to_text(compared: &Fidelity) -> String {
    let mut text = format!("{}\n\n", compared.sentence);
    let shown = |unit: &str, number: f64| match unit {
        "ns" => length(number.round().max(0.0) as u64),
        "%" => format!("{number:.1} %"),
        _ => count(number.round().max(0.0) as u64),
    };
    let _ = writeln!(text, "{:<30} {:>11} {:>11}  {:>6}  {:<9}", "", "recorded", "replayed", "ratio", "");
    for row in &compared.rows {
        let recorded = if row.unit == "%" { String::new() } else { shown(row.unit, row.recorded) };
        let ratio = row.ratio.map_or(String::new(), |ratio| format!("{ratio:.2}"));
        let of = |pick: fn(f64, f64) -> f64| row.replayed.iter().copied().reduce(pick).unwrap_or(0.0);
        let (least, most) = (of(f64::min), of(f64::max));
        let _ = writeln!(
            text,
            "{:<30} {recorded:>11} {:>11}  {ratio:>6}  {:<9} {} to {}",
            row.label,
            shown(row.unit, row.mean()),
            row.near.words(),
            shown(row.unit, least),
            shown(row.unit, most)
        );
    }
    let moves = compared.moves.iter().map(|(class, (a, b))| format!("{class} {a} and {b:.0}"));
    let _ = writeln!(text, "moves by class: {}\n", moves.collect::<Vec<_>>().join(", "));
    text
}

/// The recording has CPUs that the machine lacks.
fn other_machine(recording: &Recording, machine: &Places) -> Option<Fault> {
    let cpus = &recording.counters.cpus;
    let lacks = cpus.iter().any(|cpu| machine.of(*cpu).is_none());
    let all = (0..machine.0.len()).filter_map(|cpu| u16::try_from(cpu).ok());
    let its = list(all.filter(|cpu| machine.of(*cpu).is_some()));
    lacks.then(|| Fault::OtherMachine { cpus: list(cpus.iter().copied()), machine: its })
}

fn of_window(recording: &Recording, (from, to): (u64, u64)) -> Option<Note> {
    let to = Some(to).filter(|to| *to < u64::MAX);
    match recording.counters.events {
        _ if from == 0 && to.is_none() => None,
        0 => Some(Note::NothingInWindow { from, to }),
        _ => Some(Note::Window { from, to }),
    }
}

/// The name of a file in the output: that of the path's end, unless two files share it.
fn key(file: &Path, all: &[PathBuf]) -> String {
    let end = |file: &Path| file.file_name().map(|end| end.to_string_lossy().into_owned());
    let same = all.iter().filter(|other| end(other) == end(file)).count();
    end(file).filter(|_| same == 1).unwrap_or_else(|| file.to_string_lossy().into_owned())
}

fn to_json(recording: &Recording) -> String {
    let counted = Counted {
        counters: &recording.counters,
        known: &recording.known,
        notes: recording.notes.iter().map(ToString::to_string).collect(),
        refused: recording.fault.as_ref().map(ToString::to_string),
    };
    serde_json::to_string(&counted).unwrap_or_default()
}

/// A row of the summary.
fn row(text: &mut String, label: &str, value: impl Display) {
    let _ = writeln!(text, "{label:<26} {value}");
}

fn to_text(recording: &Recording) -> String {
    let counters = &recording.counters;
    let mut text = String::new();
    let (first, last) = (counters.first.unwrap_or(0), counters.last.unwrap_or(0));
    row(
        &mut text,
        "recording",
        format!(
            "{} events in {}, from {} s to {} s",
            count(counters.events),
            length(last - first),
            seconds(first),
            seconds(last)
        ),
    );
    if let Some(release) = &recording.release {
        row(&mut text, "kernel", release);
    }
    let cpus = list(counters.cpus.iter().copied());
    row(&mut text, "CPUs", format!("{} of {} ({cpus})", counters.cpus.len(), recording.cpu_count()));
    row(&mut text, "tasks", count(counters.tasks));
    row(&mut text, "switches", count(counters.switches.values().sum()));
    let sum = |of: &BTreeMap<u16, u64>| of.values().fold(0u64, |all, one| all.saturating_add(*one));
    row(&mut text, "run", length(sum(&counters.run_ns)));
    row(&mut text, "idle", length(sum(&counters.idle_ns)));
    row(&mut text, "unknown", length(sum(&recording.known.unknown_ns)));
    let wakeups = counters.wakers.values().sum();
    let wakers: Vec<String> =
        counters.wakers.iter().map(|(waker, number)| format!("{waker} {}", count(*number))).collect();
    let mut said = format!("{} ({})", count(wakeups), wakers.join(", "));
    if recording.known.wakers_maybe > 0 {
        let _ = write!(said, "; {} of task may be an interrupt", count(recording.known.wakers_maybe));
    }
    row(&mut text, "wake-ups of sleepers", said);
    row(
        &mut text,
        "waits",
        format!(
            "{}, {} in all, {} the longest",
            count(counters.waits),
            length(counters.wait_ns),
            length(counters.longest_wait_ns)
        ),
    );
    row(
        &mut text,
        "waits after a wake-up",
        format!("{}, {} in all", count(counters.wakeup_latencies), length(counters.wakeup_latency_ns)),
    );
    row(
        &mut text,
        "gave up the CPU",
        format!(
            "{} preempted or yielded ({} surely preempted), {} slept",
            count(counters.preemptions),
            count(recording.known.preemptions_sure),
            count(counters.sleeps)
        ),
    );
    row(&mut text, "idle while tasks wait", format!("{}, at most", length(counters.wasted_ns)));
    row(&mut text, "on its way to an idle CPU", length(counters.coming_ns));
    let moves = recording.known.moves.iter().map(|(class, one)| {
        let sure = match one.sure {
            Sure::Sure => "",
            Sure::Likely => " (likely)",
            Sure::Maybe => " (maybe)",
        };
        format!("{} {}{sure}", class.key(), count(one.count))
    });
    let moves: Vec<String> = moves.collect();
    row(&mut text, "moves", if moves.is_empty() { "none".into() } else { moves.join(", ") });
    if !recording.known.crossings.is_empty() {
        let far = recording.known.crossings.iter().map(|(far, number)| format!("{far} {}", count(*number)));
        row(&mut text, "distances", far.collect::<Vec<_>>().join(", "));
    }
    busy(recording, &mut text);
    lists(recording, &mut text);
    for note in &recording.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// A line for each CPU.
fn busy(recording: &Recording, text: &mut String) {
    let counters = &recording.counters;
    let _ = writeln!(text, "\nCPU  switches         run        idle     unknown");
    for cpu in &counters.cpus {
        let of = |map: &BTreeMap<u16, u64>| length(map.get(cpu).copied().unwrap_or(0));
        let _ = writeln!(
            text,
            "{cpu:>3} {:>9} {:>11} {:>11} {:>11}",
            counters.switches.get(cpu).copied().unwrap_or(0),
            of(&counters.run_ns),
            of(&counters.idle_ns),
            of(&recording.known.unknown_ns)
        );
    }
    text.push('\n');
}

/// The lists that lead into the recording.
fn lists(recording: &Recording, text: &mut String) {
    let totals = recording.totals();
    let called = |pid: i32| {
        let comm = recording.task(pid).map(sched_recording::Task::comm).unwrap_or_default();
        if pid == 0 { "idle".to_string() } else { format!("{comm}-{pid}") }
    };
    let mut part = |title: &str, rows: Vec<String>| {
        if !rows.is_empty() {
            let _ = writeln!(text, "{title}");
            for row in rows {
                let _ = writeln!(text, "  {row}");
            }
            text.push('\n');
        }
    };
    let wait = |wait: &Wait| {
        let after = if wait.woken { "after a wake-up" } else { "after a preemption" };
        let (long, at) = (length(wait.to - wait.from), seconds(wait.from));
        format!("{long:>11}  {} on CPU {}, from {at} s, {after}", called(wait.pid), wait.cpu)
    };
    part("Longest waits", totals.longest_waits.iter().map(wait).collect());
    let far = totals.farthest_moves.iter().map(|(far, one)| {
        let at = seconds(one.at);
        format!(
            "{:>11}  {} from CPU {} to {} at {at} s ({})",
            far.key(),
            called(one.pid),
            one.from,
            one.to,
            one.class.key()
        )
    });
    part("Farthest moves", far.collect());
    let mut pairs: Vec<_> = totals.pairs.iter().collect();
    pairs.sort_by_key(|(pair, number)| (std::cmp::Reverse(**number), **pair));
    let pair = |((by, of), number): &(&(i32, i32), &u64)| {
        format!("{:>11}  {} wakes {}", count(**number), called(*by), called(*of))
    };
    part("Who wakes whom", pairs.iter().take(10).map(pair).collect());
    let mut tasks: Vec<_> = recording.tasks().iter().filter(|task| task.run > 0).collect();
    tasks.sort_by_key(|task| (std::cmp::Reverse(task.run), task.pid));
    let task = |task: &&sched_recording::Task| {
        let waited = length(task.waited);
        format!(
            "{:>11}  {}, waited {waited} in {} waits",
            length(task.run),
            called(task.pid),
            count(task.waits)
        )
    };
    part("Tasks that ran longest", tasks.iter().take(10).map(task).collect());
}

#[cfg(test)]
mod tests {
    use super::moment;

    #[test]
    fn a_moment_is_exact() {
        assert_eq!(moment("1623.245069"), Ok(1_623_245_069_000));
        assert_eq!(moment("1.000000001"), Ok(1_000_000_001));
        assert_eq!(moment("7"), Ok(7_000_000_000));
        for wrong in ["", ".5", "-1", "1.0000000001", "1e3", "99999999999999999999"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
