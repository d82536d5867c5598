//! Joining and leaving the class, and the dispatch queues.

use super::{Call, Hook};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::observe::vocab::Cause;
use crate::runqueue::ext::flags::{dsq, enq, exit, kick};
use crate::runqueue::ext::{
    DsqRef, Insert, Kind, Owner, Release, SLICE_BYPASS, SLICE_DFL, SLICE_INF, Verdict,
};
use crate::runqueue::{Dequeue, Enqueue};
use crate::system::{System, TaskState};

impl System {
    /// A task joins the queue of its CPU (`enqueue_task_scx`).
    #[cold]
    pub(in crate::system) fn ext_enqueue(&mut self, task: TaskId, why: Enqueue) {
        let release = self.ext.release();
        let migrated = std::mem::take(&mut self.tasks[task].migrated);
        self.tasks[task].fresh = false;
        let mut flags = match why {
            Enqueue::Wakeup | Enqueue::Unthrottle => enq::WAKEUP | enq::NOCLOCK,
            Enqueue::Fork => release.enq_initial() | enq::NOCLOCK,
            Enqueue::Move => release.enq_migrated() | enq::NOCLOCK,
        };
        if why == Enqueue::Wakeup {
            if std::mem::take(&mut self.ext.tasks[task].selected) {
                flags |= release.enq_cpu_selected();
            }
            if migrated {
                flags |= release.enq_migrated();
            }
        }
        self.ext_activate(task, flags, why != Enqueue::Move);
    }

    /// `runnable`: it becomes so, rather than to come from another queue.
    pub(super) fn ext_activate(&mut self, task: TaskId, flags: u64, runnable: bool) {
        let cpu = self.tasks[task].cpu;
        let before = self.nr_running(cpu);
        let t = &mut self.tasks[task];
        if t.state != TaskState::Waiting {
            t.state = TaskState::Waiting;
            t.history.waits(self.now);
        }
        self.ext.tasks[task].queued = true;
        self.note_length(cpu, before, before + 1);
        let now = self.now;
        self.ext.tasks[task].runnable_at.get_or_insert(now);
        if runnable {
            self.ext_tell(Hook::Runnable, task, 0, flags);
        }
        self.ext_offer(task, flags);
        self.note_idle(cpu);
    }

    /// A task leaves its queue (`dequeue_task_scx`).
    #[cold]
    pub(in crate::system) fn ext_dequeue(&mut self, task: TaskId, why: Dequeue) {
        use crate::runqueue::ext::flags::deq;
        let flags = match why {
            Dequeue::Sleep => deq::SLEEP | deq::NOCLOCK,
            Dequeue::Exit => deq::SLEEP | deq::NOCLOCK | deq::EXIT,
            Dequeue::Move => 0,
        };
        self.ext_deactivate(task, flags, why != Dequeue::Move);
    }

    /// `quiescent`: it does not join another queue at once.
    pub(super) fn ext_deactivate(&mut self, task: TaskId, flags: u64, quiescent: bool) {
        let cpu = self.tasks[task].cpu;
        let before = self.nr_running(cpu);
        let runs = self.cpus[cpu].curr == Some(task);
        if runs {
            self.ext_charge(cpu);
        }
        self.ext_give_up(task, flags);
        if runs {
            self.ext_tell(Hook::Stopping, task, 0, 0);
        }
        if quiescent {
            self.ext_tell(Hook::Quiescent, task, 0, flags);
        }
        self.ext_unlink(task);
        let t = &mut self.ext.tasks[task];
        (t.queued, t.owner, t.verdict) = (false, Owner::Core, None);
        if quiescent {
            t.runnable_at = None;
        }
        self.note_length(cpu, before, before - 1);
        self.note_idle(cpu);
    }

    /// A task is taken from the policy, which is told if it has it (`ops_dequeue`).
    pub(super) fn ext_give_up(&mut self, task: TaskId, flags: u64) {
        let t = &mut self.ext.tasks[task];
        let owned = matches!(t.owner, Owner::Policy(_));
        if owned {
            t.owner = Owner::Core;
        }
        if self.ext.release() >= Release::V7_1 {
            use crate::runqueue::ext::flags::deq;
            let change = if flags & deq::SLEEP == 0 { deq::SCHED_CHANGE } else { 0 };
            self.ext_end_custody(task, flags | change);
        } else if owned {
            self.ext_dequeue_hook(task, flags);
        }
    }

