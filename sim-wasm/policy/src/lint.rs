//! What the verifier would refuse, as warnings: kfuncs in the wrong hook, pointers without a test, references and locks
//! that are not released, loops without a bound, variables without a value.
//!
//! The walk over a function follows its statements once. It knows for each local pointer whether it may be NULL and
//! whether it holds a reference, which locals have no value yet, and how often each lock is held. After a loop it keeps
//! what holds before and after one round.

use crate::ast::*;
use crate::generate::KfuncCall;
use crate::parse::Unit;
use crate::problem::{Problem, What};
use sched_vm::{Hook, Kfunc, Release, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Functions whose result may be NULL.
const MAY_BE_NULL: &[&str] = &[
    "bpf_map_lookup_elem",
    "bpf_map_lookup_percpu_elem",
    "bpf_task_storage_get",
    "bpf_task_from_pid",
    "bpf_cpumask_create",
    "bpf_kptr_xchg",
    "scx_bpf_dsq_peek",
    "scx_bpf_cpu_curr",
];

/// Functions that acquire a reference, and those that release it.
const ACQUIRE: &[(&str, &str)] = &[
    ("bpf_task_from_pid", "bpf_task_release"),
    ("bpf_task_acquire", "bpf_task_release"),
    ("bpf_cpumask_create", "bpf_cpumask_release"),
    ("bpf_cpumask_acquire", "bpf_cpumask_release"),
    ("bpf_kptr_xchg", "bpf_cpumask_release"),
    ("scx_bpf_get_idle_cpumask", "scx_bpf_put_idle_cpumask"),
    ("scx_bpf_get_idle_smtmask", "scx_bpf_put_idle_cpumask"),
    ("scx_bpf_get_idle_cpumask_node", "scx_bpf_put_idle_cpumask"),
    ("scx_bpf_get_idle_smtmask_node", "scx_bpf_put_idle_cpumask"),
    ("scx_bpf_get_possible_cpumask", "scx_bpf_put_cpumask"),
    ("scx_bpf_get_online_cpumask", "scx_bpf_put_cpumask"),
    ("scx_bpf_task_cgroup", "bpf_cgroup_release"),
];

/// What is known of a pointer.
#[derive(Clone, Debug, PartialEq)]
struct Known {
    /// Where the NULL may come from; `None` after a test.
    null: Option<Rc<str>>,
    /// The test found NULL.
    is_null: bool,
    /// The function that acquired a reference, and the one that releases it.
    held: Option<(&'static str, &'static str)>,
}

/// Locks, and how they are released.
const LOCKS: [(&str, &str); 2] =
    [("bpf_rcu_read_lock", "bpf_rcu_read_unlock"), ("bpf_spin_lock", "bpf_spin_unlock")];

/// Most rounds of bpf_loop, bpf_for and bpf_repeat.
pub(crate) const MOST_ROUNDS: i64 = 1 << 23;

/// What holds at a place of a function.
#[derive(Clone, Debug, Default)]
struct State {
    pointers: BTreeMap<Rc<str>, Known>,
    /// Locals that have no value on any path to here.
    unset: BTreeSet<Rc<str>>,
    /// How often each lock is held; `None` if that depends on the path.
    locks: [Option<u32>; 2],
}

impl State {
    /// At the start of a function.
    fn start() -> Self {
        Self { locks: [Some(0); 2], ..Self::default() }
    }
}

struct Walk<'a> {
    unit: &'a Unit,
    /// `None` where no path leads.
    state: Option<State>,
    /// States at jumps to labels.
    jumps: BTreeMap<Rc<str>, State>,
    /// States at the ends of loops and switches.
    breaks: Vec<Option<State>>,
    problems: Vec<Problem>,
    /// Functions whose result may be NULL, also of the source.
    null: &'a BTreeSet<Rc<str>>,
    hook: Option<Hook>,
    /// Names that were reported.
    said: BTreeSet<Rc<str>>,
    /// The number of bounded conditions so far, and at each label: one in between bounds the way back.
    bounds: u32,
    labels: BTreeMap<Rc<str>, u32>,
}

