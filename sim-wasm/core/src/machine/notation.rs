//! Topologies as text: hwloc's synthetic notation where every part is like every other, else lists of CPUs.
//!
//! - `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`: from the outside in, how many of each there are in one of the level before.
//!   The last is `pu`. `l3` is the last-level cache (where there is none, `l2`), `l2` below it the cluster; `die`, `group`
//!   and first-level caches only multiply. CPUs are numbered as they come, or by `pu:2(indexes=2*24:1*2)`: numbers go
//!   to every second CPU first, 24 times, then to those between, or by a list of all numbers; `numa:2(indexes=0,8)` numbers nodes.
//! - `pu=0-5 core=0,3/1,4/2,5 l2=0-1,3-4 l3=… numa=0@0-2/8@3-5/252@ pack=…`: the CPUs, then of each level its groups, with
//!   a node's number before `@`. Levels may be left out: each CPU is a core, no cluster, the part of a socket in a
//!   node a cache, all CPUs node 0 and one socket. A CPU that `core` or `l2` does not name is one of its own, or in none.

use super::topology::{MOST_CPUS, MOST_NODES, Topology, TopologyCpu, TopologyFault, evenly_far};
use std::collections::{BTreeMap, BTreeSet};
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
    /// A level is there twice, or `pu` is not the last.
    Order { word: String },
    /// It does not say how many CPUs there are, or which.
    NoPu,
    /// CPUs are numbered otherwise than once each.
    Numbers { word: String },
    /// Its levels say that there are so many CPUs.
    TooMany { cpus: usize },
    /// This CPU is in several groups of a level, in none of one that holds all, or not among `pu`.
    Cpu { level: &'static str, cpu: u32 },
    /// What it says cannot be.
    Topology(TopologyFault),
}

impl fmt::Display for NotationFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { characters } => {
                write!(f, "It has {characters} characters; at most {LONGEST_TEXT} are possible.")
            }
            Self::Word { word } => write!(f, "“{word}” is not understood."),
            Self::Order { word } => write!(f, "“{word}” is there twice, or comes after the CPUs."),
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

/// The levels that both notations know, from the outside in, by the names they are written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Pack,
    Numa,
    L3,
    L2,
    /// Multiplies only.
    Other,
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
            "die" | "group" | "l1" | "l1d" | "l1i" | "l1u" | "l2i" | "l3i" | "l2d" => Self::Other,
            "core" => Self::Core,
            "pu" => Self::Pu,
            _ => return None,
        })
    }
}

