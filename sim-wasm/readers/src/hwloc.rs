//! What `lstopo --of xml` writes, of versions 1 to 3: one walk over the elements, with what is open on a stack.
//!
//! Since version 2 memory hangs beside what has its CPUs; in version 1 a node is around them.

use crate::Reading;
use crate::facts::{CpuFacts, Distances, Facts};
use crate::fault::{Fault, What, number, short};
use crate::lscpu::shares_below_llc;
use crate::said::NotSaid;
use crate::set::{CpuSet, cpu_number};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use sched_core::machine::topology::MOST_NODES;
use std::collections::{BTreeMap, BTreeSet};

/// Most elements in each other; files have about twenty.
pub const MOST_DEPTH: usize = 64;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Machine,
    Package,
    Die,
    Node,
    Cluster,
    Book,
    /// A group that puts nodes together or holds memory; the distances and the nodes say it as well.
    Plain,
    Group,
    /// Of a level, holding data.
    Cache(u32),
    Core,
    Pu,
    /// Memory, input and output, caches of instructions: what no CPU is told by.
    Other,
}

/// Kinds of groups by hwloc's numbers (`HWLOC_GROUP_KIND_*`).
const LINUX_CLUSTER: u32 = 222;
const S390_BOOK: u32 = 110;
const DISTANCE: [u32; 2] = [1, 900];
const INPUT_OUTPUT: u32 = 1000;
const MEMORY: u32 = 1001;

/// Bits of the kind of distances (`HWLOC_DISTANCES_KIND_MEANS_BANDWIDTH`).
const MEANS_BANDWIDTH: u64 = 8;

/// An object that is open.
struct Open {
    kind: Kind,
    /// Counts objects.
    id: usize,
    line: usize,
    /// Its type.
    name: String,
    /// CPUs that came before it.
    first: usize,
    cpuset: Option<CpuSet>,
    /// The kernel's number of a node.
    number: u32,
    /// Nodes inside that say no CPUs: those of the object are theirs.
    memory: Vec<usize>,
    /// Nodes that came before it.
    first_node: usize,
    /// Distances of version 1: how many objects they are between, and the values.
    distances: Vec<(usize, Vec<u32>)>,
}

struct Node {
    number: u32,
    gp_index: Option<u64>,
    cpus: CpuSet,
}

/// Distances of version 2.
#[derive(Default)]
struct Matrix {
    line: usize,
    is_latency: bool,
    is_numa_latency: bool,
    by_gp: bool,
    indexes: Vec<u64>,
    values: Vec<u64>,
}

#[derive(Default)]
struct CpuKind {
    cpus: CpuSet,
    capacity: Option<u32>,
    label: Option<String>,
    clock: Option<String>,
}

#[derive(Default)]
struct Walk {
    version: u32,
    is_topology: bool,
    machines: usize,
    open: Vec<Open>,
    objects: usize,
    cpus: Vec<CpuFacts>,
    l2: Vec<Option<usize>>,
    nodes: Vec<Node>,
    matrix: Option<Matrix>,
    matrices: Vec<Matrix>,
    /// What the distances of version 1 are multiples of.
    base: f64,
    /// Distances of version 1 between all nodes.
    distances: Option<Vec<u32>>,
    kind: Option<CpuKind>,
    kinds: Vec<CpuKind>,
    /// The element whose text counts: indexes or values.
    text_of: Option<bool>,
    model: Option<String>,
    product: Option<String>,
    allowed: Option<CpuSet>,
    online: Option<CpuSet>,
    complete: CpuSet,
    empty_sockets: usize,
    dies: usize,
    books: usize,
    groups: usize,
    clusters: usize,
    unknown: BTreeSet<String>,
    not_said: Vec<NotSaid>,
}

/// Reads a document.
///
/// # Errors
/// Why it is no machine.
pub fn read(text: &str) -> Result<Reading, Fault> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().expand_empty_elements = true;
    let mut walk = Walk::default();
    let mut lines = Lines { text: text.as_bytes(), at: 0, line: 1 };
    let mut depth = 0usize;
    loop {
        let line = lines.at(reader.buffer_position() as usize);
        let event = reader.read_event().map_err(|error| {
            let line = lines.at(reader.error_position() as usize);
            let cut = matches!(error, quick_xml::Error::Syntax(_))
                && reader.buffer_position() as usize >= text.len();
            Fault::at_line(
                line,
                if cut { What::Cut } else { What::Syntax { said: short(&error.to_string()) } },
            )
        })?;
        match event {
            Event::DocType(doctype) if doctype.contains(&b'[') => {
                return Err(Fault::at_line(line, What::Entities).of("DOCTYPE"));
            }
            Event::GeneralRef(_) if walk.text_of.is_some() => {
                return Err(Fault::at_line(line, What::Entities));
            }
            Event::Start(element) => {
                depth += 1;
                if depth > MOST_DEPTH {
                    return Err(Fault::at_line(line, What::Deep));
                }
                walk.start(&element, line)?;
            }
            Event::End(element) => {
                depth -= 1;
                walk.end(element.name().as_ref(), line)?;
            }
            Event::Text(text) => walk.text(&text, line)?,
            Event::Eof if depth > 0 => return Err(Fault::at_line(line, What::Cut)),
            Event::Eof => break,
            _ => {}
        }
    }
    if !walk.is_topology {
        return Err(What::Unknown.into());
    }
    walk.settle()
}

