//! The binding of the search of `sched-judge`: the page runs what the search asks for.

use sched_core::scenario;
use sched_judge::search::{self, Pairs, Plan, axes};
use wasm_bindgen::prelude::*;

fn fault(text: &str) -> JsValue {
    JsValue::from_str(text)
}

fn written(value: impl serde::Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default()
}

fn read_scenario(json: &str) -> Result<scenario::Scenario, JsValue> {
    scenario::parse(json).map_err(|faults| fault(faults.first().map_or("", |fault| &fault.message)))
}

/// The names of the axes that a scenario has (`string[]` as JSON).
#[wasm_bindgen]
pub fn search_axes(scenario_json: &str) -> Result<String, JsValue> {
    Ok(written(axes::known(&read_scenario(scenario_json)?)))
}

/// A search in progress.
#[wasm_bindgen]
pub struct Search(search::Search);

#[wasm_bindgen]
impl Search {
    /// A search over a scenario, from its plan as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(scenario_json: &str, plan_json: &str) -> Result<Self, JsValue> {
        let plan: Plan = serde_json::from_str(plan_json).map_err(|error| fault(&error.to_string()))?;
        search::Search::new(&read_scenario(scenario_json)?, plan).map(Self).map_err(|line| fault(&line))
    }

    /// The settings to run next (`Trial[]` as JSON); empty: the search is over.
    pub fn ask(&mut self) -> String {
        written(self.0.ask())
    }

    /// What the lanes got done in each setting that was asked (`([a, b] | null)[]` as JSON, both seed by seed).
    pub fn tell(&mut self, results_json: &str) -> Result<(), JsValue> {
        let results: Vec<Option<Pairs>> =
            serde_json::from_str(results_json).map_err(|error| fault(&error.to_string()))?;
        self.0.tell(results);
        Ok(())
    }

    /// How far it is, as JSON.
    pub fn progress(&self) -> String {
        written(self.0.progress())
    }

    /// The result as JSON, once it is over; `null`: no setting could be measured.
    pub fn outcome(&self) -> String {
        written(self.0.outcome())
    }
}
