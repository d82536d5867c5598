//! Random machines of any shape, and the output of each tool for them.

use proptest::prelude::*;
use sched_core::machine::topology::{Level, evenly_far};
use sched_core::machine::{Topology, TopologyCpu};
use std::fmt::Write;

/// A random machine: irregular, with gaps in its numbers, with or without nodes without a CPU, clusters and
/// capacities.
pub fn machine() -> impl Strategy<Value = Topology> {
    let shape = (1..=3usize, 1..=3usize, 1..=2usize, 0..=2usize, 1..=3usize, 1..=3usize);
    let choices = (any::<bool>(), 0..=2usize, any::<bool>(), 1..=4usize);
    (shape, choices, prop::collection::vec(0..1000u32, 324)).prop_map(|(shape, choices, dice)| {
        let (sockets, nodes, llcs, clusters, cores, threads) = shape;
        let (shuffled, empty, capacities, step) = choices;
        let mut dice = dice.into_iter().cycle();
        let mut roll = |most: usize| dice.next().unwrap_or(0) as usize % most;
        let mut cpus = Vec::new();
        let (mut node, mut llc, mut cluster, mut core) = (0, 0, 0, 0);
        for socket in 0..sockets {
            for _ in 0..nodes {
                for _ in 0..1 + roll(llcs) {
                    for _ in 0..clusters.max(1) {
                        // A cluster has several cores; a core may have fewer threads than others.
                        for _ in 0..cores.max(if clusters > 0 { 2 } else { 1 }) {
                            for _ in 0..1 + roll(threads) {
                                let cluster = (clusters > 0).then_some(cluster);
                                let capacity = capacities.then(|| 100 + roll(924) as u32);
                                cpus.push(TopologyCpu {
                                    number: 0,
                                    core,
                                    cluster,
                                    llc,
                                    node,
                                    socket,
                                    capacity,
                                });
                            }
                            core += 1;
                        }
                        cluster += 1;
                    }
                    llc += 1;
                }
                node += 1;
            }
        }
        cpus.truncate(512 / step);
        let mut numbers: Vec<u32> = (0..cpus.len()).map(|i| (i * step) as u32).collect();
        if shuffled {
            (1..numbers.len()).for_each(|i| numbers.swap(i, roll(i + 1)));
        }
        cpus.iter_mut().zip(numbers).for_each(|(cpu, number)| cpu.number = number);
        let node = cpus.iter().map(|cpu| cpu.node).max().map_or(0, |last| last + 1);
        let nodes: Vec<u32> = (0..node as u32).chain((0..empty as u32).map(|i| 250 + i)).collect();
        let mut distances = evenly_far(nodes.len(), 20);
        for (i, j) in
            (0..nodes.len()).flat_map(|i| (0..nodes.len()).map(move |j| (i, j))).filter(|(i, j)| i != j)
        {
            distances[i][j] = 10 + roll(245) as u32;
        }
        numbered(Topology { name: "Any Machine".into(), cpus, nodes, distances })
    })
}

/// Sorts the CPUs, numbers the groups by their first CPUs, and keeps capacities only if they differ.
pub fn numbered(mut topology: Topology) -> Topology {
    topology.cpus.sort_by_key(|cpu| cpu.number);
    let cpus = topology.cpus.clone();
    let renumber = |level: Level, group: usize| {
        let mut seen: Vec<usize> = Vec::new();
        for other in cpus.iter().filter_map(|cpu| cpu.group(level)) {
            if !seen.contains(&other) {
                seen.push(other);
            }
        }
        seen.iter().position(|&one| one == group).expect("a group of a CPU")
    };
    let several_cores = |cluster: usize| {
        let mut cores = cpus.iter().filter(|cpu| cpu.cluster == Some(cluster)).map(|cpu| cpu.core);
        let first = cores.next();
        cores.any(|core| Some(core) != first)
    };
    let differ = cpus.iter().any(|cpu| cpu.capacity != cpus[0].capacity);
    for cpu in &mut topology.cpus {
        cpu.cluster = cpu.cluster.filter(|&cluster| several_cores(cluster));
        cpu.cluster = cpu.cluster.map(|cluster| {
            let firsts: Vec<usize> =
                cpus.iter().filter_map(|cpu| cpu.cluster).filter(|&c| several_cores(c)).collect();
            let mut seen = Vec::new();
            firsts.into_iter().for_each(|one| {
                if !seen.contains(&one) {
                    seen.push(one);
                }
            });
            seen.iter().position(|&one| one == cluster).expect("a cluster")
        });
        cpu.core = renumber(Level::Core, cpu.core);
        cpu.llc = renumber(Level::Llc, cpu.llc);
        cpu.socket = renumber(Level::Socket, cpu.socket);
        cpu.capacity = cpu.capacity.filter(|_| differ);
    }
    topology
}

