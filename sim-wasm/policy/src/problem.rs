//! What is wrong with a source: one sentence, with its place.

use sched_vm::Span;
use serde::Serialize;
use std::fmt;

/// An error or a warning about a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    #[serde(flatten)]
    pub at: Span,
    pub severity: Severity,
    #[serde(flatten)]
    pub what: What,
    /// A known name that is similar to the unknown one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meant: Option<String>,
}

/// Whether a source with the problem compiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Error,
    Warning,
}

macro_rules! problems {
    ($($severity:ident $what:ident $({ $($field:ident: $type:ty),* })? $text:literal;)*) => {
        /// The kinds of problems. A page translates them by `is` and the other fields.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
        #[serde(tag = "is", rename_all = "snake_case")]
        pub enum What {
            $(#[doc = $text] $what $({ $($field: $type),* })?,)*
        }

        impl What {
            pub fn severity(&self) -> Severity {
                match self { $(Self::$what { .. } => Severity::$severity,)* }
            }

            /// The names of all kinds, with their sentences.
            pub const ALL: &'static [(&'static str, &'static str)] = &[$((stringify!($what), $text),)*];
        }

        impl fmt::Display for What {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$what $({ $($field),* })? => write!(f, $text),)* }
            }
        }
    };
}

problems! {
    Error TooLong { most: u32 } "The source is too long: at most {most} characters are read.";
    Error TooManyTokens { most: u32 } "The macros of the source expand to more than {most} words.";
    Error TooDeep { most: u32 } "Expressions or statements are nested more than {most} deep.";
    Error TooManyProblems { most: u32 } "There are more than {most} errors; the rest is not shown.";
    Error Character { said: String } "The character {said} has no meaning in C.";
    Error OpenComment "The comment is not closed.";
    Error OpenText "The text is not closed on this line.";
    Error Number { said: String } "{said} is no number.";
    Error Floating { said: String } "{said} is a floating-point number; a BPF program has integers only.";
    Error Escape { said: String } "The escape \\{said} has no meaning in a text.";
    Error Include { name: String } "The file {name} cannot be included here: paste its text instead.";
    Error Directive { said: String } "#{said} is no directive of the preprocessor.";
    Error DirectiveForm { said: String } "#{said} is incomplete.";
    Error Condition "The condition of #if is no integer expression.";
    Error EndifMissing "This #if has no #endif.";
    Error IfMissing { said: String } "#{said} has no #if.";
    Error Said { text: String } "#error: {text}";
    Error MacroArguments { name: String, expected: u32, found: u32 } "The macro {name} takes {expected} arguments, but {found} are given.";
    Error MacroOpen { name: String } "The arguments of the macro {name} are not closed.";
    Error Paste { said: String } "## makes {said}, which is no word of C.";
    Error Expected { expected: String, found: String } "{expected} is expected before {found}.";
    Error ExpectedEnd { expected: String } "{expected} is expected, but the source ends.";
    Error NoExpression { found: String } "An expression is expected before {found}.";
    Error NoType { name: String } "{name} is no type.";
    Error NoDeclaration { found: String } "A declaration is expected before {found}.";
    Error OnlyFunction { what: String } "{what} can only stand inside a function.";
    Error Specifiers "These words together are no type.";
    Error ElementType { ty: String } "An array cannot have elements of the type {ty}.";
    Error ArrayLength "The length of an array must be a constant from 0 to 2147483647.";
    Error NotConstant "The value must be a constant.";
    Error TooLarge { ty: String, most_mb: u32 } "{ty} is too large: global variables and maps take at most {most_mb} MB.";
    Error TooManyInitialisers { most: u32 } "The initialisers of one variable set more than {most} values.";
    Error Incomplete { ty: String } "The members of {ty} are not known here.";
    Error Bits { name: String } "The width of the bit-field {name} does not fit its type.";
    Error BitsAddress "A bit-field has no address.";
    Error Twice { name: String, first: u32 } "{name} is defined twice, first in line {first}.";
    Error TwiceMember { name: String } "The struct has two members {name}.";
    Error Conflict { name: String, first: u32 } "{name} has another type here than in line {first}.";
    Error Undeclared { name: String } "{name} is not declared.";
    Error NoFunction { name: String } "There is no function {name}.";
    Error NoBody { name: String } "The function {name} is declared, but not defined.";
    Error NoMember { ty: String, name: String } "{ty} has no member {name}.";
    Error NoField { name: String } "The simulated struct {name} does not have this member.";
    Error NotStruct { ty: String } "{ty} has no members.";
    Error Arrow { ty: String } "-> needs a pointer, but this is {ty}: use a dot.";
    Error Dot { ty: String } "A dot needs a struct, but this is {ty}: use ->.";
    Error NotPointer { ty: String } "{ty} is no pointer.";
    Error VoidPointer "A void pointer cannot be followed: cast it to the type that it points to.";
    Error NotAssignable "This cannot be assigned to.";
    Error NoAddress "This has no address.";
    Error Constant { name: String } "{name} is constant and cannot be written.";
    Error Operands { operator: String, left: String, right: String } "{operator} cannot be applied to {left} and {right}.";
    Error Operand { operator: String, ty: String } "{operator} cannot be applied to {ty}.";
    Error Convert { from: String, to: String } "{from} cannot be converted to {to}.";
    Error NotScalar { ty: String } "A condition must be a number or a pointer, not {ty}.";
    Error NoValue { name: String } "{name} returns no value.";
    Error Arguments { name: String, expected: u32, found: u32 } "{name} takes {expected} arguments, but {found} are given.";
    Error TooManyArguments { most: u32 } "A call has at most {most} arguments.";
    Error NotFunction { ty: String } "{ty} is no function.";
    Error FunctionPointer "Calls by function pointer are not possible in BPF.";
    Error ReturnValue { name: String } "{name} returns a value, but none is given.";
    Error ReturnNothing { name: String } "{name} is void, but a value is returned.";
    Error Outside { what: String } "{what} stands outside of a loop or switch.";
    Error CaseTwice { value: i64 } "The case {value} is there twice.";
    Error DefaultTwice "The switch has two defaults.";
    Error NoLabel { name: String } "There is no label {name} in this function.";
    Error Initialiser { ty: String } "A list in braces cannot initialise {ty}.";
    Error TooManyValues { most: u32 } "There are more values than the {most} elements.";
    Error Recursion { name: String } "The function {name} calls itself: BPF has no recursion.";
    Error Frame { name: String, bytes: u32, most: u32 } "The local variables of {name} and the functions that it calls take {bytes} bytes of stack; a BPF program has {most}.";
    Error FramesDeep { name: String, most: u32 } "The calls from {name} are nested more than {most} deep.";
    Error Registers { name: String } "The function {name} has too many local variables: split it.";
    Error TooManyMaps { most: u32 } "There are more than {most} maps.";
    Error TooMuchMemory { most_kb: u32 } "Global variables and maps take more than {most_kb} kB.";
    Error MapType { said: String } "Maps of the type {said} are not simulated.";
    Error MapNoType "The map has no type: add __uint(type, …).";
    Error MapMember { name: String } "The map has no {name}.";
    Error MapValue { name: String } "The {name} of this map is too large or empty.";
    Error MapKey { name: String } "The map {name} needs keys of the type u32.";
    Error Hook { name: String } "The hook {name} is not simulated.";
    Error NoHook { name: String } "struct sched_ext_ops has no member {name}.";
    Error HookSleeps { name: String } "The hook {name} must not sleep: use BPF_STRUCT_OPS.";
    Error HookArguments { name: String, most: u32 } "The hook {name} has at most {most} arguments.";
    Error HookValue { name: String } "The hook {name} must be a function of this file.";
    Error SubScheduler "Sub-schedulers are not simulated.";
    Error OpsName "The name of the scheduler must be 1 to 127 letters, digits, dots or underscores.";
    Error OpsMissing "The source has no table of hooks: add SCX_OPS_DEFINE(…) or a struct sched_ext_ops in SEC(\".struct_ops.link\").";
    Error OpsSeveral { first: u32 } "There are several tables of hooks; the first is in line {first}.";
    Error OpsFlags { flags: String, release: String } "The flags {flags} are unknown to Linux {release}: it would not load the scheduler.";
    Error OpsTimeout { most: u32 } "timeout_ms is at most {most}.";
    Error EnqLast "SCX_OPS_ENQ_LAST needs the hook enqueue: the kernel would not load the scheduler.";
    Error UserSpace { name: String } "{name} needs a program in user space, which is not simulated.";
    Error NotSimulated { name: String } "{name} is not simulated.";
    Error KfuncSince { name: String, since: String, release: String } "{name} exists since Linux {since}; this is {release}.";
    Error Generic "_Generic is not supported.";
    Error Assertion { text: String } "The assertion fails: {text}.";
    Error VariadicFunction "A function of a BPF program has a fixed number of arguments.";
    Error Enumerator { name: String } "The value of {name} must be a constant.";
    Error StructValue "A struct cannot be passed or returned by value: pass a pointer.";
    Error ForEach { name: String } "bpf_for_each({name}, …) is not simulated.";
    Error NoIterator "BPF_FOR_EACH_ITER stands outside of bpf_for_each(scx_dsq, …).";
    Warning NullCheck { name: String, from: String } "{name} may be NULL here, because {from} may return NULL. The verifier refuses a program that uses such a pointer without a test.";
    Warning NullArgument { name: String, hook: String } "{name} may be NULL in the hook {hook}. The verifier refuses a program that uses such a pointer without a test.";
    Warning Release { name: String, acquired: String, release: String } "{name} holds a reference from {acquired} that is not released with {release} here. The verifier refuses a program that keeps a reference on some path.";
    Warning Unbounded "Nothing bounds this loop. The verifier refuses a loop whose end it cannot prove: use bpf_for, bpf_repeat or a constant bound.";
    Warning Rounds { name: String, most: u32 } "{name} makes at most {most} rounds: with a larger number it makes none.";
    Warning NoValueYet { name: String } "{name} has no value yet. The verifier refuses a program that reads what was never written.";
    Warning LockHeld { name: String, unlock: String } "{name} has no {unlock} on this path. The verifier refuses a program that returns with a lock.";
    Warning NotLocked { name: String, lock: String } "{name} comes without {lock} on this path. The verifier refuses a release without its lock.";
    Warning Context { name: String, hook: String } "{name} must not be called in {hook}: the kernel ejects the scheduler at run time, or from Linux 7.1 on refuses to load it.";
    Warning NotCalled { name: String } "{name} is not called: the section it is in is run by user space or by a trace point.";
    Warning HookNotCalled { name: String } "The hook {name} is never called here: nothing in the simulation causes it.";
    Warning FlagIgnored { name: String } "{name} has no effect here.";
    Warning FlagEjects { name: String } "{name} is not simulated: a call with this flag ejects the scheduler.";
    Warning License "The licence is missing: the kernel loads a sched_ext scheduler only with char _license[] SEC(\"license\") = \"GPL\".";
    Warning PointerTypes { from: String, to: String } "{from} becomes {to} without a cast.";
    Warning FieldReadOnly { name: String } "The verifier lets a scheduler write only scx.slice, scx.dsq_vtime and scx.disallow of a task, not {name}.";
    Warning SignedDivision "BPF has signed division only from instruction set version 4 on: with other versions clang refuses it. Use unsigned types.";
    Warning FiveArguments { name: String } "{name} has more than 5 arguments: clang must inline it, for BPF passes at most 5.";
    Warning NoEffect "The value of this expression is not used.";
}

