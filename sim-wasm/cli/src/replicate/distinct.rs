//! Finds the independent rows: those that neither repeat the figure of another row nor have the same run as a
//! fitted one.

use sched_core::scenario::Scenario;
use sched_judge::report::Report;
use sched_judge::words::{Quantity, Repeats};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Marks the rows of a whole report.
pub fn mark(report: &mut Report) {
    let repeats: Vec<Option<Repeats>> = (0..report.rows.len()).map(|row| repeats(report, row)).collect();
    let fitted = fitted_experiments(report);
    let like: Vec<Option<String>> =
        (0..report.rows.len()).map(|row| like_fitted(report, row, &fitted)).collect();
    for ((row, repeats), like) in report.rows.iter_mut().zip(repeats).zip(like) {
        (row.repeats, row.like_fitted) = (repeats, like);
    }
}

fn repeats(report: &Report, at: usize) -> Option<Repeats> {
    let row = &report.rows[at];
    row.published.or(row.gain_published)?;
    let is_total = |other: &&sched_judge::report::RowReport| {
        (&other.table, &other.row, other.quantity) == (&row.table, &row.row, Quantity::TotalUser)
    };
    // This row is a mean over all jobs. The user time of one job by its rank is a separate figure.
    let total = report.rows.iter().find(is_total).filter(|_| row.quantity == Quantity::User);
    if total.is_some_and(|total| total.published.is_some()) {
        return Some(Repeats::Divided);
    }
    let about = |table: &str| {
        let table = report.tables.iter().find(|about| about.table == table);
        table.map(|about| (&about.author, &about.machine, &about.workload))
    };
    let same = |other: &sched_judge::report::RowReport| {
        other.table != row.table
            && (&other.row, other.quantity, other.published, other.gain_published)
                == (&row.row, row.quantity, row.published, row.gain_published)
            && about(&other.table) == about(&row.table)
    };
    report.rows[..at].iter().any(same).then_some(Repeats::Posting)
}

/// A key of the experiment of a row, independent of the window, of the number of loops, and of the kernel:
/// machine, CPUs, workload, switches and quantity.
fn experiment(scenario: &Scenario, lane: usize, quantity: Quantity) -> String {
    let mut work = json!(scenario.workload);
    if let Value::Object(fields) = &mut work {
        fields.remove("loops");
        fields.remove("requests");
    }
    let lane = &scenario.lanes[lane];
    let cpus = lane.cpus.as_ref().or(scenario.cpus.as_ref());
    json!([scenario.machine, cpus, work, lane.features, quantity]).to_string()
}

fn experiment_of(report: &Report, at: usize) -> Option<String> {
    let row = &report.rows[at];
    Some(experiment(report.scenarios.get(row.scenario?)?, row.lane?, row.quantity))
}

/// The experiments of the fitted rows, with the first row of each.
fn fitted_experiments(report: &Report) -> BTreeMap<String, usize> {
    let mut experiments = BTreeMap::new();
    for at in (0..report.rows.len()).filter(|&at| !report.rows[at].fitted.is_empty()) {
        if let Some(experiment) = experiment_of(report, at) {
            experiments.entry(experiment).or_insert(at);
        }
    }
    experiments
}

fn like_fitted(report: &Report, at: usize, fitted: &BTreeMap<String, usize>) -> Option<String> {
    if !report.rows[at].fitted.is_empty() {
        return None;
    }
    let like = &report.rows[*fitted.get(&experiment_of(report, at)?)?];
    Some(format!("{} {}", like.table, like.row))
}
