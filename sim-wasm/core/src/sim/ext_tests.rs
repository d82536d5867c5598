//! The class `ext` on small machines without costs: the worked vectors of `docs/model/ext.md`, whose times are in ms.

use std::collections::{BTreeMap, BTreeSet};

use super::Simulation;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::rng::Rng;
use crate::engine::time::Ns;
use crate::machine::Costs;
use crate::observe::vocab::Role;
use crate::runqueue::Dequeue;
use crate::runqueue::ext::flags::{dsq, enq, exit, kick, ops};
use crate::runqueue::ext::{DsqRef, Owner, Release, SLICE_DFL, SLICE_INF};
use crate::scenario::parse;
use crate::system::TaskState;
use crate::system::ext::{Args, Hook, Kernel, Ops, Policy};
use crate::wakeup::try_to_wake_up;

const A: TaskId = TaskId(0);
const B: TaskId = TaskId(1);
const C: TaskId = TaskId(2);
const MS: u64 = 1_000_000;
/// The queue that policies make.
const SHARED: u64 = 0;

/// A policy in Rust that logs its hooks.
#[derive(Clone, Debug)]
struct Script {
    ops: Ops,
    hooks: &'static [Hook],
    body: fn(&mut Script, Hook, Args, &mut Kernel<'_>) -> i64,
    log: Vec<String>,
    /// Its globals.
    vtime_now: u64,
    calls: u64,
    owned: Vec<TaskId>,
}

impl Policy for Script {
    fn ops(&self) -> Ops {
        self.ops.clone()
    }
    fn has(&self, hook: Hook) -> bool {
        self.hooks.contains(&hook)
    }
    fn call(&mut self, hook: Hook, args: Args, kernel: &mut Kernel<'_>) -> i64 {
        let name = |task: TaskId| char::from(b'A' + task.0.min(25) as u8).to_string();
        let task = args.task.map_or_else(|| "NULL".to_string(), name);
        let what = match hook {
            Hook::SelectCpu => format!("{task},{},{:#x}", args.number, args.flags),
            Hook::Dispatch => format!("{},{task}", args.number),
            Hook::UpdateIdle => format!("{},{}", args.number, args.flags),
            Hook::SetWeight => format!("{task},{}", args.number),
            Hook::Init | Hook::Exit => String::new(),
            Hook::Timer => format!("{}", args.number),
            Hook::Running | Hook::Tick | Hook::Enable | Hook::Disable | Hook::SetCpumask => task,
            _ => format!("{task},{:#x}", args.flags),
        };
        let at = kernel.now() / MS;
        self.log.push(format!("{at} {}({what})@{}", hook.key(), kernel.this_cpu()));
        (self.body)(self, hook, args, kernel)
    }
    fn boxed(&self) -> Box<dyn Policy> {
        Box::new(self.clone())
    }
    fn values(&self) -> Vec<(String, String)> {
        self.log.iter().map(|line| (String::new(), line.clone())).collect()
    }
}

fn script(hooks: &'static [Hook], body: fn(&mut Script, Hook, Args, &mut Kernel<'_>) -> i64) -> Script {
    let ops = Ops { name: "test".to_string(), ..Ops::default() };
    Script { ops, hooks, body, log: Vec::new(), vtime_now: 0, calls: 0, owned: Vec::new() }
}

/// Tasks that sleep on CPU 0 of a machine without costs, under a policy.
struct Bench {
    sim: Simulation,
}

impl Bench {
    /// `hogs` never sleep; further `sleepers` run for 5 ms and sleep for 95. `topology`: "core:2 pu:1", say.
    fn of(topology: &str, kernel: &str, hogs: u32, sleepers: u32, policy: Script) -> Self {
        let text = format!(
            r#"{{"version": 3, "kernel": "{kernel}", "limit_ms": 5000,
            "machine": {{"name": "m", "like": "xeon", "topology": "{topology}"}},
            "workload": {{"kind": "hogs", "hogs": {hogs}, "sleepers": {sleepers}, "run_us": 5000, "sleep_us": 100000}},
            "lanes": [{{}}]}}"#
        );
        let scenario = parse(&text).expect("a good scenario");
        let mut sim = Simulation::of_checked(&scenario, 0).expect("a lane");
        let sys = &mut sim.sys;
        sys.costs = Costs::default();
        for task in sys.tasks.ids().collect::<Vec<_>>() {
            sys.dequeue(task, Dequeue::Sleep);
            sys.forget_load(task);
            let t = &mut sys.tasks[task];
            (t.state, t.cpu, t.fresh) = (TaskState::Sleeping, CpuId(0), false);
        }
        for cpu in sys.machine.cpus().iter() {
            sys.cpus[cpu].wake_at = crate::engine::tree::NEVER;
            sys.cpus[cpu].next_tick = Ns::ms(1);
        }
        (sys.actor, sys.charge) = (CpuId(0), Ns::ZERO);
        sys.load_policy(Box::new(policy), Release::of(scenario.kernel).expect("a kernel with sched_ext"));
        for task in sys.tasks.ids().collect::<Vec<_>>() {
            if sys.is_ext() {
                sys.ext_fork(task);
            }
        }
        Self { sim }
    }

    /// Two CPUs with 6.18.
    fn new(hogs: u32, policy: Script) -> Self {
        Self::of("core:2 pu:1", "6.18", hogs, 0, policy)
    }

    /// Runs until a moment (ms), its own events excluded, and lets `cpu` do something then.
    fn at(&mut self, ms: u64, cpu: u16, what: impl FnOnce(&mut Simulation)) -> &mut Self {
        self.sim.advance(Ns(ms * MS).saturating_sub(Ns(1)), u64::MAX);
        self.sim.sys.now = Ns(ms * MS);
        (self.sim.sys.actor, self.sim.sys.charge) = (CpuId(cpu), Ns::ZERO);
        what(&mut self.sim);
        if self.sim.sys.is_ext() {
            self.sim.settle_ext();
        }
        for cpu in self.sim.sys.machine.cpus().iter() {
            self.sim.arm(cpu);
        }
        self
    }

    /// Wakes tasks, in order, from CPU 0.
    fn wake(&mut self, ms: u64, tasks: &[TaskId]) -> &mut Self {
        self.at(ms, 0, |sim| {
            for &task in tasks {
                try_to_wake_up(&mut sim.sys, CpuId(0), task, false);
                let cpu = sim.sys.tasks[task].cpu;
                sim.sys.interrupt_idle_cpu(cpu);
            }
        })
    }

    /// Runs until a moment (ms), its events included.
    fn run(&mut self, ms: u64) -> &mut Self {
        self.sim.advance(Ns(ms * MS), u64::MAX);
        self
    }

    fn log(&self) -> Vec<String> {
        self.sim
            .sys
            .ext
            .policy()
            .map_or_else(Vec::new, |policy| policy.values().into_iter().map(|v| v.1).collect())
    }

    /// The log from a moment (ms) on, without the hooks of `skip`.
    fn since(&self, ms: u64, skip: &[&str]) -> Vec<String> {
        let at =
            |line: &str| line.split(' ').next().and_then(|at| at.parse::<u64>().ok()).unwrap_or_default();
        let skipped = |line: &str| skip.iter().any(|hook| line.contains(&format!(" {hook}(")));
        self.log().into_iter().filter(|line| at(line) >= ms && !skipped(line)).collect()
    }

    /// What each CPU runs.
    fn curr(&self) -> Vec<Option<TaskId>> {
        self.sim.sys.cpus.iter().map(|cpu| cpu.curr).collect()
    }

    fn slice(&self, task: TaskId) -> u64 {
        self.sim.sys.ext.task(task).expect("a task").slice
    }

    /// The tasks of the queues that hold some.
    fn queues(&self) -> Vec<(String, Vec<TaskId>)> {
        self.sim.sys.ext.queues().into_iter().filter(|(_, tasks)| !tasks.is_empty()).collect()
    }

    fn msg(&self) -> String {
        self.sim.sys.ext.exit.as_ref().map_or_else(String::new, |info| format!("{} {}", info.kind, info.msg))
    }

    /// CPU time (ms) of a task.
    fn ran(&self, task: TaskId) -> u64 {
        let mut history = self.sim.sys.tasks[task].history.clone();
        if self.sim.sys.tasks[task].state == TaskState::Running {
            history.ran(self.sim.sys.now, 0);
        }
        history.totals(self.sim.sys.now, false).ran.0 / MS
    }
}

