//! Results of runs as a table.

use crate::run::{FIGURES, LaneRuns, Runs};
use sched_core::observe::report::{Ended, RunReport};
use sched_core::observe::vocab::{Distance, WorkUnit};
use sched_judge::statistics::Estimate;
use std::fmt::Write;

const LANES: [&str; 2] = ["A", "B"];

/// The unit of work in singular and plural.
fn words(work_unit: WorkUnit) -> [&'static str; 2] {
    match work_unit {
        WorkUnit::Messages => ["message", "messages"],
        WorkUnit::Jobs => ["job", "jobs"],
        WorkUnit::Work => ["ms of work", "ms of work"],
        WorkUnit::Iterations => ["1000 loops", "1000 loops"],
        WorkUnit::Megabytes => ["MB", "MB"],
    }
}

/// The results of all lanes, then the migrations of each.
pub fn of(runs: &Runs, work_unit: WorkUnit) -> String {
    let mut out = String::new();
    let [one, several] = words(work_unit);
    let labels: Vec<String> = FIGURES
        .iter()
        .map(|figure| figure.label.replace("messages", several).replace("message", one))
        .collect();
    // The longest label plus a space, and at least enough for a cause of a migration.
    let width = labels.iter().map(String::len).max().unwrap_or(0).max(13) + 1;
    let paired = !runs.paired_difference_pct.is_empty();
    let mut header = " ".repeat(width);
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
    for (figure, label) in FIGURES.iter().zip(&labels) {
        let _ = write!(out, "{label:<width$}");
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

/// With one decimal, or as many as show three significant digits.
fn estimate(value: Estimate) -> String {
    let small = value.mean != 0.0 && value.mean.abs() < 1.0;
    let digits = match value.mean {
        mean if mean.fract() == 0.0 && value.ci95.is_none() => 0,
        mean if small => (2.0 - mean.abs().log10().floor()).min(9.0) as usize,
        _ => 1,
    };
    match value.ci95 {
        Some(half) => format!("{:.digits$} ± {half:.digits$}", value.mean),
        None => format!("{:.digits$}", value.mean),
    }
}

fn migrations(out: &mut String, name: &str, lane: &LaneRuns) {
    let RunReport { seed, migrations, hash, ended, started_ns, elapsed_ns, .. } = &lane.first;
    let ended = match ended {
        Ended::Finished => "finished",
        Ended::Limit => "stopped at the time limit",
        Ended::Running => "still running",
    };
    let began = match (started_ns, elapsed_ns) {
        (0, _) => String::new(),
        // Before the measurement begins, its start is the present time.
        (at, 0) => format!(" at {at} ns, before the measurement began"),
        (at, _) => format!(", measured from {at} ns on"),
    };
    let _ = writeln!(out, "\nLane {name}, seed {seed}: {ended}{began}, hash {hash}");
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
