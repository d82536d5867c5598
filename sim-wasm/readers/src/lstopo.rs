//! Reads what `lstopo` prints on a terminal: an object a line, indented below the object that contains it; ` + ` joins an
//! object with its only child.

use crate::facts::{CpuFacts, Facts, shares_below_llc};
use crate::fault::{Fault, What, number};
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use std::collections::BTreeSet;

/// The name of the tool.
pub const SOURCE: &str = "lstopo";

/// The kind of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Machine,
    Package,
    Node,
    Die,
    Cluster,
    Group,
    Cache(u32),
    Core,
    Pu,
    /// An object without CPUs, such as a device.
    Other,
}

/// An open object, its indentation and a number of its own.
struct Open {
    indent: usize,
    kind: Kind,
    id: usize,
    number: u32,
    /// The number of CPUs before it.
    first: usize,
}

/// Whether a line begins such a text.
pub fn is_line(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("Machine (") || line.starts_with("Machine L#") || line == "Machine"
}

fn kind_of(name: &str) -> Kind {
    let word: String = name.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
    match word.as_str() {
        "Machine" => Kind::Machine,
        "Package" | "Socket" => Kind::Package,
        "NUMANode" | "NUMA" => Kind::Node,
        "Die" => Kind::Die,
        "Core" => Kind::Core,
        "PU" => Kind::Pu,
        "Cluster" => Kind::Cluster,
        _ if word.starts_with("Group") => {
            if name.contains("Cluster") {
                Kind::Cluster
            } else {
                Kind::Group
            }
        }
        _ => {
            // `lstopo -v` writes L3Cache and L1dCache.
            let level = word.strip_prefix('L').map(|level| {
                let level = level.strip_suffix("Cache").unwrap_or(level);
                level.strip_suffix('d').unwrap_or(level)
            });
            level.and_then(|level| level.parse().ok()).map_or(Kind::Other, Kind::Cache)
        }
    }
}

/// The number of an object: the kernel's (`P#`), else hwloc's (`L#`).
fn number_of(text: &str, of: &'static str) -> Result<u32, What> {
    let after = |mark: &str| {
        let (_, rest) = text.split_once(mark)?;
        let digits: &str = rest.split(|c: char| !c.is_ascii_digit()).next()?;
        Some(digits)
    };
    number(after("P#").or(after("L#")).unwrap_or_default(), of)
}

/// Reads the text.
///
/// # Errors
/// The text does not describe a machine.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let mut walk = Walk::default();
    let is_end = text.ends_with('\n') || text.ends_with('\r');
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
    while let Some((i, line)) = lines.next() {
        let fault = |what| Fault::at_line(i + 1, what);
        let opened = line.matches('(').count();
        if opened > line.matches(')').count() {
            return Err(fault(What::Cut));
        }
        let indent = line.len() - line.trim_start().len();
        walk.close(indent);
        let names: Vec<&str> = line.trim().split(" + ").collect();
        let next = lines.peek().map(|(_, next)| next.len() - next.trim_start().len());
        let is_leaf = next.is_none_or(|next| next <= indent);
        if next.is_none() && !is_end && !line.trim_end().ends_with([')', '"']) && names.len() > 1 {
            return Err(fault(What::Cut));
        }
        for (at, name) in names.iter().enumerate() {
            let is_memory = is_leaf && at + 1 == names.len();
            walk.object(indent, name.trim(), is_memory).map_err(|what| fault(what).of(name))?;
        }
    }
    walk.close(0);
    walk.settle()
}

#[derive(Default)]
struct Walk {
    open: Vec<Open>,
    objects: usize,
    cpus: Vec<CpuFacts>,
    l2: Vec<Option<usize>>,
    /// Nodes whose CPUs are those of the object with this number.
    memories: Vec<(u32, Option<usize>)>,
    nodes: BTreeSet<u32>,
    /// The CPUs of closed objects that have a memory node.
    held: Vec<(usize, CpuSet)>,
    seen: CpuSet,
    machines: usize,
    /// Nodes contain objects, as up to hwloc 1.
    nodes_contain: bool,
    clusters: usize,
    dies: usize,
    groups: usize,
    empty_sockets: usize,
    not_said: Vec<NotSaid>,
}

impl Walk {
    fn close(&mut self, indent: usize) {
        while let Some(open) = self.open.pop_if(|open| open.indent >= indent) {
            self.closed(&open);
        }
    }

    fn closed(&mut self, open: &Open) {
        let held: CpuSet = self.cpus[open.first..].iter().map(|cpu| cpu.number).collect();
        if open.kind == Kind::Package && held.is_empty() {
            self.empty_sockets += 1;
        }
        if self.memories.iter().any(|&(_, of)| of == Some(open.id)) {
            self.held.push((open.id, held));
        }
    }

