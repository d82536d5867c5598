//! The kind of an effect: what is switched between two lanes, and under which load. Effects of one kind are counted
//! together, so that a comparison can say how those like it fared in the record.

use crate::report::RowReport;
use crate::skill::Count;
use crate::words::{EffectFamily, EffectLoad, Origin};
use EffectFamily::*;
use sched_core::mechanisms::MECHANISMS;
use sched_core::scenario::{Lane, Scenario, Workload};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::OnceLock;
#[cfg(feature = "schema")]
use ts_rs::TS;

/// The family of every rule of a kernel, and of the switches whose family is not that of their folder.
const FAMILIES: &[(EffectFamily, &[&str])] = &[
    (
        Cluster,
        &[
            "cluster_domain",
            "cluster_scan",
            "cluster_unlimited",
            "wide_by_cluster",
            "idle_prev",
            "sched_cluster",
            "sched_cluster_active",
            "cluster_level",
        ],
    ),
    (Steal, &["steal"]),
    (
        CacheAware,
        &[
            "sched_cache",
            "llc_aggr_tolerance",
            "llc_epoch_period",
            "llc_epoch_affinity_timeout",
            "llc_overaggr_pct",
            "llc_imb_pct",
        ],
    ),
    (
        NodeBalancing,
        &[
            "node_restricted",
            "cross_node",
            "node_smoothing",
            "node_interval",
            "node_margin",
            "node_mask_fix",
            "home_node",
            "smallest_first",
            "imb_numa_nr",
            "numa_imbalance_pct",
        ],
    ),
    (GroupLayout, &["task_group", "tg_load_avg_ms"]),
    (
        WakeUp,
        &[
            "sis",
            "fork",
            "affine_idle_prev",
            "levels_above_llc",
            "recent_is_prev",
            "idle_smt_prev",
            "idle_core_all_threads",
            "idlest_of_allowed",
            "wake_list",
            "new_task_util_share",
        ],
    ),
    (
        Balancing,
        &[
            "balance",
            "lb_bias",
            "idle_cores_first",
            "newidle_pending",
            "newidle_gate",
            "newidle_raises_cost",
            "sd_serialize",
            "ni_random",
            "ni_rate",
            "busy_factor",
            "busy_interval_minus_one",
            "migrate_util_in_llc",
            "full_group_stops",
            "sibling_imbalance",
            "group_smt_balance",
            "fully_busy_first",
            "fully_busy_last",
            "asym_tie_last",
            "active_migrate_task",
            "prefer_sibling_of_busiest",
            "past_pinned",
            "migrate_util_shift",
            "migrate_load_shift",
            "smt_never_hot",
            "o1_busy_tick_ms",
        ],
    ),
    (
        Shares,
        &[
            "sched_idle_cpu",
            "idle_joins_idle",
            "cpu_idle",
            "slices_expire",
            "cpu_burst",
            "throttle_tasks",
            "idle_min_granularity",
            "idle_by_entity",
            "idle_unprotected",
            "cgroup_mode",
            "group_slice",
            "flat_groups",
            "reweight",
            "reweight_vprot",
        ],
    ),
    (
        Slices,
        &[
            "preempt_dynamic",
            "preemption",
            "base_slice",
            "base_slice_us",
            "run_to_parity",
            "protection",
            "unprotected",
            "place_lag",
            "lag_limit",
            "place_deadline_initial",
            "place_rel_deadline",
            "delay_dequeue",
            "counts_delayed",
            "eligible_first",
            "delay_zero",
            "requeue_charges",
            "delayed_lag_bounds",
            "preempt_short",
            "fork_preempts",
            "loser_cuts",
            "repick_delayed",
            "next_buddy",
            "hrtick",
            "short_buddy",
            "pick_buddy",
            "own_slices",
            "yields",
        ],
    ),
    (Pipes, &["pipe_full_read_wakes", "pipe_page_wakes", "sync_sockets"]),
    (
        Topology,
        &[
            "capacity_greater",
            "misfit_pinned",
            "misfit_below_most",
            "misfit_no_failure",
            "package_level",
            "cache_flag",
            "all_distance_rows",
            "zen_reclaim_distance",
            "asym_capacity",
            "asym_idle_cores",
            "hybrid_capacity",
            "asym_packing",
            "groups_inside_span",
        ],
    ),
];

/// The kind of an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(rename = "EffectKind"))]
pub struct Kind {
    pub family: EffectFamily,
    pub load: EffectLoad,
}

impl Kind {
    /// The kind of the change from a lane to another, each of its scenario; `None` if nothing is switched.
    pub fn of(before: (&Scenario, &Lane), after: (&Scenario, &Lane)) -> Option<Self> {
        Some(Self { family: family(before, after)?, load: load(after) })
    }

