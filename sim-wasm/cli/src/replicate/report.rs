//! The rows of a plan in the form of the report, with the simulated figures, judged.

use super::plan::{Answer, Plan, Row, Run};
use super::{first_sight, seeds, sensitivity};
use sched_core::machine::Fit;
use sched_core::scenario::Scenario;
use sched_judge::kind::Kind;
use sched_judge::report::{Figures, Report, RowReport, TableReport, judge, rounded, simulate};
use sched_judge::verdict::{Gain, Verdict, Within};
use sched_judge::words::{Quantity, Remark, Simulated};
use serde::Deserialize;

/// The fields of a committed report with which a later run is compared.
#[derive(Deserialize)]
pub struct Committed {
    pub rows: Vec<CommittedRow>,
}

#[derive(Deserialize)]
pub struct CommittedRow {
    pub table: String,
    pub row: String,
    pub quantity: String,
    pub gain_simulated: Option<f64>,
    pub gain_ci95: Option<f64>,
}

/// Adds a plan's table and its rows with their simulated figures.
pub fn add(report: &mut Report, plan: &Plan, figures: &Figures) {
    let mut rows = rows_of(plan, &mut report.scenarios);
    simulate(&mut rows, figures);
    finish(report, plan, rows);
}

/// A plan's rows with their simulated figures, not judged.
pub fn simulated(plan: &Plan, figures: &Figures) -> Vec<RowReport> {
    let mut rows = rows_of(plan, &mut Vec::new());
    simulate(&mut rows, figures);
    rows
}

/// Adds a plan's table and its rows with the figures of an earlier report. A row whose run has changed is an
/// error.
pub fn add_again(report: &mut Report, plan: &Plan, earlier: &Report) -> Result<(), String> {
    let mut rows = rows_of(plan, &mut report.scenarios);
    for row in rows.iter_mut().filter(|row| row.scenario.is_some()) {
        let run = |row: &RowReport, of: &Report| Some((of.scenarios.get(row.scenario?)?.clone(), row.lane));
        let is_same = |old: &&RowReport| {
            (&old.table, &old.row, old.quantity) == (&row.table, &row.row, row.quantity)
                && run(old, earlier) == run(row, report)
        };
        let Some(old) = earlier.rows.iter().find(is_same) else { return Err(differs(row)) };
        (row.seeds, row.simulated, row.ci95) = (old.seeds, old.simulated, old.ci95);
        (row.gain_simulated, row.gain_ci95) = (old.gain_simulated, old.gain_ci95);
    }
    for mut load in seeds::loads(plan) {
        let first = &rows[load.rows[0]];
        load.seeds = first.seeds.unwrap_or(0);
        if !load.can_have(load.seeds) || load.next(&rows).is_some() {
            return Err(differs(first));
        }
    }
    finish(report, plan, rows);
    Ok(())
}

fn differs(row: &RowReport) -> String {
    format!("{} {} is run in another way today: npm run replicate", row.table, row.row)
}

/// Judges the rows of a plan and adds them.
fn finish(report: &mut Report, plan: &Plan, mut rows: Vec<RowReport>) {
    judge(&mut rows, plan.standing);
    let mut table = about(plan);
    table.fewest_seeds = rows.iter().filter_map(|row| row.seeds).min();
    table.seeds = rows.iter().filter_map(|row| row.seeds).max();
    table.remarks.extend(misses(plan, &rows));
    report.tables.push(table);
    report.rows.append(&mut rows);
}

/// The remarks on the rows of a plan that miss.
fn misses(plan: &Plan, rows: &[RowReport]) -> Vec<Remark> {
    let is_miss = |verdict: Option<Verdict>| verdict.is_some_and(|verdict| verdict != Verdict::Right);
    let missed = |quantity: Quantity| {
        let mut own = rows.iter().filter(|row| row.quantity == quantity);
        own.any(|row| is_miss(row.sign) || is_miss(row.order) || is_miss(row.size))
    };
    let told = plan.misses.iter().filter(|(quantity, _)| missed(*quantity));
    told.map(|(_, remark)| *remark).collect()
}

/// The rows of a plan without simulated figures.
fn rows_of(plan: &Plan, scenarios: &mut Vec<Scenario>) -> Vec<RowReport> {
    plan.rows.iter().map(|row| published(plan, row, scenarios)).collect()
}

