//! CFS, the completely fair scheduler (kernel 5.9 `fair.c`): the task with the least vruntime runs, queues and tasks track
//! their load.

mod queue;

pub use queue::{CfsRq, CfsTunables, Entity, wakeup_preempt};

use super::pelt::SchedAvg;
use super::policy::{Judged, Side, judge};
use super::weight::prio_of;
use super::{At, Attr, Dequeue, Enqueue, Joining, Place, SchedClass, Woken};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;

#[derive(Clone, Debug)]
pub struct Cfs {
    pub tunables: CfsTunables,
    /// The kernel rule of that name.
    new_task_util_share: bool,
    pub queues: PerCpu<CfsRq>,
    pub entities: PerTask<Entity>,
}

impl Cfs {
    pub fn new(cpus: usize, tunables: CfsTunables, new_task_util_share: bool) -> Self {
        let queues = (0..cpus).map(|_| CfsRq::default()).collect();
        Self { tunables, new_task_util_share, queues, entities: PerTask::new() }
    }

    /// Brings the running task's time up to now (`update_curr`).
    #[inline]
    fn update_curr(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let se = &mut self.entities[curr];
        let delta = at.now.saturating_sub(se.load.exec_start);
        if delta == Ns::ZERO {
            return;
        }
        se.load.exec_start = at.now;
        se.sum_exec += delta;
        se.vruntime = se.vruntime.wrapping_add(se.scaled(delta));
        self.queues[at.cpu].update_min_vruntime(Some(se.vruntime));
    }

    #[inline]
    fn update_load(&mut self, at: At) {
        self.queues[at.cpu].load.update(at);
    }

    #[inline]
    fn update_task_load(&mut self, now: Ns, task: TaskId, on_rq: bool, running: bool) {
        self.entities[task].load.update(now, on_rq, running);
    }

    /// Brings the running task, its load and its queue's load up to now.
    fn update_running(&mut self, at: At) {
        self.update_curr(at);
        self.update_load(at);
        if let Some(curr) = at.curr {
            self.update_task_load(at.now, curr, true, true);
        }
    }

    /// `check_preempt_wakeup` past the policies. `is_task`: the running entity is a task; a group's entity is no *last* buddy.
    pub fn check_preempt(&mut self, at: At, woken: TaskId, is_task: bool) -> bool {
        let Some(curr) = at.curr else { return false };
        self.update_curr(at);
        let (c, w) = (&self.entities[curr], &self.entities[woken]);
        let preempts = wakeup_preempt(c.vruntime, w.vruntime, w.load.weight, &self.tunables) == 1;
        if preempts {
            let rq = &mut self.queues[at.cpu];
            // An idle entity is no buddy.
            if !self.entities[woken].is_idle() {
                rq.next = Some(woken);
            }
            let is_task = is_task && !self.entities[curr].is_idle();
            if is_task && u64::from(rq.nr_running()) >= self.tunables.nr_latency() {
                rq.last = Some(curr);
            }
        }
        preempts
    }

