//! Reads `/sys/devices/system` as lines of `path:value`, printed by [`COMMAND`], from any kernel since
//! 2.6.16.

mod path;

pub use path::{Path, path_of};

use crate::facts::{CpuFacts, Facts, Numbering, shares_below_llc};
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use std::collections::{BTreeMap, BTreeSet};

/// Prints the files that are read, in any shell. The empty pattern prints empty files, too, such as the CPU
/// list of a node without a CPU.
pub const COMMAND: &str = "sh -c 'cd /sys/devices/system && grep -sH \"\" cpu/online cpu/cpu*/online cpu/cpu*/topology/*_list \
     cpu/cpu*/topology/*_id cpu/cpu*/cache/index*/level cpu/cpu*/cache/index*/type cpu/cpu*/cache/index*/shared_cpu_list \
     cpu/cpu*/cpu_capacity node/node*/cpulist node/node*/distance; grep -sHm1 \"model name\" /proc/cpuinfo'";

/// A value with its line.
#[derive(Clone, Copy, Default)]
struct Value<'a> {
    line: usize,
    text: &'a str,
}

type Files<'a> = BTreeMap<&'a str, Value<'a>>;

impl<'a> Value<'a> {
    /// Adds the value. A file may be repeated with the same value.
    fn into_files(self, file: &'a str, files: &mut Files<'a>) -> Result<(), Fault> {
        differs(files.insert(file, self), &self, file)
    }
}

/// Refuses a file that is repeated with another value.
fn differs(before: Option<Value>, value: &Value, file: &str) -> Result<(), Fault> {
    match before.filter(|before| before.text != value.text) {
        Some(before) => {
            Err(Fault::at_line(value.line, What::AttributeTwice { said: short(before.text) }).of(file))
        }
        None => Ok(()),
    }
}

#[derive(Default)]
struct Cache<'a> {
    files: Files<'a>,
}

#[derive(Default)]
struct Cpu<'a> {
    files: Files<'a>,
    caches: BTreeMap<u32, Cache<'a>>,
    has_topology: bool,
}

/// All values, by subject.
#[derive(Default)]
struct Tree<'a> {
    online: Option<Value<'a>>,
    model: Option<&'a str>,
    cpus: BTreeMap<u32, Cpu<'a>>,
    nodes: BTreeMap<u32, Files<'a>>,
    other_lines: usize,
}

impl<'a> Tree<'a> {
    fn of(text: &'a str) -> Result<Self, Fault> {
        let mut tree = Self::default();
        for (i, line) in text.lines().enumerate() {
            let Some((path, text)) = path_of(line) else {
                tree.other_lines += usize::from(!line.trim().is_empty());
                continue;
            };
            let value = Value { line: i + 1, text };
            let cpu = |cpu| cpu_number(&u32::to_string(&cpu)).map_err(|what| Fault::at_line(i + 1, what));
            match path {
                Path::Online => {
                    differs(tree.online, &value, "online")?;
                    tree.online = Some(value);
                }
                Path::CpuInfo => {
                    let model =
                        text.strip_prefix("model name").map(|rest| rest.trim_start_matches([' ', '\t', ':']));
                    tree.model = tree.model.or(model);
                }
                Path::Cpu(number, file) => {
                    value.into_files(file, &mut tree.cpus.entry(cpu(number)?).or_default().files)?;
                }
                Path::Topology(number, file) => {
                    let cpu = tree.cpus.entry(cpu(number)?).or_default();
                    cpu.has_topology = true;
                    value.into_files(file, &mut cpu.files)?;
                }
                Path::Cache(number, index, file) => {
                    let cpu = tree.cpus.entry(cpu(number)?).or_default();
                    value.into_files(file, &mut cpu.caches.entry(index).or_default().files)?;
                }
                Path::Node(node, file) => {
                    value.into_files(file, tree.nodes.entry(node).or_default())?;
                }
            }
        }
        Ok(tree)
    }

    /// The online CPUs and the offline CPUs.
    fn online(&self) -> Result<(CpuSet, CpuSet), Fault> {
        let known: CpuSet = self.cpus.keys().copied().collect();
        let switched = |cpu: &Cpu| cpu.files.get("online").map(|value| value.text != "0");
        let has_topology = self.cpus.values().any(|cpu| cpu.has_topology);
        let is_on = |cpu: &Cpu| switched(cpu).unwrap_or(true) && (cpu.has_topology || !has_topology);
        let online: CpuSet = match self.online {
            Some(value) => set(&[("list", value)])?,
            None => self.cpus.iter().filter(|(_, cpu)| is_on(cpu)).map(|(&number, _)| number).collect(),
        };
        let described = |cpu: u32| self.cpus.get(&cpu).is_some_and(|cpu| cpu.has_topology || !has_topology);
        if let Some(cpu) = online.iter().find(|&cpu| !described(cpu)) {
            let line = self.online.map(|value| value.line);
            let what = What::Missing { name: "topology of an online CPU" };
            return Err(Fault { line, element: None, what }.of(&format!("CPU {cpu}")));
        }
        Ok((online, known.without(&online)))
    }
}

