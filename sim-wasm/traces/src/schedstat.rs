//! Writes `/proc/schedstat` of version 17, and the output of `grep -r . /sys/kernel/debug/sched/domains`.
//!
//! All counters of a CPU are written except `yld_count`, and all counters of a domain that Linux updates
//! except `lb_hot_gained`. Balancing passes are counted from their decisions, by the idle type of the CPU.
//! The stopper and wake-ups are counted at the smallest domain that contains both CPUs.

use crate::events::{Event, What};
use crate::{Cast, Writer};
use sched_core::engine::ids::{CpuId, Id, PerCpu, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::machine::domains::Domain;
use sched_core::observe::decisions::{Decision, Step, Why};
use sched_core::observe::steps::Value;
use sched_core::observe::vocab::{Answer, Decided, Func, Left};
use sched_core::sim::Simulation;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The idle types in the order used since version 16: not idle, idle, newly idle. Each has this many
/// counters.
const OF_IDLE: usize = 11;
const NOT_IDLE: usize = 0;
const IDLE: usize = OF_IDLE;
const NEWLY_IDLE: usize = 2 * OF_IDLE;
/// The positions of the counters within an idle type.
const LB_COUNT: usize = 0;
const LB_BALANCED: usize = 1;
const LB_FAILED: usize = 2;
const LB_IMBALANCE_LOAD: usize = 3;
const LB_IMBALANCE_UTIL: usize = 4;
const LB_IMBALANCE_TASK: usize = 5;
const LB_IMBALANCE_MISFIT: usize = 6;
const LB_GAINED: usize = 7;
const LB_NOBUSYQ: usize = 9;
const LB_NOBUSYG: usize = 10;
/// The counters after those of the idle types.
const ALB_COUNT: usize = 3 * OF_IDLE;
const ALB_FAILED: usize = 3 * OF_IDLE + 1;
const ALB_PUSHED: usize = 3 * OF_IDLE + 2;
const TTWU_WAKE_REMOTE: usize = 3 * OF_IDLE + 9;
const TTWU_MOVE_AFFINE: usize = 3 * OF_IDLE + 10;
const OF_DOMAIN: usize = 3 * OF_IDLE + 12;

struct Counted {
    name: &'static str,
    span: CpuMask,
    counts: [u64; OF_DOMAIN],
}

#[derive(Clone, Debug, Default)]
struct OfCpu {
    sched_count: u64,
    goidle: u64,
    ttwu_count: u64,
    ttwu_local: u64,
    run_time: Ns,
    run_delay: Ns,
    timeslices: u64,
    /// The running task, and the start time.
    current: Option<(TaskId, Ns)>,
    /// The time and the number of picks without a following record: `schedule` may have picked the same task
    /// again.
    picks: (Ns, u64),
    /// The time of the last pass that pulled tasks: at higher levels the CPU is then no longer idle.
    gained: Option<Ns>,
}

/// A pass of the balancer (`load_balance`), reconstructed from its steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pass {
    gained: u64,
    balanced: bool,
    failed: bool,
    /// A group was overloaded, but none of its queues.
    no_queue: bool,
    no_group: bool,
    /// The imbalance, by the four `LB_IMBALANCE` counters: load, utilisation, tasks, misfit tasks.
    imbalance: [u64; 4],
}

