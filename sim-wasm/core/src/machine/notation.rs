//! Topologies as text: hwloc's synthetic notation for regular machines, else lists of CPUs.
//!
//! - `pack:2 numa:2 l3:1 l2:6 core:4 pu:1` ([`synthetic`]): from the outside in, how many of each there are in one of the level
//!   before. The last is `pu`. The last-level cache is the highest, from `l2` on, and `l2` below it the cluster; `die`, `group`
//!   and first-level caches only multiply. CPUs are numbered as they come, or by `pu:2(indexes=2*24:1*2)`: numbers go
//!   to every second CPU first, 24 times, then to those between, or by a list of all numbers; `numa:2(indexes=0,8)` numbers nodes.
//! - `pu=0-5 core=0,3/1,4/2,5 l2=0-1,3-4 l3=… numa=0@0-2/8@3-5/252@ pack=…`: the CPUs, then of each level its groups, with
//!   a node's number before `@`. Levels may be left out. By default each CPU is a core, there is no cluster, the CPUs of
//!   a socket in a node share a cache, and all CPUs are in node 0 and in one socket. A CPU that `core` does not name is a
//!   core by itself; a CPU that `l2` does not name is in no cluster.

use super::synthetic::{self, Kind, Level, SyntheticFault};
use super::topology::{MOST_CPUS, MOST_NODES, Topology, TopologyCpu, TopologyFault, evenly_far};
use crate::document::visible;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write};

/// Most characters of a topology's text.
pub const LONGEST_TEXT: usize = 16_384;

