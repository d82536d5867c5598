//! Figures of public issues and of the programs written for them, from the scenarios in `examples` that express them.

use super::plan::{ALIKE, Answer, Method, Plan, Quality, Row, Run};
use super::published::table;
use sched_core::scenario::{Scenario, Workload, parse};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark};

const FIBTEST: &str = include_str!("../../../../examples/fibtest.json");
/// Fifty periods of the quota, as published; the first one, in which all tasks are forked, is left out.
const PERIODS: Window = Window { from_ms: 100, until_ms: 5_100 };

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    vec![fibtest()]
}

/// One thread that computes, and others that sleep on CPUs of their own, under one quota.
fn fibtest() -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(PERIODS), ..Method::seeds(ALIKE) }),
        remarks: vec![Remark::Fibtest],
        ..Plan::new("later-2019-07-fibtest", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    let all = PERIODS.of(parse(FIBTEST).expect("a scenario of ours is good"));
    for row in 0..published.rows.len() {
        let threads = published.whole(row, "threads");
        let variant = published.text(row, "variant");
        let run = Run { scenario: first(&all, threads as usize), lane: usize::from(variant == "patched") };
        plan.push(Row {
            variant,
            within: Some(Within::Percent(12.0)),
            ..Row::plain(
                if threads == 1 { "1 thread".to_string() } else { format!("{threads} threads") },
                Quantity::CpuTime,
                published.number(row, "cpu_ms"),
                Answer::Run(Box::new(run)),
            )
        });
    }
    plan
}

/// The scenario with its first tasks only.
fn first(scenario: &Scenario, tasks: usize) -> Scenario {
    let mut scenario = scenario.clone();
    if let Workload::RtApp(work) = &mut scenario.workload {
        work.tasks.truncate(tasks);
    }
    scenario
}
