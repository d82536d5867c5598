//! Which fields of a struct are its state.

/// Makes a struct a [`State`](super::wire::State): `state!(Name { fields that change; lists of them whose
/// length does not; fields that stay as they are in a run })`. Every field has to be named. Nothing of it is inlined: a
/// first load has to carry it.
macro_rules! state {
    ($name:ty { $($field:ident),* $(,)? $(; $($list:ident),* $(,)? $(; $($kept:ident),* $(,)?)?)? }) => {
        impl $crate::engine::wire::State for $name {
            #[inline(never)]
            fn pass(&mut self, wire: &mut $crate::engine::wire::Wire) {
                let Self { $($field,)* $($($list,)* $($($kept: _,)*)?)? } = self;
                $($crate::engine::wire::State::pass($field, wire);)*
                $($(wire.each($list);)*)?
            }
        }
    };
    ($name:ident($value:ident)) => {
        impl $crate::engine::wire::State for $name {
            #[inline(never)]
            fn pass(&mut self, wire: &mut $crate::engine::wire::Wire) {
                let Self($value) = self;
                $crate::engine::wire::State::pass($value, wire);
            }
        }
    };
}

/// The same for an enumeration without fields, of which every value has to be named.
macro_rules! state_choice {
    ($name:ident { $($value:ident),* $(,)? }) => {
        impl $crate::engine::wire::State for $name {
            #[inline(never)]
            fn pass(&mut self, wire: &mut $crate::engine::wire::Wire) {
                const ALL: &[$name] = &[$($name::$value),*];
                match self { $(Self::$value => {})* }
                let mut number = ALL.iter().position(|value| value == self).unwrap_or(0);
                $crate::engine::wire::State::pass(&mut number, wire);
                *self = ALL[number % ALL.len()];
            }
        }
    };
}
