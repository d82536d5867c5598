//! The preprocessor.

use crate::lex::{Kind, Token, number, tokens, unquote};
use crate::problem::{Problem, What, similar};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Most words after expansion.
pub(crate) const MOST_TOKENS: u32 = 200_000;
/// Deepest nesting of macros in arguments of macros.
const DEEPEST: u32 = 40;

struct Macro {
    parameters: Option<Vec<Rc<str>>>,
    /// The last parameter takes the rest of the arguments.
    variadic: bool,
    body: Vec<Token>,
}

struct Branch {
    open: Token,
    /// Whether the words are read now.
    active: bool,
    /// Whether a branch was taken already.
    taken: bool,
    outer: bool,
    otherwise: bool,
}

/// Headers that the prelude stands for: by their last part.
const KNOWN: &[&str] = &[
    "common.bpf.h",
    "compat.bpf.h",
    "user_exit_info.bpf.h",
    "user_exit_info.h",
    "vmlinux.h",
    "bpf_helpers.h",
    "bpf_tracing.h",
    "bpf_core_read.h",
    "errno.h",
    "stdbool.h",
    "stdint.h",
    "stddef.h",
    "limits.h",
    "string.h",
    "types.h",
    "enums.bpf.h",
    "enum_defs.autogen.h",
    "bpf.h",
    "bpf_experimental.h",
    "sched.h",
    "ravg.bpf.h",
    "enums.autogen.bpf.h",
    "namespace_impl.bpf.h",
    "bpf_endian.h",
];

pub(crate) struct Expander<'a> {
    macros: BTreeMap<Rc<str>, Macro>,
    branches: Vec<Branch>,
    file: Vec<Token>,
    at: usize,
    /// Words to read before those of the file, the last first.
    pending: Vec<Token>,
    pub problems: &'a mut Vec<Problem>,
    made: u32,
    full: bool,
    depth: u32,
}

impl<'a> Expander<'a> {
    pub fn new(problems: &'a mut Vec<Problem>) -> Self {
        let file = Vec::new();
        let (branches, pending, macros) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { macros, branches, file, at: 0, pending, problems, made: 0, full: false, depth: 0 }
    }

    /// Defines a macro as a number.
    pub fn define(&mut self, name: &str, value: u64) {
        let mut ignored = Vec::new();
        let mut body = tokens(&value.to_string(), false, &mut ignored);
        body.pop();
        self.macros.insert(name.into(), Macro { parameters: None, variadic: false, body });
    }

    /// The words of a file after expansion; the last is the end.
    pub fn file(&mut self, source: &str, own: bool) -> Vec<Token> {
        self.file = tokens(source, own, self.problems);
        self.at = 0;
        if own {
            self.give_way();
        }
        let mut out = Vec::new();
        loop {
            let token = self.next();
            if token.kind == Kind::End {
                for branch in std::mem::take(&mut self.branches) {
                    self.problem(&branch.open, What::EndifMissing);
                }
                out.push(token);
                return out;
            }
            if !self.expand(&token) {
                self.count(&token);
                out.push(token);
            }
            if self.full {
                let mut end = self.file.last().cloned().unwrap_or_else(|| out[0].clone());
                end.kind = Kind::End;
                out.push(end);
                return out;
            }
        }
    }

    /// A function of the source replaces a macro of the prelude that has its name, such as `min`.
    fn give_way(&mut self) {
        let mut depth = 0_i32;
        for at in 1..self.file.len() {
            let [before, token] = [&self.file[at - 1], &self.file[at]];
            if token.is("{") || token.is("(") {
                let after_type = before.kind == Kind::Name && !before.first && at > 1 && {
                    let earlier = &self.file[at - 2];
                    (earlier.kind == Kind::Name && !earlier.is("define")) || earlier.is("*")
                };
                let small = before.text.starts_with(|one: char| one.is_lowercase());
                if token.is("(") && depth == 0 && after_type && small {
                    let name = before.text.clone();
                    if self.macros.get(&name).is_some_and(|known| known.parameters.is_some()) {
                        self.macros.remove(&name);
                    }
                }
                depth += 1;
            } else if token.is("}") || token.is(")") {
                depth -= 1;
            }
        }
    }

    fn problem(&mut self, token: &Token, what: What) {
        self.problems.push(Problem::new(token.at, what));
    }