    /// 7.1: the policy's custody of a task ends.
    fn ext_end_custody(&mut self, task: TaskId, flags: u64) {
        if std::mem::take(&mut self.ext.tasks[task].custody) {
            if self.ext.call.is_some() {
                self.ext.released.push(task);
            } else {
                self.ext_dequeue_hook(task, flags);
            }
        }
    }

    pub(super) fn ext_dequeue_hook(&mut self, task: TaskId, flags: u64) {
        if !self.ext.bypass {
            self.ext_tell(Hook::Dequeue, task, 0, flags);
        }
    }

    /// Takes a task out of the dispatch queue that it is in.
    fn ext_unlink(&mut self, task: TaskId) {
        if let Some(from) = self.ext.tasks[task].dsq.take() {
            self.ext_touch(from);
            if let Some(dsq) = self.ext.dsq_mut(from) {
                dsq.remove(task);
            }
        }
        self.ext.deferred.retain(|&(deferred, _)| deferred != task);
    }

    /// A runnable task that is in no queue has to be queued (`do_enqueue_task`).
    pub(super) fn ext_offer(&mut self, task: TaskId, flags: u64) {
        let cpu = self.tasks[task].cpu;
        if self.ext.bypass {
            let is_7_1 = self.ext.release() >= Release::V7_1;
            self.ext.tasks[task].slice = if is_7_1 { SLICE_BYPASS } else { SLICE_DFL };
            self.ext.events.bypass_dispatch += 1;
            self.ext.tasks[task].verdict = None;
            return self.ext_insert(DsqRef::Global(self.machine.node_of[cpu]), task, 0);
        }
        if let Some(verdict) = self.ext.tasks[task].verdict.take() {
            return self.ext_direct(task, verdict, flags);
        }
        if !self.ext.has(Hook::Enqueue) {
            self.ext_refill(task);
            return self.ext_insert(DsqRef::Global(self.machine.node_of[cpu]), task, flags);
        }
        let seq = self.ext.next_seq();
        self.ext.tasks[task].owner = Owner::Queueing;
        self.ext_tell(Hook::Enqueue, task, 0, flags);
        if let Some(verdict) = self.ext.tasks[task].verdict.take() {
            self.ext.tasks[task].owner = Owner::Core;
            return self.ext_direct(task, verdict, flags);
        }
        let t = &mut self.ext.tasks[task];
        t.owner = Owner::Policy(seq);
        t.custody = true;
        if t.last.at < self.now {
            // The policy keeps it: the line is unknown, the moment is not.
            t.last = Insert { dsq: 0, line: 0, at: self.now };
        }
    }

    /// `SCX_SLICE_DFL` for a task that has none.
    pub(super) fn ext_refill(&mut self, task: TaskId) {
        self.ext.tasks[task].slice = SLICE_DFL;
        self.ext.events.refill_slice_dfl += 1;
    }

    /// Carries out what `select_cpu` or `enqueue` asked for.
    fn ext_direct(&mut self, task: TaskId, verdict: Verdict, flags: u64) {
        let cpu = self.tasks[task].cpu;
        let flags = flags | verdict.flags;
        match self.ext_resolve(verdict.dsq, task, cpu) {
            DsqRef::Local(to) if to != cpu => {
                self.ext.tasks[task].owner = Owner::Deferred(to);
                self.ext.deferred.push((task, flags));
            }
            dsq => self.ext_insert(dsq, task, flags),
        }
    }

