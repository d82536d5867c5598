//! Flat control groups (7.3, `sched/eevdf: Move to a single runqueue`): one queue per CPU orders the tasks of all groups. Each
//! has there its part of its group's weight: its own weight times the group's shares on the CPU, divided by the weights of the
//! group's tasks there. The queues of the groups and their entities only keep loads, from which the shares are computed.
//!
//! Of the class the order ([`Turn`](crate::runqueue::eevdf::Turn)) of a CPU's root queue is used alone, and the loads of all
//! queues.

use super::Grouped;
use crate::engine::ids::{CpuId, TaskId};
use crate::runqueue::eevdf::{Eevdf, Sleep};
use crate::runqueue::policy::Judged;
use crate::runqueue::{At, Dequeue, Enqueue, Joining, RunQueues, Woken};

/// `MIN_SHARES`: the least weight of a task.
const MIN_SHARES: u64 = 2;

/// `__calc_prop_weight` down a group: the weight of a task in the one queue of its CPU. `own`: its weight in the group;
/// `shares`: the group's weight on the CPU; `queued`: the weights of its tasks there.
pub fn prop_weight(own: u64, shares: u64, queued: u64) -> u64 {
    (own * shares).checked_div(queued).unwrap_or(own).max(MIN_SHARES)
}

impl Grouped {
    /// The class, if its groups are flat.
    pub(super) fn flat(&self) -> Option<&Eevdf> {
        match &self.class {
            RunQueues::Eevdf(eevdf) if eevdf.rules.flat_groups => Some(eevdf),
            _ => None,
        }
    }

    /// One queue per CPU orders the tasks of all groups.
    pub fn is_flat(&self) -> bool {
        self.flat().is_some()
    }

    fn flat_mut(&mut self) -> Option<&mut Eevdf> {
        match &mut self.class {
            RunQueues::Eevdf(eevdf) if eevdf.rules.flat_groups => Some(eevdf),
            _ => None,
        }
    }

    /// The weight of a task of a queue in the one queue of its CPU: its part of its group's weight, which is a part of the
    /// weight of the group that this is in.
    fn h_load(&self, cpu: CpuId, task: TaskId) -> u64 {
        let Some(eevdf) = self.flat() else { return 0 };
        let own = eevdf.loads.tasks[self.inner(task)].weight;
        self.upwards(self.group(task)).fold(own, |own, group| {
            let queued = eevdf.loads.queues[self.queue(group, cpu)].weight;
            prop_weight(own, self.of(group, cpu).weight, queued)
        })
    }

    /// Charges the running task (`update_curr_fair`).
    pub(super) fn charge(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let level = self.level(at, self.group(curr));
        if let Some(eevdf) = self.flat_mut() {
            let time = eevdf.loads.charge(level);
            eevdf.turns[at.cpu].charge(time, &mut eevdf.entities, &eevdf.rules);
        }
    }

    /// A task joins the loads of its group's queue, or of the root's.
    pub(super) fn track(&mut self, at: At, joining: Joining) {
        self.charge(at);
        let level = self.level(at, self.group(joining.task));
        let task = self.inner(joining.task);
        if let Some(eevdf) = self.flat_mut() {
            eevdf.loads.update_queue(level);
            eevdf.loads.join(level, Joining { task, ..joining });
        }
    }

    /// A group's entity joins the loads of its parent's queue.
    pub(super) fn track_group(&mut self, at: At, group: usize) {
        let (above, task) = (self.above(at, group), self.entity(group, at.cpu));
        if let Some(eevdf) = self.flat_mut() {
            let joining = Joining { task, why: Enqueue::Wakeup, fresh: false, migrated: false };
            eevdf.loads.update_queue(above);
            eevdf.loads.join(above, joining);
        }
    }

    fn untrack_group(&mut self, at: At, group: usize) {
        let (above, entity) = (self.above(at, group), self.entity(group, at.cpu));
        if let Some(eevdf) = self.flat_mut() {
            eevdf.loads.update_queue(above);
            eevdf.loads.update_task(at.now, entity, true, above.curr == Some(entity));
            eevdf.loads.leave(above.cpu, entity);
        }
        self.of_mut(group, at.cpu).queued = false;
    }

