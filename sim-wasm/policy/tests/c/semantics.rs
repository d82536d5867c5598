//! Results as in C on a 64-bit little-endian machine.

use super::support::{Kernel, body, result, run};
use sched_vm::{FaultKind, Kfunc, Printed};

/// Values of expressions.
#[test]
fn expressions_have_the_values_of_c() {
    let vectors: &[(&str, i64)] = &[
        // Integer promotion.
        ("(u8)200 + (u8)100", 300),
        ("~(u8)0", -1),
        ("(u8)~(u8)1", 254),
        ("(s8)0x80", -128),
        ("(u16)-1", 65535),
        ("(u8)255 << 8", 65280),
        ("-(u16)1", -1),
        // Usual conversions.
        ("-1 < 1U", 0),
        ("-1 < 1L", 1),
        ("-1L < 1U", 1),
        ("-1L < 1UL", 0),
        ("(s32)-1 == (u32)-1", 1),
        ("(s64)-1 == (u32)-1", 0),
        ("(u32)1 - 2", 4294967295),
        ("(u64)1 - 2 > 5", 1),
        ("1U - 2", 4294967295),
        ("1 - 2", -1),
        // Overflow wraps.
        ("2147483647 + one", -2147483648),
        ("4294967295U + one", 0),
        ("65536 * 65536 * one", 0),
        ("0x7fffffffffffffffLL + one == (s64)(1ULL << 63)", 1),
        // Shifts are modulo the width, as in BPF.
        ("1 << (32 * one)", 1),
        ("1ULL << (64 * one)", 1),
        ("-8 >> one", -4),
        ("(u32)-8 >> one", 2147483644),
        ("(s64)-8 >> 1", -4),
        ("1U << 31", 2147483648),
        ("1 << 31", -2147483648),
        // Division rounds towards zero; by zero it is 0, and the rest is the dividend.
        ("-7 / 2", -3),
        ("-7 % 2", -1),
        ("7 % -2", 1),
        ("7U / zero", 0),
        ("7U % zero", 7),
        ("(s32)(-2147483647 - 1) / -one", -2147483648),
        // Logic.
        ("!5", 0),
        ("!!5", 1),
        ("5 && 0", 0),
        ("zero || 7", 1),
        ("zero ? 1 : 2", 2),
        ("7 ?: 9", 7),
        ("zero ?: 9", 9),
        ("(one, 5)", 5),
        // Constants.
        ("0x10 + 010 + 0b11", 27),
        ("'a' + '\\n' + '\\x41'", 172),
        ("sizeof(long) * 10 + sizeof(short)", 82),
        ("sizeof('a')", 4),
        ("sizeof(\"abc\")", 4),
        ("4294967296", 4294967296),
        ("2147483648 > 0", 1),
        ("0x80000000 > 0", 1),
        ("(bool)256", 1),
        ("(bool)0x100000000ULL", 1),
    ];
    for (text, expected) in vectors {
        let before = "";
        let declared = format!("volatile int one = 1, zero = 0;\nresult = (s64)({text});");
        assert_eq!(result(before, &declared) as i64, *expected, "{text}");
    }
}

#[test]
fn the_layout_of_structs_is_that_of_a_64_bit_machine() {
    let before = "struct a { char c; int i; char d; };\nstruct b { char c; u64 l; };\n\
                  struct c { u8 x : 3; u8 y : 5; u32 z : 20; u32 w : 14; };\n\
                  union u { u8 bytes[4]; u32 word; };\n\
                  struct d { struct { int p; int q; }; union u u; char tail[3]; };\n\
                  struct e { int *p; char c; } array[3];";
    let sizes = [
        ("sizeof(struct a)", 12),
        ("sizeof(struct b)", 16),
        ("sizeof(struct c)", 8),
        ("sizeof(union u)", 4),
        ("sizeof(struct d)", 16),
        ("sizeof(array)", 48),
        ("offsetof(struct d, q)", 4),
        ("offsetof(struct d, tail)", 12),
        ("offsetof(struct d, u.bytes[2])", 10),
        ("_Alignof(struct b)", 8),
    ];
    for (text, expected) in sizes {
        assert_eq!(result(before, &format!("result = {text};")), expected, "{text}");
    }
}

#[test]
fn bit_fields_keep_their_width() {
    let before = "struct c { u32 x : 3; s32 y : 5; u64 z : 40; } c;";
    let text = "c.x = 9; c.y = -3; c.z = 0xffffffffffULL; c.z++;\n\
                result = c.x * 10000 + (c.y + 10) * 100 + c.z;";
    assert_eq!(result(before, text), 10700);
}

