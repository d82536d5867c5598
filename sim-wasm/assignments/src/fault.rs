//! The reason why something that was handed in cannot be marked: one sentence.

use crate::reason::{Reason, said};
use serde::Serialize;
use std::fmt;

/// The kinds of faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Fault {
    /// The text contains no code.
    NoCode,
    /// The code has no end.
    Cut { characters: usize },
    /// The code does not contain what it was made of.
    Changed,
    /// The code was made by a newer release.
    Newer { version: u32, known: u32 },
    /// The answers belong to another assignment, or to another edition of it.
    OtherAssignment { said: String, expected: String },
    /// There are more or fewer answers than tasks.
    Tasks { answers: usize, tasks: usize },
    /// A text of the student is too long.
    Long { what: &'static str, characters: usize, most: usize },
    /// The student has no name.
    NoName,
    /// The file is too large.
    Large { most_mb: usize },
    /// The archive cannot be read.
    Zip { why: String },
    /// The key belongs to another assignment.
    OtherKey,
    /// The key is not a document of this form.
    NoKey { why: String },
    /// The right answer of a task cannot be derived.
    NoRightAnswer {
        task: usize,
        #[serde(serialize_with = "said")]
        why: Reason,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCode => write!(f, "It does not contain an answer code."),
            Self::Cut { characters } => {
                write!(
                    f,
                    "The code was cut off after {characters} characters: its end, a full stop, is missing."
                )
            }
            Self::Changed => write!(f, "The code was changed or characters are missing: its hash differs."),
            Self::Newer { version, known } => {
                write!(f, "The code has version {version}; this release reads versions up to {known}.")
            }
            Self::OtherAssignment { said, expected } => {
                write!(f, "The answers belong to another assignment ({said}), not to this one ({expected}).")
            }
            Self::Tasks { answers, tasks } => {
                write!(f, "It has {answers} answers; the assignment has {tasks} tasks.")
            }
            Self::Long { what, characters, most } => {
                write!(f, "The {what} has {characters} characters; at most {most} are possible.")
            }
            Self::NoName => write!(f, "The answers have no name."),
            Self::Large { most_mb } => write!(f, "The file is larger than {most_mb} MB."),
            Self::Zip { why } => write!(f, "The zip archive cannot be read: {why}."),
            Self::OtherKey => {
                write!(f, "The key belongs to another assignment, or to another edition of it.")
            }
            Self::NoKey { why } => write!(f, "This is no key: {why}"),
            Self::NoRightAnswer { task, why } => write!(f, "Question {}: {why}", task + 1),
        }
    }
}