/// Reads either notation. The topology has no name, and its nodes are 20 apart.
///
/// # Errors
/// The first word that is not understood, or what no machine can be.
pub fn read(text: &str) -> Result<Topology, NotationFault> {
    let characters = text.chars().count();
    if characters > LONGEST_TEXT {
        return Err(NotationFault::TooLong { characters });
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.first().is_some_and(|word| word.contains('=') && !word.contains(':')) {
        lists(&words)
    } else {
        synthetic(&words)
    }
}

/// A level of the synthetic notation.
struct Level {
    key: Key,
    count: usize,
    indexes: Option<String>,
}

fn unknown(word: &str) -> NotationFault {
    NotationFault::Word { word: word.chars().take(60).collect() }
}

fn level(word: &str) -> Result<Level, NotationFault> {
    let bad = || unknown(word);
    // A level in brackets is memory beside what holds it.
    let plain = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let (head, attributes) = match plain.unwrap_or(word).split_once('(') {
        Some((head, rest)) => (head, rest.strip_suffix(')').ok_or_else(bad)?),
        None => (plain.unwrap_or(word), ""),
    };
    let (name, count) = match head.split_once(':') {
        Some((name, count)) => (name, number(count).filter(|&count| count > 0).ok_or_else(bad)?),
        None if plain.is_some() => (head, 1),
        None => return Err(bad()),
    };
    let key = Key::of(name).ok_or_else(bad)?;
    if plain.is_some() && key != Key::Numa {
        return Err(bad());
    }
    let indexes = match attributes.split_once('=') {
        None if attributes.is_empty() => None,
        Some(("indexes", indexes)) if matches!(key, Key::Pu | Key::Numa) => Some(indexes.into()),
        Some(("memory" | "size", _)) => None,
        _ => return Err(bad()),
    };
    Ok(Level { key, count, indexes })
}

fn number(text: &str) -> Option<usize> {
    let digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn synthetic(words: &[&str]) -> Result<Topology, NotationFault> {
    let mut levels: Vec<Level> = Vec::new();
    for word in words {
        let next = level(word)?;
        let twice = next.key != Key::Other && levels.iter().any(|level| level.key == next.key);
        if twice || levels.last().is_some_and(|level| level.key == Key::Pu) {
            return Err(NotationFault::Order { word: (*word).into() });
        }
        levels.push(next);
    }
    if levels.last().is_none_or(|level| level.key != Key::Pu) {
        return Err(NotationFault::NoPu);
    }
    let all = levels.iter().fold(1, |all: usize, level| all.saturating_mul(level.count));
    if all > MOST_CPUS {
        return Err(NotationFault::TooMany { cpus: all });
    }
    // How many of a level there are, and which of them a CPU is in.
    let count = |key| {
        let at = levels.iter().position(|level| level.key == key)?;
        Some(levels[..=at].iter().map(|level| level.count).product::<usize>())
    };
    let group = |key, i: usize| count(key).map(|of| i / (all / of));
    let numbers = match &levels[levels.len() - 1].indexes {
        Some(indexes) => permutation(indexes, all)?,
        None => (0..all).collect(),
    };
    let nodes = count(Key::Numa).unwrap_or(1);
    let node_numbers = match levels.iter().find(|level| level.key == Key::Numa).map(|level| &level.indexes) {
        Some(Some(indexes)) => listed(indexes, nodes)?,
        _ => (0..nodes).collect(),
    };
    let mut by_number: Vec<usize> = (0..nodes).collect();
    by_number.sort_by_key(|&node| node_numbers[node]);
    let place_of = |node: usize| by_number.iter().position(|&one| one == node).unwrap_or(0);
    let has_l3 = count(Key::L3).is_some();
    let mut cpus: Vec<TopologyCpu> = (0..all)
        .map(|i| {
            let socket = group(Key::Pack, i).unwrap_or(0);
            let node = group(Key::Numa, i).unwrap_or(0);
            let core = group(Key::Core, i).unwrap_or(i);
            let l2 = group(Key::L2, i).filter(|_| count(Key::L2) < count(Key::Core).or(Some(all)));
            let beside = socket.max(node);
            let llc = group(if has_l3 { Key::L3 } else { Key::L2 }, i).unwrap_or(beside);
            TopologyCpu {
                number: numbers[i] as u32,
                core,
                cluster: l2.filter(|_| has_l3),
                llc,
                node: place_of(node),
                socket,
                capacity: None,
            }
        })
        .collect();
    cpus.sort_by_key(|cpu| cpu.number);
    let nodes = by_number.iter().map(|&node| node_numbers[node] as u32).collect();
    Ok(finished(cpus, nodes))
}

fn finished(cpus: Vec<TopologyCpu>, nodes: Vec<u32>) -> Topology {
    let distances = evenly_far(nodes.len(), 20);
    Topology { name: String::new(), cpus, nodes, distances }
}

/// Numbers as hwloc's `indexes` gives them: a list, or loops. The numbers count through the first loop, `step*times`: every
/// so many CPUs, so often; then through the next.
fn permutation(indexes: &str, all: usize) -> Result<Vec<usize>, NotationFault> {
    if !indexes.contains('*') {
        return listed(indexes, all);
    }
    let bad = || NotationFault::Numbers { word: indexes.chars().take(60).collect() };
    let mut loops = Vec::new();
    for part in indexes.split(':') {
        let (step, times) = part.split_once('*').ok_or_else(bad)?;
        let (step, times) = (number(step).ok_or_else(bad)?, number(times).ok_or_else(bad)?);
        loops.push((step.max(1), times.clamp(1, all.max(1))));
    }
    let index = |i: usize| {
        let turn = |(weight, sum): (usize, usize), &(step, times): &(usize, usize)| {
            (weight.saturating_mul(times), weight.saturating_mul(i / step % times).saturating_add(sum))
        };
        loops.iter().fold((1, 0), turn).1
    };
    each_once((0..all).map(index).collect(), all).ok_or_else(bad)
}

fn listed(indexes: &str, all: usize) -> Result<Vec<usize>, NotationFault> {
    let bad = || NotationFault::Numbers { word: indexes.chars().take(60).collect() };
    let numbers: Option<Vec<usize>> = indexes.split(',').map(number).collect();
    numbers.and_then(|numbers| each_once(numbers, all)).ok_or_else(bad)
}

fn each_once(numbers: Vec<usize>, all: usize) -> Option<Vec<usize>> {
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    sorted.dedup();
    (sorted.len() == all && numbers.len() == all).then_some(numbers)
}

/// The CPUs of a list such as `0-3,8`, below [`MOST_CPUS`].
fn cpu_list(text: &str) -> Option<Vec<u32>> {
    let mut cpus = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (number(first)?, number(last)?);
        if first > last || last >= MOST_CPUS || cpus.len() > MOST_CPUS {
            return None;
        }
        cpus.extend(first as u32..=last as u32);
    }
    Some(cpus)
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
        let key = Key::of(name).filter(|&key| key != Key::Other).ok_or_else(bad)?;
        if key == Key::Pu {
            let mut cpus = cpu_list(text).ok_or_else(bad)?;
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
            for cpu in cpu_list(list).ok_or_else(bad)? {
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
        // Where nothing is said of caches, the part of a socket in a node is one.
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
            Self::Core | Self::Other => "core",
            Self::Pu => "pu",
        }
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
/// A word that is not understood, or a CPU that is not there, or there twice.
pub fn read_capacities(text: &str, cpus: &mut [TopologyCpu]) -> Result<(), NotationFault> {
    let mut said = BTreeSet::new();
    for word in text.split_whitespace() {
        let bad = || unknown(word);
        let (list, capacity) = word.split_once(':').ok_or_else(bad)?;
        let capacity = number(capacity).ok_or_else(bad)? as u32;
        for number in cpu_list(list).ok_or_else(bad)? {
            if !said.insert(number) {
                return Err(NotationFault::Cpu { level: "capacities", cpu: number });
            }
            let cpu = cpus.iter_mut().find(|cpu| cpu.number == number);
            cpu.ok_or(NotationFault::Cpu { level: "capacities", cpu: number })?.capacity = Some(capacity);
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
    fn a_capacity_is_said_once() {
        let mut cpus = read("core:6 pu:1").expect("a topology").cpus;
        let twice = NotationFault::Cpu { level: "capacities", cpu: 0 };
        assert_eq!(read_capacities("0-1:1024 0:5", &mut cpus), Err(twice));
        assert_eq!(read_capacities("0-1:1024 2:5", &mut cpus), Ok(()));
    }

    #[test]
    fn hwloc_numbers_its_own_way() {
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
        let without_l3 = read("pack:1 l2:4 core:4 pu:1").expect("a topology");
        assert_eq!((without_l3.cpus[5].llc, without_l3.cpus[5].cluster), (1, None));
    }

    #[test]
    fn the_rest_is_refused_by_its_word() {
        let fault = |text: &str| read(text).expect_err("a fault").to_string();
        assert_eq!(fault("pack:2 cpu:4"), "“cpu:4” is not understood.");
        assert_eq!(fault("pack:2 core:4"), "It ends without “pu”, the CPUs.");
        assert_eq!(fault("pu:2 core:4"), "“core:4” is there twice, or comes after the CPUs.");
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
        assert_eq!(fault("pu=0-999"), "“pu=0-999” is not understood.");
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
