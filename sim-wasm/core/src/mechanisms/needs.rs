//! What a switch needs to make a difference to a run, as data; generated into TypeScript, too.

use super::Family;

/// A condition on the machine, the kernel, the workload and the other switches of a lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// The machine has at least so many nodes.
    Nodes(u32),
    /// The machine has no more nodes than this tunable says.
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
    /// A control group with tasks in it gives this field another value than it has by itself.
    SomeGroup(&'static str),
    /// The workload is of this kind.
    Workload(&'static str),
    Not(&'static Needs),
    All(&'static [Needs]),
    Any(&'static [Needs]),
}

/// Nothing is needed.
pub const NOTHING: Needs = Needs::All(&[]);
