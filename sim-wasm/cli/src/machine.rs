//! Reads a machine from files, or from a folder like `/sys`: its topology, and the facts that the file
//! lacks.

use crate::{Failure, name};
use sched_core::machine::domains::build;
use sched_core::machine::kernel::{self, ClusterLevel};
use sched_core::machine::topology::Level;
use sched_core::machine::{Family, KernelId, Machine, MachineId, Platform, Topology};
use sched_core::scenario::{self, ControlGroup, Features, Lane, OwnMachine, Scenario, Workload};
use sched_readers::pile::{self, Part};
use sched_readers::{
    CpuSet, Fault, Kind, MOST_BYTES, NotSaid, Reading, Sort, containers, costs, domains, lscpu, matrix,
    rtapp, rtapp_out, sysfs,
};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{Display, Write};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The JSON output for a machine.
#[derive(Serialize)]
struct Counted<'a> {
    name: &'a str,
    cpus: usize,
    sockets: usize,
    /// Includes the nodes without a CPU.
    nodes: usize,
    llcs: usize,
    /// Counts only clusters of several cores.
    clusters: usize,
    cores: usize,
    /// The number of hardware threads of the largest core.
    threads: usize,
    /// The CPUs' numbers as a list, and those of the nodes.
    numbers: String,
    node_numbers: &'a [u32],
    distances: &'a [Vec<u32>],
    /// The CPUs of each capacity, if the capacities differ.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    capacities: BTreeMap<u32, String>,
    not_said: Vec<String>,
    /// Of `not_said`: what was assumed.
    guessed: Vec<String>,
    /// Of `not_said`: statements that contradict each other.
    contradictions: Vec<String>,
    /// Costs that were measured on it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    costs: &'a BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    not_taken: &'a [String],
}

/// The commands that produce a file.
pub fn how() -> String {
    format!(
        "To get a file, run one of these on the machine:\n  {}\n  lstopo --of xml\n  {}",
        lscpu::COMMAND,
        sysfs::COMMAND
    )
}

/// A machine that was read, with costs that were measured on it.
pub struct Brought {
    pub reading: Reading,
    pub costs: BTreeMap<String, u32>,
    /// Notes on measurements that were not taken.
    pub not_taken: Vec<String>,
}

/// Reads a machine from files, from standard input (`-`), or from folders with a copy of `/sys`. What the texts say is joined.
pub fn read(files: &[PathBuf]) -> Result<Brought, Failure> {
    let said = |file: &Path, what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
    let read = |file: &PathBuf| bytes(file).map_err(|error| said(file, &error));
    let texts = files.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let refused = |(file, mut fault): (usize, Fault)| {
        // The lines of a folder are made up here, so their numbers mean nothing to the user.
        fault.line = fault.line.filter(|_| !files[file].is_dir());
        said(&files[file], &fault)
    };
    let slices: Vec<&[u8]> = texts.iter().map(Vec::as_slice).collect();
    let parts = pile::parts(&slices).map_err(refused)?;
    for part in &parts {
        let instead = match part.kind {
            Kind::Machine | Kind::Costs => continue,
            Kind::Domains => "the domains of a kernel, which --check compares",
            Kind::Workload => "a workload, which sched rt-app reads",
            Kind::Waits => "a table of waits, which the page shows beside the simulated ones",
            Kind::Containers => "a text about limits of containers, which sched containers reads",
        };
        return Err(said(&files[part.file], &format_args!("This is {instead}.")));
    }
    let costs: Vec<&Part> = parts.iter().filter(|part| part.kind == Kind::Costs).collect();
    if costs.len() == parts.len()
        && let [matrix] = costs[..]
        && matrix::looks_like(matrix.text)
    {
        return inferred(matrix.text.as_bytes())
            .map_err(|fault| refused((matrix.file, matrix.placed(fault))));
    }
    if let Some(first) = costs.first().filter(|_| costs.len() == parts.len()) {
        return Err(said(&files[first.file], &"These are costs: a text about the machine is missing."));
    }
    let reading = pile::machine(&parts).map_err(refused)?;
    let own = OwnMachine::of(&reading.topology, Family::Xeon);
    let mut brought = Brought { reading, costs: BTreeMap::new(), not_taken: Vec::new() };
    for part in costs {
        let read = costs::read(part.text.as_bytes(), &own);
        let read = read.map_err(|fault| refused((part.file, part.placed(fault))))?;
        brought.not_taken.extend(read.not_taken.iter().map(ToString::to_string));
        for (key, value) in read.costs {
            if brought.costs.insert(key.into(), value).is_some_and(|before| before != value) {
                let what = format!("{key} is in another text as well, with another value; give it once.");
                return Err(said(&files[part.file], &what));
            }
        }
    }
    Ok(brought)
}

