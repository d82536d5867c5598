//! The domains of real kernels are read and compared with the simulated ones.

use sched_core::engine::ids::Id;
use sched_core::machine::domains::{self, Domains};
use sched_core::machine::{Family, KernelId, Machine, MachineId, Platform, kernel};
use sched_readers::domains::{check, read};
use std::fmt::Write;

fn built(id: MachineId) -> Domains {
    domains::build(&Machine::preset(id), &kernel::rules(KernelId::V6_12_0), true)
}

/// Prints domains like `/proc/schedstat`.
fn schedstat(domains: &Domains, version: u32, cpus: usize) -> String {
    let mut text = format!("version {version}\ntimestamp 4295012345\n");
    let counters = if version == 17 { 45 } else { 36 };
    for cpu in domains.cpus.iter() {
        let _ = writeln!(text, "cpu{} 0 0 0 0 0 0 1 2 3", cpu.index());
        for (level, domain) in domains.of[cpu].iter().enumerate() {
            let name = if version == 17 { format!("{} ", domain.name) } else { String::new() };
            let _ =
                writeln!(text, "domain{level} {name}{}{}", domain.span.to_hex(cpus), " 0".repeat(counters));
        }
    }
    text
}

/// Prints domains like `grep -r .` on debugfs.
fn debugfs(domains: &Domains) -> String {
    let mut text = String::new();
    for (cpu, domains) in domains.of.each() {
        for (level, domain) in domains.iter().enumerate() {
            let folder = format!("/sys/kernel/debug/sched/domains/cpu{}/domain{level}", cpu.index());
            let flags: Vec<String> = domain.flag_names().iter().map(|name| format!("SD_{name}")).collect();
            let flags = flags.join(" ").replace("SHARE_PKG_RESOURCES", "SHARE_LLC");
            let _ = writeln!(text, "{folder}/name:{}\n{folder}/flags:{flags} ", domain.name);
            let _ = writeln!(text, "{folder}/min_interval:{}", domain.min_interval_ms);
            let _ = writeln!(text, "{folder}/imbalance_pct:{}\n{folder}/level:{level}", domain.imbalance_pct);
        }
    }
    text
}

