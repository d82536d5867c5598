//! Custom machines: the invariants of scheduling domains on every machine (7 to 11).

use crate::common::config;
use crate::common::machines::{own_machines, topologies};
use proptest::prelude::*;
use sched_core::engine::ids::{CpuId, Id};
use sched_core::engine::mask::CpuMask;
use sched_core::machine::domains::{Domain, build, flags};
use sched_core::machine::kernel::KernelRules;
use sched_core::machine::{Family, KernelId, Machine, Platform, Topology, kernel, notation, wires};
use sched_core::observe::vocab::Distance;
use sched_core::scenario::{MachineChoice, OwnMachine};

fn machine(topology: &Topology) -> Machine {
    let platform = Platform { links: wires(topology), ..Platform::of(Family::Xeon) };
    Machine::from_topology(topology, platform)
}

fn kernels() -> impl Strategy<Value = KernelRules> {
    let fair: Vec<_> =
        KernelId::ALL.iter().map(|&id| kernel::rules(id)).filter(KernelRules::has_domains).collect();
    prop::sample::select(fair)
}

/// The levels below those of NUMA distances.
fn below_numa(domain: &Domain) -> bool {
    !domain.has(flags::NUMA)
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn domains_hold_on_every_machine(topology in topologies(), rules in kernels(), cluster in any::<bool>()) {
        prop_assert_eq!(topology.check(), Ok(()));
        let machine = machine(&topology);
        let domains = build(&machine, &rules, cluster);
        prop_assert_eq!(domains.of.len(), machine.nr_cpu_ids);
        for (cpu, levels) in domains.of.each() {
            prop_assert!(machine.cpus().test(cpu) || levels.is_empty(), "no CPU {cpu}");
            let mut below = CpuMask::one(cpu);
            for domain in levels {
                // 7
                prop_assert!(below.is_subset_of(domain.span) && below != domain.span, "7: CPU {} {}", cpu, domain.name);
                prop_assert!(domain.span.is_subset_of(machine.cpus()), "7: only CPUs that are there");
                prop_assert_eq!((domain.min_interval_ms, domain.max_interval_ms), (domain.weight, 2 * domain.weight));
                below = domain.span;
                // 8
                let union = domain.groups.iter().fold(CpuMask::EMPTY, |all, group| all.or(group.span));
                prop_assert!(domain.span.is_subset_of(union), "8: groups cover CPU {} {}", cpu, domain.name);
                prop_assert!(domain.groups[0].span.test(cpu), "8: the first group is the CPU's own");
                let inside = domain.groups.iter().all(|group| group.span.is_subset_of(domain.span));
                prop_assert!(inside || domain.has(flags::NUMA), "8: below NUMA groups are inside");
                if below_numa(domain) && domain.name != "NODE" {
                    let weights: u32 = domain.groups.iter().map(|group| group.weight).sum();
                    prop_assert_eq!(weights, domain.weight, "8: groups are disjoint: CPU {} {}", cpu, domain.name);
                    for peer in domain.span.iter() {
                        let same = domains.of[peer].iter().any(|d| d.span == domain.span);
                        prop_assert!(same, "8: the level is a partition: CPU {} {}", cpu, domain.name);
                    }
                }
                // 9
                prop_assert!(domain.groups.len() > 1, "9: CPU {} {}", cpu, domain.name);
                prop_assert!(domain.name != "SMT" || machine.smt_mask[cpu].weight() > 1, "9: SMT without threads");
            }
            // 10
            if let Some(level) = domains.llc_level[cpu] {
                prop_assert_eq!(levels[level].span, machine.llc_span(cpu), "10: CPU {}", cpu);
            } else {
                prop_assert!(machine.cpus().iter().all(|c| c != cpu) || machine.llc_span(cpu).is_one(), "10: CPU {}", cpu);
            }
        }
        for cpu in machine.cpus().iter() {
            // 10
            let llc = machine.llc_span(cpu);
            prop_assert!(machine.cluster_mask[cpu].is_subset_of(llc), "10: a cluster is in its cache");
            prop_assert!(machine.smt_mask[cpu].is_subset_of(machine.cluster_mask[cpu]));
            prop_assert!(llc.is_subset_of(machine.node_span(cpu)), "10: a cache is in its node");
            for other in machine.cpus().iter() {
                prop_assert_eq!(machine.distance(cpu, other) <= Distance::Llc, llc.test(other));
                prop_assert_eq!(machine.distance(cpu, other), machine.distance(other, cpu));
            }
            // 11
            let top = domains.of[cpu].last().map_or(CpuMask::one(cpu), |domain| domain.span);
            if rules.all_distance_rows {
                prop_assert_eq!(top, machine.cpus(), "11: CPU {}", cpu);
            }
        }
    }

    #[test]
    fn the_cluster_level_removes_no_other(topology in topologies(), rules in kernels()) {
        let machine = machine(&topology);
        let (without, with) = (build(&machine, &rules, false), build(&machine, &rules, true));
        for cpu in machine.cpus().iter() {
            let spans = |all: &[Domain]| all.iter().map(|domain| domain.span).collect::<Vec<_>>();
            let clusters = usize::from(machine.in_cluster(cpu));
            let (without, with) = (spans(&without.of[cpu]), spans(&with.of[cpu]));
            prop_assert_eq!(with.len(), without.len() + clusters, "9: CPU {}", cpu);
            prop_assert!(without.iter().all(|span| with.contains(span)), "9: CPU {}", cpu);
        }
        for cpu in machine.cpus().iter() {
            let llc = |d: &sched_core::machine::domains::Domains| d.llc_level[cpu].map(|level| d.of[cpu][level].span);
            prop_assert_eq!(llc(&without), llc(&with), "9: the cache stays");
        }
    }

    #[test]
    fn a_topology_survives_a_round_trip_through_a_document(own in own_machines()) {
        let topology = own.topology().expect("a topology");
        prop_assert_eq!(&OwnMachine::of(&topology, own.like), &own);
        let text = serde_json::to_string(&own).expect("JSON");
        let document = format!(
            r#"{{"version": 3, "machine": {text}, "workload": {{"kind": "pairs"}}, "lanes": [{{}}]}}"#
        );
        let scenario = sched_core::scenario::parse(&document).expect("a good scenario");
        prop_assert_eq!(&scenario.machine, &MachineChoice::Own(Box::new(own)));
        let built = scenario.machine.build();
        prop_assert_eq!(built.nr_cpus, topology.cpus.len());
        let described = built.describe();
        let drawn: usize = described.sockets.iter().flat_map(|s| &s.nodes).flat_map(|n| &n.clusters)
            .flat_map(|c| &c.cores).map(|core| core.cpus.len()).sum();
        prop_assert_eq!(drawn, built.nr_cpus, "every CPU is drawn once");
    }

    #[test]
    fn an_invalid_topology_is_refused_with_a_sentence(text in "(pack|numa|l3|l2|core|pu|x)[:=][0-9@/,-]{0,6}( (pack|numa|l3|core|pu)[:=(][0-9*@/,:)-]{0,9}){0,4}") {
        if let Err(fault) = notation::read(&text) {
            prop_assert!(fault.to_string().ends_with('.'));
        }
    }
}

