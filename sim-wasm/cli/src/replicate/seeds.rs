//! How many seeds a row has.
//!
//! The rows of a load are compared seed by seed, so they have the same seeds: few at first, and twice as many
//! as long as an interval is too wide. How wide it may be follows from what was published, so that neither
//! the sign nor the size of what comes out decides when to stop. Two lanes with the same figures under two seeds
//! are the same lane, and need no third.
//!
//! An interval that stops when it is narrow is narrow too often: of normal figures 91 % of the intervals contain
//! the mean in the worst case, instead of 95 %.

use super::plan::{Answer, Plan};
use super::report;
use sched_judge::measure::expected_events;
use sched_judge::report::RowReport;
use sched_judge::verdict::ABOUT_ZERO_PCT;
use std::collections::BTreeMap;

/// The numbers of seeds, in their order, each with the most events that a run may have: the whole report has a
/// quarter of an hour. The first is only enough for lanes that do not differ.
const NUMBERS: [(u32, f64); 4] = [(2, f64::INFINITY), (3, f64::INFINITY), (6, 30e6), (12, 2e6)];

/// The rows of a plan that are compared with one row, and that row; or a row that is compared with none.
pub struct Load {
    /// Their indexes in the plan; all of them are run.
    pub rows: Vec<usize>,
    /// The numbers of seeds that they may have.
    numbers: Vec<u32>,
    /// The number of seeds.
    pub seeds: u32,
}

/// The loads of a plan, with the fewest seeds.
pub fn loads(plan: &Plan) -> Vec<Load> {
    let mut rows: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, row) in plan.rows.iter().enumerate() {
        if matches!(row.answer, Answer::Run(_)) {
            rows.entry(row.base.unwrap_or(index)).or_default().push(index);
        }
    }
    let fixed = plan.method.and_then(|method| method.seeds);
    let load = |rows: Vec<usize>| {
        let numbers = fixed.map_or_else(|| numbers(plan, &rows), |fixed| vec![fixed]);
        let seeds = numbers[0];
        Load { rows, numbers, seeds }
    };
    rows.into_values().map(load).collect()
}

fn numbers(plan: &Plan, rows: &[usize]) -> Vec<u32> {
    let is_compared = rows.iter().any(|&row| report::gain(plan, &plan.rows[row]).is_some());
    let events = rows.iter().map(|&row| match &plan.rows[row].answer {
        Answer::Run(run) => expected_events(&run.scenario),
        Answer::Known(_) | Answer::Silent(_) => 0.0,
    });
    let events = events.fold(0.0, f64::max);
    let fits = NUMBERS.into_iter().filter(|&(_, most)| events <= most).map(|(number, _)| number);
    fits.skip(usize::from(!is_compared)).collect()
}

impl Load {
    /// The number of seeds that these rows need next, after the figures that they have; `None`: they have
    /// enough.
    pub fn next(&self, rows: &[RowReport]) -> Option<u32> {
        let next = self.numbers.iter().copied().find(|&number| number > self.seeds)?;
        let own: Vec<&RowReport> = self.rows.iter().map(|&row| &rows[row]).collect();
        let gains: Vec<&RowReport> = own.iter().copied().filter(|row| row.gain_simulated.is_some()).collect();
        let enough = match (gains.is_empty(), self.seeds == NUMBERS[0].0) {
            (true, _) => own.iter().all(|row| is_narrow(row.ci95, value_limit(row))),
            (false, true) => {
                gains.iter().all(|row| (row.gain_simulated, row.gain_ci95) == (Some(0.0), Some(0.0)))
            }
            (false, false) => gains.iter().all(|row| is_narrow(row.gain_ci95, gain_limit(row))),
        };
        (!enough).then_some(next)
    }

    /// Whether these rows can have this number of seeds.
    pub fn can_have(&self, seeds: u32) -> bool {
        self.numbers.contains(&seeds)
    }
}

fn is_narrow(half: Option<f64>, limit: f64) -> bool {
    half.is_some_and(|half| half <= limit)
}

/// Half of the widest interval of a gain (points): its tolerance, or half of the published gain if that is more.
fn gain_limit(row: &RowReport) -> f64 {
    let published = row.gain_published.unwrap_or(0.0).abs();
    row.gain_within.unwrap_or(ABOUT_ZERO_PCT).max(published / 2.0)
}

