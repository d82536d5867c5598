//! `rt-app`: tasks that go through phases of running and sleeping.

use super::compute::{Compute, ran};
use super::hogs::{count, go_on};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::CpuId;
use crate::engine::time::Ns;
use crate::observe::vocab::Role;
use crate::runqueue::Attr;
use crate::scenario::{RtApp, RtEvent, RtPhase, TaskKind, cpulist};
use crate::system::System;

/// The phases of a task.
#[derive(Clone, Debug)]
pub struct Script {
    phases: Vec<RtPhase>,
    /// Times; 0: without end.
    loops: u32,
}

/// A task and its position in its script.
#[derive(Clone, Debug, Default)]
pub struct Phased {
    script: usize,
    /// Completed rounds through all phases, and through the current phase.
    rounds: u32,
    turns: u32,
    phase: usize,
    step: usize,
    ended: bool,
    compute: Compute,
    /// When the current `runtime` is over.
    until: Option<Ns>,
    /// When its timer was due last.
    due: Option<Ns>,
    rest: Ns,
}

/// All are threads of one process.
pub fn create(work: &mut Work, sys: &mut System, r: &RtApp) {
    for (script, task) in r.tasks.iter().enumerate() {
        work.scripts.push(Script { phases: task.phases.clone(), loops: task.loops });
        let sleeps = |phase: &RtPhase| {
            phase.steps.iter().any(|step| matches!(step.does, RtEvent::Sleep | RtEvent::Timer))
        };
        let (role, kind) = match task.phases.iter().any(sleeps) {
            true => (Role::Sleeper, TaskKind::Sleeper),
            false => (Role::Hog, TaskKind::Hog),
        };
        let own = task.cpus.as_ref().and_then(|list| cpulist::parse(list, sys.machine.cpus()));
        for _ in 0..u64::from(task.instances) * u64::from(r.copies) {
            let program = Program::Phased(Phased { script, ..Phased::default() });
            let attr = Attr { nice: task.nice, ..work.attrs.of(kind) };
            let id = work.add_with(sys, role, script, 0, program, attr);
            if let Some(own) = own {
                sys.tasks[id].allowed = own;
            }
        }
    }
}

impl Phased {
    /// The current event and its duration.
    fn now(&self, scripts: &[Script]) -> Option<(RtEvent, Ns)> {
        let step = scripts.get(self.script)?.phases.get(self.phase)?.steps.get(self.step)?;
        Some((step.does, Ns::us(step.us.into()))).filter(|_| !self.ended)
    }

    /// Advances to the next event.
    fn step(&mut self, scripts: &[Script]) {
        let Some(script) = scripts.get(self.script) else { return };
        let Some(phase) = script.phases.get(self.phase) else { return };
        self.step += 1;
        if self.step < phase.steps.len() {
            return;
        }
        self.step = 0;
        self.turns += 1;
        if self.turns < phase.loops {
            return;
        }
        (self.turns, self.phase) = (0, self.phase + 1);
        if self.phase < script.phases.len() {
            return;
        }
        self.phase = 0;
        if script.loops > 0 {
            self.rounds += 1;
            self.ended = self.rounds == script.loops;
        }
    }

    pub fn begin(&mut self, scripts: &[Script], sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        match self.now(scripts) {
            Some((RtEvent::Run, work)) => go_on(&mut self.compute, sys, cpu, start, work, 100),
            Some((RtEvent::Runtime, long)) => {
                let end = (*self.until.get_or_insert(start + long)).max(start + Ns(1));
                Begun::computing(end)
            }
            _ => Begun::whole(start),
        }
    }

    /// The task is preempted, or a tick charges it.
    pub fn interrupt(&mut self, scripts: &[Script], sys: &mut System, cpu: CpuId) {
        match self.now(scripts) {
            Some((RtEvent::Run, _)) => self.compute.interrupt(sys.cpus[cpu].op.start, sys.now),
            Some((RtEvent::Runtime, _)) => count(sys, &mut self.rest, ran(sys, cpu)),
            _ => return,
        }
        sys.obs.user_ns += ran(sys, cpu);
    }

    pub fn finish(&mut self, scripts: &[Script], sys: &mut System, cpu: CpuId) -> Outcome {
        let Some((does, long)) = self.now(scripts) else { return Outcome::Exit };
        self.step(scripts);
        let due = match does {
            RtEvent::Run | RtEvent::Runtime => {
                let work = if does == RtEvent::Run { long } else { ran(sys, cpu) };
                (self.compute.left, self.until) = (Ns::ZERO, None);
                sys.obs.user_ns += ran(sys, cpu);
                count(sys, &mut self.rest, work);
                return Outcome::Continue;
            }
            RtEvent::Sleep => sys.now + long,
            RtEvent::Timer => {
                let due = self.due.unwrap_or(sys.now) + long;
                self.due = Some(due.max(sys.now));
                due
            }
        };
        if due <= sys.now {
            return Outcome::Continue;
        }
        sys.wake_later(cpu, due);
        Outcome::Sleep
    }
}