#[test]
fn pointers_step_by_the_size_of_what_they_point_to() {
    let before = "struct pair { u32 a, b; } pairs[4] = { {1, 2}, {3, 4}, [3] = { .b = 8, .a = 7 } };";
    let text = "struct pair *at = pairs; u32 *word; at++; word = &at->b; word += 2;\n\
                result = at->a * 1000 + (&pairs[3] - at) * 100 + word[2] * 10 + (*(pairs + 3)).a + *word;";
    assert_eq!(result(before, text), 3000 + 200 + 80 + 7);
}

#[test]
fn loops_and_jumps_go_where_c_goes() {
    let text = "u64 sum = 0; int i, j = 0;\n\
                for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; sum += i; }\n\
                while (j < 5) j += 2;\n\
                do { sum += 100; } while (--j > 3);\n\
                again: if (sum < 1000) { sum += 500; goto again; }\n\
                bpf_for(i, 2, 5) sum += i;\n\
                bpf_repeat(3) { sum += 10000; if (sum > 25000) break; }\n\
                result = sum;";
    // 25 + 3 × 100, then twice 500, then 9, then three times 10000.
    assert_eq!(result("", text), 25 + 300 + 1000 + 9 + 30000);
}

#[test]
fn a_switch_falls_through() {
    let before = "static u32 pick(int x)\n{\nu32 r = 0;\nswitch (x) {\ncase 1: r += 1;\ncase 2: r += 2; break;\n\
                  case 5 ... 9: r += 5; break;\ndefault: r = 100;\ncase -1: r += 7;\n}\nreturn r;\n}";
    for (x, expected) in [(1, 3), (2, 2), (7, 5), (9, 5), (10, 107), (-1, 7)] {
        assert_eq!(result(before, &format!("result = pick({x});")), expected, "{x}");
    }
}

#[test]
fn assignments_and_steps_give_values() {
    let text = "int a = 5, b, *c = &a; u8 narrow = 250;\n\
                b = a++ * 10 + ++a; *c += 3; narrow += 10; a <<= 2; b ^= 1;\n\
                result = a * 1000000 + b * 1000 + narrow;";
    assert_eq!(result("", text), 40 * 1_000_000 + 56 * 1000 + 4);
}

#[test]
fn structs_are_copied_and_initialised() {
    let before = "struct s { int a; struct { u16 b[3]; } in; const char *name; };\nstatic struct s from = { 1, { { 2, 3 } }, \"x\" };";
    let text = "struct s to = from, other = { .in.b[1] = 9, .a = 4 }; struct s list[2] = { 0 };\n\
                from.a = 50; list[1] = to; to.in.b[2] = 7;\n\
                result = list[1].a * 10000 + to.in.b[2] * 1000 + other.in.b[1] * 100 + other.a * 10 + list[1].in.b[1];\n\
                if (to.name[0] != 'x') result = 0;";
    assert_eq!(result(before, text), 10000 + 7000 + 900 + 40 + 3);
}

#[test]
fn atomics_give_the_old_or_the_new_value() {
    let before = "u64 n = 5; u32 flag;";
    let text = "u64 a = __sync_fetch_and_add(&n, 3), b = __sync_add_and_fetch(&n, 1);\n\
                bool won = __sync_bool_compare_and_swap(&flag, 0, 1), lost = __sync_bool_compare_and_swap(&flag, 0, 2);\n\
                result = a * 1000 + b * 100 + won * 10 + lost + __sync_val_compare_and_swap(&flag, 1, 7) + flag;";
    assert_eq!(result(before, text), 5000 + 900 + 10 + 1 + 7);
}

#[test]
fn macros_expand_as_in_c() {
    let before = "#define PASTE(a, b) a##b\n#define TEXT(x) #x\n#define SUM(x, ...) (x + PASTE(ad, d)(__VA_ARGS__))\n\
                  #define add(a, b) ((a) * (b))\n#define SELF SELF\n#define CALL(f, args...) f(args)\n\
                  #define EMPTY\n#define X(n) n EMPTY\n#if defined(SUM) && (3 > 2 ? 1 : 0) && !defined NOPE\n#define OK 1\n\
                  #elif 1\n#error not reached\n#endif\n#ifndef OK\n#error no\n#endif\n";
    let text = "int SELF = 4; char t[] = TEXT(a  + \"b\\n\");\n\
                result = SUM(1, 2, 3) * 1000 + SELF * 100 + CALL(add, 2, X(3)) * 10 + sizeof(t);";
    assert_eq!(result(before, text), 7000 + 400 + 60 + 10);
}

