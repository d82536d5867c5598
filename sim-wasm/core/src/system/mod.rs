//! The state of the simulated kernel, and the operations every mechanism is made of: joining and
//! leaving a queue, changing the CPU of a task, switching tasks, charging time.

mod bandwidth;
pub mod cache_aware;
mod capacity;
mod cpuidle;
pub mod ext;
mod groups;
mod newidle;
mod node_balance;
pub mod nohz;
mod overload;
mod past_load;
mod queue;
mod reach;
mod switch;
mod task;
mod task_group;
mod task_history;
mod tick;

use std::sync::Arc;

use crate::engine::ids::{CpuId, PerCpu, PerTask, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::engine::tree::{EventTree, NEVER};
use crate::machine::domains::{self, Domain, Domains};
use crate::machine::kernel::{Balancer, ClassId, KernelRules, Preemption};
use crate::machine::{Costs, Family, Machine};
use crate::memory::layout::LayoutItem;
use crate::memory::nodes;
use crate::observe::counters::{Histogram, Integral, Observer};
use crate::observe::log::Record;
use crate::observe::vocab::{Cause, Distance, EventKind, Role};
use crate::runqueue::cfs::CfsTunables;
use crate::runqueue::groups::Given;
use crate::runqueue::{At, Attr, RunQueues, SchedClass};
use crate::scenario::{Features, Policy};

pub use crate::runqueue::Enqueue;
use cache_aware::CacheAware;
pub use capacity::{capacity_greater, fits_capacity};
pub use groups::{CAPACITY, GroupSums, GroupType, adjust_numa_imbalance};
pub use newidle::NewidleStats;
pub use node_balance::NodeBalance;
use overload::Overload;
use past_load::PastLoad;
use reach::Reach;
pub use task_history::{Stay, TaskHistory, TaskTotals};

pub use task::{Memory, Task, TaskState};
pub use task_group::TaskGroupState;

/// `avg_idle` and the like are smoothed over eight values.
pub fn update_avg(avg: &mut Ns, sample: Ns) {
    let diff = sample.0 as i64 - avg.0 as i64;
    avg.0 = (avg.0 as i64 + diff / 8) as u64;
}

/// Tunables in force.
#[derive(Clone, Copy, Debug)]
pub struct Tuned {
    pub cfs: CfsTunables,
    /// `sched_migration_cost` (ns): task_hot, the newidle gate, the cap of `avg_idle`.
    pub migration_cost: Ns,
    /// `NODE_BALANCE_RATIO`
    pub node_balance_ratio: u32,
    /// `NODE_THRESHOLD` (%)
    pub node_threshold_pct: u32,
    /// `sched_steal_node_limit`
    pub steal_node_limit: u32,
}

/// What the running task of a CPU does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Op {
    /// When it ends (ns).
    pub end: Ns,
    /// A stretch of computing can be interrupted; a system call ends first.
    pub preemptible: bool,
    /// When it began (ns), after the kernel work before it.
    pub start: Ns,
    /// From when until when (ns) a system call can be preempted: it spins for a mutex, or holds no lock yet.
    pub gives_way_from: Ns,
    pub gives_way_until: Ns,
}

impl Op {
    /// When it gives way to another task, if it does so before its end.
    #[inline]
    pub fn gives_way(&self, now: Ns) -> Option<Ns> {
        if self.preemptible {
            return Some(now);
        }
        let at = now.max(self.gives_way_from);
        (at < self.gives_way_until).then_some(at)
    }
}

