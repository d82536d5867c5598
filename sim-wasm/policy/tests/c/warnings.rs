//! What the verifier would refuse, with the rule in a sentence.

use super::support::{body, compiled, policy, result, sentences};

fn warnings(before: &str, text: &str) -> Vec<String> {
    sentences(&compiled(&body(before, text)).warnings)
        .into_iter()
        .map(|one| one.split_once(": ").unwrap().1.split('.').next().unwrap().to_string())
        .collect()
}

const MAP: &str = "struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 4); __type(key, u32); __type(value, u64); } m SEC(\".maps\");\nu32 key;";

#[test]
fn a_look_up_needs_a_test() {
    let look = "u64 *v = bpf_map_lookup_elem(&m, &key);";
    let missing = ["v may be NULL here, because bpf_map_lookup_elem may return NULL"];
    for text in [
        "*v = 1;",
        "result = v[0];",
        "if (key) *v = 1;",
        "if (!v) result = 1; *v = 2;",
        "result = v ? 0 : *v;",
    ] {
        assert_eq!(warnings(MAP, &format!("{look}\n{text}")), missing, "{text}");
    }
    for text in [
        "if (v) *v = 1;",
        "if (!v) return; *v = 1;",
        "if (v && *v > 3) (*v)++;",
        "if (!v || *v > 3) return; *v = 2;",
        "if (v == NULL) return; *v = 1;",
        "if (unlikely(!v)) goto out; *v = 1; out: ;",
        "if (!v) { scx_bpf_error(\"no\"); return; } *v = 1;",
        "result = v ? *v : 0;",
        "u64 *w; if ((w = bpf_map_lookup_elem(&m, &key))) *w = 1;",
        "while (key < 3) { if (!v) break; *v = 1; key++; }",
    ] {
        assert_eq!(warnings(MAP, &format!("{look}\n{text}")), [""; 0], "{text}");
    }
    let own = format!("{MAP}\nstatic u64 *find(u32 k)\n{{\nreturn bpf_map_lookup_elem(&m, &k);\n}}");
    assert_eq!(
        warnings(&own, "u64 *v = find(3); *v = 1;"),
        ["v may be NULL here, because find may return NULL"]
    );
}

#[test]
fn the_previous_task_of_dispatch_may_be_null() {
    let source = |text: &str| {
        policy(&format!("void BPF_STRUCT_OPS(test_enqueue, struct task_struct *p)\n{{\n}}\nvoid BPF_STRUCT_OPS(test_dispatch, s32 cpu, struct task_struct *prev)\n{{\n{text}\n}}"))
            .replace(".enqueue", ".dispatch = (void *)test_dispatch, .enqueue")
    };
    let found = |text: &str| sentences(&compiled(&source(text)).warnings);
    assert!(found("result = prev->pid;")[0].contains("prev may be NULL in the hook dispatch"));
    assert_eq!(found("if (prev) result = prev->pid;"), [""; 0]);
    // Nor may a hook call what belongs to another.
    assert!(
        found("bool idle; scx_bpf_select_cpu_dfl(prev, 0, 0, &idle);")
            .iter()
            .any(|one| one.contains("scx_bpf_select_cpu_dfl must not be called in dispatch"))
    );
}

#[test]
fn a_reference_is_released_on_every_path() {
    let mask = "const struct cpumask *idle = scx_bpf_get_idle_cpumask();";
    assert_eq!(warnings("", &format!("{mask}\nscx_bpf_put_idle_cpumask(idle);")), [""; 0]);
    let held = "idle holds a reference from scx_bpf_get_idle_cpumask that is not released with scx_bpf_put_idle_cpumask here";
    assert_eq!(
        warnings("", &format!("{mask}\nif (enq_flags) return;\nscx_bpf_put_idle_cpumask(idle);")),
        [held]
    );
    assert_eq!(warnings("", mask), [held]);
    let task = "struct task_struct *q = bpf_task_from_pid(3);\nif (!q) return;\nresult = q->pid;";
    assert_eq!(warnings("", &format!("{task}\nbpf_task_release(q);")), [""; 0]);
    assert_eq!(warnings("", task).len(), 1);
}