    /// The queue of a name; `local`: the CPU of `SCX_DSQ_LOCAL`. A missing queue is an error, and the global one instead.
    pub(super) fn ext_resolve(&mut self, name: u64, task: TaskId, local: CpuId) -> DsqRef {
        let global = DsqRef::Global(self.machine.node_of[self.tasks[task].cpu]);
        match name {
            dsq::LOCAL => DsqRef::Local(local),
            dsq::GLOBAL => global,
            _ if name & dsq::LOCAL_ON == dsq::LOCAL_ON => {
                let number = name & dsq::CPU_MASK;
                let to = self.machine.cpu(number as i64);
                match to {
                    Some(to) if self.tasks[task].allowed.test(to) => DsqRef::Local(to),
                    Some(_) => {
                        let msg = format!(
                            "SCX_DSQ_LOCAL[_ON] target CPU {number} not allowed for {}",
                            self.comm(task)
                        );
                        self.ext_error(exit::ERROR, 0, Some(task), msg);
                        global
                    }
                    None => {
                        let msg = format!("invalid CPU {number} in SCX_DSQ_LOCAL_ON for {}", self.comm(task));
                        self.ext_error(exit::ERROR, 0, Some(task), msg);
                        global
                    }
                }
            }
            _ if self.ext.user.contains_key(&name) => DsqRef::User(name),
            _ => {
                let msg = format!("non-existent DSQ {name:#x} for {}", self.comm(task));
                self.ext_error(exit::ERROR, 0, Some(task), msg);
                global
            }
        }
    }

    /// The CPU at work takes the lock of a queue: its cache line comes from the CPU that had it last, and the lock may be
    /// held until later.
    pub(super) fn ext_touch(&mut self, dsq: DsqRef) {
        let (now, actor) = (self.now, self.actor);
        let held = Ns::from(self.costs.ext_queue);
        let Some((from, locked_until)) = self.ext.dsq_mut(dsq).map(|dsq| (dsq.line, dsq.locked_until)) else {
            return;
        };
        let line = self.move_lines(from, actor, 1);
        let start = (now + self.charge).max(locked_until);
        let end = start + line + held;
        self.charge = end - now;
        if let Some(dsq) = self.ext.dsq_mut(dsq) {
            (dsq.line, dsq.locked_until) = (actor, end);
        }
    }

    /// `dispatch_enqueue`: a task that is in no queue joins one.
    pub(super) fn ext_insert(&mut self, dsq: DsqRef, task: TaskId, flags: u64) {
        let release = self.ext.release();
        let mut by_vtime = flags & enq::DSQ_PRIQ != 0;
        if by_vtime && !matches!(dsq, DsqRef::User(_)) {
            let msg = "cannot use vtime ordering for built-in DSQs".to_string();
            self.ext_error(exit::ERROR, 0, Some(task), msg);
            by_vtime = false;
        }
        if let DsqRef::User(id) = dsq
            && let Some(kind) = self.ext.user.get(&id).and_then(|dsq| dsq.kind())
            && by_vtime != (kind == Kind::Vtime)
        {
            let what = if kind == Kind::Vtime { "PRIQ" } else { "FIFO" };
            let msg = format!("DSQ ID {id:#x} already had {what}-enqueued tasks");
            self.ext_error(exit::ERROR, 0, Some(task), msg);
            by_vtime = kind == Kind::Vtime;
        }
        self.ext_touch(dsq);
        let seq = self.ext.next_seq();
        let vtime = self.ext.tasks[task].vtime;
        let head = flags & (release.enq_head() | enq::PREEMPT) != 0;
        if let Some(dsq) = self.ext.dsq_mut(dsq) {
            if by_vtime {
                dsq.insert_vtime(task, seq, vtime);
            } else {
                dsq.insert(task, seq, head);
            }
        }
        let t = &mut self.ext.tasks[task];
        (t.dsq, t.owner) = (Some(dsq), Owner::Core);
        match dsq {
            DsqRef::User(_) => t.custody = true,
            _ if release >= Release::V7_1 => self.ext_end_custody(task, 0),
            _ => t.custody = false,
        }
        let DsqRef::Local(cpu) = dsq else { return };
        self.note_idle(cpu);
        match self.cpus[cpu].curr {
            Some(curr) if flags & enq::PREEMPT != 0 && curr != task => {
                self.ext.tasks[curr].slice = 0;
                self.resched(cpu);
            }
            None if self.ext.pass != Some(cpu) => self.ext_wake_idle(cpu),
            _ => {}
        }
    }

    /// An idle CPU makes a scheduling pass.
    pub(super) fn ext_wake_idle(&mut self, cpu: CpuId) {
        if cpu == self.actor {
            self.wake_idle_cpu(cpu, Ns::ZERO);
        } else {
            self.interrupt_idle_cpu(cpu);
        }
    }

    /// A task joins the local queue of a CPU, which may be another one than its own (`dispatch_to_local_dsq`).
    pub(super) fn ext_to_local(&mut self, task: TaskId, to: CpuId, flags: u64) {
        self.ext_move(task, to);
        self.ext_insert(DsqRef::Local(to), task, flags);
    }

