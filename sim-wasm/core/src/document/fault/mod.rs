//! What can be wrong with a document, where, and the one place that says it in English.
//!
//! Without the feature `told` nothing is said: the sentences, the paths and what they are made of would be a thirtieth of a first load,
//! and hardly any is ever read. Whoever is refused asks a build that has it.

#[cfg(feature = "told")]
mod told;
#[cfg(not(feature = "told"))]
mod untold;

#[cfg(feature = "told")]
pub use told::{Fault, FieldError};
#[cfg(not(feature = "told"))]
pub use untold::{Fault, FieldError};

/// A [`Fault`] with what it says, which a build that says nothing does not even make.
#[cfg(feature = "told")]
macro_rules! fault {
    ($name:ident $({ $($said:tt)* })?) => { $crate::document::fault::Fault::$name $({ $($said)* })? };
}
#[cfg(not(feature = "told"))]
macro_rules! fault {
    ($name:ident $({ $($said:tt)* })?) => {
        $crate::document::fault::Fault::Other
    };
}
pub(crate) use fault;
