//! The history of a task: where it ran, how long it waited, how often it was woken and moved.

use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::observe::field::{CpuField, Field};
use crate::observe::vocab::Cause;

/// How many stays a task remembers.
pub const STAYS: usize = 8;

/// A stay of a task on a CPU, up to its next change of CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// When the task arrived (ns), below 2^48.
    pub at: Ns,
    pub cpu: CpuId,
    pub cause: Cause,
}

/// Bits of the packed word below the time.
const CPU: CpuField = CpuField::new((0, 8), (0, 6));
const CAUSE: Field = Field::new(0, 0, 6);

impl Stay {
    /// Packs the stay into one word, since every task of every snapshot keeps several.
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

/// Totals of a task over a span of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskTotals {
    pub ran: Ns,
    pub switched_in: u32,
    pub moved: u32,
}

impl TaskTotals {
    /// The sum of two totals.
    pub fn and(self, more: Self) -> Self {
        Self {
            ran: self.ran + more.ran,
            switched_in: self.switched_in + more.switched_in,
            moved: self.moved + more.moved,
        }
    }

    /// The increase since `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            // A stretch of running that began in the warm-up and ended after it counts as a whole.
            ran: self.ran.saturating_sub(before.ran),
            switched_in: self.switched_in - before.switched_in,
            moved: self.moved - before.moved,
        }
    }
}

/// The history of a task so far.
#[derive(Clone, Debug, Default)]
pub struct TaskHistory {
    /// Time it ran on each node (ns), up to the last node it ran on.
    pub node_ns: Vec<Ns>,
    /// Time it waited in queues (ns), and the longest wait.
    pub waited_ns: Ns,
    pub longest_wait_ns: Ns,
    /// Times it was switched in (not: picked again), woken, moved, and times it woke another one.
    pub switched_in: u32,
    pub woken: u32,
    pub moved: u32,
    pub woke: u32,
    /// The latest stays, packed, in a ring buffer; the next one overwrites entry `moved % STAYS`.
    stays: [u64; STAYS],
    /// When it began to wait or to run (ns).
    since: Ns,
}

impl TaskHistory {
    /// The task begins to wait in a queue.
    #[inline]
    pub fn waits(&mut self, now: Ns) {
        self.since = now;
    }

    /// The task is picked and begins to run.
    #[inline]
    pub fn runs(&mut self, now: Ns) {
        let waited = now - self.since;
        self.waited_ns += waited;
        self.longest_wait_ns = self.longest_wait_ns.max(waited);
        self.since = now;
    }

    /// The task ran on `node` until now.
    #[inline]
    pub fn ran(&mut self, now: Ns, node: usize) {
        if node >= self.node_ns.len() {
            self.node_ns.resize(node + 1, Ns::ZERO);
        }
        self.node_ns[node] += now - self.since;
        self.since = now;
    }

    /// How long the task has run until now; `running`: it is still running.
    pub fn ran_until(&self, now: Ns, running: bool) -> Ns {
        let before = self.node_ns.iter().fold(Ns::ZERO, |sum, &ns| sum + ns);
        if running { before + (now - self.since) } else { before }
    }

    /// The totals until now; `running`: the task is still running.
    pub fn totals(&self, now: Ns, running: bool) -> TaskTotals {
        TaskTotals { ran: self.ran_until(now, running), switched_in: self.switched_in, moved: self.moved }
    }

    /// The task moves to another CPU.
    #[inline]
    pub fn moves(&mut self, stay: Stay) {
        self.stays[self.moved as usize % STAYS] = stay.packed();
        self.moved += 1;
    }

    /// The latest stays, oldest first.
    pub fn stays(&self) -> impl Iterator<Item = Stay> {
        let kept = self.moved.min(STAYS as u32);
        (self.moved - kept..self.moved).map(|i| Stay::unpacked(self.stays[i as usize % STAYS]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stay_on_any_cpu_is_packed_and_unpacked() {
        for (number, &cause) in [0, 255, 256, 700, 1023].into_iter().zip(Cause::ALL.iter().rev()) {
            let stay = Stay { at: Ns((1 << 48) - 1), cpu: CpuId(number), cause };
            assert_eq!(Stay::unpacked(stay.packed()), stay);
        }
    }
}
