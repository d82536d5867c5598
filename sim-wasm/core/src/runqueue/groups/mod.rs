//! Control groups (`CONFIG_FAIR_GROUP_SCHED`): a fair class on several levels. Each group has a queue on every CPU
//! (`tg->cfs_rq[cpu]`), and an entity in the queue of its parent on that CPU that represents it (`tg->se[cpu]`). The root queue
//! picks a task or a group's entity; in the second case the group's queue picks one of the group's tasks, or the entity of a
//! group in it, and so on.
//!
//! All levels are one [`RunQueues`] of the kernel's class, with a queue for each CPU of each group. The entities of these
//! queues precede those of the tasks. A parent precedes its children. A run without groups has none of this.
//!
//! Left out: the common list of a CPU's tasks (`rq->cfs_tasks`), instead of which the lists of its queues are merged by the
//! time of the last run. The clock of load averages does not stop in a throttled queue.

pub mod bandwidth;
mod flat;
pub mod shares;

use super::cfs::CfsRq;
use super::eevdf::PickBuddy;
use super::pelt::SchedAvg;
use super::policy::{Judged, Side, judge};
use super::{At, Attr, Dequeue, Enqueue, Joining, Place, RunQueues, SchedClass, Woken};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::kernel::{CgroupMode, KernelRules};
use crate::scenario::{ControlGroup, Policy};
use bandwidth::{Pool, Timer};

/// The settings of a group. Groups are numbered from 1; 0 is the root group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given {
    /// `cpu.weight`
    pub weight: u32,
    /// `cpu.max`: the runtime in each period; `None`: `max`.
    pub quota: Option<Ns>,
    pub period: Ns,
    /// `cpu.max.burst`: unused runtime that is kept for later periods, at most.
    pub burst: Ns,
    /// `cpu.idle`
    pub idle: bool,
    /// The group that it is in; 0: the root group. A parent precedes its children.
    pub parent: u8,
    /// `cpuset.cpus.effective`: the CPUs of its tasks.
    pub cpus: CpuMask,
}

impl Default for Given {
    /// A group with the kernel's defaults, of which the CPUs say nothing.
    fn default() -> Self {
        Self {
            weight: shares::DEFAULT_WEIGHT,
            quota: None,
            period: Ns::ms(100),
            burst: Ns::ZERO,
            idle: false,
            parent: 0,
            cpus: CpuMask::first_n(crate::engine::mask::MAX_CPUS),
        }
    }
}

impl Given {
    /// The policy of the entities that represent it.
    fn policy(&self) -> Policy {
        if self.idle { Policy::Idle } else { Policy::Normal }
    }

    /// The settings of the groups of a document, on a machine with these CPUs.
    pub fn of(groups: &[ControlGroup], machine: CpuMask) -> Vec<Self> {
        let effective = ControlGroup::effective_cpus(groups, machine);
        let of = |(group, cpus): (&ControlGroup, CpuMask)| Self {
            weight: group.weight,
            quota: (group.quota_us > 0).then(|| Ns::us(group.quota_us.into())),
            period: Ns::us(group.period_us.into()),
            burst: Ns::us(group.burst_us.into()),
            idle: group.idle,
            parent: group.parent as u8,
            cpus,
        };
        groups.iter().zip(effective).map(of).collect()
    }
}

/// A group's queue on one CPU and the entity that represents it in the queue of its parent.
#[derive(Clone, Debug, Default)]
struct GroupQueue {
    /// The entity is in the queue of the parent.
    queued: bool,
    /// The weight of the entity there.
    weight: u64,
    /// The CPU's last contribution to the group's load, and its time.
    contribution: u64,
    /// The same of runnable tasks, times 1024.
    runnable_contribution: u64,
    contributed: Ns,
    /// `runtime_remaining` (ns): the rest of the slices taken; negative: a debt.
    runtime: i64,
    /// `expires_seq`: the refill of the pool that its runtime comes from.
    refill: u64,
    /// Throttled itself; its parent may be, too.
    throttled: bool,
    /// When its throttled time began; [`NEVER`](crate::engine::tree::NEVER): not yet.
    throttled_since: Ns,
    /// `throttled_limbo_list`: the tasks of the group that have been throttled here, the last one first.
    limbo: Vec<TaskId>,
}

#[derive(Clone, Debug)]
struct Group {
    given: Given,
    /// `tg->load_avg`: the sum of the CPUs' contributions.
    load: u64,
    /// `tg->runnable_avg`: the same of runnable tasks.
    runnable: u64,
    queues: PerCpu<GroupQueue>,
    pool: Pool,
}

/// A CPU.
#[derive(Clone, Debug, Default)]
struct Here {
    /// `h_nr_running`: the number of tasks in its queues, without throttled ones.
    nr: u32,
    /// The time up to which the running task has been charged to its group's runtime.
    since: Ns,
    /// The running task's group has no runtime left.
    over: bool,
}

/// The queues of a kernel with control groups.
#[derive(Clone, Debug)]
pub struct Grouped {
    class: RunQueues,
    cpus: usize,
    groups: Vec<Group>,
    group_of: PerTask<u8>,
    policy_of: PerTask<Policy>,
    /// The kernel rule `idle_by_entity`.
    pub strict_idle: bool,
    here: PerCpu<Here>,
    /// `cpu.weight` is in force; otherwise all groups have the default weight.
    weighs: bool,
    /// `cpu.max` is in force.
    limits: bool,
    /// A CPU updates its contribution to a group's load at most once in this time.
    rate: Ns,
    mode: CgroupMode,
    /// The kernel rule `slices_expire`.
    slices_expire: bool,
    /// The kernel rule `throttle_tasks`.
    throttle_tasks: bool,
    /// Queues of groups that are to be throttled at once.
    exhausted: Vec<(CpuId, usize)>,
    /// Timers that have been started.
    started: Vec<(Ns, Timer)>,
}

/// The state of a group on a CPU, for inspection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupPlace {
    /// The number of the group, from 1 on.
    pub group: usize,
    pub nr_running: u32,
    /// The weight of its entity in the queue of its parent.
    pub weight: u64,
    /// The group is throttled here, or one that it is in.
    pub throttled: bool,
    /// The rest of the runtime that the CPU has taken (ns; negative: a debt); `None`: no limit.
    pub runtime: Option<i64>,
}