    /// A runnable task that is in no queue goes to another CPU.
    pub(super) fn ext_move(&mut self, task: TaskId, to: CpuId) {
        let from = self.tasks[task].cpu;
        if from == to {
            return;
        }
        let before = self.nr_running(from);
        self.note_length(from, before, before - 1);
        self.note_idle(from);
        self.set_task_cpu(task, to, Cause::NewIdle);
        self.tasks[task].migrated = false;
        let before = self.nr_running(to);
        self.note_length(to, before, before + 1);
        self.note_idle(to);
    }

    /// Notes an insert of `dispatch`, or carries out one of `select_cpu` or `enqueue`.
    pub(super) fn ext_dsq_insert(
        &mut self,
        task: TaskId,
        dsq: u64,
        slice: u64,
        vtime: Option<u64>,
        flags: u64,
    ) {
        let Some(Call { hook, task: of }) = self.ext.call else { return };
        if flags & enq::INTERNAL != 0 || (flags & enq::IMMED != 0 && self.ext.release() < Release::V7_1) {
            let msg = format!("invalid enq_flags {flags:#x}");
            return self.ext_error(exit::ERROR, 0, Some(task), msg);
        }
        if flags & enq::IMMED != 0 {
            let msg = "the simulator does not model SCX_ENQ_IMMED".to_string();
            return self.ext_error(exit::ERROR, 0, Some(task), msg);
        }
        let buffered = match hook {
            Hook::SelectCpu | Hook::Enqueue => {
                if of != Some(task) {
                    let of = of.map_or_else(String::new, |of| self.comm(of));
                    let msg =
                        format!("scheduling for {of} but trying to direct-dispatch {}", self.comm(task));
                    return self.ext_error(exit::ERROR, 0, Some(task), msg);
                }
                if self.ext.tasks[task].verdict.is_some() {
                    let msg = format!("{} already direct-dispatched", self.comm(task));
                    return self.ext_error(exit::ERROR, 0, Some(task), msg);
                }
                false
            }
            Hook::Dispatch => true,
            _ => {
                let msg = format!("scx_bpf_dsq_insert() called from ops.{}()", hook.key());
                return self.ext_error(exit::ERROR, 0, Some(task), msg);
            }
        };
        if buffered && self.ext.buffer.len() >= self.ext.ops.dispatch_max_batch as usize {
            let msg = "dispatch buffer overflow".to_string();
            return self.ext_error(exit::ERROR, 0, Some(task), msg);
        }
        let (line, now) = (self.ext.line, self.now);
        let t = &mut self.ext.tasks[task];
        t.slice = if slice > 0 { slice } else { t.slice.max(1) };
        if let Some(vtime) = vtime {
            t.vtime = vtime;
        }
        let flags = flags | if vtime.is_some() { enq::DSQ_PRIQ } else { 0 };
        let owned = match t.owner {
            Owner::Policy(seq) => Some(seq),
            _ => None,
        };
        if !buffered || owned.is_some() {
            t.last = Insert { dsq, line, at: now };
        }
        if buffered {
            self.ext.buffer.push(super::Buffered { task, owned, dsq, flags });
        } else {
            t.verdict = Some(Verdict { dsq, flags });
        }
    }

    /// Carries out the inserts that `dispatch` has noted (`flush_dispatch_buf`) on `cpu`.
    pub(super) fn ext_flush(&mut self, cpu: CpuId) {
        for insert in std::mem::take(&mut self.ext.buffer) {
            self.ext.moved = true;
            let task = insert.task;
            let still = insert.owned.is_some_and(|seq| self.ext.tasks[task].owner == Owner::Policy(seq));
            if !still {
                continue;
            }
            self.ext.tasks[task].owner = Owner::Core;
            match self.ext_resolve(insert.dsq, task, cpu) {
                DsqRef::Local(to) if !self.tasks[task].allowed.test(to) => {
                    let msg =
                        format!("SCX_DSQ_LOCAL[_ON] target CPU {to} not allowed for {}", self.comm(task));
                    self.ext_error(exit::ERROR, 0, Some(task), msg);
                    let node = self.machine.node_of[self.tasks[task].cpu];
                    self.ext_insert(DsqRef::Global(node), task, insert.flags & !enq::DSQ_PRIQ);
                }
                DsqRef::Local(to) => self.ext_to_local(task, to, insert.flags),
                dsq => self.ext_insert(dsq, task, insert.flags),
            }
        }
    }

