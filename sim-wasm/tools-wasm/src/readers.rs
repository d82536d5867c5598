//! The binding of `sched-readers`: bytes in, JSON out.

use sched_core::machine::Family;
use sched_core::machine::domains::build;
use sched_core::machine::kernel::{self, ClusterLevel, KernelId};
use sched_core::scenario::{self, ControlGroup, MachineChoice, OwnMachine, Workload};
use sched_readers::domains::{self, Difference, Row};
use sched_readers::pile::{self, Part};
use sched_readers::{
    CpuSet, Fault, Kind, NotSaid, Reading, Sort, containers, costs, lscpu, matrix, rtapp, sysfs, waits,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use wasm_bindgen::prelude::*;

/// A command that a person can run to get a file.
#[derive(Serialize)]
struct Commands {
    lscpu: &'static str,
    sysfs: &'static str,
    domains: &'static str,
    pipe: &'static str,
}

/// A note on a machine: its kind and its numbers, and the sentence in English.
#[derive(Serialize)]
struct Said<'a, T: Serialize> {
    #[serde(flatten)]
    what: &'a T,
    sentence: String,
}

/// A note on a machine, with its sort.
#[derive(Serialize)]
struct Note<'a> {
    sort: Sort,
    #[serde(flatten)]
    said: Said<'a, NotSaid>,
}

#[derive(Serialize)]
struct Read<'a> {
    machine: OwnMachine,
    not_said: Vec<Note<'a>>,
}

/// A text of a paste. `text` is there unless it is about a machine: it belongs to another part of the page.
#[derive(Serialize)]
struct Found<'a> {
    file: usize,
    name: &'static str,
    kind: Kind,
    text: Option<&'a str>,
}

#[derive(Serialize)]
struct Pile<'a> {
    parts: Vec<Found<'a>>,
    machine: Option<Read<'a>>,
    /// What each table of waits says.
    waits: Vec<waits::Waits>,
    /// The limits of containers in all texts; null: there are none.
    containers: Option<Limits>,
    fault: Option<Placed<'a>>,
}

/// Limits of containers as control groups.
#[derive(Serialize)]
struct Limits {
    groups: Vec<ControlGroup>,
    not_taken: Vec<Value>,
}

/// A fault with the index of its paste; null: of the machine that several make together.
#[derive(Serialize)]
struct Placed<'a> {
    file: Option<usize>,
    #[serde(flatten)]
    said: Said<'a, Fault>,
}

#[derive(Serialize)]
struct Checked<'a> {
    kernel: &'static str,
    notes: Vec<Said<'a, NotSaid>>,
    rows: Vec<Level<'a>>,
}

/// A level: the differences, and the domains of both sides.
#[derive(Serialize)]
struct Level<'a> {
    name: &'a str,
    same: CpuSet,
    differs: Vec<Differs<'a>>,
    seen: &'a [CpuSet],
    built: &'a [CpuSet],
}

#[derive(Serialize)]
struct Differs<'a> {
    cpus: CpuSet,
    #[serde(flatten)]
    said: Said<'a, Difference>,
}

impl<'a> Level<'a> {
    fn of(row: &'a Row) -> Self {
        let differs = row.differs.iter().map(|(what, cpus)| {
            let said = Said { what, sentence: what.to_string() };
            Differs { cpus: *cpus, said }
        });
        Self {
            name: &row.name,
            same: row.same,
            differs: differs.collect(),
            seen: &row.seen,
            built: &row.built,
        }
    }
}

#[derive(Serialize)]
struct ReadCosts<'a> {
    costs: &'a BTreeMap<&'static str, u32>,
    not_taken: Vec<Said<'a, costs::NotTaken>>,
}

#[derive(Serialize)]
struct ReadWorkload<'a> {
    workload: Workload,
    groups: &'a [ControlGroup],
    limit_ms: Option<u32>,
    not_taken: Vec<Said<'a, rtapp::NotTaken>>,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn refusal(fault: &Fault) -> JsValue {
    JsValue::from_str(&json(&Said { what: fault, sentence: fault.to_string() }))
}

/// The commands as JSON.
#[wasm_bindgen]
pub fn commands() -> String {
    json(&Commands {
        lscpu: lscpu::COMMAND,
        sysfs: sysfs::COMMAND,
        domains: domains::COMMAND,
        pipe: costs::COMMAND,
    })
}

fn read<'a>(reading: &'a Reading, like: Family, costs: BTreeMap<String, u32>) -> Result<Read<'a>, Fault> {
    let note =
        |what: &'a NotSaid| Note { sort: what.sort(), said: Said { what, sentence: what.to_string() } };
    let machine = OwnMachine { costs, ..OwnMachine::of(&reading.topology, like) }.with_rows()?;
    Ok(Read { machine, not_said: reading.not_said.iter().map(note).collect() })
}