    fn count(&mut self, token: &Token) {
        self.made += 1;
        if self.made > MOST_TOKENS && !self.full {
            self.full = true;
            self.pending.clear();
            self.problem(token, What::TooManyTokens { most: MOST_TOKENS });
        }
    }

    fn next(&mut self) -> Token {
        loop {
            if let Some(token) = self.pending.pop() {
                return token;
            }
            let token = self.file[self.at.min(self.file.len() - 1)].clone();
            if token.kind == Kind::End {
                return token;
            }
            self.at += 1;
            if token.first && token.is("#") {
                self.directive(&token);
            } else if self.branches.last().is_none_or(|branch| branch.active) {
                return token;
            }
        }
    }

    fn directive(&mut self, mark: &Token) {
        let from = self.at;
        while !self.file[self.at].first && self.file[self.at].kind != Kind::End {
            self.at += 1;
        }
        let line: Vec<Token> = self.file[from..self.at].to_vec();
        let Some(word) = line.first() else { return };
        let rest = &line[1..];
        let active = self.branches.last().is_none_or(|branch| branch.active);
        let said = || word.text.to_string();
        match &*word.text {
            "ifdef" | "ifndef" | "if" => {
                let holds = active
                    && match (&*word.text, rest.first()) {
                        ("if", _) => self.condition(word, rest),
                        (_, None) => {
                            self.problem(word, What::DirectiveForm { said: said() });
                            false
                        }
                        (kind, Some(name)) => self.macros.contains_key(&name.text) == (kind == "ifdef"),
                    };
                let open = word.clone();
                self.branches.push(Branch {
                    open,
                    active: holds,
                    taken: holds,
                    outer: active,
                    otherwise: false,
                });
            }
            "elif" | "else" => {
                let plain = &*word.text == "else";
                let Some(branch) = self.branches.last() else {
                    return self.problem(word, What::IfMissing { said: said() });
                };
                if branch.otherwise {
                    return self.problem(word, What::IfMissing { said: said() });
                }
                let open = branch.outer && !branch.taken;
                let holds = open && (plain || self.condition(word, rest));
                if let Some(branch) = self.branches.last_mut() {
                    branch.active = holds;
                    branch.taken |= holds;
                    branch.otherwise = plain;
                }
            }
            "endif" => {
                if self.branches.pop().is_none() {
                    self.problem(word, What::IfMissing { said: said() });
                }
            }
            _ if !active => {}
            "define" => self.definition(word, rest),
            "undef" => {
                if let Some(name) = rest.first() {
                    self.macros.remove(&name.text);
                }
            }
            "include" => self.include(word, rest),
            "error" => {
                let words: Vec<&str> = rest.iter().map(|token| &*token.text).collect();
                self.problem(word, What::Said { text: words.join(" ") });
            }
            "pragma" | "warning" | "line" | "ident" => {}
            _ => {
                let known = [
                    "define", "undef", "include", "ifdef", "ifndef", "if", "elif", "else", "endif", "pragma",
                ];
                let meant = similar(&word.text, known.into_iter());
                let at = if word.first { mark.at } else { word.at };
                self.problems.push(Problem::new(at, What::Directive { said: said() }).meant(meant));
            }
        }
    }

    fn include(&mut self, word: &Token, rest: &[Token]) {
        let Some(first) = rest.first() else {
            return self.problem(word, What::DirectiveForm { said: "include".into() });
        };
        let name: String = rest.iter().map(|token| &*token.text).collect();
        let name = name.trim_matches(['<', '>', '"']).to_string();
        let last = name.rsplit('/').next().unwrap_or("");
        if !KNOWN.contains(&last) {
            let at = sched_vm::Span { length: rest.iter().map(|token| token.at.length).sum(), ..first.at };
            let meant = similar(last, KNOWN.iter().copied());
            self.problems.push(Problem::new(at, What::Include { name }).meant(meant));
        }
    }

