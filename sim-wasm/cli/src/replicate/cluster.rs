//! The cluster scheduler on a Kunpeng 920 (Barry Song, December 2020).

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::{Table, table};
use sched_core::engine::ids::CpuId;
use sched_core::machine::{KernelId, Machine, MachineId, domains, kernel};
use sched_core::scenario::{ClusterScan, Features, Hackbench, Scenario, Workload};
use sched_judge::report::Window;
use sched_judge::statistics::deviation;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Standing, Why};

pub fn plans(quality: Quality) -> Vec<Plan> {
    vec![one_node(quality), two_nodes(), ablation(), intervals(), claims()]
}

fn without() -> Features {
    Features::default()
}
fn domain_only() -> Features {
    Features { cluster_domain: Some(true), ..without() }
}
fn with() -> Features {
    Features { cluster_domain: Some(true), cluster_scan: ClusterScan::Rfc, ..without() }
}

/// The measured window of every group of 20 senders and receivers. By `sched replicate --settle` the effects
/// of the start end by 1,000 ms, for the slowest row of the family.
const WINDOW: Window = Window { from_ms: 1_000, until_ms: 1_100 };
/// The parameters of the runs of a table of `hackbench -p -T`: `fds` senders and receivers a group, the
/// published and the simulated number of loops, and the measured window. Without a window the whole run is
/// measured, as the program reports its time.
pub(super) struct Shape {
    pub fds: u32,
    pub published: u32,
    pub loops: u32,
    pub window: Option<Window>,
}

impl Shape {
    pub fn scenario(
        &self,
        machine: MachineId,
        kernel: KernelId,
        groups: u32,
        lanes: &[Features],
    ) -> Scenario {
        let work = Hackbench { groups, loops: self.loops, fds: self.fds, pipe: true, threads: true };
        let whole = scenario(machine, kernel, Workload::Hackbench(work), lanes);
        match self.window {
            Some(window) => window.of(whole),
            None => whole,
        }
    }

    pub fn method(&self) -> Method {
        Method { seeds: None, loops: Some((self.loops, self.published)), window: self.window }
    }
}

/// The groups of the RFC.
pub(super) const GROUPS: Shape = Shape { fds: 20, published: 100_000, loops: 100_000, window: Some(WINDOW) };

/// `hackbench -p -T -g groups` without a feature (lane 0) and with it (lane 1).
fn run(machine: MachineId, groups: u32, feature: Features, lane: usize) -> Run {
    let scenario = GROUPS.scenario(machine, KernelId::V5_9, groups, &[without(), feature]);
    Run { scenario, lane }
}

fn one_node(quality: Quality) -> Plan {
    let mut plan = Plan {
        method: Some(Method { seeds: quality.pick(None, Some(4)), ..GROUPS.method() }),
        remarks: vec![Remark::Misprint, Remark::RoundBusy],
        misses: vec![(Quantity::Time, Remark::MissGain), (Quantity::Busy, Remark::MissBusy)],
        ..Plan::new("s000-hackbench-1node", Origin::MadeFrom)
    };
    times(&mut plan, MachineId::Kunpeng24, Some(Within::Percent(12.0)), Some(2.0));
    // The author's figures in the text of the mail.
    for (groups, seen) in [(1, 50.0), (2, 70.0), (3, 90.0)] {
        let answer = run(MachineId::Kunpeng24, groups, with(), 0);
        plan.push(Row {
            variant: "w/o".to_string(),
            within: Some(Within::Points(10.0)),
            ..Row::plain(format!("-g {groups}"), Quantity::Busy, Some(seen), Answer::Run(Box::new(answer)))
        });
    }
    plan
}

/// A table that its author retracted: shown, not judged.
fn retracted(table: &'static str) -> Plan {
    Plan {
        standing: Standing::Retracted,
        method: Some(Method { seeds: Some(2), ..GROUPS.method() }),
        remarks: vec![Remark::Retracted],
        ..Plan::new(table, Origin::MadeFrom)
    }
}

fn two_nodes() -> Plan {
    let mut plan = retracted("s000-hackbench-2nodes");
    times(&mut plan, MachineId::Kunpeng48, None, None);
    plan
}

/// The times of a table whose rows are a number of groups and a variant.
fn times(plan: &mut Plan, machine: MachineId, within: Option<Within>, gain_within: Option<f64>) {
    let published: &Table = table(plan.table);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let variant = published.text(row, "variant");
        let lane = usize::from(variant == "w/");
        let answer = Answer::Run(Box::new(run(machine, groups, with(), lane)));
        plan.push(Row {
            variant,
            spread: deviation(&published.repetitions(row)),
            repetitions: published.repetitions(row),
            within,
            base: (lane == 1).then(|| row - 1),
            gain_within: gain_within.filter(|_| lane == 1),
            ..Row::plain(format!("-g {groups}"), Quantity::Time, published.number(row, "stated_mean"), answer)
        });
    }
}

fn ablation() -> Plan {
    let mut plan = retracted("s000-ablation-g4-48cpus");
    let published = table(plan.table);
    for (row, (feature, lane)) in [(with(), 0), (with(), 1), (domain_only(), 1)].into_iter().enumerate() {
        let answer = Answer::Run(Box::new(run(MachineId::Kunpeng48, 4, feature, lane)));
        plan.push(Row {
            variant: published.text(row, "variant"),
            base: (lane == 1).then_some(0),
            ..Row::plain("-g 4".to_string(), Quantity::Time, published.number(row, "mean_time"), answer)
        });
    }
    plan
}

/// The balance intervals of the scheduling domains.
fn intervals() -> Plan {
    let mut plan = Plan::new("s000-domain-intervals", Origin::MadeFrom);
    let published = table(plan.table);
    let machine = Machine::preset(MachineId::Kunpeng24);
    for (row, cluster) in [(0, false), (1, true)] {
        let domains = domains::build(&machine, &kernel::rules(KernelId::V5_9), cluster);
        let lowest = &domains.of[CpuId(0)][0];
        let ends = [
            (Quantity::MinInterval, "min_interval", lowest.min_interval_ms),
            (Quantity::MaxInterval, "max_interval", lowest.max_interval_ms),
        ];
        for (quantity, column, found) in ends {
            let answer = Answer::Known(f64::from(found));
            plan.push(Row {
                variant: published.text(row, "kernel"),
                within: Some(Within::Points(0.0)),
                ..Row::plain(published.text(row, "domain"), quantity, published.number(row, column), answer)
            });
        }
    }
    plan
}

fn claims() -> Plan {
    let mut plan = Plan::new("s004-hackbench-claims", Origin::MadeFrom);
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        plan.push(Row::silent(published.text(row, "scope"), Quantity::Speedup, None, Why::Claim));
    }
    plan
}
