//! Words of C.

use crate::problem::{Problem, What};
use sched_vm::Span;
use std::rc::Rc;

/// The kinds of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Name,
    Number,
    Char,
    Text,
    Mark,
    End,
}

/// A word with its place. The place of a word that a macro made is that of the macro's use.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub kind: Kind,
    pub text: Rc<str>,
    pub at: Span,
    /// Whether the word is of the user's source and not of the prelude.
    pub own: bool,
    /// Whether white space stands before it.
    pub spaced: bool,
    /// Whether it is the first word of a line.
    pub first: bool,
    /// The macros that must not be expanded in it again.
    pub hidden: Option<Rc<[Rc<str>]>>,
}

impl Token {
    pub fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Mark | Kind::Name) && &*self.text == text
    }
}

const MARKS: &[&str] = &[
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "##",
];

/// Splits a source into words. `own` is false for the prelude.
pub(crate) fn tokens(source: &str, own: bool, problems: &mut Vec<Problem>) -> Vec<Token> {
    let chars: Vec<char> = source.chars().collect();
    let mut out = Vec::new();
    let (mut at, mut line, mut start) = (0, 1_u32, 0);
    let (mut first, mut spaced) = (true, false);
    let get = |at: usize| chars.get(at).copied().unwrap_or('\0');
    while at < chars.len() {
        let from = at;
        let span = |from: usize, to: usize, start: usize, line: u32| Span {
            line,
            column: (from - start) as u32 + 1,
            length: (to - from).max(1) as u32,
        };
        match chars[at] {
            '\n' => {
                at += 1;
                line += 1;
                start = at;
                (first, spaced) = (true, true);
                continue;
            }
            '\\' if get(at + 1) == '\n' || (get(at + 1) == '\r' && get(at + 2) == '\n') => {
                at += if get(at + 1) == '\n' { 2 } else { 3 };
                line += 1;
                start = at;
                spaced = true;
                continue;
            }
            space if space.is_whitespace() || space == '\u{feff}' => {
                at += 1;
                spaced = true;
                continue;
            }
            '/' if get(at + 1) == '/' => {
                while at < chars.len() && chars[at] != '\n' {
                    at += 1;
                }
                continue;
            }
            '/' if get(at + 1) == '*' => {
                let open = span(from, from + 2, start, line);
                at += 2;
                while at < chars.len() && !(chars[at] == '*' && get(at + 1) == '/') {
                    if chars[at] == '\n' {
                        line += 1;
                        start = at + 1;
                    }
                    at += 1;
                }
                if at >= chars.len() {
                    problems.push(Problem::new(open, What::OpenComment));
                }
                at = (at + 2).min(chars.len());
                spaced = true;
                continue;
            }
            _ => {}
        }
        let kind = match chars[at] {
            letter if letter == '_' || letter == '$' || letter.is_alphabetic() => {
                while at < chars.len() && (get(at) == '_' || get(at) == '$' || get(at).is_alphanumeric()) {
                    at += 1;
                }
                Kind::Name
            }
            digit if digit.is_ascii_digit() || (digit == '.' && get(at + 1).is_ascii_digit()) => {
                while get(at).is_ascii_alphanumeric() || get(at) == '.' || get(at) == '_' {
                    let exponent = matches!(get(at), 'e' | 'E' | 'p' | 'P');
                    let hex = get(from) == '0' && matches!(get(from + 1), 'x' | 'X');
                    at += 1;
                    let sign = matches!(get(at), '+' | '-') && get(at + 1).is_ascii_digit();
                    if exponent && sign && !hex {
                        at += 1;
                    }
                }
                Kind::Number
            }
            quote @ ('"' | '\'') => {
                at += 1;
                while at < chars.len() && chars[at] != quote && chars[at] != '\n' {
                    at += if chars[at] == '\\' && at + 1 < chars.len() && chars[at + 1] != '\n' {
                        2
                    } else {
                        1
                    };
                }
                if get(at) == quote && at < chars.len() {
                    at += 1;
                } else {
                    problems.push(Problem::new(span(from, at, start, line), What::OpenText));
                }
                if quote == '"' { Kind::Text } else { Kind::Char }
            }
            mark => {
                let rest = |text: &str| text.chars().enumerate().all(|(offset, one)| get(at + offset) == one);
                if let Some(found) = MARKS.iter().find(|text| rest(text)) {
                    at += found.len();
                } else {
                    at += 1;
                    if !mark.is_ascii_punctuation() || matches!(mark, '@' | '`' | '\\') {
                        let said = mark.escape_debug().to_string();
                        problems.push(Problem::new(span(from, at, start, line), What::Character { said }));
                        continue;
                    }
                }
                Kind::Mark
            }
        };
        let text: String = chars[from..at].iter().collect();
        let at = span(from, at, start, line);
        out.push(Token { kind, text: text.into(), at, own, spaced, first, hidden: None });
        (first, spaced) = (false, false);
    }
    let column = (chars.len() - start.min(chars.len())) as u32 + 1;
    let at = Span { line, column, length: 1 };
    out.push(Token { kind: Kind::End, text: "".into(), at, own, spaced, first: true, hidden: None });
    out
}

