//! What any document is read with: a reader of fields, the place of a value, and what can be wrong with one.

pub mod fault;
pub mod json;
pub mod place;
#[macro_use]
pub mod read;
mod shown;

pub use fault::{Fault, FieldError};
pub use json::Value;
pub use shown::{is_hidden, visible};
