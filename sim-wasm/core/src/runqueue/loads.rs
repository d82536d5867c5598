//! State that all fair classes keep of queues and tasks, besides the order: weights, load averages, and the order of
//! the last run.

use super::pelt::SchedAvg;
use super::{At, Enqueue, Joining};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::list::take_at;
use crate::engine::time::Ns;
use crate::machine::kernel::KernelRules;

/// The load of a queue.
#[derive(Clone, Debug, Default)]
pub struct QueueLoad {
    /// `cfs_tasks`: all tasks of the queue, the running one included; the least recently run first.
    tasks: Vec<TaskId>,
    /// Number of the delayed tasks among them that do not count (`h_nr_delayed`).
    delayed: u32,
    /// Sum of the tasks' weights.
    pub weight: u64,
    pub avg: SchedAvg,
}

/// The load of a task.
#[derive(Clone, Debug)]
pub struct TaskLoad {
    pub weight: u64,
    /// Start of the time not yet accounted (ns); 0 after a migration.
    pub exec_start: Ns,
    pub avg: SchedAvg,
}

/// The loads of all queues and tasks.
#[derive(Clone, Debug)]
pub struct Loads {
    /// The kernel rule of that name.
    new_task_util_share: bool,
    /// The kernel rule of that name: the queue counts delayed tasks.
    pub counts_delayed: bool,
    pub queues: PerCpu<QueueLoad>,
    pub tasks: PerTask<TaskLoad>,
}

impl QueueLoad {
    #[inline]
    pub fn nr_running(&self) -> u32 {
        self.tasks.len() as u32
    }

    /// Number of delayed tasks that do not count, since they sleep.
    #[inline]
    pub fn nr_delayed(&self) -> u32 {
        self.delayed
    }

    /// The tasks, the least recently run first.
    #[inline]
    pub fn by_last_run(&self) -> &[TaskId] {
        &self.tasks
    }

    /// Adds a task.
    #[inline]
    pub fn add(&mut self, task: TaskId, weight: u64) {
        self.tasks.push(task);
        self.weight += weight;
    }

    /// Removes a task, if it is there.
    pub fn remove(&mut self, task: TaskId, weight: u64) {
        if let Some(i) = self.tasks.iter().position(|&t| t == task) {
            take_at(&mut self.tasks, i);
            self.weight -= weight;
        }
    }

    /// Brings its load up to now.
    #[inline]
    pub fn update(&mut self, at: At) {
        let runnable = self.nr_running() - self.delayed;
        self.avg.update_queue(at.now, self.weight, runnable.into(), at.curr.is_some());
    }

    /// A task joins the queue, whose load is up to date. `share`: the rule `new_task_util_share`.
    #[inline]
    pub fn join(
        &mut self,
        now: Ns,
        Joining { task, why, fresh, migrated }: Joining,
        load: &mut TaskLoad,
        share: bool,
    ) {
        if fresh {
            load.avg = self.avg.of_new_task(now, load.weight, share);
        } else {
            load.update(now, why == Enqueue::Move, false);
        }
        if fresh || migrated {
            self.avg.attach(&mut load.avg, load.weight);
        }
        self.add(task, load.weight);
    }

    /// Changes the weight of an entity of the queue; both loads are up to date.
    pub fn reweigh(&mut self, load: &mut TaskLoad, weight: u64, on_rq: bool) {
        if on_rq {
            self.weight = self.weight - load.weight + weight;
        }
        self.avg.reweigh(&mut load.avg, load.weight, weight);
        load.weight = weight;
    }

    /// A task that is on no queue goes to another CPU.
    pub fn migrate(&mut self, load: &mut TaskLoad, fresh: bool) {
        load.exec_start = Ns::ZERO;
        if !fresh {
            self.avg.detach(&load.avg);
        }
    }

    /// A task has ended: its load goes with it (`task_dead_fair`).
    pub fn forget(&mut self, load: &TaskLoad) {
        self.avg.detach(&load.avg);
    }

    /// See [`SchedClass::warm`](super::SchedClass::warm).
    pub fn warm(&mut self, load: u64) {
        self.avg.leave_over(Ns::ZERO, load);
    }

    /// The task becomes the most recently run one.
    pub fn touch(&mut self, task: TaskId) {
        if self.tasks.last() != Some(&task)
            && let Some(i) = self.tasks.iter().position(|&t| t == task)
        {
            self.tasks[i..].rotate_left(1);
        }
    }
}

