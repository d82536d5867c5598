//! `/proc/schedstat` of version 17, and what `grep -r . /sys/kernel/debug/sched/domains` prints.
//!
//! Of a CPU everything is counted but `yld_count`. Of a domain: tasks that balancing brought (`lb_gained`, by what the CPU was,
//! and `alb_pushed`), and `ttwu_wake_remote`; the smallest domain that has both CPUs counts. The other numbers are 0.

use crate::events::{Event, What};
use crate::{Cast, Writer};
use sched_core::engine::ids::{CpuId, Id, PerCpu, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::machine::domains::Domain;
use sched_core::observe::vocab::{Cause, Left};
use sched_core::sim::Simulation;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Idle types in the order of version 16 on: not idle, idle, newly idle. So many numbers of each.
const OF_IDLE: usize = 11;
const NOT_IDLE: usize = 0;
const IDLE: usize = OF_IDLE;
const NEWLY_IDLE: usize = 2 * OF_IDLE;
/// Where among them `lb_gained` stands.
const LB_GAINED: usize = 7;
/// After the idle types.
const ALB_PUSHED: usize = 3 * OF_IDLE + 2;
const TTWU_WAKE_REMOTE: usize = 3 * OF_IDLE + 9;
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
    /// What runs there, since when.
    current: Option<(TaskId, Ns)>,
}

/// Writes `/proc/schedstat` of a stretch: what was counted in it.
pub struct SchedStat {
    cpus: Vec<(CpuId, OfCpu, Vec<Counted>)>,
    /// Where a CPU stands among those above.
    place: PerCpu<usize>,
    /// Since when tasks wait for a CPU.
    waiting: BTreeMap<TaskId, Ns>,
    ids: usize,
}

impl SchedStat {
    /// Of a run; the domains are those it begins with.
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

    /// Counts at the smallest domain of `cpu` that has `other`.
    fn domain(&mut self, cpu: CpuId, other: CpuId, which: usize) {
        let domains = self.cpus.get_mut(self.place[cpu]).map(|(_, _, domains)| domains);
        if let Some(domain) = domains.into_iter().flatten().find(|domain| domain.span.test(other)) {
            domain.counts[which] += 1;
        }
    }

    fn starts(&mut self, cpu: CpuId, task: TaskId, at: Ns) {
        let waited = self.waiting.remove(&task).map(|since| at.saturating_sub(since));
        if let Some(counts) = self.cpu(cpu) {
            counts.current = Some((task, at));
            counts.timeslices += 1;
            counts.run_delay += waited.unwrap_or_default();
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
                    counts.sched_count += 1;
                    counts.goidle += u64::from(next.is_none());
                }
            }
            What::Switch { cpu, next, left, .. } => {
                if let Some(task) = self.stops(*cpu, at)
                    && *left == Left::Preempted
                {
                    self.waiting.insert(task, at);
                }
                if let Some(task) = next {
                    self.starts(*cpu, *task, at);
                }
            }
            What::Wake { task, cpu, waker, .. } => {
                self.waiting.insert(*task, at);
                let from = waker.map_or(*cpu, |(from, _)| from);
                if let Some(counts) = self.cpu(from) {
                    counts.ttwu_count += 1;
                    counts.ttwu_local += u64::from(from == *cpu);
                }
                if from != *cpu {
                    self.domain(from, *cpu, TTWU_WAKE_REMOTE);
                }
            }
            What::Fork { task, .. } => drop(self.waiting.insert(*task, at)),
            What::Move { from, cpu, cause, .. } => match cause {
                Cause::NewIdle => self.domain(*cpu, *from, NEWLY_IDLE + LB_GAINED),
                Cause::Periodic => {
                    let idle = self.cpu(*cpu).is_some_and(|counts| counts.current.is_none());
                    self.domain(*cpu, *from, LB_GAINED + if idle { IDLE } else { NOT_IDLE });
                }
                Cause::Active => self.domain(*from, *cpu, ALB_PUSHED),
                _ => {}
            },
            What::Exit { .. } | What::Decision { .. } => {}
        }
    }

    fn end(&mut self, _: &Cast, at: Ns, out: &mut Vec<u8>) {
        // A jiffy is a millisecond here.
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
