//! Merges the parts of a plan: all runs in order, and statistics over the seeds of each value.

use super::{Plan, each_line, open};
use crate::run::{over_seeds, paired, verdict};
use crate::version::VERSION as SIMULATOR;
use sched_core::observe::report::RunReport;
use sched_judge::decision::Decision;
use sched_judge::statistics::Estimate;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::BufReader;
use std::path::PathBuf;

/// Version of the merged file.
const VERSION: u32 = 1;

type Estimates = BTreeMap<&'static str, Estimate>;

#[derive(Serialize)]
struct Point {
    value: i64,
    /// Means over the seeds, by lane.
    lanes: Vec<Estimates>,
    /// Lane B minus lane A, seed by seed, in percent of lane A's mean.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    paired_difference_pct: Estimates,
    /// Lane B beside lane A by the quantity that decides the scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Decision>,
}

#[derive(Serialize)]
struct Merged<'plan> {
    sweep: u32,
    /// The version of the simulator.
    version: &'static str,
    name: &'plan str,
    scenario: &'plan Value,
    field: &'plan str,
    values: &'plan [i64],
    seeds: u32,
    points: Vec<Point>,
    /// By value, seed and lane.
    reports: Vec<RunReport>,
}

/// The reports of all runs, in order.
fn gather(plan: &Plan, parts: &[PathBuf]) -> Result<Vec<RunReport>, String> {
    // Keyed by run number: a plan can have more runs than fit into memory, although its parts have few.
    let mut reports = BTreeMap::new();
    for path in parts {
        let lines = BufReader::new(open(path, OpenOptions::new().read(true))?);
        each_line(plan, path, lines, |line| {
            let report = reports.entry(line.run).or_insert_with(|| line.report.clone());
            if *report == line.report {
                return Ok(());
            }
            Err(format!("{} has another result in another part", plan.job(line.run).name))
        })?;
    }
    if let Some(first) = (0..plan.len()).find(|run| !reports.contains_key(run)) {
        let (missing, name) = (plan.len() - reports.len(), plan.job(first).name);
        return Err(format!("{missing} of {} runs are missing, the first is {name}", plan.len()));
    }
    Ok(reports.into_values().collect())
}

/// The merged file of a scenario of the plan, the only one if none is named.
pub fn merge(plan: &Plan, parts: &[PathBuf], name: Option<&str>) -> Result<String, String> {
    let reports = gather(plan, parts)?;
    let known = || plan.swept.iter().map(|one| one.name.as_str()).collect::<Vec<_>>().join(", ");
    let place = match name {
        Some(name) => plan.swept.iter().position(|one| one.name == name),
        None => (plan.swept.len() == 1).then_some(0),
    };
    let place = place.ok_or_else(|| format!("--scenario names one of: {}", known()))?;
    let one = &plan.swept[place];
    let own = &reports[one.first..][..plan.values.len() * plan.seeds as usize * one.lanes];
    let points = own.chunks(plan.seeds as usize * one.lanes).zip(&plan.values).map(|(runs, &value)| {
        let of = |lane| runs.iter().skip(lane).step_by(one.lanes).cloned().collect::<Vec<_>>();
        let by_lane: Vec<Vec<RunReport>> = (0..one.lanes).map(of).collect();
        let difference = match by_lane.as_slice() {
            [a, b] => paired(a, b),
            _ => BTreeMap::new(),
        };
        Point {
            value,
            lanes: by_lane.iter().map(|runs| over_seeds(runs)).collect(),
            paired_difference_pct: difference,
            verdict: verdict(plan.job(one.first).scenario, &by_lane),
        }
    });
    let merged = Merged {
        sweep: VERSION,
        version: &SIMULATOR,
        name: &one.name,
        scenario: &one.document,
        field: &plan.field,
        values: &plan.values,
        seeds: plan.seeds,
        points: points.collect(),
        reports: own.to_vec(),
    };
    Ok(format!("{}\n", serde_json::to_string(&merged).expect("plain data")))
}