    /// The kind of a scenario's comparison of two lanes.
    pub fn of_lanes(scenario: &Scenario) -> Option<Self> {
        let [before, after] = scenario.lanes.as_slice() else { return None };
        Self::of((scenario, before), (scenario, after))
    }
}

fn listed() -> impl Iterator<Item = &'static str> {
    FAMILIES.iter().flat_map(|(_, keys)| keys.iter().copied())
}

/// The family of the switches of a folder.
fn of_folder(module: &str) -> EffectFamily {
    match module.split('/').next() {
        Some("wakeup") => WakeUp,
        Some("balance") => Balancing,
        Some("memory") => Memory,
        Some("runqueue") => Shares,
        _ => Topology,
    }
}

/// The switches and the rules of a family.
fn keys(family: EffectFamily) -> impl Iterator<Item = &'static str> {
    let named =
        FAMILIES.iter().filter(move |(one, _)| *one == family).flat_map(|(_, keys)| keys.iter().copied());
    let others = MECHANISMS.iter().filter(move |one| of_folder(one.module) == family).map(|one| one.key);
    named.chain(others.filter(|key| !listed().any(|listed| listed == *key)))
}

fn family(before: (&Scenario, &Lane), after: (&Scenario, &Lane)) -> Option<EffectFamily> {
    let ((from, old), (to, new)) = (before, after);
    // No published measurement has such a policy.
    if old.policy != new.policy {
        return None;
    }
    let (old_values, new_values) = (values(old), values(new));
    let is_switched = |key: &str| old_values.get(key) != new_values.get(key);
    let is_changed = |family: &EffectFamily| {
        keys(*family).any(is_switched)
            || match family {
                GroupLayout => old.layout != new.layout,
                Kernel => old.kernel.unwrap_or(from.kernel) != new.kernel.unwrap_or(to.kernel),
                Placement => {
                    old.cpus.as_ref().or(from.cpus.as_ref()) != new.cpus.as_ref().or(to.cpus.as_ref())
                }
                _ => false,
            }
    };
    EffectFamily::ALL.iter().copied().find(is_changed)
}

/// The switches and the rules of a lane, by name. A rule that is as the kernel has it is missing.
fn values(lane: &Lane) -> serde_json::Map<String, Value> {
    let of = |value: Value| value.as_object().cloned().unwrap_or_default();
    let mut values = of(json!(lane.features));
    values.extend(of(json!(lane.rules)));
    values
}

/// The band of the tasks that live at the same time, to a CPU of those they may use.
fn load((scenario, lane): (&Scenario, &Lane)) -> EffectLoad {
    let machine = scenario.machine.build();
    let cpus = scenario.allowed_cpus(&machine, lane).weight().max(1);
    let tasks = match &scenario.workload {
        // Its disturber is gone after a moment.
        Workload::Numa(work) => work.jobs,
        workload => workload.tasks(),
    };
    match tasks / cpus {
        0 => EffectLoad::Light,
        1..4 => EffectLoad::Medium,
        _ => EffectLoad::Heavy,
    }
}

/// How the effects of a kind fared: the signs of all rows that count, and of those that were looked up later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Fared {
    #[serde(flatten)]
    pub kind: Kind,
    #[serde(flatten)]
    pub signs: Count,
    pub looked_up_later: Count,
}

/// Counts rows by kind, in the order of the families and loads. A kind without rows is left out.
pub(crate) fn count(rows: &[(Origin, &RowReport)]) -> Vec<Fared> {
    let kinds = EffectFamily::ALL
        .iter()
        .flat_map(|&family| EffectLoad::ALL.iter().map(move |&load| Kind { family, load }));
    let of = |kind: Kind, is_wanted: &dyn Fn(Origin) -> bool| {
        let own = rows.iter().filter(|(origin, row)| row.kind == Some(kind) && is_wanted(*origin));
        Count::of(own.filter_map(|(_, row)| row.sign))
    };
    let fared = |kind| Fared {
        kind,
        signs: of(kind, &|_| true),
        looked_up_later: of(kind, &|origin| origin == Origin::LookedUpLater),
    };
    kinds.map(fared).filter(|fared| fared.signs.of > 0).collect()
}

/// The record by kind, as the last report has it.
pub fn record() -> &'static [Fared] {
    static RECORD: OnceLock<Vec<Fared>> = OnceLock::new();
    RECORD.get_or_init(|| serde_json::from_str(include_str!("record.json")).expect("a list of kinds"))
}