    /// A task that the loads count joins the order of its CPU.
    pub(super) fn enter(&mut self, cpu: CpuId, task: TaskId, forked: bool) {
        let (weight, task) = (self.h_load(cpu, task), self.inner(task));
        if let Some(eevdf) = self.flat_mut() {
            eevdf.entities[task].reweigh(weight);
            eevdf.turns[cpu].recentre(&eevdf.entities);
            eevdf.turns[cpu].join(task, forked, &mut eevdf.entities, &eevdf.rules);
        }
    }

    /// A task that has left the order leaves the loads of its group and of the CPU.
    fn untrack(&mut self, at: At, task: TaskId) {
        let group = self.group(task);
        let (queue, inner) = (self.queue(group, at.cpu), self.inner(task));
        if let Some(eevdf) = self.flat_mut() {
            eevdf.loads.leave(queue, inner);
        }
        let closed = self.is_closed(group, at.cpu);
        self.here[at.cpu].nr -= u32::from(!closed);
        let mut group = group;
        while group > 0 && !self.is_shut(group, at.cpu) && self.nr_of(group, at.cpu) == 0 {
            self.update_tg_load_avg(at, group);
            self.untrack_group(at, group);
            self.return_runtime(at, group);
            group = self.parent(group);
        }
        if closed {
            return;
        }
        if at.curr == Some(task) {
            self.stop(at, group);
            return;
        }
        while group > 0 {
            self.update_cfs_group(at, group);
            group = self.parent(group);
        }
    }

    /// The running task has gone to sleep, and others of its group stay.
    fn stop(&mut self, at: At, group: usize) {
        let idle = At { curr: None, ..at };
        let mut group = group;
        while group > 0 {
            let above = self.above(at, group);
            if let Some(eevdf) = self.flat_mut() {
                eevdf.loads.update_running(above);
            }
            self.update_cfs_group(idle, group);
            self.check_runtime(idle, group);
            group = self.parent(group);
        }
    }

    /// See [`SchedClass::dequeue`](crate::runqueue::SchedClass::dequeue).
    pub(super) fn flat_dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool {
        self.charge(at);
        let (throttled, group) = (self.is_throttled(task, at.cpu), self.group(task));
        let (level, inner) = (self.level(at, group), self.inner(task));
        if let Some(eevdf) = self.flat_mut() {
            eevdf.loads.update_queue(level);
            eevdf.loads.update_task(at.now, inner, true, level.curr == Some(inner));
            let turn = &mut eevdf.turns[at.cpu];
            match why {
                _ if throttled => {}
                Dequeue::Sleep => {
                    if turn.sleep(inner, &mut eevdf.entities, &eevdf.rules) == Sleep::Delayed {
                        eevdf.loads.delay(level.cpu);
                        if group > 0 && at.curr == Some(task) {
                            self.stop(at, group);
                        }
                        return false;
                    }
                }
                Dequeue::Exit | Dequeue::Move => {
                    if eevdf.entities[inner].delayed {
                        eevdf.loads.end_delay(level, inner);
                    }
                    turn.leave(inner, why == Dequeue::Exit, &mut eevdf.entities, &eevdf.rules);
                }
            }
        }
        self.untrack(at, task);
        true
    }

    pub(super) fn flat_wake_queued(&mut self, at: At, task: TaskId) -> bool {
        let (level, inner) = (self.level(at, self.group(task)), self.inner(task));
        if !self.is_delayed(inner) {
            return false;
        }
        if self.flat().is_some_and(|eevdf| eevdf.rules.requeue_charges) {
            self.charge(at);
        }
        if let Some(eevdf) = self.flat_mut() {
            eevdf.loads.end_delay(level, inner);
            eevdf.turns[at.cpu].wake_delayed(inner, &mut eevdf.entities, &eevdf.rules);
        }
        true
    }

    pub(super) fn flat_yields(&mut self, at: At) {
        self.charge(at);
        self.update_running(at);
        let Some(curr) = at.curr.map(|curr| self.inner(curr)) else { return };
        if let Some(eevdf) = self.flat_mut() {
            let eligible = eevdf.turns[at.cpu].is_eligible(curr, &eevdf.entities);
            eevdf.entities[curr].give_up(eligible, &eevdf.rules);
        }
    }

    /// Brings the loads of the running task, of its group and of the CPU up to now.
    fn update_running(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        let own = self.group(curr);
        let levels: Vec<At> = self.upwards(own).chain([0]).map(|group| self.level(at, group)).collect();
        if let Some(eevdf) = self.flat_mut() {
            levels.into_iter().for_each(|level| eevdf.loads.update_running(level));
        }
    }