/// A CPU.
#[derive(Clone, Debug)]
pub struct Cpu {
    /// The running task.
    pub curr: Option<TaskId>,
    /// `rq->nr_running`: a copy of the length of its queue, since it is read several times in each event.
    nr_running: u32,
    /// Other threads of its core that run a task. Read once in each operation.
    busy_siblings: u32,
    pub need_resched: bool,
    /// `TIF_NEED_RESCHED_LAZY`: the running task gives way when it returns to user mode.
    pub need_resched_lazy: bool,
    /// `sched_throttle_work`: the running task is being throttled, on its way to user mode.
    pub throttles: bool,
    pub op: Op,
    /// Next tick that a running task sees.
    pub next_tick: Ns,
    /// When the running task has had its request, by a timer of the CPU (`HRTICK`); `NEVER`: there is none.
    pub hrtick: Ns,
    /// An idle CPU with a queued task starts running it at this time.
    pub wake_at: Ns,
    /// Woken tasks that the waker has left to this CPU: when the interrupt arrives, and the task.
    pub ipis: Vec<(Ns, TaskId)>,
    /// Since when it has been idle, for `avg_idle`; 0: not measured.
    pub idle_stamp: Ns,
    /// Until when it looks for a task to pull, if it finds one: a wake-up that comes meanwhile ends an idle
    /// time. 0: it found none.
    pub searches_until: Ns,
    /// When it last went idle, for the choice of an idle CPU at fork.
    pub idled_at: Ns,
    /// Length of its idle times, smoothed, and what leaving the present one takes (ns).
    pub typical_idle: Ns,
    pub idle_exit: u32,
    pub avg_idle: Ns,
    pub max_idle_balance_cost: Ns,
    /// Cost of a scan of the LLC from this CPU, smoothed.
    pub avg_scan_cost: Ns,
    /// What is left of the idle time that is expected, and since when it ages, for [`Sis::Aged`].
    pub wake_avg_idle: Ns,
    pub wake_stamp: Ns,
    past_load: PastLoad,
    pub next_balance: Ns,
    /// The stopper will push a task from here to that CPU.
    pub push_to: Option<CpuId>,
    /// Address space of the last task, for the cost of switching it.
    pub mm: u32,
    /// The task whose memory its cache holds.
    pub cache_of: Option<TaskId>,
}

impl Cpu {
    /// The running task may continue: no wake-up is pending, no tick is due, and no switch is requested.
    #[inline]
    pub fn is_left_alone(&self, now: Ns) -> bool {
        self.ipis.is_empty()
            && now < self.next_tick.min(self.hrtick)
            && !self.need_resched
            && !self.need_resched_lazy
    }

    /// When the next wake-up that another CPU has left to it arrives.
    #[inline]
    pub fn next_ipi(&self) -> Ns {
        // Few CPUs have any, so the loop is a function of its own that is not inlined.
        if self.ipis.is_empty() { NEVER } else { first_of(&self.ipis) }
    }
}

#[cold]
fn first_of(ipis: &[(Ns, TaskId)]) -> Ns {
    ipis.iter().map(|ipi| ipi.0).min().unwrap_or(NEVER)
}

/// The changing side of a scheduling domain of one CPU.
#[derive(Clone, Debug)]
pub struct DomainState {
    /// ms
    pub balance_interval: u32,
    pub last_balance: Ns,
    pub nr_balance_failed: u32,
    pub max_newidle_lb_cost: Ns,
    pub next_decay: Ns,
    pub newidle: NewidleStats,
    /// `sgc->imbalance` of this CPU's group one level up: tasks here could not be moved.
    pub group_imbalance: bool,
}

/// Tasks that are alike: what they are, and what they ask of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    pub role: Role,
    pub attr: Attr,
}

