//! Runs functions of a program.

use crate::hook::Hook;
use crate::kfunc::Kfunc;
use crate::memory::Memory;
use crate::object::{Field, Object};
use crate::program::{Op, Place, Program};
use crate::topology::Topology;
use crate::{MOST_FRAMES, STACK, address};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The kernel that a policy runs in: the scheduling class.
pub trait Host {
    /// A kfunc for which [`Kfunc::of_host`] holds. Arguments are as in C, extended to 64 bits; missing ones are absent.
    /// Two differences: a DSQ iterator is the number that `DsqIterNew(dsq, flags)` returned (`DsqIterNext(iterator)`
    /// gives a task or 0; iterators that are left at the end of a call are dropped), and a timer is its index in
    /// `Memory::timers`. The result is extended according to the type in C. An error of the policy that makes the
    /// kernel eject it, but lets the hook go on, is noted by the host and no fault.
    fn call(&mut self, kfunc: Kfunc, arguments: &[u64], context: &mut Context) -> Result<u64, FaultKind>;

    /// A field of an object. Integers are extended according to their type; pointers are `Object::address`.
    fn read_field(&mut self, object: Object, field: Field, context: &mut Context) -> Result<u64, FaultKind>;

    /// Writes a field for which [`Field::writable`] holds.
    fn write_field(
        &mut self,
        object: Object,
        field: Field,
        value: u64,
        context: &mut Context,
    ) -> Result<(), FaultKind>;

    /// 64 CPUs of a mask of the kernel, from CPU 64 × `word`.
    fn mask_word(&mut self, mask: Object, word: u32) -> Result<u64, FaultKind>;

    /// A text of an object (`ExitInfo` has the fields `Reason` and `Msg`, `Text` is one itself).
    fn text(&mut self, object: Object, field: Option<Field>) -> String {
        let _ = (object, field);
        String::new()
    }

    /// A formatted text.
    fn print(&mut self, what: Printed, text: String, context: &mut Context);

    /// Something that is no fault in the kernel, but seldom meant.
    fn odd(&mut self, odd: Odd, context: &mut Context) {
        let _ = (odd, context);
    }
}

/// What a text is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Printed {
    /// `bpf_printk`.
    Trace,
    /// `scx_bpf_error`: the policy asks to be ejected.
    Error,
    /// `scx_bpf_exit` with its code.
    Exit(i64),
    /// `scx_bpf_dump`.
    Dump,
}

/// Legal operations that a person should see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Odd {
    /// x / 0 is 0 and x % 0 is x in BPF.
    DivisionByZero,
    /// A lock or an RCU section was not left when the call ended.
    Unbalanced,
}

/// What the host sees of the running call.
#[derive(Debug)]
pub struct Context<'a> {
    pub memory: &'a mut Memory,
    /// The instruction that calls.
    pub place: Place,
    /// The hook; `None` in a timer.
    pub hook: Option<Hook>,
    /// The CPU that executes the call.
    pub cpu: u32,
    /// Operations of this call so far.
    pub used: u64,
}

/// One call of the virtual machine.
#[derive(Clone, Copy, Debug)]
pub struct Call {
    /// The CPU that executes it.
    pub cpu: u32,
    /// Most operations.
    pub fuel: u64,
}

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// 0 if the hook has no result. Extended according to its type.
    pub value: u64,
    /// Operations that were executed.
    pub used: u64,
}

/// Why a call ended early.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// A null pointer was used.
    Null,
    /// A number that is no address was used as a pointer.
    NoPointer,
    /// An access outside of the variable, value or frame that the pointer belongs to.
    Bounds,
    /// The index of an array is not below its length.
    Index { index: i64, length: u32 },
    /// A constant or a parameter was written.
    ReadOnly,
    /// A field of the kernel's that a policy may not write.
    Field { field: Field },
    /// The object does not exist any more.
    Gone,
    /// More operations than a call may take.
    OutOfFuel,
    /// Calls are nested deeper than the kernel allows.
    Depth,
    /// An argument of a kfunc is of the wrong kind.
    Argument { kfunc: Kfunc, argument: u8 },
    /// The kfunc is not one of the simulated kernel.
    NoKfunc { kfunc: Kfunc },
    /// The program is not one that the compiler makes.
    Invalid,
}