    /// Changes the weight of an entity (`reweight_entity`). Its vruntime stays the same.
    pub fn reweigh(&mut self, at: At, entity: TaskId, weight: u64, on_rq: bool) {
        let running = at.curr == Some(entity);
        if running {
            self.update_curr(at);
        }
        self.update_load(at);
        self.update_task_load(at.now, entity, on_rq, running);
        self.queues[at.cpu].load.reweigh(&mut self.entities[entity].load, weight, on_rq);
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

    #[inline]
    fn nr_delayed(&self, _cpu: CpuId) -> u32 {
        0
    }

    fn nr_idle(&self, cpu: CpuId) -> u32 {
        self.queues[cpu].nr_idle
    }

    fn clock(&self, cpu: CpuId) -> i64 {
        self.queues[cpu].min_vruntime as i64
    }

    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId> {
        self.queues[cpu].load.by_last_run().to_vec()
    }

    #[inline]
    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId> {
        self.queues[cpu].load.by_last_run().get(place).copied()
    }

    fn owes_on(&self, _src: CpuId, _dst: CpuId, _task: TaskId) -> bool {
        false
    }

    fn is_buddy(&self, cpu: CpuId, task: TaskId) -> bool {
        let rq = &self.queues[cpu];
        rq.next == Some(task) || rq.last == Some(task)
    }

    fn last_ran(&self, task: TaskId) -> Ns {
        self.entities[task].load.exec_start
    }

    #[inline]
    fn weight(&self, cpu: CpuId) -> u64 {
        self.queues[cpu].load.weight
    }

    #[inline]
    fn load(&self, cpu: CpuId) -> &SchedAvg {
        &self.queues[cpu].load.avg
    }

    #[inline]
    fn task_load(&self, task: TaskId) -> &SchedAvg {
        &self.entities[task].load.avg
    }

    fn place(&self, cpu: CpuId, task: TaskId) -> Place {
        let (entity, rq) = (&self.entities[task], &self.queues[cpu]);
        let ahead = entity.vruntime.wrapping_sub(rq.min_vruntime) as i64;
        let slice_ns = rq.slice(entity, 0, &self.tunables).0;
        let weight = entity.load.weight;
        let prio = prio_of(weight);
        Place { vruntime_ns: ahead, slice_ns, prio, weight, ..Place::default() }
    }

    fn served_in(&self, _at: At) -> Ns {
        Ns::MAX
    }

    fn next(&self, At { cpu, curr, .. }: At) -> Option<TaskId> {
        let mut rq = self.queues[cpu].clone();
        if let Some(curr) = curr {
            rq.wait(curr, self.entities[curr].vruntime);
        }
        rq.pick(&self.tunables, |task| self.entities[task].load.weight)
    }

    fn add_task(&mut self, attr: Attr) {
        self.entities.push(Entity::of(attr));
    }

    fn renew(&mut self, task: TaskId, attr: Attr) {
        self.entities[task] = Entity::of(attr);
    }

    /// `task_fork_fair`: a child starts from its parent's vruntime.
    fn inherit(&mut self, at: At, task: TaskId) {
        self.update_curr(at);
        let parent = at.curr.map(|curr| self.entities[curr].vruntime);
        let rq = &self.queues[at.cpu];
        let se = &mut self.entities[task];
        se.vruntime = rq.place_forked(se, parent, &self.tunables).wrapping_sub(rq.min_vruntime);
    }

    fn enqueue(&mut self, at: At, joining: Joining) {
        let Joining { task, why, fresh, migrated } = joining;
        self.update_curr(at);
        self.update_load(at);
        let se = &mut self.entities[task];
        let rq = &mut self.queues[at.cpu];
        rq.load.join(at.now, joining, &mut se.load, self.new_task_util_share);
        // A migrated task comes with a vruntime relative to its old queue's `min_vruntime`.
        if fresh || migrated {
            se.vruntime = se.vruntime.wrapping_add(rq.min_vruntime);
        }
        match why {
            Enqueue::Wakeup | Enqueue::Unthrottle => {
                se.vruntime = rq.place_woken(se.vruntime, se.is_idle(), &self.tunables)
            }
            Enqueue::Fork | Enqueue::Move => {}
        }
        rq.wait(task, se.vruntime);
        rq.nr_idle += u32::from(se.is_idle());
    }

    /// A sleeper keeps its vruntime; for a migration the vruntime becomes relative.
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
        rq.leave(task, se.load.weight);
        rq.nr_idle -= u32::from(se.is_idle());
        if why == Dequeue::Move {
            se.vruntime = se.vruntime.wrapping_sub(rq.min_vruntime);
        }
        rq.update_min_vruntime(other);
        true
    }

    fn wake_queued(&mut self, _at: At, _task: TaskId) -> bool {
        false
    }