#[test]
fn an_index_outside_of_an_array_faults_with_its_place() {
    let source = body("u32 list[4];", "u32 at = enq_flags;\nlist[at] = 1;");
    let fault = run(&source, &mut Kernel::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Index { index: 0x409, length: 4 });
    let program = super::support::compiled(&source).program;
    let span = program.span(fault.place);
    assert_eq!((span.line, span.column), (8, 6), "the index is underlined");
}

#[test]
fn checked_pointers_are_null_outside() {
    let before = "u32 list[4] = { 1, 2, 3, 4 };\nstruct s { u32 in[2][3]; } grid;";
    let text = "u32 *a = ARRAY_ELEM_PTR(list, 2, 4), *b = ARRAY_ELEM_PTR(list, 4, 4), i = 5;\n\
                u32 *c = MEMBER_VPTR(grid, .in[1][i - 3]), *d = MEMBER_VPTR(grid.in, [i][0]);\n\
                result = (a ? *a : 0) * 10 + !b * 5 + !!c * 100 + !d * 1000;";
    assert_eq!(result(before, text), 30 + 5 + 100 + 1000);
}

#[test]
fn maps_give_pointers_into_them() {
    let before = "struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 4); __type(key, u32); __type(value, u64); } h SEC(\".maps\");\n\
                  struct { __uint(type, BPF_MAP_TYPE_PERCPU_ARRAY); __uint(key_size, sizeof(u32)); __uint(value_size, sizeof(u64)); __uint(max_entries, 2); } c SEC(\".maps\");\n\
                  struct { __uint(type, BPF_MAP_TYPE_TASK_STORAGE); __uint(map_flags, BPF_F_NO_PREALLOC); __type(key, int); __type(value, u32); } t SEC(\".maps\");";
    let text = "u32 key = 3; u64 value = 8, *at; u32 *mine;\n\
                bpf_map_update_elem(&h, &key, &value, BPF_ANY);\n\
                if (!(at = bpf_map_lookup_elem(&h, &key))) return;\n\
                *at += 1; result = *at;\n\
                key = 1; at = bpf_map_lookup_elem(&c, &key); if (at) *at += 20;\n\
                at = bpf_map_lookup_percpu_elem(&c, &key, bpf_get_smp_processor_id()); if (at) result += *at;\n\
                key = 2; if (!bpf_map_lookup_elem(&c, &key)) result += 100;\n\
                mine = bpf_task_storage_get(&t, p, 0, BPF_LOCAL_STORAGE_GET_F_CREATE); if (mine) *mine = 1000;\n\
                mine = bpf_task_storage_get(&t, p, 0, 0); if (mine) result += *mine;";
    assert_eq!(result(before, text), 9 + 20 + 100 + 1000);
}

#[test]
fn a_queue_of_queues_is_found_by_index() {
    let before = "struct q { __uint(type, BPF_MAP_TYPE_QUEUE); __uint(max_entries, 8); __type(value, u32); } one SEC(\".maps\"), two SEC(\".maps\");\n\
                  struct { __uint(type, BPF_MAP_TYPE_ARRAY_OF_MAPS); __uint(max_entries, 2); __type(key, int); __array(values, struct q); } all SEC(\".maps\") = { .values = { [0] = &one, [1] = &two } };";
    let text = "int at = 1; u32 v = 42; void *q = bpf_map_lookup_elem(&all, &at);\n\
                if (!q) return;\nbpf_map_push_elem(q, &v, 0); v = 0;\n\
                if (bpf_map_pop_elem(&one, &v) == -ENOENT && !bpf_map_pop_elem(&two, &v)) result = v;";
    assert_eq!(result(before, text), 42);
}

#[test]
fn fields_of_a_task_are_read_and_written() {
    let text = "u64 before = p->scx.dsq_vtime; p->scx.slice = p->pid * 2; p->scx.dsq_vtime = before - 1;\n\
                struct sched_ext_entity *e = &p->scx; e->slice += 5;\n\
                result = p->comm[2] + bpf_cpumask_weight(p->cpus_ptr) * 1000 + bpf_cpumask_first_zero(&p->cpus_mask) * 10000;";
    let mut kernel = Kernel::default();
    assert_eq!(result("", text), u64::from(b'r') + 3000 + 10000);
    run(&body("", text), &mut kernel).unwrap();
    use sched_vm::Field::{DsqVtime, Slice};
    assert_eq!(kernel.written, [(Slice, 14), (DsqVtime, u64::MAX), (Slice, 5)]);
}