/// Why a text is not a valid topology.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationFault {
    /// The text has so many characters, which is too many.
    TooLong { characters: usize },
    /// The text cannot be parsed from this word on.
    Word { word: String },
    /// A level appears twice.
    Order { word: String },
    /// The text neither counts nor lists the CPUs.
    NoPu,
    /// The numbers are not unique, or not one for each object.
    Numbers { word: String },
    /// The levels multiply to so many CPUs, which is too many.
    TooMany { cpus: usize },
    /// This CPU is in several groups of a level, in none of one that holds all, or not among `pu`.
    Cpu { level: &'static str, cpu: u32 },
    /// The topology is impossible.
    Topology(TopologyFault),
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { characters } => {
                write!(f, "It has {characters} characters; at most {LONGEST_TEXT} are possible.")
            }
            Self::Word { word } => write!(f, "“{word}” is not understood."),
            Self::Order { word } => write!(f, "“{word}” is there twice."),
            Self::NoPu => write!(f, "It ends without “pu”, the CPUs."),
            Self::Numbers { word } => write!(f, "“{word}” does not give every one a number of its own."),
            Self::TooMany { cpus } => TopologyFault::TooManyCpus { cpus: *cpus }.fmt(f),
            Self::Cpu { level, cpu } => {
                write!(f, "CPU {cpu} is in several groups of “{level}”, in none, or not among “pu”.")
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

/// The levels of lists, from the outside in, by the names they are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Pack,
    Numa,
    L3,
    L2,
    Core,
    Pu,
}

impl Key {
    fn of(word: &str) -> Option<Self> {
        let name = word.to_ascii_lowercase();
        Some(match name.trim_end_matches("cache") {
            "pack" | "package" | "socket" => Self::Pack,
            "numa" | "numanode" | "node" => Self::Numa,
            "l3" | "l3u" => Self::L3,
            "l2" | "l2u" => Self::L2,
            "core" => Self::Core,
            "pu" => Self::Pu,
            _ => return None,
        })
    }
}

/// Reads either notation. The topology has no name, and its nodes are 20 apart.
///
/// # Errors
/// The first unknown word, or the reason why the topology is impossible.
pub fn read(text: &str) -> Result<Topology, NotationFault> {
    let characters = text.chars().count();
    if characters > LONGEST_TEXT {
        return Err(NotationFault::TooLong { characters });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    // A list starts with the name of a level, followed by `=`.
    let sign = |word: &&str| word.find(|c: char| !c.is_ascii_alphanumeric()).map(|at| word.as_bytes()[at]);
    if words.first().and_then(sign) == Some(b'=') { lists(&words) } else { synthetic(text) }
}

fn unknown(word: &str) -> NotationFault {
    NotationFault::Word { word: visible(word).chars().take(60).collect() }
}

fn number(text: &str) -> Option<usize> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

impl From<SyntheticFault<'_>> for NotationFault {
    fn from(fault: SyntheticFault) -> Self {
        match fault {
            SyntheticFault::Word(word)
            | SyntheticFault::Count { word, .. }
            | SyntheticFault::SomeNamed(word)
            | SyntheticFault::Cut(word)
            | SyntheticFault::Deep(word) => unknown(word),
            SyntheticFault::Empty | SyntheticFault::NoPus => Self::NoPu,
            SyntheticFault::Twice { word, .. } => Self::Order { word: word.into() },
            SyntheticFault::Numbers { indexes, .. } => {
                Self::Numbers { word: visible(indexes).chars().take(60).collect() }
            }
        }
    }
}

/// Attributes of levels and memories that the simulator ignores.
const PASSED_OVER: [&str; 3] = ["memory=", "size=", "memorysidecachesize="];

/// Where nothing reads a number, it was meant for something.
fn attributes_are_known(level: &Level) -> Result<(), NotationFault> {
    let has_numbers = matches!(level.kind, Kind::Pu | Kind::Node);
    let of = |text: &str, has_numbers: bool| {
        let known = |one: &str| {
            PASSED_OVER.iter().any(|name| one.starts_with(name)) || has_numbers && one.starts_with("indexes=")
        };
        text.split_whitespace().find(|one| !known(one)).map_or(Ok(()), |one| Err(unknown(one)))
    };
    of(level.attributes, has_numbers)?;
    level.memory.iter().try_for_each(|memory| of(memory, true))
}

fn synthetic(text: &str) -> Result<Topology, NotationFault> {
    let levels = synthetic::levels(text)?;
    for (i, level) in levels.iter().enumerate() {
        attributes_are_known(level)?;
        let is_cache = matches!(level.kind, Kind::Cache(2..));
        if is_cache && levels[..i].iter().any(|before| before.kind == level.kind) {
            return Err(NotationFault::Order { word: level.word.into() });
        }
    }
    let all = levels.last().map_or(0, |level| level.all);
    if all > MOST_CPUS {
        return Err(NotationFault::TooMany { cpus: all });
    }
    let numbers = synthetic::cpus(&levels)?;
    let memories = synthetic::memories(&levels)?;
    let nearest = synthetic::nearest(&memories);
    let mut nodes: Vec<u32> = memories.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    nodes.sort_unstable();
    if nodes.is_empty() {
        nodes.push(0);
    }
    let at = |kind| synthetic::place(&levels, kind);
    // First-level caches only multiply.
    let llc = synthetic::last_cache(&levels, 2);
    let cluster = at(Kind::Cluster).or(synthetic::shared_l2(&levels, llc));
    let object = |level: Option<usize>, i: usize| level.map(|level| synthetic::object(&levels, level, i));
    let mut cpus: Vec<TopologyCpu> = (0..all)
        .map(|i| {
            let socket = object(at(Kind::Package), i).unwrap_or(0);
            let memory = object(nearest.map(|&(level, _)| level), i).unwrap_or(0);
            let number = nearest.map_or(0, |(_, numbers)| numbers[memory]);
            TopologyCpu {
                number: numbers[i],
                core: object(at(Kind::Core), i).unwrap_or(i),
                cluster: object(cluster, i),
                llc: object(llc, i).unwrap_or(socket.max(memory)),
                node: nodes.iter().position(|&node| node == number).unwrap_or(0),
                socket,
                capacity: None,
            }
        })
        .collect();
    cpus.sort_by_key(|cpu| cpu.number);
    Ok(finished(cpus, nodes))
}

fn finished(cpus: Vec<TopologyCpu>, nodes: Vec<u32>) -> Topology {
    let distances = evenly_far(nodes.len(), 20);
    Topology { name: String::new(), cpus, nodes, distances }
}

/// The CPUs of a list such as `0-3,8`, below [`MOST_CPUS`], which is a word or a part of one.
fn cpu_list(text: &str, word: &str) -> Result<Vec<u32>, NotationFault> {
    let bad = || unknown(word);
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first).ok_or_else(bad)?, number(last).ok_or_else(bad)?);
        if last >= MOST_CPUS {
            return Err(TopologyFault::CpuNumber { number: last as u32 }.into());
        }
        if first > last || cpus.len() > MOST_CPUS {
            return Err(bad());
        }
        cpus.extend(first as u32..=last as u32);
    }
    Ok(cpus)
}

