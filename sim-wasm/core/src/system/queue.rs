//! Joining and leaving a run queue.

use super::{System, TaskState, update_avg};
use crate::engine::tree::NEVER;
use crate::observe::log::Record;
use crate::observe::vocab::{Answer, Decided, EventKind, Func, NO_TASK};
use crate::runqueue::cfs::wakeup_preempt;
use crate::runqueue::o1::{CHILD_PENALTY_PCT, MAX_SLEEP_AVG_MS};
use crate::runqueue::pelt::SchedAvg;

/// Why a task joins a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueue {
    /// Woken from sleep.
    Wakeup,
    /// Created.
    Fork,
    /// Moved while runnable.
    Move,
}

impl System {
    /// Brings the running task's time up to now (`update_curr`).
    #[inline]
    pub fn update_curr(&mut self, cpu: usize) {
        let c = &mut self.cpus[cpu];
        if c.curr == NO_TASK {
            return;
        }
        let se = &mut self.tasks[c.curr as usize].se;
        let delta = self.now.saturating_sub(se.exec_start);
        if delta == 0 {
            return;
        }
        se.exec_start = self.now;
        se.sum_exec += delta;
        se.vruntime = se.vruntime.wrapping_add(se.scaled(delta));
        c.cfs.update_min_vruntime(Some(se.vruntime));
    }

    /// Brings the load of a CPU's queue up to now.
    #[inline]
    pub fn update_load(&mut self, cpu: usize) {
        let c = &mut self.cpus[cpu];
        c.cfs.avg.update_queue(self.now, c.cfs.weight, c.cfs.nr_running() as u64, c.curr != NO_TASK);
    }

    #[inline]
    fn update_task_load(&mut self, task: u16, on_rq: bool, running: bool) {
        let now = self.now;
        let se = &mut self.tasks[task as usize].se;
        let weight = se.weight;
        se.avg.update_task(now, weight, on_rq, running);
    }

    /// Brings the running task, its load and its queue's load up to now.
    pub fn update_running(&mut self, cpu: usize) {
        self.update_curr(cpu);
        self.update_load(cpu);
        let curr = self.cpus[cpu].curr;
        self.update_task_load(curr, true, true);
    }

    /// Puts a task on its CPU's queue.
    pub fn enqueue(&mut self, task: u16, why: Enqueue) {
        let cpu = self.tasks[task as usize].cpu as usize;
        let before = self.nr_running(cpu);
        let t = &mut self.tasks[task as usize];
        if t.state != TaskState::Waiting {
            t.state = TaskState::Waiting;
            t.life.waits(self.now);
        }
        if self.rules.o1 {
            self.enqueue_o1(task, cpu, why);
        } else {
            self.enqueue_cfs(task, cpu, why);
        }
        self.note_length(cpu, before, before + 1);
        self.note_idle(cpu);
    }

    /// What a new task takes over from the one running on its parent's CPU: its place in time, half
    /// of its timeslice, most of its sleep average (`task_fork_fair`; 2003: `wake_up_forked_process`).
    pub fn inherit(&mut self, task: u16, parent_cpu: usize) {
        let parent = self.cpus[parent_cpu].curr;
        if self.rules.o1 {
            if parent != NO_TASK {
                let p = &mut self.tasks[parent as usize].o1;
                let (slice, slept) = (p.timeslice.div_ceil(2), p.sleep_avg * CHILD_PENALTY_PCT / 100);
                p.timeslice = (p.timeslice / 2).max(1);
                let child = &mut self.tasks[task as usize].o1;
                child.timeslice = slice;
                child.sleep_avg = slept;
                child.sleep_timestamp = self.now / 1_000_000;
                child.update_prio();
            }
            return;
        }
        self.update_curr(parent_cpu);
        let parent = (parent != NO_TASK).then(|| self.tasks[parent as usize].se.vruntime);
        let cfs = &self.cpus[parent_cpu].cfs;
        let se = &mut self.tasks[task as usize].se;
        se.vruntime = cfs.place_forked(se, parent, &self.tuned.cfs).wrapping_sub(cfs.min_vruntime);
    }

    fn enqueue_cfs(&mut self, task: u16, cpu: usize, why: Enqueue) {
        self.update_curr(cpu);
        self.update_load(cpu);
        let now = self.now;
        let t = &mut self.tasks[task as usize];
        let cfs = &mut self.cpus[cpu].cfs;
        if t.fresh {
            t.fresh = false;
            let util = (1024u64.saturating_sub(cfs.avg.util_avg) / 2).min(if cfs.avg.load_avg > 0 {
                cfs.avg.util_avg * t.se.weight / (cfs.avg.load_avg + 1)
            } else {
                512
            });
            t.se.avg = SchedAvg::new_task(now, t.se.weight, util);
            cfs.avg.attach(&mut t.se.avg, t.se.weight);
            t.se.vruntime = t.se.vruntime.wrapping_add(cfs.min_vruntime);
            t.migrated = false;
        } else {
            t.se.avg.update_task(now, t.se.weight, why == Enqueue::Move, false);
            if t.migrated {
                t.migrated = false;
                cfs.avg.attach(&mut t.se.avg, t.se.weight);
                t.se.vruntime = t.se.vruntime.wrapping_add(cfs.min_vruntime);
            }
        }
        match why {
            Enqueue::Wakeup => t.se.vruntime = cfs.place_woken(t.se.vruntime, &self.tuned.cfs),
            Enqueue::Fork | Enqueue::Move => {}
        }
        cfs.join(task, t.se.weight);
        cfs.wait(task, t.se.vruntime);
        self.update_task_group(cpu);
    }

