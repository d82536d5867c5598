//! Runs as a table for people.

use crate::run::{FIGURES, LaneRuns, Runs};
use sched_core::observe::report::{Ended, RunReport};
use sched_core::observe::vocab::Distance;
use sched_judge::statistics::Estimate;
use std::fmt::Write;

const LANES: [&str; 2] = ["A", "B"];

/// The figures of all lanes, then the migrations of each.
pub fn of(runs: &Runs) -> String {
    let mut out = String::new();
    let paired = !runs.paired_difference_pct.is_empty();
    let mut header = format!("{:<14}", "");
    for (lane, name) in runs.lanes.iter().zip(LANES) {
        let seeds = if runs.seeds > 1 {
            format!("{} seeds", runs.seeds)
        } else {
            format!("seed {}", lane.first.seed)
        };
        let _ = write!(header, "{:>26}", format!("{name} ({seeds})"));
    }
    if paired {
        let _ = write!(header, "{:>28}", "B - A, % of A");
    }
    let _ = writeln!(out, "{header}");
    for figure in FIGURES {
        let _ = write!(out, "{:<14}", figure.label);
        for lane in &runs.lanes {
            let shown = lane.over_seeds.get(figure.key).copied();
            let shown = shown.unwrap_or(Estimate { mean: (figure.of)(&lane.first), ci95: None });
            let _ = write!(out, "{:>26}", estimate(shown));
        }
        if let Some(difference) = runs.paired_difference_pct.get(figure.key) {
            let verdict = if difference.is_distinguishable() { "" } else { " =" };
            let _ = write!(out, "{:>28}", format!("{}{verdict}", estimate(*difference)));
        }
        out.push('\n');
    }
    if paired {
        out.push_str("±: 95 % interval; =: not distinguishable\n");
    }
    for (lane, name) in runs.lanes.iter().zip(LANES) {
        migrations(&mut out, name, lane);
    }
    out
}

fn estimate(value: Estimate) -> String {
    let digits = if value.mean.fract() == 0.0 && value.ci95.is_none() { 0 } else { 1 };
    match value.ci95 {
        Some(half) => format!("{:.digits$} ± {half:.digits$}", value.mean),
        None => format!("{:.digits$}", value.mean),
    }
}

fn migrations(out: &mut String, name: &str, lane: &LaneRuns) {
    let RunReport { seed, migrations, hash, ended, .. } = &lane.first;
    let ended = match ended {
        Ended::Finished => "finished",
        Ended::Limit => "stopped at the time limit",
        Ended::Running => "still running",
    };
    let _ = writeln!(out, "\nLane {name}, seed {seed}: {ended}, hash {hash}");
    let _ = write!(out, "{:<14}", "migrations");
    for distance in Distance::KEYS {
        let _ = write!(out, "{distance:>10}");
    }
    out.push('\n');
    for (cause, by_distance) in migrations {
        let _ = write!(out, "{cause:<14}");
        for distance in Distance::KEYS {
            let _ = write!(out, "{:>10}", by_distance.get(*distance).copied().unwrap_or(0));
        }
        out.push('\n');
    }
}
