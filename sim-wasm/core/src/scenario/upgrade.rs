//! Documents of earlier releases become documents of [`VERSION`] with the same meaning.
//! `src/scenario/upgrade.ts` does the same to links and to documents on the page.

use super::{KernelId, Scenario, VERSION};

/// The first version that a release wrote.
pub const FIRST: u32 = 2;

/// Brings a document, which keeps to the form of its version, to [`VERSION`].
pub fn upgrade(scenario: &mut Scenario) {
    if scenario.version == 2 {
        from_2(scenario);
    }
    scenario.version = VERSION;
}

/// Version 2 (release 1.0) calls the first releases of two stable series by the names of the series.
fn from_2(scenario: &mut Scenario) {
    let kernels = scenario.lanes.iter_mut().filter_map(|lane| lane.kernel.as_mut());
    for kernel in kernels.chain([&mut scenario.kernel]) {
        match kernel {
            KernelId::V6_12 => *kernel = KernelId::V6_12_0,
            KernelId::V6_18 => *kernel = KernelId::V6_18_2,
            _ => {}
        }
    }
}
