//! Compares the domains of a real kernel with the simulated ones: a row for each level.

use super::{Seen, SeenDomain};
use crate::set::CpuSet;
use sched_core::engine::ids::{CpuId, Id};
use sched_core::machine::domains::{Domain, Domains};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A level: its name, and the comparison of the domains of its CPUs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The name in the kernel, or the simulated name if the file has none. Levels of the same name are
    /// numbered.
    pub name: String,
    /// The CPUs whose domains are the same.
    pub same: CpuSet,
    /// The differences, with the CPUs that have each.
    pub differs: Vec<(Difference, CpuSet)>,
    /// The domains of the real kernel, if the file shows their CPUs, and the simulated ones.
    pub seen: Vec<CpuSet>,
    pub built: Vec<CpuSet>,
}

/// A difference between two domains.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Difference {
    /// The kernel has this CPU, the simulated machine does not.
    NoCpu,
    /// The simulated machine has this CPU, the kernel's file does not.
    NotSeen,
    /// Only the kernel has the domain.
    OnlySeen {
        span: Option<CpuSet>,
    },
    /// Only the simulated machine has the domain.
    OnlyBuilt {
        span: CpuSet,
    },
    Name {
        seen: String,
        built: &'static str,
    },
    Span {
        seen: CpuSet,
        built: CpuSet,
    },
    /// Flags that only one of the two has.
    Flags {
        only_seen: Vec<String>,
        only_built: Vec<String>,
    },
    Number {
        of: &'static str,
        seen: u32,
        built: u32,
    },
}

impl Row {
    pub fn is_same(&self) -> bool {
        self.differs.is_empty()
    }
}

/// Compares level by level, bottom up.
pub fn check(seen: &Seen, built: &Domains) -> Vec<Row> {
    // The numbers of CPUs may have gaps.
    let ours: BTreeMap<u32, &[Domain]> =
        built.cpus.iter().map(|cpu| (cpu.index() as u32, built.of[cpu].as_slice())).collect();
    let mut rows: BTreeMap<(usize, usize, String), Row> = BTreeMap::new();
    let mut add = |key: (usize, usize, String), cpu: u32, differences: Vec<Difference>, pair: Pair| {
        let name = if key.1 > 0 { format!("{} {}", key.2, key.1 + 1) } else { key.2.clone() };
        let row = rows.entry(key).or_insert(Row { name, ..Row::default() });
        pair.note(row);
        if differences.is_empty() {
            row.same.insert(cpu);
        }
        for difference in differences {
            match row.differs.iter_mut().find(|(one, _)| *one == difference) {
                Some((_, cpus)) => cpus.insert(cpu),
                None => row.differs.push((difference, CpuSet::from_iter([cpu]))),
            }
        }
    };
    let is_excerpt = seen.is_excerpt();
    let all: BTreeSet<u32> = ours.keys().chain(seen.cpus.keys()).copied().collect();
    for cpu in all {
        let (Some(theirs), Some(mine)) = (seen.cpus.get(&cpu), ours.get(&cpu)) else {
            // debugfs has no files for a CPU without domains.
            if is_excerpt && ours.contains_key(&cpu) {
                continue;
            }
            if seen.version.is_none() && ours.get(&cpu).is_some_and(|mine| mine.is_empty()) {
                continue;
            }
            let difference = if ours.contains_key(&cpu) { Difference::NotSeen } else { Difference::NoCpu };
            add((0, 0, "CPUs".into()), cpu, vec![difference], Pair { seen: None, built: None });
            continue;
        };
        let mut times: BTreeMap<String, usize> = BTreeMap::new();
        for pair in pairs(theirs, mine) {
            let name = pair.name();
            let nth = times.entry(name.clone()).or_default();
            add((1 + rank(&name), *nth, name), cpu, pair.differences(), pair);
            *nth += 1;
        }
    }
    rows.into_values().collect()
}

/// The domains of one CPU at one level.
struct Pair<'a> {
    seen: Option<&'a SeenDomain>,
    built: Option<&'a Domain>,
}

/// The position of a level among the others, bottom up.
fn rank(name: &str) -> usize {
    match name {
        // The name up to 3.15.
        "SMT" | "SIBLING" => 0,
        "CL" | "CLS" => 1,
        // POWER uses this name.
        "MC" | "CACHE" => 2,
        "DIE" | "PKG" | "CPU" => 3,
        "NODE" => 4,
        "NUMA" => 5,
        _ => 6,
    }
}

/// Pairs levels by their names, or by their CPUs if the file has no names.
fn pairs<'a>(seen: &'a [SeenDomain], built: &'a [Domain]) -> Vec<Pair<'a>> {
    let mut pairs = Vec::new();
    let (mut seen, mut built) = (seen.iter().peekable(), built.iter().peekable());
    loop {
        let order = match (seen.peek(), built.peek()) {
            (None, None) => return pairs,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(theirs), Some(ours)) => {
                let by_name = theirs.name.as_ref().map(|name| rank(name).cmp(&rank(ours.name)));
                let by_span = theirs.span.map_or(Ordering::Equal, |span| span.len().cmp(&ours.weight));
                // Several levels can be called NUMA; every other name is one level.
                match by_name {
                    Some(Ordering::Equal) if ours.name != "NUMA" => Ordering::Equal,
                    Some(order) if order.is_ne() => order,
                    _ => by_span,
                }
            }
        };
        let takes_seen = order.is_le();
        let takes_built = order.is_ge();
        pairs.push(Pair { seen: seen.next_if(|_| takes_seen), built: built.next_if(|_| takes_built) });
    }
}

