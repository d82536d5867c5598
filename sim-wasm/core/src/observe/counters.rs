//! The counters of a run.

use super::decisions::Decisions;
use super::log::{Log, Record};
use super::search_time::SearchTime;
use super::series::Series;
use super::vocab::{Cause, Distance, EventKind, How, Note, Role, WorkUnit};
use crate::engine::hash::EventHash;
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;

const CAUSES: usize = Cause::ALL.len();
const DISTANCES: usize = Distance::ALL.len();

/// A histogram. Each value below 128 has one bucket; above, each power of two has 64 buckets. A quantile is exact below 128,
/// and within 1.6 % above.
#[derive(Clone, Debug)]
pub struct Histogram {
    counts: Vec<u32>,
    total: u64,
}

/// The number of buckets per power of two, and its binary logarithm.
const PARTS: u64 = 1 << PART_BITS;
const PART_BITS: u32 = 6;

impl Default for Histogram {
    fn default() -> Self {
        Self { counts: vec![0; 39 << PART_BITS], total: 0 }
    }
}

impl Histogram {
    #[inline]
    pub fn add(&mut self, value: u64) {
        let index = Self::bucket(value).min(self.counts.len() - 1);
        self.counts[index] += 1;
        self.total += 1;
    }
    /// Adds the counts of `now` minus those of `before`.
    pub fn merge_since(&mut self, now: &Self, before: Option<&Self>) {
        self.total += now.total - before.map_or(0, |before| before.total);
        for (i, own) in self.counts.iter_mut().enumerate() {
            *own += now.counts[i] - before.map_or(0, |before| before.counts[i]);
        }
    }

    /// The quantile (per mille), interpolated linearly within a bucket.
    pub fn quantile(&self, permille: u64) -> u64 {
        let wanted = (self.total * permille).div_ceil(1000);
        let mut seen = 0;
        for (i, n) in self.counts.iter().copied().map(u64::from).enumerate() {
            if seen + n >= wanted && n > 0 {
                let exp = (i as u64 / PARTS).saturating_sub(1);
                let (edge, width) = ((i as u64 - exp * PARTS) << exp, 1 << exp);
                return edge + width * (wanted - seen).saturating_sub(1) / n;
            }
            seen += n;
        }
        0
    }

    /// How many values are below this one: of the bucket that it is in, none.
    pub fn below(&self, value: u64) -> u64 {
        self.counts[..Self::bucket(value).min(self.counts.len())].iter().copied().map(u64::from).sum()
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    #[inline]
    fn bucket(value: u64) -> usize {
        let exp = value.max(PARTS).ilog2() - PART_BITS;
        (u64::from(exp) * PARTS + (value >> exp)) as usize
    }
}

/// A level and its integral over time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Integral {
    level: u64,
    since: Ns,
    sum: Ns,
}

impl Integral {
    #[inline]
    pub fn set(&mut self, now: Ns, level: u64) {
        self.sum += (now - self.since) * self.level;
        self.since = now;
        self.level = level;
    }
    #[inline]
    pub fn level(&self) -> u64 {
        self.level
    }
    #[inline]
    pub fn at(&self, now: Ns) -> Ns {
        self.sum + (now - self.since) * self.level
    }
}

/// All counters, the log and the hash of one run.
#[derive(Clone, Debug)]
pub struct Observer {
    pub hash: EventHash,
    pub log: Log,
    pub decisions: Decisions,
    pub series: Series,
    /// Events handled.
    pub events: u64,
    /// The unit of the workload's work, and the amount done.
    pub work_unit: WorkUnit,
    pub done: u64,
    /// Calls of `schedule()`, and those that chose idle.
    pub sched: u64,
    pub goidle: u64,
    /// Wake-ups.
    pub ttwu: u64,
    /// Time spent looking for a CPU or a task: placement, newidle balance, stealing.
    pub search: SearchTime,
    /// Attempts to steal that found nothing.
    pub steal_fail: u64,
    /// Wake-ups by the step that chose the CPU.
    pub hows: [u64; How::ALL.len()],
    pub moves: [[u64; DISTANCES]; CAUSES],
    /// Wake-ups by the distance from the previous CPU to the chosen one.
    pub wakes: [u64; DISTANCES],
    /// Cache lines moved.
    pub lines: [u64; DISTANCES],
    /// Cache lines moved inside each unit, and between it and the rest.
    pub unit_lines: Vec<[u32; 2]>,
    /// Cache lines moved between nodes.
    pub node_lines: Vec<u32>,
    /// Moves between units by cause.
    pub flows: Vec<u32>,
    /// From a wake-up to running (ns), for each kind of task.
    pub latency: Vec<Histogram>,
    /// From the moment a request came to its answer (ns); empty in a workload without requests.
    pub requests: Histogram,
    /// The role whose wake-ups the report covers; `None`: all roles.
    pub latency_of: Option<Role>,
    /// User time of all tasks (ns). The rest of the busy time is kernel time.
    pub user_ns: Ns,
    /// CPUs that run a task.
    pub busy: Integral,
    /// CPUs idle while a task waits in reach: in their LLC, in 2.5.5x anywhere.
    pub wasted: Integral,
    units: usize,
}

