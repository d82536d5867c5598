//! The machines, as data. Sources: `docs/model/topology.md`.

use super::describe::LinkKind;

choices! {
    /// The machine presets.
    MachineId {
        #[default]
        /// Kunpeng 920, one node: 24 CPUs, 6 clusters of 4.
        Kunpeng24 = "kunpeng920-24",
        /// Kunpeng 920, one socket: 48 CPUs in 2 nodes.
        Kunpeng48 = "kunpeng920-48",
        /// Kunpeng 920, two sockets: 96 CPUs in 4 nodes.
        Kunpeng96 = "kunpeng920-96",
        /// Kunpeng 920, two sockets: 128 CPUs in 4 nodes.
        Kunpeng128 = "kunpeng920-128",
        /// Xeon E5-2630 v4, one socket: 10 cores, 20 CPUs.
        Xeon20 = "xeon-e5-2630v4-20",
        /// Xeon E5-2630 v4, two sockets: 20 cores, 40 CPUs.
        Xeon40 = "xeon-e5-2630v4-40",
        /// Xeon E5-2699 v4, one socket: 22 cores, 44 CPUs.
        Xeon44 = "xeon-e5-2699v4-44",
        /// Xeon E5-2699 v4, two sockets: 44 cores, 88 CPUs.
        Xeon88 = "xeon-e5-2699v4-88",
        /// Xeon E5-2690 v4, two sockets: 28 cores, 56 CPUs.
        Xeon56 = "xeon-e5-2690v4-56",
        /// Xeon E5-2699 v3, two sockets: 36 cores, 72 CPUs.
        Xeon72 = "xeon-e5-2699v3-72",
        /// Ice Lake server, two sockets: 80 cores, 160 CPUs.
        IceLake160 = "icelake-160",
        /// NEC Azusa (2003): 8 CPUs in 4 nodes.
        Azusa8 = "azusa-8",
        /// IBM NUMA-Q (2003): 16 CPUs in 4 nodes.
        NumaQ16 = "numaq-16",
        /// A machine for the classroom: 2 clusters of 4 CPUs.
        Classroom8 = "classroom-8",
    }
}

/// A regular machine: everything is a product of counts, apart from distances and links.
pub struct Spec {
    pub name: &'static str,
    pub hz: u32,
    pub stops_ticks: bool,
    pub preempt: bool,
    pub sockets: usize,
    pub nodes_per_socket: usize,
    /// 0: the machine has no clusters, and a node has `cores_per_cluster` cores.
    pub clusters_per_node: usize,
    pub cores_per_cluster: usize,
    /// Hardware threads of a core.
    pub threads: usize,
    /// The CPUs of a node share a cache (for drawing).
    pub shared_llc: bool,
    pub distances: &'static [&'static [u32]],
    /// Node pairs with a wire between them.
    pub links: &'static [(usize, usize, LinkKind)],
}

/// Two sockets of two dies as a chain 1-0-2-3: nodes 0 and 2 own the wires between the sockets.
const KUNPENG_DISTANCES: &[&[u32]] =
    &[&[10, 12, 20, 22], &[12, 10, 22, 24], &[20, 22, 10, 12], &[22, 24, 12, 10]];
const KUNPENG_LINKS: &[(usize, usize, LinkKind)] =
    &[(0, 1, LinkKind::Die), (0, 2, LinkKind::Socket), (2, 3, LinkKind::Die)];
const REMOTE_20: &[&[u32]] = &[&[10, 20, 20, 20], &[20, 10, 20, 20], &[20, 20, 10, 20], &[20, 20, 20, 10]];

