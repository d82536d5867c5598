//! The NUMA balancers of January 2003.

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{Features, Hackbench, NodeInterval, Numa, Scenario, Workload};
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Why};

/// The fixed number of loops of the hackbench of 2003.
const LOOPS: u32 = 100;

pub fn plans(quality: Quality) -> Vec<Plan> {
    vec![
        hackbench_times(quality, "s003-focht-0110-hackbench"),
        hackbench_times(quality, "s003-focht-0113-hackbench"),
        numa_test(quality, "s003-focht-0110-numa_test", AZUSA),
        numa_test(quality, "s003-focht-0113-numa_test", AZUSA),
        numa_test(quality, "s003-bligh-0109-schedbench", NUMAQ),
        numa_test(quality, "s003-hohnbaum-0110-schedbench", NUMAQ),
        numa_test(quality, "s003-hohnbaum-0114-schedbench", NUMAQ),
        each_job(quality, "s003-hohnbaum-0110-perjob32", "hacksched54"),
        each_job(quality, "s003-hohnbaum-0114-perjob32", "rebal+4+fix+04-55"),
    ]
}

/// The switches for the label of a kernel in the thread; `None` if the model does not have it.
pub fn switches(label: &str) -> Option<Features> {
    // A 2.5.5x kernel without patches does not place tasks at exec.
    let stock = Features { exec_balance: false, ..Features::default() };
    // Patches 01 and 02: balance inside the node only, placement at exec.
    let restricted = Features { exec_balance: true, node_restricted: true, ..stock.clone() };
    // Patch 03 on top; and with the node's mask corrected and the margin of four; and with patch 04.
    let rebalanced = Features { cross_node: true, ..restricted.clone() };
    let fixed = Features { node_mask_fix: true, node_margin: true, ..rebalanced.clone() };
    let smooth = Features { node_smoothing: true, ..rebalanced.clone() };
    match label {
        "stock52" => Some(stock),
        "minsched52" => Some(restricted),
        "nb-smooth" => Some(smooth),
        "nb-sm-var1" => Some(Features { node_interval: NodeInterval::Var1, ..smooth }),
        "nb-sm-var2" => Some(Features { node_interval: NodeInterval::Var2, ..smooth }),
        "stock54" | "stock55" => Some(stock),
        "hacksched54" | "2.5.54-mjb3-mjbsched" => Some(restricted),
        "mini+rebal-55" => Some(rebalanced),
        "rebal+4+fix-55" => Some(fixed),
        "rebal+4+fix+04-55" => Some(Features { node_smoothing: true, ..fixed }),
        _ => None,
    }
}

/// `hackbench groups` on the eight CPUs of the Azusa.
pub fn hackbench(groups: u32, lanes: &[Features]) -> Scenario {
    let work = Hackbench { groups, loops: LOOPS, fds: 20, pipe: false, threads: false };
    scenario(MachineId::Azusa8, KernelId::V2_5, Workload::Hackbench(work), lanes)
}

fn hackbench_times(quality: Quality, id: &'static str) -> Plan {
    let method = Method { loops: Some((LOOPS, LOOPS)), ..Method::of(quality, 3) };
    let mut plan = Plan {
        method: Some(method),
        remarks: vec![Remark::Repeated],
        misses: vec![(Quantity::Time, Remark::MissBalance)],
        ..Plan::new(id, Origin::MadeFrom)
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
                published_gain: None,
                answer: Answer::Run(Box::new(Run {
                    scenario: hackbench(*groups, &lanes),
                    lane: usize::from(other),
                })),
                within: Some(Within::Percent(8.0)),
                base: other.then_some(base),
                // 0.12 of the ratio to stock is 12 points of the gain.
                gain_within: other.then_some(12.0),
            });
        }
    }
    plan
}

