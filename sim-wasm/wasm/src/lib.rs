//! The thin WebAssembly binding of `sched-core`.

use wasm_bindgen::prelude::*;

/// Version of the scenario document this build writes.
#[wasm_bindgen]
pub fn scenario_version() -> u32 {
    sched_core::scenario::VERSION
}