impl Grouped {
    /// `class`: queues for the CPUs of each group and for the root's.
    pub fn new(mut class: RunQueues, cpus: usize, given: &[Given], rules: &KernelRules) -> Self {
        for given in given {
            let attr = Attr { policy: given.policy(), ..Attr::default() };
            (0..cpus).for_each(|_| class.add_task(attr));
        }
        let group = |&given: &Given| Group {
            given,
            load: 0,
            runnable: 0,
            queues: vec![GroupQueue { weight: given.shares(false), ..GroupQueue::default() }; cpus].into(),
            pool: Pool::new(given.quota),
        };
        Self {
            class,
            cpus,
            groups: given.iter().map(group).collect(),
            group_of: PerTask::new(),
            policy_of: PerTask::new(),
            strict_idle: true,
            here: vec![Here::default(); cpus].into(),
            weighs: true,
            limits: true,
            rate: Ns::ms(rules.tg_load_avg_ms.into()),
            mode: rules.cgroup_mode,
            slices_expire: rules.slices_expire,
            throttle_tasks: rules.throttle_tasks,
            exhausted: Vec::new(),
            started: Vec::new(),
        }
    }

    /// The class's number of the queue of a group on a CPU.
    #[inline]
    fn queue(&self, group: usize, cpu: CpuId) -> CpuId {
        CpuId((group * self.cpus) as u16 + cpu.0)
    }

    /// See [`RunQueues::set_slice`].
    pub fn set_slice(&mut self, task: TaskId, slice: Ns) {
        self.class.set_slice(self.inner(task), slice);
    }

    /// Sets the group of a task that is on no queue.
    pub fn set_group(&mut self, task: TaskId, group: u8) {
        self.group_of[task] = group;
    }

    /// See [`RunQueues::set_capacity`].
    pub fn set_capacity(&mut self, cpu: CpuId, capacity: u32) {
        for group in 0..=self.groups.len() {
            self.class.set_capacity(self.queue(group, cpu), capacity);
        }
    }

    /// The entity that represents it.
    #[inline]
    fn entity(&self, group: usize, cpu: CpuId) -> TaskId {
        TaskId(((group - 1) * self.cpus) as u16 + cpu.0)
    }

    fn entities(&self) -> u16 {
        (self.groups.len() * self.cpus) as u16
    }

    /// A task as the class numbers it, and back.
    #[inline]
    fn inner(&self, task: TaskId) -> TaskId {
        TaskId(task.0 + self.entities())
    }

    #[inline]
    fn outer(&self, task: TaskId) -> Option<TaskId> {
        task.0.checked_sub(self.entities()).map(TaskId)
    }

    /// The group of a group's entity.
    fn group_of_entity(&self, entity: TaskId) -> usize {
        usize::from(entity.0) / self.cpus + 1
    }

    #[inline]
    fn group(&self, task: TaskId) -> usize {
        usize::from(self.group_of[task])
    }

    /// The group in whose queue a task stands: its own, or the root group if all tasks stand there.
    fn queued_in(&self, task: TaskId) -> usize {
        if self.is_flat() { 0 } else { self.group(task) }
    }