#[test]
fn a_loop_needs_a_bound() {
    for text in
        ["while (result) result--;", "for (;;) if (result++ > 3) break;", "do result++; while (result);"]
    {
        assert_eq!(warnings("", text), ["Nothing bounds this loop"], "{text}");
    }
    let before = "const volatile u32 most = 8;";
    for text in [
        "int i; for (i = 0; i < 10; i++) result++;",
        "u32 i; for (i = 0; i < most; i++) result++;",
        "int i; bpf_for(i, 0, enq_flags) result++;",
        "bpf_repeat(BPF_MAX_LOOPS) if (result++ > 3) break;",
        "while (result && can_loop) result--;",
        "do { result++; } while (0);",
    ] {
        assert_eq!(warnings(before, text), [""; 0], "{text}");
    }
}

#[test]
fn a_way_back_by_goto_needs_a_bound() {
    for text in [
        "again: result++; goto again;",
        "again: result++; if (p->scx.slice) goto again;",
        "again: if (result) return; result--; goto again;",
    ] {
        assert_eq!(warnings("", text), ["Nothing bounds this loop"], "{text}");
    }
    for text in [
        "int i = 0; again: result++; if (++i < 10) goto again;",
        "int i = 0; again: if (i >= 10) return; i++; goto again;",
        "again: result++; if (result && can_loop) goto again;",
        "if (enq_flags) goto out; result++; out: ;",
    ] {
        assert_eq!(warnings("", text), [""; 0], "{text}");
    }
}

#[test]
fn more_rounds_than_the_kernel_makes_are_noticed() {
    let before = "static int round(u32 at, void *context)\n{\nreturn 0;\n}";
    for (text, name) in [
        ("bpf_loop(1 << 30, round, 0, 0);", "bpf_loop"),
        ("int i; bpf_for(i, 0, 1 << 30) result++;", "bpf_for"),
        ("bpf_repeat(BPF_MAX_LOOPS + 1) result++;", "bpf_repeat"),
    ] {
        assert_eq!(
            warnings(before, text),
            [format!("{name} makes at most 8388608 rounds: with a larger number it makes none")]
        );
    }
    assert_eq!(warnings(before, "bpf_loop(1 << 23, round, 0, 0);"), [""; 0]);
    assert_eq!(result("", "int i; result = 7; bpf_for(i, -2, 1 << 23) { if (i) break; result++; }"), 7);
}

#[test]
fn a_variable_needs_a_value_before_it_is_read() {
    for text in [
        "u64 x; result = x;",
        "u64 x; x++;",
        "u64 x; x += 2;",
        "u64 x; if (enq_flags) result = x; else x = 1;",
        "struct task_struct *x; if (x) result = x->pid;",
        "u64 x; if (enq_flags) result++; result = x;",
        "int i; for (i = 0; i < 3; i++) { u64 x; result += x; x = i; }",
    ] {
        assert_eq!(warnings("", text), ["x has no value yet"], "{text}");
    }
    for text in [
        "u64 x; x = 1; result = x;",
        "u64 x; if (enq_flags) x = 1; else x = 2; result = x;",
        // The verifier knows that both tests agree.
        "u64 x; if (enq_flags) x = 1; result++; if (enq_flags) result = x;",
        "bool x; scx_bpf_select_cpu_dfl(p, 0, 0, &x); result = x;",
        "u64 x; result = sizeof(x); (void)x;",
        "u64 x; int i; for (i = 0; i < 3; i++) { if (i > 0) result += x; x = i; }",
        "u64 x; int i = 0; again: if (i > 0) result += x; x = 1; if (i++ < 3) goto again;",
        "int x; bpf_for(x, 0, 3) result += x;",
        "struct task_struct *x; bpf_for_each(scx_dsq, x, 1, 0) result += x->pid;",
        "u64 x; switch (enq_flags) { case 1: x = 1; break; default: x = 2; } result = x;",
        "u64 x[3]; x[0] = 1; result = x[0];",
        "static u64 x; result = x;",
    ] {
        assert_eq!(warnings("", text), [""; 0], "{text}");
    }
}