    fn definition(&mut self, word: &Token, rest: &[Token]) {
        let incomplete = What::DirectiveForm { said: "define".into() };
        let Some(name) = rest.first().filter(|name| name.kind == Kind::Name) else {
            return self.problem(word, incomplete);
        };
        let mut at = 1;
        let mut parameters = None;
        let mut variadic = false;
        if rest.get(1).is_some_and(|open| open.is("(") && !open.spaced) {
            let mut names = Vec::new();
            at = 2;
            loop {
                let Some(token) = rest.get(at) else { return self.problem(word, incomplete) };
                at += 1;
                if token.is(")") {
                    break;
                } else if token.is("...") {
                    variadic = true;
                    names.push("__VA_ARGS__".into());
                } else if token.kind == Kind::Name {
                    names.push(token.text.clone());
                    if rest.get(at).is_some_and(|dots| dots.is("...")) {
                        variadic = true;
                        at += 1;
                    }
                } else if !token.is(",") {
                    return self.problem(token, incomplete);
                }
            }
            parameters = Some(names);
        }
        self.macros.insert(name.text.clone(), Macro { parameters, variadic, body: rest[at..].to_vec() });
    }

    /// Expands a macro: its words become pending. False if the word is none.
    fn expand(&mut self, token: &Token) -> bool {
        if token.kind != Kind::Name {
            return false;
        }
        let hidden = token.hidden.as_ref().is_some_and(|hidden| hidden.contains(&token.text));
        let Some(known) = self.macros.get(&token.text).filter(|_| !hidden) else { return false };
        let arguments = if let Some(parameters) = &known.parameters {
            let (count, variadic) = (parameters.len(), known.variadic);
            let open = self.next();
            if !open.is("(") {
                self.pending.push(open);
                return false;
            }
            let Some(arguments) = self.arguments(token, count, variadic) else { return true };
            Some(arguments)
        } else {
            None
        };
        let Some(body) = self.substitute(token, arguments) else { return true };
        let mut hide: Vec<Rc<str>> = token.hidden.as_deref().map(<[_]>::to_vec).unwrap_or_default();
        hide.push(token.text.clone());
        let shared: Rc<[Rc<str>]> = hide.into();
        for (at, mut made) in body.into_iter().enumerate().rev() {
            made.hidden = Some(match &made.hidden {
                None => shared.clone(),
                Some(before) => {
                    let mut all = before.to_vec();
                    all.extend(shared.iter().filter(|name| !before.contains(name)).cloned());
                    all.into()
                }
            });
            made.first = false;
            if at == 0 {
                made.spaced = token.spaced;
            }
            self.count(&made);
            if self.full {
                break;
            }
            self.pending.push(made);
        }
        true
    }

    /// The arguments up to the closing parenthesis.
    fn arguments(&mut self, name: &Token, count: usize, variadic: bool) -> Option<Vec<Vec<Token>>> {
        let mut all: Vec<Vec<Token>> = vec![Vec::new()];
        let mut depth = 0;
        loop {
            let token = self.next();
            if token.kind == Kind::End || self.full {
                self.pending.push(token);
                self.problem(name, What::MacroOpen { name: name.text.to_string() });
                return None;
            }
            if token.is(")") && depth == 0 {
                break;
            }
            if token.is("(") || token.is("[") || token.is("{") {
                depth += 1;
            } else if token.is(")") || token.is("]") || token.is("}") {
                depth -= 1;
            }
            let rest = variadic && all.len() >= count;
            if token.is(",") && depth <= 0 && !rest {
                all.push(Vec::new());
            } else if let Some(last) = all.last_mut() {
                last.push(token);
            }
        }
        if count == 0 && all.len() == 1 && all[0].is_empty() {
            all.clear();
        }
        if variadic && all.len() + 1 == count {
            all.push(Vec::new());
        }
        if all.len() != count {
            let (expected, found) = (count as u32, all.len() as u32);
            self.problem(name, What::MacroArguments { name: name.text.to_string(), expected, found });
            return None;
        }
        Some(all)
    }

