//! Joins what several texts say of one machine. A fact of the first text counts unless its reader guessed it; a contradiction
//! is reported with both statements.

use crate::facts::{CpuFacts, Facts, Field};
use crate::said::NotSaid;
use crate::set::CpuSet;
use std::collections::BTreeMap;

type Get = fn(&CpuFacts) -> Option<usize>;
type Set = fn(&mut CpuFacts, Option<usize>);

/// The groups of a CPU: the field, its name in a sentence, and access to it.
const GROUPS: [(Field, &str, Get, Set); 4] = [
    (Field::Core, "core", |cpu| cpu.core, |cpu, core| cpu.core = core),
    (Field::Cluster, "cluster", |cpu| cpu.cluster, |cpu, cluster| cpu.cluster = cluster),
    (Field::Llc, "cache", |cpu| cpu.llc, |cpu, llc| cpu.llc = llc),
    (Field::Socket, "socket", |cpu| cpu.socket, |cpu, socket| cpu.socket = socket),
];

/// The name of a text that has the same source as the first one.
const ANOTHER: &str = "another text";

/// Joins the texts. `None` if there is none.
pub fn all(mut texts: Vec<Facts>) -> Option<Facts> {
    // The first text with cores describes the CPUs; others add to it.
    let says_cores = |facts: &Facts| {
        facts.cpus.iter().any(|cpu| cpu.core.is_some()) && !facts.guessed.contains(&Field::Core)
    };
    let base =
        texts.iter().position(says_cores).or_else(|| texts.iter().position(|facts| !facts.cpus.is_empty()));
    let base = base.unwrap_or(0);
    if texts.is_empty() {
        return None;
    }
    let mut first = texts.remove(base);
    texts.into_iter().for_each(|other| first.add(other));
    Some(first)
}

/// The CPUs of each group.
fn groups(cpus: &[CpuFacts], get: Get, common: &CpuSet) -> BTreeMap<u32, CpuSet> {
    let mut of: BTreeMap<usize, CpuSet> = BTreeMap::new();
    let known = || cpus.iter().filter(|cpu| common.contains(cpu.number));
    for (cpu, group) in known().filter_map(|cpu| Some((cpu, get(cpu)?))) {
        of.entry(group).or_default().insert(cpu.number);
    }
    known().filter_map(|cpu| Some((cpu.number, of[&get(cpu)?]))).collect()
}

