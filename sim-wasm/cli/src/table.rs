//! Results of runs as a table.

use crate::run::{CostsOfMachine, FIGURES, LaneRuns, RestsOn, Runs};
use sched_core::observe::report::{Ended, PolicyReport, RunReport};
use sched_core::observe::vocab::{Distance, WorkUnit};
use sched_judge::decision::{FEWEST_SEEDS, Finding, finding};
use sched_judge::kind::Fared;
use sched_judge::rests_on::WithCosts;
use sched_judge::skill::Count;
use sched_judge::statistics::Estimate;
use sched_judge::verdict::ABOUT_ZERO_PCT;
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
    // The mean of lane A, of which the differences are percent.
    let mean_of_a = |key: &str| Some(runs.lanes.first()?.over_seeds.get(key)?.mean);
    for (figure, label) in FIGURES.iter().zip(&labels) {
        let _ = write!(out, "{label:<width$}");
        for lane in &runs.lanes {
            let shown = lane.over_seeds.get(figure.key).copied();
            let shown = shown.unwrap_or(Estimate { mean: (figure.of)(&lane.first), ci95: None });
            let _ = write!(out, "{:>26}", estimate(shown));
        }
        if let Some(difference) = runs.paired_difference_pct.get(figure.key) {
            let mark = match finding(*difference, runs.seeds as usize) {
                Finding::Apart => "",
                Finding::None => " =",
                Finding::Undecided => " ?",
            };
            let shown = match mean_of_a(figure.key) {
                Some(of_a) if figure.is_wait() => {
                    let ms = |percent: f64| percent * of_a / 100.0 / 1e6;
                    let by = Estimate { mean: ms(difference.mean), ci95: difference.ci95.map(ms) };
                    format!("{} ms", estimate(by))
                }
                _ => estimate(*difference),
            };
            let _ = write!(out, "{:>28}", format!("{shown}{mark}"));
        }
        out.push('\n');
    }
    if paired {
        let _ = writeln!(
            out,
            "±: 95 % interval; ?: undecided; =: no difference ({FEWEST_SEEDS} seeds, and less than {ABOUT_ZERO_PCT} % either side)"
        );
    }
    if let Some(verdict) = &runs.verdict {
        let _ = writeln!(out, "\nVerdict by {}", verdict.sentence());
    }
    for (lane, name) in runs.lanes.iter().zip(LANES) {
        migrations(&mut out, name, lane);
        if let Some(policy) = &lane.first.policy {
            scheduler(&mut out, policy);
        }
    }
    if runs.lanes.len() > 1 {
        rests_on(&mut out, &runs.rests_on);
    }
    out
}

/// The sched_ext scheduler of a lane: its calls, and why it was ejected.
fn scheduler(out: &mut String, PolicyReport { name, calls, exit, .. }: &PolicyReport) {
    let calls: Vec<String> = calls.iter().map(|(hook, count)| format!("{hook} {count}")).collect();
    let _ = writeln!(out, "scheduled by {name}: {}", calls.join(", "));
    let Some(exit) = exit else { return };
    let _ = writeln!(
        out,
        "  ejected at {} ns: {} ({}). The fair class took over.",
        exit.at_ns, exit.reason, exit.msg
    );
    if let Some(hook) = &exit.hook {
        let _ = writeln!(out, "  in {hook}, line {}", exit.line);
    }
    if let (Some(task), Some(queued)) = (exit.task, &exit.queued) {
        let _ = writeln!(out, "  task {task}: last inserted into {queued} by line {}", exit.queued_line);
    }
}

/// What the comparison rests on, a line each.
fn rests_on(out: &mut String, RestsOn { costs, record, seeds }: &RestsOn) {
    let CostsOfMachine { evidence, range } = costs;
    let deciding: Vec<String> =
        evidence.deciding.iter().map(|(cost, grade)| format!("{cost} {}", grade.key())).collect();
    let _ = writeln!(out, "\nThis comparison rests on");
    let _ = writeln!(
        out,
        "  costs: {}, as on {} (those that decide: {})",
        evidence.grade.key(),
        evidence.like.key(),
        deciding.join(", ")
    );
    if let Some(range) = range {
        let with =
            |set: &WithCosts| format!("{} % with those of {}", estimate(set.difference), set.like.key());
        let sets: Vec<String> = range.sets.iter().map(with).collect();
        let verdict = match range.finding {
            Finding::Apart => "the same sign with each",
            Finding::None => "no difference with each",
            Finding::Undecided => "undecided until measured",
        };
        let (low, high) = (signed(range.low), signed(range.high));
        let _ = writeln!(out, "    {}: {}", range.figure, sets.join(", "));
        let _ = writeln!(out, "    between {low} and {high} %: {verdict}");
        let _ = writeln!(
            out,
            "    measure it: docs/model/measure-costs.c, then sched machine FILE --costs OUTPUT"
        );
    }
    if let Some(Fared { kind, signs, looked_up_later }) = record {
        let about = format!("{}, {}", kind.family.text(), kind.load.text());
        let counted = |count: &Count| format!("{} of {} right, {} open", count.right, count.of, count.open);
        let said = match signs.of {
            0 => "none of this kind was published".to_string(),
            _ => format!("{}; looked up later: {}", counted(signs), counted(looked_up_later)),
        };
        let _ = writeln!(out, "  record of such effects ({about}): {said}");
    }
    let _ = writeln!(out, "  seeds: {seeds}");
}

/// With its sign, rounded.
fn signed(percent: f64) -> String {
    if percent.abs() < 0.05 { "0".into() } else { format!("{percent:+.1}") }
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
