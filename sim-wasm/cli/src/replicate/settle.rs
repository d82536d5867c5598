//! When the runs of a table have settled: `sched replicate --settle`.
//!
//! A run that is cut is measured in a window, and the effects of its start must have ended before. Tables
//! of a family have one window, so it has to wait for the slowest of their rows. The window starts where the
//! rates of every row have settled; the command prints this moment, and the constant of the family is set to
//! it by hand.

use super::plan::{Answer, Plan, Quality};
use super::{known, plans};
use crate::parallel::in_parallel_told;
use sched_core::engine::time::Ns;
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use sched_judge::statistics::deviation;
use std::fmt::Write;

/// The length of a slice (ms).
const SLICE_MS: u32 = 100;
/// The slices of a run.
const SLICES: usize = 20;
/// The seeds whose rates are added.
const SEEDS: u32 = 4;
/// The slices of a window: the mean over as many is compared.
const WINDOW: usize = 3;
/// A smaller difference of a rate does not count in the record (%).
const WITHIN_PCT: f64 = 2.0;

/// The first slice from which on the mean over every window that starts in the first half of a run is that of
/// the second half, within `WITHIN_PCT` or two standard errors of such a mean; none if the run is too short.
/// (Geweke's diagnostic compares the start of a series with its second half, too.)
fn settled(rates: &[f64]) -> Option<usize> {
    let half = rates.len() / 2;
    let second = &rates[half..];
    if second.len() < WINDOW {
        return None;
    }
    let mean = |rates: &[f64]| rates.iter().sum::<f64>() / rates.len() as f64;
    let whole = mean(second);
    let error = deviation(second)? / (WINDOW as f64).sqrt();
    let within = (whole * WITHIN_PCT / 100.0).max(2.0 * error);
    let deviates = |from: &usize| (mean(&rates[*from..*from + WINDOW]) - whole).abs() > within;
    Some((0..half).rev().find(deviates).map_or(0, |last| last + 1))
}

/// The work done in each slice of a run.
fn rates(scenario: &Scenario, lane: usize) -> Vec<f64> {
    let limit_ms = SLICE_MS * SLICES as u32;
    let whole = Scenario { warmup_ms: 0, limit_ms, ..scenario.clone() };
    let mut simulation = Simulation::new(&whole, lane).expect("a scenario of ours is good");
    let mut before = 0;
    (1..=SLICES as u64)
        .map(|slice| {
            simulation.advance(Ns(slice * u64::from(SLICE_MS) * 1_000_000), u64::MAX);
            let done = simulation.report().messages;
            (done - std::mem::replace(&mut before, done)) as f64
        })
        .collect()
}

/// The moment at which each row of the named tables has settled, as text.
pub fn report(tables: &[String]) -> Result<String, String> {
    known(tables)?;
    let plans = plans(Quality::Full);
    let is_wanted = |plan: &&Plan| tables.iter().any(|table| table == plan.table);
    let runs = plans.iter().filter(is_wanted).flat_map(|plan| {
        plan.rows.iter().filter_map(move |row| match &row.answer {
            Answer::Run(run) => Some((format!("{} {}", plan.table, row.name()), run)),
            Answer::Known(_) | Answer::Silent(_) => None,
        })
    });
    let runs: Vec<_> = runs.collect();
    let seeds: Vec<_> = (0..runs.len()).flat_map(|run| (0..SEEDS).map(move |seed| (run, seed))).collect();
    let of_seeds = in_parallel_told(&seeds, |&(run, seed)| {
        let run = runs[run].1;
        rates(&Scenario { seed: run.scenario.seed + seed, ..run.scenario.clone() }, run.lane)
    });
    let mut out = String::new();
    for ((name, _), of_row) in runs.iter().zip(of_seeds.chunks(SEEDS as usize)) {
        let rates: Vec<f64> = (0..SLICES).map(|slice| of_row.iter().map(|seed| seed[slice]).sum()).collect();
        let when =
            settled(&rates).map_or("never".to_string(), |slice| format!("{:5} ms", slice as u32 * SLICE_MS));
        let rates: Vec<String> = rates.iter().map(|rate| format!("{:.0}", rate / 1e3)).collect();
        let _ = writeln!(out, "{when}  {name}: {}", rates.join(" "));
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::settled;

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
}