impl Problem {
    pub(crate) fn new(at: Span, what: What) -> Self {
        Self { at, severity: what.severity(), what, meant: None }
    }

    pub(crate) fn meant(self, meant: Option<String>) -> Self {
        Self { meant, ..self }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.what.fmt(f)?;
        match &self.meant {
            Some(meant) => write!(f, " Did you mean {meant}?"),
            None => Ok(()),
        }
    }
}

/// The most similar of some names, if one is similar enough.
pub(crate) fn similar<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    if name.len() > 64 {
        return None;
    }
    let most = match name.len() {
        0..3 => return None,
        3..6 => 1,
        6..12 => 2,
        _ => 3,
    };
    let found = known.filter(|other| other.len().abs_diff(name.len()) <= most && *other != name);
    let best = found.map(|other| (distance(name, other), other)).min()?;
    (best.0 <= most).then(|| best.1.to_string())
}

/// The number of insertions, deletions, replacements and swaps of neighbours between two words.
fn distance(left: &str, right: &str) -> usize {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, one) in left.iter().enumerate() {
        let mut next = vec![at + 1];
        for (to, other) in right.iter().enumerate() {
            let mut best = (row[to] + usize::from(one != other)).min(row[to + 1] + 1).min(next[to] + 1);
            if at > 0 && to > 0 && *one == right[to - 1] && left[at - 1] == *other {
                best = best.min(before[to - 1] + 1);
            }
            next.push(best);
        }
        before = row;
        row = next;
    }
    row[right.len()]
}
