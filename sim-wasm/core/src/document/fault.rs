//! The faults of documents, their places, and their English messages.

use crate::document::json::Value;
use crate::document::place::Place;
use crate::document::shown::shown;
use serde::Serialize;

/// What is wrong with a value, for saying it in any language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Fault {
    /// The document has more bytes than `most`.
    TooLarge {
        most: u32,
    },
    /// The lists of the document have more entries together than `most`, or an object more fields.
    TooManyEntries {
        most: u32,
    },
    /// The document has more levels of lists and objects in each other than `most`.
    TooDeep {
        most: u32,
    },
    /// It begins with a byte-order mark.
    ByteOrderMark,
    /// It is text in UTF-16.
    Utf16,
    /// It is neither UTF-8 nor UTF-16.
    NotUtf8,
    /// It cannot be read on as JSON from here.
    NotJson {
        line: u32,
        column: u32,
    },
    /// The object has a field of this name before.
    Duplicate,
    /// There is no such field.
    UnknownField {
        known: Vec<&'static str>,
    },
    /// There is no such value; `known`: the words that may stand there, if words may.
    Missing {
        known: Vec<&'static str>,
    },
    /// It is not one of these words.
    UnknownWord {
        known: Vec<&'static str>,
    },
    /// The number is not from `min` to `max`, both included.
    OutOfRange {
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        min: i64,
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        max: i64,
        unit: &'static str,
    },
    /// There are not from `min` to `max` of them; the value is how many.
    Count {
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        min: u64,
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        max: u64,
        unit: &'static str,
    },
    NotNumber,
    NotList,
    NotObject,
    NotBool,
    NotText,
    /// It is not a list of CPUs from 0 to `last`.
    NotCpus {
        last: u32,
    },
    /// No task of the workload has this name.
    NoTask,
    /// No policy of the document has this name.
    NoPolicy,
    /// The policy has no parameter of this name.
    NoKnob,
    /// The policy came without its program.
    NotCompiled,
    /// The source of the policy does not compile; `why`: a sentence.
    Source {
        line: u32,
        column: u32,
        why: String,
    },
    /// The replay came without its file; the value is the name of the recording.
    NoReplay,
    /// The replay file is another one; `hash`: its hash.
    OtherReplay {
        hash: String,
    },
    /// The kernel of the lane has no `sched_ext`.
    NoSchedExt,
    /// It is not the hash of a file.
    NotHash,
    /// The lane shows a recording, which is not simulated.
    Recorded,
    /// It describes no machine that can be; `why`: a sentence.
    Topology {
        why: String,
    },
    /// It does not have every field of `task_group` once; the value is the one it has not.
    Layout,
    /// The scenario has only so many lanes; the value is the one that was asked for.
    NoLane {
        lanes: u32,
    },
    /// The version is one from before release 1.0; no build reads it.
    BeforeRelease,
    /// The version is higher than `newest`, the one that this build writes.
    NewerRelease {
        newest: u32,
    },
}

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub struct FieldError {
    /// Path of the field, for instance `workload.groups` or `lanes[1].flips[0].at_ns`; empty: the
    /// whole document. Long names in it are cut.
    pub field: String,
    /// The value found, as JSON text, cut; empty: none.
    pub value: String,
    pub fault: Fault,
    /// One English sentence that names field, value and what is allowed.
    pub message: String,
}

impl FieldError {
    /// A fault at a place, with the value found there.
    pub fn new(place: &Place, value: Option<&Value>, fault: Fault) -> Self {
        let value = value.map(|value| shown(&value.to_string())).unwrap_or_default();
        Self::told(place.to_string(), value, fault)
    }

    /// The fault of a field of the document.
    pub fn of_field(field: &str, value: &Value, fault: Fault) -> Self {
        Self::new(&Place::field(field), Some(value), fault)
    }

    fn told(field: String, value: String, fault: Fault) -> Self {
        let subject = if field.is_empty() { "the document" } else { &field };
        let message = sentence(subject, &value, &fault);
        Self { field, value, fault, message }
    }

