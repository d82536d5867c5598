//! EEVDF as a scheduling class: one [`Turn`] per CPU, and the loads that all fair classes track.

use super::entity::Entity;
use super::rules::EevdfRules;
use super::turn::{Sleep, Turn};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;
use crate::machine::kernel::KernelRules;
use crate::runqueue::loads::{Loads, TaskLoad};
use crate::runqueue::pelt::SchedAvg;
use crate::runqueue::policy::{Judged, Side, judge};
use crate::runqueue::weight::prio_of;
use crate::runqueue::{At, Attr, Dequeue, Enqueue, Joining, Place, SchedClass, Woken};
use crate::scenario::Policy;

#[derive(Clone, Debug)]
pub struct Eevdf {
    pub rules: EevdfRules,
    pub turns: PerCpu<Turn>,
    pub entities: PerTask<Entity>,
    pub loads: Loads,
}

impl Eevdf {
    /// A class with `queues` queues. `cpus` and `tick` are the machine's.
    pub fn new(queues: usize, kernel: &KernelRules, cpus: usize, tick: Ns) -> Self {
        Self {
            rules: EevdfRules::of(kernel, cpus, tick),
            turns: (0..queues).map(|_| Turn::default()).collect(),
            entities: PerTask::new(),
            loads: Loads::new(queues, kernel),
        }
    }

    /// Brings the running task's time up to now (`update_curr`).
    #[inline]
    fn update_curr(&mut self, at: At) {
        let time = self.loads.charge(at);
        self.turns[at.cpu].charge(time, &mut self.entities, &self.rules);
    }

    /// Delayed tasks have left their queue.
    fn have_left(&mut self, at: At, left: Vec<TaskId>) {
        for task in left {
            self.loads.end_delay(at, task);
            self.loads.leave(at.cpu, task);
        }
    }

    /// The least slice of a queue's tasks, the running one and delayed ones included (`cfs_rq_min_slice`).
    pub fn min_slice(&self, queue: CpuId) -> Option<Ns> {
        let turn = &self.turns[queue];
        turn.rq.waiting().chain(turn.curr).map(|task| self.entities[task].slice(&self.rules)).min()
    }

    /// `check_preempt_wakeup_fair` past the policies, which came to `judged`.
    pub fn check_preempt(&mut self, at: At, woken: TaskId, how: Woken, judged: Judged) -> bool {
        match judged {
            Judged::Preempts => {
                self.turns[at.cpu].idle_gives_way(&mut self.entities, &self.rules);
                true
            }
            Judged::Stays => false,
            Judged::ByOrder => {
                self.update_curr(at);
                let mut left = Vec::new();
                let (entities, rules) = (&mut self.entities, &self.rules);
                let preempts = self.turns[at.cpu].preempts(woken, how, entities, rules, &mut left);
                self.have_left(at, left);
                preempts
            }
        }
    }

    /// Changes the weight of an entity (`reweight_entity`).
    pub fn reweigh(&mut self, at: At, entity: TaskId, weight: u64, on_rq: bool) {
        if on_rq {
            self.update_curr(at);
        }
        self.loads.reweigh(at, entity, weight, on_rq);
        if on_rq {
            self.turns[at.cpu].reweigh(entity, weight, &mut self.entities, &self.rules);
        } else {
            self.entities[entity].reweigh(weight);
        }
    }
}

fn entity_of(attr: Attr) -> Entity {
    Entity { own_slice: attr.slice, policy: attr.policy, ..Entity::new(attr.weight()) }
}

impl SchedClass for Eevdf {
    #[inline]
    fn nr_running(&self, cpu: CpuId) -> u32 {
        self.loads.queues[cpu].nr_running()
    }

    fn waiting(&self, at: At) -> Vec<TaskId> {
        self.turns[at.cpu].rq.waiting().filter(|&task| !self.entities[task].delayed).collect()
    }

    fn delayed(&self, cpu: CpuId) -> Vec<TaskId> {
        self.turns[cpu].rq.waiting().filter(|&task| self.entities[task].delayed).collect()
    }

    #[inline]
    fn nr_delayed(&self, cpu: CpuId) -> u32 {
        self.loads.queues[cpu].nr_delayed()
    }

    fn nr_idle(&self, cpu: CpuId) -> u32 {
        let idle = |&&task: &&TaskId| self.entities[task].policy == Policy::Idle;
        self.loads.queues[cpu].by_last_run().iter().filter(idle).count() as u32
    }

    fn clock(&self, cpu: CpuId) -> i64 {
        self.turns[cpu].average(&self.entities)
    }

    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId> {
        let all = self.loads.queues[cpu].by_last_run().iter();
        all.copied().filter(|&task| !self.entities[task].delayed).collect()
    }

    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId> {
        let all = self.loads.queues[cpu].by_last_run().iter();
        all.copied().filter(|&task| !self.entities[task].delayed).nth(place)
    }

    fn owes_on(&self, src: CpuId, dst: CpuId, task: TaskId) -> bool {
        self.rules.place_lag && self.nr_running(dst) > 0 && !self.turns[src].is_eligible(task, &self.entities)
    }

    fn is_buddy(&self, cpu: CpuId, task: TaskId) -> bool {
        self.turns[cpu].next == Some(task)
    }

    fn last_ran(&self, task: TaskId) -> Ns {
        self.loads.tasks[task].exec_start
    }

    #[inline]
    fn weight(&self, cpu: CpuId) -> u64 {
        self.loads.queues[cpu].weight
    }

    #[inline]
    fn load(&self, cpu: CpuId) -> &SchedAvg {
        &self.loads.queues[cpu].avg
    }

