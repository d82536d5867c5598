//! Errors, the watchdog, and the ejection of a policy.

use super::{Args, Due, ExitInfo, Hook};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::log::Record;
use crate::observe::vocab::EventKind;
use crate::runqueue::ext::Owner;
use crate::runqueue::ext::flags::{deq, exit};
use crate::runqueue::{Joining, SchedClass};
use crate::system::{Enqueue, System, TaskState};

/// The number of the class's timers in the queue of timers; no task and no control group has it.
pub const EXT_TIMER: TaskId = TaskId(0xfffe);

impl System {
    /// Asks for the exit of the policy; the first one counts. The hook goes on.
    pub(super) fn ext_error(&mut self, kind: u32, code: i64, task: Option<TaskId>, msg: String) {
        if self.ext.exit.is_some() {
            return;
        }
        let queued = task.and_then(|task| self.ext.tasks.of(task)).map(|t| t.last).unwrap_or_default();
        let line = if self.ext.line > 0 || self.ext.call.is_some() { self.ext.line } else { queued.line };
        self.ext.exit = Some(Box::new(ExitInfo {
            kind,
            code,
            msg,
            hook: self.ext.call.map(|call| call.hook),
            line,
            task,
            queued,
            at: self.now,
            cause_at: if line == queued.line && queued.at > Ns::ZERO { queued.at } else { self.now },
        }));
        self.ext_bypass_after_error();
    }

    /// After an error no decision is left to the policy, once the hook that is being called has returned.
    pub(super) fn ext_bypass_after_error(&mut self) {
        self.ext.bypass |= self.ext.exit.is_some() && self.ext.call.is_none();
    }

    /// The policy has to leave.
    #[inline]
    pub fn ext_is_to_exit(&self) -> bool {
        self.ext.exit.is_some()
    }

    /// Half the time that a task may be runnable without running.
    pub(super) fn watchdog_interval(&self) -> Ns {
        Ns::ms(u64::from(self.ext.ops.timeout_ms)) / 2
    }

    pub(super) fn start_ext_timer(&mut self, at: Ns, cpu: CpuId, due: Due) {
        let place = self.ext.timers.partition_point(|timer| timer.0 > at);
        self.ext.timers.insert(place, (at, cpu, due));
        self.start_timer(at, EXT_TIMER);
    }

    /// Stops a timer of the policy. Whether it was running.
    pub(super) fn stop_ext_timer(&mut self, number: u64) -> bool {
        let before = self.ext.timers.len();
        self.ext.timers.retain(|timer| timer.2 != Due::Policy(number));
        self.ext.timers.len() < before
    }

    /// The CPU on which the timer that is due fires.
    #[cold]
    pub fn ext_timer_cpu(&self) -> CpuId {
        self.ext.timers.last().map_or(self.actor, |timer| timer.1)
    }

    /// A timer of the class is due.
    pub fn ext_timer(&mut self) {
        if !self.is_ext() || self.ext.timers.last().is_none_or(|timer| timer.0 > self.now) {
            // It was stopped.
            return;
        }
        let Some((_, cpu, due)) = self.ext.timers.pop() else { return };
        match due {
            Due::Watchdog => self.ext_watch(cpu),
            Due::Policy(number) => {
                self.ext_call(Hook::Timer, Args { task: None, number: number as i64, flags: 0 });
            }
        }
        self.ext_settle();
    }

    /// `scx_watchdog_workfn`
    fn ext_watch(&mut self, cpu: CpuId) {
        let timeout = Ns::ms(u64::from(self.ext.ops.timeout_ms));
        let now = self.now;
        let late = self.ext.tasks.each().find_map(|(task, t)| {
            let since = t.runnable_at.filter(|_| t.queued)?;
            (now.saturating_sub(since) > timeout).then_some((task, since))
        });
        if let Some((task, since)) = late {
            let waited = (now - since).0 / 1_000_000;
            let msg =
                format!("{} failed to run for {}.{:03}s", self.comm(task), waited / 1000, waited % 1000);
            self.ext_error(exit::ERROR_STALL, 0, Some(task), msg);
            if let Some(info) = &mut self.ext.exit {
                info.line = info.queued.line;
                info.cause_at = if info.queued.at > Ns::ZERO { info.queued.at } else { since };
            }
        }
        let next = self.now + self.watchdog_interval();
        self.start_ext_timer(next, cpu, Due::Watchdog);
    }