    fn all(&mut self, list: Vec<Token>) -> Vec<Token> {
        if self.depth >= DEEPEST {
            if !self.full
                && let Some(token) = list.first().cloned()
            {
                self.full = true;
                self.problem(&token, What::TooDeep { most: DEEPEST });
            }
            return Vec::new();
        }
        self.depth += 1;
        let mut end = list.last().cloned();
        if let Some(end) = &mut end {
            end.kind = Kind::End;
            end.text = "".into();
        }
        let Some(end) = end else {
            self.depth -= 1;
            return Vec::new();
        };
        let before = std::mem::take(&mut self.pending);
        let (file, at) = (std::mem::replace(&mut self.file, vec![end]), std::mem::take(&mut self.at));
        let branches = std::mem::take(&mut self.branches);
        self.pending = list;
        self.pending.reverse();
        let mut out = Vec::new();
        loop {
            let token = self.next();
            if token.kind == Kind::End || self.full {
                break;
            }
            if !self.expand(&token) {
                self.count(&token);
                out.push(token);
            }
        }
        (self.file, self.at, self.branches) = (file, at, branches);
        self.pending = before;
        if self.full {
            self.pending.clear();
        }
        self.depth -= 1;
        out
    }

    fn substitute(&mut self, name: &Token, arguments: Option<Vec<Vec<Token>>>) -> Option<Vec<Token>> {
        let known = self.macros.get(&name.text)?;
        let body = known.body.clone();
        let parameters = known.parameters.clone().unwrap_or_default();
        let variadic = known.variadic;
        let arguments = arguments.unwrap_or_default();
        let place = |token: &Token| Token { at: name.at, own: name.own, ..token.clone() };
        let index = |token: &Token| {
            (token.kind == Kind::Name)
                .then(|| parameters.iter().position(|each| *each == token.text))
                .flatten()
        };
        let mut expanded: Vec<Option<Vec<Token>>> = vec![None; arguments.len()];
        let mut out: Vec<Token> = Vec::new();
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            let pastes = body.get(at + 1).is_some_and(|next| next.is("##"));
            if token.is("#") && known_parameter(&parameters, body.get(at + 1)) {
                let which = index(&body[at + 1]).unwrap_or(0);
                out.push(text_of(&arguments[which], &place(token)));
                at += 2;
                continue;
            }
            if token.is("##") && at > 0 && at + 1 < body.len() {
                let next = &body[at + 1];
                at += 2;
                let right: Vec<Token> = match index(next) {
                    Some(which) => {
                        // `, ## args` without arguments loses its comma.
                        let rest = variadic && which + 1 == parameters.len();
                        if rest && out.last().is_some_and(|last| last.is(",")) {
                            if arguments[which].is_empty() {
                                out.pop();
                            } else {
                                let list = self.all(arguments[which].clone());
                                out.extend(list);
                            }
                            continue;
                        }
                        arguments[which].clone()
                    }
                    None if next.is("#") && known_parameter(&parameters, body.get(at)) => {
                        let which = index(&body[at]).unwrap_or(0);
                        at += 1;
                        vec![text_of(&arguments[which], &place(next))]
                    }
                    None => vec![place(next)],
                };
                let mut right = right.into_iter();
                match (out.pop(), right.next()) {
                    (Some(left), Some(first)) if left.kind != Kind::End => {
                        let joined = format!("{}{}", left.text, first.text);
                        let mut ignored = Vec::new();
                        let mut made = tokens(&joined, name.own, &mut ignored);
                        made.pop();
                        if made.len() != 1 || !ignored.is_empty() {
                            self.problem(name, What::Paste { said: joined });
                            return None;
                        }
                        out.extend(made.iter().map(place));
                    }
                    (left, right) => {
                        out.extend(left.into_iter().filter(|left| left.kind != Kind::End).chain(right))
                    }
                }
                out.extend(right);
                continue;
            }
            at += 1;
            match index(token) {
                Some(which) if pastes => {
                    if arguments[which].is_empty() {
                        // Nothing, which ## joins to what follows.
                        out.push(Token { kind: Kind::End, text: "".into(), ..place(token) });
                    }
                    out.extend(arguments[which].iter().cloned());
                }
                Some(which) => {
                    if expanded[which].is_none() {
                        expanded[which] = Some(self.all(arguments[which].clone()));
                    }
                    let list = expanded[which].clone().unwrap_or_default();
                    let from = out.len();
                    out.extend(list);
                    if let Some(first) = out.get_mut(from) {
                        first.spaced = token.spaced;
                    }
                }
                None => out.push(place(token)),
            }
            if out.len() as u32 > MOST_TOKENS || self.full {
                self.made = MOST_TOKENS;
                self.count(name);
                return None;
            }
        }
        out.retain(|token| token.kind != Kind::End);
        Some(out)
    }

    fn condition(&mut self, word: &Token, rest: &[Token]) -> bool {
        let mut list = Vec::new();
        let mut at = 0;
        while at < rest.len() {
            if rest[at].is("defined") {
                let open = rest.get(at + 1).is_some_and(|open| open.is("("));
                let name = rest.get(at + if open { 2 } else { 1 });
                let known = name.is_some_and(|name| self.macros.contains_key(&name.text));
                list.push(Token {
                    kind: Kind::Number,
                    text: if known { "1" } else { "0" }.into(),
                    ..rest[at].clone()
                });
                at += if open { 4 } else { 2 };
                continue;
            }
            list.push(rest[at].clone());
            at += 1;
        }
        let list = self.all(list);
        let mut reader = Reader { list: &list, at: 0, depth: 0 };
        match reader.ternary() {
            Some(value) if reader.at == list.len() && !list.is_empty() => value != 0,
            _ => {
                self.problem(word, What::Condition);
                false
            }
        }
    }
}

