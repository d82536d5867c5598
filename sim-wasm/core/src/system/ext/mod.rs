//! The scheduling class `ext` (`sched_ext`): a policy decides which task runs where. The order of calls and the defaults are
//! those of the kernel; `docs/model/ext.md` has them.
//!
//! While a policy is loaded all tasks are in this class and the queues of the fair class are empty. After an error the
//! policy is ejected, and the fair class goes on.
//!
//! What the shared code calls here is `#[cold]`: most runs have no policy, and the compiler would otherwise inline it there.

mod eject;
mod kfuncs;
mod pass;
mod policy;
mod property;
mod queue;
mod select;
pub mod vm;

use std::collections::BTreeMap;

use super::System;
use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::time::Ns;
use crate::machine::Machine;
use crate::observe::report::{ExitReport, PolicyReport};
use crate::runqueue::Attr;
use crate::runqueue::ext::flags::{dsq, exit, ops};
use crate::runqueue::ext::idle::IdleMasks;
use crate::runqueue::ext::{Dsq, ExtTask, Insert, MAX_TIMEOUT_MS, Release, weight_of};

pub use eject::EXT_TIMER;
pub use kfuncs::{Kernel, Move};
pub use pass::Next;
pub use policy::{Args, Hook, Ops, Policy};

/// What a hook that is being called is about.
#[derive(Clone, Copy, Debug)]
struct Call {
    hook: Hook,
    /// The task that it may insert, if it is `select_cpu` or `enqueue`.
    task: Option<TaskId>,
}

/// An insert that `dispatch` has noted.
#[derive(Clone, Copy, Debug)]
struct Buffered {
    task: TaskId,
    /// The number of the enqueue with which the policy got the task; `None`: it does not have it.
    owned: Option<u64>,
    dsq: u64,
    flags: u64,
}

/// The counters of `scx_bpf_events`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Events {
    pub select_cpu_fallback: u64,
    pub dispatch_keep_last: u64,
    pub refill_slice_dfl: u64,
    pub bypass_dispatch: u64,
    pub bypass_activate: u64,
}

/// Why a policy was ejected (`struct scx_exit_info`), and where the cause is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitInfo {
    /// `enum scx_exit_kind`
    pub kind: u32,
    pub code: i64,
    pub msg: String,
    /// The hook that was being called.
    pub hook: Option<Hook>,
    /// The line of the source; 0: none.
    pub line: u32,
    pub task: Option<TaskId>,
    /// Where that task was inserted last.
    pub queued: Insert,
    /// When the error was found, and the moment of its cause: for a stall when the task began to wait (ns).
    pub at: Ns,
    pub cause_at: Ns,
}

impl ExitInfo {
    /// `info->reason`
    pub fn reason(&self) -> &'static str {
        exit::reason(self.kind)
    }
}

/// What a timer of the class is for; they share one number in the timer queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    Watchdog,
    /// One of the policy's timers, by its number.
    Policy(u64),
}

/// The state of the class.
#[derive(Clone, Debug, Default)]
pub struct Ext {
    /// `None` while one of its hooks is being called. After its exit it can still be inspected.
    policy: Option<Box<dyn Policy>>,
    /// The hooks that are written, one bit each.
    hooks: u32,
    pub ops: Ops,
    release: Option<Release>,
    tasks: PerTask<ExtTask>,
    local: PerCpu<Dsq>,
    global: Vec<Dsq>,
    user: BTreeMap<u64, Dsq>,
    idle: Option<IdleMasks>,
    /// The last number given to an enqueue or an insertion.
    seq: u64,
    call: Option<Call>,
    /// The line of the source that is being executed; 0: none.
    line: u32,
    buffer: Vec<Buffered>,
    /// The hook that is being called has inserted or moved a task.
    moved: bool,
    /// The CPU that makes a scheduling pass.
    pass: Option<CpuId>,
    /// The task that ran until this pass: to the kernel it runs until the switch.
    prev: Option<TaskId>,
    kicks: Vec<(CpuId, u64)>,
    deferred: Vec<(TaskId, u64)>,
    /// 7.1: tasks whose custody ended while a hook was being called.
    released: Vec<TaskId>,
    bypass: bool,
    pub exit: Option<Box<ExitInfo>>,
    pub events: Events,
    /// The next one last.
    timers: Vec<(Ns, CpuId, Due)>,
    /// By CPU: the tasks that count as waiting.
    waits: PerCpu<u32>,
    /// By name of a task's number: how often `enqueue` and the like were called, for the report.
    pub calls: [u64; Hook::ALL.len()],
}

