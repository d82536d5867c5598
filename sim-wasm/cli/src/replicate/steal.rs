//! Idle stealing on Xeons (Steven Sistare, November 2018).

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::table;
use sched_core::machine::{KernelId, Machine, MachineId};
use sched_core::scenario::{Features, Hackbench, Scenario, Steal, Workload};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark};

pub const PUBLISHED_LOOPS: u32 = 100_000;
/// The number of senders of a group, and of receivers.
const FDS: u32 = 20;
/// The value of `sched_wakeup_granularity_ns` in all tables.
const WAKEUP_GRANULARITY_NS: u32 = 15_000_000;

pub fn plans(quality: Quality) -> Vec<Plan> {
    use MachineId::{Xeon20, Xeon40, Xeon44, Xeon88};
    let one_socket = Goal { time: 5.0, gain: 3.0 };
    let larger = Goal { time: 12.0, gain: 5.0 };
    let two_sockets = Goal { time: 20.0, gain: 20.0 };
    vec![
        schedstat(quality, one_socket),
        times(quality, "s001-hackbench-1s20", Xeon20, one_socket),
        times(quality, "s001-hackbench-1s44", Xeon44, larger),
        times(quality, "s001-hackbench-2s40", Xeon40, two_sockets),
        times(quality, "s001-hackbench-2s88", Xeon88, two_sockets),
        eight_sockets(quality),
    ]
}

/// The tolerances of times (%) and of gains (points).
#[derive(Clone, Copy)]
struct Goal {
    time: f64,
    gain: f64,
}

/// `hackbench groups process loops`, without stealing (lane 0) and with it (lane 1).
pub fn hackbench(machine: MachineId, groups: u32, loops: u32) -> Scenario {
    let work = Hackbench { groups, loops, fds: FDS, pipe: false, threads: false };
    let with = Features { steal: Steal::On, ..Features::default() };
    let mut scenario =
        scenario(machine, KernelId::V4_20, Workload::Hackbench(work), &[Features::default(), with]);
    scenario.tunables.wakeup_granularity_ns = Some(WAKEUP_GRANULARITY_NS);
    scenario
}

fn run(machine: MachineId, groups: u32, quality: Quality, lane: usize) -> Answer {
    let scenario = window(quality, machine).of(hackbench(machine, groups, PUBLISHED_LOOPS));
    Answer::Run(Box::new(Run { scenario, lane }))
}

fn has_two_sockets(machine: MachineId) -> bool {
    matches!(machine, MachineId::Xeon40 | MachineId::Xeon88)
}

/// The measured window, the same for every machine and load. The first second of 100,000 loops is short but
/// different: until its CPUs have been idle a few times, newidle balance takes the tasks that would be
/// stolen. This ends within 0.8 s except for the heaviest loads.
fn window(quality: Quality, machine: MachineId) -> Window {
    let (from_ms, until_ms) = match quality {
        Quality::Full => (800, 900),
        Quality::Quick if has_two_sockets(machine) => (500, 600),
        Quality::Quick => (200, 300),
    };
    Window { from_ms, until_ms }
}

fn tasks_per_cpu(machine: MachineId, groups: u32) -> u32 {
    groups * 2 * FDS / Machine::preset(machine).nr_cpus as u32
}

fn method(quality: Quality, machine: MachineId) -> Method {
    let loops = Some((PUBLISHED_LOOPS, PUBLISHED_LOOPS));
    let quick = if has_two_sockets(machine) { 2 } else { 4 };
    Method { loops, window: Some(window(quality, machine)), ..Method::of(quality, quick) }
}

fn times(quality: Quality, id: &'static str, machine: MachineId, goal: Goal) -> Plan {
    let method = method(quality, machine);
    let mut plan =
        Plan { method: Some(method), remarks: vec![Remark::Definition], ..Plan::new(id, Origin::MadeFrom) };
    plan.misses = match machine {
        MachineId::Xeon44 => vec![(Quantity::Time, Remark::MissLarger)],
        _ if has_two_sockets(machine) => vec![(Quantity::Time, Remark::MissNodes)],
        _ => Vec::new(),
    };
    if machine == MachineId::Xeon88 {
        plan.remarks.push(Remark::Spread);
    }
    let published = table(id);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        if matches!(quality, Quality::Quick) && settles_late(machine, groups) {
            continue;
        }
        for (lane, (variant, column)) in [("baseline", "base"), ("steal", "new")].into_iter().enumerate() {
            let time = published.number(row, &format!("{column}_time"));
            plan.push(Row {
                load: format!("-g {groups}"),
                variant: variant.to_string(),
                quantity: Quantity::Time,
                published: time,
                repetitions: Vec::new(),
                spread: time
                    .zip(published.number(row, &format!("{column}_%stdev")))
                    .map(|(t, pct)| t * pct / 100.0),
                published_gain: None,
                answer: run(machine, groups, quality, lane),
                within: Some(Within::Percent(goal.time)),
                base: (lane == 1).then(|| plan.rows.len() - 1),
                gain_within: (lane == 1).then_some(goal.gain),
            });
        }
    }
    plan
}