/// The machine as seen by a tool that reports no distances, no capacities and no nodes without a CPU.
pub fn as_lscpu_sees(topology: &Topology) -> Topology {
    let mut seen = topology.clone();
    seen.cpus.iter_mut().for_each(|cpu| cpu.capacity = None);
    seen.nodes.retain(|&node| node < 250);
    seen.distances = evenly_far(seen.nodes.len(), 20);
    seen.name = format!("{} CPUs", seen.cpus.len());
    seen
}

fn cluster_of(cpu: &TopologyCpu) -> String {
    cpu.cluster.map_or("-".into(), |cluster| cluster.to_string())
}

fn caches_of(cpu: &TopologyCpu) -> String {
    format!("{0}:{0}:{0}:{1}", cpu.core, cpu.llc)
}

pub fn lscpu_json(topology: &Topology) -> String {
    let row = |cpu: &TopologyCpu| {
        format!(
            "{{\"cpu\": {}, \"core\": {}, \"cluster\": {}, \"socket\": {}, \"node\": {}, \"l1d:l1i:l2:l3\": \"{}\"}}",
            cpu.number,
            cpu.core,
            cluster_of(cpu),
            cpu.socket,
            topology.nodes[cpu.node],
            caches_of(cpu)
        )
    };
    format!("{{\"cpus\": [{}]}}", topology.cpus.iter().map(row).collect::<Vec<_>>().join(","))
}

pub fn lscpu_parsable(topology: &Topology) -> String {
    let mut text =
        "# The following is the parsable format\n# CPU,Core,Cluster,Socket,Node,,L1d,L1i,L2,L3\n".to_string();
    for cpu in &topology.cpus {
        let caches = caches_of(cpu).replace(':', ",");
        let (cluster, node) = (cluster_of(cpu).replace('-', ""), topology.nodes[cpu.node]);
        let _ = writeln!(text, "{},{},{cluster},{},{node},,{caches}", cpu.number, cpu.core, cpu.socket);
    }
    text
}

pub fn lscpu_table(topology: &Topology) -> String {
    let mut text = "CPU NODE SOCKET CLUSTER CORE L1d:L1i:L2:L3 ONLINE\n".to_string();
    for cpu in &topology.cpus {
        let (cluster, node) = (cluster_of(cpu), topology.nodes[cpu.node]);
        let caches = caches_of(cpu);
        let _ =
            writeln!(text, "{:3} {node:4} {:6} {cluster} {} {caches} yes", cpu.number, cpu.socket, cpu.core);
    }
    text
}

/// The CPUs in the same group as a CPU, as a list.
fn list(topology: &Topology, of: &TopologyCpu, level: Level) -> String {
    let with = |cpu: &&TopologyCpu| cpu.group(level).is_some() && cpu.group(level) == of.group(level);
    topology.cpus.iter().filter(with).map(|cpu| cpu.number.to_string()).collect::<Vec<_>>().join(",")
}

/// The CPUs with a property as a mask.
fn mask(topology: &Topology, with: impl Fn(&TopologyCpu) -> bool) -> String {
    let mut words = [0u32; 16];
    for cpu in topology.cpus.iter().filter(|cpu| with(cpu)) {
        words[cpu.number as usize / 32] |= 1 << (cpu.number % 32);
    }
    words.iter().rev().map(|word| format!("{word:08x}")).collect::<Vec<_>>().join(",")
}

