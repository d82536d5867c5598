//! Taking the running task off a CPU and putting another one on.

use super::{System, TaskState};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::engine::tree::NEVER;
use crate::observe::decisions::Why;
use crate::observe::log::Record;
use crate::observe::steps::{
    Ahead, AvgVruntime, CalcGroupShares, Cgroup, Clock, Deadline, EntityBefore, EntityEligible, GroupCfsRq,
    Lag, PickEevdf, PickNextEntity, Prio, SchedFindFirstBit, Schedule, Shares, Task, TaskTimeslice,
    Timeslice, UpdateDeadline, UpdateMinVruntime,
};
use crate::observe::vocab::{ClassId, Decided, EventKind, Left};
use crate::runqueue::{Place, SchedClass};

impl System {
    /// The running task goes back to its queue (`put_prev_task`), still runnable.
    pub fn put_prev(&mut self, cpu: CpuId) {
        let Some(curr) = self.cpus[cpu].curr else { return };
        self.tasks[curr].state = TaskState::Waiting;
        self.queues.put_prev(self.at(cpu));
        self.set_curr(cpu, None);
        self.settle_groups(cpu);
    }

    /// The next task of the queue, taken from it, or none.
    pub fn pick_next(&mut self, cpu: CpuId) -> Option<TaskId> {
        let before = self.nr_running(cpu);
        let recorded = self.obs.decisions.are_picks_kept() && (before > 0 || !self.throttled(cpu).is_empty());
        if recorded {
            self.record_queue(cpu);
        }
        let next = self.queues.pick(self.at(cpu));
        if recorded {
            self.record_pick(cpu, next);
        }
        if self.queues.nr_running(cpu) < before {
            self.update_task_group(cpu);
            self.shorter(cpu, before);
        }
        next
    }

    /// Begins the record of a pick: the tasks it is made from.
    #[cold]
    fn record_queue(&mut self, cpu: CpuId) {
        self.decide(Decided::Pick, cpu, cpu);
        let clock = Clock((self.queues.clock(cpu) / 1_000) as u32);
        match self.rules.class {
            ClassId::Eevdf => self.tried(cpu, AvgVruntime::At(clock)),
            ClassId::Cfs => self.tried(cpu, UpdateMinVruntime::At(clock)),
            ClassId::O1 => {}
        }
        self.record_groups(cpu);
        let awake = self.waiting(cpu).into_iter().map(|task| (task, false));
        let asleep = self.queues.delayed(cpu).into_iter().map(|task| (task, true));
        for (task, delayed) in awake.chain(asleep).collect::<Vec<_>>() {
            let place = self.queues.place(cpu, task);
            match self.rules.class {
                ClassId::Eevdf => self.record_request(cpu, Task(task), &place, delayed),
                ClassId::Cfs => {
                    self.tried(cpu, PickNextEntity::Waits(Task(task)));
                    self.tried(cpu, EntityBefore::At(Ahead(place.vruntime_ns)));
                }
                ClassId::O1 => {
                    self.tried(cpu, Schedule::Waits(Task(task)));
                    let prio = Prio(place.prio);
                    let array = SchedFindFirstBit::Active(prio);
                    self.tried(cpu, if place.expired { SchedFindFirstBit::Expired(prio) } else { array });
                    self.tried(cpu, TaskTimeslice::At(Timeslice(place.timeslice_ms)));
                }
            }
        }
    }

    /// The control groups that have tasks here: whether they may run, and where their entities stand. Without entities in the
    /// root queue only those that may not run are of interest.
    fn record_groups(&mut self, cpu: CpuId) {
        let Some(groups) = self.queues.groups() else { return };
        let is_flat = groups.is_flat();
        for place in groups.places(cpu).into_iter().filter(|place| place.throttled || !is_flat) {
            let group = Cgroup(place.group as u32);
            let waits = GroupCfsRq::Waits(group);
            self.tried(cpu, if place.throttled { GroupCfsRq::Throttled(group) } else { waits });
            self.tried(cpu, CalcGroupShares::At(Shares(place.weight)));
            let entity = self.queues.groups().and_then(|groups| groups.entity_place(cpu, place.group));
            match (entity, self.rules.class) {
                (Some(entity), ClassId::Eevdf) => self.record_place(cpu, &entity),
                (Some(entity), _) => self.tried(cpu, EntityBefore::At(Ahead(entity.vruntime_ns))),
                (None, _) => {}
            }
        }
    }

    /// What EEVDF looks at of a task.
    fn record_request(&mut self, cpu: CpuId, of: Task, place: &Place, delayed: bool) {
        self.tried(
            cpu,
            match place {
                _ if delayed => PickEevdf::Delayed(of),
                Place { protected: true, .. } => PickEevdf::Protected(of),
                _ => PickEevdf::Waits(of),
            },
        );
        self.record_place(cpu, place);
    }