fn published(plan: &Plan, row: &Row, scenarios: &mut Vec<Scenario>) -> RowReport {
    let (reason, known, run) = match &row.answer {
        Answer::Silent(why) => (Some(*why), None, None),
        Answer::Known(value) => (None, Some(*value), None),
        Answer::Run(run) => (None, None, Some(run)),
    };
    RowReport {
        table: plan.table.to_string(),
        row: row.name(),
        load: row.load.clone(),
        variant: row.variant.clone(),
        quantity: row.quantity,
        unit: row.quantity.unit().to_string(),
        spoken: reason.is_none(),
        reason,
        published: row.published,
        published_runs: row.repetitions.clone(),
        published_spread: row.spread.filter(|_| row.published.is_some()).map(rounded),
        simulated: known,
        ci95: known.map(|_| 0.0),
        gain_over: row.base.map(|base| plan.rows[base].name()),
        gain_published: gain(plan, row),
        gain_spread: gain_spread(plan, row),
        gain_about_zero: false,
        gain_simulated: None,
        gain_ci95: None,
        sign: None,
        order: None,
        order_by_rule: None,
        size: None,
        error: None,
        within_pct: if let Some(Within::Percent(most)) = row.within { Some(most) } else { None },
        within_points: if let Some(Within::Points(most)) = row.within { Some(most) } else { None },
        gain_error: None,
        gain_within: row.gain_within.map(|most| most.min(widest(plan, row))),
        fitted: fitted(plan, row),
        like_fitted: None,
        repeats: None,
        at_first_sight: first_sight::of(plan.table, &row.name(), row.quantity),
        kind: run.zip(row.base).and_then(|(run, base)| kind(&plan.rows[base], run)),
        seeds: None,
        scenario: run.map(|run| place_of(&run.scenario, scenarios)),
        lane: run.map(|run| run.lane),
    }
}

/// The kind of the gain of a run over its base.
fn kind(base: &Row, run: &Run) -> Option<Kind> {
    let Answer::Run(old) = &base.answer else { return None };
    Kind::of(old.side(), run.side())
}

/// The index of a scenario in the report; a new scenario is added.
fn place_of(scenario: &Scenario, scenarios: &mut Vec<Scenario>) -> usize {
    scenarios.iter().position(|one| one == scenario).unwrap_or_else(|| {
        scenarios.push(scenario.clone());
        scenarios.len() - 1
    })
}

fn about(plan: &Plan) -> TableReport {
    let table = super::published::table(plan.table);
    let text = |value: &serde_json::Value| value.as_str().map(str::to_string);
    let window = plan.method.and_then(|method| method.window);
    let (loops, published_loops) = plan.method.and_then(|method| method.loops).unzip();
    TableReport {
        table: plan.table.to_string(),
        thread: table.thread.clone(),
        author: table.author.clone(),
        date: table.date.clone(),
        source: table.source.clone(),
        kernel: table.kernel.clone(),
        machine: text(&table.machine["name"]),
        workload: text(&table.workload["command"]).or_else(|| text(&table.workload["name"])),
        standing: plan.standing,
        origin: plan.origin,
        spoken: plan.rows.iter().any(|row| !matches!(row.answer, Answer::Silent(_))),
        simulated: how(plan),
        fewest_seeds: None,
        seeds: None,
        loops,
        published_loops,
        window,
        remarks: plan.remarks.clone(),
        sensitivity: sensitivity::of(plan.table),
    }
}

/// The method by which the rows of a plan are simulated.
fn how(plan: &Plan) -> Simulated {
    let Some(method) = plan.method else { return Simulated::None };
    match (method.loops, method.window) {
        (None, None) => Simulated::Seeds,
        (None, Some(_)) => Simulated::Cut,
        (Some(_), Some(_)) => Simulated::Window,
        (Some((loops, published)), None) if loops == published => Simulated::Whole,
        (Some(_), None) => Simulated::Scaled,
    }
}

fn fitted(plan: &Plan, row: &Row) -> Vec<String> {
    let fits = matches!(row.answer, Answer::Run(_)) && row.quantity.is_time();
    let mut fitted = if fits { Fit::on(plan.table, &row.name()) } else { Vec::new() };
    let here = |(name, quantity, _): &&(&str, Quantity, _)| *name == row.name() && *quantity == row.quantity;
    fitted.extend(plan.given.iter().filter(here).flat_map(|(_, _, numbers)| *numbers));
    fitted.into_iter().map(str::to_string).collect()
}

/// The published gain of a row over its base.
pub fn gain(plan: &Plan, row: &Row) -> Option<f64> {
    let base = &plan.rows[row.base?];
    let published = || Some(100.0 * (1.0 - row.published? / base.published?));
    row.published_gain.or_else(published).map(rounded)
}

/// The widest tolerance of the gain of a row (points).
fn widest(plan: &Plan, row: &Row) -> f64 {
    let spread = gain_spread(plan, row).filter(|_| row.published.is_none());
    gain(plan, row).map_or(f64::INFINITY, |published| rounded(Gain { published, spread }.widest()))
}

/// The standard deviation of the gain of a row.
fn gain_spread(plan: &Plan, row: &Row) -> Option<f64> {
    let base = &plan.rows[row.base?];
    if row.published.is_none() {
        return row.spread.map(rounded);
    }
    // The standard deviation of new/old.
    let (old, new) = (base.published?, row.published?);
    Some(rounded(100.0 * (new / old) * (base.spread? / old).hypot(row.spread? / new)))
}
