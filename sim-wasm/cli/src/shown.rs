//! The experiment where each rule of a kernel shows most, or the reason why none does.

use sched_core::machine::KernelId;
use sched_core::scenario::VERSION;

/// Where a rule shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Between two kernels: the parts of a link, to which the kernels are added.
    Kernels(&'static str),
    /// Between a kernel and the same one with another value of the rule: a whole link.
    Rule(&'static str),
    /// In no run: only a name differs.
    Name,
}

/// Each rule once. `src/scenario/shown.test.ts` runs each experiment without the rule.
pub const SHOWN: &[(&str, Shown)] = &[
    ("sis", Shown::Kernels("p=cluster&b=-")),
    ("fork", Shown::Kernels("p=two-nodes&b=-")),
    ("balance", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    (
        "lb_bias",
        Shown::Rule(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000&kernel=4.20&ra=-&rb=lb_bias:1",
        ),
    ),
    ("affine_idle_prev", Shown::Kernels("p=steal&b=-&machine=xeon-e5-2630v4-40")),
    ("recent_is_prev", Shown::Kernels("p=cluster&b=-")),
    ("idle_prev", Shown::Rule("p=cluster&b=-&kernel=7.3&ra=-&rb=idle_prev:llc")),
    ("levels_above_llc", Shown::Rule("p=two-nodes&b=-&kernel=7.3&ra=-&rb=levels_above_llc:1")),
    ("cluster_unlimited", Shown::Rule("p=cluster&b=-&kernel=5.9&ra=-&rb=cluster_unlimited:1")),
    (
        "wide_by_cluster",
        Shown::Rule("p=classroom&b=-&cpus=0-3&w=hackbench,g=1,l=1000&kernel=4.20&ra=-&rb=wide_by_cluster:1"),
    ),
    ("idle_smt_prev", Shown::Kernels("p=steal&b=-")),
    ("idle_core_all_threads", Shown::Kernels("p=steal&b=-")),
    ("idlest_of_allowed", Shown::Kernels("p=classroom&b=-&cpus=0-1,4&w=jobs,n=10,work=2000,rounds=60")),
    ("imb_numa_nr", Shown::Kernels("p=task-group&b=task_group:mainline")),
    (
        "idle_cores_first",
        Shown::Kernels("p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ),
    ("wake_list", Shown::Kernels("p=cluster&b=-")),
    ("newidle_pending", Shown::Kernels("p=steal&b=-")),
    (
        "newidle_gate",
        Shown::Kernels("p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ),
    ("newidle_raises_cost", Shown::Kernels("p=steal&b=-&w=hackbench,g=4,l=1000")),
    ("sd_serialize", Shown::Kernels("p=caches&ra=-&rb=-&w=hackbench,g=1,l=1000")),
    ("ni_random", Shown::Kernels("p=steal&b=-&w=hackbench,g=4,l=1000")),
    ("ni_rate", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    ("busy_factor", Shown::Kernels("p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000")),
    (
        "busy_interval_minus_one",
        Shown::Kernels("p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000"),
    ),
    ("numa_imbalance_pct", Shown::Kernels("p=two-nodes&b=-&machine=epyc-7451-96")),
    ("migrate_util_in_llc", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    ("full_group_stops", Shown::Kernels("p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000")),
    ("sibling_imbalance", Shown::Kernels("p=steal&b=-&w=hackbench,g=4,l=1000")),
    ("group_smt_balance", Shown::Kernels("p=steal&b=-")),
    ("sched_cache", Shown::Kernels("p=caches&ra=-&rb=-")),
    ("llc_aggr_tolerance", Shown::Rule("p=caches&kernel=7.3&ra=-&rb=llc_aggr_tolerance:0")),
    (
        "llc_epoch_period",
        Shown::Rule("p=caches&w=schbench,m=2,t=4,c=2000,s=5000&kernel=7.3&ra=-&rb=llc_epoch_period:50"),
    ),
    (
        "llc_epoch_affinity_timeout",
        Shown::Rule(
            "p=caches&cpus=0,1,3,4,6,7&w=hogs,n=0,rivals=0,m=6,run=1000,sleep=9000,poisson&seed=2&kernel=7.3&ra=-&rb=llc_epoch_affinity_timeout:1",
        ),
    ),
    (
        "llc_overaggr_pct",
        Shown::Rule("p=caches&cpus=0,1,3,4&w=stream,n=4&kernel=7.3&ra=-&rb=llc_overaggr_pct:20"),
    ),
    (
        "llc_imb_pct",
        Shown::Rule(
            "p=caches&machine=pack:2,l3:1,core:2,pu:1;like:xeon;name:Two%20caches&w=schbench,m=2,t=4,c=300,s=2000&kernel=7.3&ra=-&rb=llc_imb_pct:0",
        ),
    ),
    (
        "fully_busy_first",
        Shown::Kernels("p=two-nodes&a=cluster_domain&b=cluster_domain&w=pairs,n=12,think=500000,service=0"),
    ),
    (
        "fully_busy_last",
        Shown::Kernels(
            "p=classroom&b=-&machine=core-ultra5-225u-14&cpus=0-9&w=pairs,n=9,requests=0,think=50000,service=50000",
        ),
    ),
    (
        "asym_tie_last",
        Shown::Kernels("p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ),
    (
        "active_migrate_task",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
        ),
    ),
    ("prefer_sibling_of_busiest", Shown::Kernels("p=task-group&b=task_group:mainline")),
    (
        "capacity_greater",
        Shown::Kernels(
            "p=classroom&b=-&machine=core:6,pu:1;like:kunpeng;name:Three%20kinds;capacities:0-1:1024%202-3:900%204-5:500&w=pairs,n=4,think=0,service=500000",
        ),
    ),
    (
        "misfit_pinned",
        Shown::Kernels(
            "p=container&machine=dgx-spark-20&cpus=all&b=-&cg=pinned,cpus:4&tasks=hog,group:1&w=hogs,n=1,rivals=2,rnice=5,m=2,run=1000,sleep=1000,poisson",
        ),
    ),
    (
        "misfit_below_most",
        Shown::Kernels(
            "p=classroom&b=-&machine=dgx-spark-20&cpus=0-4&w=hogs,n=1,rivals=0,m=3,run=3000,sleep=9000",
        ),
    ),
    (
        "misfit_no_failure",
        Shown::Kernels(
            "p=container&machine=core:6,pu:1;like:kunpeng;name:Three%20kinds;capacities:0-1:1024%202-3:900%204-5:500&cpus=all&b=-&cg=pinned,cpus:3.5&tasks=hog,group:1&w=hogs,n=2,rivals=1,rnice=10,m=8,snice=5,run=700,sleep=2500",
        ),
    ),
    ("preempt_dynamic", Shown::Kernels("p=steal&b=-")),
    (
        "sched_idle_cpu",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,policy:idle,group:2;sleeper,group:1&w=hogs,n=8,m=4,run=2000,sleep=5000",
        ),
    ),
    (
        "idle_joins_idle",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=hog,policy:idle;sleeper,policy:idle&cpus=all&w=hogs,n=6,m=9,run=3000,sleep=4000",
        ),
    ),
    (
        "cpu_idle",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch,idle:1&tasks=hog,group:2;sleeper,group:1&w=hogs,n=8,m=4,run=2000,sleep=5000",
        ),
    ),
    (
        "slices_expire",
        Shown::Kernels(
            "p=container&b=-&cg=web,quota:15000&tasks=sleeper,group:1&cpus=all&w=hogs,n=0,rivals=0,m=16,run=400,sleep=50000",
        ),
    ),
    (
        "cpu_burst",
        Shown::Kernels(
            "p=container&b=-&cg=web,quota:40000,burst:40000&tasks=sleeper,group:1&w=hogs,n=0,rivals=0,m=3,run=9000,sleep=90000,poisson",
        ),
    ),
    (
        "throttle_tasks",
        Shown::Kernels(
            "p=container&b=-&cg=web,quota:50000&tasks=client,group:1;server,group:1&cpus=0-1&w=pairs,n=6,think=30000,service=20000",
        ),
    ),
    (
        "idle_min_granularity",
        Shown::Kernels(
            "p=container&b=-&cg=web&tasks=hog,policy:idle,group:1;sleeper,policy:idle&w=hogs,n=8,m=4,run=2000,sleep=5000",
        ),
    ),
    (
        "idle_by_entity",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,policy:idle,group:2;sleeper,group:1&w=hogs,n=8,m=4,run=2000,sleep=5000",
        ),
    ),
    (
        "idle_unprotected",
        Shown::Kernels("p=container&b=-&cg=-&tasks=hog,policy:idle&w=hogs,n=8,m=6,run=3000,sleep=3000"),
    ),
    ("preemption", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    (
        "past_pinned",
        Shown::Kernels(
            "p=container&machine=raspberry-pi4-4&cpus=all&b=-&cg=pinned,cpus:0&tasks=hog,group:1&w=hogs,n=40,rivals=8,rnice=0,m=8,run=2000,sleep=9000,poisson",
        ),
    ),
    (
        "migrate_util_shift",
        Shown::Kernels(
            "p=classroom&b=-&machine=pack:2,l3:2,core:1,pu:1;like:xeon;name:Four%20caches&w=pairs,n=6,think=2000,service=0&seed=2",
        ),
    ),
    ("migrate_load_shift", Shown::Kernels("p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000")),
    ("smt_never_hot", Shown::Kernels("p=steal&b=-")),
    ("sched_cluster", Shown::Kernels("p=cluster&b=-")),
    ("sched_cluster_active", Shown::Kernels("p=cluster&a=cluster_domain&b=cluster_domain")),
    ("cluster_level", Shown::Name),
    ("package_level", Shown::Name),
    ("cache_flag", Shown::Name),
    ("all_distance_rows", Shown::Kernels("p=task-group&b=task_group:mainline")),
    (
        "zen_reclaim_distance",
        Shown::Kernels(
            "p=two-nodes&b=-&machine=epyc-7451-96&w=pairs,n=30,requests=0,think=5000,service=5000",
        ),
    ),
    (
        "asym_capacity",
        Shown::Kernels("p=classroom&b=-&machine=dgx-spark-20&w=pairs,n=12,think=50000,service=50000"),
    ),
    (
        "asym_idle_cores",
        Shown::Kernels("p=classroom&b=-&machine=dgx-spark-20&w=jobs,n=30,work=4000,rounds=9"),
    ),
    (
        "hybrid_capacity",
        Shown::Kernels(
            "p=classroom&b=-&machine=core:8,pu:1;like:xeon;name:Hybrid;capacities:0-3:1024%204-7:600&w=jobs,n=2,work=4000,rounds=0",
        ),
    ),
    (
        "asym_packing",
        Shown::Kernels("p=classroom&b=-&machine=core-ultra5-225u-14&w=pairs,n=8,think=50000,service=50000"),
    ),
    ("groups_inside_span", Shown::Kernels("p=big&b=-")),
    ("pipe_full_read_wakes", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    ("pipe_page_wakes", Shown::Kernels("p=hackbench-kunpeng&b=-")),
    ("sync_sockets", Shown::Kernels("p=classroom&b=-&cpus=0-3&w=hackbench,g=1,l=1000")),
    (
        "new_task_util_share",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
        ),
    ),
    ("tg_load_avg_ms", Shown::Kernels("p=task-group&b=task_group:mainline")),
    (
        "cgroup_mode",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,group:1;rival,group:2&cpus=all&w=hogs,n=8,rivals=1,m=0",
        ),
    ),
    (
        "o1_busy_tick_ms",
        Shown::Rule(
            "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000&kernel=2.5.5x&ra=-&rb=o1_busy_tick_ms:1",
        ),
    ),
    (
        "base_slice",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
        ),
    ),
    ("base_slice_us", Shown::Kernels("p=turns")),
    ("run_to_parity", Shown::Kernels("p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000")),
    ("protection", Shown::Kernels("p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500")),
    ("unprotected", Shown::Kernels("p=turns")),
    ("place_lag", Shown::Kernels("p=debt")),
    (
        "lag_limit",
        Shown::Kernels("p=classroom&b=-&w=hogs,n=11,rivals=3,m=3,slice=20000,sslice=400,run=1000,sleep=2500"),
    ),
    ("place_deadline_initial", Shown::Kernels("p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500")),
    (
        "place_rel_deadline",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
        ),
    ),
    ("delay_dequeue", Shown::Kernels("p=debt")),
    ("counts_delayed", Shown::Kernels("p=cluster&b=-")),
    (
        "eligible_first",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=all&w=hogs,n=12,rivals=6,rnice=5,m=6,run=1000,sleep=2000",
        ),
    ),
    ("delay_zero", Shown::Kernels("p=debt")),
    ("requeue_charges", Shown::Kernels("p=debt&w=hogs,n=2,rivals=0,m=1,run=3000,sleep=8000")),
    ("delayed_lag_bounds", Shown::Kernels("p=steal&b=-&w=hackbench,g=4,l=1000")),
    ("preempt_short", Shown::Kernels("p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500")),
    ("fork_preempts", Shown::Kernels("p=classroom&b=-&cpus=0-3&w=jobs,n=12,work=4000,rounds=60")),
    (
        "loser_cuts",
        Shown::Kernels(
            "p=container&b=-&cg=-&tasks=-&cpus=0&w=rtapp,n=1,t=vZBNCsIwEIXvMuss2oIIvYoUiXFoC2kmJM1CxLv7EqIoKogLk80w7ycf2Z3J6YWpp0lGUjS7uGpnOFLfKvJiZ3OC6CQs2kJ3s4G5UWRFPEyYxiDJlynCzfuEddfgID_pmKvwSvWjNK6cJ-yOguqQHHpzqM2h5jLgqjvWQa9megbrHsBu8pdceOIXqsxT1tEy-ypsX2GLzOEz7l_-EaG3wN2mAg9X",
        ),
    ),
    ("repick_delayed", Shown::Kernels("p=steal&b=-&w=hackbench,g=4,l=1000")),
    (
        "next_buddy",
        Shown::Rule(
            "p=container&b=-&cg=-&tasks=-&w=hogs,n=6,m=6,run=2000,sleep=3000&kernel=7.3&ra=-&rb=next_buddy:1",
        ),
    ),
    ("hrtick", Shown::Kernels("p=turns&machine=xeon-e5-2630v4-20")),
    ("short_buddy", Shown::Kernels("p=turns&w=hogs,n=2,rivals=1,rnice=0,m=1,run=2000,sslice=500")),
    (
        "pick_buddy",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=sleeper,group:1;rival,group:1&cpus=0&w=hogs,n=3,rivals=2,rnice=0,m=12,run=100,sleep=3000,poisson",
        ),
    ),
    ("own_slices", Shown::Kernels("p=turns&w=hogs,n=1,rivals=1,rnice=0,slice=1000,rslice=10000,m=0")),
    (
        "group_slice",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,group:1;sleeper,group:2;rival,group:2&cpus=0&w=hogs,n=2,rivals=1,m=2,run=3000,sleep=6000,slice=3000,sslice=500",
        ),
    ),
    (
        "flat_groups",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,group:1;sleeper,group:2&w=hogs,n=8,m=4,run=2000,sleep=5000",
        ),
    ),
    ("yields", Shown::Kernels("p=turns&w=hogs,n=1,rivals=1,rnice=0,yield=1000,m=0")),
    (
        "reweight",
        Shown::Kernels(
            "p=container&b=-&cpus=0,1&cg=web,weight:2;batch,weight:50&tasks=hog,group:1;sleeper,group:2&w=hogs,n=4,rivals=0,m=8,snice=5,sslice=20000,run=9000,sleep=9000",
        ),
    ),
    (
        "reweight_vprot",
        Shown::Kernels(
            "p=container&b=-&cg=web;batch&tasks=hog,group:1;sleeper,group:1;rival,group:2&cpus=0-3&w=hogs,n=4,rivals=4,rnice=0,m=8,run=700,sleep=2500,poisson",
        ),
    ),
];

impl Shown {
    /// Where a rule of the table shows.
    pub fn of(rule: &str) -> Self {
        SHOWN.iter().find(|(key, _)| *key == rule).expect("each rule has a row").1
    }

    /// The fragment of the link, with the older kernel in lane A.
    pub fn link(self, older: KernelId, newer: KernelId) -> Option<String> {
        match self {
            Self::Kernels(parts) => {
                Some(format!("#v{VERSION}&{parts}&kernel={}&ka={}&kb=-", newer.key(), older.key()))
            }
            Self::Rule(parts) => Some(format!("#v{VERSION}&{parts}")),
            Self::Name => None,
        }
    }

    /// Why there is no link.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Self::Kernels(_) | Self::Rule(_) => None,
            Self::Name => Some("Only a name differs."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SHOWN;
    use sched_core::machine::RULES;

    #[test]
    fn each_rule_has_an_experiment_or_a_reason() {
        let rules: Vec<_> = RULES.iter().map(|rule| rule.key).collect();
        let shown: Vec<_> = SHOWN.iter().map(|(key, _)| *key).collect();
        assert_eq!(shown, rules, "one row for each rule, in the order of the rules");
    }
}