/// Lines of `/sys`, as lists or as masks.
pub fn sysfs(topology: &Topology, masks: bool) -> String {
    let mut text = String::new();
    for cpu in &topology.cpus {
        let mut group = |file: &str, mask_file: &str, list_file: &str, level| {
            let (file_name, value) = if masks {
                let with = |other: &TopologyCpu| other.group(level) == cpu.group(level);
                (mask_file, mask(topology, with))
            } else {
                (list_file, list(topology, cpu, level))
            };
            let _ = writeln!(text, "/sys/devices/system/cpu/cpu{}/{file}/{file_name}:{value}", cpu.number);
        };
        group("topology", "thread_siblings", "core_cpus_list", Level::Core);
        group("topology", "core_siblings", "package_cpus_list", Level::Socket);
        if cpu.cluster.is_some() {
            group("topology", "cluster_cpus", "cluster_cpus_list", Level::Cluster);
        }
        group("cache/index3", "shared_cpu_map", "shared_cpu_list", Level::Llc);
        let folder = format!("/sys/devices/system/cpu/cpu{}", cpu.number);
        let _ = writeln!(text, "{folder}/topology/physical_package_id:{}", cpu.socket);
        let _ = writeln!(text, "{folder}/cache/index3/level:3\n{folder}/cache/index3/type:Unified");
        if let Some(capacity) = cpu.capacity {
            let _ = writeln!(text, "{folder}/cpu_capacity:{capacity}");
        }
    }
    for (i, (node, row)) in topology.nodes.iter().zip(&topology.distances).enumerate() {
        let folder = format!("/sys/devices/system/node/node{node}");
        if masks {
            let _ = writeln!(text, "{folder}/cpumap:{}", mask(topology, |cpu| cpu.node == i));
        } else {
            let cpus = topology.cpus.iter().find(|cpu| cpu.node == i);
            let _ = writeln!(
                text,
                "{folder}/cpulist:{}",
                cpus.map_or(String::new(), |cpu| list(topology, cpu, Level::Node))
            );
        }
        let row: Vec<String> = row.iter().map(u32::to_string).collect();
        let _ = writeln!(text, "{folder}/distance:{}", row.join(" "));
    }
    let _ = writeln!(text, "/proc/cpuinfo:model name\t: {}", topology.name);
    text
}

/// The document of `lstopo`, of version 1 or 2.
pub fn hwloc(topology: &Topology, version: u32) -> String {
    let hex = |with: &dyn Fn(&TopologyCpu) -> bool| format!("0x{}", mask(topology, with).replace(',', ",0x"));
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE topology SYSTEM \"hwloc.dtd\">\n",
    );
    let _ = writeln!(text, "<topology{}>", if version == 1 { "" } else { " version=\"2.0\"" });
    let all = hex(&|_| true);
    let _ =
        writeln!(text, "<object type=\"Machine\" os_index=\"0\" cpuset=\"{all}\" complete_cpuset=\"{all}\">");
    let _ = writeln!(text, "<info name=\"CPUModel\" value=\"{}\"/>", topology.name);
    let levels: [(&str, Level); 5] = [
        ("Package", Level::Socket),
        ("NUMANode", Level::Node),
        ("L3Cache", Level::Llc),
        ("Group", Level::Cluster),
        ("Core", Level::Core),
    ];
    nest(topology, version, &levels, &topology.cpus.iter().collect::<Vec<_>>(), &mut text);
    for (i, node) in topology.nodes.iter().enumerate() {
        if !topology.cpus.iter().any(|cpu| cpu.node == i) {
            let _ = writeln!(text, "<object type=\"NUMANode\" os_index=\"{node}\" cpuset=\"0x0\"/>");
        }
    }
    if version == 1 {
        // Version 1 writes distances relative to the local one.
        let count = topology.nodes.len();
        let _ =
            writeln!(text, "<distances nbobjs=\"{count}\" relative_depth=\"2\" latency_base=\"10.000000\">");
        for distance in order(topology).iter().flat_map(|&i| order(topology).into_iter().map(move |j| (i, j)))
        {
            let value = f64::from(topology.distances[distance.0][distance.1]) / 10.0;
            let _ = writeln!(text, "<latency value=\"{value:.6}\"/>");
        }
        text.push_str("</distances>\n");
    }
    text.push_str("</object>\n");
    if version > 1 {
        let indexes: Vec<String> = topology.nodes.iter().rev().map(u32::to_string).collect();
        let rows = topology.distances.iter().rev().flat_map(|row| row.iter().rev());
        let values: Vec<String> = rows.map(u32::to_string).collect();
        let _ = writeln!(
            text,
            "<distances2 type=\"NUMANode\" nbobjs=\"{}\" kind=\"5\" name=\"NUMALatency\" indexing=\"os\">",
            indexes.len()
        );
        let _ = writeln!(text, "<indexes length=\"1\">{} </indexes>", indexes.join(" "));
        values.chunks(7).for_each(|some| {
            let _ = writeln!(text, "<u64values length=\"1\">{} </u64values>", some.join(" "));
        });
        text.push_str("</distances2>\n");
    }
    for cpu in topology.cpus.iter().filter(|cpu| cpu.capacity.is_some()) {
        let cpus = hex(&|other| other.number == cpu.number);
        let capacity = cpu.capacity.unwrap_or(0);
        let _ = writeln!(
            text,
            "<cpukind cpuset=\"{cpus}\"><info name=\"LinuxCapacity\" value=\"{capacity}\"/></cpukind>"
        );
    }
    text.push_str("</topology>\n");
    text
}

