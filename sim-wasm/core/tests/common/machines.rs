//! Random custom machines: caches and clusters of different size, nodes without a CPU, offline CPUs, numbers in any order
//! with gaps, distances of any kind.

use proptest::prelude::*;
use sched_core::machine::{Family, Topology, TopologyCpu};
use sched_core::scenario::OwnMachine;

/// The random values of one machine; the groups of a level use them in turn.
#[derive(Clone, Debug)]
struct Shape {
    sockets: usize,
    nodes: usize,
    /// For each LLC: the cores of its clusters; a single entry of 0: the LLC has two cores and no cluster.
    llcs: Vec<Vec<usize>>,
    llcs_per_node: usize,
    threads: usize,
}

fn shape() -> impl Strategy<Value = Shape> {
    let clusters = prop::collection::vec(0..4usize, 1..4);
    (1..3usize, 1..3usize, prop::collection::vec(clusters, 1..5), 1..3usize, 1..3usize).prop_map(
        |(sockets, nodes, llcs, llcs_per_node, threads)| Shape {
            sockets,
            nodes,
            llcs,
            llcs_per_node,
            threads,
        },
    )
}

fn cpus(shape: &Shape) -> Vec<TopologyCpu> {
    let mut cpus = Vec::new();
    let (mut core, mut cluster) = (0, 0);
    let nodes = shape.sockets * shape.nodes;
    for llc in 0..nodes * shape.llcs_per_node {
        let node = llc / shape.llcs_per_node;
        for &cores in &shape.llcs[llc % shape.llcs.len()] {
            cluster += 1;
            for _ in 0..cores.max(2) {
                core += 1;
                cpus.extend((0..shape.threads).map(|_| TopologyCpu {
                    core,
                    cluster: (cores > 0).then_some(cluster),
                    llc,
                    node,
                    socket: node / shape.nodes,
                    ..TopologyCpu::default()
                }));
            }
        }
    }
    cpus
}

prop_compose! {
    /// A topology that passes its check.
    pub fn topologies()(
        (shape, order, holes) in shape().prop_flat_map(|shape| {
            let all = cpus(&shape).len();
            (Just(shape), Just((0..all).collect::<Vec<_>>()).prop_shuffle(), prop::collection::vec(0..4u32, all))
        }),
        shuffled in any::<bool>(),
        offline in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        beside in 0..2usize,
        far in prop::collection::vec(prop::sample::select(vec![10, 12, 16, 20, 21, 24, 32, 40]), 36),
        (even, private, capacity) in (any::<bool>(), prop::bool::weighted(0.1), prop::bool::weighted(0.2)),
    ) -> Topology {
        let mut cpus = cpus(&shape);
        if shuffled {
            cpus = order.iter().map(|&i| cpus[i]).collect();
        }
        let mut number = 0;
        for (cpu, hole) in cpus.iter_mut().zip(&holes) {
            number += hole / 3;
            cpu.number = number;
            number += 1;
            // Each core has a private L2 as its last level.
            if private {
                cpu.llc = cpu.core;
            }
            if capacity {
                cpu.capacity = Some(if cpu.core % 2 == 0 { 1024 } else { 446 });
            }
        }
        for at in offline {
            if cpus.len() > 2 {
                cpus.remove(at.index(cpus.len()));
            }
        }
        let nodes = shape.sockets * shape.nodes + beside;
        let distances = (0..nodes)
            .map(|a| (0..nodes).map(|b| match (a, b) {
                _ if a == b => 10,
                _ if even => 20,
                _ => far[a.min(b) * 6 + a.max(b)],
            }).collect())
            .collect();
        Topology { name: "Mine".into(), cpus, nodes: (0..nodes as u32).map(|node| 4 * node).collect(), distances }
    }
}

/// The same, in the form of a document.
pub fn own_machines() -> impl Strategy<Value = OwnMachine> {
    (topologies(), prop::sample::select(Family::ALL))
        .prop_map(|(topology, like)| OwnMachine::of(&topology, like))
}