    pub(super) fn flat_put_prev(&mut self, at: At) {
        self.charge(at);
        self.update_running(at);
        if let Some(eevdf) = self.flat_mut() {
            eevdf.turns[at.cpu].put_prev(&eevdf.entities);
        }
    }

    pub(super) fn flat_pick(&mut self, at: At) -> Option<TaskId> {
        let mut left = Vec::new();
        let eevdf = self.flat_mut()?;
        let next = eevdf.turns[at.cpu].pick(&mut eevdf.entities, &eevdf.rules, &mut left);
        self.have_left(at, left);
        self.outer(next?)
    }

    /// Delayed tasks have left the order.
    fn have_left(&mut self, at: At, left: Vec<TaskId>) {
        for inner in left {
            let Some(task) = self.outer(inner) else { continue };
            let level = self.level(at, self.group(task));
            if let Some(eevdf) = self.flat_mut() {
                eevdf.loads.end_delay(level, inner);
            }
            self.untrack(at, task);
        }
    }

    /// The weight of a task that is switched in is brought up to date before its protection is computed.
    pub(super) fn flat_set_next(&mut self, at: At, task: TaskId) {
        let own = self.group(task);
        let (level, inner) = (self.level(at, own), self.inner(task));
        let above: Vec<_> =
            self.upwards(own).map(|group| (self.above(at, group), self.entity(group, at.cpu))).collect();
        if let Some(eevdf) = self.flat_mut() {
            for (above, entity) in above.into_iter().rev() {
                eevdf.loads.set_next(above, entity);
            }
            eevdf.loads.set_next(level, inner);
            eevdf.turns[at.cpu].curr = Some(inner);
            if eevdf.turns[at.cpu].put() != Some(inner) {
                self.reweigh_task(at.cpu, task);
            }
        }
        if let Some(eevdf) = self.flat_mut() {
            eevdf.turns[at.cpu].set_next(inner, &mut eevdf.entities, &eevdf.rules);
        }
    }

    /// `reweight_eevdf`
    fn reweigh_task(&mut self, cpu: CpuId, task: TaskId) {
        let (weight, inner) = (self.h_load(cpu, task), self.inner(task));
        if let Some(eevdf) = self.flat_mut()
            && eevdf.entities[inner].weight != weight
        {
            eevdf.turns[cpu].recentre(&eevdf.entities);
            eevdf.turns[cpu].reweigh(inner, weight, &mut eevdf.entities, &eevdf.rules);
        }
    }

    pub(super) fn flat_tick(&mut self, at: At) -> bool {
        let Some(curr) = at.curr else { return false };
        self.charge(at);
        self.update_running(at);
        let mut group = self.group(curr);
        while group > 0 {
            self.update_cfs_group(at, group);
            group = self.parent(group);
        }
        self.reweigh_task(at.cpu, curr);
        self.flat().is_some_and(|eevdf| eevdf.turns[at.cpu].is_over())
    }

    pub(super) fn flat_preempts(
        &mut self,
        at: At,
        task: TaskId,
        how: Woken,
        judged: Judged,
        asked: bool,
    ) -> bool {
        if judged != Judged::ByOrder {
            let preempts = judged == Judged::Preempts && !asked;
            if let Some(eevdf) = self.flat_mut().filter(|_| preempts) {
                eevdf.turns[at.cpu].idle_gives_way(&mut eevdf.entities, &eevdf.rules);
            }
            return preempts;
        }
        self.charge(at);
        let (inner, mut left) = (self.inner(task), Vec::new());
        let Some(eevdf) = self.flat_mut().filter(|eevdf| eevdf.rules.short_buddy || !asked) else {
            return false;
        };
        let turn = &mut eevdf.turns[at.cpu];
        let preempts = turn.preempts(inner, how, &mut eevdf.entities, &eevdf.rules, &mut left);
        self.have_left(at, left);
        preempts && !asked
    }

    /// The tasks of a group and of the groups in it leave the order of a CPU (`throttle_cfs_rq_work`), unless they have. A
    /// delayed one is gone then.
    pub(super) fn flat_throttle(&mut self, at: At, group: usize) {
        if self.is_closed(group, at.cpu) {
            return;
        }
        self.charge(at);
        for task in self.all_of(group, at.cpu) {
            let (level, inner) = (self.level(at, self.group(task)), self.inner(task));
            let Some(eevdf) = self.flat_mut() else { return };
            let delayed = eevdf.entities[inner].delayed;
            if delayed {
                eevdf.loads.end_delay(level, inner);
            }
            eevdf.turns[at.cpu].leave(inner, true, &mut eevdf.entities, &eevdf.rules);
            if delayed {
                eevdf.loads.leave(level.cpu, inner);
                self.here[at.cpu].nr -= 1;
            }
        }
    }

