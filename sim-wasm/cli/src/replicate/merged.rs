//! Request and response with the wake-up that scans the cluster first, in the form merged in 6.7 (Yicong
//! Yang, October 2023).

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::kernel::IdlePrev;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{ClusterScan, Features, Pairs, Workload};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark};

/// CPU time of each side in the network stack for a round trip (ns), chosen so that one client on one node
/// reaches the published rate without the patch.
const TCP_NS: u32 = 2_800;
const UDP_NS: u32 = 1_430;

/// A client and its server answer each other in the same rhythm all the time; the effects of the start last
/// some milliseconds.
const WINDOW: Window = Window { from_ms: 20, until_ms: 60 };

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    let chosen: &[_] = &[("1 client baseline", Quantity::RoundTrip, &["think_ns", "service_ns"] as &[_])];
    let mut plans = Vec::new();
    for (id, cpus, stack_ns, given) in [
        ("later-2023-10-tcp-rr-1node", "0-31", TCP_NS, chosen),
        ("later-2023-10-tcp-rr-2nodes", "0-63", TCP_NS, &[]),
        ("later-2023-10-udp-rr-1node", "0-31", UDP_NS, chosen),
        ("later-2023-10-udp-rr-2nodes", "0-63", UDP_NS, &[]),
    ] {
        let mut plan = plan(id, cpus, stack_ns, true);
        plan.remarks = vec![Remark::RoundTrips, Remark::Unsettled];
        plan.given = given.to_vec();
        plans.push(plan);
    }
    for (id, cpus) in [("later-2023-10-tbench-1node", "0-31"), ("later-2023-10-tbench-2nodes", "0-63")] {
        let mut plan = plan(id, cpus, Pairs::default().think_ns, false);
        plan.remarks = vec![Remark::Tbench, Remark::Unsettled];
        plans.push(plan);
    }
    // Version 7, which gives a far previous CPU no second chance.
    for (id, cpus) in [("later-2022-09-tbench-1node", "0-31"), ("later-2022-09-tbench-2nodes", "0-63")] {
        let mut plan = plan(id, cpus, Pairs::default().think_ns, false);
        plan.remarks = vec![Remark::Tbench, Remark::Unsettled];
        for row in &mut plan.rows {
            if let Answer::Run(run) = &mut row.answer
                && let Some(patched) = run.scenario.lanes.get_mut(1)
            {
                patched.rules.idle_prev = Some(IdlePrev::ClusterOnly);
            }
        }
        plans.push(plan);
    }
    plans
}

/// The rows of a table: a number of clients, without and with the patch. `times`: the round trip is
/// published, too, as a rate of each client.
fn plan(id: &'static str, cpus: &str, stack_ns: u32, times: bool) -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(WINDOW), ..Method::default() }),
        misses: vec![(Quantity::RoundTrip, Remark::MissRoundTrips)],
        ..Plan::new(id, Origin::LookedUpLater)
    };
    let published = table(id);
    let base = Features { cluster_domain: Some(true), ..Features::default() };
    let lanes = [base.clone(), Features { cluster_scan: ClusterScan::Merged, ..base }];
    for row in 0..published.rows.len() {
        let pairs = published.whole(row, "clients");
        let work = Pairs { pairs, requests: 0, think_ns: stack_ns, service_ns: stack_ns, ..Pairs::default() };
        let mut both =
            WINDOW.of(scenario(MachineId::Kunpeng128, KernelId::V6_5, Workload::Pairs(work), &lanes));
        both.cpus = Some(cpus.to_string());
        let rates = ["baseline", "patched"].map(|column| published.number(row, column));
        let gain = rates[0].zip(rates[1]).map(|(old, new)| 100.0 * (1.0 - old / new));
        let first = plan.rows.len();
        for (lane, variant) in ["baseline", "patched"].into_iter().enumerate() {
            let run = Run { scenario: both.clone(), lane };
            plan.push(Row {
                variant: variant.to_string(),
                published_gain: gain.filter(|_| lane == 1 && !times),
                within: times.then_some(Within::Percent(12.0)),
                base: (lane == 1).then_some(first),
                gain_within: (lane == 1).then_some(5.0),
                ..Row::plain(
                    if pairs == 1 { "1 client".to_string() } else { format!("{pairs} clients") },
                    Quantity::RoundTrip,
                    rates[lane].map(|rate| 1e6 / rate).filter(|_| times),
                    Answer::Run(Box::new(run)),
                )
            });
        }
    }
    plan
}
