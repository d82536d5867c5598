//! The machine on hand-made bytecode: results, limits, and no panic whatever the bytecode is.

use proptest::prelude::*;
use sched_vm::{
    Call, Context, Fault, FaultKind, Field, Function, Hook, Host, Insn, Kfunc, Map, MapDef, MapKind, Object,
    ObjectKind, Odd, Op, Ops, Outcome, Place, Printed, Program, Release, Shape, Span, Topology, Vm, address,
};

/// Bytes of stack of a function: the calls that fit are fewer than `MOST_FRAMES`.
const FRAME: u32 = 64;

#[derive(Default)]
struct Kernel {
    calls: Vec<(Kfunc, Vec<u64>)>,
    texts: Vec<(Printed, String)>,
    odd: Vec<Odd>,
    written: Vec<(Object, Field, u64)>,
}

impl Host for Kernel {
    fn call(&mut self, kfunc: Kfunc, arguments: &[u64], _: &mut Context) -> Result<u64, FaultKind> {
        self.calls.push((kfunc, arguments.to_vec()));
        Ok(7)
    }
    fn read_field(&mut self, object: Object, field: Field, _: &mut Context) -> Result<u64, FaultKind> {
        Ok(match field {
            Field::CommLow => u64::from_le_bytes(*b"student\0"),
            Field::RealParent => Object::task(object.id + 1).address(),
            Field::Pid => u64::from(object.id),
            _ => 0,
        })
    }
    fn write_field(
        &mut self,
        object: Object,
        field: Field,
        value: u64,
        _: &mut Context,
    ) -> Result<(), FaultKind> {
        self.written.push((object, field, value));
        Ok(())
    }
    fn mask_word(&mut self, _: Object, word: u32) -> Result<u64, FaultKind> {
        Ok(if word == 0 { 0b1010 } else { 0 })
    }
    fn print(&mut self, what: Printed, text: String, _: &mut Context) {
        self.texts.push((what, text));
    }
    fn odd(&mut self, odd: Odd, _: &mut Context) {
        self.odd.push(odd);
    }
}

fn insn(op: Op, a: u8, b: u8, c: u8, imm: i32) -> Insn {
    Insn { op, a, b, c, imm }
}

fn map(kind: MapKind, key_bytes: u32, value_bytes: u32, max_entries: u32) -> MapDef {
    let (key, value) = (Shape::Opaque { bytes: key_bytes }, Shape::Opaque { bytes: value_bytes });
    let (name, inner, span) = ("m".into(), Vec::new(), Span::default());
    MapDef { name, kind, key_bytes, value_bytes, max_entries, key, value, inner, span }
}

fn program(code: Vec<Insn>) -> Program {
    let end = code.len() as u32;
    let (name, span) = ("f".into(), Span { line: 3, column: 1, length: 1 });
    Program {
        release: Release::V6_18,
        ops: Ops { name: "test".into(), ..Ops::default() },
        hooks: vec![(Hook::Enqueue, 0)],
        functions: vec![Function { name, start: 0, end, arguments: 2, registers: 32, frame: FRAME, span }],
        places: vec![0; code.len()],
        code,
        spans: vec![span],
        constants: vec![
            address::data(0),
            address::rodata(0),
            address::map(0),
            address::map(1),
            address::function(0),
        ],
        data: vec![1, 2, 3, 4, 5, 6, 7, 8],
        rodata: b"%s has %d of %lu\0".to_vec(),
        globals: Vec::new(),
        maps: vec![map(MapKind::Hash, 4, 8, 2), map(MapKind::Queue, 0, 4, 2)],
    }
}

fn run(program: &Program, arguments: &[u64], kernel: &mut Kernel) -> Result<Outcome, Fault> {
    assert_eq!(program.verify(), Ok(()));
    let mut vm = Vm::new(program, &[], &Topology::flat(4));
    vm.call(program, Hook::Enqueue, arguments, Call { cpu: 1, fuel: 1000 }, kernel)
}

fn value(code: Vec<Insn>, arguments: &[u64]) -> Result<u64, FaultKind> {
    let result = run(&program(code), arguments, &mut Kernel::default());
    result.map(|outcome| outcome.value).map_err(|fault| fault.kind)
}

#[test]
fn an_argument_is_returned_and_operations_are_counted() {
    let code = vec![insn(Op::AddI, 0, 0, 0, -2), insn(Op::Mul, 0, 0, 1, 0), insn(Op::Return, 0, 0, 0, 0)];
    let result = run(&program(code), &[5, 7], &mut Kernel::default());
    assert_eq!(result, Ok(Outcome { value: 21, used: 3 }));
}

