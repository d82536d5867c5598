//! The parser. After an error it goes on with the next statement or declaration.

use crate::ast::*;
use crate::lex::{Kind, Token, number, unquote};
use crate::problem::{Problem, What, similar};
use sched_vm::Span;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Deepest nesting of expressions and statements.
pub(crate) const DEEPEST: u32 = 100;
/// Most errors that are reported.
pub(crate) const MOST_PROBLEMS: usize = 100;

/// The rank of a binary operator, from 1 for `||`.
pub(crate) fn rank(mark: &str) -> Option<u8> {
    Some(match mark {
        "||" => 1,
        "&&" => 2,
        "|" => 3,
        "^" => 4,
        "&" => 5,
        "==" | "!=" => 6,
        "<" | ">" | "<=" | ">=" => 7,
        "<<" | ">>" => 8,
        "+" | "-" => 9,
        "*" | "/" | "%" => 10,
        _ => return None,
    })
}

fn fixed(mark: &str) -> &'static str {
    const ALL: &[&str] = &[
        "||", "&&", "|", "^", "&", "==", "!=", "<", ">", "<=", ">=", "<<", ">>", "+", "-", "*", "/", "%",
        "!", "~",
    ];
    ALL.iter().find(|each| **each == mark).copied().unwrap_or("+")
}

/// Whether `const` before a type is about what a pointer points to.
fn points(ty: &Ty) -> bool {
    match ty {
        Ty::Ptr(_) => true,
        Ty::Array(of, _) => points(of),
        _ => false,
    }
}

/// A member as written: name, type, width of a bit-field, place.
type Written = (Option<Rc<str>>, Ty, Option<u32>, Span);

/// What a name stands for in the scope of types.
#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Type(Ty),
    /// A variable, function or enumerator hides a type.
    Other,
}

/// All that is declared in a source.
#[derive(Default)]
pub(crate) struct Unit {
    pub records: Vec<Record>,
    pub vars: Vec<Var>,
    pub functions: Vec<Func>,
    pub enumerators: BTreeMap<Rc<str>, (i128, Ty)>,
    pub var_of: BTreeMap<Rc<str>, u32>,
    pub function_of: BTreeMap<Rc<str>, u32>,
}

/// An error that was reported; the caller looks for a place to go on.
pub(crate) struct Stop;
type Parsed<T> = Result<T, Stop>;

#[derive(Clone, Default)]
struct Specifiers {
    ty: Option<Ty>,
    typedef: bool,
    fixed: bool,
    external: bool,
    inline: bool,
    /// `noinline`.
    apart: bool,
    constant: bool,
    volatile: bool,
    section: Option<Rc<str>>,
    hook: bool,
    sleepable: bool,
}

pub(crate) struct Parser<'a> {
    tokens: Vec<Token>,
    at: usize,
    pub unit: Unit,
    scopes: Vec<BTreeMap<Rc<str>, Meaning>>,
    tags: Vec<BTreeMap<Rc<str>, Ty>>,
    pub problems: &'a mut Vec<Problem>,
    depth: u32,
    cases: u32,
    deep: bool,
    ranges: &'a dyn Fn(u32) -> Option<(i64, i64)>,
}

impl<'a> Parser<'a> {
    pub fn new(problems: &'a mut Vec<Problem>, ranges: &'a dyn Fn(u32) -> Option<(i64, i64)>) -> Self {
        Self {
            tokens: Vec::new(),
            at: 0,
            unit: Unit::default(),
            scopes: vec![BTreeMap::new()],
            tags: vec![BTreeMap::new()],
            problems,
            depth: 0,
            cases: 0,
            deep: false,
            ranges,
        }
    }

    /// Reads the words of a file.
    pub fn file(&mut self, tokens: Vec<Token>) {
        self.tokens = tokens;
        self.at = 0;
        while self.token().kind != Kind::End && self.problems.len() < MOST_PROBLEMS {
            let before = self.at;
            self.depth = 0;
            self.scopes.truncate(1);
            self.tags.truncate(1);
            if self.declaration().is_err() {
                self.skip_declaration(before);
            }
        }
    }

    fn token(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn ahead(&self, by: usize) -> &Token {
        &self.tokens[(self.at + by).min(self.tokens.len() - 1)]
    }

    fn is(&self, text: &str) -> bool {
        self.token().is(text)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.is(text);
        self.at += usize::from(found);
        found
    }

    fn here(&self) -> Span {
        self.token().at
    }

    fn found(&self) -> String {
        match self.token().kind {
            Kind::End => "the end".into(),
            _ => self.token().text.chars().take(40).collect(),
        }
    }

    fn error(&mut self, at: Span, what: What) -> Stop {
        if !self.deep {
            self.problems.push(Problem::new(at, what));
        }
        Stop
    }

    fn expect(&mut self, text: &str) -> Parsed<()> {
        if self.eat(text) {
            return Ok(());
        }
        Err(self.expected(text))
    }

    fn expected(&mut self, what: &str) -> Stop {
        let expected = what.to_string();
        // What is missing at the end of a line is shown there.
        let last = self.at.checked_sub(1).map(|at| &self.tokens[at]);
        let at = match last {
            Some(last)
                if last.own && last.at.line < self.here().line && matches!(what, ";" | ")" | "," | "]") =>
            {
                Span { column: last.at.column + last.at.length, length: 1, ..last.at }
            }
            _ => self.here(),
        };
        if self.token().kind == Kind::End {
            return self.error(at, What::ExpectedEnd { expected });
        }
        let found = self.found();
        self.error(at, What::Expected { expected, found })
    }

    fn enter(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let at = self.here();
            self.error(at, What::TooDeep { most: DEEPEST });
            // Going on would only repeat it.
            self.deep = true;
            self.at = self.tokens.len() - 1;
            return Err(Stop);
        }
        Ok(())
    }