    /// The entity of a throttled group leaves the loads of its parent's queue, and so does that of each group which that leaves
    /// empty.
    pub(super) fn flat_leave(&mut self, at: At, group: usize) {
        let mut group = group;
        while group > 0 && self.of(group, at.cpu).queued {
            self.untrack_group(at, group);
            group = self.parent(group);
            if group > 0 && (self.of(group, at.cpu).throttled || self.nr_of(group, at.cpu) > 0) {
                return;
            }
        }
    }

    /// They join it again (`tg_unthrottle_up`).
    pub(super) fn flat_unthrottle(&mut self, at: At, group: usize) {
        if self.is_closed(group, at.cpu) {
            return;
        }
        for task in self.all_of(group, at.cpu) {
            self.enter(at.cpu, task, false);
        }
    }

    /// All tasks of a group's queue, in the order of their last run, then those of the groups in it that are not throttled.
    fn all_of(&self, group: usize, cpu: CpuId) -> Vec<TaskId> {
        let queue = self.queue(group, cpu);
        let Some(eevdf) = self.flat() else { return Vec::new() };
        let own = eevdf.loads.queues[queue].by_last_run();
        let mut all: Vec<TaskId> = own.iter().filter_map(|&task| self.outer(task)).collect();
        for child in self.children(group).filter(|&child| !self.of(child, cpu).throttled) {
            all.extend(self.all_of(child, cpu));
        }
        all
    }

    /// The tasks of a CPU that wait or are delayed, by deadline.
    pub(super) fn flat_order(&self, cpu: CpuId, delayed: bool) -> Option<Vec<TaskId>> {
        let eevdf = self.flat()?;
        let order = eevdf.turns[cpu].rq.waiting().filter(|&task| eevdf.entities[task].delayed == delayed);
        Some(order.filter_map(|task| self.outer(task)).collect())
    }