/// Infers a machine from a matrix of latencies.
pub fn infer(file: &Path) -> Result<Brought, Failure> {
    let said = |what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
    let bytes = bytes(file).map_err(|error| said(&error))?;
    inferred(&bytes).map_err(|fault| said(&fault))
}

fn inferred(bytes: &[u8]) -> Result<Brought, Fault> {
    let (reading, measured) = costs::machine_of(bytes, Family::Xeon)?;
    let not_taken = measured.not_taken.iter().map(ToString::to_string).collect();
    let costs = measured.costs.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
    Ok(Brought { reading, costs, not_taken })
}

/// The machine of a file, as the simulator builds it.
pub fn built(file: &Path) -> Result<Machine, Failure> {
    if !file.exists() && file != Path::new("-") {
        let known = format!("neither a machine ({}) nor a file", MachineId::KEYS.join(", "));
        return Err(Failure { lines: vec![format!("{}: {known}", file.display())], code: 2 });
    }
    let brought = read(&[file.to_path_buf()])?;
    Ok(Machine::from_topology(&brought.reading.topology, Platform::of(Family::Xeon)))
}

fn bytes(file: &Path) -> io::Result<Vec<u8>> {
    if file.is_dir() { Ok(tree(file)?.into_bytes()) } else { crate::bytes(file, MOST_BYTES) }
}

/// The files of a copy of `/sys` that describe a machine, as lines of `path:value`.
fn tree(folder: &Path) -> io::Result<String> {
    let Some((root, proc)) = system_folder(folder)? else {
        let sorry = "no devices/system/cpu in this folder: not a copy of /sys";
        return Err(io::Error::new(io::ErrorKind::NotFound, sorry));
    };
    let mut lines = String::new();
    gather(&root.join("cpu"), 4, &mut lines)?;
    if root.join("node").is_dir() {
        gather(&root.join("node"), 2, &mut lines)?;
    }
    let cpuinfo = proc.map(|proc| text(&proc.join("cpuinfo"))).unwrap_or_default();
    if let Some(model) = cpuinfo.lines().find(|line| line.starts_with("model name")) {
        let _ = writeln!(lines, "/proc/cpuinfo:{model}");
    }
    Ok(lines)
}

/// Finds `devices/system`: the folder itself, its `sys` or `fsroot/sys`, or the same in one of its folders.
/// Returns it with the `proc` folder of the same machine: the one beside that `sys`, or `/proc` for this
/// machine.
fn system_folder(folder: &Path) -> io::Result<Option<(PathBuf, Option<PathBuf>)>> {
    let this = fs::canonicalize("/sys/devices/system").ok();
    let of = |folder: &Path| {
        let places = [
            ("", None),
            ("system", None),
            ("devices/system", None),
            ("sys/devices/system", Some("proc")),
            ("fsroot/sys/devices/system", Some("fsroot/proc")),
        ];
        let (place, proc) = places.iter().find(|(place, _)| folder.join(place).join("cpu").is_dir())?;
        let place = folder.join(place);
        let is_this = this.is_some() && fs::canonicalize(&place).ok() == this;
        let proc = if is_this { Some("/proc".into()) } else { proc.map(|proc| folder.join(proc)) };
        Some((place, proc))
    };
    if let Some(found) = of(folder) {
        return Ok(Some(found));
    }
    let mut inside = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    inside.sort();
    Ok(inside.iter().find_map(|folder| of(folder)))
}

