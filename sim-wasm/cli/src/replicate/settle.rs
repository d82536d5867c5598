//! When the runs of a table have settled: `sched replicate --settle`.
//!
//! A run that is shorter than the published one says something of it only if the effects of its start have ended.
//! A run that is cut is measured in a window, which begins after them. Tables of a family have one window, so it
//! has to wait for the slowest of their rows; the command prints when the rates of each row have settled, and the
//! constant of the family is set to it by hand. Of a whole run the start is a part, so that it has settled only
//! if its rate is that of a run which goes on. Runs as long as the published ones have the start that was published.

use super::plan::{Answer, Plan, Quality, Row, Run};
use super::{known, plans};
use crate::parallel::in_parallel_told;
use sched_core::engine::time::Ns;
use sched_core::scenario::{Scenario, Workload};
use sched_core::sim::Simulation;
use sched_judge::report::Window;
use sched_judge::statistics::{deviation, mean};
use std::fmt::Write;

/// The slices of a run.
const SLICES: usize = 20;
/// The slices of a whole run as the table has it; it goes on for the others.
const WHOLE: usize = 5;
/// The seeds whose rates are added.
const SEEDS: u32 = 4;
/// The mean over so many slices is compared.
const WINDOW: usize = 3;
/// A smaller difference of a rate does not count in the record (%).
const WITHIN_PCT: f64 = 2.0;
/// More loops than any of these runs gets done.
const ENDLESS: u32 = 1_000_000;

/// The first slice from which on the mean over every window that starts in the first half of a run is that of
/// the second half, within `WITHIN_PCT` or two standard errors of such a mean; none if the run is too short.
/// (Geweke's diagnostic compares the start of a series with its second half, too.)
fn settled(rates: &[f64]) -> Option<usize> {
    let half = rates.len() / 2;
    let second = &rates[half..];
    if second.len() < WINDOW {
        return None;
    }
    let whole = mean(second);
    let error = deviation(second)? / (WINDOW as f64).sqrt();
    let within = (whole * WITHIN_PCT / 100.0).max(2.0 * error);
    let deviates = |from: &usize| (mean(&rates[*from..*from + WINDOW]) - whole).abs() > within;
    Some((0..half).rev().find(deviates).map_or(0, |last| last + 1))
}

/// How a row is measured.
#[derive(Clone, Copy)]
enum Measured {
    Window(Window),
    Whole,
}

/// How the rows of a plan are measured; `None`: as long as the published runs, with their start.
fn measured(plan: &Plan) -> Option<Measured> {
    let method = plan.method?;
    let is_hackbench = |row: &Row| match &row.answer {
        Answer::Run(run) => matches!(run.scenario.workload, Workload::Hackbench(_)),
        Answer::Known(_) | Answer::Silent(_) => false,
    };
    let is_shorter = method.loops.is_none_or(|(run, published)| run != published);
    match method.window {
        Some(window) => Some(Measured::Window(window)),
        None => (is_shorter && plan.rows.iter().any(is_hackbench)).then_some(Measured::Whole),
    }
}

/// The work done in each slice of a run, and the length of a slice (ns). A window is a slice long.
fn rates(scenario: &Scenario, lane: usize, how: Measured) -> (Vec<f64>, u64) {
    let simulate = |scenario: &Scenario| Simulation::new(scenario, lane).expect("a scenario of ours is good");
    let (start, slice) = match how {
        Measured::Window(Window { from_ms, until_ms }) => (0, u64::from(until_ms - from_ms) * 1_000_000),
        Measured::Whole => {
            let mut whole = simulate(scenario);
            whole.run_to_end();
            let report = whole.report();
            (report.started_ns, report.elapsed_ns / WHOLE as u64)
        }
    };
    let end = start + slice * SLICES as u64;
    let mut longer = Scenario { warmup_ms: 0, limit_ms: end.div_ceil(1_000_000) as u32, ..scenario.clone() };
    if let Workload::Hackbench(work) = &mut longer.workload {
        work.loops = ENDLESS;
    }
    let mut simulation = simulate(&longer);
    simulation.advance(Ns(start), u64::MAX);
    let mut before = simulation.report().messages;
    let rates = (1..=SLICES as u64).map(|number| {
        simulation.advance(Ns(start + number * slice), u64::MAX);
        let done = simulation.report().messages;
        (done - std::mem::replace(&mut before, done)) as f64
    });
    (rates.collect(), slice)
}

/// What the test says of the rates of a row, added over the seeds; `slice_ms`: the mean length of a slice.
fn told(rates: &[f64], slice_ms: f64, how: Measured) -> String {
    let (from_ms, stretch) = match how {
        Measured::Window(Window { from_ms, .. }) => {
            let first = (f64::from(from_ms) / slice_ms).floor() as usize;
            (f64::from(from_ms), first..first + 1)
        }
        Measured::Whole => (0.0, 0..WHOLE),
    };
    let second = mean(&rates[SLICES / 2..]);
    let off = 100.0 * (mean(&rates[stretch]) / second - 1.0);
    let when = settled(rates).map(|slice| slice as f64 * slice_ms);
    let verdict = match when {
        Some(when) if when <= from_ms => "settled    ",
        _ => "NOT settled",
    };
    let when = when.map_or("never".to_string(), |when| format!("{when:.0} ms"));
    format!("{verdict} {when:>8}, measured from {from_ms:.0} ms, {off:+6.1} %")
}

