//! What a task has been through: where it ran, how long it waited, whom it woke.

use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::engine::wire::{State, Wire};
use crate::observe::field::{CpuField, Field};
use crate::observe::vocab::Cause;

/// Changes of CPU that are remembered.
pub const VISITS: usize = 8;

/// A change of CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// When it came (ns), below 2^48.
    pub at: Ns,
    pub cpu: CpuId,
    pub cause: Cause,
}

/// In the lower half of its word, below the time.
const CPU: CpuField = CpuField::new((0, 8), (0, 6));
const CAUSE: Field = Field::new(0, 0, 6);

impl Visit {
    /// In one word, since every task of every snapshot keeps some.
    #[inline]
    fn packed(self) -> u64 {
        let what = CPU.holding(0, self.cpu) | CAUSE.holding(self.cause.word());
        self.at.0 << 16 | u64::from(what)
    }

    fn unpacked(word: u64) -> Self {
        let what = [word as u32];
        Self { at: Ns(word >> 16), cpu: CPU.of(&what), cause: Cause::ALL[CAUSE.of(&what) as usize] }
    }
}

/// What a task has had of the CPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Had {
    pub ran: Ns,
    pub switched_in: u32,
    pub moved: u32,
}
state!(Had { ran, switched_in, moved });

impl Had {
    /// Together with more.
    pub fn and(self, more: Self) -> Self {
        Self {
            ran: self.ran + more.ran,
            switched_in: self.switched_in + more.switched_in,
            moved: self.moved + more.moved,
        }
    }

    /// What was added since it was so much.
    pub fn since(self, before: Self) -> Self {
        Self {
            // A stretch that began in the warm-up and ended after it counts whole.
            ran: self.ran.saturating_sub(before.ran),
            switched_in: self.switched_in - before.switched_in,
            moved: self.moved - before.moved,
        }
    }
}

/// The life of a task so far.
#[derive(Clone, Debug, Default)]
pub struct Life {
    /// Time it ran on each node (ns), up to the last that it has run on.
    pub node_ns: Vec<Ns>,
    /// Time it waited in queues (ns), and the longest wait.
    pub waited_ns: Ns,
    pub longest_wait_ns: Ns,
    /// Times it was switched in (not: picked again), woken, moved, and times it woke another one.
    pub switched_in: u32,
    pub woken: u32,
    pub moved: u32,
    pub woke: u32,
    /// Latest changes of CPU, packed, in a ring; `moved` says which is the next to be overwritten.
    visits: [u64; VISITS],
    /// Since when it has been waiting or running (ns).
    since: Ns,
}

impl State for Life {
    #[inline(never)]
    fn pass(&mut self, wire: &mut Wire) {
        let Self { node_ns, waited_ns, longest_wait_ns, switched_in, woken, moved, woke, visits, since } =
            self;
        node_ns.pass(wire);
        waited_ns.pass(wire);
        longest_wait_ns.pass(wire);
        switched_in.pass(wire);
        woken.pass(wire);
        moved.pass(wire);
        woke.pass(wire);
        since.pass(wire);
        // The newest first, each by the time until the one after it.
        let mut after = since.0;
        let newest = (0..VISITS).map(|back| (*moved as usize).wrapping_sub(back + 1) % VISITS);
        wire.each_by(newest, |i, wire| {
            let mut gap = after.wrapping_sub(visits[i] >> 16);
            let mut what = (visits[i] as u16).to_le_bytes();
            gap.pass(wire);
            what.pass(wire);
            after = after.wrapping_sub(gap);
            visits[i] = after << 16 | u64::from(u16::from_le_bytes(what));
        });
    }
}

impl Life {
    /// It begins to wait in a queue.
    #[inline]
    pub fn waits(&mut self, now: Ns) {
        self.since = now;
    }

    /// It is picked, and runs from now on.
    #[inline]
    pub fn runs(&mut self, now: Ns) {
        let waited = now - self.since;
        self.waited_ns += waited;
        self.longest_wait_ns = self.longest_wait_ns.max(waited);
        self.since = now;
    }

    /// It has run on `node` until now.
    #[inline]
    pub fn ran(&mut self, now: Ns, node: usize) {
        if node >= self.node_ns.len() {
            self.node_ns.resize(node + 1, Ns::ZERO);
        }
        self.node_ns[node] += now - self.since;
        self.since = now;
    }

    /// How long it has run until now; `running`: it runs.
    pub fn ran_until(&self, now: Ns, running: bool) -> Ns {
        let before = self.node_ns.iter().fold(Ns::ZERO, |sum, &ns| sum + ns);
        if running { before + (now - self.since) } else { before }
    }

    /// What it has had until now; `running`: it runs.
    pub fn had(&self, now: Ns, running: bool) -> Had {
        Had { ran: self.ran_until(now, running), switched_in: self.switched_in, moved: self.moved }
    }

    /// It comes to another CPU.
    #[inline]
    pub fn moves(&mut self, visit: Visit) {
        self.visits[self.moved as usize % VISITS] = visit.packed();
        self.moved += 1;
    }

    /// The latest changes of CPU, oldest first.
    pub fn visits(&self) -> impl Iterator<Item = Visit> {
        let kept = self.moved.min(VISITS as u32);
        (self.moved - kept..self.moved).map(|i| Visit::unpacked(self.visits[i as usize % VISITS]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_of_any_cpu_comes_back() {
        for (number, &cause) in [0, 255, 256, 700, 1023].into_iter().zip(Cause::ALL.iter().rev()) {
            let visit = Visit { at: Ns((1 << 48) - 1), cpu: CpuId(number), cause };
            assert_eq!(Visit::unpacked(visit.packed()), visit);
        }
    }
}