#[test]
fn kfuncs_get_their_arguments_by_either_name() {
    let mut kernel = Kernel { queue: vec![9, 8], ..Kernel::default() };
    let text = "bool idle = false; s32 cpu = scx_bpf_select_cpu_dfl(p, -1, 0, &idle); struct task_struct *q;\n\
                if (idle) scx_bpf_dispatch(p, SCX_DSQ_LOCAL_ON | cpu, SCX_SLICE_DFL, enq_flags);\n\
                bpf_for_each(scx_dsq, q, 77, SCX_DSQ_ITER_REV) { if (q->pid == 9) scx_bpf_dsq_move(BPF_FOR_EACH_ITER, q, 1, 0); }\n\
                scx_bpf_consume(5); scx_bpf_dsq_move_to_local(6); bpf_printk(\"%s %d %llu\", p->comm, -1, 1ULL << 40);";
    run(&body("", text), &mut kernel).unwrap();
    let names: Vec<Kfunc> = kernel.calls.iter().map(|(kfunc, _)| *kfunc).collect();
    use Kfunc::{DsqInsert, DsqIterDestroy, DsqIterNew, DsqIterNext, DsqMove, DsqMoveToLocal, SelectCpuDfl};
    assert_eq!(
        names,
        [
            SelectCpuDfl,
            DsqInsert,
            DsqIterNew,
            DsqIterNext,
            DsqIterNext,
            DsqMove,
            DsqIterNext,
            DsqIterDestroy,
            DsqMoveToLocal,
            DsqMoveToLocal
        ]
    );
    assert_eq!(kernel.calls[0].1[1], u64::MAX, "-1 is extended");
    assert_eq!(kernel.calls[1].1[1..], [3 << 62 | 3, 20_000_000, 0x409]);
    assert_eq!(kernel.calls[2].1, [77, 1 << 16]);
    assert_eq!(kernel.texts, [(Printed::Trace, "worker -1 1099511627776".into())]);
}

#[test]
fn parameters_and_facts_of_the_machine_are_filled_in() {
    let source = body(
        "const volatile u64 slice_ns = 5000000; /* 1000 .. 9000000 ns */\nconst volatile bool on = true;\n\
         const volatile u32 nr_cpu_ids = 1;\nconst volatile u64 numa_cpumasks[4][8];\nconst volatile s32 __sibling_cpu[64];",
        "result = slice_ns + on * 100 + nr_cpu_ids * 10 + numa_cpumasks[0][0] + __sibling_cpu[3];",
    );
    let program = super::support::compiled(&source).program;
    let knobs: Vec<_> =
        program.knobs().map(|(global, knob)| (&*global.name, knob.default, knob.min, knob.max)).collect();
    assert_eq!(knobs, [("slice_ns", 5_000_000, 1000, 9_000_000), ("on", 1, 0, 1)]);
    let mut vm = sched_vm::Vm::new(&program, &[("slice_ns", 7000)], &sched_vm::Topology::flat(4));
    let call = super::support::CALL;
    vm.call(&program, sched_vm::Hook::Enqueue, &[0, 0], call, &mut Kernel::default()).unwrap();
    let at = program.globals.iter().position(|global| global.name == "result").unwrap();
    let value = u64::from_le_bytes(vm.global(&program, at).unwrap().try_into().unwrap());
    assert_eq!(value, 7000 + 100 + 40 + 15 + 3);
}

#[test]
fn timers_and_loops_call_back() {
    let before = "struct elem { u64 n; struct bpf_timer timer; };\n\
                  struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 2); __type(key, u32); __type(value, struct elem); } e SEC(\".maps\");\n\
                  static int tick(void *map, u32 *key, struct elem *elem)\n{\nelem->n += *key + 10;\nresult = elem->n;\nbpf_timer_start(&elem->timer, 1000, 0);\nreturn 0;\n}\n\
                  static int add(u32 i, u64 *sum)\n{\n*sum += i;\nreturn i == 3;\n}";
    let text = "u32 key = 1; u64 sum = 0; struct elem *at = bpf_map_lookup_elem(&e, &key);\nif (!at) return;\n\
                bpf_timer_init(&at->timer, &e, CLOCK_BOOTTIME); bpf_timer_set_callback(&at->timer, tick);\n\
                bpf_timer_start(&at->timer, 500, 0); result = bpf_loop(10, add, &sum, 0) * 100 + sum;";
    assert_eq!(result(before, text), 406);
    let source = body(before, text);
    let program = super::support::compiled(&source).program;
    let mut kernel = Kernel::default();
    let (_, mut vm) = run(&source, &mut kernel).unwrap();
    assert_eq!(kernel.calls, [(Kfunc::TimerStart, vec![0, 500, 0])]);
    vm.call_timer(&program, 0, super::support::CALL, &mut kernel).unwrap();
    assert_eq!(kernel.calls[1], (Kfunc::TimerStart, vec![0, 1000, 0]));
    let at = program.globals.iter().position(|global| global.name == "result").unwrap();
    assert_eq!(vm.global(&program, at).unwrap()[0], 11);
}

