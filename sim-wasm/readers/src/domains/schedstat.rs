//! `/proc/schedstat`: a line for each CPU, followed by one for each of its domains, bottom up.
//!
//! Up to version 16 `domain0 MASK COUNTERS…`, from 17 on `domain0 NAME MASK COUNTERS…`.

use super::{Seen, SeenDomain, level_number};
use crate::fault::{Fault, What, short};
use crate::set::{CpuSet, cpu_number};

const KNOWN: std::ops::RangeInclusive<u32> = 15..=17;

/// Whether a line begins the file.
pub fn is_line(line: &str) -> bool {
    line.strip_prefix("version ")
        .is_some_and(|version| !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_digit()))
}

pub fn read(text: &str) -> Result<Seen, Fault> {
    let mut seen = Seen::default();
    let mut cpu = None;
    let mut counters = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        if first == "version" {
            let said = words.next().unwrap_or_default();
            seen.version = said.parse().ok().filter(|version| KNOWN.contains(version));
            if seen.version.is_none() {
                return Err(fault(What::Version { said: short(said), known: "15 to 17" }));
            }
        } else if first == "timestamp" {
        } else if let Some(of) = first.strip_prefix("cpu") {
            let of = cpu_number(of).map_err(fault)?;
            if seen.cpus.insert(of, Vec::new()).is_some() {
                return Err(fault(What::Twice { of: "CPU", number: of }));
            }
            cpu = Some(of);
        } else if let Some(level) = first.strip_prefix("domain") {
            let domains = cpu.and_then(|cpu| seen.cpus.get_mut(&cpu));
            let domains = domains.ok_or_else(|| fault(What::Missing { name: "CPU of a domain" }))?;
            if level_number(level).map_err(fault)? as usize != domains.len() {
                return Err(fault(What::Missing { name: "domain below" }));
            }
            let mut word = words.next().ok_or_else(|| fault(What::Cut))?;
            let mut domain = SeenDomain::default();
            if seen.version == Some(17) {
                domain.name = Some(short(word));
                word = words.next().ok_or_else(|| fault(What::Cut))?;
            }
            domain.span = Some(CpuSet::from_mask(word).map_err(fault)?);
            domains.push(domain);
            // All lines have the same number of counters, unless the file was cut.
            let count = words.count();
            if *counters.get_or_insert(count) != count {
                return Err(fault(What::Cut));
            }
        } else {
            // Kernels of vendors add lines.
            seen.other_lines += 1;
        }
    }
    Ok(seen)
}
