//! Reads workloads of `rt-app`. Only a part of its JSON is modelled; everything else is refused by name.
//!
//! The events of a phase run in the order of the file, and their names can repeat. The file is therefore read
//! as a list of names and values. The reader accepts what json-c accepts: comments, and trailing commas.

use crate::fault::{Fault, What, short};
use sched_core::document::is_hidden;
use sched_core::scenario::{RtApp, RtEvent, RtPhase, RtStep, RtTask, limits};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Maximum size of a document (MB): a workload with the maximum number of tasks takes less.
const MOST_MB: usize = 1;

/// A workload that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub workload: RtApp,
    /// The length of the run (ms); `None` if the file has no limit.
    pub limit_ms: Option<u32>,
    pub not_taken: Vec<NotTaken>,
}

/// A part of the file that has no effect on the simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum NotTaken {
    /// Fields of `global` about logs, memory and tracing.
    Global { names: Vec<String> },
    /// The duration is cut to the maximum of a run.
    Duration { said_s: u32, most_s: u32 },
    /// Names were shortened.
    Names,
}

impl fmt::Display for NotTaken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Global { names } => {
                write!(f, "Of global these make no difference here: {}.", names.join(", "))
            }
            Self::Duration { said_s, most_s } => {
                write!(f, "It would run for {said_s} s; {most_s} s are the most, and taken.")
            }
            Self::Names => write!(f, "Long names are shortened."),
        }
    }
}

/// A value in the order and form of the file.
enum Node {
    Null,
    Bool,
    Whole(i64),
    Fraction,
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Nodes)
    }
}

struct Nodes;

impl<'de> Visitor<'de> for Nodes {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a value")
    }
    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }
    fn visit_bool<E>(self, _: bool) -> Result<Node, E> {
        Ok(Node::Bool)
    }
    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        Ok(Node::Whole(number))
    }
    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        Ok(Node::Whole(i64::try_from(number).unwrap_or(i64::MAX)))
    }
    fn visit_f64<E>(self, _: f64) -> Result<Node, E> {
        Ok(Node::Fraction)
    }
    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        Ok(Node::Text(text.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Node, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = list.next_element()? {
            nodes.push(node);
        }
        Ok(Node::List(nodes))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        Ok(Node::Map(fields))
    }
}

/// Whether a text looks like a document of `rt-app`.
pub fn looks_like(text: &str) -> bool {
    text.starts_with(['{', '/']) && text.contains("\"tasks\"") && !text.contains("\"cpus\": [{")
}

