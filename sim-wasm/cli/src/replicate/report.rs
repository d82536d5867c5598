//! The report: every published row with what was simulated and how it is judged.

use super::plan::{Answer, Plan, Quantity, Remark, Row, Standing, Why, Window, Within};
use super::verdict::{self, Place, Verdict};
use crate::run::Estimate;
use sched_core::machine::Fit;
use sched_core::scenario::Scenario;
use serde::{Deserialize, Serialize};

/// The whole report; what the page loads and `--json` prints.
#[derive(Serialize)]
pub struct Report {
    pub tables: Vec<TableReport>,
    /// What runs the rows; a row names one by its place here.
    pub scenarios: Vec<Scenario>,
    pub rows: Vec<RowReport>,
}

/// What holds for all rows of a table.
#[derive(Serialize)]
pub struct TableReport {
    pub table: &'static str,
    pub thread: &'static str,
    pub author: &'static str,
    pub date: &'static str,
    pub kernel: Option<&'static str>,
    /// The measured machine, as published.
    pub machine: Option<&'static str>,
    pub workload: Option<&'static str>,
    pub standing: Standing,
    /// Whether a run answers any of its rows.
    pub spoken: bool,
    pub seeds: Option<u32>,
    pub loops: Option<u32>,
    pub published_loops: Option<u32>,
    /// The stretch that is looked at, of runs that are cut.
    pub window: Option<Window>,
    /// Loads that are looked at in another stretch.
    pub apart: Vec<Apart>,
    pub remarks: Vec<Remark>,
}

/// A load whose runs are cut elsewhere than the others of its table.
#[derive(Serialize)]
pub struct Apart {
    pub load: String,
    #[serde(flatten)]
    pub window: Window,
}

/// A published row. Values in the unit of its quantity, gains in percent of time saved, (old - new)/old.
#[derive(Serialize)]
pub struct RowReport {
    pub table: &'static str,
    pub row: String,
    pub load: String,
    pub variant: String,
    pub quantity: Quantity,
    pub unit: &'static str,
    pub spoken: bool,
    /// Why it is not spoken to.
    pub reason: Option<Why>,
    pub published: Option<f64>,
    /// Single published runs, where the mail has them.
    pub published_runs: Vec<f64>,
    /// Standard deviation of the published value, where known.
    pub published_spread: Option<f64>,
    pub simulated: Option<f64>,
    /// Half of the 95 % interval.
    pub ci95: Option<f64>,
    /// The row that the gain is over.
    pub gain_over: Option<String>,
    pub gain_published: Option<f64>,
    /// Standard deviation of the published gain (points), where those of both values are known.
    pub gain_spread: Option<f64>,
    pub gain_simulated: Option<f64>,
    pub gain_ci95: Option<f64>,
    pub sign: Option<Verdict>,
    pub order: Option<Verdict>,
    /// The worse of value and gain.
    pub size: Option<Verdict>,
    /// How far the value is off, in percent, or in points where `within` is.
    pub error: Option<f64>,
    pub within_pct: Option<f64>,
    pub within_points: Option<f64>,
    pub gain_error: Option<f64>,
    pub gain_within: Option<f64>,
    /// Costs that were fitted on this row; none: it is predicted.
    pub fitted: Vec<&'static str>,
    /// What runs it (a place in `scenarios`), and in which lane.
    pub scenario: Option<usize>,
    pub lane: Option<usize>,
}

/// What of a committed report a later run is compared with.
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

/// The simulated figure of each row of a plan, seed by seed; empty where nothing runs.
pub type Figures = Vec<Vec<f64>>;

