//! What is known of every workload before it runs: what it gets done, which of its numbers turns its load up and
//! down, and how many tasks live at the same time.

use super::{Hackbench, Hogs, Jobs, Numa, Pairs, Schbench, Sharing, Workload};
use crate::document::Value;
use crate::document::fault::Fault;
use crate::document::place::Way;
use crate::document::read::{Read, read_kind};
use crate::observe::vocab::Goods;

/// A workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkloadInfo {
    /// Its `kind` in a document.
    pub kind: &'static str,
    pub goods: Goods,
    /// The field that turns its load up and down.
    pub load: &'static str,
    /// The tasks that live at the same time: the sum of these.
    pub tasks: &'static [Product],
}

/// A number times the values of some fields. A field stands in it once at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    pub count: u32,
    pub fields: &'static [&'static str],
}

macro_rules! workloads {
    ($($name:ident = $kind:literal: $goods:ident, $load:ident, tasks: $($count:literal $(* $field:ident)*),+;)+) => {
        /// All workloads.
        pub const WORKLOADS: &[WorkloadInfo] = &[$(WorkloadInfo {
            kind: $kind,
            goods: Goods::$goods,
            load: stringify!($load),
            tasks: &[$(Product { count: $count, fields: &[$(stringify!($field)),*] }),+],
        },)+];

        const KINDS: &[&str] = &[$($kind,)+];

        impl Read for Workload {
            fn read(&mut self, value: &Value, way: &Way) -> Result<(), Fault> {
                let (kind, fields) = read_kind(value, way, KINDS)?;
                *self = Self::all().swap_remove(kind);
                match self {
                    $(Self::$name(of) => of.read(&fields, way),)+
                }
            }
        }

        impl Workload {
            /// Each workload without any flags, in the order of [`WORKLOADS`].
            pub fn all() -> Vec<Self> {
                vec![$(Self::$name($name::default()),)+]
            }

            /// What is known of it.
            pub fn info(&self) -> &'static WorkloadInfo {
                let kind = match self {
                    $(Self::$name(_) => $kind,)+
                };
                WORKLOADS.iter().find(|info| info.kind == kind).unwrap_or(&WORKLOADS[0])
            }

            /// What it gets done.
            pub fn goods(&self) -> Goods {
                match self {
                    $(Self::$name(_) => Goods::$goods,)+
                }
            }

            /// Tasks that live at the same time.
            pub fn tasks(&self) -> u32 {
                match self {
                    $(#[allow(unused_variables, reason = "some have a fixed number")]
                    Self::$name(of) => [$([$count $(, of.$field)*].into_iter().fold(1, u32::saturating_mul)),+]
                        .into_iter()
                        .fold(0, u32::saturating_add),)+
                }
            }
        }
    };
}

workloads! {
    Hackbench = "hackbench": Messages, groups, tasks: 2 * groups * fds;
    Pairs = "pairs": Messages, pairs, tasks: 2 * pairs;
    Jobs = "jobs": Jobs, jobs, tasks: 1 * jobs;
    // Its disturber is a `hackbench` of 20 senders and 20 receivers a group.
    Numa = "numa": Work, jobs, tasks: 1 * jobs, 40 * disturb_groups;
    Sharing = "sharing": Iterations, kilo_iterations, tasks: 2;
    Schbench = "schbench": Messages, message_threads, tasks: 1 * message_threads * workers, 1 * message_threads;
    Hogs = "hogs": Work, hogs, tasks: 1 * hogs, 1 * rivals, 1 * sleepers;
}

impl Default for Workload {
    fn default() -> Self {
        Self::Hackbench(Hackbench::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{WORKLOADS, Workload};
    use crate::scenario::limits;
    use serde_json::Value;

    #[test]
    fn what_is_known_of_a_workload_is_of_its_fields() {
        for (workload, info) in Workload::all().iter().zip(WORKLOADS) {
            assert_eq!(workload.info(), info);
            let fields = serde_json::to_value(workload).expect("plain data");
            assert_eq!(fields["kind"], info.kind);
            let tasks = info.tasks.iter().map(|product| {
                let of = |field: &&str| fields[field].as_u64().expect("a number");
                u64::from(product.count) * product.fields.iter().map(of).product::<u64>()
            });
            assert_eq!(tasks.sum::<u64>(), u64::from(workload.tasks()), "{}", info.kind);
            for (field, value) in fields.as_object().expect("fields") {
                let limit = limits::of(&format!("workload.{field}"));
                assert_eq!(limit.is_some(), matches!(value, Value::Number(_)), "{} {field}", info.kind);
            }
            assert!(fields[info.load].is_number());
        }
    }
}
