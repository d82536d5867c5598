//! Real machines, from files of other projects: each is read correctly or refused by name.

use sched_core::engine::ids::CpuId;
use sched_core::machine::domains::build;
use sched_core::machine::topology::Level;
use sched_core::machine::{Family, KernelId, kernel};
use sched_core::scenario::{MachineChoice, OwnMachine};
use sched_readers::{Reading, read};
use std::collections::BTreeSet;
use std::path::PathBuf;

fn fixture(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/machines"));
    std::fs::read(folder.join(name)).expect("a fixture")
}

fn reading(name: &str) -> Reading {
    read(&fixture(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// CPUs, sockets, nodes, LLCs, clusters, cores.
fn counts(reading: &Reading) -> [usize; 6] {
    let topology = &reading.topology;
    let count =
        |level| topology.cpus.iter().filter_map(|cpu| cpu.group(level)).collect::<BTreeSet<_>>().len();
    let [sockets, llcs, clusters, cores] =
        [Level::Socket, Level::Llc, Level::Cluster, Level::Core].map(count);
    [topology.cpus.len(), sockets, topology.nodes.len(), llcs, clusters, cores]
}

fn said(reading: &Reading) -> String {
    reading.not_said.iter().map(|said| format!("{said}\n")).collect()
}

/// Counted by hand, and by an independent program, from the files.
#[test]
fn counts_of_cpus_sockets_nodes_llcs_clusters_and_cores_match_the_file() {
    let known: [(&str, [usize; 6]); 20] = [
        ("128arm-2pa2n8cluster4co.sysfs.txt", [128, 2, 4, 4, 32, 128]),
        ("128ia64-17n4s2c.sysfs.txt", [128, 64, 17, 64, 0, 128]),
        ("16-2gr2gr2n2c+misc.xml", [16, 8, 8, 8, 0, 16]),
        ("16amd64-4distances.xml", [16, 8, 8, 16, 0, 16]),
        ("16em64t-4s2c2t-offlines-xml.xml", [12, 4, 1, 4, 0, 7]),
        ("16em64t-4s2c2t-offlines.sysfs.txt", [12, 4, 1, 4, 0, 7]),
        ("20s390-2g6s4c.sysfs.txt", [20, 8, 1, 8, 0, 20]),
        ("2ps3-2t.sysfs.txt", [2, 1, 1, 1, 0, 1]),
        ("32amd64-4s2n4c-cgroup2.xml", [6, 1, 6, 2, 0, 6]),
        ("4fake-4gr1nu1pu.sysfs.txt", [4, 1, 4, 4, 0, 4]),
        ("5intel64-hybrid-lakefield.sysfs.txt", [5, 1, 1, 1, 0, 5]),
        ("64intel64-heteromem.xml", [64, 1, 8, 4, 0, 16]),
        ("8ia64-2s2c2t.sysfs.txt", [8, 2, 1, 4, 0, 4]),
        ("Hygon-Dhyana-32cores.xml", [64, 1, 1, 8, 0, 32]),
        ("Intel-ArrowLake-CoreUltra5-225U.xml", [14, 1, 1, 2, 0, 12]),
        ("Intel-CPUID.1F-Qemu-2p3d3c2t.xml", [36, 2, 1, 6, 0, 18]),
        ("dudley.xml", [16, 4, 1, 4, 0, 8]),
        ("hagrid.xml", [8, 4, 4, 8, 0, 8]),
        ("nvidia-dgx-gb10-nomidr.xml", [20, 1, 1, 2, 0, 20]),
        ("ppc64-with-smt.xml", [16, 2, 2, 2, 0, 16]),
    ];
    for (name, expected) in known {
        assert_eq!(counts(&reading(name)), expected, "{name}");
    }
}

#[test]
fn facts_missing_in_a_file_are_reported() {
    for (name, sentences) in [
        (
            "ppc64-with-smt.xml",
            &["Sockets are not said", "Cores are not said", "Caches are not said"] as &[_],
        ),
        ("16em64t-4s2c2t-offlines.sysfs.txt", &["Offline CPUs, left out: 2,5,13-14."]),
        ("16em64t-4s2c2t-offlines-xml.xml", &["left out: 2,5,13-14."]),
        ("hagrid.xml", &["taken as CPUs like the others: 4-5.", "20 is taken between any two nodes"]),
        ("128ia64-17n4s2c.sysfs.txt", &["Nodes without a CPU: 16."]),
        ("64intel64-heteromem.xml", &["Node 7 is other memory of the CPUs of node 0"]),
        ("32amd64-4s2n4c-cgroup2.xml", &["Sockets without a CPU, left out: 2."]),
        ("8ia64-2s2c2t.sysfs.txt", &["distance 0 from itself", "Each core is taken to have its own"]),
        (
            "Intel-ArrowLake-CoreUltra5-225U.xml",
            &["IntelAtom, IntelCore, IntelLowPower", "cores share an L2"],
        ),
        ("20s390-2g6s4c.sysfs.txt", &["6 books or drawers"]),
        ("Intel-CPUID.1F-Qemu-2p3d3c2t.xml", &["6 dies"]),
    ] {
        let said = said(&reading(name));
        for sentence in sentences {
            assert!(said.contains(sentence), "{name} says nothing of \"{sentence}\" but\n{said}");
        }
    }
}

/// An Itanium with eight nodes of two sockets: both sockets of a node have the same number.
#[test]
fn sockets_with_the_same_number_are_distinguished_by_their_cpus() {
    let cpu = |cpu: u32| {
        let (mask, package) = (1 << cpu, cpu / 2 * 512);
        format!(
            "cpu/cpu{cpu}/topology/core_id:0\ncpu/cpu{cpu}/topology/core_siblings:{mask:08x}\n\
             cpu/cpu{cpu}/topology/physical_package_id:{package}\ncpu/cpu{cpu}/topology/thread_siblings:{mask:08x}\n"
        )
    };
    let text: String = (0..4).map(cpu).collect();
    let reading = read(text.as_bytes()).expect("a machine");
    assert_eq!(counts(&reading)[..2], [4, 4]);
    assert!(
        said(&reading).contains("physical_package_id has 2 numbers for more sockets"),
        "{}",
        said(&reading)
    );
}

#[test]
fn a_contradictory_machine_is_refused_by_name() {
    for (name, sentence) in [
        ("40intel64-4n10c+pci-conflicts.sysfs.txt", "different things of the cache"),
        ("8em64t-2s2ca2c-buggynuma.sysfs.txt", "node 1: CPU 0 is there twice"),
        ("16amd64-8n2c-cpusets.xml", "CPU 0 is on none of the nodes"),
        ("fakeheterocpunuma.xml", "CPU 4 is on none of the nodes"),
    ] {
        let fault = read(&fixture(name)).expect_err(name).to_string();
        assert!(fault.contains(sentence), "{name}: {fault}");
    }
}

#[test]
fn distances_numbers_and_capacities_match_the_file() {
    let kunpeng = reading("128arm-2pa2n8cluster4co.sysfs.txt").topology;
    assert_eq!(kunpeng.distances[0], [10, 16, 32, 33]);
    assert_eq!(kunpeng.distances[3], [33, 32, 16, 10]);
    assert_eq!(kunpeng.cpus[127].cluster, Some(31));
    let itanium = reading("128ia64-17n4s2c.sysfs.txt").topology;
    assert_eq!((itanium.distances.len(), itanium.distances[0][16]), (17, 14));
    // The nodes of the file are not in ascending order.
    let opteron = reading("16amd64-4distances.xml").topology;
    assert!(opteron.distances.iter().enumerate().all(|(i, row)| row[i] == 10), "{:?}", opteron.distances);
    let power = reading("ppc64-with-smt.xml").topology;
    let numbers: Vec<u32> = power.cpus.iter().map(|cpu| cpu.number).collect();
    assert_eq!(numbers, [4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31]);
    let grace = reading("nvidia-dgx-gb10-nomidr.xml").topology;
    assert_eq!((grace.cpus[0].capacity, grace.cpus[19].capacity), (Some(718), Some(1024)));
}

#[test]
fn a_machine_that_was_read_can_be_used_in_a_scenario_and_has_domains() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/machines");
    let mut good = 0;
    for entry in std::fs::read_dir(folder).expect("the fixtures") {
        let file = entry.expect("a fixture").path();
        let Ok(reading) = read(&std::fs::read(&file).expect("a file")) else { continue };
        let own = OwnMachine::of(&reading.topology, Family::Xeon);
        let back =
            own.topology().unwrap_or_else(|(field, fault)| panic!("{}: {field}: {fault}", file.display()));
        assert_eq!(back.cpus.len(), reading.topology.cpus.len(), "{}", file.display());
        assert_eq!(back.distances, reading.topology.distances, "{}", file.display());
        let machine = MachineChoice::Own(Box::new(own)).build();
        let domains = build(&machine, &kernel::rules(KernelId::V6_18_2), true);
        let seen = machine.cpus();
        assert!(
            domains
                .of
                .each()
                .all(|(cpu, of)| of.iter().all(|domain| seen.test(cpu) && domain.span.test(cpu)))
        );
        good += 1;
    }
    assert!(good >= 20, "only {good} of the machines are good");
}

/// From `/proc/schedstat` of such a laptop: the two CPUs of a core, the CPUs that share the L3, all CPUs.
#[test]
fn the_domains_of_a_hybrid_laptop_match_those_of_a_real_kernel() {
    let topology = reading("Intel-ArrowLake-CoreUltra5-225U.xml").topology;
    let machine = MachineChoice::Own(Box::new(OwnMachine::of(&topology, Family::Xeon))).build();
    let domains = build(&machine, &kernel::rules(KernelId::V6_18_2), true);
    let told: Vec<_> =
        domains.of[CpuId(0)].iter().map(|domain| (domain.name, domain.span.to_hex(16))).collect();
    assert_eq!(told, [("SMT", "0003".into()), ("MC", "0fff".into()), ("PKG", "3fff".into())]);
}

#[test]
fn a_file_cut_at_any_place_is_refused() {
    let whole = fixture("16em64t-4s2c2t-offlines-xml.xml");
    for end in (0..whole.len() - "</topology>\n".len()).step_by(7) {
        assert!(read(&whole[..end]).is_err(), "cut at {end}");
    }
}
