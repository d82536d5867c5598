//! The reason why a text was refused: one sentence, with its place.

use sched_core::document::is_hidden;
use sched_core::machine::TopologyFault;
use sched_core::machine::notation::NotationFault;
use sched_core::machine::topology::{MOST_CPUS, MOST_NODES};
use sched_core::scenario::FieldError;
use serde::Serialize;
use std::fmt;

/// A reason for refusing a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The line, counted from 1; `None` if the fault concerns the whole text.
    pub line: Option<usize>,
    /// The element, column or file; `None` if the fault concerns the whole text.
    pub element: Option<String>,
    pub what: What,
}

/// The kinds of faults. A field `said` quotes the file, shortened; CPUs are lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum What {
    /// The text is larger than the maximum.
    TooLong {
        most_mb: usize,
    },
    Empty,
    /// The file is not text; `looks` is the kind that it seems to be.
    NoText {
        looks: Option<&'static str>,
    },
    /// No reader knows this format.
    Unknown,
    /// A text for another part of the page and another command.
    Elsewhere {
        name: &'static str,
        reader: &'static str,
    },
    /// A file of another kind; `instead` is the command whose output is read.
    Other {
        name: &'static str,
        instead: &'static str,
    },
    /// The cores of a machine differ, and the text does not say which is which.
    Kinds {
        kinds: Vec<String>,
        instead: &'static str,
    },
    /// The counts of sockets, cores and threads do not give the number of CPUs.
    Hybrid {
        said: String,
        product: usize,
        cpus: u32,
        instead: &'static str,
    },
    /// Counts of which no machine can be made.
    Uneven {
        said: String,
    },
    /// The counts of a line give another number of CPUs than it says.
    Product {
        product: u64,
        cpus: u64,
    },
    /// The version is newer than those that are known.
    Version {
        said: String,
        known: &'static str,
    },
    /// The file ends in the middle of an element.
    Cut,
    /// Words that the notation of links does not have.
    Syntax {
        said: String,
    },
    /// The text is not XML.
    NotXml,
    /// An attribute is repeated; `said` is its first value.
    AttributeTwice {
        said: String,
    },
    /// A field is repeated.
    FieldTwice {
        name: String,
    },
    /// The number of cells differs from the number of columns.
    Cells {
        cells: usize,
        columns: usize,
    },
    /// An unknown level in a synthetic description.
    NoLevel {
        said: String,
    },
    /// Some levels of a synthetic description have a name and others have none.
    SomeNamed,
    /// The last level of a synthetic description is not that of the PUs.
    NoPus,
    /// Two levels of a synthetic description are of one kind.
    LevelTwice {
        of: String,
    },
    /// The XML defines or uses entities other than the predefined ones.
    Entities,
    /// Elements are nested deeper than in any real machine.
    Deep {
        most: usize,
    },
    /// A number was expected.
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
    /// A CPU number is too high.
    CpuNumber {
        number: u32,
    },
    /// The machine has too many CPUs.
    TooManyCpus,
    TooManyNodes,
    Twice {
        of: &'static str,
        number: u32,
    },
    NoCpu,
    /// The text has no scheduling domains.
    NoDomains,
    /// The file describes nodes, but not the node of this CPU.
    NoNode {
        cpu: u32,
    },
    /// Two CPUs contradict each other about a group that they share.
    Disagree {
        a: u32,
        b: u32,
        about: &'static str,
    },
    /// The number of distances is wrong.
    Distances {
        values: usize,
        expected: usize,
    },
    /// The file describes more than one machine.
    Machines,
    /// The text has no waits.
    NoWaits,
    /// The text has no limits of containers.
    NoContainers,
    /// An amount of CPU time, a weight or a CPU list was expected.
    NoCpuTime {
        said: String,
    },
    /// The text has no costs.
    NoCosts,
    /// The matrix has a wrong number of rows or columns.
    Matrix {
        found: usize,
        cpus: usize,
    },
    /// The CPUs of the matrix are not those of the machine.
    MatrixCpus {
        matrix: String,
        machine: String,
    },
    /// In the matrix a CPU is nearest to others than to those `beside` it on the machine. `suggests` is the machine with
    /// the CPUs numbered as the matrix suggests.
    MatrixNearest {
        cpu: u32,
        to: Box<str>,
        ns: u32,
        beside: Box<str>,
        said_ns: u32,
        suggests: Option<Box<str>>,
    },
    /// In the matrix a shorter distance has the longer latency.
    MatrixOrder {
        cost: &'static str,
        ns: u32,
        next: &'static str,
        next_ns: u32,
        suggests: Option<Box<str>>,
    },
    /// In the matrix the latencies of one distance are far apart.
    MatrixWide {
        cost: &'static str,
        from: u32,
        to: u32,
        suggests: Option<Box<str>>,
    },
    /// The benchmark ran on several CPUs.
    SeveralCpus {
        cpus: String,
        instead: &'static str,
    },
    /// A time in ns was expected.
    NoTime {
        said: String,
    },
    OutOfRange {
        value: i64,
        min: i64,
        max: i64,
    },
    /// A round trip is shorter than the sum of its writes and reads.
    TooShort {
        ns: u64,
        least: u64,
    },
    /// The text is not JSON.
    NotJson {
        column: usize,
    },
    /// A feature that is not modelled.
    Refused {
        name: String,
    },
    /// A value of another form was expected.
    Form {
        belongs: &'static str,
    },
    /// There are more than the maximum.
    TooMany {
        of: &'static str,
        most: u32,
    },
    /// The topology is invalid.
    Topology {
        #[serde(flatten)]
        fault: TopologyFault,
    },
}

