//! What fair classes keep of queues and tasks beside their order: weights, load averages, and who ran least recently.

use super::At;
use super::pelt::SchedAvg;
use super::weight::{NICE_0_WEIGHT, weight_of};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::list::take_at;
use crate::engine::time::Ns;
use crate::engine::wire::{State, Wire};
use crate::machine::kernel::KernelRules;

/// Of a queue.
#[derive(Clone, Debug, Default)]
pub struct QueueLoad {
    /// `cfs_tasks`: all tasks of the queue, the running one included; the least recently run first.
    tasks: Vec<TaskId>,
    /// Of them, those that are delayed and do not count (`h_nr_delayed`).
    delayed: u32,
    /// Sum of their weights.
    pub weight: u64,
    pub avg: SchedAvg,
}

/// Of a task.
#[derive(Clone, Debug)]
pub struct TaskLoad {
    pub weight: u64,
    /// Start of the time not yet accounted (ns); 0 after a migration.
    pub exec_start: Ns,
    pub avg: SchedAvg,
}

/// Of all queues and tasks.
#[derive(Clone, Debug)]
pub struct Loads {
    /// The rule of that name.
    new_task_util_share: bool,
    /// The rule of that name: the queue counts them.
    pub counts_delayed: bool,
    pub queues: PerCpu<QueueLoad>,
    pub tasks: PerTask<TaskLoad>,
}

impl QueueLoad {
    #[inline]
    pub fn nr_running(&self) -> u32 {
        self.tasks.len() as u32
    }

    /// How many of them do not count, since they sleep.
    #[inline]
    pub fn nr_delayed(&self) -> u32 {
        self.delayed
    }

    /// The tasks, the least recently run first.
    #[inline]
    pub fn by_last_run(&self) -> &[TaskId] {
        &self.tasks
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
    /// Of a new task with this nice value (-20 to 19).
    pub fn new(nice: i32) -> Self {
        let weight = weight_of(nice);
        Self { weight, exec_start: Ns::ZERO, avg: SchedAvg::default() }
    }
}

impl Loads {
    pub fn new(cpus: usize, rules: &KernelRules) -> Self {
        let queues = (0..cpus).map(|_| QueueLoad::default()).collect();
        let KernelRules { new_task_util_share, counts_delayed, .. } = *rules;
        Self { new_task_util_share, counts_delayed, queues, tasks: PerTask::new() }
    }

    /// The running task has run until now: for how long since that was last asked.
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
        let queue = &mut self.queues[at.cpu];
        let runnable = queue.nr_running() - queue.delayed;
        queue.avg.update_queue(at.now, queue.weight, runnable.into(), at.curr.is_some());
    }

    /// A task that goes to sleep stays in its queue. Both are up to now.
    pub fn delay(&mut self, cpu: CpuId) {
        self.queues[cpu].delayed += u32::from(!self.counts_delayed);
    }

    /// It is woken there, or leaves (`clear_delayed`).
    pub fn end_delay(&mut self, at: At, task: TaskId) {
        self.update_queue(at);
        let load = &mut self.tasks[task];
        // Of its own it was not runnable, whether the queue counted it or not.
        load.avg.update_queued(at.now, load.weight, true, false, false);
        self.queues[at.cpu].delayed -= u32::from(!self.counts_delayed);
    }

    /// Brings the load of a task up to now.
    #[inline]
    pub fn update_task(&mut self, now: Ns, task: TaskId, on_rq: bool, running: bool) {
        let task = &mut self.tasks[task];
        task.avg.update_task(now, task.weight, on_rq, running);
    }

    /// Brings a queue and its running task up to now.
    pub fn update_running(&mut self, at: At) {
        self.update_queue(at);
        if let Some(curr) = at.curr {
            self.update_task(at.now, curr, true, true);
        }
    }

    /// A task joins a queue that is up to now. `fresh`: for the first time; `moved`: from another CPU or a runnable state.
    pub fn join(&mut self, at: At, task: TaskId, fresh: bool, migrated: bool, runnable: bool) {
        let load = &mut self.tasks[task];
        let queue = &mut self.queues[at.cpu];
        if fresh {
            load.avg = queue.avg.of_new_task(at.now, load.weight, self.new_task_util_share);
        } else {
            load.avg.update_task(at.now, load.weight, runnable, false);
        }
        if fresh || migrated {
            queue.avg.attach(&mut load.avg, load.weight);
        }
        queue.tasks.push(task);
        queue.weight += load.weight;
    }

    /// A task leaves its queue. Both are up to now.
    pub fn leave(&mut self, cpu: CpuId, task: TaskId) {
        let queue = &mut self.queues[cpu];
        if let Some(i) = queue.tasks.iter().position(|&t| t == task) {
            take_at(&mut queue.tasks, i);
            queue.weight -= self.tasks[task].weight;
        }
    }

    /// A picked task begins to run.
    pub fn set_next(&mut self, at: At, task: TaskId) {
        self.update_queue(at);
        self.update_task(at.now, task, true, false);
        self.tasks[task].exec_start = at.now;
        self.queues[at.cpu].touch(task);
    }

    /// An entity of a queue has another weight; both are up to now.
    pub fn reweigh(&mut self, cpu: CpuId, entity: TaskId, weight: u64, on_rq: bool) {
        let (queue, load) = (&mut self.queues[cpu], &mut self.tasks[entity]);
        if on_rq {
            queue.weight = queue.weight - load.weight + weight;
        }
        queue.avg.reweigh(&mut load.avg, load.weight, weight);
        load.weight = weight;
    }

    /// A task that is on no queue goes to another CPU.
    pub fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool) {
        let load = &mut self.tasks[task];
        load.exec_start = Ns::ZERO;
        if !fresh {
            self.queues[cpu].avg.detach(&load.avg);
        }
    }

    /// A task has ended: its load goes with it (`task_dead_fair`).
    pub fn forget(&mut self, cpu: CpuId, task: TaskId) {
        self.queues[cpu].avg.detach(&self.tasks[task].avg);
    }

    pub fn warm(&mut self, cpu: CpuId, load: u64) {
        self.queues[cpu].avg.leave_over(Ns::ZERO, load);
    }
}

impl State for QueueLoad {
    fn pass(&mut self, wire: &mut Wire) {
        let Self { tasks, delayed, weight, avg } = self;
        avg.pass(wire, 0);
        tasks.pass(wire);
        delayed.pass(wire);
        weight.pass(wire);
    }
}

impl State for TaskLoad {
    fn pass(&mut self, wire: &mut Wire) {
        let Self { weight, exec_start, avg } = self;
        exec_start.pass(wire);
        avg.pass(wire, NICE_0_WEIGHT.ilog2());
        weight.pass(wire);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::kernel::{KernelId, rules};

    #[test]
    fn a_delayed_task_is_not_runnable_of_its_own_whether_its_queue_counts_it_or_not() {
        for (kernel, queue_counts) in [(KernelId::V6_12, true), (KernelId::V6_18, false)] {
            let mut loads = Loads::new(1, &rules(kernel));
            loads.tasks.push(TaskLoad::new(0));
            let at = |ms| At { cpu: CpuId(0), now: Ns::ms(ms), curr: None };
            let (cpu, task) = (CpuId(0), TaskId(0));
            loads.join(at(0), task, true, false, false);
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
