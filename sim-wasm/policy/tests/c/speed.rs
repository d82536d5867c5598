//! Operations per second: `cargo test --release -p sched-policy --test c -- --ignored speed --nocapture`.

use super::support::{Kernel, body, compiled};
use sched_vm::{Call, Hook, Topology, Vm};

#[test]
#[ignore = "it measures, so it needs an optimized build and an idle machine"]
#[allow(clippy::disallowed_types, reason = "a measurement")]
fn the_machine_makes_20_million_simple_operations_a_second() {
    let text = "u64 sum = 0; u32 i;\nfor (i = 0; i < 10000000; i++) {\n\
                if (i & 1) sum += i * 3; else sum ^= i;\nlist[i & 63] = sum;\n}\nresult = sum;";
    let program = compiled(&body("u64 list[64];", text)).program;
    let mut vm = Vm::new(&program, &[], &Topology::flat(4));
    let start = std::time::Instant::now();
    let call = Call { cpu: 0, fuel: u64::MAX };
    let used = vm.call(&program, Hook::Enqueue, &[0, 0], call, &mut Kernel::default()).unwrap().used;
    let rate = used as f64 / start.elapsed().as_secs_f64();
    println!("{used} operations, {:.0} M/s", rate / 1e6);
    assert!(rate > 20e6, "{rate}");
}
