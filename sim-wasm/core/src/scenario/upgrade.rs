//! Documents of earlier releases become documents of [`VERSION`] with the same meaning.
//! `src/scenario/upgrade.ts` does the same to links and to documents on the page.

use super::{ClusterScan, Features, KernelId, Lane, Scenario, VERSION};
use crate::machine::domains::has_cluster_level;

/// The first version that a release wrote.
pub const FIRST: u32 = 2;

/// Brings a document, which keeps to the form of its version, to [`VERSION`].
pub fn upgrade(scenario: &mut Scenario) {
    if scenario.version == 2 {
        from_2(scenario);
    }
    scenario.version = VERSION;
}

/// In version 2 (release 1.0) the names of two stable series are those of their first releases; no kernel has a cluster level
/// of its own; and the cluster scan is a switch under every kernel.
fn from_2(scenario: &mut Scenario) {
    let kernels = scenario.lanes.iter_mut().filter_map(|lane| lane.kernel.as_mut());
    for kernel in kernels.chain([&mut scenario.kernel]) {
        match kernel {
            KernelId::V6_12 => *kernel = KernelId::V6_12_0,
            KernelId::V6_18 => *kernel = KernelId::V6_18_2,
            _ => {}
        }
    }
    let machine = scenario.machine.build();
    let lanes = scenario.lanes.iter().zip(scenario.lanes.iter().map(|lane| scenario.rules_of(lane)));
    let has_own_scan = lanes
        .filter(|(_, rules)| rules.sched_cluster_active)
        .any(|(lane, _)| states(lane).any(|features| scans_otherwise(features, machine.has_clusters)));
    for at in 0..scenario.lanes.len() {
        let rules = scenario.rules_of(&scenario.lanes[at]);
        let lane = &mut scenario.lanes[at];
        if rules.sched_cluster_active && has_own_scan {
            lane.rules.sched_cluster_active = Some(false);
        }
        let flipped = lane.flips.iter_mut().map(|flip| &mut flip.features);
        for features in [&mut lane.features].into_iter().chain(flipped) {
            if features.cluster_domain != Some(true) {
                features.cluster_domain = has_cluster_level(&machine, &rules).then_some(false);
            }
            if rules.sched_cluster_active && !has_own_scan {
                features.cluster_scan = ClusterScan::Off;
            }
        }
    }
}

/// The switches of a lane at time 0, then those of each flip.
fn states(lane: &Lane) -> impl Iterator<Item = &Features> {
    [&lane.features].into_iter().chain(lane.flips.iter().map(|flip| &flip.features))
}

/// The scan is not the one that comes with the cluster level, or comes without it.
fn scans_otherwise(features: &Features, has_clusters: bool) -> bool {
    match features.cluster_scan {
        ClusterScan::Off | ClusterScan::Only => has_clusters && features.has_cluster_level(),
        ClusterScan::Rfc | ClusterScan::Levels => true,
        ClusterScan::Merged => false,
    }
}
