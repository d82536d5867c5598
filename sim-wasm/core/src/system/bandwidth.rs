//! Throttled queues of control groups on their CPUs, the timers of the groups, and their CPUs.

use super::{System, TaskState};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::observe::log::Record;
use crate::observe::vocab::EventKind;
use crate::runqueue::SchedClass;
use crate::runqueue::groups::bandwidth::{News, Timer};

impl System {
    /// Applies the present switches to the control groups.
    pub(super) fn shape_groups(&mut self) {
        let (weighs, limits) = (self.features.cpu_weight, self.features.cpu_max);
        if let Some(groups) = self.queues.groups_mut() {
            groups.set_weighs(weighs);
            groups.set_limits(limits);
        }
    }

    /// `cpu.max` is switched on or off: the pools are filled and all throttled queues run again.
    pub(super) fn refill_groups(&mut self) {
        let free = self.queues.groups_mut().map_or_else(Vec::new, |groups| groups.refill_all());
        self.charge = Ns::ZERO;
        for (group, cpu) in free {
            self.let_go(cpu, group);
        }
    }

    /// `cpu.weight` is switched on or off (`sched_group_set_shares`), on all CPUs at once.
    pub(super) fn reweigh_groups(&mut self) {
        for cpu in self.machine.cpus().iter() {
            let at = self.at(cpu);
            if let Some(groups) = self.queues.groups_mut() {
                groups.update_cfs_groups(at);
            }
        }
    }

    /// After anything that charges the running task of a CPU: a control group's queue may have to be throttled there, timers may
    /// have been started.
    #[inline]
    pub(super) fn settle_groups(&mut self, cpu: CpuId) {
        if self.queues.groups().is_some() {
            self.settle(cpu);
        }
    }

    #[cold]
    fn settle(&mut self, cpu: CpuId) {
        let at = self.at(cpu);
        let Some(groups) = self.queues.groups_mut() else { return };
        let News { started, exhausted } = groups.take_news();
        for (_, group) in exhausted {
            let before = self.nr_running(cpu);
            if self.queues.groups_mut().is_some_and(|groups| groups.throttle(at, group)) {
                self.shorter(cpu, before);
                self.log_group(EventKind::Throttle, cpu, group);
            }
        }
        for (at, timer) in started {
            self.start_timer(at, timer.number());
        }
    }

    /// The queue of a CPU grows; its length was `before`. The wake-up of an idle CPU is cleared if it was set for throttled tasks
    /// only: the new task sets its own.
    #[inline]
    pub(super) fn forget_wake(&mut self, cpu: CpuId, before: u32) {
        if before == 0 && self.queues.groups().is_some() {
            self.cpus[cpu].wake_at = NEVER;
        }
    }

    /// Lets the queue of a group on a CPU run again.
    fn let_go(&mut self, cpu: CpuId, group: usize) {
        let before = self.nr_running(cpu);
        let at = self.at(cpu);
        if let Some(groups) = self.queues.groups_mut() {
            groups.unthrottle(at, group);
        }
        let after = self.queues.nr_running(cpu);
        if after > before {
            self.update_task_group(cpu);
        }
        self.forget_wake(cpu, before);
        self.note_length(cpu, before, after);
        self.note_idle(cpu);
        self.log_group(EventKind::Unthrottle, cpu, group);
        if after > 0 {
            self.interrupt_idle_cpu(cpu);
        }
    }

    fn log_group(&mut self, kind: EventKind, cpu: CpuId, group: usize) {
        let now = self.now;
        self.obs.emit(now, &Record { how: group as u32, ..Record::new(kind, None, cpu) });
    }

    /// The CPU on which a group's timer fires.
    pub fn timer_cpu(&self, timer: Timer) -> CpuId {
        self.queues.groups().map_or(self.actor, |groups| groups.timer_cpu(timer))
    }

    /// A group's timer has fired: queues that got runtime run again.
    pub fn group_timer(&mut self, timer: Timer) {
        let now = self.now;
        let Some(groups) = self.queues.groups_mut() else { return };
        let (group, free) = groups.fire(now, timer);
        for cpu in free {
            self.let_go(cpu, group);
        }
        self.settle_groups(self.actor);
    }

    /// Whether a task that runs on a CPU is to be throttled when it returns to user mode.
    #[inline]
    pub fn is_to_throttle(&self, task: TaskId, cpu: CpuId) -> bool {
        self.queues.groups().is_some_and(|groups| groups.is_to_throttle(task, cpu)) && !self.is_ext()
    }

    /// `throttle_cfs_rq_work`: the running task of a CPU waits until its group has runtime.
    pub fn throttle_running(&mut self, cpu: CpuId, task: TaskId) {
        let before = self.nr_running(cpu);
        let at = self.at(cpu);
        if let Some(groups) = self.queues.groups_mut() {
            groups.throttle_task(at, task);
        }
        self.update_task_group(cpu);
        self.shorter(cpu, before);
        self.tasks[task].state = TaskState::Waiting;
        self.set_curr(cpu, None);
        self.settle_groups(cpu);
    }

    /// Whether a task is throttled on a CPU: its control group has no runtime there.
    #[inline]
    pub fn is_throttled(&self, task: TaskId, cpu: CpuId) -> bool {
        self.queues.groups().is_some_and(|groups| groups.is_throttled(task, cpu))
    }

    /// The CPUs of a task of a group that asks for some: those that its group has (`cpuset.cpus.effective`), or all of the
    /// group's if it has none of them (`__set_cpus_allowed_ptr` by `cpuset_update_task`).
    pub fn cpus_in_group(&self, group: u8, affinity: CpuMask) -> CpuMask {
        let cpus = self.queues.groups().and_then(|groups| groups.cpus_of(group.into()));
        let common = cpus.map_or(affinity, |cpus| cpus.and(affinity));
        if common.is_empty() { cpus.unwrap_or(affinity) } else { common }
    }

    /// The tasks of a CPU that wait in throttled queues.
    pub fn throttled(&self, cpu: CpuId) -> Vec<TaskId> {
        self.queues.groups().map_or_else(Vec::new, |groups| groups.throttled(self.at(cpu)))
    }
}
