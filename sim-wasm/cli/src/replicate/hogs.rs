//! The figures measured for this project on a kernel with EEVDF (`sched measure`), and the model's prediction
//! of them.

use super::plan::{ALIKE, Answer, Method, Plan, Row, Run, scenario};
use super::published::table;
use crate::measure::case::{Case, EXPERIMENTS, Figure, Group, Kind};
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{Features, Hogs, Workload};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Quantity, Remark};

/// As in the measurement: a warm-up, then two seconds.
const WINDOW: Window = Window { from_ms: 300, until_ms: 2_300 };

pub fn plans() -> Vec<Plan> {
    ["hogs-nice", "hogs-spread", "hogs-slices", "hogs-latency", "hogs-debt"].map(plan).into()
}

fn plan(id: &'static str) -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(WINDOW), ..Method::seeds(ALIKE) }),
        remarks: vec![Remark::Here],
        misses: misses(id).iter().map(|&remark| (Quantity::Median, remark)).collect(),
        ..Plan::new(id)
    };
    let measured = table(id);
    let experiment = EXPERIMENTS.iter().find(|one| id == format!("hogs-{}", one.key));
    let cases = experiment.map_or_else(Vec::new, |one| one.cases());
    for row in 0..measured.rows.len() {
        let name = measured.text(row, "case");
        let Some(case) = cases.iter().find(|case| case.name == name) else {
            panic!("{id}: no case {name}");
        };
        let figure = measured.text(row, "figure");
        let Some(&figure) = case.figures.iter().find(|one| one.key() == figure) else {
            panic!("{id}, {name}: no figure {figure}");
        };
        let (quantity, within) = quantity(figure);
        plan.push(Row {
            variant: case.looked_at(),
            repetitions: measured.repetitions(row),
            within: Some(within),
            ..Row::plain(name, quantity, measured.number(row, "mean"), answer(case))
        });
    }
    plan
}

/// The explanation of medians outside their tolerance.
fn misses(id: &str) -> &'static [Remark] {
    match id {
        "hogs-latency" => &[Remark::MissTimer, Remark::MissStep],
        "hogs-debt" => &[Remark::MissDebt],
        _ => &[Remark::MissTimer],
    }
}

/// The quantity of a figure in the report, and its tolerance: one rule for all tables.
fn quantity(figure: Figure) -> (Quantity, Within) {
    let (points, percent) = (Within::Points(2.0), Within::Percent(25.0));
    match figure {
        Figure::Share => (Quantity::CpuShare, points),
        Figure::Most => (Quantity::Most, points),
        Figure::Least => (Quantity::Least, points),
        Figure::LatencyP50 => (Quantity::Median, percent),
        Figure::LatencyP99 => (Quantity::Latency, percent),
        Figure::Switches => (Quantity::Switches, percent),
        Figure::Moves => (Quantity::Moves, percent),
    }
}

/// The case as a scenario on the measured machine. A case for one CPU runs on the last CPU.
fn answer(case: &Case) -> Answer {
    let work = Workload::Hogs(workload(&case.groups));
    let mut scenario = scenario(MachineId::EpycVm2, KernelId::V6_18, work, &[Features::default()]);
    scenario.cpus = (case.cpus == 1).then(|| "1".to_string());
    Answer::Run(Box::new(Run { scenario: WINDOW.of(scenario), lane: 0 }))
}

/// At most two kinds of hogs, and one kind of sleepers.
fn workload(groups: &[Group]) -> Hogs {
    let mut hogs = Hogs { hogs: 0, rivals: 0, sleepers: 0, ..Hogs::default() };
    for &Group { kind, tasks, nice, slice_us } in groups {
        match kind {
            Kind::Sleeper { run_us, sleep_us } => {
                (hogs.sleepers, hogs.sleeper_nice, hogs.sleeper_slice_us) = (tasks, nice, slice_us);
                (hogs.run_us, hogs.sleep_us) = (run_us, sleep_us);
            }
            Kind::Hog if hogs.hogs == 0 => (hogs.hogs, hogs.nice, hogs.slice_us) = (tasks, nice, slice_us),
            Kind::Hog => (hogs.rivals, hogs.rival_nice, hogs.rival_slice_us) = (tasks, nice, slice_us),
        }
    }
    hogs
}
