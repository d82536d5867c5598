//! The kernel's messages about domains with `sched_verbose`: `CPU0 attaching sched-domain(s):`, then
//! `domain-0: span=0-1 level=SMT` for each domain, bottom up. Up to 4.12 `domain 0: span 0-1 level SMT`.

use super::{Seen, SeenDomain, level_number};
use crate::fault::{Fault, What, short};
use crate::set::{CpuSet, cpu_number};

/// Whether a line begins the domains of a CPU.
pub fn is_line(line: &str) -> bool {
    attached(line).is_some()
}

/// The number of the CPU whose domains follow, and whether it has any.
fn attached(line: &str) -> Option<(&str, bool)> {
    let (before, after) = line.split_once(" attaching ")?;
    let cpu = before.rsplit("CPU").next().filter(|cpu| cpu.len() < before.len())?;
    let is_number = !cpu.is_empty() && cpu.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && after.contains("sched-domain")).then_some((cpu, !after.contains("NULL")))
}

/// The domain of a line: its number, and what follows.
fn domain(line: &str) -> Option<(&str, &str)> {
    let at = line.find("domain-").map(|at| at + 7).or(line.find("domain ").map(|at| at + 7))?;
    let (number, rest) = line[at..].split_once(':')?;
    (rest.contains("span") && number.bytes().all(|byte| byte.is_ascii_digit())).then_some((number, rest))
}

/// The value after a word, with `=` or a space between.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(word)?;
    rest.trim_start_matches(['=', ' ']).split_whitespace().next()
}

pub fn read(text: &str) -> Result<Seen, Fault> {
    let mut seen = Seen::default();
    let mut cpu = None;
    for (i, line) in text.lines().enumerate() {
        let fault = |what| Fault::at_line(i + 1, what);
        if let Some((number, has_domains)) = attached(line) {
            let number = cpu_number(number).map_err(fault)?;
            // Domains are built again later: the last ones count.
            seen.cpus.insert(number, Vec::new());
            cpu = has_domains.then_some(number);
        } else if let Some((level, rest)) = domain(line) {
            let Some(domains) = cpu.and_then(|cpu| seen.cpus.get_mut(&cpu)) else {
                return Err(fault(What::Missing { name: "CPU of a domain" }));
            };
            if level_number(level).map_err(fault)? as usize != domains.len() {
                return Err(fault(What::Missing { name: "domain below" }));
            }
            let span = after(rest, "span").ok_or_else(|| fault(What::Cut))?;
            let name = after(rest, "level").ok_or_else(|| fault(What::Cut))?;
            domains.push(SeenDomain {
                name: Some(short(name)),
                span: Some(CpuSet::from_list(span).map_err(fault)?),
                ..SeenDomain::default()
            });
        } else if !line.contains("groups") && !line.trim().is_empty() {
            seen.other_lines += 1;
        }
    }
    Ok(seen)
}