/// The simulated kernel.
#[derive(Clone, Debug)]
pub struct System {
    pub now: Ns,
    pub machine: Arc<Machine>,
    pub rules: KernelRules,
    pub costs: Costs,
    pub tuned: Tuned,
    pub features: Features,
    pub domains: Arc<Domains>,
    pub domain_state: PerCpu<Vec<DomainState>>,
    /// The last balance over NUMA levels where one CPU at a time does it: which CPU, and when.
    pub serialized: Option<(CpuId, std::ops::Range<Ns>)>,
    /// `sched_rnd_state`, of which `NI_RANDOM` draws.
    pub newidle_rng: PerCpu<Rng>,
    pub cpus: PerCpu<Cpu>,
    pub tasks: PerTask<Task>,
    /// The kinds of tasks in the run.
    pub kinds: Vec<Kind>,
    /// Some task or control group is of `SCHED_IDLE`.
    some_idle: bool,
    /// The task that is being placed takes CPUs whose tasks all are of `SCHED_IDLE` for idle ones.
    seeks_sched_idle: bool,
    /// Their queues and entities; those of the fair class are empty while a policy is loaded.
    pub queues: RunQueues,
    /// See [`System::is_ext`].
    has_policy: bool,
    pub ext: Box<ext::Ext>,
    pub events: EventTree,
    /// One tick, or jiffy.
    tick: Ns,
    /// A timer ends slices (`hrtick_enabled_fair`).
    pub hrtick: bool,
    /// CPUs that any task may run on; the others stay idle for want of permission, not of work.
    pub usable: CpuMask,
    /// CPUs that `available_idle_cpu` holds for.
    pub idle: CpuMask,
    pub overload: Overload,
    /// `rd->overload`
    pub rd_overload: bool,
    /// `rq->misfit_task_load`; empty where the kernel takes all CPUs for equal.
    misfit: PerCpu<u64>,
    pub nohz: nohz::Nohz,
    /// Whose `has_idle_cores` and `nr_idle_scan` are a CPU's (`sd_balance_shared`): the number of an LLC.
    pub shared_of: PerCpu<usize>,
    /// `sds->has_idle_cores`, per LLC.
    pub has_idle_cores: Vec<bool>,
    /// `sds->nr_idle_scan` of `SIS_UTIL`, per LLC.
    pub nr_idle_scan: Vec<u32>,
    /// Tasks of each node's queues; counted where the balancer is about nodes.
    pub node_nr_running: Vec<u32>,
    /// Per CPU, where the balancer is about nodes.
    pub node_balance: PerCpu<NodeBalance>,
    /// Nodes that were below half the average load at their last cross-node check (2003).
    pub node_hurries: Vec<bool>,
    reaches: Vec<Reach>,
    /// The order of `task_group`'s fields that the lane brings along.
    pub layout: Vec<LayoutItem>,
    /// Where the kernel has cache-aware scheduling.
    pub cache_aware: Option<Box<CacheAware>>,
    /// The workload's `task_group`, unless it is the root group.
    pub group: Option<Box<TaskGroupState>>,
    pub obs: Observer,
    /// The CPU that does the kernel work of the present event.
    pub actor: CpuId,
    /// Kernel time spent while handling the present event: it delays the CPU's next operation.
    pub charge: Ns,
    /// Sleepers and timers of control groups, the next one last: time (ns), and the task or `Timer::number`.
    timers: Vec<(Ns, TaskId)>,
    /// Tasks that have not ended.
    pub live: u32,
    /// Totals of earlier tasks whose number was given to a new task, by number. It ends at the last such number.
    earlier: Vec<TaskTotals>,
    /// By control group: CPU time (ns) that tasks ran in it and that have left it, less what tasks ran before they joined it.
    pub left_time: Vec<i64>,
    /// When the workload's measured part began (ns); `None`: not yet.
    pub measured_from: Option<Ns>,
}

/// What a lane is run by, beside its machine.
pub struct Setup {
    pub rules: KernelRules,
    pub costs: Costs,
    pub tuned: Tuned,
    pub features: Features,
    pub layout: Vec<LayoutItem>,
    pub usable: CpuMask,
    pub groups: Vec<Given>,
    pub seed: u32,
}