/// Joins two states of one place.
fn join(left: Option<State>, right: Option<State>) -> Option<State> {
    match (left, right) {
        (Some(left), Some(mut right)) => {
            right.unset.retain(|name| left.unset.contains(name));
            for (lock, other) in right.locks.iter_mut().zip(left.locks) {
                *lock = lock.filter(|_| *lock == other);
            }
            for (name, known) in left.pointers {
                match right.pointers.get_mut(&name) {
                    Some(other) => {
                        // NULL on one path and held on the other is what a test leaves.
                        if other.held.is_none() && other.is_null {
                            other.held = known.held;
                        }
                        other.null = other.null.take().or(known.null.clone());
                        other.is_null &= known.is_null;
                    }
                    None => {
                        right.pointers.insert(name, known);
                    }
                }
            }
            Some(right)
        }
        (left, right) => left.or(right),
    }
}

pub(crate) fn check(
    unit: &Unit,
    release: Release,
    hooks: &[(Hook, u32)],
    functions: &[(u32, u32)],
    kfuncs: &[KfuncCall],
    calls: &[(u32, u32, Span)],
    problems: &mut Vec<Problem>,
) {
    contexts(unit, release, hooks, functions, kfuncs, calls, problems);
    let mut null: BTreeSet<Rc<str>> = MAY_BE_NULL.iter().map(|name| Rc::from(*name)).collect();
    // A function of the source that hands on what may be NULL; a few rounds reach functions that call others.
    for _ in 0..3 {
        for function in unit.functions.iter().filter(|function| function.own) {
            if let (Some(body), Ty::Ptr(_)) = (&function.body, &function.sig.result)
                && returns_null(body, &null)
            {
                null.insert(function.name.clone());
            }
        }
    }
    let mut constants = BTreeSet::new();
    for (index, function) in unit.functions.iter().enumerate() {
        let Some(body) = function.body.as_ref().filter(|_| function.own) else { continue };
        let section = function.section.as_deref().unwrap_or("");
        let hook = hooks.iter().find(|(_, known)| *known as usize == index).map(|(hook, _)| *hook);
        if !section.is_empty() && !section.starts_with("struct_ops") && hook.is_none() {
            problems.push(Problem::new(function.at, What::NotCalled { name: function.name.to_string() }));
        }
        crate::walk::expressions(body, &mut |expression| {
            if let E::Name(name) = &*expression.kind
                && let Some(what) = crate::refused::constant(name)
                && constants.insert(name.clone())
            {
                problems.push(Problem::new(expression.at, what));
            }
        });
        let mut state = State::start();
        // `prev` of dispatch and `to` of yield may be NULL.
        let argument = match hook {
            Some(Hook::Dispatch | Hook::Yield) => function.sig.parameters.get(1),
            _ => None,
        };
        if let (Some((Some(name), ..)), Some(hook)) = (argument, hook) {
            let from = Rc::from(format!("the hook {}", hook.name()));
            state.pointers.insert(name.clone(), Known { null: Some(from), is_null: false, held: None });
        }
        let mut walk = Walk {
            unit,
            state: Some(state),
            jumps: BTreeMap::new(),
            breaks: Vec::new(),
            problems: Vec::new(),
            null: &null,
            hook,
            said: BTreeSet::new(),
            bounds: 0,
            labels: BTreeMap::new(),
        };
        walk.list(body);
        let end = Span { length: 1, ..function.at };
        walk.leave(end, None);
        problems.extend(walk.problems);
    }
}

/// Each kfunc must be allowed in every hook from which its function is reached.
fn contexts(
    unit: &Unit,
    release: Release,
    hooks: &[(Hook, u32)],
    functions: &[(u32, u32)],
    kfuncs: &[KfuncCall],
    calls: &[(u32, u32, Span)],
    problems: &mut Vec<Problem>,
) {
    let number: BTreeMap<u32, u32> = functions.iter().copied().collect();
    let mut said = BTreeSet::new();
    for (hook, function) in hooks {
        let Some(&root) = number.get(function) else { continue };
        let mut reached = BTreeSet::from([root]);
        let mut open = vec![root];
        while let Some(at) = open.pop() {
            for (from, to, _) in calls {
                if *from == at && reached.insert(*to) {
                    open.push(*to);
                }
            }
        }
        for call in kfuncs.iter().filter(|call| reached.contains(&call.function)) {
            // A timer's callback is reached by its address, but it is not called by the hook.
            let is_callback = functions
                .iter()
                .any(|(index, number)| *number == call.function && is_timer(unit, *index, kfuncs));
            let allowed = call.kfunc.allowed_in(Some(*hook), release)
                || (is_callback && call.kfunc.allowed_in(None, release));
            if !allowed && said.insert((call.at, *hook)) {
                let (name, hook) = (call.name.to_string(), hook.name().to_string());
                problems.push(Problem::new(call.at, What::Context { name, hook }));
            }
        }
    }
}