impl Pass {
    /// `None` if the pass did not reach `should_we_balance`.
    fn of(steps: &[Step]) -> Option<Self> {
        let elected = steps.iter().find(|step| step.func == Func::ShouldWeBalance)?.answer == Answer::Yes;
        if !elected {
            return Some(Self { balanced: true, ..Self::default() });
        }
        let mut pass = Self::default();
        // For the last queue: whether some task, and whether every task, was not allowed on this CPU.
        let (mut queue, mut refused, mut all_refused) = (false, false, true);
        let mut amount = (LB_IMBALANCE_LOAD, 0);
        for step in steps {
            match (step.func, step.answer) {
                (Func::FindBusiestGroup, Answer::Balanced) => pass.no_group = true,
                (Func::CalculateImbalance, answer) => {
                    (queue, refused, all_refused) = (false, false, true);
                    let what = match answer {
                        Answer::MigrateUtil => LB_IMBALANCE_UTIL,
                        Answer::MigrateTask => LB_IMBALANCE_TASK,
                        Answer::MigrateMisfit => LB_IMBALANCE_MISFIT,
                        _ => LB_IMBALANCE_LOAD,
                    };
                    if let Value::Imbalance(much) = step.value {
                        amount = (what, much);
                    }
                }
                (Func::FindBusiestQueue, Answer::Chosen) => {
                    queue = true;
                    pass.imbalance[amount.0 - LB_IMBALANCE_LOAD] += amount.1;
                }
                (Func::CanMigrateTask, Answer::NotAllowed) => refused = true,
                (Func::CanMigrateTask, Answer::Throttled) => {}
                (Func::CanMigrateTask, answer) => {
                    all_refused = false;
                    pass.gained += u64::from(answer == Answer::Moved);
                }
                _ => {}
            }
        }
        pass.no_queue = !pass.no_group && !queue;
        pass.balanced = pass.no_group || pass.no_queue || refused && all_refused;
        pass.failed = !pass.balanced && pass.gained == 0;
        Some(pass)
    }

    /// The counters of an idle type that this pass increments.
    fn counts(&self) -> [(usize, u64); 10] {
        let [load, util, task, misfit] = self.imbalance;
        [
            (LB_COUNT, 1),
            (LB_BALANCED, self.balanced.into()),
            (LB_FAILED, self.failed.into()),
            (LB_IMBALANCE_LOAD, load),
            (LB_IMBALANCE_UTIL, util),
            (LB_IMBALANCE_TASK, task),
            (LB_IMBALANCE_MISFIT, misfit),
            (LB_GAINED, self.gained),
            (LB_NOBUSYQ, self.no_queue.into()),
            (LB_NOBUSYG, self.no_group.into()),
        ]
    }
}

/// Whether a wake-up moved to the waker's CPU from another one: the first CPU examined is the target.
fn is_affine(decision: &Decision) -> bool {
    let mut after = decision.steps.iter().skip_while(|step| step.func != Func::WakeAffine).peekable();
    let asked = after.peek().is_some();
    let target = after.find(|step| step.func != Func::WakeAffine).map_or(decision.chosen, |step| step.cpu);
    asked && target == decision.cpu
}

/// Writes the counters of a time span in the format of `/proc/schedstat`.
pub struct SchedStat {
    cpus: Vec<(CpuId, OfCpu, Vec<Counted>)>,
    /// The index of each CPU in the list above.
    place: PerCpu<usize>,
    /// The waiting tasks: the queue, and the start of the wait.
    waiting: BTreeMap<TaskId, (CpuId, Ns)>,
    ids: usize,
}

impl SchedStat {
    /// Counters for the domains that a run begins with.
    pub fn of(sim: &Simulation) -> Self {
        let sys = sim.system();
        let mut place: PerCpu<usize> = sys.cpus.iter().map(|_| usize::MAX).collect();
        let of = |domain: &Domain| Counted { name: domain.name, span: domain.span, counts: [0; OF_DOMAIN] };
        let mut cpus = Vec::new();
        for cpu in sys.machine.cpus().iter() {
            place[cpu] = cpus.len();
            cpus.push((cpu, OfCpu::default(), sys.domains.of[cpu].iter().map(of).collect()));
        }
        Self { cpus, place, waiting: BTreeMap::new(), ids: sys.machine.nr_cpu_ids }
    }

    fn cpu(&mut self, cpu: CpuId) -> Option<&mut OfCpu> {
        self.cpus.get_mut(self.place[cpu]).map(|(_, counts, _)| counts)
    }

    /// Increments a counter of the smallest domain of `cpu` that contains `other`.
    fn domain(&mut self, cpu: CpuId, other: CpuId, which: usize) {
        let domains = self.cpus.get_mut(self.place[cpu]).map(|(_, _, domains)| domains);
        if let Some(domain) = domains.into_iter().flatten().find(|domain| domain.span.test(other)) {
            domain.counts[which] += 1;
        }
    }