    /// Moves the first task of a queue that may run on a CPU into its local queue (`consume_dispatch_q`). Whether there was one.
    pub(super) fn ext_consume(&mut self, dsq: DsqRef, cpu: CpuId) -> bool {
        let Some(queue) = self.ext.dsq_mut(dsq).filter(|dsq| !dsq.is_empty()) else { return false };
        let tasks: Vec<TaskId> = queue.iter().map(|queued| queued.task).collect();
        self.ext_touch(dsq);
        let fits = |&&task: &&TaskId| self.tasks[task].cpu == cpu || self.tasks[task].allowed.test(cpu);
        let Some(&task) = tasks.iter().find(fits) else { return false };
        if let Some(queue) = self.ext.dsq_mut(dsq) {
            queue.remove(task);
        }
        self.ext.tasks[task].dsq = None;
        self.ext.moved = true;
        self.ext_to_local(task, cpu, 0);
        true
    }

    /// Charges the running task of a CPU (`update_curr_scx`).
    pub(super) fn ext_charge(&mut self, cpu: CpuId) {
        let Some(curr) = self.cpus[cpu].curr else { return };
        let now = self.now;
        let t = &mut self.ext.tasks[curr];
        let ran = now.saturating_sub(t.exec_start);
        t.exec_start = now;
        t.sum_exec += ran;
        if t.slice != SLICE_INF {
            t.slice = t.slice.saturating_sub(ran.0);
        }
    }

    /// Carries out what hooks have left for later: inserts into local queues of other CPUs, and kicks.
    #[cold]
    pub fn ext_settle(&mut self) {
        loop {
            if !self.ext.deferred.is_empty() {
                let (task, flags) = self.ext.deferred.remove(0);
                if let Owner::Deferred(to) = self.ext.tasks[task].owner {
                    self.ext_to_local(task, to, flags);
                }
            } else if !self.ext.kicks.is_empty() {
                let (cpu, flags) = self.ext.kicks.remove(0);
                self.ext_kick(cpu, flags);
            } else {
                return;
            }
        }
    }

    /// The interrupt of `scx_bpf_kick_cpu`.
    fn ext_kick(&mut self, cpu: CpuId, flags: u64) {
        match self.cpus[cpu].curr {
            // After the work that this CPU has just done. At least 1 ns, so that the clock goes on where all costs are zero and a
            // policy kicks its own CPU in every pass.
            None if cpu == self.actor => {
                let delay = self.charge.max(Ns(1));
                self.wake_idle_cpu(cpu, delay);
            }
            None => self.interrupt_idle_cpu(cpu),
            Some(_) if flags & kick::IDLE != 0 => {}
            Some(curr) => {
                if flags & kick::PREEMPT != 0 {
                    self.ext.tasks[curr].slice = 0;
                }
                self.resched(cpu);
            }
        }
    }

    /// After a change of a queue or of what a CPU runs: whether the CPU counts as idle, and how many tasks wait.
    #[cold]
    pub(in crate::system) fn ext_note(&mut self, cpu: CpuId) {
        let (c, local) = (&self.cpus[cpu], self.ext.local[cpu].len() as u32);
        let runs = u32::from(c.curr.is_some());
        let idle = runs == 0 && c.ipis.is_empty() && local == 0;
        let starts = u32::from(runs == 0 && local > 0);
        let waits = c.nr_running.saturating_sub(runs + starts);
        if idle != self.idle.test(cpu) {
            self.set_idle(cpu, idle);
        }
        let before = std::mem::replace(&mut self.ext.waits[cpu], waits);
        if waits != before {
            self.change_reach(cpu, |reach| reach.waiting = reach.waiting + waits - before);
        }
    }
}

impl super::Ext {
    pub(super) fn dsq_mut(&mut self, dsq: DsqRef) -> Option<&mut crate::runqueue::ext::Dsq> {
        match dsq {
            DsqRef::Local(cpu) => Some(&mut self.local[cpu]),
            DsqRef::Global(node) => self.global.get_mut(node),
            DsqRef::User(id) => self.user.get_mut(&id),
        }
    }
}
