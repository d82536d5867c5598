//! Compares the published tables with simulated ones: `sched replicate`.
//!
//! Each file of this folder covers a family of tables: for each published row it has the scenario that
//! answers it, or the reason why none does ([`plan`]). The runs of all tables are distributed over the cores
//! together. Then every row is judged by one set of rules (`sched-judge`) and written to the report
//! ([`report`], [`markdown`]).

mod balancers;
mod cluster;
mod columns;
mod command;
mod compile;
mod constants;
mod distinct;
mod elsewhere;
mod first_sight;
mod hogs;
mod later;
mod load_avg;
mod markdown;
mod memory;
mod merged;
mod plan;
mod published;
mod report;
mod reports;
mod robust;
mod seeds;
mod sensitivity;
mod settle;
mod silent;
pub mod steal;

use crate::parallel::in_parallel_told;
pub use command::{Options, execute};
pub use markdown::{signed, thousands};
use plan::{Answer, Plan, Quality, Run};
use report::Committed;
use sched_core::observe::report::{Ended, RunReport};
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use sched_judge::measure::{Asked, expected_events, measure};
use sched_judge::report::{Figures, Report};
use sched_judge::skill::{self, Skill};
use sched_judge::words::Standing;
use seeds::Load;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The report for people, below the repository's root.
const DOCUMENT: &str = "docs/replication.md";
/// The report for the page, below the repository's root.
const DATA: &str = "src/rooms/replication/generated/replication.json";
/// How the effects of each kind fared, for whoever compares two lanes.
const RECORD: &str = "sim-wasm/judge/src/record.json";
/// The scenarios of the rows, in a separate file: together they are too large for one script.
const SCENARIOS: &str = "src/rooms/replication/generated/scenarios.json";

/// The selected tables and the options of their runs.
struct Wanted<'a> {
    quick: bool,
    /// Only these tables; empty: all.
    tables: &'a [String],
    /// Replaces the number of seeds of each table.
    seeds: Option<u32>,
}

/// Every table, in the order of the published data.
fn plans(quality: Quality) -> Vec<Plan> {
    let mut plans = cluster::plans(quality);
    plans.extend(steal::plans(quality));
    plans.extend(balancers::plans(quality));
    plans.extend(memory::plans(quality));
    plans.extend(compile::plans());
    plans.extend(silent::plans());
    plans.extend(later::plans(quality));
    plans.extend(load_avg::plans(quality));
    plans.extend(merged::plans(quality));
    plans.extend(elsewhere::plans(quality));
    plans.extend(reports::plans(quality));
    plans.extend(hogs::plans());
    let place = |plan: &Plan| published::all().iter().position(|table| table.id == plan.table);
    plans.sort_by_key(place);
    plans
}

/// The names of the published tables, in their order.
pub fn tables() -> Vec<&'static str> {
    published::all().iter().map(|table| table.id.as_str()).collect()
}

/// Runs the selected tables. An unknown table is an error.
fn run(wanted: &Wanted) -> Result<Report, String> {
    let quality = if wanted.quick { Quality::Quick } else { Quality::Full };
    let mut plans = plans(quality);
    known(wanted.tables)?;
    plans.retain(|plan| wanted.tables.is_empty() || wanted.tables.iter().any(|table| table == plan.table));
    if wanted.quick {
        plans.retain(|plan| {
            plan.standing == Standing::Judged && plan.rows.iter().any(|row| row.base.is_some())
        });
    }
    for method in plans.iter_mut().filter_map(|plan| plan.method.as_mut()) {
        method.seeds = wanted.seeds.or(method.seeds);
    }
    let mut report = Report::default();
    for (plan, figures) in plans.iter().zip(figures(&plans)) {
        report::add(&mut report, plan, &figures);
    }
    Ok(weighed(report))
}

/// Judges the figures of the report below `root` again, after a change of a rule, a word or a published
/// figure. The figures stay the same; if the measurement has changed, only the tables in `fresh` are run
/// again.
fn judged_again(root: &Path, fresh: &[String]) -> Result<Report, String> {
    judged_again_with(&written(root)?, fresh)
}

