//! A stretch of computing that can be interrupted and resumed.

use super::Begun;
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::machine::topology::FULL_CAPACITY;
use crate::system::System;

/// The work left and its speed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Compute {
    /// ns at full speed.
    pub left: Ns,
    /// Additional time for filling the cache; at most as long as the work counts (ns at full speed).
    pub fill: Ns,
    /// Time per work, in percent.
    pace: u64,
}

impl Compute {
    /// A stretch of about `work` (ns) for the running task of `cpu`, spread as its operations are.
    #[inline]
    pub fn draw(sys: &mut System, cpu: CpuId, work: Ns) -> Self {
        let left = sys.spread(cpu, work).max(Ns(1));
        Self { left, fill: Ns::ZERO, pace: 100 }
    }

    /// A stretch of exactly `work` (ns).
    pub fn exact(work: Ns) -> Self {
        Self { left: work.max(Ns(1)), fill: Ns::ZERO, pace: 100 }
    }

    /// `slow_pct`: time per work (%), besides the slowdown by a busy sibling thread and a slow CPU.
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns, slow_pct: u32) -> Begun {
        self.pace = u64::from(pace_pct(sys, cpu)) * u64::from(slow_pct) / 100;
        let takes = self.left + self.fill.min(self.left);
        Begun::computing(start + takes * self.pace / 100)
    }

    /// Subtracts the work done between `start` and `now`. While the cache fills, half of the time is work, so that a task
    /// makes progress even if it is preempted again and again.
    pub fn interrupt(&mut self, start: Ns, now: Ns) {
        let ran = now.saturating_sub(start) * 100 / self.pace.max(1);
        let work = (ran - self.fill.min(ran / 2)).min(self.left.saturating_sub(Ns(1)));
        self.left = (self.left - work).max(Ns(1));
        self.fill = self.fill.saturating_sub(ran - work);
    }
}

/// How long the running operation of `cpu` has run (ns).
#[inline]
pub fn ran(sys: &System, cpu: CpuId) -> Ns {
    sys.now.saturating_sub(sys.cpus[cpu].op.start)
}

/// Time per work (%) compared with the fastest CPU of the machine; a busy sibling thread slows a CPU down.
#[inline]
pub fn pace_pct(sys: &System, cpu: CpuId) -> u32 {
    let pct = if sys.has_busy_sibling(cpu) { sys.costs.smt_pct } else { 100 };
    if sys.machine.capacities.is_empty() { pct } else { slowed(sys, cpu, pct) }
}

/// The same, scaled by the capacity of the CPU.
#[cold]
fn slowed(sys: &System, cpu: CpuId, pct: u32) -> u32 {
    pct * FULL_CAPACITY / sys.machine.capacity(cpu)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The duration of a stretch that is interrupted every so many ns. `anew`: its cache has to be filled again each time.
    fn takes(left: u64, fill: u64, every: u64, anew: bool) -> u64 {
        let mut own = Compute { left: Ns(left), fill: Ns(fill), pace: 100 };
        let mut time = 0;
        loop {
            let rest = (own.left + own.fill.min(own.left)).0;
            if rest <= every {
                return time + rest;
            }
            own.interrupt(Ns(time), Ns(time + every));
            time += every;
            if anew {
                own.fill = Ns(fill);
            }
            assert!(time < 100 * left, "{own:?} gets nowhere");
        }
    }

    #[test]
    fn filling_the_cache_takes_at_most_as_long_as_the_work_however_often_it_is_interrupted() {
        for (left, fill, all) in [(9000, 4000, 13_000), (9000, 0, 9000), (3000, 4000, 6000), (1, 4000, 2)] {
            for every in [100_000, 4000, 1000, 100] {
                assert!(takes(left, fill, every, false).abs_diff(all) <= 2, "{left} {fill} {every}");
            }
        }
    }

    #[test]
    fn a_task_preempted_before_its_cache_is_full_runs_at_half_the_speed() {
        for every in [1000, 2000, 4000] {
            assert!(takes(40_000, 4000, every, true).abs_diff(80_000) <= 2 * every, "{every}");
        }
        // After twice the filling time the cache is full.
        assert!(takes(40_000, 4000, 16_000, true).abs_diff(52_000) <= 4000);
    }
}