impl Report {
    /// Adds a plan's table and rows.
    pub fn judge(&mut self, plan: &Plan, figures: &Figures) {
        let rows = judge(plan, figures);
        let missed = |quantity: Quantity| {
            let missed = |verdict: Option<Verdict>| verdict.is_some_and(|verdict| verdict != Verdict::Right);
            rows.iter().any(|row| {
                row.quantity == quantity && (missed(row.sign) || missed(row.order) || missed(row.size))
            })
        };
        let mut table = about(plan);
        table
            .remarks
            .extend(plan.misses.iter().filter(|(quantity, _)| missed(*quantity)).map(|(_, remark)| remark));
        for (mut report, row) in rows.into_iter().zip(&plan.rows) {
            if let Answer::Run(run) = &row.answer {
                let there = self.scenarios.iter().position(|scenario| *scenario == run.scenario);
                report.scenario = Some(there.unwrap_or_else(|| {
                    self.scenarios.push(run.scenario.clone());
                    self.scenarios.len() - 1
                }));
                report.lane = Some(run.lane);
            }
            self.rows.push(report);
        }
        self.tables.push(table);
    }
}

fn judge(plan: &Plan, figures: &Figures) -> Vec<RowReport> {
    let estimates: Vec<Option<Estimate>> =
        plan.rows.iter().zip(figures).map(|(row, values)| estimate(row, values)).collect();
    let judged = plan.standing == Standing::Judged;
    let rows = plan.rows.iter().enumerate().map(|(i, row)| {
        let simulated = estimates[i];
        let (published_gain, gain) = gains(plan, figures, row, i).unzip();
        let place = |i: usize| {
            let row = &plan.rows[i];
            Some(Place {
                published: row.published?,
                spread: row.spread.map(rounded),
                simulated: estimates[i]?,
            })
        };
        // Loads of one variant, variants of one load.
        let is_other = |other: &Row| {
            other.quantity == row.quantity && (other.load == row.load) != (other.variant == row.variant)
        };
        let others: Vec<Place> =
            (0..plan.rows.len()).filter(|&other| is_other(&plan.rows[other])).filter_map(place).collect();
        let both = row.published.zip(simulated);
        // Without a tolerance, in percent.
        let unit = row.within.unwrap_or(Within::Percent(0.0));
        let error = both.map(|(p, s)| verdict::error(p, s.mean, unit));
        let value_size = row.within.zip(both).map(|(w, (p, s))| verdict::size(p, s.mean, w));
        let gain_size = published_gain.zip(gain).zip(row.gain_within);
        let gain_size = gain_size
            .map(|((p, s), most): ((f64, Estimate), f64)| verdict::size(p, s.mean, Within::Points(most)));
        let when_judged = |verdict: Option<Verdict>| verdict.filter(|_| judged);
        RowReport {
            table: plan.table,
            row: row.name(),
            load: row.load.clone(),
            variant: row.variant.clone(),
            quantity: row.quantity,
            unit: row.quantity.unit(),
            spoken: !matches!(row.answer, Answer::Silent(_)),
            reason: if let Answer::Silent(why) = row.answer { Some(why) } else { None },
            published: row.published,
            published_runs: row.repetitions.clone(),
            published_spread: row.spread.filter(|_| row.published.is_some()).map(rounded),
            simulated: simulated.map(|s| s.mean),
            ci95: simulated.and_then(|s| s.ci95),
            gain_over: row.base.map(|base| plan.rows[base].name()),
            gain_published: published_gain,
            gain_spread: gain_spread(plan, row),
            gain_simulated: gain.map(|g| g.mean),
            gain_ci95: gain.and_then(|g| g.ci95),
            sign: when_judged(published_gain.zip(gain).map(|(p, g)| {
                let by_itself = gain_spread(plan, row).filter(|_| row.published.is_none());
                verdict::sign(p, by_itself, g)
            })),
            order: when_judged(place(i).and_then(|own| verdict::order(own, &others))),
            size: when_judged(value_size.max(gain_size)),
            error: error.filter(|error| error.is_finite()).map(rounded),
            within_pct: if let Some(Within::Percent(most)) = row.within { Some(most) } else { None },
            within_points: if let Some(Within::Points(most)) = row.within { Some(most) } else { None },
            gain_error: published_gain.zip(gain).map(|(p, g)| rounded(g.mean - p)),
            gain_within: row.gain_within,
            fitted: fitted(plan, row),
            scenario: None,
            lane: None,
        }
    });
    rows.collect()
}

