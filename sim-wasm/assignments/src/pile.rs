//! What a class hands in: files with codes, and the zip archives of course systems.
//!
//! The names of files say whose they are. Moodle puts each student's files in a folder
//! `NAME_ID_assignsubmission_KIND_`, or puts that before the name of the file. Canvas names them
//! `NAME_USER_SUBMISSION_FILE`, with `LATE` after the name if it was late.

use crate::answer::{Sheet, codes_in};
use crate::fault::Fault;
use rawzip::CompressionMethod;
use rawzip::time::ZipDateTimeKind;
use serde::Serialize;

/// The most bytes of a file, and of all files of an archive together.
const MOST_FILE_MB: usize = 20;
const MOST_ALL_MB: usize = 500;
const MB: usize = 1 << 20;

/// A file as it was found.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    pub path: &'a str,
    pub bytes: &'a [u8],
    /// When it arrived (seconds since 1970), if that is known.
    pub at: Option<u64>,
}

/// Whose file it is, by its name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "system", rename_all = "lowercase")]
pub enum Participant {
    Moodle { id: String, name: String },
    Canvas { id: String, name: String },
}

impl Participant {
    pub fn name(&self) -> &str {
        match self {
            Self::Moodle { name, .. } | Self::Canvas { name, .. } => name,
        }
    }
}

/// A code, or a file without one.
#[derive(Clone, Debug)]
pub struct HandedIn {
    pub path: String,
    pub at: Option<u64>,
    pub participant: Option<Participant>,
    /// The course system says that it was late.
    pub is_late: bool,
    pub sheet: Result<Sheet, Fault>,
}

/// Reads files. Those of the operating system are left out.
pub fn read(files: &[File]) -> Vec<HandedIn> {
    let mut found = Vec::new();
    for file in files {
        if file.bytes.starts_with(b"PK\x03\x04") {
            if let Err(fault) = archive(file, &mut found) {
                found.push(handed_in(file.path, file.at, Err(fault)));
            }
        } else {
            read_file(file, &mut found);
        }
    }
    found
}

fn handed_in(path: &str, at: Option<u64>, sheet: Result<Sheet, Fault>) -> HandedIn {
    let (participant, is_late) = participant(path);
    HandedIn { path: path.into(), at, participant, is_late, sheet }
}

fn read_file(file: &File, found: &mut Vec<HandedIn>) {
    let name = file.path.rsplit('/').next().unwrap_or_default();
    if name.starts_with('.') || file.path.contains("__MACOSX") {
        return;
    }
    let mut add = |sheet| found.push(handed_in(file.path, file.at, sheet));
    if file.bytes.len() > MOST_FILE_MB * MB {
        return add(Err(Fault::Large { most_mb: MOST_FILE_MB }));
    }
    let codes = codes_in(&text_of(file.bytes));
    if codes.is_empty() {
        return add(Err(Fault::NoCode));
    }
    for code in codes {
        add(Sheet::decode(&code));
    }
}

/// The text of a file, in UTF-8 or in the UTF-16 of Windows.
fn text_of(bytes: &[u8]) -> String {
    let Some(units) = bytes.strip_prefix(b"\xff\xfe") else { return String::from_utf8_lossy(bytes).into() };
    let units: Vec<u16> = units.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    String::from_utf16_lossy(&units)
}

