//! A random machine written in any format is read back unchanged. Any text is read or refused in a short
//! time.

mod common;

use common::{as_lscpu_sees, hwloc, lscpu_json, lscpu_parsable, lscpu_table, machine, numbered, sysfs};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};
use sched_core::machine::topology::evenly_far;
use sched_core::machine::{Counts, Family, Topology, notation};
use sched_core::scenario::OwnMachine;
use sched_readers::{MOST_BYTES, NotSaid, read};

fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Config::default() }
}

fn topology(text: &str) -> Topology {
    read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}")).topology
}

fn fault(text: &str) -> String {
    read(text.as_bytes()).expect_err("a fault").to_string()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn a_machine_from_lscpu_is_read_back_unchanged(machine in machine()) {
        let expected = as_lscpu_sees(&machine);
        for text in [lscpu_json(&machine), lscpu_parsable(&machine), lscpu_table(&machine)] {
            prop_assert_eq!(topology(&text), expected.clone());
        }
    }

    #[test]
    fn a_machine_from_lstopo_is_read_back_unchanged(machine in machine()) {
        prop_assert_eq!(topology(&hwloc(&machine, 2)), machine.clone());
        prop_assert_eq!(topology(&hwloc(&machine, 1)), machine);
    }

    #[test]
    fn a_machine_from_a_link_is_read_back_unchanged(machine in machine()) {
        let mut expected = machine.clone();
        expected.cpus.iter_mut().for_each(|cpu| cpu.capacity = None);
        expected.distances = evenly_far(expected.nodes.len(), 20);
        expected.name = format!("{} CPUs", expected.cpus.len());
        prop_assert_eq!(topology(&notation::write(&machine)), expected);
    }

    #[test]
    fn a_machine_from_sys_is_read_back_unchanged(machine in machine()) {
        prop_assert_eq!(topology(&sysfs(&machine, false)), machine.clone());
        prop_assert_eq!(topology(&sysfs(&machine, true)), machine);
    }

    #[test]
    fn a_regular_machine_from_a_synthetic_description_is_read_back_unchanged(
        sockets in 1..=2usize, nodes in 1..=3usize, llcs in 1..=3usize, clusters in 0..=3usize,
        cores in 2..=4usize, threads in 1..=2usize,
    ) {
        let counts = Counts {
            sockets, nodes_per_socket: nodes, llcs_per_node: llcs, clusters_per_llc: clusters, cores, threads,
        };
        let cluster = if clusters > 0 { format!("cluster:{clusters} ") } else { String::new() };
        // The first threads of all cores have lower numbers than the second ones.
        let all = sockets * nodes * llcs * clusters.max(1) * cores;
        let indexes = format!("{threads}*{all}:1*{threads}");
        let text = format!(
            "pack:{sockets} numa:{nodes} L3Cache:{llcs}(size=33554432) {cluster}core:{cores} pu:{threads}(indexes={indexes})"
        );
        let name = format!("{} CPUs", all * threads);
        prop_assert_eq!(topology(&text), numbered(Topology { name, ..Topology::regular(counts) }));
        // The notation of links is the same, but names a cluster by its cache.
        let link = text.replace("cluster:", "l2:");
        let name = "a link".to_string();
        let linked = Topology { name: name.clone(), ..notation::read(&link).expect("a notation") };
        prop_assert_eq!(numbered(linked), Topology { name, ..topology(&link) });
    }

    /// Changes a byte, cuts the text, or repeats a line: the result is another machine or a fault, never a
    /// panic.
    #[test]
    fn changed_texts_are_read_or_refused(
        machine in machine(), which in 0..7usize, at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let texts = [
            lscpu_json(&machine), lscpu_parsable(&machine), lscpu_table(&machine), sysfs(&machine, true),
            sysfs(&machine, false), hwloc(&machine, 1), hwloc(&machine, 2),
        ];
        let mut bytes = texts[which].clone().into_bytes();
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = byte }
        match read(&bytes) {
            Ok(reading) => prop_assert_eq!(reading.topology.check(), Ok(())),
            Err(fault) => prop_assert!(!fault.to_string().is_empty()),
        }
    }
}

#[test]
fn lists_of_cpus_in_the_notation_of_links_are_read() {
    let listed = topology("pu=0-5 core=0,3/1,4/2,5 numa=0@0,3/8@1-2,4-5");
    assert_eq!((listed.cpus.len(), listed.nodes.as_slice(), listed.cpus[3].core), (6, &[0, 8][..], 0));
    assert!(fault("pu=0-5 core=7").contains("CPU 7"));
}

