//! The costs that turn the sign of a gain of a table: `data/sensitivity.json`, written by `sched replicate
//! --sensitivity`.
//!
//! One gain of each table is examined, the middle one of those with a clear sign in the written report. Each
//! cost is set to both ends of its range, which depends on the grade of its evidence. Costs that do not
//! change a run are left out, and so are tables of machines that have the costs of another one: none of these was
//! measured there. The runs are those of the quick form if a table has one, and a window is cut to
//! its first 100 ms. If one seed keeps the sign, it counts as kept; otherwise all seeds of the table decide.

use super::plan::{Answer, Plan, Quality, Row, Run};
use super::{known, plans, written};
use crate::parallel::in_parallel_told;
use sched_core::engine::time::Ns;
use sched_core::machine::{COSTS, CostInfo, Evidence, Grade};
use sched_core::scenario::{MachineChoice, Scenario};
use sched_core::sim::Simulation;
use sched_judge::measure::{Asked, measure};
use sched_judge::report::{Report, RowReport, Sensitivity, Turn, gain, rounded};
use sched_judge::statistics::Estimate;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::OnceLock;

/// Below the repository's root.
const FILE: &str = "sim-wasm/cli/data/sensitivity.json";
/// The examined length of a window (ms).
const STRETCH_MS: u32 = 100;
/// Two runs that are equal after this number of events count as equal.
const PROBE: u64 = 200_000;

/// A table with its result.
#[derive(Serialize, Deserialize)]
struct Found {
    table: String,
    #[serde(flatten)]
    found: Sensitivity,
}

fn all() -> &'static [Found] {
    static ALL: OnceLock<Vec<Found>> = OnceLock::new();
    ALL.get_or_init(|| {
        serde_json::from_str(include_str!("../../data/sensitivity.json")).expect("a list of gains")
    })
}

/// The results for a table.
pub fn of(table: &str) -> Vec<Sensitivity> {
    all().iter().filter(|one| one.table == table).map(|one| one.found.clone()).collect()
}

/// The ends of the range of a cost: ± 20 % of a published or measured value, half and double of a fitted or
/// assumed one.
fn ends(cost: &CostInfo, Evidence { value, grade, .. }: Evidence) -> Vec<u32> {
    let ends = match grade {
        Grade::Published | Grade::Measured => [value * 4 / 5, value * 6 / 5],
        Grade::Fitted | Grade::Assumed => [value / 2, value * 2],
    };
    ends.map(|end| end.clamp(cost.min, cost.max)).into_iter().filter(|&end| end != value).collect()
}

/// Whether the costs of a row's machine are those of another machine.
fn is_borrowed(row: &Row) -> bool {
    matches!(&row.answer, Answer::Run(run) if matches!(run.scenario.machine, MachineChoice::Own(_)))
}

/// The examined gain: the run, and the run of its base.
struct Looked<'a> {
    plan: &'a Plan,
    row: &'a Row,
    lanes: [&'a Run; 2],
}

impl Looked<'_> {
    fn simulation(&self, lane: usize, seed: u32, cost: Option<(&str, u32)>) -> Simulation {
        let run = self.lanes[lane];
        let mut scenario = Scenario { seed: run.scenario.seed + seed, ..run.scenario.clone() };
        if scenario.warmup_ms > 0 {
            scenario.limit_ms = scenario.limit_ms.min(scenario.warmup_ms + STRETCH_MS);
        }
        scenario.costs.extend(cost.map(|(name, value)| (name.to_string(), value)));
        Simulation::new(&scenario, run.lane).expect("a scenario of ours is good")
    }

    /// The gain over this number of seeds.
    fn gain(&self, seeds: u32, cost: (&str, u32)) -> Option<Estimate> {
        let loops = self.plan.method.and_then(|method| method.loops).map(|(_, published)| published);
        let asked = Asked { quantity: self.row.quantity, load: self.row.load.clone(), loops };
        let figures = |lane: usize| -> Vec<Option<f64>> {
            let of_seed = |seed| {
                let mut simulation = self.simulation(lane, seed, Some(cost));
                simulation.run_to_end();
                measure(&asked, &self.lanes[lane].scenario.workload, &simulation.report())
            };
            (0..seeds).map(|seed| Some(of_seed(seed))).collect()
        };
        gain(&figures(0), &figures(1))
    }

    /// Whether a cost changes the first events of the run.
    fn feels(&self, cost: (&str, u32)) -> bool {
        let hash = |lane: usize, cost| {
            let mut simulation = self.simulation(lane, 0, cost);
            simulation.advance(Ns::MAX, PROBE);
            simulation.hash()
        };
        (0..2).any(|lane| hash(lane, None) != hash(lane, Some(cost)))
    }
}

/// The runs of a row and of its base.
fn looked<'a>(plan: &'a Plan, row: &'a Row) -> Option<Looked<'a>> {
    let run = |row: &'a Row| match &row.answer {
        Answer::Run(run) => Some(&**run),
        Answer::Known(_) | Answer::Silent(_) => None,
    };
    Some(Looked { plan, row, lanes: [run(&plan.rows[row.base?])?, run(row)?] })
}

/// The middle row of the rows of a table with a clear sign.
fn middle_row<'a>(plan: &'a Plan, report: &'a Report) -> Option<(&'a Row, &'a RowReport)> {
    let clear = |row: &'a Row| {
        let is_it = |one: &&RowReport| {
            (one.table.as_str(), &one.row, one.quantity) == (plan.table, &row.name(), row.quantity)
        };
        Some((row, report.rows.iter().find(is_it).filter(|one| is_clear(one))?))
    };
    let rows: Vec<_> = plan.rows.iter().filter(|row| !is_borrowed(row)).filter_map(clear).collect();
    rows.get(rows.len() / 2).copied()
}

