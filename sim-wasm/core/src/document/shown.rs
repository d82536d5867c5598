//! Text of a document without hidden characters.

/// Most characters of a shown text.
const LONGEST: usize = 60;

/// A text of the document for a message: shortened, and without hidden characters.
pub fn shown(text: &str) -> String {
    let mut visible = text.chars().filter(|&c| !is_hidden(c));
    let mut cut: String = visible.by_ref().take(LONGEST).collect();
    if visible.next().is_some() {
        cut.push('…');
    }
    cut
}

/// The text without hidden characters.
pub fn visible(text: &str) -> String {
    text.chars().filter(|&c| !is_hidden(c)).collect()
}

/// Control characters, characters without a width, and those that change the direction of writing. A terminal may act on them.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}