#[test]
fn the_name_of_a_model_may_contain_spaces_in_any_column() {
    for table in [
        "CPU CORE MODELNAME\n0 0 Intel(R) Xeon(R) CPU @ 2.10GHz\n1 0 Intel(R) Xeon(R) CPU @ 2.10GHz\n",
        "CPU MODELNAME CORE\n0 Intel(R) Xeon(R) CPU @ 2.10GHz 0\n1 Intel(R) Xeon(R) CPU @ 2.10GHz 0\n",
    ] {
        let read = topology(table);
        assert_eq!((read.name.as_str(), read.cpus[1].core), ("Intel Xeon", 0));
    }
    assert_eq!(topology("CPU CORE MODELNAME\n0 0 -\n1 0 -\n").cpus.len(), 2);
}

#[test]
fn only_an_l2_below_the_last_level_cache_can_be_a_cluster() {
    let notes = |text: &str| read(text.as_bytes()).expect("a machine").not_said;
    // CPUs of two cores share an L2: once as the only cache, once below an L3.
    let lscpu = |l3: &str| {
        let row = |cpu: usize| format!("{cpu} {cpu} 0 0 {cpu}:{cpu}:{}{l3}\n", cpu / 2);
        let names = if l3.is_empty() { "L1d:L1i:L2" } else { "L1d:L1i:L2:L3" };
        format!("CPU CORE SOCKET NODE {names}\n") + &(0..4).map(row).collect::<String>()
    };
    let sysfs = |l3: bool| {
        let cache = |cpu: usize, index: usize, level: u32, list: &str| {
            let folder = format!("cpu/cpu{cpu}/cache/index{index}");
            format!("{folder}/level:{level}\n{folder}/type:Unified\n{folder}/shared_cpu_list:{list}\n")
        };
        let cpu = |cpu: usize| {
            let l2 = if cpu < 2 { "0-1" } else { "2-3" };
            format!("cpu/cpu{cpu}/topology/core_cpus_list:{cpu}\n")
                + &cache(cpu, 0, 2, l2)
                + &if l3 { cache(cpu, 1, 3, "0-3") } else { String::new() }
        };
        "cpu/online:0-3\n".to_string() + &(0..4).map(cpu).collect::<String>()
    };
    for below in [lscpu(":0"), sysfs(true)] {
        assert!(notes(&below).contains(&NotSaid::SharedL2), "{below}");
    }
    for last in [lscpu(""), sysfs(false)] {
        let notes = notes(&last);
        assert!(
            notes.contains(&NotSaid::Clusters) && !notes.contains(&NotSaid::SharedL2),
            "{last} {notes:?}"
        );
    }
}

#[test]
fn a_file_of_sys_may_repeat_a_value() {
    let files =
        "cpu/online:0-1\ncpu/cpu0/topology/core_cpus_list:0-1\ncpu/cpu1/topology/core_cpus_list:0-1\n";
    assert_eq!(topology(&files.repeat(2)), topology(files));
}

#[test]
fn synthetic_descriptions_are_read_as_hwloc_reads_them() {
    let kunpeng = topology("pack:2 numa:2 l3:1 l2:6 core:4 pu:1");
    assert_eq!((kunpeng.cpus.len(), kunpeng.nodes.len(), kunpeng.cpus[95].cluster), (96, 4, Some(23)));
    // The output of lstopo for a machine with hybrid memory: nodes beside the levels.
    let text = "[NUMANode(memory=1073741824)] Package:2 [NUMANode(memory=1 indexes=4,5)] L3Cache:1 Core:2 PU:2(indexes=core:pu)";
    let attached = topology(text);
    assert_eq!((attached.nodes.as_slice(), attached.nodes[attached.cpus[7].node]), (&[0, 4, 5][..], 5));
    let bare = topology("2 3 4 2");
    assert_eq!((bare.cpus.len(), bare.nodes.len(), bare.cpus[47].core, bare.cpus[47].socket), (48, 6, 23, 1));
    let interleaved = topology("pack:2 core:2 pu:2(indexes=pack:core)");
    let socket_of: Vec<usize> = interleaved.cpus.iter().map(|cpu| cpu.socket).collect();
    assert_eq!(socket_of, [0, 1, 0, 1, 0, 1, 0, 1]);
}