    pub(super) fn flat_throttled(&self, group: usize, cpu: CpuId) -> Option<Vec<TaskId>> {
        self.flat().map(|_| self.all_of(group, cpu))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::time::Ns;
    use crate::machine::kernel::{KernelId, KernelRules, rules};
    use crate::runqueue::groups::Given;
    use crate::runqueue::{Attr, Place, SchedClass};

    /// Weights of nice 0.
    #[test]
    fn a_task_weighs_its_part_of_its_groups_shares() {
        // Of three tasks of nice 0, and of nice 0 beside nice 5.
        assert_eq!(prop_weight(1024, 1024, 3 * 1024), 341);
        assert_eq!(prop_weight(1024, 2048, 1024 + 335), 1543);
        assert_eq!(prop_weight(335, 2048, 1024 + 335), 504);
        // Alone, a task weighs what the group does.
        assert_eq!(prop_weight(15, 1024, 15), 1024);
        assert_eq!(prop_weight(15, 128, 20 * 1024), 2);
    }

    const CPU: CpuId = CpuId(0);

    fn at(now: Ns, curr: Option<u16>) -> At {
        At { now, cpu: CPU, curr: curr.map(TaskId) }
    }

    /// A CPU of a machine with eight, under 7.3 with slices of 3 ms: tasks in these groups, of weight 100, join at 0.
    fn joined(tasks: &[u8]) -> Grouped {
        let kernel = KernelRules { base_slice_us: 750, throttle_tasks: false, ..rules(KernelId::V7_3) };
        let given = [Given { quota: Some(Ns::ms(20)), ..Given::default() }; 2];
        let class = RunQueues::Eevdf(Eevdf::new(1 + given.len(), &kernel, 8, Ns::ms(4)));
        let mut grouped = Grouped::new(class, 1, &given, &kernel);
        for (task, &group) in (0..).zip(tasks) {
            grouped.add_task(Attr { group, ..Attr::default() });
            let joining = Joining { task: TaskId(task), why: Enqueue::Move, fresh: false, migrated: false };
            grouped.enqueue(at(Ns::ZERO, None), joining);
        }
        grouped
    }

    fn runs(grouped: &mut Grouped, now: Ns) -> TaskId {
        let task = grouped.pick(at(now, None)).expect("a task");
        grouped.set_next(at(now, None), task);
        task
    }

    /// The weight of a task, and how far its vruntime and its deadline are ahead of V (µs).
    fn place(grouped: &Grouped, task: u16) -> (u64, i64, i64) {
        let Place { weight, vruntime_ns, deadline_ns, .. } = grouped.place(CPU, TaskId(task));
        (weight, vruntime_ns / 1_000, deadline_ns / 1_000)
    }

    /// Tasks 0 and 1 in a group of 1024, task 2 in the root group, slices of 3 ms. Task 0 joined an empty group with all of its
    /// weight, and so with a deadline at 3; task 1 with half of it, at 6. When task 0 is switched in, its weight is computed anew:
    /// the 3 ms it asked for are 6 of its own time. It runs for 4 ms: its vruntime is 8, V = (8 × 512) / 2048 = 2, and its
    /// request of 3 ms is served, so the next ends at 8 + 6.
    #[test]
    fn the_weight_of_a_task_is_computed_where_it_joins_where_it_is_switched_in_and_at_ticks() {
        let mut grouped = joined(&[1, 1, 0]);
        let all = |grouped: &Grouped| [0, 1, 2].map(|task| place(grouped, task));
        assert_eq!(all(&grouped), [(1024, 0, 3_000), (512, 0, 6_000), (1024, 0, 3_000)]);
        assert_eq!(runs(&mut grouped, Ns::ZERO), TaskId(0));
        assert_eq!(all(&grouped), [(512, 0, 6_000), (512, 0, 6_000), (1024, 0, 3_000)]);
        assert!(grouped.tick(at(Ns::ms(4), Some(0)), 1), "its request is served");
        assert_eq!(all(&grouped), [(512, 6_000, 12_000), (512, -2_000, 4_000), (1024, -2_000, 1_000)]);
        // Its group is left to it, but it has the weight of that only from the next tick on.
        grouped.dequeue(at(Ns::ms(4), Some(0)), TaskId(1), Dequeue::Move);
        assert_eq!(place(&grouped, 0).0, 512);
        grouped.tick(at(Ns::ms(8), Some(0)), 1);
        assert_eq!(place(&grouped, 0).0, 1024);
    }

    /// A buddy stands in the root queue, as all tasks do.
    #[test]
    fn a_task_of_a_group_is_the_buddy_of_the_root_queue() {
        let mut grouped = joined(&[1, 1, 0]);
        let buddy = grouped.inner(TaskId(1));
        let RunQueues::Eevdf(eevdf) = &mut grouped.class else { panic!("7.3 has EEVDF") };
        eevdf.turns[CPU].next = Some(buddy);
        assert_eq!([0, 1, 2].map(|task| grouped.is_buddy(CPU, TaskId(task))), [false, true, false]);
    }

    /// In ms. At 4 task 0 is at 8, the others at 0, and V is 2. Task 1 leaves first, with a lag of 2; V is then 8 / 3, and task 0
    /// leaves with -5.333. Task 2 runs to 5. Task 1 joins at 5 - 2 × 1.5 = 2, and V is 4; task 0 joins at 4 + 5.333 × 4 / 3 =
    /// 11.111, and V is 5.777.
    #[test]
    fn throttled_tasks_leave_the_order_and_come_back_with_their_lag() {
        let mut grouped = joined(&[1, 1, 0]);
        assert_eq!(runs(&mut grouped, Ns::ZERO), TaskId(0));
        grouped.put_prev(at(Ns::ms(4), Some(0)));
        let lags = |grouped: &Grouped| [0, 1].map(|task| -place(grouped, task).1);
        assert_eq!(lags(&grouped), [-6_000, 2_000]);
        grouped.throttle(at(Ns::ms(4), None), 1);
        assert_eq!((grouped.nr_running(CPU), grouped.waiting(at(Ns::ms(4), None))), (1, vec![TaskId(2)]));
        assert_eq!(grouped.throttled(at(Ns::ms(4), None)), [TaskId(1), TaskId(0)]);
        assert_eq!(runs(&mut grouped, Ns::ms(4)), TaskId(2));
        grouped.unthrottle(at(Ns::ms(9), Some(2)), 1);
        assert_eq!(grouped.nr_running(CPU), 3);
        assert_eq!(lags(&grouped), [-5_333, 3_777]);
    }
}
