//! Sentences with places: all problems of a file, and one for each limit.

use super::support::{body, errors, policy, result, sentences};
use proptest::prelude::*;
use sched_policy::{LONGEST, Severity, compile};
use sched_vm::Release;
use std::time::Duration;

#[test]
fn all_problems_of_a_file_are_reported_with_their_places() {
    let source = policy(
        "static int twice(int x)\n{\n\treturn x +* 2;\n}\n\
         void BPF_STRUCT_OPS(test_enqueue, struct task_struct *p, u64 enq_flags)\n{\n\
         \tu64 slice = 1, turn = slcie;\n\tscx_bpf_dsq_insrt(p, SCX_DSQ_GLOBAL, slice, enq_flags);\n\
         \tp->scx.slize = 3;\n\tif (p.pid)\n\t\treturn 5;\n\tint x\n\tx = 3;\n}\n",
    );
    let found = errors(&source);
    let expected = [
        "6:12: int is no pointer.",
        "10:24: slcie is not declared. Did you mean slice?",
        "11:2: There is no function scx_bpf_dsq_insrt. Did you mean scx_bpf_dsq_insert?",
        "12:9: The simulated struct sched_ext_entity does not have this member. Did you mean slice?",
        "13:8: A dot needs a struct, but this is struct task_struct *: use ->.",
        "14:10: test_enqueue is void, but a value is returned.",
        "15:7: ; is expected before x.",
    ];
    assert_eq!(found, expected);
}

/// A text in the hook, and the sentence about it without its place.
fn sentence(text: &str) -> String {
    let found = errors(&body("", text));
    found[0].split_once(": ").unwrap().1.to_string()
}

#[test]
fn each_mistake_has_a_sentence() {
    let vectors = [
        ("float x = 1;", "float is a floating-point number; a BPF program has integers only."),
        ("result = 1.5;", "1.5 is a floating-point number; a BPF program has integers only."),
        ("result = 09;", "09 is no number."),
        ("result = \"a;", "The text is not closed on this line."),
        ("break;", "break stands outside of a loop or switch."),
        ("goto nowhere;", "There is no label nowhere in this function."),
        ("const int x = 1; x = 2;", "x is constant and cannot be written."),
        ("5 = result;", "This cannot be assigned to."),
        ("result = p;", "struct task_struct * cannot be converted to u64."),
        ("result = &p;", "struct task_struct ** cannot be converted to u64."),
        ("u8 c : 3;", "; is expected before :."),
        ("switch (1) { case 1: case 1: ; }", "The case 1 is there twice."),
        ("scx_bpf_task_cpu();", "scx_bpf_task_cpu takes 1 arguments, but 0 are given."),
        ("void (*f)(void) = 0; f();", "Calls by function pointer are not possible in BPF."),
        (
            "bpf_ringbuf_output(0, 0, 0, 0);",
            "bpf_ringbuf_output needs a program in user space, which is not simulated.",
        ),
        ("bpf_rbtree_first(0);", "bpf_rbtree_first is not simulated."),
        ("scx_bpf_dsq_peek(1);", "scx_bpf_dsq_peek exists since Linux 7.1; this is 6.18."),
        ("struct nothing n;", "The members of struct nothing are not known here."),
        ("int x[result];", "The length of an array must be a constant from 0 to 2147483647."),
        (
            "char big[600];",
            "The local variables of test_enqueue and the functions that it calls take 600 bytes of stack; a BPF program has 512.",
        ),
        ("result = sizeof(void);", "The members of void are not known here."),
        ("foo_t x;", "foo_t is no type."),
        ("int x = 1; int x = 2;", "x is defined twice, first in line 7."),
        ("result = p + p;", "+ cannot be applied to struct task_struct * and struct task_struct *."),
        ("result = enq_flags->x;", "u64 is no pointer."),
        ("bpf_for_each(task, p, 0, 0) ;", "bpf_for_each(task, …) is not simulated."),
        ("int a[2] = { 1, 2, 3 };", "There are more values than the 2 elements."),
    ];
    for (text, expected) in vectors {
        assert_eq!(sentence(text), expected, "{text}");
    }
}

