//! Reads measured costs of a machine: the output of [`measure-costs.c`](../../../docs/model/measure-costs.c),
//! the matrix of core-to-core-latency (`--csv`), and the output of `perf bench sched pipe`.

use crate::facts::Reading;
use crate::fault::{Fault, What, short};
use crate::matrix::{self, Doubt, Matrix};
use crate::set::CpuSet;
use sched_core::engine::ids::CpuId;
use sched_core::machine::{Costs, Family, Machine, Platform, Topology, cost, line_cost, notation};
use sched_core::observe::vocab::Distance;
use sched_core::scenario::{MachineChoice, OwnMachine};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Both processes must run on one CPU: then a message costs a wake-up and a context switch, and no interrupt.
pub const COMMAND: &str = "taskset -c 0 perf bench sched pipe";

/// The costs in a text, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Measured {
    pub costs: BTreeMap<&'static str, u32>,
    pub not_taken: Vec<NotTaken>,
}

/// A note on a measured value: why it was not used, or what was assumed about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum NotTaken {
    /// The benchmark used pipes; the model has socket pairs.
    Pipes,
    /// The value is an upper bound, not a cost.
    Spinlock,
    /// The measured difference is negative.
    Less { cost: &'static str },
    /// The machine has no CPU 1.
    NoSecondCpu,
    /// Both processes are assumed to have run on one CPU.
    OneCpu,
    /// No two CPUs of the matrix have the distance of these costs.
    NoPair { costs: Vec<&'static str> },
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pipes => {
                write!(f, "What goes through pipes is not taken: messages here go through sockets.")
            }
            Self::Spinlock => write!(f, "What a spinlock takes at most is not taken: it is a bound."),
            Self::Less { cost } => write!(f, "{cost} came out as less than nothing: not taken."),
            Self::NoSecondCpu => {
                write!(f, "The machine has no CPU 1: what moves between 0 and 1 is not taken.")
            }
            Self::OneCpu => write!(f, "Taken as if both tasks were on one CPU, as with {COMMAND}."),
            Self::NoPair { costs } => {
                write!(f, "No two CPUs of this machine stand as these costs are for: {}.", costs.join(", "))
            }
        }
    }
}

/// The cost of fetching a line from one CPU to another.
fn line_between(machine: &Machine, a: u32, b: u32) -> Option<&'static str> {
    line_cost(machine.distance(CpuId(a as u16), CpuId(b as u16)))
}

/// Reads the output of one of the programs for a machine.
///
/// # Errors
/// The text has no costs.
pub fn read(bytes: &[u8], machine: &OwnMachine) -> Result<Measured, Fault> {
    let text = crate::text::of(bytes)?;
    let choice = MachineChoice::Own(Box::new(machine.clone()));
    let (built, now) = (choice.build(), choice.costs());
    let read = if matrix::looks_like(text) {
        matrix(text, machine, &built)
    } else if has(text, is_measured) {
        measured(text, &built)
    } else if has(text, is_pipe) {
        pipe(text, &now)
    } else if text.trim().is_empty() {
        Err(What::Empty.into())
    } else {
        Err(What::NoCosts.into())
    }?;
    in_range(&read)?;
    if read.costs.is_empty() { Err(What::NoCosts.into()) } else { Ok(read) }
}

fn in_range(read: &Measured) -> Result<(), Fault> {
    for (&key, &value) in &read.costs {
        let range = cost(key).map(|cost| cost.min..=cost.max);
        if let Some(range) = range.filter(|range| !range.contains(&value)) {
            let (min, max) = (i64::from(*range.start()), i64::from(*range.end()));
            let what = What::OutOfRange { value: value.into(), min, max };
            return Err(Fault::whole(what).of(key));
        }
    }
    Ok(())
}

/// Whether the text looks like the output of one of the programs.
pub fn looks_like(text: &str) -> bool {
    has(text, is_measured) || has(text, is_pipe) || matrix::looks_like(text)
}

/// Whether a line is of the output of one of the programs that print no matrix.
pub fn is_line(line: &str) -> bool {
    is_measured(line) || is_pipe(line)
}

/// The program that prints a text.
pub fn name(text: &str) -> &'static str {
    if matrix::looks_like(text) {
        matrix::SOURCE
    } else if has(text, is_measured) {
        "measure-costs"
    } else {
        "perf bench sched pipe"
    }
}

/// The number of lines that are searched for it.
const FIRST: usize = 50;

fn has(text: &str, is: fn(&str) -> bool) -> bool {
    first_lines(text).any(is)
}

fn first_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(FIRST)
}

fn is_measured(line: &str) -> bool {
    (line.starts_with("pipes ") || line.starts_with("sockets ")) && line.contains("wake-up")
}

fn is_pipe(line: &str) -> bool {
    line.ends_with("usecs/op") || line.contains("sched/pipe")
}