/// Per level: the group of each CPU, by its number.
type Groups = BTreeMap<u32, usize>;

fn lists(words: &[&str]) -> Result<Topology, NotationFault> {
    let mut pu: Option<Vec<u32>> = None;
    let mut of: BTreeMap<Key, Groups> = BTreeMap::new();
    let mut nodes: Vec<u32> = vec![0];
    for word in words {
        let bad = || unknown(word);
        let (name, text) = word.split_once('=').ok_or_else(bad)?;
        let key = Key::of(name).ok_or_else(bad)?;
        if key == Key::Pu {
            let mut cpus = cpu_list(text, word)?;
            cpus.sort_unstable();
            cpus.dedup();
            if pu.replace(cpus).is_some() {
                return Err(NotationFault::Order { word: (*word).into() });
            }
            continue;
        }
        let mut groups = Groups::new();
        let mut numbers = Vec::new();
        for (i, part) in text.split('/').enumerate() {
            let (node, list) = part.split_once('@').map_or((None, part), |(node, list)| (Some(node), list));
            let node = node.map(|node| number(node).ok_or_else(bad)).transpose()?;
            if node.is_some() && key != Key::Numa || i >= MOST_CPUS {
                return Err(bad());
            }
            numbers.push(node.unwrap_or(i) as u32);
            // A node may be without a CPU.
            if list.is_empty() && node.is_some() {
                continue;
            }
            for cpu in cpu_list(list, word)? {
                if groups.insert(cpu, i).is_some() {
                    return Err(NotationFault::Cpu { level: key.name(), cpu });
                }
            }
        }
        if key == Key::Numa {
            nodes = numbers;
        }
        if of.insert(key, groups).is_some() {
            return Err(NotationFault::Order { word: (*word).into() });
        }
    }
    let pu = pu.ok_or(NotationFault::NoPu)?;
    for (key, groups) in &of {
        if let Some(&cpu) = groups.keys().find(|cpu| pu.binary_search(cpu).is_err()) {
            return Err(NotationFault::Cpu { level: key.name(), cpu });
        }
    }
    if nodes.len() > MOST_NODES {
        return Err(TopologyFault::TooManyNodes { nodes: nodes.len() }.into());
    }
    let mut by_number: Vec<usize> = (0..nodes.len()).collect();
    by_number.sort_by_key(|&node| nodes[node]);
    let whole = |key: Key, cpu: u32| match of.get(&key) {
        Some(groups) => {
            groups.get(&cpu).copied().ok_or(NotationFault::Cpu { level: key.name(), cpu }).map(Some)
        }
        None => Ok(None),
    };
    let mut cpus = Vec::new();
    for &cpu in &pu {
        let group = |key| of.get(&key).and_then(|groups| groups.get(&cpu)).copied();
        let socket = whole(Key::Pack, cpu)?.unwrap_or(0);
        let node = whole(Key::Numa, cpu)?.unwrap_or(0);
        // By default the CPUs of a socket in a node share a cache.
        let llc = whole(Key::L3, cpu)?.unwrap_or(socket * MOST_NODES + node);
        cpus.push(TopologyCpu {
            number: cpu,
            core: group(Key::Core).unwrap_or(MOST_CPUS + cpu as usize),
            cluster: group(Key::L2),
            llc,
            node: by_number.iter().position(|&one| one == node).unwrap_or(0),
            socket,
            capacity: None,
        });
    }
    let numbers = by_number.iter().map(|&node| nodes[node]).collect();
    Ok(finished(cpus, numbers))
}

impl Key {
    fn name(self) -> &'static str {
        match self {
            Self::Pack => "pack",
            Self::Numa => "numa",
            Self::L3 => "l3",
            Self::L2 => "l2",
            Self::Core => "core",
            Self::Pu => "pu",
        }
    }
}

/// A topology as text: the synthetic notation for a regular machine, else lists. Distances, capacities and the name are
/// not in it.
pub fn write(topology: &Topology) -> String {
    counts(topology).filter(|short| same(topology, short)).unwrap_or_else(|| long(topology))
}

