//! What people paste into issues: each form is read, joined with others, or refused with a reason. No cut or damaged text makes
//! a reader panic.

use sched_core::machine::domains::build;
use sched_core::machine::kernel::{self, ClusterLevel};
use sched_core::machine::{Family, KernelId, Machine, Platform, Topology};
use sched_core::scenario::OwnMachine;
use sched_readers::pile::{self, Part};
use sched_readers::waits::{self, Tool};
use sched_readers::{Kind, NotSaid, Reading, Sort, costs, domains, read};
use std::fmt::Write;

fn reading(text: &str) -> Reading {
    read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}\n{text}"))
}

fn fault(text: &str) -> String {
    read(text.as_bytes()).expect_err("a fault").to_string()
}

fn joined(texts: &[&str]) -> Reading {
    let bytes: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
    let parts = pile::parts(&bytes).expect("texts");
    pile::machine(&parts).unwrap_or_else(|(file, fault)| panic!("{file}: {fault}"))
}

/// The CPUs of each group, as lists.
fn groups(topology: &Topology, of: impl Fn(&sched_core::machine::TopologyCpu) -> usize) -> Vec<Vec<u32>> {
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for cpu in &topology.cpus {
        let group = of(cpu);
        if groups.len() <= group {
            groups.resize(group + 1, Vec::new());
        }
        groups[group].push(cpu.number);
    }
    groups
}

fn counts(reading: &Reading) -> [usize; 5] {
    let topology = &reading.topology;
    let count = |of: fn(&sched_core::machine::TopologyCpu) -> usize| groups(topology, of).len();
    [
        count(|cpu| cpu.socket),
        topology.nodes.len(),
        count(|cpu| cpu.llc),
        count(|cpu| cpu.core),
        topology.cpus.len(),
    ]
}

fn guesses(reading: &Reading) -> Vec<&NotSaid> {
    reading.not_said.iter().filter(|said| said.sort() == Sort::Guess).collect()
}

/// A phone whose firmware numbers the cores of each cluster from zero.
const PHONE: &str = "\
# CPU,Core,Socket,Node,,L1d,L1i,L2,L3
0,0,0,,,0,0,0,0
1,1,0,,,1,1,1,0
2,2,0,,,2,2,1,0
3,0,0,,,3,3,2,0
4,1,0,,,4,4,3,0
5,0,0,,,5,5,4,0
";

/// Two nodes of two cores of two threads.
const TABLE: &str = "\
CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE
  0    0      0    0 0:0:0:0          yes
  1    1      1    2 2:2:2:1          yes
  2    0      0    1 1:1:1:0          yes
  3    1      1    3 3:3:3:1          yes
  4    0      0    0 0:0:0:0          yes
  5    1      1    2 2:2:2:1          yes
  6    0      0    1 1:1:1:0          yes
  7    1      1    3 3:3:3:1          yes
";

const NUMACTL: &str = "\
available: 2 nodes (0-1)
node 0 cpus: 0 2 4 6
node 0 size: 64000 MB
node 0 free: 1000 MB
node 1 cpus: 1 3 5 7
node 1 size: 64000 MB
node 1 free: 2000 MB
node distances:
node   0   1
  0:  10  21
  1:  21  10
";

const SUMMARY: &str = "\
Architecture:        x86_64
CPU(s):              8
On-line CPU(s) list: 0-7
Thread(s) per core:  2
Core(s) per socket:  2
Socket(s):           2
NUMA node(s):        2
Model name:          A processor @ 2.20GHz
L3 cache:            20480K
NUMA node0 CPU(s):   0,2,4,6
NUMA node1 CPU(s):   1,3,5,7
";

const LSTOPO: &str = "\
Machine (64GB total)
  Package L#0
    NUMANode L#0 (P#0 32GB)
    L3 L#0 (8192KB)
      L2 L#0 (256KB) + L1d L#0 (32KB) + L1i L#0 (32KB) + Core L#0
        PU L#0 (P#0)
        PU L#1 (P#4)
      L2 L#1 (256KB) + L1d L#1 (32KB) + L1i L#1 (32KB) + Core L#1
        PU L#2 (P#2)
        PU L#3 (P#6)
    HostBridge
      PCI 00:17.0 (SATA)
        Block(Disk) \"sda\"
  Package L#1
    NUMANode L#1 (P#1 32GB)
    L3 L#1 (8192KB)
      L2 L#2 (256KB) + L1d L#2 (32KB) + L1i L#2 (32KB) + Core L#2
        PU L#4 (P#1)
        PU L#5 (P#5)
      L2 L#3 (256KB) + L1d L#3 (32KB) + L1i L#3 (32KB) + Core L#3
        PU L#6 (P#3)
        PU L#7 (P#7)
";

const VERBOSE: &str = "\
[    0.100000] CPU0 attaching sched-domain(s):
[    0.100100]  domain-0: span=0,4 level=SMT
[    0.100200]   groups: 0:{ span=0 }, 4:{ span=4 }
[    0.100300]   domain-1: span=0,2,4,6 level=MC
[    0.100400]    groups: 0:{ span=0,4 cap=2048 }, 2:{ span=2,6 cap=2048 }
[    0.100500]    domain-2: span=0-7 level=NUMA
[    0.100600]     groups: 0:{ span=0,2,4,6 cap=4096 }, 1:{ span=1,3,5,7 cap=4096 }
";