/// The CPUs in the first of these files, whose name ends in `list` if it is a list.
fn set(files: &[(&str, Value)]) -> Result<CpuSet, Fault> {
    let Some((name, value)) = files.first() else { return Ok(CpuSet::default()) };
    let set =
        if name.ends_with("list") { CpuSet::from_list(value.text) } else { CpuSet::from_mask(value.text) };
    set.map_err(|what| Fault::at_line(value.line, what).of(name))
}

/// The first of these files that is present and not empty. If there are a mask and a list, the mask is read.
fn first<'a>(files: &BTreeMap<&'a str, Value<'a>>, names: &[&'a str]) -> Option<(&'a str, Value<'a>)> {
    names
        .iter()
        .find_map(|&name| files.get(name).filter(|value| !value.text.is_empty()).map(|&value| (name, value)))
}

/// A number, or `None` for -1, which means unknown.
fn id(files: &BTreeMap<&str, Value>, name: &'static str) -> Result<Option<u32>, Fault> {
    let Some(value) = files.get(name).filter(|value| !matches!(value.text, "" | "-1" | "65535")) else {
        return Ok(None);
    };
    number(value.text, name).map(Some).map_err(|what| Fault::at_line(value.line, what))
}

/// Groups of CPUs, as described by each of their CPUs.
#[derive(Default)]
struct Groups {
    numbers: Numbering<CpuSet>,
    /// For each CPU: the CPU that first described its group, and the group.
    of: BTreeMap<u32, (u32, CpuSet)>,
}

impl Groups {
    /// The number of the group `cpus` of the CPU `cpu`.
    fn of(&mut self, cpu: u32, cpus: CpuSet, about: &'static str) -> Result<usize, Fault> {
        let cpus = if cpus.contains(cpu) { cpus } else { CpuSet::from_iter([cpu]) };
        for member in cpus.iter() {
            let &mut (first, said) = self.of.entry(member).or_insert((cpu, cpus));
            if said != cpus {
                return Err(What::Disagree { a: first, b: cpu, about }.into());
            }
        }
        Ok(self.numbers.of(cpus))
    }

    fn said_of(&self, cpu: u32) -> Option<CpuSet> {
        self.of.get(&cpu).map(|&(_, group)| group)
    }
}

#[derive(Default)]
struct AllGroups {
    cores: Groups,
    clusters: Groups,
    sockets: Groups,
    /// By level of the cache.
    caches: BTreeMap<u32, Groups>,
    /// CPUs with a cache whose list of CPUs is empty, as on Itanium machines: each core is assumed to have
    /// its cache.
    silent: CpuSet,
    /// Last-level caches, by level and group.
    llcs: Numbering<(u32, usize)>,
    core_ids: Numbering<(Option<u32>, Option<u32>, u32)>,
}

/// Reads lines of `path:value`.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let tree = Tree::of(text)?;
    let (online, offline) = tree.online()?;
    let mut facts = Facts { source: "/sys", name: tree.model.map(str::to_string), ..Facts::default() };
    if !offline.is_empty() {
        facts.not_said.push(NotSaid::Offline { cpus: offline });
    }
    let (mut groups, mut l2) = (AllGroups::default(), Vec::new());
    let (mut dies, mut books) = (BTreeSet::new(), BTreeSet::new());
    let mut packages = BTreeSet::new();
    let mut packages_are_known = false;
    for (&number, cpu) in tree.cpus.iter().filter(|(number, _)| online.contains(**number)) {
        let (cpu_facts, its_l2) = cpu_facts(number, cpu, &online, &mut groups)?;
        facts.cpus.push(cpu_facts);
        l2.push(its_l2);
        facts.knows_clusters |= cpu.files.keys().any(|file| file.starts_with("cluster"));
        for (name, names) in [
            ("die", &["die_cpus", "die_cpus_list"]),
            ("book", &["book_siblings", "book_siblings_list"]),
            ("drawer", &["drawer_siblings", "drawer_siblings_list"]),
        ] {
            let Some(file) = first(&cpu.files, names) else { continue };
            let cpus = set(&[file])?.and(&online);
            if name == "die" {
                dies.insert((cpus, cpu_facts.socket))
            } else {
                books.insert((name, cpus))
            };
        }
        packages.extend(cpu.files.get("physical_package_id").map(|value| value.text));
        packages_are_known |= cpu.files.get("physical_package_id").is_none_or(|value| value.text != "-1");
    }
    // A kernel that knows no packages reports each core as one.
    let is_core = |cpu: &CpuFacts| groups.sockets.said_of(cpu.number) == groups.cores.said_of(cpu.number);
    if !packages_are_known && facts.cpus.iter().all(is_core) {
        facts.cpus.iter_mut().for_each(|cpu| cpu.socket = None);
    }
    if !groups.silent.is_empty() {
        facts.not_said.push(NotSaid::CachesOf { cpus: groups.silent });
    }
    let cores: BTreeSet<_> = groups.cores.of.values().map(|(_, group)| group).collect();
    dies.retain(|(cpus, _)| !cores.contains(cpus) && cpus.len() > 1);
    let sockets: BTreeSet<_> = facts.cpus.iter().map(|cpu| cpu.socket).collect();
    if packages_are_known && !packages.is_empty() && packages.len() < sockets.len() {
        facts.not_said.push(NotSaid::PackageIds { count: packages.len() });
    }
    if dies.len() > sockets.len() {
        facts.not_said.push(NotSaid::Dies { count: dies.len() });
    }
    if !books.is_empty() {
        facts.not_said.push(NotSaid::Books { count: books.len() });
    }
    if !facts.knows_clusters && shares_below_llc(&facts.cpus, &l2) {
        facts.not_said.push(NotSaid::SharedL2);
    }
    if tree.other_lines > 0 {
        facts.not_said.push(NotSaid::Lines { count: tree.other_lines });
    }
    read_nodes(&tree, &mut facts)?;
    Ok(facts)
}

