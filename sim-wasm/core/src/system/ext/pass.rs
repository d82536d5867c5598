//! The scheduling pass of a CPU, its tick, and what the running task does.

use super::{Args, Hook};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::decisions::Why;
use crate::observe::vocab::Decided;
use crate::runqueue::ext::flags::{enq, kick, ops};
use crate::runqueue::ext::{DsqRef, MAX_DISPATCHES, Release};
use crate::system::{System, TaskState};

/// What a pass found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The task that ran goes on.
    Keep,
    Task(TaskId),
    Idle,
}

impl System {
    /// The pass and the pick: what `cpu` runs next. `prev` ran until now, or just went to sleep; a runnable one that does not
    /// go on is queued again.
    #[cold]
    pub fn ext_schedule(&mut self, cpu: CpuId, prev: Option<TaskId>) -> Next {
        (self.ext.pass, self.ext.prev) = (Some(cpu), prev);
        let (recorded, before) = (self.obs.decisions.are_picks_kept(), self.charge);
        if recorded {
            self.decide(Decided::Pick, cpu, cpu);
        }
        let keeps = self.ext_balance(cpu, prev);
        let curr = self.cpus[cpu].curr;
        let next = match self.ext.local[cpu].first() {
            _ if keeps => Next::Keep,
            Some(task) => Next::Task(task),
            None => Next::Idle,
        };
        if recorded {
            let task = match next {
                Next::Task(task) => Some(task),
                Next::Keep => curr,
                Next::Idle => None,
            };
            self.decided(task, cpu, Why::Nothing, before);
        }
        if let Some(curr) = curr {
            if next != Next::Keep {
                self.ext_put_prev(cpu, curr, next);
            } else if self.ext.tasks[curr].slice == 0 {
                self.ext_refill(curr);
            }
        }
        if let Next::Task(task) = next {
            self.ext_touch(DsqRef::Local(cpu));
            self.ext.local[cpu].remove(task);
            self.ext.tasks[task].dsq = None;
            if self.ext.tasks[task].slice == 0 {
                self.ext_refill(task);
            }
        }
        (self.ext.pass, self.ext.prev) = (None, None);
        next
    }

    /// `balance_one`: sees to it that the local queue has a task, if there is any. Whether the running task goes on.
    fn ext_balance(&mut self, cpu: CpuId, prev: Option<TaskId>) -> bool {
        self.ext_charge(cpu);
        let curr = self.cpus[cpu].curr;
        let slice_left = |sys: &Self| curr.is_some_and(|curr| sys.ext.tasks[curr].slice > 0);
        if slice_left(self) && !self.ext.bypass {
            return true;
        }
        let node = DsqRef::Global(self.machine.node_of[cpu]);
        if !self.ext.local[cpu].is_empty() || self.ext_consume(node, cpu) {
            return false;
        }
        if self.ext.has(Hook::Dispatch) && !self.ext.bypass {
            for call in 1..=MAX_DISPATCHES {
                self.ext.moved = false;
                self.ext_call(Hook::Dispatch, Args { task: prev, number: i64::from(cpu.0), flags: 0 });
                self.ext_flush(cpu);
                if self.ext.release() > Release::V6_12_0 && slice_left(self) {
                    return true;
                }
                if !self.ext.local[cpu].is_empty() || self.ext_consume(node, cpu) {
                    return false;
                }
                if !self.ext.moved {
                    break;
                }
                if call == MAX_DISPATCHES {
                    self.ext.kicks.push((cpu, 0));
                }
            }
        }
        let keeps = curr.is_some() && (!self.ext.has_flag(ops::ENQ_LAST) || self.ext.bypass);
        if keeps {
            self.ext.events.dispatch_keep_last += 1;
        }
        keeps
    }

    /// The running task, still runnable, leaves the CPU (`put_prev_task_scx`).
    fn ext_put_prev(&mut self, cpu: CpuId, curr: TaskId, next: Next) {
        self.ext_tell(Hook::Stopping, curr, 0, 1);
        self.tasks[curr].state = TaskState::Waiting;
        self.set_curr(cpu, None);
        let now = self.now;
        self.ext.tasks[curr].runnable_at.get_or_insert(now);
        if self.ext.tasks[curr].slice > 0 && !self.ext.bypass {
            let head = self.ext.release().enq_head();
            return self.ext_insert(DsqRef::Local(cpu), curr, head);
        }
        let last = next == Next::Idle && self.ext.has_flag(ops::ENQ_LAST) && !self.ext.bypass;
        self.ext_offer(curr, if last { enq::LAST } else { 0 });
    }

