//! The text of a document: measured before it is read, its encoding named, no field there twice.

use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_ENTRIES};
use crate::document::fault::{Fault, FieldError};
use crate::document::place::{Place, Way};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
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
    value.and_then(|value| json.end().map(|()| value)).map_err(|error| {
        let Some(fault) = reader.fault.take() else {
            return whole(Fault::NotJson { line: error.line() as u32, column: error.column() as u32 });
        };
        let place = match fault {
            Fault::Duplicate | Fault::TooDeep { .. } => reader.way.place(),
            _ => Place::default(),
        };
        FieldError::new(&place, None, fault)
    })
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
    fn refuse<E: Error>(&self, fault: Fault) -> E {
        *self.fault.borrow_mut() = Some(fault);
        E::custom("")
    }
}

/// A value of the text, so many levels below the document.
#[derive(Clone, Copy)]
struct Part<'r> {
    reader: &'r Reader,
    depth: u32,
}

impl Part<'_> {
    fn within<E: Error>(self) -> Result<Self, E> {
        if self.depth == MAX_DEPTH {
            return Err(self.reader.refuse(Fault::TooDeep { most: MAX_DEPTH }));
        }
        Ok(Self { depth: self.depth + 1, ..self })
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
        let part = self.within()?;
        let Reader { entries, way, .. } = self.reader;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(part).inspect_err(|_| way.index(items.len()))? {
            if entries.get() == MAX_ENTRIES {
                return Err(self.reader.refuse(Fault::TooManyEntries { most: MAX_ENTRIES }));
            }
            entries.set(entries.get() + 1);
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value, A::Error> {
        let part = self.within()?;
        let way = &self.reader.way;
        let mut fields = Map::new();
        while let Some(key) = object.next_key::<String>()? {
            if fields.contains_key(&key) {
                way.key(&key);
                return Err(self.reader.refuse(Fault::Duplicate));
            }
            let value = object.next_value_seed(part).inspect_err(|_| way.key(&key))?;
            fields.insert(key, value);
        }
        Ok(Value::Object(fields))
    }
}