const SYSCTL: &str = "\
kernel.sched_domain.cpu0.domain0.busy_factor = 32
kernel.sched_domain.cpu0.domain0.flags = 687
kernel.sched_domain.cpu0.domain0.imbalance_pct = 110
kernel.sched_domain.cpu0.domain0.name = SIBLING
kernel.sched_domain.cpu0.domain1.flags = 559
kernel.sched_domain.cpu0.domain1.name = MC
";

const SCHEDSTAT: &str = "\
version 15
timestamp 1
cpu0 0 0 0 0 0 0 1 2 3
eas 1 2 3
domain0 11 0 0 0 0
eas 1 2
domain1 55 0 0 0 0
domain2 ff 0 0 0 0
";

const CPUINFO: &str = "\
processor\t: 0
model name\t: A processor
physical id\t: 0
siblings\t: 2
core id\t\t: 0
cpu cores\t: 1

processor\t: 1
model name\t: A processor
physical id\t: 0
siblings\t: 2
core id\t\t: 0
cpu cores\t: 1
";

const PER_CPU: &str = "\
cpu0  core=0   siblings=0-1      max=5400000  governor=performance  capacity=1024  core_type=NA
cpu1  core=0   siblings=0-1      max=5400000  governor=performance  capacity=1024  core_type=NA
cpu2  core=4   siblings=2        max=4100000  governor=performance  capacity=700  core_type=NA
";

const LATENCY: &str = "\
 -----------------------------------------------------------------------------------------------------------------
  Task                  |   Runtime ms  | Switches | Average delay ms | Maximum delay ms | Maximum delay at       |
 -----------------------------------------------------------------------------------------------------------------
  server:4711           |   3000.000 ms |     1000 | avg:    0.020 ms | max:   12.500 ms | max at: 100.547878 s
  client:(3)            |   1000.000 ms |     3000 | avg:    0.040 ms | max:    1.250 ms | max at: 100.616867 s
 -----------------------------------------------------------------------------------------------------------------
  TOTAL:                |   4000.000 ms |     4000 |
";

const TIMEHIST: &str = "\
           time    cpu  task name                       wait time  sch delay   run time
                        [tid/pid]                          (msec)     (msec)     (msec)
--------------- ------  ------------------------------  ---------  ---------  ---------
    100.889699 [0003]  rustc[211/209]                     0.000      0.002     11.462
    100.894246 [0001]  cc1 plus[212]                     10.605      0.012      0.012
    100.900738 [0003]  <idle>                             0.011      9.011     11.026
    100.934724 [0001]  rustc[211/209]                     0.000      0.300     56.238
";

const SCHBENCH: &str = "\
Wakeup Latencies percentiles (usec) runtime 30 (s) (1000 total samples)
\t  50.0th: 7          (500 samples)
\t  90.0th: 12         (400 samples)
\t* 99.0th: 40         (90 samples)
\t  99.9th: 900        (9 samples)
\t  min=1, max=2500
Request Latencies percentiles (usec) runtime 30 (s) (1000 total samples)
\t  50.0th: 15000      (500 samples)
\t* 99.0th: 20000      (400 samples)
\t  min=9000, max=31000
RPS percentiles (requests) runtime 30 (s) (31 total samples)
\t  20.0th: 900        (7 samples)
\t* 50.0th: 950        (9 samples)
current rps: 951.00
";

const RUNQLAT: &str = "\
Tracing run queue latency... Hit Ctrl-C to end.
     usecs               : count     distribution
         0 -> 1          : 50       |***                 |
         2 -> 3          : 30       |**                  |
         4 -> 7          : 19       |*                   |
         8 -> 15         : 0        |                    |
        16 -> 31         : 1        |                    |
";

const PIPE: &str = "\
$ taskset -c 3,4 perf bench sched pipe
# Running 'sched/pipe' benchmark:
# Executed 1000000 pipe operations between two processes
     Total time: 6.102 [sec]
       6.102445 usecs/op
";

const SAMPLES: [&str; 18] = [
    PHONE,
    TABLE,
    NUMACTL,
    SUMMARY,
    LSTOPO,
    VERBOSE,
    SYSCTL,
    SCHEDSTAT,
    CPUINFO,
    PER_CPU,
    LATENCY,
    TIMEHIST,
    SCHBENCH,
    RUNQLAT,
    PIPE,
    "1n2l4c1t",
    "-smp 16,sockets=2,cores=4,threads=2",
    "pack:2 numa:2 l3:1 l2:6 core:4 pu:1",
];

#[test]
fn a_core_number_that_repeats_in_a_socket_stands_for_several_cores_if_the_caches_differ() {
    let phone = reading(PHONE);
    assert_eq!(counts(&phone), [1, 1, 1, 6, 6]);
    let said =
        phone.not_said.iter().find(|said| said.sort() == Sort::Contradiction).expect("a contradiction");
    assert_eq!(
        said.to_string(),
        "CORE has 3 numbers, but the caches, nodes or clocks of CPUs of one number differ (0-1,3-5): 6 cores are taken."
    );
    // Without caches, the clock tells cores apart; threads of one core have the same one.
    let clocks = "CPU CORE SOCKET MAXMHZ\n0 0 0 1800.0\n1 1 0 1800.0\n2 0 0 2800.0\n3 1 0 2800.0\n";
    assert_eq!(counts(&reading(clocks)), [1, 1, 1, 4, 4]);
    assert_eq!(counts(&reading(TABLE)), [2, 2, 2, 4, 8]);
    assert!(reading(TABLE).not_said.iter().all(|said| said.sort() != Sort::Contradiction));
}