const ALL_BUT_TICK: &[Hook] = &[
    Hook::SelectCpu,
    Hook::Enqueue,
    Hook::Dequeue,
    Hook::Dispatch,
    Hook::Running,
    Hook::Stopping,
    Hook::Runnable,
    Hook::Quiescent,
    Hook::SetWeight,
    Hook::SetCpumask,
    Hook::UpdateIdle,
    Hook::InitTask,
    Hook::ExitTask,
    Hook::Enable,
    Hook::Disable,
    Hook::Init,
    Hook::Exit,
];

/// `scx_simple`: by vtime, in one queue.
fn simple(it: &mut Script, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
    match (hook, args.task) {
        (Hook::Init, _) => return k.create_dsq(SHARED, -1),
        (Hook::SelectCpu, Some(p)) => {
            let (cpu, idle) = k.select_cpu_dfl(p, CpuId(args.number as u16), args.flags);
            if idle {
                k.dsq_insert(p, dsq::LOCAL, SLICE_DFL, 0);
            }
            return i64::from(cpu.0);
        }
        (Hook::Enqueue, Some(p)) => {
            let floor = it.vtime_now.wrapping_sub(SLICE_DFL);
            let vtime = if (k.vtime(p).wrapping_sub(floor) as i64) < 0 { floor } else { k.vtime(p) };
            k.dsq_insert_vtime(p, SHARED, SLICE_DFL, vtime, args.flags);
        }
        (Hook::Dispatch, _) => {
            k.move_to_local(SHARED);
        }
        (Hook::Running, Some(p)) if (it.vtime_now.wrapping_sub(k.vtime(p)) as i64) < 0 => {
            it.vtime_now = k.vtime(p)
        }
        (Hook::Stopping, Some(p)) => {
            let used = SLICE_DFL.saturating_sub(k.slice(p)) * 100 / u64::from(k.weight(p));
            k.set_vtime(p, k.vtime(p).wrapping_add(used));
        }
        (Hook::Enable, Some(p)) => k.set_vtime(p, it.vtime_now),
        _ => {}
    }
    0
}

/// First come, first served, in one queue.
fn fifo(_: &mut Script, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
    match (hook, args.task) {
        (Hook::Init, _) => return k.create_dsq(SHARED, -1),
        (Hook::SelectCpu, Some(p)) => {
            let (cpu, idle) = k.select_cpu_dfl(p, CpuId(args.number as u16), args.flags);
            if idle {
                k.dsq_insert(p, dsq::LOCAL, SLICE_DFL, 0);
            }
            return i64::from(cpu.0);
        }
        (Hook::Enqueue, Some(p)) => k.dsq_insert(p, SHARED, SLICE_DFL, args.flags & enq::PREEMPT),
        (Hook::Dispatch, _) => {
            k.move_to_local(SHARED);
        }
        _ => {}
    }
    0
}

const QUIET: &[&str] = &["update_idle", "runnable", "quiescent", "enable", "init_task", "set_weight", "init"];

#[test]
fn vector_1_without_hooks_three_tasks_share_two_cpus_by_turns() {
    let mut bench = Bench::new(3, script(&[], |_, _, _, _| 0));
    bench.wake(0, &[A, B, C]).run(10);
    assert_eq!(bench.curr(), [Some(A), Some(B)]);
    assert_eq!(bench.queues(), [("SCX_DSQ_GLOBAL".to_string(), vec![C])]);
    assert_eq!(bench.sim.sys.ext.events.refill_slice_dfl, 3);
    assert_eq!(bench.run(30).curr(), [Some(C), Some(A)]);
    assert_eq!(bench.run(50).curr(), [Some(B), Some(C)]);
    assert_eq!(bench.run(70).curr(), [Some(A), Some(B)]);
    bench.run(600);
    assert_eq!([A, B, C].map(|task| bench.ran(task)), [400, 400, 400]);
}

#[test]
fn vector_2_the_order_of_calls_of_scx_simple() {
    let policy = script(SIMPLE, simple);
    let mut bench = Bench::new(3, policy);
    bench.wake(0, &[A, B, C]).run(20);
    assert_eq!(
        bench.since(0, QUIET),
        [
            "0 select_cpu(A,0,0x8)@0",
            "0 select_cpu(B,0,0x8)@0",
            "0 select_cpu(C,0,0x8)@0",
            "0 enqueue(C,0x409)@0",
            "0 running(A)@0",
            "0 running(B)@1",
            "20 dispatch(0,A)@0",
            "20 stopping(A,0x1)@0",
            "20 enqueue(A,0x0)@0",
            "20 running(C)@0",
            "20 dispatch(1,B)@1",
            "20 stopping(B,0x1)@1",
            "20 enqueue(B,0x0)@1",
            "20 running(A)@1",
        ]
    );
}

const SIMPLE: &[Hook] = &[
    Hook::SelectCpu,
    Hook::Enqueue,
    Hook::Dispatch,
    Hook::Running,
    Hook::Stopping,
    Hook::Runnable,
    Hook::Quiescent,
    Hook::Enable,
    Hook::Init,
];

#[test]
fn vector_3_two_tasks_of_a_cpu_alternate_whatever_their_weights() {
    let mut bench = Bench::new(3, script(SIMPLE, simple));
    bench.sim.sys.tasks[C].attr.nice = -5;
    let attr = bench.sim.sys.tasks[C].attr;
    bench.sim.sys.ext.renew(C, attr);
    bench.wake(0, &[A, B, C]).run(40);
    assert_eq!(
        bench.since(40, QUIET),
        [
            "40 dispatch(0,C)@0",
            "40 stopping(C,0x1)@0",
            "40 enqueue(C,0x0)@0",
            "40 running(B)@0",
            "40 dispatch(1,A)@1",
            "40 stopping(A,0x1)@1",
            "40 enqueue(A,0x0)@1",
            "40 running(C)@1",
        ]
    );
    let vtime = bench.sim.sys.ext.task(C).expect("C").vtime;
    assert_eq!(vtime, 6_557_377);
}

#[test]
fn vector_4_a_task_alone_goes_on_without_a_call() {
    let mut bench = Bench::new(1, script(SIMPLE, fifo));
    bench.wake(0, &[A]).run(41);
    assert_eq!(bench.since(1, &[]), ["20 dispatch(0,A)@0", "40 dispatch(0,A)@0"]);
    assert_eq!(bench.slice(A), SLICE_DFL - MS);
    let events = bench.sim.sys.ext.events;
    assert_eq!((events.dispatch_keep_last, events.refill_slice_dfl), (2, 2));
}

const LAST: &[Hook] = &[
    Hook::SelectCpu,
    Hook::Enqueue,
    Hook::Dispatch,
    Hook::Running,
    Hook::Stopping,
    Hook::UpdateIdle,
    Hook::Init,
];

#[test]
fn vector_5_with_enq_last_a_task_alone_waits_for_an_event() {
    let with = |body| {
        let mut policy = script(LAST, body);
        policy.ops.flags = ops::ENQ_LAST | ops::KEEP_BUILTIN_IDLE;
        policy
    };
    let mut bench = Bench::new(1, with(fifo));
    bench.wake(0, &[A]).run(30);
    let until_idle = [
        "20 dispatch(0,A)@0",
        "20 stopping(A,0x1)@0",
        "20 enqueue(A,0x20000000000)@0",
        "20 update_idle(0,1)@0",
    ];
    assert_eq!(bench.since(20, &[]), until_idle);
    assert_eq!(bench.curr()[0], None);
    assert_eq!(bench.sim.sys.wasted().weight(), 1, "an idle CPU beside a waiting task is wasted");

    let mut bench = Bench::new(
        1,
        with(|it, hook, args, k| {
            let answer = fifo(it, hook, args, k);
            if hook == Hook::Enqueue {
                k.kick_cpu(0, kick::IDLE);
            }
            answer
        }),
    );
    bench.wake(0, &[A]).run(30);
    let again = ["20 dispatch(0,NULL)@0", "20 update_idle(0,0)@0", "20 running(A)@0"];
    assert_eq!(bench.since(20, &[]), [&until_idle[..], &again[..]].concat());
}

