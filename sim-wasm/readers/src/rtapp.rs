//! Reads workloads of `rt-app`. Only a part of its JSON is modelled; everything else is refused by name.
//!
//! The events of a phase run in the order of the file, and their names can repeat. The file is therefore read
//! as a list of names and values. The reader accepts what json-c accepts: comments, and trailing commas.

use crate::fault::{Fault, What, short};
use sched_core::document::is_hidden;
use sched_core::scenario::{ControlGroup, Policy, RtApp, RtEvent, RtPhase, RtStep, RtTask, limits};
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
    /// The control groups of its tasks; empty if all are in the root group.
    pub groups: Vec<ControlGroup>,
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

/// Replaces comments and trailing commas by spaces, so that positions stay the same. A name without a value, which rt-app's
/// `workgen` completes, has the value `null`.
fn plain(text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let (mut at, mut comma) = (0, None);
    // The end of a text that stands where a name of an object belongs; the ends of names without a value.
    let (mut name, mut lonely): (Option<usize>, Vec<usize>) = (None, Vec::new());
    let (mut last, mut open) = (b' ', Vec::new());
    while at < bytes.len() {
        let byte = bytes[at];
        if !byte.is_ascii_whitespace() && byte != b'/' {
            if matches!(byte, b',' | b'}') {
                lonely.extend(name);
            }
            name = None;
        }
        match byte {
            b'"' => {
                let begins_field = open.last() == Some(&b'{') && matches!(last, b'{' | b',');
                at += 1;
                while at < bytes.len() && bytes[at] != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                name = begins_field.then_some(at + 1);
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
            b'{' | b'[' => {
                open.push(byte);
                comma = None;
            }
            b'}' | b']' => {
                open.pop();
                if let Some(comma) = comma.take() {
                    bytes[comma] = b' ';
                }
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        if !byte.is_ascii_whitespace() {
            last = byte;
        }
        at += 1;
    }
    lonely.retain(|&end| end <= bytes.len());
    for end in lonely.into_iter().rev() {
        bytes.splice(end..end, *b":null");
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
    reader.complete()
}

#[derive(Default)]
struct Reader {
    tasks: Vec<RtTask>,
    /// The policy of each task that has one, and that of the others.
    policies: Vec<Option<Policy>>,
    default_policy: Policy,
    /// The groups in the file: their names, and the places of the groups that they are in.
    groups: Vec<(String, u32)>,
    limit_ms: Option<u32>,
    not_taken: Vec<NotTaken>,
    /// The names of the timers of the current task that no other task shares.
    unique: BTreeSet<String>,
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
const GLOBAL: [&str; 10] = [
    "calibration",
    "frag",
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
                // Resources exist where an event names them; what is declared only repeats that.
                "resources" => {
                    fields(node, "resources")?;
                }
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
                "default_policy" => self.default_policy = policy(node, &path)?,
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
        let (mut own, mut settings, mut own_policy) = (Vec::new(), Settings::default(), None);
        self.unique.clear();
        for (key, node) in fields(node, &path)? {
            match key.as_str() {
                "priority" | "nice" => settings.once("priority (nice)", &path)?,
                "instance" | "loop" | "cpus" | "policy" | "phases" | "taskgroup" | "dl-runtime" => {
                    settings.once(key, &path)?;
                }
                _ => {}
            }
            let path = format!("{path}.{key}");
            match key.as_str() {
                "instance" => task.instances = small(whole(node, &path, "workload.tasks[].instances")?),
                "loop" => task.loops = loops(node, &path, "workload.tasks[].loops")?,
                "cpus" => task.cpus = Some(cpus(node, &path)?),
                "policy" => own_policy = Some(policy(node, &path)?),
                "taskgroup" => task.group = self.group(node, &path)?,
                "dl-runtime" => task.slice_us = slice(node, &path)?,
                "priority" | "nice" => {
                    task.nice = i32::try_from(whole(node, &path, "workload.tasks[].nice")?).unwrap_or(0);
                }
                "phases" => {
                    for (of, phase) in fields(node, &path)? {
                        let path = format!("{path}.{of}");
                        let phase = self.phase(name, fields(phase, &path)?, &path)?;
                        task.phases.extend(phase);
                    }
                }
                _ => own.push((key.clone(), node)),
            }
        }
        // A task without phases has one phase, with the events of the task.
        let mut one = RtPhase::default();
        for (key, node) in own {
            one.steps.extend(self.step(name, &key, node, &path)?);
        }
        if !one.steps.is_empty() && !task.phases.is_empty() {
            return Err(at(&path, What::Form { belongs: "phases or events, not both" }));
        }
        if !one.steps.is_empty() {
            task.phases.push(one);
        }
        if task.phases.is_empty() {
            return Err(at(&path, What::Missing { name: "event, such as run or sleep" }));
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
        self.policies.push(own_policy);
        let all: u32 = self.tasks.iter().map(|task| task.instances).sum();
        if all > limits::MAX_TASKS {
            return Err(at(&path, What::TooMany { of: "tasks", most: limits::MAX_TASKS }));
        }
        Ok(())
    }
}

/// A policy of the fair class; others are not modelled.
fn policy(node: &Node, path: &str) -> Result<Policy, Fault> {
    let Node::Text(name) = node else { return Err(at(path, What::Form { belongs: "the name of a policy" })) };
    match name.as_str() {
        "SCHED_OTHER" | "SCHED_NORMAL" => Ok(Policy::Normal),
        "SCHED_BATCH" => Ok(Policy::Batch),
        "SCHED_IDLE" => Ok(Policy::Idle),
        _ => Err(at(path, What::Refused { name: short(name) })),
    }
}

/// The slice of a fair task (µs), within the bounds that the kernel keeps (0.1 to 100 ms); 0: none.
fn slice(node: &Node, path: &str) -> Result<u32, Fault> {
    match node {
        Node::Whole(0) => Ok(0),
        Node::Whole(us) if *us > 0 => Ok(small((*us).clamp(100, 100_000))),
        _ => Err(at(path, What::Form { belongs: "a whole number of µs" })),
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

/// The name of a resource.
fn resource(node: &Node, path: &str) -> Result<String, Fault> {
    let name = match node {
        Node::Text(name) => name.chars().filter(|&c| !is_hidden(c)).collect(),
        _ => String::new(),
    };
    if (1..=limits::MAX_RESOURCE_NAME).contains(&name.chars().count()) {
        return Ok(name);
    }
    Err(at(path, What::Form { belongs: "a name of at most 64 characters" }))
}

/// The fields of an event that has an object, each of which is there at most once.
fn once<'a>(node: &'a Node, path: &str, belongs: &'static str) -> Result<&'a [(String, Node)], Fault> {
    let Node::Map(fields) = node else { return Err(at(path, What::Form { belongs })) };
    let mut settings = Settings::default();
    for (key, _) in fields {
        settings.once(key, path)?;
    }
    Ok(fields)
}

const STEP_US: &str = "workload.tasks[].phases[].steps[].us";

impl Reader {
    /// The place of a control group; 0: the root group.
    fn group(&mut self, node: &Node, path: &str) -> Result<u32, Fault> {
        let Node::Text(name) = node else {
            return Err(at(path, What::Form { belongs: "the path of a control group, such as /tg1" }));
        };
        // Each part of the path is a group in the one before.
        let mut place = 0;
        for part in name.split('/').filter(|part| !part.is_empty()) {
            let group = (part.to_string(), place);
            let known = self.groups.iter().position(|known| *known == group);
            place = known.unwrap_or(self.groups.len()) as u32 + 1;
            if known.is_none() {
                self.groups.push(group);
            }
            let most = limits::of("groups").map_or(0, |limit| limit.max);
            if self.groups.len() as i64 > most {
                return Err(at(path, What::TooMany { of: "control groups", most: small(most) }));
            }
        }
        Ok(place)
    }

    /// Reads a phase of a task; `None` if nothing is done in it.
    fn phase(&mut self, task: &str, fields: &[(String, Node)], path: &str) -> Result<Option<RtPhase>, Fault> {
        let (mut phase, mut settings) = (RtPhase::default(), Settings::default());
        for (key, node) in fields {
            let of = format!("{path}.{key}");
            if matches!(key.as_str(), "loop" | "cpus" | "taskgroup" | "dl-runtime") {
                settings.once(key, path)?;
            }
            match key.as_str() {
                "loop" => phase.loops = small(whole(node, &of, "workload.tasks[].phases[].loops")?),
                "cpus" => phase.cpus = Some(cpus(node, &of)?),
                "taskgroup" => phase.group = Some(self.group(node, &of)?),
                "dl-runtime" => phase.slice_us = slice(node, &of)?,
                _ => phase.steps.extend(self.step(task, key, node, path)?),
            }
        }
        Ok(Some(phase).filter(|phase| !phase.steps.is_empty()))
    }

    /// Reads an event of a task. Its name may end in a number. `None` if it takes no time.
    fn step(&mut self, task: &str, key: &str, node: &Node, path: &str) -> Result<Option<RtStep>, Fault> {
        let name = key.trim_end_matches(|c: char| c.is_ascii_digit());
        let of = format!("{path}.{key}");
        let Some(does) = RtEvent::ALL.iter().copied().find(|event| event.key() == name) else {
            return Err(at(path, What::Refused { name: short(key) }));
        };
        let mut step = RtStep { does, ..RtStep::default() };
        match does {
            RtEvent::Timer => return self.timer(step, node, &of),
            RtEvent::Run | RtEvent::Runtime | RtEvent::Sleep => {
                if matches!(node, Node::Whole(0)) {
                    return Ok(None);
                }
                step.us = Some(small(whole(node, &of, STEP_US)?));
            }
            RtEvent::Wait | RtEvent::Sync => {
                for (key, node) in once(node, &of, "an object with ref and mutex")? {
                    let path = format!("{of}.{key}");
                    match key.as_str() {
                        "ref" => step.on = Some(resource(node, &path)?),
                        "mutex" => step.mutex = Some(resource(node, &path)?),
                        _ => return Err(at(&of, What::Refused { name: short(key) })),
                    }
                }
                if step.on.is_none() || step.mutex.is_none() {
                    return Err(at(&of, What::Form { belongs: "an object with ref and mutex" }));
                }
            }
            // Without a value its name is that of the task.
            RtEvent::Suspend
                if matches!(node, Node::Null) || matches!(node, Node::Text(name) if name.is_empty()) =>
            {
                step.on = Some(resource(&Node::Text(task.into()), &of)?);
            }
            RtEvent::Yield => {}
            _ => step.on = Some(resource(node, &of)?),
        }
        Ok(Some(step))
    }

    /// Tasks share a timer unless its name begins with `unique`. In the model each task has one timer of its kind.
    fn timer(&mut self, mut step: RtStep, node: &Node, path: &str) -> Result<Option<RtStep>, Fault> {
        if matches!(node, Node::Whole(0)) {
            return Ok(None);
        }
        for (key, node) in once(node, path, "an object with a period")? {
            match (key.as_str(), node) {
                ("ref", Node::Text(name)) if name.starts_with("unique") => {
                    self.unique.insert(name.clone());
                    if self.unique.len() > 1 {
                        let name = format!("timer {}, the second of this task,", short(name));
                        return Err(at(&format!("{path}.ref"), What::Refused { name }));
                    }
                }
                ("ref", node) => step.on = Some(resource(node, &format!("{path}.ref"))?),
                ("mode", Node::Text(mode)) if mode == "relative" => {}
                ("period", node) => step.us = Some(small(whole(node, &format!("{path}.period"), STEP_US)?)),
                _ => return Err(at(path, What::Refused { name: short(key) })),
            }
        }
        if step.us.is_none() {
            return Err(at(path, What::Missing { name: "period" }));
        }
        Ok(Some(step))
    }

    /// Completes what depends on the whole file.
    fn complete(mut self) -> Result<Reading, Fault> {
        for (task, policy) in self.tasks.iter_mut().zip(&self.policies) {
            task.policy = policy.unwrap_or(self.default_policy);
        }
        // A timer that one task has, with one instance, is the task's: its name says nothing.
        let mut users: BTreeMap<String, u32> = BTreeMap::new();
        for task in &self.tasks {
            let names: BTreeSet<&String> = steps(task).filter_map(timer_of).collect();
            let uses = if names.len() > 1 { 2 } else { task.instances.max(1) };
            names.into_iter().for_each(|name| *users.entry(name.clone()).or_default() += uses);
        }
        for step in self.tasks.iter_mut().flat_map(|task| &mut task.phases).flat_map(|phase| &mut phase.steps)
        {
            if timer_of(step).is_some_and(|name| users.get(name) == Some(&1)) {
                step.on = None;
            }
        }
        for (task, step) in self.tasks.iter().flat_map(|task| steps(task).map(move |step| (task, step))) {
            let is_unknown = |name: &String| !self.tasks.iter().any(|task| task.name == *name);
            if step.does == RtEvent::Fork && step.on.as_ref().is_some_and(is_unknown) {
                let path = format!("tasks.{}.fork", task.name);
                return Err(at(&path, What::Form { belongs: "the name of a task of the file" }));
            }
        }
        if self.tasks.iter().all(|task| task.instances == 0) {
            return Err(What::Missing { name: "task with an instance" }.into());
        }
        let group = |(name, parent): &(String, u32)| ControlGroup {
            name: name.chars().filter(|&c| !is_hidden(c)).take(limits::MAX_NAME).collect(),
            parent: *parent,
            ..ControlGroup::default()
        };
        Ok(Reading {
            workload: RtApp { copies: 1, tasks: self.tasks },
            groups: self.groups.iter().map(group).collect(),
            limit_ms: self.limit_ms,
            not_taken: self.not_taken,
        })
    }
}

fn steps(task: &RtTask) -> impl Iterator<Item = &RtStep> {
    task.phases.iter().flat_map(|phase| &phase.steps)
}

/// The name of the timer of a step.
fn timer_of(step: &RtStep) -> Option<&String> {
    step.on.as_ref().filter(|_| step.does == RtEvent::Timer)
}