fn archive(file: &File, found: &mut Vec<HandedIn>) -> Result<(), Fault> {
    let bad = |error: rawzip::Error| Fault::Zip { why: error.to_string() };
    let archive = rawzip::ZipArchive::from_slice(file.bytes).map_err(bad)?;
    let mut entries = archive.entries();
    let mut left = MOST_ALL_MB * MB;
    while let Some(entry) = entries.next_entry().map_err(bad)? {
        if entry.is_dir() {
            continue;
        }
        // Only a name, which nothing is written to.
        let path = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        let at = match entry.last_modified() {
            ZipDateTimeKind::Utc(time) => u64::try_from(time.to_unix()).ok(),
            // The time zone of the server is unknown.
            ZipDateTimeKind::Local(_) => None,
        };
        let at = at.or(file.at);
        let data = archive.get_entry(entry.wayfinder()).map_err(bad)?.data();
        let most = left.min(MOST_FILE_MB * MB);
        let bytes = match entry.compression_method() {
            CompressionMethod::STORE => Ok(data.to_vec()),
            CompressionMethod::DEFLATE => miniz_oxide::inflate::decompress_to_vec_with_limit(data, most)
                .map_err(|error| match error.status {
                    miniz_oxide::inflate::TINFLStatus::HasMoreOutput => {
                        Fault::Large { most_mb: MOST_FILE_MB }
                    }
                    _ => Fault::Zip { why: format!("{path} is damaged") },
                }),
            _ => Err(Fault::Zip { why: format!("{path} is neither stored nor deflated") }),
        };
        match bytes {
            Ok(bytes) => {
                left = left.saturating_sub(bytes.len());
                read_file(&File { path: &path, bytes: &bytes, at }, found);
            }
            Err(fault) => found.push(handed_in(&path, at, Err(fault))),
        }
    }
    Ok(())
}

/// Whose file it is, and whether its name says that it was late.
fn participant(path: &str) -> (Option<Participant>, bool) {
    for part in path.split('/') {
        if let Some((before, _)) = part.split_once("_assignsubmission_")
            && let Some((name, id)) = before.rsplit_once('_')
            && is_number(id)
        {
            return (Some(Participant::Moodle { id: id.into(), name: name.into() }), false);
        }
    }
    let name = path.rsplit('/').next().unwrap_or_default();
    let parts: Vec<&str> = name.split('_').collect();
    let (who, late, rest) = match parts.as_slice() {
        [who, "LATE", rest @ ..] => (*who, true, rest),
        [who, rest @ ..] => (*who, false, rest),
        [] => return (None, false),
    };
    match rest {
        [id, submission, _, ..] if is_number(id) && is_number(submission) && !who.is_empty() => {
            (Some(Participant::Canvas { id: (*id).into(), name: who.into() }), late)
        }
        _ => (None, false),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{File, Participant, participant, read};
    use crate::fault::Fault;

    #[test]
    fn names_of_course_systems_say_whose_a_file_is() {
        let moodle = Some(Participant::Moodle { id: "4711".into(), name: "Ada Lovelace".into() });
        assert_eq!(participant("Ada Lovelace_4711_assignsubmission_file_/code.txt"), (moodle.clone(), false));
        assert_eq!(
            participant("OS-Week 5/Ada Lovelace_4711_assignsubmission_onlinetext_onlinetext.html"),
            (moodle, false)
        );
        let canvas = Some(Participant::Canvas { id: "12".into(), name: "lovelaceada".into() });
        assert_eq!(participant("submissions/lovelaceada_12_3456_my_code.txt"), (canvas.clone(), false));
        assert_eq!(participant("lovelaceada_LATE_12_3456_code-1.txt"), (canvas, true));
        assert_eq!(participant("my_answers.txt"), (None, false));
    }

    #[test]
    fn a_file_that_is_no_answer_has_a_sentence_and_the_rest_is_read() {
        let files = [
            File { path: "photo.jpg", bytes: b"\xff\xd8\xff\xe0", at: None },
            File { path: ".DS_Store", bytes: b"", at: None },
            File { path: "broken.zip", bytes: b"PK\x03\x04nothing", at: None },
            File { path: "cut.txt", bytes: b"SPA1.abc", at: None },
            File { path: "windows.txt", bytes: b"\xff\xfeS\0P\0A\x001\0.\0a\0.\0", at: None },
        ];
        let faults: Vec<Fault> = read(&files).into_iter().filter_map(|one| one.sheet.err()).collect();
        assert!(
            matches!(
                faults[..],
                [Fault::NoCode, Fault::Zip { .. }, Fault::Cut { characters: 8 }, Fault::Changed]
            ),
            "{faults:?}"
        );
    }
}
