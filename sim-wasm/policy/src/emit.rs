//! Instructions, registers, labels and constants of the function that is compiled.

use crate::ast::Ty;
use crate::generate::Generator;
use crate::problem::What;
use crate::types::{calculate, is_comparison};
use sched_vm::{Insn, Kfunc, Op, Span};

/// A value: known, or in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum V {
    Known(u64),
    In(u8),
}

/// A value with its type. Of a struct it is the address.
#[derive(Clone, Debug)]
pub(crate) struct Val {
    pub v: V,
    pub ty: Ty,
}

impl Val {
    pub fn known(value: u64, ty: Ty) -> Self {
        Self { v: V::Known(value), ty }
    }

    pub fn bad() -> Self {
        Self::known(0, Ty::Bad)
    }
}

/// A place to jump to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Label(pub u32);

/// Registers that functions may use; the rest is for the arguments of calls.
const MOST_REGISTERS: u16 = 240;

impl Generator<'_> {
    pub(crate) fn emit(&mut self, op: Op, a: u8, b: u8, c: u8, imm: i32) {
        let span = self.span;
        let index = *self.span_of.entry(span).or_insert_with(|| {
            self.spans.push(span);
            self.spans.len() as u32 - 1
        });
        self.code.push(Insn { op, a, b, c, imm });
        self.places.push(index);
    }

    pub(crate) fn temp(&mut self) -> u8 {
        if self.f.next >= MOST_REGISTERS {
            if !self.f.full {
                self.f.full = true;
                let (at, name) = (self.f.at, self.f.name.to_string());
                self.error(at, What::Registers { name });
            }
            return MOST_REGISTERS as u8;
        }
        self.f.next += 1;
        self.f.most = self.f.most.max(self.f.next);
        (self.f.next - 1) as u8
    }

    /// The register for a result: the wanted one or a new one.
    pub(crate) fn target(&mut self, wanted: Option<u8>) -> u8 {
        match wanted {
            Some(register) => register,
            None => self.temp(),
        }
    }

    pub(crate) fn set(&mut self, register: u8, value: u64) {
        match i32::try_from(value as i64) {
            Ok(imm) => self.emit(Op::Imm, register, 0, 0, imm),
            Err(_) => {
                let index = self.constant(value);
                self.emit(Op::Const, register, 0, 0, index);
            }
        }
    }

    fn constant(&mut self, value: u64) -> i32 {
        *self.constant_of.entry(value).or_insert_with(|| {
            self.constants.push(value);
            self.constants.len() as i32 - 1
        })
    }

    pub(crate) fn register(&mut self, v: V) -> u8 {
        match v {
            V::In(register) => register,
            V::Known(value) => {
                let register = self.temp();
                self.set(register, value);
                register
            }
        }
    }

    pub(crate) fn put(&mut self, register: u8, v: V) {
        match v {
            V::In(from) if from == register => {}
            V::In(from) => self.emit(Op::Mov, register, from, 0, 0),
            V::Known(value) => self.set(register, value),
        }
    }

    pub(crate) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() as u32 - 1)
    }

    pub(crate) fn here(&mut self, label: Label) {
        self.labels[label.0 as usize] = Some(self.code.len() as i32);
    }

    pub(crate) fn jump(&mut self, op: Op, a: u8, b: u8, c: u8, to: Label) {
        self.fixups.push((self.code.len(), to));
        self.emit(op, a, b, c, 0);
    }

    /// Extends a register according to a type.
    fn extension(ty: &Ty) -> Option<Op> {
        Some(match ty {
            Ty::Int { bytes: 1, signed: true } => Op::S8,
            Ty::Int { bytes: 2, signed: true } => Op::S16,
            Ty::Int { bytes: 4, signed: true } => Op::S32,
            Ty::Int { bytes: 1, .. } => Op::U8,
            Ty::Int { bytes: 2, .. } => Op::U16,
            Ty::Int { bytes: 4, .. } => Op::U32,
            Ty::Bool => Op::NotZero,
            _ => return None,
        })
    }

    /// Converts between scalar types without a check.
    pub(crate) fn cast(&mut self, value: Val, to: &Ty, wanted: Option<u8>) -> Val {
        let v = match value.v {
            V::Known(number) => V::Known(to.wrap(number)),
            V::In(register) => {
                let fits = match (&value.ty, to) {
                    (Ty::Bool, _) => true,
                    (_, Ty::Bool) => false,
                    (Ty::Int { bytes: from, signed: one }, Ty::Int { bytes, signed }) => {
                        *bytes == 8 || (from == bytes && one == signed) || (from < bytes && (!one || *signed))
                    }
                    (_, Ty::Int { bytes, .. }) => *bytes == 8,
                    _ => true,
                };
                match Self::extension(to).filter(|_| !fits) {
                    Some(op) => {
                        let target = self.target(wanted);
                        self.emit(op, target, register, 0, 0);
                        V::In(target)
                    }
                    None => V::In(register),
                }
            }
        };
        Val { v, ty: to.clone() }
    }

    /// An operation on two values of the type `ty`; a comparison gives 0 or 1. Registers above `mark` are free again.
    pub(crate) fn operate(
        &mut self,
        op: &str,
        ty: &Ty,
        left: V,
        right: V,
        mark: u16,
        wanted: Option<u8>,
    ) -> V {
        if let (V::Known(left), V::Known(right)) = (left, right)
            && let Some(value) = calculate(op, ty, left, right)
        {
            self.f.next = mark;
            return V::Known(value);
        }
        let (left, right, op) = match (left, right, op) {
            // A known value goes to the right.
            (V::Known(_), V::In(_), "+" | "*" | "&" | "|" | "^" | "==" | "!=") => (right, left, op),
            (V::Known(_), V::In(_), "<") => (right, left, ">"),
            (V::Known(_), V::In(_), ">") => (right, left, "<"),
            (V::Known(_), V::In(_), "<=") => (right, left, ">="),
            (V::Known(_), V::In(_), ">=") => (right, left, "<="),
            _ => (left, right, op),
        };
        let signed = ty.is_signed();
        let word = matches!(ty, Ty::Int { bytes: 4, .. });
        let short = match right {
            V::Known(value) => i32::try_from(value as i64).ok(),
            V::In(_) => None,
        };
        let b = self.register(left);
        let bits = if word { 31 } else { 63 };
        // With an immediate operand.
        let immediate = match (op, short) {
            ("+", Some(imm)) if !word => Some((Op::AddI, imm)),
            ("+", Some(imm)) => Some((if signed { Op::AddS32I } else { Op::AddU32I }, imm)),
            ("-", Some(imm)) if imm != i32::MIN && !word => Some((Op::AddI, -imm)),
            ("-", Some(imm)) if imm != i32::MIN => {
                Some((if signed { Op::AddS32I } else { Op::AddU32I }, -imm))
            }
            ("*", Some(imm)) if !word => Some((Op::MulI, imm)),
            ("&", Some(imm)) => Some((Op::AndI, imm)),
            ("|", Some(imm)) => Some((Op::OrI, imm)),
            ("^", Some(imm)) => Some((Op::XorI, imm)),
            ("<<", Some(imm)) if !word => Some((Op::ShlI, imm & bits)),
            (">>", Some(imm)) if signed => Some((Op::SarI, imm & bits)),
            (">>", Some(imm)) => Some((Op::ShrI, imm & bits)),
            ("==", Some(imm)) => Some((Op::EqI, imm)),
            ("!=", Some(imm)) => Some((Op::NeI, imm)),
            ("<", Some(imm)) => Some((if signed { Op::LtSI } else { Op::LtUI }, imm)),
            (">", Some(imm)) => Some((if signed { Op::GtSI } else { Op::GtUI }, imm)),
            ("<=", Some(imm)) if imm < i32::MAX && (signed || imm >= 0) => {
                Some((if signed { Op::LtSI } else { Op::LtUI }, imm + 1))
            }
            (">=", Some(imm)) if imm > i32::MIN && (signed || imm > 0) => {
                Some((if signed { Op::GtSI } else { Op::GtUI }, imm - 1))
            }
            _ => None,
        };
        if let Some((op, imm)) = immediate {
            self.f.next = mark;
            let target = self.target(wanted);
            self.emit(op, target, b, 0, imm);
            return V::In(target);
        }
        let c = self.register(right);
        self.f.next = mark;
        let target = self.target(wanted);
        let (op, swap) = match op {
            "+" if !word => (Op::Add, false),
            "+" => (if signed { Op::AddS32 } else { Op::AddU32 }, false),
            "-" if !word => (Op::Sub, false),
            "-" => (if signed { Op::SubS32 } else { Op::SubU32 }, false),
            "*" if !word => (Op::Mul, false),
            "*" => (if signed { Op::MulS32 } else { Op::MulU32 }, false),
            "/" => (if signed { Op::DivS } else { Op::DivU }, false),
            "%" => (if signed { Op::ModS } else { Op::ModU }, false),
            "&" => (Op::And, false),
            "|" => (Op::Or, false),
            "^" => (Op::Xor, false),
            "<<" => (if word { Op::Shl32 } else { Op::Shl }, false),
            ">>" if word => (if signed { Op::Sar32 } else { Op::Shr32 }, false),
            ">>" => (if signed { Op::Sar } else { Op::Shr }, false),
            "==" => (Op::Eq, false),
            "!=" => (Op::Ne, false),
            "<" | ">" => (if signed { Op::LtS } else { Op::LtU }, op == ">"),
            _ => (if signed { Op::LeS } else { Op::LeU }, op == ">="),
        };
        let (b, c) = if swap { (c, b) } else { (b, c) };
        self.emit(op, target, b, c, 0);
        if word && signed && matches!(op, Op::Shl32 | Op::DivS) {
            self.emit(Op::S32, target, target, 0, 0);
        }
        V::In(target)
    }

    /// Jumps if `left op right` holds as `when` says; `op` is a comparison.
    #[allow(clippy::too_many_arguments, reason = "the parts of one comparison")]
    pub(crate) fn compare(&mut self, op: &str, ty: &Ty, left: V, right: V, when: bool, to: Label, mark: u16) {
        debug_assert!(is_comparison(op));
        if let (V::Known(left), V::Known(right)) = (left, right) {
            self.f.next = mark;
            if (calculate(op, ty, left, right) == Some(1)) == when {
                self.jump(Op::Jump, 0, 0, 0, to);
            }
            return;
        }
        let (left, right, op) = match (left, op) {
            (V::Known(_), "<") => (right, left, ">"),
            (V::Known(_), ">") => (right, left, "<"),
            (V::Known(_), "<=") => (right, left, ">="),
            (V::Known(_), ">=") => (right, left, "<="),
            (V::Known(_), _) => (right, left, op),
            _ => (left, right, op),
        };
        let op = match (op, when) {
            (op, true) => op,
            ("==", _) => "!=",
            ("!=", _) => "==",
            ("<", _) => ">=",
            (">", _) => "<=",
            ("<=", _) => ">",
            (_, _) => "<",
        };
        let signed = ty.is_signed();
        let b = self.register(left);
        let short = |value: i64| i8::try_from(value).ok().map(|value| value as u8);
        let pick = |one: Op, other: Op| if signed { one } else { other };
        let known = if let V::Known(value) = right { Some(value as i64) } else { None };
        let immediate = match (op, known) {
            ("==", Some(0)) => {
                self.f.next = mark;
                return self.jump(Op::JumpZero, b, 0, 0, to);
            }
            ("!=", Some(0)) => {
                self.f.next = mark;
                return self.jump(Op::JumpNotZero, b, 0, 0, to);
            }
            ("==", Some(value)) => short(value).map(|c| (Op::JumpEqI, c)),
            ("!=", Some(value)) => short(value).map(|c| (Op::JumpNeI, c)),
            ("<", Some(value)) if signed || value >= 0 => {
                short(value).map(|c| (pick(Op::JumpLtSI, Op::JumpLtUI), c))
            }
            (">", Some(value)) if signed || value >= 0 => {
                short(value).map(|c| (pick(Op::JumpGtSI, Op::JumpGtUI), c))
            }
            ("<=", Some(value)) if value < 127 && (signed || value >= 0) => {
                short(value + 1).map(|c| (pick(Op::JumpLtSI, Op::JumpLtUI), c))
            }
            (">=", Some(value)) if value > -128 && (signed || value > 0) => {
                short(value - 1).map(|c| (pick(Op::JumpGtSI, Op::JumpGtUI), c))
            }
            _ => None,
        };
        if let Some((op, c)) = immediate {
            self.f.next = mark;
            return self.jump(op, 0, b, c, to);
        }
        let c = self.register(right);
        self.f.next = mark;
        let (op, b, c) = match op {
            "==" => (Op::JumpEq, b, c),
            "!=" => (Op::JumpNe, b, c),
            "<" => (pick(Op::JumpLtS, Op::JumpLtU), b, c),
            ">" => (pick(Op::JumpLtS, Op::JumpLtU), c, b),
            "<=" => (pick(Op::JumpLeS, Op::JumpLeU), b, c),
            _ => (pick(Op::JumpLeS, Op::JumpLeU), c, b),
        };
        self.jump(op, 0, b, c, to);
    }

    /// Calls a kfunc with the arguments in registers from `base`.
    pub(crate) fn kfunc(&mut self, kfunc: Kfunc, target: u8, base: u8, count: usize) {
        self.emit(Op::Kfunc, target, base, count as u8, kfunc as i32);
    }

    pub(crate) fn at<T>(&mut self, span: Span, own: bool, run: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.span;
        if own {
            self.span = span;
        }
        let result = run(self);
        self.span = before;
        result
    }
}
