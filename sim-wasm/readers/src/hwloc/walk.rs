//! The pass over the document: a stack of open objects, and the objects found so far.

use super::Attributes;
use super::attributes;
use super::kinds::Kind;
use crate::facts::CpuFacts;
use crate::fault::{Fault, What, number, short};
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use quick_xml::events::BytesStart;
use sched_core::machine::topology::MOST_NODES;
use std::collections::BTreeSet;

/// A bit of the kind of distances (`HWLOC_DISTANCES_KIND_MEANS_BANDWIDTH`).
const MEANS_BANDWIDTH: u64 = 8;

/// An open object.
pub struct Open {
    pub kind: Kind,
    /// The number of objects before this one.
    pub id: usize,
    pub line: usize,
    /// Its type.
    pub name: String,
    /// The number of CPUs before this object.
    pub first: usize,
    pub cpuset: Option<CpuSet>,
    /// The kernel's number of a node.
    pub number: u32,
    /// Nodes inside without a CPU set: they have the CPUs of this object.
    pub memory: Vec<usize>,
    /// The number of nodes before this object.
    pub first_node: usize,
    /// Distances of version 1: the number of objects, and the values.
    pub distances: Vec<(usize, Vec<u32>)>,
}

pub struct Node {
    pub number: u32,
    pub gp_index: Option<u64>,
    pub cpus: CpuSet,
}

/// Distances of version 2.
#[derive(Default)]
pub struct Matrix {
    pub line: usize,
    pub is_latency: bool,
    pub is_numa_latency: bool,
    pub by_gp: bool,
    pub indexes: Vec<u64>,
    pub values: Vec<u64>,
}

#[derive(Default)]
pub struct CpuKind {
    pub cpus: CpuSet,
    pub capacity: Option<u32>,
    pub label: Option<String>,
    pub clock: Option<String>,
}

#[derive(Default)]
pub struct Walk {
    pub version: u32,
    pub is_topology: bool,
    pub machines: usize,
    pub open: Vec<Open>,
    pub objects: usize,
    pub cpus: Vec<CpuFacts>,
    pub l2: Vec<Option<usize>>,
    pub nodes: Vec<Node>,
    pub matrix: Option<Matrix>,
    pub matrices: Vec<Matrix>,
    /// The unit of the distances of version 1.
    pub base: f64,
    /// Distances of version 1 between all nodes.
    pub distances: Option<Vec<u32>>,
    pub kind: Option<CpuKind>,
    pub kinds: Vec<CpuKind>,
    /// The element whose text is read: indexes (`true`) or values (`false`).
    pub text_of: Option<bool>,
    pub model: Option<String>,
    pub product: Option<String>,
    pub allowed: Option<CpuSet>,
    pub online: Option<CpuSet>,
    pub complete: CpuSet,
    pub empty_sockets: usize,
    pub dies: usize,
    pub books: usize,
    pub groups: usize,
    pub clusters: usize,
    pub unknown: BTreeSet<String>,
    pub not_said: Vec<NotSaid>,
}

