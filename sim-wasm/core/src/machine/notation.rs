//! Topologies as text: counts where every part is like every other, else lists of CPUs.
//!
//! - `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`: from the outside in, how many of each there are in one of the level before, as
//!   hwloc's synthetic notation says it. The last is `pu`. `l3` is the last-level cache, `l2` below it the cluster; levels
//!   may be left out. CPUs are numbered as they come, or with `pu:2(indexes=2*24:1*2)` those that are first in their cores
//!   before those that are second.
//! - `pu=0-5 core=0,3/1,4/2,5 l2=0-1,3-4 l3=… numa=0@0-2/8@3-5/252@ pack=…`: the CPUs, then of each level its groups, with
//!   a node's number before `@`. Levels may be left out: each CPU is a core, no cluster, the part of a socket in a
//!   node a cache, all CPUs node 0 and one socket. A CPU that `core` or `l2` does not name is one of its own, or in none.

use super::topology::{MOST_CPUS, MOST_NODES, Topology, TopologyCpu, TopologyFault, evenly_far};
use crate::engine::ids::{CpuId, Id};
use crate::engine::mask::{CpuMask, number};
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// Most characters of a topology's text.
pub const LONGEST_TEXT: usize = 16_384;

/// Why a text says no topology.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationFault {
    /// It has so many characters.
    TooLong { characters: usize },
    /// It is understood up to this word.
    Word { word: String },
    /// It does not say how many CPUs there are, or which.
    NoPu,
    /// A CPU is in several groups of a level, in none of one that holds all, or not among `pu`.
    Level { level: &'static str },
    /// What it says cannot be.
    Topology(TopologyFault),
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { characters } => {
                write!(f, "It has {characters} characters; at most {LONGEST_TEXT} are possible.")
            }
            Self::Word { word } => write!(f, "“{word}” is not understood here."),
            Self::NoPu => write!(f, "It ends without “pu”, the CPUs."),
            Self::Level { level } => {
                write!(f, "A CPU is in several groups of “{level}”, in none, or not among “pu”.")
            }
            Self::Topology(fault) => fault.fmt(f),
        }
    }
}

impl From<TopologyFault> for NotationFault {
    fn from(fault: TopologyFault) -> Self {
        Self::Topology(fault)
    }
}

/// The levels, from the outside in.
const LEVELS: [&str; 6] = ["pack", "numa", "l3", "l2", "core", "pu"];
const PACK: usize = 0;
const NUMA: usize = 1;
const L3: usize = 2;
const L2: usize = 3;
const CORE: usize = 4;
const PU: usize = 5;

/// Reads either notation. The topology has no name, and its nodes are 20 apart.
///
/// # Errors
/// The first word that is not understood, or what no machine can be.
#[cold]
#[inline(never)]
pub fn read(text: &str) -> Result<Topology, NotationFault> {
    let characters = text.len();
    if characters > LONGEST_TEXT {
        return Err(NotationFault::TooLong { characters });
    }
    let mut draft = Draft::default();
    let has_lists = !text.contains(':');
    for word in words(text) {
        let understood = if has_lists { draft.list(word) } else { draft.count(word) };
        understood.ok_or_else(|| unknown(word))?;
    }
    if !has_lists {
        draft.fill()?;
    }
    draft.topology()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').filter(|word| !word.is_empty())
}

#[cold]
fn unknown(word: &str) -> NotationFault {
    NotationFault::Word { word: word.chars().take(60).collect() }
}

/// What has been read.
#[derive(Default)]
struct Draft {
    /// Of each level its groups.
    groups: [Vec<CpuMask>; LEVELS.len()],
    /// The numbers of the nodes, where they are said.
    nodes: Vec<u32>,
    /// The counts: each level, and how many of it the machine has.
    counts: Vec<(usize, usize)>,
    /// CPUs that are first in their cores have the first numbers.
    threads_last: bool,
}

