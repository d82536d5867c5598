//! `sched policy judge`: the runs of a scheduler on the seeds of a challenge, as the page scores them.

use crate::parallel::in_parallel;
use crate::{Failure, bytes, name, policy, print};
use sched_core::scenario::limits::MAX_BYTES;
use sched_core::scenario::{PolicySource, Scenario, Source, parse};
use sched_core::sim::RunReport;
use sched_policy::LONGEST;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Goal {
    wait_p99_us: u64,
    work_lost_pct: f64,
}

/// A file of `examples/challenges`.
#[derive(Deserialize)]
struct Challenge {
    scenario: Value,
    practice: Vec<u32>,
    scoring: Vec<u32>,
    goal: Goal,
}

/// What a seed says.
struct Seed {
    p99_ns: u64,
    lost_pct: f64,
    is_ejected: bool,
    is_met: bool,
    hash: String,
}

fn seed_of(goal: &Goal, plain: &RunReport, own: &RunReport) -> Seed {
    let lost_pct = (1.0 - own.messages_per_s / plain.messages_per_s) * 100.0;
    let is_ejected = own.policy.as_ref().is_some_and(|policy| policy.exit.is_some());
    let p99_ns = own.wake_latency.p99;
    let is_met = !is_ejected && p99_ns <= goal.wait_p99_us * 1000 && lost_pct <= goal.work_lost_pct;
    Seed { p99_ns, lost_pct, is_ejected, is_met, hash: own.hash.clone() }
}

/// One star: half of the seeds meet the goal; two: all; three: all, with half of the work that may be lost.
fn stars(goal: &Goal, seeds: &[Seed]) -> u32 {
    let met = seeds.iter().filter(|seed| seed.is_met).count();
    if met * 2 < seeds.len() {
        0
    } else if met < seeds.len() {
        1
    } else if seeds.iter().any(|seed| seed.lost_pct > goal.work_lost_pct / 2.0) {
        2
    } else {
        3
    }
}

/// A code of the event hashes of all runs, the same as on the page: FNV-1a in base 32.
fn code(seeds: &[Seed]) -> String {
    const LETTERS: &[u8] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let text = seeds.iter().map(|seed| &*seed.hash).collect::<Vec<_>>().join(",");
    let sum = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let letter = |i: u64| char::from(LETTERS[(sum >> (5 * i) & 31) as usize]);
    let letters: String = (0..8).map(letter).collect();
    format!("{}-{}", &letters[..4], &letters[4..])
}

/// The scenario with the kernel's own scheduler in lane A and the policy in lane B.
fn scenario_of(challenge: &Challenge, policy: &PolicySource) -> Result<Scenario, Failure> {
    let mut scenario = parse(&challenge.scenario.to_string())?;
    scenario.lanes.truncate(1);
    scenario.lanes.extend(scenario.lanes.first().cloned());
    if let Some(lane) = scenario.lanes.get_mut(1) {
        lane.policy = Some(policy.name.clone());
    }
    scenario.policies = vec![policy.clone()];
    Ok(scenario)
}

/// Prints the result of each seed, then stars and code.
pub fn judge(file: &Path, challenge: &Path, knobs: &[(String, i64)], practises: bool) -> Result<(), Failure> {
    let text = |file: &Path, most: usize| {
        let said = |what: &dyn std::fmt::Display| Failure::said(format!("{}: {what}", name(file)));
        let bytes = bytes(file, most).map_err(|error| said(&error))?;
        String::from_utf8(bytes).map_err(|_| said(&"this is not a text in UTF-8"))
    };
    let source = Source(text(file, LONGEST)?);
    let knobs: BTreeMap<String, i64> = knobs.iter().cloned().collect();
    let policy = PolicySource { name: "judged".into(), source, knobs };
    let said = |error: serde_json::Error| Failure::said(format!("{}: {error}", name(challenge)));
    let of: Challenge = serde_json::from_str(&text(challenge, MAX_BYTES as usize)?).map_err(said)?;
    let scenario = scenario_of(&of, &policy)?;
    let seeds = if practises { &of.practice } else { &of.scoring };
    let reports = in_parallel(seeds, |&seed| -> Result<Seed, Failure> {
        let scenario = Scenario { seed, ..scenario.clone() };
        let report = |lane| {
            let mut sim = policy::simulation(&scenario, lane, None)?;
            sim.run_to_end();
            Ok::<_, Failure>(sim.report())
        };
        Ok(seed_of(&of.goal, &report(0)?, &report(1)?))
    });
    let results = reports.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut out = String::new();
    for (seed, result) in seeds.iter().zip(&results) {
        let met = match (result.is_ejected, result.is_met) {
            (true, _) => "ejected",
            (_, true) => "met",
            _ => "missed",
        };
        let p99_ms = result.p99_ns as f64 / 1e6;
        out += &format!("seed {seed}: p99 {p99_ms:.3} ms, {:.2} % lost: {met}\n", result.lost_pct);
    }
    if !practises {
        let met = results.iter().filter(|seed| seed.is_met).count();
        let stars = stars(&of.goal, &results);
        out += &format!("{stars} of 3 stars: {met} of {} seeds, code {}\n", results.len(), code(&results));
    }
    print(&out)
}

#[cfg(test)]
mod tests {
    use super::{Goal, Seed, code, stars};

    fn seed(is_met: bool, lost_pct: f64, hash: &str) -> Seed {
        Seed { p99_ns: 0, lost_pct, is_ejected: false, is_met, hash: hash.into() }
    }

    #[test]
    fn stars_count_the_seeds_that_meet_the_goal() {
        let goal = Goal { wait_p99_us: 1, work_lost_pct: 2.0 };
        let of = |met: &[bool], lost| {
            stars(&goal, &met.iter().map(|&met| seed(met, lost, "")).collect::<Vec<_>>())
        };
        assert_eq!([of(&[true, false, false], 0.0), of(&[true, false], 0.0)], [0, 1]);
        assert_eq!([of(&[true, true], 1.5), of(&[true, true], 1.0)], [2, 3]);
    }

    #[test]
    fn the_code_is_that_of_the_page() {
        // The same example as in src/rooms/policy/challenge.test.ts.
        let seeds = [seed(true, 0.0, "0123456789abcdef"), seed(true, 0.0, "fedcba9876543210")];
        assert_eq!(code(&seeds), "BZB5-EBC5");
    }
}