/// Whether a text describes the same groups.
fn same(topology: &Topology, text: &str) -> bool {
    read(text).is_ok_and(|other| long(&other) == long(topology))
}

/// The synthetic notation, from the first object of each level. The caller checks that the others are equal.
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
    // This notation has no cluster of several caches and no node of several sockets.
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
pub fn read_distances(text: &str, nodes: usize) -> Result<Vec<Vec<u32>>, NotationFault> {
    let row = |word: &str| -> Result<Vec<u32>, NotationFault> {
        word.split(',').map(|one| number(one).map(|n| n as u32).ok_or_else(|| unknown(word))).collect()
    };
    let rows = text.split_whitespace().map(row).collect::<Result<Vec<_>, _>>()?;
    Ok(match rows.as_slice() {
        [one] if one.len() == 1 => evenly_far(nodes, one[0]),
        _ => rows,
    })
}

/// Writes distances as [`read_distances`] reads them; an empty text if all nodes are 20 apart.
pub fn write_distances(distances: &[Vec<u32>]) -> String {
    let nodes = distances.len();
    let other = distances.first().and_then(|row| row.get(1)).copied().unwrap_or(20);
    if distances == evenly_far(nodes, other) {
        return if other == 20 { String::new() } else { other.to_string() };
    }
    let row = |row: &Vec<u32>| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    distances.iter().map(row).collect::<Vec<_>>().join(" ")
}

/// Reads the capacities of CPUs: `0-3:1024 4-7:446`.
///
/// # Errors
/// An unknown word, or a CPU that does not exist or appears twice.
pub fn read_capacities(text: &str, cpus: &mut [TopologyCpu]) -> Result<(), NotationFault> {
    let mut said = BTreeSet::new();
    for word in text.split_whitespace() {
        let bad = || unknown(word);
        let (list, capacity) = word.split_once(':').ok_or_else(bad)?;
        let capacity = number(capacity).ok_or_else(bad)? as u32;
        for number in cpu_list(list, word)? {
            if !said.insert(number) {
                return Err(NotationFault::Cpu { level: "capacities", cpu: number });
            }
            let cpu = cpus.iter_mut().find(|cpu| cpu.number == number);
            cpu.ok_or(NotationFault::Cpu { level: "capacities", cpu: number })?.capacity = Some(capacity);
        }
    }
    Ok(())
}