impl Draft {
    /// Takes a level of counts; none where it is no such thing.
    #[cold]
    #[inline(never)]
    fn count(&mut self, word: &str) -> Option<()> {
        let (name, count) = word.split_once(':')?;
        let level = LEVELS.iter().position(|level| *level == name)?;
        let (last, before) = self.counts.last().map_or((None, 1), |&(level, all)| (Some(level), all));
        let (count, indexes) = count.split_once('(').unwrap_or((count, ""));
        let count = number(count).filter(|&count| count > 0 && last < Some(level))?;
        let all = before.saturating_mul(count);
        self.threads_last = !indexes.is_empty();
        if self.threads_last && (level != PU || indexes != format!("indexes={count}*{before}:1*{count})")) {
            return None;
        }
        self.counts.push((level, all));
        Some(())
    }

    /// Makes groups of the counts.
    #[cold]
    #[inline(never)]
    fn fill(&mut self) -> Result<(), NotationFault> {
        let Some(&(PU, cpus)) = self.counts.last() else { return Err(NotationFault::NoPu) };
        if cpus > MOST_CPUS {
            return Err(TopologyFault::TooManyCpus { cpus }.into());
        }
        let cores = self.counts.iter().rev().nth(1).map_or(1, |&(_, all)| all);
        for &(level, all) in &self.counts {
            let groups = &mut self.groups[level];
            let parts = if level == PU { 1 } else { all };
            groups.resize(parts, CpuMask::EMPTY);
            for i in 0..cpus {
                let cpu = if self.threads_last { i * cores / cpus + i % (cpus / cores) * cores } else { i };
                groups[i * parts / cpus].set(CpuId::new(cpu));
            }
        }
        Ok(())
    }

    /// Takes a level of lists; none where it is no such thing.
    #[cold]
    #[inline(never)]
    fn list(&mut self, word: &str) -> Option<()> {
        let (name, lists) = word.split_once('=')?;
        let level = LEVELS.iter().position(|level| *level == name)?;
        if !self.groups[level].is_empty() {
            return None;
        }
        for list in lists.split('/') {
            let list = match list.split_once('@') {
                Some((node, list)) if level == NUMA => {
                    self.nodes.push(number(node)? as u32);
                    list
                }
                _ => list,
            };
            // A node may be without a CPU.
            let is_empty = list.is_empty() && level == NUMA;
            let cpus = if is_empty { CpuMask::EMPTY } else { CpuMask::from_list(list)? };
            self.groups[level].push(cpus);
        }
        Some(())
    }

    #[cold]
    #[inline(never)]
    fn topology(mut self) -> Result<Topology, NotationFault> {
        let &[all] = self.groups[PU].as_slice() else { return Err(NotationFault::NoPu) };
        for (level, groups) in self.groups.iter().enumerate() {
            let union = groups.iter().fold(CpuMask::EMPTY, |union, &group| union.or(group));
            let weight: u32 = groups.iter().map(CpuMask::weight).sum();
            let holds_all = union == all || groups.is_empty() || level == L2 || level == CORE;
            if !union.is_subset_of(all) || union.weight() != weight || !holds_all {
                return Err(NotationFault::Level { level: LEVELS[level] });
            }
        }
        let nodes = self.groups[NUMA].len().max(1);
        if self.nodes.is_empty() {
            self.nodes = (0..nodes as u32).collect();
        }
        if self.nodes.len() != nodes || nodes > MOST_NODES {
            return Err(TopologyFault::TooManyNodes { nodes }.into());
        }
        let cpu = |cpu: CpuId| {
            let group = |level: usize| self.groups[level].iter().position(|group| group.test(cpu));
            let socket = group(PACK).unwrap_or(0);
            let node = group(NUMA).unwrap_or(0);
            TopologyCpu {
                number: cpu.index() as u32,
                core: group(CORE).unwrap_or(MOST_CPUS + cpu.index()),
                cluster: group(L2),
                // Where nothing is said of caches, the part of a socket in a node is one.
                llc: group(L3).unwrap_or(socket * MOST_NODES + node),
                node,
                socket,
                capacity: None,
            }
        };
        let cpus = all.iter().map(cpu).collect();
        Ok(Topology { name: String::new(), cpus, distances: evenly_far(nodes, 20), nodes: self.nodes })
    }
}

