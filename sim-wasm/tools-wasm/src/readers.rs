//! The binding of `sched-readers`: bytes in, JSON out.

use sched_core::machine::Family;
use sched_core::machine::domains::build;
use sched_core::machine::kernel::{self, ClusterLevel, KernelId};
use sched_core::scenario::{self, MachineChoice, OwnMachine, Workload};
use sched_readers::domains::{self, Difference, Row};
use sched_readers::{CpuSet, Fault, NotSaid, costs, lscpu, rtapp, sysfs};
use serde::Serialize;
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

#[derive(Serialize)]
struct Read<'a> {
    machine: OwnMachine,
    not_said: Vec<Said<'a, NotSaid>>,
}

#[derive(Serialize)]
struct Checked<'a> {
    kernel: &'static str,
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

/// A machine out of a file, with the costs of a family: `{machine, not_said}` as JSON; `machine` as in a scenario.
#[wasm_bindgen]
pub fn read_machine(bytes: &[u8], like: &str) -> Result<String, JsValue> {
    let reading = sched_readers::read(bytes).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: NotSaid::to_string(what) };
    let machine = OwnMachine::of(&reading.topology, Family::from_key(like).unwrap_or_default());
    let machine = machine.with_rows().map_err(|error| refusal(&error.into()))?;
    Ok(json(&Read { machine, not_said: reading.not_said.iter().map(said).collect() }))
}

/// A machine as a link or a document describes it (JSON), with the rows that the page reads. Throws the error as JSON
/// (`FieldError`).
#[wasm_bindgen]
pub fn with_rows(machine_json: &str) -> Result<String, JsValue> {
    let machine = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    Ok(json(&machine))
}

/// What a file is about: `machine`, `domains`, `costs` or `workload`.
#[wasm_bindgen]
pub fn kind_of(bytes: &[u8]) -> String {
    json(&sched_readers::kind(bytes)).trim_matches('"').to_string()
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
    Ok(json(&Checked { kernel: kernel.key(), rows: rows.iter().map(Level::of).collect() }))
}

/// The costs that a text gives of a machine (JSON): `{costs, not_taken}` as JSON.
#[wasm_bindgen]
pub fn read_costs(machine_json: &str, bytes: &[u8]) -> Result<String, JsValue> {
    let own = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    let read = costs::read(bytes, &own).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: costs::NotTaken::to_string(what) };
    Ok(json(&ReadCosts { costs: &read.costs, not_taken: read.not_taken.iter().map(said).collect() }))
}

/// The workload of an `rt-app` document: `{workload, limit_ms, not_taken}` as JSON.
#[wasm_bindgen]
pub fn read_workload(bytes: &[u8]) -> Result<String, JsValue> {
    let read = rtapp::read(bytes).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: rtapp::NotTaken::to_string(what) };
    let not_taken = read.not_taken.iter().map(said).collect();
    let workload = Workload::RtApp(read.workload.clone());
    Ok(json(&ReadWorkload { workload, limit_ms: read.limit_ms, not_taken }))
}

fn machine_of(machine_json: &str) -> Result<MachineChoice, JsValue> {
    let own = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    Ok(MachineChoice::Own(Box::new(own)))
}