#[test]
fn vector_6_a_sleeping_task_is_passed_to_dispatch_all_the_same() {
    for (kernel, in_mask) in [("6.18", "true"), ("6.12", "false")] {
        let mut policy = script(ALL_BUT_TICK, |it, hook, args, k| {
            if hook == Hook::UpdateIdle && args.flags == 1 {
                let idle = k.live_idle_mask(false).test(CpuId(args.number as u16));
                it.log.push(format!("5 {idle}"));
            }
            if hook == Hook::Dispatch {
                let queued = args.task.and_then(|task| k.sys().ext.task(task)).is_some_and(|t| t.queued);
                it.log.push(format!("5 queued {queued}"));
            }
            fifo(it, hook, args, k)
        });
        policy.ops.flags = ops::KEEP_BUILTIN_IDLE;
        let mut bench = Bench::of("core:2 pu:1", kernel, 0, 1, policy);
        // Its first turn is the call of its first sleep only.
        bench.wake(0, &[A]).run(1);
        let log = bench.log();
        let last: Vec<&str> =
            log[log.len() - 6..].iter().filter_map(|line| line.split_once(' ')).map(|at| at.1).collect();
        assert_eq!(
            last,
            [
                "stopping(A,0x0)@0",
                "quiescent(A,0x9)@0",
                "dispatch(0,A)@0",
                "queued false",
                "update_idle(0,1)@0",
                in_mask,
            ],
            "{kernel}"
        );
    }
}

#[test]
fn vector_7_an_insert_with_preempt_takes_the_slice_of_the_running_task() {
    let mut bench = Bench::new(
        2,
        script(SIMPLE, |it, hook, args, k| match (hook, args.task) {
            (Hook::Enqueue, Some(B)) => {
                k.dsq_insert(B, dsq::LOCAL, 5 * MS, enq::PREEMPT);
                0
            }
            _ => fifo(it, hook, args, k),
        }),
    );
    bench.sim.sys.tasks[B].allowed = CpuMask::one(CpuId(0));
    bench.wake(0, &[A]);
    bench.at(8, 1, |sim| try_to_wake_up(&mut sim.sys, CpuId(1), B, false));
    assert_eq!(bench.slice(A), 0);
    bench.run(8);
    assert_eq!(
        bench.since(8, &[]),
        [
            "8 runnable(B,0x9)@1",
            "8 enqueue(B,0x9)@1",
            "8 stopping(A,0x1)@0",
            "8 enqueue(A,0x0)@0",
            "8 running(B)@0",
        ]
    );
}

#[test]
fn vector_8_a_kick_acts_on_a_running_task_only_with_preempt() {
    for (flags, expected, slice) in
        [(0, vec![], 12), (kick::PREEMPT, vec!["8 dispatch(0,A)@0"], 20), (kick::IDLE, vec![], 12)]
    {
        let mut bench = Bench::new(1, script(SIMPLE, fifo));
        bench.wake(0, &[A]);
        bench.at(8, 1, |sim| sim.sys.ext.ask_kick(CpuId(0), flags)).run(8);
        assert_eq!(bench.since(8, &[]), expected, "{flags}");
        // A slice is charged when the CPU makes a pass.
        let charged = if flags == kick::IDLE { bench.run(9).slice(A) + MS } else { bench.slice(A) };
        assert_eq!(charged, slice * MS, "{flags}");
    }
}

#[test]
fn the_clock_goes_on_while_idle_cpus_kick_themselves_in_every_pass() {
    let policy = script(&[Hook::Dispatch], |_, _, args, k| {
        k.kick_cpu(args.number, 0);
        0
    });
    let mut bench = Bench::new(1, policy);
    bench.wake(0, &[A]);
    let (from, end) = (bench.sim.sys.now, bench.sim.sys.now + Ns(1_000));
    bench.at(0, 1, |sim| sim.sys.ext.ask_kick(CpuId(1), 0));
    bench.sim.advance(end, 10_000);
    assert!(bench.sim.sys.now >= from + Ns(999), "the clock stands at {:?}", bench.sim.sys.now);
}

/// Owns what it is given, and inserts it at the first `dispatch` of CPU 0.
fn batch(it: &mut Script, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
    match (hook, args.task) {
        (Hook::Enqueue, Some(p)) => it.owned.push(p),
        (Hook::Dispatch, _) if args.number == 0 && it.owned.len() == 3 => {
            k.dsq_insert(C, dsq::LOCAL, SLICE_DFL, 0);
            k.dsq_insert(B, dsq::LOCAL_ON | 1, SLICE_DFL, 0);
            k.dsq_insert(A, dsq::LOCAL, SLICE_DFL, 0);
            it.owned.clear();
        }
        _ => {}
    }
    args.number
}

#[test]
fn vector_9_a_batch_is_carried_out_in_order_after_dispatch() {
    let hooks = &[Hook::SelectCpu, Hook::Enqueue, Hook::Dispatch, Hook::Running];
    let mut bench = Bench::new(3, script(hooks, batch));
    bench.wake(0, &[A, B, C]).run(1);
    assert_eq!(
        bench.since(0, &["select_cpu", "enqueue"]),
        ["0 dispatch(0,NULL)@0", "0 running(C)@0", "0 running(B)@1"]
    );
    assert_eq!(bench.queues(), [("SCX_DSQ_LOCAL_ON | 0".to_string(), vec![A])]);

    let mut policy = script(hooks, batch);
    policy.ops.dispatch_max_batch = 2;
    let mut bench = Bench::new(3, policy);
    bench.wake(0, &[A, B, C]).run(1);
    assert_eq!(bench.msg(), "1024 dispatch buffer overflow");
    // C and B were carried out before the policy left.
    assert_eq!(bench.curr(), [Some(C), Some(B)]);
    assert!(!bench.sim.sys.is_ext());
}

#[test]
fn vector_10_dispatch_is_called_again_after_an_insert_at_most_32_times() {
    // Queue [B] is for CPU 1; CPU 0 finds nothing for itself.
    let hooks = &[Hook::SelectCpu, Hook::Enqueue, Hook::Dispatch];
    let mut bench = Bench::new(
        2,
        script(hooks, |it, hook, args, k| {
            match (hook, args.task) {
                (Hook::Enqueue, Some(p)) => it.owned.push(p),
                (Hook::Dispatch, _) if args.number == 0 => {
                    if let Some(p) = it.owned.pop() {
                        k.dsq_insert(p, dsq::LOCAL_ON | 1, SLICE_DFL, 0);
                    }
                }
                _ => {}
            }
            args.number
        }),
    );
    bench.wake(0, &[B]).run(1);
    assert_eq!(bench.since(0, &["select_cpu", "enqueue"]), ["0 dispatch(0,NULL)@0", "0 dispatch(0,NULL)@0"]);
    assert_eq!(bench.curr(), [None, Some(B)]);

    // An endless supply: of inserts that are dropped, for B runs already.
    let mut bench = Bench::new(
        2,
        script(hooks, |it, hook, args, k| {
            match hook {
                Hook::SelectCpu => return 1,
                Hook::Enqueue => k.dsq_insert(args.task.unwrap_or(A), dsq::LOCAL, SLICE_DFL, 0),
                Hook::Dispatch if args.number == 0 && it.calls < 40 => {
                    it.calls += 1;
                    k.dsq_insert(B, dsq::LOCAL, SLICE_DFL, 0);
                }
                _ => {}
            }
            0
        }),
    );
    bench.wake(0, &[B]);
    bench.at(5, 1, |sim| sim.sys.ext.ask_kick(CpuId(0), 0));
    bench.sim.advance(Ns::ms(5), 1);
    assert_eq!(bench.since(5, &[]).len(), 32);
    // The CPU kicks itself: a new pass finds the end.
    assert_eq!(bench.run(6).since(5, &[]).len(), 41);
}