    /// `scx_disable_workfn`: the policy leaves, and all tasks go back to the fair class.
    pub fn eject(&mut self) {
        self.ext.bypass = true;
        self.ext.events.bypass_activate += 1;
        let tasks: Vec<TaskId> = self.ext.tasks.ids().collect();
        for &task in &tasks {
            if self.ext.tasks[task].queued {
                self.ext_cycle(task);
            }
        }
        for &task in &tasks {
            self.ext_leave(task);
        }
        if self.ext.has(Hook::Exit) {
            self.ext_call(Hook::Exit, Args::default());
        }
        self.ext.deferred.clear();
        self.ext.kicks.clear();
        self.ext.timers.clear();
        self.has_policy = false;
        self.join_fair(&tasks);
        let (task, now, cpu) = (self.ext.exit.as_ref().and_then(|info| info.task), self.now, self.actor);
        self.obs.emit(now, &Record::new(EventKind::Eject, task, cpu));
    }

    /// A runnable task leaves and rejoins, so that the bypass takes effect.
    fn ext_cycle(&mut self, task: TaskId) {
        const FLAGS: u64 = crate::runqueue::ext::flags::enq::RESTORE | crate::runqueue::ext::flags::enq::MOVE;
        let cpu = self.tasks[task].cpu;
        let runs = self.cpus[cpu].curr == Some(task);
        self.ext_deactivate(task, FLAGS, true);
        if runs {
            self.ext_restore(task, cpu, FLAGS);
        } else {
            self.ext_activate(task, FLAGS, true);
        }
    }

    /// A task leaves the class: `disable`, `exit_task`.
    fn ext_leave(&mut self, task: TaskId) {
        if self.ext.tasks[task].queued {
            self.ext_deactivate(task, deq::CHANGE, true);
        }
        self.ext_exit(task);
        self.ext.tasks[task].owner = Owner::Core;
    }

    /// All tasks, which are on no queue, join the fair class.
    fn join_fair(&mut self, tasks: &[TaskId]) {
        let cpus: Vec<CpuId> = self.machine.cpus().iter().collect();
        for &cpu in &cpus {
            let before = std::mem::take(&mut self.ext.waits[cpu]);
            self.change_reach(cpu, |reach| reach.waiting -= before);
        }
        // The running ones first, each alone on its queue.
        for &task in tasks {
            match self.tasks[task].state {
                TaskState::Running => self.run_on_in_fair(task),
                TaskState::Dead => {}
                _ => self.tasks[task].fresh = true,
            }
            self.tasks[task].migrated = false;
        }
        for &task in tasks {
            if self.tasks[task].state == TaskState::Waiting {
                self.enqueue(task, Enqueue::Wakeup);
            }
        }
        for &cpu in &cpus {
            self.note_idle(cpu);
            self.cpus[cpu].need_resched |= self.cpus[cpu].curr.is_some() && self.nr_running(cpu) > 1;
            if self.cpus[cpu].curr.is_none() && self.nr_running(cpu) > 0 {
                self.ext_wake_idle(cpu);
            }
        }
    }

    /// The running task goes on in the fair class.
    fn run_on_in_fair(&mut self, task: TaskId) {
        let cpu = self.tasks[task].cpu;
        let before = self.nr_running(cpu);
        self.count_thread(task);
        self.cpus[cpu].curr = None;
        let joining = Joining { task, why: Enqueue::Wakeup, fresh: true, migrated: false };
        self.queues.enqueue(self.at(cpu), joining);
        let next = self.queues.pick(self.at(cpu));
        debug_assert_eq!(next, Some(task), "CPU {cpu} has no other task");
        self.cpus[cpu].curr = Some(task);
        self.queues.set_next(self.at(cpu), task);
        self.note_length(cpu, before, before + 1);
        self.settle_groups(cpu);
    }
}
