//! `/sys/kernel/debug/sched/domains` as lines of `cpuN/domainM/FILE:value`. Up to 5.12 the files were in
//! `/proc/sys/kernel/sched_domain`.

use super::{Form, Seen, SeenDomain, level_number};
use crate::fault::{Fault, What, number, short};
use crate::set::cpu_number;
use std::collections::{BTreeMap, BTreeSet};

/// The files with numbers that are compared.
const NUMBERS: [&str; 5] =
    ["min_interval", "max_interval", "busy_factor", "imbalance_pct", "cache_nice_tries"];

/// The flags of kernels before 5.10, which print a number, by their bits. `SD_LOAD_BALANCE`, bit 0, says nothing.
const FLAGS: [(u64, &str); 13] = [
    (0x2, "BALANCE_NEWIDLE"),
    (0x4, "BALANCE_EXEC"),
    (0x8, "BALANCE_FORK"),
    (0x10, "BALANCE_WAKE"),
    (0x20, "WAKE_AFFINE"),
    (0x40, "ASYM_CPUCAPACITY"),
    (0x80, "SHARE_CPUCAPACITY"),
    (0x200, "SHARE_PKG_RESOURCES"),
    (0x400, "SERIALIZE"),
    (0x800, "ASYM_PACKING"),
    (0x1000, "PREFER_SIBLING"),
    (0x2000, "OVERLAP"),
    (0x4000, "NUMA"),
];

fn flags(bits: u64) -> BTreeSet<String> {
    FLAGS.iter().filter(|(bit, _)| bits & bit != 0).map(|(_, name)| (*name).to_string()).collect()
}

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
                domain.flags = Some(match value.parse::<u64>() {
                    Ok(bits) => flags(bits),
                    Err(_) => names.collect(),
                });
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

/// The form to which a line about a domain belongs.
pub fn form_of(line: &str) -> Option<Form> {
    if sysctl(line).is_some() { Some(Form::Sysctl) } else { path(line).map(|_| Form::Debugfs) }
}

/// CPU, domain, file and value of a line.
fn parts(line: &str) -> Option<(&str, &str, &str, &str)> {
    sysctl(line).or_else(|| path(line))
}

/// As `sysctl` prints it.
fn sysctl(line: &str) -> Option<(&str, &str, &str, &str)> {
    let (name, value) = line.trim().strip_prefix("kernel.sched_domain.cpu")?.split_once('=')?;
    let (cpu, rest) = name.trim().split_once(".domain")?;
    let (level, file) = rest.split_once('.')?;
    Some((cpu, level, file, value.trim()))
}

/// As a path with its content.
fn path(line: &str) -> Option<(&str, &str, &str, &str)> {
    let (path, value) = line.split_once(':')?;
    let mut parts = path.trim().rsplit('/');
    let file = parts.next()?;
    let level = parts.next()?.strip_prefix("domain")?;
    let cpu = parts.next()?.strip_prefix("cpu")?;
    Some((cpu, level, file, value.trim()))
}
