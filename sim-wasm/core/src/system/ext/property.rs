//! A change of a task's affinity.

use super::Hook;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::observe::vocab::Cause;
use crate::runqueue::ext::DsqRef;
use crate::runqueue::ext::flags::deq;
use crate::system::{System, TaskState};

impl System {
    /// `sched_setaffinity` of a task; `to`: the CPU that it goes to if it may not stay on its own.
    #[cold]
    pub fn ext_set_affinity(&mut self, task: TaskId, allowed: CpuMask, to: CpuId) {
        let cpu = self.tasks[task].cpu;
        let runs = self.cpus[cpu].curr == Some(task);
        let queued = self.ext.tasks[task].queued;
        if queued {
            self.ext_deactivate(task, deq::CHANGE, true);
        }
        self.tasks[task].allowed = allowed;
        self.ext_tell(Hook::SetCpumask, task, 0, 0);
        if !queued {
            return;
        }
        if runs {
            self.ext_restore(task, cpu, deq::CHANGE);
        } else {
            self.ext_activate(task, deq::CHANGE, true);
        }
        if allowed.test(cpu) || to == cpu {
            return;
        }
        // The stopper moves it.
        if runs {
            self.ext_charge(cpu);
            self.ext_tell(Hook::Stopping, task, 0, 1);
            self.tasks[task].state = TaskState::Waiting;
            self.set_curr(cpu, None);
            self.tasks[task].history.waits(self.now);
            let head = self.ext.release().enq_head();
            self.ext.pass = Some(cpu);
            self.ext_insert(DsqRef::Local(cpu), task, head);
            self.ext.pass = None;
        }
        self.ext_deactivate(task, 0, false);
        self.set_task_cpu(task, to, Cause::Active);
        self.tasks[task].migrated = false;
        let flags = self.ext.release().enq_migrated();
        self.ext_activate(task, flags, false);
        self.ext_wake_if_idle(to);
    }

    /// The running task, which has been dequeued for a change, runs on.
    pub(super) fn ext_restore(&mut self, task: TaskId, cpu: CpuId, flags: u64) {
        let before = self.nr_running(cpu);
        self.note_length(cpu, before, before + 1);
        self.ext.tasks[task].queued = true;
        self.ext_tell(Hook::Runnable, task, 0, flags);
        let now = self.now;
        let t = &mut self.ext.tasks[task];
        (t.exec_start, t.runnable_at) = (now, None);
        self.ext_tell(Hook::Running, task, 0, 0);
        self.note_idle(cpu);
    }

    /// A task was placed on the queue of a CPU: an idle one makes a pass.
    pub fn ext_wake_if_idle(&mut self, cpu: CpuId) {
        if self.cpus[cpu].curr.is_none() && self.ext.pass != Some(cpu) {
            self.ext_wake_idle(cpu);
        }
    }
}