    fn record_place(&mut self, cpu: CpuId, place: &Place) {
        let lag = Lag(-place.vruntime_ns);
        self.tried(
            cpu,
            if place.eligible { EntityEligible::Eligible(lag) } else { EntityEligible::Ineligible(lag) },
        );
        self.tried(cpu, UpdateDeadline::At(Deadline(place.deadline_ns)));
    }

    #[cold]
    fn record_pick(&mut self, cpu: CpuId, next: Option<TaskId>) {
        let group = next.map_or(0, |next| self.tasks[next].attr.group);
        if group > 0 && self.queues.groups().is_some_and(|groups| !groups.is_flat()) {
            self.tried(cpu, GroupCfsRq::Chosen(Cgroup(group.into())));
        }
        if let Some(next) = next.map(Task) {
            match self.rules.class {
                ClassId::Eevdf => self.tried(cpu, PickEevdf::Chosen(next)),
                ClassId::Cfs => self.tried(cpu, PickNextEntity::Chosen(next)),
                ClassId::O1 => self.tried(cpu, Schedule::Chosen(next)),
            }
        }
        self.decided(next, cpu, Why::Nothing, self.charge);
    }

    /// Puts a picked task on the CPU (`set_next_task`, `context_switch`). `prev` ran before, `left`
    /// says why it no longer does.
    pub fn switch_to(&mut self, cpu: CpuId, next: TaskId, prev: Option<TaskId>, left: Left) {
        let is_ext = self.is_ext();
        if !is_ext {
            self.queues.set_next(self.at(cpu), next);
            self.settle_groups(cpu);
        }
        let t = &mut self.tasks[next];
        t.state = TaskState::Running;
        t.history.runs(self.now);
        self.set_curr(cpu, Some(next));
        if is_ext {
            self.ext_set_next(cpu, next);
        } else if self.hrtick {
            self.start_hrtick(cpu);
        }
        self.update_misfit(cpu);
        self.cpus[cpu].wake_at = NEVER;
        if prev == Some(next) {
            return;
        }
        self.charge += Ns::from(self.costs.switch);
        let mm = self.tasks[next].mm;
        if self.cpus[cpu].mm != mm {
            self.cpus[cpu].mm = mm;
            self.charge += Ns::from(self.costs.mm_switch);
        }
        // One that is throttled before it returns to user mode is still waited for.
        let throttles = self.is_to_throttle(next, cpu);
        let t = &mut self.tasks[next];
        t.history.switched_in += 1;
        if t.woken_at != Ns::ZERO && !throttles {
            self.obs.latency[t.kind].add(self.now.saturating_sub(t.woken_at).0);
            t.woken_at = Ns::ZERO;
        }
        self.log_switch(cpu, Some(next), left);
    }

    /// The CPU, which has no running task any more, goes idle.
    pub fn switch_to_idle(&mut self, cpu: CpuId, left: Left) {
        debug_assert!(self.cpus[cpu].curr.is_none(), "CPU {cpu} goes idle beside its task");
        self.update_misfit(cpu);
        let c = &mut self.cpus[cpu];
        c.need_resched = false;
        c.hrtick = NEVER;
        c.need_resched_lazy = false;
        c.idled_at = self.now;
        c.op.preemptible = false;
        self.enter_idle(cpu);
        if self.machine.has_smt && self.machine.smt_mask[cpu].is_subset_of(self.idle) {
            self.has_idle_cores[self.shared_of[cpu]] = true;
        }
        self.log_switch(cpu, None, left);
    }

    /// Changes the running task of a CPU; everything that depends on it follows.
    pub fn set_curr(&mut self, cpu: CpuId, task: Option<TaskId>) {
        let was = self.cpus[cpu].curr;
        self.cpus[cpu].curr = task;
        if let Some(was) = was {
            let node = self.machine.node_of[cpu];
            self.tasks[was].history.ran(self.now, node);
        }
        if self.cache_aware.is_some() && !self.is_ext() {
            self.note_cache_time(cpu, was);
        }
        if was.is_none() != task.is_none() {
            let busy = self.obs.busy.level();
            let level = if task.is_none() { busy - 1 } else { busy + 1 };
            self.obs.busy.set(self.now, level);
            if self.machine.has_smt {
                self.tell_siblings(cpu);
            }
        }
        // A CPU that gets a task had it in its queue, so it was not idle.
        if task.is_none() || self.is_ext() {
            self.note_idle(cpu);
        } else {
            debug_assert!(!self.idle.test(cpu), "CPU {cpu} runs a task and is idle");
        }
    }

    /// A CPU has begun or stopped to run a task: those of its core count it.
    fn tell_siblings(&mut self, cpu: CpuId) {
        for sibling in self.machine.smt_mask[cpu].iter().filter(|&sibling| sibling != cpu) {
            self.cpus[sibling].busy_siblings = self.count_busy_siblings(sibling);
        }
    }

    fn log_switch(&mut self, cpu: CpuId, task: Option<TaskId>, left: Left) {
        let now = self.now;
        self.obs.emit(now, &Record { how: left.word(), ..Record::new(EventKind::Switch, task, cpu) });
    }
}
