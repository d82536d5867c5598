//! The thin WebAssembly binding of the code that a page needs later than the simulator: the judge, the
//! search, the readers, the traces, the recordings and the assignments.
//!
//! They are one module, because they share the core: three modules would contain it three times.

use wasm_bindgen::prelude::*;

mod assignments;
mod judge;
mod policy;
mod readers;
mod recorded;
mod replay;
mod search;
mod traces;

/// A panic throws its message, so that the page reports it; without this hook it would be a bare `unreachable`.
#[wasm_bindgen(start)]
fn set_panic_hook() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}