impl System {
    pub fn new(machine: Arc<Machine>, of: Setup) -> Self {
        let Setup { mut rules, costs, tuned, features, layout, usable, groups, seed } = of;
        if rules.class == ClassId::O1 {
            // It has no choice of a preemption model here.
            rules.preemption = Preemption::default();
        }
        let tunables = tuned.cfs;
        let n = machine.nr_cpu_ids;
        let tick = Ns::s(1) / u64::from(rules.hz.unwrap_or(machine.platform.hz));
        let cpu = Cpu {
            curr: None,
            nr_running: 0,
            busy_siblings: 0,
            need_resched: false,
            need_resched_lazy: false,
            throttles: false,
            op: Op::default(),
            next_tick: tick,
            hrtick: NEVER,
            wake_at: NEVER,
            ipis: Vec::new(),
            idle_stamp: Ns::ZERO,
            searches_until: Ns::ZERO,
            idled_at: Ns::ZERO,
            typical_idle: Ns::ZERO,
            idle_exit: 0,
            avg_idle: tuned.migration_cost * 2,
            max_idle_balance_cost: tuned.migration_cost,
            avg_scan_cost: Ns::ZERO,
            wake_avg_idle: tuned.migration_cost * 2,
            wake_stamp: Ns::ZERO,
            past_load: PastLoad::default(),
            next_balance: tick,
            push_to: None,
            mm: u32::MAX,
            cache_of: None,
        };
        let features = features.resolved(&machine, &rules);
        let mut sys = Self {
            now: Ns::ZERO,
            cpus: vec![cpu; n].into(),
            tasks: PerTask::new(),
            kinds: Vec::new(),
            some_idle: groups.iter().any(|group| group.idle),
            seeks_sched_idle: false,
            queues: RunQueues::new(&rules, n, tunables, tick, &groups),
            has_policy: false,
            ext: Box::default(),
            events: EventTree::new(n),
            tick,
            hrtick: rules.hrtick
                && rules.class == ClassId::Eevdf
                && machine.platform.family != Family::Kunpeng,
            usable,
            idle: machine.cpus(),
            overload: Overload::new(&machine),
            rd_overload: false,
            misfit: PerCpu::new(),
            nohz: nohz::Nohz::default(),
            shared_of: PerCpu::new(),
            has_idle_cores: vec![true; machine.nr_llcs],
            nr_idle_scan: machine.llc_mask.iter().map(|m| m.weight()).collect(),
            node_nr_running: vec![0; machine.nr_nodes],
            node_hurries: vec![false; machine.nr_nodes],
            node_balance: match rules.balancer {
                Balancer::Domains => PerCpu::new(),
                Balancer::Nodes => vec![NodeBalance::new(n, machine.nr_nodes); n].into(),
            },
            reaches: Reach::all(&machine, &rules, usable),
            obs: Observer::new(machine.nr_cpu_ids, machine.nr_units, machine.nr_nodes),
            domains: Arc::new(Domains {
                cpus: CpuMask::EMPTY,
                of: PerCpu::new(),
                llc_level: PerCpu::new(),
                capacities: Vec::new(),
            }),
            domain_state: PerCpu::new(),
            // The streams from 0 on belong to the tasks, the last one to the workload.
            newidle_rng: (1..=n as u32).map(|cpu| Rng::new(seed, u32::MAX - cpu)).collect::<Vec<_>>().into(),
            serialized: None,
            layout,
            cache_aware: None,
            group: None,
            actor: machine.cpus().first().unwrap_or_default(),
            charge: Ns::ZERO,
            timers: Vec::new(),
            live: 0,
            earlier: Vec::new(),
            left_time: Vec::new(),
            measured_from: None,
            machine,
            rules,
            costs,
            tuned,
            features,
        };
        sys.build_domains();
        sys.take_capacities();
        sys.shape_groups();
        sys.begin_cache_aware();
        sys
    }

    /// Builds the scheduling domains for the present switches and resets the state of balancing.
    pub fn build_domains(&mut self) {
        let domains = domains::build(&self.machine, &self.rules, self.features.has_cluster_level());
        let now = self.now;
        self.domain_state = domains
            .of
            .iter()
            .map(|levels| {
                levels
                    .iter()
                    .map(|d| DomainState {
                        balance_interval: d.min_interval_ms,
                        last_balance: now,
                        nr_balance_failed: 0,
                        max_newidle_lb_cost: Ns::ZERO,
                        next_decay: now + Ns::s(1),
                        newidle: NewidleStats::new(now),
                        group_imbalance: false,
                    })
                    .collect()
            })
            .collect();
        self.domains = Arc::new(domains);
        self.shared_of = self.machine.llc_of.clone();
        if self.is_asym() {
            self.share_by_capacity();
        }
        let next = now + self.tick();
        for cpu in self.cpus.iter_mut() {
            cpu.next_balance = next;
        }
    }

    /// What the workload measures begins now.
    pub fn begin_measuring(&mut self) {
        self.measured_from = Some(self.now);
    }

    /// Changes the switches from now on.
    pub fn set_features(&mut self, features: Features) {
        let features = features.resolved(&self.machine, &self.rules);
        let limits = features.cpu_max != self.features.cpu_max;
        let weights = features.cpu_weight != self.features.cpu_weight;
        let rebuild = features.cluster_domain != self.features.cluster_domain;
        let regroup =
            (features.task_group, features.line_128) != (self.features.task_group, self.features.line_128);
        self.features = features;
        self.shape_groups();
        if regroup {
            self.build_task_group();
        }
        if rebuild {
            self.build_domains();
        }
        if limits {
            self.refill_groups();
        }
        if weights {
            self.reweigh_groups();
        }
        let tick = self.now + self.tick();
        for cpu in self.cpus.iter_mut() {
            cpu.next_balance = cpu.next_balance.min(tick);
        }
        self.nohz.next_balance = self.nohz.next_balance.min(tick);
        let now = self.now;
        self.obs.emit(now, &Record::new(EventKind::Flip, None, CpuId(0)));
    }

    /// One tick, or jiffy.
    #[inline]
    pub fn tick(&self) -> Ns {
        self.tick
    }

    /// Idle CPUs have no ticks.
    #[inline]
    pub fn stops_ticks(&self) -> bool {
        self.machine.platform.stops_ticks && self.rules.tickless
    }