/// A topology as text: short where every part is like every other, else lists. Distances, capacities and the name are
/// not in it.
pub fn write(topology: &Topology) -> String {
    counts(topology).filter(|short| same(topology, short)).unwrap_or_else(|| long(topology))
}

/// Whether a text says the same groups.
fn same(topology: &Topology, text: &str) -> bool {
    read(text).is_ok_and(|other| long(&other) == long(topology))
}

/// The synthetic notation of a machine that is as its first parts are; whether all are, its reader says.
fn counts(topology: &Topology) -> Option<String> {
    let cpus = &topology.cpus;
    let groups = |of: &dyn Fn(&TopologyCpu) -> usize| {
        let mut seen: Vec<usize> = cpus.iter().map(of).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len()
    };
    let sockets = groups(&|cpu| cpu.socket);
    let nodes = topology.nodes.len();
    let llcs = groups(&|cpu| cpu.llc);
    let cores = groups(&|cpu| cpu.core);
    let clusters = match cpus.iter().filter(|cpu| cpu.cluster.is_some()).count() {
        0 => None,
        some if some == cpus.len() => Some(groups(&|cpu| cpu.cluster.unwrap_or(0))),
        _ => return None,
    };
    let mut chain = vec![("pack", sockets), ("numa", nodes), ("l3", llcs)];
    // A cluster of several caches, or a node of several sockets, is not told this way.
    chain.extend(clusters.map(|clusters| ("l2", clusters)));
    chain.extend([("core", cores), ("pu", cpus.len())]);
    let mut text = String::new();
    let mut before = 1;
    for (name, of) in chain {
        if of % before != 0 {
            return None;
        }
        let _ = write!(text, "{}{name}:{}", if text.is_empty() { "" } else { " " }, of / before);
        before = of;
    }
    let threads = cpus.len() / cores;
    if threads > 1 && cpus.get(1).is_some_and(|second| second.core != cpus[0].core) {
        let _ = write!(text, "(indexes={threads}*{cores}:1*{threads})");
    }
    Some(text)
}

fn long(topology: &Topology) -> String {
    let cpus = &topology.cpus;
    let mut text = format!("pu={}", list(cpus.iter().map(|cpu| cpu.number)));
    let mut level = |name: &str, of: &dyn Fn(&TopologyCpu) -> Option<usize>| {
        let mut groups: Vec<(usize, Vec<u32>)> = Vec::new();
        for cpu in cpus {
            let Some(group) = of(cpu) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, members)) => members.push(cpu.number),
                None => groups.push((group, vec![cpu.number])),
            }
        }
        if name == "core" {
            groups.retain(|(_, members)| members.len() > 1);
        }
        if !groups.is_empty() {
            let lists: Vec<String> = groups.into_iter().map(|(_, members)| list(members)).collect();
            let _ = write!(text, " {name}={}", lists.join("/"));
        }
    };
    level("core", &|cpu| Some(cpu.core));
    level("l2", &|cpu| cpu.cluster);
    level("l3", &|cpu| Some(cpu.llc));
    let node = |(i, number): (usize, &u32)| {
        let members: Vec<u32> = cpus.iter().filter(|cpu| cpu.node == i).map(|cpu| cpu.number).collect();
        format!("{number}@{}", list(members))
    };
    let nodes: Vec<String> = topology.nodes.iter().enumerate().map(node).collect();
    let mut sockets: Vec<usize> = cpus.iter().map(|cpu| cpu.socket).collect();
    sockets.dedup();
    if sockets.len() > 1 {
        level("pack", &|cpu| Some(cpu.socket));
    }
    if topology.nodes != [0] {
        let _ = write!(text, " numa={}", nodes.join("/"));
    }
    text
}

