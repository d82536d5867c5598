//! Reading a part of a document, and where in it something is wrong.
//!
//! A deserializer of JSON values that notes the way to the fault, which serde's own messages do not tell. It
//! reads only what a document is made of: an object where there should be one, never a list of its fields. A
//! wrapper around any deserializer, as `serde_path_to_error` is, would be 10 kB more of the first load.

use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Map, Value, map};
use std::cell::RefCell;
use std::fmt;
use std::slice;

/// The way from the document to a value in it.
pub struct Place(pub Vec<Step>);

pub enum Step {
    Key(String),
    Index(usize),
}

/// Reads a value.
///
/// # Errors
/// What is wrong with the first part that cannot be read, and where it is.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, (Place, Error)> {
    let way = RefCell::new(Vec::new());
    T::deserialize(At { value, way: &way }).map_err(|error| {
        // It was noted from the inside out.
        let mut steps = way.take();
        steps.reverse();
        (Place(steps), error)
    })
}

impl Place {
    pub fn get<'a>(&self, document: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(document, |value, step| match step {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.get(index),
        })
    }

    /// Leaves the value out; false when it is not a field of an object.
    pub fn remove(&self, document: &mut Value) -> bool {
        let Some((Step::Key(key), parents)) = self.0.split_last() else { return false };
        let parent = parents.iter().try_fold(document, |value, step| match step {
            Step::Key(key) => value.get_mut(key),
            Step::Index(index) => value.get_mut(index),
        });
        parent.and_then(Value::as_object_mut).is_some_and(|fields| fields.remove(key).is_some())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.0.iter().enumerate() {
            match step {
                Step::Key(key) if i == 0 => f.write_str(key)?,
                Step::Key(key) => write!(f, ".{key}")?,
                Step::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A value, and where the way to a fault in it is noted.
#[derive(Clone, Copy)]
struct At<'de, 'w> {
    value: &'de Value,
    way: &'w RefCell<Vec<Step>>,
}

impl At<'_, '_> {
    fn note(self, step: Step) {
        self.way.borrow_mut().push(step);
    }

    /// What is found where something else is expected.
    fn unexpected(&self) -> Unexpected<'_> {
        match self.value {
            Value::Null => Unexpected::Unit,
            Value::Bool(value) => Unexpected::Bool(*value),
            Value::Number(_) => Unexpected::Other("number"),
            Value::String(text) => Unexpected::Str(text),
            Value::Array(_) => Unexpected::Seq,
            Value::Object(_) => Unexpected::Map,
        }
    }
}

/// Values without parts are read as `serde_json` reads them.
macro_rules! plainly {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.value.$method(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for At<'de, '_> {
    type Error = Error;

    plainly! { deserialize_bool deserialize_u16 deserialize_u32 deserialize_u64 deserialize_string }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
            plain => plain.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Array(items) => visitor.visit_seq(Items { at: self, next: 0, rest: items.iter() }),
            _ => Err(Error::invalid_type(self.unexpected(), &visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.value {
            Value::Object(fields) => visitor.visit_map(Fields::of(self, fields)),
            _ => Err(Error::invalid_type(self.unexpected(), &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.value.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u128 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct identifier ignored_any
    }
}

struct Items<'de, 'w> {
    at: At<'de, 'w>,
    next: usize,
    rest: slice::Iter<'de, Value>,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(value) = self.rest.next() else { return Ok(None) };
        self.next += 1;
        seed.deserialize(At { value, ..self.at })
            .inspect_err(|_| self.at.note(Step::Index(self.next - 1)))
            .map(Some)
    }
}

struct Fields<'de, 'w> {
    at: At<'de, 'w>,
    rest: map::Iter<'de>,
    /// The field whose key was read last.
    field: Option<(&'de str, &'de Value)>,
}

impl<'de, 'w> Fields<'de, 'w> {
    fn of(at: At<'de, 'w>, fields: &'de Map<String, Value>) -> Self {
        Self { at, rest: fields.iter(), field: None }
    }

    fn note(&self) {
        if let Some((key, _)) = self.field {
            self.at.note(Step::Key(key.to_string()));
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        self.field = self.rest.next().map(|(key, value)| (key.as_str(), value));
        let Some((key, _)) = self.field else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(key)).inspect_err(|_: &Error| self.note()).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Error> {
        let Some((_, value)) = self.field else { return Err(Error::custom("a value without a key")) };
        seed.deserialize(At { value, ..self.at }).inspect_err(|_| self.note())
    }
}
