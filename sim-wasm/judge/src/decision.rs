//! What several seeds say of lane B beside lane A.
//!
//! The rule that decides it is [`finding`]. Command line, page and exports follow it; the page words it.

use crate::statistics::{Estimate, differences, mean};
use crate::verdict::ABOUT_ZERO_PCT;
use sched_core::observe::report::{Ended, Percentiles, RunReport};
use sched_core::scenario::Decides;
use serde::Serialize;

/// With fewer paired seeds nobody says that there is no difference.
pub const FEWEST_SEEDS: usize = 16;

/// What a difference between two lanes shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// The interval excludes zero.
    Apart,
    /// No difference: enough seeds, and the whole interval is about zero.
    None,
    /// Anything else: more seeds may show either.
    Undecided,
}

impl Finding {
    pub fn key(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::None => "none",
            Self::Undecided => "undecided",
        }
    }
}

/// The only rule that decides whether lanes differ, from the paired difference in percent and the number of seeds.
pub fn finding(difference: Estimate, seeds: usize) -> Finding {
    let Some(half) = difference.ci95 else { return Finding::Undecided };
    if difference.is_distinguishable() {
        Finding::Apart
    } else if seeds >= FEWEST_SEEDS && difference.mean.abs() + half < ABOUT_ZERO_PCT {
        Finding::None
    } else {
        Finding::Undecided
    }
}

/// `b` minus `a`, pair by pair, in percent of the larger mean, for figures that are 0 where all is well; 0 where both are.
pub fn differences_of_larger(a: &[f64], b: &[f64]) -> Vec<f64> {
    let base = mean(a).max(mean(b));
    let part = |(a, b): (&f64, &f64)| if base > 0.0 { (b - a) / base * 100.0 } else { 0.0 };
    a.iter().zip(b).map(part).collect()
}

/// A figure by which an experiment can be decided.
#[derive(Clone, Copy, Debug)]
pub struct Deciding {
    /// Its key in the documents of the command line.
    pub key: &'static str,
    pub label: &'static str,
    /// The unit in which a person reads it, and how many of the figure's are one.
    pub unit: &'static str,
    pub scale: f64,
    pub of: fn(&RunReport) -> f64,
    pub more_is_better: bool,
    /// Zero is the best, so that a percentage of A may have no value: both lanes are shown side by side.
    pub is_beside: bool,
}

const ELAPSED: Deciding = Deciding {
    key: "elapsed_ns",
    label: "time to finish",
    unit: "ms",
    scale: 1e6,
    of: |report| report.elapsed_ns as f64,
    more_is_better: false,
    is_beside: false,
};

const RATE: Deciding = Deciding {
    key: "messages_per_s",
    label: "work done per second",
    unit: "/s",
    scale: 1.0,
    of: |report| report.messages_per_s,
    more_is_better: true,
    is_beside: false,
};

const fn wait(key: &'static str, label: &'static str, of: fn(&RunReport) -> f64) -> Deciding {
    Deciding { key, label, unit: "ms", scale: 1e6, of, more_is_better: false, is_beside: true }
}

const fn percent(key: &'static str, label: &'static str, of: fn(&RunReport) -> f64) -> Deciding {
    Deciding { key, label, unit: "%", scale: 1.0, of, more_is_better: false, is_beside: true }
}

/// The latency of a request; 0 in a workload without requests.
fn request(report: &RunReport) -> Percentiles {
    report.request_latency.unwrap_or_default()
}

/// The figure of a deciding quantity. `timed`: every run completed its work.
pub fn deciding(decides: Decides, timed: bool) -> Deciding {
    match decides {
        Decides::Work if timed => ELAPSED,
        Decides::Work => RATE,
        Decides::WaitP50 => wait("wake_latency.p50", "wake-up latency p50", |r| r.wake_latency.p50 as f64),
        Decides::WaitP90 => wait("wake_latency.p90", "wake-up latency p90", |r| r.wake_latency.p90 as f64),
        Decides::WaitP99 => wait("wake_latency.p99", "wake-up latency p99", |r| r.wake_latency.p99 as f64),
        Decides::WaitP99_9 => {
            wait("wake_latency.p99_9", "wake-up latency p99.9", |r| r.wake_latency.p99_9 as f64)
        }
        Decides::RequestP50 => wait("request_latency.p50", "request latency p50", |r| request(r).p50 as f64),
        Decides::RequestP99 => wait("request_latency.p99", "request latency p99", |r| request(r).p99 as f64),
        Decides::Wasted => percent("wasted_pct", "wasted CPU time", |r| r.wasted_pct),
        Decides::Shares => percent("share_gap_pct", "gap between equal shares", |r| r.share_gap_pct),
    }
}

/// Lane B beside lane A by the quantity that decides the experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The quantity, in the word of the document.
    pub decides: Decides,
    /// The figure of the reports.
    pub figure: &'static str,
    pub finding: Finding,
    /// The better lane, `a` or `b`, if the lanes are apart.
    pub better: Option<&'static str>,
    /// Paired seeds.
    pub seeds: usize,
    /// Means, in the unit of the report.
    pub a: Estimate,
    pub b: Estimate,
    /// B minus A, seed by seed, in the unit of the report.
    pub difference: Estimate,
    /// The same in percent of the mean of A; of waits, wasted time and shares in percent of the larger mean.
    pub difference_pct: Estimate,
}

