//! Properties of every workload that are known before it runs: its unit of work, the field that scales its load,
//! its end, and the number of tasks that live at the same time.

use super::{
    Hackbench, Hogs, Jobs, Numa, Pairs, Replay, RtApp, RtTask, Schbench, Shared, Sharing, Stream, TaskKind,
    Workload,
};
use crate::document::Value;
use crate::document::fault::Fault;
use crate::document::place::Way;
use crate::document::read::{Read, read_kind};
use crate::observe::vocab::WorkUnit;

/// The properties of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorkloadInfo {
    /// Its `kind` in a document.
    pub kind: &'static str,
    pub work_unit: WorkUnit,
    /// The field that scales its load.
    pub load: &'static str,
    pub ends: Ends,
    /// The kinds of its tasks.
    pub kinds: &'static [TaskKind],
    /// The tasks that live at the same time: the sum of these.
    pub tasks: &'static [Product],
}

/// When a workload ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// When its work is done.
    Done,
    /// After the number of rounds in this field, or the `loops` of each task in its list; 0: at the time limit.
    After(&'static str),
    /// At the time limit.
    Limit,
}

/// A number times the values of some fields. A field occurs at most once; a list of tasks counts their instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    pub count: u32,
    pub fields: &'static [&'static str],
}

/// The number of tasks that a field represents.
trait Tasks {
    fn tasks(&self) -> u32;
}

impl Tasks for u32 {
    fn tasks(&self) -> u32 {
        *self
    }
}

impl Tasks for Vec<RtTask> {
    fn tasks(&self) -> u32 {
        self.iter().fold(0, |sum, task| sum.saturating_add(task.instances))
    }
}

macro_rules! workloads {
    ($($name:ident = $kind:literal: $work_unit:ident, $load:ident, $ends:expr, $($task:ident)|+, tasks: $($count:literal $(* $field:ident)*),+;)+) => {
        /// All workloads.
        pub const WORKLOADS: &[WorkloadInfo] = &[$(WorkloadInfo {
            kind: $kind,
            work_unit: WorkUnit::$work_unit,
            load: stringify!($load),
            ends: $ends,
            kinds: &[$(TaskKind::$task),+],
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

            /// Its properties.
            pub fn info(&self) -> &'static WorkloadInfo {
                let kind = match self {
                    $(Self::$name(_) => $kind,)+
                };
                WORKLOADS.iter().find(|info| info.kind == kind).unwrap_or(&WORKLOADS[0])
            }

            /// Its unit of work.
            pub fn work_unit(&self) -> WorkUnit {
                match self {
                    $(Self::$name(_) => WorkUnit::$work_unit,)+
                }
            }

            /// Tasks that live at the same time.
            pub fn tasks(&self) -> u32 {
                match self {
                    $(#[allow(unused_variables, reason = "some have a fixed number")]
                    Self::$name(of) => [$([$count $(, of.$field.tasks())*].into_iter().fold(1, u32::saturating_mul)),+]
                        .into_iter()
                        .fold(0, u32::saturating_add),)+
                }
            }
        }
    };
}

workloads! {
    Hackbench = "hackbench": Messages, groups, Ends::Done, Sender | Receiver, tasks: 2 * groups * fds;
    Pairs = "pairs": Messages, pairs, Ends::After("requests"), Client | Server, tasks: 2 * pairs;
    Jobs = "jobs": Jobs, jobs, Ends::After("rounds"), Job, tasks: 1 * jobs;
    // Its disturber is a `hackbench` of 20 senders and 20 receivers a group.
    Numa = "numa": Work, jobs, Ends::Done, Job | Sender | Receiver, tasks: 1 * jobs, 40 * disturb_groups;
    Sharing = "sharing": Iterations, kilo_iterations, Ends::Done, Job, tasks: 2;
    Schbench = "schbench": Messages, message_threads, Ends::After("requests"), Client | Server, tasks: 1 * message_threads * workers, 1 * message_threads;
    Hogs = "hogs": Work, hogs, Ends::Limit, Hog | Rival | Sleeper, tasks: 1 * hogs, 1 * rivals, 1 * sleepers;
    RtApp = "rtapp": Work, copies, Ends::After("tasks"), Hog | Sleeper, tasks: 1 * copies * tasks;
    Stream = "stream": Megabytes, workers, Ends::Limit, Job, tasks: 1 * workers;
    // The file says how many there are.
    Replay = "replay": Work, work_pct, Ends::Done, Hog | Sleeper, tasks: 1;
    Shared = "shared": Iterations, workers, Ends::Limit, Job, tasks: 1 * workers;
}

/// The flags of each workload in a link, with their fields; the load comes first.
pub const FLAGS: &[(&str, &[(&str, &str)])] = &[
    ("hackbench", &[("g", "groups"), ("l", "loops"), ("f", "fds"), ("p", "pipe"), ("T", "threads")]),
    (
        "pairs",
        &[
            ("n", "pairs"),
            ("requests", "requests"),
            ("think", "think_ns"),
            ("service", "service_ns"),
            ("forked", "forked"),
        ],
    ),
    (
        "jobs",
        &[
            ("n", "jobs"),
            ("work", "work_us"),
            ("rounds", "rounds"),
            ("memory", "memory_pct"),
            ("bound", "memory_jobs"),
            ("spread", "spread_pct"),
            ("kernel", "kernel_pct"),
            ("serial", "serial_ms"),
        ],
    ),
    (
        "numa",
        &[
            ("n", "jobs"),
            ("work", "work_ms"),
            ("memory", "memory_pct"),
            ("mb", "memory_mb"),
            ("sizes", "sizes"),
            ("disturb", "disturb_ms"),
            ("g", "disturb_groups"),
            ("l", "disturb_loops"),
        ],
    ),
    ("sharing", &[("n", "kilo_iterations"), ("stride", "stride")]),
    (
        "schbench",
        &[
            ("m", "message_threads"),
            ("t", "workers"),
            ("requests", "requests"),
            ("c", "compute_us"),
            ("s", "sleep_us"),
        ],
    ),
    (
        "hogs",
        &[
            ("n", "hogs"),
            ("nice", "nice"),
            ("slice", "slice_us"),
            ("yield", "yield_us"),
            ("rivals", "rivals"),
            ("rnice", "rival_nice"),
            ("rslice", "rival_slice_us"),
            ("m", "sleepers"),
            ("snice", "sleeper_nice"),
            ("sslice", "sleeper_slice_us"),
            ("run", "run_us"),
            ("sleep", "sleep_us"),
            ("poisson", "poisson"),
        ],
    ),
    ("rtapp", &[("n", "copies"), ("t", "tasks")]),
    ("stream", &[("n", "workers"), ("mb", "memory_mb"), ("memory", "memory_pct")]),
    ("replay", &[("n", "work_pct"), ("open", "open"), ("hash", "hash"), ("name", "name")]),
    ("shared", &[("n", "workers"), ("lines", "lines"), ("write", "write_pct"), ("work", "work_ns")]),
];

impl Workload {
    /// Its flags in a link.
    pub fn flags(&self) -> &'static [(&'static str, &'static str)] {
        let kind = self.info().kind;
        FLAGS.iter().find(|(of, _)| *of == kind).map_or(&[], |(_, flags)| flags)
    }
}