impl Pair<'_> {
    /// Records the CPUs of both domains.
    fn note(&self, row: &mut Row) {
        let keep = |all: &mut Vec<CpuSet>, one: Option<CpuSet>| {
            if let Some(one) = one.filter(|one| !all.contains(one)) {
                all.push(one);
            }
        };
        keep(&mut row.seen, self.seen.and_then(|seen| seen.span));
        keep(&mut row.built, self.built.map(span));
    }

    fn name(&self) -> String {
        let told = self.seen.and_then(|seen| seen.name.clone());
        told.or(self.built.map(|built| built.name.to_string())).unwrap_or_else(|| "no name".into())
    }

    fn differences(&self) -> Vec<Difference> {
        let (seen, built) = match (self.seen, self.built) {
            (Some(seen), Some(built)) => (seen, built),
            (Some(seen), None) => return vec![Difference::OnlySeen { span: seen.span }],
            (None, Some(built)) => return vec![Difference::OnlyBuilt { span: span(built) }],
            (None, None) => return Vec::new(),
        };
        let mut differences = Vec::new();
        if let Some(name) = seen.name.as_ref().filter(|name| one_level(name) != built.name) {
            differences.push(Difference::Name { seen: name.clone(), built: built.name });
        }
        let ours = span(built);
        if let Some(theirs) = seen.span.filter(|theirs| *theirs != ours) {
            differences.push(Difference::Span { seen: theirs, built: ours });
        }
        if let Some(theirs) = &seen.flags {
            let ours: BTreeSet<&str> = built.flag_names().into_iter().map(one_name).collect();
            let theirs: BTreeSet<&str> = theirs.iter().map(|name| one_name(name)).collect();
            let only =
                |a: &BTreeSet<&str>, b: &BTreeSet<&str>| a.difference(b).map(ToString::to_string).collect();
            let (only_seen, only_built): (Vec<String>, Vec<String>) =
                (only(&theirs, &ours), only(&ours, &theirs));
            if !only_seen.is_empty() || !only_built.is_empty() {
                differences.push(Difference::Flags { only_seen, only_built });
            }
        }
        for (of, ours) in [
            ("min_interval", built.min_interval_ms),
            ("max_interval", built.max_interval_ms),
            ("busy_factor", built.busy_factor),
            ("imbalance_pct", built.imbalance_pct),
            ("cache_nice_tries", built.cache_nice_tries),
        ] {
            if let Some(&theirs) = seen.numbers.get(of).filter(|theirs| **theirs != ours) {
                differences.push(Difference::Number { of, seen: theirs, built: ours });
            }
        }
        differences
    }
}

/// Maps the name of a level up to 3.15 to its later one.
fn one_level(name: &str) -> &str {
    if name == "SIBLING" { "SMT" } else { name }
}

/// Maps a renamed flag to its first name.
fn one_name(flag: &str) -> &str {
    if flag == "SHARE_LLC" { "SHARE_PKG_RESOURCES" } else { flag }
}

fn span(domain: &Domain) -> CpuSet {
    domain.span.iter().map(|cpu: CpuId| cpu.index() as u32).collect()
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCpu => write!(f, "the kernel has them, the machine has not"),
            Self::NotSeen => write!(f, "the machine has them, the kernel's file has not"),
            Self::OnlySeen { span: Some(span) } => write!(f, "the kernel built {span}, here there is none"),
            Self::OnlySeen { span: None } => write!(f, "the kernel built one, here there is none"),
            Self::OnlyBuilt { span } => write!(f, "built here {span}, the kernel has none"),
            Self::Name { seen, built } => write!(f, "the kernel calls it {seen}, here it is {built}"),
            Self::Span { seen, built } => write!(f, "the kernel built {seen}, here it is {built}"),
            Self::Flags { only_seen, only_built } => {
                let (theirs, ours) = (only_seen.join(" "), only_built.join(" "));
                match (only_seen.is_empty(), only_built.is_empty()) {
                    (false, false) => write!(f, "flags only of the kernel {theirs}, only here {ours}"),
                    (false, true) => write!(f, "flags only of the kernel {theirs}"),
                    _ => write!(f, "flags only here {ours}"),
                }
            }
            Self::Number { of, seen, built } => write!(f, "{of} is {seen}, here {built}"),
        }
    }
}

impl fmt::Display for Row {
    /// A difference as one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, cpus)) = self.differs.first() else {
            return write!(f, "green  {}: CPUs {}", self.name, self.same);
        };
        write!(f, "red    {}: CPUs {cpus}: {first}", self.name)?;
        for (difference, cpus) in self.differs.iter().skip(1).take(3) {
            write!(f, "; CPUs {cpus}: {difference}")?;
        }
        if self.differs.len() > 4 {
            write!(f, "; and {} more", self.differs.len() - 4)?;
        }
        if !self.same.is_empty() {
            write!(f, "; the same on CPUs {}", self.same)?;
        }
        Ok(())
    }
}