/// Whether a function has the form of a timer's callback, in a source with timers.
fn is_timer(unit: &Unit, function: u32, kfuncs: &[KfuncCall]) -> bool {
    let sig = &unit.functions[function as usize].sig;
    sig.parameters.len() == 3 && kfuncs.iter().any(|call| call.kfunc == Kfunc::TimerSetCallback)
}

fn callee(value: &Expr) -> Option<(&Rc<str>, &[Expr])> {
    match &*value.kind {
        E::Call(name, list) => match &*name.kind {
            E::Name(name) => Some((name, list)),
            _ => None,
        },
        E::Cast(_, inner) => callee(inner),
        _ => None,
    }
}

/// Whether a condition bounds a loop: a comparison with a constant, a parameter or a variable of bpf_for.
fn bounded(unit: &Unit, value: &Expr) -> bool {
    match &*value.kind {
        E::Name(name) => &**name == "can_loop",
        E::Binary("&&" | "||", left, right) => bounded(unit, left) || bounded(unit, right),
        E::Binary("<" | ">" | "<=" | ">=" | "!=", left, right) => {
            let known = |value: &Expr| unit.constant(value).is_some();
            let parameter = |value: &Expr| {
                name_of(value).and_then(|name| unit.var_of.get(name)).is_some_and(|index| {
                    let var = &unit.vars[*index as usize];
                    var.constant
                })
            };
            [left, right].into_iter().any(|side| known(side) || parameter(side))
        }
        E::Call(name, list) => {
            matches!(&*name.kind, E::Name(name) if &**name == "__builtin_expect")
                && list.first().is_some_and(|first| bounded(unit, first))
        }
        // while (bits) and while (--n) end, but nothing tells after how many rounds.
        E::Unary("!", inner) => bounded(unit, inner),
        _ => false,
    }
}

fn name_of(value: &Expr) -> Option<&Rc<str>> {
    match &*value.kind {
        E::Name(name) => Some(name),
        E::Cast(_, inner) => name_of(inner),
        _ => None,
    }
}

fn is_zero(value: &Expr) -> bool {
    match &*value.kind {
        E::Number(0, _) => true,
        E::Cast(_, inner) => is_zero(inner),
        _ => false,
    }
}

/// Whether a function returns a result that may be NULL without a test of its own.
fn returns_null(body: &[Stmt], null: &BTreeSet<Rc<str>>) -> bool {
    let mut found = false;
    fn visit(list: &[Stmt], null: &BTreeSet<Rc<str>>, found: &mut bool) {
        for statement in list {
            match &*statement.kind {
                S::Return(Some(value)) => {
                    *found |= is_zero(value) || callee(value).is_some_and(|(name, _)| null.contains(name));
                }
                S::Block(list) => visit(list, null, found),
                S::If(_, then, otherwise) => {
                    visit(std::slice::from_ref(then), null, found);
                    otherwise.iter().for_each(|inner| visit(std::slice::from_ref(inner), null, found));
                }
                _ => {}
            }
        }
    }
    visit(body, null, &mut found);
    found
}

