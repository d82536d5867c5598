//! The figures measured for this project on a kernel with EEVDF, and the model's prediction of them.

use super::plan::{Answer, Method, Plan, Row, Run, scenario};
use super::published::{Table, table};
use crate::measure::case::{Case, Cgroup, EXPERIMENTS, Figure, Group, Kind};
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{ControlGroup, Features, Hogs, Policy, TaskKind, TaskSetting, Workload};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Standing, Why};

/// As in the measurement: a warm-up, then two seconds.
const WINDOW: Window = Window { from_ms: 300, until_ms: 2_300 };
/// A percentile is compared if it is at least so far above the share of the wake-ups that run at once (points):
/// nearer to it, it jumps between the wake-ups that run at once and those that wait.
const APART: f64 = 20.0;

pub fn plans() -> Vec<Plan> {
    let of = |experiment: &str| {
        let here = |prefix: &str| table(&format!("{prefix}-{experiment}"));
        match experiment {
            "sleepers" | "weight" | "policy" => vec![judged(here("measured"), experiment)],
            _ => vec![judged(here("measured"), experiment), withdrawn(here("hogs"), experiment)],
        }
    };
    let mut plans: Vec<Plan> = EXPERIMENTS.iter().flat_map(|one| of(one.key)).collect();
    plans.push(judged(table("measured-sleeper-c"), "sleepers"));
    plans
}

fn judged(measured: &'static Table, experiment: &str) -> Plan {
    let remarks = vec![Remark::Here];
    let misses = match experiment {
        "debt" => vec![(Quantity::AtOnce, Remark::MissDebt)],
        "sleepers" => vec![(Quantity::AtOnce, Remark::MissStep)],
        _ => Vec::new(),
    };
    plan(Plan { remarks, misses, ..Plan::new(&measured.id, Origin::MeasuredHere) }, measured, experiment)
}

/// A table of tasks that read the clock of their CPU time: shown, not judged.
fn withdrawn(measured: &'static Table, experiment: &str) -> Plan {
    let remarks = vec![Remark::PolledClock];
    plan(
        Plan { standing: Standing::Retracted, remarks, ..Plan::new(&measured.id, Origin::MeasuredHere) },
        measured,
        experiment,
    )
}

/// Adds a row for each of the measured figures.
fn plan(plan: Plan, measured: &Table, experiment: &str) -> Plan {
    let mut plan = Plan { method: Some(Method { window: Some(WINDOW), ..Method::default() }), ..plan };
    let id = &measured.id;
    let cases = EXPERIMENTS.iter().find(|one| one.key == experiment).map_or_else(Vec::new, |one| one.cases());
    for row in 0..measured.rows.len() {
        let name = measured.text(row, "case");
        let Some(case) = cases.iter().find(|case| case.name == name) else {
            panic!("{id}: no case {name}");
        };
        let figure = measured.text(row, "figure");
        let Some(&figure) = case.figures.iter().find(|one| one.key() == figure) else {
            panic!("{id}, {name}: no figure {figure}");
        };
        let answer = match percent(figure).zip(at_once(measured, &name)) {
            Some((percent, at_once)) if percent < at_once + APART => Answer::Silent(Why::TwoHumps),
            _ => answer(case),
        };
        let (quantity, within) = quantity(figure);
        plan.push(Row {
            variant: case.looked_at(),
            repetitions: measured.repetitions(row),
            within: Some(within),
            ..Row::plain(name, quantity, measured.number(row, "mean"), answer)
        });
    }
    plan
}

/// The percentage of a figure that is a percentile.
fn percent(figure: Figure) -> Option<f64> {
    match figure {
        Figure::LatencyP50 => Some(50.0),
        Figure::LatencyP75 => Some(75.0),
        Figure::LatencyP99 => Some(99.0),
        _ => None,
    }
}

/// The share of a case's wake-ups that ran at once, if it was measured (%).
fn at_once(measured: &Table, case: &str) -> Option<f64> {
    let is_it = |&row: &usize| {
        measured.text(row, "case") == case && measured.text(row, "figure") == Figure::AtOnce.key()
    };
    (0..measured.rows.len()).find(is_it).and_then(|row| measured.number(row, "mean"))
}

