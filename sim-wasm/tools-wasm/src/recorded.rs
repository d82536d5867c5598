//! The binding of `sched-recording` and `sched-recorded`: a file in pieces, and a lane.

use sched_core::document::Fault as FieldFault;
use sched_core::document::place::Place;
use sched_core::engine::hash::EventHash;
use sched_core::engine::ids::{CpuId, TaskId};
use sched_core::machine::Topology;
use sched_core::observe::log::LogLevel;
use sched_core::scenario::{self, FieldError, MachineChoice, OwnMachine, Scenario};
use sched_recorded::{About, Lists, RecordedLane, SaidNote, Tape, is_placed, machine_of};
use sched_recording::{Counters, Known, Options, Place as CpuPlace, Places, Reader, Recording};
use serde::Serialize;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn thrown(errors: &[FieldError]) -> JsValue {
    JsValue::from_str(&json(&errors))
}

/// What the CPUs of a machine share.
fn places(topology: &Topology) -> Places {
    let mut places = Vec::new();
    for cpu in &topology.cpus {
        let number = cpu.number as usize;
        places.resize(places.len().max(number + 1), None);
        places[number] =
            Some(CpuPlace { core: cpu.core, cluster: cpu.cluster, llc: cpu.llc, socket: cpu.socket });
    }
    Places(places)
}

/// A file, folded into a hash piece by piece.
#[derive(Default)]
struct FileHash {
    hash: EventHash,
    rest: Vec<u8>,
    length: u64,
}

impl FileHash {
    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        let mut bytes = bytes;
        if !self.rest.is_empty() {
            let lacking = (8 - self.rest.len()).min(bytes.len());
            self.rest.extend_from_slice(&bytes[..lacking]);
            bytes = &bytes[lacking..];
            if self.rest.len() < 8 {
                return;
            }
            let word: [u8; 8] = std::mem::take(&mut self.rest).try_into().unwrap_or_default();
            self.hash.add(u64::from_le_bytes(word));
        }
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.hash.add(u64::from_le_bytes(*word));
        }
        self.rest.extend_from_slice(rest);
    }

    fn text(mut self) -> String {
        let mut last = [0; 8];
        last[..self.rest.len()].copy_from_slice(&self.rest);
        self.hash.add(u64::from_le_bytes(last));
        self.hash.add(self.length);
        format!("{:016x}", self.hash.value())
    }
}

/// What a file says.
#[derive(Serialize)]
struct Found<'a> {
    hash: String,
    bytes: u64,
    counters: &'a Counters,
    known: &'a Known,
    notes: Vec<SaidNote>,
    fault: Option<Said<'a>>,
    release: Option<&'a str>,
    /// CPUs have distances.
    placed: bool,
    /// The machine of its head, or one with nothing but its CPUs.
    machine: OwnMachine,
    /// Tasks by the name of their process, by the time that they ran.
    processes: Vec<(String, u32)>,
    wakeups: u64,
}

#[derive(Serialize)]
struct Said<'a> {
    #[serde(flatten)]
    fault: &'a sched_recording::Fault,
    sentence: String,
}

/// Reads a file in pieces.
#[wasm_bindgen]
pub struct RecordingReader {
    reader: Option<Reader>,
    hash: FileHash,
    /// The reader needs no more; the rest of the file is only hashed.
    is_over: bool,
}

#[wasm_bindgen]
impl RecordingReader {
    /// Reads all of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> RecordingReader {
        Self { reader: Some(Reader::new(Options::default())), hash: FileHash::default(), is_over: false }
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.hash.add(bytes);
        if let Some(reader) = self.reader.as_mut().filter(|_| !self.is_over) {
            self.is_over = !reader.push(bytes);
        }
    }

    /// Events so far.
    pub fn events(&self) -> f64 {
        self.reader.as_ref().map_or(0, Reader::events) as f64
    }

    /// Ends the file. Returns what it says, as JSON. `name`: what the machine is called.
    pub fn finish(&mut self, name: &str) -> String {
        let Some(reader) = self.reader.take() else { return "null".into() };
        let recording = reader.finish();
        let machine = machine_of(&recording, name);
        let found = Found {
            hash: std::mem::take(&mut self.hash).text(),
            bytes: recording.bytes,
            counters: &recording.counters,
            known: &recording.known,
            notes: recording.notes.iter().map(SaidNote::of).collect(),
            fault: recording.fault.as_ref().map(|fault| Said { fault, sentence: fault.to_string() }),
            release: recording.release.as_deref(),
            placed: recording.is_machine_known(),
            machine: machine.clone().with_rows().unwrap_or(machine),
            processes: processes(&recording),
            wakeups: recording.counters.wakers.values().sum(),
        };
        json(&found)
    }
}

