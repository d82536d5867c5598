//! The syntax tree and the types.

use sched_vm::{ObjectKind, Span};
use std::rc::Rc;

/// A type. The size of a pointer is 8 bytes; `long` and `long long` are one type.
#[derive(Clone, Debug)]
pub(crate) enum Ty {
    Void,
    Bool,
    Int {
        bytes: u8,
        signed: bool,
    },
    Ptr(Rc<Ty>),
    /// Without a length it is that of the initialiser.
    Array(Rc<Ty>, Option<u32>),
    Struct(u32),
    Func(Rc<Sig>),
    /// `typeof` of an expression.
    Of(Rc<Expr>),
    /// After an error; further errors about it are not reported.
    Bad,
}

pub(crate) const INT: Ty = Ty::Int { bytes: 4, signed: true };
pub(crate) const UINT: Ty = Ty::Int { bytes: 4, signed: false };
pub(crate) const LONG: Ty = Ty::Int { bytes: 8, signed: true };
pub(crate) const ULONG: Ty = Ty::Int { bytes: 8, signed: false };
pub(crate) const CHAR: Ty = Ty::Int { bytes: 1, signed: true };

#[derive(Debug)]
pub(crate) struct Sig {
    pub result: Ty,
    pub parameters: Vec<(Option<Rc<str>>, Ty, Span)>,
    pub variadic: bool,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub name: Option<Rc<str>>,
    pub union: bool,
    pub members: Vec<Slot>,
    pub size: u32,
    pub align: u32,
    pub complete: bool,
    /// A struct of the kernel: every member has a slot of 8 bytes.
    pub slots: bool,
}

/// A member of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub name: Option<Rc<str>>,
    pub ty: Ty,
    pub offset: u32,
    /// Of a bit-field: the first bit and the number of bits.
    pub bits: Option<(u8, u8)>,
}

pub(crate) const KERNEL_MASKS: [ObjectKind; 2] = [ObjectKind::TaskMask, ObjectKind::Mask];

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub kind: Rc<E>,
    pub at: Span,
    /// Whether it is of the user's source.
    pub own: bool,
    pub depth: u16,
}

#[derive(Debug)]
pub(crate) enum E {
    Number(u64, Ty),
    Text(Vec<u8>),
    Name(Rc<str>),
    Unary(&'static str, Expr),
    Binary(&'static str, Expr, Expr),
    /// Assignment, with the operation of a compound one.
    Assign(Option<&'static str>, Expr, Expr),
    /// A condition; without the second expression the first is also the value.
    Choice(Expr, Option<Expr>, Expr),
    Comma(Expr, Expr),
    Call(Expr, Vec<Expr>),
    Member(Expr, Rc<str>, bool),
    Index(Expr, Expr),
    Cast(Ty, Expr),
    SizeOf(Expr),
    SizeOfType(Ty),
    AlignOfType(Ty),
    OffsetOf(Ty, Vec<Step>),
    Literal(Ty, Rc<Init>),
    Block(Vec<Stmt>),
    /// ++ and --: the step, and whether the old value is the result.
    Step(i8, bool, Expr),
    /// A pointer to a member or element, NULL if an index is outside.
    Checked(Expr),
    /// A type as the argument of a built-in function.
    Type(Ty),
    Iterator,
}

/// A step of a designator.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Member(Rc<str>, Span),
    Index(Expr, Option<Expr>),
}

#[derive(Debug)]
pub(crate) enum Init {
    Value(Expr),
    List(Vec<(Vec<Step>, Init)>, Span),
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub kind: Rc<S>,
    pub at: Span,
}

#[derive(Debug)]
pub(crate) enum S {
    Expr(Expr),
    Declare(Vec<Local>),
    If(Expr, Stmt, Option<Stmt>),
    While(Expr, Stmt),
    DoWhile(Stmt, Expr),
    For(Option<Stmt>, Option<Expr>, Option<Expr>, Stmt),
    Switch(Expr, Stmt),
    /// The number of the case, its value, and the end of a range.
    Case(u32, Expr, Option<Expr>),
    Default(u32),
    Label(Rc<str>),
    Goto(Rc<str>),
    Break,
    Continue,
    Return(Option<Expr>),
    Block(Vec<Stmt>),
    Empty,
    BpfFor(Expr, Expr, Expr, Stmt),
    BpfRepeat(Expr, Stmt),
    ForEach(Rc<str>, Vec<Expr>, Stmt),
}

#[derive(Debug)]
pub(crate) struct Local {
    pub name: Rc<str>,
    pub ty: Ty,
    pub constant: bool,
    /// A static local is a global of this number.
    pub fixed: Option<u32>,
    pub init: Option<Init>,
    pub at: Span,
}

/// A global variable.
#[derive(Debug)]
pub(crate) struct Var {
    pub name: Rc<str>,
    pub ty: Ty,
    pub constant: bool,
    pub volatile: bool,
    pub external: bool,
    pub section: Option<Rc<str>>,
    pub init: Option<Rc<Init>>,
    pub at: Span,
    pub own: bool,
    /// The comment on its line, which may give the range of a parameter.
    pub range: Option<(i64, i64)>,
}

/// A function: declared, or defined with a body.
#[derive(Clone, Debug)]
pub(crate) struct Func {
    pub name: Rc<str>,
    pub sig: Rc<Sig>,
    pub body: Option<Rc<Vec<Stmt>>>,
    pub section: Option<Rc<str>>,
    pub hook: bool,
    pub sleepable: bool,
    pub inline: bool,
    pub at: Span,
    pub own: bool,
}
