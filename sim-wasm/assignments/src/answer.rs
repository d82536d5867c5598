//! The answers of a student, and the code that holds them.
//!
//! A code is `SPA1.`, the base64url of a SHA-256 and of deflated JSON, and a full stop. The hash is over the JSON. It shows
//! that a code is whole; it does not show who wrote it.

use crate::fault::Fault;
use crate::sha256;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The version of the code.
pub const VERSION: u32 = 1;
const PREFIX: &str = "SPA";
const END: char = '.';
/// The most characters of a code that is typed or pasted; a longer one is handed in as a file.
pub const MOST_CHARACTERS: usize = 2_000;
/// The most characters of a name and of a student number.
pub const LONGEST_NAME: usize = 200;
pub const LONGEST_NUMBER: usize = 60;
/// The most bytes of the JSON in a code.
const MOST_BYTES: usize = 1 << 20;
const HASH_BYTES: usize = 32;

/// What a student hands in.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    /// The digest of the assignment that was handed out.
    pub assignment: String,
    pub name: String,
    /// The student number; may be empty.
    pub number: String,
    /// When the code was made by the clock of the student (seconds since 1970).
    pub at: u64,
    /// One for each task.
    pub answers: Vec<Answer>,
}

/// The answer to a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// A number, a list of numbers, an object of switches or a text; null: none.
    pub value: Value,
    /// The hash over the events of all runs that the student saw, in 16 digits; empty: nothing was run.
    #[serde(default)]
    pub runs: String,
}

impl Answer {
    pub fn is_empty(&self) -> bool {
        match &self.value {
            Value::Null => true,
            Value::String(text) => text.trim().is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        }
    }
}

impl Sheet {
    /// The fault of what the student typed.
    pub fn fault(&self) -> Option<Fault> {
        let long = |what, text: &str, most| {
            let characters = text.chars().count();
            (characters > most).then_some(Fault::Long { what, characters, most })
        };
        if self.name.trim().is_empty() {
            return Some(Fault::NoName);
        }
        long("name", &self.name, LONGEST_NAME)
            .or_else(|| long("student number", &self.number, LONGEST_NUMBER))
    }

    /// Whether no task was answered.
    pub fn is_empty(&self) -> bool {
        self.answers.iter().all(Answer::is_empty)
    }

    fn compact(&self) -> Vec<u8> {
        let answers: Vec<Value> = self
            .answers
            .iter()
            .map(|answer| match (&answer.value, answer.runs.as_str()) {
                (Value::Null, "") => Value::Null,
                (value, "") => json!([value]),
                (value, runs) => json!([value, runs]),
            })
            .collect();
        json!([self.assignment, self.name, self.number, self.at, answers]).to_string().into_bytes()
    }

    /// The code.
    ///
    /// # Errors
    /// The name is missing, or a text is too long.
    pub fn encode(&self) -> Result<String, Fault> {
        if let Some(fault) = self.fault() {
            return Err(fault);
        }
        Ok(self.pack())
    }

    fn pack(&self) -> String {
        let json = self.compact();
        let mut bytes = sha256(&[&json]).to_vec();
        bytes.extend(miniz_oxide::deflate::compress_to_vec(&json, 9));
        format!("{PREFIX}{VERSION}.{}{END}", URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Reads a code, in which spaces and ends of lines do not count.
    ///
    /// # Errors
    /// The code is cut, changed, of a newer version, or contains a text that is too long.
    pub fn decode(code: &str) -> Result<Self, Fault> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let rest = code.strip_prefix(PREFIX).ok_or(Fault::NoCode)?;
        let cut = Fault::Cut { characters: code.chars().count() };
        let (version, body) = rest.split_once(END).ok_or(cut.clone())?;
        let version: u32 = version.parse().map_err(|_| Fault::NoCode)?;
        if version > VERSION {
            return Err(Fault::Newer { version, known: VERSION });
        }
        let (body, _) = body.split_once(END).ok_or(cut)?;
        let bytes = URL_SAFE_NO_PAD.decode(body).map_err(|_| Fault::Changed)?;
        let (hash, packed) = bytes.split_at_checked(HASH_BYTES).ok_or(Fault::Changed)?;
        let json = miniz_oxide::inflate::decompress_to_vec_with_limit(packed, MOST_BYTES)
            .map_err(|_| Fault::Changed)?;
        if sha256(&[&json]) != hash {
            return Err(Fault::Changed);
        }
        let (assignment, name, number, at, answers): (String, String, String, u64, Vec<Option<Vec<Value>>>) =
            serde_json::from_slice(&json).map_err(|_| Fault::Changed)?;
        let answer = |given: Option<Vec<Value>>| {
            let mut parts = given.unwrap_or_default().into_iter();
            let value = parts.next().unwrap_or_default();
            let runs = parts.next().as_ref().and_then(Value::as_str).unwrap_or_default().to_string();
            Answer { value, runs }
        };
        let sheet = Self { assignment, name, number, at, answers: answers.into_iter().map(answer).collect() };
        sheet.fault().map_or(Ok(sheet), Err)
    }
}

/// The codes in a text, such as a mail or a page of a course system. A code ends at its full stop, at the next code, or at
/// the end of the text; lines may be broken anywhere, also as quoted-printable breaks them.
pub fn codes_in(text: &str) -> Vec<String> {
    let starts: Vec<usize> =
        text.match_indices(PREFIX).map(|(at, _)| at).filter(|&at| begins(&text[at..])).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&from, next)| {
            let mut code = String::new();
            let mut stops = 0;
            let plain = text[from..next].replace("=\r\n", "").replace("=\n", "");
            for c in plain.chars() {
                let belongs = c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | END);
                if !belongs && !c.is_whitespace() {
                    break;
                }
                if belongs {
                    code.push(c);
                }
                stops += usize::from(c == END);
                if stops == 2 {
                    break;
                }
            }
            code
        })
        .collect()
}

