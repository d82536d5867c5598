//! A JSON value, its parser with limits on size and depth, and its writer.
//!
//! The simulator does not use serde_json's parser, since that is a sixth of the page's simulator, and reports neither a
//! duplicate field nor a document that is too deep. `core/tests/json.rs` compares the two parsers.

use super::fault::{Fault, FieldError};
use super::place::{Place, Step, Trail};
use std::fmt::{self, Write};

/// A value of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Value {
    #[default]
    Null,
    Bool(bool),
    Whole(i64),
    /// Any other number, as written: not whole, or too large.
    Number(String),
    String(String),
    Array(Vec<Value>),
    Object(Fields),
}

/// The fields of an object, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(Vec<(String, Value)>);

impl Fields {
    fn place(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.as_str().cmp(name))
    }

    pub fn iter(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.0.iter().map(|(name, value)| (name, value))
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.place(name).ok().map(|at| &self.0[at].1)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.place(name).ok().map(|at| &mut self.0[at].1)
    }

    /// Removes the field; false if it is not there.
    pub fn remove(&mut self, name: &str) -> bool {
        self.place(name).map(|at| self.0.remove(at)).is_ok()
    }
}

impl Value {
    pub fn as_i64(&self) -> Option<i64> {
        if let Self::Whole(number) = self { Some(*number) } else { None }
    }

    pub fn as_u64(&self) -> Option<u64> {
        self.as_i64().and_then(|number| number.try_into().ok())
    }

    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(on) = self { Some(*on) } else { None }
    }

    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(text) = self { Some(text) } else { None }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Whole(_) | Self::Number(_))
    }

    /// A field of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        if let Self::Object(fields) = self { fields.get(name) } else { None }
    }

    /// The value at a step of a path.
    pub fn at(&self, step: &Step) -> Option<&Self> {
        match (self, step) {
            (Self::Object(fields), Step::Key(name)) => fields.get(name),
            (Self::Array(items), Step::Index(at)) => items.get(*at),
            _ => None,
        }
    }

    pub fn at_mut(&mut self, step: &Step) -> Option<&mut Self> {
        match (self, step) {
            (Self::Object(fields), Step::Key(name)) => fields.get_mut(name),
            (Self::Array(items), Step::Index(at)) => items.get_mut(*at),
            _ => None,
        }
    }

    pub fn as_object_mut(&mut self) -> Option<&mut Fields> {
        if let Self::Object(fields) = self { Some(fields) } else { None }
    }
}

impl From<bool> for Value {
    fn from(on: bool) -> Self {
        Self::Bool(on)
    }
}

macro_rules! whole {
    ($($type:ty),+) => {
        $(impl From<$type> for Value {
            fn from(number: $type) -> Self {
                i64::try_from(number).map_or_else(|_| Self::Number(number.to_string()), Self::Whole)
            }
        })+
    };
}
whole! { u32, u64, usize, i64 }

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_string())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<serde_json::Value> for Value {
    fn from(value: serde_json::Value) -> Self {
        use serde_json::Value as Theirs;
        match value {
            Theirs::Null => Self::Null,
            Theirs::Bool(on) => Self::Bool(on),
            Theirs::Number(number) => {
                number.as_i64().map_or_else(|| Self::Number(number.to_string()), Self::Whole)
            }
            Theirs::String(text) => Self::String(text),
            Theirs::Array(items) => Self::Array(items.into_iter().map(Into::into).collect()),
            // Sorted by name, as `Fields` are.
            Theirs::Object(fields) => {
                let mut own: Vec<_> = fields.into_iter().map(|(name, value)| (name, value.into())).collect();
                own.sort_by(|(a, _), (b, _): &(String, Self)| a.cmp(b));
                Self::Object(Fields(own))
            }
        }
    }
}