/// The machine on which `numa_test` ran, and the label of the base in its mails.
#[derive(Clone, Copy)]
struct Place {
    machine: MachineId,
    /// CPU time of a job that is alone on its node, from the user time under the restricted balancer, whose
    /// rows are fitted.
    work_ms: u32,
    restricted: &'static str,
    /// The columns of elapsed time, user time of a job, and user time of all jobs.
    columns: [&'static str; 3],
}

const AZUSA: Place = Place {
    machine: MachineId::Azusa8,
    work_ms: 20_010,
    restricted: "N 4 minsched52",
    columns: ["Elapsed", "AvgUser", "TotUser"],
};
const NUMAQ: Place = Place {
    machine: MachineId::NumaQ16,
    work_ms: 17_650,
    restricted: "N 8 hacksched54",
    columns: ["Elapsed_s", "AvgUser_s", "TotalUser_s"],
};

impl Place {
    fn run(&self, jobs: u32, lanes: &[Features]) -> Scenario {
        let work = Numa { jobs, work_ms: self.work_ms, ..Numa::default() };
        let mut scenario = scenario(self.machine, KernelId::V2_5, Workload::Numa(work), lanes);
        scenario.limit_ms = 600_000;
        scenario
    }
}

/// The figures that `numa_test` prints for each of its 32 jobs on the NUMA-Q.
fn each_job(quality: Quality, id: &'static str, label: &str) -> Plan {
    let mut plan = Plan {
        method: Some(Method::of(quality, 2)),
        remarks: vec![Remark::JobLength, Remark::Ranks],
        ..Plan::new(id, Origin::MadeFrom)
    };
    let published = table(id);
    let jobs = published.rows.len();
    let scenario = NUMAQ.run(jobs as u32, &[switches(label).expect("a kernel we have")]);
    let run = || Answer::Run(Box::new(Run { scenario: scenario.clone(), lane: 0 }));
    let time = |row: usize| published.number(row, "UserTime_s").unwrap_or(f64::NAN);
    let mut order: Vec<usize> = (0..jobs).collect();
    order.sort_by(|&a, &b| time(a).total_cmp(&time(b)));
    for (place, &row) in order.iter().enumerate() {
        let load = format!("rank {}", place + 1);
        plan.push(Row {
            variant: format!("job {}", published.text(row, "Job")),
            within: Some(Within::Percent(7.0)),
            ..Row::plain(load, Quantity::User, Some(time(row)), run())
        });
    }
    let first =
        |row: usize| published.number(row, &format!("node0{}_%", published.whole(row, "iSched_node")));
    let at_home = (0..jobs).filter_map(first).sum::<f64>() / jobs as f64;
    let has_moved = |&row: &usize| published.text(row, "iSched_node") != published.text(row, "MSched_node");
    let left = (0..jobs).filter(has_moved).count() as f64;
    for (quantity, figure, within) in [(Quantity::Home, at_home, 10.0), (Quantity::Moved, left, 4.0)] {
        plan.push(Row {
            within: Some(Within::Points(within)),
            ..Row::plain("all 32 jobs".to_string(), quantity, Some(figure), run())
        });
    }
    plan
}

/// `numa_test`, also called schedbench: N jobs, and after three seconds `hackbench 20`.
fn numa_test(quality: Quality, id: &'static str, place: Place) -> Plan {
    let mut plan = Plan {
        method: Some(Method::of(quality, 2)),
        remarks: vec![Remark::JobLength],
        given: [Quantity::TotalUser, Quantity::User]
            .map(|quantity| (place.restricted, quantity, &["work_ms"] as &[_]))
            .into(),
        ..Plan::new(id, Origin::MadeFrom)
    };
    let published = table(id);
    let [elapsed, avg, total] = place.columns;
    let columns =
        [(total, Quantity::TotalUser, 7.0), (elapsed, Quantity::Time, 12.0), (avg, Quantity::User, 7.0)];
    for (column, quantity, within) in columns {
        let mut base: Option<(String, usize, Features)> = None;
        // Stock is the last row in some mails; here it comes first, as the base.
        let mut order: Vec<usize> = (0..published.rows.len()).collect();
        order.sort_by_key(|&row| {
            (published.whole(row, "processes"), !published.text(row, "kernel").starts_with("stock"))
        });
        for row in order {
            let jobs = published.whole(row, "processes");
            if quality == Quality::Quick && jobs != 8 {
                continue;
            }
            let load = format!("N {jobs}");
            let label = published.text(row, "kernel");
            // A zero or an empty cell means that the figure was not measured.
            let figure = published.number(row, column).filter(|&figure| figure > 0.0);
            let Some(features) = switches(&label) else {
                let why = if label.contains("mjb3") { Why::OtherTree } else { Why::OldNuma };
                plan.push(Row::silent(format!("{load} {label}"), quantity, figure, why));
                continue;
            };
            let over =
                base.as_ref().filter(|(at, ..)| *at == load).map(|(_, index, stock)| (*index, stock.clone()));
            let lanes = over.iter().map(|(_, stock)| stock.clone()).chain([features.clone()]);
            let lanes: Vec<Features> = lanes.collect();
            let scenario = place.run(jobs, &lanes);
            let index = plan.push(Row {
                load: load.clone(),
                variant: label.clone(),
                quantity,
                published: figure,
                repetitions: Vec::new(),
                spread: published.find(column, "_sd").and_then(|sd| published.number(row, &sd)),
                published_gain: None,
                answer: Answer::Run(Box::new(Run { lane: lanes.len() - 1, scenario })),
                within: Some(Within::Percent(within)),
                base: over.map(|(index, _)| index),
                gain_within: None,
            });
            if label.starts_with("stock") {
                base = Some((load, index, features));
            }
        }
    }
    plan
}
