//! A lane that plays a recording.

use crate::tape::{Change, Tape, TapeTask};
use sched_core::engine::ids::{CpuId, Id, PerCpu, TaskId};
use sched_core::engine::mask::CpuMask;
use sched_core::engine::time::Ns;
use sched_core::observe::counters::{Histogram, Observer};
use sched_core::observe::frame as at;
use sched_core::observe::log::{LogLevel, Record};
use sched_core::observe::report::{Ended, Percentiles, RunReport, SchedStat};
use sched_core::observe::vocab::{Cause, CpuFlag, Distance, EventKind, FrameFlag, Left, Role, packed};
use sched_core::scenario::Scenario;
use sched_core::sim::{Placer, Waking};
use sched_recording::{Class, Doing, NO_CPU, Waker, Why, bound_to};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// What a CPU does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Does {
    #[default]
    Unknown,
    Idles,
    Runs(TaskId),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Cpu {
    pub does: Does,
    /// In the order in which they began to wait.
    pub queue: Vec<TaskId>,
}

/// A wake-up of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Woken {
    pub at: u64,
    pub by: Option<TaskId>,
    pub waker: Waker,
    /// The CPU of the waker, the one on which the task ran before, and the one it was placed on.
    pub cpu: u16,
    pub before: u16,
    pub to: u16,
    /// CPUs that idled with nothing queued.
    pub idle: CpuMask,
    /// When it ran; `None`: not yet.
    pub ran: Option<u64>,
}

#[derive(Clone, Debug)]
pub(crate) struct Task {
    pub doing: Doing,
    pub queue: u16,
    /// The CPU on which it ran last.
    pub last: u16,
    /// Since when it does what it does (ns).
    pub since: u64,
    /// It waits after a wake-up.
    pub is_woken: bool,
    pub ran: u64,
    pub waited: u64,
    pub longest: u64,
    pub switched_in: u32,
    pub woken: u32,
    pub moved: u32,
    pub woke: u32,
    pub wake: Option<Woken>,
    /// Its last move.
    pub came: Option<(u64, u16, u16, Class)>,
}

impl Task {
    /// The CPU on which it was when it was woken: as the recording says, else where it ran or was queued last.
    pub fn before(&self, said: u16) -> u16 {
        [said, self.last, self.queue].into_iter().find(|cpu| *cpu != NO_CPU).unwrap_or(NO_CPU)
    }
}

/// A recording at a moment.
#[derive(Clone)]
pub struct RecordedLane {
    tape: Arc<Tape>,
    seed: u32,
    pub(crate) now: u64,
    next: usize,
    pub(crate) cpus: PerCpu<Cpu>,
    pub(crate) tasks: Vec<Task>,
    obs: Observer,
    rules: Option<Arc<Rules>>,
    /// The lane of the document whose rules are asked for each wake-up, and the records so far; `None`: none is asked.
    asked: Option<usize>,
    decisions: Vec<u32>,
}

/// The kernels of a document, which say what they would have done.
struct Rules {
    scenario: Scenario,
    of: Vec<OnceLock<Option<Placer>>>,
}

/// The capacity in words between two calls of [`RecordedLane::take_decisions`].
const MOST_WORDS: usize = 1 << 22;

impl RecordedLane {
    pub fn new(tape: Arc<Tape>, seed: u32) -> Self {
        let machine = &tape.machine;
        let mut cpus = PerCpu::new();
        for _ in 0..machine.nr_cpu_ids {
            cpus.push(Cpu::default());
        }
        let task = |last: u16| Task {
            doing: Doing::Unknown,
            queue: NO_CPU,
            last,
            since: 0,
            is_woken: false,
            ran: 0,
            waited: 0,
            longest: 0,
            switched_in: 0,
            woken: 0,
            moved: 0,
            woke: 0,
            wake: None,
            came: None,
        };
        let tasks = tape.tasks.iter().map(|one| task(one.last)).collect();
        let mut obs = Observer::new(machine.nr_cpu_ids, machine.nr_units, machine.nr_nodes);
        obs.latency.push(Histogram::default());
        Self {
            tape,
            seed,
            now: 0,
            next: 0,
            cpus,
            tasks,
            obs,
            rules: None,
            asked: None,
            decisions: Vec::new(),
        }
    }

