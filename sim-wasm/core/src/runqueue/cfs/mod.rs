//! CFS, the completely fair scheduler (kernel 5.9 `fair.c`): the task with the least vruntime runs, queues and tasks track
//! their load.

mod queue;

pub use queue::{CfsRq, CfsTunables, Entity, wakeup_preempt};

use super::pelt::SchedAvg;
use super::weight::prio_of;
use super::{At, Attr, Dequeue, Enqueue, Joining, Place, SchedClass};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;
use crate::engine::wire::{State, Wire};

#[derive(Clone, Debug)]
pub struct Cfs {
    pub tunables: CfsTunables,
    pub queues: PerCpu<CfsRq>,
    pub entities: PerTask<Entity>,
}

impl Cfs {
    pub fn new(cpus: usize, tunables: CfsTunables) -> Self {
        Self { tunables, queues: (0..cpus).map(|_| CfsRq::default()).collect(), entities: PerTask::new() }
    }

    /// Brings the running task's time up to now (`update_curr`).
    #[inline]
    fn update_curr(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let se = &mut self.entities[curr];
        let delta = at.now.saturating_sub(se.exec_start);
        if delta == Ns::ZERO {
            return;
        }
        se.exec_start = at.now;
        se.sum_exec += delta;
        se.vruntime = se.vruntime.wrapping_add(se.scaled(delta));
        self.queues[at.cpu].update_min_vruntime(Some(se.vruntime));
    }

    #[inline]
    fn update_load(&mut self, at: At) {
        let rq = &mut self.queues[at.cpu];
        rq.avg.update_queue(at.now, rq.weight, u64::from(rq.nr_running()), at.curr.is_some());
    }

    #[inline]
    fn update_task_load(&mut self, now: Ns, task: TaskId, on_rq: bool, running: bool) {
        let se = &mut self.entities[task];
        se.avg.update_task(now, se.weight, on_rq, running);
    }

    /// Brings the running task, its load and its queue's load up to now.
    fn update_running(&mut self, at: At) {
        self.update_curr(at);
        self.update_load(at);
        if let Some(curr) = at.curr {
            self.update_task_load(at.now, curr, true, true);
        }
    }

    /// An entity has another weight from now on (`reweight_entity`): it stays where it is in virtual time.
    pub fn reweigh(&mut self, at: At, entity: TaskId, weight: u64, on_rq: bool) {
        let running = at.curr == Some(entity);
        if running {
            self.update_curr(at);
        }
        self.update_load(at);
        self.update_task_load(at.now, entity, on_rq, running);
        let (rq, se) = (&mut self.queues[at.cpu], &mut self.entities[entity]);
        if on_rq {
            rq.weight = rq.weight - se.weight + weight;
        }
        rq.avg.reweigh(&mut se.avg, se.weight, weight);
        se.weight = weight;
    }
}

impl SchedClass for Cfs {
    #[inline]
    fn nr_running(&self, cpu: CpuId) -> u32 {
        self.queues[cpu].nr_running()
    }

    fn waiting(&self, at: At) -> Vec<TaskId> {
        self.queues[at.cpu].waiting().iter().map(|w| w.1).collect()
    }

    fn delayed(&self, _cpu: CpuId) -> Vec<TaskId> {
        Vec::new()
    }

    fn clock(&self, cpu: CpuId) -> i64 {
        self.queues[cpu].min_vruntime as i64
    }

    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId> {
        self.queues[cpu].by_last_run().to_vec()
    }

    #[inline]
    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId> {
        self.queues[cpu].by_last_run().get(place).copied()
    }

    fn is_buddy(&self, cpu: CpuId, task: TaskId) -> bool {
        let rq = &self.queues[cpu];
        rq.next == Some(task) || rq.last == Some(task)
    }

    fn last_ran(&self, task: TaskId) -> Ns {
        self.entities[task].exec_start
    }

    #[inline]
    fn weight(&self, cpu: CpuId) -> u64 {
        self.queues[cpu].weight
    }

    #[inline]
    fn load(&self, cpu: CpuId) -> &SchedAvg {
        &self.queues[cpu].avg
    }

    #[inline]
    fn task_load(&self, task: TaskId) -> &SchedAvg {
        &self.entities[task].avg
    }

    fn place(&self, cpu: CpuId, task: TaskId) -> Place {
        let (entity, rq) = (&self.entities[task], &self.queues[cpu]);
        let ahead = entity.vruntime.wrapping_sub(rq.min_vruntime) as i64;
        let slice_ns = rq.slice(entity, 0, &self.tunables).0;
        let (prio, weight) = (prio_of(entity.weight), entity.weight);
        Place { vruntime_ns: ahead, slice_ns, prio, weight, ..Place::default() }
    }

    fn next(&self, At { cpu, curr, .. }: At) -> Option<TaskId> {
        let mut rq = self.queues[cpu].clone();
        if let Some(curr) = curr {
            rq.wait(curr, self.entities[curr].vruntime);
        }
        rq.pick(&self.tunables, |task| self.entities[task].weight)
    }

    fn add_task(&mut self, attr: Attr) {
        self.entities.push(Entity::new(attr.nice));
    }

    fn renew(&mut self, task: TaskId, attr: Attr) {
        self.entities[task] = Entity::new(attr.nice);
    }

    /// `task_fork_fair`: its place in time is the parent's.
    fn inherit(&mut self, at: At, task: TaskId) {
        self.update_curr(at);
        let parent = at.curr.map(|curr| self.entities[curr].vruntime);
        let rq = &self.queues[at.cpu];
        let se = &mut self.entities[task];
        se.vruntime = rq.place_forked(se, parent, &self.tunables).wrapping_sub(rq.min_vruntime);
    }