/// How the effects of a kind fared; `None`: none was published.
pub fn fared(kind: Kind) -> Option<&'static Fared> {
    record().iter().find(|fared| fared.kind == kind)
}

#[cfg(test)]
mod tests {
    use super::{FAMILIES, Kind, fared, keys, of_folder, record};
    use crate::words::{EffectFamily, EffectLoad};
    use sched_core::machine::{KernelId, MachineId, RULES};
    use sched_core::mechanisms::MECHANISMS;
    use sched_core::scenario::{ClusterScan, Features, Hackbench, Lane, Scenario, Steal, Workload};

    #[test]
    fn every_switch_and_every_rule_has_exactly_one_family() {
        let mut families: Vec<&str> = EffectFamily::ALL.iter().flat_map(|&family| keys(family)).collect();
        let switches = MECHANISMS.iter().map(|one| one.key);
        let mut known: Vec<&str> = switches.chain(RULES.iter().map(|rule| rule.key)).collect();
        families.sort_unstable();
        known.sort_unstable();
        assert_eq!(families, known, "say in FAMILIES to which family it belongs");
        let needless = MECHANISMS.iter().filter(|one| {
            let folder = of_folder(one.module);
            FAMILIES.iter().any(|(family, keys)| *family == folder && keys.contains(&one.key))
        });
        assert_eq!(needless.map(|one| one.key).collect::<Vec<_>>(), [""; 0], "its folder says it");
    }

    fn lanes(before: Lane, after: Lane) -> Scenario {
        let work = Hackbench { groups: 1, ..Hackbench::default() };
        let (workload, machine) = (Workload::Hackbench(work), MachineId::Kunpeng24.into());
        Scenario { machine, workload, lanes: vec![before, after], ..Scenario::default() }
    }

    fn family(change: impl Fn(&mut Lane)) -> Option<EffectFamily> {
        let (before, mut after) = (Lane::default(), Lane::default());
        change(&mut after);
        Kind::of_lanes(&lanes(before, after)).map(|kind| kind.family)
    }

    #[test]
    fn the_first_family_that_is_switched_decides() {
        assert_eq!(family(|_| {}), None);
        assert_eq!(family(|lane| lane.features.steal = Steal::On), Some(EffectFamily::Steal));
        let both = |lane: &mut Lane| {
            lane.features =
                Features { cluster_scan: ClusterScan::Rfc, exec_balance: false, ..Features::default() };
        };
        assert_eq!(family(both), Some(EffectFamily::Cluster));
        let policy = |lane: &mut Lane| {
            lane.features.steal = Steal::On;
            lane.policy = Some("fifo".into());
        };
        assert_eq!(family(policy), None, "nothing like a policy of a person was published");
        assert_eq!(family(|lane| lane.rules.wide_by_cluster = Some(true)), Some(EffectFamily::Cluster));
        assert_eq!(family(|lane| lane.rules.run_to_parity = Some(false)), Some(EffectFamily::Slices));
        assert_eq!(family(|lane| lane.kernel = Some(KernelId::V6_12)), Some(EffectFamily::Kernel));
        assert_eq!(family(|lane| lane.cpus = Some("0-3".to_string())), Some(EffectFamily::Placement));
        let one = Scenario { lanes: vec![Lane::default()], ..Scenario::default() };
        assert_eq!(Kind::of_lanes(&one), None);
    }

    #[test]
    fn the_load_is_that_of_the_cpus_that_the_workload_may_use() {
        let load = |groups, cpus: Option<&str>| {
            let after =
                Lane { features: Features { steal: Steal::On, ..Features::default() }, ..Lane::default() };
            let mut scenario = lanes(Lane::default(), after);
            scenario.workload = Workload::Hackbench(Hackbench { groups, fds: 4, ..Hackbench::default() });
            scenario.cpus = cpus.map(str::to_string);
            Kind::of_lanes(&scenario).expect("a kind").load
        };
        // 8 tasks a group, 24 CPUs.
        let (light, medium, heavy) = (EffectLoad::Light, EffectLoad::Medium, EffectLoad::Heavy);
        assert_eq!([2, 3, 11, 12].map(|groups| load(groups, None)), [light, medium, medium, heavy]);
        assert_eq!([1, 3].map(|groups| load(groups, Some("0-3"))), [medium, heavy]);
    }

    #[test]
    fn the_record_of_a_kind_is_found() {
        let steal = |load| fared(Kind { family: EffectFamily::Steal, load });
        assert!(steal(EffectLoad::Heavy).is_some_and(|one| one.signs.of >= one.signs.right));
        assert!(record().iter().all(|one| one.looked_up_later.of <= one.signs.of));
    }
}
