//! The text of a document: its size and its encoding are checked before it is parsed.

use super::limits::{MAX_BYTES, MAX_DEPTH, MAX_ENTRIES};
use crate::document::fault::{Fault, FieldError};
use crate::document::json::{self, Most, Value};
use crate::document::place::Place;

/// The text of a file.
///
/// # Errors
/// The text is too large, or not UTF-8.
pub fn text_of(bytes: &[u8]) -> Result<&str, FieldError> {
    let whole = |fault| FieldError::new(&Place::default(), None, fault);
    if bytes.len() > MAX_BYTES as usize {
        return Err(whole(Fault::TooLarge { most: MAX_BYTES }));
    }
    match bytes {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, _, ..] | [_, 0, ..] => Err(whole(Fault::Utf16)),
        _ => std::str::from_utf8(bytes).map_err(|_| whole(Fault::NotUtf8)),
    }
}

/// The JSON of a text.
///
/// # Errors
/// The first fault of the text.
pub fn json_of(text: &str) -> Result<Value, FieldError> {
    json::read(text, Most { bytes: MAX_BYTES, entries: MAX_ENTRIES, depth: MAX_DEPTH })
}
