//! Tables by other authors on other machines, looked up when the model stood: the search bounded by utilisation,
//! newidle balance without its gate, cache-aware balancing, `NEXT_BUDDY`,
//! CPUs with idle tasks only.
//!
//! None of these machines is one of the model's, so each is described here, and has the costs of the family
//! that is like it. The mails say neither the loops of their runs nor the prices of a line, so only gains are
//! compared.

use super::plan::{Answer, Method, Plan, Quality, Row, Run, scenario};
use super::published::{Table, table};
use sched_core::machine::kernel::{PickBuddy, Sis};
use sched_core::machine::{Family, KernelId};
use sched_core::scenario::{
    Features, Hackbench, Hogs, Lane, MachineChoice, OwnMachine, Pairs, Policy, RuleOverrides, Scenario,
    TaskKind, TaskSetting, Workload,
};
use sched_judge::report::Window;
use sched_judge::verdict::Within;
use sched_judge::words::{Origin, Quantity, Remark, Why};

/// Pairs that answer each other soon reach a steady state.
const PAIRS: Window = Window { from_ms: 10, until_ms: 40 };
/// A process looks every 10 ms for the cache it prefers, and is then gathered there by the balancer.
const GATHERED: Window = Window { from_ms: 60, until_ms: 120 };
/// The bound of a search in a cache of 112 CPUs is renewed after 112 ms, and rates of hackbench have settled then.
const RENEWED: Window = Window { from_ms: 150, until_ms: 180 };
/// As for the wake-ups measured for this project.
const SLEEPERS: Window = Window { from_ms: 300, until_ms: 2_300 };
/// The loops of a run of `hackbench` whose mail does not say how many it had.
const LOOPS: u32 = 500;
/// The loops of a run that is cut.
const ENDLESS: u32 = 1_000_000;
/// A run with more tasks takes too long for the report.
const MOST_TASKS: u32 = 1_000;
/// Why searches that utilisation bounds differ from the mails.
const SEARCH: (Quantity, Remark) = (Quantity::RoundTrip, Remark::MissSearch);
const UNSETTLED: (Quantity, Remark) = (Quantity::Time, Remark::MissUtilisation);
/// Tolerance of a gain (points), if the mail's own spread is not wider.
pub const POINTS: f64 = 5.0;

/// Empty in the quick form, which covers the signs of the original tables of the threads.
pub fn plans(quality: Quality) -> Vec<Plan> {
    if quality == Quality::Quick {
        return Vec::new();
    }
    let mut plans = vec![
        sched_idle(),
        newidle(),
        sis_hackbench(),
        sis_pairs("later-2022-06-sis-util-netperf", Remark::Netperf),
        sis_pairs("later-2022-06-sis-util-tbench", Remark::Tbench),
        silent("later-2022-06-sis-util-schbench", &["case", "load"], "compare%", Why::Percentile),
        zen3_hackbench(),
        zen3_tbench(),
        silent("later-2023-09-load-avg-postgres", &["load"], "patch", Why::Application),
        silent("later-2024-04-preempt-short", &["task"], "with", Why::Browser),
        buddy("later-2025-10-buddy-pipes", true),
        buddy("later-2025-10-buddy-sockets", false),
        silent("later-2025-10-buddy-schbench", &["percentile"], "patched", Why::NewerSchbench),
    ];
    for (id, machine) in [
        ("later-2025-10-cache-hackbench-spr", two_caches()),
        ("later-2025-10-cache-hackbench-milan", milan()),
        ("later-2026-02-cache-pipes-spr", two_caches()),
        ("later-2026-02-cache-pipes-genoa", genoa()),
    ] {
        plans.push(cache_aware(id, machine));
    }
    plans
}

fn machine(name: &str, like: Family, topology: &str, distances: Option<&str>) -> MachineChoice {
    let own = OwnMachine {
        name: name.to_string(),
        like,
        topology: topology.to_string(),
        distances: distances.map(str::to_string),
        ..OwnMachine::default()
    };
    MachineChoice::Own(Box::new(own))
}

