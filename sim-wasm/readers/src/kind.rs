//! Detects the subject of a text before it is read.

use crate::{containers, costs, domains, rtapp, waits};
use serde::Serialize;

/// The subject of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A machine, or nothing known.
    Machine,
    /// The scheduling domains of a real kernel.
    Domains,
    /// The costs of a machine.
    Costs,
    /// A workload of `rt-app`.
    Workload,
    /// Waits that were measured.
    Waits,
    /// Limits of containers.
    Containers,
}

/// The subject of a file.
pub fn kind(bytes: &[u8]) -> Kind {
    crate::text::of(bytes).map_or(Kind::Machine, kind_of)
}

/// The subject of a text.
pub fn kind_of(text: &str) -> Kind {
    let start = text.trim_start();
    if domains::form(start).is_some() {
        Kind::Domains
    } else if waits::tool(start).is_some() {
        Kind::Waits
    } else if rtapp::looks_like(start) {
        Kind::Workload
    } else if containers::form(start).is_some() {
        Kind::Containers
    } else if costs::looks_like(start) {
        Kind::Costs
    } else {
        Kind::Machine
    }
}
