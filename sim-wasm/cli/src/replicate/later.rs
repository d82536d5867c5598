//! Measurements by the author of the cluster scheduler after the RFC v2, on the same machine and in the same
//! list (December 2020 to April 2021).

use super::cluster::{self, Shape};
use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, MachineId};
use sched_core::scenario::{ClusterScan, Features, Jobs, RuleOverrides, Stream, Workload};
use sched_judge::measure::STREAM_MB;
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Why};

/// 5.11 and its development trees have the rules of 5.10, except for one that matters only between nodes
/// ([`times`]).
const KERNEL: KernelId = KernelId::V5_10;
/// `hackbench` with its 20 senders and receivers a group.
const GROUPS: Shape = Shape { published: 20_000, loops: 20_000, ..cluster::GROUPS };
/// One sender and one receiver a group (`-f 1`). These pairs do not share work, so the time is that of the
/// last pair to end and cannot be computed from the total rate. 7.5 % of the published loops are simulated.
const COUPLES: Shape = Shape { fds: 1, published: 1_000_000, loops: 75_000, window: None };

/// A copy of mcf_r: a job that waits for memory all the time, long enough for the balancer to place it.
const MCF: Jobs = Jobs {
    jobs: 1,
    work_us: 2_000_000,
    rounds: 1,
    memory_pct: 100,
    memory_jobs: 512,
    spread_pct: 0,
    kernel_pct: 0,
    serial_ms: 0,
};

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    vec![
        four_cpus(),
        domain_alone(),
        times("later-2020-12-2nodes", MachineId::Kunpeng48, &GROUPS, vec![Remark::OrdinaryNodes]),
        times("later-2021-01-1node", MachineId::Kunpeng24, &GROUPS, Vec::new()),
        times("later-2021-03-1node", MachineId::Kunpeng24, &GROUPS, Vec::new()),
        times("later-2021-04-pairs-1node", MachineId::Kunpeng24, &COUPLES, vec![Remark::Couples]),
        times("later-2021-04-pairs-2nodes", MachineId::Kunpeng48, &COUPLES, vec![Remark::CouplesApart]),
        stream(),
        mcf(),
        pbzip2(),
    ]
}

/// The switches and rules of a variant, or the reason why the model does not have it.
fn variant(table: &str, name: &str) -> Result<(Features, RuleOverrides), Why> {
    let domain = Features { cluster_domain: Some(true), ..Features::default() };
    let plain = RuleOverrides::default();
    match name {
        "w/o" => Ok((Features::default(), plain)),
        "w/domain" => Ok((domain, plain)),
        "w/" if table == "later-2020-12-2nodes" => Err(Why::IdleMask),
        "w/" => Ok((Features { cluster_scan: ClusterScan::Levels, ..domain }, plain)),
        // Version 6: a scan of the cluster only, and a `wake_wide` that uses the size of the cluster.
        _ => {
            let rules = RuleOverrides { wide_by_cluster: Some(true), ..plain };
            Ok((Features { cluster_scan: ClusterScan::Only, ..domain }, rules))
        }
    }
}

