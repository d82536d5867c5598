//! The figures of a run.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::Simulation;
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;
use crate::observe::counters::{Histogram, Observer};
use crate::observe::report::{CgroupRow, Ended, GroupRow, Percentiles, RunReport, SchedStat};
use crate::observe::vocab::{Cause, Distance, How};
use crate::runqueue::groups::bandwidth::CpuStat;
use crate::scenario::{ControlGroup, Workload};
use crate::system::{Kind, System, TaskTotals};

/// Counters that start at the end of the warm-up.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    done: u64,
    busy: Ns,
    user: Ns,
    wasted: Ns,
    sched: u64,
    idle: u64,
    wake: u64,
    find: Ns,
    steal: u64,
    steal_fail: u64,
    hows: [u64; How::ALL.len()],
}

impl Counts {
    fn of(obs: &Observer, at: Ns) -> Self {
        Self {
            done: obs.done,
            busy: obs.busy.at(at),
            user: obs.user_ns,
            wasted: obs.wasted.at(at),
            sched: obs.sched,
            idle: obs.goidle,
            wake: obs.ttwu,
            find: obs.search.spent(at),
            steal: obs.moves_by(Cause::Steal),
            steal_fail: obs.steal_fail,
            hows: obs.hows,
        }
    }

    fn since(&self, before: &Self) -> Self {
        let mut hows = self.hows;
        for (now, then) in hows.iter_mut().zip(before.hows) {
            *now -= then;
        }
        Self {
            done: self.done - before.done,
            busy: self.busy - before.busy,
            user: self.user - before.user,
            wasted: self.wasted - before.wasted,
            sched: self.sched - before.sched,
            idle: self.idle - before.idle,
            wake: self.wake - before.wake,
            find: self.find - before.find,
            steal: self.steal - before.steal,
            steal_fail: self.steal_fail - before.steal_fail,
            hows,
        }
    }

    /// The averages of `cpus` CPUs over `ns`.
    fn schedstat(&self, ns: f64, cpus: f64) -> SchedStat {
        let each = |count: u64| count as f64 / cpus;
        let by = |hows: &[How]| hows.iter().map(|&how| self.hows[how.index()]).sum::<u64>() as f64 / cpus;
        let switched_in = self.sched.saturating_sub(self.idle).max(1);
        SchedStat {
            time_s: ns / 1e9,
            busy_pct: 100.0 * each(self.busy.0) / ns,
            slice_ms: self.busy.0 as f64 / switched_in as f64 / 1e6,
            sched: each(self.sched),
            idle: each(self.idle),
            wake: each(self.wake),
            find_pct: 100.0 * each(self.find.0) / ns,
            steal: each(self.steal),
            steal_fail: each(self.steal_fail),
            found_idle_cpu_easy: by(&[How::Target, How::Prev, How::Recent]),
            found_idle_core: by(&[How::Core]),
            found_idle_cpu: by(&[How::Cluster, How::Llc, How::Smt]),
            nofound_idle_cpu: by(&[How::Fallback]),
        }
    }
}

/// A task that waits less than this after its wake-up runs at once: it waits for no other task's turn. The limit is longer
/// than an interrupt and a switch, and shorter than a tick or a slice.
pub const AT_ONCE: Ns = Ns::us(300);

fn percentiles(of: &Histogram) -> Percentiles {
    Percentiles {
        p50: of.quantile(500),
        p75: of.quantile(750),
        p90: of.quantile(900),
        p95: of.quantile(950),
        p99: of.quantile(990),
        p99_5: of.quantile(995),
        p99_9: of.quantile(999),
    }
}

/// The counters at a moment.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Baseline {
    at: Ns,
    counts: Counts,
    moves: [[u64; Distance::ALL.len()]; Cause::ALL.len()],
    wakes: [u64; Distance::ALL.len()],
}

impl Baseline {
    pub fn of(sys: &System, at: Ns) -> Self {
        Self { at, counts: Counts::of(&sys.obs, at), moves: sys.obs.moves, wakes: sys.obs.wakes }
    }
}

/// The counters of the tasks at a moment.
#[derive(Clone, Debug, Default)]
pub(super) struct Before {
    /// Of each task.
    totals: Vec<TaskTotals>,
    /// From a wake-up to running (ns), of each kind.
    latency: Vec<Histogram>,
    /// Latencies of requests (ns).
    requests: Histogram,
    /// [`System::left_time`]
    left_time: Vec<i64>,
}

impl Before {
    pub fn of(sys: &System, at: Ns) -> Arc<Self> {
        let left_time = sys.left_time.clone();
        let (latency, requests) = (sys.obs.latency.clone(), sys.obs.requests.clone());
        Arc::new(Self { totals: sys.totals(at), latency, requests, left_time })
    }
}

/// The start of the counting, and the work done before it.
pub(super) struct Window {
    pub started: Ns,
    pub since: Ns,
    pub done: u64,
    pub busy: Ns,
    pub wasted: Ns,
}