    /// Counts a balancing pass at a level.
    fn passed(&mut self, decision: &Decision, level: u8) {
        let Some(pass) = Pass::of(&decision.steps) else { return };
        let Some((_, counts, domains)) = self.cpus.get_mut(self.place[decision.cpu]) else { return };
        let idle = match decision.kind {
            Decided::NewIdle => NEWLY_IDLE,
            _ if counts.current.is_none() && counts.gained != Some(decision.ns) => IDLE,
            _ => NOT_IDLE,
        };
        if pass.gained > 0 {
            counts.gained = Some(decision.ns);
        }
        if let Some(domain) = domains.get_mut(usize::from(level)) {
            for (which, more) in pass.counts() {
                domain.counts[idle + which] += more;
            }
        }
    }

    fn decision(&mut self, decision: &Decision) {
        match (decision.kind, decision.why) {
            (Decided::Pick, _) if decision.task.is_some() => {
                if let Some(counts) = self.cpu(decision.cpu) {
                    counts.sched_count += 1;
                    let before = if counts.picks.0 == decision.ns { counts.picks.1 } else { 0 };
                    counts.picks = (decision.ns, before + 1);
                }
            }
            (Decided::NewIdle | Decided::Periodic, Why::Level(level)) => self.passed(decision, level),
            (Decided::Push, _) => {
                let done = if decision.task.is_some() { ALB_PUSHED } else { ALB_FAILED };
                for which in [ALB_COUNT, done] {
                    self.domain(decision.cpu, decision.about, which);
                }
            }
            (Decided::Wake, _) if is_affine(decision) => {
                self.domain(decision.cpu, decision.about, TTWU_MOVE_AFFINE);
            }
            _ => {}
        }
    }

    fn starts(&mut self, cpu: CpuId, task: TaskId, at: Ns) {
        self.waited(task, at);
        if let Some(counts) = self.cpu(cpu) {
            counts.current = Some((task, at));
            counts.timeslices += 1;
        }
    }

    /// A task begins to wait in a queue.
    fn waits(&mut self, task: TaskId, cpu: CpuId, at: Ns) {
        self.waiting.insert(task, (cpu, at));
    }

    /// A task stops waiting; the wait is charged to its queue (`sched_info_dequeue`). Returns whether it was
    /// waiting.
    fn waited(&mut self, task: TaskId, at: Ns) -> bool {
        let Some((cpu, since)) = self.waiting.remove(&task) else { return false };
        if let Some(counts) = self.cpu(cpu) {
            counts.run_delay += at.saturating_sub(since);
        }
        true
    }

    /// A task moves to another queue, and waits there unless it sleeps.
    fn moves(&mut self, task: TaskId, from: CpuId, cpu: CpuId, at: Ns) {
        let runs =
            self.cpu(from).and_then(|counts| counts.current).is_some_and(|(current, _)| current == task);
        if self.waited(task, at) || runs {
            self.waits(task, cpu, at);
        }
    }

    fn stops(&mut self, cpu: CpuId, at: Ns) -> Option<TaskId> {
        let counts = self.cpu(cpu)?;
        let (task, since) = counts.current.take()?;
        counts.run_time += at.saturating_sub(since);
        Some(task)
    }
}

impl Writer for SchedStat {
    fn counts_picks(&self) -> bool {
        true
    }

    fn begin(&mut self, _: &Cast, _: &mut Vec<u8>) {}

    fn event(&mut self, _: &Cast, event: &Event, _: &mut Vec<u8>) {
        let at = event.at;
        match &event.what {
            What::Runs { cpu, task } => {
                if let Some(counts) = self.cpu(*cpu) {
                    counts.current = Some((*task, at));
                }
            }
            What::Schedules { cpu, next } => {
                if let Some(counts) = self.cpu(*cpu) {
                    match &mut counts.picks {
                        (moment, picks) if next.is_some() && *moment == at && *picks > 0 => *picks -= 1,
                        _ => counts.sched_count += 1,
                    }
                    counts.goidle += u64::from(next.is_none());
                }
            }
            What::Switch { cpu, next, left, .. } => {
                if let Some(task) = self.stops(*cpu, at)
                    && *left == Left::Preempted
                {
                    self.waits(task, *cpu, at);
                }
                if let Some(task) = next {
                    self.starts(*cpu, *task, at);
                }
            }
            What::Wake { task, cpu, by: (from, _), .. } => {
                self.waits(*task, *cpu, at);
                let from = *from;
                if let Some(counts) = self.cpu(from) {
                    counts.ttwu_count += 1;
                    counts.ttwu_local += u64::from(from == *cpu);
                }
                if from != *cpu {
                    self.domain(from, *cpu, TTWU_WAKE_REMOTE);
                }
            }
            What::Fork { task, cpu, .. } | What::Waits { task, cpu } => self.waits(*task, *cpu, at),
            What::Move { task, from, cpu, .. } => self.moves(*task, *from, *cpu, at),
            What::Decision { decision, .. } => self.decision(decision),
            What::Waking { .. } | What::Exit { .. } | What::Sent { .. } | What::Received { .. } => {}
        }
    }

