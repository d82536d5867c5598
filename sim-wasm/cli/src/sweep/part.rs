//! Runs a part of a plan and appends its lines to a file.

use super::{Line, Plan, each_line, open};
use crate::version::MODEL;
use sched_core::scenario::Scenario;
use sched_core::sim::Simulation;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use std::str::FromStr;

/// Every N-th value and seed of a plan, `1/3`: the first of three.
#[derive(Clone, Copy)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<usize>().ok();
        let numbers = text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?)));
        match numbers {
            Some((index, of)) if 1 <= index && index <= of => Ok(Self { index: index - 1, of }),
            _ => Err("expected I/N, for instance 1/3 to 3/3".into()),
        }
    }
}

/// The runs whose lines are complete. An incomplete last line is cut off, after a check that the file is a
/// part of the plan.
fn whole(file: &mut File, plan: &Plan, path: &Path) -> Result<BTreeSet<usize>, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    // Bytes, since a line can be torn within a character.
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(|error| said(&error))?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (lines, torn) = bytes.split_at(end);
    let mut done = BTreeSet::new();
    each_line(plan, path, lines, |line| {
        done.insert(line.run);
        Ok(())
    })?;
    let begun = format!("{{\"plan\":\"{}\"", plan.key).into_bytes();
    if lines.is_empty() && !torn.starts_with(&begun) && !begun.starts_with(torn) {
        return Err(said(&"not a part of this plan; the file was not changed"));
    }
    if !torn.is_empty() {
        file.set_len(end as u64).map_err(|error| said(&error))?;
    }
    Ok(done)
}

/// Runs the missing runs of a part. Returns the number of these runs, and of all runs of the part.
pub fn run(plan: &Plan, shard: Shard, out: &Path) -> Result<(usize, usize), String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", out.display());
    let mut file = open(out, OpenOptions::new().read(true).append(true).create(true))?;
    let done = whole(&mut file, plan, out)?;
    let own = plan.part(shard.index, shard.of);
    let mut now = 0;
    for run in own.clone().filter(|run| !done.contains(run)) {
        let job = plan.job(run);
        let scenario = Scenario { seed: job.seed, ..job.scenario.clone() };
        let mut simulation = Simulation::new(&scenario, job.lane)
            .map_err(|faults| format!("{}: {}", job.name, faults[0].message))?;
        simulation.run_to_end();
        let (plan, model) = (plan.key.clone(), MODEL.clone());
        let line = Line { plan, model, run, report: simulation.report() };
        let text = format!("{}\n", serde_json::to_string(&line).expect("plain data"));
        // A single write: if the process is killed, at most one line is torn.
        file.write_all(text.as_bytes()).map_err(|error| said(&error))?;
        now += 1;
    }
    Ok((now, own.count()))
}
