//! What a message repeats of a document.

/// Most characters of it.
const LONGEST: usize = 60;

/// Text of the document as a message repeats it: cut, and without characters that are not seen, which a terminal
/// may obey.
pub fn shown(text: &str) -> String {
    let mut seen = text.chars().filter(|&c| !is_hidden(c));
    let mut cut: String = seen.by_ref().take(LONGEST).collect();
    if seen.next().is_some() {
        cut.push('…');
    }
    cut
}

/// Control characters, marks without a width, and those that turn the direction of writing.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