/// The quantity of a figure in the report, and its tolerance: one rule for all tables.
fn quantity(figure: Figure) -> (Quantity, Within) {
    let (points, percent) = (Within::Points(2.0), Within::Percent(25.0));
    match figure {
        Figure::Share => (Quantity::CpuShare, points),
        Figure::Most => (Quantity::Most, points),
        Figure::Least => (Quantity::Least, points),
        Figure::AtOnce => (Quantity::AtOnce, Within::Points(10.0)),
        Figure::LatencyP50 => (Quantity::Median, percent),
        Figure::LatencyP75 => (Quantity::Quartile, percent),
        Figure::LatencyP99 => (Quantity::Latency, percent),
        Figure::Switches => (Quantity::Switches, percent),
        Figure::Moves => (Quantity::Moves, percent),
    }
}

/// The case as a scenario on the measured machine. A case for one CPU runs on the last CPU.
fn answer(case: &Case) -> Answer {
    let (hogs, tasks) = workload(&case.groups);
    let mut scenario =
        scenario(MachineId::EpycVm2, KernelId::V6_18, Workload::Hogs(hogs), &[Features::default()]);
    scenario.cpus = (case.cpus == 1).then(|| "1".to_string());
    scenario.groups = case.cgroups.iter().map(control).collect();
    scenario.tasks = tasks;
    Answer::Run(Box::new(Run { scenario: WINDOW.of(scenario), lane: 0 }))
}

fn control(cgroup: &Cgroup) -> ControlGroup {
    match *cgroup {
        Cgroup::Weight(weight) => ControlGroup { weight, ..ControlGroup::default() },
        Cgroup::Idle => ControlGroup { idle: true, ..ControlGroup::default() },
    }
}

/// At most two kinds of hogs, and one kind of sleepers; and the policy and the control group of each.
fn workload(groups: &[Group]) -> (Hogs, Vec<TaskSetting>) {
    let mut hogs = Hogs { hogs: 0, rivals: 0, sleepers: 0, ..Hogs::default() };
    let mut settings = Vec::new();
    for &Group { kind, tasks, nice, slice_us, policy, cgroup } in groups {
        let kind = match kind {
            Kind::Sleeper { run_us, sleep_us } => {
                (hogs.sleepers, hogs.sleeper_nice, hogs.sleeper_slice_us) = (tasks, nice, slice_us);
                (hogs.run_us, hogs.sleep_us) = (run_us, sleep_us);
                TaskKind::Sleeper
            }
            Kind::Hog if hogs.hogs == 0 => {
                (hogs.hogs, hogs.nice, hogs.slice_us) = (tasks, nice, slice_us);
                TaskKind::Hog
            }
            Kind::Hog => {
                (hogs.rivals, hogs.rival_nice, hogs.rival_slice_us) = (tasks, nice, slice_us);
                TaskKind::Rival
            }
        };
        if cgroup > 0 || policy != Policy::Normal {
            settings.push(TaskSetting { kind, group: cgroup as u32, policy, ..TaskSetting::default() });
        }
    }
    (hogs, settings)
}

#[cfg(test)]
mod tests {
    use super::plans;
    use crate::replicate::plan::Answer;
    use sched_judge::words::{Quantity, Standing, Why};

    #[test]
    fn a_percentile_near_the_share_that_runs_at_once_is_not_compared() {
        let plans = plans();
        let plan = plans.iter().find(|plan| plan.table == "measured-sleeper-c").expect("a table");
        let is_compared = |load: &str, quantity| {
            let mut rows = plan.rows.iter();
            let row = rows.find(|row| row.load == load && row.quantity == quantity).expect("a row");
            !matches!(row.answer, Answer::Silent(Why::TwoHumps))
        };
        // 24 % at once, 38 % and 98 %.
        for (load, compared) in [
            ("2 hogs, sleep 3 ms, work 3 ms", [true, true, true]),
            ("2 hogs, sleep 8 ms, work 1 ms", [false, true, true]),
            ("1 hog, sleep 8 ms, work 3 ms", [false, false, false]),
        ] {
            let told = [Quantity::Median, Quantity::Quartile, Quantity::Latency];
            assert_eq!(told.map(|quantity| is_compared(load, quantity)), compared, "{load}");
            assert!(is_compared(load, Quantity::AtOnce), "{load}");
        }
    }

    #[test]
    fn what_was_measured_with_the_clock_of_cpu_time_is_not_judged() {
        let standing = |id: &str| plans().iter().find(|plan| plan.table == id).map(|plan| plan.standing);
        assert_eq!(standing("hogs-debt"), Some(Standing::Retracted));
        assert_eq!(standing("measured-debt"), Some(Standing::Judged));
    }
}
