//! The virtual machine of a scheduling policy: bytecode, its state, and the calls between it and the scheduling class.
//!
//! A [`Program`] is compiled from C by the crate `sched-policy`, and from nothing else. A [`Vm`] is its state: global
//! variables, maps, CPU masks, timers. The state is plain data, so it can be saved, compared and forked. [`Vm::call`]
//! runs one hook. All that a policy asks of the kernel goes to the [`Host`], which is the scheduling class.
//!
//! The machine has integers only, and no address of the host: a pointer is a tagged number ([`address`]) and every
//! access is checked. Every call has a limit of operations. Results do not depend on the platform.

pub mod address;
mod exec;
mod helpers;
mod hook;
mod kfunc;
mod memory;
mod object;
mod print;
mod program;
pub mod topology;
mod verify;

pub use exec::{Call, Context, Fault, FaultKind, Frame, Host, Odd, Outcome, Printed, Vm};
pub use hook::{Hook, Release};
pub use kfunc::{Contexts, Kfunc};
pub use memory::{Map, Memory, Timer};
pub use object::{Field, Object, ObjectKind};
pub use program::{
    Filled, Function, Global, Insn, Knob, MapDef, MapKind, Member, Op, Ops, Place, Program, Shape, Span,
};
pub use topology::Topology;
pub use verify::Invalid;

/// Most CPUs of a machine, as in the simulator.
pub const MOST_CPUS: u32 = 512;
/// Most frames of nested calls. BPF has 8, without those of inlined functions.
pub const MOST_FRAMES: usize = 16;
/// Bytes of stack for all frames of a call, as in BPF.
pub const STACK: u32 = 512;
/// Most bytes of all global variables and maps on a machine.
pub const MOST_MEMORY: u64 = 4 << 20;