    /// The numbers of all groups.
    fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.groups.len()
    }

    /// The group that a group is in; 0: the root group.
    #[inline]
    fn parent(&self, group: usize) -> usize {
        usize::from(self.groups[group - 1].given.parent)
    }

    /// A group and those that it is in, from the inside out, without the root group.
    fn upwards(&self, group: usize) -> impl Iterator<Item = usize> {
        let next = move |&group: &usize| Some(self.parent(group)).filter(|&parent| parent > 0);
        std::iter::successors(Some(group).filter(|&group| group > 0), next)
    }

    /// Whether a group is another one or in it. All are in the root group.
    fn is_within(&self, group: usize, outer: usize) -> bool {
        outer == 0 || self.upwards(group).any(|group| group == outer)
    }

    /// What represents a task in the queue of a group on a CPU: the task itself, or the entity of a group; `None`: the task is
    /// not in the group.
    #[inline]
    fn represents(&self, task: TaskId, group: usize, cpu: CpuId) -> Option<TaskId> {
        let own = self.group(task);
        if own == group {
            return Some(self.inner(task));
        }
        let below = self.upwards(own).find(|&below| self.parent(below) == group)?;
        Some(self.entity(below, cpu))
    }

    /// The innermost group that both are in (`find_matching_se`).
    fn common(&self, one: usize, other: usize) -> usize {
        self.upwards(one).find(|&group| self.is_within(other, group)).unwrap_or(0)
    }

    /// The root queue of a CPU at a moment.
    #[inline]
    fn root(&self, at: At) -> At {
        self.level(at, 0)
    }

    /// The queue of a group at a moment.
    #[inline]
    fn level(&self, at: At, group: usize) -> At {
        let curr = at.curr.and_then(|curr| self.represents(curr, group, at.cpu));
        At { curr, cpu: self.queue(group, at.cpu), ..at }
    }

    /// The queue in which a group's entity stands, at a moment.
    #[inline]
    fn above(&self, at: At, group: usize) -> At {
        self.level(at, self.parent(group))
    }

    fn of(&self, group: usize, cpu: CpuId) -> &GroupQueue {
        &self.groups[group - 1].queues[cpu]
    }

    fn of_mut(&mut self, group: usize, cpu: CpuId) -> &mut GroupQueue {
        &mut self.groups[group - 1].queues[cpu]
    }

    /// The root queue of a CPU, and those of its groups that are not throttled.
    fn open_queues(&self, cpu: CpuId) -> impl Iterator<Item = CpuId> {
        let open = self.numbers().filter(move |&group| !self.is_closed(group, cpu));
        std::iter::once(0).chain(open).map(move |group| self.queue(group, cpu))
    }

    /// `throttled_hierarchy`: a group is throttled on a CPU, or one that it is in.
    fn is_throttled_group(&self, group: usize, cpu: CpuId) -> bool {
        self.upwards(group).any(|group| self.of(group, cpu).throttled)
    }

    /// A group is throttled on a CPU, and that keeps its entity out of the queue of its parent.
    #[inline]
    fn is_shut(&self, group: usize, cpu: CpuId) -> bool {
        !self.throttle_tasks && self.of(group, cpu).throttled
    }

    /// A group is shut on a CPU, or one that it is in: none of its tasks there can be picked.
    fn is_closed(&self, group: usize, cpu: CpuId) -> bool {
        !self.throttle_tasks && self.is_throttled_group(group, cpu)
    }

    /// The tasks and groups in a group's queue.
    fn nr_of(&self, group: usize, cpu: CpuId) -> u32 {
        self.class.nr_running(self.queue(group, cpu))
    }

    fn children(&self, group: usize) -> impl Iterator<Item = usize> {
        self.numbers().skip(group).filter(move |&child| self.parent(child) == group)
    }

    /// The groups in a group's queue.
    fn entities_in(&self, group: usize, cpu: CpuId) -> u32 {
        self.children(group).map(|child| u32::from(self.of(child, cpu).queued)).sum()
    }

    /// The tasks of a group on a CPU and of the groups in it, without those (`all`: with those) that are throttled because of
    /// a group in it.
    fn tasks_of(&self, group: usize, cpu: CpuId, all: bool) -> u32 {
        let counted = self.children(group).filter(|&child| all || !self.is_shut(child, cpu));
        let below: u32 = counted.map(|child| self.tasks_of(child, cpu, all)).sum();
        let limbo = if all && group > 0 { self.of(group, cpu).limbo.len() as u32 } else { 0 };
        self.nr_of(group, cpu) - self.entities_in(group, cpu) + below + limbo
    }

    /// The load of a queue and of an entity in it.
    fn averages(&mut self, cpu: CpuId, entity: TaskId) -> Option<(&mut SchedAvg, &mut SchedAvg)> {
        match &mut self.class {
            RunQueues::Cfs(cfs) => Some((&mut cfs.queues[cpu].load.avg, &mut cfs.entities[entity].load.avg)),
            RunQueues::Eevdf(eevdf) => {
                Some((&mut eevdf.loads.queues[cpu].avg, &mut eevdf.loads.tasks[entity].avg))
            }
            _ => None,
        }
    }

    /// `propagate_entity_load_avg`: a task came to a group's queue or left it with its load, and the entities of the group and
    /// of those that it is in follow.
    fn propagate(&mut self, cpu: CpuId, group: usize) {
        let mut group = group;
        while group > 0 {
            let (queue, above) = (self.queue(group, cpu), self.queue(self.parent(group), cpu));
            let (load, sum) = (*self.class.load(queue), self.class.weight(queue));
            let weight = self.of(group, cpu).weight;
            let entity = self.entity(group, cpu);
            if let Some((above, own)) = self.averages(above, entity) {
                above.follow(own, weight, &load, sum);
            }
            group = self.parent(group);
        }
    }

    /// A task has joined the queue of a group: the group's entity joins the queue of its parent, or is woken there, and so on,
    /// up to a group that is throttled.
    fn climb(&mut self, at: At, group: usize) {
        let mut group = group;
        while group > 0 && !self.is_shut(group, at.cpu) {
            self.join_above(at, group);
            group = self.parent(group);
        }
    }

    /// A task or a group has left the queue of a group, or sleeps there, and others stay: the entities above stay. `running`: it
    /// was the running one.
    fn stay_above(&mut self, at: At, group: usize, running: bool, left: bool) {
        let idle = At { curr: None, ..at };
        let mut above = group;
        while above > 0 {
            if left {
                self.update_slice(at.cpu, above);
            }
            if running {
                self.class.put_prev(self.above(at, above));
            }
            above = self.parent(above);
        }
        let mut above = group;
        while above > 0 {
            self.update_cfs_group(if running { idle } else { at }, above);
            if running {
                self.check_runtime(idle, above);
            }
            above = self.parent(above);
        }
    }

    /// Puts the entity of a group into the queue of its parent, or wakes it there.
    fn join_above(&mut self, at: At, group: usize) {
        let entity = self.entity(group, at.cpu);
        let above = self.above(at, group);
        if self.is_flat() {
            self.update_cfs_group(at, group);
            if !std::mem::replace(&mut self.of_mut(group, at.cpu).queued, true) {
                self.track_group(at, group);
            }
        } else if self.of(group, at.cpu).queued {
            self.class.wake_queued(above, entity);
            self.update_cfs_group(at, group);
            self.update_slice(at.cpu, group);
        } else {
            self.update_cfs_group(at, group);
            self.update_slice(at.cpu, group);
            let why = Enqueue::Wakeup;
            self.class.enqueue(above, Joining { task: entity, why, fresh: false, migrated: false });
            self.of_mut(group, at.cpu).queued = true;
        }
    }

    /// The tasks of a group's queue have changed: its entity has their least slice. It asks for it in its next request.
    fn update_slice(&mut self, cpu: CpuId, group: usize) {
        let (queue, entity) = (self.queue(group, cpu), self.entity(group, cpu));
        if let RunQueues::Eevdf(eevdf) = &mut self.class
            && eevdf.rules.group_slice
            && let Some(slice) = eevdf.min_slice(queue)
        {
            eevdf.entities[entity].own_slice = Some(slice);
        }
    }

    /// `check_preempt_wakeup`, in the queue where the entities of both tasks are.
    fn check_preempt(&mut self, at: At, woken: TaskId, how: Woken, judged: Judged) -> bool {
        let is_task = at.curr.is_some_and(|curr| self.outer(curr).is_some());
        match &mut self.class {
            RunQueues::Eevdf(eevdf) => eevdf.check_preempt(at, woken, how, judged),
            RunQueues::Cfs(cfs) if judged == Judged::ByOrder => cfs.check_preempt(at, woken, is_task),
            _ => judged == Judged::Preempts,
        }
    }

    /// A task, and whether what represents it in the queue of a group that it is in is idle.
    fn side(&self, task: TaskId, common: usize) -> Side {
        let policy = self.policy_of[task];
        let below = self.upwards(self.group(task)).take_while(|&group| group != common).last();
        Side {
            task: policy,
            idle: below.map_or(policy == Policy::Idle, |below| self.groups[below - 1].given.idle),
        }
    }

    /// Which buddy an entity is in the queue of a group.
    fn buddies_in(&self, group: usize, cpu: CpuId, entity: Option<TaskId>) -> [bool; 3] {
        let RunQueues::Cfs(cfs) = &self.class else { return [false; 3] };
        let queue = &cfs.queues[self.queue(group, cpu)];
        queue.buddies().map(|buddy| buddy.is_some() && buddy == entity)
    }

    /// Which buddy a task is in its group's queue.
    fn buddies_of(&self, cpu: CpuId, task: TaskId) -> [bool; 3] {
        self.buddies_in(self.group(task), cpu, Some(self.inner(task)))
    }

    /// `clear_buddies`: if a task of a group is no longer a buddy, the group's entity is no longer one, either.
    fn clear_buddies(&mut self, cpu: CpuId, task: TaskId, was: [bool; 3]) {
        let (mut group, is) = (self.group(task), self.buddies_of(cpu, task));
        let mut ended: [bool; 3] = std::array::from_fn(|at| was[at] && !is[at]);
        while group > 0 && ended != [false; 3] {
            let (entity, above) = (self.entity(group, cpu), self.queue(self.parent(group), cpu));
            let RunQueues::Cfs(cfs) = &mut self.class else { return };
            for (buddy, ended) in cfs.queues[above].buddies_mut().into_iter().zip(&mut ended) {
                *ended = *ended && buddy.take_if(|buddy| *buddy == entity).is_some();
            }
            group = self.parent(group);
        }
    }

    /// Whoever has become a buddy by being woken (`NEXT_BUDDY`) makes its group one.
    fn mark_woken_buddy(&mut self, cpu: CpuId, group: usize, woken: TaskId) {
        let queue = self.queue(group, cpu);
        let is_buddy = matches!(&self.class, RunQueues::Eevdf(eevdf)
            if eevdf.rules.next_buddy && eevdf.turns[queue].next == Some(woken));
        if is_buddy {
            self.mark_next(cpu, group);
        }
    }

    /// `set_next_buddy` under EEVDF, of a group and those that it is in.
    fn mark_next(&mut self, cpu: CpuId, group: usize) {
        let mut group = group;
        while group > 0 {
            let (entity, above) = (self.entity(group, cpu), self.queue(self.parent(group), cpu));
            if let RunQueues::Eevdf(eevdf) = &mut self.class {
                eevdf.turns[above].next = Some(entity);
            }
            group = self.parent(group);
        }
    }

    /// A buddy in a group's queue makes the entities of the group and of those that it is in buddies (`set_next_buddy`,
    /// `set_last_buddy`, `set_skip_buddy`).
    fn mark_entity(&mut self, cpu: CpuId, group: usize, mut mark: impl FnMut(&mut CfsRq, Option<TaskId>)) {
        let mut group = group;
        while group > 0 {
            let (entity, above) = (self.entity(group, cpu), self.queue(self.parent(group), cpu));
            if let RunQueues::Cfs(cfs) = &mut self.class {
                mark(&mut cfs.queues[above], Some(entity));
            }
            group = self.parent(group);
        }
    }

    /// A task of a group has gone to sleep and others stay: the rest of its slice is for them.
    fn prefer_others(&mut self, cpu: CpuId, group: usize) {
        match &self.class {
            RunQueues::Cfs(_) => self.mark_entity(cpu, group, |queue, entity| queue.next = entity),
            RunQueues::Eevdf(eevdf) if eevdf.rules.pick_buddy != PickBuddy::Off => self.mark_next(cpu, group),
            _ => {}
        }
    }

    /// Counts the tasks again after a pick, which may have removed delayed tasks from the queues.
    fn recount(&mut self, cpu: CpuId) {
        for group in self.numbers() {
            let queued = self.nr_of(group, cpu) > 0 || self.is_delayed(self.entity(group, cpu));
            self.of_mut(group, cpu).queued &= queued;
        }
        self.here[cpu].nr = self.tasks_of(0, cpu, false);
    }

    fn is_delayed(&self, entity: TaskId) -> bool {
        matches!(&self.class, RunQueues::Eevdf(eevdf) if eevdf.entities[entity].delayed)
    }

    /// The group in the queue of another one of which a task ran on a CPU until now, if it is still runnable (EEVDF).
    fn put_group(&self, group: usize, cpu: CpuId) -> Option<usize> {
        let RunQueues::Eevdf(eevdf) = &self.class else { return None };
        let put = eevdf.turns[self.queue(group, cpu)].put().filter(|&put| self.outer(put).is_none())?;
        Some(self.group_of_entity(put))
    }

    /// A task of another group runs next.
    fn settle(&mut self, group: usize, cpu: CpuId) {
        let mut next = Some(group);
        while let Some(group) = next {
            next = self.put_group(group, cpu);
            let queue = self.queue(group, cpu);
            if let RunQueues::Eevdf(eevdf) = &mut self.class {
                eevdf.turns[queue].settle();
            }
        }
    }

    /// The CPUs that the tasks of a group may use.
    pub fn cpus_of(&self, group: usize) -> Option<CpuMask> {
        Some(self.groups.get(group.checked_sub(1)?)?.given.cpus)
    }

    /// Whether a group is idle as a whole, or one that it is in.
    pub fn is_idle(&self, group: usize) -> bool {
        self.upwards(group).any(|group| self.groups[group - 1].given.idle)
    }

    /// Whether a task is throttled on a CPU: it cannot be picked there until its group has runtime, or one that the group is in.
    pub fn is_throttled(&self, task: TaskId, cpu: CpuId) -> bool {
        let group = self.group(task);
        self.is_closed(group, cpu) || (group > 0 && self.of(group, cpu).limbo.contains(&task))
    }

    /// Whether a task that runs on a CPU is to be throttled when it returns to user mode.
    #[inline]
    pub fn is_to_throttle(&self, task: TaskId, cpu: CpuId) -> bool {
        self.throttle_tasks && self.is_throttled_group(self.group(task), cpu)
    }

    /// The tasks of a CPU that are throttled.
    pub fn throttled(&self, at: At) -> Vec<TaskId> {
        if self.throttle_tasks {
            return self.numbers().flat_map(|group| self.of(group, at.cpu).limbo.iter().copied()).collect();
        }
        let groups = self.numbers().filter(|&group| self.of(group, at.cpu).throttled);
        groups.flat_map(|group| self.waiting_in(at, group)).collect()
    }

    /// The tasks that wait in the queue of a group and in those of the groups in it, in the order in which the queues have
    /// them.
    fn waiting_in(&self, at: At, group: usize) -> Vec<TaskId> {
        if let Some(throttled) = self.flat_throttled(group, at.cpu) {
            return throttled;
        }
        let mut waiting = Vec::new();
        for entity in self.class.waiting(self.level(at, group)) {
            match self.outer(entity) {
                Some(task) => waiting.push(task),
                None => waiting.extend(self.waiting_in(at, self.group_of_entity(entity))),
            }
        }
        waiting
    }

    /// The groups that have tasks on a CPU.
    pub fn places(&self, cpu: CpuId) -> Vec<GroupPlace> {
        let place = |group| {
            let queue = self.of(group, cpu);
            GroupPlace {
                group,
                nr_running: self.tasks_of(group, cpu, true),
                weight: queue.weight,
                throttled: self.is_throttled_group(group, cpu),
                runtime: self.is_limited(group).then_some(queue.runtime),
            }
        };
        self.numbers().map(place).filter(|place| place.nr_running > 0).collect()
    }

    /// The place of a group's entity in the queue of its parent on a CPU; `None`: it is not there.
    pub fn entity_place(&self, cpu: CpuId, group: usize) -> Option<Place> {
        let has_place = self.of(group, cpu).queued && !self.is_flat();
        let above = self.queue(self.parent(group), cpu);
        has_place.then(|| self.class.place(above, self.entity(group, cpu)))
    }
}