impl Simulation {
    /// The start of the window of rates and shares.
    pub(super) fn window(&self) -> Window {
        let here = || Baseline::of(&self.sys, self.sys.now);
        let start = self.start.unwrap_or_else(here);
        let Baseline { at: since, counts, .. } = self.baseline.unwrap_or(start);
        let Counts { done, busy, wasted, .. } = counts;
        Window { started: start.at, since, done, busy, wasted }
    }

    /// The figures of the measured part so far.
    pub fn report(&self) -> RunReport {
        let (sys, obs) = (&self.sys, &self.sys.obs);
        let now = sys.now;
        let here = Baseline::of(sys, now);
        let start = self.start.unwrap_or(here);
        let base = self.baseline.unwrap_or(start);
        let counts = here.counts.since(&base.counts);
        let measured = here.counts.since(&start.counts);
        let span = (now - base.at).0.max(1) as f64;
        let cpus = f64::from(sys.usable.weight().max(1));
        // Maps are filled entry by entry: `collect` compiles a sort, 6 kB of WebAssembly each.
        let by_distance = |counts: &[u64], before: &[u64]| {
            let mut map = BTreeMap::new();
            for &distance in Distance::ALL {
                let count = counts[distance.index()] - before[distance.index()];
                if count > 0 {
                    map.insert(distance.key().to_string(), count);
                }
            }
            map
        };
        let mut migrations = BTreeMap::new();
        for &cause in Cause::ALL {
            let moves = by_distance(&obs.moves[cause.index()], &start.moves[cause.index()]);
            if !moves.is_empty() {
                migrations.insert(cause.key().to_string(), moves);
            }
        }
        let latency = percentiles(&self.wake_latency(None));
        let mut lines = sys.group.as_ref().map_or_else(Vec::new, |group| group.watched.rows());
        lines.extend(self.work.shared_lines());
        let groups = self.groups(span);
        let requests = self.request_latency();
        RunReport {
            lane: self.lane,
            seed: self.seed,
            started_ns: start.at.0,
            elapsed_ns: (now - start.at).0,
            messages: obs.done,
            messages_per_s: counts.done as f64 * 1e9 / span,
            busy_pct: 100.0 * counts.busy.0 as f64 / span / cpus,
            wasted_pct: 100.0 * counts.wasted.0 as f64 / span / cpus,
            share_gap_pct: share_gap(&groups),
            sched: measured.sched,
            idle: measured.idle,
            wake: measured.wake,
            steal: measured.steal,
            migrations,
            wakes: by_distance(&obs.wakes, &start.wakes),
            wake_latency_p50_ns: latency.p50,
            wake_latency_p99_ns: latency.p99,
            wake_latency: latency,
            request_latency: (requests.total() > 0).then(|| percentiles(&requests)),
            user_ns: measured.user.0,
            // A stretch that began in the warm-up and ended after it counts in full.
            system_ns: measured.busy.saturating_sub(measured.user).0,
            events: obs.events,
            hash: format!("{:016x}", obs.hash.value()),
            ended: match (self.done, sys.live) {
                (false, _) => Ended::Running,
                (true, 0) => Ended::Finished,
                (true, _) => Ended::Limit,
            },
            schedstat: counts.schedstat(span, cpus),
            jobs: if self.rows { self.work.job_rows(sys) } else { Vec::new() },
            lines,
            groups,
            cgroups: self.cgroups(span),
            policy: if cfg!(feature = "ext") { self.sys.ext.report() } else { None },
        }
    }

    /// The totals of each task over the measured part of the run, without the warm-up.
    fn totals_since(&self) -> Vec<TaskTotals> {
        let now = self.sys.totals(self.sys.now);
        let before = if self.start.is_some() { &self.before.totals } else { &now };
        now.iter().zip(before.iter()).map(|(now, &before)| now.since(before)).collect()
    }

    /// Latencies from a wake-up to running (ns) in the window of the rates: of one kind of tasks, or of all that the report
    /// covers.
    pub(super) fn wake_latency(&self, kind: Option<usize>) -> Histogram {
        let (sys, mut all) = (&self.sys, Histogram::default());
        if self.start.is_none() {
            return all;
        }
        for (i, now) in sys.obs.latency.iter().enumerate() {
            let counts = match kind {
                Some(kind) => kind == i,
                None => sys.obs.latency_of.is_none_or(|role| role == sys.kinds[i].role),
            };
            if counts {
                all.merge_since(now, self.before.latency.get(i));
            }
        }
        all
    }

    /// Latencies of the requests that were answered in the window of the rates (ns).
    pub(super) fn request_latency(&self) -> Histogram {
        let mut all = Histogram::default();
        if self.start.is_some() {
            all.merge_since(&self.sys.obs.requests, Some(&self.before.requests));
        }
        all
    }

