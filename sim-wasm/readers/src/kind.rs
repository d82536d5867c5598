//! Detects the subject of a text before it is read.

use crate::{costs, rtapp};
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
}

/// The number of lines that are searched for it.
const LINES: usize = 200;

/// The subject of a file.
pub fn kind(bytes: &[u8]) -> Kind {
    let Ok(text) = crate::text::of(bytes) else { return Kind::Machine };
    let start = text.trim_start();
    let domains = || start.lines().take(LINES).any(crate::domains::is_line);
    if start.starts_with("version 1") || domains() {
        Kind::Domains
    } else if rtapp::looks_like(start) {
        Kind::Workload
    } else if costs::looks_like(start) {
        Kind::Costs
    } else {
        Kind::Machine
    }
}
