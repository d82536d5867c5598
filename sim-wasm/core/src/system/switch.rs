//! Taking the running task off a CPU and putting another one on.

use super::{System, TaskState};
use crate::engine::tree::NEVER;
use crate::observe::log::Record;
use crate::observe::vocab::{EventKind, Left, NO_TASK};
use crate::runqueue::SchedClass;

impl System {
    /// The running task goes back to its queue (`put_prev_task`), still runnable.
    pub fn put_prev(&mut self, cpu: usize) {
        let curr = self.cpus[cpu].curr;
        if curr == NO_TASK {
            return;
        }
        self.tasks[curr as usize].state = TaskState::Waiting;
        self.queues.put_prev(self.at(cpu));
        self.set_curr(cpu, NO_TASK);
    }

    /// The next task of the queue, taken from it, or none.
    pub fn pick_next(&mut self, cpu: usize) -> Option<u16> {
        self.queues.pick(cpu)
    }

    /// Puts a picked task on the CPU (`set_next_task`, `context_switch`). `prev` ran before, `left`
    /// says why it no longer does.
    pub fn switch_to(&mut self, cpu: usize, next: u16, prev: u16, left: Left) {
        self.queues.set_next(self.at(cpu), next);
        let t = &mut self.tasks[next as usize];
        t.state = TaskState::Running;
        t.life.runs(self.now);
        self.set_curr(cpu, next);
        self.cpus[cpu].wake_at = NEVER;
        if next == prev {
            return;
        }
        self.charge += u64::from(self.costs.switch);
        let mm = self.tasks[next as usize].mm;
        if self.cpus[cpu].mm != mm {
            self.cpus[cpu].mm = mm;
            self.charge += u64::from(self.costs.mm_switch);
        }
        let t = &mut self.tasks[next as usize];
        if t.woken_at != 0 {
            if self.obs.latency_of.is_none_or(|role| role == t.role) {
                self.obs.latency.add(self.now - t.woken_at);
            }
            t.woken_at = 0;
        }
        self.log_switch(cpu, next, left);
    }

    /// The CPU goes idle.
    pub fn switch_to_idle(&mut self, cpu: usize, left: Left) {
        self.set_curr(cpu, NO_TASK);
        let c = &mut self.cpus[cpu];
        c.need_resched = false;
        c.idled_at = self.now;
        c.op.preemptible = false;
        self.enter_idle(cpu);
        self.note_idle(cpu);
        if self.machine.has_smt && self.machine.smt_mask[cpu].is_subset_of(self.idle) {
            self.has_idle_cores[self.machine.llc_of[cpu] as usize] = true;
        }
        self.log_switch(cpu, NO_TASK, left);
    }

    /// Changes the running task of a CPU; everything that depends on it follows.
    pub fn set_curr(&mut self, cpu: usize, task: u16) {
        let was = self.cpus[cpu].curr;
        self.cpus[cpu].curr = task;
        if was != NO_TASK {
            let node = self.machine.node_of[cpu] as usize;
            self.tasks[was as usize].life.ran(self.now, node);
        }
        if (was == NO_TASK) != (task == NO_TASK) {
            let busy = self.obs.busy.level();
            let level = if task == NO_TASK { busy - 1 } else { busy + 1 };
            self.obs.busy.set(self.now, level);
        }
        self.note_idle(cpu);
    }

    fn log_switch(&mut self, cpu: usize, task: u16, left: Left) {
        let now = self.now;
        self.obs.emit(now, &Record { how: left as u8, ..Record::new(EventKind::Switch, task, cpu) });
    }
}
