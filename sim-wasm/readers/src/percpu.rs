//! Reads lines such as `cpu0 core=0 siblings=0-1 capacity=1024`, which scripts print for each CPU.

use crate::facts::{CpuFacts, Facts, Numbering};
use crate::fault::{Fault, What, number};
use crate::lscpu;
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use std::collections::{BTreeMap, BTreeSet};

/// What the lines are called.
pub const SOURCE: &str = "the lines for each CPU";

/// Whether a line is of this form.
pub fn is_line(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let first = words.next().and_then(|word| word.strip_prefix("cpu"));
    let is_cpu = first.is_some_and(|digits| {
        let digits = digits.trim_end_matches(':');
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_cpu && words.next().is_some_and(|word| word.contains('='))
}

/// Reads the lines.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let mut facts = Facts { source: SOURCE, ..Facts::default() };
    let mut cores: Numbering<CpuSet> = Numbering::default();
    let mut by_id: Numbering<(Option<u32>, u32)> = Numbering::default();
    let (mut seen, mut clocks, mut other) = (CpuSet::default(), BTreeSet::new(), 0);
    for (i, line) in text.lines().enumerate() {
        if !is_line(line) {
            other += usize::from(!line.trim().is_empty());
            continue;
        }
        let mut words = line.split_whitespace();
        let cpu = words.next().unwrap_or_default().trim_start_matches("cpu").trim_end_matches(':');
        let cpu = cpu_number(cpu).map_err(|what| Fault::at_line(i + 1, what))?;
        if seen.contains(cpu) {
            return Err(Fault::at_line(i + 1, What::Twice { of: "CPU", number: cpu }));
        }
        seen.insert(cpu);
        let fields: BTreeMap<&str, &str> = words.filter_map(|word| word.split_once('=')).collect();
        let read = |names: &[&str], of: &'static str| {
            let found = names.iter().find_map(|name| Some((*name, *fields.get(name)?)));
            let parse =
                |(name, value)| number(value, of).map_err(|what| Fault::at_line(i + 1, what).of(name));
            found.filter(|(_, value)| !matches!(*value, "NA" | "-" | "-1" | "")).map(parse).transpose()
        };
        let socket = read(&["socket", "package", "pkg"], "socket")?;
        let core_id = read(&["core", "core_id"], "core")?;
        let core = match fields.get("siblings") {
            Some(list) => {
                let cpus =
                    CpuSet::from_list(list).map_err(|what| Fault::at_line(i + 1, what).of("siblings"))?;
                Some(cores.of(cpus))
            }
            None => core_id.map(|id| by_id.of((socket, id))),
        };
        clocks.extend(fields.get("max").map(|clock| format!("{} kHz", crate::fault::short(clock))));
        facts.cpus.push(CpuFacts {
            number: cpu,
            core,
            node: read(&["node"], "node")?,
            socket: socket.map(|socket| socket as usize),
            capacity: read(&["capacity", "cpu_capacity"], "capacity")?,
            ..CpuFacts::default()
        });
    }
    if clocks.len() > 1 && facts.cpus.iter().all(|cpu| cpu.capacity.is_none()) {
        facts.not_said.push(NotSaid::Capacities { kinds: clocks.into_iter().take(4).collect() });
    }
    if other > 0 {
        facts.not_said.push(NotSaid::Lines { count: other });
    }
    facts.asks = Some(lscpu::COMMAND);
    Ok(facts)
}