#[test]
fn a_cache_across_sockets_becomes_one_for_each() {
    let text = "CPU SOCKET CORE L3\n0 0 0 0\n1 0 1 0\n2 1 2 0\n3 1 3 0\n";
    let machine = reading(text);
    assert_eq!(counts(&machine), [2, 1, 2, 4, 4]);
    assert!(machine.not_said.contains(&NotSaid::LlcAcrossSockets));
}

#[test]
fn the_summary_of_lscpu_is_read_and_its_guesses_are_marked() {
    let machine = reading(SUMMARY);
    assert_eq!(counts(&machine), [2, 2, 2, 4, 8]);
    assert_eq!(groups(&machine.topology, |cpu| cpu.core), [vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]]);
    assert!(guesses(&machine).contains(&&NotSaid::ThreadNumbers { a: 0, b: 4 }));
    // Nodes that hold neighbouring numbers contradict the usual numbering.
    let near = SUMMARY.replace("0,2,4,6", "0-3").replace("1,3,5,7", "4-7");
    let near = reading(&near);
    assert_eq!(groups(&near.topology, |cpu| cpu.core), [vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]]);
    let json = r#"{"lscpu":[{"field":"CPU(s):","data":"4","children":[{"field":"On-line CPU(s) list:","data":"0-3"}]},
        {"field":"Thread(s) per core:","data":"1"},{"field":"Core(s) per socket:","data":"4"},{"field":"Socket(s):","data":"1"}]}"#;
    assert_eq!(counts(&reading(json)), [1, 1, 1, 4, 4]);
    let instances = "Architecture: x86_64\nCPU(s): 8\nThread(s) per core: 1\nCore(s) per socket: 8\nSocket(s): 1\nL3: 64 MiB (2 instances)\n";
    assert_eq!(counts(&reading(instances)), [1, 1, 2, 8, 8]);
}

#[test]
fn the_summary_of_a_hybrid_machine_is_refused_with_the_command_that_says_more() {
    let hybrid = "Architecture: x86_64\nCPU(s): 22\nOn-line CPU(s) list: 0-21\nThread(s) per core: 2\nCore(s) per socket: 16\nSocket(s): 1\n";
    assert_eq!(
        fault(hybrid),
        "Sockets × cores × threads are 1 × 16 × 2 = 32, but there are 22 CPUs, so the cores differ: lscpu -J -e=CPU,CORE,CLUSTER,SOCKET,NODE,CACHE says which is which."
    );
    let kinds = "Architecture: aarch64\nCPU(s): 8\nModel name: A55\nThread(s) per core: 1\nCore(s) per socket: 4\nSocket(s): 1\nModel name: A76\nThread(s) per core: 1\nCore(s) per socket: 4\nSocket(s): 1\n";
    assert!(fault(kinds).starts_with("The cores differ (A55, A76)"), "{}", fault(kinds));
}

#[test]
fn the_text_of_lstopo_is_read() {
    let machine = reading(LSTOPO);
    assert_eq!(counts(&machine), [2, 2, 2, 4, 8]);
    assert_eq!(groups(&machine.topology, |cpu| cpu.core), [vec![0, 4], vec![1, 5], vec![2, 6], vec![3, 7]]);
    assert_eq!(machine.topology, Topology { name: machine.topology.name.clone(), ..reading(TABLE).topology });
    // Up to version 1 a node contains its sockets.
    let old = "Machine (8GB)\n  NUMANode L#0 (P#3 4GB) + Socket L#0 + L3 L#0 (8MB)\n    L2 L#0 (1MB) + L1d L#0 + Core L#0 + PU L#0 (P#0)\n    L2 L#1 (1MB) + L1d L#1 + Core L#1 + PU L#1 (P#1)\n  NUMANode L#1 (P#7 4GB)\n";
    let old = reading(old);
    assert_eq!((old.topology.nodes.clone(), old.topology.cpus.len()), (vec![3, 7], 2));
    assert!(old.not_said.contains(&NotSaid::NoCpus { nodes: vec![7] }));
    assert_eq!(
        fault("Machine (8GB)\n  Package L#0\n    Core L#0 + PU L#0 (P#"),
        "Line 3: The file ends before what it began: it was cut."
    );
}

/// `lstopo -v` writes out the kinds of caches; its summary by depth says nothing more.
#[test]
fn the_verbose_text_of_lstopo_has_its_caches() {
    let core = |n: u32| {
        format!(
            "      L2Cache L#{n} (size=1024KB linesize=64 ways=8)\n        L1dCache L#{n} (size=32KB ways=8)\n\
             \x20         L1iCache L#{n} (size=32KB ways=8)\n            Core L#{n} (P#{n})\n\
             \x20             PU L#{} (P#{n})\n              PU L#{} (P#{})\n",
            2 * n,
            2 * n + 1,
            n + 4
        )
    };
    let cache = |n: u32| {
        format!(
            "    L3Cache L#{n} (size=16384KB linesize=64 ways=16 Inclusive=0)\n{}{}",
            core(2 * n),
            core(2 * n + 1)
        )
    };
    let text = format!(
        "Machine (P#0 total=8000000KB DMIProductName=\"A box\" hwlocVersion=2.9.0 ProcessName=lstopo)\n\
         \x20 Package L#0 (P#0 total=8000000KB CPUModel=\"Some CPU\")\n    NUMANode L#0 (P#0 local=8000000KB)\n{}{}\
         depth 0:           1 Machine (type #0)\n depth 1:          1 Package (type #1)\n  depth 2:         2 L3Cache (type #6)\n",
        cache(0),
        cache(1)
    );
    let found = reading(&text);
    assert_eq!(counts(&found), [1, 1, 2, 4, 8]);
    assert_eq!(groups(&found.topology, |cpu| cpu.llc), [[0, 1, 4, 5], [2, 3, 6, 7]]);
    assert!(guesses(&found).is_empty(), "{:?}", guesses(&found));
}

