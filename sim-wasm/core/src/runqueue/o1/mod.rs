//! The O(1) scheduler of 2.5.5x: the task with the best priority runs until its timeslice is over; sleeping improves a
//! task's priority. No load is tracked.

mod queue;

pub use queue::{MAX_SLEEP_AVG_MS, MAX_TIMESLICE_MS, O1Entity, O1Rq};

use super::pelt::SchedAvg;
use super::weight::MAX_RT_PRIO;
use super::{At, Attr, Dequeue, Enqueue, Joining, Place, SchedClass, Woken};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;
use queue::{CHILD_PENALTY_PCT, STARVATION_LIMIT_MS, timeslice};

/// A jiffy of 2.5.5x.
const MS: Ns = Ns::ms(1);

/// The load of all queues and tasks, which is not tracked.
const NO_LOAD: &SchedAvg = &SchedAvg::NONE;

#[derive(Clone, Debug)]
pub struct O1 {
    pub queues: PerCpu<O1Rq>,
    pub entities: PerTask<O1Entity>,
}

impl O1 {
    pub fn new(cpus: usize) -> Self {
        Self { queues: (0..cpus).map(|_| O1Rq::default()).collect(), entities: PerTask::new() }
    }
}

impl SchedClass for O1 {
    #[inline]
    fn nr_running(&self, cpu: CpuId) -> u32 {
        self.queues[cpu].nr_running()
    }

    fn waiting(&self, at: At) -> Vec<TaskId> {
        let mut tasks = self.queues[at.cpu].run_order();
        tasks.retain(|&task| Some(task) != at.curr);
        tasks
    }

    fn delayed(&self, _cpu: CpuId) -> Vec<TaskId> {
        Vec::new()
    }

    #[inline]
    fn nr_delayed(&self, _cpu: CpuId) -> u32 {
        0
    }

    fn nr_idle(&self, _cpu: CpuId) -> u32 {
        0
    }

    fn clock(&self, _cpu: CpuId) -> i64 {
        0
    }

    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId> {
        self.queues[cpu].pull_order()
    }

    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId> {
        self.queues[cpu].pull_order().get(place).copied()
    }

    fn owes_on(&self, _src: CpuId, _dst: CpuId, _task: TaskId) -> bool {
        false
    }

    fn is_buddy(&self, _cpu: CpuId, _task: TaskId) -> bool {
        false
    }

    fn last_ran(&self, task: TaskId) -> Ns {
        Ns::ms(self.entities[task].sleep_timestamp)
    }

    fn weight(&self, _cpu: CpuId) -> u64 {
        0
    }

    fn load(&self, _cpu: CpuId) -> &SchedAvg {
        NO_LOAD
    }

    fn task_load(&self, _task: TaskId) -> &SchedAvg {
        NO_LOAD
    }

    fn place(&self, cpu: CpuId, task: TaskId) -> Place {
        let entity = &self.entities[task];
        Place {
            prio: MAX_RT_PRIO + u32::from(entity.prio),
            timeslice_ms: entity.timeslice,
            expired: self.queues[cpu].is_expired(entity),
            ..Place::default()
        }
    }

    fn served_in(&self, _at: At) -> Ns {
        Ns::MAX
    }

    fn next(&self, At { cpu, .. }: At) -> Option<TaskId> {
        self.queues[cpu].clone().pick()
    }

    fn add_task(&mut self, attr: Attr) {
        self.entities.push(O1Entity::new(attr.nice));
    }

    fn renew(&mut self, task: TaskId, attr: Attr) {
        self.entities[task] = O1Entity::new(attr.nice);
    }

