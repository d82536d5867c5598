//! The thin WebAssembly binding of `sched-readers`: bytes in, JSON out.

use sched_core::machine::Family;
use sched_core::machine::domains::build;
use sched_core::machine::kernel::{self, ClusterLevel};
use sched_core::scenario::{self, OwnMachine};
use sched_readers::domains::{self, Row};
use sched_readers::{Fault, NotSaid, lscpu, sysfs};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// What a person may run to get a file.
#[derive(Serialize)]
struct Commands {
    lscpu: &'static str,
    sysfs: &'static str,
    domains: &'static str,
}

/// Something said of a machine: what it is, with its numbers, and the sentence in English.
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
struct Level {
    is_same: bool,
    sentence: String,
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
    json(&Commands { lscpu: lscpu::COMMAND, sysfs: sysfs::COMMAND, domains: domains::COMMAND })
}

/// A machine out of a file, with the costs of a family: `{machine, not_said}` as JSON; `machine` as in a scenario.
#[wasm_bindgen]
pub fn read_machine(bytes: &[u8], like: &str) -> Result<String, JsValue> {
    let reading = sched_readers::read(bytes).map_err(|fault| refusal(&fault))?;
    let said = |what| Said { what, sentence: NotSaid::to_string(what) };
    let machine = OwnMachine::of(&reading.topology, Family::from_key(like).unwrap_or_default());
    let machine = machine.with_rows().map_err(|fault| JsValue::from_str(&fault.message))?;
    Ok(json(&Read { machine, not_said: reading.not_said.iter().map(said).collect() }))
}

/// A machine as a link or a document says it (JSON), with the rows that the page's simulator reads. Throws the error as JSON
/// (`FieldError`).
#[wasm_bindgen]
pub fn with_rows(machine_json: &str) -> Result<String, JsValue> {
    let machine = scenario::parse_machine(machine_json).map_err(|error| JsValue::from_str(&json(&error)))?;
    Ok(json(&machine))
}

/// The domains that are built on the machine and under the kernel of a scenario (JSON) beside those that a kernel told: a
/// `{is_same, sentence}` for each level.
#[wasm_bindgen]
pub fn check_domains(scenario_json: &str, bytes: &[u8]) -> Result<String, JsValue> {
    let scenario = scenario::parse(scenario_json)
        .map_err(|faults| JsValue::from_str(faults.first().map_or("", |fault| &fault.message)))?;
    let seen = domains::read(bytes).map_err(|fault| refusal(&fault))?;
    let rules = kernel::rules(scenario.kernel);
    let built = build(&scenario.machine.build(), &rules, rules.cluster_level == ClusterLevel::Cls);
    let level = |row: &Row| Level { is_same: row.is_same(), sentence: row.to_string() };
    Ok(json(&domains::check(&seen, &built).iter().map(level).collect::<Vec<_>>()))
}
