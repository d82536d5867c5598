//! The scheduler's tunables: one table of defaults, schedulers and sources.
//! Ranges are in [`limits`](super::limits).

use crate::machine::kernel::Family;
use serde::Serialize;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// One tunable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TunableInfo {
    /// The field of [`Tunables`].
    pub key: &'static str,
    /// The scheduler that reads it.
    pub family: Family,
    /// The kernel's default.
    pub default: ByDefault,
    pub source: &'static str,
}

/// A kernel's default of a tunable, in the tunable's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByDefault {
    Fixed(u32),
    /// `SCHED_TUNABLESCALING_LOG`: this value times 1 + log2 of the number of CPUs, at most eight.
    Scaled(u32),
}

impl ByDefault {
    /// The value on a machine with so many CPUs, at least one.
    pub fn on(self, cpus: usize) -> u32 {
        match self {
            Self::Fixed(value) => value,
            Self::Scaled(value) => value * (1 + cpus.min(8).ilog2()),
        }
    }
}

macro_rules! tunables {
    ($($(#[doc = $doc:literal])+ $key:ident, $family:ident, $kind:ident($value:literal), $source:literal;)+) => {
        /// Scheduler tunables; absent: the kernel's default for the number of CPUs.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
        #[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
        #[cfg_attr(feature = "schema", schemars(deny_unknown_fields, default))]
        pub struct Tunables {
            $($(#[doc = $doc])+
            #[serde(skip_serializing_if = "Option::is_none")]
            #[cfg_attr(feature = "schema", ts(optional))]
            pub $key: Option<u32>,)+
        }
        crate::document::read::fields!(Tunables { $($key),+ });

        /// The values of all tunables in a run.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct InForce {
            $($(#[doc = $doc])+ pub $key: u32,)+
        }

        impl Tunables {
            /// All tunables have the kernel's defaults.
            pub(super) fn is_default(&self) -> bool {
                *self == Self::default()
            }

            /// These tunables, and where they have none, others.
            pub fn or(&self, others: &Self) -> Self {
                Self { $($key: self.$key.or(others.$key),)+ }
            }

            /// The values on a machine with so many CPUs: these tunables, else the kernel's defaults.
            pub fn in_force(&self, cpus: usize) -> InForce {
                InForce { $($key: self.$key.unwrap_or_else(|| ByDefault::$kind($value).on(cpus)),)+ }
            }
        }

        impl InForce {
            /// A tunable by its key.
            pub fn of(&self, key: &str) -> Option<u32> {
                match key {
                    $(stringify!($key) => Some(self.$key),)+
                    _ => None,
                }
            }
        }

        /// All tunables, in the order in which they are shown.
        pub const TUNABLES: &[TunableInfo] = &[$(TunableInfo {
            key: stringify!($key),
            family: Family::$family,
            default: ByDefault::$kind($value),
            source: $source,
        },)+];
    };
}

tunables! {
    /// `sched_latency_ns`
    latency_ns, Cfs, Scaled(6_000_000), "kernel/sched/fair.c: sysctl_sched_latency, 6 ms × (1 + log2 of up to 8 CPUs)";
    /// `sched_min_granularity_ns`
    min_granularity_ns, Cfs, Scaled(750_000), "kernel/sched/fair.c: sysctl_sched_min_granularity, 0.75 ms × (1 + log2 of up to 8 CPUs)";
    /// `sched_wakeup_granularity_ns`
    wakeup_granularity_ns, Cfs, Scaled(1_000_000), "kernel/sched/fair.c: sysctl_sched_wakeup_granularity, 1 ms × (1 + log2 of up to 8 CPUs)";
    /// `sched_migration_cost_ns`
    migration_cost_ns, Fair, Fixed(500_000), "kernel/sched/fair.c: sysctl_sched_migration_cost, 0.5 ms";
    /// `NODE_BALANCE_RATIO`: the N of every Nth call (2003).
    node_balance_ratio, O1, Fixed(10), "NUMA scheduler thread (January 2003): NODE_BALANCE_RATIO 10";
    /// `NODE_THRESHOLD`: load of the busiest node, in percent of the load of the CPU's node, above which it counts (2003).
    node_threshold_pct, O1, Fixed(125), "NUMA scheduler thread (January 2003): the busiest node must have 125 % of the load of this one";
    /// `sched_steal_node_limit`: with more nodes stealing is off unless forced.
    steal_node_limit, Fair, Fixed(2), "stealing series v3: SCHED_STEAL_NODE_LIMIT_DEFAULT 2";
}

#[cfg(test)]
mod tests {
    use super::{TUNABLES, Tunables};
    use crate::scenario::limits;

    #[test]
    fn every_tunable_has_a_range_that_its_defaults_are_in() {
        for cpus in 1..=1024 {
            let in_force = Tunables::default().in_force(cpus);
            for one in TUNABLES {
                let limit = limits::of(&format!("tunables.{}", one.key)).expect("a range");
                let value = in_force.of(one.key).expect("a value");
                assert_eq!(value, one.default.on(cpus));
                assert!((limit.min..=limit.max).contains(&value.into()), "{} on {cpus} CPUs", one.key);
            }
        }
    }
}
