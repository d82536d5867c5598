//! Joining and leaving a run queue.

use std::mem;

use super::{System, TaskState, update_avg};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::machine::kernel::{ClassId, Preemption};
use crate::observe::decisions::Why;
use crate::observe::log::Record;
use crate::observe::steps::Packed;
use crate::observe::vocab::{Decided, Distance, EventKind, How, Note};
use crate::runqueue::{Dequeue, Enqueue, Joining, SchedClass, Woken};

impl System {
    /// Brings the load of a CPU's queue up to now.
    #[inline]
    pub fn update_load(&mut self, cpu: CpuId) {
        if self.is_ext() {
            return;
        }
        self.queues.update(self.at(cpu));
    }

    /// `sched_balance_update_blocked_averages`, of the queues of control groups.
    pub fn update_blocked_averages(&mut self, cpu: CpuId) {
        let at = self.at(cpu);
        if let Some(groups) = self.queues.groups_mut() {
            groups.update_blocked(at);
        }
    }

    /// Puts a task on its CPU's queue.
    pub fn enqueue(&mut self, task: TaskId, why: Enqueue) {
        if self.is_ext() {
            return self.ext_enqueue(task, why);
        }
        let cpu = self.tasks[task].cpu;
        let before = self.nr_running(cpu);
        let t = &mut self.tasks[task];
        if t.state != TaskState::Waiting {
            t.state = TaskState::Waiting;
            t.history.waits(self.now);
        }
        let (fresh, migrated) = (mem::take(&mut t.fresh), mem::take(&mut t.migrated));
        if fresh {
            self.count_thread(task);
        }
        self.queues.enqueue(self.at(cpu), Joining { task, why, fresh, migrated });
        self.update_task_group(cpu);
        let throttled = self.is_throttled(task, cpu);
        self.forget_wake(cpu, before);
        self.note_length(cpu, before, before + u32::from(!throttled));
        if self.hrtick && self.cpus[cpu].hrtick == NEVER && self.cpus[cpu].curr.is_some() {
            self.start_hrtick(cpu);
        }
        self.note_idle(cpu);
        self.settle_groups(cpu);
    }

    /// What a new task takes over from the one running on its parent's CPU.
    pub fn inherit(&mut self, task: TaskId, parent_cpu: CpuId) {
        if self.is_ext() {
            return;
        }
        self.queues.inherit(self.at(parent_cpu), task);
        self.settle_groups(parent_cpu);
    }

    /// Takes a task from its CPU's queue, unless the class keeps one that sleeps. Whether it left.
    pub fn dequeue(&mut self, task: TaskId, why: Dequeue) -> bool {
        if self.is_ext() {
            self.ext_dequeue(task, why);
            return true;
        }
        let cpu = self.tasks[task].cpu;
        let before = self.nr_running(cpu);
        if why == Dequeue::Exit {
            self.discount_thread(task);
        }
        let was_sched_idle = self.is_sched_idle(cpu);
        let left = self.queues.dequeue(self.at(cpu), task, why);
        self.update_task_group(cpu);
        if left {
            self.shorter(cpu, before);
        }
        // It may pull others at its next tick.
        if !was_sched_idle && self.is_sched_idle(cpu) {
            self.cpus[cpu].next_balance = self.now;
        }
        self.settle_groups(cpu);
        left
    }

    /// The queue of a CPU has become shorter; it held `before`.
    pub fn shorter(&mut self, cpu: CpuId, before: u32) {
        let now = self.queues.nr_running(cpu);
        self.note_length(cpu, before, now);
        if now == 0 {
            // No task is left for which the idle CPU had to wake.
            self.cpus[cpu].wake_at = NEVER;
            self.note_idle(cpu);
        }
    }

    /// The load of a task that has ended goes with it.
    pub fn forget_load(&mut self, task: TaskId) {
        if self.is_ext() {
            return;
        }
        self.queues.forget(self.tasks[task].cpu, task);
    }

    /// A sleeping task is about to wake on another CPU.
    pub fn leave_asleep(&mut self, task: TaskId) {
        if self.is_ext() {
            return;
        }
        let cpu = self.tasks[task].cpu;
        self.queues.leave_asleep(self.at(cpu), task);
    }

