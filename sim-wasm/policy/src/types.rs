//! Sizes, names and conversions of types, and constant expressions.

use crate::ast::*;
use crate::parse::Unit;
use crate::problem::What;
use sched_vm::MOST_MEMORY;
use std::rc::Rc;

/// The size of the largest type, in bytes.
pub(crate) const LARGEST: u32 = 1 << 30;

impl Ty {
    /// A value of this type as a number.
    pub fn number(&self, value: u64) -> i128 {
        match self {
            Self::Int { signed: true, .. } => i128::from(value as i64),
            _ => i128::from(value),
        }
    }

    /// A number cut to this type and extended to 64 bits again.
    pub fn wrap(&self, value: u64) -> u64 {
        match self {
            Self::Bool => u64::from(value != 0),
            Self::Int { bytes: 1, signed: true } => value as i8 as i64 as u64,
            Self::Int { bytes: 2, signed: true } => value as i16 as i64 as u64,
            Self::Int { bytes: 4, signed: true } => value as i32 as i64 as u64,
            Self::Int { bytes: 1, .. } => u64::from(value as u8),
            Self::Int { bytes: 2, .. } => u64::from(value as u16),
            Self::Int { bytes: 4, .. } => u64::from(value as u32),
            _ => value,
        }
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Self::Bool | Self::Int { .. })
    }

    pub fn is_signed(&self) -> bool {
        matches!(self, Self::Int { signed: true, .. })
    }

    pub fn is_pointer(&self) -> bool {
        matches!(self, Self::Ptr(_))
    }

    pub fn is_scalar(&self) -> bool {
        self.is_integer() || self.is_pointer() || matches!(self, Self::Bad)
    }

    pub fn is_bad(&self) -> bool {
        matches!(self, Self::Bad)
    }

    /// What a pointer points to.
    pub fn pointee(&self) -> Option<&Ty> {
        match self {
            Self::Ptr(to) => Some(to),
            _ => None,
        }
    }

    /// Integer promotion.
    pub fn promoted(&self) -> Ty {
        match self {
            Self::Bool => INT,
            Self::Int { bytes, .. } if *bytes < 4 => INT,
            other => other.clone(),
        }
    }

    /// The usual arithmetic conversions.
    pub fn usual(&self, other: &Ty) -> Ty {
        match (self.promoted(), other.promoted()) {
            (Self::Int { bytes: left, signed: one }, Self::Int { bytes: right, signed: two }) => {
                let bytes = left.max(right);
                let unsigned = (left == bytes && !one) || (right == bytes && !two);
                Self::Int { bytes, signed: !unsigned }
            }
            _ => Self::Bad,
        }
    }
}

/// An operation on two values of one type. `None` for a division by zero.
pub(crate) fn calculate(op: &str, ty: &Ty, left: u64, right: u64) -> Option<u64> {
    let signed = ty.is_signed();
    let bits = match ty {
        Ty::Int { bytes, .. } => u32::from(*bytes) * 8,
        _ => 64,
    };
    let truth = u64::from;
    let value = match op {
        "+" => left.wrapping_add(right),
        "-" => left.wrapping_sub(right),
        "*" => left.wrapping_mul(right),
        "/" | "%" if right == 0 => return None,
        "/" if signed => (left as i64).wrapping_div(right as i64) as u64,
        "/" => left / right,
        "%" if signed => (left as i64).wrapping_rem(right as i64) as u64,
        "%" => left % right,
        "&" => left & right,
        "|" => left | right,
        "^" => left ^ right,
        "<<" => left << (right & u64::from(bits - 1)),
        ">>" if signed => ((left as i64) >> (right & u64::from(bits - 1))) as u64,
        ">>" => left >> (right & u64::from(bits - 1)),
        "==" => truth(left == right),
        "!=" => truth(left != right),
        "<" if signed => truth((left as i64) < right as i64),
        "<" => truth(left < right),
        ">" if signed => truth(left as i64 > right as i64),
        ">" => truth(left > right),
        "<=" if signed => truth(left as i64 <= right as i64),
        "<=" => truth(left <= right),
        ">=" if signed => truth(left as i64 >= right as i64),
        ">=" => truth(left >= right),
        _ => return None,
    };
    Some(if is_comparison(op) { value } else { ty.wrap(value) })
}

