//! Kernel compiles on the machines of January 2003 (kernbench).

use super::balancers::switches;
use super::plan::{Answer, Method, Plan, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{Features, Jobs, Workload};
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Why};

/// A machine, and the compile that ran on it.
struct Compile {
    machine: MachineId,
    work: Jobs,
    /// The restricted variant, whose times give the length of the compile, and the stock kernel.
    restricted: &'static str,
    stock: &'static str,
    /// The columns of elapsed, user and system time.
    columns: [&'static str; 3],
}

const AZUSA: Compile = Compile {
    machine: MachineId::Azusa8,
    work: Jobs {
        jobs: 16,
        work_us: 992_500,
        rounds: 59,
        memory_pct: 8,
        memory_jobs: 512,
        spread_pct: 50,
        kernel_pct: 2,
        serial_ms: 16_800,
    },
    restricted: "minsched52",
    stock: "stock52",
    columns: ["elapsed", "user", "system"],
};
const NUMAQ: Compile = Compile {
    machine: MachineId::NumaQ16,
    work: Jobs {
        jobs: 32,
        work_us: 469_000,
        rounds: 22,
        memory_pct: 35,
        kernel_pct: 22,
        serial_ms: 6_800,
        ..AZUSA.work
    },
    restricted: "hacksched54",
    stock: "stock54",
    columns: ["Elapsed_s", "User_s", "System_s"],
};

pub fn plans() -> Vec<Plan> {
    vec![
        times("s003-focht-0110-kernbench", &AZUSA),
        times("s003-focht-0113-kernbench", &AZUSA),
        times("s003-hohnbaum-0110-kernbench", &NUMAQ),
        times("s003-hohnbaum-0114-kernbench", &NUMAQ),
    ]
}

/// The quantity of each column, and its tolerance (%).
const COLUMNS: [(Quantity, f64); 3] =
    [(Quantity::Time, 5.0), (Quantity::UserTime, 5.0), (Quantity::SystemTime, 10.0)];

fn times(id: &'static str, compile: &Compile) -> Plan {
    let mut plan = Plan {
        method: Some(Method::default()),
        remarks: vec![Remark::Compile],
        given: vec![
            (compile.restricted, Quantity::Time, &["serial_ms"]),
            (compile.restricted, Quantity::UserTime, &["work_us"]),
            (compile.restricted, Quantity::SystemTime, &["kernel_pct"]),
            (compile.stock, Quantity::UserTime, &["memory_pct"]),
        ],
        ..Plan::new(id, Origin::MadeFrom)
    };
    let published = table(id);
    // Stock is the last row in some mails; here it comes first, as the base.
    let mut order: Vec<usize> = (0..published.rows.len()).collect();
    order.sort_by_key(|&row| !published.text(row, "kernel").starts_with("stock"));
    for (column, (quantity, within)) in compile.columns.into_iter().zip(COLUMNS) {
        let mut base: Option<(usize, Features)> = None;
        for &row in &order {
            let label = published.text(row, "kernel");
            let figure = published.number(row, column);
            let Some(features) = switches(&label) else {
                plan.push(Row::silent(label, quantity, figure, Why::OldNuma));
                continue;
            };
            let stock = base.as_ref().map(|(_, stock)| stock.clone());
            let lanes: Vec<Features> = stock.into_iter().chain([features.clone()]).collect();
            let mut scenario =
                scenario(compile.machine, KernelId::V2_5, Workload::Jobs(compile.work.clone()), &lanes);
            scenario.limit_ms = 600_000;
            let run = Run { lane: lanes.len() - 1, scenario };
            let index = plan.push(Row {
                variant: label,
                spread: published.find(column, "_sd").and_then(|sd| published.number(row, &sd)),
                within: Some(Within::Percent(within)),
                base: base.as_ref().map(|(index, _)| *index),
                gain_within: base.is_some().then_some(5.0),
                ..Row::plain(String::new(), quantity, figure, Answer::Run(Box::new(run)))
            });
            base.get_or_insert((index, features));
        }
    }
    plan
}