    #[inline]
    fn task_load(&self, task: TaskId) -> &SchedAvg {
        &self.loads.tasks[task].avg
    }

    fn place(&self, cpu: CpuId, task: TaskId) -> Place {
        let (turn, entity) = (&self.turns[cpu], &self.entities[task]);
        let clock = turn.average(&self.entities);
        let protected = self.rules.protects() && turn.is_running(task) && entity.is_protected();
        Place {
            vruntime_ns: entity.vruntime - clock,
            deadline_ns: entity.deadline - clock,
            slice_ns: entity.slice(&self.rules).0,
            eligible: turn.is_eligible(task, &self.entities),
            protected,
            protected_until_ns: if protected { entity.protected_until - clock } else { 0 },
            prio: prio_of(self.loads.tasks[task].weight),
            weight: entity.weight,
            ..Place::default()
        }
    }

    fn served_in(&self, at: At) -> Ns {
        at.curr.map_or(Ns::MAX, |curr| self.entities[curr].served_in())
    }

    fn next(&self, At { cpu, .. }: At) -> Option<TaskId> {
        let (mut turn, mut entities) = (self.turns[cpu].clone(), self.entities.clone());
        turn.put_prev(&entities);
        turn.pick(&mut entities, &self.rules, &mut Vec::new())
    }

    fn add_task(&mut self, attr: Attr) {
        self.entities.push(entity_of(attr));
        self.loads.tasks.push(TaskLoad::new(attr.weight()));
    }

    fn renew(&mut self, task: TaskId, attr: Attr) {
        self.entities[task] = entity_of(attr);
        self.loads.tasks[task] = TaskLoad::new(attr.weight());
    }

    /// A new task starts with lag 0, whatever its parent's lag.
    fn inherit(&mut self, at: At, _task: TaskId) {
        self.update_curr(at);
    }

    fn enqueue(&mut self, at: At, joining: Joining) {
        self.update_curr(at);
        self.loads.update_queue(at);
        self.loads.join(at, joining);
        let forked = joining.why == Enqueue::Fork;
        self.turns[at.cpu].join(joining.task, forked, &mut self.entities, &self.rules);
    }

    fn dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool {
        let running = at.curr == Some(task);
        self.update_curr(at);
        self.loads.update_queue(at);
        self.loads.update_task(at.now, task, true, running);
        let turn = &mut self.turns[at.cpu];
        match why {
            Dequeue::Sleep => {
                if turn.sleep(task, &mut self.entities, &self.rules) == Sleep::Delayed {
                    self.loads.delay(at.cpu);
                    return false;
                }
            }
            Dequeue::Exit | Dequeue::Move => {
                if self.entities[task].delayed {
                    self.loads.end_delay(at, task);
                }
                turn.leave(task, why == Dequeue::Exit, &mut self.entities, &self.rules);
            }
        }
        self.loads.leave(at.cpu, task);
        true
    }

    fn wake_queued(&mut self, at: At, task: TaskId) -> bool {
        if !self.entities[task].delayed {
            return false;
        }
        if self.rules.requeue_charges {
            self.update_curr(at);
        }
        self.loads.end_delay(at, task);
        self.turns[at.cpu].wake_delayed(task, &mut self.entities, &self.rules);
        true
    }

    fn yields(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        self.update_curr(at);
        self.loads.update_running(at);
        let eligible = self.turns[at.cpu].is_eligible(curr, &self.entities);
        self.entities[curr].give_up(eligible, &self.rules);
    }

    fn put_prev(&mut self, at: At) {
        self.update_curr(at);
        self.loads.update_running(at);
        self.turns[at.cpu].put_prev(&self.entities);
    }

    fn pick(&mut self, at: At) -> Option<TaskId> {
        let mut left = Vec::new();
        let next = self.turns[at.cpu].pick(&mut self.entities, &self.rules, &mut left);
        self.have_left(at, left);
        next
    }

    fn set_next(&mut self, at: At, task: TaskId) {
        self.loads.set_next(at, task);
        self.turns[at.cpu].set_next(task, &mut self.entities, &self.rules);
    }

    fn tick(&mut self, at: At, _ticks: u64) -> bool {
        self.update_curr(at);
        self.loads.update_running(at);
        self.turns[at.cpu].is_over()
    }

    fn preempts(&mut self, at: At, task: TaskId, how: Woken, asked: bool) -> bool {
        // With short buddies the check is made all the same: the woken task may become one.
        let Some(curr) = at.curr.filter(|_| !asked || self.rules.short_buddy) else { return false };
        let sides = [curr, task].map(|task| Side::alone(self.entities[task].policy));
        let judged = judge(sides[0], sides[1], true);
        if asked && judged != Judged::ByOrder {
            return false;
        }
        self.check_preempt(at, task, how, judged) && !asked
    }

    #[inline]
    fn update(&mut self, at: At) {
        self.loads.update_queue(at);
    }

    fn pass_over(&mut self, cpu: CpuId, task: TaskId) {
        self.loads.queues[cpu].touch(task);
    }

    fn update_asleep(&mut self, at: At, task: TaskId) {
        self.loads.update_task(at.now, task, false, false);
    }

    /// The task keeps its lag.
    fn leave_asleep(&mut self, at: At, task: TaskId) {
        self.loads.update_queue(at);
        self.loads.update_task(at.now, task, false, false);
    }

    fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool) {
        self.loads.queues[cpu].migrate(&mut self.loads.tasks[task], fresh);
    }

    fn forget(&mut self, cpu: CpuId, task: TaskId) {
        self.loads.queues[cpu].forget(&self.loads.tasks[task]);
    }

    fn warm(&mut self, cpu: CpuId, load: u64) {
        self.loads.queues[cpu].warm(load);
    }
}