/// The texts of several pastes, which end at `ends` in `bytes`: `{parts, machine, waits, containers, fault}` as JSON. What they say of a
/// machine is joined; a matrix alone gives a machine with its costs. A text that cannot be read is a fault, and the others
/// are read.
#[wasm_bindgen]
pub fn read_pile(bytes: &[u8], ends: &[u32], like: &str) -> String {
    let mut from = 0;
    let pastes: Vec<&[u8]> = ends
        .iter()
        .map(|&to| {
            let paste = bytes.get(from..to as usize).unwrap_or_default();
            from = to as usize;
            paste
        })
        .collect();
    let (parts, unknown) = pile::known(&pastes);
    let mut fault = unknown.map(|(file, fault)| (Some(file), fault));
    let like = Family::from_key(like).unwrap_or_default();
    let of = |kind: Kind| parts.iter().filter(move |part| part.kind == kind);
    let is_matrix = |part: &&Part| matrix::looks_like(part.text);
    let alone = of(Kind::Costs).find(is_matrix).filter(|_| of(Kind::Machine).next().is_none());
    let outcome = match alone {
        Some(part) => costs::machine_of(part.text.as_bytes(), like)
            .map(|(reading, measured)| {
                let costs = measured.costs.into_iter().map(|(key, value)| (key.to_string(), value)).collect();
                Some((reading, costs))
            })
            .map_err(|fault| (part.file, part.placed(fault))),
        None if of(Kind::Machine).next().is_some() => {
            pile::machine(&parts).map(|reading| Some((reading, BTreeMap::new())))
        }
        None => Ok(None),
    };
    let found = outcome.unwrap_or_else(|(file, refused)| {
        fault = Some((Some(file), refused));
        None
    });
    let machine = found.as_ref().and_then(|(reading, costs)| match read(reading, like, costs.clone()) {
        Ok(read) => Some(read),
        Err(refused) => {
            fault = Some((None, refused));
            None
        }
    });
    let mut tables = Vec::new();
    for part in of(Kind::Waits) {
        match waits::read_text(part.text) {
            Ok(table) => tables.push(table),
            Err(refused) => fault = fault.or(Some((Some(part.file), part.placed(refused)))),
        }
    }
    let mut limits = Vec::new();
    for part in of(Kind::Containers) {
        match containers::read_text(part.text) {
            Ok(read) => limits.push(read),
            Err(refused) => fault = fault.or(Some((Some(part.file), part.placed(refused)))),
        }
    }
    let (groups, left) = containers::join(limits);
    let said = |what: &containers::NotTaken| {
        serde_json::to_value(Said { what, sentence: what.to_string() }).unwrap_or_default()
    };
    let limits = Limits { groups, not_taken: left.iter().map(said).collect() };
    let limits = Some(limits).filter(|limits| !limits.groups.is_empty());
    let goes = |part: &Part| {
        part.kind != Kind::Machine && alone.is_none_or(|alone| alone.text.as_ptr() != part.text.as_ptr())
    };
    let found = |part: &Part<'_>| Found {
        file: part.file,
        name: part.name,
        kind: part.kind,
        text: goes(part).then(|| parts.iter().find(|one| *one == part).map_or("", |one| one.text)),
    };
    let fault = fault
        .as_ref()
        .map(|(file, what)| Placed { file: *file, said: Said { what, sentence: what.to_string() } });
    json(&Pile {
        parts: parts.iter().map(found).collect(),
        machine,
        waits: tables,
        containers: limits,
        fault,
    })
}

/// A machine out of a file, with the costs of a family: `{machine, not_said}` as JSON; `machine` as in a scenario.
#[wasm_bindgen]
pub fn read_machine(bytes: &[u8], like: &str) -> Result<String, JsValue> {
    let reading = sched_readers::read(bytes).map_err(|fault| refusal(&fault))?;
    let like = Family::from_key(like).unwrap_or_default();
    Ok(json(&read(&reading, like, BTreeMap::new()).map_err(|fault| refusal(&fault))?))
}

/// A machine as a link or a document describes it (JSON), with the rows that the page reads. Throws the error as JSON
/// (`FieldError`).
#[wasm_bindgen]
pub fn with_rows(machine_json: &str) -> Result<String, JsValue> {
    let machine = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    Ok(json(&machine))
}

/// The domains that are built on a machine (JSON) under a kernel beside those that its kernel told. No kernel: one that has the
/// version of the file. `{kernel, rows}` as JSON.
#[wasm_bindgen]
pub fn check_domains(machine_json: &str, kernel: &str, bytes: &[u8]) -> Result<String, JsValue> {
    let machine = machine_of(machine_json)?;
    let seen = domains::read(bytes).map_err(|fault| refusal(&fault))?;
    let kernel = KernelId::from_key(kernel).unwrap_or_else(|| seen.kernel());
    let rules = kernel::rules(kernel);
    let built = build(&machine.build(), &rules, rules.cluster_level == ClusterLevel::Cls);
    let rows = domains::check(&seen, &built);
    let notes = seen.notes();
    let said = |what| Said { what, sentence: NotSaid::to_string(what) };
    let notes = notes.iter().map(said).collect();
    Ok(json(&Checked { kernel: kernel.key(), notes, rows: rows.iter().map(Level::of).collect() }))
}

/// The costs that a text gives of a machine (JSON): `{costs, not_taken}` as JSON.
#[wasm_bindgen]
pub fn read_costs(machine_json: &str, bytes: &[u8]) -> Result<String, JsValue> {
    let own = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    let read = costs::read(bytes, &own).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: costs::NotTaken::to_string(what) };
    Ok(json(&ReadCosts { costs: &read.costs, not_taken: read.not_taken.iter().map(said).collect() }))
}

/// The workload of an `rt-app` document: `{workload, groups, limit_ms, not_taken}` as JSON.
#[wasm_bindgen]
pub fn read_workload(bytes: &[u8]) -> Result<String, JsValue> {
    let read = rtapp::read(bytes).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: rtapp::NotTaken::to_string(what) };
    let not_taken = read.not_taken.iter().map(said).collect();
    let workload = Workload::RtApp(read.workload.clone());
    Ok(json(&ReadWorkload { workload, groups: &read.groups, limit_ms: read.limit_ms, not_taken }))
}

fn machine_of(machine_json: &str) -> Result<MachineChoice, JsValue> {
    let own = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    Ok(MachineChoice::Own(Box::new(own)))
}