impl Walk {
    pub fn start(&mut self, element: &BytesStart, line: usize) -> Result<(), Fault> {
        let name = element.name();
        match name.as_ref() {
            b"topology" => {
                self.is_topology = true;
                let version = attributes(element, line)?.remove("version").unwrap_or_else(|| "1".into());
                self.version =
                    number(version.split('.').next().unwrap_or_default(), "version").unwrap_or(u32::MAX);
                if !(1..=3).contains(&self.version) {
                    return Err(Fault::at_line(
                        line,
                        What::Version { said: short(&version), known: "1 to 3" },
                    ));
                }
            }
            // An element outside a topology makes the whole text unknown.
            _ if !self.is_topology => return Err(Fault::at_line(line, What::Unknown)),
            b"object" => self.object(attributes(element, line)?, line)?,
            b"info" => self.info(&attributes(element, line)?, line)?,
            b"distances2" => {
                let said = attributes(element, line)?;
                let is = |name: &str, value: &str| said.get(name).is_some_and(|text| text == value);
                let kind: u64 = said.get("kind").and_then(|kind| kind.parse().ok()).unwrap_or(0);
                self.matrix = is("type", "NUMANode").then(|| Matrix {
                    line,
                    is_latency: kind & MEANS_BANDWIDTH == 0,
                    is_numa_latency: is("name", "NUMALatency"),
                    by_gp: is("indexing", "gp"),
                    ..Matrix::default()
                });
            }
            b"indexes" => self.text_of = self.matrix.is_some().then_some(true),
            b"u64values" => self.text_of = self.matrix.is_some().then_some(false),
            b"distances" => {
                let said = attributes(element, line)?;
                let objects = said.get("nbobjs").map_or("", String::as_str);
                let objects =
                    number(objects, "count").map_err(|what| Fault::at_line(line, what).of("distances"))?;
                let base = said.get("latency_base").and_then(|base| base.parse::<f64>().ok()).unwrap_or(1.0);
                if let Some(open) = self.open.last_mut() {
                    open.distances.push((objects as usize, Vec::new()));
                    self.base = base;
                }
            }
            b"latency" => {
                let said = attributes(element, line)?;
                let value = said.get("value").and_then(|value| value.parse::<f64>().ok());
                let value = value.map(|value| value * self.base).filter(|value| value.is_finite());
                let Some(value) = value else {
                    let said = said.get("value").map_or(String::new(), |value| short(value));
                    return Err(Fault::at_line(line, What::NoNumber { said, of: "distance" }));
                };
                if let Some((_, values)) = self.open.last_mut().and_then(|open| open.distances.last_mut()) {
                    values.push(value.round() as u32);
                }
            }
            b"cpukind" => {
                let said = attributes(element, line)?;
                let cpus = said.get("cpuset").map_or(Ok(CpuSet::default()), |cpus| CpuSet::from_mask(cpus));
                let cpus = cpus.map_err(|what| Fault::at_line(line, what).of("cpukind"))?;
                self.kind = Some(CpuKind { cpus, ..CpuKind::default() });
            }
            _ => {}
        }
        Ok(())
    }

    fn object(&mut self, said: Attributes, line: usize) -> Result<(), Fault> {
        let Some(name) = said.get("type") else {
            return Err(Fault::at_line(line, What::Missing { name: "type" }).of("object"));
        };
        let fault = |what| Fault::at_line(line, what).of(name);
        let set = |name: &str| said.get(name).map(|text| CpuSet::from_mask(text)).transpose().map_err(fault);
        let kind = Kind::of(&said).unwrap_or_else(|| {
            // Ten names are enough for the message.
            if self.unknown.len() < 10 {
                self.unknown.insert(short(name));
            }
            Kind::Other
        });
        self.objects += 1;
        let mut open = Open {
            kind,
            id: self.objects,
            line,
            name: short(name),
            first: self.cpus.len(),
            cpuset: set("cpuset")?,
            number: 0,
            memory: Vec::new(),
            first_node: self.nodes.len(),
            distances: Vec::new(),
        };
        let os_index = || said.get("os_index").ok_or(What::Missing { name: "os_index" }).map_err(fault);
        match kind {
            Kind::Machine => {
                self.machines += 1;
                if self.machines > 1 {
                    return Err(fault(What::Machines));
                }
                self.allowed = set("allowed_cpuset")?;
                self.online = set("online_cpuset")?;
                self.complete = set("complete_cpuset")?.unwrap_or_default();
            }
            Kind::Node => {
                open.number = number(os_index()?, "node").map_err(fault)?;
                if self.nodes.len() == MOST_NODES {
                    return Err(fault(What::TooManyNodes));
                }
                if self.nodes.iter().any(|node| node.number == open.number) {
                    return Err(fault(What::Twice { of: "Node", number: open.number }));
                }
                let gp_index = said.get("gp_index").and_then(|index| index.parse().ok());
                self.nodes.push(Node {
                    number: open.number,
                    gp_index,
                    cpus: open.cpuset.unwrap_or_default(),
                });
            }
            Kind::Pu => {
                let number = cpu_number(os_index()?).map_err(fault)?;
                // Each number is below the maximum, so the search is bounded.
                if self.cpus.iter().any(|cpu| cpu.number == number) {
                    return Err(fault(What::Twice { of: "CPU", number }));
                }
                self.pu(number);
            }
            Kind::Die => self.dies += 1,
            Kind::Book => self.books += 1,
            Kind::Group => self.groups += 1,
            Kind::Cluster => self.clusters += 1,
            _ => {}
        }
        self.open.push(open);
        Ok(())
    }

