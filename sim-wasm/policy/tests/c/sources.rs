//! Whole schedulers: the starters, and the structs of the prelude.

use super::support::{CALL, Kernel, body, compiled, sentences};
use sched_policy::compile;
use sched_vm::{Hook, Kfunc, Object, ObjectKind, Release, Topology, Vm};

#[test]
fn the_starters_compile_for_every_release_without_a_warning() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/policies");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|end| end != "c") {
            continue;
        }
        let source = std::fs::read_to_string(&file).unwrap();
        for release in Release::ALL {
            match compile(&source, release) {
                Ok(compiled) => {
                    assert_eq!(sentences(&compiled.warnings), [""; 0], "{} {release:?}", file.display())
                }
                Err(problems) => {
                    panic!("{} {release:?}: {}", file.display(), sentences(&problems).join("\n"))
                }
            }
        }
        seen += 1;
    }
    assert!(seen >= 10);
}

/// The members of the prelude's kernel structs lie in the slots of the virtual machine.
#[test]
fn the_structs_of_the_kernel_have_the_slots_of_the_machine() {
    let kinds = [
        ObjectKind::Task,
        ObjectKind::Rq,
        ObjectKind::ExitInfo,
        ObjectKind::CpuReleaseArgs,
        ObjectKind::InitTaskArgs,
        ObjectKind::ExitTaskArgs,
        ObjectKind::DumpContext,
        ObjectKind::Cgroup,
        ObjectKind::KernfsNode,
    ];
    let mut checks = String::new();
    for kind in kinds {
        for (slot, field) in kind.fields().iter().enumerate().filter(|(_, field)| !field.path().contains('+'))
        {
            let (name, path) = (kind.name(), field.path());
            checks +=
                &format!("_Static_assert(offsetof(struct {name}, {path}) == {}, \"{path}\");\n", 8 * slot);
        }
        checks += &format!(
            "_Static_assert(sizeof(struct {0}) == {1}, \"{0}\");\n",
            kind.name(),
            8 * kind.fields().len()
        );
    }
    compiled(&body(&checks, ""));
}

/// A scheduler of one queue by hand: every kfunc is called with its line.
#[test]
fn a_fifo_runs() {
    let source = "#include <scx/common.bpf.h>\n\
        char _license[] SEC(\"license\") = \"GPL\";\n\
        #define QUEUE 7\n\
        static u64 queued;\n\
        void BPF_STRUCT_OPS(fifo_enqueue, struct task_struct *p, u64 enq_flags)\n\
        {\n\
        \tqueued++;\n\
        \tscx_bpf_dsq_insert(p, QUEUE, SCX_SLICE_DFL, enq_flags);\n\
        }\n\
        void BPF_STRUCT_OPS(fifo_dispatch, s32 cpu, struct task_struct *prev)\n\
        {\n\
        \tscx_bpf_dsq_move_to_local(QUEUE);\n\
        }\n\
        s32 BPF_STRUCT_OPS_SLEEPABLE(fifo_init)\n\
        {\n\
        \treturn scx_bpf_create_dsq(QUEUE, -1);\n\
        }\n\
        SCX_OPS_DEFINE(fifo_ops, .enqueue = (void *)fifo_enqueue, .dispatch = (void *)fifo_dispatch,\n\
        \t.init = (void *)fifo_init, .flags = SCX_OPS_ENQ_EXITING, .timeout_ms = 5000, .name = \"fifo\");\n";
    let program = compiled(source).program;
    assert_eq!((program.ops.name.as_str(), program.ops.flags, program.ops.timeout_ms), ("fifo", 4, 5000));
    assert!(program.has(Hook::Init) && !program.has(Hook::SelectCpu));
    let mut vm = Vm::new(&program, &[], &Topology::flat(2));
    let mut kernel = Kernel { answers: vec![(Kfunc::CreateDsq, -17_i64 as u64)], ..Kernel::default() };
    let init = vm.call(&program, Hook::Init, &[], CALL, &mut kernel).unwrap();
    assert_eq!(init.value as i64, -17);
    let task = Object::task(5).address();
    vm.call(&program, Hook::Enqueue, &[task, 1], CALL, &mut kernel).unwrap();
    vm.call(&program, Hook::Dispatch, &[1, 0], CALL, &mut kernel).unwrap();
    let lines: Vec<_> = kernel.places.iter().map(|place| program.span(*place).line).collect();
    assert_eq!(lines, [16, 8, 12]);
    assert_eq!(kernel.calls[0].1, [7, u64::MAX]);
    assert_eq!(kernel.calls[1].1, [task, 7, 20_000_000, 1]);
    let saved = serde_json::to_string(&program).unwrap();
    assert_eq!(serde_json::from_str::<sched_vm::Program>(&saved).unwrap(), program);
}

#[test]
fn the_page_of_the_language_has_every_name_that_is_filled_in() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/model/policy-language.md");
    let page = std::fs::read_to_string(page).unwrap();
    for (_, names, what) in sched_vm::topology::NAMES {
        let row = format!("| `{}` | {what} |", names.join("`, `"));
        assert!(page.contains(&row), "{row}");
    }
}

/// Schedulers from before 6.12, and from the weeks in which the headers had these macros.
#[test]
fn names_of_earlier_headers_are_known() {
    let text = "scx_bpf_switch_all();\n__COMPAT_scx_bpf_kick_cpu_IDLE(0);\n\
                scx_bpf_dispatch(p, SCX_ENUM(SCX_DSQ_LOCAL), SCX_ENUM(SCX_SLICE_DFL), enq_flags);\n\
                u32 count = scx_bpf_reenqueue_local();\nresult = count;";
    let source = body("SCX_ENUM_DEFINE();\nstruct user_exit_info uei;", text)
        .replace("result = count;", "result = count;\nuei_record(&uei, (void *)0);");
    for release in Release::ALL {
        // From 7.1 on every hook may call it, and it is refused.
        let called = if release < Release::V7_1 { "scx_bpf_reenqueue_local()" } else { "0" };
        let source = source.replace("scx_bpf_reenqueue_local()", called);
        assert!(compile(&source, release).is_ok(), "{release:?}");
    }
}

/// The arguments of the hook `cgroup_init` have the quota since 6.17.
#[test]
fn the_arguments_of_a_control_group_have_its_quota_from_6_18_on() {
    let hook = "s32 BPF_STRUCT_OPS(test_cgroup_init, struct cgroup *cgrp, struct scx_cgroup_init_args *args)\n\
                {\nbpf_printk(\"%llu %u %lu\", cgrp->kn->id, args->weight, args->bw_period_us);\nreturn 0;\n}";
    let source = body(hook, "").replace(".enqueue", ".cgroup_init = (void *)test_cgroup_init, .enqueue");
    for release in Release::ALL {
        assert_eq!(compile(&source, release).is_ok(), release != Release::V6_12, "{release:?}");
    }
}
