//! Reads what `lscpu` prints without an option (also with `-J`): counts of each level, and the CPUs of each node. Which CPUs
//! are threads of one core is not in it.

use crate::facts::{CpuFacts, Facts, Field};
use crate::fault::{Fault, What, number, short};
use crate::lscpu;
use crate::said::NotSaid;
use crate::set::CpuSet;
use serde_json::Value;
use std::collections::BTreeMap;

/// A field and its value, with its line.
struct Entry<'a> {
    line: Option<usize>,
    name: &'a str,
    value: &'a str,
}

impl Entry<'_> {
    fn fault(&self, what: What) -> Fault {
        Fault { line: self.line, element: None, what }.of(self.name)
    }

    fn number(&self) -> Result<usize, Fault> {
        number(self.value, "count").map(|number| number as usize).map_err(|what| self.fault(what))
    }

    fn cpus(&self) -> Result<CpuSet, Fault> {
        CpuSet::from_list(self.value).map_err(|what| self.fault(what))
    }
}

/// Whether a line begins such a text.
pub fn is_line(line: &str) -> bool {
    line.starts_with("Architecture:")
}

/// Reads the text.
///
/// # Errors
/// The text does not describe a machine, or only a hybrid one, whose cores differ.
pub fn read(text: &str) -> Result<Facts, Fault> {
    let entry = |(i, line): (usize, _)| {
        let (name, value) = str::split_once(line, ':')?;
        Some(Entry { line: Some(i + 1), name: name.trim(), value: value.trim() })
    };
    of(&text.lines().enumerate().filter_map(entry).collect::<Vec<_>>())
}

/// Reads the fields of `lscpu -J`.
///
/// # Errors
/// As of [`read`].
pub fn read_json(document: &Value) -> Result<Facts, Fault> {
    let mut entries = Vec::new();
    let mut open: Vec<&Value> = vec![document];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items.iter().rev()),
            Value::Object(fields) => {
                let text = |name| fields.get(name).and_then(Value::as_str);
                if let (Some(name), Some(value)) = (text("field"), text("data")) {
                    let name = name.trim().trim_end_matches(':');
                    entries.push(Entry { line: None, name, value: value.trim() });
                }
                open.extend(fields.get("children"));
            }
            _ => {}
        }
    }
    of(&entries)
}