/// Writes capacities as [`read_capacities`] reads them; an empty text if none is known.
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
    fn named_machines_have_the_synthetic_notation() {
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
    fn an_irregular_topology_is_written_as_lists_and_read_back() {
        let text = "pu=0-5,8 core=0,3/1,4/2,5 l2=0-1,3-4 l3=0-5/8 pack=0-5/8 numa=0@0-5/8@8/252@";
        let topology = read(text).expect("a topology");
        assert_eq!(topology.nodes, [0, 8, 252]);
        assert_eq!(topology.cpus.len(), 7);
        assert_eq!(write(&topology), text);
        assert_eq!(Topology { name: "own".into(), ..topology }.check(), Ok(()));
    }

    #[test]
    fn a_capacity_given_twice_is_refused() {
        let mut cpus = read("core:6 pu:1").expect("a topology").cpus;
        let twice = NotationFault::Cpu { level: "capacities", cpu: 0 };
        assert_eq!(read_capacities("0-1:1024 0:5", &mut cpus), Err(twice));
        assert_eq!(read_capacities("0-1:1024 2:5", &mut cpus), Ok(()));
    }

    #[test]
    fn cpus_and_nodes_are_numbered_as_in_hwloc() {
        let cores =
            |text| read(text).expect("a topology").cpus.iter().map(|cpu| cpu.core).collect::<Vec<_>>();
        assert_eq!(cores("core:2 pu:2"), [0, 0, 1, 1]);
        assert_eq!(cores("core:2 pu:2(indexes=2*2:1*2)"), [0, 1, 0, 1]);
        assert_eq!(cores("core:3 pu:2(indexes=2*3:1*2)"), [0, 1, 2, 0, 1, 2]);
        assert_eq!(cores("core:2 pu:2(indexes=0,3,1,2)"), [0, 1, 1, 0]);
        let nodes = read("numa:2(indexes=8,0) core:1 pu:1").expect("a topology");
        assert_eq!((nodes.nodes, nodes.cpus[0].node), (vec![0, 8], 1));
        let real = "Package:2(memory=1) [NUMANode(memory=100)] L3Cache:1(size=1) L2Cache:2(size=2) L1dCache:1 Core:1 PU:1";
        assert_eq!(read(real).map(|t| (t.cpus.len(), t.nodes.len(), t.cpus[3].cluster)), Ok((4, 2, None)));
        // As `lstopo` exports them, and as hwloc's documentation writes them.
        let exported = read(
            "(memory=9) Group0:2 NUMANode:1(memory=1024 indexes=8,0) [MemCache(size=1)] L2Cache:1(size=5) PU:1",
        );
        let exported = exported.expect("a topology");
        assert_eq!((exported.nodes, exported.cpus[0].node), (vec![0, 8], 1));
        let beside = read(
            "[NUMANode(memory=1)] Package:2 [NUMANode(memory=1 indexes=4,5)] Core:2 PU:2(indexes=core:pu)",
        );
        let beside = beside.expect("a topology");
        assert_eq!((beside.nodes.as_slice(), beside.nodes[beside.cpus[3].node]), (&[0, 4, 5][..], 5));
        assert_eq!(read("2 3 4 2").map(|t| (t.cpus.len(), t.nodes.len(), t.cpus[47].socket)), Ok((48, 6, 1)));
        let without_l3 = read("pack:1 l2:4 core:4 pu:1").expect("a topology");
        assert_eq!((without_l3.cpus[5].llc, without_l3.cpus[5].cluster), (1, None));
    }

    #[test]
    fn an_invalid_topology_is_refused_with_the_word_at_fault() {
        let fault = |text: &str| read(text).expect_err("a fault").to_string();
        assert_eq!(fault("pack:2 cpu:4"), "“cpu:4” is not understood.");
        assert_eq!(fault("pack:2 core:4"), "It ends without “pu”, the CPUs.");
        assert_eq!(fault("pu:2 core:4"), "It ends without “pu”, the CPUs.");
        assert_eq!(fault("pack:2 pack:2 pu:4"), "“pack:2” is there twice.");
        assert_eq!(fault("l2:2 l2:2 pu:4"), "“l2:2” is there twice.");
        assert_eq!(fault("core:2(indexes=1,0) pu:1"), "“indexes=1,0” is not understood.");
        assert_eq!(fault("pu:2(index=1,0)"), "“index=1,0” is not understood.");
        assert_eq!(fault("[core:2] pu:1"), "“core:2” is not understood.");
        assert_eq!(fault("pu:2(indexes=1,0"), "“indexes=1,0” is not understood.");
        assert_eq!(
            fault("pack:9999 core:9999 pu:9999"),
            "There are 999700029999 CPUs; at most 512 are possible."
        );
        assert_eq!(
            fault("core:2 pu:2(indexes=0,1,2)"),
            "“0,1,2” does not give every one a number of its own."
        );
        assert_eq!(
            fault("core:2 pu:2(indexes=1*2:1*2)"),
            "“1*2:1*2” does not give every one a number of its own."
        );
        assert_eq!(
            fault("pu=0-3 core=0-1/1-2"),
            "CPU 1 is in several groups of “core”, in none, or not among “pu”."
        );
        assert_eq!(fault("pu=0-3 l3=0-2"), "CPU 3 is in several groups of “l3”, in none, or not among “pu”.");
        assert_eq!(fault("pu=0-999"), "There is a CPU 999; numbers up to 511 are possible.");
        assert_eq!(fault("pu=3-0"), "“pu=3-0” is not understood.");
        assert_eq!(fault(""), "It ends without “pu”, the CPUs.");
        assert!(fault(&"x".repeat(20_000)).starts_with("It has 20000 characters"));
        assert_eq!(fault("pack:18446744073709551616 pu:1"), "“pack:18446744073709551616” is not understood.");
    }

    #[test]
    fn capacities_are_lists_of_cpus() {
        let mut cpus = read("core:4 pu:1").expect("a topology").cpus;
        assert_eq!(read_capacities("0-1:1024 2,3:446", &mut cpus), Ok(()));
        assert_eq!(cpus[3].capacity, Some(446));
        assert_eq!(write_capacities(&cpus), "0-1:1024 2-3:446");
        assert!(read_capacities("0-4:1", &mut cpus).is_err());
    }
}