/// Half of the widest interval of a value, which is its tolerance; a value without one is not judged by its size.
fn value_limit(row: &RowReport) -> f64 {
    let percent =
        row.within_pct.zip(row.published).map(|(within, published)| within * published.abs() / 100.0);
    row.within_points.or(percent).unwrap_or(f64::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::{Load, NUMBERS, loads};
    use crate::replicate::plan::{Answer, Quality};
    use crate::replicate::plans;
    use sched_judge::measure::expected_events;
    use sched_judge::report::{RowReport, simulate};
    use sched_judge::words::Standing;
    use serde_json::json;

    /// A row, and one with a gain over it of 8 % that may be 3 points off.
    fn pair() -> Vec<RowReport> {
        let row = |name: &str, gain: Option<f64>| {
            let row = json!({"table": "t", "row": name, "load": "1", "variant": name, "quantity": "time", "unit": "s",
                "spoken": true, "published_runs": [], "gain_over": gain.map(|_| "old"), "gain_about_zero": false,
                "fitted": [], "gain_published": gain, "gain_within": gain.map(|_| 3.0), "scenario": 0, "lane": 0});
            serde_json::from_value(row).expect("a row")
        };
        vec![row("old", None), row("new", Some(8.0))]
    }

    fn load(seeds: u32) -> Load {
        Load { rows: vec![0, 1], numbers: NUMBERS.map(|(number, _)| number).to_vec(), seeds }
    }

    /// What follows if the times saved under each seed are these (%).
    fn after(saved: &[f64]) -> Option<u32> {
        let mut rows = pair();
        let new = saved.iter().map(|saved| Some(100.0 - saved)).collect();
        simulate(&mut rows, &vec![vec![Some(100.0); saved.len()], new]);
        load(saved.len() as u32).next(&rows)
    }

    #[test]
    fn two_seeds_are_enough_for_equal_lanes_only() {
        assert_eq!(after(&[0.0, 0.0]), None);
        assert_eq!(after(&[8.0, 8.0]), Some(3), "narrow, but apart");
        assert_eq!(after(&[0.0, 0.5]), Some(3));
    }

    #[test]
    fn there_are_twice_as_many_seeds_while_the_interval_is_wide() {
        assert_eq!(after(&[8.0, 8.5, 9.0]), None);
        let wide = [0.0, 12.0, 4.0, 20.0, -4.0, 9.0];
        assert_eq!([after(&wide[..3]), after(&wide)], [Some(6), Some(12)]);
        assert_eq!(after(&wide.repeat(2)), None, "no more seeds than that");
    }

    #[test]
    fn only_the_width_of_an_interval_decides() {
        for wide in [[1.0, 3.0, 5.0], [1.0, 2.0, 3.0]] {
            let moved = [-30.0, -2.0, 0.0, 2.0, 30.0].map(|by| after(&wide.map(|saved| saved + by)));
            assert_eq!(moved, [moved[0]; 5], "neither sign nor size");
        }
        assert_eq!((after(&[1.0, 3.0, 5.0]), after(&[1.0, 2.0, 3.0])), (Some(6), None));
    }

    /// Two standard normal figures (Box and Muller 1958) from pseudorandom numbers.
    fn normal(state: &mut u64) -> f64 {
        let mut uniform = || {
            *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((*state >> 11) as f64 + 0.5) / (1u64 << 53) as f64
        };
        (-2.0 * uniform().ln()).sqrt() * (std::f64::consts::TAU * uniform()).cos()
    }

    #[test]
    fn nine_of_ten_intervals_contain_the_mean_and_stopping_does_not_shift_it() {
        const RUNS: u32 = 4_000;
        let mut state = 5;
        // The limit is 4 points.
        for deviation in [0.5, 2.0, 4.0, 5.0, 8.0] {
            let (mut contain, mut sum) = (0, 0.0);
            for _ in 0..RUNS {
                let saved: Vec<f64> = (0..12).map(|_| 8.0 + deviation * normal(&mut state)).collect();
                let mut rows = pair();
                for seeds in [3, 6, 12] {
                    let new = saved[..seeds].iter().map(|saved| Some(100.0 - saved)).collect();
                    simulate(&mut rows, &vec![vec![Some(100.0); seeds], new]);
                    if load(seeds as u32).next(&rows).is_none() {
                        break;
                    }
                }
                let (mean, half) = rows[1].gain_simulated.zip(rows[1].gain_ci95).expect("a gain");
                contain += u32::from((mean - 8.0).abs() <= half);
                sum += mean;
            }
            let part = f64::from(contain) / f64::from(RUNS);
            assert!((0.895..0.965).contains(&part), "{deviation}: {part}");
            assert!((sum / f64::from(RUNS) - 8.0).abs() < 0.2, "{deviation}: {}", sum / f64::from(RUNS));
        }
    }

    #[test]
    fn every_run_of_the_report_has_the_seeds_of_one_rule() {
        for plan in plans(Quality::Full) {
            let loads = loads(&plan);
            let mut rows: Vec<usize> = loads.iter().flat_map(|load| load.rows.clone()).collect();
            rows.sort_unstable();
            let run = (0..plan.rows.len()).filter(|&row| matches!(plan.rows[row].answer, Answer::Run(_)));
            assert_eq!(rows, run.collect::<Vec<_>>(), "{}: each row is in one load", plan.table);
            for load in loads {
                if let Some(fixed) = plan.method.and_then(|method| method.seeds) {
                    assert_eq!((fixed, plan.standing), (2, Standing::Retracted), "{}", plan.table);
                    continue;
                }
                let events = load.rows.iter().map(|&row| match &plan.rows[row].answer {
                    Answer::Run(run) => expected_events(&run.scenario),
                    _ => 0.0,
                });
                let all: &[u32] = match events.fold(0.0, f64::max) {
                    events if events > 30e6 => &[3],
                    events if events > 2e6 => &[3, 6],
                    _ => &[3, 6, 12],
                };
                assert!(load.numbers.ends_with(all), "{}: {:?}", plan.table, load.numbers);
                assert_eq!(load.numbers.len() - all.len(), usize::from(load.numbers[0] == 2));
            }
        }
    }
}