    /// Goes on after a declaration with an error: after its semicolon or body.
    fn skip_declaration(&mut self, from: usize) {
        // An error inside a body was skipped there.
        self.at = self.at.max(from + 1).min(self.tokens.len() - 1);
        let mut depth = 0_i32;
        // Braces that were open at the error.
        for token in &self.tokens[from..self.at] {
            depth += i32::from(token.is("{")) - i32::from(token.is("}"));
        }
        while self.token().kind != Kind::End {
            let token = self.token().clone();
            self.at += 1;
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                depth -= 1;
                if depth <= 0 {
                    self.eat(";");
                    return;
                }
            } else if token.is(";") && depth <= 0 {
                return;
            }
        }
    }

    fn meaning(&self, name: &str) -> Option<&Meaning> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name))
    }

    fn is_type(&self, token: &Token) -> bool {
        if token.kind != Kind::Name {
            return false;
        }
        match &*token.text {
            "void" | "char" | "short" | "int" | "long" | "signed" | "unsigned" | "_Bool" | "bool"
            | "struct" | "union" | "enum" | "const" | "volatile" | "static" | "extern" | "typedef"
            | "inline" | "__inline" | "register" | "typeof" | "__typeof__" | "__attribute__" | "__hook"
            | "__hook_sleepable" | "__slots" | "float" | "double" | "_Static_assert" | "static_assert"
            | "restrict" | "__inline__" | "__signed__" | "__volatile__" | "__const" | "_Noreturn"
            | "auto" | "__extension__" | "__auto_type" | "__int128" => true,
            name => matches!(self.meaning(name), Some(Meaning::Type(_))),
        }
    }

    fn hide(&mut self, name: &Rc<str>) {
        if self.meaning(name).is_some()
            && let Some(scope) = self.scopes.last_mut()
        {
            scope.insert(name.clone(), Meaning::Other);
        }
    }

    /// `__attribute__((…))`: only the section and `noinline` count.
    fn attribute(&mut self, specifiers: &mut Specifiers) -> Parsed<bool> {
        if !self.eat("__attribute__") {
            return Ok(false);
        }
        self.expect("(")?;
        let mut depth = 1;
        let mut section = false;
        while depth > 0 {
            let token = self.token().clone();
            if token.kind == Kind::End {
                return Err(self.expected(")"));
            }
            self.at += 1;
            if token.is("(") {
                depth += 1;
            } else if token.is(")") {
                depth -= 1;
            } else if token.is("noinline") || token.is("__noinline__") {
                specifiers.apart = true;
            } else if token.is("section") || token.is("__section__") {
                section = true;
            } else if token.kind == Kind::Text && section {
                section = false;
                let name = unquote(&token.text).unwrap_or_default();
                let mut name = String::from_utf8_lossy(&name).into_owned();
                while self.token().kind == Kind::Text {
                    let more = unquote(&self.token().text).unwrap_or_default();
                    name.push_str(&String::from_utf8_lossy(&more));
                    self.at += 1;
                }
                specifiers.section = Some(name.into());
            }
        }
        Ok(true)
    }

    fn specifiers(&mut self) -> Parsed<Specifiers> {
        let mut out = Specifiers::default();
        let start = self.here();
        let (mut long, mut short, mut signed, mut unsigned, mut char, mut int) = (0, 0, 0, 0, 0, 0);
        let mut slots = false;
        loop {
            if self.attribute(&mut out)? {
                continue;
            }
            let token = self.token().clone();
            if token.kind != Kind::Name {
                break;
            }
            let words = long + short + signed + unsigned + char + int;
            match &*token.text {
                "typedef" => out.typedef = true,
                "static" => out.fixed = true,
                "extern" => out.external = true,
                "inline" | "__inline" | "__inline__" => out.inline = true,
                "const" | "__const" => out.constant = true,
                "volatile" | "__volatile__" => out.volatile = true,
                "register" | "restrict" | "_Noreturn" | "__extension__" | "auto" => {}
                "__hook" => out.hook = true,
                "__hook_sleepable" => (out.hook, out.sleepable) = (true, true),
                "__slots" => slots = true,
                "long" => long += 1,
                "short" => short += 1,
                "signed" | "__signed__" => signed += 1,
                "unsigned" => unsigned += 1,
                "char" => char += 1,
                "int" => int += 1,
                "void" if out.ty.is_none() => out.ty = Some(Ty::Void),
                "_Bool" | "bool" if out.ty.is_none() => out.ty = Some(Ty::Bool),
                "float" | "double" => {
                    return Err(self.error(token.at, What::Floating { said: token.text.to_string() }));
                }
                "__int128" | "__auto_type" => {
                    return Err(self.error(token.at, What::NotSimulated { name: token.text.to_string() }));
                }
                "struct" | "union" if out.ty.is_none() => {
                    self.at += 1;
                    out.ty = Some(self.record(token.is("union"), slots)?);
                    continue;
                }
                "enum" if out.ty.is_none() => {
                    self.at += 1;
                    out.ty = Some(self.enumeration()?);
                    continue;
                }
                "typeof" | "__typeof__" if out.ty.is_none() => {
                    self.at += 1;
                    self.expect("(")?;
                    out.ty = Some(if self.is_type(self.token()) {
                        self.type_name()?
                    } else {
                        let expression = self.expression()?;
                        Ty::Of(Rc::new(expression))
                    });
                    self.expect(")")?;
                    continue;
                }
                name if out.ty.is_none() && words == 0 => match self.meaning(name) {
                    Some(Meaning::Type(ty)) => out.ty = Some(ty.clone()),
                    _ => break,
                },
                _ => break,
            }
            self.at += 1;
        }
        if long + short + signed + unsigned + char + int > 0 {
            let wrong = out.ty.is_some()
                || long > 2
                || short + char + usize::from(long > 0) > 1
                || (short > 1 || char > 1 || int > 1 || signed + unsigned > 1)
                || (char > 0 && int > 0);
            if wrong {
                return Err(self.error(start, What::Specifiers));
            }
            let bytes = if char > 0 {
                1
            } else if short > 0 {
                2
            } else if long > 0 {
                8
            } else {
                4
            };
            out.ty = Some(Ty::Int { bytes, signed: unsigned == 0 });
        }
        Ok(out)
    }

    /// After `struct` or `union`.
    fn record(&mut self, union: bool, slots: bool) -> Parsed<Ty> {
        let mut ignored = Specifiers::default();
        while self.attribute(&mut ignored)? {}
        let slots = slots || self.eat("__slots");
        let name = (self.token().kind == Kind::Name).then(|| self.token().text.clone());
        let at = self.here();
        self.at += usize::from(name.is_some());
        let defines = self.is("{");
        if name.is_none() && !defines {
            return Err(self.expected("{"));
        }
        let known = name.as_ref().and_then(|name| {
            if defines {
                self.tags.last().and_then(|tags| tags.get(name)).cloned()
            } else {
                self.tags.iter().rev().find_map(|tags| tags.get(name)).cloned()
            }
        });
        let index = match known {
            Some(Ty::Struct(index)) if !defines || !self.unit.records[index as usize].complete => index,
            Some(Ty::Struct(_)) if defines && name.is_some() && self.unit.records.len() < 1 << 16 => {
                // A struct that the prelude has, too, is that of the user.
                self.new_record(name.clone(), union, slots)
            }
            Some(_) if !defines => return Err(self.error(at, What::Specifiers)),
            _ => self.new_record(name.clone(), union, slots),
        };
        if let Some(name) = &name {
            let scopes = self.tags.len() - 1;
            // A use before the definition declares it for the whole file.
            let scope = if defines { scopes } else { 0 };
            if !self
                .tags
                .iter()
                .any(|tags| matches!(tags.get(name), Some(Ty::Struct(known)) if *known == index))
            {
                self.tags[scope].insert(name.clone(), Ty::Struct(index));
            }
        }
        if defines {
            self.at += 1;
            self.enter()?;
            let mut members = Vec::new();
            while !self.eat("}") {
                if self.token().kind == Kind::End {
                    return Err(self.expected("}"));
                }
                self.members(&mut members)?;
            }
            self.depth -= 1;
            while self.attribute(&mut ignored)? {}
            self.lay_out(index, members);
        }
        Ok(Ty::Struct(index))
    }

    fn new_record(&mut self, name: Option<Rc<str>>, union: bool, slots: bool) -> u32 {
        let record = Record { name, union, members: Vec::new(), size: 0, align: 1, complete: false, slots };
        self.unit.records.push(record);
        self.unit.records.len() as u32 - 1
    }

    /// The members of one declaration: name, type, bits, place.
    fn members(&mut self, out: &mut Vec<Written>) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if !self.is_type(self.token()) {
            return Err(self.unknown_type());
        }
        let specifiers = self.specifiers()?;
        let Some(base) = specifiers.ty else { return Err(self.unknown_type()) };
        if self.eat(";") {
            out.push((None, base, None, self.here()));
            return Ok(());
        }
        loop {
            let mut name = None;
            let mut ty = base.clone();
            let mut at = self.here();
            if !self.is(":") {
                let (declared, full, place) = self.declarator(base.clone())?;
                (name, ty, at) = (declared, full, place);
            }
            let mut bits = None;
            if self.eat(":") {
                let width = self.ternary()?;
                let value = self.constant(&width).and_then(|value| u32::try_from(value).ok());
                bits = Some(value.unwrap_or(u32::MAX));
            }
            let mut ignored = Specifiers::default();
            while self.attribute(&mut ignored)? {}
            out.push((name, ty, bits, at));
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")
    }

    fn unknown_type(&mut self) -> Stop {
        let token = self.token().clone();
        if token.kind != Kind::Name {
            let found = self.found();
            return self.error(token.at, What::NoDeclaration { found });
        }
        let names: Vec<Rc<str>> = self
            .scopes
            .iter()
            .flat_map(|scope| scope.iter())
            .filter(|(_, meaning)| matches!(meaning, Meaning::Type(_)))
            .map(|(name, _)| name.clone())
            .collect();
        const WORDS: [&str; 12] = [
            "static", "const", "volatile", "struct", "unsigned", "signed", "union", "enum", "typedef",
            "extern", "return", "void",
        ];
        let meant = similar(&token.text, names.iter().map(|name| &**name).chain(WORDS));
        if !self.deep {
            let what = What::NoType { name: token.text.to_string() };
            self.problems.push(Problem::new(token.at, what).meant(meant));
        }
        Stop
    }

    fn lay_out(&mut self, index: u32, members: Vec<Written>) {
        let (union, slots) = {
            let record = &self.unit.records[index as usize];
            (record.union, record.slots)
        };
        let mut out: Vec<Slot> = Vec::new();
        let (mut end, mut align, mut size) = (0_u64, 1_u32, 0_u64);
        // The next free bit.
        let mut bit = 0_u64;
        for (name, ty, bits, place) in members {
            if let Some(name) = &name
                && out.iter().any(|slot| slot.name.as_ref() == Some(name))
            {
                self.error(place, What::TwiceMember { name: name.to_string() });
            }
            let Some((bytes, own)) = self.unit.size(&ty).or(match &ty {
                // A flexible array takes no room.
                Ty::Array(of, None) => self.unit.size(of).map(|(_, align)| (0, align)),
                _ => None,
            }) else {
                if !matches!(ty, Ty::Bad) {
                    let what = self.unit.no_size(&ty);
                    self.error(place, what);
                }
                continue;
            };
            let own = if slots { 8 } else { own };
            if let Some(width) = bits {
                let most = u32::from(match ty {
                    Ty::Int { bytes, .. } => bytes * 8,
                    Ty::Bool => 1,
                    _ => 0,
                });
                if width > most || (width == 0 && name.is_some()) {
                    let name = name.as_deref().unwrap_or("").to_string();
                    self.error(place, What::Bits { name });
                    continue;
                }
                let unit = u64::from(bytes) * 8;
                if union {
                    bit = 0;
                }
                if width == 0 {
                    bit = bit.next_multiple_of(unit);
                    end = bit / 8;
                    continue;
                }
                if bit / unit != (bit + u64::from(width) - 1) / unit {
                    bit = bit.next_multiple_of(unit);
                }
                let offset = bit / unit * u64::from(bytes);
                let first = (bit - offset * 8) as u8;
                if name.is_some() {
                    align = align.max(own);
                    out.push(Slot { name, ty, offset: offset as u32, bits: Some((first, width as u8)) });
                }
                bit += u64::from(width);
                end = bit.div_ceil(8);
                size = size.max(end);
                continue;
            }
            let offset = if union { 0 } else { end.next_multiple_of(u64::from(own.max(1))) };
            align = align.max(own);
            end = offset + u64::from(bytes);
            if slots {
                end = end.next_multiple_of(8);
            }
            bit = end * 8;
            size = size.max(end);
            if end > 1 << 24 {
                self.error(place, What::TooMuchMemory { most_kb: sched_vm::MOST_MEMORY as u32 >> 10 });
                break;
            }
            out.push(Slot { name, ty, offset: offset as u32, bits: None });
        }
        let record = &mut self.unit.records[index as usize];
        record.members = out;
        record.align = align;
        record.size = size.next_multiple_of(u64::from(align)) as u32;
        record.complete = true;
    }

    /// After `enum`.
    fn enumeration(&mut self) -> Parsed<Ty> {
        let mut ignored = Specifiers::default();
        while self.attribute(&mut ignored)? {}
        let name = (self.token().kind == Kind::Name).then(|| self.token().text.clone());
        self.at += usize::from(name.is_some());
        if !self.eat("{") {
            let Some(name) = name else { return Err(self.expected("{")) };
            let known = self.tags.iter().rev().find_map(|tags| tags.get(&name)).cloned();
            return Ok(known.unwrap_or(UINT));
        }
        let mut next = 0_i128;
        let (mut least, mut most) = (0, 0);
        while !self.eat("}") {
            let token = self.token().clone();
            if token.kind != Kind::Name {
                return Err(self.expected("}"));
            }
            self.at += 1;
            let mut given = None;
            if self.eat("=") {
                let value = self.ternary()?;
                match self.unit.constant(&value) {
                    Some((value, ty)) => {
                        next = ty.number(value);
                        // An enumerator of the prelude may stand for a macro of the kernel's with a wider type.
                        given = Some(ty).filter(|_| !token.own);
                    }
                    None => {
                        self.error(value.at, What::Enumerator { name: token.text.to_string() });
                    }
                }
            }
            least = least.min(next);
            most = most.max(next);
            let ty = if let Some(ty) = given {
                ty
            } else if i32::try_from(next).is_ok() {
                INT
            } else if u32::try_from(next).is_ok() {
                UINT
            } else if i64::try_from(next).is_ok() {
                LONG
            } else {
                ULONG
            };
            self.hide(&token.text);
            self.unit.enumerators.insert(token.text.clone(), (next, ty));
            next += 1;
            if !self.eat(",") && !self.is("}") {
                return Err(self.expected("}"));
            }
        }
        while self.attribute(&mut ignored)? {}
        let wide = least < i128::from(i32::MIN)
            || most > i128::from(u32::MAX)
            || (least < 0 && most > i128::from(i32::MAX));
        let ty = Ty::Int { bytes: if wide { 8 } else { 4 }, signed: least < 0 };
        if let (Some(name), Some(tags)) = (name, self.tags.last_mut()) {
            tags.insert(name, ty.clone());
        }
        Ok(ty)
    }

    /// A type without a name, as in a cast.
    fn type_name(&mut self) -> Parsed<Ty> {
        let specifiers = self.specifiers()?;
        let Some(base) = specifiers.ty else { return Err(self.unknown_type()) };
        let (name, ty, at) = self.declarator(base)?;
        if let Some(name) = name {
            return Err(self.error(at, What::Expected { expected: ")".into(), found: name.to_string() }));
        }
        Ok(ty)
    }

    /// A declarator: pointers, a name or an inner declarator, arrays and parameters.
    fn declarator(&mut self, base: Ty) -> Parsed<(Option<Rc<str>>, Ty, Span)> {
        self.enter()?;
        let mut ty = base;
        let mut ignored = Specifiers::default();
        loop {
            if self.eat("*") {
                ty = Ty::Ptr(Rc::new(ty));
            } else if !(self.eat("const")
                || self.eat("volatile")
                || self.eat("restrict")
                || self.eat("__restrict")
                || self.attribute(&mut ignored)?)
            {
                break;
            }
        }
        let at = self.here();
        let inner = self.is("(") && {
            let next = self.ahead(1);
            next.is("*") || next.is("(") || (next.kind == Kind::Name && !self.is_type(next))
        };
        let result = if inner {
            // The inner declarator is read when the type that it applies to is known.
            let open = self.at;
            let mut depth = 0;
            loop {
                let token = self.token().clone();
                if token.kind == Kind::End {
                    return Err(self.expected(")"));
                }
                self.at += 1;
                depth += i32::from(token.is("(")) - i32::from(token.is(")"));
                if depth == 0 {
                    break;
                }
            }
            let ty = self.suffixes(ty)?;
            let end = self.at;
            self.at = open + 1;
            let result = self.declarator(ty)?;
            if !self.is(")") {
                return Err(self.expected(")"));
            }
            self.at = end;
            result
        } else {
            let name = (self.token().kind == Kind::Name).then(|| self.token().text.clone());
            self.at += usize::from(name.is_some());
            (name, self.suffixes(ty)?, at)
        };
        self.depth -= 1;
        Ok(result)
    }

    fn suffixes(&mut self, ty: Ty) -> Parsed<Ty> {
        if self.eat("[") {
            self.enter()?;
            let mut length = None;
            if !self.is("]") {
                let value = self.assignment()?;
                length = match self.constant(&value).and_then(|value| u32::try_from(value).ok()) {
                    Some(length) if length <= i32::MAX as u32 => Some(length),
                    _ => {
                        self.error(value.at, What::ArrayLength);
                        Some(1)
                    }
                };
            }
            self.expect("]")?;
            let of = self.suffixes(ty)?;
            self.depth -= 1;
            return Ok(Ty::Array(Rc::new(of), length));
        }
        if self.is("(") {
            self.at += 1;
            let (parameters, variadic) = self.parameters()?;
            if matches!(ty, Ty::Array(..) | Ty::Func(_)) {
                let at = self.here();
                return Err(self.error(at, What::Specifiers));
            }
            return Ok(Ty::Func(Rc::new(Sig { result: ty, parameters, variadic })));
        }
        Ok(ty)
    }

    #[allow(clippy::type_complexity, reason = "the form of `Sig::parameters`")]
    fn parameters(&mut self) -> Parsed<(Vec<(Option<Rc<str>>, Ty, Span)>, bool)> {
        let mut out = Vec::new();
        if self.eat(")") {
            return Ok((out, false));
        }
        if self.is("void") && self.ahead(1).is(")") {
            self.at += 2;
            return Ok((out, false));
        }
        loop {
            if self.eat("...") {
                self.expect(")")?;
                return Ok((out, true));
            }
            if !self.is_type(self.token()) {
                return Err(self.unknown_type());
            }
            let specifiers = self.specifiers()?;
            let Some(base) = specifiers.ty else { return Err(self.unknown_type()) };
            let (name, ty, at) = self.declarator(base)?;
            let mut ignored = Specifiers::default();
            while self.attribute(&mut ignored)? {}
            let ty = match ty {
                Ty::Array(of, _) => Ty::Ptr(of),
                func @ Ty::Func(_) => Ty::Ptr(Rc::new(func)),
                other => other,
            };
            out.push((name, ty, at));
            if self.eat(")") {
                return Ok((out, false));
            }
            self.expect(",")?;
        }
    }

    fn constant(&self, expression: &Expr) -> Option<i128> {
        self.unit.constant(expression).map(|(value, ty)| ty.number(value))
    }

    fn assertion(&mut self) -> Parsed<bool> {
        if !(self.eat("_Static_assert") || self.eat("static_assert")) {
            return Ok(false);
        }
        self.expect("(")?;
        let value = self.ternary()?;
        let mut text = String::new();
        if self.eat(",") {
            text = String::from_utf8_lossy(&unquote(&self.token().text).unwrap_or_default()).into_owned();
            self.at += 1;
        }
        self.expect(")")?;
        self.expect(";")?;
        match self.constant(&value) {
            Some(0) => {
                self.error(value.at, What::Assertion { text });
            }
            Some(_) => {}
            None => {
                self.error(value.at, What::NotConstant);
            }
        }
        Ok(true)
    }

    /// A declaration or a function of the file.
    fn declaration(&mut self) -> Parsed<()> {
        if self.eat(";") || self.assertion()? {
            return Ok(());
        }
        if self.token().kind == Kind::Name
            && matches!(&*self.token().text, "if" | "for" | "while" | "return" | "goto")
        {
            let (at, what) = (self.here(), self.found());
            return Err(self.error(at, What::OnlyFunction { what }));
        }
        if !self.is_type(self.token()) {
            return Err(self.unknown_type());
        }
        let own = self.token().own;
        let mut specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(());
        }
        // A hook may leave out nothing but its type.
        let base = match specifiers.ty.clone() {
            Some(base) => base,
            None if self.token().kind == Kind::Name && self.ahead(1).is("(") => {
                let name = self.token().text.to_string();
                return Err(self.error(self.here(), What::NoType { name }));
            }
            None => return Err(self.unknown_type()),
        };
        let mut first = true;
        loop {
            let (name, ty, at) = self.declarator(base.clone())?;
            while self.attribute(&mut specifiers)? {}
            if self.eat("asm") || self.eat("__asm__") {
                self.parentheses()?;
            }
            let Some(name) = name else { return Err(self.expected("a name")) };
            if specifiers.typedef {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name, Meaning::Type(ty));
                }
            } else if let Ty::Func(sig) = ty {
                let body = first && self.is("{");
                self.function(name, sig, &specifiers, at, own, body)?;
                if body {
                    return Ok(());
                }
            } else {
                self.hide(&name);
                self.variable(name, ty, &specifiers, at, own)?;
            }
            first = false;
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")
    }

    fn parentheses(&mut self) -> Parsed<()> {
        self.eat("volatile");
        self.eat("goto");
        if !self.is("(") {
            return Err(self.expected("("));
        }
        let mut depth = 0;
        loop {
            let token = self.token().clone();
            if token.kind == Kind::End {
                return Err(self.expected(")"));
            }
            self.at += 1;
            depth += i32::from(token.is("(")) - i32::from(token.is(")"));
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn variable(
        &mut self,
        name: Rc<str>,
        ty: Ty,
        specifiers: &Specifiers,
        at: Span,
        own: bool,
    ) -> Parsed<u32> {
        let constant = specifiers.constant && !points(&ty);
        let init = if self.eat("=") { Some(Rc::new(self.initialiser()?)) } else { None };
        // An array without a length has that of its initialiser.
        let ty = self.unit.complete(ty, init.as_deref());
        let external = specifiers.external && init.is_none();
        let known = self.unit.var_of.get(&name).copied().filter(|_| self.scopes.len() == 1);
        if let Some(known) = known {
            let before = &self.unit.vars[known as usize];
            let (line, both) = (before.at.line, before.init.is_some() && init.is_some());
            if both && before.own {
                return Err(self.error(at, What::Twice { name: name.to_string(), first: line }));
            }
            let before = &mut self.unit.vars[known as usize];
            if !external || !before.own {
                let init = init.or(before.init.take());
                *before = Var {
                    name,
                    ty,
                    constant,
                    volatile: specifiers.volatile,
                    external: external && before.external,
                    section: specifiers.section.clone().or(before.section.take()),
                    init,
                    at,
                    own,
                    range: (self.ranges)(at.line),
                };
            }
            return Ok(known);
        }
        let range = if own { (self.ranges)(at.line) } else { None };
        let index = self.unit.vars.len() as u32;
        if self.scopes.len() == 1 {
            self.unit.var_of.insert(name.clone(), index);
        }
        self.unit.vars.push(Var {
            name,
            ty,
            constant,
            volatile: specifiers.volatile,
            external,
            section: specifiers.section.clone(),
            init,
            at,
            own,
            range,
        });
        Ok(index)
    }

    fn function(
        &mut self,
        name: Rc<str>,
        sig: Rc<Sig>,
        specifiers: &Specifiers,
        at: Span,
        own: bool,
        defined: bool,
    ) -> Parsed<()> {
        self.hide(&name);
        if let Some(&known) = self.unit.function_of.get(&name) {
            let before = &self.unit.functions[known as usize];
            if before.own
                && own
                && before.sig.parameters.len() != sig.parameters.len()
                && !before.sig.variadic
            {
                let line = before.at.line;
                return Err(self.error(at, What::Conflict { name: name.to_string(), first: line }));
            }
            if before.body.is_some() && before.own && defined {
                let line = before.at.line;
                self.error(at, What::Twice { name: name.to_string(), first: line });
            }
        }
        let struct_value = |ty: &Ty| matches!(ty, Ty::Struct(_));
        if defined {
            if sig.variadic {
                self.error(at, What::VariadicFunction);
            }
            if struct_value(&sig.result) || sig.parameters.iter().any(|(_, ty, _)| struct_value(ty)) {
                self.error(at, What::StructValue);
            }
        }
        let mut function = Func {
            name: name.clone(),
            sig: sig.clone(),
            body: None,
            section: specifiers.section.clone(),
            hook: specifiers.hook,
            sleepable: specifiers.sleepable,
            inline: (specifiers.inline || specifiers.fixed) && !specifiers.apart,
            at,
            own,
        };
        let index = match self.unit.function_of.get(&name) {
            Some(&index) => index,
            None => {
                let index = self.unit.functions.len() as u32;
                self.unit.functions.push(function.clone());
                self.unit.function_of.insert(name, index);
                index
            }
        };
        if defined {
            self.scopes.push(BTreeMap::new());
            self.tags.push(BTreeMap::new());
            for (parameter, ..) in &sig.parameters {
                if let Some(parameter) = parameter {
                    self.hide(parameter);
                }
            }
            let body = self.block();
            self.scopes.truncate(1);
            self.tags.truncate(1);
            function.body = Some(Rc::new(body?));
            self.unit.functions[index as usize] = function;
        } else {
            let before = &mut self.unit.functions[index as usize];
            // A declaration of the user hides a function of the prelude's only if it is defined.
            if !before.own && before.body.is_none() {
                before.sig = if own { before.sig.clone() } else { sig };
            } else if before.body.is_none() {
                before.sig = sig;
            }
        }
        Ok(())
    }

    pub(crate) fn initialiser(&mut self) -> Parsed<Init> {
        let at = self.here();
        if !self.eat("{") {
            return self.assignment().map(Init::Value);
        }
        self.enter()?;
        let mut list = Vec::new();
        while !self.eat("}") {
            let mut steps = Vec::new();
            loop {
                if self.is("[") {
                    self.at += 1;
                    let from = self.ternary()?;
                    let to = if self.eat("...") { Some(self.ternary()?) } else { None };
                    self.expect("]")?;
                    steps.push(Step::Index(from, to));
                } else if self.is(".") && self.ahead(1).kind == Kind::Name {
                    let token = self.ahead(1).clone();
                    self.at += 2;
                    steps.push(Step::Member(token.text, token.at));
                } else {
                    break;
                }
            }
            if !steps.is_empty() {
                self.expect("=")?;
            } else if self.token().kind == Kind::Name && self.ahead(1).is(":") && !self.ahead(2).is(":") {
                // The old form `name: value`.
                let token = self.token().clone();
                self.at += 2;
                steps.push(Step::Member(token.text, token.at));
            }
            let init = self.initialiser()?;
            list.push((steps, init));
            if !self.eat(",") && !self.is("}") {
                return Err(self.expected("}"));
            }
        }
        self.depth -= 1;
        Ok(Init::List(list, at))
    }

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        self.expect("{")?;
        self.scopes.push(BTreeMap::new());
        self.tags.push(BTreeMap::new());
        let mut out = Vec::new();
        while !self.eat("}") {
            if self.token().kind == Kind::End {
                return Err(self.expected("}"));
            }
            if self.problems.len() >= MOST_PROBLEMS {
                return Err(Stop);
            }
            let (before, depth) = (self.at, self.depth);
            let (scopes, tags) = (self.scopes.len(), self.tags.len());
            match self.statement() {
                Ok(statement) => out.push(statement),
                Err(Stop) => {
                    self.depth = depth;
                    self.scopes.truncate(scopes);
                    self.tags.truncate(tags);
                    self.skip_statement(before);
                }
            }
        }
        self.scopes.pop();
        self.tags.pop();
        Ok(out)
    }

    /// Goes on after a statement with an error: after its semicolon, or before the end of the block.
    fn skip_statement(&mut self, from: usize) {
        let mut depth = 0_i32;
        for token in &self.tokens[from..self.at.max(from)] {
            depth += i32::from(token.is("{")) - i32::from(token.is("}"));
        }
        while self.token().kind != Kind::End {
            let token = self.token().clone();
            if token.is("{") {
                depth += 1;
            } else if token.is("}") {
                if depth <= 0 {
                    return;
                }
                depth -= 1;
                if depth == 0 {
                    self.at += 1;
                    return;
                }
            } else if token.is(";") && depth <= 0 {
                self.at += 1;
                return;
            }
            self.at += 1;
        }
    }

    fn statement(&mut self) -> Parsed<Stmt> {
        self.enter()?;
        let at = self.here();
        let kind = self.statement_kind()?;
        self.depth -= 1;
        Ok(Stmt { kind: Rc::new(kind), at })
    }

    fn condition(&mut self) -> Parsed<Expr> {
        self.expect("(")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok(condition)
    }

    fn statement_kind(&mut self) -> Parsed<S> {
        let token = self.token().clone();
        if token.is("{") {
            return Ok(S::Block(self.block()?));
        }
        if self.eat(";") || self.assertion()? {
            return Ok(S::Empty);
        }
        if token.kind == Kind::Name {
            match &*token.text {
                "if" => {
                    self.at += 1;
                    let condition = self.condition()?;
                    let then = self.statement()?;
                    let otherwise = if self.eat("else") { Some(self.statement()?) } else { None };
                    return Ok(S::If(condition, then, otherwise));
                }
                "while" => {
                    self.at += 1;
                    let condition = self.condition()?;
                    return Ok(S::While(condition, self.statement()?));
                }
                "do" => {
                    self.at += 1;
                    let body = self.statement()?;
                    self.expect("while")?;
                    let condition = self.condition()?;
                    self.expect(";")?;
                    return Ok(S::DoWhile(body, condition));
                }
                "for" => {
                    self.at += 1;
                    self.expect("(")?;
                    self.scopes.push(BTreeMap::new());
                    self.tags.push(BTreeMap::new());
                    let at = self.here();
                    let first = if self.eat(";") {
                        None
                    } else if self.is_type(self.token()) {
                        let locals = self.locals()?;
                        Some(Stmt { kind: Rc::new(S::Declare(locals)), at })
                    } else {
                        let value = self.expression()?;
                        self.expect(";")?;
                        Some(Stmt { kind: Rc::new(S::Expr(value)), at })
                    };
                    let condition = if self.is(";") { None } else { Some(self.expression()?) };
                    self.expect(";")?;
                    let step = if self.is(")") { None } else { Some(self.expression()?) };
                    self.expect(")")?;
                    let body = self.statement()?;
                    self.scopes.pop();
                    self.tags.pop();
                    return Ok(S::For(first, condition, step, body));
                }
                "switch" => {
                    self.at += 1;
                    let value = self.condition()?;
                    return Ok(S::Switch(value, self.statement()?));
                }
                "case" => {
                    self.at += 1;
                    let value = self.ternary()?;
                    let end = if self.eat("...") { Some(self.ternary()?) } else { None };
                    self.expect(":")?;
                    self.cases += 1;
                    return Ok(S::Case(self.cases, value, end));
                }
                "default" => {
                    self.at += 1;
                    self.expect(":")?;
                    self.cases += 1;
                    return Ok(S::Default(self.cases));
                }
                "goto" => {
                    self.at += 1;
                    let label = self.token().clone();
                    if label.kind != Kind::Name {
                        return Err(self.expected("a label"));
                    }
                    self.at += 1;
                    self.expect(";")?;
                    return Ok(S::Goto(label.text));
                }
                "break" | "continue" => {
                    self.at += 1;
                    self.expect(";")?;
                    return Ok(if token.is("break") { S::Break } else { S::Continue });
                }
                "return" => {
                    self.at += 1;
                    let value = if self.is(";") { None } else { Some(self.expression()?) };
                    self.expect(";")?;
                    return Ok(S::Return(value));
                }
                "asm" | "__asm__" => {
                    self.at += 1;
                    self.parentheses()?;
                    self.expect(";")?;
                    return Ok(S::Empty);
                }
                "else" => {
                    let found = self.found();
                    return Err(self.error(token.at, What::NoExpression { found }));
                }
                "__bpf_for" => {
                    self.at += 1;
                    let mut list = self.list()?;
                    if list.len() != 3 {
                        let (name, found) = ("bpf_for".into(), list.len() as u32);
                        return Err(self.error(token.at, What::Arguments { name, expected: 3, found }));
                    }
                    let body = self.statement()?;
                    let (end, start) = (list.remove(2), list.remove(1));
                    return Ok(S::BpfFor(list.remove(0), start, end, body));
                }
                "__bpf_repeat" => {
                    self.at += 1;
                    let mut list = self.list()?;
                    if list.len() != 1 {
                        let (name, found) = ("bpf_repeat".into(), list.len() as u32);
                        return Err(self.error(token.at, What::Arguments { name, expected: 1, found }));
                    }
                    return Ok(S::BpfRepeat(list.remove(0), self.statement()?));
                }
                name if name.starts_with("__bpf_for_each_") => {
                    self.at += 1;
                    let kind = name["__bpf_for_each_".len()..].into();
                    let list = self.list()?;
                    return Ok(S::ForEach(kind, list, self.statement()?));
                }
                _ if self.ahead(1).is(":") && !self.is_type(&token) => {
                    self.at += 2;
                    return Ok(S::Label(token.text));
                }
                _ => {}
            }
            if self.is_type(&token) {
                return self.locals().map(S::Declare);
            }
            // A type that is not known, as in `foo_t x;`.
            if self.ahead(1).kind == Kind::Name && !self.unit.enumerators.contains_key(&token.text) {
                return Err(self.unknown_type());
            }
        }
        let value = self.expression()?;
        self.expect(";")?;
        Ok(S::Expr(value))
    }

    fn locals(&mut self) -> Parsed<Vec<Local>> {
        let own = self.token().own;
        let mut specifiers = self.specifiers()?;
        let Some(base) = specifiers.ty.clone() else { return Err(self.unknown_type()) };
        let mut out = Vec::new();
        if self.eat(";") {
            return Ok(out);
        }
        loop {
            let (name, ty, at) = self.declarator(base.clone())?;
            while self.attribute(&mut specifiers)? {}
            let Some(name) = name else { return Err(self.expected("a name")) };
            if specifiers.typedef {
                if let Some(scope) = self.scopes.last_mut() {
                    scope.insert(name, Meaning::Type(ty));
                }
            } else if let Ty::Func(sig) = ty {
                // A declaration inside a function.
                self.function(name, sig, &specifiers, at, own, false)?;
            } else {
                self.hide(&name);
                let constant = specifiers.constant && !points(&ty);
                if specifiers.fixed {
                    let index = self.variable(name.clone(), ty.clone(), &specifiers, at, own)?;
                    out.push(Local { name, ty, constant, fixed: Some(index), init: None, at });
                } else if specifiers.external {
                    let index = self.unit.var_of.get(&name).copied();
                    out.push(Local { name, ty, constant, fixed: index, init: None, at });
                } else {
                    let init = if self.eat("=") { Some(self.initialiser()?) } else { None };
                    let ty = self.unit.complete(ty, init.as_ref());
                    out.push(Local { name, ty, constant, fixed: None, init, at });
                }
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";")?;
        Ok(out)
    }

    fn list(&mut self) -> Parsed<Vec<Expr>> {
        self.expect("(")?;
        let mut out = Vec::new();
        if self.eat(")") {
            return Ok(out);
        }
        loop {
            let at = self.here();
            let own = self.token().own;
            // A type may be the argument of a built-in function.
            out.push(if self.is_type(self.token()) {
                let ty = self.type_name()?;
                self.make(E::Type(ty), at, own, &[])?
            } else {
                self.assignment()?
            });
            if self.eat(")") {
                return Ok(out);
            }
            self.expect(",")?;
        }
    }

    fn make(&mut self, kind: E, at: Span, own: bool, parts: &[&Expr]) -> Parsed<Expr> {
        let depth = parts.iter().map(|part| part.depth).max().unwrap_or(0) + 1;
        if u32::from(depth) > DEEPEST {
            self.error(at, What::TooDeep { most: DEEPEST });
            self.deep = true;
            self.at = self.tokens.len() - 1;
            return Err(Stop);
        }
        Ok(Expr { kind: Rc::new(kind), at, own, depth })
    }

    pub(crate) fn expression(&mut self) -> Parsed<Expr> {
        let mut left = self.assignment()?;
        while self.is(",") {
            let (at, own) = (self.here(), self.token().own);
            self.at += 1;
            let right = self.assignment()?;
            left = self.make(E::Comma(left.clone(), right.clone()), at, own, &[&left, &right])?;
        }
        Ok(left)
    }

    fn assignment(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let left = self.ternary()?;
        let token = self.token().clone();
        let op = match &*token.text {
            "=" if token.kind == Kind::Mark => None,
            "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>=" => {
                Some(fixed(token.text.trim_end_matches('=')))
            }
            _ => {
                self.depth -= 1;
                return Ok(left);
            }
        };
        self.at += 1;
        let right = self.assignment()?;
        self.depth -= 1;
        self.make(E::Assign(op, left.clone(), right.clone()), token.at, token.own, &[&left, &right])
    }

    fn ternary(&mut self) -> Parsed<Expr> {
        let condition = self.binary(0)?;
        let token = self.token().clone();
        if !self.eat("?") {
            return Ok(condition);
        }
        self.enter()?;
        let then = if self.is(":") { None } else { Some(self.expression()?) };
        self.expect(":")?;
        let otherwise = self.ternary()?;
        self.depth -= 1;
        let parts: Vec<&Expr> = [&condition, &otherwise].into_iter().chain(then.as_ref()).collect();
        let kind = E::Choice(condition.clone(), then.clone(), otherwise.clone());
        self.make(kind, token.at, token.own, &parts)
    }

    fn binary(&mut self, least: u8) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            let token = self.token().clone();
            if token.kind != Kind::Mark {
                return Ok(left);
            }
            let Some(found) = rank(&token.text).filter(|found| *found > least) else { return Ok(left) };
            self.at += 1;
            self.enter()?;
            let right = self.binary(found)?;
            self.depth -= 1;
            let kind = E::Binary(fixed(&token.text), left.clone(), right.clone());
            left = self.make(kind, token.at, token.own, &[&left, &right])?;
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        self.enter()?;
        let value = self.unary_kind()?;
        self.depth -= 1;
        Ok(value)
    }

    fn unary_kind(&mut self) -> Parsed<Expr> {
        let token = self.token().clone();
        let (at, own) = (token.at, token.own);
        if token.kind == Kind::Mark {
            match &*token.text {
                "-" | "+" | "!" | "~" | "*" | "&" => {
                    self.at += 1;
                    let value = self.unary()?;
                    let mark = fixed(&token.text);
                    return self.make(E::Unary(mark, value.clone()), at, own, &[&value]);
                }
                "++" | "--" => {
                    self.at += 1;
                    let value = self.unary()?;
                    let by = if token.is("++") { 1 } else { -1 };
                    return self.make(E::Step(by, false, value.clone()), at, own, &[&value]);
                }
                "(" if self.is_type(self.ahead(1)) => {
                    self.at += 1;
                    let ty = self.type_name()?;
                    self.expect(")")?;
                    if self.is("{") {
                        let init = self.initialiser()?;
                        let ty = self.unit.complete(ty, Some(&init));
                        let value = self.make(E::Literal(ty, Rc::new(init)), at, own, &[])?;
                        return self.postfix(value);
                    }
                    let value = self.unary()?;
                    return self.make(E::Cast(ty, value.clone()), at, own, &[&value]);
                }
                _ => {}
            }
        }
        if token.is("sizeof") {
            self.at += 1;
            if self.is("(") && self.is_type(self.ahead(1)) {
                self.at += 1;
                let ty = self.type_name()?;
                self.expect(")")?;
                return self.make(E::SizeOfType(ty), at, own, &[]);
            }
            let value = self.unary()?;
            return self.make(E::SizeOf(value.clone()), at, own, &[&value]);
        }
        if token.is("_Alignof") || token.is("__alignof__") {
            self.at += 1;
            self.expect("(")?;
            let ty = self.type_name()?;
            self.expect(")")?;
            return self.make(E::AlignOfType(ty), at, own, &[]);
        }
        if token.is("__extension__") {
            self.at += 1;
            return self.unary();
        }
        let value = self.primary()?;
        self.postfix(value)
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.token().clone();
        let (at, own) = (token.at, token.own);
        match token.kind {
            Kind::Number => {
                self.at += 1;
                let Some((value, unsigned, long)) = number(&token.text) else {
                    let said = token.text.to_string();
                    let decimal = !said.starts_with("0x") && said.contains(['.', 'e', 'E']);
                    let float = decimal && said.trim_end_matches(['f', 'F', 'l', 'L']).parse::<f64>().is_ok();
                    let what = if float { What::Floating { said } } else { What::Number { said } };
                    return Err(self.error(at, what));
                };
                let ty = Ty::Int { bytes: if long { 8 } else { 4 }, signed: !unsigned };
                self.make(E::Number(value, ty), at, own, &[])
            }
            Kind::Char => {
                self.at += 1;
                match unquote(&token.text) {
                    Ok(bytes) if bytes.len() == 1 => {
                        self.make(E::Number(bytes[0] as i8 as i64 as u64, INT), at, own, &[])
                    }
                    Ok(_) => Err(self.error(at, What::Number { said: token.text.to_string() })),
                    Err(said) => Err(self.error(at, What::Escape { said })),
                }
            }
            Kind::Text => {
                let mut bytes = Vec::new();
                while self.token().kind == Kind::Text {
                    let text = self.token().text.clone();
                    match unquote(&text) {
                        Ok(more) => bytes.extend(more),
                        Err(said) => {
                            let at = self.here();
                            self.error(at, What::Escape { said });
                        }
                    }
                    self.at += 1;
                }
                bytes.push(0);
                self.make(E::Text(bytes), at, own, &[])
            }
            Kind::Mark if token.is("(") => {
                self.at += 1;
                if self.is("{") {
                    let body = self.block()?;
                    self.expect(")")?;
                    return self.make(E::Block(body), at, own, &[]);
                }
                let value = self.expression()?;
                self.expect(")")?;
                Ok(value)
            }
            Kind::Name => match &*token.text {
                "_Generic" => Err(self.error(at, What::Generic)),
                "__builtin_offsetof" => {
                    self.at += 1;
                    self.expect("(")?;
                    let ty = self.type_name()?;
                    self.expect(",")?;
                    let mut steps = Vec::new();
                    loop {
                        let member = self.token().clone();
                        if member.kind != Kind::Name {
                            return Err(self.expected("a member"));
                        }
                        self.at += 1;
                        steps.push(Step::Member(member.text, member.at));
                        while self.eat("[") {
                            let index = self.expression()?;
                            self.expect("]")?;
                            steps.push(Step::Index(index, None));
                        }
                        if !self.eat(".") {
                            break;
                        }
                    }
                    self.expect(")")?;
                    self.make(E::OffsetOf(ty, steps), at, own, &[])
                }
                "__member_vptr" => {
                    self.at += 1;
                    self.expect("(")?;
                    let value = self.expression()?;
                    self.expect(")")?;
                    self.make(E::Checked(value.clone()), at, own, &[&value])
                }
                "__bpf_iter" => {
                    self.at += 1;
                    self.make(E::Iterator, at, own, &[])
                }
                "if" | "else" | "for" | "while" | "do" | "switch" | "case" | "default" | "return"
                | "goto" | "break" | "continue" => {
                    let found = self.found();
                    Err(self.error(at, What::NoExpression { found }))
                }
                _ => {
                    self.at += 1;
                    self.make(E::Name(token.text), at, own, &[])
                }
            },
            Kind::End => Err(self.expected("an expression")),
            Kind::Mark => {
                let found = self.found();
                Err(self.error(at, What::NoExpression { found }))
            }
        }
    }

    fn postfix(&mut self, mut value: Expr) -> Parsed<Expr> {
        loop {
            let token = self.token().clone();
            let (at, own) = (token.at, token.own);
            if token.kind != Kind::Mark {
                return Ok(value);
            }
            match &*token.text {
                "(" => {
                    let list = self.list()?;
                    let parts: Vec<&Expr> = list.iter().chain([&value]).collect();
                    let place = value.at;
                    value = self.make(E::Call(value.clone(), list.clone()), place, value.own, &parts)?;
                }
                "[" => {
                    self.at += 1;
                    let index = self.expression()?;
                    self.expect("]")?;
                    let place = value.at;
                    value =
                        self.make(E::Index(value.clone(), index.clone()), place, own, &[&value, &index])?;
                }
                "." | "->" => {
                    let member = self.ahead(1).clone();
                    self.at += 1;
                    if member.kind != Kind::Name {
                        return Err(self.expected("a member"));
                    }
                    self.at += 1;
                    let kind = E::Member(value.clone(), member.text, token.is("->"));
                    value = self.make(kind, member.at, own, &[&value])?;
                }
                "++" | "--" => {
                    self.at += 1;
                    let by = if token.is("++") { 1 } else { -1 };
                    value = self.make(E::Step(by, true, value.clone()), at, own, &[&value])?;
                }
                _ => return Ok(value),
            }
        }
    }
}