#[test]
fn vector_11_tasks_that_may_not_run_here_are_passed_over() {
    let hooks = &[Hook::SelectCpu, Hook::Enqueue, Hook::Dispatch, Hook::Init];
    let mut bench = Bench::new(
        3,
        script(hooks, |it, hook, args, k| match (hook, args.task) {
            (Hook::SelectCpu, _) => args.number,
            (Hook::Dispatch, _) if args.number == 1 => 0,
            (Hook::Dispatch, _) => {
                let moved = k.move_to_local(SHARED);
                it.log.push(format!("moved {moved}"));
                0
            }
            _ => fifo(it, hook, args, k),
        }),
    );
    // A stays on CPU 0; B and C wait, B for CPU 1 only.
    bench.sim.sys.tasks[B].allowed = CpuMask::one(CpuId(1));
    bench.sim.sys.tasks[B].cpu = CpuId(1);
    bench.wake(0, &[B, C]).run(1);
    assert_eq!(bench.curr(), [Some(C), None]);
    assert_eq!(bench.queues(), [("0".to_string(), vec![B])]);
    bench.run(21);
    assert_eq!(bench.curr(), [Some(C), None]);
    assert!(bench.msg().is_empty());

    let mut bench = Bench::new(
        3,
        script(&[Hook::SelectCpu, Hook::Enqueue, Hook::Dispatch], |it, hook, args, k| {
            match (hook, args.task) {
                (Hook::Enqueue, Some(p)) => it.owned.push(p),
                (Hook::Dispatch, _) => {
                    if let Some(p) = it.owned.pop() {
                        k.dsq_insert(p, dsq::LOCAL_ON, SLICE_DFL, 0);
                    }
                }
                _ => {}
            }
            args.number
        }),
    );
    bench.sim.sys.tasks[B].allowed = CpuMask::one(CpuId(1));
    bench.sim.sys.tasks[B].cpu = CpuId(1);
    bench.wake(0, &[B]).run(1);
    assert_eq!(bench.msg(), "1024 SCX_DSQ_LOCAL[_ON] target CPU 0 not allowed for hog[1001]");
    assert_eq!(bench.curr(), [None, Some(B)], "B runs where it may, in the fair class");
}

#[test]
fn vector_13_a_queue_is_of_one_kind_until_it_is_empty() {
    let hooks = &[Hook::Enqueue, Hook::Init];
    let mut bench = Bench::of(
        "core:1 pu:1",
        "6.18",
        3,
        0,
        script(hooks, |_, hook, args, k| {
            match (hook, args.task) {
                (Hook::Init, _) => return k.create_dsq(7, -1),
                (Hook::Enqueue, Some(C)) => k.dsq_insert_vtime(C, 7, SLICE_DFL, 5, 0),
                (Hook::Enqueue, Some(p)) => k.dsq_insert(p, 7, SLICE_DFL, 0),
                _ => {}
            }
            0
        }),
    );
    bench.wake(0, &[A, B]);
    assert_eq!(bench.queues(), [("7".to_string(), vec![A, B])]);
    bench.wake(1, &[C]);
    assert_eq!(bench.msg(), "1024 DSQ ID 0x7 already had FIFO-enqueued tasks");
}

#[test]
fn vector_14_an_insert_into_a_queue_that_does_not_exist_ejects_the_policy() {
    let mut policy = script(ALL_BUT_TICK, |it, hook, args, k| {
        if let (Hook::SelectCpu, Some(p)) = (hook, args.task) {
            k.dsq_insert(p, 0xcafe_f00d, SLICE_DFL, 0);
            if p == A {
                k.dsq_insert(p, dsq::LOCAL, SLICE_DFL, 0);
            }
        }
        it.calls += 1;
        args.number
    });
    policy.hooks = &[Hook::SelectCpu];
    let mut bench = Bench::new(3, policy.clone());
    bench.wake(0, &[A]);
    // The first error counts, and the first verdict holds.
    assert_eq!(bench.msg(), "1024 hog[1000] already direct-dispatched");
    let mut bench = Bench::new(3, policy);
    bench.wake(0, &[B, A, C]).run(100);
    assert_eq!(bench.msg(), "1024 non-existent DSQ 0xcafef00d for hog[1001]");
    assert_eq!(bench.sim.sys.ext.exit.as_ref().map(|info| info.task), Some(Some(B)));
    // All go on in the fair class.
    assert!(
        [A, B, C].iter().all(|&task| bench.ran(task) > 40),
        "{:?}",
        [A, B, C].map(|task| bench.ran(task))
    );
}

#[test]
fn vector_15_the_watchdog_finds_a_task_that_the_policy_forgets() {
    let mut policy = script(SIMPLE, |it, hook, args, k| match (hook, args.task) {
        (Hook::SelectCpu, Some(C)) => 0,
        (Hook::Enqueue, Some(C)) => 0,
        _ => fifo(it, hook, args, k),
    });
    policy.ops.timeout_ms = 1000;
    let mut bench = Bench::new(3, policy);
    bench.wake(0, &[A, B]).wake(300, &[C]).run(1499);
    assert!(bench.sim.sys.is_ext() && bench.msg().is_empty());
    bench.run(1600);
    assert_eq!(bench.msg(), "1026 hog[1002] failed to run for 1.200s");
    let info = bench.sim.sys.ext.exit.clone().expect("an exit");
    assert_eq!((info.cause_at, info.at, info.kind), (Ns::ms(300), Ns::ms(1500), exit::ERROR_STALL));
    assert!(bench.ran(C) > 20);
}

#[test]
fn a_task_that_is_put_back_still_runs_to_scx_bpf_task_running() {
    fn body(it: &mut Script, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
        if let (Hook::Enqueue, Some(p)) = (hook, args.task) {
            it.log.push(format!("{} running {}", k.now() / MS, k.task_running(p)));
        }
        fifo(it, hook, args, k)
    }
    let mut bench = Bench::of("core:1 pu:1", "6.18", 2, 0, script(ALL_BUT_TICK, body));
    bench.wake(0, &[A, B]).run(50);
    let running: Vec<_> = bench.log().into_iter().filter(|line| line.contains(" running ")).collect();
    // Both wait at their wake-ups; at the ends of the slices the kernel has not switched yet.
    assert_eq!(running, ["0 running false", "0 running false", "20 running true", "40 running true"]);
}

#[test]
fn vector_17_a_change_of_affinity_of_a_queued_task() {
    let body = |it: &mut Script, hook, args: Args, k: &mut Kernel<'_>| match (hook, args.task) {
        (Hook::SelectCpu, Some(C)) => 0,
        (Hook::Enqueue, Some(C)) if it.vtime_now == 0 => 0,
        _ => fifo(it, hook, args, k),
    };
    let queued = |it: &mut Script, hook, args: Args, k: &mut Kernel<'_>| match (hook, args.task) {
        (Hook::SelectCpu, Some(C)) => 0,
        _ => fifo(it, hook, args, k),
    };
    for (owned, kernel, dequeues) in
        [(true, "6.18", 2), (false, "6.18", 0), (false, "7.1", 2), (true, "7.1", 2)]
    {
        let mut policy = script(ALL_BUT_TICK, if owned { body } else { queued });
        policy.ops.flags = ops::KEEP_BUILTIN_IDLE;
        let mut bench = Bench::of("core:2 pu:1", kernel, 3, 0, policy);
        bench.wake(0, &[A, B]).wake(1, &[C]);
        bench.at(3, 1, |sim| sim.sys.ext_set_affinity(C, CpuMask::one(CpuId(1)), CpuId(1)));
        let change = if kernel == "7.1" { "0x20000000a" } else { "0xa" };
        let moved = if kernel == "7.1" { "0x200000000" } else { "0x0" };
        let migrated = if kernel == "7.1" { "0x40000" } else { "0x40" };
        let all = [
            format!("3 dequeue(C,{change})@1"),
            "3 quiescent(C,0xa)@1".to_string(),
            "3 set_cpumask(C)@1".to_string(),
            "3 runnable(C,0xa)@1".to_string(),
            "3 enqueue(C,0xa)@1".to_string(),
            format!("3 dequeue(C,{moved})@1"),
            format!("3 enqueue(C,{migrated})@1"),
        ];
        let expected: Vec<String> =
            all.into_iter().filter(|line| dequeues > 0 || !line.contains("dequeue")).collect();
        assert_eq!(bench.since(3, &[]), expected, "{owned} {kernel}");
    }
}

