//! What the verifier would refuse, with the rule in a sentence.

use super::support::{body, compiled, policy, sentences};

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