/// Decides an experiment from the reports of both lanes, seed by seed; `None` without a seed.
pub fn decide(decides: Decides, a: &[RunReport], b: &[RunReport]) -> Option<Decision> {
    if a.is_empty() || a.len() != b.len() {
        return None;
    }
    let timed = a.iter().chain(b).all(|report| report.ended == Ended::Finished);
    let figure = deciding(decides, timed);
    let of = |runs: &[RunReport]| runs.iter().map(figure.of).collect::<Vec<f64>>();
    let (a, b) = (of(a), of(b));
    let apart: Vec<f64> = a.iter().zip(&b).map(|(a, b)| b - a).collect();
    let beside = || differences_of_larger(&a, &b);
    let percent = if figure.is_beside { beside() } else { differences(&a, &b).unwrap_or_else(beside) };
    let difference_pct = Estimate::of(&percent);
    let finding = finding(difference_pct, a.len());
    let b_is_better = (difference_pct.mean > 0.0) == figure.more_is_better;
    Some(Decision {
        decides,
        figure: figure.key,
        finding,
        better: (finding == Finding::Apart).then_some(if b_is_better { "b" } else { "a" }),
        seeds: a.len(),
        a: Estimate::of(&a),
        b: Estimate::of(&b),
        difference: Estimate::of(&apart),
        difference_pct,
    })
}

impl Decision {
    /// One sentence in English.
    pub fn sentence(&self) -> String {
        let figure = deciding(self.decides, self.figure == ELAPSED.key);
        let value = |of: Estimate| short(of.mean / figure.scale);
        let both = format!("A {}, B {} {}", value(self.a), value(self.b), figure.unit);
        let seeds =
            if self.seeds == 1 { "1 paired seed".into() } else { format!("{} paired seeds", self.seeds) };
        let about = match self.finding {
            Finding::Apart if self.difference_pct.mean > 0.0 => "more in B",
            Finding::Apart => "less in B",
            Finding::None => "no difference",
            Finding::Undecided => "undecided",
        };
        if figure.is_beside {
            return format!("{}: {about}. {both} ({seeds}).", figure.label);
        }
        format!("{}: {about}. {both}, {} ({seeds}).", figure.label, self.difference_pct.percent())
    }
}

/// A number with two digits or all before the point.
fn short(value: f64) -> String {
    let size = value.abs();
    if size == 0.0 {
        return "0".into();
    }
    let digits = (1.0 - size.log10().floor()).clamp(0.0, 6.0) as usize;
    format!("{value:.digits$}")
}

#[cfg(test)]
mod tests {
    use super::{Decision, FEWEST_SEEDS, Finding, decide, deciding, differences_of_larger, finding, short};
    use crate::statistics::Estimate;
    use crate::verdict::ABOUT_ZERO_PCT;
    use sched_core::observe::report::{Ended, RunReport};
    use sched_core::scenario::{Decides, parse};
    use sched_core::sim::Simulation;