impl Walk<'_> {
    fn list(&mut self, list: &[Stmt]) {
        let mut outer = Vec::new();
        for statement in list {
            if let S::Declare(locals) = &*statement.kind {
                for local in locals {
                    // A local hides an outer one of its name until the block ends.
                    if let Some(state) = &mut self.state {
                        outer.push((local.name.clone(), state.pointers.remove(&local.name)));
                        state.unset.remove(&local.name);
                    }
                }
            }
            self.statement(statement);
        }
        if let Some(state) = &mut self.state {
            for (name, known) in outer.into_iter().rev() {
                state.unset.remove(&name);
                let pointers = &mut state.pointers;
                let held = pointers.get(&name).is_some_and(|inner| inner.held.is_some() && !inner.is_null);
                match known {
                    Some(known) => {
                        pointers.insert(name, known);
                    }
                    // A reference that is still held is reported where the function ends.
                    None if !held => {
                        pointers.remove(&name);
                    }
                    None => {}
                }
            }
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        if self.state.is_none()
            && !matches!(
                *statement.kind,
                S::Label(_)
                    | S::Case(..)
                    | S::Default(_)
                    | S::Block(_)
                    | S::If(..)
                    | S::For(..)
                    | S::While(..)
                    | S::Switch(..)
            )
        {
            return;
        }
        match &*statement.kind {
            S::Expr(value) => self.value(value),
            S::Declare(locals) => {
                for local in locals {
                    if let Some(value) = local.init.as_ref().and_then(crate::generate::single) {
                        self.value(value);
                        self.assign(&local.name, value);
                    }
                    let scalar = matches!(local.ty, Ty::Bool | Ty::Int { .. } | Ty::Ptr(_));
                    if let Some(state) = &mut self.state
                        && local.init.is_none()
                        && local.fixed.is_none()
                        && scalar
                    {
                        state.unset.insert(local.name.clone());
                    }
                }
            }
            S::If(condition, then, otherwise) => {
                let (yes, no) = self.condition(condition);
                self.state = yes;
                self.statement(then);
                let after = std::mem::replace(&mut self.state, no);
                if let Some(otherwise) = otherwise {
                    self.statement(otherwise);
                }
                let other = self.state.take();
                self.state = join(after, other);
            }
            S::While(condition, body) => {
                self.bound(Some(condition), statement.at, condition.own);
                self.round(Some(condition), None, body);
            }
            S::DoWhile(body, condition) => {
                self.bound(Some(condition), statement.at, condition.own);
                self.enter(body);
                self.breaks.push(None);
                self.statement(body);
                let (_, no) = self.condition(condition);
                let out = self.breaks.pop().flatten();
                self.state = join(no, out);
            }
            S::For(first, condition, step, body) => {
                if let Some(first) = first {
                    self.statement(first);
                }
                self.bound(condition.as_ref(), statement.at, true);
                self.round(condition.as_ref(), step.as_ref(), body);
            }
            S::BpfFor(variable, from, to, body) => {
                [from, to].into_iter().for_each(|value| self.value(value));
                if let (Some(state), Some(name)) = (&mut self.state, name_of(variable)) {
                    state.unset.remove(name);
                }
                let number = |value: &Expr| self.unit.constant(value).map(|(value, _)| value as i32);
                if let (Some(from), Some(to)) = (number(from), number(to)) {
                    self.rounds("bpf_for", i64::from(to) - i64::from(from), statement.at);
                }
                self.round(None, None, body);
                // The loop ends by itself.
            }
            S::BpfRepeat(count, body) => {
                self.value(count);
                if let Some((count, _)) = self.unit.constant(count) {
                    self.rounds("bpf_repeat", i64::from(count as i32), statement.at);
                }
                self.round(None, None, body);
            }
            S::ForEach(_, list, body) => {
                list.iter().skip(1).for_each(|value| self.value(value));
                // The variable is not NULL inside.
                if let (Some(state), Some(name)) = (&mut self.state, list.first().and_then(name_of)) {
                    state.pointers.remove(name);
                    state.unset.remove(name);
                }
                self.round(None, None, body);
            }
            S::Switch(value, body) => {
                self.value(value);
                let before = self.state.clone();
                self.breaks.push(before.clone());
                self.state = None;
                // Each case begins with the state before the switch.
                self.jumps.insert("switch".into(), before.unwrap_or_default());
                self.statement(body);
                let out = self.breaks.pop().flatten();
                let end = self.state.take();
                self.state = join(end, out);
            }
            S::Case(..) | S::Default(_) => {
                let entry = self.jumps.get("switch").cloned();
                let before = self.state.take();
                self.state = join(before, entry);
            }
            S::Label(name) => {
                let entry = self.jumps.remove(name);
                let before = self.state.take();
                // Without a state of a jump forwards the label is reached from below: nothing is known.
                self.state = join(before, entry).or_else(|| Some(State::default()));
                if let Some(state) = &mut self.state {
                    // It may be reached again, after an assignment further down.
                    state.unset.clear();
                }
                self.labels.insert(name.clone(), self.bounds);
            }
            S::Goto(name) => {
                if self.labels.get(name).is_some_and(|bounds| *bounds == self.bounds) {
                    self.problems.push(Problem::new(statement.at, What::Unbounded));
                }
                let state = self.state.take();
                let before = self.jumps.remove(name);
                if let Some(state) = join(before, state) {
                    self.jumps.insert(name.clone(), state);
                }
            }
            S::Break => {
                let state = self.state.take();
                if let Some(out) = self.breaks.last_mut() {
                    *out = join(out.take(), state);
                }
            }
            S::Continue => self.state = None,
            S::Return(value) => {
                if let Some(value) = value {
                    self.value(value);
                }
                self.leave(statement.at, value.as_ref());
                self.state = None;
            }
            S::Block(list) => self.list(list),
            S::Empty => {}
        }
    }

    /// The body of a loop begins. What it assigns may have a value from an earlier round.
    fn enter(&mut self, body: &Stmt) {
        let Some(state) = &mut self.state else { return };
        if !state.unset.is_empty() {
            crate::walk::expressions(std::slice::from_ref(body), &mut |value| {
                if let E::Assign(_, target, _) = &*value.kind
                    && let Some(name) = name_of(target)
                {
                    state.unset.remove(name);
                }
            });
        }
    }

    /// Reports a constant number of rounds above what the kernel makes.
    fn rounds(&mut self, name: &str, count: i64, at: Span) {
        if count > MOST_ROUNDS {
            let what = What::Rounds { name: name.into(), most: MOST_ROUNDS as u32 };
            self.problems.push(Problem::new(at, what));
        }
    }

    /// One round of a loop.
    fn round(&mut self, condition: Option<&Expr>, step: Option<&Expr>, body: &Stmt) {
        self.enter(body);
        let before = self.state.clone();
        let endless = condition
            .is_some_and(|condition| self.unit.constant(condition).is_some_and(|(value, _)| value != 0));
        self.breaks.push(None);
        let skipped = match condition {
            Some(condition) => {
                let (yes, no) = self.condition(condition);
                self.state = yes;
                no
            }
            None => before,
        };
        self.statement(body);
        if let (Some(step), true) = (step, self.state.is_some()) {
            self.value(step);
        }
        let after = self.state.take();
        let out = self.breaks.pop().flatten();
        let ends = if endless { None } else { join(after, skipped) };
        self.state = join(ends, out);
    }

    /// Reports a loop that its condition does not bound.
    fn bound(&mut self, condition: Option<&Expr>, at: Span, own: bool) {
        let zero = condition
            .is_some_and(|condition| self.unit.constant(condition).is_some_and(|(value, _)| value == 0));
        if own && !zero && !condition.is_some_and(|condition| bounded(self.unit, condition)) {
            let length = at.length;
            self.problems.push(Problem::new(Span { length, ..at }, What::Unbounded));
        }
    }

    /// The states in which a condition holds and does not.
    fn condition(&mut self, condition: &Expr) -> (Option<State>, Option<State>) {
        self.bounds += u32::from(bounded(self.unit, condition));
        match &*condition.kind {
            E::Unary("!", inner) => {
                let (yes, no) = self.condition(inner);
                (no, yes)
            }
            E::Binary(op @ ("&&" | "||"), left, right) => {
                let (yes, no) = self.condition(left);
                if *op == "&&" {
                    self.state = yes;
                    let (both, other) = self.condition(right);
                    (both, join(no, other))
                } else {
                    self.state = no;
                    let (other, neither) = self.condition(right);
                    (join(yes, other), neither)
                }
            }
            E::Binary(op @ ("==" | "!="), left, right) if is_zero(left) || is_zero(right) => {
                let tested = if is_zero(left) { right } else { left };
                let (yes, no) = self.condition(tested);
                if *op == "!=" { (yes, no) } else { (no, yes) }
            }
            E::Call(name, list) if matches!(&*name.kind, E::Name(name) if &**name == "__builtin_expect") => {
                match list.first() {
                    Some(first) => self.condition(first),
                    None => (self.state.clone(), self.state.clone()),
                }
            }
            E::Name(name) => {
                self.read(name, condition.at);
                self.tested(name)
            }
            E::Assign(None, target, value) => {
                self.value(value);
                match name_of(target) {
                    Some(name) => {
                        self.assign(name, value);
                        self.tested(name)
                    }
                    None => (self.state.clone(), self.state.clone()),
                }
            }
            _ => {
                self.value(condition);
                (self.state.clone(), self.state.clone())
            }
        }
    }

    fn tested(&mut self, name: &Rc<str>) -> (Option<State>, Option<State>) {
        let (mut yes, mut no) = (self.state.clone(), self.state.clone());
        if let Some(known) = yes.as_mut().and_then(|state| state.pointers.get_mut(name)) {
            known.null = None;
            known.is_null = false;
        }
        if let Some(known) = no.as_mut().and_then(|state| state.pointers.get_mut(name)) {
            known.is_null = true;
            known.held = None;
        }
        (yes, no)
    }

    fn assign(&mut self, name: &Rc<str>, value: &Expr) {
        let known = match (callee(value), name_of(value)) {
            (Some((function, _)), _) => {
                let held = ACQUIRE.iter().find(|(acquire, _)| **acquire == **function).copied();
                let null = self.null.contains(function).then(|| function.clone());
                (held.is_some() || null.is_some()).then_some(Known { null, is_null: false, held })
            }
            (None, Some(from)) if from != name => {
                // The reference goes with the new name.
                let state = self.state.as_mut();
                state.and_then(|state| state.pointers.get_mut(from)).map(|known| {
                    let copy = known.clone();
                    known.held = None;
                    copy
                })
            }
            _ => None,
        };
        let Some(state) = &mut self.state else { return };
        state.unset.remove(name);
        match known {
            Some(known) => {
                self.said.remove(name);
                state.pointers.insert(name.clone(), known);
            }
            None => {
                state.pointers.remove(name);
            }
        }
    }

    /// Reports a local variable that has no value.
    fn read(&mut self, name: &Rc<str>, at: Span) {
        if let Some(state) = &mut self.state
            && state.unset.remove(name)
        {
            self.problems.push(Problem::new(at, What::NoValueYet { name: name.to_string() }));
        }
    }

    /// Counts locks, and reports a release without one.
    fn lock(&mut self, function: &str, at: Span) {
        let Some(state) = &mut self.state else { return };
        for (count, (lock, unlock)) in state.locks.iter_mut().zip(LOCKS) {
            if function == lock {
                *count = count.map(|count| count + 1);
            } else if function == unlock {
                if *count == Some(0) {
                    let what = What::NotLocked { name: unlock.into(), lock: lock.into() };
                    self.problems.push(Problem::new(at, what));
                }
                *count = count.map(|count| count.saturating_sub(1));
            }
        }
    }

    /// Reports a pointer that may be NULL and is followed.
    fn follow(&mut self, value: &Expr) {
        let Some(name) = name_of(value) else { return };
        let known = self.state.as_ref().and_then(|state| state.pointers.get(name));
        let Some(from) = known.and_then(|known| known.null.clone()) else { return };
        if !self.said.insert(name.clone()) {
            return;
        }
        let what = match self.hook {
            Some(hook) if from.starts_with("the hook ") => {
                What::NullArgument { name: name.to_string(), hook: hook.name().into() }
            }
            _ => What::NullCheck { name: name.to_string(), from: from.to_string() },
        };
        self.problems.push(Problem::new(value.at, what));
    }

    fn value(&mut self, value: &Expr) {
        if self.state.is_none() {
            return;
        }
        match &*value.kind {
            E::Assign(op, target, from) => {
                self.value(from);
                match (op, name_of(target)) {
                    (None, Some(name)) => {
                        let name = name.clone();
                        self.assign(&name, from);
                    }
                    _ => {
                        self.value(target);
                        // What is stored elsewhere is not ours any more.
                        if let Some(name) = name_of(from) {
                            self.consume(name);
                        }
                    }
                }
            }
            E::Member(base, _, arrow) => {
                if *arrow {
                    self.follow(base);
                }
                self.value(base);
            }
            E::Unary("*", base) => {
                self.follow(base);
                self.value(base);
            }
            E::Index(base, index) => {
                self.follow(base);
                self.value(base);
                self.value(index);
            }
            E::Unary("&", inner) => match &*inner.kind {
                // &p->member only computes an address, but the verifier refuses it, too.
                // Whoever gets the address may write a value.
                E::Name(name) => {
                    if let Some(state) = &mut self.state {
                        state.unset.remove(name);
                    }
                }
                _ => self.value(inner),
            },
            E::Name(name) => self.read(name, value.at),
            // (void)x only silences the compiler.
            E::Cast(Ty::Void, inner) if name_of(inner).is_some() => {}
            E::Unary(_, inner) | E::Cast(_, inner) | E::Step(_, _, inner) | E::Checked(inner) => {
                self.value(inner)
            }
            E::Binary("&&" | "||", ..) => {
                let (yes, no) = self.condition(value);
                self.state = join(yes, no);
            }
            E::Binary(_, left, right) => {
                self.value(left);
                self.value(right);
            }
            E::Comma(left, right) => {
                self.value(left);
                self.value(right);
            }
            E::Choice(condition, then, otherwise) => {
                let (yes, no) = self.condition(condition);
                self.state = yes;
                if let Some(then) = then {
                    self.value(then);
                }
                let after = std::mem::replace(&mut self.state, no);
                self.value(otherwise);
                let other = self.state.take();
                self.state = join(after, other);
            }
            E::Call(name, list) => {
                let function = name_of(name);
                if let Some(function) = function {
                    self.lock(function, name.at);
                    if let ("bpf_loop", Some((count, _))) =
                        (&**function, list.first().and_then(|count| self.unit.constant(count)))
                    {
                        self.rounds("bpf_loop", i64::from(count as u32), name.at);
                    }
                }
                let kfunc = function.and_then(|function| Kfunc::named(function));
                for argument in list {
                    self.value(argument);
                    // A kfunc takes no NULL, except for those that say so.
                    let trusted = kfunc.is_some_and(|kfunc| {
                        !matches!(
                            kfunc,
                            Kfunc::TaskStorageGet
                                | Kfunc::KptrXchg
                                | Kfunc::MapLookup
                                | Kfunc::Printk
                                | Kfunc::Error
                                | Kfunc::Exit
                                | Kfunc::Dump
                                | Kfunc::Snprintf
                        )
                    });
                    if trusted {
                        self.follow(argument);
                    }
                }
                let releases = function.is_some_and(|function| {
                    ACQUIRE.iter().any(|(_, release)| **release == **function)
                        || &**function == "bpf_kptr_xchg"
                });
                if releases {
                    list.iter()
                        .filter_map(name_of)
                        .cloned()
                        .collect::<Vec<_>>()
                        .iter()
                        .for_each(|name| self.consume(name));
                }
            }
            E::Block(list) => self.list(list),
            E::Literal(_, init) => {
                if let Init::List(list, _) = &**init {
                    let values = list.iter().filter_map(|(_, inner)| crate::generate::single(inner));
                    values.cloned().collect::<Vec<_>>().iter().for_each(|inner| self.value(inner));
                }
            }
            _ => {}
        }
    }

    fn consume(&mut self, name: &Rc<str>) {
        if let Some(known) = self.state.as_mut().and_then(|state| state.pointers.get_mut(name)) {
            known.held = None;
        }
    }

    /// Reports references and locks that are held where the function returns.
    fn leave(&mut self, at: Span, value: Option<&Expr>) {
        let Some(state) = &self.state else { return };
        let given = value.and_then(name_of);
        for (count, (lock, unlock)) in state.locks.iter().zip(LOCKS) {
            if count.is_some_and(|count| count > 0) {
                let what = What::LockHeld { name: lock.into(), unlock: unlock.into() };
                self.problems.push(Problem::new(at, what));
            }
        }
        for (name, known) in &state.pointers {
            if let Some((acquired, release)) = known.held
                && !known.is_null
                && Some(name) != given
            {
                let (name, acquired, release) = (name.to_string(), acquired.into(), release.into());
                self.problems.push(Problem::new(at, What::Release { name, acquired, release }));
            }
        }
    }
}