/// Numbers in ascending order as a list of ranges.
fn list(numbers: impl IntoIterator<Item = u32>) -> String {
    let mut out = String::new();
    let mut numbers = numbers.into_iter().peekable();
    while let Some(first) = numbers.next() {
        let mut last = first;
        while numbers.next_if_eq(&(last + 1)).is_some() {
            last += 1;
        }
        let _ = write!(out, "{}{first}", if out.is_empty() { "" } else { "," });
        if last > first {
            let _ = write!(out, "-{last}");
        }
    }
    out
}

/// Reads distances: one number for all other nodes, or a row for each node, `10,20 20,10`.
#[cold]
#[inline(never)]
pub fn read_distances(text: &str, nodes: usize) -> Result<Vec<Vec<u32>>, NotationFault> {
    let row = |word: &str| -> Result<Vec<u32>, NotationFault> {
        let numbers: Option<Vec<u32>> = word.split(',').map(|one| number(one).map(|n| n as u32)).collect();
        numbers.ok_or_else(|| unknown(word))
    };
    let rows = words(text).map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(match rows.as_slice() {
        [one] if one.len() == 1 => evenly_far(nodes, one[0]),
        _ => rows,
    })
}

/// Writes distances as [`read_distances`] reads them; nothing where all nodes are 20 apart.
pub fn write_distances(distances: &[Vec<u32>]) -> String {
    let nodes = distances.len();
    let other = distances.first().and_then(|row| row.get(1)).copied().unwrap_or(20);
    if distances == evenly_far(nodes, other) {
        return if other == 20 { String::new() } else { other.to_string() };
    }
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    distances.iter().map(row).collect::<Vec<_>>().join(" ")
}

/// Reads capacities into the CPUs they are of: `0-3:1024 4-7:446`.
///
/// # Errors
/// A word that is not understood, or a CPU that is not there.
#[cold]
#[inline(never)]
pub fn read_capacities(text: &str, cpus: &mut [TopologyCpu]) -> Result<(), NotationFault> {
    for word in words(text) {
        let said =
            word.split_once(':').and_then(|(list, one)| Some((CpuMask::from_list(list)?, number(one)?)));
        let is_there = |cpu: CpuId| cpus.iter().any(|one| one.number as usize == cpu.index());
        let said = said.filter(|(list, _)| list.iter().all(is_there));
        let (list, capacity) = said.ok_or_else(|| unknown(word))?;
        for cpu in cpus.iter_mut().filter(|cpu| list.test(CpuId::new(cpu.number as usize))) {
            cpu.capacity = Some(capacity as u32);
        }
    }
    Ok(())
}

