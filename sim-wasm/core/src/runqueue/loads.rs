//! What fair classes keep of queues and tasks beside their order: weights, load averages, and who ran least recently.

use super::At;
use super::pelt::SchedAvg;
use super::weight::{NICE_0_WEIGHT, weight_of};
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::list::take_at;
use crate::engine::time::Ns;
use crate::engine::wire::{State, Wire};

/// Of a queue.
#[derive(Clone, Debug, Default)]
pub struct QueueLoad {
    /// `cfs_tasks`: all tasks of the queue, the running one included; the least recently run first.
    tasks: Vec<TaskId>,
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
    pub queues: PerCpu<QueueLoad>,
    pub tasks: PerTask<TaskLoad>,
}

impl QueueLoad {
    #[inline]
    pub fn nr_running(&self) -> u32 {
        self.tasks.len() as u32
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
    pub fn new(cpus: usize) -> Self {
        Self { queues: (0..cpus).map(|_| QueueLoad::default()).collect(), tasks: PerTask::new() }
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
        queue.avg.update_queue(at.now, queue.weight, u64::from(queue.nr_running()), at.curr.is_some());
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
            load.avg = SchedAvg::new_task(at.now, load.weight, first_util(&queue.avg, load.weight));
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

/// The utilisation that a new task begins with (`post_init_entity_util_avg`).
fn first_util(queue: &SchedAvg, weight: u64) -> u64 {
    let half_left = u64::from(queue.scale).saturating_sub(queue.util_avg) / 2;
    let share = if queue.load_avg > 0 { queue.util_avg * weight / (queue.load_avg + 1) } else { 512 };
    half_left.min(share)
}

impl State for QueueLoad {
    fn pass(&mut self, wire: &mut Wire) {
        let Self { tasks, weight, avg } = self;
        avg.pass(wire, 0);
        tasks.pass(wire);
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