/// Details of real hwloc documents that the random documents above do not have.
#[test]
fn all_forms_of_hwloc_documents_are_read() {
    let pus = |first: u32| {
        format!("<object type=\"PU\" os_index=\"{first}\"/><object type=\"PU\" os_index=\"{}\"/>", first + 1)
    };
    let document = |inside: &str, after: &str| {
        topology(&format!(
            "<topology version=\"2.0\"><object type=\"Machine\">{inside}</object>{after}</topology>"
        ))
    };
    // A group that a Xeon Phi calls a cluster is a node. Nodes without a CPU set have the CPUs of their
    // parent.
    let group = |node: u32, first: u32| {
        let memory = format!("<object type=\"NUMANode\" os_index=\"{node}\" gp_index=\"{}\"/>", 70 + node);
        format!("<object type=\"Group\" subtype=\"Cluster\" kind=\"100\">{memory}{}</object>", pus(first))
    };
    let distances = "<distances2 type=\"NUMANode\" nbobjs=\"2\" kind=\"5\" indexing=\"gp\"><indexes>71 70</indexes>\
        <u64values>10 31 </u64values><u64values>21 10</u64values></distances2>";
    let phi = document(&(group(0, 0) + &group(1, 2)), distances);
    assert_eq!((phi.cpus[3].cluster, phi.cpus[3].node), (None, 1));
    assert_eq!(phi.distances, [[10, 21], [31, 10]]);
    // Bandwidths are not distances.
    let bandwidths = document(&(group(0, 0) + &group(1, 2)), &distances.replace("kind=\"5\"", "kind=\"9\""));
    assert_eq!(bandwidths.distances, [[10, 20], [20, 10]]);
    // The last-level cache is the one of the highest level, in any position; instruction caches are ignored.
    let cache = |kind: &str, inside: &str| format!("<object type=\"{kind}\">{inside}</object>");
    let odd = document(
        &(cache("L2Cache", &cache("L3Cache", &pus(0))) + &cache("L4iCache", &cache("L2Cache", &pus(2)))),
        "",
    );
    assert_eq!(odd.cpus.iter().map(|cpu| cpu.llc).collect::<Vec<_>>(), [0, 0, 1, 1]);
    // Version 1 lists offline CPUs; the predefined entities of XML are text.
    let offline = "<topology><object type=\"Machine\" online_cpuset=\"0x1\"><info name=\"CPUModel\" value=\"A &amp; B\"/>";
    let offline = topology(&format!("{offline}{}</object></topology>", pus(0)));
    assert_eq!((offline.cpus.len(), offline.name.as_str()), (1, "A & B"));
}