    /// The kernel is built so that it can be preempted itself (`CONFIG_PREEMPTION`), whatever was chosen at boot.
    pub fn is_preemptible(&self) -> bool {
        let chosen = matches!(self.rules.preemption, Preemption::Full | Preemption::Lazy);
        chosen || self.machine.platform.preempt || self.rules.preempt_dynamic
    }

    /// The LLC domain of a CPU, if it has one.
    pub fn sd_llc(&self, cpu: CpuId) -> Option<&Domain> {
        self.domains.llc_level[cpu].map(|l| &self.domains.of[cpu][l])
    }

    #[inline]
    pub fn distance(&self, a: CpuId, b: CpuId) -> Distance {
        self.machine.distance(a, b)
    }

    /// `cpus_share_cache`
    #[inline]
    pub fn share_llc(&self, a: CpuId, b: CpuId) -> bool {
        self.machine.llc_of[a] == self.machine.llc_of[b]
    }

    /// `available_idle_cpu`
    #[inline]
    pub fn is_idle(&self, cpu: CpuId) -> bool {
        self.idle.test(cpu)
    }

    /// `sched_idle_rq`: it has tasks, and all are of `SCHED_IDLE`.
    #[inline]
    pub fn is_sched_idle(&self, cpu: CpuId) -> bool {
        // Few runs have any, so the rest is a function of its own that is not inlined.
        self.some_idle && self.has_only_idle_tasks(cpu)
    }

    #[inline(never)]
    fn has_only_idle_tasks(&self, cpu: CpuId) -> bool {
        let nr = self.nr_running(cpu);
        self.rules.sched_idle_cpu && nr > 0 && self.queues.nr_idle(cpu) == nr
    }

    /// A task is about to be placed: which CPUs it takes for idle ones.
    #[inline]
    pub fn begin_placing(&mut self, task: TaskId) {
        let itself = self.tasks[task].attr.policy == Policy::Idle;
        self.seeks_sched_idle = self.some_idle && (self.rules.idle_joins_idle || !itself);
    }

    /// `choose_sched_idle_rq`: the task that is being placed takes this busy CPU for an idle one.
    #[inline]
    pub fn takes_for_idle(&self, cpu: CpuId) -> bool {
        self.seeks_sched_idle && self.is_sched_idle(cpu)
    }

    /// `choose_idle_cpu`: that, or it is idle.
    #[inline]
    pub fn seems_idle(&self, cpu: CpuId) -> bool {
        self.is_idle(cpu) || self.takes_for_idle(cpu)
    }

    /// A policy is loaded: all tasks are in the class `ext`. Without the feature `ext` the compiler removes the class.
    #[inline]
    pub fn is_ext(&self) -> bool {
        cfg!(feature = "ext") && self.has_policy
    }

    /// Another thread of the CPU's core runs a task.
    #[inline]
    pub fn has_busy_sibling(&self, cpu: CpuId) -> bool {
        let busy = self.cpus[cpu].busy_siblings;
        debug_assert_eq!(busy, self.count_busy_siblings(cpu), "busy siblings of CPU {cpu}");
        busy > 0
    }

    /// Siblings of a CPU that run a task; none where the machine has a thread to each core.
    fn count_busy_siblings(&self, cpu: CpuId) -> u32 {
        if !self.machine.has_smt {
            return 0;
        }
        let busy = |&sibling: &CpuId| sibling != cpu && self.cpus[sibling].curr.is_some();
        self.machine.smt_mask[cpu].iter().filter(busy).map(|_| 1).sum()
    }

    /// Tasks of a CPU's queue, the running one included.
    #[inline]
    pub fn nr_running(&self, cpu: CpuId) -> u32 {
        let nr_running = self.cpus[cpu].nr_running;
        debug_assert!(self.is_ext() || nr_running == self.queues.nr_running(cpu), "tasks of CPU {cpu}");
        nr_running
    }

    /// `h_nr_runnable`: those of them that count.
    #[inline]
    pub fn nr_runnable(&self, cpu: CpuId) -> u32 {
        self.nr_running(cpu) - self.queues.nr_delayed(cpu)
    }

    /// The present moment on a CPU, as the scheduling class takes it.
    #[inline]
    fn at(&self, cpu: CpuId) -> At {
        At { now: self.now, cpu, curr: self.cpus[cpu].curr }
    }