impl Facts {
    fn add(&mut self, other: Self) {
        let of = |facts: &Self| facts.cpus.iter().map(|cpu| cpu.number).collect::<CpuSet>();
        let (mine, theirs) = (of(self), of(&other));
        let common = mine.and(&theirs);
        let first = self.source;
        let second = if other.source == first { ANOTHER } else { other.source };
        let contradiction =
            |about, cpu, a: String, b: String| NotSaid::Contradicts { about, cpu, first, second, a, b };
        let mut notes = Vec::new();
        if mine.is_empty() {
            self.cpus.clone_from(&other.cpus);
        } else if !theirs.without(&mine).is_empty() {
            notes.push(contradiction("CPUs", None, mine.to_string(), theirs.to_string()));
        }
        for (field, about, get, set) in GROUPS {
            let (has, has_other) = (
                self.cpus.iter().any(|cpu| get(cpu).is_some()),
                other.cpus.iter().any(|cpu| get(cpu).is_some()),
            );
            let is_guess = self.guessed.contains(&field);
            if !has_other || (has && other.guessed.contains(&field)) {
                continue;
            }
            // A format that knows clusters and shows none says that there is none.
            if (has && !is_guess) || (field == Field::Cluster && self.knows_clusters) {
                let (mine, theirs) = (groups(&self.cpus, get, &common), groups(&other.cpus, get, &common));
                let differs = mine.iter().find_map(|(cpu, a)| {
                    theirs.get(cpu).filter(|b| *b != a).map(|b| (*cpu, a.to_string(), b.to_string()))
                });
                notes.extend(differs.map(|(cpu, a, b)| contradiction(about, Some(cpu), a, b)));
                continue;
            }
            // Either all groups of a kind are those of one text, or their numbers would mean different things.
            let theirs: BTreeMap<u32, Option<usize>> =
                other.cpus.iter().map(|cpu| (cpu.number, get(cpu))).collect();
            if self.cpus.iter().any(|cpu| theirs.get(&cpu.number).copied().flatten().is_none()) && is_guess {
                continue;
            }
            for cpu in &mut self.cpus {
                set(cpu, theirs.get(&cpu.number).copied().flatten());
            }
            self.guessed.remove(&field);
            self.not_said.retain(|said| !guesses(said, field));
            if other.guessed.contains(&field) {
                self.guessed.insert(field);
                self.not_said.extend(other.not_said.iter().filter(|said| guesses(said, field)).cloned());
            }
        }
        // A core lies in one node.
        let node_of: BTreeMap<u32, Option<u32>> =
            other.cpus.iter().map(|cpu| (cpu.number, cpu.node)).collect();
        let cores = groups(&self.cpus, |cpu| cpu.core, &common);
        let split = cores.iter().find_map(|(cpu, core)| {
            let node = node_of.get(cpu).copied().flatten()?;
            let same: CpuSet = core.iter().filter(|one| node_of.get(one) == Some(&Some(node))).collect();
            (same != *core).then(|| (*cpu, core.to_string(), same.to_string()))
        });
        let is_split = split.is_some();
        notes.extend(split.map(|(cpu, a, b)| contradiction("core", Some(cpu), a, b)));
        let mut differs: BTreeMap<&str, (u32, String, String)> = BTreeMap::new();
        for cpu in &mut self.cpus {
            let Some(theirs) = other.cpus.iter().find(|theirs| theirs.number == cpu.number) else { continue };
            let mut join = |about, mine: &mut Option<u32>, theirs: Option<u32>| match (*mine, theirs) {
                (None, _) => *mine = theirs,
                (Some(a), Some(b)) if a != b => {
                    differs.entry(about).or_insert((cpu.number, a.to_string(), b.to_string()));
                }
                _ => {}
            };
            join("node", &mut cpu.node, theirs.node.filter(|_| !is_split));
            join("capacity", &mut cpu.capacity, theirs.capacity);
        }
        notes.extend(differs.into_iter().map(|(about, (cpu, a, b))| contradiction(about, Some(cpu), a, b)));
        if !is_split {
            self.nodes.extend(&other.nodes);
        }
        match (&self.distances, other.distances) {
            (None, theirs) => self.distances = theirs.filter(|_| !is_split),
            (Some(mine), Some(theirs)) if *mine != theirs => {
                let row = |(nodes, values): &(Vec<u32>, Vec<u32>)| {
                    let row = values.iter().take(nodes.len()).take(8).map(ToString::to_string);
                    row.collect::<Vec<_>>().join(" ")
                };
                notes.push(contradiction("distances", None, row(mine), row(&theirs)));
            }
            _ => {}
        }
        self.name = self.name.take().or(other.name);
        self.knows_clusters |= other.knows_clusters;
        self.asks = self.asks.and(other.asks);
        notes.extend(other.not_said.into_iter().filter(|said| said.sort() != crate::said::Sort::Guess));
        for note in notes {
            if !self.not_said.contains(&note) {
                self.not_said.push(note);
            }
        }
        if self.cpus.iter().any(|cpu| cpu.capacity.is_some()) {
            self.not_said.retain(|said| !matches!(said, NotSaid::Capacities { .. }));
        }
        if self.knows_clusters {
            self.not_said.retain(|said| !matches!(said, NotSaid::SharedL2));
        }
    }
}

/// Whether a note reports the guess of a field.
fn guesses(said: &NotSaid, field: Field) -> bool {
    match field {
        Field::Core => matches!(said, NotSaid::ThreadNumbers { .. }),
        Field::Llc => matches!(said, NotSaid::CacheNumbers { .. }),
        Field::Socket => matches!(said, NotSaid::SocketNumbers),
        Field::Cluster | Field::Node | Field::Capacity => false,
    }
}
