//! The margin (Hohnbaum): a constant on top of the 125 %, so that small nodes do not swap tasks.

use crate::system::System;

/// Load that the busiest node must have on top.
pub fn tasks(sys: &System) -> u32 {
    if sys.features.node_margin { 4 } else { 0 }
}