impl SchedClass for Grouped {
    #[inline]
    fn nr_running(&self, cpu: CpuId) -> u32 {
        self.here[cpu].nr
    }

    /// The other tasks in the running task's group share its turn, then those of the group that this is in.
    fn waiting(&self, at: At) -> Vec<TaskId> {
        if let Some(order) = self.flat_order(at.cpu, false) {
            return order;
        }
        let own = at.curr.map_or(0, |curr| self.group(curr));
        self.upwards(own).chain([0]).flat_map(|group| self.waiting_in(at, group)).collect()
    }

    fn delayed(&self, cpu: CpuId) -> Vec<TaskId> {
        if let Some(order) = self.flat_order(cpu, true) {
            return order;
        }
        let queues = (0..=self.groups.len()).map(|group| self.queue(group, cpu));
        let all = queues.flat_map(|queue| self.class.delayed(queue));
        all.filter_map(|task| self.outer(task)).collect()
    }

    fn nr_delayed(&self, cpu: CpuId) -> u32 {
        match &self.class {
            RunQueues::Eevdf(eevdf) if eevdf.loads.counts_delayed => 0,
            RunQueues::Eevdf(eevdf) if eevdf.rules.flat_groups => self.delayed(cpu).len() as u32,
            RunQueues::Eevdf(_) => {
                let all = self.open_queues(cpu).flat_map(|queue| self.class.delayed(queue));
                all.filter(|&task| self.outer(task).is_some()).count() as u32
            }
            _ => 0,
        }
    }

