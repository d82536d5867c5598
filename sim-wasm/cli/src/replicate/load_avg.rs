//! `update_tg_load_avg` at most once a millisecond, as merged in 6.7 (Aaron Lu, September 2023).

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{Features, Hackbench, Pairs, TaskGroup, Workload};
use sched_judge::report::Window;
use sched_judge::words::{Origin, Quantity, Remark};

/// Clients and servers are forked one after the other: the last after 27 ms. They soon answer each other at a steady rate.
const WINDOW: Window = Window { from_ms: 40, until_ms: 70 };
/// Loops of a run: the mail's million is too long.
const LOOPS: u32 = 500;

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    let clients = |pct: u32, cpus: u32| {
        Workload::Pairs(Pairs { pairs: cpus * pct / 100, requests: 0, forked: true, ..Pairs::default() })
    };
    let groups = |groups: u32, _: u32| {
        Workload::Hackbench(Hackbench { groups, loops: LOOPS, fds: 20, pipe: true, threads: true })
    };
    vec![
        plan("later-2023-09-load-avg-udp-rr", "clients_pct", Quantity::RoundTrip, Some(WINDOW), clients),
        plan("later-2023-09-load-avg-hackbench", "groups", Quantity::Time, None, groups),
    ]
}

/// The rows of a table: a machine and a load, without and with the limit; only rates are published.
fn plan(
    id: &'static str,
    load: &str,
    quantity: Quantity,
    window: Option<Window>,
    work: impl Fn(u32, u32) -> Workload,
) -> Plan {
    let mut plan = Plan {
        method: Some(Method { window, ..Method::default() }),
        misses: vec![(quantity, Remark::MissLoadAvg)],
        remarks: if window.is_none() {
            vec![Remark::LoadAvg, Remark::Unsettled]
        } else {
            vec![Remark::LoadAvg]
        },
        ..Plan::new(id, Origin::LookedUpLater)
    };
    let published = table(id);
    let in_group = Features { task_group: TaskGroup::Mainline, ..Features::default() };
    for row in 0..published.rows.len() {
        let name = published.text(row, "machine");
        let (machine, cpus) = match name.as_str() {
            "ICL" => (MachineId::IceLake160, 160),
            _ => (MachineId::SapphireRapids224, 224),
        };
        let size = published.whole(row, load);
        let whole =
            scenario(machine, KernelId::V6_5, work(size, cpus), &[in_group.clone(), in_group.clone()]);
        let mut both = match window {
            Some(window) => window.of(whole),
            None => whole,
        };
        both.lanes[1].rules.tg_load_avg_ms = Some(1);
        let number = |column| published.number(row, column).unwrap_or(1.0);
        let kept = number("baseline") / number("patched");
        let spread = 100.0 * kept * (number("baseline_std%") / 100.0).hypot(number("patched_std%") / 100.0);
        let first = plan.rows.len();
        for (lane, variant) in ["baseline", "patched"].into_iter().enumerate() {
            let with = lane == 1;
            plan.push(Row {
                variant: variant.to_string(),
                spread: with.then_some(spread),
                published_gain: with.then_some(100.0 * (1.0 - kept)),
                base: with.then_some(first),
                gain_within: with.then_some(spread.max(5.0)),
                ..Row::plain(
                    match quantity {
                        Quantity::Time => format!("{name}, {size} groups"),
                        _ => format!("{name}, {size} %"),
                    },
                    quantity,
                    None,
                    Answer::Run(Box::new(Run { scenario: both.clone(), lane })),
                )
            });
        }
    }
    plan
}