impl FaultKind {
    /// The fault of using a number that is no address of memory.
    pub(crate) fn of_pointer(at: u64) -> Self {
        if at < 1 << 16 { Self::Null } else { Self::NoPointer }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => write!(f, "A null pointer is used."),
            Self::NoPointer => write!(f, "A number that is no address is used as a pointer."),
            Self::Bounds => write!(f, "The pointer leaves the object that it points to."),
            Self::Index { index, length } => {
                write!(f, "The index {index} is outside of the array, which has {length} elements.")
            }
            Self::ReadOnly => write!(f, "A constant is written."),
            Self::Field { field } => write!(f, "A policy must not write the field {}.", field.path()),
            Self::Gone => write!(f, "The task does not exist any more."),
            Self::OutOfFuel => write!(f, "The call takes more operations than a call may take."),
            Self::Depth => write!(f, "Calls are nested more than {MOST_FRAMES} deep."),
            Self::Argument { kfunc, argument } => {
                write!(f, "Argument {} of {} is not of the right kind.", argument + 1, kfunc.name())
            }
            Self::NoKfunc { kfunc } => write!(f, "The kernel has no {}.", kfunc.name()),
            Self::Invalid => write!(f, "This is no compiled policy."),
        }
    }
}

/// A frame of the call stack: the function and the place in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub function: u32,
    pub place: Place,
}

/// A fault with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    pub kind: FaultKind,
    pub place: Place,
    /// The innermost function first.
    pub frames: Vec<Frame>,
    /// Operations that were executed.
    pub used: u64,
}

/// A policy's state. Two states are equal if and only if the policy behaves in the same way from there on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vm {
    pub memory: Memory,
    /// Operations of all calls.
    pub used: u64,
    #[serde(skip)]
    registers: crate::memory::Scratch<Vec<u64>>,
}

const WINDOW: usize = 256;

impl Vm {
    /// The state at load: parameters have the values of `knobs` (by name) or those of the source, and the variables
    /// of [`crate::topology::NAMES`] have the facts of the machine. The program must have passed `Program::verify`.
    pub fn new(program: &Program, knobs: &[(&str, i64)], topology: &Topology) -> Self {
        Self {
            memory: Memory::new(program, knobs, topology),
            used: 0,
            registers: crate::memory::Scratch(Vec::new()),
        }
    }

    /// Calls a hook, which must be written ([`Program::has`]). Missing arguments are 0.
    pub fn call(
        &mut self,
        program: &Program,
        hook: Hook,
        arguments: &[u64],
        call: Call,
        host: &mut dyn Host,
    ) -> Result<Outcome, Fault> {
        let Some(function) = program.hook(hook) else { return Ok(Outcome { value: 0, used: 0 }) };
        self.start(program, function, arguments, Some(hook), call, host)
    }

    /// Calls the callback of a timer that expired.
    pub fn call_timer(
        &mut self,
        program: &Program,
        timer: u32,
        call: Call,
        host: &mut dyn Host,
    ) -> Result<Outcome, Fault> {
        let known = self.memory.timers.get(timer as usize).copied();
        let Some((at, function)) = known.and_then(|timer| Some((timer.address, timer.callback?))) else {
            return Ok(Outcome { value: 0, used: 0 });
        };
        let (map, slot, _) = address::value_parts(at);
        // The key of an array is its index. A hash has it in the table of slots.
        let key = self.memory.key_of(map, slot);
        self.prepare();
        let length = key.len().min(self.memory.stack.0.len());
        let from = self.memory.stack.0.len() - length;
        self.memory.stack.0[from..].copy_from_slice(&key[..length]);
        let arguments = [address::map(map), address::stack(from as u32), address::value(map, slot, 0)];
        self.start(program, function, &arguments, None, call, host)
    }

    fn prepare(&mut self) {
        // Also after reading a saved state, which has no scratch memory.
        self.registers.0.resize(WINDOW * MOST_FRAMES, 0);
        self.memory.stack.0.resize(STACK as usize + 64, 0);
        self.memory.locks = 0;
        self.memory.reads = 0;
    }