    fn end(&mut self, _: &Cast, at: Ns, out: &mut Vec<u8>) {
        while let Some((&task, _)) = self.waiting.first_key_value() {
            self.waited(task, at);
        }
        // A jiffy is one millisecond in this file.
        let mut text = format!("version 17\ntimestamp {}\n", at.0 / 1_000_000);
        for (cpu, mut counts, domains) in std::mem::take(&mut self.cpus) {
            if let Some((_, since)) = counts.current {
                counts.run_time += at.saturating_sub(since);
            }
            let OfCpu {
                sched_count, goidle, ttwu_count, ttwu_local, run_time, run_delay, timeslices, ..
            } = counts;
            let _ = writeln!(
                text,
                "cpu{cpu} 0 0 {sched_count} {goidle} {ttwu_count} {ttwu_local} {} {} {timeslices}",
                run_time.0, run_delay.0
            );
            for (level, domain) in domains.iter().enumerate() {
                let counts: String = domain.counts.iter().map(|count| format!(" {count}")).collect();
                let _ =
                    writeln!(text, "domain{level} {} {}{counts}", domain.name, domain.span.to_hex(self.ids));
            }
        }
        out.extend(text.into_bytes());
    }
}

/// Writes the files of the domains that a run begins with.
pub struct DebugDomains(String);

impl DebugDomains {
    pub fn of(sim: &Simulation) -> Self {
        let sys = sim.system();
        let mut text = String::new();
        for cpu in sys.machine.cpus().iter() {
            for (level, domain) in sys.domains.of[cpu].iter().enumerate() {
                let folder = format!("/sys/kernel/debug/sched/domains/cpu{}/domain{level}", cpu.index());
                let flags: String = domain.flag_names().iter().map(|name| format!("SD_{name} ")).collect();
                let mut line = |file: &str, value: &str| {
                    let _ = writeln!(text, "{folder}/{file}:{value}");
                };
                line("name", domain.name);
                line("flags", &flags);
                line("min_interval", &domain.min_interval_ms.to_string());
                line("max_interval", &domain.max_interval_ms.to_string());
                line("busy_factor", &domain.busy_factor.to_string());
                line("imbalance_pct", &domain.imbalance_pct.to_string());
                line("cache_nice_tries", &domain.cache_nice_tries.to_string());
            }
        }
        Self(text)
    }
}

impl Writer for DebugDomains {
    fn begin(&mut self, _: &Cast, out: &mut Vec<u8>) {
        out.extend(self.0.bytes());
    }
    fn event(&mut self, _: &Cast, _: &Event, _: &mut Vec<u8>) {}
    fn end(&mut self, _: &Cast, _: Ns, _: &mut Vec<u8>) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use sched_core::observe::steps::{
        CalculateImbalance, CanMigrateTask, Cpus, FindBusiestGroup, FindBusiestQueue, Imbalance, Packed,
        ShouldWeBalance, Task,
    };
    use sched_core::observe::vocab::{Cause, Distance};

    fn pass(steps: &[Packed]) -> Option<Pass> {
        let step = |&packed: &Packed| Step {
            func: packed.func,
            cpu: CpuId(0),
            answer: packed.answer,
            value: packed.value(),
            cost: 0,
        };
        Pass::of(&steps.iter().map(step).collect::<Vec<_>>())
    }