#[test]
fn vector_18_a_fork_and_an_exit() {
    let mut policy = script(ALL_BUT_TICK, fifo);
    policy.ops.flags = ops::KEEP_BUILTIN_IDLE;
    let text = r#"{"version": 3, "kernel": "6.18", "limit_ms": 500,
        "machine": {"name": "m", "like": "xeon", "topology": "core:2 pu:1"},
        "workload": {"kind": "jobs", "jobs": 1, "work_us": 5000}, "lanes": [{}]}"#;
    let scenario = parse(text).expect("a good scenario");
    let mut sim = Simulation::with_policy(&scenario, 0, Box::new(policy)).expect("a lane");
    let mut log = Vec::new();
    while sim.step() && sim.sys.is_ext() {
        if let Some(policy) = sim.sys.ext.policy() {
            log = policy.values().into_iter().map(|value| value.1).collect();
        }
    }
    // The launcher forks a job: it is task A, the job task B; times are left out.
    let of_b: Vec<&str> = log
        .iter()
        .filter_map(|line| line.split(' ').nth(1))
        .filter(|line| line.contains("B,") || line.contains("B)"))
        .collect();
    let hooks: Vec<&str> = of_b.iter().filter_map(|line| line.split('@').next()).collect();
    assert_eq!(hooks.first(), Some(&"init_task(B,0x1)"), "{hooks:?}");
    assert_eq!(&hooks[1..3], ["enable(B)", "set_weight(B,100)"]);
    assert!(hooks[3].starts_with("select_cpu(B,") && hooks[3].ends_with(",0x4)"), "{hooks:?}");
    assert_eq!(hooks[4], "runnable(B,0x88)");
    let last = &hooks[hooks.len() - 5..];
    assert_eq!(last[0], "stopping(B,0x0)");
    assert_eq!(last[1], "quiescent(B,0x19)");
    assert!(last[2].starts_with("dispatch("));
    assert_eq!(&last[3..], ["disable(B)", "exit_task(B,0x0)"]);
}

/// A policy that decides by chance, and checks the order of the calls it gets.
#[derive(Clone, Debug)]
struct Chance {
    rng: Rng,
    flags: u64,
    owned: Vec<TaskId>,
    /// By task: it is enabled, runnable, running.
    enabled: BTreeSet<TaskId>,
    runnable: BTreeSet<TaskId>,
    running: BTreeSet<TaskId>,
    /// Tasks between `init_task` and `exit_task`.
    born: BTreeSet<TaskId>,
    /// By CPU: the task between `running` and `stopping`.
    on: BTreeMap<CpuId, TaskId>,
    /// Tasks that `select_cpu` has inserted.
    selected: BTreeSet<TaskId>,
    /// By running task: its slice when it was seen last, if the policy has not changed it since, and how often slices had been
    /// refilled by then.
    slices: BTreeMap<TaskId, (u64, u64)>,
    /// A task that has stopped for good: `quiescent` follows.
    stopped: Option<TaskId>,
    wrong: Vec<String>,
}

impl Chance {
    fn check(&mut self, holds: bool, what: &str, task: TaskId) {
        if !holds {
            self.wrong.push(format!("{what} of {task}"));
        }
    }

    /// A queue for a task.
    fn dsq(&mut self, p: TaskId, k: &Kernel<'_>) -> u64 {
        match self.rng.below(6) {
            0 => dsq::LOCAL,
            1 => dsq::GLOBAL,
            2 => {
                let allowed: Vec<CpuId> = k.sys().tasks[p].allowed.iter().collect();
                dsq::LOCAL_ON | u64::from(allowed[self.rng.below(allowed.len() as u32) as usize].0)
            }
            _ => SHARED,
        }
    }
}

impl Policy for Chance {
    fn ops(&self) -> Ops {
        Ops { name: "chance".to_string(), flags: self.flags, timeout_ms: 200, ..Ops::default() }
    }
    fn has(&self, hook: Hook) -> bool {
        !matches!(hook, Hook::Timer | Hook::Yield)
    }
    fn call(&mut self, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
        if hook == Hook::Init {
            k.create_dsq(SHARED, -1);
            k.create_dsq(1, -1);
        }
        self.check_kernel(k);
        let Some(p) = args.task else {
            if hook == Hook::Dispatch {
                self.dispatch(args, k);
            }
            return 0;
        };
        if let Some(stopped) = self.stopped.take() {
            self.check(hook == Hook::Quiescent && p == stopped, "a hook between stopping and quiescent", p);
        }
        match hook {
            Hook::SelectCpu => {
                let prev = CpuId(args.number as u16);
                let (cpu, idle) = k.select_cpu_dfl(p, prev, args.flags);
                if idle && self.rng.below(2) == 0 {
                    k.dsq_insert(p, dsq::LOCAL, 1 + u64::from(self.rng.below(5_000_000)), 0);
                    self.selected.insert(p);
                }
                return i64::from(cpu.0);
            }
            Hook::Enqueue => {
                self.check(self.runnable.contains(&p), "enqueue while not runnable", p);
                self.check(!self.running.contains(&p), "enqueue while running", p);
                self.check(!self.owned.contains(&p), "enqueue twice", p);
                let in_queue = k.sys().ext.queues().iter().any(|(_, tasks)| tasks.contains(&p));
                self.check(!in_queue, "enqueue in a queue", p);
                self.check(!self.selected.contains(&p), "enqueue after an insert in select_cpu", p);
                // A hog whose slice is infinite would let the others wait for too long.
                let is_infinite = k.sys().tasks[p].role != Role::Hog && self.rng.below(16) == 0;
                let slice = if is_infinite { SLICE_INF } else { u64::from(self.rng.below(6_000_000)) };
                match self.rng.below(8) {
                    0 => self.owned.push(p),
                    1 => k.dsq_insert_vtime(p, 1, slice, self.rng.draw(), 0),
                    2 => k.dsq_insert(p, dsq::LOCAL, slice, enq::PREEMPT),
                    _ => {
                        let dsq = self.dsq(p, k);
                        k.dsq_insert(p, dsq, slice, 0);
                    }
                }
                if self.rng.below(2) == 0 {
                    let cpus = k.nr_cpu_ids() as u32;
                    let flags = [0, kick::IDLE, kick::PREEMPT][self.rng.below(3) as usize];
                    k.kick_cpu(i64::from(self.rng.below(cpus)), flags);
                }
            }
            Hook::Dequeue => self.owned.retain(|&owned| owned != p),
            Hook::Dispatch => self.dispatch(args, k),
            Hook::Runnable => {
                let new = self.runnable.insert(p);
                self.check(new, "runnable twice", p);
            }
            Hook::Quiescent => {
                self.check(!self.running.contains(&p), "quiescent while running", p);
                self.selected.remove(&p);
                let was = self.runnable.remove(&p);
                self.check(was, "quiescent twice", p);
            }
            Hook::Running => {
                self.check(self.runnable.contains(&p), "running while not runnable", p);
                let new = self.running.insert(p);
                self.check(new, "running twice", p);
                let cpu = k.task_cpu(p);
                let allowed = k.sys().tasks[p].allowed.test(cpu);
                self.check(allowed, "running on a CPU that is not allowed", p);
                let before = self.on.insert(cpu, p);
                self.check(before.is_none(), "running beside another task", p);
                self.selected.remove(&p);
                self.slices.insert(p, (k.slice(p), k.sys().ext.events.refill_slice_dfl));
            }
            Hook::Tick => {
                let (slice, refills) = (k.slice(p), k.sys().ext.events.refill_slice_dfl);
                let before = self.slices.insert(p, (slice, refills));
                if let Some((before, _)) = before.filter(|&(_, before)| before == refills) {
                    self.check(slice <= before, "a slice that grows", p);
                    let kept = before != SLICE_INF || slice == SLICE_INF || slice == 0;
                    self.check(kept, "an infinite slice that shrinks", p);
                }
            }
            Hook::Stopping => {
                let was = self.running.remove(&p);
                self.check(was, "stopping twice", p);
                let on = self.on.remove(&k.task_cpu(p));
                self.check(on == Some(p), "stopping elsewhere", p);
                self.slices.remove(&p);
                self.stopped = (args.flags == 0).then_some(p);
            }
            Hook::Enable => {
                let new = self.enabled.insert(p);
                self.check(new, "enable twice", p);
            }
            Hook::Disable => {
                let was = self.enabled.remove(&p);
                self.check(was, "disable twice", p);
            }
            Hook::InitTask => {
                let new = self.born.insert(p);
                self.check(new && !self.enabled.contains(&p), "init_task twice", p);
            }
            Hook::ExitTask => {
                let was = self.born.remove(&p);
                self.check(was && !self.enabled.contains(&p), "exit_task twice", p);
            }
            _ => {}
        }
        0
    }
    fn boxed(&self) -> Box<dyn Policy> {
        Box::new(self.clone())
    }
    fn values(&self) -> Vec<(String, String)> {
        self.wrong.iter().map(|wrong| (String::new(), wrong.clone())).collect()
    }
}

