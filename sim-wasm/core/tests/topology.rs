//! Machines, their costs, and the scheduling domains the kernels build on them.

use sched_core::engine::ids::{CpuId, Id};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::machine::domains::{Domain, Domains, build, flags, has_cluster_level};
use sched_core::machine::{
    COSTS, Costs, Counts, Family, Grade, KernelId, Link, LinkKind, Machine, MachineId, Platform, Topology,
    TopologyCpu, UnitKind, apply_overrides, costs_of, kernel,
};
use sched_core::observe::vocab::Distance;
use std::collections::BTreeMap;

const CFS: [KernelId; 4] = [KernelId::V4_20, KernelId::V5_9, KernelId::V5_10, KernelId::V6_5];
const KUNPENGS: [MachineId; 4] =
    [MachineId::Kunpeng24, MachineId::Kunpeng48, MachineId::Kunpeng96, MachineId::Kunpeng128];

fn domains(machine: MachineId, kernel: KernelId, cluster: bool) -> Domains {
    build(&Machine::preset(machine), &kernel::rules(kernel), cluster)
}

/// Every machine under every CFS kernel, with and without the cluster level.
fn each_build(mut visit: impl FnMut(&Machine, KernelId, bool, &Domains)) {
    for &id in MachineId::ALL {
        let machine = Machine::preset(id);
        for kernel in CFS {
            for cluster in [false, true] {
                visit(&machine, kernel, cluster, &build(&machine, &kernel::rules(kernel), cluster));
            }
        }
    }
}