    /// One more task, not on any queue. Returns its number.
    pub fn add_task(&mut self, task: Task) -> TaskId {
        self.queues.add_task(task.attr);
        self.ext.add_task(task.attr);
        self.some_idle |= task.attr.policy == Policy::Idle;
        let kind = Kind { role: task.role, attr: task.attr };
        let at = self.kinds.iter().position(|&known| known == kind).unwrap_or_else(|| {
            self.kinds.push(kind);
            self.obs.latency.push(Histogram::default());
            self.kinds.len() - 1
        });
        self.tasks.push(Task { kind: at, ..task })
    }

    /// Gives the number of an ended task to a new one. Only the totals of the earlier task are kept, for the report.
    pub fn renew_task(&mut self, id: TaskId, task: Task) {
        let totals = self.tasks[id].history.totals(self.now, false);
        let at = usize::from(id.0);
        if totals != TaskTotals::default() {
            self.earlier.resize(self.earlier.len().max(at + 1), TaskTotals::default());
            self.earlier[at] = self.earlier[at].and(totals);
        }
        self.queues.renew(id, task.attr);
        self.ext.renew(id, task.attr);
        self.tasks[id] = Task { kind: self.tasks[id].kind, ..task };
    }

    /// The totals of each task number until `at`. No event may be pending before `at`.
    pub fn totals(&self, at: Ns) -> Vec<TaskTotals> {
        let of = |(task, of): (TaskId, &Task)| {
            let earlier = self.earlier.get(usize::from(task.0)).copied().unwrap_or_default();
            earlier.and(of.history.totals(at, of.state == TaskState::Running))
        };
        self.tasks.each().map(of).collect()
    }

    /// The CPU's next event is not later than `time`.
    #[inline]
    pub fn kick(&mut self, cpu: CpuId, time: Ns) {
        if time < self.events.time_of(cpu) {
            self.events.set(cpu, time);
        }
    }

    /// Time for `count` cache lines to come from `from` to `to` (ns); counts them.
    #[inline]
    pub fn move_lines(&mut self, from: CpuId, to: CpuId, count: u32) -> Ns {
        if from == to { Ns::ZERO } else { self.carry_lines(from, to, count) }
    }

    fn carry_lines(&mut self, from: CpuId, to: CpuId, count: u32) -> Ns {
        let (machine, memoryless) = (&*self.machine, self.features.memoryless_node);
        let d = machine.distance(from, to);
        let (ua, ub) = (machine.unit_of[from], machine.unit_of[to]);
        let priced = if memoryless { nodes::priced_as(d, machine.node_of[from]) } else { d };
        let line = Ns::from(self.costs.line[priced.index()]);
        self.obs.lines[d.index()] += u64::from(count);
        if ua == ub {
            self.obs.unit_lines[ua][0] = self.obs.unit_lines[ua][0].wrapping_add(count);
        } else {
            self.obs.unit_lines[ua][1] = self.obs.unit_lines[ua][1].wrapping_add(count);
            self.obs.unit_lines[ub][1] = self.obs.unit_lines[ub][1].wrapping_add(count);
            if d >= Distance::Node {
                let (na, nb) = (machine.node_of[from], machine.node_of[to]);
                let cell = &mut self.obs.node_lines[na * machine.nr_nodes + nb];
                *cell = cell.wrapping_add(count);
            }
        }
        line * u64::from(count)
    }

    /// A task has answered the request that it worked on.
    pub fn answer(&mut self, task: TaskId) {
        let asked = std::mem::take(&mut self.tasks[task].asked);
        if asked != Ns::ZERO {
            self.obs.requests.add(self.now.saturating_sub(asked).0);
        }
    }

    /// The running task of a CPU, which goes to sleep now, is to be woken at a time (ns).
    pub fn wake_later(&mut self, cpu: CpuId, at: Ns) {
        if let Some(task) = self.cpus[cpu].curr {
            self.start_timer(at, task);
        }
    }

    /// A task that sleeps is to be woken at a time (ns).
    pub fn wake_sleeper(&mut self, task: TaskId, at: Ns) {
        self.start_timer(at, task);
    }

    /// A timer goes off at a time (ns), for a sleeper or under another number.
    fn start_timer(&mut self, at: Ns, task: TaskId) {
        debug_assert!(at >= self.now, "timer {task} at {at}, which is over at {}", self.now);
        let place = self.timers.partition_point(|&timer| timer > (at, task));
        self.timers.insert(place, (at, task));
    }

