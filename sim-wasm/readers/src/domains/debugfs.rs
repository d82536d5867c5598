//! `/sys/kernel/debug/sched/domains` as lines of `cpuN/domainM/FILE:value`. Up to 5.12 the files were in
//! `/proc/sys/kernel/sched_domain`.

use super::{Seen, SeenDomain, level_number};
use crate::fault::{Fault, What, number, short};
use crate::set::cpu_number;
use std::collections::BTreeMap;

/// The files with numbers that are compared.
const NUMBERS: [&str; 5] =
    ["min_interval", "max_interval", "busy_factor", "imbalance_pct", "cache_nice_tries"];

pub fn read(text: &str) -> Result<Seen, Fault> {
    let mut found: BTreeMap<u32, BTreeMap<u32, SeenDomain>> = BTreeMap::new();
    let mut said = BTreeMap::new();
    for (i, line) in text.lines().enumerate() {
        let Some((cpu, level, file, value)) = parts(line) else { continue };
        let fault = |what| Fault::at_line(i + 1, what).of(file);
        let cpu = cpu_number(cpu).map_err(fault)?;
        let level = level_number(level).map_err(fault)?;
        if let Some(before) = said.insert((cpu, level, file), value).filter(|before| *before != value) {
            return Err(fault(What::AttributeTwice { said: short(before) }));
        }
        let domain = found.entry(cpu).or_default().entry(level).or_default();
        match file {
            "name" => domain.name = Some(short(value)),
            "flags" => {
                let names = value.split_whitespace().map(|name| name.trim_start_matches("SD_").to_string());
                // Kernels before 5.10 print a number.
                domain.flags = Some(names.collect()).filter(|_| value.parse::<u64>().is_err());
            }
            _ => {
                if let Some(name) = NUMBERS.into_iter().find(|name| *name == file) {
                    domain.numbers.insert(name, number(value, name).map_err(fault)?);
                }
            }
        }
    }
    if found.is_empty() {
        return Err(What::NoDomains.into());
    }
    let mut seen = Seen::default();
    for (cpu, levels) in found {
        if levels.keys().copied().ne(0..levels.len() as u32) {
            return Err(Fault::whole(What::Missing { name: "domain below" }).of(&format!("CPU {cpu}")));
        }
        seen.cpus.insert(cpu, levels.into_values().collect());
    }
    Ok(seen)
}

/// Whether a line describes a domain.
pub fn is_line(line: &str) -> bool {
    parts(line).is_some()
}

/// CPU, domain, file and value of a line.
fn parts(line: &str) -> Option<(&str, &str, &str, &str)> {
    let (path, value) = line.split_once(':')?;
    let mut parts = path.trim().rsplit('/');
    let file = parts.next()?;
    let level = parts.next()?.strip_prefix("domain")?;
    let cpu = parts.next()?.strip_prefix("cpu")?;
    Some((cpu, level, file, value.trim()))
}