fn one_cache_of_112() -> MachineChoice {
    machine("One last-level cache of 112 CPUs", Family::Xeon, "pack:1 numa:1 l3:1 core:56 pu:2", None)
}
/// Its memory is interleaved, so that the kernel sees one node.
fn two_caches() -> MachineChoice {
    machine("Sapphire Rapids, one node", Family::Xeon, "pack:1 numa:1 l3:2 core:30 pu:2", None)
}
fn two_sockets_of_40() -> MachineChoice {
    machine("Two sockets of 40 CPUs", Family::Xeon, "pack:2 numa:1 l3:1 core:20 pu:2", None)
}
fn thunder_x2() -> MachineChoice {
    machine("ThunderX2, 224 CPUs", Family::Kunpeng, "pack:2 numa:1 l3:1 core:28 pu:4", None)
}
fn hikey() -> MachineChoice {
    machine("HiKey", Family::Kunpeng, "pack:1 numa:1 l3:2 core:4 pu:1", None)
}
fn milan() -> MachineChoice {
    machine("Milan, 128 CPUs", Family::Epyc, "pack:2 numa:1 l3:8 core:4 pu:2", Some("32"))
}
fn genoa() -> MachineChoice {
    let distances = "10,12,32,32 12,10,32,32 32,32,10,12 32,32,12,10";
    machine("Genoa, 128 CPUs", Family::Epyc, "pack:2 numa:2 l3:2 core:8 pu:2", Some(distances))
}
/// Zen 3 with one, two or four nodes to a socket.
fn zen3(nodes: u32) -> MachineChoice {
    let all = 2 * nodes;
    let row = |a: u32| {
        let of = |b: u32| match (a == b, a / nodes == b / nodes) {
            (true, _) => "10",
            (false, true) => "12",
            (false, false) => "32",
        };
        (0..all).map(of).collect::<Vec<_>>().join(",")
    };
    let distances = (0..all).map(row).collect::<Vec<_>>().join(" ");
    let topology = format!("pack:2 numa:{nodes} l3:{} core:8 pu:2", 8 / nodes);
    machine(&format!("Zen 3, NPS{nodes}"), Family::Epyc, &topology, Some(&distances))
}

/// A kernel, and the rules of the baseline and of the change that differ from it.
struct Change {
    kernel: KernelId,
    features: Features,
    rules: [RuleOverrides; 2],
}

impl Change {
    fn scenario(&self, machine: MachineChoice, workload: Workload) -> Scenario {
        let mut both = scenario(machine, self.kernel, workload, &[]);
        let lane = |rules: &RuleOverrides| Lane {
            features: self.features.clone(),
            rules: rules.clone(),
            ..Lane::default()
        };
        both.lanes = self.rules.iter().map(lane).collect();
        both
    }
}

/// 5.19 by the rules of 6.5. The tree that queues wake-ups of idle CPUs there is that of the reply.
fn sis(wake_list: bool) -> Change {
    let rules = |sis| RuleOverrides {
        sis: Some(sis),
        wake_list: Some(wake_list),
        fully_busy_last: Some(false),
        full_group_stops: Some(false),
        prefer_sibling_of_busiest: Some(false),
        past_pinned: Some(false),
        ..RuleOverrides::default()
    };
    Change { kernel: KernelId::V6_5, features: Features::default(), rules: [Sis::Prop, Sis::Util].map(rules) }
}

/// 5.15 by the rules of 5.10.
fn without_gate() -> Change {
    let rules = |newidle_gate| RuleOverrides {
        newidle_gate: Some(newidle_gate),
        affine_idle_prev: Some(true),
        recent_is_prev: Some(true),
        idle_smt_prev: Some(true),
        newidle_pending: Some(true),
        active_migrate_task: Some(true),
        all_distance_rows: Some(true),
        groups_inside_span: Some(true),
        capacity_greater: Some(true),
        misfit_pinned: Some(false),
        base_slice: Some(true),
        ..RuleOverrides::default()
    };
    Change { kernel: KernelId::V5_10, features: Features::default(), rules: [true, false].map(rules) }
}

fn next_buddy() -> Change {
    let patched = RuleOverrides {
        next_buddy: Some(true),
        pick_buddy: Some(PickBuddy::AtWakeup),
        ..RuleOverrides::default()
    };
    Change {
        kernel: KernelId::V6_18_2,
        features: Features::default(),
        rules: [RuleOverrides::default(), patched],
    }
}

fn sched_cache() -> Change {
    let rules = |on| RuleOverrides { sched_cache: Some(on), ..RuleOverrides::default() };
    Change { kernel: KernelId::V6_18, features: Features::default(), rules: [false, true].map(rules) }
}