#[test]
fn a_quoted_part_of_lscpu_is_read_or_contradicts_itself() {
    let part = "CPU(s):              8\nOn-line CPU(s) list: 0-7\nThread(s) per core:  1\nCore(s) per socket:  4\nSocket(s):           2\n";
    assert_eq!(counts(&reading(part)), [2, 1, 2, 8, 8]);
    let wrong = part.replace("per socket:  4", "per socket:  5");
    assert!(fault(&wrong).contains("2 × 5 × 1"), "{}", fault(&wrong));
}

#[test]
fn numactl_gives_nodes_and_distances_and_asks_for_the_rest() {
    let alone = reading(NUMACTL);
    assert_eq!(counts(&alone), [2, 2, 2, 8, 8]);
    assert_eq!(alone.topology.distances, [[10, 21], [21, 10]]);
    assert!(alone.not_said.iter().any(|said| matches!(said, NotSaid::Rest { .. })));
    assert_eq!(fault(&NUMACTL.replace("  1:  21  10\n", "")), "There are 1 distances where 2 belong.");
}

#[test]
fn the_other_forms_are_read() {
    assert_eq!(counts(&reading(CPUINFO)), [1, 1, 1, 1, 2]);
    let cut = CPUINFO.replace("siblings\t: 2", "siblings\t: 8");
    assert!(reading(&cut).not_said.contains(&NotSaid::Siblings { socket: 0, siblings: 8, count: 2 }));
    let per_cpu = reading(PER_CPU);
    assert_eq!(counts(&per_cpu), [1, 1, 1, 2, 3]);
    assert_eq!(per_cpu.topology.cpus[2].capacity, Some(700));
    for (text, expected) in [
        ("1n2l4c1t", [1, 1, 2, 8, 8]),
        ("2n4l3c2t", [2, 2, 4, 12, 24]),
        ("sockets=2,cores=4,threads=2", [2, 1, 2, 8, 16]),
        ("qemu-system-x86_64 -m 4G -smp 16,sockets=2,cores=4,threads=2 -enable-kvm", [2, 1, 2, 8, 16]),
        ("--cpu 16,sockets=2,cores=4,threads=2", [2, 1, 2, 8, 16]),
        ("-smp 4,maxcpus=8,sockets=1", [1, 1, 1, 4, 4]),
    ] {
        assert_eq!(counts(&reading(text)), expected, "{text}");
    }
    let numa = "-smp 8,sockets=2,cores=2,threads=2 -numa node,nodeid=1,cpus=0-1,cpus=4-5 -numa node,cpus=2-3,cpus=6-7 \
        -numa dist,src=1,dst=2,val=17";
    let found = reading(numa).topology;
    assert_eq!(found.nodes, [1, 2]);
    assert_eq!(found.distances, [vec![10, 17], vec![17, 10]]);
    assert_eq!(
        found.cpus.iter().map(|cpu| found.nodes[cpu.node]).collect::<Vec<_>>(),
        [1, 1, 2, 2, 1, 1, 2, 2]
    );
    for (wrong, said) in [
        ("-smp 4 -numa node,nodeid=0,cpus=0-1 -numa node,nodeid=0,cpus=2-3", "Node 0 is there twice"),
        ("-smp 4 -numa node,cpus=0-2 -numa node,cpus=2-3", "CPU 2 is there twice"),
        ("-smp 4 -numa node,cpus=zero", "zero"),
    ] {
        assert!(fault(wrong).contains(said), "{wrong}: {}", fault(wrong));
    }
    assert_eq!(fault("-smp 16,sockets=2,cores=4,threads=4"), "The counts give 32 CPUs, but 16 are said.");
    let grep = "/sys/devices/system/cpu/cpu0/topology/core_id:0\n/sys/devices/system/cpu/cpu0/topology/physical_package_id:0\n/sys/devices/system/cpu/cpu0/topology/thread_siblings_list:0-1\n/sys/devices/system/cpu/cpu1/topology/core_id:0\n/sys/devices/system/cpu/cpu1/topology/physical_package_id:0\n/sys/devices/system/cpu/cpu1/topology/thread_siblings_list:0-1\n";
    assert_eq!(counts(&reading(grep)), [1, 1, 1, 1, 2]);
}