    fn start(
        &mut self,
        program: &Program,
        function: u32,
        arguments: &[u64],
        hook: Option<Hook>,
        call: Call,
        host: &mut dyn Host,
    ) -> Result<Outcome, Fault> {
        self.prepare();
        let mut registers = std::mem::take(&mut self.registers.0);
        let Some((first, rest)) = registers.split_first_chunk_mut::<WINDOW>() else {
            return Err(Fault { kind: FaultKind::Invalid, place: Place(0), frames: Vec::new(), used: 0 });
        };
        for (at, register) in first.iter_mut().take(8).enumerate() {
            *register = arguments.get(at).copied().unwrap_or(0);
        }
        let mut run = Run {
            program,
            memory: &mut self.memory,
            host,
            hook,
            cpu: call.cpu,
            used: 0,
            limit: call.fuel,
            frames: Vec::new(),
        };
        let result = run.function(function, first, rest, 0);
        let used = run.used;
        if result.is_ok() && (run.memory.locks != 0 || run.memory.reads != 0) {
            run.odd(Odd::Unbalanced, 0);
        }
        let frames = std::mem::take(&mut run.frames);
        self.registers.0 = registers;
        self.used += used;
        match result {
            Ok(value) => Ok(Outcome { value, used }),
            Err(kind) => {
                let place = frames.first().map_or(Place(0), |frame: &Frame| frame.place);
                Err(Fault { kind, place, frames, used })
            }
        }
    }

    /// The bytes of a global variable.
    pub fn global(&self, program: &Program, index: usize) -> Option<&[u8]> {
        let global = program.globals.get(index)?;
        let all = if global.read_only { &self.memory.rodata } else { &self.memory.data };
        all.get(global.offset as usize..)?.get(..global.bytes as usize)
    }
}

pub(crate) struct Run<'a> {
    pub program: &'a Program,
    pub memory: &'a mut Memory,
    pub host: &'a mut dyn Host,
    pub hook: Option<Hook>,
    pub cpu: u32,
    pub used: u64,
    limit: u64,
    frames: Vec<Frame>,
}