fn processes(recording: &Recording) -> Vec<(String, u32)> {
    let mut ran: std::collections::BTreeMap<String, (u64, u32)> = std::collections::BTreeMap::new();
    for task in recording.tasks().iter().filter(|task| task.pid != 0 && task.is_counted) {
        let comm = task.comm();
        let one = ran.entry(sched_recorded::process_of(&comm).to_string()).or_default();
        *one = (one.0.saturating_add(task.run), one.1 + 1);
    }
    let mut all: Vec<(String, (u64, u32))> = ran.into_iter().collect();
    all.sort_by_key(|(_, (ran, _))| std::cmp::Reverse(*ran));
    all.into_iter().map(|(name, (_, tasks))| (name, tasks)).take(12).collect()
}

/// Reads the window of a file that a document shows.
#[wasm_bindgen]
pub struct TapeReader {
    reader: Option<Reader>,
    scenario: Scenario,
}

#[wasm_bindgen]
impl TapeReader {
    /// Reads the recording of a scenario on its machine. `placed`: the machine says what CPUs share. Throws the errors of the
    /// scenario as JSON (`FieldError[]`).
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str) -> Result<TapeReader, JsValue> {
        let scenario = scenario::parse(scenario_json).map_err(|e| thrown(&e))?;
        let window = scenario.recording.as_ref().map_or((0, u64::MAX), |one| (one.from_ns, one.until_ns));
        let machine = match &scenario.machine {
            MachineChoice::Own(own) if !is_placed(own) => None,
            MachineChoice::Own(own) => own.topology().ok().as_ref().map(places),
            MachineChoice::Named(_) => Some(places_of(&scenario.machine)),
        };
        let options = Options { machine, window, draws: true, ..Options::default() };
        Ok(Self { reader: Some(Reader::new(options)), scenario })
    }

    /// Takes the next bytes; `false`: no more are needed.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        self.reader.as_mut().is_some_and(|reader| reader.push(bytes))
    }

    /// Ends the file. Throws `FieldError[]` as JSON if the machine is another one, or the file no recording.
    pub fn finish(&mut self) -> Result<RecordedSimulation, JsValue> {
        let reader = self.reader.take().unwrap_or_else(|| Reader::new(Options::default()));
        let recording = reader.finish();
        let refused = |field: &str, why: String| {
            thrown(&[FieldError::new(&Place::field(field), None, FieldFault::Topology { why })])
        };
        if let Some(fault) = &recording.fault {
            return Err(refused("recording", fault.to_string()));
        }
        let (about, lists) = (About::of(&recording), Lists::of(&recording));
        let tape =
            Tape::new(recording, self.scenario.machine.build()).map_err(|why| refused("machine", why))?;
        let about = about.with(&tape, &lists);
        Ok(RecordedSimulation {
            lane: RecordedLane::new(Arc::new(tape), self.scenario.seed).with_rules(self.scenario.clone()),
            about: Arc::new(json(&about)),
        })
    }

    /// A lane of the machine without its recording.
    pub fn blank(&self) -> RecordedSimulation {
        let tape = Tape::blank(self.scenario.machine.build());
        RecordedSimulation {
            lane: RecordedLane::new(Arc::new(tape), self.scenario.seed),
            about: Arc::new("null".into()),
        }
    }
}

/// What the CPUs of a named machine share.
fn places_of(machine: &MachineChoice) -> Places {
    let machine = machine.build();
    let place = |number: usize| {
        let cpu = machine.cpu(number as i64)?;
        Some(CpuPlace {
            core: machine.core_of[cpu],
            cluster: machine.in_cluster(cpu).then(|| machine.cluster_of[cpu]),
            llc: machine.llc_of[cpu],
            socket: machine.socket_of[cpu],
        })
    };
    Places((0..machine.nr_cpu_ids).map(place).collect())
}