impl Chance {
    /// What holds at the beginning of every hook.
    fn check_kernel(&mut self, k: &mut Kernel<'_>) {
        for id in [SHARED, 1] {
            let inside =
                |task: &TaskId| k.sys().ext.task(*task).is_some_and(|t| t.dsq == Some(DsqRef::User(id)));
            let tasks = k.sys().tasks.ids().filter(inside).count() as i64;
            let queued = k.dsq_nr_queued(id);
            if queued != tasks {
                self.wrong.push(format!("nr_queued {queued} of {tasks} tasks"));
            }
        }
        let (idle, cores) = (k.live_idle_mask(false), k.live_idle_mask(true));
        let machine = &k.sys().machine;
        if cores.iter().any(|cpu| !machine.smt_mask[cpu].is_subset_of(idle)) {
            self.wrong.push(format!("idle cores {cores:?} of CPUs {idle:?}"));
        }
    }

    fn dispatch(&mut self, args: Args, k: &mut Kernel<'_>) {
        let cpu = CpuId(args.number as u16);
        let ext = &k.sys().ext;
        let global = DsqRef::Global(k.sys().machine.node_of[cpu]);
        let waits = |task: TaskId| {
            let dsq = ext.task(task).and_then(|t| t.dsq);
            let may_run = k.sys().tasks[task].allowed.test(cpu);
            dsq == Some(DsqRef::Local(cpu)) || (dsq == Some(global) && may_run)
        };
        if k.sys().tasks.ids().any(waits) {
            self.wrong.push(format!("dispatch beside a task that waits for {cpu}"));
        }
        let slice = k.sys().cpus[cpu].curr.map_or(0, |curr| ext.task(curr).map_or(0, |t| t.slice));
        // 6.12.0 goes on calling after a call that has refilled it.
        if slice > 0 && k.release() > Release::V6_12_0 {
            self.wrong.push(format!("dispatch while the task on {cpu} has slice left"));
        }
        // What it owns goes first, so that no task is forgotten.
        for p in std::mem::take(&mut self.owned) {
            let (dsq, may_run) = (self.dsq(p, k), k.sys().tasks[p].allowed.test(cpu));
            let dsq = if dsq == dsq::LOCAL && !may_run { SHARED } else { dsq };
            k.dsq_insert(p, dsq, u64::from(self.rng.below(4_000_000)), 0);
        }
        if !k.move_to_local(self.rng.below(2).into()) {
            k.move_to_local(SHARED);
            k.move_to_local(1);
        }
        if let Some(p) = args.task
            && self.rng.below(4) == 0
        {
            // An insert of a task that the policy does not have writes its slice only.
            self.slices.remove(&p);
            k.dsq_insert(p, dsq::LOCAL, 1_000_000, 0);
        }
    }
}

/// Each runnable task is in exactly one place, and no other one is.
fn check_places(sim: &Simulation) -> Result<(), String> {
    let sys = &sim.sys;
    if !sys.is_ext() {
        return Ok(());
    }
    let queues = sys.ext.queues();
    for task in sys.tasks.ids() {
        let t = sys.ext.task(task).expect("a task");
        let runs = sys.cpus.iter().filter(|cpu| cpu.curr == Some(task)).count();
        let queued: usize =
            queues.iter().map(|(_, tasks)| tasks.iter().filter(|&&one| one == task).count()).sum();
        let owned = usize::from(matches!(t.owner, Owner::Policy(_) | Owner::Deferred(_)));
        let places = runs + queued + owned;
        if places != usize::from(t.queued) {
            return Err(format!("{task} is {places} times somewhere; queued {}, {:?}", t.queued, t.owner));
        }
    }
    for (cpu, of) in sys.cpus.each() {
        let on = sys
            .tasks
            .ids()
            .filter(|&task| sys.ext.task(task).is_some_and(|t| t.queued) && sys.tasks[task].cpu == cpu);
        if on.count() as u32 != sys.nr_running(cpu) {
            return Err(format!("nr_running of {cpu} is {}", sys.nr_running(cpu)));
        }
        if of.curr.is_none() && of.wake_at == crate::engine::tree::NEVER && !sys.waiting(cpu).is_empty() {
            return Err(format!("{cpu} sleeps beside its local queue"));
        }
    }
    Ok(())
}

#[test]
fn invariants_hold_under_policies_that_decide_by_chance() {
    let workloads = [
        r#"{"kind": "hogs", "hogs": 5, "sleepers": 6, "run_us": 700, "sleep_us": 3000}"#,
        r#"{"kind": "hackbench", "groups": 1, "loops": 10, "fds": 4}"#,
        r#"{"kind": "jobs", "jobs": 6, "work_us": 3000, "rounds": 3}"#,
        r#"{"kind": "pairs", "pairs": 5, "requests": 200}"#,
        r#"{"kind": "rtapp", "tasks": [
            {"instances": 4, "cpus": "0", "phases": [{"steps": [{"do": "run", "us": 700}, {"do": "sleep", "us": 900}]}]},
            {"instances": 3, "phases": [{"steps": [{"do": "run", "us": 400}, {"do": "sleep", "us": 300}]}]}]}"#,
    ];
    let topologies = ["core:1 pu:1", "core:4 pu:1", "core:3 pu:2", "node:2 core:2 pu:2"];
    for seed in 0..60_u32 {
        let kernel = ["6.12.0", "6.12", "6.18.2", "6.18", "7.1"][seed as usize % 5];
        // Every kernel on every machine, with three of the workloads.
        let workload = workloads[(seed + seed / 20) as usize % 5];
        let topology = topologies[(seed as usize / 5) % 4];
        let case = format!("{seed} {kernel} {topology} {workload}");
        let text = format!(
            r#"{{"version": 3, "kernel": "{kernel}", "seed": {seed}, "limit_ms": 150, "lanes": [{{}}],
            "machine": {{"name": "m", "like": "xeon", "topology": "{topology}"}}, "workload": {workload}}}"#
        );
        let scenario = parse(&text).expect("a good scenario");
        let policy = Chance {
            rng: Rng::new(seed, 1),
            flags: ops::KEEP_BUILTIN_IDLE,
            owned: Vec::new(),
            enabled: BTreeSet::new(),
            runnable: BTreeSet::new(),
            running: BTreeSet::new(),
            born: BTreeSet::new(),
            on: BTreeMap::new(),
            selected: BTreeSet::new(),
            slices: BTreeMap::new(),
            stopped: None,
            wrong: Vec::new(),
        };
        let start = || Simulation::with_policy(&scenario, 0, Box::new(policy.clone())).expect("a lane");
        let (mut sim, mut again) = (start(), start());
        let mut fork = None;
        while sim.step() {
            check_places(&sim).unwrap_or_else(|wrong| panic!("{case}: {wrong} at {}", sim.now()));
            if sim.events() == 300 {
                fork = Some(sim.clone());
            }
        }
        let wrong = sim.sys.ext.policy().map_or_else(Vec::new, |policy| policy.values());
        assert_eq!(wrong, [], "{case}");
        assert_eq!(sim.sys.ext.exit, None, "{case}");
        // The same again, and from a saved state, gives the same events.
        again.run_to_end();
        assert_eq!(again.hash(), sim.hash(), "{case}");
        if let Some(mut fork) = fork {
            fork.run_to_end();
            assert_eq!(fork.hash(), sim.hash(), "{case}");
        }
    }
}