/// Adds the files of a folder and of its folders down to `depth`. A file that cannot be read counts as empty.
fn gather(folder: &Path, depth: usize, lines: &mut String) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_dir() && depth > 0 {
            gather(&path, depth - 1, lines)?;
        } else if kind.is_file() && path.to_str().and_then(sysfs::Path::of).is_some() {
            let value = text(&path);
            // None of the files that are used has several lines.
            let _ = writeln!(lines, "{}:{}", path.display(), value.lines().next().unwrap_or_default());
        }
    }
    Ok(())
}

fn text(file: &Path) -> String {
    const MOST: u64 = 1_000_000;
    let mut bytes = Vec::new();
    let read = fs::File::open(file).and_then(|file| file.take(MOST).read_to_end(&mut bytes));
    if read.is_ok() { String::from_utf8_lossy(&bytes).into() } else { String::new() }
}

/// Compares the simulated domains of a machine with those of its real kernel.
///
/// The cluster level is built by kernels with `CONFIG_SCHED_CLUSTER`, if the machine has clusters.
pub fn check(
    topology: &Topology,
    file: &Path,
    kernel: Option<KernelId>,
) -> Result<(Vec<domains::Row>, Vec<NotSaid>), Failure> {
    let bytes = bytes(file).map_err(|error| Failure::said(format!("{}: {error}", name(file))))?;
    let seen = domains::read(&bytes).map_err(|fault| Failure::said(format!("{}: {fault}", name(file))))?;
    let rules = kernel::rules(kernel.unwrap_or(seen.kernel()));
    // Domains do not depend on the costs of a machine.
    let machine = Machine::from_topology(topology, Platform::of(Family::Xeon));
    let built = build(&machine, &rules, rules.cluster_level == ClusterLevel::Cls);
    Ok((domains::check(&seen, &built), seen.notes()))
}

/// A machine for a scenario, with measured costs, and notes on assumptions and on unused measurements.
pub fn with_costs(
    brought: &Brought,
    like: Family,
    files: &[PathBuf],
) -> Result<(String, Vec<String>), Failure> {
    let Brought { reading, costs: known, not_taken } = brought;
    let own = OwnMachine::of(&reading.topology, like);
    let mut notes: Vec<String> = reading.not_said.iter().map(ToString::to_string).collect();
    notes.extend(not_taken.iter().cloned());
    let mut measured: BTreeMap<&str, (u32, &Path)> = BTreeMap::new();
    for file in files {
        let said = |what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
        let bytes = bytes(file).map_err(|error| said(&error))?;
        // Each file is read with the default costs, so that the order of the files has no effect.
        let read = costs::read(&bytes, &own).map_err(|fault| said(&fault))?;
        notes.extend(read.not_taken.iter().map(ToString::to_string));
        for (key, value) in read.costs {
            if let Some((_, before)) = measured.insert(key, (value, file)) {
                return Err(said(&format!("{key} is in {} as well; give it once.", before.display())));
            }
        }
    }
    let mut costs = known.clone();
    costs.extend(measured.into_iter().map(|(key, (value, _))| (key.to_string(), value)));
    Ok((serde_json::to_string(&OwnMachine { costs, ..own }).unwrap_or_default(), notes))
}

/// The control groups of containers, in files of any form, with notes on what was not taken.
pub fn containers(files: &[PathBuf]) -> Result<(Vec<ControlGroup>, Vec<String>), Failure> {
    let mut all = Vec::new();
    for file in files {
        let said = |what: &dyn Display| Failure::said(format!("{}: {what}", name(file)));
        let bytes = crate::bytes(file, MOST_BYTES).map_err(|error| said(&error))?;
        let parts = pile::parts(&[&bytes]).map_err(|(_, fault)| said(&fault))?;
        for part in parts {
            if part.kind != Kind::Containers {
                return Err(said(&format_args!(
                    "There are no limits of containers in it, but {}.",
                    part.name
                )));
            }
            let read = containers::read_text(part.text).map_err(|fault| said(&part.placed(fault)))?;
            all.push(read);
        }
    }
    let (groups, not_taken) = containers::join(all);
    Ok((groups, not_taken.iter().map(ToString::to_string).collect()))
}