/// The value of a number and whether it is unsigned and of 64 bits by its form.
pub(crate) fn number(text: &str) -> Option<(u64, bool, bool)> {
    let lower = text.to_ascii_lowercase().replace('\'', "");
    let digits = lower.trim_end_matches(['u', 'l']);
    let suffix = &lower[digits.len()..];
    if !matches!(suffix, "" | "u" | "l" | "ul" | "lu" | "ll" | "ull" | "llu") {
        return None;
    }
    let (value, decimal) = if let Some(hex) = digits.strip_prefix("0x") {
        (u64::from_str_radix(hex, 16).ok()?, false)
    } else if let Some(binary) = digits.strip_prefix("0b") {
        (u64::from_str_radix(binary, 2).ok()?, false)
    } else if digits.len() > 1 && digits.starts_with('0') {
        (u64::from_str_radix(&digits[1..], 8).ok()?, false)
    } else {
        (digits.parse::<u64>().ok()?, true)
    };
    let (mut unsigned, mut long) = (suffix.contains('u'), suffix.contains('l'));
    // The first type that fits: int, unsigned int (not for decimals), long, unsigned long.
    if !long && value > u64::from(u32::MAX) {
        long = true;
    }
    if !long && !unsigned && value > i32::MAX as u64 {
        if decimal {
            long = true;
        } else {
            unsigned = true;
        }
    }
    if long && !unsigned && value > i64::MAX as u64 {
        unsigned = true;
    }
    Some((value, unsigned, long))
}

/// The bytes of a text or character in quotes.
pub(crate) fn unquote(text: &str) -> Result<Vec<u8>, String> {
    let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
    let mut out = Vec::new();
    let mut at = inner.chars().peekable();
    while let Some(one) = at.next() {
        if one != '\\' {
            out.extend(one.encode_utf8(&mut [0; 4]).as_bytes());
            continue;
        }
        let Some(escape) = at.next() else { return Err(String::new()) };
        out.push(match escape {
            'n' => b'\n',
            't' => b'\t',
            'r' => b'\r',
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            '\\' | '\'' | '"' | '?' => escape as u8,
            'x' => {
                let mut value = 0_u32;
                let mut any = false;
                while let Some(digit) = at.peek().and_then(|digit| digit.to_digit(16)) {
                    value = value.wrapping_mul(16).wrapping_add(digit);
                    any = true;
                    at.next();
                }
                if !any {
                    return Err("x".into());
                }
                value as u8
            }
            digit if digit.is_digit(8) => {
                let mut value = digit.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    if let Some(digit) = at.peek().and_then(|digit| digit.to_digit(8)) {
                        value = value * 8 + digit;
                        at.next();
                    }
                }
                value as u8
            }
            other => return Err(other.to_string()),
        });
    }
    Ok(out)
}