#[test]
fn texts_about_one_machine_add_to_each_other() {
    let capacities: String = (0..8)
        .map(|cpu| {
            format!(
                "/sys/devices/system/cpu/cpu{cpu}/cpu_capacity:{}\n",
                if cpu % 2 == 0 { 1024 } else { 512 }
            )
        })
        .collect();
    for texts in [
        [TABLE, NUMACTL, &capacities],
        [&capacities, NUMACTL, TABLE],
        [SUMMARY, TABLE, &(NUMACTL.to_string() + &capacities)],
    ] {
        let machine = joined(&texts);
        assert_eq!(counts(&machine), [2, 2, 2, 4, 8]);
        assert_eq!(machine.topology.distances, [[10, 21], [21, 10]]);
        assert_eq!(machine.topology.cpus[1].capacity, Some(512));
        let said: Vec<String> = machine.not_said.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["Clusters are not said: none is taken."]);
    }
    // The output of a terminal holds several.
    let pasted = format!("user@host:~$ lscpu -e\n{TABLE}user@host:~$ numactl -H\n{NUMACTL}user@host:~$ ");
    assert_eq!(joined(&[&pasted]).topology, joined(&[TABLE, NUMACTL]).topology);
}

#[test]
fn a_contradiction_between_two_texts_names_both() {
    let other = NUMACTL.replace("cpus: 0 2 4 6", "cpus: 0 4").replace("cpus: 1 3 5 7", "cpus: 1 2 3 5 6 7");
    let machine = joined(&[TABLE, &other]);
    let said: Vec<String> = machine
        .not_said
        .iter()
        .filter(|said| said.sort() == Sort::Contradiction)
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        said,
        [
            "lscpu and numactl contradict each other about the node of CPU 2: 0 in the one, 1 in the other. lscpu is followed."
        ]
    );
    let more = joined(&[CPUINFO, NUMACTL]);
    assert!(more.not_said.iter().any(|said| said.to_string().starts_with(
        "/proc/cpuinfo and numactl contradict each other about the CPUs: 0-1 in the one, 0-7 in the other."
    )));
    let swapped = TABLE.replacen("\n  0 ", "\n  9 ", 1);
    assert!(joined(&[TABLE, &swapped]).not_said.iter().any(|said| {
        said.to_string().starts_with("lscpu and another text contradict each other about the CPUs: 0-7")
    }));
    let lstopo = joined(&[
        TABLE,
        &LSTOPO.replace("(P#4)", "(P#x)").replace("(P#6)", "(P#4)").replace("(P#x)", "(P#6)"),
    ]);
    assert!(
        lstopo.not_said.iter().any(|said| said
            .to_string()
            .contains("about the core of CPU 0: 0,4 in the one, 0,6 in the other"))
    );
}

#[test]
fn a_paste_is_divided_into_its_texts() {
    let pasted = format!("$ lscpu -e\n{TABLE}\n$ numactl -H\n{NUMACTL}\n{VERBOSE}\n{LATENCY}\n{PIPE}");
    let parts = pile::parts(&[pasted.as_bytes()]).expect("text");
    let found: Vec<(&str, Kind)> = parts.iter().map(|part| (part.name, part.kind)).collect();
    assert_eq!(
        found,
        [
            ("lscpu -e", Kind::Machine),
            ("numactl -H", Kind::Machine),
            ("dmesg, sched_verbose", Kind::Domains),
            ("perf sched latency", Kind::Waits),
            ("perf bench sched pipe", Kind::Costs),
        ]
    );
    // The place of a fault is the one in the paste.
    let broken = format!("$ lscpu -e\n{TABLE}\n$ numactl -H\n{}", NUMACTL.replace("0 2 4 6", "0 2 x 6"));
    let parts = pile::parts(&[broken.as_bytes()]).expect("text");
    let (_, fault) = pile::machine(&parts).expect_err("a fault");
    assert_eq!(fault.to_string(), "Line 14: \"x\" is no number of a CPU.");
}

#[test]
fn limits_and_a_machine_are_two_texts_in_either_order() {
    let manifest = "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: web\n    resources:\n      limits:\n        cpu: 1500m\n";
    for limits in [manifest, "[Service]\nCPUQuota=150%\n", "docker run --cpus=1.5 web\n"] {
        let kinds_of = |texts: [&str; 2]| -> Vec<Kind> {
            let pasted = texts.concat();
            pile::parts(&[pasted.as_bytes()]).expect("text").iter().map(|part| part.kind).collect()
        };
        assert_eq!(kinds_of([limits, TABLE]), [Kind::Containers, Kind::Machine], "{limits}");
        assert_eq!(kinds_of([TABLE, limits]), [Kind::Machine, Kind::Containers], "{limits}");
    }
}

#[test]
fn distances_alone_are_added_to_another_text() {
    let distances = "$ numactl -H\nnode distances:\nnode   0   1\n  0:  10  17\n  1:  17  10\n";
    let table = "CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE\n0 0 0 0 0:0:0:0 yes\n1 1 1 1 1:1:1:1 yes\n";
    for texts in [[distances, table], [table, distances]] {
        assert_eq!(joined(&texts).topology.distances, [[10, 17], [17, 10]]);
    }
    assert_eq!(joined(&[&format!("{table}\n{distances}")]).topology.distances[0], [10, 17]);
    let alone = fault(distances);
    assert!(alone.contains("CPU"), "{alone}");
}