impl TaskLoad {
    /// The load of a new task of this weight.
    pub fn new(weight: u64) -> Self {
        Self { weight, exec_start: Ns::ZERO, avg: SchedAvg::default() }
    }

    /// Brings its load up to now.
    #[inline]
    pub fn update(&mut self, now: Ns, on_rq: bool, running: bool) {
        self.avg.update_task(now, self.weight, on_rq, running);
    }
}

impl Loads {
    pub fn new(cpus: usize, rules: &KernelRules) -> Self {
        let queues = (0..cpus).map(|_| QueueLoad::default()).collect();
        let KernelRules { new_task_util_share, counts_delayed, .. } = *rules;
        Self { new_task_util_share, counts_delayed, queues, tasks: PerTask::new() }
    }

    /// Charges the running task up to now. Returns the time since the last charge.
    #[inline]
    pub fn charge(&mut self, at: At) -> Ns {
        let Some(curr) = at.curr else { return Ns::ZERO };
        let task = &mut self.tasks[curr];
        let delta = at.now.saturating_sub(task.exec_start);
        task.exec_start += delta;
        delta
    }

    /// Brings the load of a queue up to now.
    #[inline]
    pub fn update_queue(&mut self, at: At) {
        self.queues[at.cpu].update(at);
    }

    /// A task that goes to sleep stays in its queue. Both loads are up to date.
    pub fn delay(&mut self, cpu: CpuId) {
        self.queues[cpu].delayed += u32::from(!self.counts_delayed);
    }

    /// A delayed task is woken or leaves its queue (`clear_delayed`).
    pub fn end_delay(&mut self, at: At, task: TaskId) {
        self.update_queue(at);
        let load = &mut self.tasks[task];
        // The task was not runnable, whether the queue counted it or not.
        load.avg.update_queued(at.now, load.weight, true, false, false);
        self.queues[at.cpu].delayed -= u32::from(!self.counts_delayed);
    }

    /// Brings the load of a task up to now.
    #[inline]
    pub fn update_task(&mut self, now: Ns, task: TaskId, on_rq: bool, running: bool) {
        self.tasks[task].update(now, on_rq, running);
    }

    /// Brings a queue and its running task up to now.
    pub fn update_running(&mut self, at: At) {
        self.update_queue(at);
        if let Some(curr) = at.curr {
            self.update_task(at.now, curr, true, true);
        }
    }

    /// Changes the weight of an entity of a queue.
    pub fn reweigh(&mut self, at: At, entity: TaskId, weight: u64, on_rq: bool) {
        self.update_queue(at);
        self.update_task(at.now, entity, on_rq, at.curr == Some(entity));
        self.queues[at.cpu].reweigh(&mut self.tasks[entity], weight, on_rq);
    }

    /// A task joins a queue whose load is up to date.
    pub fn join(&mut self, at: At, joining: Joining) {
        let share = self.new_task_util_share;
        self.queues[at.cpu].join(at.now, joining, &mut self.tasks[joining.task], share);
    }

    /// A task leaves its queue. Both loads are up to date.
    pub fn leave(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].remove(task, self.tasks[task].weight);
    }

    /// A picked task begins to run.
    pub fn set_next(&mut self, at: At, task: TaskId) {
        self.update_queue(at);
        self.update_task(at.now, task, true, false);
        self.tasks[task].exec_start = at.now;
        self.queues[at.cpu].touch(task);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{KernelId, rules};

    #[test]
    fn a_delayed_task_is_not_runnable_whether_its_queue_counts_it_or_not() {
        for (kernel, queue_counts) in [(KernelId::V6_12_0, true), (KernelId::V6_18_2, false)] {
            let mut loads = Loads::new(1, &rules(kernel));
            loads.tasks.push(TaskLoad::new(crate::runqueue::weight::NICE_0_WEIGHT));
            let at = |ms| At { cpu: CpuId(0), now: Ns::ms(ms), curr: None };
            let (cpu, task) = (CpuId(0), TaskId(0));
            loads.join(at(0), Joining { task, why: Enqueue::Fork, fresh: true, migrated: false });
            loads.update_queue(at(300));
            loads.update_task(Ns::ms(300), task, true, false);
            loads.delay(cpu);
            loads.end_delay(at(600), task);
            let (own, queue) = (loads.tasks[task].avg, loads.queues[cpu].avg);
            let is_runnable = |avg: &SchedAvg| avg.runnable_avg > 512;
            assert_eq!((is_runnable(&own), is_runnable(&queue)), (false, queue_counts), "{kernel:?}");
            assert!(own.load_avg > 512, "it has its load all the time");
        }
    }
}
