//! The inspection of a CPU and of a task.

use super::Simulation;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::machine::Machine;
use crate::machine::kernel::ClassId;
use crate::observe::inspect::{
    CpuInspection, DispatchQueue, DomainInspection, PolicyInspection, PrintedLine, QueueInspection,
    QueuedGroup, QueuedTask, SysfsFile, TaskInspection, TaskVisit,
};
use crate::runqueue::SchedClass;
use crate::runqueue::groups::{GroupPlace, Grouped};
use crate::system::TaskState;
use crate::system::ext::vm::Line;

impl Simulation {
    /// A CPU at this moment; `None` if there is no such CPU.
    pub fn inspect_cpu(&self, cpu: CpuId) -> Option<CpuInspection> {
        let sys = &self.sys;
        let c = sys.cpus.of(cpu).filter(|_| sys.machine.cpus().test(cpu))?;
        let domains =
            sys.domains.of[cpu].iter().zip(&sys.domain_state[cpu]).map(|(d, state)| DomainInspection {
                name: d.name,
                span: d.span.to_list(),
                groups: d.groups.iter().map(|g| g.span.to_list()).collect(),
                flags: d.flag_names(),
                min_interval_ms: d.min_interval_ms,
                max_interval_ms: d.max_interval_ms,
                busy_factor: d.busy_factor,
                imbalance_pct: d.imbalance_pct,
                cache_nice_tries: d.cache_nice_tries,
                balance_interval_ms: state.balance_interval,
                last_balance_ns: measured(state.last_balance),
                nr_balance_failed: state.nr_balance_failed,
                max_newidle_lb_cost_ns: measured(state.max_newidle_lb_cost),
                newidle_ratio: sys.rules.ni_random.then_some(state.newidle.ratio),
            });
        Some(CpuInspection {
            cpu: cpu.into(),
            files: files(&sys.machine, cpu),
            domains: domains.collect(),
            queue: self.queue(cpu),
            avg_idle_ns: c.avg_idle.0,
            max_idle_balance_cost_ns: c.max_idle_balance_cost.0,
            avg_scan_cost_ns: measured(c.avg_scan_cost),
            next_balance_ns: c.next_balance.0,
            overloaded: sys.nr_running(cpu) >= 2,
            idle: sys.is_idle(cpu),
        })
    }

    /// A task at this moment; `None` if there is no such task.
    pub fn inspect_task(&self, task: TaskId) -> Option<TaskInspection> {
        let sys = &self.sys;
        let t = sys.tasks.of(task)?;
        let mut history = t.history.clone();
        let on_queue = matches!(t.state, TaskState::Running | TaskState::Waiting);
        let cpu = t.cpu;
        match t.state {
            TaskState::Running => history.ran(sys.now, sys.machine.node_of[cpu]),
            TaskState::Waiting => history.runs(sys.now),
            _ => {}
        }
        let scheduler = sys.rules.class;
        let place = sys.queues.place(cpu, task);
        let load = sys.queues.task_load(task);
        Some(TaskInspection {
            task: task.into(),
            role: t.role,
            group: u32::from(t.group),
            state: match t.state {
                TaskState::Dead => "dead",
                TaskState::Running => "running",
                TaskState::Waiting => "waiting",
                TaskState::Sleeping => "sleeping",
                TaskState::InFlight => "woken",
            },
            cpu: u32::from(t.cpu),
            allowed: t.allowed.to_list(),
            scheduler,
            vruntime_ns: (on_queue && scheduler != ClassId::O1).then_some(place.vruntime_ns),
            deadline_ns: (on_queue && scheduler == ClassId::Eevdf).then_some(place.deadline_ns),
            slice_ns: place.slice_ns,
            nice: t.attr.nice,
            cgroup: t.attr.group.into(),
            policy: t.attr.policy_name(),
            throttled: t.state == TaskState::Waiting && sys.is_throttled(task, cpu),
            prio: place.prio,
            load_avg: load.load_avg,
            util_avg: load.util_avg,
            node_ns: (0..sys.machine.nr_nodes)
                .map(|node| history.node_ns.get(node).map_or(0, |ns| ns.0))
                .collect(),
            waited_ns: history.waited_ns.0,
            longest_wait_ns: history.longest_wait_ns.0,
            switched_in: t.history.switched_in,
            woken: history.woken,
            moved: history.moved,
            woke: history.woke,
            last_wakee: t.last_wakee.map(u32::from),
            wakee_flips: t.wakee_flips,
            recent_used_cpu: u32::from(t.recent_used_cpu),
            memory_node: t.memory.map(|memory| memory.node as u32),
            preferred_llc: sys.preferred_llc(task).map(|llc| sys.machine.llc_mask[llc].to_list()),
            visits: history
                .stays()
                .map(|stay| TaskVisit { at_ns: stay.at.0, cpu: u32::from(stay.cpu), cause: stay.cause })
                .collect(),
        })
    }

