//! The pending events: exactly one per CPU, in a tournament tree indexed by CPU.
//!
//! `set` is O(log CPUs), `first` is O(1); nothing is allocated. Among equal times the lowest CPU is first: a key holds the
//! time above the CPU, so that one comparison decides both. A node has four children, since the three that do not change
//! can be compared before the fourth is known.

use super::ids::{CpuId, Id, MOST_CPUS};
use super::mask::MAX_CPUS;
use super::time::Ns;

/// No event pending.
pub const NEVER: Ns = Ns(u64::MAX >> CPU_BITS);

const CPU_BITS: u32 = MOST_CPUS.ilog2();
const NODES: usize = 2 * MAX_CPUS.next_power_of_two();

#[derive(Clone, Debug)]
pub struct EventTree {
    /// The number of leaves, a power of two.
    size: usize,
    /// Node 1 is the winner; the earliest of the nodes from 4n to 4n + 3 is node n, or of nodes 2 and 3 node 1; leaf i
    /// is `size + i`. Other nodes are unused.
    keys: [u64; NODES],
}

impl EventTree {
    pub fn new(cpus: usize) -> Self {
        let size = cpus.next_power_of_two().max(2);
        let mut tree = Self { size, keys: [u64::MAX; NODES] };
        for cpu in (0..cpus).map(CpuId::new) {
            tree.set(cpu, NEVER);
        }
        tree
    }

    /// Sets the time of the event of `cpu`.
    #[inline]
    pub fn set(&mut self, cpu: CpuId, time: Ns) {
        self.put(self.size + cpu.index(), time.0 << CPU_BITS | u64::from(cpu.0));
    }

    /// Sets the key of a leaf and updates the nodes above it.
    #[inline]
    fn put(&mut self, leaf: usize, mut key: u64) {
        // The key only gets smaller on its path to the root.
        let mut node = leaf % NODES;
        self.keys[node] = key;
        while node > 3 {
            let others = self.keys[node ^ 1].min(self.keys[node ^ 2]).min(self.keys[node ^ 3]);
            key = key.min(others);
            node >>= 2;
            self.keys[node] = key;
        }
        if node > 1 {
            self.keys[1] = key.min(self.keys[node ^ 1]);
        }
    }

    #[inline]
    pub fn time_of(&self, cpu: CpuId) -> Ns {
        Ns(self.keys[(self.size + cpu.index()) % NODES] >> CPU_BITS)
    }

    /// The next event: its time and CPU.
    #[inline]
    pub fn first(&self) -> (Ns, CpuId) {
        let key = self.keys[1];
        (Ns(key >> CPU_BITS), CpuId((key % (1 << CPU_BITS)) as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn first_is_the_earliest_of_the_lowest_cpu() {
        for cpus in [1, 2, 3, 5, 24, 48, 96, 128, 160, MAX_CPUS] {
            let mut tree = EventTree::new(cpus);
            let mut model = vec![NEVER; cpus];
            let mut rng = Rng::new(1, cpus as u32);
            for _ in 0..5000 {
                let cpu = rng.below(cpus as u32) as usize;
                let t = Ns::from(rng.below(50));
                tree.set(CpuId::new(cpu), t);
                model[cpu] = t;
                let (i, &best) = model.iter().enumerate().min_by_key(|(i, t)| (**t, *i)).unwrap();
                assert_eq!(tree.first(), (best, CpuId::new(i)));
            }
        }
    }
}