    /// A lane that says what the kernels of a document would have done in its place.
    #[must_use]
    pub fn with_rules(self, scenario: Scenario) -> Self {
        let of = scenario.lanes.iter().map(|_| OnceLock::new()).collect();
        Self { rules: Some(Arc::new(Rules { scenario, of })), ..self }
    }

    /// From now on records what the rules of a lane of the document would have asked for each wake-up; `None`: no longer. It drops
    /// the records so far, and changes nothing else.
    pub fn ask_rules(&mut self, lane: Option<usize>) {
        (self.asked, self.decisions) = (lane, Vec::new());
    }

    /// The lane of the document whose rules are asked.
    pub fn asked(&self) -> Option<usize> {
        self.asked
    }

    /// Removes and returns the records, in the layout of a run's decisions.
    pub fn take_decisions(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.decisions)
    }

    pub fn tape(&self) -> &Arc<Tape> {
        &self.tape
    }

    /// Role and process of each task.
    pub fn roles(&self) -> Vec<u16> {
        let role = Role::Recorded.index() as u16;
        self.tape.tasks.iter().flat_map(|task| [role, task.process]).collect()
    }

    pub fn now(&self) -> u64 {
        self.now
    }

    pub fn events(&self) -> u64 {
        self.obs.events
    }

    pub fn done(&self) -> bool {
        self.next == self.tape.changes.len() && self.now >= self.tape.length
    }

    pub fn set_log(&mut self, level: LogLevel, from: u64) {
        self.obs.log.reset(level, Ns(from));
    }

    pub fn take_log(&mut self) -> Vec<u32> {
        self.obs.log.take()
    }

    pub fn series(&self) -> Vec<u32> {
        self.obs.series.words()
    }

    /// A copy that goes on in the same way, without the log.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        let mut copy = self.clone();
        copy.obs.log.reset(LogLevel::Off, Ns::ZERO);
        copy.ask_rules(None);
        copy
    }

    /// Plays until `until` (ns), for at most `most` events. Returns the events.
    pub fn advance(&mut self, until: u64, most: u64) -> u64 {
        self.play(until, most, |_| false)
    }

    /// Plays one event; `false`: there is none.
    pub fn step(&mut self) -> bool {
        self.advance(u64::MAX, 1) > 0
    }

    /// Plays up to event `last_event`, until a task is woken (this one, if given). Returns whether one was.
    pub fn next_wake(&mut self, task: Option<TaskId>, last_event: u64) -> bool {
        let mut found = false;
        self.play(u64::MAX, last_event.saturating_sub(self.obs.events), |change| {
            found = is_wake(change, task);
            found
        });
        found
    }

    /// Plays up to event `last_event`. Returns the number of the last event in which a task was woken (this one, if given).
    pub fn last_wake(&mut self, task: Option<TaskId>, last_event: u64) -> Option<u64> {
        let mut last = None;
        let mut event = self.obs.events;
        self.play(u64::MAX, last_event.saturating_sub(event), |change| {
            event += 1;
            if is_wake(change, task) {
                last = Some(event);
            }
            false
        });
        last
    }

    fn play(&mut self, until: u64, most: u64, mut ends: impl FnMut(&Change) -> bool) -> u64 {
        let first = self.obs.events;
        let tape = self.tape.clone();
        while self.obs.events - first < most {
            match tape.changes.get(self.next) {
                Some((at, change)) if *at <= until => {
                    self.pass(*at);
                    self.next += 1;
                    self.obs.events += 1;
                    self.take(change);
                    if ends(change) {
                        break;
                    }
                }
                _ => {
                    self.pass(until.min(tape.length).max(self.now));
                    break;
                }
            }
        }
        self.obs.events - first
    }

    fn pass(&mut self, at: u64) {
        self.obs.sample_until(Ns(at));
        self.now = at;
    }

    fn take(&mut self, change: &Change) {
        match *change {
            Change::Runs { cpu, task } => self.runs(cpu, task.map_or(Does::Idles, Does::Runs)),
            Change::Unknown { cpu } => self.runs(cpu, Does::Unknown),
            Change::Becomes { task, doing, queue, why } => self.becomes(task, doing, queue, why),
            Change::Woken { task, by, cpu, waker, before, to, is_new } => {
                self.wake(task, by, cpu, waker, (before, to));
                self.ask(task, is_new);
            }
            Change::Moved { task, from, to, class } => self.moved(task, from, to, class),
        }
        self.count();
    }

    /// Computes what changes with every event: the CPUs that run, and those that idle while a task waits.
    fn count(&mut self) {
        let now = Ns(self.now);
        let busy = self.cpus.iter().filter(|cpu| matches!(cpu.does, Does::Runs(_))).count() as u64;
        if busy != self.obs.busy.level() {
            self.obs.busy.set(now, busy);
        }
        let wasted = self.wasted();
        let level = u64::from(wasted.weight());
        if level != self.obs.wasted.level() {
            self.obs.wasted.set(now, level);
        }
        if self.obs.log.is_kept() && (level > 0 || !self.obs.log.none_wasted()) {
            self.obs.log.note_wasted(now, wasted);
        }
    }

    /// In each cache as many of its idle CPUs with nothing queued as tasks wait behind another one.
    fn wasted(&self) -> CpuMask {
        let machine = &self.tape.machine;
        let mut all = CpuMask::EMPTY;
        for cpus in &machine.llc_mask {
            let behind: usize = cpus
                .iter()
                .map(|cpu| {
                    let Cpu { does, queue } = &self.cpus[cpu];
                    match does {
                        Does::Unknown => 0,
                        Does::Idles => queue.len().saturating_sub(1),
                        Does::Runs(_) => queue.len(),
                    }
                })
                .sum();
            if behind > 0 {
                cpus.iter().filter(|cpu| self.is_idle(*cpu)).take(behind).for_each(|cpu| all.set(cpu));
            }
        }
        all
    }

    /// It idles, and nothing is queued.
    fn is_idle(&self, cpu: CpuId) -> bool {
        self.cpus[cpu].does == Does::Idles && self.cpus[cpu].queue.is_empty()
    }

    pub(crate) fn idle_cpus(&self) -> CpuMask {
        self.tape.machine.cpus().iter().filter(|cpu| self.is_idle(*cpu)).collect()
    }

    fn runs(&mut self, cpu: u16, does: Does) {
        let id = CpuId(cpu);
        let before = std::mem::replace(&mut self.cpus[id].does, does);
        if before == does && does != Does::Unknown {
            return;
        }
        let left = match (before, does) {
            (_, Does::Unknown) => Left::Unknown,
            // Whatever it was, it is not known to have been idle.
            (Does::Unknown, _) => Left::Slept,
            (Does::Idles, _) => Left::Idle,
            (Does::Runs(task), _) => match self.tasks[task.index()].doing {
                Doing::Waits => Left::Preempted,
                Doing::Gone => Left::Exited,
                Doing::Runs => Left::Moved,
                Doing::Sleeps | Doing::Unknown => Left::Slept,
            },
        };
        let task = match does {
            Does::Runs(task) => Some(task),
            _ => None,
        };
        if before != Does::Unknown {
            self.obs.sched += 1;
            self.obs.goidle += u64::from(does == Does::Idles);
        }
        let record = Record { how: left.word(), ..Record::new(EventKind::Switch, task, id) };
        self.obs.emit(Ns(self.now), &record);
    }

    fn becomes(&mut self, id: TaskId, doing: Doing, queue: u16, why: Why) {
        let now = self.now;
        let task = &mut self.tasks[id.index()];
        let (before, old) = (task.doing, task.queue);
        let length = now - task.since;
        match before {
            Doing::Runs => task.ran += length,
            Doing::Waits => {
                if doing == Doing::Runs {
                    task.longest = task.longest.max(length);
                    if task.is_woken {
                        self.obs.latency[0].add(length);
                    }
                }
                if doing != Doing::Waits {
                    task.waited += length;
                }
                if old != NO_CPU {
                    self.cpus[CpuId(old)].queue.retain(|one| *one != id);
                }
            }
            _ => {}
        }
        let task = &mut self.tasks[id.index()];
        if (before, doing) != (Doing::Waits, Doing::Waits) {
            task.since = now;
            // At the beginning only the recording knows why it waits.
            task.is_woken = doing == Doing::Waits
                && if before == Doing::Unknown { why != Why::Preempted } else { before != Doing::Runs };
        }
        (task.doing, task.queue) = (doing, queue);
        let mut emit = |kind, cpu: u16| {
            if cpu != NO_CPU {
                self.obs.emit(Ns(now), &Record::new(kind, Some(id), CpuId(cpu)));
            }
        };
        match doing {
            Doing::Runs => {
                task.last = queue;
                task.switched_in += 1;
                if let Some(wake) = task.wake.as_mut().filter(|wake| wake.ran.is_none()) {
                    wake.ran = Some(now);
                }
            }
            Doing::Sleeps => emit(EventKind::Sleep, task.last),
            Doing::Gone => emit(EventKind::Exit, task.last),
            Doing::Waits => {
                if queue != NO_CPU {
                    self.cpus[CpuId(queue)].queue.push(id);
                }
            }
            Doing::Unknown => {}
        }
    }

    fn wake(&mut self, id: TaskId, by: Option<TaskId>, cpu: u16, waker: Waker, (before, to): (u16, u16)) {
        let idle = self.idle_cpus();
        if let Some(by) = by {
            self.tasks[by.index()].woke += 1;
        }
        let task = &mut self.tasks[id.index()];
        let before = task.before(before);
        let to = if to == NO_CPU { before } else { to };
        task.woken += 1;
        task.wake = Some(Woken { at: self.now, by, waker, cpu, before, to, idle, ran: None });
        if to == NO_CPU {
            return;
        }
        self.obs.ttwu += 1;
        let src = if before == NO_CPU { to } else { before };
        let distance = self.tape.machine.distance(CpuId(src), CpuId(to));
        self.obs.wakes[distance.index()] += 1;
        let record =
            Record { distance, src: CpuId(src), ..Record::new(EventKind::Wake, Some(id), CpuId(to)) };
        self.obs.emit(Ns(self.now), &record);
    }

    /// Asks the rules where they would have placed a task that was woken just now. They place no new tasks, no real-time tasks, and
    /// none of which it is not known where they ran.
    fn ask(&mut self, id: TaskId, is_new: bool) {
        let Some(rules) = self.rules.clone().filter(|_| !is_new && self.decisions.len() < MOST_WORDS) else {
            return;
        };
        let Some(placer) = self
            .asked
            .and_then(|lane| rules.of.get(lane)?.get_or_init(|| Placer::new(&rules.scenario, lane)).as_ref())
        else {
            return;
        };
        if let Some(waking) = self.waking(id) {
            self.decisions.extend(placer.place(&waking));
        }
    }

    /// The machine as a kernel sees it that places a task that was woken just now.
    fn waking(&self, id: TaskId) -> Option<Waking> {
        let Woken { cpu, before, .. } = self.tasks[id.index()].wake?;
        let machine = &self.tape.machine;
        let known = |cpu: u16| machine.cpu(i64::from(cpu));
        let (waker, prev) = (known(cpu)?, known(before)?);
        let own = &self.tape.tasks[id.index()];
        let bound = bound_to(&own.comm).and_then(known);
        // Of a real-time task only that it takes its CPU is of interest here.
        let nice = |task: TaskId| nice_of(&self.tape.tasks[task.index()]).unwrap_or(0);
        let busy = machine.cpus().iter().filter(|cpu| !self.is_idle(*cpu)).map(|cpu| {
            let Cpu { does, queue } = &self.cpus[cpu];
            let runs = match does {
                Does::Runs(task) => Some(nice(*task)),
                Does::Unknown => Some(0),
                Does::Idles => None,
            };
            (cpu, runs, queue.iter().filter(|task| **task != id).map(|task| nice(*task)).collect())
        });
        Some(Waking {
            at: Ns(self.now),
            task: id,
            nice: nice_of(own)?,
            allowed: bound.map_or(CpuMask::EMPTY, CpuMask::one),
            waker,
            prev,
            busy: busy.collect(),
        })
    }

    fn moved(&mut self, id: TaskId, from: u16, to: u16, class: Class) {
        let task = &mut self.tasks[id.index()];
        task.moved += 1;
        task.came = Some((self.now, from, to, class));
        let machine = &self.tape.machine;
        let (src, cpu) = (CpuId(from), CpuId(to));
        let known = |cpu: CpuId| machine.cpu(i64::from(cpu.0)).is_some();
        if !known(src) || !known(cpu) {
            return;
        }
        let units = (machine.unit_of[src], machine.unit_of[cpu]);
        let record = Record {
            cause: cause_of(class),
            distance: machine.distance(src, cpu),
            src,
            ..Record::new(EventKind::Move, Some(id), cpu)
        };
        self.obs.moved(Ns(self.now), record, units);
    }

    /// The present state, in the layout of a simulated run. `with_flows`: also the moves between units.
    pub fn frame(&self, with_flows: bool) -> Vec<u32> {
        let (obs, machine, now) = (&self.obs, &self.tape.machine, Ns(self.now));
        let mut words = vec![0u32; at::HEADER];
        let mut wide = |i: usize, v: u64| {
            words[i] = v as u32;
            words[i + 1] = (v >> 32) as u32;
        };
        wide(at::NOW, now.0);
        wide(at::EVENTS, obs.events);
        wide(at::HASH, obs.hash.value());
        wide(at::BUSY, obs.busy.at(now).0);
        wide(at::WASTED, obs.wasted.at(now).0);
        wide(at::WAKE_P50, obs.latency[0].quantile(500));
        wide(at::WAKE_P99, obs.latency[0].quantile(990));
        let flags =
            [(FrameFlag::Done, self.done()), (FrameFlag::Flows, with_flows), (FrameFlag::Measured, true)];
        words[at::FLAGS] = flags.map(|(flag, holds)| u32::from(holds) * flag.bit()).iter().sum();
        words[at::CPUS] = machine.nr_cpu_ids as u32;
        words[at::UNITS] = machine.nr_units as u32;
        words[at::NODES] = machine.nr_nodes as u32;
        words[at::SCHED] = obs.sched as u32;
        words[at::GOIDLE] = obs.goidle as u32;
        words[at::TTWU] = obs.ttwu as u32;
        for (i, &n) in obs.moves.iter().flatten().enumerate() {
            words[at::MOVES + i] = n as u32;
        }
        for i in 0..at::DISTANCE_COUNT {
            words[at::WAKES + i] = obs.wakes[i] as u32;
        }
        let wasted = self.wasted();
        let mut waiting: Vec<u32> = Vec::new();
        for (id, cpu) in self.cpus.each() {
            let listed = cpu.queue.len().min(at::CPU_WAITING.mask() as usize);
            waiting.extend(cpu.queue[..listed].iter().map(|task| u32::from(task.0)));
            let task = match cpu.does {
                Does::Runs(task) => Some(task),
                _ => None,
            };
            let there = machine.cpu(i64::from(id.0)).is_some();
            let queued = cpu.queue.len() + usize::from(task.is_some());
            let flags = [
                (CpuFlag::Idle, cpu.does == Does::Idles && cpu.queue.is_empty()),
                (CpuFlag::Wasted, wasted.test(id)),
                (CpuFlag::Overloaded, queued >= 2),
                (CpuFlag::Waking, cpu.does == Does::Idles && !cpu.queue.is_empty()),
                (CpuFlag::Unknown, there && cpu.does == Does::Unknown),
            ];
            let flags: u32 = flags.map(|(flag, holds)| u32::from(holds) * flag.bit()).iter().sum();
            words.push(
                at::CPU_TASK.holding(packed(task))
                    | at::CPU_WAITING.holding(listed as u32)
                    | at::CPU_FLAGS.holding(flags),
            );
        }
        words[at::WAITING] = waiting.len() as u32;
        words.extend(waiting);
        words.extend(obs.unit_lines.iter().flatten());
        words.extend(&obs.node_lines);
        if with_flows {
            words.extend(&obs.flows);
        }
        words
    }

    /// The figures so far. What a recording does not say is 0 or empty.
    pub fn report(&self) -> RunReport {
        let (obs, now) = (&self.obs, Ns(self.now));
        let cpus = self.tape.machine.nr_cpus.max(1) as u64;
        let all = (now.0.max(1) * cpus) as f64;
        let pct = |time: Ns| 100.0 * time.0 as f64 / all;
        let by_distance = |counts: &[u64]| -> BTreeMap<String, u64> {
            Distance::ALL.iter().map(|one| (one.key().to_string(), counts[one.index()])).collect()
        };
        let migrations = Cause::ALL
            .iter()
            .map(|cause| (cause.key().to_string(), by_distance(&obs.moves[cause.index()])))
            .collect();
        let of = |permille| obs.latency[0].quantile(permille);
        RunReport {
            lane: 0,
            seed: self.seed,
            started_ns: 0,
            elapsed_ns: now.0,
            messages: 0,
            messages_per_s: 0.0,
            busy_pct: pct(obs.busy.at(now)),
            wasted_pct: pct(obs.wasted.at(now)),
            share_gap_pct: 0.0,
            sched: obs.sched,
            idle: obs.goidle,
            wake: obs.ttwu,
            steal: 0,
            migrations,
            wakes: by_distance(&obs.wakes),
            wake_latency_p50_ns: of(500),
            wake_latency_p99_ns: of(990),
            wake_latency: Percentiles {
                p50: of(500),
                p75: of(750),
                p90: of(900),
                p95: of(950),
                p99: of(990),
                p99_5: of(995),
                p99_9: of(999),
            },
            request_latency: None,
            user_ns: 0,
            system_ns: 0,
            events: obs.events,
            hash: format!("{:016x}", obs.hash.value()),
            ended: if self.done() { Ended::Finished } else { Ended::Running },
            schedstat: SchedStat {
                time_s: now.0 as f64 / 1e9,
                busy_pct: pct(obs.busy.at(now)),
                slice_ms: 0.0,
                sched: obs.sched as f64 / cpus as f64,
                idle: obs.goidle as f64 / cpus as f64,
                wake: obs.ttwu as f64 / cpus as f64,
                find_pct: 0.0,
                steal: 0.0,
                steal_fail: 0.0,
                found_idle_cpu_easy: 0.0,
                found_idle_core: 0.0,
                found_idle_cpu: 0.0,
                nofound_idle_cpu: 0.0,
            },
            jobs: Vec::new(),
            lines: Vec::new(),
            groups: Vec::new(),
            cgroups: Vec::new(),
            policy: None,
        }
    }
}

fn is_wake(change: &Change, wanted: Option<TaskId>) -> bool {
    matches!(change, Change::Woken { task, .. } if wanted.is_none_or(|one| one == *task))
}

/// `None`: it is no task of a fair class.
fn nice_of(task: &TapeTask) -> Option<i32> {
    let nice = task.prio.unwrap_or(120) - 120;
    (-20..20).contains(&nice).then_some(nice)
}

/// The cause of a move in the simulator's words. A change of the allowed CPUs is carried out by the stopper; the other
/// classes that the simulator has not are pulls.
fn cause_of(class: Class) -> Cause {
    match class {
        Class::Wake => Cause::Wake,
        Class::Fork => Cause::Fork,
        Class::Exec => Cause::Exec,
        Class::NewIdle => Cause::NewIdle,
        Class::Affinity | Class::Active => Cause::Active,
        Class::Periodic | Class::Numa | Class::Delayed | Class::Other => Cause::Periodic,
    }
}