fn idle_tasks_only() -> Change {
    let rules = |on| RuleOverrides { sched_idle_cpu: Some(on), ..RuleOverrides::default() };
    Change { kernel: KernelId::V4_20, features: Features::default(), rules: [false, true].map(rules) }
}

/// A published gain: percent of time saved, and its standard deviation in points.
#[derive(Clone, Copy)]
struct Gain {
    saved: f64,
    spread: Option<f64>,
}

impl Gain {
    /// From two times.
    fn of_times(old: f64, new: f64) -> Self {
        Self { saved: 100.0 * (1.0 - new / old), spread: None }
    }

    /// From two rates.
    fn of_rates(old: f64, new: f64) -> Self {
        Self { saved: 100.0 * (1.0 - old / new), spread: None }
    }

    /// From percent of more throughput.
    fn of_pct(more: f64) -> Self {
        Self { saved: 100.0 - 100.0 / (1.0 + more / 100.0), spread: None }
    }

    /// The standard deviations of both, in percent of each.
    fn spread(self, published: &Table, row: usize, columns: [&str; 2]) -> Self {
        let [old, new] = columns.map(|column| published.number(row, column).unwrap_or(0.0));
        Self { spread: Some((1.0 - self.saved / 100.0) * old.hypot(new)), ..self }
    }
}

fn pct(published: &Table, row: usize) -> Gain {
    let of = published.number(row, "compare%").unwrap_or(0.0);
    Gain::of_pct(of).spread(published, row, ["baseline_std%", "compare_std%"])
}

fn both(published: &Table, row: usize, columns: [&str; 2]) -> [f64; 2] {
    columns.map(|column| published.number(row, column).unwrap_or(0.0))
}

/// The rows of a load: the baseline and the change.
fn push(
    plan: &mut Plan,
    load: &str,
    variants: [&str; 2],
    quantity: Quantity,
    scenario: &Scenario,
    gain: Gain,
) {
    let base = plan.rows.len();
    let too_large = scenario.workload.tasks() > MOST_TASKS;
    for (lane, variant) in variants.into_iter().enumerate() {
        let answer = match too_large {
            true => Answer::Silent(Why::ManyTasks),
            false => Answer::Run(Box::new(Run { scenario: scenario.clone(), lane })),
        };
        let compared = lane == 1 && !too_large;
        plan.push(Row {
            variant: variant.to_string(),
            published_gain: (lane == 1).then_some(gain.saved),
            spread: gain.spread.filter(|_| lane == 1),
            base: (lane == 1).then_some(base),
            gain_within: compared.then_some(gain.spread.unwrap_or(0.0).max(POINTS)),
            ..Row::plain(load.to_string(), quantity, None, answer)
        });
    }
}

fn plan(id: &'static str, window: Option<Window>, remarks: &[Remark], miss: (Quantity, Remark)) -> Plan {
    let method = Method { window, ..Method::default() };
    // By the test of settledness.
    let is_early = window.is_none() || window == Some(PAIRS);
    let unsettled: &[Remark] = if is_early { &[Remark::Unsettled] } else { &[] };
    Plan {
        method: Some(method),
        remarks: [&[Remark::OtherMachine], remarks, unsettled].concat(),
        misses: vec![miss],
        ..Plan::new(id, Origin::LookedUpLater)
    }
}

fn hackbench(groups: u32, fds: u32, pipe: bool, threads: bool) -> Workload {
    Workload::Hackbench(Hackbench { groups, loops: LOOPS, fds, pipe, threads })
}

/// Pairs for clients and their servers, with as much computing as the model's default.
fn pairs(pairs: u32) -> Workload {
    Workload::Pairs(Pairs { pairs, requests: 0, ..Pairs::default() })
}

fn whole(scenario: Scenario) -> Scenario {
    Scenario { limit_ms: 120_000, ..scenario }
}

fn groups_of(load: &str) -> u32 {
    load.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(1)
}

fn sis_hackbench() -> Plan {
    let mut plan = plan(
        "later-2022-06-sis-util-hackbench",
        Some(RENEWED),
        &[Remark::Like519],
        (Quantity::Time, Remark::MissBound),
    );
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let (case, load) = (published.text(row, "case"), published.text(row, "load"));
        // 28 tasks to a group, as the mail says.
        let (pipe, threads) = (case.ends_with("pipe"), case.starts_with("threads"));
        let work = Hackbench { groups: groups_of(&load), loops: ENDLESS, fds: 14, pipe, threads };
        let scenario = RENEWED.of(sis(false).scenario(one_cache_of_112(), Workload::Hackbench(work)));
        let name = format!("{case} {load}");
        push(&mut plan, &name, ["SIS_PROP", "SIS_UTIL"], Quantity::Time, &scenario, pct(published, row));
    }
    plan
}