    fn enqueue_o1(&mut self, task: u16, cpu: usize, why: Enqueue) {
        let ms = self.now / 1_000_000;
        let t = &mut self.tasks[task as usize];
        t.migrated = false;
        t.fresh = false;
        if why == Enqueue::Wakeup {
            let slept = ms.saturating_sub(t.o1.sleep_timestamp) as u32;
            t.o1.sleep_avg = (t.o1.sleep_avg + slept).min(MAX_SLEEP_AVG_MS);
            t.o1.update_prio();
        }
        if let Some(rq) = &mut self.cpus[cpu].o1 {
            rq.enqueue(task, &mut t.o1);
        }
    }

    /// Takes a task from its CPU's queue. `sleeping`: it stays with this CPU and keeps its place in
    /// time; otherwise it is about to move, and its vruntime becomes relative.
    pub fn dequeue(&mut self, task: u16, sleeping: bool) {
        let cpu = self.tasks[task as usize].cpu as usize;
        let before = self.nr_running(cpu);
        let running = self.cpus[cpu].curr == task;
        if self.rules.o1 {
            let t = &mut self.tasks[task as usize];
            if sleeping {
                t.o1.sleep_timestamp = self.now / 1_000_000;
            }
            if let Some(rq) = &mut self.cpus[cpu].o1 {
                rq.dequeue(task, &t.o1);
            }
        } else {
            self.update_curr(cpu);
            self.update_load(cpu);
            self.update_task_load(task, true, running);
            let curr = self.cpus[cpu].curr;
            let other = (curr != NO_TASK && curr != task).then(|| self.tasks[curr as usize].se.vruntime);
            let t = &mut self.tasks[task as usize];
            let cfs = &mut self.cpus[cpu].cfs;
            if !running {
                cfs.unwait(task);
            }
            cfs.leave(task, t.se.weight);
            if !sleeping {
                t.se.vruntime = t.se.vruntime.wrapping_sub(cfs.min_vruntime);
            }
            cfs.update_min_vruntime(other);
            self.update_task_group(cpu);
        }
        if before == 1 {
            // Nobody is left for whom an idle CPU was to wake.
            self.cpus[cpu].wake_at = NEVER;
        }
        self.note_length(cpu, before, before - 1);
        self.note_idle(cpu);
    }

    /// The load of a task that has ended goes with it (`task_dead_fair`).
    pub fn forget_load(&mut self, task: u16) {
        let task = &self.tasks[task as usize];
        if !self.rules.o1 {
            self.cpus[task.cpu as usize].cfs.avg.detach(&task.se.avg);
        }
    }

    /// A sleeping task is about to wake on another CPU: its vruntime becomes relative to its old
    /// queue (`migrate_task_rq_fair`).
    pub fn leave_asleep(&mut self, task: u16) {
        let cpu = self.tasks[task as usize].cpu as usize;
        if !self.rules.o1 {
            self.update_load(cpu);
            self.update_task_load(task, false, false);
            let min = self.cpus[cpu].cfs.min_vruntime;
            let se = &mut self.tasks[task as usize].se;
            se.vruntime = se.vruntime.wrapping_sub(min);
        }
    }

    /// The first wake-up on a CPU that went idle measures how long it was idle.
    pub fn note_idle_time(&mut self, cpu: usize) {
        let c = &mut self.cpus[cpu];
        let stamp = std::mem::take(&mut c.idle_stamp);
        let over = c.searches_until != 0 && self.now > c.searches_until;
        if stamp != 0 && !over {
            update_avg(&mut c.avg_idle, self.now - stamp);
            c.avg_idle = c.avg_idle.min(2 * c.max_idle_balance_cost);
        }
    }

    /// Whether the newly queued task should run instead of the present one (`check_preempt_wakeup`;
    /// 2003: a better priority). Marks the CPU and makes it look.
    pub fn check_preempt(&mut self, cpu: usize, task: u16) {
        let curr = self.cpus[cpu].curr;
        if curr == NO_TASK || curr == task {
            return;
        }
        if self.rules.o1 {
            if self.tasks[task as usize].o1.prio < self.tasks[curr as usize].o1.prio {
                self.resched(cpu);
            }
            return;
        }
        if self.cpus[cpu].need_resched {
            return;
        }
        self.update_curr(cpu);
        let (c, w) = (&self.tasks[curr as usize].se, &self.tasks[task as usize].se);
        if wakeup_preempt(c.vruntime, w.vruntime, w.weight, &self.tuned.cfs) == 1 {
            let cfs = &mut self.cpus[cpu].cfs;
            cfs.next = task;
            if cfs.nr_running() as u64 >= self.tuned.cfs.nr_latency() {
                cfs.last = curr;
            }
            self.resched(cpu);
        }
    }