    /// `yield_task_fair`: the task becomes the *skip* buddy, which picks pass over if another task is near.
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
        self.queues[cpu].pick(&self.tunables, |task| entities[task].load.weight)
    }

    fn set_next(&mut self, at: At, task: TaskId) {
        self.update_load(at);
        self.update_task_load(at.now, task, true, false);
        let se = &mut self.entities[task];
        se.load.exec_start = at.now;
        se.prev_sum_exec = se.sum_exec;
        self.queues[at.cpu].load.touch(task);
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
        let slice = rq.tick_slice(se, &self.tunables);
        let ran = se.sum_exec - se.prev_sum_exec;
        if ran > slice {
            rq.forget_buddy(curr);
            return true;
        }
        let ahead = se.vruntime.wrapping_sub(leftmost) as i64;
        ran >= self.tunables.min_granularity && ahead > slice.0 as i64
    }

    fn preempts(&mut self, at: At, task: TaskId, _how: Woken, asked: bool) -> bool {
        let Some(curr) = at.curr.filter(|_| !asked) else { return false };
        let [curr, woken] = [curr, task].map(|task| Side::alone(self.entities[task].policy));
        match judge(curr, woken, false) {
            Judged::Preempts => true,
            Judged::Stays => false,
            Judged::ByOrder => self.check_preempt(at, task, true),
        }
    }

    #[inline]
    fn update(&mut self, at: At) {
        self.update_load(at);
    }

    fn pass_over(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].load.touch(task);
    }

    fn update_asleep(&mut self, at: At, task: TaskId) {
        self.update_task_load(at.now, task, false, false);
    }

    /// `migrate_task_rq_fair`: the vruntime becomes relative to the old queue's `min_vruntime`.
    fn leave_asleep(&mut self, at: At, task: TaskId) {
        self.update_load(at);
        self.update_task_load(at.now, task, false, false);
        let min = self.queues[at.cpu].min_vruntime;
        let se = &mut self.entities[task];
        se.vruntime = se.vruntime.wrapping_sub(min);
    }

    fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool) {
        self.queues[cpu].load.migrate(&mut self.entities[task].load, fresh);
    }

    fn forget(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].load.forget(&self.entities[task].load);
    }

    fn warm(&mut self, cpu: CpuId, load: u64) {
        self.queues[cpu].load.warm(load);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CPU: CpuId = CpuId(0);
    const T: CfsTunables = CfsTunables {
        latency: Ns::ms(24),
        min_granularity: Ns::ms(3),
        wakeup_granularity: Ns::ms(4),
        base_slice: false,
        idle_min_granularity: false,
    };

    fn at(now: Ns, curr: Option<u16>) -> At {
        At { now, cpu: CPU, curr: curr.map(TaskId) }
    }

    fn joins(task: u16, why: Enqueue) -> Joining {
        Joining { task: TaskId(task), why, fresh: false, migrated: false }
    }

    /// A CPU that runs task 0 from time 0 on; the others wait. All of nice 0.
    fn running(tasks: u16) -> Cfs {
        let mut cfs = Cfs::new(1, T, false);
        for task in 0..tasks {
            cfs.add_task(Attr::default());
            cfs.enqueue(at(Ns::ZERO, None), joins(task, Enqueue::Move));
        }
        assert_eq!(cfs.pick(at(Ns::ZERO, None)), Some(TaskId(0)));
        cfs.set_next(at(Ns::ZERO, Some(0)), TaskId(0));
        cfs
    }

    #[test]
    fn a_tick_ends_a_turn_after_its_slice_or_once_it_is_a_slice_ahead_of_the_leftmost() {
        let ns = Ns(1);
        for (tasks, ran, behind, over) in [
            (1, Ns::ms(90), Ns::ZERO, false),
            (2, Ns::ms(12), Ns::ZERO, false),
            (2, Ns::ms(12) + ns, Ns::ZERO, true),
            (4, Ns::ms(6), Ns::ZERO, false),
            (4, Ns::ms(6) + ns, Ns::ZERO, true),
            // After the least granularity only the distance counts.
            (4, Ns::ms(3), Ns::ms(3) + ns, true),
            (4, Ns::ms(3), Ns::ms(3), false),
            (4, Ns::ms(3) - ns, Ns::ms(9), false),
            // With so many that the latency is not enough, a slice is the granularity.
            (16, Ns::ms(3), Ns::ZERO, false),
            (16, Ns::ms(3) + ns, Ns::ZERO, true),
        ] {
            let mut cfs = running(tasks);
            cfs.entities[TaskId(0)].vruntime = behind.0;
            assert_eq!(cfs.tick(at(ran, Some(0)), 1), over, "{tasks} tasks, {ran}, {behind}");
        }
    }

    #[test]
    fn a_woken_task_preempts_by_more_than_the_granularity_and_is_the_next_one() {
        for (ahead, preempts) in [(Ns::ms(4), false), (Ns::ms(4) + Ns(1), true)] {
            for (tasks, last) in [(7, None), (8, Some(TaskId(0)))] {
                let mut cfs = running(tasks);
                let task = TaskId(1);
                assert_eq!(
                    cfs.preempts(at(ahead, Some(0)), task, Woken::Plain, false),
                    preempts,
                    "{ahead} {tasks}"
                );
                let rq = &cfs.queues[CPU];
                assert_eq!(rq.next, preempts.then_some(task));
                // The preempted task becomes the *last* buddy, if the queue has at least `sched_nr_latency` tasks.
                assert_eq!(rq.last, last.filter(|_| preempts), "{ahead} {tasks}");
                assert!(cfs.is_buddy(CPU, task) == preempts && !cfs.is_buddy(CPU, TaskId(2)));
                assert_eq!(cfs.is_buddy(CPU, TaskId(0)), preempts && last.is_some());
                assert!(
                    !cfs.preempts(at(Ns::ms(50), Some(0)), task, Woken::Plain, true),
                    "somebody has asked already"
                );
            }
        }
    }

    #[test]
    fn a_woken_task_is_placed_at_most_half_a_latency_back_and_a_moved_one_keeps_its_relative_vruntime() {
        let mut cfs = running(3);
        cfs.dequeue(at(Ns::ZERO, Some(0)), TaskId(1), Dequeue::Sleep);
        cfs.dequeue(at(Ns::ms(1), Some(0)), TaskId(2), Dequeue::Move);
        assert_eq!((cfs.nr_running(CPU), cfs.weight(CPU)), (1, 1024));
        // No task waits: `min_vruntime` follows the running task.
        cfs.put_prev(at(Ns::ms(40), Some(0)));
        assert_eq!(cfs.pick(at(Ns::ms(40), None)), Some(TaskId(0)));
        cfs.set_next(at(Ns::ms(40), Some(0)), TaskId(0));
        let now = at(Ns::ms(40), Some(0));
        assert_eq!(cfs.clock(CPU), 40_000_000);
        cfs.enqueue(now, joins(1, Enqueue::Wakeup));
        assert_eq!(cfs.place(CPU, TaskId(1)).vruntime_ns, -12_000_000);
        let moved = cfs.entities[TaskId(2)].vruntime as i64;
        assert_eq!(moved, 0);
        cfs.entities[TaskId(2)].vruntime = 5_000_000;
        cfs.enqueue(now, Joining { migrated: true, ..joins(2, Enqueue::Move) });
        assert_eq!(cfs.place(CPU, TaskId(2)).vruntime_ns, 5_000_000);
        cfs.dequeue(now, TaskId(2), Dequeue::Move);
        assert_eq!(cfs.entities[TaskId(2)].vruntime, 5_000_000);
        let place = cfs.place(CPU, TaskId(1));
        assert_eq!((place.slice_ns, place.prio, place.weight), (12_000_000, 120, 1024));
        // A sleeping task that migrates takes its relative vruntime along, too.
        cfs.leave_asleep(now, TaskId(1));
        assert_eq!(cfs.entities[TaskId(1)].vruntime as i64, -12_000_000);
    }

    #[test]
    fn a_new_task_adds_its_load_and_the_utilisation_that_the_rule_gives_it() {
        for (share, begins) in [(true, 150), (false, 362)] {
            let mut cfs = running(1);
            cfs.new_task_util_share = share;
            cfs.add_task(Attr::default());
            let avg = &mut cfs.queues[CPU].load.avg;
            (avg.util_avg, avg.load_avg) = (300, 2047);
            cfs.enqueue(at(Ns::ZERO, Some(0)), Joining { fresh: true, ..joins(1, Enqueue::Fork) });
            let own = &cfs.entities[TaskId(1)].load.avg;
            assert_eq!((own.util_avg, own.load_avg), (begins, 1024), "{share}");
            let avg = &cfs.queues[CPU].load.avg;
            assert_eq!((avg.util_avg, avg.load_avg), (300 + begins, 2047 + 1024));
        }
    }

    #[test]
    fn a_child_begins_a_slice_behind_the_queue_or_with_its_parent() {
        // How far the parent is ahead of the queue, and where the child begins.
        for (ahead, begins) in [(Ns::ZERO, Ns::ms(8)), (Ns::ms(8), Ns::ms(8)), (Ns::ms(9), Ns::ms(9))] {
            let mut cfs = running(2);
            cfs.add_task(Attr::default());
            cfs.inherit(at(ahead, Some(0)), TaskId(2));
            assert_eq!(cfs.entities[TaskId(2)].vruntime, begins.0, "{ahead}");
        }
    }

    #[test]
    fn a_yielding_task_is_passed_over_if_another_one_is_near() {
        for (behind, picked) in [(Ns::ms(4), 1), (Ns::ms(4) + Ns(1), 0)] {
            let mut cfs = running(2);
            cfs.queues[CPU].unwait(TaskId(1));
            cfs.queues[CPU].wait(TaskId(1), behind.0);
            cfs.yields(at(Ns::ZERO, Some(0)));
            cfs.put_prev(at(Ns::ZERO, Some(0)));
            assert_eq!(cfs.next(at(Ns::ZERO, None)), Some(TaskId(picked)));
            assert_eq!(cfs.pick(at(Ns::ZERO, None)), Some(TaskId(picked)), "{behind}");
            assert_eq!(cfs.queues[CPU].skip, Some(TaskId(0)).filter(|_| picked == 1), "{behind}");
        }
    }

    #[test]
    fn a_new_weight_changes_the_pace_of_vruntime_and_the_weight_of_the_queue() {
        for on_rq in [true, false] {
            let mut cfs = running(2);
            cfs.reweigh(at(Ns::ms(2), Some(0)), TaskId(0), 2048, on_rq);
            assert_eq!(cfs.weight(CPU), if on_rq { 3072 } else { 2048 });
            cfs.update_curr(at(Ns::ms(4), Some(0)));
            assert_eq!(cfs.entities[TaskId(0)].vruntime, 3_000_000);
            assert_eq!(cfs.entities[TaskId(0)].sum_exec, Ns::ms(4));
        }
    }

    #[test]
    fn the_load_of_a_task_leaves_with_it_unless_it_was_never_here() {
        for (fresh, left) in [(true, 500), (false, 100)] {
            let mut cfs = running(2);
            cfs.queues[CPU].load.avg.load_avg = 500;
            cfs.entities[TaskId(1)].load.avg.load_avg = 400;
            cfs.entities[TaskId(1)].load.exec_start = Ns::ms(3);
            cfs.migrate(CPU, TaskId(1), fresh);
            assert_eq!((cfs.load(CPU).load_avg, cfs.last_ran(TaskId(1))), (left, Ns::ZERO));
        }
        let mut cfs = running(2);
        cfs.queues[CPU].load.avg.load_avg = 500;
        cfs.entities[TaskId(1)].load.avg.load_avg = 400;
        cfs.forget(CPU, TaskId(1));
        assert_eq!(cfs.load(CPU).load_avg, 100);
    }
}