/// The JSON text of the value, without spaces.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Bool(on) => f.write_str(if *on { "true" } else { "false" }),
            Self::Whole(number) => write!(f, "{number}"),
            Self::Number(text) => f.write_str(text),
            Self::String(text) => write_text(text, f),
            Self::Array(items) => {
                f.write_char('[')?;
                for (at, item) in items.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { "," })?;
                    write!(f, "{item}")?;
                }
                f.write_char(']')
            }
            Self::Object(fields) => {
                f.write_char('{')?;
                for (at, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if at == 0 { "" } else { "," })?;
                    write_text(name, f)?;
                    f.write_char(':')?;
                    write!(f, "{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

/// Writes a JSON string, in quotes.
///
/// # Errors
/// Those of `out`.
pub fn write_text(text: &str, out: &mut dyn Write) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.write_char('\\')?;
                out.write_char(c)?;
            }
            '\u{0}'..='\u{1f}' => {
                out.write_str("\\u00")?;
                for digit in [c as u32 >> 4, c as u32 & 15] {
                    out.write_char(char::from_digit(digit, 16).unwrap_or('0'))?;
                }
            }
            _ => out.write_char(c)?,
        }
    }
    out.write_char('"')
}

/// The limits of a text.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    pub bytes: u32,
    /// Entries of all lists together, and fields of an object.
    pub entries: u32,
    /// Nesting depth of lists and objects.
    pub depth: u32,
}

/// Parses a text.
///
/// # Errors
/// The first fault of the text.
pub fn read(text: &str, most: Most) -> Result<Value, FieldError> {
    let whole = |fault| Err(FieldError::new(&Place::default(), None, fault));
    if text.len() > most.bytes as usize {
        return whole(Fault::TooLarge { most: most.bytes });
    }
    if text.starts_with('\u{feff}') {
        return whole(Fault::ByteOrderMark);
    }
    let mut reader = Reader { text, most, at: 0, entries: 0, way: Trail::default() };
    match reader.document() {
        Ok(value) => Ok(value),
        Err(Stop::Fault(fault)) => whole(fault),
        Err(Stop::Here(fault)) => Err(FieldError::new(&reader.way.place(), None, fault)),
        Err(Stop::NotJson) => {
            let read = &text.as_bytes()[..text.len().min(reader.at + 1)];
            let line = read.split(|&byte| byte == b'\n').count();
            let column = read.rsplit(|&byte| byte == b'\n').next().map_or(0, <[u8]>::len);
            whole(Fault::NotJson { line: line as u32, column: column as u32 })
        }
    }
}

/// Why parsing stops.
enum Stop {
    /// The text is not JSON from here on.
    NotJson,
    /// A fault of the value that is being read.
    Here(Fault),
    /// A fault of the document.
    Fault(Fault),
}

