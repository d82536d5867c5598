//! Why bytes are no replay file: one sentence each.

use std::fmt;

/// Why bytes are no replay file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The first bytes are not those of a replay file.
    Other,
    /// It was written by a newer version.
    Version { version: u64 },
    /// It ends too early.
    Cut,
    /// A number is out of its range, or there are too many of something.
    Range { what: &'static str, found: u64, most: u64 },
    /// A name is no UTF-8 text.
    Text { what: &'static str },
    /// A word that is not known.
    Word { what: &'static str, found: u64 },
    /// Times of a table are not in order.
    Order { what: &'static str },
    /// A task that waits for more wake-ups than it gets.
    Unwoken { task: u64 },
    /// A task that is forked never or twice, or that exists and is forked.
    Forks { task: u64 },
    /// Bytes follow the last part.
    Rest { bytes: u64 },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Other => {
                write!(f, "This is not a replay file: make one with `sched trace FILE --replay OUT`.")
            }
            Self::Version { version } => {
                write!(f, "The replay file has version {version}, which is newer than this program.")
            }
            Self::Cut => write!(f, "The replay file is not complete: its end is missing."),
            Self::Range { what, found, most } => {
                write!(f, "The replay file is damaged: {what} is {found}, and at most {most} is possible.")
            }
            Self::Text { what } => write!(f, "The replay file is damaged: {what} is not a text."),
            Self::Word { what, found } => {
                write!(f, "The replay file is damaged: {what} has the unknown number {found}.")
            }
            Self::Order { what } => {
                write!(f, "The replay file is damaged: {what} are not in the order of time.")
            }
            Self::Unwoken { task } => {
                write!(f, "The replay file is damaged: task {task} waits for a wake-up that nobody sends.")
            }
            Self::Forks { task } => {
                write!(f, "The replay file is damaged: task {task} is not forked exactly once.")
            }
            Self::Rest { bytes } => {
                write!(f, "The replay file is damaged: {bytes} bytes follow its end.")
            }
        }
    }
}

impl std::error::Error for Fault {}