/// A recording as a lane: the methods of `Simulation`.
#[wasm_bindgen]
pub struct RecordedSimulation {
    lane: RecordedLane,
    about: Arc<String>,
}

fn task_of(task: i32) -> Option<TaskId> {
    u16::try_from(task).ok().map(TaskId)
}

#[wasm_bindgen]
impl RecordedSimulation {
    /// What is said of the recording beside the lane, as JSON; `null`: it is not there.
    pub fn about(&self) -> String {
        self.about.to_string()
    }
    /// The window as a text without the names of tasks.
    pub fn anonymized(&self) -> String {
        sched_recorded::anonymized(self.lane.tape())
    }
    pub fn machine(&self) -> String {
        json(&self.lane.tape().machine.describe())
    }
    pub fn tasks(&self) -> Vec<u16> {
        self.lane.roles()
    }
    pub fn now(&self) -> f64 {
        self.lane.now() as f64
    }
    pub fn events(&self) -> f64 {
        self.lane.events() as f64
    }
    pub fn done(&self) -> bool {
        self.lane.done()
    }
    pub fn advance(&mut self, until_ns: f64, max_events: f64) -> f64 {
        self.lane.advance(until_ns as u64, max_events as u64) as f64
    }
    pub fn step(&mut self) -> bool {
        self.lane.step()
    }
    pub fn set_log(&mut self, level: u32, from_ns: f64) {
        let level = match level {
            0 => LogLevel::Off,
            1 => LogLevel::Switches,
            _ => LogLevel::All,
        };
        self.lane.set_log(level, from_ns as u64);
    }
    pub fn take_log(&mut self) -> Vec<u32> {
        self.lane.take_log()
    }
    pub fn frame(&self, with_flows: bool) -> Vec<u32> {
        self.lane.frame(with_flows)
    }
    pub fn series(&self) -> Vec<u32> {
        self.lane.series()
    }
    pub fn snapshot(&self) -> RecordedSimulation {
        Self { lane: self.lane.snapshot(), about: self.about.clone() }
    }
    /// A recording has no switches.
    pub fn flips_passed(&self) -> u32 {
        0
    }
    pub fn set_flips(&mut self, _flips_json: &str) {}
    /// The decisions of a recording are its wake-ups.
    pub fn next_decision(&mut self, task: i32, last_event: f64) -> bool {
        self.lane.next_wake(task_of(task), last_event as u64)
    }
    pub fn last_decision(&mut self, task: i32, last_event: f64) -> f64 {
        self.lane.last_wake(task_of(task), last_event as u64).map_or(-1.0, |event| event as f64)
    }
    pub fn report(&self) -> String {
        json(&self.lane.report())
    }
    /// Most of what the inspector of a run shows is not in a recording: see `cpu_moment`.
    pub fn inspect_cpu(&self, _cpu: u32) -> String {
        "null".into()
    }
    pub fn inspect_task(&self, _task: u32) -> String {
        "null".into()
    }
    pub fn inspect_policy(&self) -> String {
        "null".into()
    }
    pub fn trace_queue(&mut self, _cpu: u32, until_ns: f64, max_events: f64) -> Vec<f64> {
        self.lane.advance(until_ns as u64, max_events as u64);
        Vec::new()
    }
    /// Records what the rules of the recorded lane's kernel would have asked for each wake-up.
    pub fn keep_decisions(&mut self, on: bool) {
        self.lane.ask_rules(on.then_some(0));
    }
    /// As `keep_decisions`, of the kernel of another lane of the document.
    pub fn ask_rules(&mut self, lane: u32) {
        self.lane.ask_rules(Some(lane as usize));
    }
    pub fn take_decisions(&mut self) -> Vec<u32> {
        self.lane.take_decisions()
    }
    /// A CPU at this moment, as JSON, or `null`.
    pub fn cpu_moment(&self, cpu: u32) -> String {
        json(&u16::try_from(cpu).ok().and_then(|cpu| self.lane.cpu_moment(CpuId(cpu))))
    }
    /// A task at this moment, as JSON, or `null`.
    pub fn task_moment(&self, task: u32) -> String {
        json(&u16::try_from(task).ok().and_then(|task| self.lane.task_moment(TaskId(task))))
    }
}
