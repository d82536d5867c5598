//! Threads of one program that use the same cache lines: each works, then reads or writes one of the lines.
//!
//! A line that another cache has changed, or that is written, changes hands: it comes from the cache that holds it, and who
//! comes next waits for that. So all threads together get no more than one access in the time a line takes, and the farther
//! apart their CPUs are, the fewer these are.

use super::compute::{Compute, ran};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::memory::lines::{Access, Line};
use crate::observe::log::Record;
use crate::observe::vocab::{EventKind, Role, WorkUnit};
use crate::scenario::Shared;
use crate::system::System;

/// Iterations that count as one unit of progress.
const KILO: u32 = 1000;

/// A thread.
#[derive(Clone, Debug)]
pub struct Sharer {
    /// CPU time between two accesses.
    work: Ns,
    write_pct: u32,
    compute: Compute,
    /// Iterations that are not yet a thousand.
    rest: u32,
}

pub fn create(work: &mut Work, sys: &mut System, s: &Shared) {
    work.lines = vec![Line::default(); s.lines as usize];
    for i in 0..s.workers {
        let thread = Sharer {
            work: Ns::from(s.work_ns),
            write_pct: s.write_pct,
            compute: Compute::default(),
            // Not all threads reach their thousands at once.
            rest: i * KILO / s.workers,
        };
        work.add(sys, Role::Job, i as usize, 0, Program::Sharer(thread));
    }
}

impl Sharer {
    /// An access, then work; or what is left of the work.
    pub fn begin(&mut self, lines: &mut [Line], sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.compute.left == Ns::ZERO {
            let stall = self.access(lines, sys, cpu, start);
            self.compute = Compute::draw(sys, cpu, self.work);
            self.compute.left += stall;
        }
        self.compute.begin(sys, cpu, start, 100)
    }

    /// How long the thread waits for the line of its next access.
    fn access(&self, lines: &mut [Line], sys: &mut System, cpu: CpuId, start: Ns) -> Ns {
        let Some(task) = sys.cpus[cpu].curr else { return Ns::ZERO };
        let rng = &mut sys.tasks[task].rng;
        let at = rng.below(lines.len() as u32) as usize;
        let access = if rng.below(100) < self.write_pct { Access::Write } else { Access::Read };
        let line = &mut lines[at];
        let Some(fetch) = line.access(&sys.machine, cpu, access) else { return Ns::ZERO };
        let took = line.free_at.saturating_sub(start) + sys.move_lines(fetch.from, cpu, 1);
        if fetch.alone {
            line.free_at = start + took;
        }
        let record = Record {
            src: fetch.from,
            distance: fetch.distance,
            ..Record::new(EventKind::Message, Some(task), cpu)
        };
        let now = sys.now;
        sys.obs.emit(now, &record);
        took
    }

    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> Outcome {
        self.compute.left = Ns::ZERO;
        sys.obs.user_ns += ran(sys, cpu);
        self.rest += 1;
        sys.obs.count(WorkUnit::Iterations, u64::from(self.rest / KILO));
        self.rest %= KILO;
        Outcome::Continue
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
        sys.obs.user_ns += ran(sys, cpu);
    }
}
