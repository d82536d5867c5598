//! The grammar of hwloc's descriptions of regular machines, `pack:2 [numa(memory=1 indexes=0,8)] l3:1 core:4 pu:1`, as a person
//! writes them and `lstopo --of synthetic` prints them. This module parses the text into levels; its callers choose the
//! defaults.

use std::collections::BTreeSet;

/// Most levels of a description.
pub const MOST_DEPTH: usize = 64;

/// The kind of the objects of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Machine,
    Package,
    Die,
    Node,
    Cluster,
    Group,
    /// A data or unified cache of this level.
    Cache(u32),
    Instructions,
    Core,
    Pu,
}

impl Kind {
    /// Parses a name; any unambiguous prefix is accepted.
    pub fn of(name: &str) -> Option<Self> {
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
#[derive(Debug)]
pub struct Level<'a> {
    /// The level as written, without the parentheses; empty for the machine.
    pub word: &'a str,
    pub kind: Kind,
    /// Number of objects in the whole machine.
    pub all: usize,
    /// The text in parentheses after it.
    pub attributes: &'a str,
    /// The attributes of each memory that is attached to the objects of this level.
    pub memory: Vec<&'a str>,
}

/// Why a text is not a valid description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyntheticFault<'a> {
    /// This word is no level.
    Word(&'a str),
    /// The count of objects is not a positive number.
    Count { word: &'a str, count: &'a str },
    /// The bracket before this is not closed.
    Cut(&'a str),
    /// From here on there are more levels than a machine has.
    Deep(&'a str),
    /// The description is empty.
    Empty,
    /// Some levels have a name; this has none.
    SomeNamed(&'a str),
    /// The last level is not that of the PUs.
    NoPus,
    /// There is a level of this kind before.
    Twice { word: &'a str, kind: Kind },
    /// The numbers are not unique, or not one for each object of the level.
    Numbers { indexes: &'a str, all: usize },
}

/// The levels of a description, the machine the first, the PUs the last.
///
/// # Errors
/// The first unknown word, or the missing element.
pub fn levels(text: &str) -> Result<Vec<Level<'_>>, SyntheticFault<'_>> {
    let machine = Level { word: "", kind: Kind::Machine, all: 1, attributes: "", memory: Vec::new() };
    let (mut levels, mut kinds) = (vec![machine], vec![Some(Kind::Machine)]);
    let mut rest = text.trim();
    if let Some(attributes) = rest.strip_prefix('(') {
        rest = closed(attributes, ')')?.1;
    }
    while !rest.trim_start().is_empty() {
        rest = rest.trim_start();
        if levels.len() > MOST_DEPTH {
            return Err(SyntheticFault::Deep(rest));
        }
        if let Some(attached) = rest.strip_prefix('[') {
            let (inside, after) = closed(attached, ']')?;
            rest = after;
            let (name, attributes) = inside.split_once('(').unwrap_or((inside, ""));
            match Kind::of(name.trim()) {
                Some(Kind::Node) => {
                    let above = levels.last_mut().expect("the machine");
                    above.memory.push(attributes.trim_end_matches(')'));
                }
                // Memory-side caches and the like.
                None if !name.contains(':') => {}
                _ => return Err(SyntheticFault::Word(inside)),
            }
            continue;
        }
        let end = rest.find([' ', '\t', '\n', '\r', '(', '[']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        rest = after;
        let (kind, count) = match word.split_once(':') {
            Some((name, count)) => (Some(Kind::of(name).ok_or(SyntheticFault::Word(word))?), count),
            None if Kind::of(word).is_some() => return Err(SyntheticFault::Word(word)),
            None => (None, word),
        };
        let each = number(count).filter(|&each| each > 0).ok_or(SyntheticFault::Count { word, count })?;
        let mut attributes = "";
        if let Some(inside) = rest.strip_prefix('(') {
            (attributes, rest) = closed(inside, ')')?;
        }
        let all = levels.last().map_or(1, |level| level.all).saturating_mul(each);
        kinds.push(kind);
        levels.push(Level { word, kind: Kind::Pu, all, attributes, memory: Vec::new() });
    }
    for (level, kind) in levels.iter_mut().zip(named(kinds).ok_or(SyntheticFault::Empty)?) {
        level.kind = kind.ok_or(SyntheticFault::SomeNamed(level.word))?;
    }
    if levels.last().is_none_or(|level| level.kind != Kind::Pu) {
        return Err(SyntheticFault::NoPus);
    }
    for (i, &Level { word, kind, .. }) in levels.iter().enumerate() {
        let once = !matches!(kind, Kind::Cluster | Kind::Group | Kind::Cache(_) | Kind::Instructions);
        if once && levels[..i].iter().any(|level| level.kind == kind) {
            return Err(SyntheticFault::Twice { word, kind });
        }
    }
    Ok(levels)
}

/// Gives levels without names the names that hwloc gives them. `None`: there is no level.
fn named(mut kinds: Vec<Option<Kind>>) -> Option<Vec<Option<Kind>>> {
    let count = kinds.len();
    if count == 1 {
        return None;
    }
    let middle = count - 2;
    if middle > 0 && kinds[1..=middle].iter().all(Option::is_none) {
        let caches: &[Kind] = match middle {
            0..=3 => &[],
            4 => &[Kind::Cache(2)],
            5 => &[Kind::Cache(2), Kind::Cache(1)],
            6 => &[Kind::Cache(3), Kind::Cache(2), Kind::Cache(1)],
            _ => &[Kind::Cache(3), Kind::Cache(2), Kind::Cache(1), Kind::Instructions],
        };
        let mut names: Vec<Kind> = Vec::new();
        names.resize(middle - middle.min(3) - caches.len(), Kind::Group);
        names.extend((middle >= 2).then_some(Kind::Package));
        names.push(Kind::Node);
        names.extend(caches);
        names.extend((middle >= 3).then_some(Kind::Core));
        kinds[1..=middle].iter_mut().zip(names).for_each(|(kind, name)| *kind = Some(name));
    }
    kinds[count - 1].get_or_insert(Kind::Pu);
    Some(kinds)
}

/// The text before a bracket, and the text after it.
fn closed(text: &str, bracket: char) -> Result<(&str, &str), SyntheticFault<'_>> {
    text.split_once(bracket).ok_or(SyntheticFault::Cut(text))
}

fn number(text: &str) -> Option<usize> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse::<u32>().ok()).flatten().map(|number| number as usize)
}

/// The innermost level of a kind.
pub fn place(levels: &[Level], kind: Kind) -> Option<usize> {
    levels.iter().rposition(|level| level.kind == kind)
}

/// Which object of a level a PU is in, of all PUs of the machine in their order.
pub fn object(levels: &[Level], level: usize, pu: usize) -> usize {
    let all = levels.last().map_or(1, |level| level.all);
    pu / (all / levels[level].all)
}

/// The last-level cache: the highest that holds data, from a level on.
pub fn last_cache(levels: &[Level], least: u32) -> Option<usize> {
    let cache = |(i, level): (usize, &Level)| match level.kind {
        Kind::Cache(of) if of >= least => Some((of, i)),
        _ => None,
    };
    levels.iter().enumerate().filter_map(cache).max().map(|(_, i)| i)
}

/// The L2 that several cores of a last-level cache share.
pub fn shared_l2(levels: &[Level], llc: Option<usize>) -> Option<usize> {
    let llc = llc?;
    let cores = place(levels, Kind::Core).map_or(levels[levels.len() - 1].all, |core| levels[core].all);
    let is = |(i, level): &(usize, &Level)| level.kind == Kind::Cache(2) && llc < *i && level.all < cores;
    levels.iter().enumerate().find(is).map(|(i, _)| i)
}

/// The numbers of the PUs.
///
/// # Errors
/// They are not one for each.
pub fn cpus<'a>(levels: &[Level<'a>]) -> Result<Vec<u32>, SyntheticFault<'a>> {
    let last = levels.len() - 1;
    numbers(levels, last, indexes(levels[last].attributes))
}

/// Memories: the objects of a level that have one each, and the numbers of these nodes.
pub type Memory = (usize, Vec<u32>);

/// The memories of a machine, which form a level or are attached to one.
///
/// # Errors
/// Their numbers are not one for each.
pub fn memories<'a>(levels: &[Level<'a>]) -> Result<Vec<Memory>, SyntheticFault<'a>> {
    let mut memories: Vec<Memory> = Vec::new();
    let mut are_numbered = false;
    for (i, level) in levels.iter().enumerate() {
        let own = (level.kind == Kind::Node).then_some(level.attributes);
        for attributes in own.into_iter().chain(level.memory.iter().copied()) {
            let indexes = indexes(attributes);
            are_numbered |= indexes.is_some();
            memories.push((i, numbers(levels, i, indexes)?));
        }
    }
    // Without numbers they are counted through, one after another.
    if !are_numbered {
        let numbers = memories.iter_mut().flat_map(|(_, numbers)| numbers);
        numbers.zip(0..).for_each(|(number, next)| *number = next);
    }
    Ok(memories)
}