#[test]
fn what_is_not_simulated_is_refused_by_name() {
    let named = |table: &str, text: &str| body("", text).replace(".enqueue", &format!("{table} .enqueue"));
    // A scheduler that reads the control group of a task needs the hooks of groups.
    for text in [
        "bpf_cgroup_release(scx_bpf_task_cgroup(p));",
        "struct scx_init_task_args *args = (void *)enq_flags; result = (u64)args->cgroup;",
    ] {
        assert_eq!(
            errors(&named(".cgroup_init = (void *)test_enqueue,", text))
                .iter()
                .filter(|one| one.contains("hook"))
                .map(|one| one.split_once(": ").unwrap().1.to_string())
                .collect::<Vec<_>>(),
            ["The hook cgroup_init is not simulated."]
        );
    }
    for (flag, release) in [
        ("SCX_OPS_SWITCH_PARTIAL", Release::V6_12),
        ("SCX_OPS_BUILTIN_IDLE_PER_NODE", Release::V6_18),
        ("SCX_OPS_ALWAYS_ENQ_IMMED", Release::V7_1),
    ] {
        let found = compile(&named(&format!(".flags = {flag},"), ""), release).unwrap_err();
        assert_eq!(found[0].to_string(), format!("{flag} is not simulated."));
    }
    let again = body("", "scx_bpf_dsq_reenq(SCX_DSQ_LOCAL, 0);");
    let found = compile(&again, Release::V7_1).unwrap_err();
    assert_eq!(sentences(&found), ["7:1: scx_bpf_dsq_reenq is not simulated."]);
    let local = body("", "scx_bpf_reenqueue_local();");
    let found = sched_policy::compile(&local, sched_vm::Release::V7_1).unwrap_err();
    assert_eq!(sentences(&found), ["7:1: scx_bpf_reenqueue_local is not simulated."]);
    assert_eq!(errors(&again), ["7:1: scx_bpf_dsq_reenq exists since Linux 7.1; this is 6.18."]);
    assert!(errors(&named(".sub_attach = (void *)test_enqueue,", ""))[0].contains("Sub-schedulers are not"));
    let map = |kind: &str| {
        body(&format!("struct {{ __uint(type, {kind}); __uint(max_entries, 4096); }} m SEC(\".maps\");"), "")
    };
    assert!(
        errors(&map("BPF_MAP_TYPE_USER_RINGBUF"))[0]
            .contains("BPF_MAP_TYPE_USER_RINGBUF needs a program in user space")
    );
    let userland = body("const volatile s32 usersched_pid;", "result = usersched_pid;");
    assert!(errors(&userland)[0].contains("usersched_pid needs a program in user space"));
    assert!(errors(&map("BPF_MAP_TYPE_ARENA"))[0].contains("BPF_MAP_TYPE_ARENA are not simulated"));
    let include = format!("#include \"scx_nest.h\"\n{}", body("", "result = NEST;"));
    assert_eq!(
        errors(&include),
        ["1:10: The file scx_nest.h cannot be included here: paste its text instead."]
    );
    let last = body("", "").replace(".enqueue = (void *)test_enqueue", ".flags = SCX_OPS_ENQ_LAST");
    assert!(errors(&last)[0].contains("SCX_OPS_ENQ_LAST needs the hook enqueue"));
}

#[test]
fn what_follows_from_a_syntax_error_is_not_reported() {
    let nested = format!("result = {}1;", "(".repeat(200));
    let bomb = format!("#define A(x) x x x x x x x x x x\n{}", body("", "A(A(A(A(A(A(1))))));"));
    for source in [bomb, body("", &nested), body("int x", ""), body("struct {", ""), body("", "}")] {
        let found = errors(&source);
        assert!(
            !found.iter().any(|one| one.contains("table of hooks") || one.contains("licence")),
            "{found:?}"
        );
    }
    // A source without a table still says so, also beside another error.
    let found = errors("int f(void)\n{\n\treturn 1 +;\n}\n");
    assert!(found.iter().any(|one| one.contains("The source has no table of hooks")), "{found:?}");
}

#[test]
fn a_type_that_is_too_large_is_named() {
    let large = |ty: &str| format!("{ty} is too large: global variables and maps take at most 4 MB.");
    for (before, ty) in [
        ("u64 a[100000][100000];", "u64[100000][100000]"),
        ("u64 a[1000000000];", "u64[1000000000]"),
        ("int a[] = {[2000000000] = 1};", "int[2000000001]"),
        ("int a[] = {[2147483647] = 1, 2, 3};", "int[2147483650]"),
        ("struct s { u64 a[1000000000]; } b;", "u64[1000000000]"),
        (
            "struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 1); __type(key, u32); \
             __type(value, u64[1000000000]); } m SEC(\".maps\");",
            "u64[1000000000]",
        ),
    ] {
        let found = errors(&body(before, ""));
        assert_eq!(found[0].split_once(": ").unwrap().1, large(ty), "{before}");
    }
    for (text, ty) in [
        ("int a[] = {[2000000000] = 1};", "int[2000000001]"),
        ("int a[] = {[2147483647] = 1, 2, 3}; result = a[0];", "int[2147483650]"),
        ("result = ((int[]){[2147483647] = 1, 2, 3})[0];", "int[2147483650]"),
        ("result = sizeof(u64[1000000000]);", "u64[1000000000]"),
        ("u64 (*a)[1000000000] = 0; result = a[1][0];", "u64[1000000000]"),
    ] {
        assert_eq!(sentence(text), large(ty), "{text}");
    }
    let stack = "char a[1 << 30], b[1 << 30], c[1 << 30], d[1 << 30], e[1 << 30];";
    assert!(sentence(stack).contains("bytes of stack"));
    let ranges = "[0 ... 65535] = 1, ".repeat(40);
    let found = errors(&body(&format!("u8 a[65536] = {{ {ranges} }};"), ""));
    assert!(found[0].contains("set more than 1048576 values"), "{found:?}");
}

