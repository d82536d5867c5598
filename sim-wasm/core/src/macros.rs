//! What more than one room defines the same way.

/// An enumeration of the document: its values with their names in JSON.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $key:tt,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
        pub enum $name { $($(#[$vdoc])* #[serde(rename = $key)] $variant,)+ }
        impl $name {
            /// All values.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)+];
            /// The names of all values, in the same order.
            pub const KEYS: &'static [&'static str] = &[$($key,)+];
            /// The name in a document.
            pub fn key(self) -> &'static str { Self::KEYS[self as usize] }
            /// The value of a name.
            pub fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.key() == key)
            }
        }
        impl $crate::scenario::fields::Word for $name {
            fn known(&self) -> &'static [&'static str] { Self::KEYS }
            fn take(&mut self, word: &str) -> bool {
                Self::from_key(word).map(|value| *self = value).is_some()
            }
        }
        impl $crate::scenario::fields::Word for Option<$name> {
            fn known(&self) -> &'static [&'static str] { $name::KEYS }
            fn take(&mut self, word: &str) -> bool {
                *self = $name::from_key(word);
                self.is_some()
            }
        }
        impl $crate::scenario::fields::Fill for $name {
            fn slot(&mut self) -> $crate::scenario::fields::Slot<'_> { $crate::scenario::fields::Slot::Word(self) }
        }
        impl $crate::scenario::fields::Fill for Option<$name> {
            fn slot(&mut self) -> $crate::scenario::fields::Slot<'_> { $crate::scenario::fields::Slot::MaybeWord(self) }
        }
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let mut value = Self::default();
                $crate::scenario::fields::read_word(from, &mut value).map(|()| value)
            }
        }
    };
}
