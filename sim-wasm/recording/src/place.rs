//! The machine of a recording: what its CPUs share.

use serde::Serialize;

/// The groups of a CPU. CPUs with the same number share that group; numbers are counted separately for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Place {
    pub core: usize,
    /// `None`: unknown, or no larger than the core.
    pub cluster: Option<usize>,
    pub llc: usize,
    pub socket: usize,
}

/// The closest thing that two CPUs share, in the simulator's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// Hardware threads of one core.
    Smt,
    /// One cluster.
    Cluster,
    /// One last-level cache (one node).
    Llc,
    /// Another cache or node of the same socket.
    Node,
    /// Another socket.
    Socket,
}

impl Distance {
    pub const ALL: [Self; 5] = [Self::Smt, Self::Cluster, Self::Llc, Self::Node, Self::Socket];

    pub fn key(self) -> &'static str {
        match self {
            Self::Smt => "smt",
            Self::Cluster => "cluster",
            Self::Llc => "llc",
            Self::Node => "node",
            Self::Socket => "socket",
        }
    }
}

/// The CPUs of a machine by number; `None`: the machine has no such CPU.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places(pub Vec<Option<Place>>);

impl Places {
    pub fn of(&self, cpu: u16) -> Option<&Place> {
        self.0.get(usize::from(cpu))?.as_ref()
    }

    /// The distance of two CPUs, if the machine has both.
    pub fn distance(&self, a: u16, b: u16) -> Option<Distance> {
        let (a, b) = (self.of(a)?, self.of(b)?);
        Some(if a.core == b.core {
            Distance::Smt
        } else if a.llc == b.llc && a.cluster.is_some() && a.cluster == b.cluster {
            Distance::Cluster
        } else if a.llc == b.llc {
            Distance::Llc
        } else if a.socket == b.socket {
            Distance::Node
        } else {
            Distance::Socket
        })
    }
}