/// Writes capacities as [`read_capacities`] reads them; nothing where none is known.
pub fn write_capacities(cpus: &[TopologyCpu]) -> String {
    let mut by_capacity: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for cpu in cpus {
        if let Some(capacity) = cpu.capacity {
            by_capacity.entry(capacity).or_default().push(cpu.number);
        }
    }
    let word = |(capacity, cpus): (&u32, &Vec<u32>)| format!("{}:{capacity}", list(cpus.iter().copied()));
    by_capacity.iter().rev().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{MachineId, preset};

    #[test]
    fn named_machines_are_said_in_the_short_notation() {
        let text = |id| write(&preset(id).0);
        assert_eq!(text(MachineId::Kunpeng96), "pack:2 numa:2 l3:1 l2:6 core:4 pu:1");
        assert_eq!(text(MachineId::Xeon40), "pack:2 numa:1 l3:1 core:10 pu:2(indexes=2*20:1*2)");
        assert_eq!(text(MachineId::Azusa8), "pack:4 numa:1 l3:1 core:2 pu:1");
        for &id in MachineId::ALL {
            let topology = preset(id).0;
            let read = read(&write(&topology)).expect("a topology");
            assert_eq!(long(&read), long(&topology), "{}", id.key());
            let distances = write_distances(&topology.distances);
            let back = read_distances(&distances, topology.nodes.len());
            if !distances.is_empty() {
                assert_eq!(back.as_ref(), Ok(&topology.distances), "{}", id.key());
            }
        }
    }

    #[test]
    fn what_is_not_regular_is_said_in_lists_and_comes_back() {
        let text = "pu=0-5,8 core=0,3/1,4/2,5 l2=0-1,3-4 l3=0-5/8 pack=0-5/8 numa=0@0-5/8@8/252@";
        let topology = read(text).expect("a topology");
        assert_eq!(topology.nodes, [0, 8, 252]);
        assert_eq!(topology.cpus.len(), 7);
        assert_eq!(write(&topology), text);
        assert_eq!(Topology { name: "own".into(), ..topology }.check(), Ok(()));
    }

    #[test]
    fn threads_are_numbered_beside_each_other_or_after_all_first_ones() {
        let cores =
            |text| read(text).expect("a topology").cpus.iter().map(|cpu| cpu.core).collect::<Vec<_>>();
        assert_eq!(cores("core:2 pu:2"), [0, 0, 1, 1]);
        assert_eq!(cores("core:2 pu:2(indexes=2*2:1*2)"), [0, 1, 0, 1]);
        assert_eq!(cores("core:3 pu:2(indexes=2*3:1*2)"), [0, 1, 2, 0, 1, 2]);
    }

    #[test]
    fn the_rest_is_refused_by_its_word() {
        let fault = |text: &str| read(text).expect_err("a fault").to_string();
        assert_eq!(fault("pack:2 cpu:4"), "“cpu:4” is not understood here.");
        assert_eq!(fault("pack:2 core:4"), "It ends without “pu”, the CPUs.");
        assert_eq!(fault("pu:2 core:4"), "“core:4” is not understood here.");
        assert_eq!(
            fault("pack:9999 core:9999 pu:9999"),
            "There are 999700029999 CPUs; at most 512 are possible."
        );
        assert_eq!(fault("core:2 pu:2(indexes=1*2:1*2)"), "“pu:2(indexes=1*2:1*2)” is not understood here.");
        assert_eq!(
            fault("pu=0-3 core=0-1/1-2"),
            "A CPU is in several groups of “core”, in none, or not among “pu”."
        );
        assert_eq!(fault("pu=0-3 l3=0-2"), "A CPU is in several groups of “l3”, in none, or not among “pu”.");
        assert_eq!(
            fault("pu=0-3 core=3-4"),
            "A CPU is in several groups of “core”, in none, or not among “pu”."
        );
        assert_eq!(fault("pu=0-3 pu=0-3"), "“pu=0-3” is not understood here.");
        assert_eq!(fault("pu=0-999"), "“pu=0-999” is not understood here.");
        assert_eq!(fault(""), "It ends without “pu”, the CPUs.");
        assert!(fault(&"x".repeat(20_000)).starts_with("It has 20000 characters"));
        assert_eq!(
            fault("pack:18446744073709551616 pu:1"),
            "“pack:18446744073709551616” is not understood here."
        );
    }

    #[test]
    fn capacities_are_lists_of_cpus() {
        let mut cpus = read("core:4 pu:1").expect("a topology").cpus;
        assert_eq!(read_capacities("0-1:1024 2,3:446", &mut cpus), Ok(()));
        assert_eq!(cpus[3].capacity, Some(446));
        assert_eq!(write_capacities(&cpus), "0-1:1024 2-3:446");
        assert!(read_capacities("0-4:1", &mut cpus).is_err());
        assert!(read_capacities("0-4;1", &mut cpus).is_err());
    }
}
