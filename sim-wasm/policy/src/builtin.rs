//! Functions that the compiler knows: those of GCC and those of CO-RE.

use crate::ast::*;
use crate::emit::{V, Val};
use crate::generate::Generator;
use crate::problem::What;
use sched_vm::Op;
use std::rc::Rc;

impl Generator<'_> {
    /// A call of a function that the compiler knows; `None` if it is none.
    pub(crate) fn builtin(
        &mut self,
        name: &Rc<str>,
        list: &[Expr],
        whole: &Expr,
        wanted: Option<u8>,
    ) -> Option<Option<Val>> {
        let needs = match &**name {
            "__builtin_expect" | "__builtin_constant_p" | "bpf_ksym_exists" | "__enum_or_zero" => 1,
            "bpf_core_type_exists" | "bpf_core_field_exists" | "__builtin_preserve_access_index" => 1,
            "bpf_core_enum_value" | "bpf_core_enum_value_exists" | "__builtin_types_compatible_p" => 2,
            "__builtin_unreachable" | "__builtin_trap" | "__sync_synchronize" => 0,
            "__builtin_bswap64" | "bpf_core_type_size" => 1,
            other if other.starts_with("__sync_") || other.starts_with("__atomic_") => 2,
            _ => return None,
        };
        if list.len() < needs {
            let (expected, found) = (needs as u32, list.len() as u32);
            self.error(whole.at, What::Arguments { name: name.to_string(), expected, found });
            return Some(None);
        }
        Some(match &**name {
            "__builtin_expect" | "__builtin_preserve_access_index" => Some(self.value(&list[0], wanted)),
            "__builtin_constant_p" => {
                Some(Val::known(u64::from(self.unit.constant(&list[0]).is_some()), INT))
            }
            "__builtin_unreachable" | "__builtin_trap" | "__sync_synchronize" => {
                Some(Val::known(0, Ty::Void))
            }
            "__builtin_types_compatible_p" => match (&*list[0].kind, &*list[1].kind) {
                (E::Type(left), E::Type(right)) => {
                    let (left, right) = (self.resolve(left), self.resolve(right));
                    Some(Val::known(u64::from(self.unit.same(&left, &right)), INT))
                }
                _ => Some(Val::known(0, INT)),
            },
            "bpf_core_enum_value" => Some(self.value(&list[1], wanted)),
            "__enum_or_zero" => match &*list[0].kind {
                E::Name(value) if self.unit.enumerators.contains_key(value) => {
                    Some(self.value(&list[0], wanted))
                }
                _ => Some(Val::known(0, INT)),
            },
            "bpf_core_type_size" => match &*list[0].kind {
                E::Type(ty) => {
                    let ty = self.resolve(ty);
                    Some(Val::known(u64::from(self.unit.size(&ty).map_or(0, |size| size.0)), ULONG))
                }
                _ => None,
            },
            "bpf_ksym_exists" => self.existing(whole),
            "bpf_core_type_exists" | "bpf_core_field_exists" | "bpf_core_enum_value_exists" => {
                self.existing(whole)
            }
            "__builtin_bswap64" => {
                self.error(whole.at, What::NotSimulated { name: name.to_string() });
                None
            }
            atomic => self.atomic(atomic, list, whole),
        })
    }

    fn existing(&mut self, whole: &Expr) -> Option<Val> {
        let known = self.known(whole);
        Some(Val::known(known.unwrap_or(0), INT))
    }

    /// `__sync_…` and `__atomic_…`. Hooks of one CPU at a time: a plain read, operation and write.
    fn atomic(&mut self, name: &str, list: &[Expr], whole: &Expr) -> Option<Val> {
        // A pointer to what is changed.
        let made = self.value(&list[0], None);
        let to = match &made.ty {
            Ty::Ptr(to) if to.is_scalar() => (**to).clone(),
            Ty::Bad => return None,
            other => {
                let ty = self.unit.name(other);
                self.error(list[0].at, What::Operand { operator: name.into(), ty });
                return None;
            }
        };
        let base = self.temp();
        self.put(base, made.v);
        let loc = crate::generate::Loc::Memory {
            base: V::In(base),
            offset: 0,
            ty: to.clone(),
            bits: None,
            constant: None,
            kernel: None,
        };
        let value = |this: &mut Self, at: usize| {
            let made = this.value(&list[at], None);
            let made = this.assignable(made, &to, list[at].at, None);
            let register = this.temp();
            this.put(register, made.v);
            register
        };
        let short = name.trim_start_matches("__sync_").trim_start_matches("__atomic_").trim_end_matches("_n");
        let word = short.trim_start_matches("fetch_and_").trim_start_matches("fetch_");
        let op = match word.trim_end_matches("_and_fetch").trim_end_matches("_fetch") {
            "add" => Some("+"),
            "sub" => Some("-"),
            "or" => Some("|"),
            "and" => Some("&"),
            "xor" => Some("^"),
            _ => None,
        };
        let old = self.temp();
        let result = |register: u8| Some(Val { v: V::In(register), ty: to.clone() });
        match short {
            "val_compare_and_swap" | "bool_compare_and_swap" if list.len() >= 3 => {
                let (expected, new) = (value(self, 1), value(self, 2));
                self.load(&loc, Some(old));
                let same = self.temp();
                self.emit(Op::Eq, same, old, expected, 0);
                let skip = self.label();
                self.jump(Op::JumpZero, same, 0, 0, skip);
                self.store(&loc, V::In(new));
                self.here(skip);
                if short.starts_with("bool") {
                    return Some(Val { v: V::In(same), ty: Ty::Bool });
                }
                result(old)
            }
            "lock_test_and_set" | "exchange" => {
                let new = value(self, 1);
                self.load(&loc, Some(old));
                self.store(&loc, V::In(new));
                result(old)
            }
            "lock_release" => {
                self.store(&loc, V::Known(0));
                Some(Val::known(0, Ty::Void))
            }
            "load" => {
                self.load(&loc, Some(old));
                result(old)
            }
            "store" => {
                let new = value(self, 1);
                self.store(&loc, V::In(new));
                Some(Val::known(0, Ty::Void))
            }
            _ => {
                let Some(op) = op.filter(|_| short.contains("fetch")) else {
                    self.error(whole.at, What::NotSimulated { name: name.into() });
                    return None;
                };
                let by = value(self, 1);
                self.load(&loc, Some(old));
                let new = self.temp();
                let mark = self.f.next;
                let made = self.operate(op, &to, V::In(old), V::In(by), mark, Some(new));
                let made = self.cast(Val { v: made, ty: to.clone() }, &to, Some(new));
                self.store(&loc, made.v);
                // fetch_and_add gives the old value, add_and_fetch the new one.
                let before = short.starts_with("fetch");
                result(if before { old } else { new })
            }
        }
    }
}