    /// The policy of the lane at this moment; `None`: the lane has none.
    pub fn inspect_policy(&self) -> Option<PolicyInspection> {
        let ext = &self.sys.ext;
        let report = ext.report()?;
        let queue = |(name, tasks): (String, Vec<TaskId>)| DispatchQueue {
            name,
            tasks: tasks.into_iter().map(u32::from).collect(),
        };
        let printed = |line: &Line| PrintedLine {
            at_ns: line.at,
            cpu: line.cpu.into(),
            line: line.line,
            text: line.text.clone(),
        };
        Some(PolicyInspection {
            loaded: self.sys.is_ext(),
            queues: ext.queues().into_iter().map(queue).collect(),
            values: ext.policy().map_or_else(Vec::new, |policy| policy.values()),
            printed: ext
                .policy()
                .map_or_else(Vec::new, |policy| policy.printed().iter().map(printed).collect()),
            exit: report.exit,
        })
    }

    pub(super) fn queue(&self, cpu: CpuId) -> QueueInspection {
        let sys = &self.sys;
        let running = sys.cpus[cpu].curr;
        let delayed = sys.queues.delayed(cpu);
        let throttled = sys.throttled(cpu);
        let waiting = sys.waiting(cpu).into_iter().chain(throttled.iter().copied());
        let awake = running.into_iter().chain(waiting).map(|task| (task, false));
        let tasks = awake.chain(delayed.into_iter().map(|task| (task, true))).map(|(task, delayed)| {
            let place = sys.queues.place(cpu, task);
            QueuedTask {
                task: u32::from(task),
                running: Some(task) == running,
                cgroup: sys.tasks[task].attr.group.into(),
                throttled: throttled.contains(&task),
                vruntime_ns: place.vruntime_ns,
                deadline_ns: place.deadline_ns,
                slice_ns: place.slice_ns,
                weight: place.weight,
                eligible: place.eligible,
                protected: place.protected,
                protected_until_ns: place.protected_until_ns,
                delayed,
                prio: place.prio,
                timeslice_ms: place.timeslice_ms,
                expired: place.expired,
            }
        });
        let load = sys.queues.load(cpu);
        QueueInspection {
            scheduler: sys.rules.class,
            nr_running: sys.nr_running(cpu),
            load_avg: load.load_avg,
            util_avg: load.util_avg,
            clock_ns: sys.queues.clock(cpu),
            charged_ns: sys.charged(cpu).0,
            next: sys.next(cpu).map(u32::from),
            tasks: tasks.collect(),
            groups: self.queued_groups(cpu),
            flat_groups: sys.queues.groups().is_some_and(Grouped::is_flat),
        }
    }
}

impl Simulation {
    fn queued_groups(&self, cpu: CpuId) -> Vec<QueuedGroup> {
        let places = self.sys.queues.groups().map_or_else(Vec::new, |groups| groups.places(cpu));
        let queued = |place: GroupPlace| QueuedGroup {
            group: place.group as u32,
            name: self.control[place.group - 1].name.clone(),
            nr_running: place.nr_running,
            weight: place.weight,
            throttled: place.throttled,
            runtime_ns: place.runtime,
        };
        places.into_iter().map(queued).collect()
    }
}

/// A time; `None` for 0, which means "not yet".
fn measured(time: Ns) -> Option<u64> {
    (time != Ns::ZERO).then_some(time.0)
}

/// The topology files of a CPU. Without a cluster level the kernel shows id -1 and the CPU alone.
fn files(machine: &Machine, cpu: CpuId) -> Vec<SysfsFile> {
    let file = |name, value: String| SysfsFile { name, value };
    let list = |mask: CpuMask| mask.to_list();
    let hex = |mask: CpuMask| mask.to_hex(machine.nr_cpu_ids);
    let socket = machine.socket_of[cpu];
    let package: CpuMask = machine.cpus().iter().filter(|&c| machine.socket_of[c] == socket).collect();
    let (cluster_id, cluster) = if machine.in_cluster(cpu) {
        (machine.cluster_of[cpu].to_string(), machine.cluster_mask[cpu])
    } else {
        ("-1".to_string(), CpuMask::one(cpu))
    };
    vec![
        file("topology/physical_package_id", socket.to_string()),
        file("topology/core_id", machine.core_of[cpu].to_string()),
        file("topology/thread_siblings_list", list(machine.smt_mask[cpu])),
        file("topology/cluster_id", cluster_id),
        file("topology/cluster_cpus", hex(cluster)),
        file("topology/cluster_cpus_list", list(cluster)),
        file("topology/package_cpus_list", list(package)),
        file("cache/index3/shared_cpu_list", list(machine.llc_span(cpu))),
        file("node/cpulist", list(machine.node_span(cpu))),
    ]
}
