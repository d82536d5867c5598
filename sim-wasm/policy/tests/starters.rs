//! The schedulers of `examples/policies` compile without an error or a warning, here and with clang.

use sched_policy::{Severity, compile};
use sched_vm::Release;
use std::path::{Path, PathBuf};
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/policies");

fn starters() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(FOLDER).expect("the folder of the starters");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".bpf.c"));
    files.sort();
    assert_eq!(files.len(), 10);
    files
}

fn source(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a text")
}

#[test]
fn every_starter_compiles_for_every_release_without_a_warning() {
    for file in starters() {
        for release in Release::ALL {
            let problems = match compile(&source(&file), release) {
                Ok(compiled) => compiled.warnings,
                Err(problems) => problems,
            };
            let said: Vec<String> = problems
                .iter()
                .map(|problem| format!("{}:{}: {problem}", problem.at.line, problem.at.column))
                .collect();
            assert!(said.is_empty(), "{}, Linux {}:\n{}", file.display(), release.name(), said.join("\n"));
        }
    }
}

#[test]
fn the_knobs_of_the_starters_have_the_ranges_of_their_comments_and_the_machine_fills_in_its_facts() {
    for file in starters() {
        let program = compile(&source(&file), Release::V6_18).expect("a program").program;
        let slice = program.globals.iter().find(|global| global.name == "slice_ns").expect("slice_ns");
        let knob = slice.knob.expect("a knob");
        assert!(
            100_000 <= knob.min && knob.min < knob.default && knob.default < knob.max,
            "{}",
            file.display()
        );
        assert!(knob.max <= 1_000_000_000, "{}", file.display());
        for global in &program.globals {
            let of_machine =
                ["nr_cpu_ids", "cpu_cluster_id_map", "cpu_llc_id_map"].contains(&global.name.as_str());
            assert_eq!(global.filled.is_some(), of_machine, "{}: {}", file.display(), global.name);
        }
    }
}

#[test]
fn a_starter_without_its_null_test_or_its_licence_is_warned_about() {
    let text = source(&Path::new(FOLDER).join("stride.bpf.c"));
    let untested = text.replace(
        "\tif (!tctx) {\n\t\tscx_bpf_dsq_insert(p, SCX_DSQ_GLOBAL, slice_ns, enq_flags);\n\t\treturn;\n\t}\n",
        "",
    );
    assert_ne!(text, untested);
    let unlicensed = text.replace("char _license[] SEC(\"license\") = \"GPL\";\n", "");
    for changed in [untested, unlicensed] {
        let warnings = compile(&changed, Release::V6_18).expect("a program").warnings;
        assert!(warnings.iter().any(|warning| warning.severity == Severity::Warning), "no warning");
    }
}

/// The folder that has `name`, among usual places and that of an environment variable.
fn folder_with(name: &str, variable: &str, usual: &[&str]) -> Option<PathBuf> {
    let given = std::env::var_os(variable).map(PathBuf::from);
    given.into_iter().chain(usual.iter().map(PathBuf::from)).find(|folder| folder.join(name).exists())
}

/// `SCX_INCLUDE`: the folder with `scx/common.bpf.h` (`tools/sched_ext/include` of the kernel, 6.12 to 6.18).
/// `VMLINUX_INCLUDE`: the folder with `vmlinux.h`. `BPF_INCLUDE`: the folder with `bpf/bpf_helpers.h`, if not the system's.
#[test]
#[ignore = "long: needs clang and the headers of libbpf and sched_ext"]
fn every_starter_compiles_with_clang() {
    let clang = std::env::var("CLANG").unwrap_or_else(|_| "clang".into());
    let has_clang =
        Command::new(&clang).arg("--version").output().is_ok_and(|output| output.status.success());
    let scx = folder_with(
        "scx/common.bpf.h",
        "SCX_INCLUDE",
        &["/usr/include", "/usr/src/linux/tools/sched_ext/include"],
    );
    let vmlinux = folder_with("vmlinux.h", "VMLINUX_INCLUDE", &["/usr/include", "/usr/src/linux"]);
    let bpf = folder_with("bpf/bpf_helpers.h", "BPF_INCLUDE", &["/usr/include"]);
    let (true, Some(scx), Some(vmlinux), Some(bpf)) = (has_clang, scx, vmlinux, bpf) else {
        println!(
            "not checked: clang, bpf/bpf_helpers.h, vmlinux.h or scx/common.bpf.h (SCX_INCLUDE) is missing"
        );
        return;
    };
    for file in starters() {
        let output = Command::new(&clang)
            .args(["-target", "bpf", "-fsyntax-only", "-Wall", "-O2", "-g", "-D__TARGET_ARCH_x86"])
            .args(["-Wno-compare-distinct-pointer-types", "-mcpu=v3"])
            .args(
                [&bpf, &vmlinux, &scx, &scx.join("bpf-compat")]
                    .map(|folder| format!("-I{}", folder.display())),
            )
            .arg(&file)
            .output()
            .expect("clang runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}:\n{said}", file.display());
        // Warnings of the headers are not ours.
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let ours: Vec<&str> =
            said.lines().filter(|line| line.contains(&name) && line.contains("warning:")).collect();
        assert!(ours.is_empty(), "{}", ours.join("\n"));
    }
}
