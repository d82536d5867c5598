//! The binding of replays: a recording becomes a replay file, a scenario, and a comparison of both.

use sched_core::machine::{Costs, Family};
use sched_core::scenario::{self, MachineChoice};
use sched_core::sim::Loaded;
use sched_judge::fidelity::{fidelity, scenario_of, taken_off};
use sched_recording::{Options, Places, Reader, Wanted, replay};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// What a page wants of a replay; times in ns.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    name: String,
    from: Option<u64>,
    to: Option<u64>,
    open: bool,
    without_recorder: bool,
    anonymous: bool,
    seeds: u32,
}

#[derive(Serialize)]
struct Said {
    scenario: serde_json::Value,
    hash: String,
    /// What is said of the recording and of the replay, each with its sentence in English.
    notes: Vec<serde_json::Value>,
    /// Absent: no seeds were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    fidelity: Option<serde_json::Value>,
}

/// A replay of a recording.
#[wasm_bindgen]
pub struct ReplayOfRecording {
    file: Vec<u8>,
    said: String,
}

#[wasm_bindgen]
impl ReplayOfRecording {
    /// `options_json`: `{name, from, to, open, without_recorder, anonymous, seeds}`, all of which may be absent.
    /// `machine_json`: the `machine` of a document; absent: what the recording says. Throws a sentence.
    #[wasm_bindgen(constructor)]
    pub fn new(
        recording: &[u8],
        options_json: &str,
        machine_json: Option<String>,
    ) -> Result<ReplayOfRecording, JsValue> {
        of(recording, options_json, machine_json).map_err(JsValue::from)
    }

    /// The bytes of the replay file.
    pub fn file(&self) -> Vec<u8> {
        self.file.clone()
    }

    /// `{scenario, hash, notes, fidelity}` as JSON.
    pub fn said(&self) -> String {
        self.said.clone()
    }
}

fn of(bytes: &[u8], options_json: &str, machine_json: Option<String>) -> Result<ReplayOfRecording, String> {
    let asked: Asked = serde_json::from_str(options_json).map_err(|error| error.to_string())?;
    let own = machine_json.map(|json| scenario::parse_machine(&json)).transpose();
    let own = own.map_err(|error| error.message)?.map(|own| MachineChoice::Own(Box::new(own)));
    let mut window = (asked.from.unwrap_or(0), asked.to.unwrap_or(u64::MAX));
    let read = |window| {
        let machine: Option<Places> = None;
        let mut reader = Reader::new(Options { machine, window, draws: true, keeps: true });
        reader.push(bytes);
        reader.finish()
    };
    let mut recording = read(window);
    if let Some(fault) = &recording.fault {
        return Err(fault.to_string());
    }
    let costs = own.as_ref().map_or_else(|| Costs::of(Family::Xeon), MachineChoice::costs);
    let wanted = Wanted {
        name: asked.name,
        costs: taken_off(&costs),
        without_recorder: asked.without_recorder,
        anonymous: asked.anonymous,
        without_picture: false,
        capacities: own.as_ref().map_or_else(Vec::new, |own| own.build().capacities),
    };
    let taken = replay(&recording, &wanted).map_err(|refused| refused.to_string())?;
    let file = taken.file.encode();
    let loaded = Arc::new(Loaded::read(&file).map_err(|fault| fault.to_string())?);
    let tape = &taken.file.tape;
    let (document, assumed) = scenario_of(tape, &loaded.hash, own, asked.open);
    let first = |faults: Vec<scenario::FieldError>| {
        faults.into_iter().next().map_or_else(String::new, |fault| fault.message)
    };
    let faults = scenario::check(&document);
    if !faults.is_empty() {
        return Err(first(faults));
    }
    if tape.from > recording.window().0 && asked.seeds > 0 {
        window.0 = tape.from;
        recording = read(window);
    }
    let compared = match asked.seeds {
        0 => None,
        seeds => Some(fidelity(&recording, &taken, &loaded, &document, seeds).map_err(first)?),
    };
    let json = |error: serde_json::Error| error.to_string();
    let said = Said {
        scenario: serde_json::to_value(&document).map_err(json)?,
        hash: loaded.hash.clone(),
        notes: taken
            .remarks
            .iter()
            .map(said_of)
            .chain(assumed.iter().map(said_of))
            .collect::<Result<_, _>>()
            .map_err(json)?,
        fidelity: compared.as_ref().map(serde_json::to_value).transpose().map_err(json)?,
    };
    let said = serde_json::to_string(&said).map_err(json)?;
    Ok(ReplayOfRecording { file, said })
}

/// A remark with its sentence in English.
fn said_of(remark: &(impl Serialize + ToString)) -> serde_json::Result<serde_json::Value> {
    let mut value = serde_json::to_value(remark)?;
    value["sentence"] = remark.to_string().into();
    Ok(value)
}
