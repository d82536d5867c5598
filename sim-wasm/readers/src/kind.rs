//! What a text is about, before it is read.

use crate::{costs, rtapp};
use serde::Serialize;

/// What a text is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A machine, or nothing that is known.
    Machine,
    /// The domains that a kernel built.
    Domains,
    /// What things cost on a machine.
    Costs,
    /// A workload of `rt-app`.
    Workload,
}

/// So many lines tell it.
const LINES: usize = 200;

/// What a file is about.
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