    fn nr_idle(&self, cpu: CpuId) -> u32 {
        let of = |queue: CpuId| {
            let group = usize::from(queue.0) / self.cpus;
            if self.is_idle(group) {
                return self.nr_of(group, cpu) - self.entities_in(group, cpu);
            }
            let all = self.class.pull_order(queue).into_iter().chain(self.class.delayed(queue));
            all.filter_map(|task| self.outer(task))
                .filter(|&task| self.policy_of[task] == Policy::Idle && !self.is_idle(self.group(task)))
                .count() as u32
        };
        self.open_queues(cpu).map(of).sum()
    }

    fn clock(&self, cpu: CpuId) -> i64 {
        self.class.clock(cpu)
    }

    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId> {
        let tasks =
            |queue| self.class.pull_order(queue).into_iter().filter(|&task| self.outer(task).is_some());
        let mut lists: Vec<_> = self.open_queues(cpu).map(|queue| tasks(queue).peekable()).collect();
        let mut order = Vec::new();
        loop {
            let heads = lists.iter_mut().enumerate().filter_map(|(i, list)| Some((i, *list.peek()?)));
            let Some((i, _)) = heads.min_by_key(|&(i, head)| (self.class.last_ran(head), i)) else { break };
            order.extend(lists[i].next().and_then(|task| self.outer(task)));
        }
        order
    }

    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId> {
        self.pull_order(cpu).get(place).copied()
    }

    fn owes_on(&self, src: CpuId, dst: CpuId, task: TaskId) -> bool {
        let group = self.group(task);
        if let Some(eevdf) = self.flat() {
            let owes = !eevdf.turns[src].is_eligible(self.inner(task), &eevdf.entities);
            return eevdf.rules.place_lag && owes && self.here[dst].nr > 0;
        }
        self.class.owes_on(self.queue(group, src), self.queue(group, dst), self.inner(task))
    }

    fn is_buddy(&self, cpu: CpuId, task: TaskId) -> bool {
        self.class.is_buddy(self.queue(self.queued_in(task), cpu), self.inner(task))
    }

    fn last_ran(&self, task: TaskId) -> Ns {
        self.class.last_ran(self.inner(task))
    }

    fn weight(&self, cpu: CpuId) -> u64 {
        self.class.weight(cpu)
    }

    fn load(&self, cpu: CpuId) -> &SchedAvg {
        self.class.load(cpu)
    }

    fn task_load(&self, task: TaskId) -> &SchedAvg {
        self.class.task_load(self.inner(task))
    }

    fn place(&self, cpu: CpuId, task: TaskId) -> Place {
        self.class.place(self.queue(self.queued_in(task), cpu), self.inner(task))
    }

    fn served_in(&self, at: At) -> Ns {
        at.curr.map_or(Ns::MAX, |curr| self.class.served_in(self.level(at, self.group(curr))))
    }

    fn next(&self, at: At) -> Option<TaskId> {
        let mut group = 0;
        loop {
            let next = self.class.next(self.level(at, group))?;
            match self.outer(next) {
                Some(task) => return Some(task),
                None => group = self.group_of_entity(next),
            }
        }
    }

    fn add_task(&mut self, attr: Attr) {
        self.group_of.push(attr.group);
        self.policy_of.push(attr.policy);
        self.class.add_task(attr);
    }

    fn renew(&mut self, task: TaskId, attr: Attr) {
        self.class.renew(self.inner(task), attr);
    }

    fn inherit(&mut self, at: At, task: TaskId) {
        self.account(at);
        if self.is_flat() {
            return self.charge(at);
        }
        self.class.inherit(self.level(at, self.group(task)), self.inner(task));
    }

    fn enqueue(&mut self, at: At, joining: Joining) {
        let group = self.group(joining.task);
        self.account(at);
        let level = self.level(at, group);
        if self.is_flat() {
            self.track(at, joining);
        } else {
            self.class.enqueue(level, Joining { task: self.inner(joining.task), ..joining });
        }
        if group > 0 && (joining.fresh || joining.migrated) {
            self.propagate(at.cpu, group);
        }
        // The groups up to this one have a new entity in their queues.
        let last = self.upwards(group).find(|&group| self.of(group, at.cpu).queued);
        self.climb(at, group);
        if self.is_closed(group, at.cpu) {
            return;
        }
        self.here[at.cpu].nr += 1;
        self.enter(at.cpu, joining.task, joining.why == Enqueue::Fork);
        if joining.why == Enqueue::Unthrottle {
            return;
        }
        // `check_enqueue_throttle`, in each queue that was empty.
        let mut group = group;
        while group > 0 {
            let is_first = self.nr_of(group, at.cpu) == 1 && self.level(at, group).curr.is_none();
            if is_first && self.check_runtime(at, group) || last == Some(group) {
                break;
            }
            group = self.parent(group);
        }
    }

