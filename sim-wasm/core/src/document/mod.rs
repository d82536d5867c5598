//! Reading of documents: a reader of fields, the places of values, and their faults.

pub mod fault;
pub mod json;
pub mod place;
#[macro_use]
pub mod read;
mod shown;

pub use fault::{Fault, FieldError};
pub use json::Value;
pub use shown::{is_hidden, visible};
