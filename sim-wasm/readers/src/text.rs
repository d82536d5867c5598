//! The text of a file.

use crate::fault::{Fault, What};

/// Maximum size of a text: thirty times what the largest possible machine takes in the longest format.
pub const MOST_BYTES: usize = 16_000_000;

/// The text of a file, without a byte order mark.
pub fn of(bytes: &[u8]) -> Result<&str, Fault> {
    if bytes.len() > MOST_BYTES {
        return Err(What::TooLong { most_mb: MOST_BYTES / 1_000_000 }.into());
    }
    if let Some(looks) = no_text(bytes) {
        return Err(What::NoText { looks: Some(looks) }.into());
    }
    let text = str::from_utf8(bytes).map_err(|_| What::NoText { looks: None })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The kind of a file that is not text, by its first bytes.
fn no_text(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &str); 6] = [
        (b"BZh", "an archive of bzip2: unpack it"),
        (b"\x1f\x8b", "an archive of gzip: unpack it"),
        (b"\xfd7zXZ", "an archive of xz: unpack it"),
        (b"PK\x03\x04", "a zip archive: unpack it"),
        (b"\xff\xfe", "UTF-16: save it as UTF-8"),
        (b"\xfe\xff", "UTF-16: save it as UTF-8"),
    ];
    kinds.iter().find(|(start, _)| bytes.starts_with(start)).map(|&(_, looks)| looks)
}
