//! Why a text is no machine: one sentence, with its place.

use sched_core::document::is_hidden;
use sched_core::machine::TopologyFault;
use sched_core::machine::notation::NotationFault;
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};
use sched_core::scenario::FieldError;
use serde::Serialize;
use std::fmt;

/// Where and why reading ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line, from 1; none where it is about the whole.
    pub line: Option<usize>,
    /// The element, column or file; none where it is about the whole.
    pub element: Option<String>,
    pub what: What,
}

/// What is wrong. A `said` is what the file says, shortened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum What {
    /// It is longer than a text may be.
    TooLong {
        most_mb: usize,
    },
    Empty,
    /// No text: what it looks like, if that is known.
    NoText {
        looks: Option<&'static str>,
    },
    /// Nothing that a reader knows.
    Unknown,
    /// A file of another kind, and the command whose output is read instead.
    Other {
        name: &'static str,
        instead: &'static str,
    },
    /// A version that came after the last one that is known.
    Version {
        said: String,
        known: &'static str,
    },
    /// The file ends before what it began.
    Cut,
    /// Words of a link's notation that it does not have.
    Syntax {
        said: String,
    },
    /// No XML.
    NotXml,
    /// An attribute that is there twice; what it said first.
    AttributeTwice {
        said: String,
    },
    /// A field that is there twice.
    FieldTwice {
        name: String,
    },
    /// Another number of cells than of columns.
    Cells {
        cells: usize,
        columns: usize,
    },
    /// The word a line begins with, which none of `/proc/schedstat` does.
    NoSchedstatLine {
        said: String,
    },
    /// No level of a synthetic string.
    NoLevel {
        said: String,
    },
    /// Of the levels of a synthetic string some have a name and some have none.
    SomeNamed,
    /// The last level of a synthetic string is not that of the PUs.
    NoPus,
    /// Two levels of a synthetic string are of one kind.
    LevelTwice {
        of: String,
    },
    /// XML with entities of its own.
    Entities,
    /// Elements are nested deeper than in any machine.
    Deep {
        most: usize,
    },
    /// No number where one belongs.
    NoNumber {
        said: String,
        of: &'static str,
    },
    Negative {
        said: String,
        of: &'static str,
    },
    NoList {
        said: String,
    },
    NoMask {
        said: String,
    },
    /// An attribute or column is missing.
    Missing {
        name: &'static str,
    },
    /// A CPU with such a number.
    CpuNumber {
        number: u32,
    },
    /// So many CPUs or more.
    TooManyCpus,
    TooManyNodes,
    Twice {
        of: &'static str,
        number: u32,
    },
    NoCpu,
    /// A text without domains.
    NoDomains,
    /// Nodes are said, but not that of this CPU.
    NoNode {
        cpu: u32,
    },
    /// Two CPUs say different things of what they share.
    Disagree {
        a: u32,
        b: u32,
        about: &'static str,
    },
    /// So many distances where so many belong.
    Distances {
        values: usize,
        expected: usize,
    },
    /// More than one machine.
    Machines,
    /// Nothing that says what things cost.
    NoCosts,
    /// A matrix of so many rows or columns.
    Matrix {
        found: usize,
        cpus: usize,
    },
    /// No time in ns.
    NoTime {
        said: String,
    },
    OutOfRange {
        value: i64,
        min: i64,
        max: i64,
    },
    /// A round trip that takes less than its writes and reads.
    TooShort {
        ns: u64,
        least: u64,
    },
    /// No JSON.
    NotJson {
        column: usize,
    },
    /// Something that is not modelled.
    Refused {
        name: String,
    },
    /// Another form than belongs here.
    Form {
        belongs: &'static str,
    },
    /// More than are possible.
    TooMany {
        of: &'static str,
        most: u32,
    },
    /// No machine can be so.
    Topology {
        #[serde(flatten)]
        fault: TopologyFault,
    },
}

impl Fault {
    /// About the whole file.
    pub fn whole(what: What) -> Self {
        Self { line: None, element: None, what }
    }

    pub fn at_line(line: usize, what: What) -> Self {
        Self { line: Some(line), element: None, what }
    }

    pub fn of(self, element: &str) -> Self {
        Self { element: Some(short(element)), ..self }
    }
}

impl From<What> for Fault {
    fn from(what: What) -> Self {
        Self::whole(what)
    }
}

impl From<FieldError> for Fault {
    fn from(error: FieldError) -> Self {
        // The message becomes a part of a sentence.
        Self::whole(What::Syntax { said: error.message.trim_end_matches('.').into() })
    }
}

impl From<TopologyFault> for What {
    fn from(fault: TopologyFault) -> Self {
        Self::Topology { fault }
    }
}

