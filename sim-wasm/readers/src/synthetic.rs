//! hwloc's synthetic description of a regular machine: `pack:2 numa:2 l3:1 l2:6 core:4 pu:1`, as `lstopo --of synthetic`
//! prints it, too.

use crate::Reading;
use crate::facts::{CpuFacts, Facts};
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};

/// What the objects of a level are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Machine,
    Package,
    Die,
    Node,
    Cluster,
    Group,
    /// Of a level, holding data.
    Cache(u32),
    Instructions,
    Core,
    Pu,
}

impl Type {
    /// A name may be shortened to as many letters as tell it from others.
    fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let names: [(&str, usize, Self); 13] = [
            ("machine", 2, Self::Machine),
            ("package", 2, Self::Package),
            ("socket", 2, Self::Package),
            ("die", 2, Self::Die),
            ("numanode", 2, Self::Node),
            ("node", 2, Self::Node),
            ("cluster", 2, Self::Cluster),
            ("group", 2, Self::Group),
            ("tile", 4, Self::Group),
            ("module", 6, Self::Group),
            ("core", 2, Self::Core),
            ("pu", 2, Self::Pu),
            ("proc", 4, Self::Pu),
        ];
        if let Some((_, _, found)) =
            names.iter().find(|(full, least, _)| name.len() >= *least && full.starts_with(&name))
        {
            return Some(*found);
        }
        // A group may be numbered.
        if name.strip_prefix("group").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit())) {
            return Some(Self::Group);
        }
        let rest = name.strip_prefix('l')?;
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let level = rest[..digits].parse().ok()?;
        match rest[digits..].trim_end_matches("cache") {
            "" | "d" | "u" => Some(Self::Cache(level)),
            "i" => Some(Self::Instructions),
            _ => None,
        }
    }
}

/// A level of objects.
struct Level {
    kind: Option<Type>,
    /// Objects of the whole machine.
    all: usize,
    /// The kernel's numbers of its objects.
    indexes: Option<String>,
    /// Memory attached to the objects of this level: their `indexes`.
    memory: Vec<Option<String>>,
}

/// The first word looks like one of a description.
pub fn looks_like(text: &str) -> bool {
    let word: String = text.chars().take_while(|c| !c.is_whitespace()).take(40).collect();
    let word = word.trim_start_matches(['[', '(']);
    let name: String = word.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    let counts = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Type::of(&name).is_some() && (word.contains([':', '(', ']'])) || counts(word) || text.starts_with("(")
}