#[test]
fn a_range_of_elements_is_set_as_a_whole() {
    assert_eq!(result("u8 a[100000] = {[0 ... 99999] = 3};", "result = a[0] + a[65536] + a[99999];"), 9);
}

#[allow(clippy::disallowed_types, reason = "a limit of time")]
mod clock {
    pub use std::time::Instant;
}

/// Each limit gives a sentence within a second (with checks of overflow and beside other tests it may take longer).
#[test]
#[allow(clippy::disallowed_types, reason = "a limit of time")]
fn limits_are_sentences_within_a_second() {
    let nested = |open: &str, close: &str| {
        body("", &format!("result = {}1{};", open.repeat(5000), close.repeat(5000)))
    };
    let maps: String = (0..100_000)
        .map(|at| format!("struct {{ __uint(type, 2); __uint(max_entries, 1); __type(key, u32); __type(value, u32); }} m{at} SEC(\".maps\");\n"))
        .collect();
    let doubling: String = (1..64).map(|at| format!("#define M{at} M{} M{}\n", at - 1, at - 1)).collect();
    let vectors = [
        (" ".repeat(LONGEST + 1), "The source is too long"),
        (format!("#define M0 x\n{doubling}{}", body("", "result = M63;")), "The macros of the source expand"),
        (
            format!("#define F(x) x x x x x x x x\n{}", body("", "F(F(F(F(F(F(F(F(F(F(F(1)))))))))));")),
            "The macros of the source expand",
        ),
        (nested("(", ")"), "nested more than 100 deep"),
        (nested("-", ""), "nested more than 100 deep"),
        (nested("1 + ", ""), "nested more than 100 deep"),
        (body("", &"{".repeat(3000)), "nested more than 100 deep"),
        (body("", &"if (result) ".repeat(3000)), "nested more than 100 deep"),
        (
            body(
                "static int f(int x);\nstatic int f(int x)\n{\nreturn x ? f(x - 1) : 0;\n}",
                "result = f(3);",
            ),
            "The function f calls itself",
        ),
        (
            body(
                "static int g(int x);\nstatic int f(int x)\n{\nreturn g(x);\n}\nstatic int g(int x)\n{\nreturn f(x);\n}",
                "result = f(3);",
            ),
            "calls itself",
        ),
        (body("u64 big[1 << 26];", ""), "Global variables and maps take more than 4096 kB"),
        (
            body(
                "struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 1 << 20); __type(key, u32); __type(value, u64); } m SEC(\".maps\");",
                "",
            ),
            "take more than 4096 kB",
        ),
        (policy(&maps[..LONGEST - 1000]), "There are more than 64 maps"),
        ("x ".repeat(100_000), "x is no type"),
        ((0..300).map(|at| format!("int a{at} = b{at};\n")).collect(), "There are more than 100 errors"),
        (
            body("", &(0..20_000).map(|at| format!("x{at}++;\n")).collect::<String>()),
            "There are more than 100 errors",
        ),
        (
            body(
                &(0..12_000).map(|at| format!("u64 declared{at};\n")).collect::<String>(),
                &(0..3000).map(|at| format!("declarde{at}++;\n")).collect::<String>(),
            ),
            "There are more than 100 errors",
        ),
        (
            body("", &(0..20_000).map(|at| format!("p->x{at}++;\n")).collect::<String>()),
            "There are more than 100 errors",
        ),
        (
            body("", &(0..20_000).map(|at| format!("goto x{at};\n")).collect::<String>()),
            "There are more than 100 errors",
        ),
        (body("u8 a[16384][65536] = {[0 ... 16383] = {[0 ... 65535] = 1}};", ""), "take more than 4096 kB"),
        (
            body(
                "struct e { }; struct e a[65536][65536] = {[0 ... 65535] = {[0 ... 65535] = { }}};",
                "result = 1.5;",
            ),
            "1.5 is a floating-point number",
        ),
    ];
    for (source, expected) in vectors {
        let start = clock::Instant::now();
        let found = compile(&source, Release::V6_18);
        assert!(
            start.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 30 } else { 1 }),
            "{expected}: {:?}",
            start.elapsed()
        );
        let all = found.expect_err(expected);
        assert!(
            all.iter().any(|problem| problem.to_string().contains(expected)),
            "{expected}: {:?}",
            all.first()
        );
        assert!(all.len() <= 101);
    }
}

