//! The binding of `sched-judge`: JSON for documents, lists of numbers for figures.

use sched_core::observe::report::RunReport;
use sched_core::scenario::{self, Scenario};
use sched_judge::decision;
use sched_judge::measure::{self, Asked};
use sched_judge::report::{self, Figures, RowReport};
use sched_judge::rests_on;
use sched_judge::statistics::{self, Estimate};
use sched_judge::words::Standing;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

fn read<T: DeserializeOwned>(json: &str) -> Result<T, JsValue> {
    serde_json::from_str(json).map_err(|error| JsValue::from_str(&error.to_string()))
}

fn read_scenario(json: &str) -> Result<Scenario, JsValue> {
    scenario::parse(json)
        .map_err(|faults| JsValue::from_str(faults.first().map_or("", |fault| &fault.message)))
}

/// Mean and half of the 95 % interval of at least one value; NaN: there is no interval.
#[wasm_bindgen]
pub fn estimate(values: &[f64]) -> Vec<f64> {
    let Estimate { mean, ci95 } = Estimate::of(values);
    vec![mean, ci95.unwrap_or(f64::NAN)]
}

/// Whether an interval holds zero; so does one that is NaN.
#[wasm_bindgen]
pub fn spans_zero(mean: f64, half: f64) -> bool {
    !Estimate { mean, ci95: Some(half) }.is_distinguishable()
}

/// Standard deviation of a sample; NaN of fewer than two values.
#[wasm_bindgen]
pub fn deviation(values: &[f64]) -> f64 {
    statistics::deviation(values).unwrap_or(f64::NAN)
}

/// `b` minus `a`, pair by pair, in percent of the mean of `a`; empty where that is 0.
#[wasm_bindgen]
pub fn differences(a: &[f64], b: &[f64]) -> Vec<f64> {
    statistics::differences(a, b).unwrap_or_default()
}

/// The same in percent of the larger mean, for figures that are 0 where all is well.
#[wasm_bindgen]
pub fn differences_of_larger(a: &[f64], b: &[f64]) -> Vec<f64> {
    decision::differences_of_larger(a, b)
}

/// What a paired difference in percent shows: `apart`, `none` or `undecided`. `half` NaN: there is no interval.
#[wasm_bindgen]
pub fn finding(mean: f64, half: f64, seeds: usize) -> String {
    let ci95 = (!half.is_nan()).then_some(half);
    decision::finding(Estimate { mean, ci95 }, seeds).key().into()
}

/// About how many events a run of a scenario has.
#[wasm_bindgen]
pub fn expected_events(scenario_json: &str) -> Result<f64, JsValue> {
    Ok(measure::expected_events(&read_scenario(scenario_json)?))
}

/// What the comparison of the lanes of a scenario rests on: the evidence for its costs, the other costs that its machine may
/// have, and the record of such effects.
#[wasm_bindgen]
pub fn rests_on(scenario_json: &str) -> Result<String, JsValue> {
    let scenario = read_scenario(scenario_json)?;
    let (costs, others) = (rests_on::costs(&scenario), rests_on::plausible(&scenario));
    let record = rests_on::record(&scenario);
    Ok(serde_json::json!({ "costs": costs, "others": others, "record": record }).to_string())
}

/// What rows (`Asked[]` as JSON) ask of the run of a scenario, in the units of their quantities.
#[wasm_bindgen]
pub fn measure(asked_json: &str, scenario_json: &str, report_json: &str) -> Result<Vec<f64>, JsValue> {
    let asked: Vec<Asked> = read(asked_json)?;
    let scenario = read_scenario(scenario_json)?;
    let report: RunReport = read(report_json)?;
    Ok(asked.iter().map(|one| measure::measure(one, &scenario.workload, &report)).collect())
}

/// The rows of a table (`RowReport[]` as JSON) with what was run put in (by row, seed by seed, `null` where a run is
/// missing), judged.
#[wasm_bindgen]
pub fn judge(rows_json: &str, figures_json: &str, standing_json: &str) -> Result<String, JsValue> {
    let mut rows: Vec<RowReport> = read(rows_json)?;
    let figures: Figures = read(figures_json)?;
    let standing: Standing = read(standing_json)?;
    report::simulate(&mut rows, &figures);
    report::judge(&mut rows, standing);
    Ok(serde_json::to_string(&rows).unwrap_or_default())
}