impl Fault {
    /// A fault that concerns the whole file.
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
            // The sentence is inserted into another one.
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
                "This is none of what is known: lscpu, lstopo, numactl -H, /proc/cpuinfo, a machine in one line, \
                 or what the command prints that reads /sys."
            ),
            Self::Elsewhere { name, reader } => write!(f, "This is {name}, which {reader} reads."),
            Self::Other { name, instead } => {
                write!(f, "This is {name}, which does not say what CPUs share: {instead} does.")
            }
            Self::Kinds { kinds, instead } => write!(
                f,
                "The cores differ ({}), and it is not said which CPU is which: {instead} says it.",
                kinds.join(", ")
            ),
            Self::Hybrid { said, product, cpus, instead } => write!(
                f,
                "Sockets × cores × threads are {said} = {product}, but there are {cpus} CPUs, so the cores differ: {instead} says which is which."
            ),
            Self::Uneven { said } => {
                write!(f, "No machine has the counts \"{said}\": one is zero, or does not divide.")
            }
            Self::Product { product, cpus } => {
                write!(f, "The counts give {product} CPUs, but {cpus} are said.")
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
                "There are no domains in it: /proc/schedstat has them, the kernel's messages with sched_verbose, and what the command prints that reads /sys/kernel/debug/sched/domains."
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
            Self::NoWaits => write!(
                f,
                "There are no waits in it: what perf sched latency, perf sched timehist, schbench or runqlat prints has some."
            ),
            Self::NoContainers => write!(
                f,
                "There are no limits of containers in it: requests and limits of a manifest, docker run, a unit of systemd and files of /sys/fs/cgroup have some."
            ),
            Self::NoCpuTime { said } => {
                write!(f, "\"{said}\" is no CPU time, weight or list of CPUs that is possible.")
            }
            Self::NoCosts => write!(
                f,
                "This is none of what is known: what measure-costs.c prints, the CSV of core-to-core-latency, or perf bench sched pipe."
            ),
            Self::Matrix { found, cpus } => {
                write!(f, "There are {found} rows or columns where the machine has {cpus} CPUs.")
            }
            Self::MatrixCpus { matrix, machine } => {
                write!(f, "The matrix has the CPUs {matrix}, the machine has {machine}.")
            }
            Self::MatrixNearest { cpu, to, ns, beside, said_ns, suggests } => {
                write!(
                    f,
                    "The matrix contradicts the machine: CPU {cpu} is nearest to CPU {to} ({ns} ns), but the machine has CPU {beside} beside it ({said_ns} ns)."
                )?;
                suggested(f, suggests.as_deref())
            }
            Self::MatrixOrder { cost, ns, next, next_ns, suggests } => {
                write!(
                    f,
                    "The matrix contradicts the machine: {cost} would be {ns} ns, more than {next}, {next_ns} ns."
                )?;
                suggested(f, suggests.as_deref())
            }
            Self::MatrixWide { cost, from, to, suggests } => {
                write!(
                    f,
                    "The matrix shows more levels than the machine has: the pairs of {cost} take {from} to {to} ns."
                )?;
                suggested(f, suggests.as_deref())
            }
            Self::SeveralCpus { cpus, instead } => {
                write!(
                    f,
                    "This was measured on CPUs {cpus}, with interrupts between them; on one CPU does {instead}."
                )
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

fn suggested(f: &mut fmt::Formatter<'_>, topology: Option<&str>) -> fmt::Result {
    match topology {
        Some(topology) => write!(f, " It fits this machine: {topology}"),
        None => Ok(()),
    }
}

/// The beginning of a quotation from the file, for a message.
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