#[test]
fn an_endless_loop_runs_out_of_fuel_with_its_place() {
    let program = program(vec![insn(Op::Imm, 3, 0, 0, 1), insn(Op::Jump, 0, 0, 0, 1)]);
    let fault = run(&program, &[], &mut Kernel::default()).unwrap_err();
    assert_eq!((fault.kind, fault.place), (FaultKind::OutOfFuel, Place(1)));
    assert_eq!(program.span(fault.place).line, 3);
}

#[test]
fn recursion_ends_at_the_deepest_frame() {
    let code = vec![insn(Op::Call, 2, 0, 2, 0), insn(Op::Return, 2, 0, 0, 0)];
    let fault = run(&program(code), &[], &mut Kernel::default()).unwrap_err();
    assert_eq!((fault.kind, fault.frames.len()), (FaultKind::Depth, (sched_vm::STACK / FRAME) as usize));
}

#[test]
fn a_division_by_zero_gives_what_bpf_gives_and_is_reported() {
    let mut kernel = Kernel::default();
    let code = vec![
        insn(Op::DivU, 2, 0, 1, 0),
        insn(Op::ModU, 3, 0, 1, 0),
        insn(Op::Add, 2, 2, 3, 0),
        insn(Op::Return, 2, 0, 0, 0),
    ];
    assert_eq!(run(&program(code), &[9, 0], &mut kernel).unwrap().value, 9);
    assert_eq!(kernel.odd, [Odd::DivisionByZero, Odd::DivisionByZero]);
}

#[test]
fn variables_have_bounds_and_constants_cannot_be_written() {
    let load =
        |imm| vec![insn(Op::Const, 2, 0, 0, 0), insn(Op::LoadS8, 2, 2, 0, imm), insn(Op::Return, 2, 0, 0, 0)];
    assert_eq!(value(load(7), &[]), Ok(8));
    assert_eq!(value(load(8), &[]), Err(FaultKind::Bounds));
    assert_eq!(value(load(-1), &[]), Err(FaultKind::NoPointer));
    let store = vec![insn(Op::Const, 2, 0, 0, 1), insn(Op::Store8, 0, 2, 0, 0), insn(Op::Return, 2, 0, 0, 0)];
    assert_eq!(value(store, &[]), Err(FaultKind::ReadOnly));
    let null = vec![insn(Op::Load64, 2, 0, 0, 16), insn(Op::Return, 2, 0, 0, 0)];
    assert_eq!(value(null, &[]), Err(FaultKind::Null));
}

#[test]
fn fields_of_the_kernel_go_to_the_host() {
    let slot = |field| ObjectKind::Task.fields().iter().position(|each| *each == field).unwrap() as i32 * 8;
    let mut kernel = Kernel::default();
    let code = vec![
        insn(Op::Load64, 2, 0, 0, slot(Field::RealParent)),
        insn(Op::LoadS32, 3, 2, 0, slot(Field::Pid)),
        insn(Op::Store64, 3, 0, 0, slot(Field::Slice)),
        insn(Op::Return, 3, 0, 0, 0),
    ];
    let task = Object::task(41);
    assert_eq!(run(&program(code), &[task.address()], &mut kernel).unwrap().value, 42);
    assert_eq!(kernel.written, [(task, Field::Slice, 42)]);
    let pid = vec![insn(Op::Store64, 1, 0, 0, slot(Field::Pid)), insn(Op::Return, 1, 0, 0, 0)];
    assert_eq!(value(pid, &[task.address()]), Err(FaultKind::Field { field: Field::Pid }));
}

fn kfunc(a: u8, kfunc: Kfunc, b: u8, c: u8) -> Insn {
    insn(Op::Kfunc, a, b, c, kfunc as i32)
}

#[test]
fn a_hash_keeps_values_by_key_and_a_state_can_be_saved() {
    let code = vec![
        insn(Op::Const, 2, 0, 0, 2),
        insn(Op::Frame, 3, 0, 0, 0),
        insn(Op::Store32, 0, 3, 0, 0),
        insn(Op::Frame, 4, 0, 0, 8),
        insn(Op::Store64, 1, 4, 0, 0),
        insn(Op::Imm, 5, 0, 0, 0),
        kfunc(6, Kfunc::MapUpdate, 2, 4),
        insn(Op::Return, 6, 0, 0, 0),
    ];
    let program = program(code);
    let mut vm = Vm::new(&program, &[], &Topology::flat(4));
    let call = Call { cpu: 0, fuel: 100 };
    let mut put = |key, value| {
        let out = vm.call(&program, Hook::Enqueue, &[key, value], call, &mut Kernel::default()).unwrap();
        (out.value as i64, vm.clone())
    };
    assert_eq!(put(5, 50).0, 0);
    let (_, two) = put(6, 60);
    assert_eq!(put(7, 70).0, -7, "the map is full");
    let (_, changed) = put(5, 51);
    assert_ne!(two, changed);
    let Some(Map::Hash { slots, values, .. }) = changed.memory.map(0) else { panic!("no hash") };
    assert_eq!(slots.keys().map(|key| key[0]).collect::<Vec<_>>(), [5, 6]);
    assert_eq!((values[0], values[8]), (51, 60));
    let saved = serde_json::to_string(&changed).unwrap();
    assert_eq!(serde_json::from_str::<Vm>(&saved).unwrap(), changed);
}