/// Counts lines as positions go up.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    fn at(&mut self, position: usize) -> usize {
        let position = position.clamp(self.at, self.text.len());
        self.line += self.text[self.at..position].iter().filter(|&&byte| byte == b'\n').count();
        self.at = position;
        self.line
    }
}

type Attributes = BTreeMap<String, String>;

/// The attributes of an element. Entities other than XML's own five are refused.
fn attributes(element: &BytesStart, line: usize) -> Result<Attributes, Fault> {
    let mut attributes = Attributes::new();
    let syntax = |said: &str| Fault::at_line(line, What::Syntax { said: short(said) });
    // Looking for names that come twice is done here: the reader's own way takes the square of their number.
    for attribute in element.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| syntax(&error.to_string()))?;
        let value = attribute.unescape_value().map_err(|_| Fault::at_line(line, What::Entities))?;
        let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        if let Some(twice) = attributes.insert(name, value.into()) {
            return Err(syntax(&format!("an attribute that comes twice, first as \"{twice}\"")));
        }
    }
    Ok(attributes)
}

impl Walk {
    fn start(&mut self, element: &BytesStart, line: usize) -> Result<(), Fault> {
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
            // What does not lie in a topology is none, whatever it is.
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
        let kind = self.kind_of(name, &said);
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
                // Each number is below the most that are possible, so looking through them is bounded.
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

    fn kind_of(&mut self, name: &str, said: &Attributes) -> Kind {
        let level = |digits: &str| digits.parse().map_or(Kind::Other, Kind::Cache);
        let holds_instructions = said.get("cache_type").is_some_and(|kind| kind == "2");
        match name {
            "Machine" => Kind::Machine,
            "Package" | "Socket" => Kind::Package,
            "Die" => Kind::Die,
            "NUMANode" | "Node" => Kind::Node,
            "Core" => Kind::Core,
            "PU" | "Proc" => Kind::Pu,
            "Cluster" => Kind::Cluster,
            "Group" => self.group_of(said),
            "Tile" | "Module" => Kind::Group,
            "Cache" if holds_instructions => Kind::Other,
            "Cache" => said.get("depth").map_or(Kind::Other, |depth| level(depth)),
            "MemCache" | "Misc" | "Bridge" | "PCIDev" | "OSDev" | "System" => Kind::Other,
            cache if cache.ends_with("iCache") => Kind::Other,
            cache if cache.starts_with('L') && cache.ends_with("Cache") => {
                level(cache.trim_start_matches('L').trim_end_matches("Cache").trim_end_matches('d'))
            }
            other => {
                // A few names tell enough.
                if self.unknown.len() < 10 {
                    self.unknown.insert(short(other));
                }
                Kind::Other
            }
        }
    }

    fn group_of(&self, said: &Attributes) -> Kind {
        let kind: Option<u32> = said.get("kind").and_then(|kind| kind.parse().ok());
        let subtype = said.get("subtype").map(String::as_str);
        match (subtype, kind) {
            (Some("Cluster"), _) | (_, Some(LINUX_CLUSTER)) => Kind::Cluster,
            (Some("Book" | "Drawer"), _) | (_, Some(S390_BOOK)) => Kind::Book,
            (_, Some(MEMORY | INPUT_OUTPUT)) => Kind::Plain,
            (None, Some(kind)) if DISTANCE.contains(&kind) => Kind::Plain,
            _ => Kind::Group,
        }
    }

    /// A CPU in what is open.
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

    fn text(&mut self, text: &[u8], line: usize) -> Result<(), Fault> {
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

    fn end(&mut self, name: &[u8], line: usize) -> Result<(), Fault> {
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
            // Without CPUs of its own to say, it has those of what it hangs on. In version 1 it has none.
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

    fn settle(mut self) -> Result<Reading, Fault> {
        let mut facts = Facts {
            name: self.model.take().or(self.product.take()),
            knows_clusters: self.clusters > 0,
            not_said: std::mem::take(&mut self.not_said),
            ..Facts::default()
        };
        self.leave_out(&mut facts);
        self.place(&mut facts);
        self.rate(&mut facts);
        for (count, said) in [
            (self.empty_sockets, (|count| NotSaid::EmptySockets { count }) as fn(usize) -> NotSaid),
            (self.dies, |count| NotSaid::Dies { count }),
            (self.books, |count| NotSaid::Books { count }),
            (self.groups, |count| NotSaid::Groups { count }),
        ] {
            if count > 0 {
                facts.not_said.push(said(count));
            }
        }
        if !self.unknown.is_empty() {
            facts.not_said.push(NotSaid::Types { names: self.unknown.iter().cloned().collect() });
        }
        if self.clusters == 0 && shares_below_llc(&self.cpus, &self.l2) {
            facts.not_said.push(NotSaid::SharedL2);
        }
        // hwloc writes what it knows of clusters, and leaves out those that are an L2.
        facts.knows_clusters = true;
        facts.distances = self.matrix_of_nodes()?;
        facts.cpus = self.cpus;
        facts.settle()
    }

    /// CPUs that are offline, or of which nothing is said.
    fn leave_out(&mut self, facts: &mut Facts) {
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        if let Some(online) = self.online.filter(|online| !online.is_empty()) {
            let offline = known.without(&online);
            if !offline.is_empty() {
                facts.not_said.push(NotSaid::Offline { cpus: offline });
                let mut kept = self.cpus.iter().map(|cpu| online.contains(cpu.number));
                self.l2.retain(|_| kept.next().unwrap_or(true));
                self.cpus.retain(|cpu| online.contains(cpu.number));
            }
        }
        let unseen = self.complete.without(&known);
        // A mask without an end is said of machines whose CPUs are not known.
        if !unseen.is_empty() && !self.complete.contains(sched_core::machine::topology::MOST_CPUS as u32 - 1)
        {
            facts.not_said.push(NotSaid::Unseen { cpus: unseen });
        }
        if let Some(allowed) = self.allowed.filter(|allowed| !allowed.is_empty()) {
            let kept_from: CpuSet =
                self.cpus.iter().map(|cpu| cpu.number).collect::<CpuSet>().without(&allowed);
            if !kept_from.is_empty() {
                facts.not_said.push(NotSaid::NotAllowed { cpus: kept_from });
            }
        }
    }

    /// Each CPU on the smallest node that has it, of several the one with the lowest number.
    fn place(&mut self, facts: &mut Facts) {
        facts.nodes = self.nodes.iter().map(|node| node.number).collect();
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        let mut nodes: Vec<(u32, CpuSet)> =
            self.nodes.iter().map(|node| (node.number, node.cpus.and(&known))).collect();
        nodes.sort_by_key(|(number, cpus)| (cpus.len(), *number));
        for cpu in self.cpus.iter_mut().filter(|cpu| cpu.node.is_none()) {
            cpu.node = nodes.iter().find(|(_, cpus)| cpus.contains(cpu.number)).map(|(number, _)| *number);
        }
        let taken: BTreeSet<u32> = self.cpus.iter().filter_map(|cpu| cpu.node).collect();
        nodes.sort_by_key(|(number, _)| *number);
        for (node, cpus) in nodes.iter().filter(|(number, cpus)| !taken.contains(number) && !cpus.is_empty())
        {
            let as_node = self.cpus.iter().find(|cpu| cpus.contains(cpu.number)).and_then(|cpu| cpu.node);
            facts.not_said.extend(as_node.map(|as_node| NotSaid::SameCpus { node: *node, as_node }));
        }
    }

    /// Capacities of the kinds of CPUs.
    fn rate(&mut self, facts: &mut Facts) {
        let known: CpuSet = self.cpus.iter().map(|cpu| cpu.number).collect();
        self.kinds.retain(|kind| !kind.cpus.and(&known).is_empty());
        for kind in &self.kinds {
            for cpu in self.cpus.iter_mut().filter(|cpu| kind.cpus.contains(cpu.number)) {
                cpu.capacity = kind.capacity.or(cpu.capacity);
            }
        }
        if self.kinds.len() > 1 && self.kinds.iter().all(|kind| kind.capacity.is_none()) {
            let label = |kind: &CpuKind| kind.label.clone().or(kind.clock.clone());
            let kinds: BTreeSet<String> = self.kinds.iter().filter_map(label).take(8).collect();
            facts.not_said.push(NotSaid::Capacities { kinds: kinds.into_iter().collect() });
        }
    }

    /// The distances of the nodes, whatever the version wrote.
    fn matrix_of_nodes(&mut self) -> Result<Option<Distances>, Fault> {
        if let Some(values) = self.distances.take() {
            return Ok(Some((self.nodes.iter().map(|node| node.number).collect(), values)));
        }
        let mut latencies = self.matrices.iter().filter(|matrix| matrix.is_latency);
        let own = latencies.clone().find(|matrix| matrix.is_numa_latency);
        let Some(matrix) = own.or_else(|| latencies.next()) else { return Ok(None) };
        let fault = |what| Fault::at_line(matrix.line, what).of("distances2");
        let expected = matrix.indexes.len().saturating_mul(matrix.indexes.len());
        if matrix.values.len() != expected {
            return Err(fault(What::Distances { values: matrix.values.len(), expected }));
        }
        let node_of = |index: &u64| {
            let is = |node: &&Node| {
                if matrix.by_gp { node.gp_index == Some(*index) } else { u64::from(node.number) == *index }
            };
            self.nodes
                .iter()
                .find(is)
                .map(|node| node.number)
                .ok_or(What::Missing { name: "node of a distance" })
        };
        if matrix.indexes.len() > MOST_NODES {
            return Err(fault(What::TooManyNodes));
        }
        let nodes = matrix.indexes.iter().map(node_of).collect::<Result<_, _>>().map_err(fault)?;
        let values = matrix.values.iter().map(|&value| u32::try_from(value).unwrap_or(u32::MAX)).collect();
        Ok(Some((nodes, values)))
    }
}
