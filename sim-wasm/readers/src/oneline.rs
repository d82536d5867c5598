//! Reads machines in one line: `1n2l4c1t` (nodes, last-level caches in total, cores of a cache, threads of a core), and
//! QEMU's `-smp 16,sockets=2,cores=4,threads=2`, with the nodes and distances of `-numa`, and the same options of virtme-ng.

use crate::facts::{CpuFacts, Facts};
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use std::collections::{BTreeMap, BTreeSet};

/// What the two forms are called.
pub const SOURCE: &str = "the line";

/// The option of QEMU, and of tools that start it.
const OPTIONS: [&str; 4] = ["-smp", "--smp", "--cpu", "--cpus"];
/// The levels of `-smp`, outermost first.
const LEVELS: [&str; 8] = ["drawers", "books", "sockets", "dies", "clusters", "modules", "cores", "threads"];

/// A command line is not longer (bytes).
const LONGEST: usize = 10_000;

/// Whether a text is of one of the forms.
pub fn looks_like(text: &str) -> bool {
    text.len() <= LONGEST && (counts(text.trim()).is_some() || smp(text).is_some())
}

/// The four numbers of `1n2l4c1t`.
fn counts(text: &str) -> Option<[u32; 4]> {
    let mut rest = text;
    let mut counts = [0; 4];
    for (count, letter) in counts.iter_mut().zip(['n', 'l', 'c', 't']) {
        let (digits, after) = rest.split_once(letter)?;
        *count = number(digits, "count").ok().filter(|_| digits.len() < 6)?;
        rest = after;
    }
    rest.is_empty().then_some(counts)
}

/// The value of the option in a command line, or the line itself if it is one.
fn smp(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let has_level = |word: &str| {
        word.split(',').any(|part| part.split_once('=').is_some_and(|(name, _)| LEVELS.contains(&name)))
    };
    while let Some(word) = words.next() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        if OPTIONS.contains(&word) {
            return words.next().filter(|value| is_value(value));
        }
        if OPTIONS.contains(&name) && is_value(value) {
            return Some(value);
        }
        if has_level(word) && is_value(word) {
            return Some(word);
        }
    }
    None
}

/// Numbers, alone or with a name, between commas.
fn is_value(text: &str) -> bool {
    text.split(',').all(|part| {
        let (name, count) = part.split_once('=').unwrap_or(("cpus", part));
        name.bytes().all(|byte| byte.is_ascii_lowercase())
            && count.bytes().all(|byte| byte.is_ascii_digit())
            && !count.is_empty()
    })
}

/// Reads the line.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    match counts(text.trim()) {
        Some([nodes, llcs, cores, threads]) => by_counts(text.trim(), nodes, llcs, cores, threads),
        None => {
            let mut facts = by_smp(smp(text).ok_or(What::Unknown)?)?;
            numa(text, &mut facts)?;
            Ok(facts)
        }
    }
}

fn by_counts(text: &str, nodes: u32, llcs: u32, cores: u32, threads: u32) -> Result<Facts, Fault> {
    if nodes == 0 || llcs == 0 || cores == 0 || threads == 0 || !llcs.is_multiple_of(nodes) {
        return Err(What::Uneven { said: short(text) }.into());
    }
    let all = u64::from(llcs) * u64::from(cores) * u64::from(threads);
    let mut facts = facts(all)?;
    for number in 0..all as u32 {
        let core = number / threads;
        let llc = core / cores;
        facts.cpus.push(CpuFacts {
            number,
            core: Some(core as usize),
            llc: Some(llc as usize),
            node: Some(llc / (llcs / nodes)),
            ..CpuFacts::default()
        });
    }
    if threads > 1 {
        facts.not_said.push(NotSaid::ThreadNumbers { a: 0, b: 1 });
    }
    Ok(facts)
}