/// Whether a code begins here: the prefix, digits and a full stop.
fn begins(text: &str) -> bool {
    let rest = &text[PREFIX.len()..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && digits < 6 && rest[digits..].starts_with(END)
}

#[cfg(test)]
mod tests {
    use super::{Answer, LONGEST_NAME, MOST_CHARACTERS, Sheet, codes_in};
    use crate::fault::Fault;
    use serde_json::json;

    fn sheet() -> Sheet {
        let answer = |value| Answer { value, runs: "0123456789abcdef".into() };
        Sheet {
            assignment: "00112233aabbccdd".into(),
            name: "王小明 O'Neill".into(),
            number: "s-123".into(),
            at: 1_800_000_000,
            answers: vec![
                answer(json!(4.5)),
                answer(json!([1, 2])),
                answer(json!({"steal": "on"})),
                Answer { value: json!("because"), runs: String::new() },
                Answer::default(),
            ],
        }
    }

    #[test]
    fn a_code_gives_the_same_answers_back_and_is_short() {
        let code = sheet().encode().expect("a good sheet");
        assert!(code.len() < 400, "{} characters", code.len());
        assert_eq!(Sheet::decode(&code), Ok(sheet()));
        let long = Sheet { answers: vec![sheet().answers[0].clone(); 30], ..sheet() };
        assert!(long.encode().expect("a good sheet").len() < MOST_CHARACTERS);
    }

    #[test]
    fn every_truncation_and_every_changed_character_is_reported() {
        let code = sheet().encode().expect("a good sheet");
        for length in 0..code.len() {
            let fault = Sheet::decode(&code[..length]).expect_err("it is cut");
            assert!(matches!(fault, Fault::Cut { .. } | Fault::NoCode), "{length}: {fault}");
        }
        for at in 5..code.len() - 1 {
            let other = if code.as_bytes()[at] == b'A' { "B" } else { "A" };
            let changed = format!("{}{other}{}", &code[..at], &code[at + 1..]);
            assert_eq!(Sheet::decode(&changed), Err(Fault::Changed), "{at}");
        }
        for at in 5..code.len() - 2 {
            let shorter = format!("{}{}", &code[..at], &code[at + 1..]);
            assert_eq!(Sheet::decode(&shorter), Err(Fault::Changed), "{at}");
        }
    }

    #[test]
    fn a_newer_version_and_long_texts_have_a_sentence() {
        let code = sheet().encode().expect("a good sheet").replace("SPA1.", "SPA2.");
        assert_eq!(Sheet::decode(&code), Err(Fault::Newer { version: 2, known: 1 }));
        let long = Sheet { name: "x".repeat(10_000), ..sheet() };
        let fault = long.encode().expect_err("a long name");
        assert_eq!(fault, Fault::Long { what: "name", characters: 10_000, most: LONGEST_NAME });
        // A code that no page made.
        assert_eq!(Sheet::decode(&long.pack()), Err(fault.clone()));
        assert_eq!(fault.to_string(), "The name has 10000 characters; at most 200 are possible.");
        assert_eq!(Sheet { name: "  ".into(), ..sheet() }.encode(), Err(Fault::NoName));
    }

    #[test]
    fn codes_are_found_in_mails_with_broken_lines() {
        let code = sheet().encode().expect("a good sheet");
        let (one, two) = code.split_at(70);
        let mail = format!("Dear SPARC user,\r\n{one}\r\n{two}\r\nbye.\n<p>{one}=\r\n{two}</p>{one}\n");
        let found = codes_in(&mail);
        assert_eq!(found.len(), 3);
        assert_eq!(found[..2], [code.clone(), code.clone()]);
        assert!(matches!(Sheet::decode(&found[2]), Err(Fault::Cut { .. })));
        assert!(codes_in("SPA. SPAx. nothing").is_empty());
    }
}