fn judged_again_with(earlier: &Report, fresh: &[String]) -> Result<Report, String> {
    known(fresh)?;
    let mut report = Report::default();
    for plan in plans(Quality::Full) {
        if fresh.iter().any(|table| table == plan.table) {
            let figures = figures(std::slice::from_ref(&plan));
            report::add(&mut report, &plan, &figures[0]);
        } else {
            report::add_again(&mut report, &plan, earlier)?;
        }
    }
    Ok(weighed(report))
}

/// Checks the names of the tables.
fn known(wanted: &[String]) -> Result<(), String> {
    let tables = tables();
    match wanted.iter().find(|table| !tables.contains(&table.as_str())) {
        Some(table) => Err(format!("no table {table}; known: {}", tables.join(", "))),
        None => Ok(()),
    }
}

/// Adds the results that need all tables: the independent rows, and the skill.
fn weighed(mut report: Report) -> Report {
    distinct::mark(&mut report);
    report.skill = Skill::of(&report.tables, &report.rows);
    report.kinds = skill::kinds(&report.tables, &report.rows);
    report
}

/// Reads the report below `root`.
fn written(root: &Path) -> Result<Report, String> {
    let Report { scenarios, .. } = read(root, SCENARIOS)?;
    Ok(Report { scenarios, ..read(root, DATA)? })
}

/// Reads a file below `root`, or a part of it.
fn read<T: DeserializeOwned>(root: &Path, file: &str) -> Result<T, String> {
    let path = root.join(file);
    let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| told(&error))?;
    let mut value: Value = serde_json::from_str(&text).map_err(|error| told(&error))?;
    if let Some(rows) = value.get_mut("rows") {
        *rows = columns::rows(rows).map_err(|error| told(&error))?;
    }
    T::deserialize(value).map_err(|error| told(&error))
}

/// A run of one lane.
struct Job {
    scenario: Scenario,
    report: Option<RunReport>,
}

/// The runs. The same lane of the same scenario runs only once, even if several tables need it.
#[derive(Default)]
struct Jobs {
    jobs: Vec<Job>,
    index: BTreeMap<String, usize>,
}

impl Jobs {
    /// The job of a run and a seed; a new one is added.
    fn of(&mut self, run: &Run, seed: u32) -> usize {
        let lanes = vec![run.scenario.lanes[run.lane].clone()];
        let scenario = Scenario { seed: run.scenario.seed + seed, lanes, ..run.scenario.clone() };
        let key = serde_json::to_string(&scenario).expect("plain data");
        *self.index.entry(key).or_insert_with(|| {
            self.jobs.push(Job { scenario, report: None });
            self.jobs.len() - 1
        })
    }
}

/// The simulated figures of all rows of all plans, with as many seeds as each needs.
fn figures(plans: &[Plan]) -> Vec<Figures> {
    let mut jobs = Jobs::default();
    let mut loads: Vec<Vec<Load>> = plans.iter().map(seeds::loads).collect();
    loop {
        let own = |(plan, loads): (&Plan, &Vec<Load>)| jobs_of(plan, loads, &mut jobs);
        let wanted: Vec<Vec<Vec<usize>>> = plans.iter().zip(&loads).map(own).collect();
        simulate(&mut jobs.jobs);
        let all: Vec<Figures> =
            plans.iter().zip(&wanted).map(|(plan, rows)| measured(plan, rows, &jobs.jobs)).collect();
        let mut is_done = true;
        for ((plan, loads), figures) in plans.iter().zip(&mut loads).zip(&all) {
            let rows = report::simulated(plan, figures);
            for load in loads {
                if let Some(more) = load.next(&rows) {
                    load.seeds = more;
                    is_done = false;
                }
            }
        }
        if is_done {
            return all;
        }
    }
}

/// The jobs of each row of a plan, one for each seed.
fn jobs_of(plan: &Plan, loads: &[Load], jobs: &mut Jobs) -> Vec<Vec<usize>> {
    let mut of_rows = vec![Vec::new(); plan.rows.len()];
    for load in loads {
        for &row in &load.rows {
            if let Answer::Run(run) = &plan.rows[row].answer {
                of_rows[row] = (0..load.seeds).map(|seed| jobs.of(run, seed)).collect();
            }
        }
    }
    of_rows
}