/// What the test says of each row of the named tables, as text.
pub fn report(tables: &[String]) -> Result<String, String> {
    known(tables)?;
    let plans = plans(Quality::Full);
    let is_wanted = |plan: &&Plan| tables.iter().any(|table| table == plan.table);
    let mut runs: Vec<(String, &Run, Measured)> = Vec::new();
    let mut out = String::new();
    for plan in plans.iter().filter(is_wanted) {
        let Some(how) = measured(plan) else {
            let _ = writeln!(out, "{}: as long as the published runs", plan.table);
            continue;
        };
        runs.extend(plan.rows.iter().filter_map(|row| match &row.answer {
            Answer::Run(run) => Some((format!("{} {}", plan.table, row.name()), &**run, how)),
            Answer::Known(_) | Answer::Silent(_) => None,
        }));
    }
    let seeds: Vec<_> = (0..runs.len()).flat_map(|run| (0..SEEDS).map(move |seed| (run, seed))).collect();
    let of_seeds = in_parallel_told(&seeds, |&(run, seed)| {
        let (_, run, how) = &runs[run];
        rates(&Scenario { seed: run.scenario.seed + seed, ..run.scenario.clone() }, run.lane, *how)
    });
    for ((name, _, how), of_row) in runs.iter().zip(of_seeds.chunks(SEEDS as usize)) {
        let rates: Vec<f64> =
            (0..SLICES).map(|slice| of_row.iter().map(|(seed, _)| seed[slice]).sum()).collect();
        let slices: Vec<f64> = of_row.iter().map(|(_, slice)| *slice as f64 / 1e6).collect();
        let verdict = told(&rates, mean(&slices), *how);
        let rates: Vec<String> = rates.iter().map(|rate| format!("{:.1}", rate / 1e3)).collect();
        let _ = writeln!(out, "{verdict}  {name}: {}", rates.join(" "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::{Measured, Plan, Quality, Window, measured, plans, rates, settled, told};
    use crate::replicate::plan::Answer;

    #[test]
    fn a_rate_has_settled_where_all_windows_are_like_the_second_half() {
        let after = |start: &[f64]| [start, &[99.0, 100.0, 101.0].repeat(7)[start.len()..]].concat();
        assert_eq!(settled(&after(&[])), Some(0));
        assert_eq!(settled(&after(&[50.0, 90.0])), Some(2));
        assert_eq!(settled(&after(&[100.0, 100.0, 120.0])), Some(3), "no window may contain the start");
        assert_eq!(settled(&[100.0; 4]), None, "too short to tell");
    }

    #[test]
    fn a_rate_that_varies_widely_settles_within_its_own_spread() {
        let start = [110.0, 110.0, 110.0];
        let calm = [start.as_slice(), &[100.0, 101.0].repeat(9)].concat();
        let wild = [start.as_slice(), &[85.0, 115.0].repeat(9)].concat();
        assert!(settled(&calm) > Some(0));
        assert_eq!(settled(&wild), Some(0));
    }

    #[test]
    fn a_window_that_begins_too_early_and_a_run_with_a_slow_start_have_not_settled() {
        let late = [[60.0, 70.0, 80.0].as_slice(), &[99.0, 100.0, 101.0].repeat(6)[..17]].concat();
        let from = |from_ms| Measured::Window(Window { from_ms, until_ms: from_ms + 30 });
        assert!(told(&late, 30.0, from(90)).starts_with("settled "), "{}", told(&late, 30.0, from(90)));
        let early = told(&late, 30.0, from(10));
        assert!(early.starts_with("NOT settled") && early.contains("-40.0 %"), "{early}");
        assert!(told(&late, 5.0, Measured::Whole).starts_with("NOT settled"));
        assert!(told(&[100.0; 20], 5.0, Measured::Whole).starts_with("settled "));
    }

    #[test]
    fn a_whole_run_goes_on_for_four_times_its_length() {
        let plans = plans(Quality::Full);
        let plan = plans.iter().find(|plan| plan.table == "s002-hackbench").expect("a table");
        let Answer::Run(run) = &plan.rows[0].answer else { panic!("a run") };
        let (rates, slice) = rates(&run.scenario, run.lane, Measured::Whole);
        assert!(rates.iter().all(|&rate| rate > 0.0), "{rates:?}");
        let whole: f64 = rates[..5].iter().sum();
        let work = run.scenario.workload.clone();
        let sched_core::scenario::Workload::Hackbench(work) = work else { panic!("hackbench") };
        let all = f64::from(work.groups * work.loops * work.fds * work.fds);
        // The run ends with its slowest group, and the one that goes on has no end.
        assert!((0.9 * all..1.3 * all).contains(&whole), "{whole} of {all} in slices of {slice} ns");
    }

    #[test]
    fn runs_of_fewer_loops_than_were_published_are_tested_as_a_whole() {
        let plans = plans(Quality::Full);
        let is_whole = |plan: &&Plan| matches!(measured(plan), Some(Measured::Whole));
        let whole: Vec<&str> = plans.iter().filter(is_whole).map(|plan| plan.table).collect();
        assert_eq!(
            whole,
            [
                "s001-hackbench-8s288",
                "s002-hackbench",
                "later-2021-04-pairs-1node",
                "later-2021-04-pairs-2nodes",
                "later-2023-09-load-avg-hackbench",
                "later-2021-10-newidle-hackbench",
                "later-2022-06-zen3-hackbench",
                "later-2025-10-buddy-pipes",
                "later-2025-10-buddy-sockets",
            ]
        );
    }
}
