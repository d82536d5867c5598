//! STREAM as OpenMP runs it: the threads of one program pass through memory, each through its section of the arrays,
//! and meet at a barrier after every pass.

use super::compute::{Compute, ran};
use super::hogs::go_on;
use super::jobs::{memory_pace, take_memory};
use super::start::{Gate, Step};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::vocab::{Role, WorkUnit};
use crate::scenario::Stream;
use crate::system::System;

/// A thread. The first one starts the others, then works like them.
#[derive(Clone, Debug)]
pub struct Streamer {
    threads: u32,
    /// Threads still to be started.
    to_start: u32,
    /// Memory that the thread passes through in a pass (MB).
    part: u32,
    /// The rest of the current pass (MB).
    left: u32,
    memory_pct: u32,
    compute: Compute,
}

pub fn create(work: &mut Work, sys: &mut System, s: &Stream) {
    let (threads, part) = (s.workers, s.memory_mb.div_ceil(s.workers));
    for i in 0..threads {
        let to_start = if i == 0 { threads - 1 } else { 0 };
        let (left, memory_pct, compute) = (part, s.memory_pct, Compute::default());
        let thread = Streamer { threads, to_start, part, left, memory_pct, compute };
        let task = work.add(sys, Role::Job, i as usize, 0, Program::Streamer(thread));
        work.parents[task] = (i > 0).then_some(TaskId(0));
    }
}

impl Streamer {
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.to_start > 0 {
            return Begun::whole(start + sys.spread(cpu, Ns::from(sys.costs.thread)));
        }
        if sys.cpus[cpu].curr.is_some_and(|task| sys.tasks[task].memory.is_none()) {
            take_memory(sys, cpu, self.part, self.memory_pct);
        }
        let slow_pct = memory_pace(sys, cpu);
        let megabyte = Ns::from(sys.costs.stream_mb);
        go_on(&mut self.compute, sys, cpu, start, megabyte, slow_pct)
    }

    /// A thread was started, or a megabyte passed through.
    pub fn finish(&mut self, gate: &mut Gate, sys: &mut System, cpu: CpuId) -> Step {
        if self.to_start > 0 {
            self.to_start -= 1;
            return Step::Forked(TaskId((self.threads - 1 - self.to_start) as u16));
        }
        self.compute.left = Ns::ZERO;
        sys.obs.user_ns += ran(sys, cpu);
        sys.obs.count(WorkUnit::Megabytes, 1);
        self.left -= 1;
        if self.left > 0 {
            return Step::Went(Outcome::Continue);
        }
        self.left = self.part;
        Step::Went(gate.meet(sys, cpu, self.threads))
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
        sys.obs.user_ns += ran(sys, cpu);
    }
}