    fn object(&mut self, indent: usize, name: &str, is_leaf: bool) -> Result<(), What> {
        let kind = kind_of(name);
        self.objects += 1;
        let mut open = Open { indent, kind, id: self.objects, number: 0, first: self.cpus.len() };
        match kind {
            Kind::Machine => {
                self.machines += 1;
                if self.machines > 1 {
                    return Err(What::Machines);
                }
            }
            Kind::Node => {
                open.number = number_of(name, "node")?;
                if !self.nodes.insert(open.number) {
                    return Err(What::Twice { of: "Node", number: open.number });
                }
                if self.nodes.len() > crate::MOST_NODES {
                    return Err(What::TooManyNodes);
                }
                // Since hwloc 2 a node is beside the objects that have its CPUs.
                if is_leaf {
                    let above = self.open.last().map(|above| above.id);
                    self.memories.push((open.number, above));
                    return Ok(());
                }
                self.nodes_contain = true;
            }
            Kind::Pu => {
                let number = number_of(name, "CPU")?;
                let number = cpu_number(&number.to_string())?;
                if self.seen.contains(number) {
                    return Err(What::Twice { of: "CPU", number });
                }
                self.seen.insert(number);
                self.pu(number);
            }
            Kind::Die => self.dies += 1,
            Kind::Cluster => self.clusters += 1,
            Kind::Group => self.groups += 1,
            Kind::Cache(_) | Kind::Core | Kind::Package | Kind::Other => {}
        }
        self.open.push(open);
        Ok(())
    }

    fn pu(&mut self, number: u32) {
        let mut cpu = CpuFacts { number, ..CpuFacts::default() };
        let (mut least, mut l2) = (0, None);
        for open in &self.open {
            match open.kind {
                Kind::Package => cpu.socket = Some(open.id),
                Kind::Node => cpu.node = Some(open.number),
                Kind::Cluster => cpu.cluster = Some(open.id),
                Kind::Core => cpu.core = Some(open.id),
                Kind::Cache(level) => {
                    if level > least {
                        (least, cpu.llc) = (level, Some(open.id));
                    }
                    if level == 2 {
                        l2 = Some(open.id);
                    }
                }
                _ => {}
            }
        }
        self.cpus.push(cpu);
        self.l2.push(l2);
    }

    fn settle(mut self) -> Result<Facts, Fault> {
        // Then a node that contains nothing has no CPU.
        if self.nodes_contain {
            self.memories.clear();
        }
        // The smallest object with memory has the CPU; of several such nodes the lowest number wins.
        let held_of =
            |of: Option<usize>| self.held.iter().find(|(id, _)| Some(*id) == of).map(|(_, cpus)| *cpus);
        let mut memories: Vec<(u32, u32, CpuSet)> = self
            .memories
            .iter()
            .filter_map(|&(node, of)| held_of(of).map(|cpus| (cpus.len(), node, cpus)))
            .collect();
        memories.sort_unstable();
        for cpu in self.cpus.iter_mut().filter(|cpu| cpu.node.is_none()) {
            cpu.node = memories.iter().find(|(.., cpus)| cpus.contains(cpu.number)).map(|&(_, node, _)| node);
        }
        let taken: BTreeSet<u32> = self.cpus.iter().filter_map(|cpu| cpu.node).collect();
        for &(_, node, cpus) in
            memories.iter().filter(|(_, node, cpus)| !taken.contains(node) && !cpus.is_empty())
        {
            let as_node = self.cpus.iter().find(|cpu| cpus.contains(cpu.number)).and_then(|cpu| cpu.node);
            self.not_said.extend(as_node.map(|as_node| NotSaid::SameCpus { node, as_node }));
        }
        let mut facts = Facts {
            source: SOURCE,
            knows_clusters: true,
            nodes: self.nodes,
            not_said: self.not_said,
            ..Facts::default()
        };
        for (count, said) in [
            (self.empty_sockets, (|count| NotSaid::EmptySockets { count }) as fn(usize) -> NotSaid),
            (self.dies, |count| NotSaid::Dies { count }),
            (self.groups, |count| NotSaid::Groups { count }),
        ] {
            if count > 0 {
                facts.not_said.push(said(count));
            }
        }
        if self.clusters == 0 && shares_below_llc(&self.cpus, &self.l2) {
            facts.not_said.push(NotSaid::SharedL2);
        }
        facts.cpus = self.cpus;
        Ok(facts)
    }
}
