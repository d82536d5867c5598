//! The assignment document of a lecturer.
//!
//! The same form is handed out to students: there options have no conditions, and a choice is checked against a salted
//! hash ([`Assignment::handed_out`]).

use crate::figures::{Condition, Figure, Number, words};
use crate::{hex, sha256};
use sched_core::document::place::Way;
use sched_core::document::read::{Read, read_kind, read_word};
use sched_core::document::{Fault, Value};
use sched_core::fields;
use sched_core::observe::vocab::Decided;
use sched_core::scenario::Source;
use serde::Serialize;
use std::collections::BTreeMap;

/// The version of the form.
pub const VERSION: u32 = 1;

/// A text in one language for all readers, or in English and Chinese.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Text {
    One(String),
    Each(Each),
}

/// The same text in several languages; at least one of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Each {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub en: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zh: Option<String>,
}
fields!(Each { en, zh });

impl Default for Text {
    fn default() -> Self {
        Self::One(String::new())
    }
}

impl Read for Text {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        if let Value::String(_) = value {
            let mut text = String::new();
            text.read(value, way)?;
            *self = Self::One(text);
            return Ok(());
        }
        let mut each = Each::default();
        each.read(value, way)?;
        *self = Self::Each(each);
        Ok(())
    }
}

impl Text {
    /// The English text, or the only one.
    pub fn english(&self) -> &str {
        match self {
            Self::One(text) => text,
            Self::Each(Each { en, zh }) => en.as_ref().or(zh.as_ref()).map_or("", String::as_str),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.english().is_empty()
    }
}

/// A part of a document that another reader reads: a scenario.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Raw(pub Value);

impl Read for Raw {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        self.0 = value.clone();
        Ok(())
    }
}

impl Serialize for Raw {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: serde_json::Value =
            serde_json::from_str(&self.0.to_string()).map_err(serde::ser::Error::custom)?;
        value.serialize(serializer)
    }
}

/// An assignment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Assignment {
    /// Version of this form.
    pub version: u32,
    /// A short name: lower-case letters, digits and hyphens.
    pub id: String,
    pub title: Text,
    /// What the student reads first.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub text: Text,
    /// How often a student may hand in; 0: as often as they like. The last one counts.
    #[serde(default)]
    pub attempts: u32,
    pub seeds: Seeds,
    /// The experiments of the tasks by name: scenario documents.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, serde_json::Value>"))]
    pub experiments: BTreeMap<String, Raw>,
    pub tasks: Vec<Task>,
    /// The salt of the hashes, only in the document that is handed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<String>,
}
fields!(Assignment { version, id, title, text, attempts, seeds, experiments, tasks, salt }
    required version, id, title, seeds, experiments, tasks);

/// The seeds of the runs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Seeds {
    /// Seeds that every student runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub practice: Vec<u32>,
    /// How many seeds are derived from the number of each student instead; 0: none.
    #[serde(default)]
    pub per_student: u32,
    /// How many seeds that nobody has seen decide about goals. They are in the lecturer's key.
    #[serde(default)]
    pub scoring: u32,
}
fields!(Seeds { practice, per_student, scoring });

/// A task.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Task {
    /// The question.
    pub title: Text,
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub text: Text,
    pub points: u32,
    pub ask: Ask,
    /// What the student reads after the answer.
    #[serde(default, skip_serializing_if = "Text::is_empty")]
    pub feedback: Text,
}
fields!(Task { title, text, points, ask, feedback } required title, points, ask);

words! {
    /// A lane.
    LaneKey { A = "A", B = "B" }
}

/// What a task asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub enum Ask {
    /// Predict a number.
    Predict(Predict),
    /// Predict a curve: a number for each value of a field.
    Curve(Curve),
    /// Choose the CPU that a task gets.
    Cpu(Cpu),
    /// Find a moment or a CPU of a run.
    Find(Find),
    /// Set switches of a lane so that a goal is met.
    Switches(Switches),
    /// Set numbers so that a goal is met.
    Tune(Tune),
    /// Write or repair a scheduler so that a goal is met.
    Policy(Policy),
    /// Choose the right options.
    Choice(Choice),
    /// Answer in words, marked by hand.
    Words(Words),
}

impl Default for Ask {
    fn default() -> Self {
        Self::Words(Words::default())
    }
}

const KINDS: &[&str] = &["predict", "curve", "cpu", "find", "switches", "tune", "policy", "choice", "words"];

