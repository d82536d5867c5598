//! Reading a part of a document, and where in it something is wrong.
//!
//! A deserializer of JSON values whose faults are ours ([`Fault`]) and that notes the way to the first of them. It
//! reads only what a document is made of: an object where there should be one, never a list of its fields. A
//! wrapper around any deserializer, as `serde_path_to_error` is, would be 10 kB more of the first load.

use super::fault::Fault;
use super::place::{Place, Way};
use serde::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value, map};
use std::fmt;
use std::slice;

/// The field that says which of its variants an enumeration of this name is, the others being the variant's own.
pub const KIND: &str = "kind";

/// Reads a value.
///
/// # Errors
/// What is wrong with the first part that cannot be read, and where it is.
pub fn read<T: DeserializeOwned>(value: &Value) -> Result<T, (Place, Fault)> {
    let way = Way::default();
    T::deserialize(At::new(value, &way)).map_err(|refused| match refused {
        Refused::Value(fault) => (way.place(), fault),
        Refused::Missing(field) => (way.place().key(field), Fault::Missing { known: Vec::new() }),
    })
}

/// What a reader says of a value.
#[derive(Debug)]
enum Refused {
    Value(Fault),
    /// The object lacks a field.
    Missing(&'static str),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("refused")
    }
}

impl std::error::Error for Refused {}

impl Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Value(Fault::Other)
    }

    /// A number that the field's type cannot hold.
    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Value(Fault::NotNumber)
    }

    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Self {
        Self::Value(Fault::UnknownWord { known: known.to_vec() })
    }

    fn unknown_field(_: &str, known: &'static [&'static str]) -> Self {
        Self::Value(Fault::UnknownField { known: known.to_vec() })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }
}

/// A value, and where the way to a fault in it is noted.
#[derive(Clone, Copy)]
struct At<'de, 'w> {
    value: &'de Value,
    way: &'w Way,
    /// Its field [`KIND`] has been read already.
    tagged: bool,
}

impl<'de, 'w> At<'de, 'w> {
    fn new(value: &'de Value, way: &'w Way) -> Self {
        Self { value, way, tagged: false }
    }
}

fn refused<T>(fault: Fault) -> Result<T, Refused> {
    Err(Refused::Value(fault))
}

/// Numbers are read alike, whatever they are kept in.
macro_rules! numbers {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
            match self.value.as_u64() {
                Some(number) => visitor.visit_u64(number),
                None => refused(Fault::NotNumber),
            }
        })*
    };
}

impl<'de> Deserializer<'de> for At<'de, '_> {
    type Error = Refused;

    numbers! { deserialize_u16 deserialize_u32 deserialize_u64 }

    fn deserialize_i32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value.as_i64() {
            Some(number) => visitor.visit_i64(number),
            None => refused(Fault::NotNumber),
        }
    }

    /// Nothing of a document can be anything.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Refused> {
        refused(Fault::Other)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Bool(value) => visitor.visit_bool(*value),
            _ => refused(Fault::NotBool),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::String(text) => visitor.visit_borrowed_str(text),
            _ => refused(Fault::NotText),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.value.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Array(items) => visitor.visit_seq(Items { at: self, next: 0, rest: items.iter() }),
            _ => refused(Fault::NotList),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.value {
            Value::Object(fields) => visitor.visit_map(Fields { at: self, rest: fields.iter(), field: None }),
            _ => refused(Fault::NotObject),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        known: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        match self.value {
            Value::Object(fields) if name == KIND => visitor.visit_enum(Tagged { at: self, fields, known }),
            _ if name == KIND => refused(Fault::NotObject),
            Value::String(word) => visitor.visit_enum(StrDeserializer::new(word)),
            _ => refused(Fault::UnknownWord { known: known.to_vec() }),
        }
    }

    forward_to_deserialize_any! {
        i8 i16 i64 i128 u8 u128 f32 f64 char str bytes byte_buf unit unit_struct newtype_struct tuple
        tuple_struct identifier ignored_any
    }
}

struct Items<'de, 'w> {
    at: At<'de, 'w>,
    next: usize,
    rest: slice::Iter<'de, Value>,
}

impl<'de> SeqAccess<'de> for Items<'de, '_> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Refused> {
        let Some(value) = self.rest.next() else { return Ok(None) };
        self.next += 1;
        seed.deserialize(At::new(value, self.at.way))
            .inspect_err(|_| self.at.way.index(self.next - 1))
            .map(Some)
    }
}

struct Fields<'de, 'w> {
    at: At<'de, 'w>,
    rest: map::Iter<'de>,
    /// The field whose key was read last.
    field: Option<(&'de str, &'de Value)>,
}

impl Fields<'_, '_> {
    fn note(&self) {
        if let Some((key, _)) = self.field {
            self.at.way.key(key);
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'de, '_> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Refused> {
        let tagged = self.at.tagged;
        let next = self.rest.find(|(key, _)| !tagged || *key != KIND);
        self.field = next.map(|(key, value)| (key.as_str(), value));
        let Some((key, _)) = self.field else { return Ok(None) };
        seed.deserialize(BorrowedStrDeserializer::new(key)).inspect_err(|_: &Refused| self.note()).map(Some)
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Refused> {
        let Some((_, value)) = self.field else { return refused(Fault::Other) };
        seed.deserialize(At::new(value, self.at.way)).inspect_err(|_| self.note())
    }
}

/// An object whose field [`KIND`] says what its others are.
struct Tagged<'de, 'w> {
    at: At<'de, 'w>,
    fields: &'de Map<String, Value>,
    known: &'static [&'static str],
}

impl<'de> EnumAccess<'de> for Tagged<'de, '_> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<(T::Value, Self), Refused> {
        let known = || self.known.to_vec();
        let variant = match self.fields.get(KIND) {
            Some(Value::String(word)) => seed.deserialize(StrDeserializer::new(word)),
            Some(_) => refused(Fault::UnknownWord { known: known() }),
            None => refused(Fault::Missing { known: known() }),
        };
        variant.inspect_err(|_| self.at.way.key(KIND)).map(|variant| (variant, self))
    }
}

impl<'de> VariantAccess<'de> for Tagged<'de, '_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        refused(Fault::Other)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        seed.deserialize(At { tagged: true, ..self.at })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Refused> {
        refused(Fault::Other)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Refused> {
        refused(Fault::Other)
    }
}