    fn dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool {
        let group = self.group(task);
        let running = at.curr == Some(task);
        self.account(at);
        if self.is_flat() {
            return self.flat_dequeue(at, task, why);
        }
        let was = self.buddies_of(at.cpu, task);
        let left = self.class.dequeue(self.level(at, group), self.inner(task), why);
        self.clear_buddies(at.cpu, task, was);
        let closed = self.is_closed(group, at.cpu);
        self.here[at.cpu].nr -= u32::from(left && !closed);
        let (mut group, mut gone) = (group, left);
        while group > 0 && !self.is_shut(group, at.cpu) {
            if self.nr_of(group, at.cpu) > 0 {
                break;
            }
            self.update_tg_load_avg(at, group);
            gone = self.class.dequeue(self.above(at, group), self.entity(group, at.cpu), Dequeue::Sleep);
            self.of_mut(group, at.cpu).queued = !gone;
            self.return_runtime(at, group);
            group = self.parent(group);
        }
        if closed || group == 0 {
            return left;
        }
        let sleeps = why != Dequeue::Move && !(self.throttle_tasks && self.is_throttled_group(group, at.cpu));
        if gone && sleeps {
            self.prefer_others(at.cpu, group);
        }
        self.stay_above(at, group, running, left);
        left
    }

    fn wake_queued(&mut self, at: At, task: TaskId) -> bool {
        self.account(at);
        if self.is_flat() {
            return self.flat_wake_queued(at, task);
        }
        let level = self.level(at, self.group(task));
        self.class.wake_queued(level, self.inner(task))
    }

    fn yields(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        self.account(at);
        if self.is_flat() {
            return self.flat_yields(at);
        }
        let (group, was) = (self.group(curr), self.buddies_of(at.cpu, curr));
        self.class.yields(self.level(at, group));
        self.clear_buddies(at.cpu, curr, was);
        self.mark_entity(at.cpu, group, |queue, entity| queue.skip = entity);
    }

    fn put_prev(&mut self, at: At) {
        let Some(curr) = at.curr else { return };
        self.account(at);
        let group = self.group(curr);
        if self.is_flat() {
            self.flat_put_prev(at);
        } else {
            self.class.put_prev(self.level(at, group));
            let mut above = group;
            while above > 0 {
                self.class.put_prev(self.above(at, above));
                above = self.parent(above);
            }
        }
        let mut above = group;
        while above > 0 {
            self.check_runtime(At { curr: None, ..at }, above);
            above = self.parent(above);
        }
    }

    fn pick(&mut self, at: At) -> Option<TaskId> {
        if self.is_flat() {
            return self.flat_pick(at);
        }
        let mut group = 0;
        loop {
            let (level, put) = (self.level(at, group), self.put_group(group, at.cpu));
            let before = self.nr_of(group, at.cpu);
            let next = self.class.pick(level);
            if let Some(put) = put.filter(|&put| next != Some(self.entity(put, at.cpu))) {
                self.settle(put, at.cpu);
            }
            let Some(next) = next else {
                if group == 0 {
                    self.recount(at.cpu);
                    return None;
                }
                // The queue had only delayed tasks.
                self.class.dequeue(self.above(at, group), self.entity(group, at.cpu), Dequeue::Exit);
                self.of_mut(group, at.cpu).queued = false;
                self.recount(at.cpu);
                group = self.parent(group);
                continue;
            };
            if group > 0 && self.nr_of(group, at.cpu) < before {
                // Delayed tasks have left.
                self.prefer_others(at.cpu, group);
                self.update_slice(at.cpu, group);
            }
            if let Some(task) = self.outer(next) {
                self.recount(at.cpu);
                return Some(task);
            }
            group = self.group_of_entity(next);
        }
    }

    fn set_next(&mut self, at: At, task: TaskId) {
        let group = self.group(task);
        if self.is_flat() {
            self.flat_set_next(at, task);
        } else {
            for above in self.upwards(group).collect::<Vec<_>>().into_iter().rev() {
                self.class.set_next(self.above(at, above), self.entity(above, at.cpu));
            }
            self.class.set_next(self.level(at, group), self.inner(task));
        }
        self.start_account(at, group);
    }

    fn tick(&mut self, at: At, ticks: u64) -> bool {
        let Some(curr) = at.curr else { return false };
        self.account(at);
        if self.is_flat() {
            return self.flat_tick(at) || self.here[at.cpu].over;
        }
        let (group, was) = (self.group(curr), self.buddies_of(at.cpu, curr));
        let mut over = self.class.tick(self.level(at, group), ticks);
        self.clear_buddies(at.cpu, curr, was);
        let mut above = group;
        while above > 0 {
            over |= self.class.tick(self.above(at, above), ticks);
            self.update_cfs_group(at, above);
            above = self.parent(above);
        }
        over || self.here[at.cpu].over
    }

    /// Compares the entities that represent the two tasks in their common queue (`find_matching_se`).
    fn preempts(&mut self, at: At, task: TaskId, how: Woken, asked: bool) -> bool {
        let Some(curr) = at.curr.filter(|_| !asked || self.is_flat()) else { return false };
        self.account(at);
        if self.here[at.cpu].over {
            return !asked;
        }
        if self.is_throttled(task, at.cpu) {
            return false;
        }
        let common = self.common(self.group(task), self.group(curr));
        let judged = judge(self.side(curr, common), self.side(task, common), self.strict_idle);
        if self.is_flat() {
            return self.flat_preempts(at, task, how, judged, asked);
        }
        let level = self.level(at, common);
        let woken = self.represents(task, common, at.cpu).unwrap_or_else(|| self.inner(task));
        let before = self.class.nr_running(level.cpu);
        let preempts = self.check_preempt(level, woken, how, judged);
        if self.class.nr_running(level.cpu) < before {
            if common > 0 {
                self.prefer_others(at.cpu, common);
                self.update_slice(at.cpu, common);
            }
            self.recount(at.cpu);
        }
        self.mark_woken_buddy(at.cpu, common, woken);
        if preempts && judged == Judged::ByOrder {
            let [_, is_last, _] = self.buddies_in(common, at.cpu, level.curr);
            self.mark_entity(at.cpu, common, |queue, entity| {
                queue.next = entity;
                queue.last = if is_last { entity } else { queue.last };
            });
        }
        preempts
    }