    /// The same fault, with its path inside `field`.
    #[must_use]
    pub fn within(self, field: &str) -> Self {
        Self::told(format!("{field}{}", self.field), self.value, self.fault)
    }
}

fn sentence(subject: &str, value: &str, fault: &Fault) -> String {
    match fault {
        Fault::TooLarge { most } => format!("the document is too large; expected at most {most} bytes."),
        Fault::TooManyEntries { most } => {
            format!("the document is too large; expected at most {most} entries of lists.")
        }
        Fault::TooDeep { most } => format!("{subject} is too deep; expected at most {most} levels."),
        Fault::ByteOrderMark => {
            "the document begins with a byte-order mark; expected UTF-8 without one.".into()
        }
        Fault::Utf16 => "the document is UTF-16; expected UTF-8.".into(),
        Fault::NotUtf8 => "the document is not text; expected UTF-8.".into(),
        Fault::NotJson { line, column } => {
            format!("the document is not JSON: it cannot be read on from line {line}, column {column}.")
        }
        Fault::Duplicate => format!("{subject} is there twice; expected each field once."),
        Fault::Topology { why } => format!("{subject} says no machine: {why}"),
        Fault::Source { line, column, why } => format!("{subject}, line {line}, column {column}: {why}"),
        Fault::NoReplay => {
            format!("the document needs the replay file of {value}; give the file beside the document.")
        }
        Fault::OtherReplay { hash } => {
            format!(
                "the document needs the replay file {value}, and this one is {hash}; give the file that it was made with."
            )
        }
        Fault::NoLane { lanes } => format!("lane {value} does not exist: the scenario has {lanes}."),
        Fault::BeforeRelease => {
            format!("this document was made before version 1.0 ({subject} is {value}); it cannot be read.")
        }
        Fault::NewerRelease { newest } => {
            format!(
                "this document was made by a newer release ({subject} is {value}); this one reads {subject}s up to {newest}."
            )
        }
        Fault::Count { unit, .. } => format!("{subject} has {value} {unit}; expected {}.", expected(fault)),
        _ => {
            let found = if value.is_empty() { "missing" } else { value };
            format!("{subject} is {found}; expected {}.", expected(fault))
        }
    }
}

/// The values that would be allowed.
fn expected(fault: &Fault) -> String {
    match fault {
        Fault::UnknownField { known } => format!("a known field ({})", known.join(", ")),
        Fault::Missing { known } if known.is_empty() => "a value".into(),
        Fault::Missing { known } | Fault::UnknownWord { known } => format!("one of {}", known.join(", ")),
        Fault::Count { min, max, .. } => format!("{min}..={max}"),
        Fault::OutOfRange { min, max, unit: "" } => format!("a whole number, {min}..={max}"),
        Fault::OutOfRange { min, max, unit } => format!("a whole number, {min}..={max} ({unit})"),
        Fault::NotCpus { last } => format!("a list such as \"0-3,8\" of CPUs within 0..={last}"),
        Fault::NoTask => "the name of a task of the workload".into(),
        Fault::NoPolicy => "the name of a policy of the document".into(),
        Fault::NoKnob => "the name of a `const volatile` global of the policy".into(),
        Fault::NotCompiled => "a policy that is compiled before the run".into(),
        Fault::NoSchedExt => "none: the kernel has no sched_ext before 6.12".into(),
        Fault::NotHash => "16 hexadecimal digits".into(),
        Fault::Recorded => "a lane that is simulated: this one shows a recording".into(),
        Fault::NotNumber => "a whole number, 0 or more".into(),
        Fault::NotList => "a list".into(),
        Fault::NotObject => "an object".into(),
        Fault::NotBool => "true or false".into(),
        Fault::NotText => "a text".into(),
        Fault::Layout => "every field of task_group once".into(),
        _ => "something else".into(),
    }
}
