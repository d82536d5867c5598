//! A compiled policy: plain data.

use crate::hook::{Hook, Release};
use crate::topology::Fact;
use serde::{Deserialize, Serialize};

/// A place in the code: the index of an instruction. [`Program::span`] gives the source text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place(pub u32);

/// A piece of the source. Line and column count from 1, in characters; `length` is 0 if it is unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Span {
    pub line: u32,
    pub column: u32,
    pub length: u32,
}

/// One instruction of 8 bytes. `a` is the destination; what `b`, `c` and `imm` mean depends on `op`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Insn {
    pub op: Op,
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub imm: i32,
}

/// The operations. Registers have 64 bits; a value of a narrower type is kept extended according to its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
#[rustfmt::skip]
pub enum Op {
    /// a = b.
    Mov,
    /// a = imm, sign-extended.
    Imm,
    /// a = constant number imm.
    Const,
    /// a = address of byte imm of the frame.
    Frame,
    // a = b op c.
    Add, Sub, Mul, And, Or, Xor,
    /// Shifts by c modulo 64.
    Shl, Shr, Sar,
    /// Shifts by c modulo 32.
    Shl32, Shr32, Sar32,
    /// x / 0 is 0 and x % 0 is x, as in BPF.
    DivU, DivS, ModU, ModS,
    /// 32-bit results, sign- or zero-extended.
    AddS32, AddU32, SubS32, SubU32, MulS32, MulU32,
    // a = b op imm.
    AddI, MulI, AndI, OrI, XorI, ShlI, ShrI, SarI, AddS32I, AddU32I,
    // a = op b.
    Neg, Not, IsZero, NotZero, S8, S16, S32, U8, U16, U32,
    // a = b op c, 0 or 1.
    Eq, Ne, LtU, LtS, LeU, LeS,
    // a = b op imm, 0 or 1.
    EqI, NeI, LtUI, LtSI, GtUI, GtSI,
    /// Continues at instruction imm.
    Jump,
    // Continue at imm if a is or is not 0.
    JumpZero, JumpNotZero,
    // Continue at imm if b op c.
    JumpEq, JumpNe, JumpLtU, JumpLtS, JumpLeU, JumpLeS,
    // Continue at imm if b op c, where c is a number from -128 to 127.
    JumpEqI, JumpNeI, JumpLtUI, JumpLtSI, JumpGtUI, JumpGtSI,
    // a = memory at b + imm.
    LoadU8, LoadU16, LoadU32, Load64, LoadS8, LoadS16, LoadS32,
    // Memory at b + imm = a.
    Store8, Store16, Store32, Store64,
    /// Copies imm bytes from address b to address a.
    Copy,
    /// Sets imm bytes at address a to 0.
    Clear,
    /// Fault if a, as an unsigned number, is not below imm (the length of an array).
    Bound,
    /// a = function imm (b, b + 1, …), c arguments.
    Call,
    /// a = kfunc imm (b, b + 1, …), c arguments.
    Kfunc,
    /// Returns a.
    Return,
}

/// A function of the policy. Its arguments are in registers 0, 1, ….
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Function {
    pub name: String,
    /// Its instructions: from `start`, before `end`.
    pub start: u32,
    pub end: u32,
    pub arguments: u8,
    /// How many registers it uses, up to 256.
    pub registers: u16,
    /// Bytes of its frame.
    pub frame: u32,
    /// The place of its name.
    pub span: Span,
}

/// The type of a value, for showing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    Bool,
    Int {
        bytes: u8,
        signed: bool,
    },
    /// Text, up to a NUL.
    Text {
        bytes: u32,
    },
    Pointer,
    Array {
        of: Box<Shape>,
        count: u32,
        stride: u32,
    },
    Struct {
        name: String,
        members: Vec<Member>,
    },
    /// Bytes without a shown form (timers, locks).
    Opaque {
        bytes: u32,
    },
}

/// A member of a struct. A bit-field has `bits`, counted from the lowest bit of the value at `offset`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    pub name: String,
    pub offset: u32,
    pub shape: Shape,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bits: Option<(u8, u8)>,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    /// Its first byte in `Program::rodata` (`read_only`) or `Program::data`.
    pub offset: u32,
    pub bytes: u32,
    pub read_only: bool,
    pub shape: Shape,
    /// The parameter that it is: a `const volatile` scalar.
    pub knob: Option<Knob>,
    /// The fact of the machine that is written into it.
    pub filled: Option<Filled>,
    pub span: Span,
}

/// A parameter: its value in the source, and its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Knob {
    /// Of an unsigned 64-bit value, its bits.
    pub default: i64,
    pub min: i64,
    pub max: i64,
}

/// A fact of the machine in a global variable: `count` elements of `bytes`, in rows of `row` elements if the variable is
/// an array of arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filled {
    pub fact: Fact,
    pub bytes: u8,
    pub count: u32,
    pub row: Option<u32>,
}

/// The kinds of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MapKind {
    Array,
    PercpuArray,
    Hash,
    Queue,
    Stack,
    TaskStorage,
    ArrayOfMaps,
}

/// A map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapDef {
    pub name: String,
    pub kind: MapKind,
    pub key_bytes: u32,
    pub value_bytes: u32,
    /// 0: one element for each CPU.
    pub max_entries: u32,
    pub key: Shape,
    pub value: Shape,
    /// `ArrayOfMaps`: the maps in it, from index 0.
    pub inner: Vec<Option<u32>>,
    pub span: Span,
}

/// The data members of `struct sched_ext_ops`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ops {
    pub name: String,
    pub flags: u64,
    /// 0: the default, 30 000.
    pub timeout_ms: u32,
    /// 0: the default, 32.
    pub dispatch_max_batch: u32,
    /// 0: the default, 32768.
    pub exit_dump_len: u32,
    pub hotplug_seq: u64,
}

/// A compiled policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// The release whose names and rules it was compiled for.
    pub release: Release,
    pub ops: Ops,
    /// The function of each hook that is written.
    pub hooks: Vec<(Hook, u32)>,
    pub functions: Vec<Function>,
    pub code: Vec<Insn>,
    /// For each instruction an index into `spans`.
    pub places: Vec<u32>,
    pub spans: Vec<Span>,
    pub constants: Vec<u64>,
    /// Global variables as they are at load.
    pub data: Vec<u8>,
    /// Constants, parameters and texts as they are at load.
    pub rodata: Vec<u8>,
    pub globals: Vec<Global>,
    pub maps: Vec<MapDef>,
}

impl Program {
    /// The function of a hook; `None` if it is not written.
    pub fn hook(&self, hook: Hook) -> Option<u32> {
        self.hooks.iter().find(|(each, _)| *each == hook).map(|(_, function)| *function)
    }

    /// Whether a hook is written.
    pub fn has(&self, hook: Hook) -> bool {
        self.hook(hook).is_some()
    }

    /// The source text of a place.
    pub fn span(&self, place: Place) -> Span {
        let index = self.places.get(place.0 as usize);
        index.and_then(|&index| self.spans.get(index as usize)).copied().unwrap_or_default()
    }

    /// The function that a place is in.
    pub fn function_at(&self, place: Place) -> Option<&Function> {
        self.functions.iter().find(|function| (function.start..function.end).contains(&place.0))
    }

    /// The parameters.
    pub fn knobs(&self) -> impl Iterator<Item = (&Global, Knob)> {
        self.globals.iter().filter_map(|global| Some((global, global.knob?)))
    }
}