#[test]
fn masks_are_created_exchanged_and_released() {
    let before = "private(M) struct bpf_cpumask __kptr *held;";
    let text = "struct bpf_cpumask *mask = bpf_cpumask_create(), *old;\nif (!mask) return;\n\
                bpf_cpumask_set_cpu(1, mask); bpf_cpumask_or(mask, cast_mask(mask), p->cpus_ptr);\n\
                old = bpf_kptr_xchg(&held, mask); if (old) bpf_cpumask_release(old);\n\
                bpf_rcu_read_lock(); mask = held; if (mask) result = bpf_cpumask_weight(cast_mask(mask)) * 10 + bpf_cpumask_full(cast_mask(mask)); bpf_rcu_read_unlock();";
    assert_eq!(result(before, text), 41);
}

#[test]
fn a_call_without_an_end_runs_out_of_fuel() {
    let fault = run(&body("", "while (true) result++;"), &mut Kernel::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::OutOfFuel);
}

#[test]
fn a_null_pointer_faults_with_the_function_and_the_line() {
    let before = "static u64 read(struct task_struct *q)\n{\n\treturn q->scx.slice;\n}";
    let source = body(before, "result = read((void *)0);");
    let fault = run(&source, &mut Kernel::default()).unwrap_err();
    let program = super::support::compiled(&source).program;
    let frames: Vec<_> = fault
        .frames
        .iter()
        .map(|frame| (&*program.functions[frame.function as usize].name, program.span(frame.place).line))
        .collect();
    assert_eq!(fault.kind, FaultKind::Null);
    assert_eq!(frames, [("read", 6), ("test_enqueue", 10)]);
}

#[test]
fn the_exit_record_is_filled() {
    let source = super::support::policy(
        "UEI_DEFINE(uei);\nvoid BPF_STRUCT_OPS(test_enqueue, struct task_struct *p)\n{\n\
         scx_bpf_error(\"bad %d\", p->pid);\n}\nvoid BPF_STRUCT_OPS(test_exit, struct scx_exit_info *ei)\n{\n\
         bpf_printk(\"%s\", ei->reason);\nUEI_RECORD(uei, ei);\n}\n",
    )
    .replace(".enqueue", ".exit = (void *)test_exit, .enqueue");
    let program = super::support::compiled(&source).program;
    let mut vm = sched_vm::Vm::new(&program, &[], &sched_vm::Topology::flat(1));
    let mut kernel = Kernel::default();
    let info = sched_vm::Object::new(sched_vm::ObjectKind::ExitInfo, 0).address();
    let task = sched_vm::Object::task(7).address();
    vm.call(&program, sched_vm::Hook::Enqueue, &[task, 0], super::support::CALL, &mut kernel).unwrap();
    vm.call(&program, sched_vm::Hook::Exit, &[info], super::support::CALL, &mut kernel).unwrap();
    assert_eq!(kernel.texts, [(Printed::Error, "bad 7".into()), (Printed::Trace, "runtime error".into())]);
    let at = program.globals.iter().position(|global| global.name == "uei").unwrap();
    let record = vm.global(&program, at).unwrap();
    assert_eq!((record[0], record[1], &record[16..29]), (0, 4, &b"runtime error"[..]));
}

#[test]
fn a_function_of_the_source_replaces_a_macro_of_the_prelude() {
    let before = "static inline u64 max(u64 a, u64 b)\n{\nreturn a > b ? a + 100 : b + 200;\n}\n#define min(a, b) 7\n\
                  static const struct cpumask *cast_mask(struct bpf_cpumask *mask)\n{\nreturn (const struct cpumask *)mask;\n}";
    assert_eq!(result(before, "result = max(1, 2) * 10 + min(3, 4);"), 2027);
}
