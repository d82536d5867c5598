//! Tests whether the published effects depend on a cost: each cost is halved and doubled.

#![cfg(test)]

use super::{balancers, steal};
use crate::parallel::in_parallel_told;
use sched_core::machine::{COSTS, MachineId};
use sched_core::scenario::{Scenario, Workload};
use sched_core::sim::Simulation;
use sched_judge::report::Window;
use std::collections::{BTreeMap, BTreeSet};

/// Every cost of a machine halved and doubled, within its range.
fn variations(machine: MachineId) -> Vec<(&'static str, u32)> {
    let ends = |value: u32| [value / 2, value * 2];
    let of_cost = |cost: &'static sched_core::machine::CostInfo| {
        ends(cost.on(machine).value).map(|value| (cost.key, value.clamp(cost.min, cost.max)))
    };
    COSTS.iter().flat_map(of_cost).collect()
}

/// `LONG_TESTS=all` runs every variation, otherwise one of so many.
const SAMPLE: usize = 4;

fn is_whole() -> bool {
    std::env::var("LONG_TESTS").is_ok_and(|tests| tests == "all")
}

/// The number of seeds that decide if an effect is missing with one seed.
const SEEDS: u32 = 8;

/// Whether lane `fast` has a higher message rate than lane `slow`, summed over all seeds.
fn holds(scenario: &Scenario, seeds: u32, slow: usize, fast: usize) -> bool {
    let rate = |lane| -> f64 {
        let of_seed = |seed| {
            let scenario = Scenario { seed: scenario.seed + seed, ..scenario.clone() };
            let mut simulation = Simulation::new(&scenario, lane).expect("a good scenario");
            simulation.run_to_end();
            simulation.report().messages_per_s
        };
        (0..seeds).map(of_seed).sum()
    };
    rate(fast) > rate(slow)
}

/// The costs for which lane `fast` is not faster than lane `slow` at every load when the cost is halved or
/// doubled. A load is a short scenario for one seed, and a long one for several seeds if the short one is not
/// enough.
fn exceptions(
    loads: &[[Scenario; 2]],
    machine: MachineId,
    slow: usize,
    fast: usize,
) -> BTreeSet<&'static str> {
    let mut shortest = loads[0][0].clone();
    if let Workload::Hackbench(h) = &mut shortest.workload {
        h.loops = 50;
    }
    let with = |scenario: &Scenario, (cost, value): (&str, u32)| Scenario {
        costs: BTreeMap::from([(cost.to_string(), value)]),
        ..scenario.clone()
    };
    let hashes = |scenario: &Scenario| {
        [slow, fast].map(|lane| {
            let mut simulation = Simulation::new(scenario, lane).expect("a good scenario");
            simulation.run_to_end();
            simulation.hash()
        })
    };
    let plain = hashes(&shortest);
    // A cost that does not change a short run does not affect the workload.
    let variations =
        variations(machine).into_iter().filter(|&variation| hashes(&with(&shortest, variation)) != plain);
    let chosen = variations.step_by(if is_whole() { 1 } else { SAMPLE });
    let tried: Vec<_> =
        chosen.flat_map(|variation| loads.iter().map(move |load| (variation, load))).collect();
    let kept = in_parallel_told(&tried, |&(variation, [short, long])| {
        holds(&with(short, variation), 1, slow, fast) || holds(&with(long, variation), SEEDS, slow, fast)
    });
    tried.iter().zip(kept).filter(|(_, kept)| !kept).map(|(((cost, _), _), _)| *cost).collect()
}

/// Stealing gains at every load of the 20-CPU table, whatever a cost is, with one exception: if `write` is
/// doubled, eight groups are 3.1 ± 1.2 % slower with it (8 seeds). A short run ends when the sign is the same
/// for most seeds: at the start CPUs pull tasks anyway, since they were idle for long before. With eight
/// groups that takes seconds, so these are measured in windows.
#[test]
#[ignore = "long: every cost halved and doubled"]
fn stealing_gains_with_every_cost_halved_and_doubled() {
    let whole = [(1, 1_500), (2, 1_000), (3, 1_500), (4, 1_200)].map(|(groups, loops)| {
        [loops, 2_000].map(|loops| steal::hackbench(MachineId::Xeon20, groups, loops))
    });
    let eight = [(2_500, 2_700), (4_000, 4_400)].map(|(from_ms, until_ms)| {
        Window { from_ms, until_ms }.of(steal::hackbench(MachineId::Xeon20, 8, steal::PUBLISHED_LOOPS))
    });
    let loads = [whole.as_slice(), &[eight]].concat();
    let broken = exceptions(&loads, MachineId::Xeon20, 0, 1);
    assert!(broken.is_subset(&BTreeSet::from(["write"])), "{broken:?}");
    assert!(!is_whole() || broken.contains("write"), "the exception is none any more");
}

/// On the Azusa, hackbench restricted to a node is slower than stock and than the cross-node balance, with
/// one exception: the cost of spreading *is* the cost of a line between nodes. If that is doubled, stock is
/// 3.5 ± 1.2 % slower with 10 groups and 5.4 ± 1.1 % with 25 (8 seeds); with 1.75 times it is still faster.
/// That cost is fitted on the ratio of the two.
#[test]
#[ignore = "long: every cost halved and doubled"]
fn the_restricted_variant_is_slowest_with_every_cost_halved_and_doubled() {
    let lanes =
        ["stock52", "minsched52", "nb-smooth"].map(|label| balancers::switches(label).expect("a kernel"));
    let [stock, restricted, smooth] = lanes;
    for other in [stock, smooth] {
        let lanes = [restricted.clone(), other];
        let loads =
            [10, 25].map(|groups| balancers::hackbench(groups, &lanes)).map(|load| [load.clone(), load]);
        let broken = exceptions(&loads, MachineId::Azusa8, 0, 1);
        assert!(broken.iter().all(|&cost| cost == "line_socket"), "{broken:?}");
    }
}