fn lines(text: &str, built: &Domains) -> Vec<String> {
    let seen = read(text.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    check(&seen, built).iter().map(ToString::to_string).collect()
}

#[test]
fn identical_domains_are_green_level_by_level() {
    for id in [MachineId::Kunpeng96, MachineId::Xeon40, MachineId::NumaQ16, MachineId::EpycVm2] {
        let built = built(id);
        let cpus = built.of.len();
        for text in [
            schedstat(&built, 15, cpus),
            schedstat(&built, 16, cpus),
            schedstat(&built, 17, cpus),
            debugfs(&built),
        ] {
            let lines = lines(&text, &built);
            assert!(lines.iter().all(|line| line.starts_with("green")), "{id:?}: {lines:#?}");
            assert!(lines.len() >= built.of.iter().map(Vec::len).max().unwrap_or(0), "{lines:#?}");
        }
    }
}

#[test]
fn gaps_in_cpu_numbers_are_not_reported_as_missing_cpus() {
    let lists = b"pu=0-5,8 core=0,3/1,4/2,5 l3=0-5/8 pack=0-5/8 numa=0@0-5/8@8/252@";
    let offline = include_bytes!("../../../tests/fixtures/machines/16em64t-4s2c2t-offlines-xml.xml");
    for bytes in [&lists[..], &offline[..]] {
        let topology = sched_readers::read(bytes).unwrap_or_else(|fault| panic!("{fault}")).topology;
        let machine = Machine::from_topology(&topology, Platform::of(Family::Xeon));
        assert!(machine.nr_cpus < machine.nr_cpu_ids, "{}: no holes", topology.name);
        let built = domains::build(&machine, &kernel::rules(KernelId::V6_18_2), true);
        for text in [schedstat(&built, 17, machine.nr_cpu_ids), debugfs(&built)] {
            let lines = lines(&text, &built);
            assert!(lines.len() > 1 && lines.iter().all(|line| line.starts_with("green")), "{lines:#?}");
        }
        let text = schedstat(&built, 17, machine.nr_cpu_ids);
        let less = text.rfind("cpu").map(|at| &text[..at]).expect("a last CPU");
        assert!(lines(less, &built)[0].contains("the machine has them, the kernel's file has not"));
        // With fewer than half of the CPUs, the text is an excerpt.
        let first = text.find("cpu1 ").map(|at| &text[..at]).expect("a second CPU");
        assert!(lines(first, &built).iter().all(|line| line.starts_with("green")));
    }
}

#[test]
fn an_empty_file_matches_one_cpu_but_not_two() {
    let topology = sched_readers::read(b"core:1 pu:1").expect("a machine").topology;
    let machine = Machine::from_topology(&topology, Platform::of(Family::Xeon));
    let alone = domains::build(&machine, &kernel::rules(KernelId::V6_12_0), true);
    for text in ["", "\n", "version 17\ntimestamp 1\ncpu0 0 0 0 0 0 0 0 0 0\n"] {
        assert_eq!(lines(text, &alone), [""; 0], "{text:?}");
    }
    assert_eq!(
        lines("", &built(MachineId::EpycVm2)),
        ["red    CPUs: CPUs 0-1: the machine has them, the kernel's file has not"]
    );
}

#[test]
fn a_different_level_is_red_with_its_differences() {
    let built = built(MachineId::Kunpeng96);
    let without_clusters =
        domains::build(&Machine::preset(MachineId::Kunpeng96), &kernel::rules(KernelId::V6_12_0), false);
    for version in [15, 17] {
        let lines = lines(&schedstat(&without_clusters, version, 96), &built);
        assert_eq!(lines.iter().filter(|line| line.starts_with("red")).count(), 1, "{lines:#?}");
        assert!(
            lines[0].starts_with("red    CLS: CPUs 0-3: built here 0-3, the kernel has none"),
            "{}",
            lines[0]
        );
    }
    let text = schedstat(&built, 17, 96);
    let text = text.replacen("MC 00000000,00000000,00ffffff", "MC 00000000,00000000,000000ff", 1);
    let lines = lines(&text, &built);
    let expected = "red    MC: CPUs 0: the kernel built 0-7, here it is 0-23; the same on CPUs 1-95";
    assert!(lines.contains(&expected.to_string()), "{lines:#?}");
    let text = debugfs(&built).replace("imbalance_pct:117", "imbalance_pct:125");
    let lines = self::lines(&text, &built);
    assert!(lines.iter().any(|line| line.contains("imbalance_pct is 125, here 117")), "{lines:#?}");
}

#[test]
fn a_cpu_on_only_one_side_is_red() {
    let built = built(MachineId::EpycVm2);
    let text = schedstat(&built, 17, 2) + "cpu7 0 0 0 0 0 0 0 0 0\n";
    assert_eq!(lines(&text, &built)[0], "red    CPUs: CPUs 7: the kernel has them, the machine has not");
}

/// 100,000 domains took 3 s in WebAssembly, and the result had as many levels.
#[test]
fn a_cpu_with_more_domains_than_a_kernel_builds_is_refused() {
    let schedstat = |levels: u32| {
        let lines: String = (0..levels).map(|level| format!("domain{level} 3 0 0\n")).collect();
        format!("version 15\ncpu0 0\n{lines}")
    };
    let debugfs = |levels: u32| -> String {
        (0..levels).map(|level| format!("cpu0/domain{level}/name:NUMA\n")).collect()
    };
    for (text, line) in [(schedstat(100_000), "Line 19"), (debugfs(100_000), "Line 17, name")] {
        let fault = read(text.as_bytes()).expect_err("a fault").to_string();
        assert_eq!(fault, format!("{line}: There are more domains of a CPU than the 16 that are possible."));
    }
    for text in [schedstat(16), debugfs(16)] {
        assert_eq!(read(text.as_bytes()).expect("domains").cpus[&0].len(), 16);
    }
}

#[test]
fn a_text_without_domains_is_refused_with_one_sentence() {
    for (text, sentence) in [
        ("hello", "There are no domains in it"),
        ("version 14\n", "Line 1: It has version 14; versions 15 to 17 are known."),
        ("version 17\ncpu0 0\ndomain0 MC\n", "Line 3: The file ends"),
        ("version 17\ncpu0 0\ndomain0 MC 3 0 0\ncpu1 0\ndomain0 MC 3 0\n", "Line 5: The file ends"),
        ("version 15\ndomain0 3 0\n", "Line 2: There is no CPU of a domain."),
        ("version 15\ncpu0 0\ndomain1 3 0\n", "Line 3: There is no domain below."),
        ("version 15\ncpu99999 0\n", "Line 2: There is a CPU 99999"),
        ("version 15\ncpu-1 0\n", "Line 2: The number of a CPU is -1"),
        ("version 15\n", "There is no CPU in it."),
        (
            "cpu0/domain0/name:MC\ncpu0/domain0/name:MC\ncpu0/domain0/name:PKG\n",
            "Line 3, name: An attribute comes twice, first as \"MC\".",
        ),
        ("cpu0/domain1/name:MC\n", "CPU 0: There is no domain below."),
    ] {
        let fault = read(text.as_bytes()).expect_err("a fault").to_string();
        assert!(fault.starts_with(sentence), "{text}: {fault}");
    }
}