/// Reads a matrix (ns) with a row and a column for each CPU in ascending order, unless it has a heading; one half may be
/// empty. It must fit the machine: its classes of distance are ordered and narrow.
fn matrix(text: &str, own: &OwnMachine, machine: &Machine) -> Result<Measured, Fault> {
    let cpus: Vec<u32> = machine.cpus().iter().map(|cpu| u32::from(cpu.0)).collect();
    let matrix = Matrix::read(text, Some(cpus.len()))?;
    let numbers = match &matrix.numbers {
        Some(numbers) if *numbers != cpus && numbers.len() == cpus.len() => {
            let (a, b): (CpuSet, CpuSet) =
                (numbers.iter().copied().collect(), cpus.iter().copied().collect());
            return Err(What::MatrixCpus { matrix: a.to_string(), machine: b.to_string() }.into());
        }
        _ if matrix.size != cpus.len() => {
            return Err(What::Matrix { found: matrix.size, cpus: cpus.len() }.into());
        }
        _ => cpus,
    };
    let measured = medians(&matrix, &numbers, machine);
    in_range(&measured)?;
    if let Some(doubt) = doubt_of(&matrix, &numbers, machine) {
        let fits = |other: &Topology| {
            let built = Machine::from_topology(other, Platform::of(own.like));
            other.check().is_ok() && doubt_of(&matrix, &numbers, &built).is_none()
        };
        // The same machine with other numbers, else the one that the matrix suggests.
        let renumbered = own.topology().ok().map(|topology| matrix::renumbered(&matrix, &topology));
        let inferred = || {
            let named = Matrix { numbers: Some(numbers.clone()), ..matrix.clone() };
            matrix::facts(&named).settle().ok().map(|reading| reading.topology)
        };
        let suggests = renumbered.filter(&fits).or_else(|| inferred().filter(&fits));
        let suggests = suggests.map(|topology| notation::write(&topology).into());
        return Err(doubt.fault(suggests).into());
    }
    Ok(measured)
}

fn doubt_of(matrix: &Matrix, numbers: &[u32], machine: &Machine) -> Option<Doubt> {
    let class = |a: u32, b: u32| {
        let distance = machine.distance(CpuId(a as u16), CpuId(b as u16));
        let rank = Distance::ALL.iter().position(|one| *one == distance)?;
        line_cost(distance).map(|cost| (rank, cost))
    };
    matrix::doubt(matrix, numbers, &class)
}

/// The median of each class of distance.
fn medians(matrix: &Matrix, numbers: &[u32], machine: &Machine) -> Measured {
    let mut of: BTreeMap<&'static str, Vec<u64>> = BTreeMap::new();
    for &(row, column, value) in &matrix.cells {
        if let Some(cost) = line_between(machine, numbers[row], numbers[column]) {
            of.entry(cost).or_default().push(value);
        }
    }
    let costs: BTreeMap<_, _> = of
        .into_iter()
        .map(|(cost, mut values)| {
            values.sort_unstable();
            (cost, matrix::ns(matrix::median(&values)))
        })
        .collect();
    let lacks: Vec<_> = Distance::ALL
        .iter()
        .copied()
        .filter_map(line_cost)
        .filter(|cost| !costs.contains_key(cost))
        .collect();
    let not_taken = if lacks.is_empty() { Vec::new() } else { vec![NotTaken::NoPair { costs: lacks }] };
    Measured { costs, not_taken }
}

/// Reads the numbers of a line by the words before them; a word may contain a `-`.
fn values<'a>(line: &'a str, fault: &impl Fn(What) -> Fault) -> Result<BTreeMap<&'a str, i64>, Fault> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let mut values = BTreeMap::new();
    for pair in words.windows(2) {
        let number = pair[1].trim_end_matches(',');
        if pair[0].starts_with(|c: char| c.is_ascii_alphabetic())
            && number.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        {
            let said = || fault(What::NoTime { said: short(number) }).of(pair[0]);
            values.insert(pair[0], number.parse().map_err(|_| said())?);
        }
    }
    Ok(values)
}

