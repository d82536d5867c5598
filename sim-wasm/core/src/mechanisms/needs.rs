//! The conditions under which a switch changes a run, as data. TypeScript has a generated copy.

use super::Family;

/// A condition on the machine, the kernel, the workload and the other switches of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The machine has at least this number of nodes.
    Nodes(u32),
    /// The number of nodes is at most the value of this tunable.
    NodesWithin(&'static str),
    /// The machine has clusters.
    Clusters,
    /// No core has more than one hardware thread.
    OneThread,
    /// The kernel has this scheduler.
    Scheduler(Family),
    /// A rule of the kernel has this value.
    Rule(&'static str, &'static str),
    /// A switch is on.
    On(&'static str),
    /// A switch has this value.
    Is(&'static str, &'static str),
    /// A control group with tasks sets this field to a value other than the default.
    SomeGroup(&'static str),
    /// The workload is of this kind.
    Workload(&'static str),
    Not(&'static Needs),
    All(&'static [Needs]),
    Any(&'static [Needs]),
}

/// No condition.
pub const NOTHING: Needs = Needs::All(&[]);