    /// The first wake-up on a CPU that went idle measures how long it was idle.
    pub fn note_idle_time(&mut self, cpu: CpuId) {
        let c = &mut self.cpus[cpu];
        let stamp = mem::take(&mut c.idle_stamp);
        let over = c.searches_until != Ns::ZERO && self.now > c.searches_until;
        if stamp != Ns::ZERO && !over {
            update_avg(&mut c.avg_idle, self.now - stamp);
            c.avg_idle = c.avg_idle.min(c.max_idle_balance_cost * 2);
            (c.wake_avg_idle, c.wake_stamp) = (c.avg_idle / 2, self.now);
        }
    }

    /// Whether the newly queued task should run instead of the present one. Marks the CPU and makes it look.
    pub fn check_preempt(&mut self, cpu: CpuId, task: TaskId, how: Woken) {
        let curr = self.cpus[cpu].curr;
        if curr.is_none() || curr == Some(task) || self.is_ext() {
            return;
        }
        let at = self.at(cpu);
        let before = self.nr_running(cpu);
        if self.queues.preempts(at, task, how, self.cpus[cpu].need_resched) {
            self.resched_fair(cpu);
        }
        if self.queues.nr_running(cpu) < before {
            self.update_task_group(cpu);
            self.shorter(cpu, before);
        }
        self.settle_groups(cpu);
    }

    /// The running task of a CPU yields it (`sched_yield`), if another task waits there.
    pub fn yields(&mut self, cpu: CpuId) {
        if self.is_ext() {
            return self.ext_yield(cpu);
        }
        if self.nr_running(cpu) > 1 {
            self.queues.yields(self.at(cpu));
            self.cpus[cpu].need_resched = true;
            self.settle_groups(cpu);
        }
    }

    /// `resched_curr`
    pub fn resched(&mut self, cpu: CpuId) {
        self.cpus[cpu].need_resched = true;
        if let Some(at) = self.cpus[cpu].op.gives_way(self.now) {
            self.kick(cpu, at);
        }
    }

    /// `resched_curr_lazy`: for another fair task. With lazy preemption no CPU interrupts another one for it.
    fn resched_fair(&mut self, cpu: CpuId) {
        let lazy = self.rules.preemption == Preemption::Lazy;
        let in_user_mode = self.cpus[cpu].op.preemptible;
        if lazy && !(cpu == self.actor && in_user_mode) {
            self.cpus[cpu].need_resched_lazy = true;
        } else {
            self.resched(cpu);
        }
    }

    /// A CPU returns to user mode, or is interrupted there: what was asked lazily happens.
    #[inline]
    pub fn exit_to_user_mode(&mut self, cpu: CpuId) {
        let c = &mut self.cpus[cpu];
        c.need_resched |= c.need_resched_lazy;
    }

    /// The system call on `cpu` ends at another time than it was to, because others come to the lock before it or no
    /// longer do; if it spins for it, until `spins_until`.
    #[inline]
    pub fn call_ends(&mut self, cpu: CpuId, end: Ns, spins_until: Option<Ns>) {
        let op = &mut self.cpus[cpu].op;
        let was = mem::replace(&mut op.end, end);
        if let Some(until) = spins_until {
            op.gives_way_until = until;
        }
        // Unless it is about to be preempted.
        if self.events.time_of(cpu) == was {
            self.events.set(cpu, end);
        }
    }

    /// Wakes a task that its class has kept in the queue while it slept: it goes on there. Whether it was.
    #[inline]
    pub fn wake_queued(&mut self, task: TaskId, woken: Woken) -> bool {
        self.queues.may_keep_sleepers() && !self.is_ext() && self.wake_kept(task, woken)
    }

    #[inline(never)]
    fn wake_kept(&mut self, task: TaskId, woken: Woken) -> bool {
        let cpu = self.tasks[task].cpu;
        let was_queued = self.queues.wake_queued(self.at(cpu), task);
        self.settle_groups(cpu);
        if was_queued {
            self.continue_queued(task, cpu, woken);
        }
        was_queued
    }