    fn enqueue(&mut self, at: At, Joining { task, why, fresh, migrated }: Joining) {
        self.update_curr(at);
        self.update_load(at);
        let se = &mut self.entities[task];
        let rq = &mut self.queues[at.cpu];
        if fresh {
            let util =
                (u64::from(rq.avg.scale).saturating_sub(rq.avg.util_avg) / 2).min(if rq.avg.load_avg > 0 {
                    rq.avg.util_avg * se.weight / (rq.avg.load_avg + 1)
                } else {
                    512
                });
            se.avg = SchedAvg::new_task(at.now, se.weight, util);
        } else {
            se.avg.update_task(at.now, se.weight, why == Enqueue::Move, false);
        }
        // From elsewhere it comes with a load, and with a vruntime relative to its old queue's.
        if fresh || migrated {
            rq.avg.attach(&mut se.avg, se.weight);
            se.vruntime = se.vruntime.wrapping_add(rq.min_vruntime);
        }
        match why {
            Enqueue::Wakeup => se.vruntime = rq.place_woken(se.vruntime, &self.tunables),
            Enqueue::Fork | Enqueue::Move => {}
        }
        rq.join(task, se.weight);
        rq.wait(task, se.vruntime);
    }

    /// A sleeper keeps its place in time; about to move, its vruntime becomes relative.
    fn dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool {
        let running = at.curr == Some(task);
        self.update_curr(at);
        self.update_load(at);
        self.update_task_load(at.now, task, true, running);
        let other = at.curr.filter(|_| !running).map(|curr| self.entities[curr].vruntime);
        let se = &mut self.entities[task];
        let rq = &mut self.queues[at.cpu];
        if !running {
            rq.unwait(task);
        }
        rq.leave(task, se.weight);
        if why == Dequeue::Move {
            se.vruntime = se.vruntime.wrapping_sub(rq.min_vruntime);
        }
        rq.update_min_vruntime(other);
        true
    }

    fn wake_queued(&mut self, _at: At, _task: TaskId) -> bool {
        false
    }

    /// `yield_task_fair`: the next pick passes it over if another one is near.
    fn yields(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        self.update_running(at);
        let rq = &mut self.queues[at.cpu];
        rq.forget_buddy(curr);
        rq.skip = Some(curr);
    }

    fn put_prev(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        self.update_running(at);
        self.queues[at.cpu].wait(curr, self.entities[curr].vruntime);
    }

    fn pick(&mut self, At { cpu, .. }: At) -> Option<TaskId> {
        let entities = &self.entities;
        self.queues[cpu].pick(&self.tunables, |task| entities[task].weight)
    }

    fn set_next(&mut self, at: At, task: TaskId) {
        self.update_load(at);
        self.update_task_load(at.now, task, true, false);
        let se = &mut self.entities[task];
        se.exec_start = at.now;
        se.prev_sum_exec = se.sum_exec;
        self.queues[at.cpu].touch(task);
    }

    /// `check_preempt_tick`
    fn tick(&mut self, at: At, _ticks: u64) -> bool {
        let Some(curr) = at.curr else { return false };
        self.update_running(at);
        let se = &self.entities[curr];
        let rq = &mut self.queues[at.cpu];
        let Some(&(leftmost, _)) = rq.waiting().first() else {
            return false;
        };
        let slice = rq.slice(se, 0, &self.tunables);
        let ran = se.sum_exec - se.prev_sum_exec;
        if ran > slice {
            rq.forget_buddy(curr);
            return true;
        }
        let ahead = se.vruntime.wrapping_sub(leftmost) as i64;
        ran >= self.tunables.min_granularity && ahead > slice.0 as i64
    }

    /// `check_preempt_wakeup`
    fn preempts(&mut self, at: At, task: TaskId, asked: bool) -> bool {
        let Some(curr) = at.curr.filter(|_| !asked) else { return false };
        self.update_curr(at);
        let (c, w) = (&self.entities[curr], &self.entities[task]);
        let preempts = wakeup_preempt(c.vruntime, w.vruntime, w.weight, &self.tunables) == 1;
        if preempts {
            let rq = &mut self.queues[at.cpu];
            rq.next = Some(task);
            if u64::from(rq.nr_running()) >= self.tunables.nr_latency() {
                rq.last = Some(curr);
            }
        }
        preempts
    }

    #[inline]
    fn update(&mut self, at: At) {
        self.update_load(at);
    }

    fn pass_over(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].touch(task);
    }

    /// `migrate_task_rq_fair`: its vruntime becomes relative to its old queue's.
    fn leave_asleep(&mut self, at: At, task: TaskId) {
        self.update_load(at);
        self.update_task_load(at.now, task, false, false);
        let min = self.queues[at.cpu].min_vruntime;
        let se = &mut self.entities[task];
        se.vruntime = se.vruntime.wrapping_sub(min);
    }

    fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool) {
        let se = &mut self.entities[task];
        se.exec_start = Ns::ZERO;
        if !fresh {
            self.queues[cpu].avg.detach(&se.avg);
        }
    }

    /// `task_dead_fair`: its load goes with it.
    fn forget(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].avg.detach(&self.entities[task].avg);
    }

    fn warm(&mut self, cpu: CpuId, load: u64) {
        self.queues[cpu].avg.leave_over(Ns::ZERO, load);
    }

    fn pass_queue(&mut self, cpu: CpuId, wire: &mut Wire) {
        self.queues[cpu].pass(wire);
    }

    fn pass_entity(&mut self, task: TaskId, ran: Ns, wire: &mut Wire) {
        self.entities[task].pass(wire, ran);
    }
}
