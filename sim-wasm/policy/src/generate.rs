//! Checks of types, and the bytecode of functions.

use crate::ast::*;
use crate::emit::{Label, V, Val};
use crate::parse::Unit;
use crate::problem::{Problem, Severity, What, similar};
use crate::types::is_comparison;
use sched_vm::{Function, Insn, Kfunc, MOST_FRAMES, MapDef, Op, Release, STACK, Span, address};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most values that the initialisers of one variable set.
const MOST_VALUES: u32 = 1 << 20;

/// Most names that unknown ones are compared with.
const MOST_COMPARED: usize = 100_000;

/// Where a global variable is.
#[derive(Clone, Debug)]
pub(crate) enum Home {
    Memory {
        address: u64,
        constant: bool,
    },
    Map(u32),
    /// A variable that was reported: it has no memory.
    Refused,
    /// The table of hooks, the licence.
    None,
}

#[derive(Clone, Debug)]
enum Spot {
    Register(u8),
    Frame(u32),
    Global(u32),
}

#[derive(Clone, Debug)]
struct Variable {
    ty: Ty,
    spot: Spot,
    constant: bool,
}

/// What can be read and written.
#[derive(Clone, Debug)]
pub(crate) enum Loc {
    Register {
        register: u8,
        ty: Ty,
        constant: Option<Rc<str>>,
    },
    Memory {
        base: V,
        offset: i64,
        ty: Ty,
        bits: Option<(u8, u8)>,
        constant: Option<Rc<str>>,
        kernel: Option<Rc<str>>,
    },
}

impl Loc {
    pub fn ty(&self) -> &Ty {
        match self {
            Self::Register { ty, .. } | Self::Memory { ty, .. } => ty,
        }
    }
}

/// The function that is compiled.
#[derive(Default)]
pub(crate) struct Current {
    pub name: Rc<str>,
    pub at: Span,
    pub index: u32,
    result: Option<Ty>,
    scopes: Vec<BTreeMap<Rc<str>, Variable>>,
    /// The next free register, and the most that were in use.
    pub next: u16,
    pub most: u16,
    pub full: bool,
    frame: u32,
    most_frame: u32,
    taken: BTreeSet<Rc<str>>,
    named: BTreeMap<Rc<str>, (Label, Option<Span>, bool)>,
    breaks: Vec<Label>,
    continues: Vec<Label>,
    cases: BTreeMap<u32, Label>,
    iterators: Vec<u32>,
    /// Where a checked pointer goes if an index is outside.
    outside: Option<Label>,
}

/// A call of a kfunc by a function, for the checks of contexts.
pub(crate) struct KfuncCall {
    pub function: u32,
    pub kfunc: Kfunc,
    pub name: Rc<str>,
    pub at: Span,
}

pub(crate) struct Generator<'a> {
    pub unit: &'a Unit,
    pub release: Release,
    pub problems: &'a mut Vec<Problem>,
    pub code: Vec<Insn>,
    pub places: Vec<u32>,
    pub spans: Vec<Span>,
    pub span_of: BTreeMap<Span, u32>,
    pub span: Span,
    pub constants: Vec<u64>,
    pub constant_of: BTreeMap<u64, i32>,
    pub data: Vec<u8>,
    pub rodata: Vec<u8>,
    texts: BTreeMap<Vec<u8>, u32>,
    pub homes: Vec<Home>,
    pub maps: Vec<MapDef>,
    pub functions: Vec<Function>,
    /// The number of each function of the unit.
    pub number_of: BTreeMap<u32, u32>,
    pub order: Vec<u32>,
    pub calls: Vec<(u32, u32, Span)>,
    pub kfuncs: Vec<KfuncCall>,
    pub labels: Vec<Option<i32>>,
    pub fixups: Vec<(usize, Label)>,
    pub f: Current,
    /// In code that is never executed.
    dead: u32,
    /// The source reads the control group of a task.
    pub reads_cgroups: bool,
    /// The number of names that unknown ones were compared with.
    compared: usize,
    /// Names whose absence was reported.
    unknown: BTreeSet<(Rc<str>, Rc<str>)>,
}

type Made<T> = Option<T>;

impl<'a> Generator<'a> {
    pub fn new(unit: &'a Unit, release: Release, problems: &'a mut Vec<Problem>) -> Self {
        Self {
            unit,
            release,
            problems,
            code: Vec::new(),
            places: Vec::new(),
            spans: Vec::new(),
            span_of: BTreeMap::new(),
            span: Span::default(),
            constants: Vec::new(),
            constant_of: BTreeMap::new(),
            data: Vec::new(),
            rodata: Vec::new(),
            texts: BTreeMap::new(),
            homes: Vec::new(),
            maps: Vec::new(),
            functions: Vec::new(),
            number_of: BTreeMap::new(),
            order: Vec::new(),
            calls: Vec::new(),
            kfuncs: Vec::new(),
            labels: Vec::new(),
            fixups: Vec::new(),
            f: Current::default(),
            dead: 0,
            reads_cgroups: false,
            compared: 0,
            unknown: BTreeSet::new(),
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.severity == severity).count()
    }

    /// Whether further errors would not be shown.
    pub fn is_full(&self) -> bool {
        self.count(Severity::Error) > crate::parse::MOST_PROBLEMS
    }

    pub fn error(&mut self, at: Span, what: What) {
        let at = if at.line == 0 { self.span } else { at };
        if self.count(what.severity()) > crate::parse::MOST_PROBLEMS {
            return;
        }
        if !self.problems.iter().any(|known| known.at == at && known.what == what) {
            self.problems.push(Problem::new(at, what));
        }
    }

    fn fail<T>(&mut self, at: Span, what: What) -> Made<T> {
        self.error(at, what);
        None
    }

    fn name(&self, ty: &Ty) -> String {
        self.unit.name(ty)
    }

    /// The number of a function in the program. It will be compiled.
    pub fn number(&mut self, function: u32) -> u32 {
        if let Some(&number) = self.number_of.get(&function) {
            return number;
        }
        let number = self.order.len() as u32;
        self.order.push(function);
        self.number_of.insert(function, number);
        number
    }

    /// Compiles all functions of the user, and those of the prelude that they call.
    pub fn functions(&mut self) {
        for (index, function) in self.unit.functions.iter().enumerate() {
            if function.own && function.body.is_some() {
                self.number(index as u32);
            }
        }
        let mut done = 0;
        while done < self.order.len() {
            let function = &self.unit.functions[self.order[done] as usize];
            self.function(done as u32, function);
            done += 1;
            if self.is_full() {
                return;
            }
        }
        self.frames();
    }

    fn function(&mut self, index: u32, function: &'a Func) {
        let start = self.code.len();
        let at = function.at;
        self.f = Current { name: function.name.clone(), at, index, ..Current::default() };
        self.f.result = Some(function.sig.result.clone());
        self.span = if function.own { at } else { Span::default() };
        self.labels.clear();
        self.fixups.clear();
        let Some(body) = function.body.clone() else { return };
        taken(&body, &mut self.f.taken);
        self.f.scopes.push(BTreeMap::new());
        let count = function.sig.parameters.len();
        if count > 8 {
            self.error(at, What::TooManyArguments { most: 8 });
        }
        self.f.next = count.min(8) as u16;
        self.f.most = self.f.next;
        for (number, (name, ty, place)) in function.sig.parameters.iter().take(8).enumerate() {
            let ty = self.resolve(ty);
            let register = number as u8;
            if function.hook {
                // The kernel passes its own types.
                let value = Val { v: V::In(register), ty: ULONG };
                if let Val { v: V::In(made), .. } = self.cast(value, &ty, Some(register))
                    && made != register
                {
                    self.put(register, V::In(made));
                }
            }
            let Some(name) = name else { continue };
            let spot = if self.f.taken.contains(name) {
                let offset = self.frame(8, 8);
                let address = self.temp();
                self.emit(Op::Frame, address, 0, 0, offset as i32);
                let loc = Loc::Memory {
                    base: V::In(address),
                    offset: 0,
                    ty: ty.clone(),
                    bits: None,
                    constant: None,
                    kernel: None,
                };
                self.store(&loc, V::In(register));
                self.f.next -= 1;
                Spot::Frame(offset)
            } else {
                Spot::Register(register)
            };
            self.declare(name.clone(), Variable { ty, spot, constant: false }, *place);
        }
        self.f.scopes.push(BTreeMap::new());
        self.statements(&body);
        // The end of a function without a value.
        let zero = self.temp();
        self.emit(Op::Imm, zero, 0, 0, 0);
        self.emit(Op::Return, zero, 0, 0, 0);
        let missing: Vec<(Rc<str>, Span)> = self
            .f
            .named
            .iter()
            .filter(|(_, (.., defined))| !defined)
            .filter_map(|(name, (_, at, _))| Some((name.clone(), (*at)?)))
            .collect();
        for (name, at) in missing {
            if self.is_full() {
                break;
            }
            let labels: Vec<Rc<str>> =
                self.f.named.iter().filter(|(_, known)| known.2).map(|(name, _)| name.clone()).collect();
            let meant = similar(&name, labels.iter().map(|name| &**name));
            self.problems.push(Problem::new(at, What::NoLabel { name: name.to_string() }).meant(meant));
        }
        for (at, label) in std::mem::take(&mut self.fixups) {
            self.code[at].imm = self.labels[label.0 as usize].unwrap_or(self.code.len() as i32 - 2);
        }
        self.functions.push(Function {
            name: function.name.to_string(),
            start: start as u32,
            end: self.code.len() as u32,
            arguments: count.min(8) as u8,
            registers: self.f.most.max(self.f.next).max(count as u16 + 1).min(256),
            frame: self.f.most_frame.min(STACK),
            span: if function.own { at } else { Span::default() },
        });
        if self.f.most_frame > STACK {
            let (name, bytes) = (function.name.to_string(), self.f.most_frame);
            self.error(at, What::Frame { name, bytes, most: STACK });
        }
        if function.own && count > 5 && !function.inline {
            self.error(at, What::FiveArguments { name: function.name.to_string() });
        }
    }