/// Reads a description.
///
/// # Errors
/// Why it is no machine.
pub fn read(text: &str) -> Result<Reading, Fault> {
    let levels = name_levels(parse(text)?)?;
    let numbers = |level: usize, indexes: &Option<String>, of| match indexes {
        None => Ok((0..levels[level].all as u32).collect()),
        Some(indexes) => self::indexes(indexes, &levels, level).map_err(|what| Fault::whole(what).of(of)),
    };
    let last = levels.len() - 1;
    let cpus: Vec<u32> = numbers(last, &levels[last].indexes, "PU")?;
    let mut facts = Facts::default();
    for &cpu in &cpus {
        if cpu as usize >= MOST_CPUS {
            return Err(Fault::whole(What::CpuNumber { number: cpu }).of("PU"));
        }
    }

    // Nodes: a level of their own, or attached to a level.
    let mut nodes: Vec<(usize, Vec<u32>)> = Vec::new();
    for (i, level) in levels.iter().enumerate() {
        if level.kind == Some(Type::Node) {
            nodes.push((i, numbers(i, &level.indexes, "NUMANode")?));
        }
        for memory in &level.memory {
            nodes.push((i, numbers(i, memory, "NUMANode")?));
        }
    }
    // Attached without numbers they are counted through, one after another.
    let several = nodes.len() > 1;
    if several && levels.iter().all(|level| level.memory.iter().all(Option::is_none)) {
        let numbers = nodes.iter_mut().flat_map(|(_, numbers)| numbers);
        numbers.zip(0..).for_each(|(number, next)| *number = next);
    }
    if nodes.iter().map(|(_, numbers)| numbers.len()).sum::<usize>() > MOST_NODES {
        return Err(What::TooManyNodes.into());
    }
    // Of several memories the closest is a CPU's node, of those as close the first.
    let own = nodes.iter().rev().max_by_key(|(level, _)| *level);
    let at = |kind| levels.iter().rposition(|level| level.kind == Some(kind));
    let caches = levels.iter().enumerate().filter_map(|(i, level)| match level.kind {
        Some(Type::Cache(cache)) => Some((cache, i)),
        _ => None,
    });
    let llc = caches.clone().max().map(|(_, i)| i);
    let core = at(Type::Core);
    let shared_l2 = caches
        .filter(|&(cache, i)| {
            cache == 2
                && llc.is_some_and(|llc| llc < i)
                && core.is_some_and(|core| levels[core].all > levels[i].all)
        })
        .map(|(_, i)| i)
        .next();
    let cluster = at(Type::Cluster);
    facts.knows_clusters = true;
    if cluster.is_none() && shared_l2.is_some() {
        facts.not_said.push(NotSaid::ClusterOfL2);
    }
    let cluster = cluster.or(shared_l2);
    for (kind, said) in [
        (Type::Die, (|count| NotSaid::Dies { count }) as fn(usize) -> NotSaid),
        (Type::Group, |count| NotSaid::Groups { count }),
    ] {
        let count = levels.iter().filter(|level| level.kind == Some(kind)).map(|level| level.all).sum();
        if count > 0 {
            facts.not_said.push(said(count));
        }
    }

    let all = levels[last].all;
    let object = |level: Option<usize>, pu: usize| level.map(|level| pu / (all / levels[level].all));
    facts.nodes = nodes.iter().flat_map(|(_, numbers)| numbers.iter().copied()).collect();
    for (pu, &number) in cpus.iter().enumerate() {
        facts.cpus.push(CpuFacts {
            number,
            core: object(core, pu),
            cluster: object(cluster, pu),
            llc: object(llc, pu),
            node: own.and_then(|(level, numbers)| Some(numbers[object(Some(*level), pu)?])),
            socket: object(at(Type::Package), pu),
            capacity: None,
        });
    }
    if let Some((own_level, own_numbers)) = own {
        for (level, numbers) in nodes.iter().filter(|other| !std::ptr::eq(*other, own.unwrap_or(other))) {
            for (i, &node) in numbers.iter().enumerate() {
                let first = i * (all / levels[*level].all);
                let as_node = own_numbers[first / (all / levels[*own_level].all)];
                facts.not_said.push(NotSaid::SameCpus { node, as_node });
            }
        }
    }
    facts.settle()
}

/// The words of a description as levels, the machine the first.
fn parse(text: &str) -> Result<Vec<Level>, Fault> {
    const MOST: usize = 64;
    let mut levels = vec![Level { kind: Some(Type::Machine), all: 1, indexes: None, memory: Vec::new() }];
    let mut rest = text.trim();
    if let Some(attributes) = rest.strip_prefix('(') {
        rest = closed(attributes, ')')?.1;
    }
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        if levels.len() > MOST {
            return Err(What::Deep.into());
        }
        if let Some(attached) = rest.strip_prefix('[') {
            let (inside, after) = closed(attached, ']')?;
            rest = after;
            let (name, attributes) = inside.split_once('(').unwrap_or((inside, ""));
            match Type::of(name.split(':').next().unwrap_or_default().trim()) {
                Some(Type::Node) => {
                    let indexes = attribute(attributes.trim_end_matches(')'), "indexes");
                    levels.last_mut().expect("the machine").memory.push(indexes);
                }
                // Memory-side caches and the like.
                _ => continue,
            }
            continue;
        }
        let end = rest.find([' ', '\t', '\n', '\r', '(', '[']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        let (kind, count) = match word.split_once(':') {
            Some((name, count)) => match Type::of(name) {
                Some(kind) => (Some(kind), count),
                None => return Err(no_level(word)),
            },
            None => (None, word),
        };
        let each = number(count, "count").map_err(|what| Fault::whole(what).of(word))? as usize;
        let mut indexes = None;
        if let Some(attributes) = rest.strip_prefix('(') {
            let (inside, after) = closed(attributes, ')')?;
            (indexes, rest) = (attribute(inside, "indexes"), after);
        }
        if each == 0 {
            return Err(no_level(word));
        }
        let all = levels.last().map_or(1, |level| level.all).saturating_mul(each);
        if all > MOST_CPUS {
            return Err(Fault::whole(What::TooManyCpus).of(word));
        }
        levels.push(Level { kind, all, indexes, memory: Vec::new() });
    }
    Ok(levels)
}

/// What stands before a bracket, and what comes after it.
fn closed(text: &str, bracket: char) -> Result<(&str, &str), Fault> {
    text.split_once(bracket).ok_or_else(|| What::Cut.into())
}

