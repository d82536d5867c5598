//! A kernel for tests, and short ways to compile and run a source.

use sched_policy::{Compiled, Problem, compile};
use sched_vm::{
    Call, Context, Fault, FaultKind, Field, Hook, Host, Kfunc, Object, Outcome, Printed, Release, Topology,
    Vm,
};

/// Answers what the tests need, and keeps what the policy does.
#[derive(Default)]
pub struct Kernel {
    pub calls: Vec<(Kfunc, Vec<u64>)>,
    pub texts: Vec<(Printed, String)>,
    pub written: Vec<(Field, u64)>,
    /// The tasks that a DSQ iterator gives, the last first.
    pub queue: Vec<u32>,
    /// What the host functions return; otherwise 0.
    pub answers: Vec<(Kfunc, u64)>,
    /// Lines from which kfuncs were called.
    pub places: Vec<sched_vm::Place>,
}

impl Host for Kernel {
    fn call(&mut self, kfunc: Kfunc, arguments: &[u64], context: &mut Context) -> Result<u64, FaultKind> {
        self.calls.push((kfunc, arguments.to_vec()));
        self.places.push(context.place);
        match kfunc {
            Kfunc::DsqIterNew => Ok(1),
            Kfunc::DsqIterNext => Ok(self.queue.pop().map_or(0, |task| Object::task(task).address())),
            Kfunc::SelectCpuDfl => {
                context.memory.write(arguments[3], 1, 1)?;
                Ok(3)
            }
            Kfunc::TaskFromPid => Ok(Object::task(arguments[0] as u32).address()),
            _ => Ok(self.answers.iter().find(|(known, _)| *known == kfunc).map_or(0, |(_, value)| *value)),
        }
    }
    fn read_field(&mut self, object: Object, field: Field, _: &mut Context) -> Result<u64, FaultKind> {
        Ok(match field {
            Field::Pid => u64::from(object.id),
            Field::Weight => 200,
            Field::CommLow => u64::from_le_bytes(*b"worker\0\0"),
            Field::Kind => 1024,
            _ => 0,
        })
    }
    fn write_field(&mut self, _: Object, field: Field, value: u64, _: &mut Context) -> Result<(), FaultKind> {
        self.written.push((field, value));
        Ok(())
    }
    fn mask_word(&mut self, _: Object, word: u32) -> Result<u64, FaultKind> {
        Ok(if word == 0 { 0b1101 } else { 0 })
    }
    fn text(&mut self, _: Object, field: Option<Field>) -> String {
        if field == Some(Field::Reason) { "runtime error".into() } else { String::new() }
    }
    fn print(&mut self, what: Printed, text: String, _: &mut Context) {
        self.texts.push((what, text));
    }
}

/// A source with this text and the rest of a scheduler. `lines_before` its first line stand 3 lines.
pub fn policy(text: &str) -> String {
    format!(
        "#include <scx/common.bpf.h>\nchar _license[] SEC(\"license\") = \"GPL\";\nu64 result;\n{text}\n\
         SCX_OPS_DEFINE(test_ops, .enqueue = (void *)test_enqueue, .name = \"test\");\n"
    )
}

/// The same with the body of the hook `enqueue`.
pub fn body(before: &str, body: &str) -> String {
    policy(&format!(
        "{before}\nvoid BPF_STRUCT_OPS(test_enqueue, struct task_struct *p, u64 enq_flags)\n{{\n{body}\n}}"
    ))
}

pub fn compiled(source: &str) -> Compiled {
    match compile(source, Release::V6_18) {
        Ok(compiled) => {
            assert_eq!(compiled.program.verify(), Ok(()), "{source}");
            compiled
        }
        Err(problems) => panic!("{}\n{source}", sentences(&problems).join("\n")),
    }
}

pub fn sentences(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{}:{}: {problem}", problem.at.line, problem.at.column)).collect()
}

pub const CALL: Call = Call { cpu: 1, fuel: 1_000_000 };

/// Runs the hook `enqueue` for task 7.
pub fn run(source: &str, kernel: &mut Kernel) -> Result<(Outcome, Vm), Fault> {
    let compiled = compiled(source);
    let mut vm = Vm::new(&compiled.program, &[], &Topology::flat(4));
    let arguments = [Object::task(7).address(), 0x409];
    let outcome = vm.call(&compiled.program, Hook::Enqueue, &arguments, CALL, kernel)?;
    Ok((outcome, vm))
}

/// The value of the global variable `result` after a body ran.
pub fn result(before: &str, text: &str) -> u64 {
    let source = body(before, text);
    let compiled = compiled(&source);
    let (_, vm) =
        run(&source, &mut Kernel::default()).unwrap_or_else(|fault| panic!("{}\n{source}", fault.kind));
    let index = compiled.program.globals.iter().position(|global| global.name == "result").unwrap();
    let bytes = vm.global(&compiled.program, index).unwrap();
    u64::from_le_bytes(bytes.try_into().unwrap())
}

/// The sentences about a source that does not compile.
pub fn errors(source: &str) -> Vec<String> {
    match compile(source, Release::V6_18) {
        Ok(_) => panic!("it compiles:\n{source}"),
        Err(problems) => sentences(&problems),
    }
}