const KUNPENG_NODE: Spec = Spec {
    name: "Kunpeng 920, 24 CPUs",
    hz: 250,
    stops_ticks: true,
    preempt: true,
    sockets: 1,
    nodes_per_socket: 1,
    clusters_per_node: 6,
    cores_per_cluster: 4,
    threads: 1,
    shared_llc: true,
    distances: &[&[10]],
    links: &[],
};
const XEON_SOCKET: Spec = Spec {
    name: "Xeon E5-2630 v4, 20 CPUs",
    hz: 1000,
    stops_ticks: false,
    preempt: false,
    clusters_per_node: 0,
    cores_per_cluster: 10,
    threads: 2,
    ..KUNPENG_NODE
};
const XEON_PAIR: Spec = Spec {
    name: "Xeon E5-2630 v4, 40 CPUs",
    sockets: 2,
    distances: &[&[10, 21], &[21, 10]],
    links: &[(0, 1, LinkKind::Socket)],
    ..XEON_SOCKET
};
const AZUSA: Spec = Spec {
    name: "NEC Azusa (2003), 8 CPUs",
    hz: 1000,
    stops_ticks: false,
    preempt: false,
    sockets: 4,
    clusters_per_node: 0,
    cores_per_cluster: 2,
    shared_llc: false,
    distances: REMOTE_20,
    // One crossbar joins all four nodes.
    links: &[
        (0, 1, LinkKind::Interconnect),
        (0, 2, LinkKind::Interconnect),
        (0, 3, LinkKind::Interconnect),
        (1, 2, LinkKind::Interconnect),
        (1, 3, LinkKind::Interconnect),
        (2, 3, LinkKind::Interconnect),
    ],
    ..KUNPENG_NODE
};

pub fn spec(id: MachineId) -> Spec {
    match id {
        MachineId::Kunpeng24 => KUNPENG_NODE,
        MachineId::Kunpeng48 => Spec {
            name: "Kunpeng 920, 48 CPUs",
            nodes_per_socket: 2,
            distances: &[&[10, 12], &[12, 10]],
            links: &[(0, 1, LinkKind::Die)],
            ..KUNPENG_NODE
        },
        MachineId::Kunpeng96 => Spec {
            name: "Kunpeng 920, 96 CPUs",
            sockets: 2,
            nodes_per_socket: 2,
            distances: KUNPENG_DISTANCES,
            links: KUNPENG_LINKS,
            ..KUNPENG_NODE
        },
        MachineId::Kunpeng128 => Spec {
            name: "Kunpeng 920, 128 CPUs",
            sockets: 2,
            nodes_per_socket: 2,
            clusters_per_node: 8,
            distances: KUNPENG_DISTANCES,
            links: KUNPENG_LINKS,
            ..KUNPENG_NODE
        },
        MachineId::Xeon20 => XEON_SOCKET,
        MachineId::Xeon40 => XEON_PAIR,
        MachineId::Xeon44 => Spec { name: "Xeon E5-2699 v4, 44 CPUs", cores_per_cluster: 22, ..XEON_SOCKET },
        MachineId::Xeon88 => Spec { name: "Xeon E5-2699 v4, 88 CPUs", cores_per_cluster: 22, ..XEON_PAIR },
        MachineId::Xeon56 => Spec { name: "Xeon E5-2690 v4, 56 CPUs", cores_per_cluster: 14, ..XEON_PAIR },
        MachineId::Xeon72 => Spec { name: "Xeon E5-2699 v3, 72 CPUs", cores_per_cluster: 18, ..XEON_PAIR },
        MachineId::IceLake160 => {
            Spec { name: "Ice Lake server, 160 CPUs", cores_per_cluster: 40, ..XEON_PAIR }
        }
        MachineId::Azusa8 => AZUSA,
        MachineId::NumaQ16 => Spec {
            name: "IBM NUMA-Q (2003), 16 CPUs",
            cores_per_cluster: 4,
            // A ring of quads.
            links: &[
                (0, 1, LinkKind::Interconnect),
                (1, 2, LinkKind::Interconnect),
                (2, 3, LinkKind::Interconnect),
                (3, 0, LinkKind::Interconnect),
            ],
            ..AZUSA
        },
        MachineId::Classroom8 => Spec { name: "Classroom, 8 CPUs", clusters_per_node: 2, ..KUNPENG_NODE },
    }
}