/// An attribute of those between brackets.
fn attribute(attributes: &str, name: &str) -> Option<String> {
    let found = attributes.split_whitespace().find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
    found.map(str::to_string)
}

fn no_level(said: &str) -> Fault {
    Fault::whole(What::NoLevel { said: short(said) })
}

/// Gives levels without a name theirs, in the order in which hwloc does, and sees that the last are the CPUs.
fn name_levels(mut levels: Vec<Level>) -> Result<Vec<Level>, Fault> {
    let count = levels.len();
    if count == 1 {
        return Err(What::NoCpu.into());
    }
    let unnamed = levels[1..count - 1].iter().filter(|level| level.kind.is_none()).count();
    if unnamed > 0 && unnamed < count - 2 {
        return Err(What::SomeNamed.into());
    }
    if unnamed > 0 {
        let middle = count - 2;
        let caches: &[Type] = match middle {
            0..=3 => &[],
            4 => &[Type::Cache(2)],
            5 => &[Type::Cache(2), Type::Cache(1)],
            6 => &[Type::Cache(3), Type::Cache(2), Type::Cache(1)],
            _ => &[Type::Cache(3), Type::Cache(2), Type::Cache(1), Type::Instructions],
        };
        let mut kinds: Vec<Type> = Vec::new();
        let others = middle.min(3) + caches.len();
        kinds.resize(middle - others, Type::Group);
        kinds.extend((middle >= 2).then_some(Type::Package));
        kinds.push(Type::Node);
        kinds.extend(caches);
        kinds.extend((middle >= 3).then_some(Type::Core));
        levels[1..count - 1].iter_mut().zip(kinds).for_each(|(level, kind)| level.kind = Some(kind));
    }
    let last = levels.last_mut().expect("a level");
    if *last.kind.get_or_insert(Type::Pu) != Type::Pu {
        return Err(What::NoPus.into());
    }
    for kind in [Type::Machine, Type::Package, Type::Die, Type::Node, Type::Core, Type::Pu] {
        let mut of_kind = levels[1..].iter().filter(|level| level.kind == Some(kind));
        if of_kind.next().is_some() && of_kind.next().is_some() {
            return Err(What::LevelTwice { of: format!("{kind:?}") }.into());
        }
    }
    Ok(levels)
}

/// The kernel's numbers of a level's objects: listed, or as loops of steps (`2*8:1*2`), or as loops over other levels
/// (`core:pu`).
fn indexes(text: &str, levels: &[Level], level: usize) -> Result<Vec<u32>, What> {
    let all = levels[level].all;
    let disordered = || {
        let of = format!("“{}” does not give every one of {all} a number of its own", short(text));
        What::Syntax { said: of }
    };
    if text.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') {
        let numbers: Vec<u32> = text.split(',').map(|text| number(text, "PU")).collect::<Result<_, _>>()?;
        return if numbers.len() == all { Ok(numbers) } else { Err(disordered()) };
    }
    let mut loops: Vec<(usize, usize)> = Vec::new();
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        for part in text.split(':') {
            let (step, times) = part.split_once('*').ok_or_else(disordered)?;
            loops.push((number(step, "step")? as usize, number(times, "count")? as usize));
        }
    } else {
        let mut places = Vec::new();
        for name in text.split(':') {
            let kind = Type::of(name).ok_or_else(disordered)?;
            places.push(
                levels[..=level].iter().rposition(|one| one.kind == Some(kind)).ok_or_else(disordered)?,
            );
        }
        for &place in &places {
            let above = places.iter().copied().filter(|&other| other < place).max();
            let above = above.map_or(1, |above| levels[above].all);
            loops.push((all / levels[place].all, levels[place].all / above));
        }
    }
    let times =
        |loops: &[(usize, usize)]| loops.iter().try_fold(1usize, |all, (_, times)| all.checked_mul(*times));
    let said = times(&loops)
        .filter(|&said| said > 0 && loops.iter().all(|(step, _)| *step > 0))
        .ok_or_else(disordered)?;
    if said != all {
        // The innermost loop may go without saying.
        if !all.is_multiple_of(said) || loops.iter().map(|(step, _)| *step).min() != Some(all / said) {
            return Err(disordered());
        }
        loops.push((1, all / said));
    }
    let index = |object: usize| {
        let mut weight = 1;
        let parts = loops.iter().map(|&(step, times)| {
            let part = object / step % times * weight;
            weight *= times;
            part
        });
        parts.sum::<usize>() as u32
    };
    Ok((0..all).map(index).collect())
}
