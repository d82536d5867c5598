//! Puts the parts of a plan together: every run in its order, and what the seeds of each value say.

use super::{Line, Plan};
use crate::run::{over_seeds, paired};
use sched_core::observe::report::RunReport;
use sched_judge::statistics::Estimate;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Version of the merged file.
const VERSION: u32 = 1;

type Estimates = BTreeMap<&'static str, Estimate>;

#[derive(Serialize)]
struct Point {
    value: u32,
    /// Means over the seeds, by lane.
    lanes: Vec<Estimates>,
    /// Lane B minus lane A, seed by seed, in percent of lane A's mean.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    paired_difference_pct: Estimates,
}

#[derive(Serialize)]
struct Merged<'plan> {
    sweep: u32,
    name: &'plan str,
    scenario: &'plan Value,
    field: &'plan str,
    values: &'plan [u32],
    seeds: u32,
    points: Vec<Point>,
    /// By value, seed and lane.
    reports: Vec<RunReport>,
}

/// The reports of all runs, in their order.
fn gather(plan: &Plan, parts: &[PathBuf]) -> Result<Vec<RunReport>, String> {
    let mut reports: Vec<Option<RunReport>> = vec![None; plan.len()];
    for path in parts {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        for (i, line) in text.lines().enumerate() {
            let at = |what: &dyn std::fmt::Display| format!("{} line {}: {what}", path.display(), i + 1);
            let line: Line = serde_json::from_str(line).map_err(|error| at(&error))?;
            if line.plan != plan.key {
                return Err(at(&"is a run of another plan"));
            }
            let place = reports.get_mut(line.run).ok_or_else(|| at(&"is no run of the plan"))?;
            if place.as_ref().is_some_and(|before| *before != line.report) {
                return Err(at(&format!(
                    "{} came to something else in another part",
                    plan.job(line.run).name
                )));
            }
            *place = Some(line.report);
        }
    }
    let missing: Vec<usize> = (0..plan.len()).filter(|run| reports[*run].is_none()).collect();
    if let Some(first) = missing.first() {
        let name = plan.job(*first).name;
        return Err(format!("{} of {} runs are missing, the first is {name}", missing.len(), plan.len()));
    }
    Ok(reports.into_iter().flatten().collect())
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
    let runs = |lanes: usize| plan.values.len() * plan.seeds as usize * lanes;
    let from: usize = plan.swept[..place].iter().map(|one| runs(one.lanes)).sum();
    let one = &plan.swept[place];
    let own = &reports[from..from + runs(one.lanes)];
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
        }
    });
    let merged = Merged {
        sweep: VERSION,
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