#[test]
fn an_impossible_machine_is_refused_with_its_field() {
    let errors = |machine: &str| {
        let document = format!(
            r#"{{"version": 3, "machine": {machine}, "workload": {{"kind": "pairs"}}, "lanes": [{{}}]}}"#
        );
        let errors = sched_core::scenario::parse(&document).expect_err("a fault");
        errors.into_iter().map(|error| error.message).collect::<Vec<_>>()
    };
    let own = |rest: &str| format!(r#"{{"name": "Mine", "like": "xeon", {rest}}}"#);
    assert_eq!(
        errors(&own(r#""topology": "pack:2 core:4 pu:1", "distances": "10,20""#)),
        ["machine.distances says no machine: Node 0 has 2 distances; there are 1 nodes."]
    );
    assert_eq!(
        errors(&own(r#""topology": "numa:2 core:4 pu:1", "distances": "9""#)),
        ["machine.distances says no machine: Node 0 is at distance 9 from node 1; 10 to 254 are possible."]
    );
    assert_eq!(
        errors(&own(r#""topology": "numa:2 core:400 pu:1""#)),
        ["machine.topology says no machine: There are 800 CPUs; at most 512 are possible."]
    );
    assert_eq!(
        errors(&own(r#""topology": "pu:4", "hz": 5"#)),
        ["machine.hz is 5; expected a whole number, 100..=1000 (Hz)."]
    );
    assert_eq!(
        errors(r#"{"name": "Mine", "like": "vax", "topology": "pu:4"}"#),
        ["machine.like is \"vax\"; expected one of kunpeng, xeon, azusa, numaq, epyc."]
    );
    assert_eq!(
        errors(r#"{"like": "xeon", "topology": "pu:4"}"#),
        ["machine.name is missing; expected a value."]
    );
    assert!(errors("\"vax\"")[0].starts_with("machine is \"vax\"; expected one of kunpeng920-24"));
    assert!(errors("7")[0].starts_with("machine is 7; expected one of kunpeng920-24"));
    assert!(
        errors(&own(r#""topology": "pu:4", "cache": 1"#))[0]
            .starts_with("machine.cache is 1; expected a known field")
    );
}

#[test]
fn cpus_have_the_numbers_of_their_kernel() {
    let document = r#"{"version": 3, "machine": {"name": "Mine", "like": "xeon", "topology": "pu=2,7,64,300-303 l3=2,7,64/300-303"},
        "cpus": "0-64", "workload": {"kind": "jobs", "jobs": 4, "work_us": 500}, "lanes": [{}]}"#;
    let scenario = sched_core::scenario::parse(document).expect("a good scenario");
    let mut sim = sched_core::sim::Simulation::new(&scenario, 0).expect("a good scenario");
    sim.run_to_end();
    assert!(sim.inspect_cpu(CpuId(2)).is_some() && sim.inspect_cpu(CpuId(3)).is_none());
    let used: Vec<_> = sim.system().tasks.iter().map(|task| task.cpu).collect();
    assert!(used.iter().all(|&cpu| [2, 7, 64].contains(&cpu.index())), "{used:?}");
}