/// Whether the quick form is too short to show the sign. With stealing, eight groups on 88 CPUs are a third
/// slower in their first second, and faster on average later.
fn settles_late(machine: MachineId, groups: u32) -> bool {
    machine == MachineId::Xeon88 && groups == 8 || tasks_per_cpu(machine, groups) >= 10
}

/// Eight sockets, where stealing lost (v2 09/10): only the gains are published. The limit on nodes is raised
/// to eight, so that stealing is active.
fn eight_sockets(quality: Quality) -> Plan {
    const LOOPS: u32 = 500;
    let mut plan = Plan {
        method: Some(Method { loops: Some((LOOPS, 50_000)), ..Method::of(quality, 2) }),
        remarks: vec![Remark::Definition, Remark::Unsettled],
        ..Plan::new("s001-hackbench-8s288", Origin::MadeFrom)
    };
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let mut scenario = hackbench(MachineId::Xeon288, groups, LOOPS);
        scenario.tunables.steal_node_limit = Some(8);
        // Old/new − 1, converted to time saved.
        let gain = published.number(row, "%speedup").map(|pct| 100.0 * pct / (100.0 + pct));
        for (lane, variant) in ["baseline", "steal"].into_iter().enumerate() {
            plan.push(Row {
                variant: variant.to_string(),
                published_gain: gain.filter(|_| lane == 1),
                base: (lane == 1).then(|| plan.rows.len() - 1),
                gain_within: (lane == 1).then_some(5.0),
                ..Row::plain(
                    format!("-g {groups}"),
                    Quantity::Time,
                    None,
                    Answer::Run(Box::new(Run { scenario: scenario.clone(), lane })),
                )
            });
        }
    }
    plan
}

/// A column of the schedstat table: its name, its quantity, and its tolerance.
type Column = (&'static str, Quantity, Option<Within>);

/// The columns of /proc/schedstat, averaged over the CPUs.
fn schedstat(quality: Quality, goal: Goal) -> Plan {
    const MACHINE: MachineId = MachineId::Xeon20;
    let columns: [Column; 8] = [
        ("time", Quantity::Time, Some(Within::Percent(goal.time))),
        ("%busy", Quantity::Busy, Some(Within::Points(4.0))),
        ("slice", Quantity::Slice, None),
        ("sched", Quantity::Sched, None),
        ("idle", Quantity::Idle, None),
        ("wake", Quantity::Wake, None),
        ("%find", Quantity::Find, None),
        ("steal", Quantity::Steal, None),
    ];
    let method = method(quality, MACHINE);
    let mut plan = Plan {
        method: Some(method),
        remarks: vec![Remark::Definition, Remark::OneRun],
        ..Plan::new("s001-schedstat-20cpu", Origin::MadeFrom)
    };
    let published = table(plan.table);
    let loads = published.rows.len() / 2;
    // The table has the baseline rows first; here the two rows of a load are adjacent.
    for (column, quantity, within) in columns {
        for load in 0..loads {
            for (lane, variant) in ["baseline", "steal"].into_iter().enumerate() {
                let row = lane * loads + load;
                let groups = published.whole(row, "grps");
                if matches!(quality, Quality::Quick) && settles_late(MACHINE, groups) {
                    continue;
                }
                let gains = lane == 1 && quantity == Quantity::Time;
                let base = gains.then(|| plan.rows.len() - 1);
                plan.push(Row {
                    load: format!("-g {groups}"),
                    variant: variant.to_string(),
                    quantity,
                    published: published.number(row, column),
                    repetitions: Vec::new(),
                    spread: None,
                    published_gain: None,
                    answer: run(MACHINE, groups, quality, lane),
                    within,
                    base,
                    gain_within: gains.then_some(goal.gain),
                });
            }
        }
    }
    plan
}