/// The nodes in the order of the document.
fn order(topology: &Topology) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut sockets: Vec<usize> = Vec::new();
    for cpu in &topology.cpus {
        if !sockets.contains(&cpu.socket) {
            sockets.push(cpu.socket);
        }
    }
    for socket in sockets {
        for cpu in topology.cpus.iter().filter(|cpu| cpu.socket == socket) {
            if !order.contains(&cpu.node) {
                order.push(cpu.node);
            }
        }
    }
    order.extend((0..topology.nodes.len()).filter(|i| !topology.cpus.iter().any(|cpu| cpu.node == *i)));
    order
}

/// The objects of a level, each with its children.
fn nest(
    topology: &Topology,
    version: u32,
    levels: &[(&str, Level)],
    cpus: &[&TopologyCpu],
    text: &mut String,
) {
    let Some((&(name, level), inner)) = levels.split_first() else {
        for cpu in cpus {
            let _ = writeln!(text, "<object type=\"PU\" os_index=\"{}\"/>", cpu.number);
        }
        return;
    };
    let mut groups: Vec<Option<usize>> = Vec::new();
    for cpu in cpus {
        if !groups.contains(&cpu.group(level)) {
            groups.push(cpu.group(level));
        }
    }
    for group in groups {
        let inside: Vec<&TopologyCpu> =
            cpus.iter().copied().filter(|cpu| cpu.group(level) == group).collect();
        let of_group = |cpu: &TopologyCpu| inside.iter().any(|one| one.number == cpu.number);
        let cpuset = format!("0x{}", mask(topology, of_group).replace(',', ",0x"));
        match (level, group) {
            (_, None) => {
                nest(topology, version, inner, &inside, text);
                continue;
            }
            (Level::Node, Some(node)) if version > 1 => {
                let number = topology.nodes[node];
                let _ = writeln!(text, "<object type=\"Group\" kind=\"1001\" cpuset=\"{cpuset}\">");
                let _ =
                    writeln!(text, "<object type=\"NUMANode\" os_index=\"{number}\" cpuset=\"{cpuset}\"/>");
            }
            (Level::Node, Some(node)) => {
                let number = topology.nodes[node];
                let _ = writeln!(text, "<object type=\"{name}\" os_index=\"{number}\" cpuset=\"{cpuset}\">");
            }
            (Level::Llc, _) if version == 1 => {
                let _ = writeln!(
                    text,
                    "<object type=\"Cache\" depth=\"3\" cache_type=\"0\" cpuset=\"{cpuset}\">"
                );
            }
            (Level::Cluster, _) => {
                let _ = writeln!(
                    text,
                    "<object type=\"{name}\" subtype=\"Cluster\" kind=\"222\" cpuset=\"{cpuset}\">"
                );
            }
            (Level::Socket, _) if version == 1 => {
                let _ = writeln!(text, "<object type=\"Socket\" cpuset=\"{cpuset}\">");
            }
            _ => {
                let _ = writeln!(text, "<object type=\"{name}\" cpuset=\"{cpuset}\">");
            }
        }
        nest(topology, version, inner, &inside, text);
        text.push_str("</object>\n");
    }
}