impl From<NotationFault> for What {
    fn from(fault: NotationFault) -> Self {
        match fault {
            NotationFault::Topology(fault) => fault.into(),
            NotationFault::TooMany { .. } => Self::TooManyCpus,
            // Its sentence stands within one.
            other => Self::Syntax { said: other.to_string().trim_end_matches('.').into() },
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.element) {
            (Some(line), Some(element)) => write!(f, "Line {line}, {element}: ")?,
            (Some(line), None) => write!(f, "Line {line}: ")?,
            (None, Some(element)) => write!(f, "{element}: ")?,
            (None, None) => {}
        }
        self.what.fmt(f)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { most_mb } => {
                write!(f, "It is too long: texts up to {most_mb} MB are read.")
            }
            Self::Empty => write!(f, "There is nothing in it."),
            Self::NoText { looks: Some(looks) } => write!(f, "This is no text but {looks}."),
            Self::NoText { looks: None } => write!(f, "This is no text in UTF-8."),
            Self::Unknown => write!(
                f,
                "This is none of what is known: lscpu -J -e, lscpu -p, lstopo --of xml, a synthetic string of hwloc, \
                 or what the command prints that reads /sys."
            ),
            Self::Other { name, instead } => {
                write!(f, "This is {name}, which does not say what CPUs share: {instead} does.")
            }
            Self::Version { said, known } => write!(f, "It has version {said}; versions {known} are known."),
            Self::Cut => write!(f, "The file ends before what it began: it was cut."),
            Self::Syntax { said } => write!(f, "It cannot be read: {said}."),
            Self::NotXml => write!(f, "This is no XML from here on."),
            Self::AttributeTwice { said } => {
                write!(f, "An attribute comes twice, first as \"{said}\".")
            }
            Self::FieldTwice { name } => write!(f, "{name} is there twice."),
            Self::Cells { cells, columns } => {
                write!(f, "There are {columns} columns, but {cells} in this line.")
            }
            Self::NoSchedstatLine { said } => write!(f, "\"{said}\" begins no line of schedstat."),
            Self::NoLevel { said } => write!(f, "\"{said}\" is no level of a machine."),
            Self::SomeNamed => write!(f, "Some levels have a name and some have none."),
            Self::NoPus => write!(f, "The last level is not that of the PUs."),
            Self::LevelTwice { of } => write!(f, "There are several levels of {of}."),
            Self::Entities => write!(f, "It defines or uses entities of its own, which are not read."),
            Self::Deep { most } => write!(f, "Elements are nested more than {most} deep."),
            Self::NoNumber { said, of } => write!(f, "\"{said}\" is no number of a {of}."),
            Self::Negative { said, of } => {
                write!(f, "The number of a {of} is {said}; it cannot be negative.")
            }
            Self::NoList { said } => write!(f, "\"{said}\" is no ascending list such as 0-3,8."),
            Self::NoMask { said } => write!(f, "\"{said}\" is no mask such as ff,0000000f."),
            Self::Missing { name } => write!(f, "There is no {name}."),
            Self::CpuNumber { number } => {
                write!(f, "There is a CPU {number}; numbers up to {} are possible.", MOST_CPUS - 1)
            }
            Self::TooManyCpus => write!(f, "There are more CPUs than the {MOST_CPUS} that are possible."),
            Self::TooManyNodes => write!(f, "There are more nodes than the {MOST_NODES} that are possible."),
            Self::Twice { of, number } => write!(f, "{of} {number} is there twice."),
            Self::NoCpu => write!(f, "There is no CPU in it."),
            Self::NoDomains => write!(
                f,
                "This is neither /proc/schedstat nor what the command prints that reads /sys/kernel/debug/sched/domains."
            ),
            Self::NoNode { cpu } => {
                write!(
                    f,
                    "CPU {cpu} is on none of the nodes that are said: its own was kept from who wrote the file."
                )
            }
            Self::Disagree { a, b, about } => {
                write!(f, "CPU {a} and CPU {b} say different things of the {about} that they share.")
            }
            Self::Distances { values, expected } => {
                write!(f, "There are {values} distances where {expected} belong.")
            }
            Self::Machines => write!(f, "There is more than one machine in it."),
            Self::NoCosts => write!(
                f,
                "This is none of what is known: what measure-costs.c prints, the CSV of core-to-core-latency, or perf bench sched pipe."
            ),
            Self::Matrix { found, cpus } => {
                write!(f, "There are {found} rows or columns where the machine has {cpus} CPUs.")
            }
            Self::NoTime { said } => write!(f, "\"{said}\" is no time."),
            Self::OutOfRange { value, min, max } => write!(f, "It is {value}; {min} to {max} are possible."),
            Self::TooShort { ns, least } => {
                write!(
                    f,
                    "A round trip of {ns} ns is not more than its two writes and reads take: {least} ns."
                )
            }
            Self::NotJson { column } => write!(f, "This is no JSON from column {column} on."),
            Self::Refused { name } => write!(f, "{name} is not modelled."),
            Self::Form { belongs } => write!(f, "There should be {belongs}."),
            Self::TooMany { of, most } => write!(f, "There are more {of} than the {most} that are possible."),
            Self::Topology { fault } => fault.fmt(f),
        }
    }
}

/// The beginning of what a file says, for a sentence.
pub fn short(text: &str) -> String {
    const MOST: usize = 40;
    let text = text.trim();
    let mut short: String = text.chars().take(MOST).map(|c| if is_hidden(c) { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// A number that is not negative.
pub fn number(text: &str, of: &'static str) -> Result<u32, What> {
    let text = text.trim();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits(text) => Ok(number),
        _ if text.strip_prefix('-').is_some_and(digits) => Err(What::Negative { said: short(text), of }),
        _ => Err(What::NoNumber { said: short(text), of }),
    }
}