pub(crate) fn is_comparison(op: &str) -> bool {
    matches!(op, "==" | "!=" | "<" | ">" | "<=" | ">=")
}

impl Unit {
    /// Size and alignment; `None` if the type is not complete or too large.
    pub fn size(&self, ty: &Ty) -> Option<(u32, u32)> {
        match ty {
            Ty::Bool => Some((1, 1)),
            Ty::Int { bytes, .. } => Some((u32::from(*bytes), u32::from(*bytes))),
            Ty::Ptr(_) => Some((8, 8)),
            Ty::Array(of, Some(length)) => {
                let (size, align) = self.size(of)?;
                Some((size.checked_mul(*length).filter(|size| *size <= LARGEST)?, align))
            }
            Ty::Struct(index) => {
                let record = &self.records[*index as usize];
                record.complete.then_some((record.size, record.align))
            }
            Ty::Of(expression) => self.size(&self.static_type(expression)?),
            Ty::Void | Ty::Array(_, None) | Ty::Func(_) | Ty::Bad => None,
        }
    }

    /// Why a type has no size.
    pub fn no_size(&self, ty: &Ty) -> What {
        let mut inner = ty;
        while let Ty::Array(of, Some(_)) = inner {
            if self.size(of).is_some() {
                return What::TooLarge { ty: self.name(ty), most_mb: (MOST_MEMORY >> 20) as u32 };
            }
            inner = of;
        }
        What::Incomplete { ty: self.name(ty) }
    }

    /// The name of a type for a sentence.
    pub fn name(&self, ty: &Ty) -> String {
        match ty {
            Ty::Void => "void".into(),
            Ty::Bool => "bool".into(),
            Ty::Int { bytes: 1, signed: true } => "char".into(),
            Ty::Int { bytes: 4, signed: true } => "int".into(),
            Ty::Int { bytes, signed } => {
                format!("{}{}", if *signed { 's' } else { 'u' }, u32::from(*bytes) * 8)
            }
            Ty::Ptr(to) => {
                let to = self.name(to);
                if to.ends_with('*') { format!("{to}*") } else { format!("{to} *") }
            }
            Ty::Array(..) => {
                let (mut of, mut lengths) = (ty, String::new());
                while let Ty::Array(inner, length) = of {
                    lengths.push_str(&length.map_or("[]".into(), |length| format!("[{length}]")));
                    of = inner;
                }
                self.name(of) + &lengths
            }
            Ty::Struct(index) => {
                let record = &self.records[*index as usize];
                let kind = if record.union { "union" } else { "struct" };
                match &record.name {
                    Some(name) => format!("{kind} {name}"),
                    None => format!("an unnamed {kind}"),
                }
            }
            Ty::Func(_) => "a function".into(),
            Ty::Of(_) => "typeof".into(),
            Ty::Bad => "an unknown type".into(),
        }
    }

    /// An array without a length gets that of its initialiser.
    pub fn complete(&self, ty: Ty, init: Option<&Init>) -> Ty {
        let Ty::Array(of, None) = &ty else { return ty };
        let length = match init {
            Some(Init::Value(value)) => match &*value.kind {
                E::Text(bytes) => bytes.len() as u32,
                _ => return ty,
            },
            Some(Init::List(list, _)) => {
                if let [(steps, Init::Value(value))] = &list[..]
                    && steps.is_empty()
                    && let E::Text(bytes) = &*value.kind
                    && matches!(**of, Ty::Int { bytes: 1, .. })
                {
                    return Ty::Array(of.clone(), Some(bytes.len() as u32));
                }
                let (mut next, mut most) = (0_u32, 0);
                for (steps, _) in list {
                    if let Some(Step::Index(from, to)) = steps.first() {
                        let last = to.as_ref().unwrap_or(from);
                        let value = self.constant(last).map_or(0, |(value, _)| value);
                        next = u32::try_from(value).unwrap_or(0);
                    }
                    next = next.saturating_add(1);
                    most = most.max(next);
                }
                most
            }
            None => return ty,
        };
        Ty::Array(of.clone(), Some(length))
    }