/// Replaces comments and trailing commas by spaces, so that positions stay the same.
fn plain(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut comma) = (0, None);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                comma = None;
            }
            b'/' if matches!(bytes.get(at + 1), Some(b'/' | b'*')) => {
                let block = bytes[at + 1] == b'*';
                let ends = |at: usize| {
                    if block { bytes[at..].starts_with(b"*/") } else { bytes[at] == b'\n' }
                };
                let end = (at + 2..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len());
                let end = if block { (end + 2).min(bytes.len()) } else { end };
                bytes[at..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
                at = end;
                continue;
            }
            b',' => comma = Some(at),
            b'}' | b']' => {
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at += 1;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Reads a document of `rt-app`.
///
/// # Errors
/// The text is not such a document, or a part of it is not modelled; the fault has the place.
pub fn read(bytes: &[u8]) -> Result<Reading, Fault> {
    let text = crate::text::of(bytes)?;
    if text.len() > MOST_MB * 1_000_000 {
        return Err(What::TooLong { most_mb: MOST_MB }.into());
    }
    if text.trim().is_empty() {
        return Err(What::Empty.into());
    }
    let document: Node = serde_json::from_str(&plain(text)).map_err(|error| {
        let what = if error.is_eof() { What::Cut } else { What::NotJson { column: error.column() } };
        Fault::at_line(error.line(), what)
    })?;
    let mut reader = Reader::default();
    reader.document(&document)?;
    Ok(Reading {
        workload: RtApp { copies: 1, tasks: reader.tasks },
        limit_ms: reader.limit_ms,
        not_taken: reader.not_taken,
    })
}

#[derive(Default)]
struct Reader {
    tasks: Vec<RtTask>,
    limit_ms: Option<u32>,
    not_taken: Vec<NotTaken>,
    timers: Timers,
}

/// The timers of tasks: the name of each, and the index of its task.
#[derive(Default)]
struct Timers {
    of: BTreeMap<String, usize>,
    /// The index of the current task; `own` has the names of its timers.
    task: usize,
    own: BTreeSet<String>,
}

impl Timers {
    /// Adds a timer. In the model each task has one timer, which no other task uses. In `rt-app`, tasks share
    /// a timer unless its name begins with `unique`, and a task can have several with different expiry times.
    fn take(&mut self, name: &str, path: &str) -> Result<(), Fault> {
        let refuse = |why: &str| {
            let name = format!("timer {}, {why},", short(name));
            Err(at(path, What::Refused { name }))
        };
        self.own.insert(name.to_string());
        if self.own.len() > 1 {
            return refuse("the second of this task");
        }
        if !name.starts_with("unique") && *self.of.entry(name.to_string()).or_insert(self.task) != self.task {
            return refuse("which another task has as well");
        }
        Ok(())
    }

    /// Ends the current task, which has `instances` copies.
    fn end(&mut self, instances: u32, path: &str) -> Result<(), Fault> {
        let own = std::mem::take(&mut self.own);
        self.task += 1;
        match own.iter().find(|name| !name.starts_with("unique")) {
            Some(name) if instances > 1 => {
                let name = format!("timer {}, which all instances share,", short(name));
                Err(at(path, What::Refused { name }))
            }
            _ => Ok(()),
        }
    }
}

fn at(path: &str, what: What) -> Fault {
    Fault::whole(what).of(path)
}

fn fields<'a>(node: &'a Node, path: &str) -> Result<&'a [(String, Node)], Fault> {
    match node {
        Node::Map(fields) => Ok(fields),
        _ => Err(at(path, What::Form { belongs: "an object" })),
    }
}

/// The settings of an object so far. A repeated setting is refused, since either value could be meant.
#[derive(Default)]
struct Settings(BTreeSet<String>);

impl Settings {
    fn once(&mut self, name: &str, path: &str) -> Result<(), Fault> {
        if self.0.insert(name.to_string()) {
            return Ok(());
        }
        Err(at(path, What::FieldTwice { name: short(name) }))
    }
}

/// A whole number within a limit of the scenario.
fn whole(node: &Node, path: &str, limit: &str) -> Result<i64, Fault> {
    whole_from(i64::MIN, node, path, limit)
}

/// The same from `least` on, for fields where `rt-app` gives smaller numbers another meaning.
fn whole_from(least: i64, node: &Node, path: &str, limit: &str) -> Result<i64, Fault> {
    let Node::Whole(number) = node else { return Err(at(path, What::Form { belongs: "a whole number" })) };
    let (min, max) = limits::of(limit).map_or((i64::MIN, i64::MAX), |limit| (limit.min, limit.max));
    let min = min.max(least);
    if (min..=max).contains(number) {
        return Ok(*number);
    }
    Err(at(path, What::OutOfRange { value: *number, min, max }))
}