/// Of several memories the closest is a CPU's node, of those as close the first.
pub fn nearest(memories: &[Memory]) -> Option<&Memory> {
    memories.iter().rev().max_by_key(|(level, _)| *level)
}

/// The value of the attribute `indexes`.
pub fn indexes(attributes: &str) -> Option<&str> {
    attributes.split_whitespace().find_map(|one| one.strip_prefix("indexes="))
}

/// The kernel's numbers of a level's objects: listed, or as loops of steps (`2*8:1*2`), or as loops over other levels
/// (`core:pu`). The numbers count through the first loop, `step*times`: every so many objects, so often; then through the next.
fn numbers<'a>(
    levels: &[Level],
    level: usize,
    indexes: Option<&'a str>,
) -> Result<Vec<u32>, SyntheticFault<'a>> {
    let all = levels[level].all;
    let Some(indexes) = indexes else { return Ok((0..all as u32).collect()) };
    let numbers = if indexes.bytes().all(|byte| byte.is_ascii_digit() || byte == b',') {
        indexes.split(',').map(|one| number(one).map(|number| number as u32)).collect()
    } else {
        loops(levels, level, indexes)
    };
    let are_own =
        |numbers: &Vec<u32>| numbers.len() == all && numbers.iter().collect::<BTreeSet<_>>().len() == all;
    numbers.filter(are_own).ok_or(SyntheticFault::Numbers { indexes, all })
}

fn loops(levels: &[Level], level: usize, indexes: &str) -> Option<Vec<u32>> {
    let all = levels[level].all;
    let mut loops: Vec<(usize, usize)> = Vec::new();
    if indexes.starts_with(|c: char| c.is_ascii_digit()) {
        for part in indexes.split(':') {
            let (step, times) = part.split_once('*')?;
            loops.push((number(step)?, number(times)?));
        }
    } else {
        let mut places = Vec::new();
        for name in indexes.split(':') {
            places.push(place(&levels[..=level], Kind::of(name)?)?);
        }
        for &place in &places {
            let above = places.iter().copied().filter(|&other| other < place).max();
            let above = above.map_or(1, |above| levels[above].all);
            loops.push((all / levels[place].all, levels[place].all / above));
        }
    }
    let said = loops.iter().try_fold(1usize, |all, (_, times)| all.checked_mul(*times))?;
    if said == 0 || loops.iter().any(|(step, _)| *step == 0) {
        return None;
    }
    if said != all {
        // The innermost loop may go without saying.
        if !all.is_multiple_of(said) || loops.iter().map(|(step, _)| *step).min() != Some(all / said) {
            return None;
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
    Some((0..all).map(index).collect())
}