#[test]
fn a_lock_is_released_on_every_path() {
    for name in ["bpf_rcu_read_lock();", "bpf_spin_lock(&lock);"] {
        let before = "struct bpf_spin_lock lock;";
        let end = name.replace("lock(", "unlock(");
        let (short, other) = (name.split('(').next().unwrap(), end.split('(').next().unwrap());
        let held = format!("{short} has no {other} on this path");
        let free = format!("{other} comes without {short} on this path");
        assert_eq!(warnings(before, &format!("{name} result++; {end}")), [""; 0]);
        assert_eq!(
            warnings(before, &format!("{name} if (enq_flags) return; {end}")),
            std::slice::from_ref(&held)
        );
        assert_eq!(warnings(before, name), [held]);
        assert_eq!(warnings(before, &format!("{name} {end} {end}")), [free]);
        // The verifier knows that both tests agree.
        let paired = format!("if (enq_flags) {name} result++; if (enq_flags) {end}");
        assert_eq!(warnings(before, &paired), [""; 0]);
    }
}

#[test]
fn a_function_that_is_not_inlined_has_five_arguments() {
    let six =
        |kind: &str| format!("{kind} int f(int a, int b, int c, int d, int e, int g)\n{{\nreturn a;\n}}");
    let found = ["f has more than 5 arguments: clang must inline it, for BPF passes at most 5"];
    for kind in ["", "static __noinline"] {
        assert_eq!(warnings(&six(kind), "result = f(1, 2, 3, 4, 5, 6);"), found, "{kind}");
    }
    for kind in ["static", "static __always_inline"] {
        assert_eq!(warnings(&six(kind), "result = f(1, 2, 3, 4, 5, 6);"), [""; 0], "{kind}");
    }
}

#[test]
fn hooks_that_are_never_called_and_flags_without_effect_are_noticed() {
    let names = [
        "cgroup_init",
        "core_sched_before",
        "cpu_acquire",
        "cpu_offline",
        "cpu_online",
        "cpu_release",
        "dump",
        "dump_cpu",
        "dump_task",
    ];
    let hooks: String =
        names.map(|name| format!("int BPF_STRUCT_OPS(test_{name})\n{{\nreturn 0;\n}}\n")).concat();
    let table: String = names.map(|name| format!(".{name} = (void *)test_{name}, ")).concat();
    let source = body(&hooks, "").replace(".enqueue", &format!("{table}.enqueue"));
    let mut found: Vec<String> = sentences(&compiled(&source).warnings)
        .into_iter()
        .map(|one| one.split_once(": ").unwrap().1.split(':').next().unwrap().to_string())
        .collect();
    found.sort();
    assert_eq!(found, names.map(|name| format!("The hook {name} is never called here")));
    // A member that is set to nothing is as if it were not there.
    let nothing = body("", "").replace(".enqueue", ".cgroup_init = 0, .dump = NULL, .enqueue");
    assert_eq!(sentences(&compiled(&nothing).warnings), [""; 0]);

    assert_eq!(
        warnings(
            "",
            "scx_bpf_kick_cpu(0, SCX_KICK_PREEMPT | SCX_KICK_WAIT); scx_bpf_kick_cpu(1, SCX_KICK_WAIT);"
        ),
        ["SCX_KICK_WAIT has no effect here"]
    );
    let immediate = body("", "scx_bpf_dsq_insert(p, SCX_DSQ_LOCAL, 0, enq_flags | SCX_ENQ_IMMED);");
    let warnings = sched_policy::compile(&immediate, sched_vm::Release::V7_1).unwrap().warnings;
    assert_eq!(
        sentences(&warnings),
        ["7:53: SCX_ENQ_IMMED is not simulated: a call with this flag ejects the scheduler."]
    );
}

#[test]
fn a_null_may_be_printed() {
    let look = "u64 *v = bpf_map_lookup_elem(&m, &key);";
    assert_eq!(
        warnings(MAP, &format!("{look} if (!v) scx_bpf_error(\"%p\", v); bpf_printk(\"%p\", v);")),
        [""; 0]
    );
}

#[test]
fn only_some_fields_of_a_task_can_be_written() {
    let found = warnings("", "p->scx.weight = 3;");
    assert_eq!(found, ["The verifier lets a scheduler write only scx"]);
}

#[test]
fn the_licence_and_programs_of_user_space_are_noticed() {
    let source = body("SEC(\"syscall\")\nint setup(void *ctx)\n{\nreturn 0;\n}", "")
        .replace("char _license[] SEC(\"license\") = \"GPL\";", "");
    let found = sentences(&compiled(&source).warnings);
    assert!(found[0].contains("The licence is missing"));
    assert!(found[1].contains("setup is not called"));
}
