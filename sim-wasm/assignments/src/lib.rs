//! Assignments for a class, without a server: the document of a lecturer ([`document`]), the codes of students ([`answer`]),
//! what they hand in as files ([`pile`]), and marks. Right answers come from runs ([`runs`]), never from typing.
//!
//! The crate knows no clock, no files and no randomness: times and random bytes come from the caller.

pub mod answer;
pub mod class;
pub mod csv;
pub mod document;
pub mod fault;
pub mod figures;
pub mod key;
pub mod mark;
pub mod pile;
pub mod policies;
pub mod reason;
pub mod runs;
pub mod validate;

/// The SHA-256 of parts, each of which is followed by a byte that no UTF-8 has.
pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
        hash.update([0xff]);
    }
    hash.finalize().into()
}

/// The first `bytes` of a hash in hexadecimal digits.
pub(crate) fn hex(hash: &[u8], bytes: usize) -> String {
    hash.iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}