    /// `wake_up_forked_process`: half of the parent's timeslice, most of its sleep average.
    fn inherit(&mut self, at: At, task: TaskId) {
        let Some(curr) = at.curr else { return };
        let parent = &mut self.entities[curr];
        let (slice, slept) = (parent.timeslice.div_ceil(2), parent.sleep_avg * CHILD_PENALTY_PCT / 100);
        parent.timeslice = (parent.timeslice / 2).max(1);
        let child = &mut self.entities[task];
        child.timeslice = slice;
        child.sleep_avg = slept;
        child.sleep_timestamp = at.now / MS;
        child.update_prio();
    }

    fn enqueue(&mut self, at: At, Joining { task, why, .. }: Joining) {
        let entity = &mut self.entities[task];
        if why == Enqueue::Wakeup {
            let slept = (at.now / MS).saturating_sub(entity.sleep_timestamp) as u32;
            entity.sleep_avg = (entity.sleep_avg + slept).min(MAX_SLEEP_AVG_MS);
            entity.update_prio();
        }
        self.queues[at.cpu].enqueue(task, entity);
    }

    fn dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool {
        let entity = &mut self.entities[task];
        if why != Dequeue::Move {
            entity.sleep_timestamp = at.now / MS;
        }
        self.queues[at.cpu].dequeue(task, entity);
        true
    }

    fn wake_queued(&mut self, _at: At, _task: TaskId) -> bool {
        false
    }

    /// `sys_sched_yield`: the task goes to the expired array.
    fn yields(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let (rq, entity) = (&mut self.queues[at.cpu], &mut self.entities[curr]);
        rq.dequeue(curr, entity);
        rq.expire(curr, entity);
    }

    /// The running task has stayed in its array.
    fn put_prev(&mut self, at: At) {
        if let Some(curr) = at.curr {
            self.entities[curr].sleep_timestamp = at.now / MS;
        }
    }

    fn pick(&mut self, At { cpu, .. }: At) -> Option<TaskId> {
        self.queues[cpu].pick()
    }

    fn set_next(&mut self, _at: At, _task: TaskId) {}

    /// A tick reduces the running task's timeslice and its sleep average. At the end of the slice the task goes
    /// to the tail of the active array if it is interactive and no task starves, else to the expired array.
    fn tick(&mut self, at: At, ticks: u64) -> bool {
        let Some(curr) = at.curr else { return false };
        let ms = at.now / MS;
        let entity = &mut self.entities[curr];
        entity.sleep_avg = entity.sleep_avg.saturating_sub(ticks as u32);
        if u64::from(entity.timeslice) > ticks {
            entity.timeslice -= ticks as u32;
            return false;
        }
        let rq = &mut self.queues[at.cpu];
        rq.dequeue(curr, entity);
        entity.update_prio();
        entity.timeslice = timeslice(entity.static_prio);
        let waiting = u64::from(rq.nr_running()) + 1;
        let starving = rq.expired_timestamp != 0
            && ms.saturating_sub(rq.expired_timestamp) >= STARVATION_LIMIT_MS * waiting;
        if entity.interactive() && !starving {
            rq.enqueue(curr, entity);
        } else {
            if rq.expired_timestamp == 0 {
                rq.expired_timestamp = ms.max(1);
            }
            rq.expire(curr, entity);
        }
        true
    }

    /// A task with a better priority preempts.
    fn preempts(&mut self, at: At, task: TaskId, _how: Woken, _asked: bool) -> bool {
        at.curr.is_some_and(|curr| self.entities[task].prio < self.entities[curr].prio)
    }

    fn update(&mut self, _at: At) {}

    /// The order is that of the arrays.
    fn pass_over(&mut self, _cpu: CpuId, _task: TaskId) {}

    fn update_asleep(&mut self, _at: At, _task: TaskId) {}

    fn leave_asleep(&mut self, _at: At, _task: TaskId) {}

    fn migrate(&mut self, _cpu: CpuId, _task: TaskId, _fresh: bool) {}

    fn forget(&mut self, _cpu: CpuId, _task: TaskId) {}

    fn warm(&mut self, _cpu: CpuId, _load: u64) {}
}