impl Run<'_> {
    /// The host, and what it sees.
    pub fn host(&mut self, pc: usize) -> (&mut dyn Host, Context<'_>) {
        let context = Context {
            memory: self.memory,
            place: Place(pc as u32),
            hook: self.hook,
            cpu: self.cpu,
            used: self.used,
        };
        (self.host, context)
    }

    fn odd(&mut self, odd: Odd, pc: usize) {
        let (host, mut context) = self.host(pc);
        host.odd(odd, &mut context);
    }

    /// Runs a function whose arguments are in the first registers of `r`.
    pub fn function(
        &mut self,
        index: u32,
        r: &mut [u64; WINDOW],
        rest: &mut [u64],
        frame: u32,
    ) -> Result<u64, FaultKind> {
        let function = self.program.functions.get(index as usize).ok_or(FaultKind::Invalid)?;
        let end = frame + function.frame;
        if end > STACK {
            return Err(FaultKind::Depth);
        }
        r[usize::from(function.arguments)
            ..usize::from(function.registers).max(usize::from(function.arguments))]
            .fill(0);
        if let Some(bytes) = self.memory.stack.0.get_mut(frame as usize..end as usize) {
            bytes.fill(0);
        }
        let mut pc = function.start as usize;
        let result = self.run(&mut pc, r, rest, frame, end);
        if result.is_err() {
            self.frames.push(Frame { function: index, place: Place(pc as u32) });
        }
        result
    }

    fn run(
        &mut self,
        at: &mut usize,
        r: &mut [u64; WINDOW],
        rest: &mut [u64],
        frame: u32,
        end: u32,
    ) -> Result<u64, FaultKind> {
        let program = self.program;
        let code = &program.code[..];
        let limit = self.limit;
        let mut used = self.used;
        let mut pc = *at;
        /// Ends with a fault at this instruction.
        macro_rules! fail {
            ($fault:expr) => {{
                *at = pc;
                self.used = used;
                return Err($fault);
            }};
        }
        macro_rules! try_at {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(fault) => fail!(fault),
                }
            };
        }
        loop {
            let Some(&insn) = code.get(pc) else { fail!(FaultKind::Invalid) };
            used += 1;
            if used > limit {
                fail!(FaultKind::OutOfFuel);
            }
            let (a, b, c, imm) = (usize::from(insn.a), usize::from(insn.b), usize::from(insn.c), insn.imm);
            let wide = i64::from(imm) as u64;
            let short = i64::from(insn.c as i8) as u64;
            macro_rules! jump_if {
                ($holds:expr) => {
                    if $holds {
                        pc = imm as u32 as usize;
                        continue;
                    }
                };
            }
            let signed = |value: u64| value as i64;
            match insn.op {
                Op::Mov => r[a] = r[b],
                Op::Imm => r[a] = wide,
                Op::Const => r[a] = program.constants.get(imm as u32 as usize).copied().unwrap_or(0),
                Op::Frame => r[a] = address::stack(frame.wrapping_add(imm as u32)),
                Op::Add => r[a] = r[b].wrapping_add(r[c]),
                Op::Sub => r[a] = r[b].wrapping_sub(r[c]),
                Op::Mul => r[a] = r[b].wrapping_mul(r[c]),
                Op::And => r[a] = r[b] & r[c],
                Op::Or => r[a] = r[b] | r[c],
                Op::Xor => r[a] = r[b] ^ r[c],
                Op::Shl => r[a] = r[b] << (r[c] & 63),
                Op::Shr => r[a] = r[b] >> (r[c] & 63),
                Op::Sar => r[a] = (signed(r[b]) >> (r[c] & 63)) as u64,
                Op::Shl32 => r[a] = u64::from((r[b] as u32) << (r[c] & 31)),
                Op::Shr32 => r[a] = u64::from(r[b] as u32 >> (r[c] & 31)),
                Op::Sar32 => r[a] = i64::from(r[b] as i32 >> (r[c] & 31)) as u64,
                Op::DivU | Op::DivS | Op::ModU | Op::ModS => {
                    let (left, right) = (r[b], r[c]);
                    if right == 0 {
                        self.used = used;
                        self.odd(Odd::DivisionByZero, pc);
                    }
                    r[a] = match (insn.op, signed(left), signed(right)) {
                        (Op::DivU, ..) => left.checked_div(right).unwrap_or(0),
                        (Op::ModU, ..) => left.checked_rem(right).unwrap_or(left),
                        (Op::DivS, i64::MIN, -1) => left,
                        (Op::DivS, left, right) => left.checked_div(right).unwrap_or(0) as u64,
                        (_, i64::MIN, -1) => 0,
                        (_, left, right) => left.checked_rem(right).unwrap_or(left) as u64,
                    };
                }
                Op::AddS32 => r[a] = i64::from((r[b] as i32).wrapping_add(r[c] as i32)) as u64,
                Op::AddU32 => r[a] = u64::from((r[b] as u32).wrapping_add(r[c] as u32)),
                Op::SubS32 => r[a] = i64::from((r[b] as i32).wrapping_sub(r[c] as i32)) as u64,
                Op::SubU32 => r[a] = u64::from((r[b] as u32).wrapping_sub(r[c] as u32)),
                Op::MulS32 => r[a] = i64::from((r[b] as i32).wrapping_mul(r[c] as i32)) as u64,
                Op::MulU32 => r[a] = u64::from((r[b] as u32).wrapping_mul(r[c] as u32)),
                Op::AddI => r[a] = r[b].wrapping_add(wide),
                Op::MulI => r[a] = r[b].wrapping_mul(wide),
                Op::AndI => r[a] = r[b] & wide,
                Op::OrI => r[a] = r[b] | wide,
                Op::XorI => r[a] = r[b] ^ wide,
                Op::ShlI => r[a] = r[b] << (imm & 63),
                Op::ShrI => r[a] = r[b] >> (imm & 63),
                Op::SarI => r[a] = (signed(r[b]) >> (imm & 63)) as u64,
                Op::AddS32I => r[a] = i64::from((r[b] as i32).wrapping_add(imm)) as u64,
                Op::AddU32I => r[a] = u64::from((r[b] as u32).wrapping_add(imm as u32)),
                Op::Neg => r[a] = r[b].wrapping_neg(),
                Op::Not => r[a] = !r[b],
                Op::IsZero => r[a] = u64::from(r[b] == 0),
                Op::NotZero => r[a] = u64::from(r[b] != 0),
                Op::S8 => r[a] = i64::from(r[b] as i8) as u64,
                Op::S16 => r[a] = i64::from(r[b] as i16) as u64,
                Op::S32 => r[a] = i64::from(r[b] as i32) as u64,
                Op::U8 => r[a] = u64::from(r[b] as u8),
                Op::U16 => r[a] = u64::from(r[b] as u16),
                Op::U32 => r[a] = u64::from(r[b] as u32),
                Op::Eq => r[a] = u64::from(r[b] == r[c]),
                Op::Ne => r[a] = u64::from(r[b] != r[c]),
                Op::LtU => r[a] = u64::from(r[b] < r[c]),
                Op::LtS => r[a] = u64::from(signed(r[b]) < signed(r[c])),
                Op::LeU => r[a] = u64::from(r[b] <= r[c]),
                Op::LeS => r[a] = u64::from(signed(r[b]) <= signed(r[c])),
                Op::EqI => r[a] = u64::from(r[b] == wide),
                Op::NeI => r[a] = u64::from(r[b] != wide),
                Op::LtUI => r[a] = u64::from(r[b] < wide),
                Op::LtSI => r[a] = u64::from(signed(r[b]) < signed(wide)),
                Op::GtUI => r[a] = u64::from(r[b] > wide),
                Op::GtSI => r[a] = u64::from(signed(r[b]) > signed(wide)),
                Op::Jump => jump_if!(true),
                Op::JumpZero => jump_if!(r[a] == 0),
                Op::JumpNotZero => jump_if!(r[a] != 0),
                Op::JumpEq => jump_if!(r[b] == r[c]),
                Op::JumpNe => jump_if!(r[b] != r[c]),
                Op::JumpLtU => jump_if!(r[b] < r[c]),
                Op::JumpLtS => jump_if!(signed(r[b]) < signed(r[c])),
                Op::JumpLeU => jump_if!(r[b] <= r[c]),
                Op::JumpLeS => jump_if!(signed(r[b]) <= signed(r[c])),
                Op::JumpEqI => jump_if!(r[b] == short),
                Op::JumpNeI => jump_if!(r[b] != short),
                Op::JumpLtUI => jump_if!(r[b] < short),
                Op::JumpLtSI => jump_if!(signed(r[b]) < signed(short)),
                Op::JumpGtUI => jump_if!(r[b] > short),
                Op::JumpGtSI => jump_if!(signed(r[b]) > signed(short)),
                Op::LoadU8
                | Op::LoadU16
                | Op::LoadU32
                | Op::Load64
                | Op::LoadS8
                | Op::LoadS16
                | Op::LoadS32 => {
                    let from = r[b].wrapping_add(wide);
                    let size = match insn.op {
                        Op::LoadU8 | Op::LoadS8 => 1,
                        Op::LoadU16 | Op::LoadS16 => 2,
                        Op::LoadU32 | Op::LoadS32 => 4,
                        _ => 8,
                    };
                    let value = if address::tag(from) == address::OBJECT {
                        self.used = used;
                        try_at!(self.load_field(from, size, pc))
                    } else if r[b] == 0 {
                        fail!(FaultKind::Null)
                    } else {
                        try_at!(self.memory.read(from, size))
                    };
                    r[a] = match insn.op {
                        Op::LoadS8 => i64::from(value as i8) as u64,
                        Op::LoadS16 => i64::from(value as i16) as u64,
                        Op::LoadS32 => i64::from(value as i32) as u64,
                        _ => value,
                    };
                }
                Op::Store8 | Op::Store16 | Op::Store32 | Op::Store64 => {
                    let to = r[b].wrapping_add(wide);
                    let size = match insn.op {
                        Op::Store8 => 1,
                        Op::Store16 => 2,
                        Op::Store32 => 4,
                        _ => 8,
                    };
                    if address::tag(to) == address::OBJECT {
                        self.used = used;
                        try_at!(self.store_field(to, r[a], pc));
                    } else if r[b] == 0 {
                        fail!(FaultKind::Null)
                    } else {
                        try_at!(self.memory.write(to, size, r[a]));
                    }
                }
                Op::Copy => {
                    let (to, from, size) = (r[a], r[b], imm as u32);
                    // A copy takes one operation for each 8 bytes.
                    used += u64::from(size / 8);
                    try_at!(if to == 0 || from == 0 {
                        Err(FaultKind::Null)
                    } else {
                        self.memory.copy(to, from, size)
                    });
                }
                Op::Clear => {
                    used += u64::from(imm as u32 / 8);
                    try_at!(self.memory.bytes_mut(r[a], imm as u32)).fill(0);
                }
                Op::Bound => {
                    if r[a] >= u64::from(imm as u32) {
                        fail!(FaultKind::Index { index: r[a] as i64, length: imm as u32 });
                    }
                }
                Op::Call => {
                    let Some((next, deeper)) = rest.split_first_chunk_mut::<WINDOW>() else {
                        fail!(FaultKind::Depth)
                    };
                    next[..c].copy_from_slice(&r[b..b + c]);
                    self.used = used;
                    let result = self.function(imm as u32, next, deeper, end);
                    used = self.used;
                    r[a] = try_at!(result);
                }
                Op::Kfunc => {
                    let Some(&kfunc) = Kfunc::ALL.get(imm as u32 as usize) else { fail!(FaultKind::Invalid) };
                    let mut arguments = [0; 16];
                    let count = c.min(16);
                    arguments[..count].copy_from_slice(&r[b..b + count]);
                    self.used = used;
                    let result = if kfunc.of_host() {
                        self.call_host(kfunc, &arguments[..count], pc)
                    } else {
                        self.help(kfunc, &arguments, count, pc, rest, end)
                    };
                    used = self.used;
                    r[a] = try_at!(result);
                }
                Op::Return => {
                    self.used = used;
                    return Ok(r[a]);
                }
            }
            pc += 1;
        }
    }

    fn call_host(&mut self, kfunc: Kfunc, arguments: &[u64], pc: usize) -> Result<u64, FaultKind> {
        let mut changed = [0; 16];
        let arguments = self.translate(kfunc, arguments, &mut changed)?;
        if kfunc == Kfunc::TimerStart {
            let timer = self.memory.timers.get(arguments[0] as usize);
            if timer.is_none_or(|timer| timer.callback.is_none()) {
                return Ok(-22_i64 as u64);
            }
        }
        let (host, mut context) = self.host(pc);
        let result = host.call(kfunc, arguments, &mut context)?;
        self.remember(kfunc, changed[15], result)
    }

    pub(crate) fn load_field(&mut self, at: u64, size: u32, pc: usize) -> Result<u64, FaultKind> {
        let (object, offset) = address::object_parts(at).ok_or(FaultKind::NoPointer)?;
        let field = object.field(offset / 8).ok_or(FaultKind::Bounds)?;
        let inside = offset % 8;
        if inside + size > 8 {
            return Err(FaultKind::Bounds);
        }
        let value = match field {
            Field::CpusPtr => Object::allowed(object.id).address(),
            // The text itself is at the address of the field.
            Field::Reason | Field::Msg | Field::DumpText | Field::DumpReason => at - u64::from(inside),
            Field::CpusMask => self.host.mask_word(Object::allowed(object.id), 0)?,
            _ => {
                let (host, mut context) = self.host(pc);
                host.read_field(object, field, &mut context)?
            }
        };
        let value = value >> (8 * inside);
        Ok(if size == 8 { value } else { value & ((1 << (8 * size)) - 1) })
    }

    fn store_field(&mut self, at: u64, value: u64, pc: usize) -> Result<(), FaultKind> {
        let (object, offset) = address::object_parts(at).ok_or(FaultKind::NoPointer)?;
        let field = object.field(offset / 8).ok_or(FaultKind::Bounds)?;
        if !field.writable() || offset % 8 != 0 {
            return Err(FaultKind::Field { field });
        }
        let (host, mut context) = self.host(pc);
        host.write_field(object, field, value, &mut context)
    }
}