/// One group on four CPUs, either of one cluster or of four.
fn four_cpus() -> Plan {
    let mut plan = Plan {
        method: Some(GROUPS.method()),
        misses: vec![(Quantity::Time, Remark::Preempted)],
        ..Plan::new("later-2020-12-4cpus", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    let plain = Features::default();
    let mut both = GROUPS.scenario(MachineId::Kunpeng24, KernelId::V5_9, 1, &[plain.clone(), plain]);
    for (lane, row) in both.lanes.iter_mut().zip(0..) {
        lane.cpus = Some(published.text(row, "cpus"));
    }
    for lane in 0..both.lanes.len() {
        let run = Run { scenario: both.clone(), lane };
        plan.push(Row {
            variant: published.text(lane, "placement"),
            within: Some(Within::Percent(12.0)),
            base: (lane == 1).then_some(0),
            gain_within: (lane == 1).then_some(5.0),
            ..Row::plain(
                published.text(lane, "cpus"),
                Quantity::Time,
                published.number(lane, "stated_mean"),
                Answer::Run(Box::new(run)),
            )
        });
    }
    plan
}

/// The cluster domain without a scan, ten runs for each load of the RFC: only the absolute times are
/// published.
fn domain_alone() -> Plan {
    let shape = cluster::GROUPS;
    let mut plan =
        Plan { method: Some(shape.method()), ..Plan::new("later-2020-12-domain", Origin::LookedUpLater) };
    let published = table(plan.table);
    let domain = Features { cluster_domain: Some(true), ..Features::default() };
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let lanes = std::slice::from_ref(&domain);
        let scenario = shape.scenario(MachineId::Kunpeng24, KernelId::V5_9, groups, lanes);
        plan.push(Row {
            variant: "w/domain".to_string(),
            within: Some(Within::Percent(12.0)),
            ..Row::plain(
                format!("-g {groups}"),
                Quantity::Time,
                published.number(row, "stated_mean"),
                Answer::Run(Box::new(Run { scenario, lane: 0 })),
            )
        });
    }
    plan
}

/// STREAM without and with the cluster level, as the time for a number of megabytes. The model has one of its
/// four functions: copy.
fn stream() -> Plan {
    let window = Window { from_ms: 100, until_ms: 400 };
    let mut plan = Plan {
        method: Some(Method { window: Some(window), ..Method::default() }),
        remarks: vec![Remark::Stream],
        misses: vec![(Quantity::Time, Remark::MissStream)],
        ..Plan::new("later-2021-09-stream", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    let lanes = [false, true]
        .map(|cluster_domain| Features { cluster_domain: Some(cluster_domain), ..Features::default() });
    for row in 0..published.rows.len() {
        let (workers, function) = (published.whole(row, "threads"), published.text(row, "function"));
        let spoken = function == "copy";
        let work = Workload::Stream(Stream { workers, ..Stream::default() });
        let both = window.of(scenario(MachineId::Kunpeng24, KERNEL, work, &lanes));
        let first = plan.rows.len();
        for (lane, variant) in ["w/o", "w/"].into_iter().enumerate() {
            let answer = match spoken {
                true => Answer::Run(Box::new(Run { scenario: both.clone(), lane })),
                false => Answer::Silent(Why::MemoryBenchmark),
            };
            plan.push(Row {
                variant: variant.to_string(),
                within: spoken.then_some(Within::Percent(12.0)),
                base: (spoken && lane == 1).then_some(first),
                gain_within: (spoken && lane == 1).then_some(2.0),
                ..Row::plain(
                    format!("{workers} threads {function}"),
                    Quantity::Time,
                    published.number(row, variant).map(|rate| STREAM_MB / rate),
                    answer,
                )
            });
        }
    }
    plan
}

/// Copies of mcf_r without and with the cluster level. The mail prints how much faster they got, which is a rate.
fn mcf() -> Plan {
    let mut plan = Plan {
        method: Some(Method::default()),
        remarks: vec![Remark::Mcf],
        misses: vec![(Quantity::Time, Remark::MissMcf)],
        ..Plan::new("later-2021-09-mcf", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    let lanes = [false, true]
        .map(|cluster_domain| Features { cluster_domain: Some(cluster_domain), ..Features::default() });
    for row in 0..published.rows.len() {
        let copies = published.whole(row, "copies");
        let work = Workload::Jobs(Jobs { jobs: copies, ..MCF });
        let both = scenario(MachineId::Jacobsville24, KERNEL, work, &lanes);
        let faster = published.number(row, "base_rate");
        let first = plan.rows.len();
        for (lane, variant) in ["w/o", "w/"].into_iter().enumerate() {
            plan.push(Row {
                variant: variant.to_string(),
                published_gain: faster
                    .filter(|_| lane == 1)
                    .map(|faster| 100.0 * (1.0 - 100.0 / (100.0 + faster))),
                base: (lane == 1).then_some(first),
                gain_within: (lane == 1).then_some(5.0),
                ..Row::plain(
                    if copies == 1 { "1 copy".to_string() } else { format!("{copies} copies") },
                    Quantity::Time,
                    None,
                    Answer::Run(Box::new(Run { scenario: both.clone(), lane })),
                )
            });
        }
    }
    plan
}

/// A file compressed by several threads. The published rates have no unit, so only the gain is compared.
fn pbzip2() -> Plan {
    let mut plan = Plan::new("later-2021-09-pbzip2", Origin::LookedUpLater);
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let [old, new] = ["w/o", "w/"].map(|variant| published.number(row, variant));
        plan.push(Row::silent(
            format!("{} threads", published.whole(row, "threads")),
            Quantity::Speedup,
            old.zip(new).map(|(old, new)| 100.0 * (new / old - 1.0)),
            Why::Files,
        ));
    }
    plan
}

/// A table whose rows are a number of groups and a variant; `w/o` is the first variant of each group.
fn times(id: &'static str, machine: MachineId, shape: &Shape, remarks: Vec<Remark>) -> Plan {
    let one_node = machine == MachineId::Kunpeng24;
    let mut plan = Plan { method: Some(shape.method()), remarks, ..Plan::new(id, Origin::LookedUpLater) };
    plan.misses = match shape.fds {
        1 => vec![(Quantity::Time, Remark::MissCouples)],
        _ if one_node => vec![(Quantity::Time, Remark::MissWide)],
        _ => vec![(Quantity::Time, Remark::MissHalves)],
    };
    let published = table(id);
    // Within one last-level cache an idle previous CPU is found anyway, one step later.
    let since_5_11 = !one_node && published.date.as_str() >= "2021";
    let mut base = 0;
    for row in 0..published.rows.len() {
        let name = published.text(row, "variant");
        let plain = name == "w/o";
        let groups = published.whole(row, "groups");
        let answer = match variant(id, &name) {
            Err(why) => Answer::Silent(why),
            Ok((features, rules)) => {
                let lanes = if plain { vec![features] } else { vec![Features::default(), features] };
                let mut scenario = shape.scenario(machine, KERNEL, groups, &lanes);
                if let Some(last) = scenario.lanes.last_mut() {
                    last.rules = rules;
                }
                for lane in &mut scenario.lanes {
                    lane.rules.affine_idle_prev = since_5_11.then_some(true);
                }
                Answer::Run(Box::new(Run { scenario, lane: lanes.len() - 1 }))
            }
        };
        let spoken = matches!(answer, Answer::Run(_));
        let compared = spoken && !plain;
        let load = format!("-g {groups}");
        let index = plan.push(Row {
            variant: name,
            within: spoken.then_some(Within::Percent(12.0)),
            base: compared.then_some(base),
            gain_within: compared.then_some(2.0),
            ..Row::plain(load, Quantity::Time, published.number(row, "stated_mean"), answer)
        });
        if plain {
            base = index;
        }
    }
    plan
}