#[test]
fn warnings_never_hide_an_error_or_refuse_a_source() {
    let write = "p->scx.weight = 3;\n";
    let many = compile(&body("", &write.repeat(300)), Release::V6_18).expect("a program");
    assert_eq!(many.warnings.len(), 100);
    let functions = |count: usize| -> String {
        (0..count).map(|at| format!("void f{at}(struct task_struct *p)\n{{\n{write}}}\n")).collect()
    };
    for count in [100, 300] {
        let source = body(&functions(count), "result = 1;");
        let program = compile(&source, Release::V6_18).expect("a program").program;
        assert_eq!((program.functions.len(), program.verify()), (count + 1, Ok(())));
    }
    let found = errors(&body("", &format!("{}soon = 1;", write.repeat(300))));
    assert!(found.iter().any(|one| one.contains("soon is not declared")), "{found:?}");
}

#[test]
fn many_local_variables_are_refused_with_a_sentence() {
    let locals: String = (0..300).map(|at| format!("u64 v{at} = enq_flags + {at};\n")).collect();
    assert!(sentence(&format!("{locals}result = v1;")).contains("has too many local variables"));
}

/// The starters, cut at any character and with any word changed.
fn starters() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/policies");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "c"));
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn a_cut_source_never_panics(which in 0_usize..10, cut in 0.0_f64..1.0) {
        let all = starters();
        let source = &all[which % all.len()];
        let cut = source.char_indices().map(|(at, _)| at).nth((source.chars().count() as f64 * cut) as usize).unwrap_or(0);
        let _ = compile(&source[..cut], Release::V6_12);
    }

    #[test]
    fn any_words_never_panic(words in prop::collection::vec(prop::sample::select(vec![
        "int", "u64", "struct", "union", "enum", "x", "y", "p", "{", "}", "(", ")", "[", "]", ";", ",", "*", "&", "=", "+", "->",
        ".", "1", "0", "\"s\"", "'c'", "if", "else", "for", "while", "do", "switch", "case", "default", ":", "?", "return",
        "goto", "break", "static", "const", "volatile", "sizeof", "typeof", "typedef", "SEC(\".maps\")", "bpf_for", "bpf_for_each",
        "BPF_STRUCT_OPS", "SCX_OPS_DEFINE", "__uint", "\n#define", "\n#if", "\n#endif", "##", "#", "...", "task_struct", "-1", "<<",
        "__sync_fetch_and_add", "bpf_map_lookup_elem", "MEMBER_VPTR", "void", "{ 0 }", "u8 x : 3;", "\n", "__builtin_offsetof",
    ]), 0..60), inside in any::<bool>()) {
        let text = words.join(" ");
        let source = if inside { body("", &text) } else { policy(&text) };
        for problem in compile(&source, Release::V7_1).err().unwrap_or_default() {
            prop_assert!(!problem.to_string().is_empty());
            prop_assert!(problem.severity == Severity::Error || problem.severity == Severity::Warning);
        }
    }

    #[test]
    fn a_changed_word_never_panics_and_what_compiles_runs(which in 0_usize..10, at in any::<prop::sample::Index>(), with in prop::sample::select(vec![
        "0", "p", "-1", "(", ")", "{", "}", ";", "*", "&", "void", "struct task_struct", "u8", "->scx", "[9]", "if", "while (1)", "~0ULL",
    ])) {
        let all = starters();
        let words: Vec<&str> = all[which % all.len()].split_inclusive([' ', '\n', '\t', '(', ')', ',', ';']).collect();
        let at = at.index(words.len());
        let source: String = words.iter().enumerate().map(|(place, word)| if place == at { with } else { *word }).collect();
        if let Ok(compiled) = compile(&source, Release::V6_18) {
            prop_assert_eq!(compiled.program.verify(), Ok(()));
            let program = &compiled.program;
            let mut vm = sched_vm::Vm::new(program, &[], &sched_vm::Topology::flat(8));
            let task = sched_vm::Object::task(3).address();
            for hook in sched_vm::Hook::ALL {
                let arguments = if hook.name() == "dispatch" { [1, task, 0] } else { [task, 1, 1] };
                let call = sched_vm::Call { cpu: 1, fuel: 20_000 };
                let _ = vm.call(program, *hook, &arguments, call, &mut super::support::Kernel::default());
            }
        }
    }
}

#[test]
fn a_problem_has_each_key_once_as_json() {
    let source = body("", "int x = 1; int x = 2;");
    let problems = compile(&source, Release::V6_18).unwrap_err();
    let text = serde_json::to_string(&problems[0]).unwrap();
    assert_eq!(text.matches("\"line\"").count(), 1, "{text}");
    assert!(sched_policy::What::ALL.iter().all(|(_, sentence)| !sentence.contains("{line}")));
}