/// A domain as `name span min/max groups`; groups of single CPUs are counted.
fn row(domain: &Domain) -> String {
    let groups = if domain.groups.iter().all(|group| group.weight == 1) {
        format!("{} CPUs", domain.groups.len())
    } else {
        domain
            .groups
            .iter()
            .map(|group| format!("{{{}}}", group.span.to_list()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let (min, max) = (domain.min_interval_ms, domain.max_interval_ms);
    format!("{} {} {min}/{max} {groups}", domain.name, domain.span.to_list())
}

#[track_caller]
fn rows(domains: &Domains, cpu: CpuId, expected: &[&str]) {
    let found: Vec<String> = domains.of[cpu].iter().map(row).collect();
    assert_eq!(found, expected, "CPU {cpu}");
}

const NUMA_OF_CPU_0: [&str; 3] =
    ["NUMA 0-47 48/96 {0-23} {24-47}", "NUMA 0-71 72/144 {0-47} {48-95}", "NUMA 0-95 96/192 {0-71} {48-95}"];
const MC_OF_CPUS: &str = "MC 0-23 24/48 24 CPUs";
const MC_OF_CLUSTERS: &str = "MC 0-23 24/48 {0-3} {4-7} {8-11} {12-15} {16-19} {20-23}";

#[test]
fn kunpeng_96_without_the_cluster_level() {
    for kernel in [KernelId::V4_20, KernelId::V5_9, KernelId::V5_10] {
        let domains = domains(MachineId::Kunpeng96, kernel, false);
        rows(&domains, CpuId(0), &[&[MC_OF_CPUS][..], &NUMA_OF_CPU_0].concat());
        // No domain spans nodes 1 and 3: their distance of 24 is not in node 0's row.
        rows(
            &domains,
            CpuId(24),
            &[
                "MC 24-47 24/48 24 CPUs",
                "NUMA 0-47 48/96 {24-47} {0-23}",
                "NUMA 0-71 72/144 {0-47} {0-23,48-95}",
            ],
        );
        rows(
            &domains,
            CpuId(48),
            &[
                "MC 48-71 24/48 24 CPUs",
                "NUMA 48-95 48/96 {48-71} {72-95}",
                "NUMA 0-23,48-95 72/144 {48-95} {0-47}",
                "NUMA 0-95 96/192 {0-23,48-95} {0-47}",
            ],
        );
        rows(
            &domains,
            CpuId(72),
            &[
                "MC 72-95 24/48 24 CPUs",
                "NUMA 48-95 48/96 {72-95} {48-71}",
                "NUMA 0-23,48-95 72/144 {48-95} {0-71}",
            ],
        );
    }
}

#[test]
fn kunpeng_96_with_the_cluster_level() {
    let old = domains(MachineId::Kunpeng96, KernelId::V5_9, true);
    rows(&old, CpuId(0), &[&["CL 0-3 4/8 4 CPUs", MC_OF_CLUSTERS][..], &NUMA_OF_CPU_0].concat());
    let merged = domains(MachineId::Kunpeng96, KernelId::V6_5, true);
    let spans: Vec<String> = merged.of[CpuId(0)].iter().map(|domain| domain.span.to_list()).collect();
    assert_eq!(spans, ["0-3", "0-23", "0-47", "0-71", "0-95"]);
    assert_eq!(merged.of[CpuId(0)][0].name, "CLS");
    let scanned = domains(MachineId::Kunpeng96, KernelId::V6_8, true);
    let has_flag = [&old, &merged, &scanned].map(|domains| domains.of[CpuId(0)][0].has(flags::CLUSTER));
    assert_eq!(has_flag, [false, false, true]);
}

#[test]
fn a_kernel_has_the_cluster_level_where_linux_has_it() {
    use KernelId::{V5_10, V6_5, V6_8, V6_12, V6_18_2, V7_3};
    let since = |machine: MachineId, first: Option<KernelId>| {
        let machine = Machine::preset(machine);
        for kernel in [V5_10, V6_5, V6_8, V6_12, V6_18_2, V7_3] {
            let level = has_cluster_level(&machine, &kernel::rules(kernel));
            assert_eq!(
                level,
                first.is_some_and(|first| kernel as u32 >= first as u32),
                "{} {kernel:?}",
                machine.name
            );
        }
    };
    since(MachineId::Jacobsville24, Some(V6_5));
    since(MachineId::Laptop14, Some(V6_8));
    since(MachineId::Kunpeng24, Some(V6_18_2));
    since(MachineId::Classroom8, Some(V6_18_2));
    // Without clusters there is no level to have.
    since(MachineId::Xeon20, None);
}

#[test]
fn an_eighth_of_a_node_may_stay_together_and_more_of_several() {
    let numbers = |machine, cpu| {
        let all = domains(machine, KernelId::V6_8, true);
        all.of[CpuId(cpu)].iter().map(|domain| domain.imb_numa_nr).collect::<Vec<_>>()
    };
    assert_eq!(numbers(MachineId::Kunpeng96, 0), [0, 0, 3, 3, 6]);
    assert_eq!(numbers(MachineId::Xeon40, 0), [0, 0, 2]);
    assert_eq!(numbers(MachineId::Xeon20, 0), [0, 0]);
}

#[test]
fn all_distance_rows_give_one_more_level_and_groups_inside_spans() {
    let domains = domains(MachineId::Kunpeng96, KernelId::V6_5, false);
    rows(
        &domains,
        CpuId(0),
        &[MC_OF_CPUS, NUMA_OF_CPU_0[0], "NUMA 0-71 72/144 {0-47} {48-71}", "NUMA 0-95 96/192 {0-71} {48-95}"],
    );
    rows(
        &domains,
        CpuId(24),
        &[
            "MC 24-47 24/48 24 CPUs",
            "NUMA 0-47 48/96 {24-47} {0-23}",
            "NUMA 0-71 72/144 {0-47} {48-71}",
            "NUMA 0-95 96/192 {0-71} {0-23,48-95}",
        ],
    );
}

#[test]
fn values_of_a_domain_follow_the_kernel() {
    let of = |kernel| domains(MachineId::Kunpeng96, kernel, true).of[CpuId(0)].clone();
    let values = |domains: &[Domain]| -> Vec<(u32, u32, u32)> {
        domains.iter().map(|d| (d.busy_factor, d.imbalance_pct, d.cache_nice_tries)).collect()
    };
    assert_eq!(
        values(&of(KernelId::V5_9)),
        [(32, 117, 1), (32, 117, 1), (32, 125, 2), (32, 125, 2), (32, 125, 2)]
    );
    assert_eq!(
        values(&of(KernelId::V5_10)),
        [(16, 117, 1), (16, 117, 1), (16, 117, 2), (16, 117, 2), (16, 117, 2)]
    );
    let xeon = domains(MachineId::Xeon40, KernelId::V4_20, false);
    assert_eq!(values(&xeon.of[CpuId(0)]), [(32, 110, 0), (32, 117, 1), (32, 125, 2)]);
    // MC and CL spread over siblings, NUMA levels do not; a wake-up never balances.
    let prefer: Vec<bool> = of(KernelId::V5_9).iter().map(|d| d.has(flags::PREFER_SIBLING)).collect();
    assert_eq!(prefer, [true, true, false, false, false]);
    assert!(of(KernelId::V5_9).iter().all(|d| d.has(flags::WAKE_AFFINE) && d.has(flags::BALANCE_EXEC)));
}

#[test]
fn xeon_has_smt_below_the_llc() {
    let one = domains(MachineId::Xeon20, KernelId::V4_20, false);
    let cores: Vec<String> = (0..10).map(|core| format!("{{{core},{}}}", core + 10)).collect();
    rows(&one, CpuId(0), &["SMT 0,10 2/4 2 CPUs", &format!("MC 0-19 20/40 {}", cores.join(" "))]);
    assert!(
        one.of[CpuId(0)][0].has(flags::SHARE_CPUCAPACITY)
            && one.of[CpuId(0)][0].has(flags::SHARE_PKG_RESOURCES)
    );
    let spans = |id, cpu: CpuId| -> Vec<String> {
        let domains = domains(id, KernelId::V5_9, false);
        domains.of[cpu].iter().map(|domain| domain.span.to_list()).collect()
    };
    assert_eq!(spans(MachineId::Xeon40, CpuId(37)), ["17,37", "10-19,30-39", "0-39"]);
    assert_eq!(spans(MachineId::Xeon44, CpuId(43)), ["21,43", "0-43"]);
    assert_eq!(spans(MachineId::Xeon88, CpuId(0)), ["0,44", "0-21,44-65", "0-87"]);
    assert_eq!(spans(MachineId::Xeon56, CpuId(55)), ["27,55", "14-27,42-55", "0-55"]);
    assert_eq!(spans(MachineId::Xeon72, CpuId(18)), ["18,54", "18-35,54-71", "0-71"]);
    assert_eq!(spans(MachineId::IceLake160, CpuId(159)), ["79,159", "40-79,120-159", "0-159"]);
    rows(&domains(MachineId::EpycVm2, KernelId::V6_8, false), CpuId(1), &["MC 0-1 2/4 2 CPUs"]);
}

#[test]
fn machines_of_2003_have_numa_domains_under_cfs_and_none_under_o1() {
    let azusa = domains(MachineId::Azusa8, KernelId::V5_9, false);
    rows(&azusa, CpuId(5), &["MC 4-5 2/4 2 CPUs", "NUMA 0-7 8/16 {4-5} {6-7} {0-1} {2-3}"]);
    let o1 = domains(MachineId::Azusa8, KernelId::V2_5, false);
    assert!(o1.of.iter().all(Vec::is_empty) && o1.of.len() == 8);
    assert!(o1.llc_level.iter().all(Option::is_none));
}

#[test]
fn spans_grow_and_intervals_follow_weights() {
    each_build(|machine, _, _, domains| {
        for (cpu, levels) in domains.of.each() {
            let mut below = CpuMask::one(cpu);
            for domain in levels {
                assert!(
                    below.is_subset_of(domain.span) && below != domain.span,
                    "{} CPU {cpu}",
                    machine.name
                );
                assert_eq!(domain.weight, domain.span.weight());
                assert_eq!(
                    (domain.min_interval_ms, domain.max_interval_ms),
                    (domain.weight, 2 * domain.weight)
                );
                below = domain.span;
            }
        }
    });
}

#[test]
fn groups_tile_a_domain_and_each_has_a_balancer() {
    each_build(|machine, kernel, _, domains| {
        for (cpu, domain) in domains.of.each().flat_map(|(cpu, all)| all.iter().map(move |d| (cpu, d))) {
            let what = format!("{} {} CPU {cpu} {}", machine.name, kernel.key(), row(domain));
            let union = domain.groups.iter().fold(CpuMask::EMPTY, |all, group| all.or(group.span));
            assert!(domain.span.is_subset_of(union), "{what}");
            assert!(domain.groups[0].span.test(cpu), "the first group is the CPU's own: {what}");
            for group in &domain.groups {
                assert!(
                    !group.balance_mask.is_empty() && group.balance_mask.is_subset_of(group.span),
                    "{what}"
                );
                assert_eq!(group.weight, group.span.weight());
            }
            if !domain.has(flags::NUMA) {
                assert_eq!(
                    domain.groups.iter().map(|group| group.weight).sum::<u32>(),
                    domain.weight,
                    "{what}"
                );
                assert!(domain.groups.iter().all(|group| group.span == group.balance_mask), "{what}");
                for peer in domain.span.iter() {
                    let same =
                        domains.of[peer].iter().any(|d| d.name == domain.name && d.span == domain.span);
                    assert!(same, "the level is a partition: {what}");
                }
            }
        }
    });
}

/// A distance is not among those of node 0.
fn has_three_hops(machine: &Machine) -> bool {
    let of_node_0 = &machine.node_distance[0];
    machine.node_distance.iter().flatten().any(|distance| !of_node_0.contains(distance))
}

#[test]
fn groups_leave_their_span_only_where_the_old_kernels_let_them() {
    each_build(|machine, kernel, _, domains| {
        let mut outside: Vec<(CpuId, String, String)> = Vec::new();
        for (cpu, domain) in domains.of.each().flat_map(|(cpu, all)| all.iter().map(move |d| (cpu, d))) {
            for group in domain.groups.iter().filter(|group| !group.span.is_subset_of(domain.span)) {
                outside.push((cpu, domain.span.to_list(), group.span.to_list()));
            }
        }
        let three_hops = has_three_hops(machine);
        if !three_hops || kernel::rules(kernel).groups_inside_span {
            assert_eq!(outside, [], "{} {}", machine.name, kernel.key());
        } else if machine.platform.id == "kunpeng920-96" {
            let expected = [
                (0..24, "0-71", "48-95"),
                (24..48, "0-71", "0-23,48-95"),
                (48..72, "0-23,48-95", "0-47"),
                (72..96, "0-23,48-95", "0-71"),
            ];
            let expected: Vec<_> = expected
                .into_iter()
                .flat_map(|(cpus, span, group)| {
                    cpus.map(move |cpu| (CpuId(cpu), span.to_string(), group.to_string()))
                })
                .collect();
            assert_eq!(outside, expected, "{}", kernel.key());
        }
    });
}

#[test]
fn nothing_degenerate_is_left() {
    each_build(|machine, kernel, cluster, domains| {
        for (cpu, levels) in domains.of.each() {
            let names: Vec<&str> = levels.iter().map(|domain| domain.name).collect();
            assert!(levels.iter().all(|domain| domain.groups.len() > 1), "{} {names:?}", machine.name);
            let has_smt = machine.smt_mask[cpu].weight() > 1;
            assert_eq!(names.contains(&"SMT"), has_smt, "{} {names:?}", machine.name);
            assert_eq!(
                names.contains(&kernel::rules(kernel).package_level.key()),
                machine.llc_span(cpu) != machine.node_span(cpu),
                "{} {names:?}",
                machine.name
            );
            assert!(!names.contains(&"NODE"), "{} {names:?}", machine.name);
            let cluster_level = names.contains(&kernel::rules(kernel).cluster_level.key());
            assert_eq!(cluster_level, cluster && machine.in_cluster(cpu), "{} {names:?}", machine.name);
        }
    });
}

#[test]
fn the_cluster_level_changes_nothing_above_it() {
    for &id in MachineId::ALL {
        for kernel in CFS {
            let (without, with) = (domains(id, kernel, false), domains(id, kernel, true));
            let cluster_level = kernel::rules(kernel).cluster_level.key();
            for ((cpu, without), with) in without.of.each().zip(&with.of) {
                let others = || with.iter().filter(|domain| domain.name != cluster_level);
                let strip = |domain: &Domain| Domain { groups: Vec::new(), ..domain.clone() };
                assert!(without.iter().map(strip).eq(others().map(strip)), "{} CPU {cpu}", id.key());
                // Only the groups of the LLC's domain become the clusters.
                let differ = without.iter().zip(others()).filter(|(a, b)| a != b);
                assert!(
                    differ.map(|(domain, _)| domain.name).all(|name| name == "MC"),
                    "{} CPU {cpu}",
                    id.key()
                );
            }
            let llc =
                |domains: &Domains, cpu: CpuId| domains.of[cpu][domains.llc_level[cpu].expect("an LLC")].span;
            assert!(without.of.ids().all(|cpu| llc(&without, cpu) == llc(&with, cpu)), "{}", id.key());
        }
    }
}

#[test]
fn one_cluster_per_llc_adds_no_level() {
    // If a cluster is a single core, its level is degenerate.
    for &id in MachineId::ALL.iter().filter(|&&id| !Machine::preset(id).has_clusters) {
        for kernel in CFS {
            assert_eq!(
                domains(id, kernel, true),
                domains(id, kernel, false),
                "{} {}",
                id.key(),
                kernel.key()
            );
        }
    }
}

#[test]
fn sd_llc_is_the_node() {
    each_build(|machine, _, _, domains| {
        for cpu in machine.node_of.ids() {
            let level = domains.llc_level[cpu].expect("every machine shares a cache or a node");
            assert_eq!(domains.of[cpu][level].span, machine.llc_span(cpu), "{}", machine.name);
            assert!(machine.cluster_mask[cpu].is_subset_of(machine.llc_span(cpu)));
            assert!(machine.smt_mask[cpu].is_subset_of(machine.cluster_mask[cpu]));
            assert!(machine.llc_span(cpu).is_subset_of(machine.node_span(cpu)));
        }
    });
}

#[test]
fn every_cpu_reaches_the_whole_machine_when_all_rows_are_read() {
    each_build(|machine, kernel, _, domains| {
        let reaches = |levels: &Vec<Domain>| levels.last().is_some_and(|top| top.span == machine.cpus());
        let three_hops = has_three_hops(machine);
        let all = kernel::rules(kernel).all_distance_rows || !three_hops;
        assert_eq!(domains.of.iter().all(reaches), all, "{} {}", machine.name, kernel.key());
    });
}

/// A custom machine: two sockets of two nodes with two LLCs of two clusters each.
fn own() -> Topology {
    let counts = Counts {
        sockets: 2,
        nodes_per_socket: 2,
        llcs_per_node: 2,
        clusters_per_llc: 2,
        cores: 2,
        threads: 2,
    };
    let distances =
        vec![vec![10, 12, 32, 32], vec![12, 10, 32, 32], vec![32, 32, 10, 12], vec![32, 32, 12, 10]];
    Topology { name: "A machine of one's own".into(), distances, ..Topology::regular(counts) }
}

fn platform() -> Platform {
    Platform {
        id: "own".into(),
        family: Family::Xeon,
        measured: false,
        tells_capacities: false,
        reclaim_distance: 30,
        hz: 100,
        stops_ticks: true,
        preempt: false,
        shared_llc: true,
        links: vec![Link { a: 0, b: 2, kind: LinkKind::Socket }],
    }
}

/// A machine after a change of its topology.
fn changed(change: impl Fn(&mut Topology)) -> Machine {
    let mut topology = own();
    change(&mut topology);
    assert_eq!(topology.check(), Ok(()));
    Machine::from_topology(&topology, platform())
}

/// The domains of a CPU under 6.5 with the cluster level, as `name span`.
fn levels(machine: &Machine, cpu: u16) -> Vec<String> {
    let built = build(machine, &kernel::rules(KernelId::V6_5), true);
    built.of[CpuId(cpu)].iter().map(|d| format!("{} {}", d.name, d.span.to_list())).collect()
}

#[test]
fn caches_of_different_size_are_distinguished() {
    // The first cache loses a cluster, the second keeps both.
    let machine = changed(|t| t.cpus.retain(|cpu| cpu.cluster != Some(0)));
    assert_eq!((machine.nr_cpus, machine.nr_cpu_ids), (60, 64));
    // A cluster that spans its whole cache is no level.
    assert_eq!(
        levels(&machine, 2),
        ["SMT 2,34", "MC 2-3,34-35", "DIE 2-7,34-39", "NUMA 2-15,34-47", "NUMA 2-31,34-63"]
    );
    assert_eq!(
        levels(&machine, 4),
        ["SMT 4,36", "CLS 4-5,36-37", "MC 4-7,36-39", "DIE 2-7,34-39", "NUMA 2-15,34-47", "NUMA 2-31,34-63"]
    );
    assert!(!machine.in_cluster(CpuId(2)) && machine.in_cluster(CpuId(4)));
    assert!(machine.share_resources(CpuId(2), CpuId(3)) && !machine.share_resources(CpuId(4), CpuId(6)));
    // An unused CPU number is in no domain and in no group.
    assert_eq!(levels(&machine, 0), [""; 0]);
    let built = build(&machine, &kernel::rules(KernelId::V6_5), true);
    assert!(built.of.iter().flatten().all(|d| d.span.is_subset_of(machine.cpus())));
    assert!(!built.to_string().contains("CPU0 "));
}

#[test]
fn a_node_of_several_caches_keeps_one_task_for_each() {
    let machine = Machine::from_topology(&own(), platform());
    let built = build(&machine, &kernel::rules(KernelId::V6_5), false);
    let of_cpu_0: Vec<_> = built.of[CpuId(0)].iter().map(|d| (d.name, d.imb_numa_nr)).collect();
    assert_eq!(of_cpu_0, [("SMT", 0), ("MC", 0), ("DIE", 2), ("NUMA", 2), ("NUMA", 4)]);
}

#[test]
fn a_node_without_a_cpu_is_in_no_domain() {
    let with = changed(|t| {
        t.nodes = vec![0, 8, 16, 17, 252];
        for (row, more) in t.distances.iter_mut().zip([80, 80, 90, 90]) {
            row.push(more);
        }
        t.distances.push(vec![80, 80, 90, 90, 10]);
    });
    let without = Machine::from_topology(&own(), platform());
    assert_eq!((with.nr_nodes, with.node_mask[4]), (5, CpuMask::EMPTY));
    for kernel in CFS {
        let rules = kernel::rules(kernel);
        assert_eq!(build(&with, &rules, true), build(&without, &rules, true), "{}", kernel.key());
    }
    let numbers: Vec<u32> =
        with.describe().sockets.iter().flat_map(|s| &s.nodes).map(|node| node.number).collect();
    assert_eq!(numbers, [0, 8, 16, 17]);
}

#[test]
fn a_cache_ends_with_its_node_and_a_cluster_of_caches_is_one() {
    let split = changed(|t| t.cpus.iter_mut().for_each(|cpu| (cpu.llc, cpu.cluster) = (cpu.socket, None)));
    assert_eq!(split.nr_llcs, 4);
    assert_eq!(levels(&split, 0)[..2], ["SMT 0,32", "MC 0-7,32-39"]);
    assert!(!split.has_clusters);
    let private = changed(|t| t.cpus.iter_mut().for_each(|cpu| cpu.llc = cpu.core));
    assert_eq!(levels(&private, 0)[..3], ["SMT 0,32", "MC 0-1,32-33", "DIE 0-7,32-39"]);
    assert_eq!(private.nr_llcs, 16);
    assert_eq!(private.distance(CpuId(0), CpuId(1)), Distance::Llc);
}

#[test]
fn the_boxes_of_the_diagram_follow_the_topology() {
    let unit = |change: fn(&mut Topology)| {
        let machine = changed(change);
        (machine.unit_kind, machine.nr_units)
    };
    assert_eq!(unit(|_| ()), (UnitKind::Cluster, 16));
    assert_eq!(unit(|t| t.cpus.iter_mut().for_each(|cpu| cpu.cluster = None)), (UnitKind::Llc, 8));
    let one_llc = |cpu: &mut TopologyCpu| (cpu.cluster, cpu.llc) = (None, cpu.node);
    let (threads, cores) = (
        changed(|t| t.cpus.iter_mut().for_each(one_llc)),
        unit(|t| {
            t.cpus.retain(|cpu| cpu.number < 32);
            t.cpus.iter_mut().for_each(|cpu| (cpu.cluster, cpu.llc) = (None, cpu.node));
        }),
    );
    assert_eq!((threads.unit_kind, threads.nr_units), (UnitKind::Core, 32));
    assert_eq!(cores, (UnitKind::Node, 4));
}

#[test]
fn a_machine_comes_from_data_alone_with_several_caches_in_a_node() {
    let machine = Machine::from_topology(&own(), platform());
    let counts = (machine.nr_cpus, machine.nr_nodes, machine.nr_llcs, machine.nr_clusters);
    assert_eq!(counts, (64, 4, 8, 16));
    assert_eq!(machine.llc_span(CpuId(0)).to_list(), "0-3,32-35");
    assert_eq!(machine.node_span(CpuId(33)).to_list(), "0-7,32-39");
    assert_eq!(machine.distance(CpuId(0), CpuId(3)), Distance::Llc);
    assert_eq!(machine.distance(CpuId(0), CpuId(4)), Distance::Node);
    let built = build(&machine, &kernel::rules(KernelId::V6_5), true);
    let spans: Vec<String> = built.of[CpuId(0)].iter().map(|domain| domain.span.to_list()).collect();
    assert_eq!(spans, ["0,32", "0-1,32-33", "0-3,32-35", "0-7,32-39", "0-15,32-47", "0-63"]);
    assert_eq!(built.of[CpuId(0)][built.llc_level[CpuId(0)].expect("an LLC")].span.to_list(), "0-3,32-35");
    let described = serde_json::to_value(machine.describe()).expect("JSON");
    assert_eq!((described["id"].as_str(), described["hz"].as_u64()), (Some("own"), Some(100)));
    assert_eq!(described["links"], serde_json::json!([{ "a": 0, "b": 2, "kind": "socket" }]));
}

#[test]
fn several_caches_of_a_node_make_a_level_between_them_and_the_node() {
    let epyc = domains(MachineId::Epyc384, KernelId::V6_8, false);
    let of = |domains: &Domains, cpu| {
        domains.of[CpuId(cpu)].iter().map(|d| (d.name, d.weight)).collect::<Vec<_>>()
    };
    assert_eq!(of(&epyc, 0), [("SMT", 2), ("MC", 16), ("PKG", 192), ("NUMA", 384)]);
    // Twelve caches: twelve tasks may stay on a node.
    assert_eq!(epyc.of[CpuId(0)].iter().map(|d| d.imb_numa_nr).collect::<Vec<_>>(), [0, 0, 12, 12]);
    let zen = domains(MachineId::Epyc96, KernelId::V6_8, false);
    assert_eq!(of(&zen, 0), [("SMT", 2), ("MC", 6), ("PKG", 12), ("NUMA", 48), ("NUMA", 96)]);
    let altra = domains(MachineId::Altra80, KernelId::V6_8, true);
    assert_eq!(of(&altra, 7), [("MC", 2), ("PKG", 80)]);
    let jacobsville = domains(MachineId::Jacobsville24, KernelId::V6_8, true);
    assert_eq!(of(&jacobsville, 5), [("CLS", 4), ("MC", 24)]);
}

/// The levels as named in the patch author's mail: SMT, a socket, four sockets, eight; only the last level does not wake
/// tasks across.
#[test]
fn eight_sockets_have_two_levels_of_distance() {
    let built = domains(MachineId::Xeon288, KernelId::V4_20, false);
    for cpu in [0, 100, 287] {
        let levels: Vec<_> = built.of[CpuId(cpu)]
            .iter()
            .map(|d| (d.name, d.weight, d.has(flags::WAKE_AFFINE), d.has(flags::BALANCE_FORK)))
            .collect();
        let expected = [
            ("SMT", 2, true, true),
            ("MC", 36, true, true),
            ("NUMA", 144, true, true),
            ("NUMA", 288, false, false),
        ];
        assert_eq!(levels, expected, "CPU {cpu}");
    }
}

#[test]
fn zen_places_on_nodes_two_hops_away_since_5_4() {
    for (kernel, places) in [(KernelId::V4_20, false), (KernelId::V5_9, true), (KernelId::V6_18_2, true)] {
        for machine in [MachineId::Epyc96, MachineId::Epyc384] {
            let built = domains(machine, kernel, false);
            let top = built.of[CpuId(0)].last().expect("a domain");
            assert_eq!((top.has(flags::BALANCE_FORK), top.has(flags::WAKE_AFFINE)), (places, places));
        }
    }
    let other = domains(MachineId::Xeon288, KernelId::V6_18_2, false);
    assert!(!other.of[CpuId(0)].last().expect("a domain").has(flags::BALANCE_FORK));
}

#[test]
fn cpus_have_the_numbers_of_the_real_machines() {
    let kunpeng = Machine::preset(MachineId::Kunpeng320);
    assert_eq!(kunpeng.node_mask[1].to_list(), "80-159");
    assert_eq!(kunpeng.cluster_mask[CpuId(80)].to_list(), "80-87");
    assert_eq!(kunpeng.smt_mask[CpuId(81)].to_list(), "80-81");
    let laptop = Machine::preset(MachineId::Laptop14);
    assert_eq!(laptop.smt_mask[CpuId(2)].to_list(), "2-3");
    assert_eq!(laptop.cluster_mask[CpuId(9)].to_list(), "8-11");
    assert_eq!(laptop.llc_span(CpuId(13)).to_list(), "12-13");
    for id in KUNPENGS {
        let m = Machine::preset(id);
        let node = m.nr_cpus / m.nr_nodes;
        for cpu in m.node_of.ids() {
            assert_eq!(m.cluster_of[cpu], cpu.index() / 4);
            assert_eq!(m.node_of[cpu], cpu.index() / node);
            assert_eq!(m.socket_of[cpu], cpu.index() / (2 * node));
        }
    }
    let xeon = Machine::preset(MachineId::Xeon40);
    assert_eq!(xeon.node_mask[0].to_list(), "0-9,20-29");
    assert_eq!(xeon.smt_mask[CpuId(39)].to_list(), "19,39");
}

#[test]
fn distance_is_the_closest_level_two_cpus_share() {
    let classes = |id, cpu: CpuId| -> Vec<(Distance, usize)> {
        let m = Machine::preset(id);
        let of = |d| m.node_of.ids().filter(|&other| m.distance(cpu, other) == d).count();
        Distance::ALL.iter().map(|&d| (d, of(d))).filter(|&(_, n)| n > 0).collect()
    };
    use Distance::{Cluster, Cpu, Llc, Node, Smt, Socket};
    assert_eq!(
        classes(MachineId::Kunpeng96, CpuId(50)),
        [(Cpu, 1), (Cluster, 3), (Llc, 20), (Node, 24), (Socket, 48)]
    );
    assert_eq!(classes(MachineId::Xeon40, CpuId(25)), [(Cpu, 1), (Smt, 1), (Llc, 18), (Socket, 20)]);
    assert_eq!(classes(MachineId::Azusa8, CpuId(3)), [(Cpu, 1), (Llc, 1), (Socket, 6)]);
    assert_eq!(classes(MachineId::Classroom8, CpuId(0)), [(Cpu, 1), (Cluster, 3), (Llc, 4)]);
    for &id in MachineId::ALL {
        let m = Machine::preset(id);
        let pairs = m.node_of.ids().flat_map(|a| m.node_of.ids().map(move |b| (a, b)));
        let shared = m.describe().shared;
        for (a, b) in pairs {
            let same = |of: &Vec<u32>| of[a.index()] == of[b.index()];
            let first = shared.iter().position(same).unwrap_or(shared.len());
            assert_eq!(m.distance(a, b), if a == b { Cpu } else { Distance::ALL[first + 1] });
            assert_eq!(m.distance(a, b), m.distance(b, a));
            assert_eq!(m.distance(a, b) <= Llc, m.llc_of[a] == m.llc_of[b]);
        }
        let slit = &m.node_distance;
        assert_eq!(slit.len(), m.nr_nodes);
        for (a, row) in slit.iter().enumerate() {
            let good = |(b, &distance): (usize, &u32)| {
                distance == slit[b][a] && if a == b { distance == 10 } else { distance > 10 }
            };
            assert!(row.len() == m.nr_nodes && row.iter().enumerate().all(good), "{}", m.name);
        }
    }
}

#[test]
fn a_description_holds_every_cpu_once() {
    for &id in MachineId::ALL {
        let machine = Machine::preset(id);
        let description = machine.describe();
        let clusters = description.sockets.iter().flat_map(|s| &s.nodes).flat_map(|n| &n.clusters);
        let mut cpus: Vec<u32> = clusters.flat_map(|c| &c.cores).flat_map(|core| core.cpus.clone()).collect();
        cpus.sort_unstable();
        assert!(cpus.iter().copied().eq(0..machine.nr_cpus as u32), "{}", machine.name);
        assert_eq!(description.units.len(), machine.nr_cpus);
        // Every node can be reached over the links.
        let mut reached = vec![0];
        for _ in 0..machine.nr_nodes {
            for link in &description.links {
                for (from, to) in [(link.a, link.b), (link.b, link.a)] {
                    if reached.contains(&from) && !reached.contains(&to) {
                        reached.push(to);
                    }
                }
            }
        }
        assert_eq!(reached.len(), machine.nr_nodes, "{}", machine.name);
    }
    let json = serde_json::to_value(Machine::preset(MachineId::Kunpeng96).describe()).expect("JSON");
    assert_eq!(json["id"], "kunpeng920-96");
    assert_eq!(json["unit_kind"], "cluster");
    assert_eq!(json["links"][1], serde_json::json!({ "a": 0, "b": 2, "kind": "socket" }));
    assert_eq!(json["sockets"][1]["nodes"][0]["clusters"][0]["cores"][1]["cpus"], serde_json::json!([49]));
}

#[test]
fn costs_lie_in_their_ranges_and_name_their_sources() {
    for &id in MachineId::ALL {
        for (cost, evidence) in costs_of(id) {
            assert!((cost.min..=cost.max).contains(&evidence.value), "{} on {}", cost.key, id.key());
            let said = !cfg!(feature = "schema") || !evidence.source.is_empty() && !cost.meaning.is_empty();
            assert!(said && !cost.unit.is_empty(), "{}", cost.key);
        }
        let costs = Costs::of(Family::of(id));
        assert!(costs.line.is_sorted(), "a line costs more from further away: {:?}", costs.line);
        assert_eq!(costs.line[Distance::Cpu as usize], 0);
    }
    assert_eq!(Family::of(MachineId::Classroom8), Family::of(MachineId::Kunpeng96));
}

#[test]
fn a_cluster_that_nobody_measured_has_a_price_of_its_own() {
    for id in [MachineId::Jacobsville24, MachineId::Laptop14] {
        let on = |key: &str| {
            let cost = COSTS.iter().find(|cost| cost.key == key).expect("a cost");
            cost.on(id)
        };
        let (near, far, share) = (on("line_cluster"), on("line_llc"), on("mem_cluster_pct"));
        assert_eq!((near.value, far.value, share.value), (19, 42, 48), "{id:?}");
        assert!([near.grade, share.grade] == [Grade::Assumed; 2]);
        assert!(!cfg!(feature = "schema") || near.source.contains("Xeon Phi 7210"), "{}", near.source);
    }
}

#[test]
fn every_cost_can_be_replaced_alone() {
    let plain = Costs::of(Family::Kunpeng);
    let mut seen = Vec::new();
    for cost in COSTS {
        let mut costs = plain.clone();
        let value = if cost.on(MachineId::Kunpeng24).value == cost.max { cost.min } else { cost.max };
        apply_overrides(&mut costs, &BTreeMap::from([(cost.key.to_string(), value)]));
        assert_ne!(costs, plain, "{}", cost.key);
        assert!(!seen.contains(&costs), "{} changes a cost of its own", cost.key);
        seen.push(costs);
    }
    let mut costs = plain.clone();
    apply_overrides(&mut costs, &BTreeMap::from([("line_llc".to_string(), 99), ("unknown".to_string(), 1)]));
    let mut line = plain.line;
    line[Distance::Llc as usize] = 99;
    assert_eq!(costs, Costs { line, ..plain });
}

#[test]
fn the_inspector_shows_sysfs_and_domains_as_the_kernel_has_them() {
    let text = r#"{"version": 3, "machine": "kunpeng920-96", "workload": {"kind": "pairs"},
                   "lanes": [{"features": {"cluster_domain": true}}]}"#;
    let scenario = sched_core::scenario::parse(text).expect("a good scenario");
    let mut sim = sched_core::sim::Simulation::new(&scenario, 0).expect("a good scenario");
    sim.advance(Ns(1_000_000), u64::MAX);
    let cpu = sim.inspect_cpu(CpuId(5)).expect("CPU 5");
    let file = |name: &str| cpu.files.iter().find(|f| f.name == name).map(|f| f.value.as_str());
    assert_eq!(file("topology/cluster_cpus_list"), Some("4-7"));
    assert_eq!(file("topology/cluster_cpus"), Some("00000000,00000000,000000f0"));
    assert_eq!(file("topology/cluster_id"), Some("1"));
    assert_eq!(file("topology/package_cpus_list"), Some("0-47"));
    assert_eq!(file("cache/index3/shared_cpu_list"), Some("0-23"));
    let spans: Vec<_> = cpu.domains.iter().map(|d| (d.name, d.span.as_str())).collect();
    assert_eq!(spans[..3], [("CL", "4-7"), ("MC", "0-23"), ("NUMA", "0-47")]);
    assert_eq!((cpu.domains[0].min_interval_ms, cpu.domains[0].max_interval_ms), (4, 8));
    assert_eq!(cpu.domains[1].groups.len(), 6);
    assert_eq!(cpu.queue.nr_running as usize, cpu.queue.tasks.len());
    assert!(sim.inspect_cpu(CpuId(96)).is_none());
}

#[test]
fn a_machine_of_512_cpus_can_be_built() {
    let counts = Counts {
        sockets: 4,
        nodes_per_socket: 2,
        llcs_per_node: 4,
        clusters_per_llc: 0,
        cores: 8,
        threads: 2,
    };
    let machine = Machine::from_topology(&Topology::regular(counts), platform());
    assert_eq!((machine.nr_cpus, machine.nr_llcs, machine.nr_units), (512, 32, 32));
    assert_eq!(levels(&machine, 511)[..3], ["SMT 255,511", "MC 248-255,504-511", "DIE 224-255,480-511"]);
}

#[test]
fn a_machine_has_the_name_of_its_model_and_a_description_with_its_number_of_cpus() {
    let machine = Machine::preset(MachineId::Kunpeng24);
    assert_eq!(
        (machine.name.as_str(), machine.describe().name.as_str()),
        ("Kunpeng 920", "Kunpeng 920, 24 CPUs")
    );
}

#[test]
fn a_named_machine_is_the_one_of_its_topology() {
    for &id in MachineId::ALL {
        let (topology, platform) = sched_core::machine::preset(id);
        let built = Machine::from_topology(&topology, platform);
        assert_eq!(format!("{built:?}"), format!("{:?}", Machine::preset(id)), "{}", id.key());
    }
}