fn of(entries: &[Entry]) -> Result<Facts, Fault> {
    let find = |name: &str| entries.iter().find(|entry| entry.name == name);
    let count = |name: &str| match find(name).filter(|entry| entry.value != "-") {
        Some(entry) => entry.number(),
        None => Ok(1),
    };
    let cpus = find("CPU(s)").ok_or(What::Missing { name: "CPU(s)" })?.number()?;
    let of_kind = |name: &'static str| entries.iter().filter(move |entry| entry.name == name);
    let models: Vec<&str> = of_kind("Model name").map(|entry| entry.value).collect();
    if of_kind("Thread(s) per core").count() > 1 {
        let kinds = models.iter().map(|model| short(model)).collect();
        return Err(What::Kinds { kinds, instead: lscpu::COMMAND }.into());
    }
    let (threads, books) =
        (count("Thread(s) per core")?.max(1), count("Book(s)")?.max(1) * count("Drawer(s)")?.max(1));
    let (cores, sockets) = match find("Core(s) per cluster") {
        Some(entry) => (entry.number()?, count("Cluster(s)")?),
        None => (count("Core(s) per socket")?, count("Socket(s) per book").and(count("Socket(s)"))?),
    };
    let product = threads.saturating_mul(cores).saturating_mul(sockets).saturating_mul(books);
    let online = match find("On-line CPU(s) list") {
        Some(entry) => entry.cpus()?,
        None if cpus <= crate::MOST_CPUS => (0..cpus as u32).collect(),
        None => return Err(What::TooManyCpus.into()),
    };
    let offline = find("Off-line CPU(s) list").map(Entry::cpus).transpose()?.unwrap_or_default();
    let all: CpuSet = online.iter().chain(offline.iter()).collect();
    if product != all.len() as usize && product != online.len() as usize {
        let said = format!("{sockets} × {cores} × {threads}");
        return Err(What::Hybrid { said, product, cpus: all.len(), instead: lscpu::COMMAND }.into());
    }
    let taken = if product == all.len() as usize { all } else { online };

    let mut facts = Facts { source: lscpu::SOURCE, ..Facts::default() };
    facts.name = models.first().map(ToString::to_string);
    let mut node_of = BTreeMap::new();
    for entry in entries {
        let Some(node) = entry.name.strip_prefix("NUMA node").and_then(|rest| rest.strip_suffix(" CPU(s)"))
        else {
            continue;
        };
        let node = number(node, "node").map_err(|what| entry.fault(what))?;
        facts.nodes.insert(node);
        for cpu in entry.cpus()?.iter() {
            if node_of.insert(cpu, node).is_some() {
                return Err(entry.fault(What::Twice { of: "CPU", number: cpu }));
            }
        }
    }
    let numbers: Vec<u32> = taken.iter().collect();
    let core_of = cores_of(&numbers, threads, &node_of);
    let all_cores = numbers.len() / threads;
    if threads > 1 {
        facts.guessed.insert(Field::Core);
        let first = core_of.iter().skip(1).position(|&core| core == core_of[0]).map_or(0, |at| at + 1);
        facts
            .not_said
            .push(NotSaid::ThreadNumbers { a: numbers[0], b: numbers.get(first).copied().unwrap_or(0) });
    }
    // A socket has whole nodes, or a node whole sockets; cores are numbered socket by socket.
    let nodes: Vec<u32> = facts.nodes.iter().copied().collect();
    let per_socket = nodes.len().checked_div(sockets).unwrap_or(0);
    let by_nodes = per_socket > 0 && per_socket * sockets == nodes.len();
    let each = all_cores.div_ceil(sockets.saturating_mul(books).max(1)).max(1);
    if sockets * books > 1 {
        facts.guessed.insert(Field::Socket);
        facts.not_said.push(NotSaid::SocketNumbers);
    }
    let llcs = instances(entries, &["L3", "L3 cache"]);
    // More instances than sockets: cores share them in the order of their numbers.
    let per_llc =
        llcs.filter(|&llcs| llcs > 0 && all_cores.is_multiple_of(llcs)).map(|llcs| all_cores / llcs);
    let mut place: BTreeMap<usize, usize> = BTreeMap::new();
    for (&number, &core) in numbers.iter().zip(&core_of) {
        let node = node_of.get(&number).copied();
        let socket =
            match node.filter(|_| by_nodes).and_then(|node| nodes.iter().position(|&one| one == node)) {
                Some(node) => node / per_socket,
                None => core / each,
            };
        // The position of the core in its socket decides its cache.
        let of_socket = place.len();
        let position = *place.entry(core).or_insert(of_socket);
        facts.cpus.push(CpuFacts {
            number,
            core: Some(core),
            node,
            socket: Some(socket),
            llc: Some(position),
            ..CpuFacts::default()
        });
    }
    settle_llcs(&mut facts, per_llc);
    let away = offline.and(&taken);
    if !away.is_empty() {
        facts.cpus.retain(|cpu| !away.contains(cpu.number));
    }
    if !offline.is_empty() {
        facts.not_said.push(NotSaid::Offline { cpus: offline });
    }
    facts.asks = Some(lscpu::COMMAND);
    Ok(facts)
}

/// Gives each CPU its cache: `per_llc` cores of a socket and node share one, in the order of their numbers; unknown: none.
fn settle_llcs(facts: &mut Facts, per_llc: Option<usize>) {
    let Some(per_llc) = per_llc else {
        facts.cpus.iter_mut().for_each(|cpu| cpu.llc = None);
        return;
    };
    facts.guessed.insert(Field::Llc);
    facts.not_said.push(NotSaid::CacheNumbers { cores: per_llc });
    let mut before = BTreeMap::new();
    let mut caches = crate::facts::Numbering::default();
    for cpu in &mut facts.cpus {
        let place = (cpu.socket, cpu.node);
        let cores: &mut Vec<Option<usize>> = before.entry(place).or_default();
        let at = cores.iter().position(|&core| core == cpu.core).unwrap_or_else(|| {
            cores.push(cpu.core);
            cores.len() - 1
        });
        cpu.llc = Some(caches.of((place, at / per_llc)));
    }
}

/// How many caches of a level there are: `38.5 MiB (2 instances)`.
fn instances(entries: &[Entry], names: &[&str]) -> Option<usize> {
    let entry = entries.iter().find(|entry| names.contains(&entry.name))?;
    let (_, rest) = entry.value.split_once('(')?;
    rest.split_whitespace().next()?.parse().ok()
}

/// The core of each CPU. Firmware numbers the first threads of all cores before the second ones; where the nodes
/// contradict that, threads of a core follow each other.
fn cores_of(numbers: &[u32], threads: usize, node_of: &BTreeMap<u32, u32>) -> Vec<usize> {
    let cores = (numbers.len() / threads).max(1);
    let apart = |i: usize| i % cores;
    let node = |i: usize| node_of.get(&numbers[i]);
    let fits = (0..numbers.len()).all(|i| node(i) == node(apart(i)));
    (0..numbers.len()).map(|i| if fits { apart(i) } else { i / threads }).collect()
}