    /// A row for each kind of task; `span`: the measured time, warm-up left out (ns).
    fn groups(&self, span: f64) -> Vec<GroupRow> {
        let sys = &self.sys;
        let totals = self.totals_since();
        let cpus = f64::from(sys.usable.weight().max(1));
        let row = |(kind, of): (usize, &Kind)| {
            let tasks = sys.tasks.each().filter(|(_, task)| task.kind == kind && task.has_begun());
            let totals: Vec<TaskTotals> = tasks.map(|(task, _)| totals[usize::from(task.0)]).collect();
            let task_pct: Vec<f64> = totals.iter().map(|task| 100.0 * task.ran.0 as f64 / span).collect();
            let rate = |count: fn(&TaskTotals) -> u32| {
                let all: f64 = totals.iter().map(|task| f64::from(count(task))).sum();
                all / totals.len().max(1) as f64 / (span / 1e9)
            };
            let latency = self.wake_latency(Some(kind));
            GroupRow {
                kind: of.role,
                nice: of.attr.nice,
                cgroup: of.attr.group.into(),
                policy: of.attr.policy_name().map(str::to_owned),
                slice_us: of.attr.slice.map_or(0, |slice| slice / Ns::us(1)) as u32,
                tasks: task_pct.len() as u32,
                cpu_pct: task_pct.iter().sum::<f64>() / cpus,
                task_pct,
                switches_per_s: rate(|task| task.switched_in),
                moves_per_s: rate(|task| task.moved),
                at_once_pct: 100.0 * latency.below(AT_ONCE.0) as f64 / latency.total().max(1) as f64,
                wake_latency: percentiles(&latency),
            }
        };
        sys.kinds.iter().enumerate().map(row).collect()
    }

    /// A row for each control group; `span` as for the tasks.
    fn cgroups(&self, span: f64) -> Vec<CgroupRow> {
        let sys = &self.sys;
        let totals = self.totals_since();
        let mut own = vec![(0, 0); self.control.len() + 1];
        for (group, (_, ran)) in own.iter_mut().enumerate() {
            let left = |times: &[i64]| times.get(group).copied().unwrap_or(0);
            *ran = left(&sys.left_time) - left(&self.before.left_time);
        }
        for (task, of) in sys.tasks.each() {
            if let Some((tasks, ran)) = own.get_mut(usize::from(of.attr.group)) {
                *tasks += u32::from(of.has_begun());
                *ran += totals[usize::from(task.0)].ran.0 as i64;
            }
        }
        // A parent precedes its children.
        for (i, of) in self.control.iter().enumerate().rev() {
            let (tasks, ran) = own[i + 1];
            if let Some(parent) = own.get_mut(of.parent as usize) {
                (parent.0, parent.1) = (parent.0 + tasks, parent.1 + ran);
            }
        }
        let has_cpusets = self.control.iter().any(|of| of.cpus.is_some());
        let row = |(i, of): (usize, &ControlGroup)| {
            let groups = sys.queues.groups();
            let stat = groups.map_or_else(CpuStat::default, |groups| groups.cpu_stat(sys.now, i + 1));
            let cpus = groups.and_then(|groups| groups.cpus_of(i + 1)).filter(|_| has_cpusets);
            let (tasks, ran) = own[i + 1];
            let has_burst = of.burst_us > 0;
            CgroupRow {
                name: of.name.clone(),
                weight: of.weight,
                quota_us: of.quota_us,
                period_us: of.period_us,
                idle: of.idle,
                parent: (of.parent > 0).then_some(of.parent),
                burst_us: has_burst.then_some(of.burst_us),
                cpus: cpus.map(CpuMask::to_list),
                tasks,
                usage_pct: 100.0 * ran as f64 / span,
                nr_periods: stat.nr_periods,
                nr_throttled: stat.nr_throttled,
                throttled_us: stat.throttled / Ns::us(1),
                nr_bursts: has_burst.then_some(stat.nr_bursts),
                burst_time_us: has_burst.then_some(stat.burst / Ns::us(1)),
            }
        };
        self.control.iter().enumerate().map(row).collect()
    }

    /// Whether the workload is one whose jobs or threads are reported one by one.
    pub(super) fn reports_jobs(workload: &Workload) -> bool {
        matches!(workload, Workload::Numa(_) | Workload::Sharing(_))
    }
}

/// The largest gap in CPU time between two tasks that differ at most in their slice (% of one CPU).
fn share_gap(groups: &[GroupRow]) -> f64 {
    let most = |row: &GroupRow| row.task_pct.iter().copied().fold(0.0, f64::max);
    let least = |row: &GroupRow| row.task_pct.iter().copied().fold(f64::INFINITY, f64::min);
    let mut widest: f64 = 0.0;
    for one in groups {
        for other in groups {
            let is_alike = (one.kind, one.nice, one.cgroup) == (other.kind, other.nice, other.cgroup)
                && one.policy == other.policy;
            if is_alike {
                widest = widest.max(most(one) - least(other));
            }
        }
    }
    widest
}
