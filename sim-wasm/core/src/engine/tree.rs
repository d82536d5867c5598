//! The pending events: exactly one per CPU, in a tournament tree indexed by CPU.
//!
//! `set` and `first` are O(log CPUs) and O(1), without allocation. Of equal times the lowest CPU
//! comes first.

/// No event pending.
pub const NEVER: u64 = u64::MAX;

#[derive(Clone, Debug)]
pub struct EventTree {
    size: usize,
    time: Vec<u64>,
    winner: Vec<u8>,
}

impl EventTree {
    pub fn new(cpus: usize) -> Self {
        let size = cpus.next_power_of_two().max(2);
        let mut winner = vec![0; size * 2];
        for (i, w) in winner[size..].iter_mut().enumerate() {
            *w = i as u8;
        }
        let mut tree = Self { size, time: vec![NEVER; size], winner };
        for node in (1..size).rev() {
            tree.winner[node] = tree.winner[node * 2];
        }
        tree
    }

    /// Sets the time of the event of `cpu`.
    #[inline]
    pub fn set(&mut self, cpu: usize, time: u64) {
        self.time[cpu] = time;
        let mut node = (self.size + cpu) >> 1;
        while node >= 1 {
            let l = self.winner[node * 2];
            let r = self.winner[node * 2 + 1];
            let w = if self.time[r as usize] < self.time[l as usize] { r } else { l };
            if self.winner[node] == w && w as usize != cpu {
                return;
            }
            self.winner[node] = w;
            node >>= 1;
        }
    }

    #[inline]
    pub fn time_of(&self, cpu: usize) -> u64 {
        self.time[cpu]
    }

    /// The next event: its time and CPU.
    #[inline]
    pub fn first(&self) -> (u64, usize) {
        let cpu = self.winner[1] as usize;
        (self.time[cpu], cpu)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn first_is_the_earliest_of_the_lowest_cpu() {
        for cpus in [1, 2, 3, 24, 96, 128] {
            let mut tree = EventTree::new(cpus);
            let mut model = vec![NEVER; cpus];
            let mut rng = Rng::new(1, cpus as u32);
            for _ in 0..5000 {
                let cpu = rng.below(cpus as u32) as usize;
                let t = u64::from(rng.below(50));
                tree.set(cpu, t);
                model[cpu] = t;
                let (i, &best) = model.iter().enumerate().min_by_key(|(i, t)| (**t, *i)).unwrap();
                assert_eq!(tree.first(), (best, i));
            }
        }
    }
}
