//! Macros that several rooms use.

/// An enumeration: its values with their names in JSON.
macro_rules! keyed {
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
    };
}

/// An enumeration of the document, which is read by the names of its values.
macro_rules! choices {
    ($(#[$doc:meta])* $name:ident { $($values:tt)+ }) => {
        keyed! { $(#[$doc])* $name { $($values)+ } }
        impl $crate::document::read::Read for $name {
            fn read(
                &mut self,
                value: &$crate::document::Value,
                _: &$crate::document::place::Way,
            ) -> Result<(), $crate::document::Fault> {
                *self = Self::ALL[$crate::document::read::read_word(value, Self::KEYS)?];
                Ok(())
            }
        }
    };
}