/// Control groups as text: each with its limits, below the group that it is in.
pub fn groups_to_text(groups: &[ControlGroup]) -> String {
    let depth = |group: &ControlGroup| {
        let above = |number: u32| groups.get((number as usize).checked_sub(1)?).map(|group| group.parent);
        std::iter::successors(Some(group.parent).filter(|&parent| parent > 0), |&number| {
            above(number).filter(|&parent| parent > 0)
        })
        .count()
    };
    let mut text = String::new();
    for (i, group) in groups.iter().enumerate() {
        let max = if group.quota_us > 0 { group.quota_us.to_string() } else { "max".to_string() };
        let name = if group.name.is_empty() { format!("group {}", i + 1) } else { group.name.clone() };
        let _ = write!(text, "{:1$}{name}: ", "", 2 * depth(group));
        let _ = write!(text, "cpu.weight {}, cpu.max {max} {}", group.weight, group.period_us);
        if group.burst_us > 0 {
            let _ = write!(text, ", cpu.max.burst {}", group.burst_us);
        }
        if group.idle {
            text.push_str(", cpu.idle 1");
        }
        if let Some(cpus) = &group.cpus {
            let _ = write!(text, ", cpuset.cpus {cpus}");
        }
        text.push('\n');
    }
    text
}

/// A scenario with the workload of an `rt-app` document, and notes on what was ignored.
pub fn rt_app(file: &Path, base: Option<Scenario>) -> Result<(Scenario, Vec<String>), Failure> {
    let said = |what: &dyn Display| format!("{}: {what}", name(file));
    let bytes = bytes(file).map_err(|error| Failure::said(said(&error)))?;
    let read = rtapp::read(&bytes).map_err(|fault| Failure::said(said(&fault)))?;
    let lanes = || {
        vec![
            Lane::default(),
            Lane {
                features: Features { cluster_domain: Some(true), ..Features::default() },
                ..Lane::default()
            },
        ]
    };
    let mut scenario = base.unwrap_or_else(|| Scenario { lanes: lanes(), ..Scenario::default() });
    scenario.workload = Workload::RtApp(read.workload);
    if !read.groups.is_empty() {
        scenario.groups = read.groups;
    }
    scenario.limit_ms = read.limit_ms.unwrap_or(scenario.limit_ms);
    let faults = scenario::check(&scenario);
    if !faults.is_empty() {
        let lines = faults.iter().map(|fault| said(&fault.message)).collect();
        return Err(Failure { lines, code: 2 });
    }
    let notes = read.not_taken.iter().map(ToString::to_string).collect();
    Ok((scenario, notes))
}

/// Writes the workload of a scenario's first lane as a document of `rt-app`. Returns what that does not say.
pub fn rt_app_out(scenario: &Scenario, out: &Path) -> Result<Vec<String>, Failure> {
    let plain = Lane::default();
    let lane = scenario.lanes.first().unwrap_or(&plain);
    let written = rtapp_out::write(scenario, lane).map_err(Failure::said)?;
    fs::write(out, written.text).map_err(|error| Failure::said(format!("{}: {error}", name(out))))?;
    Ok(written.not_said)
}

/// The CPUs of each group of a level.
fn groups(topology: &Topology, level: Level) -> Vec<CpuSet> {
    let mut groups: BTreeMap<usize, CpuSet> = BTreeMap::new();
    for cpu in &topology.cpus {
        if let Some(group) = cpu.group(level) {
            groups.entry(group).or_default().insert(cpu.number);
        }
    }
    groups.into_values().collect()
}

