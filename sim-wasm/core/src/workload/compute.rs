//! A stretch of computing that can be interrupted and resumed.

use super::Begun;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::machine::topology::FULL_CAPACITY;
use crate::system::System;

/// Work left and the speed it is done at.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compute {
    /// ns at full speed.
    pub left: Ns,
    /// Time per work, in percent.
    pace: u64,
}
state!(Compute { left, pace });

impl Compute {
    /// A stretch of about `work` (ns) for the running task of `cpu`, spread as its operations are.
    #[inline]
    pub fn draw(sys: &mut System, cpu: CpuId, work: Ns) -> Self {
        let left = sys.spread(cpu, work).max(Ns(1));
        Self { left, pace: 100 }
    }

    /// `slow_pct`: time per work beside what a busy sibling thread and a slow CPU cost.
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns, slow_pct: u32) -> Begun {
        self.pace = u64::from(pace_pct(sys, cpu)) * u64::from(slow_pct) / 100;
        Begun { end: start + self.left * self.pace / 100, preemptible: true, spins_until: Ns::ZERO }
    }

    /// What was done between `start` and `now` is done.
    pub fn interrupt(&mut self, start: Ns, now: Ns) {
        let done = now.saturating_sub(start) * 100 / self.pace.max(1);
        self.left = self.left.saturating_sub(done).max(Ns(1));
    }
}

/// How long the running operation of `cpu` has run (ns).
#[inline]
pub fn ran(sys: &System, cpu: CpuId) -> Ns {
    sys.now.saturating_sub(sys.cpus[cpu].op.start)
}

/// Time per work (%) on a CPU whose sibling thread is, or is not, busy, compared with the fastest CPU of the machine.
#[inline]
pub fn pace_pct(sys: &System, cpu: CpuId) -> u32 {
    let pct = if sys.has_busy_sibling(cpu) { sys.costs.smt_pct } else { 100 };
    if sys.machine.capacities.is_empty() { pct } else { slowed(sys, cpu, pct) }
}

/// The same on a CPU of its own capacity.
#[cold]
fn slowed(sys: &System, cpu: CpuId, pct: u32) -> u32 {
    pct * FULL_CAPACITY / sys.machine.capacity(cpu)
}