    fn update(&mut self, at: At) {
        self.class.update(self.root(at));
        self.update_blocked(at);
    }

    fn pass_over(&mut self, cpu: CpuId, task: TaskId) {
        self.class.pass_over(self.queue(self.group(task), cpu), self.inner(task));
    }

    fn update_asleep(&mut self, at: At, task: TaskId) {
        self.class.update_asleep(self.level(at, self.group(task)), self.inner(task));
    }

    fn leave_asleep(&mut self, at: At, task: TaskId) {
        self.class.leave_asleep(self.level(at, self.group(task)), self.inner(task));
    }

    fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool) {
        let group = self.group(task);
        self.class.migrate(self.queue(group, cpu), self.inner(task), fresh);
        if group > 0 && !fresh {
            self.propagate(cpu, group);
        }
    }

    fn forget(&mut self, cpu: CpuId, task: TaskId) {
        let group = self.group(task);
        self.class.forget(self.queue(group, cpu), self.inner(task));
        if group > 0 {
            self.propagate(cpu, group);
        }
    }

    fn warm(&mut self, cpu: CpuId, load: u64) {
        self.class.warm(cpu, load);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{KernelId, rules};
    use crate::runqueue::cfs::{Cfs, CfsTunables};
    use crate::runqueue::eevdf::Eevdf;

    const CPU: CpuId = CpuId(0);
    /// More than the granularity at wake-up.
    const LATE: Ns = Ns(4_000_001);

    fn at(now: Ns, curr: Option<u16>) -> At {
        At { now, cpu: CPU, curr: curr.map(TaskId) }
    }

    /// A CPU of a kernel with CFS that runs the first of these tasks, each in the group of that number, from time 0 on.
    fn running(groups: &[u8]) -> Grouped {
        let tunables = CfsTunables {
            latency: Ns::ms(24),
            min_granularity: Ns::ms(3),
            wakeup_granularity: Ns::ms(4),
            base_slice: false,
            idle_min_granularity: false,
        };
        let given = [Given::default(); 2];
        let class = RunQueues::Cfs(Cfs::new(1 + given.len(), tunables, false));
        let grouped = Grouped::new(class, 1, &given, &rules(KernelId::V5_9));
        begun(joined(grouped, groups.iter().map(|&group| (group, None))))
    }

    /// The groups of the tasks and their slices (ms).
    fn joined(mut grouped: Grouped, tasks: impl IntoIterator<Item = (u8, Option<u64>)>) -> Grouped {
        for (task, (group, slice)) in (0..).zip(tasks) {
            grouped.add_task(Attr { group, slice: slice.map(Ns::ms), ..Attr::default() });
            let why = Enqueue::Move;
            let joining = Joining { task: TaskId(task), why, fresh: false, migrated: false };
            grouped.enqueue(at(Ns::ZERO, None), joining);
        }
        grouped
    }

    fn begun(mut grouped: Grouped) -> Grouped {
        assert_eq!(grouped.pick(at(Ns::ZERO, None)), Some(TaskId(0)));
        grouped.set_next(at(Ns::ZERO, Some(0)), TaskId(0));
        grouped
    }

    fn queue(grouped: &mut Grouped, group: usize) -> &mut CfsRq {
        let cpu = grouped.queue(group, CPU);
        let RunQueues::Cfs(cfs) = &mut grouped.class else { panic!("this kernel has another scheduler") };
        &mut cfs.queues[cpu]
    }

    /// The buddies of a queue: tasks, and groups' entities (`None`).
    fn buddies(grouped: &mut Grouped, group: usize) -> [Option<Option<TaskId>>; 3] {
        let buddies = queue(grouped, group).buddies();
        buddies.map(|buddy| buddy.map(|entity| grouped.outer(entity)))
    }

    const NONE: Option<Option<TaskId>> = None;
    const ENTITY: Option<Option<TaskId>> = Some(None);
    fn task(task: u16) -> Option<Option<TaskId>> {
        Some(Some(TaskId(task)))
    }

    #[test]
    fn buddies_are_marked_from_the_common_queue_of_both_tasks_upwards() {
        // The groups of the tasks; the woken task; the next and the last buddy in the queue of group 1 and in the root queue.
        for (groups, woken, in_group, in_root) in [
            (&[1, 1, 1, 1, 1, 1, 1][..], 6, [task(6), NONE], [ENTITY, NONE]),
            (&[1, 1, 1, 1, 1, 1, 1, 1], 7, [task(7), task(0)], [ENTITY, ENTITY]),
            // It is the length of the running task's queue that counts.
            (&[1, 1, 0, 0, 0, 0, 0, 0, 0], 1, [task(1), NONE], [ENTITY, NONE]),
            // A group's entity is no last buddy.
            (&[1, 0, 0, 0, 0, 0, 0, 0], 7, [NONE; 2], [task(7), NONE]),
            (&[1, 1, 1, 1, 1, 1, 1, 1, 0], 8, [NONE; 2], [task(8), NONE]),
            (&[0, 0, 0, 0, 0, 0, 0, 1], 7, [NONE; 2], [ENTITY, task(0)]),
            (&[0, 0, 0, 0, 0, 0, 1], 6, [NONE; 2], [ENTITY, NONE]),
        ] {
            let mut grouped = running(groups);
            assert!(grouped.preempts(at(LATE, Some(0)), TaskId(woken), Woken::Plain, false), "{groups:?}");
            let [next, last, _] = buddies(&mut grouped, 1);
            assert_eq!([next, last], in_group, "{groups:?}");
            let [next, last, _] = buddies(&mut grouped, 0);
            assert_eq!([next, last], in_root, "{groups:?}");
        }
    }

    #[test]
    fn a_task_that_is_no_longer_a_buddy_clears_the_mark_of_its_group() {
        let mut grouped = running(&[1; 8]);
        assert!(grouped.preempts(at(LATE, Some(0)), TaskId(7), Woken::Plain, false));
        grouped.dequeue(at(LATE, Some(0)), TaskId(7), Dequeue::Move);
        assert_eq!(buddies(&mut grouped, 1), [NONE, task(0), NONE]);
        assert_eq!(buddies(&mut grouped, 0), [NONE, ENTITY, NONE]);
        // A task yields.
        grouped.yields(at(LATE, Some(0)));
        assert_eq!(buddies(&mut grouped, 1), [NONE, NONE, task(0)]);
        assert_eq!(buddies(&mut grouped, 0), [NONE, NONE, ENTITY]);
        // The task has used up its slice; the group has not.
        grouped.tick(at(Ns::ms(10), Some(0)), 1);
        assert_eq!((buddies(&mut grouped, 1), buddies(&mut grouped, 0)), ([NONE; 3], [NONE; 3]));
    }

    #[test]
    fn a_yielding_task_gives_the_cpu_to_another_group_that_is_near() {
        for (other, picked) in [(Ns::ms(4), 2), (LATE, 1)] {
            let mut grouped = running(&[1, 1, 0]);
            let inner = grouped.inner(TaskId(2));
            if let RunQueues::Cfs(cfs) = &mut grouped.class {
                cfs.entities[inner].vruntime = other.0;
            }
            let root = queue(&mut grouped, 0);
            root.unwait(inner);
            root.wait(inner, other.0);
            grouped.yields(at(Ns::ZERO, Some(0)));
            grouped.put_prev(at(Ns::ZERO, Some(0)));
            assert_eq!(grouped.pick(at(Ns::ZERO, None)), Some(TaskId(picked)), "{other}");
        }
    }

    #[test]
    fn the_rest_of_a_sleepers_slice_is_for_its_group() {
        for (why, next) in [(Dequeue::Sleep, ENTITY), (Dequeue::Exit, ENTITY), (Dequeue::Move, NONE)] {
            let mut grouped = running(&[1, 1, 0]);
            grouped.dequeue(at(Ns::ms(1), Some(0)), TaskId(0), why);
            assert_eq!(buddies(&mut grouped, 0), [next, NONE, NONE], "{why:?}");
            let picked = if next == ENTITY { 1 } else { 2 };
            assert_eq!(grouped.pick(at(Ns::ms(1), None)), Some(TaskId(picked)), "{why:?}");
        }
        // No task is left there.
        let mut grouped = running(&[1, 0]);
        grouped.dequeue(at(Ns::ms(1), Some(0)), TaskId(0), Dequeue::Sleep);
        assert_eq!(buddies(&mut grouped, 0), [NONE; 3]);
    }

    /// The same under EEVDF.
    fn joined_eevdf(kernel: &KernelRules, tasks: &[(u8, Option<u64>)]) -> Grouped {
        let given = [Given::default(); 2];
        let class = RunQueues::Eevdf(Eevdf::new(1 + given.len(), kernel, 8, Ns::ms(4)));
        joined(Grouped::new(class, 1, &given, kernel), tasks.iter().copied())
    }
    fn eevdf(grouped: &Grouped) -> &Eevdf {
        let RunQueues::Eevdf(eevdf) = &grouped.class else { panic!("this kernel has another scheduler") };
        eevdf
    }

    #[test]
    fn a_group_is_a_buddy_under_eevdf_if_a_task_leaves_to_sleep_and_others_stay() {
        let buddy =
            |grouped: &Grouped| eevdf(grouped).turns[CPU].next.map(|entity| grouped.group_of_entity(entity));
        let running = |groups: &[u8]| {
            let tasks: Vec<_> = groups.iter().map(|&group| (group, None)).collect();
            begun(joined_eevdf(&rules(KernelId::V6_12), &tasks))
        };
        for (groups, task, why, is_buddy) in [
            (&[1, 1, 0][..], 1, Dequeue::Sleep, true),
            (&[1, 1, 0], 0, Dequeue::Exit, true),
            (&[1, 1, 0], 1, Dequeue::Move, false),
            // It owes time and stays in the group's queue.
            (&[1, 1, 0], 0, Dequeue::Sleep, false),
            (&[1, 0], 0, Dequeue::Exit, false),
            (&[0, 0], 0, Dequeue::Exit, false),
        ] {
            let mut grouped = running(groups);
            grouped.dequeue(at(Ns::ms(1), Some(0)), TaskId(task), why);
            assert_eq!(buddy(&grouped).is_some(), is_buddy, "{groups:?} {task} {why:?}");
        }
        // The task that stayed leaves when it comes up, and its group is a buddy for those that are left.
        let mut grouped = running(&[1, 1]);
        grouped.dequeue(at(Ns::ms(1), Some(0)), TaskId(0), Dequeue::Sleep);
        assert_eq!(grouped.pick(at(Ns::ms(1), None)), Some(TaskId(1)));
        grouped.set_next(at(Ns::ms(1), Some(1)), TaskId(1));
        grouped.put_prev(at(Ns::ms(5), Some(1)));
        assert_eq!(grouped.pick(at(Ns::ms(5), None)), Some(TaskId(1)));
        assert_eq!((grouped.nr_running(CPU), buddy(&grouped)), (1, Some(1)));
    }

    /// Slices of 3 ms where a task has none of its own.
    #[test]
    fn a_group_has_the_least_slice_of_its_tasks_from_6_12_on() {
        for group_slice in [true, false] {
            let kernel = KernelRules { group_slice, ..rules(KernelId::V6_12_0) };
            let mut grouped = joined_eevdf(&kernel, &[(1, Some(8)), (1, Some(1)), (2, None)]);
            let of = |grouped: &Grouped, group| {
                let place = grouped.entity_place(CPU, group).expect("it is in the root queue");
                (place.slice_ns / 1_000_000, place.deadline_ns / 1_000_000)
            };
            // Group 1 joined with its first task and that one's request. The second shortens the next request.
            let expected = if group_slice { [(1, 8), (3, 3)] } else { [(3, 3), (3, 3)] };
            assert_eq!([of(&grouped, 1), of(&grouped, 2)], expected);
            grouped.dequeue(at(Ns::ZERO, None), TaskId(1), Dequeue::Sleep);
            assert_eq!(of(&grouped, 1).0, if group_slice { 8 } else { 3 });
        }
    }

    /// A task of 1 ms in group 2 is woken beside one of 8 ms in group 1, which is protected until its request is served.
    #[test]
    fn a_short_slice_preempts_the_task_of_another_group_by_the_slices_of_the_groups() {
        for (group_slice, preempts) in [(true, true), (false, false)] {
            let kernel = KernelRules { group_slice, ..rules(KernelId::V6_12_0) };
            let mut grouped = begun(joined_eevdf(&kernel, &[(1, Some(8))]));
            grouped.add_task(Attr { group: 2, slice: Some(Ns::ms(1)), ..Attr::default() });
            let woken = Joining { task: TaskId(1), why: Enqueue::Wakeup, fresh: false, migrated: false };
            grouped.enqueue(at(Ns::ms(2), Some(0)), woken);
            assert_eq!(grouped.preempts(at(Ns::ms(2), Some(0)), TaskId(1), Woken::Plain, false), preempts);
        }
    }
}
