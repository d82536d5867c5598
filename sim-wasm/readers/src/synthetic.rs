//! Reads hwloc's synthetic description of a regular machine: `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`. `lstopo
//! --of synthetic` prints it, too.

use crate::facts::{CpuFacts, Facts};
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use sched_core::machine::synthetic::{self, Kind, Level, SyntheticFault};
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};

/// Whether the first word looks like one of a synthetic description.
pub fn looks_like(text: &str) -> bool {
    let word: String = text.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
    let word = word.trim_start_matches(['[', '(']);
    let name: String = word.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    let counts = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Kind::of(&name).is_some() && (word.contains([':', '(', ']'])) || counts(word) || text.starts_with("(")
}

impl From<SyntheticFault<'_>> for Fault {
    fn from(fault: SyntheticFault) -> Self {
        let no_level = |word| Self::whole(What::NoLevel { said: short(word) });
        match fault {
            SyntheticFault::Word(word) => no_level(word),
            SyntheticFault::Count { word, count } => match number(count, "count") {
                Err(what) => Self::whole(what).of(word),
                Ok(_) => no_level(word),
            },
            SyntheticFault::Cut(_) => What::Cut.into(),
            SyntheticFault::Deep(_) => What::Deep { most: synthetic::MOST_DEPTH }.into(),
            SyntheticFault::Empty => What::NoCpu.into(),
            SyntheticFault::SomeNamed(_) => What::SomeNamed.into(),
            SyntheticFault::NoPus => What::NoPus.into(),
            SyntheticFault::Twice { kind, .. } => What::LevelTwice { of: format!("{kind:?}") }.into(),
            SyntheticFault::Numbers { indexes, all } => {
                let said =
                    format!("“{}” does not give every one of {all} a number of its own", short(indexes));
                What::Syntax { said }.into()
            }
        }
    }
}

/// Reads a description.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let levels = synthetic::levels(text)?;
    if let Some(level) = levels.iter().find(|level| level.all > MOST_CPUS) {
        return Err(Fault::whole(What::TooManyCpus).of(level.word));
    }
    let cpus = synthetic::cpus(&levels).map_err(|fault| Fault::from(fault).of("PU"))?;
    if let Some(&number) = cpus.iter().find(|&&cpu| cpu as usize >= MOST_CPUS) {
        return Err(Fault::whole(What::CpuNumber { number }).of("PU"));
    }
    let memories = synthetic::memories(&levels).map_err(|fault| Fault::from(fault).of("NUMANode"))?;
    if memories.iter().map(|(_, numbers)| numbers.len()).sum::<usize>() > MOST_NODES {
        return Err(What::TooManyNodes.into());
    }
    let mut facts = Facts { source: "the synthetic description", knows_clusters: true, ..Facts::default() };
    let own = synthetic::nearest(&memories);
    let at = |kind| synthetic::place(&levels, kind);
    let llc = synthetic::last_cache(&levels, 1);
    let shared_l2 = synthetic::shared_l2(&levels, llc);
    let cluster = at(Kind::Cluster);
    if cluster.is_none() && shared_l2.is_some() {
        facts.not_said.push(NotSaid::ClusterOfL2);
    }
    let cluster = cluster.or(shared_l2);
    for (kind, said) in [
        (Kind::Die, (|count| NotSaid::Dies { count }) as fn(usize) -> NotSaid),
        (Kind::Group, |count| NotSaid::Groups { count }),
    ] {
        let of_kind = |level: &&Level| level.kind == kind;
        let count = levels.iter().filter(of_kind).map(|level| level.all).sum();
        if count > 0 {
            facts.not_said.push(said(count));
        }
    }

    let object = |level: Option<usize>, pu: usize| level.map(|level| synthetic::object(&levels, level, pu));
    facts.nodes = memories.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    for (pu, &number) in cpus.iter().enumerate() {
        facts.cpus.push(CpuFacts {
            number,
            core: object(at(Kind::Core), pu),
            cluster: object(cluster, pu),
            llc: object(llc, pu),
            node: own.map(|(level, numbers)| numbers[synthetic::object(&levels, *level, pu)]),
            socket: object(at(Kind::Package), pu),
            capacity: None,
        });
    }
    if let Some(own) = own {
        for (level, numbers) in memories.iter().filter(|other| !std::ptr::eq(*other, own)) {
            for (i, &node) in numbers.iter().enumerate() {
                let first = i * (cpus.len() / levels[*level].all);
                let as_node = own.1[synthetic::object(&levels, own.0, first)];
                facts.not_said.push(NotSaid::SameCpus { node, as_node });
            }
        }
    }
    Ok(facts)
}