impl Ext {
    fn new(policy: Box<dyn Policy>, release: Release, machine: &Machine) -> Self {
        let first = machine.cpus().first().unwrap_or_default();
        let hooks =
            Hook::ALL.iter().filter(|&&hook| policy.has(hook)).fold(0, |bits, hook| bits | hook.bit());
        let of_node = |node: usize| Dsq::new(machine.node_mask[node].first().unwrap_or(first));
        Self {
            ops: policy.ops(),
            policy: Some(policy),
            hooks,
            release: Some(release),
            local: (0..machine.nr_cpu_ids).map(|cpu| Dsq::new(CpuId(cpu as u16))).collect(),
            global: (0..machine.nr_nodes).map(of_node).collect(),
            idle: Some(IdleMasks::new(machine)),
            waits: vec![0; machine.nr_cpu_ids].into(),
            ..Self::default()
        }
    }

    /// One more task.
    pub(crate) fn add_task(&mut self, attr: Attr) {
        self.tasks.push(ExtTask::new(weight_of(attr.weight())));
    }

    /// Gives the number of an ended task to a new one.
    pub(crate) fn renew(&mut self, task: TaskId, attr: Attr) {
        self.tasks[task] = ExtTask::new(weight_of(attr.weight()));
    }

    /// A kick that is due at the end of the event, for tests.
    #[cfg(test)]
    pub fn ask_kick(&mut self, cpu: CpuId, flags: u64) {
        self.kicks.push((cpu, flags));
    }

    fn release(&self) -> Release {
        self.release.unwrap_or(Release::V6_18)
    }

    fn has(&self, hook: Hook) -> bool {
        self.hooks & hook.bit() != 0
    }

    fn has_flag(&self, flag: u64) -> bool {
        self.ops.flags & flag != 0
    }

    /// The built-in masks of idle CPUs are kept.
    fn tracks_idle(&self) -> bool {
        !self.has(Hook::UpdateIdle) || self.has_flag(ops::KEEP_BUILTIN_IDLE)
    }

    /// A wake-up may be finished on the CPU that it goes to.
    pub(super) fn allows_queued_wakeup(&self) -> bool {
        self.release() < Release::V6_18_2 || self.has_flag(ops::ALLOW_QUEUED_WAKEUP)
    }

    fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    /// What the policy did; `None`: there was none.
    pub fn report(&self) -> Option<PolicyReport> {
        self.release?;
        let events = [
            ("SCX_EV_SELECT_CPU_FALLBACK", self.events.select_cpu_fallback),
            ("SCX_EV_DISPATCH_KEEP_LAST", self.events.dispatch_keep_last),
            ("SCX_EV_REFILL_SLICE_DFL", self.events.refill_slice_dfl),
            ("SCX_EV_BYPASS_DISPATCH", self.events.bypass_dispatch),
            ("SCX_EV_BYPASS_ACTIVATE", self.events.bypass_activate),
        ];
        let called = Hook::ALL.iter().zip(self.calls).filter(|&(_, calls)| calls > 0);
        Some(PolicyReport {
            name: self.ops.name.clone(),
            calls: called.map(|(hook, calls)| (hook.key().to_string(), calls)).collect(),
            events: events.into_iter().map(|(name, count)| (name.to_string(), count)).collect(),
            exit: self.exit.as_ref().map(|info| ExitReport {
                kind: info.kind,
                reason: info.reason().to_string(),
                code: info.code,
                msg: info.msg.clone(),
                at_ns: info.at.0,
                cause_at_ns: info.cause_at.0,
                hook: info.hook.map(|hook| hook.key().to_string()),
                line: info.line,
                task: info.task.map(u32::from),
                queued: info
                    .task
                    .filter(|_| info.queued.dsq != 0 || info.queued.line != 0)
                    .map(|_| name_of(info.queued.dsq)),
                queued_line: info.queued.line,
            }),
        })
    }