    /// When the next timer is due (ns).
    #[inline]
    pub fn next_timer(&self) -> Ns {
        self.timers.last().map_or(NEVER, |timer| timer.0)
    }

    /// Takes the next timer, which is over: its sleeper, or the `Timer::number` of a control group's.
    pub fn take_timer(&mut self) -> Option<TaskId> {
        self.timers.pop().map(|timer| timer.1)
    }

    /// What an operation of the running task of a CPU costs (ns), spread by the task's random numbers.
    #[inline]
    pub fn spread(&mut self, cpu: CpuId, cost: Ns) -> Ns {
        match self.cpus[cpu].curr {
            Some(task) => self.tasks[task].rng.jitter(cost, self.costs.jitter_pct),
            None => cost,
        }
    }

    /// Changes the CPU of a task that is on no queue (`set_task_cpu`): counted, logged, and the
    /// task's cache contents stay behind.
    pub fn set_task_cpu(&mut self, task: TaskId, cpu: CpuId, cause: Cause) {
        let t = &mut self.tasks[task];
        let src = t.cpu;
        if src == cpu {
            return;
        }
        t.cpu = cpu;
        t.history.moves(Stay { at: self.now, cpu, cause });
        t.migrated = true;
        let distance = self.machine.distance(src, cpu);
        t.refill += Ns::from(self.costs.line[distance.index()]) * u64::from(self.costs.migrate_lines);
        let fresh = t.fresh;
        if !self.is_ext() {
            self.queues.migrate(src, task, fresh);
        }
        self.set_task_rq();
        let record = Record { cause, distance, src, ..Record::new(EventKind::Move, Some(task), cpu) };
        let units = (self.machine.unit_of[src], self.machine.unit_of[cpu]);
        self.obs.moved(self.now, record, units);
    }

    /// A task that is on no queue leaves the load and the clock of its queue, as if it went to another CPU.
    pub fn leave_cpu(&mut self, task: TaskId) {
        let t = &mut self.tasks[task];
        t.migrated = true;
        self.queues.migrate(t.cpu, task, t.fresh);
    }

    /// A task that has left its CPU joins another control group (`sched_move_task`).
    pub fn set_task_group(&mut self, task: TaskId, group: u8) {
        let left = std::mem::replace(&mut self.tasks[task].attr.group, group);
        let ran = self.tasks[task].history.totals(self.now, false).ran.0 as i64;
        self.left_time.resize(self.left_time.len().max(usize::from(left.max(group)) + 1), 0);
        self.left_time[usize::from(left)] += ran;
        self.left_time[usize::from(group)] -= ran;
        if let Some(groups) = self.queues.groups_mut() {
            groups.set_group(task, group);
        }
    }

    /// After any change of a CPU's queue, running task or pending wake-ups.
    #[inline]
    fn note_idle(&mut self, cpu: CpuId) {
        if self.is_ext() {
            return self.ext_note(cpu);
        }
        let c = &self.cpus[cpu];
        let idle = c.curr.is_none() && c.ipis.is_empty() && self.nr_running(cpu) == 0;
        if idle != self.idle.test(cpu) {
            self.set_idle(cpu, idle);
        }
    }

    #[inline(never)]
    fn set_idle(&mut self, cpu: CpuId, idle: bool) {
        let counts = u32::from(self.usable.test(cpu));
        if idle {
            self.idle.set(cpu)
        } else {
            self.idle.clear(cpu)
        }
        self.change_reach(cpu, |reach| {
            reach.idle = if idle { reach.idle + counts } else { reach.idle - counts };
        });
    }

    /// After a change of a queue's length. On most CPUs no task waits, so the rest is a function of its own.
    #[inline]
    fn note_length(&mut self, cpu: CpuId, before: u32, after: u32) {
        self.cpus[cpu].nr_running = after;
        if before.max(after) >= 2 {
            self.note_waiting(cpu, before, after);
        }
        if self.rules.balancer == Balancer::Nodes {
            let node = self.machine.node_of[cpu];
            self.node_nr_running[node] = self.node_nr_running[node] + after - before;
        }
    }

    #[inline(never)]
    fn note_waiting(&mut self, cpu: CpuId, before: u32, after: u32) {
        if before < 2 && after >= 2 {
            self.note_overload(cpu, true);
        } else if before >= 2 && after < 2 {
            self.note_overload(cpu, false);
        }
        if !self.is_ext() {
            self.change_reach(cpu, |reach| {
                reach.waiting = reach.waiting + after.saturating_sub(1) - before.saturating_sub(1);
            });
        }
    }