#[test]
fn an_invalid_description_is_refused_with_a_sentence_and_its_place() {
    let xml = |inside: &str| {
        format!("<topology version=\"2.0\">\n<object type=\"Machine\">\n{inside}</object></topology>")
    };
    let pu = |index: &str| format!("<object type=\"PU\" os_index=\"{index}\"/>\n");
    let many: String = (0..10_000).map(|cpu| pu(&cpu.to_string())).collect();
    let deep = "<object type=\"Group\">".repeat(100_000);
    for (text, sentence) in [
        ("", "There is nothing in it."),
        ("hello", "This is none of what is known"),
        ("\u{feff}  ", "There is nothing in it."),
        (
            "Architecture:  x86_64\nCPU(s): 2",
            "Sockets × cores × threads are 1 × 1 × 1 = 1, but there are 2 CPUs",
        ),
        ("{\"lscpu\": []}", "There is no CPU(s)."),
        ("{\"cpus\": [{\"cpu\": 0", "Line 1: The file ends before"),
        ("{\"cpus\": []}", "There is no CPU in it."),
        ("{\"cpus\": [{\"cpu\": -1, \"core\": 0}]}", "cpus[0], CPU: The number of a CPU is -1"),
        (
            "{\"cpus\": [{\"cpu\": 10000, \"core\": 0}]}",
            "cpus[0], CPU: There is a CPU 10000; numbers up to 511",
        ),
        ("# CPU,Core\n0,0\n0,1\n", "Line 3, CPU: CPU 0 is there twice."),
        ("# CPU,Core\n0,0\n1\n", "Line 3: There are 2 columns, but 1 in this line."),
        ("# Core\n0\n", "This is none of what is known"),
        ("# CPU\n# Core\n0\n", "Line 3: There is no column CPU."),
        ("CPU CORE\n0 x\n", "Line 2, core: \"x\" is no number of a core."),
        (&xml(&pu("-3")), "Line 3, PU: The number of a CPU is -3"),
        (&xml(&(pu("1") + &pu("1"))), "Line 4, PU: CPU 1 is there twice."),
        (&xml("<object type=\"PU\"/>"), "Line 3, PU: There is no os_index."),
        (&xml(&many), "Line 515, PU: There is a CPU 512"),
        (&xml(&deep), "Line 3: Elements are nested more than 64 deep."),
        ("<topology version=\"4.0\"/>", "Line 1: It has version 4.0"),
        (
            "# tracer: nop\n#\n  <idle>-0 [001] d..2. 1.000001: sched_switch: prev_comm=a",
            "This is a recording, which “Your recording” or sched trace reads.",
        ),
        (
            "#include <scx/common.bpf.h>\nchar _license[] SEC(\"license\") = \"GPL\";",
            "This is a scheduler in C, which “Your scheduler” or sched policy check reads.",
        ),
        (
            "{\"version\": 3, \"workload\": {\"kind\": \"hogs\"}, \"lanes\": [{}]}",
            "This is a scenario, which “Share” or sched run reads.",
        ),
        ("<html><body/></html>", "Line 1: This is none of what is known"),
        (
            "<!DOCTYPE topology [<!ENTITY a \"b\">]>\n<topology/>",
            "Line 1, DOCTYPE: It defines or uses entities of its own",
        ),
        (&xml("<object type=\"&a;\"/>"), "Line 3: It defines or uses entities"),
        ("pack:2 core:400 pu:2", "core:400: There are more CPUs"),
        ("pack:2 core:-4 pu:2", "core:-4: The number of a count is -4"),
        (r#"{"cpus": [{"cpu": 0, "cpu": 1}]}"#, "It cannot be read: cpus[0].cpu is there twice."),
        (r#"{"cpus": [{"cpu": 0}], "cpus": [{"cpu": 5}]}"#, "It cannot be read: cpus is there twice."),
        ("CPU cpu\n0 1\n", "Line 2: It cannot be read: the column cpu is there twice."),
        (
            "core:20 pu:2(indexes=2*7:1*2)",
            "PU: It cannot be read: “2*7:1*2” does not give every one of 40 a number of its own.",
        ),
        (
            "pack:2 pu:2(indexes=0,1,2)",
            "PU: It cannot be read: “0,1,2” does not give every one of 4 a number of its own.",
        ),
        (
            "cpu/cpu0/topology/core_cpus_list:0-1\n\
             cpu/cpu1/topology/core_cpus_list:1-2\n\
             cpu/cpu2/topology/core_cpus_list:0,2",
            "CPU 0 and CPU 1 say different things of the core",
        ),
        (
            "cpu/cpu0/topology/core_cpus_list:0-99999999999",
            "Line 1, core_cpus_list: \"99999999999\" is no number",
        ),
        (
            "cpu/online:0-1\ncpu/cpu0/topology/core_id:0",
            "Line 1, CPU 1: There is no topology of an online CPU.",
        ),
        ("pu=0-3 numa=0@0-1/0@2-3", "Node 0 is there twice"),
        ("pu=0-600", "There is a CPU 600; numbers up to 511 are possible."),
        ("pu=0-3 cpu=1", "It cannot be read: “cpu=1” is not understood."),
        (
            "cpu/cpu0/topology/core_id:0\ncpu/cpu0/topology/core_id:1",
            "Line 2, core_id: An attribute comes twice, first as \"0\".",
        ),
        (
            "cpu/online:0\ncpu/cpu0/topology/core_id:0\ncpu/online:0-1",
            "Line 3, online: An attribute comes twice, first as \"0\".",
        ),
        (
            "cpu/cpu0/topology/core_id:0\nnode/node0/cpulist:0\nnode/node0/cpulist:",
            "Line 3, cpulist: An attribute comes twice, first as \"0\".",
        ),
        (
            "cpu/cpu0/cache/index0/level:1\ncpu/cpu0/cache/index0/level:2",
            "Line 2, level: An attribute comes twice, first as \"1\".",
        ),
        ("CPU MODELNAME\n0\n", "Line 2: There are 2 columns, but 1 in this line."),
        ("CPU CORE\n0 0 0\n", "Line 2: There are 2 columns, but 3 in this line."),
        (
            "node/node0/distance:10 20\ncpu/cpu0/topology/core_id:0",
            "Line 1, node 0: There are 2 distances where 1 belong.",
        ),
    ] {
        let fault = fault(text);
        assert!(fault.starts_with(sentence), "expected \"{sentence}\", got \"{fault}\"");
    }
    assert!(read(&[0xff, 0x00]).expect_err("no text").to_string().contains("no text in UTF-8"));
    assert!(read(b"BZh91AY").expect_err("no text").to_string().contains("bzip2: unpack it"));
    let long = read(&vec![b'x'; 50_000_000]).expect_err("too long").to_string();
    assert_eq!(long, "It is too long: texts up to 16 MB are read.");
}

/// The notation of links has four digits for a node: a machine with a higher number could be read but not
/// used.
#[test]
fn a_node_number_above_9999_is_refused_in_every_format() {
    let formats: [fn(&str) -> String; 6] = [
        |node| format!("cpu/cpu0/topology/core_id:0\nnode/node{node}/cpulist:0"),
        |node| format!("# CPU,Node\n0,{node}\n"),
        |node| format!("CPU NODE\n0 {node}\n"),
        |node| format!("{{\"cpus\": [{{\"cpu\": 0, \"node\": {node}}}]}}"),
        |node| format!("numa:1(indexes={node}) pu:1"),
        |node| {
            format!(
                "<topology version=\"2.0\"><object type=\"Machine\"><object type=\"Package\">\
                 <object type=\"NUMANode\" os_index=\"{node}\"/><object type=\"PU\" os_index=\"0\"/>\
                 </object></object></topology>"
            )
        },
    ];
    for write in formats {
        let (good, bad) = (write("9999"), write("10000"));
        let machine = OwnMachine::of(&topology(&good), Family::Xeon);
        assert!(machine.clone().with_rows().is_ok(), "{good}");
        assert_eq!(machine.topology().expect("a topology").nodes, [9999], "{good}");
        assert_eq!(fault(&bad), "There is a node 10000; numbers up to 9999 are possible.", "{bad}");
    }
}

/// Names and messages may be printed on a terminal and shown on a page.
#[test]
fn names_and_messages_hold_no_bidirectional_control_characters() {
    let hidden = ['\u{202e}', '\u{202a}', '\u{2066}', '\u{2069}', '\u{200f}', '\u{feff}', '\u{9b}', '\u{7}'];
    for c in hidden {
        for text in [
            format!("CPU CORE\n0 ab{c}cd\n"),
            format!("# CPU,Core\n0,ab{c}cd\n"),
            format!("pu=0-3 ab{c}cd=0"),
            format!("pack:2 ab{c}cd:2 pu:1"),
            format!("cpu/cpu0/topology/core_cpus_list:ab{c}cd"),
            format!("<topology version=\"2{c}9\"/>"),
        ] {
            let fault = fault(&text);
            assert!(!fault.contains(c), "{c:?} {fault:?}");
        }
        let name = topology(&format!("CPU CORE MODELNAME\n0 0 Model{c}X\n")).name;
        assert_eq!(name, "ModelX", "{c:?}");
    }
}

/// Texts that would take hours in a reader with quadratic time.
#[test]
fn the_longest_texts_are_read_or_refused_in_linear_time() {
    let filled = |head: &str, body: &str, tail: &str| {
        let times = (MOST_BYTES - head.len() - tail.len()) / body.len();
        format!("{head}{}{tail}", body.repeat(times))
    };
    let pus: String = (0..512).map(|cpu| format!("<object type=\"PU\" os_index=\"{cpu}\"/>")).collect();
    let machine = format!("<topology version=\"2.0\"><object type=\"Machine\">{pus}");
    let cut = "The file ends before what it began";
    // The expected fault; "" means that the text is read.
    for (text, sentence) in [
        (filled(&machine, "<object type=\"Misc\"/>", "</object></topology>"), ""),
        (filled(&machine, "\n", ""), cut),
        (
            filled("<topology version=\"2.0\"><object type=\"Machine\"", " a=\"1\"", "/></topology>"),
            "An attribute comes twice",
        ),
        (filled("", "cpu/cpu0/topology/core_cpus_list:0-511\n", ""), ""),
        (filled("", "<", ""), cut),
        (filled("{\"cpus\":[", "-,", "0]}"), "cpus[0]: There should be an object."),
        (filled("{\"cpus\":", "[", ""), "This is no JSON"),
        (filled("# CPU,", "a,", "\n1\n"), "There are more columns than the 100 that are possible."),
        (filled("", "pack:1 ", ""), "Elements are nested more than 64 deep."),
        (filled("pack:1(indexes=", "1*1:", "1*1) pu:1"), ""),
    ] {
        let told = read(text.as_bytes()).err().map(|fault| fault.to_string()).unwrap_or_default();
        let is_told = if sentence.is_empty() { told.is_empty() } else { told.contains(sentence) };
        assert!(is_told, "expected \"{sentence}\", got \"{told}\"");
    }
}
