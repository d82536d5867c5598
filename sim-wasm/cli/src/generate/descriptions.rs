//! The descriptions of the named machines, for tests that draw without the simulator.

use super::Generated;
use sched_core::machine::{Machine, MachineId};

pub fn generate() -> Generated {
    let row = |&id: &MachineId| {
        let description = serde_json::to_string(&Machine::preset(id).describe()).expect("plain data");
        format!("\"{}\":{description}", id.key())
    };
    let rows: Vec<String> = MachineId::ALL.iter().map(row).collect();
    Generated {
        path: "tests/drawing/generated/machines.json",
        text: format!("{{\n{}\n}}\n", rows.join(",\n")),
    }
}