/// Converts a number that was checked.
fn small(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Fields of `global` that do not affect what runs.
const GLOBAL: [&str; 9] = [
    "calibration",
    "lock_pages",
    "logdir",
    "log_basename",
    "log_size",
    "ftrace",
    "gnuplot",
    "pi_enabled",
    "cumulative_slack",
];

const MOST_NAME: usize = 32;

impl Reader {
    fn document(&mut self, document: &Node) -> Result<(), Fault> {
        let (mut has_tasks, mut settings) = (false, Settings::default());
        for (key, node) in fields(document, "the document")? {
            settings.once(key, "the document")?;
            match key.as_str() {
                "tasks" => {
                    has_tasks = true;
                    for (name, task) in fields(node, "tasks")? {
                        self.task(name, task)?;
                    }
                }
                "global" => self.global(node)?,
                "resources" if matches!(node, Node::Map(fields) if fields.is_empty()) => {}
                _ => return Err(What::Refused { name: short(key) }.into()),
            }
        }
        if has_tasks && !self.tasks.is_empty() { Ok(()) } else { Err(What::Missing { name: "task" }.into()) }
    }

    fn global(&mut self, node: &Node) -> Result<(), Fault> {
        let (mut names, mut settings) = (Vec::new(), Settings::default());
        for (key, node) in fields(node, "global")? {
            settings.once(key, "global")?;
            let path = format!("global.{key}");
            match key.as_str() {
                "duration" => {
                    let Node::Whole(seconds) = node else {
                        return Err(at(&path, What::Form { belongs: "a whole number" }));
                    };
                    let most = limits::of("limit_ms").map_or(0, |limit| limit.max);
                    if *seconds > 0 {
                        let ms = seconds.saturating_mul(1000);
                        if ms > most {
                            let (said_s, most_s) = (small(*seconds), small(most / 1000));
                            self.not_taken.push(NotTaken::Duration { said_s, most_s });
                        }
                        self.limit_ms = Some(small(ms.min(most)));
                    }
                }
                "default_policy" => policy(node, &path)?,
                _ if GLOBAL.contains(&key.as_str()) => names.push(key.clone()),
                _ => return Err(at("global", What::Refused { name: short(key) })),
            }
        }
        if !names.is_empty() {
            self.not_taken.push(NotTaken::Global { names });
        }
        Ok(())
    }

    fn task(&mut self, name: &str, node: &Node) -> Result<(), Fault> {
        let path = format!("tasks.{name}");
        let mut shown: String = name.chars().filter(|&c| !is_hidden(c)).take(MOST_NAME).collect();
        if shown.is_empty() {
            shown = "task".into();
        }
        if shown != name && !self.not_taken.contains(&NotTaken::Names) {
            self.not_taken.push(NotTaken::Names);
        }
        let mut task = RtTask { name: shown, loops: 0, phases: Vec::new(), ..RtTask::default() };
        let (mut own, mut settings) = (Vec::new(), Settings::default());
        for (key, node) in fields(node, &path)? {
            match key.as_str() {
                "priority" | "nice" => settings.once("priority (nice)", &path)?,
                "instance" | "loop" | "cpus" | "policy" | "phases" => settings.once(key, &path)?,
                _ => {}
            }
            let path = format!("{path}.{key}");
            match key.as_str() {
                "instance" => task.instances = small(whole(node, &path, "workload.tasks[].instances")?),
                "loop" => task.loops = loops(node, &path, "workload.tasks[].loops")?,
                "cpus" => task.cpus = Some(cpus(node, &path)?),
                "policy" => policy(node, &path)?,
                "priority" | "nice" => {
                    task.nice = i32::try_from(whole(node, &path, "workload.tasks[].nice")?).unwrap_or(0);
                }
                "phases" => {
                    for (name, phase) in fields(node, &path)? {
                        let path = format!("{path}.{name}");
                        let phase = self::phase(fields(phase, &path)?, &path, &mut self.timers)?;
                        task.phases.extend(phase);
                    }
                }
                _ => own.push((key.clone(), node)),
            }
        }
        // A task without phases has one phase, with the events of the task.
        let mut one = RtPhase::default();
        for (key, node) in own {
            one.steps.extend(self::step(&key, node, &path, &mut self.timers)?);
        }
        self.timers.end(task.instances, &path)?;
        if !one.steps.is_empty() && !task.phases.is_empty() {
            return Err(at(&path, What::Form { belongs: "phases or events, not both" }));
        }
        if !one.steps.is_empty() {
            task.phases.push(one);
        }
        if task.phases.is_empty() {
            return Err(at(&path, What::Missing { name: "run, runtime, sleep or timer" }));
        }
        for (of, count, limit) in [
            ("phases of a task", task.phases.len(), "workload.tasks[].phases"),
            ("tasks", self.tasks.len() + 1, "workload.tasks"),
            (
                "events of a phase",
                task.phases.iter().map(|phase| phase.steps.len()).max().unwrap_or(0),
                "workload.tasks[].phases[].steps",
            ),
        ] {
            let most = limits::of(limit).map_or(0, |limit| limit.max);
            if count as i64 > most {
                return Err(at(&path, What::TooMany { of, most: small(most) }));
            }
        }
        self.tasks.push(task);
        let all: u32 = self.tasks.iter().map(|task| task.instances).sum();
        if all > limits::MAX_TASKS {
            return Err(at(&path, What::TooMany { of: "tasks", most: limits::MAX_TASKS }));
        }
        Ok(())
    }
}

/// Refuses other policies, which are not modelled.
fn policy(node: &Node, path: &str) -> Result<(), Fault> {
    match node {
        Node::Text(name) if name == "SCHED_OTHER" || name == "SCHED_NORMAL" => Ok(()),
        Node::Text(name) => Err(at(path, What::Refused { name: short(name) })),
        _ => Err(at(path, What::Form { belongs: "the name of a policy" })),
    }
}

/// In `rt-app` `-1` means an infinite loop, which a scenario writes as 0; with 0 `rt-app` runs nothing.
fn loops(node: &Node, path: &str, limit: &str) -> Result<u32, Fault> {
    if matches!(node, Node::Whole(-1)) { Ok(0) } else { Ok(small(whole_from(1, node, path, limit)?)) }
}

/// A list of numbers.
fn cpus(node: &Node, path: &str) -> Result<String, Fault> {
    let belongs = || at(path, What::Form { belongs: "a list of CPUs" });
    let Node::List(nodes) = node else { return Err(belongs()) };
    let numbers = nodes.iter().map(|node| match node {
        Node::Whole(number) if (0..i64::from(u16::MAX)).contains(number) => Ok(*number),
        _ => Err(belongs()),
    });
    let set = numbers
        .map(|number| crate::set::cpu_number(&number?.to_string()).map_err(|what| at(path, what)))
        .collect::<Result<crate::set::CpuSet, Fault>>()?;
    if set.is_empty() { Err(belongs()) } else { Ok(set.to_string()) }
}

/// Reads a phase; `None` if its loop count is 0.
fn phase(fields: &[(String, Node)], path: &str, timers: &mut Timers) -> Result<Option<RtPhase>, Fault> {
    let (mut phase, mut settings) = (RtPhase::default(), Settings::default());
    for (key, node) in fields {
        if key == "loop" {
            settings.once(key, path)?;
            phase.loops = small(whole(node, &format!("{path}.loop"), "workload.tasks[].phases[].loops")?);
        } else {
            phase.steps.extend(step(key, node, path, timers)?);
        }
    }
    Ok(Some(phase).filter(|phase| !phase.steps.is_empty()))
}

/// Reads an event, whose name may end in a number; `None` if it takes no time.
fn step(key: &str, node: &Node, path: &str, timers: &mut Timers) -> Result<Option<RtStep>, Fault> {
    let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
    let path_of = format!("{path}.{key}");
    let us = "workload.tasks[].phases[].steps[].us";
    let does = match name {
        "run" => RtEvent::Run,
        "runtime" => RtEvent::Runtime,
        "sleep" => RtEvent::Sleep,
        "timer" => RtEvent::Timer,
        _ => return Err(at(path, What::Refused { name: short(key) })),
    };
    let time = match (does, node) {
        (_, Node::Whole(0)) => return Ok(None),
        (RtEvent::Timer, Node::Map(fields)) => {
            let (mut period, mut settings) = (None, Settings::default());
            for (key, node) in fields {
                settings.once(key, &path_of)?;
                match (key.as_str(), node) {
                    ("ref", Node::Text(name)) => timers.take(name, &format!("{path_of}.ref"))?,
                    ("mode", Node::Text(mode)) if mode == "relative" => {}
                    ("period", node) => period = Some(whole(node, &format!("{path_of}.period"), us)?),
                    _ => return Err(at(&path_of, What::Refused { name: short(key) })),
                }
            }
            period.ok_or_else(|| at(&path_of, What::Missing { name: "period" }))?
        }
        (RtEvent::Timer, _) => return Err(at(&path_of, What::Form { belongs: "an object with a period" })),
        _ => whole(node, &path_of, us)?,
    };
    Ok(Some(RtStep { does, us: small(time) }))
}