fn sis_pairs(id: &'static str, remark: Remark) -> Plan {
    let mut plan = plan(id, Some(PAIRS), &[remark, Remark::Like519], SEARCH);
    let published = table(id);
    for row in 0..published.rows.len() {
        let (case, load) = (published.text(row, "case"), published.text(row, "load"));
        let scenario = PAIRS.of(sis(false).scenario(one_cache_of_112(), pairs(groups_of(&load))));
        let name = format!("{case} {load}");
        push(&mut plan, &name, ["SIS_PROP", "SIS_UTIL"], Quantity::RoundTrip, &scenario, pct(published, row));
    }
    plan
}

fn zen3_hackbench() -> Plan {
    let mut plan = plan("later-2022-06-zen3-hackbench", None, &[Remark::Loops, Remark::Like519], UNSETTLED);
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let (nodes, groups) = (published.whole(row, "nps"), published.whole(row, "groups"));
        let scenario = whole(sis(true).scenario(zen3(nodes), hackbench(groups, 20, false, false)));
        let [old, new] = both(published, row, ["tip", "sis_util"]);
        let name = format!("NPS{nodes} -g {groups}");
        push(&mut plan, &name, ["SIS_PROP", "SIS_UTIL"], Quantity::Time, &scenario, Gain::of_times(old, new));
    }
    plan
}

fn zen3_tbench() -> Plan {
    let mut plan = plan("later-2022-06-zen3-tbench", Some(PAIRS), &[Remark::Tbench, Remark::Like519], SEARCH);
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let clients = published.whole(row, "clients");
        let scenario = PAIRS.of(sis(true).scenario(zen3(1), pairs(clients)));
        let [old, new] = both(published, row, ["tip", "sis_util"]);
        let name = clients_of(clients);
        push(
            &mut plan,
            &name,
            ["SIS_PROP", "SIS_UTIL"],
            Quantity::RoundTrip,
            &scenario,
            Gain::of_rates(old, new),
        );
    }
    plan
}

fn clients_of(clients: u32) -> String {
    if clients == 1 { "1 client".to_string() } else { format!("{clients} clients") }
}

fn newidle() -> Plan {
    let mut plan = plan(
        "later-2021-10-newidle-hackbench",
        None,
        &[Remark::Loops, Remark::Like515],
        (Quantity::Time, Remark::MissNewidle),
    );
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let scenario = whole(without_gate().scenario(thunder_x2(), hackbench(groups, 20, false, false)));
        let [old, new] = both(published, row, ["tip", "patched"]);
        let gain = Gain::of_times(old, new).spread(published, row, ["tip_sd%", "patched_sd%"]);
        push(&mut plan, &format!("-g {groups}"), ["baseline", "patched"], Quantity::Time, &scenario, gain);
    }
    plan
}

fn buddy(id: &'static str, pipe: bool) -> Plan {
    let mut plan = plan(id, None, &[Remark::Loops, Remark::Buddy], (Quantity::Time, Remark::MissBuddy));
    let published = table(id);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let scenario = whole(next_buddy().scenario(two_sockets_of_40(), hackbench(groups, 20, pipe, false)));
        let [old, new] = both(published, row, ["vanilla", "patched"]);
        let gain = Gain::of_times(old, new);
        push(&mut plan, &format!("-g {groups}"), ["vanilla", "patched"], Quantity::Time, &scenario, gain);
    }
    plan
}

/// Threads over pipes: with 20 senders and receivers a group, or with few.
fn cache_aware(id: &'static str, machine: MachineChoice) -> Plan {
    let few = id.contains("pipes");
    let mut plan = plan(id, Some(GATHERED), &[Remark::CacheAware], (Quantity::Time, Remark::MissGathered));
    let published = table(id);
    for row in 0..published.rows.len() {
        let groups = published.whole(row, "groups");
        let (fds, gain) = if few {
            (published.whole(row, "fds"), pct(published, row))
        } else {
            let [old, new] = both(published, row, ["baseline", "sched_cache"]);
            (20, Gain::of_times(old, new))
        };
        let work = Hackbench { groups, loops: ENDLESS, fds, pipe: true, threads: true };
        let scenario = GATHERED.of(sched_cache().scenario(machine.clone(), Workload::Hackbench(work)));
        let name = if few { format!("-f {fds} -g {groups}") } else { format!("-g {groups}") };
        push(&mut plan, &name, ["baseline", "cache-aware"], Quantity::Time, &scenario, gain);
    }
    plan
}