    /// The policy, for inspection.
    pub fn policy(&self) -> Option<&dyn Policy> {
        self.policy.as_deref()
    }

    /// The queues that the policy made, and built-in ones that hold tasks: their names and their tasks from the head, local
    /// queues first.
    pub fn queues(&self) -> Vec<(String, Vec<TaskId>)> {
        let tasks = |dsq: &Dsq| dsq.iter().map(|queued| queued.task).collect::<Vec<_>>();
        let local = self.local.each().map(|(cpu, dsq)| (format!("SCX_DSQ_LOCAL_ON | {cpu}"), tasks(dsq)));
        let several = self.global.len() > 1;
        let name = |node| {
            if several { format!("SCX_DSQ_GLOBAL of node {node}") } else { "SCX_DSQ_GLOBAL".to_string() }
        };
        let global = self.global.iter().enumerate().map(|(node, dsq)| (name(node), tasks(dsq)));
        let user = self.user.iter().map(|(id, dsq)| (format!("{id}"), tasks(dsq)));
        local.chain(global).filter(|(_, tasks)| !tasks.is_empty()).chain(user).collect()
    }

    /// The tasks of a CPU's local queue.
    pub(super) fn waiting(&self, cpu: CpuId) -> Vec<TaskId> {
        self.local[cpu].iter().map(|queued| queued.task).collect()
    }

    /// The state of a task.
    pub fn task(&self, task: TaskId) -> Option<&ExtTask> {
        self.tasks.of(task)
    }
}

impl System {
    /// Loads a policy before the first task exists: `init`, then the checks of the load. If that fails, the fair class runs
    /// the tasks, and the exit says why.
    pub fn load_policy(&mut self, policy: Box<dyn Policy>, release: Release) {
        *self.ext =
            Ext { tasks: std::mem::take(&mut self.ext.tasks), ..Ext::new(policy, release, &self.machine) };
        self.has_policy = true;
        let fault = self.init_policy();
        if let Some(msg) = fault {
            self.ext_error(exit::ERROR, 0, None, msg);
        }
        if self.ext.exit.is_some() {
            self.eject();
            return;
        }
        if self.ext.ops.dispatch_max_batch == 0 {
            self.ext.ops.dispatch_max_batch = crate::runqueue::ext::MAX_BATCH;
        }
        if self.ext.ops.timeout_ms == 0 {
            self.ext.ops.timeout_ms = MAX_TIMEOUT_MS;
        }
        let check = self.watchdog_interval();
        let cpu = self.actor;
        self.start_ext_timer(self.now + check, cpu, Due::Watchdog);
        self.ext_settle();
    }