fn counted(brought: &Brought) -> Counted<'_> {
    let reading = &brought.reading;
    let of = |sort: Sort| {
        let notes = reading.not_said.iter().filter(move |said| said.sort() == sort);
        notes.map(ToString::to_string).collect()
    };
    let topology = &reading.topology;
    let count = |level| groups(topology, level).len();
    let cores = groups(topology, Level::Core);
    let mut capacities: BTreeMap<u32, CpuSet> = BTreeMap::new();
    for cpu in &topology.cpus {
        if let Some(capacity) = cpu.capacity {
            capacities.entry(capacity).or_default().insert(cpu.number);
        }
    }
    Counted {
        name: &topology.name,
        cpus: topology.cpus.len(),
        sockets: count(Level::Socket),
        nodes: topology.nodes.len(),
        llcs: count(Level::Llc),
        clusters: count(Level::Cluster),
        cores: cores.len(),
        threads: cores.iter().map(CpuSet::len).max().unwrap_or(0) as usize,
        numbers: topology.cpus.iter().map(|cpu| cpu.number).collect::<CpuSet>().to_string(),
        node_numbers: &topology.nodes,
        distances: &topology.distances,
        capacities: capacities.into_iter().map(|(capacity, cpus)| (capacity, cpus.to_string())).collect(),
        not_said: reading.not_said.iter().map(ToString::to_string).collect(),
        guessed: of(Sort::Guess),
        contradictions: of(Sort::Contradiction),
        costs: &brought.costs,
        not_taken: &brought.not_taken,
    }
}

/// The machine as JSON, on one line.
pub fn to_json(brought: &Brought) -> String {
    serde_json::to_string(&counted(brought)).unwrap_or_default() + "\n"
}

/// The machine as text, node by node.
pub fn to_text(brought: &Brought) -> String {
    let (topology, all) = (&brought.reading.topology, counted(brought));
    let several = |count: usize, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    let mut counts =
        vec![several(all.sockets, "socket"), several(all.nodes, "node"), several(all.llcs, "LLC")];
    if all.clusters > 0 {
        counts.push(several(all.clusters, "cluster"));
    }
    counts.push(several(all.cores, "core"));
    let mut text =
        format!("{}\n{} ({}): {}\n", all.name, several(all.cpus, "CPU"), all.numbers, counts.join(", "));
    for (index, number) in topology.nodes.iter().enumerate() {
        let of_node =
            |cpus: &CpuSet| topology.cpus.iter().any(|cpu| cpu.node == index && cpus.contains(cpu.number));
        let lists = |level| {
            let lists = groups(topology, level).into_iter().filter(of_node).map(|cpus| cpus.to_string());
            lists.collect::<Vec<_>>().join(" ")
        };
        let own: CpuSet =
            topology.cpus.iter().filter(|cpu| cpu.node == index).map(|cpu| cpu.number).collect();
        let sockets: BTreeSet<usize> =
            topology.cpus.iter().filter(|cpu| cpu.node == index).map(|cpu| cpu.socket).collect();
        let sockets = sockets.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        if own.is_empty() {
            let _ = writeln!(text, "node {number}: no CPU");
            continue;
        }
        let _ = writeln!(text, "node {number}: CPUs {own}, socket {sockets}");
        for (level, word) in [(Level::Llc, "LLCs"), (Level::Cluster, "clusters"), (Level::Core, "cores")] {
            let lists = lists(level);
            if !lists.is_empty() && (level != Level::Core || all.threads > 1) {
                let _ = writeln!(text, "  {word}: {lists}");
            }
        }
    }
    for (capacity, cpus) in &all.capacities {
        let _ = writeln!(text, "capacity {capacity}: CPUs {cpus}");
    }
    if topology.nodes.len() > 1 {
        let _ = writeln!(text, "distances:");
        for (node, row) in topology.nodes.iter().zip(&topology.distances) {
            let row = row.iter().map(|distance| format!("{distance:4}")).collect::<String>();
            let _ = writeln!(text, "  node {node}:{row}");
        }
    }
    for (key, value) in all.costs {
        let _ = writeln!(text, "cost {key}: {value}");
    }
    for said in &brought.reading.not_said {
        let mark = match said.sort() {
            Sort::Guess => "guess: ",
            Sort::Contradiction => "contradiction: ",
            Sort::Note => "",
        };
        let _ = writeln!(text, "- {mark}{said}");
    }
    for said in all.not_taken {
        let _ = writeln!(text, "- {said}");
    }
    text
}
