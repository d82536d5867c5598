//! Run queues and scheduling classes. A class orders the tasks of every run queue.
//!
//! A class is a type that implements [`SchedClass`], and a variant of [`RunQueues`]. It holds the queues of all CPUs and
//! the scheduling entities of all tasks: a run has one class.

pub mod cfs;
pub mod eevdf;
pub mod ext;
pub mod groups;
pub mod loads;
pub mod o1;
pub mod pelt;
pub mod policy;
pub mod weight;

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::machine::kernel::{ClassId, KernelRules};
use crate::scenario::Policy;
use cfs::{Cfs, CfsTunables};
use eevdf::Eevdf;
use groups::{Given, Grouped};
use o1::O1;
use pelt::SchedAvg;

/// A CPU at a moment.
#[derive(Clone, Copy, Debug)]
pub struct At {
    pub now: Ns,
    pub cpu: CpuId,
    /// The task that it runs.
    pub curr: Option<TaskId>,
}

/// The scheduling attributes of a task (`sched_setattr`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attr {
    /// -20 to 19.
    pub nice: i32,
    /// The task's slice in real time, if the class has per-task slices; `None`: the kernel's slice.
    pub slice: Option<Ns>,
    /// The control group it is in, from 1 on; 0: the root group.
    pub group: u8,
    pub policy: Policy,
}

impl Attr {
    /// The name of its policy, if that is not the default.
    pub fn policy_name(&self) -> Option<&'static str> {
        (self.policy != Policy::default()).then(|| self.policy.key())
    }

    /// Its weight in a fair class.
    pub fn weight(&self) -> u64 {
        if self.policy == Policy::Idle { weight::WEIGHT_IDLEPRIO } else { weight::weight_of(self.nice) }
    }
}

/// Why a task joins a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enqueue {
    /// Woken from sleep.
    Wakeup,
    /// Created.
    Fork,
    /// Moved while runnable.
    Move,
    /// Throttled until now (rule `throttle_tasks`).
    Unthrottle,
}

/// Why a task leaves a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dequeue {
    /// It goes to sleep.
    Sleep,
    /// It ends.
    Exit,
    /// It is about to join the queue of another CPU.
    Move,
}

/// How a task came into the queue where it may preempt the running one (`wake_flags`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// Woken, or moved from another CPU.
    Plain,
    /// Woken by a task that is about to sleep (`WF_SYNC`).
    Sync,
    /// Created (`WF_FORK`).
    Forked,
}

/// A task that joins a queue.
#[derive(Clone, Copy, Debug)]
pub struct Joining {
    pub task: TaskId,
    pub why: Enqueue,
    /// The task has never been queued.
    pub fresh: bool,
    /// The task has migrated to this CPU since it was last queued.
    pub migrated: bool,
}

/// A task's place in its queue, for inspection. Values that the task's class lacks are 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// How far its vruntime is ahead of the queue's clock (ns; negative: behind).
    pub vruntime_ns: i64,
    /// How far its virtual deadline is ahead of that clock (ns).
    pub deadline_ns: i64,
    /// Its slice, in real time (ns).
    pub slice_ns: u64,
    /// It is eligible: not ahead of the queue's clock.
    pub eligible: bool,
    /// It runs on regardless of the other tasks' deadlines.
    pub protected: bool,
    /// Its protection ends when its vruntime is this far ahead of that clock (ns).
    pub protected_until_ns: i64,
    pub weight: u64,
    /// Kernel priority (100 to 139).
    pub prio: u32,
    /// Rest of the timeslice (ms).
    pub timeslice_ms: u32,
    /// It waits until the tasks of the active array have run.
    pub expired: bool,
}

/// Evaluates an expression with the class of a [`RunQueues`].
macro_rules! class_of {
    ($queues:expr, $class:ident => $answer:expr) => {
        match $queues {
            RunQueues::Cfs($class) => $answer,
            RunQueues::O1($class) => $answer,
            RunQueues::Eevdf($class) => $answer,
            RunQueues::Grouped($class) => $answer,
        }
    };
}

