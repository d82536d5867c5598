//! The text of a document: measured before it is read, its encoding named, no field there twice.

use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_ENTRIES};
use crate::document::fault::{Fault, FieldError};
use crate::document::place::{Place, Way};
use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::cell::{Cell, RefCell};
use std::fmt;

/// The text of a file.
///
/// # Errors
/// It is too large, or not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<&str, FieldError> {
    let whole = |fault| FieldError::new(&Place::default(), None, fault);
    if bytes.len() > MAX_BYTES as usize {
        return Err(whole(Fault::TooLarge { most: MAX_BYTES }));
    }
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => Err(whole(Fault::Utf16)),
        _ => std::str::from_utf8(bytes).map_err(|_| whole(Fault::NotUtf8)),
    }
}

/// The JSON of a text.
///
/// # Errors
/// The first fault of the text.
pub fn json_of(text: &str) -> Result<Value, FieldError> {
    let whole = |fault| FieldError::new(&Place::default(), None, fault);
    if text.len() > MAX_BYTES as usize {
        return Err(whole(Fault::TooLarge { most: MAX_BYTES }));
    }
    if text.starts_with('\u{feff}') {
        return Err(whole(Fault::ByteOrderMark));
    }
    let reader = Reader::default();
    let mut json = serde_json::Deserializer::from_str(text);
    let value = Part { reader: &reader, depth: 0 }.deserialize(&mut json);
    if let Some(fault) = reader.fault.take() {
        let place = match fault {
            Fault::Duplicate | Fault::TooDeep { .. } => reader.way.place(),
            _ => Place::default(),
        };
        return Err(FieldError::new(&place, None, fault));
    }
    value
        .and_then(|value| json.end().map(|()| value))
        .map_err(|error| whole(Fault::NotJson { line: error.line() as u32, column: error.column() as u32 }))
}

/// What all parts of a text share.
#[derive(Default)]
struct Reader {
    entries: Cell<u32>,
    /// What is wrong with JSON that is good as such.
    fault: RefCell<Option<Fault>>,
    way: Way,
}

impl Reader {
    /// Keeps the first fault. The rest of the text is read on without being kept: what serde makes of an error of one's own
    /// is 6 kB of WebAssembly.
    fn refuse(&self, fault: Fault) {
        self.fault.borrow_mut().get_or_insert(fault);
    }

    fn is_sound(&self) -> bool {
        self.fault.borrow().is_none()
    }

    /// Reads a part; a fault that it finds lies where `note` says.
    fn read<T>(&self, part: impl FnOnce() -> T, note: impl FnOnce(&Way)) -> T {
        let was_sound = self.is_sound();
        let value = part();
        if was_sound && !self.is_sound() {
            note(&self.way);
        }
        value
    }
}

/// A value of the text, so many levels below the document.
#[derive(Clone, Copy)]
struct Part<'r> {
    reader: &'r Reader,
    depth: u32,
}

impl Part<'_> {
    fn within(self) -> Self {
        if self.depth == MAX_DEPTH {
            self.reader.refuse(Fault::TooDeep { most: MAX_DEPTH });
        }
        Self { depth: self.depth + 1, ..self }
    }
}

impl<'de> DeserializeSeed<'de> for Part<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Part<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_string()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let part = self.within();
        let Reader { entries, .. } = self.reader;
        let mut items = Vec::new();
        while let Some(item) =
            self.reader.read(|| list.next_element_seed(part), |way| way.index(items.len()))?
        {
            if entries.get() == MAX_ENTRIES {
                self.reader.refuse(Fault::TooManyEntries { most: MAX_ENTRIES });
            }
            if self.reader.is_sound() {
                entries.set(entries.get() + 1);
                items.push(item);
            }
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let part = self.within();
        let mut fields = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if self.reader.is_sound() && fields.contains_key(&key) {
                self.reader.way.key(&key);
                self.reader.refuse(Fault::Duplicate);
            }
            let value = self.reader.read(|| object.next_value_seed(part), |way| way.key(&key))?;
            if self.reader.is_sound() {
                fields.insert(key, value);
            }
        }
        Ok(Value::Object(fields))
    }
}
