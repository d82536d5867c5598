//! Compiles any text as a scheduler in C, and runs what compiles: no panic, and an end within the fuel.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_policy::compile;
use sched_vm::{Call, Context, FaultKind, Field, Hook, Host, Kfunc, Object, Printed, Release, Topology, Vm};

struct Kernel;

impl Host for Kernel {
    fn call(&mut self, _: Kfunc, arguments: &[u64], _: &mut Context) -> Result<u64, FaultKind> {
        Ok(arguments.first().copied().unwrap_or(3))
    }
    fn read_field(&mut self, object: Object, field: Field, _: &mut Context) -> Result<u64, FaultKind> {
        Ok(if field == Field::RealParent { object.address() } else { 7 })
    }
    fn write_field(&mut self, _: Object, _: Field, _: u64, _: &mut Context) -> Result<(), FaultKind> {
        Ok(())
    }
    fn mask_word(&mut self, _: Object, word: u32) -> Result<u64, FaultKind> {
        Ok(u64::from(word) ^ 0b1011)
    }
    fn print(&mut self, _: Printed, _: String, _: &mut Context) {}
}

fuzz_target!(|data: &[u8]| {
    let source = String::from_utf8_lossy(data);
    let release = Release::ALL[data.len() % 3];
    match compile(&source, release) {
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a problem");
            problems.iter().for_each(|problem| assert!(!problem.to_string().is_empty(), "{problem:?}"));
        }
        Ok(compiled) => {
            let program = compiled.program;
            assert_eq!(program.verify(), Ok(()), "compiled, but not valid");
            let mut vm = Vm::new(&program, &[], &Topology::flat(8));
            let task = Object::task(3).address();
            for hook in Hook::ALL {
                let call = Call { cpu: 1, fuel: 10_000 };
                let _ = vm.call(&program, *hook, &[task, 1, task], call, &mut Kernel);
            }
        }
    }
});