    /// The reason why the load fails.
    fn init_policy(&mut self) -> Option<String> {
        let (ops, release) = (self.ext.ops.clone(), self.ext.release());
        if ops.flags & !release.ops_flags() != 0 {
            return Some(format!("unknown ops.flags {:#x}", ops.flags & !release.ops_flags()));
        }
        if ops.timeout_ms > MAX_TIMEOUT_MS {
            return Some(format!("ops.timeout_ms {} is above {MAX_TIMEOUT_MS}", ops.timeout_ms));
        }
        for (flag, name) in [
            (ops::SWITCH_PARTIAL, "SCX_OPS_SWITCH_PARTIAL: no task has the policy SCHED_EXT"),
            (ops::BUILTIN_IDLE_PER_NODE, "SCX_OPS_BUILTIN_IDLE_PER_NODE"),
            (ops::ALWAYS_ENQ_IMMED, "SCX_OPS_ALWAYS_ENQ_IMMED"),
        ] {
            if self.ext.has_flag(flag) {
                return Some(format!("the simulator does not model {name}"));
            }
        }
        if self.ext.has(Hook::Init) {
            let answer = self.ext_call(Hook::Init, Args::default());
            if answer != 0 {
                return Some(format!("ops.init() failed ({answer})"));
            }
        }
        (self.ext.has_flag(ops::ENQ_LAST) && !self.ext.has(Hook::Enqueue))
            .then(|| "SCX_OPS_ENQ_LAST requires ops.enqueue() to be implemented".to_string())
    }

    /// Calls a hook that is written, on the CPU that does the present kernel work.
    fn ext_call(&mut self, hook: Hook, args: Args) -> i64 {
        let Some(mut policy) = self.ext.policy.take() else { return 0 };
        self.charge += Ns::from(self.costs.ext_hook);
        self.ext.call = Some(Call { hook, task: args.task });
        self.ext.calls[hook.index()] += 1;
        let answer = policy.call(hook, args, &mut Kernel { sys: self });
        self.ext.policy = Some(policy);
        self.ext.call = None;
        self.ext.line = 0;
        self.ext_bypass_after_error();
        while let Some(task) = self.ext.released.pop() {
            self.ext_dequeue_hook(task, 0);
        }
        answer
    }

    /// Calls a hook about a task, if it is written.
    fn ext_tell(&mut self, hook: Hook, task: TaskId, number: i64, flags: u64) {
        if self.ext.has(hook) {
            self.ext_call(hook, Args { task: Some(task), number, flags });
        }
    }

    /// A task comes into being: `init_task`, `enable`, `set_weight`.
    #[cold]
    pub fn ext_fork(&mut self, task: TaskId) {
        let weight = self.ext.tasks[task].weight;
        self.ext.tasks[task].enabled = true;
        if self.ext.has(Hook::InitTask) {
            let answer = self.ext_call(Hook::InitTask, Args { task: Some(task), number: 0, flags: 1 });
            if answer != 0 {
                let msg = format!("ops.init_task() failed ({answer}) for {}", self.comm(task));
                self.ext_error(exit::ERROR, 0, Some(task), msg);
            }
        }
        self.ext_tell(Hook::Enable, task, 0, 0);
        self.ext_tell(Hook::SetWeight, task, i64::from(weight), 0);
    }

    /// A task has ended, and left its queue: `disable`, `exit_task`.
    #[cold]
    pub fn ext_exit(&mut self, task: TaskId) {
        if std::mem::take(&mut self.ext.tasks[task].enabled) {
            self.ext_tell(Hook::Disable, task, 0, 0);
            self.ext_tell(Hook::ExitTask, task, 0, 0);
            if let Some(policy) = &mut self.ext.policy {
                policy.forget(task);
            }
        }
    }

    /// `comm[pid]` of a task.
    pub fn comm(&self, task: TaskId) -> String {
        format!("{}[{}]", self.tasks[task].role.key(), pid_of(task))
    }
}

/// The name of a dispatch queue, as in C.
pub fn name_of(id: u64) -> String {
    match id {
        dsq::GLOBAL => "SCX_DSQ_GLOBAL".to_string(),
        dsq::LOCAL => "SCX_DSQ_LOCAL".to_string(),
        _ if id & dsq::LOCAL_ON == dsq::LOCAL_ON => format!("SCX_DSQ_LOCAL_ON | {}", id & dsq::CPU_MASK),
        _ => id.to_string(),
    }
}

/// The process number of a task: those below are kernel threads.
pub fn pid_of(task: TaskId) -> u32 {
    1000 + u32::from(task)
}