/// The figures of the rows of a plan from the reports of their jobs.
fn measured(plan: &Plan, rows: &[Vec<usize>], jobs: &[Job]) -> Figures {
    let loops = plan.method.and_then(|method| method.loops).map(|(_, published)| published);
    let of_row = |(row, own): (&plan::Row, &Vec<usize>)| {
        let Answer::Run(run) = &row.answer else { return Vec::new() };
        let asked = Asked { quantity: row.quantity, load: row.load.clone(), loops };
        let reports = own.iter().map(|&job| jobs[job].report.as_ref());
        reports.map(|report| Some(measure(&asked, &run.scenario.workload, report?))).collect()
    };
    plan.rows.iter().zip(rows).map(of_row).collect()
}

/// Runs all jobs that have not run, on all cores, the longest first.
fn simulate(jobs: &mut [Job]) {
    let mut order: Vec<usize> = (0..jobs.len()).filter(|&job| jobs[job].report.is_none()).collect();
    order.sort_by(|&a, &b| expected_events(&jobs[b].scenario).total_cmp(&expected_events(&jobs[a].scenario)));
    let done = in_parallel_told(&order, |&job| {
        let mut simulation = Simulation::new(&jobs[job].scenario, 0).expect("a scenario of ours is good");
        simulation.run_to_end();
        let report = simulation.report();
        let cut = report.ended != Ended::Finished;
        assert!(!cut || jobs[job].scenario.warmup_ms > 0, "only a window is cut: {:?}", jobs[job].scenario);
        report
    });
    for (job, report) in order.into_iter().zip(done) {
        jobs[job].report = Some(report);
    }
}

/// The whole report as JSON.
fn to_json(report: &Report) -> String {
    object(&[
        scores(report),
        ("kinds", list(&report.kinds)),
        ("tables", list(&report.tables)),
        ("scenarios", list(&report.scenarios)),
        ("rows", list(&report.rows)),
    ])
}

fn scores(report: &Report) -> (&'static str, String) {
    ("skill", serde_json::to_string(&report.skill).expect("plain data"))
}

/// One entry a line, so that a change of one row changes one line.
fn list(entries: &[impl Serialize]) -> String {
    let line = |entry| serde_json::to_string(entry).expect("plain data");
    format!("[\n{}\n]", entries.iter().map(line).collect::<Vec<_>>().join(",\n"))
}

fn object(parts: &[(&str, String)]) -> String {
    let fields: Vec<_> = parts.iter().map(|(name, text)| format!("\"{name}\": {text}")).collect();
    format!("{{\n{}\n}}\n", fields.join(",\n"))
}