/// Reads the output of `measure-costs`.
fn measured(text: &str, machine: &Machine) -> Result<Measured, Fault> {
    let mut of: BTreeMap<&'static str, i64> = BTreeMap::new();
    let (mut threads, mut processes) = (None, None);
    let mut read = Measured::default();
    let mut note = |note: NotTaken| {
        if !read.not_taken.contains(&note) {
            read.not_taken.push(note);
        }
    };
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        let line = line.trim();
        let mut words = line.split_whitespace();
        let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let said = values(line, &fault)?;
        let get = |name: &'static str| said.get(name).copied().ok_or_else(|| fault(What::Missing { name }));
        match (first, second) {
            ("pipes", _) => note(NotTaken::Pipes),
            ("sockets", "processes") => {
                of.extend([("write", get("write")?), ("read", get("read")?), ("wakeup", get("wake-up")?)]);
                processes = Some(get("switch")?);
            }
            ("sockets", "threads") => threads = Some(get("switch")?),
            ("spinlock,", _) => note(NotTaken::Spinlock),
            ("line", _) => {
                let here = machine.cpus().test(CpuId(0)) && machine.cpus().test(CpuId(1));
                match Some(()).filter(|()| here).and_then(|()| line_between(machine, 0, 1)) {
                    Some(cost) => {
                        of.insert(cost, get("line")?);
                        of.insert("migrate_lines", get("or")?);
                    }
                    None => note(NotTaken::NoSecondCpu),
                }
            }
            _ => {}
        }
    }
    if let Some(threads) = threads {
        of.insert("switch", threads);
        of.extend(processes.map(|processes| ("mm_switch", processes - threads)));
    }
    for (cost, value) in of {
        match u32::try_from(value) {
            Ok(value) => drop(read.costs.insert(cost, value)),
            Err(_) => read.not_taken.push(NotTaken::Less { cost }),
        }
    }
    Ok(read)
}

/// The CPUs to which a command line in the text binds the benchmark, with its line.
fn bound_to(text: &str) -> Result<Option<(usize, CpuSet)>, Fault> {
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        let mut words = line.split_whitespace().skip_while(|word| !matches!(*word, "taskset" | "numactl"));
        let Some(program) = words.next() else { continue };
        let mut mask = None;
        while let Some(word) = words.next() {
            let (name, value) = match word.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (word, None),
            };
            match name {
                "-c" | "--cpu-list" if program == "taskset" => {
                    let list = value.or_else(|| words.next()).unwrap_or_default();
                    return CpuSet::from_list(list).map(|cpus| Some((i + 1, cpus))).map_err(fault);
                }
                "-C" | "--physcpubind" if program == "numactl" => {
                    let list = value.or_else(|| words.next()).unwrap_or_default();
                    return CpuSet::from_list(list).map(|cpus| Some((i + 1, cpus))).map_err(fault);
                }
                _ if name.starts_with('-') => {}
                _ => {
                    mask = (program == "taskset").then_some(word);
                    break;
                }
            }
        }
        if let Some(mask) = mask {
            return CpuSet::from_mask(mask).map(|cpus| Some((i + 1, cpus))).map_err(fault);
        }
    }
    Ok(None)
}

/// Reads the output of `perf bench sched pipe`: a round trip is two messages, each a write, a wake-up, a
/// context switch and a read. The costs of write and read are known; the rest is divided between the other
/// two in proportion to their present values.
fn pipe(text: &str, now: &Costs) -> Result<Measured, Fault> {
    let bound = bound_to(text)?;
    if let Some((line, cpus)) = bound.filter(|(_, cpus)| cpus.len() != 1) {
        return Err(Fault::at_line(line, What::SeveralCpus { cpus: cpus.to_string(), instead: COMMAND }));
    }
    let (i, line) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.trim_end().ends_with("usecs/op"))
        .ok_or(What::Missing { name: "line usecs/op" })?;
    let fault = |what| Fault::at_line(i + 1, what);
    let said = line.trim().trim_end_matches("usecs/op").trim();
    let round = matrix::thousandths(said).ok_or_else(|| fault(What::NoTime { said: short(said) }))?;
    let between_processes = !text.contains("two threads");
    let calls = u64::from(now.write) + u64::from(now.read);
    let rest = (round / 2).checked_sub(calls).filter(|rest| *rest > 0);
    let rest = rest.ok_or_else(|| fault(What::TooShort { ns: round, least: 2 * calls }))?;
    let mut parts = vec![("wakeup", now.wakeup), ("switch", now.switch)];
    if between_processes {
        parts.push(("mm_switch", now.mm_switch));
    }
    let all = parts.iter().map(|&(_, ns)| u64::from(ns)).sum::<u64>().max(1);
    let costs = parts
        .into_iter()
        .map(|(cost, ns)| (cost, u32::try_from(u64::from(ns) * rest / all).unwrap_or(u32::MAX)))
        .collect();
    // A command line in the text says it.
    Ok(Measured { costs, not_taken: if bound.is_some() { Vec::new() } else { vec![NotTaken::OneCpu] } })
}

/// The machine that a matrix suggests, with the costs that follow from it.
///
/// # Errors
/// The text is no matrix, or none of a possible machine.
pub fn machine_of(bytes: &[u8], like: Family) -> Result<(Reading, Measured), Fault> {
    let matrix = Matrix::read(crate::text::of(bytes)?, None)?;
    if matrix.cells.is_empty() {
        return Err(What::NoCosts.into());
    }
    let numbers = matrix.numbers.clone().unwrap_or_else(|| (0..matrix.size as u32).collect());
    let reading = matrix::facts(&matrix).settle()?;
    let built = Machine::from_topology(&reading.topology, Platform::of(like));
    let measured = medians(&matrix, &numbers, &built);
    in_range(&measured)?;
    Ok((reading, measured))
}
