//! Hogs and sleepers: tasks that never sleep, with nice values and slices, beside tasks that run a little and sleep.

use super::compute::{Compute, ran};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::observe::vocab::{Role, WorkUnit};
use crate::runqueue::Attr;
use crate::scenario::{Hogs, TaskKind};
use crate::system::System;

/// A hog's work is counted in pieces of this length: completed work is reported in milliseconds.
const PIECE: Ns = Ns::ms(1);

/// A task that never sleeps.
#[derive(Clone, Debug, Default)]
pub struct Hog {
    piece: Ns,
    yields: bool,
    compute: Compute,
    /// The rest of the work done that is less than a millisecond (ns).
    rest: Ns,
}

/// A task that runs for a little and sleeps, without end.
#[derive(Clone, Debug, Default)]
pub struct Sleeper {
    run: Ns,
    sleep: Ns,
    poisson: bool,
    /// When its next turn is due; before its first one, `None`.
    due: Option<Ns>,
    compute: Compute,
    rest: Ns,
}

/// All are threads of one process.
pub fn create(work: &mut Work, sys: &mut System, h: &Hogs) {
    if h.sleepers > 0 {
        sys.obs.latency_of = Some(Role::Sleeper);
    }
    let us = |us: u32| Ns::us(us.into());
    let attrs = work.attrs.clone();
    let attr =
        |kind, nice, slice_us| Attr { nice, slice: (slice_us > 0).then(|| us(slice_us)), ..attrs.of(kind) };
    let yields = h.yield_us > 0;
    let hog = Hog { piece: if yields { us(h.yield_us) } else { PIECE }, yields, ..Hog::default() };
    for _ in 0..h.hogs {
        work.add_with(
            sys,
            Role::Hog,
            0,
            0,
            Program::Hog(hog.clone()),
            attr(TaskKind::Hog, h.nice, h.slice_us),
        );
    }
    let rival = Hog { piece: PIECE, ..Hog::default() };
    for _ in 0..h.rivals {
        work.add_with(
            sys,
            Role::Hog,
            1,
            0,
            Program::Hog(rival.clone()),
            attr(TaskKind::Rival, h.rival_nice, h.rival_slice_us),
        );
    }
    let sleeper =
        Sleeper { run: us(h.run_us), sleep: us(h.sleep_us), poisson: h.poisson, ..Sleeper::default() };
    let attr = attr(TaskKind::Sleeper, h.sleeper_nice, h.sleeper_slice_us);
    for _ in 0..h.sleepers {
        work.add_with(sys, Role::Sleeper, 2, 0, Program::Sleeper(sleeper.clone()), attr);
    }
}

/// Counts completed work (ns at full speed) in whole milliseconds; `rest` keeps the remainder.
pub(super) fn count(sys: &mut System, rest: &mut Ns, work: Ns) {
    let all = *rest + work;
    sys.obs.count(WorkUnit::Work, all / PIECE);
    *rest = Ns(all.0 % PIECE.0);
}

/// The next stretch of computing, or the rest of the current one.
pub(super) fn go_on(
    compute: &mut Compute,
    sys: &mut System,
    cpu: CpuId,
    start: Ns,
    work: Ns,
    slow_pct: u32,
) -> Begun {
    if compute.left == Ns::ZERO {
        *compute = Compute::draw(sys, cpu, work);
    }
    compute.begin(sys, cpu, start, slow_pct)
}

impl Hog {
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        go_on(&mut self.compute, sys, cpu, start, self.piece, 100)
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
        sys.obs.user_ns += ran(sys, cpu);
    }

    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> Outcome {
        self.compute.left = Ns::ZERO;
        sys.obs.user_ns += ran(sys, cpu);
        count(sys, &mut self.rest, self.piece);
        if self.yields { Outcome::Yield } else { Outcome::Continue }
    }
}

impl Sleeper {
    /// Before its first turn the task only makes the system call of its first sleep.
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if self.due.is_none() {
            return Begun::whole(start);
        }
        go_on(&mut self.compute, sys, cpu, start, self.run, 100)
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, sys: &mut System, cpu: CpuId) {
        if self.due.is_some() {
            self.compute.interrupt(sys.cpus[cpu].op.start, sys.now);
            sys.obs.user_ns += ran(sys, cpu);
        }
    }

    /// A turn is done, or the task has just started: it sleeps until the next turn is due. A turn that is already due begins
    /// at once; its wait counts like that of a task woken at the due time.
    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> Outcome {
        let Some(task) = sys.cpus[cpu].curr else { return Outcome::Continue };
        let rng = &mut sys.tasks[task].rng;
        let gap = if self.poisson { rng.exponential(self.sleep) } else { self.sleep };
        let due = match self.due {
            // The first turns are spread, so that not all come at once.
            None => sys.now + rng.jitter(self.sleep, 50) / 2,
            Some(due) if self.poisson => due + gap,
            Some(_) => sys.now + gap,
        };
        if self.due.replace(due).is_some() {
            sys.answer(task);
            self.compute.left = Ns::ZERO;
            sys.obs.user_ns += ran(sys, cpu);
            count(sys, &mut self.rest, self.run);
        }
        sys.tasks[task].asked = due;
        if due <= sys.now {
            let kind = sys.tasks[task].kind;
            sys.obs.latency[kind].add((sys.now - due).0);
            return Outcome::Continue;
        }
        sys.wake_later(cpu, due);
        Outcome::Sleep
    }
}
