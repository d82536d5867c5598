//! Scanning of bytes: numbers, blanks, short needles. Recordings are bytes, because a comm may hold any.

/// The digits at `i`: their value and the place after them. `None` without a digit, or above `u64::MAX`.
pub fn number(b: &[u8], mut i: usize) -> Option<(u64, usize)> {
    let start = i;
    let mut value = 0u64;
    while let Some(digit) = b.get(i).map(|c| c.wrapping_sub(b'0')).filter(|digit| *digit < 10) {
        value = value.checked_mul(10)?.checked_add(u64::from(digit))?;
        i += 1;
    }
    (i > start).then_some((value, i))
}

/// A number with an optional minus sign.
pub fn signed(b: &[u8], i: usize) -> Option<(i64, usize)> {
    let minus = b.get(i) == Some(&b'-');
    let (value, end) = number(b, i + usize::from(minus))?;
    let value = i64::try_from(value).ok()?;
    Some((if minus { -value } else { value }, end))
}

pub fn is_blank(c: u8) -> bool {
    matches!(c, b' ' | b'\t'..=b'\r')
}

/// The place of the first byte from `i` on that is no blank.
pub fn skip(b: &[u8], mut i: usize) -> usize {
    while b.get(i).copied().is_some_and(is_blank) {
        i += 1;
    }
    i
}

/// As [`skip`], but at least one blank has to be there.
pub fn skip_some(b: &[u8], i: usize) -> Option<usize> {
    b.get(i).copied().filter(|c| is_blank(*c)).map(|_| skip(b, i + 1))
}

/// The place after `word`, if it stands at `i`.
pub fn after(b: &[u8], i: usize, word: &[u8]) -> Option<usize> {
    b.get(i..)?.starts_with(word).then_some(i + word.len())
}

/// A name between two keys has at most this length: the kernel's have 15, tools may escape some bytes.
const LONGEST_NAME: usize = 128;

/// Every place of `key` within the length of a name from `from` on.
pub fn keys<'a>(b: &'a [u8], from: usize, key: &'a [u8]) -> impl Iterator<Item = usize> + 'a {
    let end = b.len().min(from + LONGEST_NAME + key.len());
    let hay = &b[from.min(end)..end];
    memchr::memchr_iter(key[0], hay).filter(move |i| hay[*i..].starts_with(key)).map(move |i| from + i)
}

/// The place of `needle`.
pub fn find(b: &[u8], needle: &[u8]) -> Option<usize> {
    memchr::memmem::find(b, needle)
}

pub fn trim(b: &[u8]) -> &[u8] {
    b.trim_ascii()
}

/// At most 60 characters of a line, for a sentence.
pub fn short(b: &[u8]) -> String {
    let text = String::from_utf8_lossy(&b[..b.len().min(400)]);
    let text = text.trim();
    let mut short: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if text.chars().nth(60).is_some() {
        short.push('…');
    }
    short
}