    /// Checks recursion, and the stack of chains of calls.
    fn frames(&mut self) {
        let count = self.functions.len();
        let mut into: Vec<Vec<(u32, Span)>> = vec![Vec::new(); count];
        for &(from, to, at) in &self.calls {
            if (from as usize) < count && (to as usize) < count {
                into[from as usize].push((to, at));
            }
        }
        // Depth-first, without recursion: 0 new, 1 open, 2 done.
        let mut state = vec![0_u8; count];
        let mut bytes = vec![0_u32; count];
        let mut depth = vec![1_u32; count];
        for root in 0..count {
            let mut stack = vec![(root, 0)];
            while let Some(&mut (at, ref mut next)) = stack.last_mut() {
                if state[at] == 2 {
                    stack.pop();
                    continue;
                }
                state[at] = 1;
                if let Some(&(to, place)) = into[at].get(*next) {
                    *next += 1;
                    match state[to as usize] {
                        0 => stack.push((to as usize, 0)),
                        1 => {
                            let name = self.functions[to as usize].name.clone();
                            self.error(place, What::Recursion { name });
                        }
                        _ => {}
                    }
                    continue;
                }
                let own = self.functions[at].frame.next_multiple_of(8);
                let below = into[at].iter().map(|(to, _)| bytes[*to as usize]).max().unwrap_or(0);
                bytes[at] = own + below;
                depth[at] = 1 + into[at].iter().map(|(to, _)| depth[*to as usize]).max().unwrap_or(0);
                state[at] = 2;
                stack.pop();
            }
        }
        for at in 0..count {
            let (name, place) = (self.functions[at].name.clone(), self.functions[at].span);
            if bytes[at] > STACK && self.functions[at].frame <= STACK {
                self.error(place, What::Frame { name, bytes: bytes[at], most: STACK });
            } else if depth[at] > MOST_FRAMES as u32
                && !into.iter().flatten().any(|(to, _)| *to as usize == at)
            {
                self.error(place, What::FramesDeep { name, most: MOST_FRAMES as u32 });
            }
        }
    }

    fn declare(&mut self, name: Rc<str>, variable: Variable, at: Span) {
        let scope = self.f.scopes.len() - 1;
        if self.f.scopes[scope].contains_key(&name) {
            self.error(at, What::Twice { name: name.to_string(), first: at.line });
        }
        self.f.scopes[scope].insert(name, variable);
    }

    fn frame(&mut self, bytes: u32, align: u32) -> u32 {
        let offset = self.f.frame.next_multiple_of(align.max(1));
        // More than the stack is reported; the sum must not overflow.
        self.f.frame = offset.saturating_add(bytes).min(crate::types::LARGEST);
        self.f.most_frame = self.f.most_frame.max(self.f.frame);
        offset
    }

