//! The reason why an answer has no points, or why runs do not answer a question: one sentence.

use sched_core::document::FieldError;
use serde::{Serialize, Serializer};
use std::fmt;

/// The forms of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    Number,
    Numbers,
    Switches,
    Options,
    Source,
    Text,
}

impl Form {
    fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Numbers => "list of numbers",
            Self::Switches => "list of switches",
            Self::Options => "list of options",
            Self::Source => "source of a scheduler",
            Self::Text => "text",
        }
    }
}

/// The kinds of reasons. A page translates them by `is` and the other fields.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Reason {
    /// The answer has another form.
    Form { wanted: Form },
    /// The task does not allow this switch.
    OtherSwitch { switch: String },
    /// The number is outside the range of the task.
    Range { field: String, min: i32, max: i32 },
    /// An option that the task does not have, or several where one is possible.
    Options,
    /// The experiment has no such lane.
    NoLane,
    /// The simulator refuses the experiment with the answer.
    Refused { fault: FieldError },
    /// The field cannot be set.
    Field { why: String },
    /// The source of a scheduler has an error.
    NotCompiled { line: u32, problem: String },
    /// The scheduler was ejected. `line`: where it failed or queued the task, 0 if unknown.
    Ejected { seed: u32, ms: u64, reason: String, msg: String, line: u32, queued: bool },
    /// The runs do not have the figure.
    NoFigure { figure: &'static str },
    /// The run has no decision of this kind.
    NoDecision,
    /// The runs give other events than those that were handed in.
    OtherEvents,
    /// No option is right in the runs.
    NoOption,
    /// Several options are right in the runs, but one is possible.
    ManyOptions { count: usize },
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Form { wanted } => write!(f, "the answer is no {}.", wanted.name()),
            Self::OtherSwitch { switch } => write!(f, "the switch {switch} may not be changed."),
            Self::Range { field, min, max } => write!(f, "{field} has to be {min} to {max}."),
            Self::Options => write!(f, "there are no such options."),
            Self::NoLane => write!(f, "there is no such lane."),
            Self::Refused { fault } => write!(f, "{}", fault.message),
            Self::Field { why } => write!(f, "{why}"),
            Self::NotCompiled { line, problem } => {
                let problem = problem.trim_end_matches('.');
                write!(f, "the scheduler does not compile: line {line}: {problem}.")
            }
            Self::Ejected { seed, ms, reason, msg, line, queued } => {
                write!(f, "the scheduler was ejected with seed {seed} at {ms} ms: {reason} ({msg})")?;
                match (line, queued) {
                    (0, _) => write!(f, "."),
                    (line, true) => write!(f, "; line {line} queued the task."),
                    (line, false) => write!(f, "; line {line}."),
                }
            }
            Self::NoFigure { figure } => write!(f, "the runs have no {figure}."),
            Self::NoDecision => write!(f, "the run has no such decision."),
            Self::OtherEvents => {
                write!(f, "the runs give other events than those that were handed in.")
            }
            Self::NoOption => write!(f, "by the runs no option is right."),
            Self::ManyOptions { count } => {
                write!(f, "by the runs {count} options are right; one is possible.")
            }
        }
    }
}

/// A reason or a fault as the page gets it: its kind and its values, and the sentence in English.
#[derive(Serialize)]
pub struct Said<'a, T> {
    #[serde(flatten)]
    what: &'a T,
    sentence: String,
}

impl<'a, T: fmt::Display> Said<'a, T> {
    pub fn of(what: &'a T) -> Self {
        Self { what, sentence: what.to_string() }
    }
}

/// Serializes a reason with its sentence.
///
/// # Errors
/// Those of the serializer.
pub fn said<T: Serialize + fmt::Display, S: Serializer>(what: &T, to: S) -> Result<S::Ok, S::Error> {
    Said::of(what).serialize(to)
}

/// The same for a reason that may be missing.
///
/// # Errors
/// Those of the serializer.
pub fn said_if_any<S: Serializer>(reason: &Option<Reason>, to: S) -> Result<S::Ok, S::Error> {
    reason.as_ref().map(Said::of).serialize(to)
}