#[test]
fn what_follows_a_table_of_lscpu_is_passed_over_and_counted() {
    let table = "lscpu -e\n\nCPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE MAXMHZ\n\
        0 0 0 0 0:0:0:0 yes 3000.0000\n1 0 0 1 1:1:1:0 yes 3000.0000\n\n";
    let more =
        format!("{table}cat /sys/devices/system/cpu/cpu*/topology/package_cpus_list\n\n0,1\n0,1\n0,1\n");
    for machine in [reading(&more), joined(&[&more])] {
        assert_eq!(counts(&machine), [1, 1, 1, 2, 2]);
        assert!(machine.not_said.contains(&NotSaid::OtherText { count: 4 }), "{:?}", machine.not_said);
    }
    // A row that is cut is a fault where the table goes on.
    let cut = table.replace("1 0 0 1 1:1:1:0 yes 3000.0000", "1 0 0");
    assert!(fault(&cut).contains("columns"), "{}", fault(&cut));
}

#[test]
fn the_options_of_virtme_ng_give_nodes_and_distances() {
    let line = "$ vng -r --cpu 6,sockets=3,cores=1,threads=2 -m 3G --numa 1G,cpus=0-1 --numa 1G,cpus=2-3 \\\n  \
        --numa 1G,cpus=4,cpus=5 --numa-distance 0,1=15 --numa-distance 0,2=31 --numa-distance 1,2=21\n";
    let machine = reading(line);
    assert_eq!(counts(&machine), [3, 3, 3, 3, 6]);
    assert_eq!(machine.topology.distances, [[10, 15, 31], [15, 10, 21], [31, 21, 10]]);
    assert!(fault(&line.replace("0,2=31", "0,2")).contains("two nodes and their distance"));
}

#[test]
fn a_text_that_nobody_knows_leaves_the_others() {
    let pastes: [&[u8]; 4] =
        [TABLE.as_bytes(), b"nothing of the kind", b"\x89PNG\r\n\x1a\n\0\0\0\r", NUMACTL.as_bytes()];
    let (parts, fault) = pile::known(&pastes);
    let found: Vec<(usize, &str)> = parts.iter().map(|part| (part.file, part.name)).collect();
    assert_eq!(found, [(0, "lscpu -e"), (3, "numactl -H")]);
    assert!(pile::machine(&parts).is_ok());
    // Of several faults the first that was met: a paste that is no text.
    let (file, fault) = fault.expect("a fault");
    assert_eq!(file, 2);
    assert!(fault.to_string().starts_with("This is no text in UTF-8"), "{fault}");
    let (_, fault) = pile::known(&pastes[..2]);
    assert_eq!(fault.map(|(file, _)| file), Some(1));
    // Alone, its reader says why.
    let (parts, fault) = pile::known(&pastes[1..2]);
    assert_eq!(parts.len(), 1);
    assert_eq!(fault, None);
}

fn check(topology: &Topology, text: &str, kernel: KernelId) -> (Vec<String>, Vec<String>) {
    let seen = domains::read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    let rules = kernel::rules(kernel);
    let machine = Machine::from_topology(topology, Platform::of(Family::Xeon));
    let built = build(&machine, &rules, rules.cluster_level == ClusterLevel::Cls);
    let rows = domains::check(&seen, &built).iter().map(ToString::to_string).collect();
    (rows, seen.notes().iter().map(ToString::to_string).collect())
}

#[test]
fn domains_of_every_form_are_compared() {
    let machine = reading(TABLE).topology;
    let excerpt = "The text has the domains of CPUs 0 only: the others are not compared.";
    let (rows, notes) = check(&machine, VERBOSE, KernelId::V6_12);
    assert_eq!(rows, ["green  SMT: CPUs 0", "green  MC: CPUs 0", "green  NUMA: CPUs 0"]);
    assert_eq!(notes, [excerpt]);
    let (rows, notes) = check(&machine, SCHEDSTAT, KernelId::V6_5);
    assert!(rows.iter().all(|row| row.starts_with("green")), "{rows:?}");
    assert_eq!(notes, ["2 lines say nothing of domains: passed over.", excerpt]);
    let (rows, _) = check(&machine, SYSCTL, KernelId::V4_20);
    assert!(rows[0].contains("flags only here PREFER_SIBLING") || rows[0].starts_with("green"), "{rows:?}");
    assert!(!rows[0].contains("calls it"), "the level's name up to 3.15: {rows:?}");
}

/// A matrix: `class` gives the latency (ns) of two CPUs; a little noise is added.
fn matrix(cpus: u32, class: impl Fn(u32, u32) -> u32) -> String {
    let mut text = String::new();
    for row in 0..cpus {
        let cells: Vec<String> = (0..cpus)
            .map(|column| {
                if column >= row {
                    return String::new();
                }
                let noise = (row * 7 + column * 13) % 10;
                format!("{}.{noise}", class(row, column))
            })
            .collect();
        let _ = writeln!(text, "{}", cells.join(","));
    }
    text
}

/// Two sockets of two caches of four cores; the second threads come after all first ones.
fn threadripper(a: u32, b: u32) -> u32 {
    let (a, b) = (a % 16, b % 16);
    if a == b {
        10
    } else if a / 4 == b / 4 {
        25
    } else if a / 8 == b / 8 {
        90
    } else {
        155
    }
}

fn own(topology: &str) -> OwnMachine {
    OwnMachine { name: "m".into(), topology: topology.into(), ..OwnMachine::default() }
}