macro_rules! verbs {
    (
        $($(#[$doc:meta])+ fn $read:ident(&self $(, $arg:ident: $type:ty)*) $(-> $answer:ty)?;)+
        ---
        $($(#[$mut_doc:meta])+ fn $change:ident(&mut self $(, $mut_arg:ident: $mut_type:ty)*) $(-> $mut_answer:ty)?;)+
    ) => {
        /// The interface of a scheduling class.
        pub trait SchedClass {
            $($(#[$doc])+ fn $read(&self $(, $arg: $type)*) $(-> $answer)?;)+
            $($(#[$mut_doc])+ fn $change(&mut self $(, $mut_arg: $mut_type)*) $(-> $mut_answer)?;)+
        }

        impl SchedClass for RunQueues {
            $(#[inline]
            fn $read(&self $(, $arg: $type)*) $(-> $answer)? {
                class_of!(self, class => class.$read($($arg),*))
            })+
            $(#[inline]
            fn $change(&mut self $(, $mut_arg: $mut_type)*) $(-> $mut_answer)? {
                class_of!(self, class => class.$change($($mut_arg),*))
            })+
        }
    };
}

verbs! {
    /// Tasks of a queue, the running one included.
    fn nr_running(&self, cpu: CpuId) -> u32;
    /// The waiting tasks in the order in which they will run.
    fn waiting(&self, at: At) -> Vec<TaskId>;
    /// The tasks that sleep and are kept in the queue.
    fn delayed(&self, cpu: CpuId) -> Vec<TaskId>;
    /// Number of delayed tasks that the kernel leaves out of `h_nr_runnable`.
    fn nr_delayed(&self, cpu: CpuId) -> u32;
    /// `h_nr_idle`: tasks of a queue that are of `SCHED_IDLE`, or in a group that is.
    fn nr_idle(&self, cpu: CpuId) -> u32;
    /// The virtual time of a queue (ns): `min_vruntime`, or V; 0 if the class has none.
    fn clock(&self, cpu: CpuId) -> i64;
    /// The tasks of a queue in the order in which another CPU tries to take them, the running one included.
    fn pull_order(&self, cpu: CpuId) -> Vec<TaskId>;
    /// The task at an index of that order.
    fn pull_at(&self, cpu: CpuId, place: usize) -> Option<TaskId>;
    /// Whether a task owes time on `src` and would have to pay it among others of its queue on `dst`
    /// (`task_is_ineligible_on_dst_cpu`).
    fn owes_on(&self, src: CpuId, dst: CpuId, task: TaskId) -> bool;
    /// Whether a task is a buddy, which the queue prefers to its order.
    fn is_buddy(&self, cpu: CpuId, task: TaskId) -> bool;
    /// When a task last ran or came to a CPU (ns); 0 after a migration.
    fn last_ran(&self, task: TaskId) -> Ns;
    /// Sum of the weights of a queue's tasks; 0 where tasks have none.
    fn weight(&self, cpu: CpuId) -> u64;
    /// The load of a queue as last updated; 0 where none is tracked.
    fn load(&self, cpu: CpuId) -> &SchedAvg;
    /// The load of a task as last updated; 0 where none is tracked.
    fn task_load(&self, task: TaskId) -> &SchedAvg;
    /// The place of a task in the queue of a CPU.
    fn place(&self, cpu: CpuId, task: TaskId) -> Place;
    /// In what time the running task has had its request, by what has been charged (`hrtick_start_fair`); `Ns::MAX` if the
    /// class has no such timer.
    fn served_in(&self, at: At) -> Ns;
    /// The task that a pick would choose now, by the time charged so far.
    fn next(&self, at: At) -> Option<TaskId>;
    ---
    /// Adds a task that is on no queue.
    fn add_task(&mut self, attr: Attr);
    /// Gives the number of an ended task to a new one, and drops the state of the earlier task.
    fn renew(&mut self, task: TaskId, attr: Attr);
    /// A new task inherits from the task that runs on its parent's CPU: its vruntime, its timeslice.
    fn inherit(&mut self, at: At, task: TaskId);
    /// A task joins a queue.
    fn enqueue(&mut self, at: At, task: Joining);
    /// A task leaves its queue, unless its class delays the dequeue of a sleeping task. Returns whether it left.
    fn dequeue(&mut self, at: At, task: TaskId, why: Dequeue) -> bool;
    /// A sleeping task is woken. Returns whether its queue had kept it; if so, it waits there.
    fn wake_queued(&mut self, at: At, task: TaskId) -> bool;
    /// The running task yields the CPU (`sched_yield`).
    fn yields(&mut self, at: At);
    /// The running task goes back among the waiting ones.
    fn put_prev(&mut self, at: At);
    /// Picks the task to run next and takes it from the waiting ones. Delayed tasks that would be picked leave the queue.
    fn pick(&mut self, at: At) -> Option<TaskId>;
    /// A picked task begins to run.
    fn set_next(&mut self, at: At, task: TaskId);
    /// Charges ticks to the running task. Returns whether its turn is over.
    fn tick(&mut self, at: At, ticks: u64) -> bool;
    /// Whether a task that was just queued should preempt the running one. `asked`: the CPU has `need_resched` set. Delayed
    /// tasks that would be picked may leave the queue.
    fn preempts(&mut self, at: At, task: TaskId, how: Woken, asked: bool) -> bool;
    /// Brings the load of a queue up to now.
    fn update(&mut self, at: At);
    /// Another CPU could not take a task. The task is tried last the next time.
    fn pass_over(&mut self, cpu: CpuId, task: TaskId);
    /// Brings the load of a task that sleeps on no queue up to now.
    fn update_asleep(&mut self, at: At, task: TaskId);
    /// A sleeping task is about to wake on another CPU than `at`'s.
    fn leave_asleep(&mut self, at: At, task: TaskId);
    /// A task that is on no queue goes from `cpu` to another one. `fresh`: it has never been queued.
    fn migrate(&mut self, cpu: CpuId, task: TaskId, fresh: bool);
    /// A task of `cpu` has ended.
    fn forget(&mut self, cpu: CpuId, task: TaskId);
    /// Gives a CPU a blocked load, as if it had been running.
    fn warm(&mut self, cpu: CpuId, load: u64);
}

/// The run queues of all CPUs and the entities of all tasks, of one class. The class is matched several times an event,
/// so it is stored in a separate byte.
#[derive(Clone, Debug)]
#[repr(u8)]
pub enum RunQueues {
    Cfs(Cfs),
    O1(O1),
    Eevdf(Eevdf),
    /// The queues of a fair class with control groups.
    Grouped(Box<Grouped>),
}

impl RunQueues {
    /// Empty queues. `groups`: the control groups; empty if the class has none.
    pub fn new(rules: &KernelRules, cpus: usize, tunables: CfsTunables, tick: Ns, groups: &[Given]) -> Self {
        let groups = if rules.has_task_groups { groups } else { &[] };
        let queues = cpus * (groups.len() + 1);
        let class = match rules.class {
            ClassId::Cfs => Self::Cfs(Cfs::new(queues, tunables, rules.new_task_util_share)),
            ClassId::O1 => Self::O1(O1::new(cpus)),
            ClassId::Eevdf => Self::Eevdf(Eevdf::new(queues, rules, cpus, tick)),
        };
        if !groups.is_empty() {
            let with_rules = |&group: &Given| Given {
                idle: group.idle && rules.cpu_idle,
                burst: if rules.cpu_burst { group.burst } else { Ns::ZERO },
                ..group
            };
            let given: Vec<Given> = groups.iter().map(with_rules).collect();
            let mut groups = Grouped::new(class, cpus, &given, rules);
            groups.strict_idle = rules.idle_by_entity;
            return Self::Grouped(Box::new(groups));
        }
        class
    }

    /// The control groups, if there are any.
    #[inline]
    pub fn groups(&self) -> Option<&Grouped> {
        match self {
            Self::Grouped(groups) => Some(groups),
            _ => None,
        }
    }

    #[inline]
    pub fn groups_mut(&mut self) -> Option<&mut Grouped> {
        match self {
            Self::Grouped(groups) => Some(groups),
            _ => None,
        }
    }

    /// A sleeping task may still be queued. Without groups CFS and O(1) have none.
    #[inline]
    pub fn may_keep_sleepers(&self) -> bool {
        matches!(self, Self::Eevdf(_) | Self::Grouped(_))
    }

    /// Sets the slice that a task asks for. It counts from its next request on; without EEVDF tasks have none.
    pub fn set_slice(&mut self, task: TaskId, slice: Ns) {
        match self {
            Self::Eevdf(eevdf) => eevdf.entities[task].own_slice = Some(slice),
            Self::Cfs(_) | Self::O1(_) => {}
            Self::Grouped(groups) => groups.set_slice(task, slice),
        }
    }

    /// Sets the capacity of a CPU, which scales the utilisation of the tasks that run on it.
    pub fn set_capacity(&mut self, cpu: CpuId, capacity: u32) {
        match self {
            Self::Cfs(cfs) => cfs.queues[cpu].load.avg.scale = capacity,
            Self::Eevdf(eevdf) => eevdf.loads.queues[cpu].avg.scale = capacity,
            Self::O1(_) => {}
            Self::Grouped(groups) => groups.set_capacity(cpu, capacity),
        }
    }
}