fn about(plan: &Plan) -> TableReport {
    let table = super::published::table(plan.table);
    let window = plan.method.and_then(|method| method.window);
    let (loops, published_loops) = plan.method.and_then(|method| method.loops).unzip();
    TableReport {
        table: plan.table,
        thread: &table.thread,
        author: &table.author,
        date: &table.date,
        kernel: table.kernel.as_deref(),
        machine: table.machine["name"].as_str(),
        workload: table.workload["command"].as_str().or(table.workload["name"].as_str()),
        standing: plan.standing,
        spoken: plan.rows.iter().any(|row| !matches!(row.answer, Answer::Silent(_))),
        seeds: plan.method.map(|method| method.seeds),
        loops,
        published_loops,
        window,
        apart: window.map_or(Vec::new(), |window| apart(plan, window)),
        remarks: plan.remarks.clone(),
    }
}

fn apart(plan: &Plan, window: Window) -> Vec<Apart> {
    let mut apart: Vec<Apart> = Vec::new();
    for row in &plan.rows {
        let Answer::Run(run) = &row.answer else { continue };
        let own = Window { from_ms: run.scenario.warmup_ms, until_ms: run.scenario.limit_ms };
        if own != window && apart.iter().all(|other| other.load != row.load) {
            apart.push(Apart { load: row.load.clone(), window: own });
        }
    }
    apart
}

fn fitted(plan: &Plan, row: &Row) -> Vec<&'static str> {
    let fits = matches!(row.answer, Answer::Run(_)) && row.quantity.is_time();
    let mut fitted = if fits { Fit::on(plan.table, &row.name()) } else { Vec::new() };
    let here = |(name, quantity, _): &&(&str, Quantity, _)| *name == row.name() && *quantity == row.quantity;
    fitted.extend(plan.given.iter().filter(here).flat_map(|(_, _, numbers)| *numbers));
    fitted
}

fn estimate(row: &Row, values: &[f64]) -> Option<Estimate> {
    match row.answer {
        Answer::Run(_) => Some(written(Estimate::of(values))),
        Answer::Known(value) => Some(Estimate { mean: value, ci95: Some(0.0) }),
        Answer::Silent(_) => None,
    }
}

/// The published gain of a row over its base, and the simulated one, paired by seed.
fn gains(plan: &Plan, figures: &Figures, row: &Row, i: usize) -> Option<(f64, Estimate)> {
    let base = row.base?;
    let published = || Some(100.0 * (1.0 - row.published? / plan.rows[base].published?));
    let published = row.published_gain.or_else(published)?;
    let (olds, news) = (&figures[base], &figures[i]);
    let mean = olds.iter().sum::<f64>() / olds.len() as f64;
    let paired: Vec<f64> = olds.iter().zip(news).map(|(old, new)| 100.0 * (old - new) / mean).collect();
    Some((rounded(published), written(Estimate::of(&paired))))
}

fn gain_spread(plan: &Plan, row: &Row) -> Option<f64> {
    let base = &plan.rows[row.base?];
    if row.published.is_none() {
        return row.spread.map(rounded);
    }
    // The standard deviation of new/old.
    let (old, new) = (base.published?, row.published?);
    Some(rounded(100.0 * (new / old) * (base.spread? / old).hypot(row.spread? / new)))
}

/// An estimate as the report has it: what is judged is what is read, and whoever judges the report's own figures comes
/// to the same.
fn written(Estimate { mean, ci95 }: Estimate) -> Estimate {
    Estimate { mean: rounded(mean), ci95: ci95.map(rounded) }
}

/// Enough digits to read, few enough to compare two reports.
fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}