/// The files of a report, below the repository's root, with their texts.
fn files(report: &Report) -> [(&'static str, String); 4] {
    [
        (DOCUMENT, markdown::of(report)),
        (
            DATA,
            object(&[
                scores(report),
                ("kinds", list(&report.kinds)),
                ("tables", list(&report.tables)),
                ("rows", columns::text(&report.rows)),
            ]),
        ),
        (SCENARIOS, object(&[("scenarios", list(&report.scenarios))])),
        (RECORD, format!("{}\n", list(&report.kinds))),
    ]
}

/// Writes all files below `root`; returns their paths.
fn write(report: &Report, root: &Path) -> std::io::Result<[&'static str; 4]> {
    let files = files(report);
    for (file, text) in &files {
        std::fs::write(root.join(file), text)?;
    }
    Ok(files.map(|(file, _)| file))
}

/// A line for each gain, for the terminal.
fn summary(report: &Report) -> String {
    let mut out = String::new();
    for row in report.rows.iter().filter(|row| row.simulated.is_some()) {
        out.push_str(&markdown::line(row));
        out.push('\n');
    }
    out
}

/// The gains whose sign differs from the report committed below `root`: one line each.
fn changed_signs(report: &Report, root: &Path) -> Result<Vec<String>, String> {
    let committed: Committed = read(root, DATA)?;
    let mut changed = Vec::new();
    for row in &report.rows {
        let (Some(now), Some(half)) = (row.gain_simulated, row.gain_ci95) else { continue };
        let quantity = row.quantity.key();
        let same = |old: &&report::CommittedRow| {
            old.table == row.table && old.row == row.row && old.quantity == quantity
        };
        let before = committed.rows.iter().find(same);
        let before = before.and_then(|old| old.gain_simulated.zip(old.gain_ci95));
        if before.is_some_and(|(before, spread)| is_changed(before, spread, now, half)) {
            changed.push(format!(
                "{} {}: the gain was {:+.1} %, and is {now:+.1} ± {half:.1} %",
                row.table,
                row.row,
                before.map_or(0.0, |(gain, _)| gain)
            ));
        }
    }
    if !changed.is_empty() {
        changed.push("If this is meant: npm run replicate".to_string());
    }
    Ok(changed)
}

/// A committed gain that is larger than this (%) and than this multiple of its interval must keep its sign,
/// even in the few short runs of the quick form, unless these are undecided. A smaller gain may become zero,
/// but not the opposite.
const LARGE_PCT: f64 = 5.0;
const CERTAIN: f64 = 2.0;

fn is_changed(before: f64, spread: f64, now: f64, half: f64) -> bool {
    let clear = |gain: f64, half: f64| gain.abs() > half;
    let opposite = before * now < 0.0 && clear(before, spread) && clear(now, half);
    let large = before.abs() >= LARGE_PCT && before.abs() > CERTAIN * spread;
    let lost = before * now <= 0.0 || now.abs() < 1.0;
    opposite || large && lost && clear(now - before, half)
}

#[cfg(test)]
mod tests {
    use super::plan::{Answer, Quality};
    use super::{
        Report, files, is_changed, judged_again, judged_again_with, plans, published, report, tables,
        to_json, written,
    };
    use sched_core::scenario::check;
    use sched_judge::words::Origin;
    use serde_json::Value;
    use std::path::Path;

    const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

    #[test]
    fn a_row_whose_run_has_changed_is_not_judged_again() {
        let again = |change: fn(&mut Report)| {
            let mut earlier = written(Path::new(ROOT)).expect("a report");
            change(&mut earlier);
            report::add_again(&mut Report::default(), &plans(Quality::Full)[0], &earlier).map_err(|fault| {
                assert!(fault.contains("is run in another way today"), "{fault}");
            })
        };
        assert_eq!(again(|_| {}), Ok(()));
        assert_eq!(again(|earlier| earlier.rows[0].seeds = Some(1)), Err(()), "other seeds");
        assert_eq!(again(|earlier| earlier.scenarios[0].limit_ms += 1), Err(()), "another scenario");
    }

    #[test]
    fn the_written_report_equals_a_new_judgement_of_its_figures() {
        let root = Path::new(ROOT);
        let report = judged_again(root, &[]).expect("every row is run as it was");
        for (file, text) in files(&report) {
            let written = std::fs::read_to_string(root.join(file)).expect("a file");
            // `npm run replicate` also breaks lines, which adds `>` in quotations.
            let words = |text: &'_ str| {
                text.split_whitespace().filter(|word| *word != ">").map(String::from).collect()
            };
            let (old, new): (Vec<String>, Vec<String>) = (words(&written), words(&text));
            let differs = old.iter().zip(&new).find(|(old, new)| old != new);
            assert!(old == new, "{file}: npm run replicate -- --again would change {differs:?}");
        }
    }

    #[test]
    fn a_table_that_is_run_alone_leaves_the_others_unchanged() {
        const RUN: &str = "later-2021-09-stream";
        let mut earlier = written(Path::new(ROOT)).expect("a report");
        let runs: Vec<bool> = earlier.rows.iter().map(|row| row.scenario.is_some()).collect();
        earlier.rows.iter_mut().for_each(|row| row.simulated = row.scenario.map(|_| -1.0));
        let report = judged_again_with(&earlier, &[RUN.to_string()]).expect("a known table");
        assert_eq!(report.rows.len(), runs.len());
        for (row, runs) in report.rows.iter().zip(runs) {
            assert_eq!(row.simulated == Some(-1.0), runs && row.table != RUN, "{} {}", row.table, row.row);
        }
        assert!(judged_again_with(&earlier, &["s000".to_string()]).is_err());
    }

    #[test]
    fn every_published_table_and_row_is_in_the_report() {
        let plans = plans(Quality::Full);
        let ids: Vec<&str> = plans.iter().map(|plan| plan.table).collect();
        assert_eq!(ids, tables());
        for plan in &plans {
            let rows = published::table(plan.table).rows.len();
            assert!(plan.rows.len() >= rows, "{}: {} of {rows}", plan.table, plan.rows.len());
            let mut names: Vec<_> = plan.rows.iter().map(|row| (row.name(), row.quantity.key())).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), plan.rows.len(), "{}: two rows of one name", plan.table);
        }
    }

    #[test]
    fn a_table_is_named_by_how_it_came_to_the_model() {
        for plan in plans(Quality::Full) {
            let group = plan.table.split('-').next().unwrap_or_default();
            let named = match plan.origin {
                Origin::MadeFrom => group.starts_with("s0"),
                Origin::LookedUpLater => group == "later",
                Origin::MeasuredHere => ["measured", "hogs"].contains(&group),
            };
            assert!(named, "{}: {:?}", plan.table, plan.origin);
        }
    }

    #[test]
    fn the_json_has_both_records_with_their_rules() {
        let report = judged_again(Path::new(ROOT), &[]).expect("every row is run as it was");
        let json: Value = serde_json::from_str(&to_json(&report)).expect("JSON");
        for record in ["made_from", "looked_up_later"] {
            for when in ["today", "at_first_sight"] {
                let score = &json["skill"][record][when];
                for signs in ["gains", "zeros", "losses", "sizes"] {
                    let [right, open, wrong, of] =
                        ["right", "open", "wrong", "of"].map(|key| score[signs][key].as_u64().expect(key));
                    assert_eq!(right + open + wrong, of, "{record} {when} {signs}");
                }
                assert_eq!(score["every_patch_helps"], score["gains"]["of"]);
                assert_eq!(score["nothing_changes"], score["zeros"]["of"]);
            }
        }
        for key in ["family", "load", "right", "open", "wrong", "of", "looked_up_later"] {
            assert!(json["kinds"][0].get(key).is_some(), "{key}");
        }
    }

    #[test]
    fn every_scenario_is_valid_and_every_base_has_the_same_quantity() {
        for plan in plans(Quality::Full).iter().chain(&plans(Quality::Quick)) {
            for row in &plan.rows {
                if let Answer::Run(run) = &row.answer {
                    assert_eq!(check(&run.scenario), Vec::new(), "{} {}", plan.table, row.name());
                    assert!(run.lane < run.scenario.lanes.len());
                }
                if let Some(base) = row.base {
                    assert_eq!(plan.rows[base].quantity, row.quantity, "{} {}", plan.table, row.name());
                }
            }
        }
    }

    #[test]
    fn all_runs_of_a_table_have_the_same_window() {
        for plan in plans(Quality::Full) {
            let Some(window) = plan.method.and_then(|method| method.window) else { continue };
            for row in &plan.rows {
                let Answer::Run(run) = &row.answer else { continue };
                let own = (run.scenario.warmup_ms, run.scenario.limit_ms);
                assert_eq!(own, (window.from_ms, window.until_ms), "{} {}", plan.table, row.name());
            }
        }
    }

    #[test]
    fn a_large_gain_must_keep_its_sign_and_a_small_one_must_not_turn() {
        assert!(!is_changed(20.0, 1.0, 12.0, 15.0));
        assert!(is_changed(20.0, 1.0, 0.4, 15.0));
        assert!(is_changed(20.0, 1.0, -3.0, 15.0));
        assert!(!is_changed(20.0, 1.0, -3.0, 200.0));
        assert!(!is_changed(3.0, 1.0, -2.0, 5.0));
        assert!(is_changed(3.0, 1.0, -2.0, 1.5));
        assert!(!is_changed(1.0, 3.0, -2.0, 1.5));
    }
}