    #[test]
    fn a_pass_is_counted_by_its_result() {
        let elected = ShouldWeBalance::Yes(Cpus(4)).into();
        let found = CalculateImbalance::MigrateTask(Imbalance(2)).into();
        let queue = FindBusiestQueue::Chosen(Imbalance(2)).into();
        let task = Task(TaskId(1));
        let counted = Pass { imbalance: [0, 0, 2, 0], ..Pass::default() };
        let balanced = Pass { balanced: true, ..Pass::default() };
        assert_eq!(pass(&[]), None);
        assert_eq!(pass(&[ShouldWeBalance::No(Cpus(4)).into()]), Some(balanced));
        let no_group = Pass { no_group: true, ..balanced };
        assert_eq!(pass(&[elected, FindBusiestGroup::Balanced.into()]), Some(no_group));
        assert_eq!(pass(&[elected, found]), Some(Pass { no_queue: true, ..balanced }));
        assert_eq!(pass(&[elected, found, queue]), Some(Pass { failed: true, ..counted }));
        let running = CanMigrateTask::Running(task).into();
        let moved = CanMigrateTask::Moved(task).into();
        assert_eq!(pass(&[elected, found, queue, running, moved]), Some(Pass { gained: 1, ..counted }));
        let pinned = CanMigrateTask::NotAllowed(task).into();
        assert_eq!(pass(&[elected, found, queue, pinned]), Some(Pass { balanced: true, ..counted }));
        assert_eq!(pass(&[elected, found, queue, pinned, running]), Some(Pass { failed: true, ..counted }));
        // A queue whose tasks are all pinned is excluded, and the search for the busiest queue is repeated.
        let again = Pass { gained: 1, imbalance: [0, 0, 4, 0], ..Pass::default() };
        assert_eq!(pass(&[elected, found, queue, pinned, found, queue, moved]), Some(again));
    }

    /// The run delay of each CPU after these events, in a time span of 100 ns.
    fn run_delays(events: Vec<(u64, What)>) -> Vec<u64> {
        let document =
            r#"{"version": 3, "machine": "classroom-8", "workload": {"kind": "hogs"}, "lanes": [{}]}"#;
        let scenario = sched_core::scenario::parse(document).expect("a good scenario");
        let sim = Simulation::new(&scenario, 0).expect("a lane");
        let (cast, mut writer, mut out) = (Cast::of(&sim, ""), SchedStat::of(&sim), Vec::new());
        for (at, what) in events {
            writer.event(&cast, &Event { at: Ns(at), what }, &mut out);
        }
        writer.end(&cast, Ns(100), &mut out);
        let text = String::from_utf8(out).expect("UTF-8");
        let cpus = text.lines().filter(|line| line.starts_with("cpu"));
        cpus.map(|line| line.split(' ').nth(8).and_then(|word| word.parse().ok()).expect("a number"))
            .collect()
    }

    #[test]
    fn a_wait_is_charged_to_the_queues_where_it_was_spent() {
        let [here, there] = [CpuId(0), CpuId(1)];
        let [one, other] = [TaskId(0), TaskId(1)];
        let moved = |task| What::Move {
            task,
            from: here,
            cpu: there,
            cause: Cause::Periodic,
            distance: Distance::Llc,
            by: (there, None),
        };
        let switch = |cpu, prev, next, left| What::Switch { cpu, prev, next, left };
        // The task waits, is pulled, and runs on the new CPU.
        let pulled = run_delays(vec![
            (10, What::Waits { task: one, cpu: here }),
            (50, moved(one)),
            (70, switch(there, None, Some(one), Left::Idle)),
        ]);
        assert_eq!(pulled[..2], [40, 20]);
        // The stopper moves a running task, which then waits on its new CPU.
        let taken_off = run_delays(vec![
            (0, What::Runs { cpu: here, task: one }),
            (30, moved(one)),
            (30, switch(here, Some(one), Some(other), Left::Moved)),
            (45, switch(there, None, Some(one), Left::Idle)),
        ]);
        assert_eq!(taken_off[..2], [0, 15]);
        // A wait that has not ended counts until the end of the time span.
        assert_eq!(run_delays(vec![(10, What::Waits { task: one, cpu: there })])[..2], [0, 90]);
        let asleep = run_delays(vec![
            (0, What::Runs { cpu: here, task: one }),
            (30, switch(here, Some(one), None, Left::Slept)),
            (45, switch(here, None, Some(one), Left::Idle)),
        ]);
        assert_eq!(asleep[..2], [0, 0]);
    }
}