    /// `resched_curr`
    pub fn resched(&mut self, cpu: usize) {
        self.cpus[cpu].need_resched = true;
        let op = self.cpus[cpu].op;
        if op.preemptible || self.now < op.spins_until {
            let now = self.now;
            self.kick(cpu, now);
        }
    }

    /// The system call on `cpu` ends at another time than it was to, because others come to the lock before it or no
    /// longer do; if it spins for it, until `spins_until`.
    pub fn call_ends(&mut self, cpu: usize, end: u64, spins_until: u64) {
        let op = &mut self.cpus[cpu].op;
        let was = std::mem::replace(&mut op.end, end);
        if op.spins_until != 0 {
            op.spins_until = spins_until;
        }
        // Unless it is about to be preempted.
        if self.events.time_of(cpu) == was {
            self.events.set(cpu, end);
        }
    }

    /// A wake-up that crossed LLCs has arrived; or it is queued at once from within the LLC.
    pub fn activate_woken(&mut self, task: u16) {
        let cpu = self.tasks[task as usize].cpu as usize;
        self.enqueue(task, Enqueue::Wakeup);
        self.check_preempt(cpu, task);
        self.note_idle_time(cpu);
    }

    /// Sends the interrupt that will queue a woken task on a CPU of another LLC.
    pub fn send_wakeup(&mut self, task: u16) {
        let cpu = self.tasks[task as usize].cpu as usize;
        let exit = if self.cpus[cpu].curr == NO_TASK { self.idle_exit(cpu) } else { 0 };
        let arrival = self.now + self.charge + u64::from(self.costs.ipi_idle) + exit;
        self.tasks[task as usize].state = TaskState::InFlight;
        self.cpus[cpu].ipis.push((arrival, task));
        self.note_idle(cpu);
        if self.cpus[cpu].curr == NO_TASK || self.cpus[cpu].op.preemptible {
            self.kick(cpu, arrival);
        }
    }

    /// Queues the woken tasks whose interrupts have arrived.
    #[inline]
    pub fn receive_wakeups(&mut self, cpu: usize) {
        if self.cpus[cpu].ipis.is_empty() {
            return;
        }
        while let Some(i) = self.cpus[cpu].ipis.iter().position(|&(at, _)| at <= self.now) {
            let (_, task) = self.cpus[cpu].ipis.remove(i);
            self.activate_woken(task);
            if self.cpus[cpu].curr == NO_TASK {
                self.cpus[cpu].wake_at = self.now;
            }
        }
        self.note_idle(cpu);
    }

    /// An idle CPU got a task from elsewhere: it starts once the interrupt has woken it.
    pub fn wake_idle_cpu(&mut self, cpu: usize, delay: u64) {
        if self.cpus[cpu].curr == NO_TASK {
            let at = (self.now + delay).min(self.cpus[cpu].wake_at);
            self.cpus[cpu].wake_at = at;
            self.kick(cpu, at);
        }
    }

    /// Begins the record of a decision of `cpu` about the task or queue of `about`.
    pub fn decide(&mut self, kind: Decided, cpu: usize, about: usize) {
        let (now, charged) = (self.now, self.charge);
        self.obs.decisions.begin(kind, now, charged, NO_TASK, cpu, about);
    }

    /// Notes a step of the decision that is being recorded: what `func` answered about `cpu`.
    #[inline]
    pub fn tried(&mut self, func: Func, cpu: usize, answer: Answer, value: u32) {
        let charged = self.charge;
        self.obs.decisions.step(func, cpu, answer, value, charged);
    }

    /// Ends it; `before` is what had been charged when it began.
    pub fn decided(&mut self, task: Option<u16>, chosen: usize, why: u8, before: u64) {
        let cost = self.charge - before;
        self.obs.decisions.end(task, chosen, why, cost);
    }

    /// The CPU at work sends an idle one, if it is idle, the interrupt that wakes it, after the kernel
    /// work it has done so far.
    pub fn interrupt_idle_cpu(&mut self, cpu: usize) {
        let delay = self.charge + u64::from(self.costs.ipi_idle) + self.idle_exit(cpu);
        self.wake_idle_cpu(cpu, delay);
    }

    /// The waiting tasks of a CPU in the order they will run.
    pub fn waiting(&self, cpu: usize) -> Vec<u16> {
        let c = &self.cpus[cpu];
        match &c.o1 {
            Some(rq) => rq.run_order().filter(|&t| t != c.curr).collect(),
            None => c.cfs.waiting().iter().map(|w| w.1).collect(),
        }
    }

    /// Logs a fork, a sleep or an end.
    pub fn log(&mut self, kind: EventKind, task: u16) {
        let cpu = self.tasks[task as usize].cpu as usize;
        let now = self.now;
        self.obs.emit(now, &Record::new(kind, task, cpu));
    }
}
