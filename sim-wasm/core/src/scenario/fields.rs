//! Structs of a document that are many fields of few sorts, read by one reader for all of them. What serde derives is a
//! reader of its own for each: together 20 kB of the first load.

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, VariantAccess, Visitor};
use std::fmt;

/// Where the value of a field goes.
pub enum Slot<'a> {
    Flag(&'a mut bool),
    Number(&'a mut u32),
    Signed(&'a mut i32),
    Word(&'a mut dyn Word),
    MaybeWord(&'a mut dyn Word),
    MaybeFlag(&'a mut Option<bool>),
    MaybeNumber(&'a mut Option<u32>),
}

/// One of a few words.
pub trait Word {
    fn known(&self) -> &'static [&'static str];
    /// Takes a word, if it is known.
    fn take(&mut self, word: &str) -> bool;
}

/// What a field can be.
pub trait Fill {
    fn slot(&mut self) -> Slot<'_>;
}

macro_rules! fill {
    ($($type:ty: $slot:ident;)+) => {
        $(impl Fill for $type {
            fn slot(&mut self) -> Slot<'_> {
                Slot::$slot(self)
            }
        })+
    };
}
fill! {
    bool: Flag;
    u32: Number;
    i32: Signed;
    Option<bool>: MaybeFlag;
    Option<u32>: MaybeNumber;
}

/// Structs whose fields are all read here. A field that is left out of the list is a fault of the compiler.
macro_rules! fields {
    ($name:ident { $($key:ident),+ $(,)? }) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                use $crate::scenario::fields::{Fill, read};
                let mut new = Self::default();
                let Self { $($key),+ } = &mut new;
                read(from, &[$(stringify!($key)),+], &mut [$($key.slot()),+])?;
                Ok(new)
            }
        }
    };
}
pub(crate) use fields;

/// Reads an object whose fields are those of the keys, each into its slot. What is absent stays as it is.
pub fn read<'de, D: Deserializer<'de>>(
    from: D,
    keys: &'static [&'static str],
    slots: &mut [Slot<'_>],
) -> Result<(), D::Error> {
    from.deserialize_map(Fields { keys, slots })
}

struct Fields<'a, 'b> {
    keys: &'static [&'static str],
    slots: &'a mut [Slot<'b>],
}

impl<'de> Visitor<'de> for Fields<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let keys = self.keys;
        while let Some(at) = map.next_key_seed(Key(keys))? {
            map.next_value_seed(Into(&mut self.slots[at]))?;
        }
        Ok(())
    }
}

/// The place of a key among those that are known.
struct Key(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Key {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<usize, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Key {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        self.0.iter().position(|known| *known == key).ok_or_else(|| E::unknown_field(key, self.0))
    }
}

struct Into<'a, 'b>(&'a mut Slot<'b>);

impl<'de> DeserializeSeed<'de> for Into<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        match self.0 {
            Slot::Flag(flag) => **flag = bool::deserialize(from)?,
            Slot::Number(number) => **number = u32::deserialize(from)?,
            Slot::Signed(number) => **number = i32::deserialize(from)?,
            Slot::MaybeFlag(flag) => **flag = Option::deserialize(from)?,
            Slot::MaybeNumber(number) => **number = Option::deserialize(from)?,
            Slot::Word(word) => read_word(from, &mut **word)?,
            Slot::MaybeWord(word) => from.deserialize_option(Of(&mut **word))?,
        }
        Ok(())
    }
}

/// Reads one of a few words.
pub fn read_word<'de, D: Deserializer<'de>>(from: D, word: &mut dyn Word) -> Result<(), D::Error> {
    let known = word.known();
    from.deserialize_enum("", known, Of(word))
}

struct Of<'a>(&'a mut dyn Word);

impl<'de> Visitor<'de> for Of<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        read_word(from, self.0)
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<(), A::Error> {
        let ((), variant) = access.variant_seed(self)?;
        variant.unit_variant()
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<(), E> {
        if self.0.take(word) { Ok(()) } else { Err(E::unknown_variant(word, self.0.known())) }
    }
}

impl<'de> DeserializeSeed<'de> for Of<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_str(self)
    }
}