impl Observer {
    pub fn new(cpus: usize, units: usize, nodes: usize) -> Self {
        Self {
            hash: EventHash::default(),
            log: Log::default(),
            decisions: Decisions::default(),
            series: Series::default(),
            events: 0,
            work_unit: WorkUnit::Messages,
            done: 0,
            sched: 0,
            goidle: 0,
            ttwu: 0,
            search: SearchTime::new(cpus),
            steal_fail: 0,
            hows: [0; How::ALL.len()],
            moves: [[0; DISTANCES]; CAUSES],
            wakes: [0; DISTANCES],
            lines: [0; DISTANCES],
            unit_lines: vec![[0; 2]; units],
            node_lines: vec![0; nodes * nodes],
            flows: vec![0; units * units * CAUSES],
            latency: Vec::new(),
            requests: Histogram::default(),
            latency_of: None,
            user_ns: Ns::ZERO,
            busy: Integral::default(),
            wasted: Integral::default(),
            units,
        }
    }

    /// Adds an event to the hash, and to the log if it is kept.
    #[inline]
    pub fn emit(&mut self, now: Ns, record: &Record) {
        let (what, who) = record.words();
        self.hash.add(now.0);
        self.hash.add(u64::from(what) << 32 | u64::from(who));
        self.log.push(now, record.kind, what, who);
    }

    /// Adds a note to the log, if notes are kept. It is not in the hash.
    #[inline]
    pub fn note(&mut self, now: Ns, note: Note, task: TaskId, cpu: CpuId) {
        if self.log.are_notes_kept() {
            self.write_note(now, note, task, cpu);
        }
    }

    #[cold]
    fn write_note(&mut self, now: Ns, note: Note, task: TaskId, cpu: CpuId) {
        let record = Record { how: note.word(), ..Record::new(EventKind::Note, Some(task), cpu) };
        let (what, who) = record.words();
        self.log.push(now, record.kind, what, who);
    }

    /// Counts work if `what` is the unit of the workload's work.
    #[inline]
    pub fn count(&mut self, what: WorkUnit, amount: u64) {
        if what == self.work_unit {
            self.done += amount;
        }
    }

    /// Counts and emits a move of a task; `units`: the unit of its source CPU and that of its new CPU.
    pub fn moved(&mut self, now: Ns, record: Record, units: (usize, usize)) {
        debug_assert_eq!(record.kind, EventKind::Move);
        self.moves[record.cause.index()][record.distance.index()] += 1;
        let (from, to) = units;
        self.flows[(from * self.units + to) * CAUSES + record.cause.index()] += 1;
        self.emit(now, &record);
    }

    pub fn moves_total(&self) -> u64 {
        self.moves.iter().flatten().sum()
    }

    pub fn moves_by(&self, cause: Cause) -> u64 {
        self.moves[cause.index()].iter().sum()
    }

    /// Takes the samples that are due before `now`.
    #[inline]
    pub fn sample_until(&mut self, now: Ns) {
        while self.series.next() <= now {
            let t = self.series.next();
            let near = self.wakes[Distance::Cpu.index()]
                + self.wakes[Distance::Smt.index()]
                + self.wakes[Distance::Cluster.index()];
            self.series.push([
                self.done as u32,
                (self.busy.at(t) / Ns::us(1)) as u32,
                self.moves_total() as u32,
                near as u32,
                (self.wasted.at(t) / Ns::us(1)) as u32,
            ]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_evenly_spread_values_are_within_one_percent() {
        let mut h = Histogram::default();
        for v in 1..=100_000u64 {
            h.add(v);
        }
        for (p, exact) in [(500, 50_000), (990, 99_000)] {
            let q = h.quantile(p);
            assert!(q.abs_diff(exact) <= exact / 100, "{p}: {q}");
        }
        assert_eq!(Histogram::default().quantile(500), 0);
    }

    #[test]
    fn values_below_a_limit_are_counted_within_two_percent_of_it() {
        let mut h = Histogram::default();
        [5, 100, 3_999, 4_200, 1 << 50].into_iter().for_each(|value| h.add(value));
        assert_eq!([0, 5, 6, 101, 4_096, 4_300, u64::MAX].map(|limit| h.below(limit)), [0, 0, 1, 2, 3, 4, 5]);
        assert_eq!(h.total(), 5);
    }

    #[test]
    fn a_quantile_below_128_is_exact() {
        for value in 0..128 {
            let mut h = Histogram::default();
            h.add(value);
            assert_eq!(h.quantile(500), value);
        }
    }

    #[test]
    fn the_largest_value_has_a_bucket() {
        let mut h = Histogram::default();
        h.add(u64::MAX);
        assert!(h.quantile(500) >= 1 << 43);
    }
}