    /// Adds a CPU, whose groups are the open objects.
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

    fn info(&mut self, said: &Attributes, line: usize) -> Result<(), Fault> {
        let (Some(name), Some(value)) = (said.get("name"), said.get("value")) else { return Ok(()) };
        if let Some(kind) = &mut self.kind {
            match name.as_str() {
                "LinuxCapacity" => {
                    let capacity =
                        number(value, "capacity").map_err(|what| Fault::at_line(line, what).of("cpukind"))?;
                    kind.capacity = Some(capacity);
                }
                "CoreType" => kind.label = Some(short(value)),
                "FrequencyMaxMHz" => kind.clock = Some(format!("{} MHz", short(value))),
                _ => {}
            }
        } else if name == "CPUModel" && self.model.is_none() {
            self.model = Some(value.clone());
        } else if name == "DMIProductName" && self.product.is_none() {
            self.product = Some(value.clone());
        }
        Ok(())
    }

    pub fn text(&mut self, text: &[u8], line: usize) -> Result<(), Fault> {
        let (Some(is_index), Some(matrix)) = (self.text_of, &mut self.matrix) else { return Ok(()) };
        let list = if is_index { &mut matrix.indexes } else { &mut matrix.values };
        for word in String::from_utf8_lossy(text).split_whitespace() {
            let value = word.parse().map_err(|_| {
                let said = short(word);
                Fault::at_line(line, What::NoNumber { said, of: "distance" }).of("distances2")
            })?;
            list.push(value);
        }
        Ok(())
    }

    pub fn end(&mut self, name: &[u8], line: usize) -> Result<(), Fault> {
        match name {
            b"object" => {
                if let Some(open) = self.open.pop() {
                    self.close(&open);
                }
            }
            b"indexes" | b"u64values" => self.text_of = None,
            b"distances2" => self.matrices.extend(self.matrix.take()),
            b"cpukind" => self.kinds.extend(self.kind.take()),
            b"distances" => {
                if let Some((objects, values)) = self.open.last().and_then(|open| open.distances.last())
                    && objects.checked_mul(*objects) != Some(values.len())
                {
                    let what =
                        What::Distances { values: values.len(), expected: objects.saturating_mul(*objects) };
                    return Err(Fault::at_line(line, what).of("distances"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn close(&mut self, open: &Open) {
        let held: CpuSet = self.cpus[open.first..].iter().map(|cpu| cpu.number).collect();
        for &node in &open.memory {
            self.nodes[node].cpus = held;
        }
        for (objects, values) in &open.distances {
            if *objects == self.nodes.len() - open.first_node
                && matches!(open.kind, Kind::Machine | Kind::Other)
            {
                self.distances = Some(values.clone());
            }
        }
        let is_memory = matches!(open.kind, Kind::Node) && held.is_empty();
        if is_memory {
            // A memory object without a CPU set has the CPUs of its parent. In version 1 it has none.
            if open.cpuset.is_none()
                && self.version > 1
                && let Some(above) = self.open.iter_mut().rfind(|above| above.kind != Kind::Other)
            {
                above.memory.push(open.first_node);
            }
            return;
        }
        if open.kind == Kind::Other {
            return;
        }
        if open.kind == Kind::Package && held.is_empty() {
            self.empty_sockets += 1;
        }
        if let Some(cpuset) = open.cpuset
            && cpuset != held
            && !self.not_said.iter().any(|said| matches!(said, NotSaid::Holds { .. }))
        {
            self.not_said.push(NotSaid::Holds { line: open.line, element: open.name.clone() });
        }
    }
}