    /// A picked task begins to run (`set_next_task_scx`), and the CPU is not idle any more.
    #[cold]
    pub(in crate::system) fn ext_set_next(&mut self, cpu: CpuId, task: TaskId) {
        let now = self.now;
        let t = &mut self.ext.tasks[task];
        (t.exec_start, t.runnable_at) = (now, None);
        self.ext_tell(Hook::Running, task, 0, 0);
        debug_assert_eq!(self.cpus[cpu].curr, Some(task));
    }

    /// A CPU, which was idle, is about to run a task.
    #[cold]
    pub fn ext_leave_idle(&mut self, cpu: CpuId) {
        let machine = self.machine.clone();
        let after = self.ext.release() >= Release::V6_18_2;
        if !after {
            self.ext_update_idle(cpu, false);
        }
        if let Some(idle) = &mut self.ext.idle {
            idle.claim(&machine, cpu);
        }
        if after {
            self.ext_update_idle(cpu, false);
        }
    }

    /// A CPU picked its idle task; `again`: it was idle before.
    #[cold]
    pub fn ext_enter_idle(&mut self, cpu: CpuId, again: bool) {
        let release = self.ext.release();
        let machine = self.machine.clone();
        if !again && release < Release::V6_18_2 {
            self.ext_update_idle(cpu, true);
        }
        if let Some(idle) = &mut self.ext.idle
            && (!again || release > Release::V6_12_0)
        {
            idle.enter(&machine, cpu);
        }
        if !again && release >= Release::V6_18_2 {
            self.ext_update_idle(cpu, true);
        }
    }

    fn ext_update_idle(&mut self, cpu: CpuId, idle: bool) {
        if self.ext.has(Hook::UpdateIdle) && !self.ext.bypass {
            let args = Args { task: None, number: i64::from(cpu.0), flags: u64::from(idle) };
            self.ext_call(Hook::UpdateIdle, args);
        }
    }

    /// The tick of a CPU that runs a task (`task_tick_scx`). Whether it is to make a pass.
    #[cold]
    pub(in crate::system) fn ext_tick(&mut self, cpu: CpuId) -> bool {
        let Some(curr) = self.cpus[cpu].curr else { return false };
        self.ext_charge(cpu);
        if self.ext.bypass {
            self.ext.tasks[curr].slice = 0;
        } else {
            self.ext_tell(Hook::Tick, curr, 0, 0);
        }
        self.ext.tasks[curr].slice == 0
    }

    /// The running task of a CPU yields it (`yield_task_scx`).
    #[cold]
    pub(in crate::system) fn ext_yield(&mut self, cpu: CpuId) {
        let Some(curr) = self.cpus[cpu].curr else { return };
        self.ext_charge(cpu);
        if self.ext.has(Hook::Yield) {
            self.ext_tell(Hook::Yield, curr, 0, 0);
        } else {
            self.ext.tasks[curr].slice = 0;
        }
        self.cpus[cpu].need_resched = true;
    }

    /// Up to when the running task of a CPU has been charged.
    pub(in crate::system) fn ext_charged(&self, cpu: CpuId) -> Ns {
        self.cpus[cpu].curr.map_or(self.now, |curr| self.ext.tasks[curr].exec_start)
    }

    /// Asks for a kick, which comes after the hook.
    pub(super) fn ext_ask_kick(&mut self, cpu: CpuId, flags: u64) {
        if self.ext.bypass {
            return;
        }
        if flags & kick::IDLE != 0 && flags & (kick::PREEMPT | kick::WAIT) != 0 {
            let msg = "PREEMPT/WAIT cannot be used with SCX_KICK_IDLE".to_string();
            return self.ext_error(crate::runqueue::ext::flags::exit::ERROR, 0, None, msg);
        }
        self.ext.kicks.push((cpu, flags));
    }
}