#[test]
fn a_queue_gives_the_oldest_first() {
    let code = vec![
        insn(Op::Const, 2, 0, 0, 3),
        insn(Op::Frame, 3, 0, 0, 0),
        insn(Op::Store32, 0, 3, 0, 0),
        insn(Op::Imm, 4, 0, 0, 0),
        kfunc(5, Kfunc::MapPush, 2, 3),
        insn(Op::Store32, 1, 3, 0, 0),
        kfunc(5, Kfunc::MapPush, 2, 3),
        kfunc(6, Kfunc::MapPush, 2, 3),
        kfunc(7, Kfunc::MapPop, 2, 2),
        insn(Op::LoadU32, 8, 3, 0, 0),
        insn(Op::MulI, 8, 8, 0, 100),
        insn(Op::Sub, 8, 8, 6, 0),
        insn(Op::Return, 8, 0, 0, 0),
    ];
    assert_eq!(value(code, &[3, 4]), Ok(307), "3 is popped, and the third push is refused with -7");
}

#[test]
fn masks_combine_with_those_of_the_kernel() {
    let code = vec![
        kfunc(2, Kfunc::CpumaskCreate, 0, 0),
        insn(Op::Mov, 3, 0, 0, 0),
        insn(Op::Mov, 4, 2, 0, 0),
        kfunc(5, Kfunc::CpumaskSetCpu, 3, 2),
        insn(Op::Mov, 3, 2, 0, 0),
        insn(Op::Mov, 4, 2, 0, 0),
        insn(Op::Mov, 5, 1, 0, 0),
        kfunc(6, Kfunc::CpumaskOr, 3, 3),
        kfunc(7, Kfunc::CpumaskWeight, 3, 1),
        kfunc(8, Kfunc::CpumaskFirst, 3, 1),
        insn(Op::MulI, 7, 7, 0, 10),
        insn(Op::Add, 7, 7, 8, 0),
        kfunc(8, Kfunc::CpumaskRelease, 3, 1),
        insn(Op::Return, 7, 0, 0, 0),
    ];
    assert_eq!(value(code.clone(), &[2, Object::IDLE.address()]), Ok(31), "1 and 3 are idle, 2 was set");
    assert_eq!(value(code, &[99, Object::IDLE.address()]), Ok(21), "a CPU out of range has no effect");
}

#[test]
fn texts_are_formatted_as_by_printk() {
    let code = vec![
        insn(Op::Const, 2, 0, 0, 1),
        insn(Op::AddI, 3, 0, 0, 16),
        insn(Op::Imm, 4, 0, 0, -1),
        insn(Op::Imm, 5, 0, 0, -1),
        kfunc(6, Kfunc::Printk, 2, 4),
        insn(Op::Return, 6, 0, 0, 0),
    ];
    let mut kernel = Kernel::default();
    run(&program(code), &[Object::task(1).address()], &mut kernel).unwrap();
    assert_eq!(kernel.texts, [(Printed::Trace, format!("student has -1 of {}", u64::MAX))]);
}

#[test]
fn an_iterator_is_known_to_the_host_by_its_number() {
    let code = vec![
        insn(Op::Frame, 2, 0, 0, 0),
        insn(Op::Imm, 3, 0, 0, 9),
        insn(Op::Imm, 4, 0, 0, 1),
        kfunc(5, Kfunc::DsqIterNew, 2, 3),
        kfunc(6, Kfunc::DsqIterNext, 2, 1),
        insn(Op::Return, 6, 0, 0, 0),
    ];
    let mut kernel = Kernel::default();
    run(&program(code), &[], &mut kernel).unwrap();
    assert_eq!(kernel.calls, [(Kfunc::DsqIterNew, vec![9, 1]), (Kfunc::DsqIterNext, vec![7])]);
}