    fn continue_queued(&mut self, task: TaskId, cpu: CpuId, woken: Woken) {
        let t = &mut self.tasks[task];
        t.state = TaskState::Waiting;
        t.woken_at = self.now.max(Ns(1));
        t.history.waits(self.now);
        t.history.woken += 1;
        self.obs.hows[How::Stay.index()] += 1;
        self.obs.wakes[Distance::Cpu.index()] += 1;
        let now = self.now;
        let how = How::Stay.word();
        self.obs.emit(now, &Record { how, src: cpu, ..Record::new(EventKind::Wake, Some(task), cpu) });
        self.check_preempt(cpu, task, woken);
    }

    /// The wake-up of a task has come to the CPU that is to run it, or the waker does it in its place.
    #[inline]
    pub fn activate_woken(&mut self, task: TaskId, how: Woken) {
        let cpu = self.tasks[task].cpu;
        self.enqueue(task, Enqueue::Wakeup);
        self.check_preempt(cpu, task, how);
        self.note_idle_time(cpu);
    }

    /// The waker queues a woken task on another CPU itself (`ttwu_queue_cond`), rather than to leave it to that CPU.
    #[inline]
    pub fn queues_itself(&self, waker: CpuId, cpu: CpuId) -> bool {
        let near = self.share_llc(waker, cpu) && !(self.rules.wake_list && self.nr_running(cpu) == 0);
        near || (self.is_ext() && !self.ext.allows_queued_wakeup())
    }

    /// Leaves a woken task to the CPU that is to run it (`ttwu_queue_wakelist`), which queues it when the interrupt arrives.
    pub fn send_wakeup(&mut self, task: TaskId) {
        let cpu = self.tasks[task].cpu;
        let exit = if self.cpus[cpu].curr.is_none() { self.idle_exit(cpu) } else { Ns::ZERO };
        let arrival = self.now + self.charge + Ns::from(self.costs.ipi_idle) + exit;
        self.tasks[task].state = TaskState::InFlight;
        self.cpus[cpu].ipis.push((arrival, task));
        self.note_idle(cpu);
        if self.cpus[cpu].curr.is_none() || self.cpus[cpu].op.preemptible {
            self.kick(cpu, arrival);
        }
    }

    /// Queues the woken tasks whose interrupts have arrived.
    #[inline]
    pub fn receive_wakeups(&mut self, cpu: CpuId) {
        if !self.cpus[cpu].ipis.is_empty() {
            self.receive_arrived(cpu);
        }
    }

    fn receive_arrived(&mut self, cpu: CpuId) {
        while let Some(i) = self.cpus[cpu].ipis.iter().position(|&(at, _)| at <= self.now) {
            let (_, task) = self.cpus[cpu].ipis.remove(i);
            // The interrupt does not tell that the waker is about to sleep.
            self.activate_woken(task, Woken::Plain);
            if self.cpus[cpu].curr.is_none() {
                self.cpus[cpu].wake_at = self.now;
            }
        }
        self.note_idle(cpu);
    }

    /// An idle CPU got a task from elsewhere: it starts once the interrupt has woken it.
    #[inline]
    pub fn wake_idle_cpu(&mut self, cpu: CpuId, delay: Ns) {
        if self.cpus[cpu].curr.is_none() {
            let at = (self.now + delay).min(self.cpus[cpu].wake_at);
            self.cpus[cpu].wake_at = at;
            self.kick(cpu, at);
        }
    }

    /// Begins the record of a decision of `cpu` about the task or queue of `about`.
    pub fn decide(&mut self, kind: Decided, cpu: CpuId, about: CpuId) {
        let (now, charged) = (self.now, self.charge);
        self.obs.decisions.begin(kind, now, charged, None, cpu, about);
    }

    /// Notes a step of the decision that is being recorded: what was answered about `cpu`.
    #[inline]
    pub fn tried(&mut self, cpu: CpuId, step: impl Into<Packed>) {
        if self.obs.decisions.is_open() {
            let charged = self.charge;
            self.obs.decisions.step(cpu, step.into(), charged);
        }
    }

    /// Ends it; `before` is what had been charged when it began.
    pub fn decided(&mut self, task: Option<TaskId>, chosen: CpuId, why: Why, before: Ns) {
        let cost = self.charge - before;
        self.obs.decisions.end(task, chosen, why, cost);
    }