    /// Pseudorandom numbers between -1 and 1.
    fn randoms(mut state: u64) -> impl FnMut() -> f64 {
        move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as f64 / f64::from(1u32 << 30) - 1.0
        }
    }

    #[test]
    fn no_difference_is_found_only_with_enough_seeds_and_an_interval_about_zero() {
        let mut next = randoms(7);
        let mut found = [0; 3];
        for _ in 0..20_000 {
            let seeds = 1 + (next().abs() * 31.0) as usize;
            let (shift, spread) = (next() * 10f64.powf(next() * 2.0), 10f64.powf(next() * 2.0));
            let values: Vec<f64> = (0..seeds).map(|_| shift + spread * next()).collect();
            let difference = Estimate::of(&values);
            let low = difference.mean - difference.ci95.unwrap_or(f64::INFINITY);
            let high = difference.mean + difference.ci95.unwrap_or(f64::INFINITY);
            let outcome = finding(difference, seeds);
            found[outcome as usize] += 1;
            match outcome {
                Finding::None => assert!(
                    seeds >= FEWEST_SEEDS && low > -ABOUT_ZERO_PCT && high < ABOUT_ZERO_PCT,
                    "{difference:?} of {seeds}"
                ),
                Finding::Apart => assert!(low > 0.0 || high < 0.0, "{difference:?} of {seeds}"),
                Finding::Undecided => assert!(low <= 0.0 && high >= 0.0, "{difference:?} of {seeds}"),
            }
            // More seeds never take a difference back.
            if outcome != Finding::Undecided {
                assert_eq!(finding(difference, seeds + 100), outcome);
            }
        }
        assert!(found.iter().all(|&count| count > 1000), "{found:?}");
    }

    #[test]
    fn the_rule_holds_at_its_limits() {
        let of = |mean, half| Estimate { mean, ci95: Some(half) };
        assert_eq!(finding(of(0.0, 0.0), 15), Finding::Undecided);
        assert_eq!(finding(of(0.0, 0.0), 16), Finding::None);
        assert_eq!(finding(of(0.5, 1.4), 16), Finding::None);
        assert_eq!(finding(of(-0.5, 1.5), 16), Finding::Undecided);
        assert_eq!(
            finding(of(1.0, 1.0), 16),
            Finding::Undecided,
            "zero is its end, and 2 % is not about zero"
        );
        assert_eq!(finding(of(0.5, 0.1), 4), Finding::Apart);
        assert_eq!(finding(Estimate { mean: 0.0, ci95: None }, 16), Finding::Undecided);
    }

    #[test]
    fn a_figure_that_may_be_zero_is_compared_with_the_larger_mean() {
        assert_eq!(differences_of_larger(&[0.0, 0.0], &[4.0, 12.0]), [50.0, 150.0]);
        assert_eq!(differences_of_larger(&[8.0, 8.0], &[4.0, 4.0]), [-50.0, -50.0]);
        assert_eq!(differences_of_larger(&[0.0, 0.0], &[0.0, 0.0]), [0.0, 0.0]);
    }

    fn report() -> RunReport {
        let document = r#"{"version": 3, "machine": "classroom-8", "kernel": "5.9",
            "workload": {"kind": "hackbench", "groups": 1, "loops": 1, "fds": 1}, "lanes": [{}]}"#;
        let scenario = parse(document).expect("a good scenario");
        let mut simulation = Simulation::new(&scenario, 0).expect("a good scenario");
        simulation.run_to_end();
        simulation.report()
    }

    fn decided(decides: Decides, a: &[f64], b: &[f64], put: fn(&mut RunReport, f64)) -> Decision {
        let lane = |values: &[f64]| -> Vec<RunReport> {
            let with = |&value: &f64| {
                let mut report = report();
                put(&mut report, value);
                report
            };
            values.iter().map(with).collect()
        };
        decide(decides, &lane(a), &lane(b)).expect("seeds")
    }

    #[test]
    fn each_quantity_decides_by_its_figure() {
        let zero = [0.0; 16];
        let four = [4.1e6; 16];
        let waits = |decides, put| {
            let one = decided(decides, &zero, &four, put);
            (one.better, one.finding, one.a.mean, one.b.mean, one.difference_pct.mean)
        };
        let expected = (Some("a"), Finding::Apart, 0.0, 4.1e6, 100.0);
        assert_eq!(waits(Decides::WaitP50, |r, value| r.wake_latency.p50 = value as u64), expected);
        assert_eq!(waits(Decides::WaitP90, |r, value| r.wake_latency.p90 = value as u64), expected);
        assert_eq!(waits(Decides::WaitP99, |r, value| r.wake_latency.p99 = value as u64), expected);
        assert_eq!(waits(Decides::WaitP99_9, |r, value| r.wake_latency.p99_9 = value as u64), expected);
        assert_eq!(waits(Decides::Wasted, |r, value| r.wasted_pct = value), expected);
        assert_eq!(waits(Decides::Shares, |r, value| r.share_gap_pct = value), expected);
        // Nothing else of the reports differs.
        let other = decided(Decides::WaitP50, &zero, &four, |r, value| r.wasted_pct = value);
        assert_eq!((other.finding, other.better), (Finding::None, None));
        let verdict = decided(Decides::WaitP99, &zero, &four, |r, value| r.wake_latency.p99 = value as u64);
        assert_eq!(verdict.sentence(), "wake-up latency p99: more in B. A 0, B 4.1 ms (16 paired seeds).");
    }

    #[test]
    fn work_is_time_where_every_run_ends_and_a_rate_elsewhere() {
        let (a, b) = ([20.0, 20.0], [10.0, 10.0]);
        let time = decided(Decides::Work, &a, &b, |r, value| r.elapsed_ns = value as u64);
        assert_eq!((time.figure, time.better), ("elapsed_ns", Some("b")));
        let rate = |r: &mut RunReport, value: f64| {
            r.ended = Ended::Limit;
            r.messages_per_s = value;
        };
        let rate = decided(Decides::Work, &a, &b, rate);
        assert_eq!(
            (rate.figure, rate.better, rate.difference_pct.mean),
            ("messages_per_s", Some("a"), -50.0)
        );
        assert!(!deciding(Decides::Work, true).is_beside);
        let few = decided(Decides::Work, &[20.0], &[10.0], |r, value| r.elapsed_ns = value as u64);
        assert_eq!((few.finding, few.better), (Finding::Undecided, None));
        assert!(few.sentence().contains("undecided") && few.sentence().ends_with("(1 paired seed)."));
        assert_eq!(decide(Decides::Work, &[], &[]), None);
    }

    #[test]
    fn numbers_have_two_digits() {
        let of = [0.0, 0.003_4, 0.42, 4.13, 41.6, 1_234.5].map(short);
        assert_eq!(of, ["0", "0.0034", "0.42", "4.1", "42", "1234"]);
    }
}