impl Default for Workload {
    fn default() -> Self {
        Self::Hackbench(Hackbench::default())
    }
}

#[cfg(test)]
mod tests {
    use super::{Ends, WORKLOADS, Workload};
    use crate::scenario::limits;
    use serde_json::Value;

    #[test]
    fn every_field_of_a_workload_has_a_flag_and_the_load_comes_first() {
        for (workload, info) in Workload::all().iter().zip(WORKLOADS) {
            let fields = serde_json::to_value(workload).expect("plain data");
            let mut known: Vec<&str> =
                fields.as_object().expect("an object").keys().map(String::as_str).collect();
            known.retain(|key| *key != "kind");
            let mut flagged: Vec<&str> = workload.flags().iter().map(|(_, field)| *field).collect();
            assert_eq!(flagged.first(), Some(&info.load), "{}", info.kind);
            known.sort_unstable();
            flagged.sort_unstable();
            assert_eq!(flagged, known, "{}", info.kind);
        }
    }

    #[test]
    fn the_properties_of_a_workload_match_its_fields() {
        for (workload, info) in Workload::all().iter().zip(WORKLOADS) {
            assert_eq!(workload.info(), info);
            let fields = serde_json::to_value(workload).expect("plain data");
            assert_eq!(fields["kind"], info.kind);
            let tasks = info.tasks.iter().map(|product| {
                let instances = |task: &Value| task["instances"].as_u64().expect("a number");
                let of = |field: &&str| match &fields[field] {
                    Value::Array(tasks) => tasks.iter().map(instances).sum(),
                    number => number.as_u64().expect("a number"),
                };
                u64::from(product.count) * product.fields.iter().map(of).product::<u64>()
            });
            assert_eq!(tasks.sum::<u64>(), u64::from(workload.tasks()), "{}", info.kind);
            for (field, value) in fields.as_object().expect("fields") {
                let limit = limits::of(&format!("workload.{field}"));
                assert_eq!(
                    limit.is_some(),
                    matches!(value, Value::Number(_) | Value::Array(_)),
                    "{} {field}",
                    info.kind
                );
            }
            assert!(fields[info.load].is_number());
            assert!(
                !matches!(info.ends, Ends::After(field) if !(fields[field].is_number() || fields[field].is_array()))
            );
        }
    }
}
