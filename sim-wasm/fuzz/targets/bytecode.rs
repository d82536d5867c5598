//! Runs any bytecode that passes `Program::verify`: it ends without a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sched_vm::{Call, Context, FaultKind, Field, Hook, Host, Kfunc, Object, Printed, Program, Topology, Vm};

struct Kernel;

impl Host for Kernel {
    fn call(&mut self, _: Kfunc, arguments: &[u64], _: &mut Context) -> Result<u64, FaultKind> {
        Ok(arguments.last().copied().unwrap_or(1))
    }
    fn read_field(&mut self, object: Object, _: Field, _: &mut Context) -> Result<u64, FaultKind> {
        Ok(object.address())
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
    // A program as JSON; start from those that `sched_policy::compile` makes.
    let Ok(program) = serde_json::from_slice::<Program>(data) else { return };
    if program.verify().is_err() {
        return;
    }
    let task = Object::task(3).address();
    let mut vm = Vm::new(&program, &[], &Topology::flat(8));
    for hook in Hook::ALL {
        let _ = vm.call(&program, *hook, &[task, 1, task], Call { cpu: 1, fuel: 10_000 }, &mut Kernel);
    }
    let other = vm.clone();
    assert!(vm == other, "a state differs from its copy");
});