fn is_clear(row: &RowReport) -> bool {
    let gain = row.gain_simulated.map(|mean| Estimate { mean, ci95: row.gain_ci95 });
    row.sign.is_some() && gain.is_some_and(|gain| gain.is_distinguishable())
}

/// Examines the named tables, or all, and writes the file below `root`; returns its path. The results of
/// other tables are kept.
pub fn write(root: &Path, tables: &[String]) -> Result<&'static str, String> {
    known(tables)?;
    let report = written(root)?;
    let mut plans = plans(Quality::Full);
    let order: Vec<&str> = plans.iter().map(|plan| plan.table).collect();
    let is_wanted = |table: &str| tables.is_empty() || tables.iter().any(|one| one == table);
    plans.retain(|plan| is_wanted(plan.table));
    let quick = super::plans(Quality::Quick);
    let looked_at = |plan| {
        let (row, one) = middle_row(plan, &report)?;
        let name = (row.name(), row.quantity);
        let quick = quick.iter().find(|quick| quick.table == plan.table);
        let in_quick = quick.and_then(|quick| {
            let row = quick.rows.iter().find(|row| (row.name(), row.quantity) == name)?;
            looked(quick, row)
        });
        Some((in_quick.or_else(|| looked(plan, row))?, one))
    };
    let rows: Vec<(Looked, &RowReport)> = plans.iter().filter_map(looked_at).collect();
    let ends_of = |at: usize| {
        let machine = &rows[at].0.lanes[1].scenario.machine;
        COSTS.iter().flat_map(move |cost| {
            ends(cost, machine.evidence(cost)).into_iter().map(move |end| (at, (cost.key, end)))
        })
    };
    let tried: Vec<(usize, (&str, u32))> = (0..rows.len()).flat_map(ends_of).collect();
    let outcomes = in_parallel_told(&tried, |&(at, cost)| {
        let (looked, one) = &rows[at];
        if !looked.feels(cost) {
            return None;
        }
        let kept = |gain: Estimate| gain.mean * one.gain_simulated.unwrap_or(0.0) > 0.0;
        let seeds = one.seeds.unwrap_or(1);
        let one_seed = looked.gain(1, cost)?;
        if kept(one_seed) { Some(one_seed) } else { looked.gain(seeds, cost) }
    });
    let mut found: Vec<Found> = rows.iter().map(|(looked, one)| Found::of(looked, one)).collect();
    for ((at, (cost, value)), outcome) in tried.iter().zip(outcomes) {
        let Some(gain) = outcome else { continue };
        let found = &mut found[*at].found;
        found.tried += 1;
        if gain.mean * found.gain <= 0.0 {
            found.turned.push(Turn {
                cost: (*cost).to_string(),
                value: *value,
                gain: rounded(gain.mean),
                ci95: gain.ci95.map(rounded),
            });
        }
    }
    let told = |error: &dyn std::fmt::Display| format!("{FILE}: {error}");
    let before = std::fs::read_to_string(root.join(FILE)).map_err(|error| told(&error))?;
    let before: Vec<Found> = serde_json::from_str(&before).map_err(|error| told(&error))?;
    found.extend(before.into_iter().filter(|one| !is_wanted(&one.table)));
    found.sort_by_key(|one| order.iter().position(|table| *table == one.table));
    std::fs::write(root.join(FILE), super::list(&found) + "\n").map_err(|error| told(&error))?;
    Ok(FILE)
}

impl Found {
    fn of(looked: &Looked, one: &RowReport) -> Self {
        let found = Sensitivity {
            row: looked.row.name(),
            quantity: looked.row.quantity,
            gain: one.gain_simulated.unwrap_or(0.0),
            tried: 0,
            turned: Vec::new(),
        };
        Self { table: looked.plan.table.to_string(), found }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sched_core::machine::MachineId;

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

    #[test]
    fn the_range_of_a_cost_depends_on_the_grade_of_its_evidence() {
        let cost = |key: &str| COSTS.iter().find(|cost| cost.key == key).expect("a cost");
        let of = |key: &str, machine| ends(cost(key), cost(key).on(machine));
        assert_eq!(of("write", MachineId::Kunpeng24), [300, 1200], "fitted");
        assert_eq!(of("line_llc", MachineId::Xeon20), [33, 50], "published");
        assert_eq!(of("remote_pct", MachineId::Azusa8)[0], 100, "far memory is not faster than near memory");
        assert!(of("exit_c6", MachineId::Kunpeng24).is_empty(), "nothing to change");
    }

    #[test]
    fn every_table_with_a_clear_sign_has_a_result() {
        let report = written(Path::new(ROOT)).expect("a report");
        for plan in &plans(Quality::Full) {
            let Some((row, _)) = middle_row(plan, &report) else { continue };
            let found = of(plan.table);
            assert!(!found.is_empty(), "{} {}: npm run replicate -- --sensitivity", plan.table, row.name());
            for one in found {
                assert!(plan.rows.iter().any(|row| row.name() == one.row), "{} {}", plan.table, one.row);
                assert!(one.tried > 0, "{} {}: no cost matters", plan.table, one.row);
            }
        }
        for Found { table, found } in all() {
            let known = |turn: &Turn| COSTS.iter().any(|cost| cost.key == turn.cost);
            assert!(found.turned.iter().all(known), "{table} {}", found.row);
        }
    }
}