/// The facts about a CPU, and its L2.
fn cpu_facts(
    number: u32,
    cpu: &Cpu,
    online: &CpuSet,
    groups: &mut AllGroups,
) -> Result<(CpuFacts, Option<usize>), Fault> {
    let siblings = |names: &[&'static str]| -> Result<Option<CpuSet>, Fault> {
        first(&cpu.files, names).map(|file| Ok(set(&[file])?.and(online))).transpose()
    };
    let package = id(&cpu.files, "physical_package_id")?;
    let socket = siblings(&["package_cpus", "package_cpus_list", "core_siblings", "core_siblings_list"])?;
    let socket = match socket {
        Some(cpus) => Some(groups.sockets.of(number, cpus, "socket")?),
        None => package.map(|package| package as usize),
    };
    let threads = siblings(&["core_cpus", "core_cpus_list", "thread_siblings", "thread_siblings_list"])?;
    let core = match threads {
        Some(cpus) => Some(groups.cores.of(number, cpus, "core")?),
        None => {
            let die = id(&cpu.files, "die_id")?;
            id(&cpu.files, "core_id")?.map(|core| groups.core_ids.of((package, die, core)))
        }
    };
    let cluster = siblings(&["cluster_cpus", "cluster_cpus_list"])?;
    let cluster = cluster.map(|cpus| groups.clusters.of(number, cpus, "cluster")).transpose()?;
    let capacity = cpu.files.get("cpu_capacity").map(|value| {
        crate::fault::number(value.text, "capacity").map_err(|what| Fault::at_line(value.line, what))
    });

    let (mut llc, mut l2) = (None, None);
    for cache in cpu.caches.values() {
        if cache.files.get("type").is_some_and(|value| value.text == "Instruction") {
            continue;
        }
        let Some(level) = id(&cache.files, "level")? else { continue };
        let Some(file) = first(&cache.files, &["shared_cpu_map", "shared_cpu_list"]) else { continue };
        let mut cpus = set(&[file])?.and(online);
        if cpus.is_empty() {
            groups.silent.insert(number);
            cpus = threads.unwrap_or_default();
        }
        let group = groups.caches.entry(level).or_default().of(number, cpus, "cache")?;
        if level == 2 {
            l2 = Some(group);
        }
        if llc.is_none_or(|(least, _)| least < level) {
            llc = Some((level, group));
        }
    }
    let facts = CpuFacts {
        number,
        core,
        cluster,
        llc: llc.map(|key| groups.llcs.of(key)),
        node: None,
        socket,
        capacity: capacity.transpose()?,
    };
    Ok((facts, l2))
}

/// Reads the nodes of the CPUs, and the distances.
fn read_nodes(tree: &Tree, facts: &mut Facts) -> Result<(), Fault> {
    let mut node_of: BTreeMap<u32, u32> = BTreeMap::new();
    let mut rows = Vec::new();
    for (&node, files) in &tree.nodes {
        facts.nodes.insert(node);
        if let Some(file) = first(files, &["cpumap", "cpulist"]) {
            for cpu in set(&[file])?.iter() {
                if node_of.insert(cpu, node).is_some() {
                    let what = What::Twice { of: "CPU", number: cpu };
                    return Err(Fault::at_line(file.1.line, what).of(&format!("node {node}")));
                }
            }
        }
        if let Some(row) = files.get("distance") {
            let values = row.text.split_whitespace().map(|text| {
                number(text, "distance")
                    .map_err(|what| Fault::at_line(row.line, what).of(&format!("node {node}")))
            });
            let values = values.collect::<Result<Vec<u32>, Fault>>()?;
            if values.len() != tree.nodes.len() {
                let what = What::Distances { values: values.len(), expected: tree.nodes.len() };
                return Err(Fault::at_line(row.line, what).of(&format!("node {node}")));
            }
            rows.push(values);
        }
    }
    facts.cpus.iter_mut().for_each(|cpu| cpu.node = node_of.get(&cpu.number).copied());
    if rows.len() == tree.nodes.len() && !rows.is_empty() {
        facts.distances = Some((tree.nodes.keys().copied().collect(), rows.concat()));
    }
    Ok(())
}