/// Whether a text is an amount of memory, with which virtme-ng begins a node.
fn is_size(text: &str) -> bool {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    !digits.is_empty() && text.len() - digits.len() < 4 && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Adds the nodes and distances of `-numa`.
fn numa(text: &str, facts: &mut Facts) -> Result<(), Fault> {
    let mut words = text.split_whitespace();
    let mut node_of = BTreeMap::new();
    let mut far = BTreeMap::new();
    let mut others = 0;
    while let Some(word) = words.next() {
        if word == "--numa-distance" {
            let Some(said) = words.next() else { break };
            let fault = |what| Fault::whole(what).of(said);
            let parts: Vec<&str> = said.split([',', '=']).collect();
            let [src, dst, val] = parts[..] else {
                return Err(fault(What::Form { belongs: "two nodes and their distance, such as 0,1=20" }));
            };
            let of = |text| number(text, "distance").map_err(fault);
            far.insert((of(src)?, of(dst)?), of(val)?);
            continue;
        }
        if word != "-numa" && word != "--numa" {
            continue;
        }
        let Some(option) = words.next() else { break };
        let fault = |what| Fault::whole(what).of(option);
        let mut parts = option.split(',');
        let kind = parts.next().unwrap_or_default();
        let fields: Vec<(&str, &str)> = parts.filter_map(|part| part.split_once('=')).collect();
        let value = |key: &str| fields.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        match kind {
            kind if kind == "node" || is_size(kind) => {
                let next = facts.nodes.last().map_or(0, |last| last + 1);
                let node = value("nodeid").map_or(Ok(next), |id| number(id, "node")).map_err(fault)?;
                if !facts.nodes.insert(node) {
                    return Err(fault(What::Twice { of: "Node", number: node }));
                }
                if facts.nodes.len() > crate::MOST_NODES {
                    return Err(fault(What::TooManyNodes));
                }
                for (_, list) in fields.iter().filter(|(name, _)| *name == "cpus") {
                    let (first, last) = list.split_once('-').unwrap_or((list, list));
                    let (first, last) = (cpu_number(first).map_err(fault)?, cpu_number(last).map_err(fault)?);
                    for cpu in first..=last {
                        if node_of.insert(cpu, node).is_some() {
                            return Err(fault(What::Twice { of: "CPU", number: cpu }));
                        }
                    }
                }
            }
            "dist" => {
                let of = |key| number(value(key).unwrap_or_default(), "distance").map_err(fault);
                let (src, dst, val) = (of("src")?, of("dst")?, of("val")?);
                far.insert((src, dst), val);
            }
            _ => others += 1,
        }
    }
    if others > 0 {
        facts.not_said.push(NotSaid::OtherText { count: others });
    }
    for cpu in &mut facts.cpus {
        cpu.node = node_of.get(&cpu.number).copied();
    }
    // Both ways are equally far unless both are said.
    let known: BTreeSet<u32> = far.keys().flat_map(|&(src, dst)| [src, dst]).collect();
    if !far.is_empty() && known.is_subset(&facts.nodes) {
        let nodes: Vec<u32> = facts.nodes.iter().copied().collect();
        let pairs = nodes.iter().flat_map(|&src| nodes.iter().map(move |&dst| (src, dst)));
        let distance = |(src, dst)| {
            let near = if src == dst { 10 } else { 20 };
            far.get(&(src, dst)).or(far.get(&(dst, src))).copied().unwrap_or(near)
        };
        facts.distances = Some((nodes.clone(), pairs.map(distance).collect()));
    }
    Ok(())
}

/// No facts about so many CPUs.
fn facts(cpus: u64) -> Result<Facts, Fault> {
    if cpus > crate::MOST_CPUS as u64 {
        return Err(What::TooManyCpus.into());
    }
    Ok(Facts { source: SOURCE, ..Facts::default() })
}

fn by_smp(text: &str) -> Result<Facts, Fault> {
    let mut of = [None; LEVELS.len()];
    let (mut cpus, mut most) = (None, None);
    for part in text.split(',') {
        let (name, value) = part.split_once('=').unwrap_or(("cpus", part));
        let fault = |what| Fault::whole(what).of(part);
        let value = u64::from(number(value, "count").map_err(fault)?);
        let field = match name {
            "cpus" => &mut cpus,
            "maxcpus" => &mut most,
            _ => match LEVELS.iter().position(|level| *level == name) {
                Some(level) => &mut of[level],
                None => return Err(fault(What::NoLevel { said: short(name) })),
            },
        };
        if field.replace(value).is_some() {
            return Err(fault(What::FieldTwice { name: short(name) }));
        }
        if value == 0 {
            return Err(fault(What::Uneven { said: short(text) }));
        }
    }
    // QEMU computes a missing level: cores first (from 6.2 on), then threads, else sockets.
    let product = |of: &[Option<u64>]| of.iter().flatten().try_fold(1u64, |all, &one| all.checked_mul(one));
    if let Some(all) = most.or(cpus) {
        let known = product(&of).filter(|&known| known > 0 && all.is_multiple_of(known));
        let missing = [6, 2, 7].into_iter().find(|&level| of[level].is_none());
        if let (Some(known), Some(missing)) = (known, missing) {
            of[missing] = Some(all / known);
        }
    }
    let all = product(&of).ok_or(What::TooManyCpus)?;
    if let Some(said) = most.or(cpus).filter(|&said| said != all) {
        return Err(What::Product { product: all, cpus: said }.into());
    }
    let mut facts = facts(all)?;
    facts.knows_clusters = true;
    let below = |level: usize| of[level + 1..].iter().flatten().product::<u64>().max(1) as u32;
    let cpus = cpus.unwrap_or(all).min(all) as u32;
    for number in 0..cpus {
        let at = |level: usize| (number / below(level)) as usize;
        facts.cpus.push(CpuFacts {
            number,
            core: Some(at(6)),
            cluster: of[4].or(of[5]).map(|_| at(5)).filter(|_| of[5].is_some()).or(of[4].map(|_| at(4))),
            socket: Some(at(2)),
            ..CpuFacts::default()
        });
    }
    for (level, said) in [
        (3, (|count| NotSaid::Dies { count }) as fn(usize) -> NotSaid),
        (1, |count| NotSaid::Books { count }),
    ] {
        if let Some(count) = of[level].filter(|&count| count > 1) {
            facts.not_said.push(said(count as usize));
        }
    }
    if u64::from(cpus) < all {
        let cpus: CpuSet = (cpus..all as u32).collect();
        facts.not_said.push(NotSaid::Offline { cpus });
    }
    Ok(facts)
}