#[test]
fn a_matrix_that_contradicts_the_numbering_is_refused_with_the_numbering_that_fits() {
    let text = matrix(32, threadripper);
    let refused = costs::read(text.as_bytes(), &own("pack:1 numa:2 l3:2 core:4 pu:2")).expect_err("a fault");
    let said = refused.to_string();
    assert!(said.starts_with("The matrix contradicts the machine: CPU 0 is nearest to CPU 16 (10 ns), but the machine has CPU 1 beside it (26 ns)."), "{said}");
    let (_, fits) = said.split_once("It fits this machine: ").expect("a machine");
    let read = costs::read(text.as_bytes(), &own(fits)).expect("costs");
    assert_eq!((read.costs["line_smt"], read.costs["line_llc"]), (10, 26));
    // A machine with fewer levels than the matrix.
    let flat =
        costs::read(text.as_bytes(), &own("pack:1 l3:1 core:32 pu:1")).expect_err("a fault").to_string();
    assert!(
        flat.starts_with(
            "The matrix shows more levels than the machine has: the pairs of line_llc take 26 to 15"
        ),
        "{flat}"
    );
}

#[test]
fn classes_out_of_order_are_refused_with_the_clusters_by_distance() {
    let group = |cpu: u32| [0, 0, 1, 1, 1, 2, 2, 2][cpu as usize];
    let text = matrix(8, |a, b| if group(a) == group(b) { 41 } else { 145 });
    let refused =
        costs::read(text.as_bytes(), &own("pack:1 l3:1 l2:4 core:2 pu:1")).expect_err("a fault").to_string();
    assert!(refused.contains("l3=0-1/2-4/5-7"), "{refused}");
}

#[test]
fn a_machine_follows_from_a_matrix_alone() {
    let (machine, costs) =
        costs::machine_of(matrix(32, threadripper).as_bytes(), Family::Epyc).expect("a machine");
    assert_eq!(counts(&machine), [2, 2, 4, 16, 32]);
    assert_eq!(groups(&machine.topology, |cpu| cpu.core)[0], [0, 16]);
    assert_eq!(costs.costs["line_llc"], 26);
    let said: Vec<String> = guesses(&machine).iter().map(ToString::to_string).collect();
    assert_eq!(
        said[0],
        "By distance there are 16 groups of CPUs, 10 ns within and 25 ns to the next; 100 % of the comparisons agree. They are taken for threads of a core; they could be cores that share an L2."
    );
    let flat = costs::machine_of(matrix(4, |_, _| 50).as_bytes(), Family::Xeon).expect("a machine").0;
    assert_eq!(counts(&flat), [1, 1, 1, 4, 4]);
    assert!(matches!(guesses(&flat)[0], NotSaid::NoLevels { .. }));
    // A table with a heading has the numbers of its CPUs.
    let table = " CPU    0    2    4    6\n   0    0   11   91   90\n   2   11    0   92   91\n   4   91   92    0   12\n   6   90   91   12    0\n";
    let (machine, _) = costs::machine_of(table.as_bytes(), Family::Xeon).expect("a machine");
    assert_eq!(machine.topology.cpus.iter().map(|cpu| cpu.number).collect::<Vec<_>>(), [0, 2, 4, 6]);
}

/// Two caches of eight groups of three CPUs each (thousandths of ns, with a little noise). Two groups are as far apart as
/// their places say; a line takes as long within a group.
fn crossbar(row: u32, column: u32) -> u32 {
    let (a, b) = ((row / 3).min(column / 3), (row / 3).max(column / 3));
    let place = if a / 8 == b / 8 { 33_000 } else { 80_000 };
    place + (a % 8 * 5 + b % 8 * 3 + a * b) % 11 * 500 + (row + column) % 3 * 10
}

#[test]
fn clusters_follow_from_equal_latencies_where_they_are_not_nearest() {
    let machine_of = |latency: &dyn Fn(u32, u32) -> u32| {
        let cell = |row: u32, column: u32| match latency(row, column) {
            _ if column >= row => String::new(),
            ps => format!("{}.{:03}", ps / 1000, ps % 1000),
        };
        let line = |row| (0..48).map(|column| cell(row, column)).collect::<Vec<_>>().join(",");
        let text: Vec<String> = (0..48).map(line).collect();
        costs::machine_of(text.join("\n").as_bytes(), Family::Kunpeng).expect("a machine").0
    };
    let machine = machine_of(&crossbar);
    let said: Vec<String> = guesses(&machine).iter().map(ToString::to_string).collect();
    let sentence = "There are 16 groups of 3 CPUs with the same latencies to the other CPUs of their cache: ";
    assert!(said[0].starts_with(sentence), "{said:?}");
    let clusters = groups(&machine.topology, |cpu| cpu.cluster.expect("a cluster"));
    assert_eq!((clusters.len(), clusters[1].as_slice()), (16, &[3, 4, 5][..]));
    assert_eq!(counts(&machine), [2, 2, 2, 48, 48]);
    // Where all groups are equally far apart, noise makes none.
    for places in [24, 48] {
        let flat = |row: u32, column: u32| {
            let place = if row / places == column / places { 35_000 } else { 80_000 };
            place + (row * 7 + column * 13) % 10 * 100
        };
        let machine = machine_of(&flat);
        assert!(machine.topology.cpus.iter().all(|cpu| cpu.cluster.is_none()), "{:?}", guesses(&machine));
    }
}

