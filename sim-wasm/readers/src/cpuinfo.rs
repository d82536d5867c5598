//! Reads `/proc/cpuinfo`: a block of lines for each CPU.

use crate::facts::{CpuFacts, Facts, Numbering};
use crate::fault::{Fault, What, number, short};
use crate::lscpu;
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use std::collections::{BTreeMap, BTreeSet};

/// The name of the file.
pub const SOURCE: &str = "/proc/cpuinfo";

/// Whether a line begins the block of a CPU.
pub fn is_line(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, value)| {
        name.trim_end() == "processor" && value.trim().bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The line of a CPU, its number, and its fields with their lines.
type Block<'a> = (usize, u32, BTreeMap<&'a str, (usize, &'a str)>);

/// Reads the text.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let mut facts = Facts { source: SOURCE, ..Facts::default() };
    let mut blocks: Vec<Block> = Vec::new();
    let mut parts: BTreeSet<String> = BTreeSet::new();
    for (i, line) in text.lines().enumerate() {
        let Some((name, value)) = line.split_once(':') else { continue };
        let (name, value) = (name.trim(), value.trim());
        if is_line(line) {
            let cpu = cpu_number(value).map_err(|what| Fault::at_line(i + 1, what).of(name))?;
            blocks.push((i + 1, cpu, BTreeMap::new()));
        } else if let Some((_, _, fields)) = blocks.last_mut() {
            fields.entry(name).or_insert((i + 1, value));
            if name == "CPU part" {
                parts.insert(short(value));
            }
        }
    }
    let (mut cores, mut seen) = (Numbering::default(), CpuSet::default());
    let mut threads: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    for (line, cpu, fields) in &blocks {
        if seen.contains(*cpu) {
            return Err(Fault::at_line(*line, What::Twice { of: "CPU", number: *cpu }));
        }
        seen.insert(*cpu);
        let read = |name: &'static str| {
            let parse = |&(line, value): &(usize, &str)| {
                number(value, "field").map_err(|what| Fault::at_line(line, what).of(name))
            };
            fields.get(name).map(parse).transpose()
        };
        let socket = read("physical id")?;
        let core = read("core id")?;
        if let (Some(socket), Some(siblings)) = (socket, read("siblings")?) {
            threads.entry(socket).or_insert((siblings, 0)).1 += 1;
        }
        facts.name = facts.name.take().or(fields.get("model name").map(|(_, value)| value.to_string()));
        facts.cpus.push(CpuFacts {
            number: *cpu,
            core: core.map(|core| cores.of((socket, core))),
            socket: socket.map(|socket| socket as usize),
            ..CpuFacts::default()
        });
    }
    if let Some((socket, (siblings, count))) =
        threads.into_iter().find(|(_, (siblings, count))| siblings != count)
    {
        facts.not_said.push(NotSaid::Siblings { socket, siblings, count });
    }
    if parts.len() > 1 {
        facts.not_said.push(NotSaid::Capacities { kinds: parts.into_iter().take(8).collect() });
    }
    facts.asks = Some(lscpu::COMMAND);
    Ok(facts)
}