fn known_parameter(parameters: &[Rc<str>], token: Option<&Token>) -> bool {
    token.is_some_and(|token| token.kind == Kind::Name && parameters.contains(&token.text))
}

/// The text of words, for `#`.
fn text_of(list: &[Token], like: &Token) -> Token {
    let mut text = String::from("\"");
    for (at, token) in list.iter().enumerate() {
        if at > 0 && (token.spaced || token.first) {
            text.push(' ');
        }
        for one in token.text.chars() {
            if matches!(token.kind, Kind::Text | Kind::Char) && matches!(one, '"' | '\\') {
                text.push('\\');
            }
            text.push(one);
        }
    }
    text.push('"');
    Token { kind: Kind::Text, text: text.into(), ..like.clone() }
}

/// Reads the expression of `#if`.
struct Reader<'a> {
    list: &'a [Token],
    at: usize,
    depth: u32,
}

impl Reader<'_> {
    fn mark(&self) -> &str {
        self.list.get(self.at).map_or("", |token| &*token.text)
    }

    fn eat(&mut self, mark: &str) -> bool {
        let found = self.mark() == mark;
        self.at += usize::from(found);
        found
    }

    fn ternary(&mut self) -> Option<i64> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Some(condition);
        }
        let left = self.ternary()?;
        if !self.eat(":") {
            return None;
        }
        let right = self.ternary()?;
        Some(if condition != 0 { left } else { right })
    }

    fn binary(&mut self, least: u8) -> Option<i64> {
        let mut left = self.unary()?;
        loop {
            let mark = self.mark().to_string();
            let Some(rank) = crate::parse::rank(&mark).filter(|rank| *rank > least) else {
                return Some(left);
            };
            self.at += 1;
            let right = self.binary(rank)?;
            let truth = |holds: bool| i64::from(holds);
            left = match &*mark {
                "*" => left.wrapping_mul(right),
                "/" => left.checked_div(right)?,
                "%" => left.checked_rem(right)?,
                "+" => left.wrapping_add(right),
                "-" => left.wrapping_sub(right),
                "<<" => left.wrapping_shl(right as u32),
                ">>" => left.wrapping_shr(right as u32),
                "<" => truth(left < right),
                ">" => truth(left > right),
                "<=" => truth(left <= right),
                ">=" => truth(left >= right),
                "==" => truth(left == right),
                "!=" => truth(left != right),
                "&" => left & right,
                "^" => left ^ right,
                "|" => left | right,
                "&&" => truth(left != 0 && right != 0),
                _ => truth(left != 0 || right != 0),
            };
        }
    }

    fn unary(&mut self) -> Option<i64> {
        self.depth += 1;
        if self.depth > 200 {
            return None;
        }
        let token = self.list.get(self.at)?;
        self.at += 1;
        let value = match (token.kind, &*token.text) {
            (Kind::Number, text) => number(text)?.0 as i64,
            (Kind::Char, text) => i64::from(*unquote(text).ok()?.first()?),
            (Kind::Name, _) => 0,
            (_, "(") => {
                let value = self.ternary()?;
                if !self.eat(")") {
                    return None;
                }
                value
            }
            (_, "!") => i64::from(self.unary()? == 0),
            (_, "-") => self.unary()?.wrapping_neg(),
            (_, "+") => self.unary()?,
            (_, "~") => !self.unary()?,
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }
}