    fn variable(&self, name: &str) -> Option<Variable> {
        if let Some(found) = self.f.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Some(found.clone());
        }
        let index = *self.unit.var_of.get(name)?;
        let var = &self.unit.vars[index as usize];
        Some(Variable { ty: var.ty.clone(), spot: Spot::Global(index), constant: var.constant })
    }

    /// A type without `typeof`.
    pub(crate) fn resolve(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Of(expression) => self.type_of(expression),
            Ty::Ptr(to) => Ty::Ptr(Rc::new(self.resolve(to))),
            Ty::Array(of, length) => Ty::Array(Rc::new(self.resolve(of)), *length),
            other => other.clone(),
        }
    }

    /// The type of an expression; nothing is executed.
    fn type_of(&mut self, expression: &Expr) -> Ty {
        let (code, fixups, next) = (self.code.len(), self.fixups.len(), self.f.next);
        let (calls, kfuncs) = (self.calls.len(), self.kfuncs.len());
        self.dead += 1;
        let ty = match self.location(expression, true) {
            Some(loc) => loc.ty().clone(),
            None => self.value(expression, None).ty,
        };
        self.dead -= 1;
        self.code.truncate(code);
        self.places.truncate(code);
        self.fixups.truncate(fixups);
        self.calls.truncate(calls);
        self.kfuncs.truncate(kfuncs);
        self.f.next = next;
        ty
    }

    // Statements.

    fn statements(&mut self, list: &[Stmt]) {
        for statement in list {
            self.statement(statement);
        }
    }

    fn block(&mut self, list: &[Stmt]) {
        let (next, frame) = (self.f.next, self.f.frame);
        self.f.scopes.push(BTreeMap::new());
        self.statements(list);
        self.f.scopes.pop();
        (self.f.next, self.f.frame) = (next, frame);
    }

    /// A statement that is a scope of its own.
    fn inner(&mut self, statement: &Stmt) {
        self.block(std::slice::from_ref(statement));
    }

    fn named(&mut self, name: &Rc<str>, at: Option<Span>) -> Label {
        if let Some((label, ..)) = self.f.named.get(name) {
            return *label;
        }
        let label = self.label();
        self.f.named.insert(name.clone(), (label, at, false));
        label
    }

    fn statement(&mut self, statement: &Stmt) {
        let mark = self.f.next;
        match &*statement.kind {
            S::Expr(value) => {
                self.discard(value);
                self.f.next = mark;
            }
            S::Declare(locals) => locals.iter().for_each(|local| self.local(local)),
            S::If(condition, then, otherwise) => {
                if let Some(known) = self.known(condition) {
                    // What is never executed is checked, but not kept.
                    let (taken, dead) = if known != 0 {
                        (Some(then), otherwise.as_ref())
                    } else {
                        (otherwise.as_ref(), Some(then))
                    };
                    if let Some(taken) = taken {
                        self.inner(taken);
                    }
                    if let Some(dead) = dead {
                        self.never(dead);
                    }
                    return;
                }
                let (no, end) = (self.label(), self.label());
                self.branch(condition, no, false);
                self.f.next = mark;
                self.inner(then);
                if let Some(otherwise) = otherwise {
                    self.jump(Op::Jump, 0, 0, 0, end);
                    self.here(no);
                    self.inner(otherwise);
                } else {
                    self.here(no);
                }
                self.here(end);
            }
            S::While(condition, body) => {
                let (again, end) = (self.label(), self.label());
                self.here(again);
                self.branch(condition, end, false);
                self.f.next = mark;
                self.body(body, end, again);
                self.jump(Op::Jump, 0, 0, 0, again);
                self.here(end);
            }
            S::DoWhile(body, condition) => {
                let (again, test, end) = (self.label(), self.label(), self.label());
                self.here(again);
                self.body(body, end, test);
                self.here(test);
                self.branch(condition, again, true);
                self.f.next = mark;
                self.here(end);
            }
            S::For(first, condition, step, body) => {
                let frame = self.f.frame;
                self.f.scopes.push(BTreeMap::new());
                if let Some(first) = first {
                    self.statement(first);
                }
                let (again, next, end) = (self.label(), self.label(), self.label());
                self.here(again);
                let inside = self.f.next;
                if let Some(condition) = condition {
                    self.branch(condition, end, false);
                    self.f.next = inside;
                }
                self.body(body, end, next);
                self.here(next);
                if let Some(step) = step {
                    self.discard(step);
                    self.f.next = inside;
                }
                self.jump(Op::Jump, 0, 0, 0, again);
                self.here(end);
                self.f.scopes.pop();
                (self.f.next, self.f.frame) = (mark, frame);
            }
            S::Switch(value, body) => self.switch(value, body),
            S::Case(number, ..) | S::Default(number) => {
                let label = self.f.cases.get(number).copied();
                match label {
                    Some(label) => self.here(label),
                    None => {
                        let what = if matches!(*statement.kind, S::Default(_)) { "default" } else { "case" };
                        self.error(statement.at, What::Outside { what: what.into() });
                    }
                }
            }
            S::Label(name) => {
                let label = self.named(name, None);
                if self.f.named.get(name).is_some_and(|known| known.2) {
                    let line = statement.at.line;
                    self.error(statement.at, What::Twice { name: name.to_string(), first: line });
                }
                self.here(label);
                if let Some(known) = self.f.named.get_mut(name) {
                    known.2 = true;
                }
            }
            S::Goto(name) => {
                let label = self.named(name, Some(statement.at));
                if let Some(known) = self.f.named.get_mut(name) {
                    known.1 = known.1.or(Some(statement.at));
                }
                self.jump(Op::Jump, 0, 0, 0, label);
            }
            S::Break | S::Continue => {
                let is_break = matches!(*statement.kind, S::Break);
                let label = if is_break { self.f.breaks.last() } else { self.f.continues.last() };
                match label.copied() {
                    Some(label) => self.jump(Op::Jump, 0, 0, 0, label),
                    None => {
                        let what = if is_break { "break" } else { "continue" };
                        self.error(statement.at, What::Outside { what: what.into() });
                    }
                }
            }
            S::Return(value) => self.give_back(value.as_ref(), statement.at),
            S::Block(list) => self.block(list),
            S::Empty => {}
            S::BpfFor(variable, from, to, body) => self.bpf_for(Some(variable), Some(from), to, body),
            S::BpfRepeat(count, body) => self.bpf_for(None, None, count, body),
            S::ForEach(kind, list, body) => self.for_each(kind, list, body, statement.at),
        }
    }

    /// The value of a condition that is known before the program runs.
    pub(crate) fn known(&mut self, condition: &Expr) -> Option<u64> {
        if let Some((value, _)) = self.unit.constant(condition) {
            return Some(value);
        }
        match &*condition.kind {
            E::Unary("!", inner) => self.known(inner).map(|value| u64::from(value == 0)),
            E::Call(callee, list) => {
                let E::Name(name) = &*callee.kind else { return None };
                match &**name {
                    "bpf_ksym_exists" => self.exists(list.first()?),
                    "bpf_core_field_exists" | "bpf_core_type_exists" | "bpf_core_enum_value_exists" => {
                        self.core_exists(name, list)
                    }
                    "__builtin_expect" => self.known(list.first()?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn exists(&self, argument: &Expr) -> Option<u64> {
        let E::Name(name) = &*argument.kind else { return Some(0) };
        let found = Kfunc::named(name).is_some_and(|kfunc| kfunc.since() <= self.release);
        Some(u64::from(found))
    }

    fn core_exists(&mut self, name: &str, list: &[Expr]) -> Option<u64> {
        let last = list.last()?;
        Some(u64::from(match (name, &*last.kind) {
            ("bpf_core_enum_value_exists", E::Name(value)) => self.unit.enumerators.contains_key(value),
            ("bpf_core_type_exists", E::Type(Ty::Struct(index))) => {
                self.unit.records[*index as usize].complete
            }
            ("bpf_core_type_exists", _) => true,
            ("bpf_core_field_exists", E::Member(base, member, _)) => {
                let before = self.problems.len();
                let ty = self.type_of(base);
                self.problems.truncate(before);
                let record = match &ty {
                    Ty::Struct(index) => Some(*index),
                    Ty::Ptr(to) => {
                        if let Ty::Struct(index) = **to {
                            Some(index)
                        } else {
                            None
                        }
                    }
                    _ => None,
                };
                record.is_some_and(|record| self.unit.member(record, member).is_some())
            }
            _ => false,
        }))
    }

    /// Checks a statement that is never executed.
    fn never(&mut self, statement: &Stmt) {
        let skip = self.label();
        self.dead += 1;
        self.jump(Op::Jump, 0, 0, 0, skip);
        self.inner(statement);
        self.here(skip);
        self.dead -= 1;
    }

    fn body(&mut self, body: &Stmt, end: Label, next: Label) {
        self.f.breaks.push(end);
        self.f.continues.push(next);
        self.inner(body);
        self.f.breaks.pop();
        self.f.continues.pop();
    }

    fn give_back(&mut self, value: Option<&Expr>, at: Span) {
        let mark = self.f.next;
        let result = self.f.result.clone().unwrap_or(Ty::Void);
        let name = || self.f.name.to_string();
        match (value, &result) {
            (None, Ty::Void) => {
                let zero = self.temp();
                self.at(at, true, |this| {
                    this.emit(Op::Imm, zero, 0, 0, 0);
                    this.emit(Op::Return, zero, 0, 0, 0);
                });
            }
            (None, _) => {
                let name = name();
                self.error(at, What::ReturnValue { name });
            }
            (Some(value), Ty::Void) => {
                let name = name();
                let made = self.value(value, None);
                if matches!(made.ty, Ty::Void | Ty::Bad) {
                    let zero = self.temp();
                    self.emit(Op::Imm, zero, 0, 0, 0);
                    self.emit(Op::Return, zero, 0, 0, 0);
                } else {
                    self.error(value.at, What::ReturnNothing { name });
                }
            }
            (Some(value), ty) => {
                let made = self.value(value, None);
                let made = self.assignable(made, ty, value.at, None);
                let register = self.register(made.v);
                self.at(at, value.own, |this| this.emit(Op::Return, register, 0, 0, 0));
            }
        }
        self.f.next = mark;
    }

    fn switch(&mut self, value: &Expr, body: &Stmt) {
        let mark = self.f.next;
        let made = self.value(value, None);
        if !made.ty.is_integer() && !made.ty.is_bad() {
            let ty = self.name(&made.ty);
            self.error(value.at, What::Operand { operator: "switch".into(), ty });
            return;
        }
        let ty = made.ty.promoted();
        let made = self.cast(made, &ty, None);
        // The value stays while the cases are compared.
        let register = self.temp();
        self.put(register, made.v);
        let mut cases = Vec::new();
        collect(body, &mut cases);
        let end = self.label();
        let mut default = None;
        let mut seen: BTreeSet<u64> = BTreeSet::new();
        for statement in &cases {
            let label = self.label();
            match &*statement.kind {
                S::Case(number, from, to) => {
                    self.f.cases.insert(*number, label);
                    let first = self.unit.constant(from).map(|(value, _)| ty.wrap(value));
                    let last = match to {
                        Some(to) => self.unit.constant(to).map(|(value, _)| ty.wrap(value)),
                        None => first,
                    };
                    let (Some(first), Some(last)) = (first, last) else {
                        self.error(from.at, What::NotConstant);
                        continue;
                    };
                    if first == last && !seen.insert(first) {
                        self.error(from.at, What::CaseTwice { value: first as i64 });
                    }
                    let mark = self.f.next;
                    if first == last {
                        self.compare("==", &ty, V::In(register), V::Known(first), true, label, mark);
                    } else {
                        let past = self.label();
                        self.compare("<", &ty, V::In(register), V::Known(first), true, past, mark);
                        self.compare("<=", &ty, V::In(register), V::Known(last), true, label, mark);
                        self.here(past);
                    }
                }
                S::Default(number) => {
                    self.f.cases.insert(*number, label);
                    if default.replace(label).is_some() {
                        self.error(statement.at, What::DefaultTwice);
                    }
                }
                _ => {}
            }
        }
        self.jump(Op::Jump, 0, 0, 0, default.unwrap_or(end));
        self.f.breaks.push(end);
        self.inner(body);
        self.f.breaks.pop();
        self.here(end);
        self.f.next = mark;
    }

    /// bpf_for, and bpf_repeat without a variable.
    fn bpf_for(&mut self, variable: Option<&Expr>, from: Option<&Expr>, to: &Expr, body: &Stmt) {
        let mark = self.f.next;
        let (at, last) = (self.temp(), self.temp());
        let value = from.map_or(Val::known(0, INT), |from| self.value(from, None));
        let value = self.assignable(value, &INT, from.map_or(to.at, |from| from.at), None);
        self.put(at, value.v);
        let value = self.value(to, None);
        let value = self.assignable(value, &INT, to.at, None);
        self.put(last, value.v);
        self.f.next = u16::from(last) + 1;
        let (again, next, end) = (self.label(), self.label(), self.label());
        let number = |value: &Expr| self.unit.constant(value).map(|(value, _)| i64::from(value as i32));
        if let (Some(from), Some(to)) = (from.map_or(Some(0), number), number(to))
            && to - from > crate::lint::MOST_ROUNDS
        {
            self.jump(Op::Jump, 0, 0, 0, end);
        }
        self.here(again);
        if let Some(variable) = variable
            && let Some(loc) = self.location(variable, false)
        {
            let ty = loc.ty().clone();
            let value = self.cast(Val { v: V::In(at), ty: INT }, &ty, None);
            self.store(&loc, value.v);
            self.f.next = u16::from(last) + 1;
        }
        self.jump(Op::JumpLeS, 0, last, at, end);
        self.body(body, end, next);
        self.here(next);
        self.emit(Op::AddS32I, at, at, 0, 1);
        self.jump(Op::Jump, 0, 0, 0, again);
        self.here(end);
        self.f.next = mark;
    }

    fn for_each(&mut self, kind: &Rc<str>, list: &[Expr], body: &Stmt, at: Span) {
        match (&**kind, list) {
            ("num", [variable, from, to]) => self.bpf_for(Some(variable), Some(from), to, body),
            ("scx_dsq", [variable, arguments @ ..]) if matches!(arguments.len(), 1 | 2) => {
                let (mark, frame) = (self.f.next, self.f.frame);
                let iterator = self.frame(8, 8);
                let base = self.temp();
                let (one, two) = (self.temp(), self.temp());
                for (register, argument) in [one, two].into_iter().zip(arguments) {
                    let value = self.value(argument, None);
                    let value = self.assignable(value, &ULONG, argument.at, None);
                    self.put(register, value.v);
                }
                if arguments.len() == 1 {
                    self.set(two, 0);
                }
                self.note(Kfunc::DsqIterNew, &"bpf_for_each".into(), at);
                self.emit(Op::Frame, base, 0, 0, iterator as i32);
                self.at(at, variable.own, |this| this.kfunc(Kfunc::DsqIterNew, one, base, 3));
                let (again, end) = (self.label(), self.label());
                self.here(again);
                self.emit(Op::Frame, base, 0, 0, iterator as i32);
                self.at(at, variable.own, |this| this.kfunc(Kfunc::DsqIterNext, one, base, 1));
                if let Some(loc) = self.location(variable, false) {
                    self.store(&loc, V::In(one));
                }
                self.jump(Op::JumpZero, one, 0, 0, end);
                self.f.next = u16::from(two) + 1;
                self.f.iterators.push(iterator);
                self.body(body, end, again);
                self.f.iterators.pop();
                self.jump(Op::Jump, 0, 0, 0, again);
                self.here(end);
                self.emit(Op::Frame, base, 0, 0, iterator as i32);
                self.kfunc(Kfunc::DsqIterDestroy, one, base, 1);
                (self.f.next, self.f.frame) = (mark, frame);
            }
            ("scx_dsq" | "num", _) => {
                let name = format!("bpf_for_each({kind}, …)");
                self.error(at, What::Arguments { name, expected: 3, found: list.len() as u32 });
            }
            _ => self.error(at, What::ForEach { name: kind.to_string() }),
        }
    }

    fn local(&mut self, local: &Local) {
        let ty = self.resolve(&local.ty);
        if let Some(index) = local.fixed {
            let variable = Variable { ty, spot: Spot::Global(index), constant: local.constant };
            return self.declare(local.name.clone(), variable, local.at);
        }
        let Some((bytes, align)) = self.unit.size(&ty) else {
            if !ty.is_bad() {
                self.error(local.at, self.unit.no_size(&ty));
            }
            let variable = Variable { ty: Ty::Bad, spot: Spot::Register(0), constant: false };
            return self.declare(local.name.clone(), variable, local.at);
        };
        if ty.is_scalar() && !self.f.taken.contains(&local.name) {
            let register = self.temp();
            let mark = self.f.next;
            match local.init.as_ref().map(single) {
                Some(Some(value)) => {
                    let made = self.value(value, Some(register));
                    let made = self.assignable(made, &ty, value.at, Some(register));
                    self.at(local.at, value.own, |this| this.put(register, made.v));
                }
                Some(None) => {
                    let ty = self.name(&ty);
                    self.error(local.at, What::Initialiser { ty });
                }
                None => self.set(register, 0),
            }
            self.f.next = mark;
            let variable = Variable { ty, spot: Spot::Register(register), constant: local.constant };
            return self.declare(local.name.clone(), variable, local.at);
        }
        let offset = self.frame(bytes, align);
        let variable = Variable { ty: ty.clone(), spot: Spot::Frame(offset), constant: local.constant };
        self.declare(local.name.clone(), variable, local.at);
        if let Some(init) = local.init.as_ref().filter(|_| bytes <= STACK) {
            let mark = self.f.next;
            let base = self.temp();
            self.emit(Op::Frame, base, 0, 0, offset as i32);
            self.fill(base, &ty, bytes, init, local.at);
            self.f.next = mark;
        }
    }

    /// Initialises memory at the address in `base`.
    fn fill(&mut self, base: u8, ty: &Ty, bytes: u32, init: &Init, at: Span) {
        if matches!(init, Init::List(..)) && !ty.is_scalar() {
            self.emit(Op::Clear, base, 0, 0, bytes as i32);
        }
        let mut leaves = Vec::new();
        self.leaves(ty, init, 0, at, &mut leaves);
        for (offset, ty, bits, value) in leaves {
            let mark = self.f.next;
            if let (Ty::Array(_, Some(length)), E::Text(text)) = (&ty, &*value.kind) {
                let mut text = text.clone();
                text.resize(*length as usize, 0);
                let from = self.text(&text);
                let (to, source) = (self.temp(), self.temp());
                self.emit(Op::AddI, to, base, 0, offset as i32);
                self.set(source, address::rodata(from));
                self.emit(Op::Copy, to, source, 0, *length as i32);
            } else {
                let made = self.value(&value, None);
                let made = self.assignable(made, &ty, value.at, None);
                let (constant, kernel) = (None, None);
                let loc =
                    Loc::Memory { base: V::In(base), offset: i64::from(offset), ty, bits, constant, kernel };
                self.at(value.at, value.own, |this| this.store(&loc, made.v));
            }
            self.f.next = mark;
        }
    }

    /// The values of an initialiser with their offsets and types.
    #[allow(clippy::type_complexity, reason = "offset, type, bits, value")]
    pub(crate) fn leaves(
        &mut self,
        ty: &Ty,
        init: &Init,
        offset: u32,
        at: Span,
        out: &mut Vec<(u32, Ty, Option<(u8, u8)>, Expr)>,
    ) {
        match (init, ty) {
            (Init::Value(value), _) => out.push((offset, ty.clone(), None, value.clone())),
            (Init::List(list, _), Ty::Array(of, _))
                if text_only(list) && matches!(**of, Ty::Int { bytes: 1, .. }) =>
            {
                if let Some((_, Init::Value(value))) = list.first() {
                    out.push((offset, ty.clone(), None, value.clone()));
                }
            }
            (Init::List(list, place), Ty::Array(..) | Ty::Struct(_)) => {
                let mut list = list.iter().peekable();
                self.aggregate(ty, &mut list, offset, *place, true, out);
            }
            (Init::List(list, place), _) => match &list[..] {
                [(steps, inner)] if steps.is_empty() => self.leaves(ty, inner, offset, *place, out),
                _ => {
                    let ty = self.name(ty);
                    self.error(if place.line == 0 { at } else { *place }, What::Initialiser { ty });
                }
            },
        }
    }

    /// The elements of an array or struct from a list; `braces` tells whether the list is its own.
    #[allow(clippy::type_complexity, reason = "offset, type, bits, value")]
    fn aggregate(
        &mut self,
        ty: &Ty,
        list: &mut std::iter::Peekable<std::slice::Iter<'_, (Vec<Step>, Init)>>,
        offset: u32,
        at: Span,
        braces: bool,
        out: &mut Vec<(u32, Ty, Option<(u8, u8)>, Expr)>,
    ) {
        let slots: Vec<Slot> = match ty {
            Ty::Struct(index) => {
                let record = &self.unit.records[*index as usize];
                let named = record
                    .members
                    .iter()
                    .filter(|slot| slot.name.is_some() || matches!(slot.ty, Ty::Struct(_)));
                let most = if record.union { 1 } else { usize::MAX };
                named.take(most).cloned().collect()
            }
            _ => Vec::new(),
        };
        let (of, stride, count) = match ty {
            Ty::Array(of, length) => {
                let stride = self.unit.size(of).map_or(0, |(bytes, _)| bytes);
                ((**of).clone(), stride, length.unwrap_or(0))
            }
            _ => (Ty::Bad, 0, slots.len() as u32),
        };
        let mut next = 0_u32;
        while let Some((steps, init)) = list.peek() {
            let (mut place, mut inner, mut bits) = (offset, ty.clone(), None);
            let mut repeat = 1_u32;
            if !steps.is_empty() {
                if !braces {
                    return;
                }
                for (depth, step) in steps.iter().enumerate() {
                    match (step, &inner) {
                        (Step::Member(name, at), Ty::Struct(record)) => {
                            let Some((plus, slot)) = self.unit.member(*record, name) else {
                                let of = self.name(&inner);
                                if !self.is_full() {
                                    let names = self.unit.member_names(*record);
                                    let meant = similar(name, names.iter().map(|name| &**name));
                                    let what = What::NoMember { ty: of, name: name.to_string() };
                                    self.problems.push(Problem::new(*at, what).meant(meant));
                                }
                                list.next();
                                return self.aggregate(ty, list, offset, *at, braces, out);
                            };
                            if depth == 0 {
                                let at = slots.iter().position(|each| each.name == slot.name);
                                next = at.map_or(count, |at| at as u32 + 1);
                            }
                            place += plus;
                            bits = slot.bits;
                            inner = slot.ty.clone();
                        }
                        (Step::Index(from, to), Ty::Array(of, length)) => {
                            let first =
                                self.unit.constant(from).and_then(|(value, _)| u32::try_from(value).ok());
                            let last = match to {
                                Some(to) => {
                                    self.unit.constant(to).and_then(|(value, _)| u32::try_from(value).ok())
                                }
                                None => first,
                            };
                            let bytes = self.unit.size(of).map_or(0, |(bytes, _)| bytes);
                            let (Some(first), Some(last)) = (first, last) else {
                                self.error(from.at, What::NotConstant);
                                list.next();
                                continue;
                            };
                            if last >= length.unwrap_or(0) || first > last {
                                self.error(from.at, What::TooManyValues { most: length.unwrap_or(0) });
                                return;
                            }
                            if depth == 0 {
                                next = last + 1;
                            }
                            // A type without a size was reported; copies of nothing are one.
                            repeat = if bytes == 0 { 1 } else { last - first + 1 };
                            place = place.saturating_add(first.saturating_mul(bytes));
                            inner = (**of).clone();
                        }
                        _ => {
                            let ty = self.name(&inner);
                            self.error(at, What::NotStruct { ty });
                            return;
                        }
                    }
                }
            } else if next >= count {
                if braces {
                    let place = if let Init::Value(value) = init { value.at } else { at };
                    self.error(place, What::TooManyValues { most: count });
                }
                return;
            } else if let Some(slot) = slots.get(next as usize) {
                (place, inner, bits) = (offset + slot.offset, slot.ty.clone(), slot.bits);
                next += 1;
            } else {
                place = offset + next * stride;
                inner = of.clone();
                next += 1;
            }
            let aggregate = matches!(inner, Ty::Array(..) | Ty::Struct(_));
            let flat = match init {
                Init::Value(value) if aggregate => {
                    let text = matches!((&*value.kind, &inner), (E::Text(_), Ty::Array(..)));
                    !text && (!matches!(inner, Ty::Struct(_)) || !self.is_struct(value))
                }
                _ => false,
            };
            if flat {
                // Braces are left out: the values that follow are those of the inner one.
                let before = list.len();
                self.aggregate(&inner, list, place, at, false, out);
                if list.len() == before {
                    return;
                }
                continue;
            }
            for copy in 0..repeat {
                if out.len() as u32 > MOST_VALUES {
                    self.error(at, What::TooManyInitialisers { most: MOST_VALUES });
                    return;
                }
                let bytes = self.unit.size(&inner).map_or(0, |(bytes, _)| bytes);
                let from = out.len();
                self.leaves(&inner, init, place + copy * bytes, at, out);
                if out.len() == from + 1 {
                    out[from].2 = bits;
                }
            }
            list.next();
        }
    }

    fn is_struct(&mut self, value: &Expr) -> bool {
        if self.f.scopes.is_empty() {
            return matches!(self.unit.static_type(value), Some(Ty::Struct(_)));
        }
        let before = self.problems.len();
        let ty = self.type_of(value);
        self.problems.truncate(before);
        matches!(ty, Ty::Struct(_))
    }

    /// The offset of a text in the constants.
    pub(crate) fn text(&mut self, bytes: &[u8]) -> u32 {
        if let Some(&offset) = self.texts.get(bytes) {
            return offset;
        }
        let offset = self.rodata.len() as u32;
        self.rodata.extend(bytes);
        self.texts.insert(bytes.to_vec(), offset);
        offset
    }

    // Expressions.

    /// Executes an expression for its effect.
    fn discard(&mut self, value: &Expr) {
        if value.own && matches!(*value.kind, E::Binary(op, ..) if is_comparison(op)) {
            self.error(value.at, What::NoEffect);
        }
        match &*value.kind {
            // The old value is not needed.
            E::Step(by, _, target) => {
                self.step(*by, false, target, value);
            }
            _ => {
                self.value(value, None);
            }
        }
    }

    /// Jumps to `to` if the truth of a condition is `when`.
    fn branch(&mut self, condition: &Expr, to: Label, when: bool) {
        let mark = self.f.next;
        match &*condition.kind {
            E::Unary("!", inner) => self.branch(inner, to, !when),
            E::Binary(op @ ("&&" | "||"), left, right) => {
                // a && b is false as soon as a is false; a || b is true as soon as a is.
                if (*op == "&&") != when {
                    self.branch(left, to, when);
                    self.branch(right, to, when);
                } else {
                    let past = self.label();
                    self.branch(left, past, !when);
                    self.branch(right, to, when);
                    self.here(past);
                }
            }
            E::Binary(op, left, right) if is_comparison(op) => {
                let Some((ty, left, right)) = self.compared(op, left, right, condition) else { return };
                self.at(condition.at, condition.own, |this| {
                    this.compare(op, &ty, left, right, when, to, mark)
                });
            }
            E::Call(callee, list)
                if matches!(&*callee.kind, E::Name(name) if &**name == "__builtin_expect")
                    && !list.is_empty() =>
            {
                self.branch(&list[0], to, when);
            }
            _ => {
                let made = self.value(condition, None);
                if !made.ty.is_scalar() {
                    let ty = self.name(&made.ty);
                    return self.error(condition.at, What::NotScalar { ty });
                }
                match made.v {
                    V::Known(value) => {
                        if (value != 0) == when {
                            self.jump(Op::Jump, 0, 0, 0, to);
                        }
                    }
                    V::In(register) => {
                        let op = if when { Op::JumpNotZero } else { Op::JumpZero };
                        self.at(condition.at, condition.own, |this| this.jump(op, register, 0, 0, to));
                    }
                }
            }
        }
        self.f.next = mark;
    }

    /// Two values brought to one type for a comparison.
    fn compared(&mut self, op: &str, left: &Expr, right: &Expr, whole: &Expr) -> Made<(Ty, V, V)> {
        let one = self.value(left, None);
        let two = self.value(right, None);
        if one.ty.is_bad() || two.ty.is_bad() {
            return None;
        }
        if one.ty.is_integer() && two.ty.is_integer() {
            let ty = one.ty.usual(&two.ty);
            let (one, two) = (self.cast(one, &ty, None), self.cast(two, &ty, None));
            return Some((ty, one.v, two.v));
        }
        let zero = |value: &Val| value.v == V::Known(0);
        let fits = match (&one.ty, &two.ty) {
            (Ty::Ptr(left), Ty::Ptr(right)) => {
                if !matches!(**left, Ty::Void) && !matches!(**right, Ty::Void) && !self.unit.same(left, right)
                {
                    let (from, to) = (self.name(&two.ty), self.name(&one.ty));
                    self.error(whole.at, What::PointerTypes { from, to });
                }
                true
            }
            (Ty::Ptr(_), Ty::Int { .. }) => zero(&two),
            (Ty::Int { .. }, Ty::Ptr(_)) => zero(&one),
            _ => false,
        };
        if !fits {
            let (left, right) = (self.name(&one.ty), self.name(&two.ty));
            return self.fail(whole.at, What::Operands { operator: op.into(), left, right });
        }
        Some((ULONG, one.v, two.v))
    }

    /// Converts for an assignment, an argument or a result.
    pub(crate) fn assignable(&mut self, value: Val, to: &Ty, at: Span, wanted: Option<u8>) -> Val {
        let from = &value.ty;
        match (from, to) {
            (Ty::Bad, _) | (_, Ty::Bad) => {}
            (Ty::Void, _) => self.error(at, What::NoValue { name: "This".into() }),
            (Ty::Struct(_), Ty::Struct(_)) if self.unit.same(from, to) => return value,
            (left, right) if left.is_integer() && right.is_integer() => return self.cast(value, to, wanted),
            (Ty::Ptr(_), Ty::Bool) => return self.cast(value, to, wanted),
            (Ty::Int { .. } | Ty::Bool, Ty::Ptr(_)) if value.v == V::Known(0) => {}
            (Ty::Ptr(left), Ty::Ptr(right)) => {
                let loose =
                    matches!(**left, Ty::Void) || matches!(**right, Ty::Void) || self.unit.same(left, right);
                let bytes = |ty: &Ty| matches!(ty, Ty::Int { bytes: 1, .. });
                let loose = loose
                    || (bytes(left) && bytes(right))
                    || matches!((&**left, &**right), (Ty::Array(..), Ty::Array(..)));
                let loose = loose || matches!(&**left, Ty::Array(of, _) if self.unit.same(of, right));
                if !loose {
                    let (from, to) = (self.name(from), self.name(to));
                    self.error(at, What::PointerTypes { from, to });
                }
            }
            _ => {
                let (from, to) = (self.name(from), self.name(to));
                self.error(at, What::Convert { from, to });
            }
        }
        Val { v: value.v, ty: to.clone() }
    }

    fn unknown_name(&mut self, name: &Rc<str>, at: Span, function: bool) {
        // Looking for a similar name takes time; what is not shown needs none.
        if self.is_full() {
            return;
        }
        // Each unknown name once in a function.
        if !self.unknown.insert((self.f.name.clone(), name.clone())) {
            return;
        }
        let mut names: Vec<Rc<str>> =
            self.unit.functions.iter().map(|function| function.name.clone()).collect();
        if !function {
            names.extend(self.f.scopes.iter().flat_map(|scope| scope.keys().cloned()));
            names.extend(self.unit.var_of.keys().cloned());
            names.extend(self.unit.enumerators.keys().cloned());
        }
        self.compared += names.len();
        let meant = (self.compared <= MOST_COMPARED)
            .then(|| similar(name, names.iter().map(|name| &**name)))
            .flatten();
        let name = name.to_string();
        let what = match crate::refused::name(&name) {
            Some(what) => what,
            None if function => What::NoFunction { name },
            None => What::Undeclared { name },
        };
        self.problems.push(Problem::new(at, what).meant(meant));
    }

    fn memory(address: u64, ty: Ty, constant: Option<Rc<str>>) -> Loc {
        Loc::Memory { base: V::Known(address), offset: 0, ty, bits: None, constant, kernel: None }
    }

    /// What an expression names. `quiet` if the caller can do with a value.
    pub(crate) fn location(&mut self, expression: &Expr, quiet: bool) -> Made<Loc> {
        match &*expression.kind {
            E::Name(name) => {
                let Some(variable) = self.variable(name) else {
                    if !quiet {
                        let known = self.unit.enumerators.contains_key(name)
                            || self.unit.function_of.contains_key(name);
                        if known {
                            self.error(expression.at, What::NotAssignable);
                        } else {
                            self.unknown_name(name, expression.at, false);
                        }
                    }
                    return None;
                };
                let constant = variable.constant.then(|| name.clone());
                Some(match variable.spot {
                    Spot::Register(register) => Loc::Register { register, ty: variable.ty, constant },
                    Spot::Frame(offset) => {
                        let register = self.temp();
                        self.emit(Op::Frame, register, 0, 0, offset as i32);
                        Loc::Memory {
                            base: V::In(register),
                            offset: 0,
                            ty: variable.ty,
                            bits: None,
                            constant,
                            kernel: None,
                        }
                    }
                    Spot::Global(index) => match self.homes.get(index as usize) {
                        Some(Home::Memory { address, constant: fixed }) => {
                            let constant = (variable.constant || *fixed).then(|| name.clone());
                            Self::memory(*address, variable.ty, constant)
                        }
                        Some(Home::Map(map)) => {
                            Self::memory(address::map(*map), variable.ty, Some(name.clone()))
                        }
                        Some(Home::Refused) => Self::memory(address::data(0), variable.ty, None),
                        _ => return self.fail(expression.at, What::Undeclared { name: name.to_string() }),
                    },
                })
            }
            E::Unary("*", inner) => {
                let made = self.value(inner, None);
                self.follow(made, expression.at)
            }
            E::Index(base, index) => self.element(base, index, expression),
            E::Member(base, name, arrow) => self.member(base, name, *arrow, expression),
            E::Text(bytes) => {
                let offset = self.text(bytes);
                let ty = Ty::Array(Rc::new(CHAR), Some(bytes.len() as u32));
                Some(Self::memory(address::rodata(offset), ty, Some("".into())))
            }
            E::Literal(ty, init) => {
                let ty = self.resolve(ty);
                let Some((bytes, align)) = self.unit.size(&ty) else {
                    let what = self.unit.no_size(&ty);
                    return self.fail(expression.at, what);
                };
                let offset = self.frame(bytes, align.max(8));
                let base = self.temp();
                self.emit(Op::Frame, base, 0, 0, offset as i32);
                if bytes <= STACK {
                    self.fill(base, &ty, bytes, init, expression.at);
                }
                Some(Loc::Memory {
                    base: V::In(base),
                    offset: 0,
                    ty,
                    bits: None,
                    constant: None,
                    kernel: None,
                })
            }
            E::Cast(ty, _) if !quiet && ty.is_scalar() => self.fail(expression.at, What::NotAssignable),
            _ if quiet => None,
            // A struct that an expression gives has an address.
            _ => {
                let made = self.value(expression, None);
                match (&made.ty, made.v) {
                    (Ty::Struct(_), base) => Some(Loc::Memory {
                        base,
                        offset: 0,
                        ty: made.ty,
                        bits: None,
                        constant: None,
                        kernel: None,
                    }),
                    (Ty::Bad, _) => None,
                    _ => self.fail(expression.at, What::NotAssignable),
                }
            }
        }
    }

    fn follow(&mut self, made: Val, at: Span) -> Made<Loc> {
        match &made.ty {
            Ty::Ptr(to) => match &**to {
                Ty::Void => self.fail(at, What::VoidPointer),
                ty => {
                    let ty = ty.clone();
                    Some(Loc::Memory {
                        base: made.v,
                        offset: 0,
                        ty,
                        bits: None,
                        constant: None,
                        kernel: None,
                    })
                }
            },
            Ty::Bad => None,
            other => {
                let ty = self.name(other);
                self.fail(at, What::NotPointer { ty })
            }
        }
    }

    fn element(&mut self, base: &Expr, index: &Expr, whole: &Expr) -> Made<Loc> {
        // An array is indexed in place, so that its length is known.
        let array = self.location(base, true);
        let (place, of, length) = match array {
            Some(loc) if matches!(loc.ty(), Ty::Array(..)) => {
                let Ty::Array(of, length) = loc.ty().clone() else { return None };
                (loc, of, length)
            }
            other => {
                let made = match other {
                    Some(loc) => self.load(&loc, None),
                    None => self.value(base, None),
                };
                match &made.ty {
                    Ty::Ptr(of) if !matches!(**of, Ty::Void) => {
                        let of = of.clone();
                        let (constant, kernel) = (None, None);
                        let ty = (*of).clone();
                        (Loc::Memory { base: made.v, offset: 0, ty, bits: None, constant, kernel }, of, None)
                    }
                    Ty::Bad => {
                        self.value(index, None);
                        return None;
                    }
                    Ty::Ptr(_) => return self.fail(whole.at, What::VoidPointer),
                    other => {
                        let ty = self.name(other);
                        return self.fail(base.at, What::NotPointer { ty });
                    }
                }
            }
        };
        let Some((bytes, _)) = self.unit.size(&of) else {
            let what = self.unit.no_size(&of);
            return self.fail(whole.at, what);
        };
        let made = self.value(index, None);
        if !made.ty.is_integer() {
            if !made.ty.is_bad() {
                let ty = self.name(&made.ty);
                self.error(index.at, What::Operand { operator: "[]".into(), ty });
            }
            return None;
        }
        let Loc::Memory { base, offset, constant, kernel, .. } = place else { return None };
        let ty = (*of).clone();
        match made.v {
            V::Known(number) if length.is_none_or(|length| number < u64::from(length)) => {
                let offset = offset + (number as i64).saturating_mul(i64::from(bytes));
                Some(Loc::Memory { base, offset, ty, bits: None, constant, kernel })
            }
            v => {
                let register = self.register(v);
                if let Some(length) = length {
                    if let Some(outside) = self.f.outside {
                        let mark = self.f.next;
                        let (left, right) = (V::In(register), V::Known(u64::from(length)));
                        self.compare(">=", &ULONG, left, right, true, outside, mark);
                    } else {
                        self.at(index.at, index.own, |this| {
                            this.emit(Op::Bound, register, 0, 0, length as i32)
                        });
                    }
                }
                let scaled = if bytes == 1 {
                    register
                } else {
                    let scaled = self.temp();
                    if bytes.is_power_of_two() {
                        self.emit(Op::ShlI, scaled, register, 0, bytes.trailing_zeros() as i32);
                    } else {
                        self.emit(Op::MulI, scaled, register, 0, bytes as i32);
                    }
                    scaled
                };
                let from = self.register(base);
                let sum = self.temp();
                self.emit(Op::Add, sum, from, scaled, 0);
                Some(Loc::Memory { base: V::In(sum), offset, ty, bits: None, constant, kernel })
            }
        }
    }

    fn member(&mut self, base: &Expr, name: &Rc<str>, arrow: bool, whole: &Expr) -> Made<Loc> {
        let place = if arrow {
            let made = self.value(base, None);
            match &made.ty {
                Ty::Ptr(_) => {}
                Ty::Bad => return None,
                other => {
                    let ty = self.name(other);
                    let what = if matches!(other, Ty::Struct(_)) {
                        What::Arrow { ty }
                    } else {
                        What::NotPointer { ty }
                    };
                    return self.fail(base.at, what);
                }
            }
            self.follow(made, base.at)?
        } else {
            self.location(base, false)?
        };
        let (base_ty, inner) = (place.ty().clone(), place);
        let record = match &base_ty {
            Ty::Struct(record) => *record,
            Ty::Bad => return None,
            Ty::Ptr(to) if matches!(**to, Ty::Struct(_)) && !arrow => {
                let ty = self.name(&base_ty);
                return self.fail(whole.at, What::Dot { ty });
            }
            other => {
                let ty = self.name(other);
                return self.fail(whole.at, What::NotStruct { ty });
            }
        };
        let (complete, slots) = {
            let known = &self.unit.records[record as usize];
            (known.complete, known.slots)
        };
        if !complete {
            let ty = self.name(&base_ty);
            return self.fail(whole.at, What::Incomplete { ty });
        }
        let Some((plus, slot)) = self.unit.member(record, name) else {
            if self.is_full() {
                return None;
            }
            let ty = self.name(&base_ty);
            let names = self.unit.member_names(record);
            let meant = similar(name, names.iter().map(|name| &**name));
            let what = if slots {
                What::NoField { name: ty.trim_start_matches("struct ").to_string() }
            } else {
                What::NoMember { ty, name: name.to_string() }
            };
            self.problems.push(Problem::new(whole.at, what).meant(meant));
            return None;
        };
        let arguments = self.unit.records[record as usize].name.as_deref() == Some("scx_init_task_args");
        self.reads_cgroups |= self.dead == 0 && arguments && &**name == "cgroup";
        let ty = self.resolve(&slot.ty);
        match inner {
            Loc::Memory { base, offset, constant, .. } => {
                let kernel = slots.then(|| name.clone());
                Some(Loc::Memory {
                    base,
                    offset: offset + i64::from(plus),
                    ty,
                    bits: slot.bits,
                    constant,
                    kernel,
                })
            }
            Loc::Register { .. } => None,
        }
    }

    /// Base register and 32-bit offset of a place in memory.
    fn reach(&mut self, base: V, offset: i64) -> (u8, i32) {
        match (base, i32::try_from(offset)) {
            (V::In(register), Ok(offset)) => (register, offset),
            (V::Known(address), _) => {
                let register = self.temp();
                self.set(register, address.wrapping_add(offset as u64));
                (register, 0)
            }
            (V::In(register), Err(_)) => {
                let (sum, plus) = (self.temp(), self.temp());
                self.set(plus, offset as u64);
                self.emit(Op::Add, sum, register, plus, 0);
                (sum, 0)
            }
        }
    }

    /// The value of a place. An array gives its address, as does a struct.
    pub(crate) fn load(&mut self, loc: &Loc, wanted: Option<u8>) -> Val {
        match loc {
            Loc::Register { register, ty, .. } => Val { v: V::In(*register), ty: ty.clone() },
            Loc::Memory { ty: Ty::Array(of, _), .. } => {
                let v = self.address(loc, wanted);
                Val { v, ty: Ty::Ptr(of.clone()) }
            }
            Loc::Memory { ty: ty @ Ty::Struct(_), .. } => {
                let v = self.address(loc, wanted);
                Val { v, ty: ty.clone() }
            }
            Loc::Memory { base, offset, ty, bits, .. } => {
                let Some((bytes, _)) = self.unit.size(ty) else { return Val::bad() };
                let (register, offset) = self.reach(*base, *offset);
                let target = self.target(wanted);
                let signed = ty.is_signed() && bits.is_none();
                let op = match (bytes, signed) {
                    (1, false) => Op::LoadU8,
                    (2, false) => Op::LoadU16,
                    (4, false) => Op::LoadU32,
                    (1, true) => Op::LoadS8,
                    (2, true) => Op::LoadS16,
                    (4, true) => Op::LoadS32,
                    _ => Op::Load64,
                };
                self.emit(op, target, register, 0, offset);
                if let Some((first, width)) = *bits {
                    self.emit(Op::ShlI, target, target, 0, i32::from(64 - first - width));
                    let op = if ty.is_signed() { Op::SarI } else { Op::ShrI };
                    self.emit(op, target, target, 0, i32::from(64 - width));
                }
                Val { v: V::In(target), ty: ty.clone() }
            }
        }
    }

    /// Writes a value that has the type of the place.
    pub(crate) fn store(&mut self, loc: &Loc, value: V) {
        match loc {
            Loc::Register { register, .. } => self.put(*register, value),
            Loc::Memory { base, offset, ty, bits, .. } => {
                let Some((bytes, _)) = self.unit.size(ty) else { return };
                let mark = self.f.next;
                if let Ty::Struct(_) = ty {
                    let to = self.address(loc, None);
                    let (to, from) = (self.register(to), self.register(value));
                    self.emit(Op::Copy, to, from, 0, bytes as i32);
                    self.f.next = mark;
                    return;
                }
                let (register, offset) = self.reach(*base, *offset);
                let (load, op) = match bytes {
                    1 => (Op::LoadU8, Op::Store8),
                    2 => (Op::LoadU16, Op::Store16),
                    4 => (Op::LoadU32, Op::Store32),
                    _ => (Op::Load64, Op::Store64),
                };
                let from = self.register(value);
                if let Some((first, width)) = *bits {
                    let mask = if width >= 64 { u64::MAX } else { (1 << width) - 1 };
                    let (old, new, hole) = (self.temp(), self.temp(), self.temp());
                    self.emit(load, old, register, 0, offset);
                    self.set(hole, !(mask << first));
                    self.emit(Op::And, old, old, hole, 0);
                    self.set(hole, mask);
                    self.emit(Op::And, new, from, hole, 0);
                    self.emit(Op::ShlI, new, new, 0, i32::from(first));
                    self.emit(Op::Or, old, old, new, 0);
                    self.emit(op, old, register, 0, offset);
                } else {
                    self.emit(op, from, register, 0, offset);
                }
                self.f.next = mark;
            }
        }
    }

    fn address(&mut self, loc: &Loc, wanted: Option<u8>) -> V {
        match loc {
            Loc::Register { .. } => V::Known(0),
            Loc::Memory { base: V::Known(address), offset, .. } => {
                V::Known(address.wrapping_add(*offset as u64))
            }
            Loc::Memory { base, offset: 0, .. } => *base,
            Loc::Memory { base: V::In(base), offset, .. } => {
                let (register, offset) = self.reach(V::In(*base), *offset);
                if offset == 0 {
                    return V::In(register);
                }
                let target = self.target(wanted);
                self.emit(Op::AddI, target, register, 0, offset);
                V::In(target)
            }
        }
    }

    /// Reports a place that cannot be written.
    fn writable(&mut self, loc: &Loc, at: Span) -> bool {
        let (constant, kernel) = match loc {
            Loc::Register { constant, .. } => (constant, &None),
            Loc::Memory { constant, kernel, .. } => (constant, kernel),
        };
        if let Some(name) = constant {
            let what =
                if name.is_empty() { What::NotAssignable } else { What::Constant { name: name.to_string() } };
            self.error(at, what);
            return false;
        }
        if matches!(loc.ty(), Ty::Array(..)) {
            self.error(at, What::NotAssignable);
            return false;
        }
        if let Some(name) = kernel
            && !matches!(&**name, "slice" | "dsq_vtime" | "disallow")
        {
            self.error(at, What::FieldReadOnly { name: name.to_string() });
        }
        true
    }

    pub(crate) fn value(&mut self, expression: &Expr, wanted: Option<u8>) -> Val {
        let before = self.span;
        if expression.own && expression.at.line > 0 {
            self.span = expression.at;
        }
        let made = self.value_of(expression, wanted).unwrap_or_else(Val::bad);
        self.span = before;
        made
    }

    fn value_of(&mut self, whole: &Expr, wanted: Option<u8>) -> Made<Val> {
        let mark = self.f.next;
        if !matches!(*whole.kind, E::Name(_) | E::Call(..))
            && let Some((value, ty)) = self.unit.constant(whole)
        {
            return Some(Val::known(value, ty));
        }
        match &*whole.kind {
            E::Number(value, ty) => Some(Val::known(*value, ty.clone())),
            E::Name(name) => {
                if self.variable(name).is_none() {
                    if let Some((value, ty)) = self.unit.enumerators.get(name) {
                        return Some(Val::known(*value as u64, ty.clone()));
                    }
                    if let Some(&index) = self.unit.function_of.get(name) {
                        return self.callback(index, whole.at);
                    }
                }
                let loc = self.location(whole, false)?;
                if !matches!(loc, Loc::Register { .. }) {
                    // The registers of the address are free after the load.
                    let keep = matches!(loc.ty(), Ty::Array(..) | Ty::Struct(_));
                    if !keep {
                        self.f.next = mark;
                        // Load may use the register of the address again.
                        if let Loc::Memory { base: V::In(base), .. } = &loc {
                            self.f.next = self.f.next.max(u16::from(*base) + 1).min(mark + 1);
                        }
                        let target = self.target(wanted);
                        let made = self.load(&loc, Some(target));
                        return Some(made);
                    }
                }
                Some(self.load(&loc, wanted))
            }
            E::Text(_) | E::Literal(..) | E::Member(..) | E::Index(..) | E::Unary("*", _) => {
                let loc = self.location(whole, false)?;
                if matches!(loc.ty(), Ty::Func(_)) {
                    return self.fail(whole.at, What::FunctionPointer);
                }
                let made = self.load(&loc, None);
                Some(self.keep(made, mark, wanted))
            }
            E::Unary("&", inner) => self.address_of(inner, whole, mark, wanted),
            E::Unary("!", inner) => {
                let made = self.value(inner, None);
                if !made.ty.is_scalar() {
                    let ty = self.name(&made.ty);
                    return self.fail(whole.at, What::Operand { operator: "!".into(), ty });
                }
                let v = match made.v {
                    V::Known(value) => V::Known(u64::from(value == 0)),
                    V::In(register) => {
                        self.f.next = mark;
                        let target = self.target(wanted);
                        self.emit(Op::IsZero, target, register, 0, 0);
                        V::In(target)
                    }
                };
                Some(Val { v, ty: INT })
            }
            E::Unary(op, inner) => {
                let made = self.value(inner, None);
                if !made.ty.is_integer() {
                    if made.ty.is_bad() {
                        return None;
                    }
                    let ty = self.name(&made.ty);
                    return self.fail(whole.at, What::Operand { operator: (*op).into(), ty });
                }
                let ty = made.ty.promoted();
                let made = self.cast(made, &ty, None);
                let v = match (made.v, *op) {
                    (v, "+") => v,
                    (V::Known(value), "-") => V::Known(ty.wrap(value.wrapping_neg())),
                    (V::Known(value), _) => V::Known(ty.wrap(!value)),
                    (V::In(register), op) => {
                        self.f.next = mark;
                        let target = self.target(wanted);
                        self.emit(if op == "-" { Op::Neg } else { Op::Not }, target, register, 0, 0);
                        // The upper half of a 32-bit value.
                        match ty {
                            Ty::Int { bytes: 4, signed: true } => self.emit(Op::S32, target, target, 0, 0),
                            Ty::Int { bytes: 4, .. } => self.emit(Op::U32, target, target, 0, 0),
                            _ => {}
                        }
                        V::In(target)
                    }
                };
                let made = Val { v, ty };
                Some(self.keep(made, mark, wanted))
            }
            E::Binary("&&" | "||", ..) => {
                let target = self.target(wanted.filter(|_| false));
                let (no, end) = (self.label(), self.label());
                self.branch(whole, no, false);
                self.set(target, 1);
                self.jump(Op::Jump, 0, 0, 0, end);
                self.here(no);
                self.set(target, 0);
                self.here(end);
                Some(Val { v: V::In(target), ty: INT })
            }
            E::Binary(op, left, right) if is_comparison(op) => {
                let (ty, left, right) = self.compared(op, left, right, whole)?;
                let v = self.operate(op, &ty, left, right, mark, wanted);
                Some(Val { v, ty: INT })
            }
            E::Binary(op, left, right) => {
                let one = self.value(left, None);
                let two = self.value(right, None);
                self.binary(op, one, two, whole, mark, wanted)
            }
            E::Assign(op, target, value) => self.assign(*op, target, value, whole),
            E::Step(by, old, target) => self.step(*by, *old, target, whole),
            E::Choice(condition, then, otherwise) => self.choice(condition, then.as_ref(), otherwise, whole),
            E::Comma(left, right) => {
                self.discard(left);
                self.f.next = mark;
                Some(self.value(right, wanted))
            }
            E::Cast(ty, inner) => {
                let ty = self.resolve(ty);
                let made = self.value(inner, wanted);
                if matches!(ty, Ty::Void) {
                    return Some(Val::known(0, Ty::Void));
                }
                if made.ty.is_bad() {
                    return Some(Val { v: made.v, ty });
                }
                if !ty.is_scalar() || !made.ty.is_scalar() {
                    if self.unit.same(&ty, &made.ty) {
                        return Some(made);
                    }
                    let (from, to) = (self.name(&made.ty), self.name(&ty));
                    return self.fail(whole.at, What::Convert { from, to });
                }
                let made = self.cast(made, &ty, None);
                Some(self.keep(made, mark, wanted))
            }
            E::SizeOf(inner) => {
                let ty = self.type_of(inner);
                match self.unit.size(&ty) {
                    Some((bytes, _)) => Some(Val::known(u64::from(bytes), ULONG)),
                    None if ty.is_bad() => None,
                    None => self.fail(whole.at, self.unit.no_size(&ty)),
                }
            }
            E::SizeOfType(ty) | E::AlignOfType(ty) => {
                let ty = self.resolve(ty);
                let align = matches!(*whole.kind, E::AlignOfType(_));
                match self.unit.size(&ty) {
                    Some((bytes, own)) => Some(Val::known(u64::from(if align { own } else { bytes }), ULONG)),
                    None if ty.is_bad() => None,
                    None => self.fail(whole.at, self.unit.no_size(&ty)),
                }
            }
            E::OffsetOf(ty, steps) => {
                let ty = self.resolve(ty);
                match self.unit.offset_of(&ty, steps) {
                    Some((offset, _)) => Some(Val::known(u64::from(offset), ULONG)),
                    None => {
                        let name = match steps.first() {
                            Some(Step::Member(name, _)) => name.to_string(),
                            _ => String::new(),
                        };
                        let ty = self.name(&ty);
                        self.fail(whole.at, What::NoMember { ty, name })
                    }
                }
            }
            E::Block(list) => self.statement_expression(list, wanted),
            E::Checked(inner) => {
                let (outside, end) = (self.label(), self.label());
                let target = self.temp();
                let before = self.f.outside.replace(outside);
                let loc = self.location(inner, false);
                self.f.outside = before;
                let loc = loc?;
                let v = self.address(&loc, Some(target));
                self.put(target, v);
                self.jump(Op::Jump, 0, 0, 0, end);
                self.here(outside);
                self.set(target, 0);
                self.here(end);
                self.f.next = u16::from(target) + 1;
                Some(Val { v: V::In(target), ty: Ty::Ptr(Rc::new(loc.ty().clone())) })
            }
            E::Iterator => match self.f.iterators.last().copied() {
                Some(offset) => {
                    let target = self.target(wanted);
                    self.emit(Op::Frame, target, 0, 0, offset as i32);
                    Some(Val { v: V::In(target), ty: Ty::Ptr(Rc::new(Ty::Void)) })
                }
                None => self.fail(whole.at, What::NoIterator),
            },
            E::Type(_) => self.fail(whole.at, What::NoExpression { found: "a type".into() }),
            E::Call(callee, list) => self.call(callee, list, whole, wanted),
        }
    }

    /// Moves a result to the wanted register or down to the first free one.
    fn keep(&mut self, made: Val, mark: u16, wanted: Option<u8>) -> Val {
        match (made.v, wanted) {
            (V::In(register), Some(wanted)) if u16::from(register) >= mark => {
                if register != wanted {
                    self.emit(Op::Mov, wanted, register, 0, 0);
                }
                self.f.next = mark.max(u16::from(wanted) + 1).min(self.f.next).max(mark);
                Val { v: V::In(wanted), ..made }
            }
            (V::In(register), None) if u16::from(register) > mark => {
                // It may be moved down only if nothing else is there; a move costs one operation.
                self.f.next = u16::from(register) + 1;
                made
            }
            (V::In(register), None) if u16::from(register) == mark => {
                self.f.next = mark + 1;
                made
            }
            _ => made,
        }
    }

    fn address_of(&mut self, inner: &Expr, whole: &Expr, mark: u16, wanted: Option<u8>) -> Made<Val> {
        if let E::Name(name) = &*inner.kind
            && self.variable(name).is_none()
            && let Some(&index) = self.unit.function_of.get(name)
        {
            return self.callback(index, whole.at);
        }
        let loc = self.location(inner, false)?;
        match &loc {
            Loc::Register { ty, .. } if ty.is_bad() => None,
            Loc::Register { .. } => self.fail(whole.at, What::NoAddress),
            Loc::Memory { bits: Some(_), .. } => self.fail(whole.at, What::BitsAddress),
            Loc::Memory { ty, .. } => {
                let ty = Ty::Ptr(Rc::new(ty.clone()));
                let v = self.address(&loc, None);
                Some(self.keep(Val { v, ty }, mark, wanted))
            }
        }
    }

    /// A function as a value, for callbacks.
    fn callback(&mut self, index: u32, at: Span) -> Made<Val> {
        let function = &self.unit.functions[index as usize];
        if function.body.is_none() {
            // A kfunc, whose existence is tested (`if (scx_bpf_now)`).
            if let Some(kfunc) = Kfunc::named(&function.name) {
                let known = u64::from(kfunc.since() <= self.release);
                return Some(Val::known(known, Ty::Ptr(Rc::new(Ty::Void))));
            }
            let name = function.name.to_string();
            return self.fail(at, What::NoBody { name });
        }
        let sig = function.sig.clone();
        let number = self.number(index);
        self.calls.push((self.f.index, number, at));
        Some(Val::known(address::function(number), Ty::Ptr(Rc::new(Ty::Func(sig)))))
    }

    fn binary(
        &mut self,
        op: &'static str,
        one: Val,
        two: Val,
        whole: &Expr,
        mark: u16,
        wanted: Option<u8>,
    ) -> Made<Val> {
        if one.ty.is_bad() || two.ty.is_bad() {
            return None;
        }
        if let (true, true) = (one.ty.is_integer(), two.ty.is_integer()) {
            if matches!(op, "<<" | ">>") {
                let ty = one.ty.promoted();
                let one = self.cast(one, &ty, None);
                let v = self.operate(op, &ty, one.v, two.v, mark, wanted);
                return Some(Val { v, ty });
            }
            let ty = one.ty.usual(&two.ty);
            if matches!(op, "/" | "%") && ty.is_signed() && whole.own && !matches!(two.v, V::Known(_)) {
                self.error(whole.at, What::SignedDivision);
            }
            let (one, two) = (self.cast(one, &ty, None), self.cast(two, &ty, None));
            let v = self.operate(op, &ty, one.v, two.v, mark, wanted);
            return Some(Val { v, ty });
        }
        let names = |this: &Self| (this.name(&one.ty), this.name(&two.ty));
        let size = |this: &Self, ty: &Ty| match ty.pointee() {
            Some(Ty::Void) | Some(Ty::Func(_)) => Some(1),
            Some(to) => this.unit.size(to).map(|(bytes, _)| bytes),
            None => None,
        };
        match op {
            "+" | "-" if one.ty.is_pointer() && two.ty.is_integer() => {
                self.offset(op, one, two, whole, mark, wanted)
            }
            "+" if one.ty.is_integer() && two.ty.is_pointer() => {
                self.offset(op, two, one, whole, mark, wanted)
            }
            "-" if one.ty.is_pointer() && two.ty.is_pointer() => {
                let Some(bytes) = size(self, &one.ty) else {
                    let what = self.unit.no_size(one.ty.pointee().unwrap_or(&Ty::Bad));
                    return self.fail(whole.at, what);
                };
                let v = self.operate("-", &ULONG, one.v, two.v, mark, wanted);
                let v = self.operate("/", &LONG, v, V::Known(u64::from(bytes.max(1))), self.f.next, wanted);
                Some(self.keep(Val { v, ty: LONG }, mark, wanted))
            }
            _ => {
                let (left, right) = names(self);
                self.fail(whole.at, What::Operands { operator: op.into(), left, right })
            }
        }
    }

    /// A pointer plus or minus a number of elements.
    fn offset(
        &mut self,
        op: &str,
        pointer: Val,
        number: Val,
        whole: &Expr,
        mark: u16,
        wanted: Option<u8>,
    ) -> Made<Val> {
        let bytes = match pointer.ty.pointee() {
            Some(Ty::Void) => 1,
            Some(to) => match self.unit.size(to) {
                Some((bytes, _)) => bytes,
                None => {
                    let what = self.unit.no_size(to);
                    return self.fail(whole.at, what);
                }
            },
            None => return None,
        };
        let scale = V::Known(u64::from(bytes));
        let inside = self.f.next;
        let scaled =
            if bytes == 1 { number.v } else { self.operate("*", &ULONG, number.v, scale, inside, None) };
        let v = self.operate(op, &ULONG, pointer.v, scaled, mark, wanted);
        Some(Val { v, ty: pointer.ty })
    }

    fn assign(&mut self, op: Option<&'static str>, target: &Expr, value: &Expr, whole: &Expr) -> Made<Val> {
        let loc = self.location(target, false);
        let Some(loc) = loc else {
            self.value(value, None);
            return None;
        };
        let writable = self.writable(&loc, target.at);
        let ty = loc.ty().clone();
        let into = match &loc {
            Loc::Register { register, .. } => Some(*register),
            Loc::Memory { .. } => None,
        };
        let made = match op {
            None => {
                let made = self.value(value, into);
                self.assignable(made, &ty, value.at, into)
            }
            Some(op) => {
                let inside = self.f.next;
                let old = self.load(&loc, None);
                let made = self.value(value, None);
                let made = self.binary(op, old, made, whole, inside, into)?;
                self.assignable(made, &ty, whole.at, into)
            }
        };
        if !writable {
            return Some(made);
        }
        self.store(&loc, made.v);
        Some(match (&loc, made.v) {
            (Loc::Register { register, .. }, _) => Val { v: V::In(*register), ty },
            (Loc::Memory { bits: Some((_, width)), .. }, V::In(register)) if *width < 64 => {
                // The value of the assignment is what the bit-field holds.
                let cut = self.temp();
                self.emit(Op::ShlI, cut, register, 0, i32::from(64 - width));
                let op = if ty.is_signed() { Op::SarI } else { Op::ShrI };
                self.emit(op, cut, cut, 0, i32::from(64 - width));
                Val { v: V::In(cut), ty }
            }
            _ => made,
        })
    }

    fn step(&mut self, by: i8, old: bool, target: &Expr, whole: &Expr) -> Made<Val> {
        let loc = self.location(target, false)?;
        if !self.writable(&loc, target.at) {
            return None;
        }
        let ty = loc.ty().clone();
        if !ty.is_scalar() {
            let operator = if by > 0 { "++" } else { "--" };
            let ty = self.name(&ty);
            return self.fail(whole.at, What::Operand { operator: operator.into(), ty });
        }
        let before = self.load(&loc, None);
        let kept = if old {
            let kept = self.temp();
            self.put(kept, before.v);
            Some(kept)
        } else {
            None
        };
        let mark = self.f.next;
        let one = Val::known(1, INT);
        let op = if by > 0 { "+" } else { "-" };
        let into = if let Loc::Register { register, .. } = &loc { Some(*register) } else { None };
        let made = self.binary(op, before, one, whole, mark, into)?;
        let made = self.cast(made, &ty, into);
        self.store(&loc, made.v);
        Some(match (kept, &loc) {
            (Some(kept), _) => Val { v: V::In(kept), ty },
            (None, Loc::Register { register, .. }) => Val { v: V::In(*register), ty },
            _ => made,
        })
    }

    fn choice(&mut self, condition: &Expr, then: Option<&Expr>, otherwise: &Expr, whole: &Expr) -> Made<Val> {
        if let Some(known) = self.known(condition) {
            let (kept, dead) = match (known != 0, then) {
                (true, Some(then)) => (then, otherwise),
                (true, None) => (condition, otherwise),
                (false, Some(then)) => (otherwise, then),
                (false, None) => (otherwise, condition),
            };
            self.dead += 1;
            self.type_of(dead);
            self.dead -= 1;
            return Some(self.value(kept, None));
        }
        // Both types decide that of the result.
        let before = self.problems.len();
        let one = match then {
            Some(then) => self.type_of(then),
            None => self.type_of(condition),
        };
        let two = self.type_of(otherwise);
        self.problems.truncate(before);
        let one = decayed(one);
        let two = decayed(two);
        let ty = match (&one, &two) {
            (Ty::Bad, other) | (other, Ty::Bad) => other.clone(),
            (left, right) if left.is_integer() && right.is_integer() => left.usual(right),
            (Ty::Ptr(left), Ty::Ptr(_)) if matches!(**left, Ty::Void) => two.clone(),
            (Ty::Ptr(_), Ty::Ptr(_) | Ty::Int { .. }) => one.clone(),
            (Ty::Int { .. }, Ty::Ptr(_)) => two.clone(),
            (Ty::Void, _) | (_, Ty::Void) => Ty::Void,
            (Ty::Struct(_), Ty::Struct(_)) if self.unit.same(&one, &two) => one.clone(),
            _ => {
                let (left, right) = (self.name(&one), self.name(&two));
                return self.fail(whole.at, What::Operands { operator: "?:".into(), left, right });
            }
        };
        let target = self.temp();
        let mark = self.f.next;
        let (no, end) = (self.label(), self.label());
        let side = |this: &mut Self, value: &Expr| {
            let made = this.value(value, None);
            if !matches!(ty, Ty::Void) {
                let made = this.assignable(made, &ty, value.at, None);
                this.put(target, made.v);
            }
            this.f.next = mark;
        };
        match then {
            Some(then) => {
                self.branch(condition, no, false);
                side(self, then);
                self.jump(Op::Jump, 0, 0, 0, end);
                self.here(no);
            }
            None => {
                side(self, condition);
                self.jump(Op::JumpNotZero, target, 0, 0, end);
            }
        }
        side(self, otherwise);
        self.here(end);
        Some(Val { v: V::In(target), ty })
    }

    /// `({ … })`: the value of its last statement.
    fn statement_expression(&mut self, list: &[Stmt], wanted: Option<u8>) -> Made<Val> {
        let target = self.target(wanted.filter(|_| false));
        let inside = self.f.next;
        self.f.scopes.push(BTreeMap::new());
        let mut result = Val::known(0, Ty::Void);
        for (at, statement) in list.iter().enumerate() {
            match &*statement.kind {
                S::Expr(value) if at + 1 == list.len() => result = self.value(value, None),
                _ => self.statement(statement),
            }
        }
        self.f.scopes.pop();
        if !matches!(result.ty, Ty::Void | Ty::Bad) {
            self.put(target, result.v);
            result.v = V::In(target);
        }
        self.f.next = inside;
        Some(result)
    }

    /// Remembers a call of a kfunc, and checks its release.
    pub(crate) fn note(&mut self, kfunc: Kfunc, name: &Rc<str>, at: Span) {
        if self.dead > 0 {
            return;
        }
        let compatible = matches!(kfunc, Kfunc::Now | Kfunc::NrNodeIds | Kfunc::CpuNode);
        if kfunc.since() > self.release && !compatible {
            let (since, release) = (kfunc.since().name().into(), self.release.name().into());
            return self.error(at, What::KfuncSince { name: name.to_string(), since, release });
        }
        // Before 7.1 it may be called in `cpu_release` only, which is never called.
        let reenqueues = kfunc == Kfunc::ReenqueueLocal && self.release >= Release::V7_1;
        if reenqueues || kfunc == Kfunc::DsqReenq {
            return self.error(at, What::NotSimulated { name: name.to_string() });
        }
        self.reads_cgroups |= kfunc == Kfunc::TaskCgroup;
        self.kfuncs.push(KfuncCall { function: self.f.index, kfunc, name: name.clone(), at });
    }

    fn call(&mut self, callee: &Expr, list: &[Expr], whole: &Expr, wanted: Option<u8>) -> Made<Val> {
        let mut name = match &*callee.kind {
            E::Name(name) => name.clone(),
            // (*function)(…) and &function are calls of the function.
            _ => {
                let made = self.value(callee, None);
                if made.ty.is_bad() {
                    return None;
                }
                return self.fail(callee.at, What::FunctionPointer);
            }
        };
        let at = callee.at;
        if let Some(variable) = self.variable(&name) {
            let function = matches!(&variable.ty, Ty::Ptr(to) if matches!(**to, Ty::Func(_)));
            let ty = self.name(&variable.ty);
            return self.fail(at, if function { What::FunctionPointer } else { What::NotFunction { ty } });
        }
        if let Some(result) = self.builtin(&name, list, whole, wanted) {
            return result;
        }
        if !self.unit.function_of.contains_key(&name)
            && let Some(rest) = name.strip_prefix("__COMPAT_")
            && self.unit.function_of.contains_key(rest)
        {
            name = rest.into();
        }
        let Some(&index) = self.unit.function_of.get(&name) else {
            self.unknown_name(&name, at, true);
            list.iter().for_each(|value| {
                self.value(value, None);
            });
            return None;
        };
        let function = &self.unit.functions[index as usize];
        let sig = function.sig.clone();
        let kfunc = if function.body.is_none() { Kfunc::named(&name) } else { None };
        if function.body.is_none() && kfunc.is_none() {
            let what = crate::refused::name(&name).unwrap_or(What::NoBody { name: name.to_string() });
            return self.fail(at, what);
        }
        let expected = sig.parameters.len();
        let least = match kfunc {
            Some(Kfunc::DsqMoveToLocal) => 1,
            _ => expected,
        };
        let found = list.len();
        if found < least || (found > expected && !sig.variadic) {
            list.iter().for_each(|value| {
                self.value(value, None);
            });
            let (expected, found) = (expected as u32, found as u32);
            return self.fail(at, What::Arguments { name: name.to_string(), expected, found });
        }
        if found > 15 {
            return self.fail(at, What::TooManyArguments { most: 15 });
        }
        let mark = self.f.next;
        let base = self.arguments(found.max(1));
        let inside = self.f.next;
        for (number, value) in list.iter().enumerate() {
            let register = base.saturating_add(number as u8);
            let made = match sig.parameters.get(number) {
                Some((_, ty, _)) => {
                    let ty = self.resolve(ty);
                    let made = self.value(value, Some(register));
                    self.assignable(made, &ty, value.at, Some(register))
                }
                None => {
                    let made = self.value(value, Some(register));
                    if made.ty.is_integer() {
                        let ty = made.ty.promoted();
                        self.cast(made, &ty, Some(register))
                    } else {
                        if !made.ty.is_scalar() {
                            let from = self.name(&made.ty);
                            self.error(value.at, What::Convert { from, to: "an argument".into() });
                        }
                        made
                    }
                }
            };
            self.put(register, made.v);
            self.f.next = inside;
        }
        self.f.next = mark;
        let target = self.target(wanted);
        let result = self.resolve(&sig.result);
        match kfunc {
            Some(kfunc) => {
                self.note(kfunc, &name, at);
                self.at(at, callee.own, |this| this.kfunc(kfunc, target, base, found));
            }
            None => {
                let number = self.number(index);
                self.calls.push((self.f.index, number, at));
                self.at(at, callee.own, |this| this.emit(Op::Call, target, base, found as u8, number as i32));
            }
        }
        Some(match result {
            Ty::Void => Val::known(0, Ty::Void),
            ty => Val { v: V::In(target), ty },
        })
    }

    /// Registers for the arguments of a call.
    pub(crate) fn arguments(&mut self, count: usize) -> u8 {
        let base = self.temp();
        for _ in 1..count {
            self.temp();
        }
        if usize::from(base) + count > 250 { 0 } else { base }
    }
}

fn decayed(ty: Ty) -> Ty {
    match ty {
        Ty::Array(of, _) => Ty::Ptr(of),
        other => other,
    }
}

/// The only value of an initialiser.
pub(crate) fn single(init: &Init) -> Option<&Expr> {
    match init {
        Init::Value(value) => Some(value),
        Init::List(list, _) => match &list[..] {
            [(steps, inner)] if steps.is_empty() => single(inner),
            _ => None,
        },
    }
}

fn text_only(list: &[(Vec<Step>, Init)]) -> bool {
    matches!(list, [(steps, Init::Value(value))] if steps.is_empty() && matches!(*value.kind, E::Text(_)))
}

/// The cases of a switch, without those of an inner one.
fn collect<'s>(statement: &'s Stmt, out: &mut Vec<&'s Stmt>) {
    match &*statement.kind {
        S::Case(..) | S::Default(_) => out.push(statement),
        S::Block(list) => list.iter().for_each(|inner| collect(inner, out)),
        S::If(_, then, otherwise) => {
            collect(then, out);
            otherwise.iter().for_each(|inner| collect(inner, out));
        }
        S::While(_, body)
        | S::DoWhile(body, _)
        | S::For(.., body)
        | S::BpfFor(.., body)
        | S::BpfRepeat(_, body)
        | S::ForEach(.., body) => collect(body, out),
        _ => {}
    }
}

/// The names whose address is taken.
fn taken(list: &[Stmt], out: &mut BTreeSet<Rc<str>>) {
    crate::walk::expressions(list, &mut |expression| {
        if let E::Unary("&", inner) | E::Checked(inner) = &*expression.kind {
            let mut at = inner;
            // &a.b[1] takes the address of a.
            loop {
                match &*at.kind {
                    E::Member(base, _, false) | E::Index(base, _) => at = base,
                    E::Name(name) => {
                        out.insert(name.clone());
                        break;
                    }
                    _ => break,
                }
            }
        }
    });
}