impl Read for Ask {
    fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
        fn of<T: Read>(fields: &Value, way: &Way) -> Result<T, Fault> {
            let mut new = T::default();
            new.read(fields, way)?;
            Ok(new)
        }
        let (kind, fields) = read_kind(value, way, KINDS)?;
        *self = match KINDS[kind] {
            "predict" => Self::Predict(of(&fields, way)?),
            "curve" => Self::Curve(of(&fields, way)?),
            "cpu" => Self::Cpu(of(&fields, way)?),
            "find" => Self::Find(of(&fields, way)?),
            "switches" => Self::Switches(of(&fields, way)?),
            "tune" => Self::Tune(of(&fields, way)?),
            "policy" => Self::Policy(of(&fields, way)?),
            "choice" => Self::Choice(of(&fields, way)?),
            _ => Self::Words(of(&fields, way)?),
        };
        Ok(())
    }
}

impl Ask {
    /// The word of the document.
    pub fn kind(&self) -> &'static str {
        KINDS[match self {
            Self::Predict(_) => 0,
            Self::Curve(_) => 1,
            Self::Cpu(_) => 2,
            Self::Find(_) => 3,
            Self::Switches(_) => 4,
            Self::Tune(_) => 5,
            Self::Policy(_) => 6,
            Self::Choice(_) => 7,
            Self::Words(_) => 8,
        }]
    }

    /// The name of its experiment, if it has one.
    pub fn experiment(&self) -> Option<&str> {
        Some(match self {
            Self::Predict(ask) => &ask.experiment,
            Self::Curve(ask) => &ask.experiment,
            Self::Cpu(ask) => &ask.experiment,
            Self::Find(ask) => &ask.experiment,
            Self::Switches(ask) => &ask.experiment,
            Self::Tune(ask) => &ask.experiment,
            Self::Policy(ask) => &ask.experiment,
            Self::Choice(ask) => &ask.experiment,
            Self::Words(_) => return None,
        })
    }
}

/// Predict a number. It is measured with the seeds of the student.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Predict {
    pub experiment: String,
    #[serde(flatten)]
    pub asked: Figure,
    /// The guess is right if it is at most so far from the measured value, in the unit of the figure.
    pub tolerance: Number,
    /// The points for the right sign; the rest is for the size.
    #[serde(default)]
    pub sign_points: u32,
    /// The ends of the axis on which one guesses.
    pub from: Number,
    pub to: Number,
}

/// Reads a struct with the fields of a [`Figure`] among its own.
macro_rules! with_figure {
    ($name:ident { $($key:ident),+ } required $($required:ident),+) => {
        impl Read for $name {
            fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
                let Self { asked: Figure { figure, of }, $($key),+ } = self;
                sched_core::document::read::read_object(
                    value,
                    way,
                    &["figure", "of", $(stringify!($key)),+],
                    &["figure", "of", $(stringify!($required)),+],
                    &mut [figure, of, $($key),+],
                )
            }
        }
    };
}
with_figure!(Predict { experiment, tolerance, sign_points, from, to } required experiment, tolerance, from, to);

/// Predict a curve.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Curve {
    pub experiment: String,
    /// The field that is varied: `workload.KEY`, `tunables.KEY`, `costs.KEY`, `rules.KEY` or `cpus`.
    pub field: String,
    pub values: Vec<i32>,
    #[serde(flatten)]
    pub asked: Figure,
    /// As for a single number. Each value has the same fraction of the points.
    pub tolerance: Number,
    pub from: Number,
    pub to: Number,
}
with_figure!(Curve { experiment, field, values, tolerance, from, to }
    required experiment, field, values, tolerance, from, to);

/// Choose the CPU that a decision gives to a task.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Cpu {
    pub experiment: String,
    pub lane: LaneKey,
    pub decision: DecisionKey,
    pub task: u32,
    /// The first decision at or after this moment (ns).
    pub from_ns: u64,
}
fields!(Cpu { experiment, lane, decision, task, from_ns } required experiment, lane, decision, task);

/// Find a moment, or a CPU, by the decisions of a lane.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Find {
    pub experiment: String,
    pub lane: LaneKey,
    /// The decision that is sought.
    pub decision: DecisionKey,
    /// The task that it is about; absent: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub task: Option<u32>,
    pub what: What,
    /// How far a moment may be from such a decision (ns).
    #[serde(default)]
    pub tolerance_ns: u64,
}
fields!(Find { experiment, lane, decision, task, what, tolerance_ns } required experiment, lane, decision, what);

words! {
    /// What is to be found.
    What {
        /// A moment at which such a decision moved a task (ns).
        Moment = "moment",
        /// The CPU that made most of these decisions.
        Cpu = "cpu",
    }
}

/// A kind of decision, in the words of the simulator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecisionKey(pub Decided);

impl Default for DecisionKey {
    fn default() -> Self {
        Self(Decided::Wake)
    }
}