    /// The CPU at work sends an idle one, if it is idle, the interrupt that wakes it, after the kernel
    /// work it has done so far.
    pub fn interrupt_idle_cpu(&mut self, cpu: CpuId) {
        let delay = self.charge + Ns::from(self.costs.ipi_idle) + self.idle_exit(cpu);
        self.wake_idle_cpu(cpu, delay);
    }

    /// The waiting tasks of a CPU in the order they will run.
    pub fn waiting(&self, cpu: CpuId) -> Vec<TaskId> {
        if self.is_ext() {
            return self.ext.waiting(cpu);
        }
        self.queues.waiting(self.at(cpu))
    }

    /// The task that would be picked if the CPU had to choose, by what has been charged.
    pub fn next(&self, cpu: CpuId) -> Option<TaskId> {
        if self.is_ext() {
            return self.ext.waiting(cpu).first().copied();
        }
        self.queues.next(self.at(cpu))
    }

    /// Up to when the running task's time has been charged; now where none runs, or its class charges none.
    pub fn charged(&self, cpu: CpuId) -> Ns {
        if self.is_ext() {
            return self.ext_charged(cpu);
        }
        let fair = self.rules.class != ClassId::O1;
        self.cpus[cpu].curr.filter(|_| fair).map_or(self.now, |curr| self.queues.last_ran(curr))
    }

    /// The task that runs on `cpu` sends a message to a task, which it may have to wake for it.
    #[inline]
    pub fn note_sent(&mut self, cpu: CpuId, to: Option<TaskId>) {
        if let Some(to) = to {
            self.obs.note(self.now, Note::Sent, to, cpu);
        }
    }

    /// The task that runs on `cpu` has received a message.
    #[inline]
    pub fn note_received(&mut self, cpu: CpuId, from: Option<TaskId>) {
        if let Some(from) = from {
            self.obs.note(self.now, Note::Received, from, cpu);
        }
    }

    /// Logs a fork, a sleep or an end.
    #[inline]
    pub fn log(&mut self, kind: EventKind, task: TaskId) {
        let cpu = self.tasks[task].cpu;
        let now = self.now;
        self.obs.emit(now, &Record::new(kind, Some(task), cpu));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::scenario::Features;
    use crate::system::Op;

    #[test]
    fn a_preemption_model_decides_when_a_task_gives_way() {
        use Preemption::{Full, Lazy, None, Voluntary};
        const NOW: Ns = Ns(500);
        const END: Ns = Ns(1_000);
        let (here, there) = (CpuId(1), CpuId(0));
        let user = Op { end: END, preemptible: true, ..Op::default() };
        let call = Op { end: END, ..Op::default() };
        let spins = Op { gives_way_until: Ns(800), ..call };
        let late = Op { gives_way_from: Ns(700), ..spins };
        let private = spins;
        // What the task on `here` does; who wakes another one there; the next event of `here`; and whether the task is to give
        // way at it, or when it returns to user mode.
        for (model, op, waker, event, asked, lazily) in [
            (None, user, there, NOW, true, false),
            (Voluntary, user, there, NOW, true, false),
            (Full, user, there, NOW, true, false),
            (Lazy, user, there, END, false, true),
            (Lazy, user, here, NOW, true, false),
            (Lazy, call, here, END, false, true),
            (Voluntary, call, there, END, true, false),
            (Voluntary, spins, there, NOW, true, false),
            (None, late, there, Ns(700), true, false),
            (Full, private, there, NOW, true, false),
            (Lazy, spins, there, END, false, true),
            (Lazy, private, here, END, false, true),
        ] {
            let rules = kernel::KernelRules { preemption: model, ..kernel::rules(KernelId::V7_0) };
            let mut sys = System::bare(MachineId::Classroom8, rules, Features::default());
            (sys.now, sys.actor, sys.cpus[here].op) = (NOW, waker, op);
            sys.events.set(here, END);
            sys.resched_fair(here);
            let cpu = &sys.cpus[here];
            let found = (sys.events.time_of(here), cpu.need_resched, cpu.need_resched_lazy);
            assert_eq!(found, (event, asked, lazily), "{model:?} {op:?} from {waker}");
            sys.exit_to_user_mode(here);
            assert!(sys.cpus[here].need_resched);
            // Active balance waits for no return to user mode.
            sys.cpus[here].need_resched = false;
            sys.resched(here);
            assert!(sys.cpus[here].need_resched);
        }
    }
}
