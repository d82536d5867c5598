//! Reading a document, with the place of its first fault.
//!
//! One reader fills the fields of all structs, so that another field hardly increases the first load. A struct has to be
//! an object in the document; a list of its fields is refused.

use super::fault::Fault;
use super::json::Value;
use super::place::{Place, Way};
use super::visible;
use std::collections::BTreeMap;

/// The field with the variant of an enumeration (internally tagged). The other fields are the variant's.
pub const KIND: &str = "kind";

/// A value that can be read from a document.
pub trait Read: Default {
    /// Reads a value. At a fault, `way` has the path from here to the fault.
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault>;
}

/// A [`Read`] of any type.
pub trait Slot {
    fn fill(&mut self, value: &Value, way: &Way) -> Result<(), Fault>;
}

impl<T: Read> Slot for T {
    fn fill(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        self.read(value, way)
    }
}

/// Reads a value.
///
/// # Errors
/// The first fault, and its place.
pub fn read<T: Read>(value: &Value) -> Result<T, (Place, Fault)> {
    let way = Way::default();
    let mut new = T::default();
    new.read(value, &way).map_err(|fault| (way.place(), fault))?;
    Ok(new)
}

/// Reads an object with these keys, each field into its slot. An absent field leaves its slot unchanged, unless the field
/// is required.
pub fn read_object(
    value: &Value,
    way: &Way,
    keys: &'static [&'static str],
    required: &[&'static str],
    slots: &mut [&mut dyn Slot],
) -> Result<(), Fault> {
    let Value::Object(fields) = value else { return Err(Fault::NotObject) };
    for (key, value) in fields.iter() {
        let read = match keys.iter().position(|known| known == key) {
            Some(at) => slots[at].fill(value, way),
            None => Err(Fault::UnknownField { known: keys.to_vec() }),
        };
        read.inspect_err(|_| way.key(key))?;
    }
    let Some(missing) = required.iter().find(|key| fields.get(key).is_none()) else { return Ok(()) };
    way.key(missing);
    Err(Fault::Missing { known: Vec::new() })
}

/// Reads one of the known words. Returns its index.
pub fn read_word(value: &Value, known: &'static [&'static str]) -> Result<usize, Fault> {
    let at = value.as_str().and_then(|word| known.iter().position(|one| *one == word));
    at.ok_or_else(|| Fault::UnknownWord { known: known.to_vec() })
}

/// Reads the variant of an object. Returns the variant's index among the known ones, and its fields.
pub fn read_kind(value: &Value, way: &Way, known: &'static [&'static str]) -> Result<(usize, Value), Fault> {
    let Value::Object(fields) = value else { return Err(Fault::NotObject) };
    let kind = match fields.get(KIND) {
        Some(word) => read_word(word, known),
        None => Err(Fault::Missing { known: known.to_vec() }),
    };
    let kind = kind.inspect_err(|_| way.key(KIND))?;
    let mut own = fields.clone();
    own.remove(KIND);
    Ok((kind, Value::Object(own)))
}

/// Implements [`Read`] for a struct: its fields, and the required ones. A field missing from the list is a compile
/// error.
#[macro_export]
macro_rules! fields {
    ($name:ident { $($key:ident),+ $(,)? } $(required $($required:ident),+)?) => {
        impl $crate::document::read::Read for $name {
            fn read(
                &mut self,
                value: &$crate::document::Value,
                way: &$crate::document::place::Way,
            ) -> Result<(), $crate::document::Fault> {
                let Self { $($key),+ } = self;
                let required = &[$($(stringify!($required)),+)?];
                $crate::document::read::read_object(
                    value, way, &[$(stringify!($key)),+], required, &mut [$($key),+],
                )
            }
        }
    };
}
pub use fields;

macro_rules! numbers {
    ($($type:ty: $as:ident),+) => {
        $(impl Read for $type {
            fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
                let number = value.$as().and_then(|number| Self::try_from(number).ok());
                *self = number.ok_or(Fault::NotNumber)?;
                Ok(())
            }
        })+
    };
}
numbers! { u32: as_u64, u64: as_u64, i32: as_i64, i64: as_i64 }

impl Read for bool {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        *self = value.as_bool().ok_or(Fault::NotBool)?;
        Ok(())
    }
}

impl Read for String {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        *self = visible(value.as_str().ok_or(Fault::NotText)?);
        Ok(())
    }
}

impl<T: Read> Read for Option<T> {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        *self = if *value == Value::Null {
            None
        } else {
            let mut new = T::default();
            new.read(value, way)?;
            Some(new)
        };
        Ok(())
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        let Value::Array(items) = value else { return Err(Fault::NotList) };
        // A list in the document replaces the default list.
        self.clear();
        for (at, item) in items.iter().enumerate() {
            let mut new = T::default();
            new.read(item, way).inspect_err(|_| way.index(at))?;
            self.push(new);
        }
        Ok(())
    }
}

impl<T: Read> Read for BTreeMap<String, T> {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        let Value::Object(fields) = value else { return Err(Fault::NotObject) };
        for (key, value) in fields.iter() {
            let mut new = T::default();
            new.read(value, way).inspect_err(|_| way.key(key))?;
            self.insert(key.clone(), new);
        }
        Ok(())
    }
}
