//! The NUMA balancers of January 2003.

use super::plan::{
    Answer, Method, Plan, Quality, Quantity, Remark, Row, Run, Why, Within, scenario, seconds,
};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{Features, Hackbench, NodeInterval, Scenario, Workload};

/// hackbench of 2003: fixed in the program.
const LOOPS: u32 = 100;

pub fn plans(quality: Quality) -> Vec<Plan> {
    vec![
        hackbench_times(quality, "s003-focht-0110-hackbench"),
        hackbench_times(quality, "s003-focht-0113-hackbench"),
    ]
}

/// The switches of a kernel of the thread, by its label there; none: the model does not have it.
pub fn switches(label: &str) -> Option<Features> {
    // A 2.5.5x without patches places nothing at exec.
    let stock = Features { exec_balance: false, ..Features::default() };
    // Patches 01 and 02: balance inside the node only, placement at exec.
    let restricted = Features { exec_balance: true, node_restricted: true, ..stock.clone() };
    // Patches 03 and 04 on top.
    let smooth = Features { cross_node: true, node_smoothing: true, ..restricted.clone() };
    match label {
        "stock52" => Some(stock),
        "minsched52" => Some(restricted),
        "nb-smooth" => Some(smooth),
        "nb-sm-var1" => Some(Features { node_interval: NodeInterval::Var1, ..smooth }),
        "nb-sm-var2" => Some(Features { node_interval: NodeInterval::Var2, ..smooth }),
        _ => None,
    }
}

/// `hackbench groups` on the eight CPUs of the Azusa.
pub fn hackbench(groups: u32, lanes: &[Features]) -> Scenario {
    let work = Hackbench { groups, loops: LOOPS, fds: 20, pipe: false, threads: false };
    scenario(MachineId::Azusa8, KernelId::V2_5, Workload::Hackbench(work), lanes)
}

fn hackbench_times(quality: Quality, id: &'static str) -> Plan {
    let method = Method { seeds: quality.pick(8, 3), loops: LOOPS, published_loops: LOOPS };
    let mut plan = Plan {
        method: Some(method),
        remarks: vec![Remark::Repeated],
        misses: vec![(Quantity::Time, Remark::MissBalance)],
        ..Plan::new(id)
    };
    let published = table(id);
    let stock = switches("stock52").expect("a kernel we have");
    for groups in quality.pick(&[10, 25, 50, 100][..], &[10, 25]) {
        let base = plan.rows.len();
        for row in 0..published.rows.len() {
            let label = published.text(row, "kernel");
            let figure = published.number(row, &groups.to_string());
            let load = format!("-g {groups}");
            let Some(features) = switches(&label) else {
                plan.push(Row::silent(format!("{load} {label}"), Quantity::Time, figure, Why::OldNuma));
                continue;
            };
            let other = row > 0;
            let lanes = if other { vec![stock.clone(), features] } else { vec![stock.clone()] };
            plan.push(Row {
                load,
                variant: label,
                quantity: Quantity::Time,
                published: figure,
                repetitions: Vec::new(),
                spread: published.number(row, &format!("{groups}_sd")),
                answer: Answer::Run(Box::new(Run {
                    scenario: hackbench(*groups, &lanes),
                    lane: usize::from(other),
                    factor: 1.0,
                    of: seconds,
                })),
                within: Some(Within::Percent(8.0)),
                base: other.then_some(base),
                // 0.12 of the ratio to stock, which is 12 points of the gain.
                gain_within: other.then_some(12.0),
            });
        }
    }
    plan
}