#[test]
fn after_an_ejection_at_any_moment_every_job_ends_in_the_fair_class() {
    for at in 1..9 {
        let text = r#"{"version": 3, "kernel": "6.18", "limit_ms": 2000, "lanes": [{}],
            "machine": {"name": "m", "like": "xeon", "topology": "core:3 pu:2"},
            "workload": {"kind": "hackbench", "groups": 1, "loops": 10, "fds": 3}}"#;
        let scenario = parse(text).expect("a good scenario");
        let mut policy = script(SIMPLE, |it, hook, args, k| {
            it.calls += 1;
            if it.calls == it.vtime_now {
                k.bpf_error("enough".to_string());
            }
            fifo(it, hook, args, k)
        });
        policy.vtime_now = at * 9;
        policy.hooks = &[
            Hook::Init,
            Hook::SelectCpu,
            Hook::Enqueue,
            Hook::Dequeue,
            Hook::Dispatch,
            Hook::Running,
            Hook::Stopping,
            Hook::Disable,
            Hook::ExitTask,
            Hook::Exit,
        ];
        let mut sim = Simulation::with_policy(&scenario, 0, Box::new(policy)).expect("a lane");
        while sim.step() {
            check_places(&sim).unwrap_or_else(|wrong| panic!("{at}: {wrong}"));
        }
        assert!(!sim.sys.is_ext(), "{at}: {:?} at {}", sim.sys.ext.exit, sim.now());
        assert_eq!(sim.sys.live, 0, "{at}");
        let exit = sim.sys.ext.exit.clone().map(|info| (info.kind, info.msg));
        assert_eq!(exit, Some((exit::ERROR_BPF, "enough".to_string())), "{at}");
        let policy = sim.sys.ext.policy().expect("it can be inspected after its exit");
        let hooks: Vec<String> = policy.values().into_iter().map(|value| value.1).collect();
        let (before, after) = hooks.split_at(at as usize * 9);
        assert_eq!(before.len(), at as usize * 9, "{at}");
        // Those that only tell what happens go on until the end.
        let decides = |hook: &String| {
            ["select_cpu(", "enqueue(", "dequeue(", "dispatch("].iter().any(|end| hook.contains(end))
        };
        assert!(!after.iter().any(decides), "{at}: {after:?}");
        assert!(after.last().is_some_and(|last| last.contains(" exit(")), "{at}: {after:?}");
    }
}

/// A policy in C on a machine of four cores with two threads each, at the end of its run.
fn run_c(kernel: &str, source: &str, workload: &str) -> Simulation {
    let quoted = serde_json::to_string(source).expect("a text");
    let text = format!(
        r#"{{"version": 3, "kernel": "{kernel}", "limit_ms": 300, "lanes": [{{"policy": "c"}}],
        "policies": [{{"name": "c", "source": {quoted}}}],
        "machine": {{"name": "m", "like": "xeon", "topology": "core:4 pu:2"}}, "workload": {workload}}}"#
    );
    let scenario = parse(&text).expect("a good scenario");
    let release = Release::of(scenario.kernel).expect("a kernel with sched_ext").interface();
    let compiled = sched_policy::compile(source, release).unwrap_or_else(|problems| panic!("{problems:?}"));
    let program = std::sync::Arc::new(compiled.program);
    let mut sim = Simulation::with_program(&scenario, 0, program).expect("a lane");
    while sim.step() {
        check_places(&sim).unwrap_or_else(|wrong| panic!("{wrong}"));
    }
    sim
}

#[test]
fn every_example_in_c_schedules_to_the_end() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/policies");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("the examples")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.to_string_lossy().ends_with(".bpf.c"));
    paths.sort();
    assert!(paths.len() >= 10);
    for path in paths {
        let source = std::fs::read_to_string(&path).expect("a source");
        for kernel in ["6.12", "6.18", "7.1"] {
            let hogs = r#"{"kind": "hogs", "hogs": 12, "sleepers": 4, "run_us": 700, "sleep_us": 3000}"#;
            let sim = run_c(kernel, &source, hogs);
            let exit = sim.sys.ext.exit.clone();
            assert!(exit.is_none(), "{} on {kernel}: {exit:?}", path.display());
        }
    }
}

