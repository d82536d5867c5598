//! Reads measured costs of a machine: the output of [`measure-costs.c`](../../../docs/model/measure-costs.c),
//! the matrix of core-to-core-latency (`--csv`), and the output of `perf bench sched pipe`.

use crate::fault::{Fault, What, short};
use sched_core::engine::ids::CpuId;
use sched_core::machine::{Costs, Machine, cost, line_cost};
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
    let read = if is_matrix(text) {
        matrix(text, &built)
    } else if has(text, is_measured) {
        measured(text, &built)
    } else if has(text, is_pipe) {
        pipe(text, &now)
    } else if text.trim().is_empty() {
        Err(What::Empty.into())
    } else {
        Err(What::NoCosts.into())
    }?;
    for (&key, &value) in &read.costs {
        let range = cost(key).map(|cost| cost.min..=cost.max);
        if let Some(range) = range.filter(|range| !range.contains(&value)) {
            let (min, max) = (i64::from(*range.start()), i64::from(*range.end()));
            let what = What::OutOfRange { value: value.into(), min, max };
            return Err(Fault::whole(what).of(key));
        }
    }
    if read.costs.is_empty() { Err(What::NoCosts.into()) } else { Ok(read) }
}

/// Whether the text looks like the output of one of the programs.
pub fn looks_like(text: &str) -> bool {
    has(text, is_measured) || has(text, is_pipe) || is_matrix(text)
}

/// The number of lines that are searched for it.
const FIRST: usize = 50;

fn has(text: &str, is: fn(&str) -> bool) -> bool {
    first_lines(text).any(is)
}

fn first_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).take(FIRST)
}

/// Whether the first row is that of a matrix.
fn is_matrix(text: &str) -> bool {
    first_lines(text).next().is_some_and(is_row)
}

fn is_measured(line: &str) -> bool {
    (line.starts_with("pipes ") || line.starts_with("sockets ")) && line.contains("wake-up")
}

fn is_pipe(line: &str) -> bool {
    line.ends_with("usecs/op") || line.contains("sched/pipe")
}

/// Accepts the characters of numbers only, so that an invalid number is reported with its place.
fn is_row(line: &str) -> bool {
    line.contains(',') && line.chars().all(|c| c.is_ascii_digit() || " \t,.+-eEnNaA".contains(c))
}

/// A decimal number in thousandths.
fn thousandths(text: &str) -> Option<u64> {
    let text = text.trim();
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |text: &str| !text.is_empty() && text.len() < 12 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let part: u64 = format!("{part:0<3}").get(..3)?.parse().ok()?;
    Some(whole.parse::<u64>().ok()? * 1000 + part)
}

/// The median of sorted times in thousandths, rounded. For an even count it is the mean of the two in the
/// middle.
fn median(sorted: &[u64]) -> u32 {
    let (a, b) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
    u32::try_from((a + b + 1000) / 2000).unwrap_or(u32::MAX)
}

/// Reads a matrix (ns) with a row and a column for each CPU in ascending order; one half may be empty.
fn matrix(text: &str, machine: &Machine) -> Result<Measured, Fault> {
    let cpus: Vec<u32> = machine.cpus().iter().map(|cpu| u32::from(cpu.0)).collect();
    let mut of: BTreeMap<&'static str, Vec<u64>> = BTreeMap::new();
    let mut row = 0;
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let cells = line.split(',').count();
        let fault = |what| Fault::at_line(i + 1, what);
        if row >= cpus.len() || cells > cpus.len() {
            return Err(fault(What::Matrix { found: cells.max(row + 1), cpus: cpus.len() }));
        }
        for (column, cell) in line.split(',').enumerate().filter(|(column, _)| *column != row) {
            let cell = cell.trim();
            if cell.is_empty() || cell.eq_ignore_ascii_case("nan") {
                continue;
            }
            let said = || fault(What::NoTime { said: short(cell) }).of(&format!("column {}", column + 1));
            let value = thousandths(cell).ok_or_else(said)?;
            if let Some(cost) = line_between(machine, cpus[row], cpus[column]) {
                of.entry(cost).or_default().push(value);
            }
        }
        row += 1;
    }
    if row != cpus.len() {
        return Err(What::Matrix { found: row, cpus: cpus.len() }.into());
    }
    let costs: BTreeMap<_, _> = of
        .into_iter()
        .map(|(cost, mut values)| {
            values.sort_unstable();
            (cost, median(&values))
        })
        .collect();
    let lacks: Vec<_> = Distance::ALL
        .iter()
        .copied()
        .filter_map(line_cost)
        .filter(|cost| !costs.contains_key(cost))
        .collect();
    let not_taken = if lacks.is_empty() { Vec::new() } else { vec![NotTaken::NoPair { costs: lacks }] };
    Ok(Measured { costs, not_taken })
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

/// Reads the output of `perf bench sched pipe`: a round trip is two messages, each a write, a wake-up, a
/// context switch and a read. The costs of write and read are known; the rest is divided between the other
/// two in proportion to their present values.
fn pipe(text: &str, now: &Costs) -> Result<Measured, Fault> {
    let (i, line) = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.trim_end().ends_with("usecs/op"))
        .ok_or(What::Missing { name: "line usecs/op" })?;
    let fault = |what| Fault::at_line(i + 1, what);
    let said = line.trim().trim_end_matches("usecs/op").trim();
    let round = thousandths(said).ok_or_else(|| fault(What::NoTime { said: short(said) }))?;
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
    Ok(Measured { costs, not_taken: vec![NotTaken::OneCpu] })
}