struct Reader<'t> {
    text: &'t str,
    most: Most,
    /// Bytes that have been read.
    at: usize,
    /// Entries of all lists so far.
    entries: usize,
    /// The path to the value that is being read.
    way: Trail,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<Value, Stop> {
        let value = self.value()?;
        if self.peek().is_none() { Ok(value) } else { Err(Stop::NotJson) }
    }

    /// The text read since a byte. Both ends are character boundaries. Indexing would add a panic message to the first
    /// load.
    fn since(&self, from: usize) -> &str {
        self.text.get(from..self.at).unwrap_or_default()
    }

    /// The next byte; 0, which is not JSON, at the end.
    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is no space.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.byte(), b' ' | b'\n' | b'\t' | b'\r') {
            self.at += 1;
        }
        self.text.as_bytes().get(self.at).copied()
    }

    /// Skips the next byte, if it is this one.
    fn takes(&mut self, byte: u8) -> bool {
        let is = self.byte() == byte;
        self.at += usize::from(is);
        is
    }

    /// Skips white space and the next byte, which has to be this one.
    fn expect(&mut self, byte: u8) -> Result<(), Stop> {
        self.peek();
        if self.takes(byte) { Ok(()) } else { Err(Stop::NotJson) }
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Stop> {
        for byte in word.bytes() {
            if !self.takes(byte) {
                return Err(Stop::NotJson);
            }
        }
        Ok(value)
    }

    fn value(&mut self) -> Result<Value, Stop> {
        match self.peek() {
            Some(b'n') => self.word("null", Value::Null),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'"') => self.string().map(Value::String),
            Some(b'[') => self.list(),
            Some(b'{') => self.object(),
            _ => self.number(),
        }
    }

    /// Enters a list or an object.
    fn enter(&mut self) -> Result<(), Stop> {
        self.at += 1;
        let most = self.most.depth;
        if self.way.depth() == most as usize { Err(Stop::Here(Fault::TooDeep { most })) } else { Ok(()) }
    }

    /// Checks that one more entry is allowed after `before` entries.
    fn count(&self, before: usize) -> Result<(), Stop> {
        let most = self.most.entries;
        if before == most as usize { Err(Stop::Fault(Fault::TooManyEntries { most })) } else { Ok(()) }
    }

    /// Whether another entry follows before `end`.
    fn goes_on(&mut self, is_first: bool, end: u8) -> Result<bool, Stop> {
        self.peek();
        if self.takes(end) {
            return Ok(false);
        }
        if is_first {
            return Ok(true);
        }
        self.expect(b',').map(|()| true)
    }

    fn list(&mut self) -> Result<Value, Stop> {
        self.enter()?;
        let mut items = Vec::new();
        while self.goes_on(items.is_empty(), b']')? {
            self.way.index(items.len());
            let item = self.value()?;
            self.way.pop();
            self.count(self.entries)?;
            self.entries += 1;
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn object(&mut self) -> Result<Value, Stop> {
        self.enter()?;
        let mut fields = Fields::default();
        while self.goes_on(fields.0.is_empty(), b'}')? {
            if self.peek() != Some(b'"') {
                return Err(Stop::NotJson);
            }
            let name = self.string()?;
            self.expect(b':')?;
            let place = fields.place(&name);
            self.way.key(&name);
            let Err(place) = place else { return Err(Stop::Here(Fault::Duplicate)) };
            let value = self.value()?;
            self.way.pop();
            self.count(fields.0.len())?;
            fields.0.insert(place, (name, value));
        }
        Ok(Value::Object(fields))
    }

    fn string(&mut self) -> Result<String, Stop> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let from = self.at;
            while !matches!(self.byte(), b'"' | b'\\' | 0..0x20) {
                self.at += 1;
            }
            out.push_str(self.since(from));
            if self.takes(b'"') {
                return Ok(out);
            }
            if !self.takes(b'\\') {
                return Err(Stop::NotJson);
            }
            out.push(self.escaped()?);
        }
    }

    /// The character after a backslash.
    fn escaped(&mut self) -> Result<char, Stop> {
        let c = match self.byte() {
            c @ (b'"' | b'\\' | b'/') => c.into(),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                self.at += 1;
                return self.unit();
            }
            _ => return Err(Stop::NotJson),
        };
        self.at += 1;
        Ok(c)
    }

    /// A character by one or two units of UTF-16.
    fn unit(&mut self) -> Result<char, Stop> {
        let mut code = self.hexadecimal()?;
        if let 0xd800..0xdc00 = code {
            self.word("\\u", Value::Null)?;
            let second = self.hexadecimal()?.wrapping_sub(0xdc00);
            if second >= 0x400 {
                return Err(Stop::NotJson);
            }
            code = 0x10000 + ((code - 0xd800) << 10) + second;
        }
        char::from_u32(code).ok_or(Stop::NotJson)
    }

    fn hexadecimal(&mut self) -> Result<u32, Stop> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = char::from(self.byte()).to_digit(16).ok_or(Stop::NotJson)?;
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    /// Goes past digits, of which there has to be one.
    fn digits(&mut self) -> Result<(), Stop> {
        let from = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == from { Err(Stop::NotJson) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<Value, Stop> {
        let from = self.at;
        self.takes(b'-');
        if !self.takes(b'0') {
            self.digits()?;
        }
        let end = self.at;
        if self.takes(b'.') {
            self.digits()?;
        }
        if self.takes(b'e') || self.takes(b'E') {
            let _ = self.takes(b'+') || self.takes(b'-');
            self.digits()?;
        }
        let text = self.since(from);
        let whole = if self.at == end { text.parse().ok() } else { None };
        Ok(whole.map_or_else(|| Value::Number(text.to_string()), Value::Whole))
    }
}