#[test]
fn a_pipe_measured_on_two_cpus_is_refused() {
    let read = |text: &str| costs::read(text.as_bytes(), &own("core:8 pu:1"));
    assert_eq!(
        read(PIPE).expect_err("a fault").to_string(),
        "Line 1: This was measured on CPUs 3-4, with interrupts between them; on one CPU does taskset -c 0 perf bench sched pipe."
    );
    assert!(read(&PIPE.replace("-c 3,4", "0x18")).is_err());
    assert!(read(&PIPE.replace("taskset -c 3,4", "numactl --physcpubind=3,4")).is_err());
    assert!(read(&PIPE.replace("-c 3,4", "-c 3")).expect("costs").not_taken.is_empty());
}

#[test]
fn tables_of_waits_are_read() {
    let latency = waits::read(LATENCY.as_bytes()).expect("waits");
    assert_eq!(
        (latency.tool, latency.all.count, latency.all.mean_ns, latency.all.max_ns),
        (Tool::Latency, Some(4000), Some(35_000), Some(12_500_000))
    );
    assert_eq!((latency.rows[0].name.as_str(), latency.other_lines), ("server:4711", 0));
    let timehist = waits::read(TIMEHIST.as_bytes()).expect("waits");
    assert_eq!(
        (timehist.all.count, timehist.all.p50_ns, timehist.all.max_ns),
        (Some(3), Some(12_000), Some(300_000))
    );
    assert_eq!((timehist.rows[0].name.as_str(), timehist.other_lines), ("rustc", 0));
    let schbench = waits::read(SCHBENCH.as_bytes()).expect("waits");
    assert_eq!(
        (schbench.all.p50_ns, schbench.all.p99_ns, schbench.all.p999_ns, schbench.all.max_ns),
        (Some(7_000), Some(40_000), Some(900_000), Some(2_500_000))
    );
    assert_eq!(schbench.rows.len(), 2);
    let runqlat = waits::read(RUNQLAT.as_bytes()).expect("waits");
    assert_eq!(
        (runqlat.all.count, runqlat.all.p50_ns, runqlat.all.p99_ns, runqlat.all.max_ns),
        (Some(100), Some(2_000), Some(8_000), Some(32_000))
    );
    let bpftrace = "@usecs:\n[0]                   10 |@@@@      |\n[1]                    5 |@@        |\n[2, 4)                 1 |          |\n[1K, 2K)               4 |@         |\n";
    assert_eq!(waits::read(bpftrace.as_bytes()).expect("waits").all.max_ns, Some(2_048_000));
}

/// Reads a text with every reader.
fn read_by_all(bytes: &[u8], mine: &OwnMachine) {
    let _ = read(bytes);
    let _ = domains::read(bytes);
    let _ = waits::read(bytes);
    let _ = costs::read(bytes, mine);
    let _ = costs::machine_of(bytes, Family::Xeon);
    let parts: Vec<Part> = pile::parts(&[bytes, NUMACTL.as_bytes()]).unwrap_or_default();
    let _ = pile::machine(&parts);
}

#[test]
fn a_text_cut_at_any_byte_is_read_or_refused() {
    let mine = own("core:4 pu:2");
    for sample in SAMPLES.iter().copied().chain([&*matrix(8, |a, b| a + b)]) {
        for cut in 0..sample.len() {
            read_by_all(&sample.as_bytes()[..cut], &mine);
        }
        // A NUL or a byte that is no UTF-8, at every seventh place.
        for at in (0..sample.len()).step_by(7) {
            for byte in [0, 0xff, b'9', b'-'] {
                let mut damaged = sample.as_bytes().to_vec();
                damaged[at] = byte;
                read_by_all(&damaged, &mine);
            }
        }
    }
}

/// Each kind of line, repeated: how long they take is a table of `npm run bench`.
#[test]
fn a_long_text_is_refused_with_a_sentence() {
    let lines = |line: &str| line.repeat(1_500_000 / line.len()).into_bytes();
    let unknown = "This is none of what is known";
    for (text, sentence) in [
        (lines("node 0 cpus: 0 1 2 3 4 5 6 7 8 9\n"), unknown),
        (lines("processor\t: 3\n"), "Line 2: CPU 3 is there twice."),
        (lines("cpu3 core=3 siblings=3\n"), "Line 2: CPU 3 is there twice."),
        (lines("Machine (1GB)\n"), "Line 2, Machine (1GB): There is more than one machine in it."),
        (lines("  Group0 L#0\n"), unknown),
        (lines(" domain-0: span=0-1 level=SMT\n"), unknown),
        (lines("$ lscpu\nArchitecture: x\n"), "There is no CPU(s)."),
        (vec![b'['; 1_500_000], unknown),
        (vec![0; 1_500_000], unknown),
    ] {
        let fault = read(&text).expect_err("a fault").to_string();
        assert!(fault.starts_with(sentence), "{fault}");
    }
    // Texts of other parts of the page.
    let rows = lines("1,2,3\n");
    assert!(
        costs::machine_of(&rows, Family::Xeon).expect_err("a fault").to_string().contains("more CPUs than")
    );
    let domains = domains::read(&lines("kernel.sched_domain.cpu0.domain0.flags = 7\n")).expect("a domain");
    assert_eq!(domains.cpus.len(), 1);
}

#[test]
fn a_matrix_of_512_cpus_gives_a_machine() {
    let big = matrix(512, |a, b| {
        if a / 2 == b / 2 {
            10
        } else if a / 64 == b / 64 {
            40
        } else {
            100 + (a * b) % 7
        }
    });
    let (machine, _) = costs::machine_of(big.as_bytes(), Family::Xeon).expect("a machine");
    assert_eq!(counts(&machine)[3..], [256, 512]);
}
