//! Figures of public issues and of the programs written for them, from the scenarios in `examples` that express them.

use super::elsewhere::POINTS;
use super::plan::{Answer, Method, Plan, Quality, Row, Run};
use super::published::table;
use sched_core::scenario::{Scenario, Workload, parse};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark};

const FIBTEST: &str = include_str!("../../../../examples/fibtest.json");
const SHARED: &str = include_str!("../../../../examples/shared.json");
/// All threads run from the first milliseconds on.
const LINE: Window = Window { from_ms: 5, until_ms: 25 };
/// Fifty periods of the quota, as published; the first one, in which all tasks are forked, is left out.
const PERIODS: Window = Window { from_ms: 100, until_ms: 5_100 };

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    vec![fibtest(), hyrise()]
}

/// One thread that computes, and others that sleep on CPUs of their own, under one quota.
fn fibtest() -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(PERIODS), ..Method::default() }),
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

/// Threads that all write one cache line, on the CPUs of one to four nodes. The machine is not named: only what each number
/// of nodes loses is compared.
fn hyrise() -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(LINE), ..Method::default() }),
        remarks: vec![Remark::Hyrise],
        ..Plan::new("later-2020-03-hyrise-nodes", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    let all = LINE.of(parse(SHARED).expect("a scenario of ours is good"));
    let alone = published.number(0, "queries_per_s");
    for row in 0..published.rows.len() {
        let nodes = published.whole(row, "nodes");
        let mut scenario = all.clone();
        scenario.lanes[1].cpus = Some(cpus_of(nodes));
        let rates = alone.zip(published.number(row, "queries_per_s"));
        let is_more = nodes > 1;
        plan.push(Row {
            variant: if is_more { format!("{nodes} nodes") } else { "1 node".to_string() },
            published_gain: rates.filter(|_| is_more).map(|(old, new)| 100.0 * (1.0 - old / new)),
            base: is_more.then_some(0),
            gain_within: is_more.then_some(POINTS),
            ..Row::plain(
                "-c 100".to_string(),
                Quantity::Time,
                None,
                Answer::Run(Box::new(Run { scenario, lane: usize::from(is_more) })),
            )
        });
    }
    plan
}

/// The CPUs of the first sockets, each with 18 cores whose second threads follow all first ones.
fn cpus_of(sockets: u32) -> String {
    format!("0-{},144-{}", sockets * 18 - 1, 144 + sockets * 18 - 1)
}

/// The scenario with its first tasks only.
fn first(scenario: &Scenario, tasks: usize) -> Scenario {
    let mut scenario = scenario.clone();
    if let Workload::RtApp(work) = &mut scenario.workload {
        work.tasks.truncate(tasks);
    }
    scenario
}