    /// Leaves a small random blocked load on every CPU, as a machine that has been running has, so
    /// that equally idle CPUs are not all alike.
    pub fn warm(&mut self, rng: &mut crate::engine::rng::Rng) {
        for (i, cpu) in self.cpus.each_mut() {
            self.queues.warm(i, u64::from(rng.below(16)));
            cpu.idled_at = Ns::from(rng.below(1_000_000));
        }
        self.obs.busy = Integral::default();
    }
}

/// Eight cores of two threads each, those of CPUs 0 to 7 with twice the capacity, under one cache, for unit tests. The kernel
/// is 7.3, with or without the rule `asym_idle_cores`.
#[cfg(test)]
pub fn with_threads_and_capacities(asym_idle_cores: bool) -> System {
    let text = r#"{"version": 3, "kernel": "6.12", "workload": {"kind": "hogs"}, "lanes": [{}], "machine": {"name": "m",
        "like": "kunpeng", "topology": "core:8 pu:2", "capacities": "0-7:1024 8-15:512"}}"#;
    let machine = crate::scenario::parse(text).expect("a good scenario").machine.build();
    let kernel = crate::machine::kernel::rules(crate::machine::KernelId::V7_3);
    let rules = KernelRules { asym_idle_cores, ..kernel };
    let mut sys = System::bare(crate::machine::MachineId::Spark20, rules, Features::default());
    sys.machine = Arc::new(machine);
    sys.build_domains();
    sys
}

#[cfg(test)]
impl System {
    /// A kernel with nothing to run, for unit tests.
    pub fn bare(machine: crate::machine::MachineId, rules: KernelRules, features: Features) -> Self {
        let cfs = CfsTunables {
            latency: Ns::ms(24),
            min_granularity: Ns::ms(3),
            wakeup_granularity: Ns::ZERO,
            base_slice: rules.base_slice,
            idle_min_granularity: rules.idle_min_granularity,
        };
        let tuned = Tuned {
            cfs,
            migration_cost: Ns::us(500),
            node_balance_ratio: 10,
            node_threshold_pct: 125,
            steal_node_limit: 2,
        };
        let machine = Machine::preset(machine);
        let costs = Costs::of(machine.platform.family);
        let cpus = machine.cpus();
        let (layout, groups) = (Vec::new(), Vec::new());
        Self::new(
            Arc::new(machine),
            Setup { rules, costs, tuned, features, layout, usable: cpus, groups, seed: 1 },
        )
    }

    /// Puts tasks on the queue of a CPU without adding to its load, for unit tests.
    pub fn crowd(&mut self, cpu: CpuId, tasks: usize) {
        for _ in 0..tasks {
            let rng = crate::engine::rng::Rng::new(1, 0);
            let role = crate::observe::vocab::Role::Job;
            let task = self.add_task(Task::new(cpu, self.machine.cpus(), 0, role, 0, rng));
            self.enqueue(task, Enqueue::Wakeup);
        }
        if self.rules.class == ClassId::Cfs {
            self.cfs().queues[cpu].load.avg = crate::runqueue::pelt::SchedAvg::default();
        }
    }

    /// The queues of a kernel with CFS, for unit tests.
    pub fn cfs(&mut self) -> &mut crate::runqueue::cfs::Cfs {
        match &mut self.queues {
            RunQueues::Cfs(cfs) => cfs,
            _ => panic!("this kernel has another scheduler"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{KernelId, MachineId, kernel};

    #[test]
    fn a_cpu_is_left_alone_until_its_tick_unless_somebody_is_woken_there_or_is_to_run() {
        let sys = System::bare(MachineId::Classroom8, kernel::rules(KernelId::V5_10), Features::default());
        let cpu = Cpu { next_tick: Ns(1000), ..sys.cpus[CpuId(0)].clone() };
        let others = [
            Cpu { need_resched: true, ..cpu.clone() },
            Cpu { hrtick: Ns(500), ..cpu.clone() },
            Cpu { ipis: vec![(Ns(5000), TaskId(1))], ..cpu.clone() },
        ];
        assert!(cpu.is_left_alone(Ns(999)) && !cpu.is_left_alone(Ns(1000)));
        assert!(others.iter().all(|cpu| !cpu.is_left_alone(Ns(999))));
    }
}