#[test]
fn every_kfunc_has_names_of_its_own() {
    for kfunc in Kfunc::ALL {
        assert!(kfunc.names().iter().all(|name| Kfunc::named(name) == Some(*kfunc)), "{kfunc:?}");
    }
    assert!(Kfunc::DsqInsert.allowed_in(Some(Hook::Enqueue), Release::V6_18));
    assert!(!Kfunc::DsqInsert.allowed_in(Some(Hook::Running), Release::V6_18));
    assert!(!Kfunc::SelectCpuDfl.allowed_in(Some(Hook::Enqueue), Release::V6_12));
    assert!(Kfunc::SelectCpuDfl.allowed_in(Some(Hook::Enqueue), Release::V6_18));
}

/// Any instruction: also operations that the compiler never makes in this order.
fn any_insn() -> impl Strategy<Value = Insn> {
    let op = (0..OPS.len()).prop_map(|number| OPS[number]);
    let imm = prop_oneof![-8_i32..40, Just(i32::MIN), Just(i32::MAX), 0..Kfunc::ALL.len() as i32];
    (op, 0_u8..8, 0_u8..8, 0_u8..8, imm).prop_map(|(op, a, b, c, imm)| Insn { op, a, b, c, imm })
}

#[rustfmt::skip]
const OPS: [Op; 89] = [
    Op::Mov, Op::Imm, Op::Const, Op::Frame, Op::Add, Op::Sub, Op::Mul, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr,
    Op::Sar, Op::Shl32, Op::Shr32, Op::Sar32, Op::DivU, Op::DivS, Op::ModU, Op::ModS, Op::AddS32, Op::AddU32,
    Op::SubS32, Op::SubU32, Op::MulS32, Op::MulU32, Op::AddI, Op::MulI, Op::AndI, Op::OrI, Op::XorI, Op::ShlI,
    Op::ShrI, Op::SarI, Op::AddS32I, Op::AddU32I, Op::Neg, Op::Not, Op::IsZero, Op::NotZero, Op::S8, Op::S16,
    Op::S32, Op::U8, Op::U16, Op::U32, Op::Eq, Op::Ne, Op::LtU, Op::LtS, Op::LeU, Op::LeS, Op::EqI, Op::NeI,
    Op::LtUI, Op::LtSI, Op::GtUI, Op::GtSI, Op::Jump, Op::JumpZero, Op::JumpNotZero, Op::JumpEq, Op::JumpNe,
    Op::JumpLtU, Op::JumpLtS, Op::JumpLeU, Op::JumpLeS, Op::JumpEqI, Op::JumpNeI, Op::JumpLtUI, Op::JumpLtSI,
    Op::JumpGtUI, Op::JumpGtSI, Op::LoadU8, Op::LoadU16, Op::LoadU32, Op::Load64, Op::LoadS8, Op::LoadS16,
    Op::LoadS32, Op::Store8, Op::Store16, Op::Store32, Op::Store64, Op::Copy, Op::Clear, Op::Bound, Op::Call,
    Op::Kfunc,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn bytecode_that_passes_the_checks_never_panics(
        mut code in prop::collection::vec(any_insn(), 1..40),
        arguments in prop::collection::vec(prop_oneof![
            Just(0), Just(Object::task(3).address()), Just(Object::IDLE.address()), Just(address::map(0)),
            Just(address::map(1)), Just(address::data(0)), Just(address::stack(0)), Just(address::function(0)),
            Just(u64::MAX), 0_u64..64, any::<u64>(),
        ], 2),
    ) {
        code.push(insn(Op::Return, 0, 0, 0, 0));
        // Jumps and numbers are brought into range as often as not.
        let length = code.len() as i32;
        for one in &mut code {
            let number = one.imm.rem_euclid(length);
            match one.op {
                Op::Call => one.imm = 0,
                Op::Const => one.imm = one.imm.rem_euclid(5),
                Op::Kfunc => one.imm = one.imm.rem_euclid(Kfunc::ALL.len() as i32),
                op if format!("{op:?}").starts_with("Jump") => one.imm = number,
                _ => {}
            }
        }
        let program = program(code);
        if program.verify().is_ok() {
            let mut first = Vm::new(&program, &[], &Topology::flat(4));
            let mut second = first.clone();
            let call = Call { cpu: 2, fuel: 500 };
            let one = first.call(&program, Hook::Enqueue, &arguments, call, &mut Kernel::default());
            let other = second.call(&program, Hook::Enqueue, &arguments, call, &mut Kernel::default());
            prop_assert_eq!(&one, &other);
            prop_assert_eq!(&first, &second);
            if let Err(fault) = one {
                prop_assert!(!fault.kind.to_string().is_empty());
            }
        }
    }
}