    /// The member of a struct, also in an unnamed one: its offset and itself.
    pub fn member(&self, record: u32, name: &str) -> Option<(u32, Slot)> {
        self.member_at(record, name, 0)
    }

    fn member_at(&self, record: u32, name: &str, deep: u32) -> Option<(u32, Slot)> {
        for slot in &self.records[record as usize].members {
            match (&slot.name, &slot.ty) {
                (Some(each), _) if &**each == name => return Some((slot.offset, slot.clone())),
                (None, Ty::Struct(inner)) if deep < 32 => {
                    if let Some((offset, found)) = self.member_at(*inner, name, deep + 1) {
                        return Some((slot.offset + offset, found));
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The names of all members.
    pub fn member_names(&self, record: u32) -> Vec<Rc<str>> {
        let mut out = Vec::new();
        for slot in &self.records[record as usize].members {
            match (&slot.name, &slot.ty) {
                (Some(name), _) => out.push(name.clone()),
                (None, Ty::Struct(inner)) => out.extend(self.member_names(*inner)),
                _ => {}
            }
        }
        out
    }

    /// The type of an expression that names only global variables.
    pub fn static_type(&self, expression: &Expr) -> Option<Ty> {
        Some(match &*expression.kind {
            E::Number(_, ty) | E::Cast(ty, _) | E::Literal(ty, _) | E::Type(ty) => ty.clone(),
            E::Text(bytes) => Ty::Array(Rc::new(CHAR), Some(bytes.len() as u32)),
            E::Name(name) => match self.var_of.get(name) {
                Some(&index) => self.vars[index as usize].ty.clone(),
                None => self.enumerators.get(name)?.1.clone(),
            },
            E::Index(base, _) | E::Unary("*", base) => match self.static_type(base)? {
                Ty::Array(of, _) | Ty::Ptr(of) => (*of).clone(),
                _ => return None,
            },
            E::Member(base, name, _) => {
                let record = match self.static_type(base)? {
                    Ty::Struct(index) => index,
                    Ty::Ptr(to) => match *to {
                        Ty::Struct(index) => index,
                        _ => return None,
                    },
                    _ => return None,
                };
                self.member(record, name)?.1.ty
            }
            E::Unary("&", base) => Ty::Ptr(Rc::new(self.static_type(base)?)),
            E::Unary("!", _) => INT,
            E::Unary(_, base) => self.static_type(base)?.promoted(),
            E::Binary(op, left, right) => {
                if is_comparison(op) || *op == "&&" || *op == "||" {
                    INT
                } else if matches!(*op, "<<" | ">>") {
                    self.static_type(left)?.promoted()
                } else {
                    self.static_type(left)?.usual(&self.static_type(right)?)
                }
            }
            E::SizeOf(_) | E::SizeOfType(_) | E::AlignOfType(_) | E::OffsetOf(..) => ULONG,
            _ => return None,
        })
    }

    /// The offset of a member from the start of a type, with constant indices.
    pub fn offset_of(&self, ty: &Ty, steps: &[Step]) -> Option<(u32, Ty)> {
        let (mut offset, mut at) = (0_u32, ty.clone());
        for step in steps {
            match (step, &at) {
                (Step::Member(name, _), Ty::Struct(record)) => {
                    let (plus, slot) = self.member(*record, name)?;
                    offset = offset.checked_add(plus)?;
                    at = slot.ty;
                }
                (Step::Index(index, _), Ty::Array(of, _)) => {
                    let index = u32::try_from(self.constant(index)?.0).ok()?;
                    offset = offset.checked_add(self.size(of)?.0.checked_mul(index)?)?;
                    at = (**of).clone();
                }
                _ => return None,
            }
        }
        Some((offset, at))
    }

    /// The value of a constant expression, extended to 64 bits.
    pub fn constant(&self, expression: &Expr) -> Option<(u64, Ty)> {
        Some(match &*expression.kind {
            E::Number(value, ty) => (*value, ty.clone()),
            E::Name(name) => {
                let (value, ty) = self.enumerators.get(name)?;
                (*value as u64, ty.clone())
            }
            E::Unary(op, value) => {
                let (value, ty) = self.constant(value)?;
                let ty = ty.promoted();
                match *op {
                    "-" => (ty.wrap(value.wrapping_neg()), ty),
                    "~" => (ty.wrap(!value), ty),
                    "+" => (value, ty),
                    "!" => (u64::from(value == 0), INT),
                    _ => return None,
                }
            }
            E::Binary("&&", left, right) => {
                let holds = self.constant(left)?.0 != 0 && self.constant(right)?.0 != 0;
                (u64::from(holds), INT)
            }
            E::Binary("||", left, right) => {
                let holds = self.constant(left)?.0 != 0 || self.constant(right)?.0 != 0;
                (u64::from(holds), INT)
            }
            E::Binary(op, left, right) => {
                let ((left, one), (right, two)) = (self.constant(left)?, self.constant(right)?);
                if !one.is_integer() || !two.is_integer() {
                    return None;
                }
                let ty = if matches!(*op, "<<" | ">>") { one.promoted() } else { one.usual(&two) };
                let right = if matches!(*op, "<<" | ">>") { right } else { ty.wrap(right) };
                let value = calculate(op, &ty, ty.wrap(left), right)?;
                (value, if is_comparison(op) { INT } else { ty })
            }
            E::Choice(condition, then, otherwise) => {
                let (value, ty) = self.constant(condition)?;
                match (value != 0, then) {
                    (true, Some(then)) => self.constant(then)?,
                    (true, None) => (value, ty),
                    (false, _) => self.constant(otherwise)?,
                }
            }
            E::Cast(ty, value) if ty.is_integer() || ty.is_pointer() => {
                (ty.wrap(self.constant(value)?.0), ty.clone())
            }
            E::SizeOfType(ty) => (u64::from(self.size(ty)?.0), ULONG),
            E::SizeOf(value) => (u64::from(self.size(&self.static_type(value)?)?.0), ULONG),
            E::AlignOfType(ty) => (u64::from(self.size(ty)?.1), ULONG),
            E::OffsetOf(ty, steps) => (u64::from(self.offset_of(ty, steps)?.0), ULONG),
            // __builtin_expect and the like are their first argument.
            E::Call(name, list) => match (&*name.kind, &list[..]) {
                (E::Name(name), [value, ..]) if &**name == "__builtin_expect" => self.constant(value)?,
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Whether two types are the same.
    pub fn same(&self, left: &Ty, right: &Ty) -> bool {
        match (left, right) {
            (Ty::Ptr(left), Ty::Ptr(right)) => self.same(left, right),
            (Ty::Array(left, one), Ty::Array(right, two)) => {
                (one == two || one.is_none() || two.is_none()) && self.same(left, right)
            }
            (Ty::Struct(left), Ty::Struct(right)) => {
                left == right || {
                    let name = |index: u32| self.records[index as usize].name.clone();
                    let mask = |name: Option<Rc<str>>| {
                        name.is_some_and(|name| {
                            KERNEL_MASKS.iter().any(|mask| mask.name() == &*name) || &*name == "bpf_cpumask"
                        })
                    };
                    // A bpf_cpumask is passed where a cpumask is read.
                    (mask(name(*left)) && mask(name(*right)))
                        || (name(*left).is_some() && name(*left) == name(*right))
                }
            }
            (Ty::Int { bytes: left, signed: one }, Ty::Int { bytes: right, signed: two }) => {
                left == right && one == two
            }
            (Ty::Void, Ty::Void) | (Ty::Bool, Ty::Bool) | (Ty::Func(_), Ty::Func(_)) => true,
            (Ty::Bad, _) | (_, Ty::Bad) | (Ty::Of(_), _) | (_, Ty::Of(_)) => true,
            _ => false,
        }
    }
}
