//! Checks of a program's form. What passes them runs without a panic, whatever it does.

use crate::kfunc::Kfunc;
use crate::program::{Function, MapDef, MapKind, Op, Program};
use crate::{MOST_CPUS, MOST_MEMORY, STACK};
use std::fmt;

/// Why a program is not one that the compiler makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invalid(pub &'static str);

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "This is no compiled policy: {}.", self.0)
    }
}

fn check(holds: bool, what: &'static str) -> Result<(), Invalid> {
    if holds { Ok(()) } else { Err(Invalid(what)) }
}

impl Program {
    /// Checks jumps, calls, registers, constants, and the sizes of variables and maps.
    pub fn verify(&self) -> Result<(), Invalid> {
        check(self.places.len() == self.code.len(), "places")?;
        check(self.places.iter().all(|&place| (place as usize) < self.spans.len()), "a place")?;
        let mut memory = self.data.len() as u64 + self.rodata.len() as u64;
        for function in &self.functions {
            self.verify_function(function)?;
        }
        for &(_, function) in &self.hooks {
            check((function as usize) < self.functions.len(), "a hook")?;
        }
        for global in &self.globals {
            let all = if global.read_only { self.rodata.len() } else { self.data.len() } as u64;
            check(u64::from(global.offset) + u64::from(global.bytes) <= all, "a global variable")?;
            if let Some(filled) = global.filled {
                check(
                    u64::from(filled.bytes) * u64::from(filled.count) <= u64::from(global.bytes),
                    "a fact",
                )?;
                check(matches!(filled.bytes, 1 | 2 | 4 | 8) && filled.row != Some(0), "a fact")?;
            }
            check(global.knob.is_none() || matches!(global.bytes, 1 | 2 | 4 | 8), "a parameter")?;
        }
        check(self.maps.len() < 1 << 12, "the number of maps")?;
        for map in &self.maps {
            memory = memory.saturating_add(map.verify(self.maps.len())?);
        }
        check(memory <= MOST_MEMORY, "memory")
    }

    fn verify_function(&self, function: &Function) -> Result<(), Invalid> {
        let (start, end) = (function.start as usize, function.end as usize);
        check(start < end && end <= self.code.len(), "a function")?;
        check(function.frame <= STACK && function.registers <= 256, "a frame")?;
        check(u16::from(function.arguments) <= function.registers, "arguments")?;
        let last = self.code[end - 1].op;
        check(matches!(last, Op::Return | Op::Jump), "the end of a function")?;
        for insn in &self.code[start..end] {
            let inside = usize::try_from(insn.imm).is_ok_and(|target| (start..end).contains(&target));
            let arguments = u16::from(insn.b) + u16::from(insn.c) <= 256;
            match insn.op {
                Op::Jump | Op::JumpZero | Op::JumpNotZero => check(inside, "a jump")?,
                Op::JumpEq | Op::JumpNe | Op::JumpLtU | Op::JumpLtS | Op::JumpLeU | Op::JumpLeS => {
                    check(inside, "a jump")?;
                }
                Op::JumpEqI | Op::JumpNeI | Op::JumpLtUI | Op::JumpLtSI | Op::JumpGtUI | Op::JumpGtSI => {
                    check(inside, "a jump")?;
                }
                Op::Const => check((insn.imm as u32 as usize) < self.constants.len(), "a constant")?,
                Op::Call => check(arguments && (insn.imm as u32 as usize) < self.functions.len(), "a call")?,
                Op::Kfunc => check(arguments && (insn.imm as u32 as usize) < Kfunc::ALL.len(), "a kfunc")?,
                Op::Copy | Op::Clear => check(insn.imm >= 0, "a copy")?,
                _ => {}
            }
        }
        Ok(())
    }
}

impl MapDef {
    /// The bytes that it takes at load on the largest machine.
    pub(crate) fn verify(&self, maps: usize) -> Result<u64, Invalid> {
        let entries = if self.max_entries == 0 { MOST_CPUS } else { self.max_entries };
        let value = u64::from(self.value_bytes);
        check(self.value_bytes < 1 << 24 && self.key_bytes <= 64, "the size of a key or value")?;
        check(entries < 1 << 24, "the entries of a map")?;
        check(self.inner.iter().flatten().all(|&map| (map as usize) < maps), "a map of maps")?;
        match self.kind {
            MapKind::Array => {
                check(self.key_bytes == 4 && value > 0, "an array")?;
                Ok(value * u64::from(entries))
            }
            MapKind::PercpuArray => {
                check(self.key_bytes == 4 && value > 0, "an array")?;
                check(u64::from(entries) * u64::from(MOST_CPUS) < 1 << 24, "the entries of a map")?;
                Ok(value * u64::from(entries) * u64::from(MOST_CPUS))
            }
            MapKind::Hash => check(self.key_bytes > 0 && value > 0, "a hash").map(|()| 0),
            MapKind::Queue | MapKind::Stack => check(value > 0, "a queue").map(|()| 0),
            MapKind::TaskStorage => check(self.key_bytes == 4 && value > 0, "a storage").map(|()| 0),
            MapKind::ArrayOfMaps => {
                check(self.key_bytes == 4 && self.inner.len() <= entries as usize, "a map of maps")
                    .map(|()| 0)
            }
        }
    }
}