impl Serialize for DecisionKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.key())
    }
}

impl Read for DecisionKey {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        self.0 = Decided::ALL[read_word(value, Decided::KEYS)?];
        Ok(())
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for DecisionKey {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decision".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "enum": Decided::KEYS })
    }
}

/// Set switches of a lane.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Switches {
    pub experiment: String,
    pub lane: LaneKey,
    /// The switches that the student may set.
    pub switches: Vec<String>,
    /// All conditions have to hold, with the scoring seeds.
    pub goal: Vec<Condition>,
}
fields!(Switches { experiment, lane, switches, goal } required experiment, lane, switches, goal);

/// Set numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Tune {
    pub experiment: String,
    pub parameters: Vec<Parameter>,
    /// All conditions have to hold, with the scoring seeds.
    pub goal: Vec<Condition>,
}
fields!(Tune { experiment, parameters, goal } required experiment, parameters, goal);

/// A number that the student may set.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Parameter {
    /// As for a curve.
    pub field: String,
    pub min: i32,
    pub max: i32,
}
fields!(Parameter { field, min, max } required field, min, max);

/// Write or repair a `sched_ext` scheduler in C.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Policy {
    pub experiment: String,
    /// The lane that the scheduler schedules; the other lane stays as it is.
    pub lane: LaneKey,
    /// The source that the student starts from.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub start: Source,
    /// All conditions have to hold, with the scoring seeds.
    pub goal: Vec<Condition>,
}
fields!(Policy { experiment, lane, start, goal } required experiment, lane, start, goal);

/// Choose options.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Choice {
    /// The experiment whose runs say which options are right.
    pub experiment: String,
    /// Several options can be right.
    #[serde(default)]
    pub several: bool,
    pub options: Vec<ChoiceOption>,
    /// The salted hash of the right options, only in the document that is handed out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}
fields!(Choice { experiment, several, options, check } required experiment, options);

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct ChoiceOption {
    pub text: Text,
    /// The option is right if all of these hold; not in the document that is handed out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub holds: Vec<Condition>,
}
fields!(ChoiceOption { text, holds } required text);

/// Answer in words.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Words {
    /// The most characters of an answer.
    pub most: u32,
}
fields!(Words { most } required most);

impl Assignment {
    /// All points.
    pub fn points(&self) -> u32 {
        self.tasks.iter().map(|task| task.points).sum()
    }

    /// The document for students: without the conditions of options, with hashes of the right ones.
    #[must_use]
    pub fn handed_out(&self, salt: &str, right: &[serde_json::Value]) -> Self {
        let mut out = self.clone();
        out.salt = Some(salt.into());
        for (at, task) in out.tasks.iter_mut().enumerate() {
            let Ask::Choice(choice) = &mut task.ask else { continue };
            choice.options.iter_mut().for_each(|option| option.holds.clear());
            if let Some(options) = right.get(at).and_then(chosen) {
                choice.check = Some(check_of(salt, at, &options));
            }
        }
        out
    }

    /// Whether it is the document for students.
    pub fn is_handed_out(&self) -> bool {
        self.salt.is_some()
    }

    /// A hash of the document that is handed out, in 16 digits: answers belong to exactly one. The order of fields and
    /// spaces do not count.
    pub fn digest(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        let whole = crate::validate::json_of(&text).map_or_else(|_| text, |value| value.to_string());
        hex(&sha256(&[whole.as_bytes()]), 8)
    }

    /// The seeds of a student's runs.
    pub fn seeds_of(&self, number: &str) -> Vec<u32> {
        let derived = |at: u32| {
            let hash = sha256(&[self.id.as_bytes(), number.trim().as_bytes(), &at.to_le_bytes()]);
            // Short enough to be read aloud; 0 is the seed of nobody.
            u32::from_le_bytes([hash[0], hash[1], hash[2], 0]) % 999_999 + 1
        };
        match self.seeds.per_student {
            0 => self.seeds.practice.clone(),
            count => (0..count).map(derived).collect(),
        }
    }
}

/// The options of an answer in ascending order, each once; `None`: not a list of numbers.
pub fn chosen(value: &serde_json::Value) -> Option<Vec<u64>> {
    let mut options: Vec<u64> =
        value.as_array()?.iter().map(serde_json::Value::as_u64).collect::<Option<_>>()?;
    options.sort_unstable();
    options.dedup();
    Some(options)
}

/// The salted hash of options of a task.
pub fn check_of(salt: &str, task: usize, options: &[u64]) -> String {
    hex(&sha256(&[salt.as_bytes(), format!("{task} {options:?}").as_bytes()]), 16)
}