/// Tasks that sleep, beside tasks of `SCHED_IDLE` that do not.
fn sched_idle() -> Plan {
    let mut plan = Plan {
        method: Some(Method { window: Some(SLEEPERS), ..Method::default() }),
        remarks: vec![Remark::OtherMachine, Remark::IdleBeside],
        ..Plan::new("later-2019-05-sched-idle", Origin::LookedUpLater)
    };
    let published = table(plan.table);
    for row in 0..published.rows.len() {
        let hogs = published.whole(row, "idle_tasks");
        let variant = published.text(row, "variant");
        let work = Hogs { hogs, sleepers: 8, run_us: 5_333, sleep_us: 7_777 - 5_333, ..Hogs::default() };
        let mut scenario = SLEEPERS.of(idle_tasks_only().scenario(hikey(), Workload::Hogs(work)));
        if hogs > 0 {
            let policy = Policy::Idle;
            scenario.tasks = vec![TaskSetting { kind: TaskKind::Hog, policy, ..TaskSetting::default() }];
        }
        let [of, at_once] = both(published, row, ["wakeups", "within_300us"]);
        let lane = usize::from(variant == "with");
        plan.push(Row {
            variant,
            within: Some(Within::Points(10.0)),
            ..Row::plain(
                format!("{hogs} idle tasks"),
                Quantity::AtOnce,
                Some(100.0 * at_once / of),
                Answer::Run(Box::new(Run { scenario, lane })),
            )
        });
    }
    plan
}

/// A table that the model does not cover.
fn silent(id: &'static str, labels: &[&str], column: &str, why: Why) -> Plan {
    let mut plan = Plan::new(id, Origin::LookedUpLater);
    let published = table(id);
    for row in 0..published.rows.len() {
        let name: Vec<String> = labels.iter().map(|label| published.text(row, label)).collect();
        plan.push(Row::silent(name.join(" "), Quantity::Speedup, published.number(row, column), why));
    }
    plan
}

#[cfg(test)]
mod tests {
    use super::{Gain, plans};
    use crate::replicate::plan::{Answer, Quality};
    use crate::replicate::published::{Table, all, table};
    use sched_core::scenario::{MachineChoice, check};

    fn tables() -> Vec<&'static Table> {
        plans(Quality::Full).iter().map(|plan| table(plan.table)).collect()
    }

    #[test]
    fn every_table_names_the_mail_that_its_figures_were_read_in() {
        for table in tables() {
            let source = table.source.as_deref().unwrap_or_default();
            assert!(source.starts_with('<') && source.ends_with('>') && source.contains('@'), "{}", table.id);
        }
        let without = all().iter().filter(|table| table.source.is_none());
        assert!(without.clone().all(|table| !tables().iter().any(|one| one.id == table.id)));
    }

    #[test]
    fn the_machines_have_the_cpus_of_the_mails_and_their_runs_are_good() {
        for plan in plans(Quality::Full) {
            for row in &plan.rows {
                let Answer::Run(run) = &row.answer else { continue };
                let faults = check(&run.scenario);
                assert!(faults.is_empty(), "{} {}: {faults:?}", plan.table, row.name());
                let told = table(plan.table).machine["cpus"].as_u64();
                if let (Some(told), MachineChoice::Own(_)) = (told, &run.scenario.machine) {
                    let cpus = run.scenario.machine.build().nr_cpus as u64;
                    assert_eq!(cpus, told, "{} {}", plan.table, row.name());
                }
            }
        }
    }

    #[test]
    fn gains_are_time_saved() {
        let saved = |gain: Gain| (10.0 * gain.saved).round() / 10.0;
        assert_eq!(saved(Gain::of_times(2.0, 1.0)), 50.0);
        assert_eq!(saved(Gain::of_rates(100.0, 200.0)), 50.0);
        assert_eq!(saved(Gain::of_pct(100.0)), 50.0);
        assert_eq!(saved(Gain::of_pct(-20.0)), -25.0);
    }
}