/// A policy in C with one fault, and what is said of it.
fn fault_of(body: &str) -> (String, u32) {
    let source = format!(
        r#"#include <scx/common.bpf.h>
char _license[] SEC("license") = "GPL";
static u64 zero;
void BPF_STRUCT_OPS(t_enqueue, struct task_struct *p, u64 enq_flags)
{{
{body}
}}
SEC(".struct_ops.link")
struct sched_ext_ops t_ops = {{ .enqueue = (void *)t_enqueue, .timeout_ms = 100, .name = "t" }};
"#
    );
    let sim = run_c("6.18", &source, r#"{"kind": "hogs", "hogs": 10, "sleepers": 0}"#);
    let exit = sim.sys.ext.exit.clone().expect("an exit");
    assert!(!sim.sys.is_ext());
    assert!(sim.sys.cpus.iter().filter(|cpu| cpu.curr.is_some()).count() == 8, "the fair class goes on");
    (exit.msg.clone(), exit.line)
}

#[test]
fn faults_of_a_policy_in_c_name_the_line() {
    let (msg, line) = fault_of("\tstruct task_struct *q = NULL;\n\tzero = q->pid;");
    assert!(msg.contains("null pointer"), "{msg}");
    assert_eq!(line, 7, "{msg}");
    let (msg, line) = fault_of("\tfor (;;)\n\t\tzero++;");
    assert!(msg.contains("more operations"), "{msg}");
    assert!((4..=7).contains(&line), "{line}");
    let (msg, line) = fault_of("\n\tscx_bpf_dsq_insert(p, 77, SCX_SLICE_DFL, 0);");
    assert!(msg.starts_with("non-existent DSQ 0x4d"), "{msg}");
    assert_eq!(line, 7);
    let (msg, _) = fault_of("\tzero = enq_flags;");
    assert!(msg.contains("failed to run for"), "{msg}");
}

#[test]
fn a_division_by_zero_is_reported_once_in_each_line_and_the_policy_goes_on() {
    let source =
        through_one_queue("u64 none = p->scx.weight - p->scx.weight;\n\tenq_flags = enq_flags / none;");
    let sim = run_c("6.18", &source, r#"{"kind": "hogs", "hogs": 10, "sleepers": 0}"#);
    assert_eq!(sim.sys.ext.exit, None);
    let policy = sim.sys.ext.policy().expect("a policy");
    let printed: Vec<_> = policy.printed().iter().map(|line| (line.line, line.text.as_str())).collect();
    let text = "A division by zero: in BPF its result is 0, and a remainder is the dividend.";
    assert_eq!(printed, [(11, text)]);
}

#[test]
fn maps_of_every_kind_are_shown_with_their_keys() {
    let source = r#"#include <scx/common.bpf.h>
struct { __uint(type, BPF_MAP_TYPE_ARRAY); __uint(max_entries, 2); __type(key, u32); __type(value, u64); } list SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_HASH); __uint(max_entries, 9); __type(key, u32); __type(value, u64); } table SEC(".maps");
struct { __uint(type, BPF_MAP_TYPE_QUEUE); __uint(max_entries, 9); __type(value, u32); } line SEC(".maps");
struct of_task { u64 times; };
struct { __uint(type, BPF_MAP_TYPE_TASK_STORAGE); __uint(map_flags, BPF_F_NO_PREALLOC); __type(key, int); __type(value, struct of_task); } own SEC(".maps");
s32 BPF_STRUCT_OPS(m_init_task, struct task_struct *p, struct scx_init_task_args *args)
{
	u32 pid = p->pid, zero = 0;
	u64 value = 7;
	struct of_task *of = bpf_task_storage_get(&own, p, 0, BPF_LOCAL_STORAGE_GET_F_CREATE);

	if (of)
		of->times = 3;
	bpf_map_update_elem(&list, &zero, &value, BPF_ANY);
	bpf_map_update_elem(&table, &pid, &value, BPF_ANY);
	bpf_map_push_elem(&line, &pid, 0);
	return 0;
}
SCX_OPS_DEFINE(m_ops, .init_task = (void *)m_init_task, .name = "m");
"#;
    let sim = run_c("6.18", source, r#"{"kind": "hogs", "hogs": 2, "sleepers": 0}"#);
    let values: BTreeMap<String, String> =
        sim.sys.ext.policy().expect("a policy").values().into_iter().collect();
    assert_eq!(values["list"], "[7, 0]");
    assert_eq!(values["table"], "{1000: 7, 1001: 7}");
    assert_eq!(values["line"], "[1000, 1001]");
    assert_eq!(values["own"], "{1000: {times: 3}, 1001: {times: 3}}");
}

/// The defaults, written out.
fn defaults(_: &mut Script, hook: Hook, args: Args, k: &mut Kernel<'_>) -> i64 {
    match (hook, args.task) {
        (Hook::SelectCpu, Some(p)) => {
            let (cpu, idle) = k.select_cpu_dfl(p, CpuId(args.number as u16), args.flags);
            if idle {
                k.dsq_insert(p, dsq::LOCAL, SLICE_DFL, 0);
            }
            i64::from(cpu.0)
        }
        (Hook::Enqueue, Some(p)) => {
            k.dsq_insert(p, dsq::GLOBAL, SLICE_DFL, args.flags);
            0
        }
        _ => 0,
    }
}

#[test]
fn invariant_18_a_policy_without_hooks_schedules_like_the_defaults_written_out_and_like_fifo() {
    for (topology, hogs, sleepers) in [("core:2 pu:1", 3, 4), ("core:4 pu:1", 5, 2), ("core:1 pu:1", 2, 1)] {
        let tasks: Vec<TaskId> = (0..hogs + sleepers).map(|task| TaskId(task as u16)).collect();
        let schedule = |policy: Script| {
            let mut bench = Bench::of(topology, "6.18", hogs, sleepers, policy);
            bench.wake(0, &tasks);
            (1..400).map(|ms| bench.run(ms).curr()).collect::<Vec<_>>()
        };
        let without = schedule(script(&[], |_, _, _, _| 0));
        assert_eq!(without, schedule(script(&[Hook::SelectCpu, Hook::Enqueue], defaults)), "{topology}");
        let hooks = &[Hook::Init, Hook::SelectCpu, Hook::Enqueue, Hook::Dispatch];
        assert_eq!(without, schedule(script(hooks, fifo)), "{topology}");
    }
}

#[test]
fn invariant_19_on_one_cpu_turns_of_fifo_differ_by_one_slice_and_a_tick_at_most() {
    for hogs in 2..6_u32 {
        let tasks: Vec<TaskId> = (0..hogs).map(|task| TaskId(task as u16)).collect();
        let mut bench = Bench::of("core:1 pu:1", "6.18", hogs, 0, script(SIMPLE, fifo));
        bench.wake(0, &tasks);
        for ms in (7..1500).step_by(37) {
            bench.run(ms);
            let ran: Vec<u64> = tasks.iter().map(|&task| bench.ran(task)).collect();
            let gap = ran.iter().max().unwrap_or(&0) - ran.iter().min().unwrap_or(&0);
            assert!(gap <= SLICE_DFL / MS + 1, "{hogs} hogs at {ms}: {ran:?}");
        }
    }
}

/// Hogs of these nice values on one CPU or more, under scx_simple: (log, CPU time of each in ms) after so many ms.
fn weighted(topology: &str, nices: &[i32], ms: u64) -> (Vec<String>, Vec<u64>) {
    let tasks: Vec<TaskId> = (0..nices.len()).map(|task| TaskId(task as u16)).collect();
    let mut bench = Bench::of(topology, "6.18", nices.len() as u32, 0, script(SIMPLE, simple));
    for (&task, &nice) in tasks.iter().zip(nices) {
        bench.sim.sys.tasks[task].attr.nice = nice;
        let attr = bench.sim.sys.tasks[task].attr;
        bench.sim.sys.ext.renew(task, attr);
    }
    bench.wake(0, &tasks).run(ms);
    let ran = tasks.iter().map(|&task| bench.ran(task)).collect();
    (bench.log(), ran)
}

#[test]
fn invariant_20_under_scx_simple_no_task_has_two_turns_in_a_row_while_another_waits() {
    for (topology, cpus) in [("core:1 pu:1", 1), ("core:2 pu:1", 2), ("core:3 pu:1", 3)] {
        for heavy in [-20, -5, 0, 10] {
            let nices: Vec<i32> = (0..2 * cpus + 1).map(|i| if i == 0 { heavy } else { 0 }).collect();
            let (log, ran) = weighted(topology, &nices, 1000);
            for cpu in 0..cpus {
                let turns: Vec<&str> = log
                    .iter()
                    .filter(|line| line.ends_with(&format!("@{cpu}")) && line.contains(" running("))
                    .filter_map(|line| line.split(['(', ')']).nth(1))
                    .collect();
                assert!(turns.len() > 40, "{turns:?}");
                assert!(turns.windows(2).all(|two| two[0] != two[1]), "{topology}, nice {heavy}: {turns:?}");
            }
            assert!(ran[0] <= 1000 * cpus as u64 / 2 + SLICE_DFL / MS, "{topology}, nice {heavy}: {ran:?}");
        }
    }
}

#[test]
fn invariant_21_under_scx_simple_shares_tend_to_the_weights() {
    // Weights of nice 0, -3, 3: 100, 194, 50. No share is above a half of the CPU.
    for (nices, weights) in [
        (vec![0, 0, -3, 3], vec![100, 100, 194, 50]),
        (vec![0, 0, 0, 0], vec![100, 100, 100, 100]),
        (vec![3, 0, 0, 3, 0], vec![50, 100, 100, 50, 100]),
    ] {
        let (_, ran) = weighted("core:1 pu:1", &nices, 4800);
        let sum: u64 = weights.iter().sum();
        for (ran, weight) in ran.iter().zip(&weights) {
            let share = 4800 * weight / sum;
            assert!(ran.abs_diff(share) <= 4800 * 4 / 100, "{nices:?}: {ran} of {share}");
        }
    }
}

/// All wake-ups go through one queue; `extra` is done at each.
fn through_one_queue(extra: &str) -> String {
    format!(
        r#"#include <scx/common.bpf.h>
s32 BPF_STRUCT_OPS(g_select_cpu, struct task_struct *p, s32 prev_cpu, u64 wake_flags)
{{
	bool is_idle;

	return scx_bpf_select_cpu_dfl(p, prev_cpu, wake_flags, &is_idle);
}}
void BPF_STRUCT_OPS(g_enqueue, struct task_struct *p, u64 enq_flags)
{{
	{extra}
	scx_bpf_dsq_insert(p, 0, 5000000, enq_flags);
}}
void BPF_STRUCT_OPS(g_dispatch, s32 cpu, struct task_struct *prev)
{{
	scx_bpf_dsq_move_to_local(0);
}}
s32 BPF_STRUCT_OPS_SLEEPABLE(g_init)
{{
	return scx_bpf_create_dsq(0, -1);
}}
SCX_OPS_DEFINE(g_ops, .select_cpu = (void *)g_select_cpu, .enqueue = (void *)g_enqueue,
	       .dispatch = (void *)g_dispatch, .init = (void *)g_init, .name = "g");
"#
    )
}

/// Messages per second of two pairs for each CPU, in thousandths of those under EEVDF.
fn rate_of(cores: u32, extra: &str) -> u64 {
    let rate = |policy: Option<&str>| {
        let source = through_one_queue(extra);
        let quoted = serde_json::to_string(&source).expect("a text");
        let lane = policy.map_or_else(|| "{}".to_string(), |name| format!(r#"{{"policy": "{name}"}}"#));
        let text = format!(
            r#"{{"version": 3, "kernel": "6.18", "limit_ms": 10, "lanes": [{lane}],
            "policies": [{{"name": "g", "source": {quoted}}}],
            "machine": {{"name": "m", "like": "xeon", "topology": "core:{cores} pu:1"}},
            "workload": {{"kind": "pairs", "pairs": {}, "think_ns": 20000, "service_ns": 20000}}}}"#,
            2 * cores
        );
        let scenario = parse(&text).expect("a good scenario");
        let release = Release::of(scenario.kernel).expect("a kernel with sched_ext").interface();
        let program = sched_policy::compile(&source, release).expect("a good source").program;
        let mut sim = Simulation::with_program(&scenario, 0, std::sync::Arc::new(program)).expect("a lane");
        sim.run_to_end();
        sim.report().messages_per_s
    };
    (rate(Some("g")) / rate(None) * 1000.0) as u64
}

#[test]
fn a_global_queue_costs_more_with_more_cpus_and_every_kfunc_takes_time() {
    let (few, many) = (rate_of(4, ""), rate_of(32, ""));
    assert!(many + 20 < few, "{many} on 32 CPUs, {few} on 4");
    let kfuncs = "scx_bpf_task_cpu(p);".repeat(40);
    let slower = rate_of(4, &kfuncs);
    assert!(slower < few, "{slower} with 40 more calls, {few} without");
}
