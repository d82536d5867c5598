//! What CPUs and tasks do, from the events in their order: running, waiting, asleep, unknown, and the figures of it.

use crate::fields::{Kind, State};
use crate::place::{Distance, Places};
use crate::record::{NO_CPU, NO_PID, Record, flag};
use crate::tasks::{Doing, Task, Tasks, Why};
use crate::ticks::Ticks;
use serde::Serialize;
use std::collections::{BTreeMap, VecDeque};

/// The class of a move, in the simulator's words as far as it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    Wake,
    Fork,
    Exec,
    /// The allowed CPUs changed.
    Affinity,
    /// By the stopper, on behalf of another CPU.
    Active,
    NewIdle,
    Periodic,
    Numa,
    /// A sleeping task that the queue had kept (`DELAY_DEQUEUE`).
    Delayed,
    Other,
}

/// How sure an inference is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sure {
    Sure,
    Likely,
    Maybe,
}

impl Class {
    pub const ALL: [Self; 10] = [
        Self::Wake,
        Self::Fork,
        Self::Exec,
        Self::Affinity,
        Self::Active,
        Self::NewIdle,
        Self::Periodic,
        Self::Numa,
        Self::Delayed,
        Self::Other,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::Wake => "wake",
            Self::Fork => "fork",
            Self::Exec => "exec",
            Self::Affinity => "affinity",
            Self::Active => "active",
            Self::NewIdle => "newidle",
            Self::Periodic => "periodic",
            Self::Numa => "numa",
            Self::Delayed => "delayed",
            Self::Other => "other",
        }
    }

    /// How sure the class is, by what it is inferred from.
    pub fn sure(self) -> Sure {
        match self {
            Self::Wake | Self::Fork | Self::Exec | Self::Numa => Sure::Sure,
            Self::Other => Sure::Maybe,
            _ => Sure::Likely,
        }
    }
}

/// Who woke a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Waker {
    Interrupt,
    Idle,
    Task,
}

/// A wait that ended in the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Wait {
    pub pid: i32,
    pub cpu: u16,
    /// ns.
    pub from: u64,
    /// ns.
    pub to: u64,
    /// After a wake-up; otherwise after a preemption.
    pub woken: bool,
    /// Events were lost on its CPU while it waited.
    pub doubtful: bool,
}

/// A move of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    pub at: u64,
    pub pid: i32,
    pub from: u16,
    pub to: u16,
    pub class: Class,
}

/// An interval of a CPU while something is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Interval {
    pub cpu: u16,
    /// The task; 0: idle.
    pub pid: i32,
    pub from: u64,
    pub to: u64,
}

/// A change of what is known, for whoever plays the recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// ns.
    pub at: u64,
    pub what: Happens,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Happens {
    /// The CPU runs this task from now on; 0: idle.
    Runs {
        cpu: u16,
        pid: i32,
    },
    /// It is not known what the CPU does from now on.
    Unknown {
        cpu: u16,
    },
    /// The task begins to do this, in the queue of a CPU.
    Becomes {
        pid: i32,
        doing: Doing,
        queue: u16,
        why: Why,
    },
    /// A task that was not awake was woken; `by` is none of the tasks where nobody knows who it was, `cpu` where it was told,
    /// `before` where the task was, or [`NO_CPU`].
    Woken {
        pid: i32,
        by: i32,
        cpu: u16,
        waker: Waker,
        before: u16,
    },
    Moved {
        pid: i32,
        from: u16,
        to: u16,
        class: Class,
    },
}

/// What a second pass draws of a window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Picture {
    pub intervals: Vec<Interval>,
    pub waits: Vec<Wait>,
    pub moves: Vec<Move>,
    /// What happens, in the order of time, from the state at the beginning on.
    pub steps: Vec<Step>,
    /// The picture ends here, since it has [`MOST_DRAWN`] intervals or [`MOST_STEPS`] steps.
    pub ends: Option<u64>,
}

/// The events of a window in the order of time, for a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// What is known of tasks when the window begins: what they do, and the CPU of their queue or of their last run.
    pub begin: Vec<(i32, Doing, u16)>,
    pub events: Vec<Record>,
    /// Later events were not kept, since there are more than [`MOST_KEPT`].
    pub is_full: bool,
}

/// Events that are kept at most.
pub const MOST_KEPT: usize = 2_000_000;

/// Intervals, waits and moves that a picture has at most, each.
pub const MOST_DRAWN: usize = 1_000_000;

/// Steps that a picture has at most.
pub const MOST_STEPS: usize = 2_000_000;

/// The figures of a CPU.
#[derive(Clone, Debug, Default)]
pub struct Cpu {
    /// What runs, if known; 0: idle.
    current: Option<i32>,
    /// The time since when it runs, if known.
    since: Option<u64>,
    /// From here on what it does is doubtful: events were lost, or its task was seen elsewhere.
    doubt: Option<u64>,
    /// The last loss (ns).
    lost_at: Option<u64>,
    /// The time of the last event.
    seen: u64,
    /// What its cache had waited when its present interval began (ns).
    waited: u64,
    queued: u32,
    /// Of `queued`: tasks that may run on no other CPU.
    bound: u32,
    share: Share,
    llc: usize,
    pub switches: u64,
    /// ns; `None`: no such interval was closed.
    pub run: Option<u64>,
    pub idle: Option<u64>,
    /// ns of `run` and `idle` that are doubtful.
    pub doubtful: u64,
    /// ns of the interval that is still open at the end.
    pub open: u64,
}

/// What a CPU adds to the figure of idle CPUs while tasks wait.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Share {
    #[default]
    Unknown,
    /// It idles, and nothing is queued.
    Idle,
    /// It idles, but tasks are queued on it (the tasks behind the first).
    Coming(Behind),
    /// It runs (the tasks that wait behind).
    Runs(Behind),
}

/// Tasks that wait behind another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Behind {
    all: u32,
    /// Of them: those that may run on no other CPU.
    bound: u32,
}

impl Behind {
    fn add(&mut self, other: Self) {
        self.all += other.all;
        self.bound += other.bound;
    }

    fn remove(&mut self, other: Self) {
        self.all -= other.all;
        self.bound -= other.bound;
    }
}

/// The CPUs of a last-level cache, and the tasks that wait on them.
#[derive(Clone, Copy, Debug, Default)]
struct Cache {
    /// CPUs that idle with nothing queued.
    idle: u32,
    behind: Behind,
    /// Time in which tasks waited behind another one (ns), without the present stretch, and its beginning.
    waited: u64,
    since: Option<u64>,
}

impl Cache {
    fn wasted(self) -> u64 {
        u64::from(self.idle.min(self.behind.all))
    }

    /// Of `wasted`: because of tasks that may run on no other CPU.
    fn bound(self) -> u64 {
        self.wasted() - u64::from(self.idle.min(self.behind.all - self.behind.bound))
    }

    /// Time in which tasks waited behind another one (ns).
    fn waited(self, now: u64) -> u64 {
        self.waited.saturating_add(self.since.map_or(0, |since| now.saturating_sub(since)))
    }
}

/// A CPU idled while a task waited behind another one in the same cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct IdleWhile {
    pub cpu: u16,
    /// The idle interval (ns).
    pub from: u64,
    pub to: u64,
    /// ns of it in which a task waited.
    pub waited: u64,
}

/// Waits that look like those of throttled tasks: a task that could run left its CPU, which went idle, and ran again without a
/// wake-up. No event tells of throttling.
#[derive(Clone, Debug, Default)]
pub struct Throttling {
    waits: u64,
    /// The times at which such waits ended (ns). Waits that had begun before one of them ended with it, though a task may have
    /// run only later.
    ends: Vec<u64>,
}

/// Ends that are compared with a period.
const MOST_ENDS: usize = 1000;
/// Intervals between ends that are multiples of one period, from which on that is no coincidence.
const LEAST_IN_STEP: usize = 3;
/// The period of the kernel, and those that can be set (ns).
const USUAL_PERIOD: u64 = 100_000_000;
const PERIODS: std::ops::RangeInclusive<u64> = 1_000_000..=1_000_000_000;

impl Throttling {
    /// Such a wait ended.
    fn ended(&mut self, since: u64, at: u64) {
        self.waits += 1;
        if self.ends.last().is_none_or(|last| since >= *last) && self.ends.len() < MOST_ENDS {
            self.ends.push(at);
        }
    }

    /// The number of waits, and the period (ns) with which they are in step; `None`: with none.
    pub fn quota(&self) -> Option<(u64, u64)> {
        let between = self.ends.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
        let shortest = between.clone().min()?;
        if between.len() < LEAST_IN_STEP {
            return None;
        }
        // The timer of the period is exact; until the task runs some time may pass.
        let fits = |period: &u64| {
            let off = |length: u64| (length % period).min(period - length % period);
            PERIODS.contains(period) && between.clone().all(|length| off(length) <= period / 50)
        };
        [USUAL_PERIOD, shortest].iter().find(|period| fits(period)).map(|period| (self.waits, *period))
    }
}

/// The figures of the window.
#[derive(Clone, Debug, Default)]
pub struct Totals {
    pub throttling: Throttling,
    pub tasks: u64,
    pub waits: u64,
    /// ns.
    pub waited: u64,
    /// ns.
    pub longest: u64,
    pub latencies: u64,
    /// ns.
    pub latency: u64,
    pub runs_unwoken: u64,
    pub runs_elsewhere: u64,
    pub preemptions: u64,
    /// Of `preemptions`: those inside the kernel, which are none but preemptions.
    pub preemptions_sure: u64,
    pub sleeps: u64,
    /// Tasks that left a CPU and were gone.
    pub gone: u64,
    pub woken_awake: u64,
    /// Wake-ups by interrupts, by the idle task, by tasks.
    pub wakers: [u64; 3],
    /// Of the wake-ups by tasks: those whose line cannot tell an interrupt from the task that it hit.
    pub wakers_maybe: u64,
    /// Wake-ups without a context: compact events before the first switch of their CPU.
    pub wakers_unknown: u64,
    /// ns, as are `coming`, `doubtful_wait` and `open_wait`.
    pub wasted: u64,
    /// Of `wasted`: because of tasks whose names bind them to their CPU.
    pub wasted_bound: u64,
    pub coming: u64,
    pub mismatched: u64,
    /// Switches whose context is another task than the one that leaves.
    pub disagree: u64,
    /// Tasks that began to run on a CPU while another CPU ran them.
    pub on_two: u64,
    pub doubtful_waits: u64,
    pub doubtful_wait: u64,
    /// Waits that have not ended: to the end of the window.
    pub open_waits: u64,
    pub open_wait: u64,
    pub moves: BTreeMap<Class, u64>,
    pub distances: BTreeMap<Distance, u64>,
    pub longest_waits: Vec<Wait>,
    pub farthest_moves: Vec<(Distance, Move)>,
    pub longest_idle: Vec<IdleWhile>,
    pub pairs: BTreeMap<(i32, i32), u64>,
}

/// Entries of a list that leads into the recording.
const LISTED: usize = 10;
/// Pairs of waker and woken task that are counted.
const MOST_PAIRS: usize = 20_000;
/// A stopper's move belongs to an exec that follows so soon (ns).
const EXEC_WITHIN: u64 = 5_000_000;
/// A pull belongs to the switch that follows so soon (ns).
const PULL_WITHIN: u64 = 200_000;

/// A move whose class a later event decides.
struct Pending {
    what: Move,
    by_stopper: bool,
}

/// Follows CPUs and tasks.
pub struct Tracker {
    pub tasks: Tasks,
    pub cpus: Vec<Cpu>,
    pub totals: Totals,
    places: Places,
    caches: Vec<Cache>,
    wasted_rate: u64,
    bound_rate: u64,
    coming_rate: u64,
    now: Option<u64>,
    pending: VecDeque<Pending>,
    window: (u64, u64),
    is_open: bool,
    pub is_over: bool,
    picture: Option<Picture>,
    kept: Option<Kept>,
    /// Of the whole recording, as the timer's frequency does not depend on the window.
    pub ticks: Ticks,
}

impl Tracker {
    /// `window`: the half-open time span that is counted (ns).
    pub fn new(window: (u64, u64), draws: bool, keeps: bool) -> Self {
        Self {
            tasks: Tasks::default(),
            cpus: Vec::new(),
            totals: Totals::default(),
            places: Places::default(),
            caches: vec![Cache::default()],
            wasted_rate: 0,
            bound_rate: 0,
            coming_rate: 0,
            now: None,
            pending: VecDeque::new(),
            window,
            is_open: window.0 == 0,
            is_over: false,
            picture: draws.then(Picture::default),
            kept: keeps.then(Kept::default),
            ticks: Ticks::default(),
        }
    }

    /// Sets the machine. It has to be known before the first event.
    pub fn set_places(&mut self, places: Places) {
        let groups = places.0.iter().flatten().map(|place| place.llc + 1).max().unwrap_or(1);
        self.caches.resize(self.caches.len().max(groups), Cache::default());
        self.places = places;
        for cpu in 0..self.cpus.len() {
            self.cpus[cpu].llc = self.cache_of(cpu);
        }
    }

    pub fn places(&self) -> &Places {
        &self.places
    }

    pub fn take_kept(&mut self) -> Option<Kept> {
        self.kept.take()
    }

    pub fn take_picture(&mut self) -> Option<Picture> {
        let mut picture = self.picture.take()?;
        // The class of a move, and a loss, become known later.
        picture.steps.sort_by_key(|step| step.at);
        Some(picture)
    }

    /// The time at which the window was closed (ns).
    pub fn ended(&self) -> Option<u64> {
        self.is_over.then_some(self.window.1)
    }

    /// Notes a step of the window.
    fn tell(&mut self, at: u64, what: Happens) {
        let Some(picture) = self.picture.as_mut().filter(|_| self.is_open) else { return };
        if picture.steps.len() < MOST_STEPS {
            picture.steps.push(Step { at: at.max(self.window.0), what });
        } else {
            picture.ends.get_or_insert(at);
        }
    }

    fn cache_of(&self, cpu: usize) -> usize {
        self.places.of(u16::try_from(cpu).unwrap_or(NO_CPU)).map_or(0, |place| place.llc)
    }

    /// Remembers what an event says of a task.
    pub fn name(&mut self, pid: i32, comm: Option<&[u8]>, prio: Option<i32>) {
        let Some(index) = self.tasks.index(pid) else { return };
        let task = self.tasks.at_mut(index);
        if let Some(comm) = comm {
            task.call(comm);
        }
        task.prio = prio.or(task.prio);
    }

    fn grow(&mut self, cpu: u16) {
        for index in self.cpus.len()..=usize::from(cpu) {
            let llc = self.cache_of(index);
            self.cpus.push(Cpu { llc, ..Cpu::default() });
        }
    }

    /// Computes the share of a CPU anew.
    fn refresh(&mut self, cpu: u16) {
        let one = &mut self.cpus[usize::from(cpu)];
        let share = match one.current {
            None => Share::Unknown,
            Some(0) if one.queued == 0 => Share::Idle,
            Some(0) => {
                let behind = one.queued - 1;
                Share::Coming(Behind { all: behind, bound: one.bound.min(behind) })
            }
            Some(_) => Share::Runs(Behind { all: one.queued, bound: one.bound }),
        };
        let before = std::mem::replace(&mut one.share, share);
        if before == share {
            return;
        }
        let cache = &mut self.caches[one.llc];
        self.wasted_rate -= cache.wasted();
        self.bound_rate -= cache.bound();
        match before {
            Share::Unknown => {}
            Share::Idle => cache.idle -= 1,
            Share::Runs(behind) => cache.behind.remove(behind),
            Share::Coming(behind) => {
                cache.behind.remove(behind);
                self.coming_rate -= 1;
            }
        }
        match share {
            Share::Unknown => {}
            Share::Idle => cache.idle += 1,
            Share::Runs(behind) => cache.behind.add(behind),
            Share::Coming(behind) => {
                cache.behind.add(behind);
                self.coming_rate += 1;
            }
        }
        self.wasted_rate += cache.wasted();
        self.bound_rate += cache.bound();
        let now = self.now.unwrap_or(0);
        match (cache.since, cache.behind.all > 0) {
            (None, true) => cache.since = Some(now),
            (Some(since), false) => {
                cache.waited = cache.waited.saturating_add(now.saturating_sub(since));
                cache.since = None;
            }
            _ => {}
        }
    }

    /// Changes what a task does, and in which queue it is.
    fn becomes(&mut self, index: usize, doing: Doing, queue: u16) {
        let task = self.tasks.at_mut(index);
        let before = (task.doing, task.queue);
        task.doing = doing;
        task.queue = queue;
        if before == (doing, queue) {
            return;
        }
        let (pid, why) = (task.pid, task.why);
        self.tell(self.now.unwrap_or(0), Happens::Becomes { pid, doing, queue, why });
        if before.0 == Doing::Waits && before.1 != NO_CPU {
            let is_bound = std::mem::take(&mut self.tasks.at_mut(index).is_bound);
            let cpu = &mut self.cpus[usize::from(before.1)];
            cpu.queued -= 1;
            cpu.bound -= u32::from(is_bound);
            self.refresh(before.1);
        }
        if doing == Doing::Waits && queue != NO_CPU {
            self.grow(queue);
            let task = self.tasks.at_mut(index);
            task.is_bound = task.is_named_for(queue);
            let is_bound = task.is_bound;
            let cpu = &mut self.cpus[usize::from(queue)];
            cpu.queued += 1;
            cpu.bound += u32::from(is_bound);
            self.refresh(queue);
        }
    }

    fn advance(&mut self, at: u64) {
        if let Some(before) = self.now {
            let passed = at.saturating_sub(before);
            let totals = &mut self.totals;
            totals.wasted = totals.wasted.saturating_add(passed.saturating_mul(self.wasted_rate));
            totals.wasted_bound = totals.wasted_bound.saturating_add(passed.saturating_mul(self.bound_rate));
            totals.coming = totals.coming.saturating_add(passed.saturating_mul(self.coming_rate));
        }
        self.now = Some(at);
    }

    /// Begins the window: what is known stays known, the figures begin.
    fn open(&mut self) {
        self.is_open = true;
        let from = self.window.0;
        self.totals = Totals::default();
        for cpu in &mut self.cpus {
            cpu.since = cpu.since.map(|since| since.max(from));
            cpu.doubt = cpu.doubt.map(|doubt| doubt.max(from));
            (cpu.switches, cpu.run, cpu.idle, cpu.doubtful) = (0, None, None, 0);
            cpu.waited = self.caches[cpu.llc].waited(from);
        }
        for task in self.tasks.all_mut() {
            task.since = task.since.max(from);
            (task.is_counted, task.run, task.waits, task.waited) = (false, 0, 0, 0);
        }
        if self.now.is_some() {
            self.now = Some(from);
        }
        if self.picture.is_some() {
            self.picture = Some(Picture::default());
            for task in 0..self.tasks.all().len() {
                let &Task { pid, doing, queue, why, .. } = self.tasks.at(task);
                if doing != Doing::Unknown {
                    self.tell(from, Happens::Becomes { pid, doing, queue, why });
                }
            }
            for cpu in 0..self.cpus.len() {
                if let (Some(pid), Ok(number)) = (self.cpus[cpu].current, u16::try_from(cpu)) {
                    self.tell(from, Happens::Runs { cpu: number, pid });
                }
            }
        }
        self.keep_begin();
    }

    /// Keeps what is known of tasks at the beginning.
    fn keep_begin(&mut self) {
        let Some(kept) = &mut self.kept else { return };
        let known = self.tasks.all().iter().filter(|task| task.doing != Doing::Unknown && task.pid != 0);
        let cpu = |task: &crate::tasks::Task| match task.doing {
            Doing::Waits if task.queue != NO_CPU => task.queue,
            _ => task.last,
        };
        kept.begin = known.map(|task| (task.pid, task.doing, cpu(task))).collect();
    }

    /// Ends the window: closes the intervals of CPUs, as what they run is known.
    fn close(&mut self) {
        self.is_over = true;
        let until = self.window.1;
        self.advance(until);
        self.count_open_waits(until);
        for cpu in 0..self.cpus.len() {
            if let Some(pid) = self.cpus[cpu].current {
                self.leave(cpu, pid, until);
            }
        }
    }

    /// States what the recording says of its beginning: the tasks that run, and those that wait.
    pub fn begin(&mut self, at: u64, runs: &[(u16, i32)], waits: &[crate::head::Waits]) {
        self.now = Some(at);
        for &(cpu, pid) in runs {
            self.grow(cpu);
            let one = &mut self.cpus[usize::from(cpu)];
            (one.current, one.since, one.seen) = (Some(pid), Some(at), at);
            self.tell(at, Happens::Runs { cpu, pid });
            self.refresh(cpu);
            if pid != 0
                && let Some(index) = self.tasks.index(pid)
            {
                self.becomes(index, Doing::Runs, cpu);
                self.tasks.at_mut(index).last = cpu;
            }
        }
        for wait in waits {
            self.grow(wait.cpu);
            if let Some(index) = self.tasks.index(wait.pid) {
                self.becomes(index, Doing::Waits, wait.cpu);
                let task = self.tasks.at_mut(index);
                (task.since, task.last) = (wait.since, wait.cpu);
            }
        }
        self.keep_begin();
    }

    fn count_open_waits(&mut self, until: u64) {
        for task in self.tasks.all().iter().filter(|task| task.doing == Doing::Waits) {
            self.totals.open_waits += 1;
            let length = until.saturating_sub(task.since);
            self.totals.open_wait = self.totals.open_wait.saturating_add(length);
        }
    }

    /// Takes the next event. `in_order`: otherwise it came too late, and only counts.
    pub fn take(&mut self, record: &Record, in_order: bool) {
        if self.is_over {
            return;
        }
        if in_order && !self.is_open && record.at >= self.window.0 {
            self.open();
        }
        if in_order && record.at >= self.window.1 {
            self.close();
            return;
        }
        self.grow(record.cpu);
        if !in_order {
            if record.kind == Kind::Switch {
                self.cpus[usize::from(record.cpu)].switches += 1;
            }
            return;
        }
        if self.is_open
            && let Some(kept) = &mut self.kept
        {
            if kept.events.len() < MOST_KEPT {
                kept.events.push(*record);
            } else {
                kept.is_full = true;
            }
        }
        self.settle(record.at);
        self.advance(record.at);
        let cpu = &mut self.cpus[usize::from(record.cpu)];
        if record.flags & flag::LOST_BEFORE != 0 {
            cpu.doubt = Some(cpu.doubt.unwrap_or(cpu.seen).min(cpu.seen));
            cpu.lost_at = Some(record.at);
            let since = cpu.seen;
            self.tell(since, Happens::Unknown { cpu: record.cpu });
        }
        let cpu = &mut self.cpus[usize::from(record.cpu)];
        cpu.seen = record.at;
        // The line's own task is what runs there.
        if cpu.current.is_none() && record.context != NO_PID && record.kind != Kind::Switch {
            cpu.current = Some(record.context);
            self.tell(record.at, Happens::Runs { cpu: record.cpu, pid: record.context });
            self.refresh(record.cpu);
        }
        match record.kind {
            Kind::Switch => self.switch(record),
            Kind::Waking | Kind::Wakeup | Kind::WakeupNew => self.wake(record),
            Kind::Migrate => self.migrate(record),
            Kind::Fork => {
                self.count(record.task);
                self.count(record.other);
                self.is_born(record.other);
            }
            Kind::Exit => drop(self.count(record.task)),
            Kind::Exec => {
                self.count(record.task);
                self.execs(record);
            }
            Kind::Sent | Kind::Received => {}
        }
    }

    /// A pid that had exited begins anew.
    fn is_born(&mut self, pid: i32) {
        if let Some(index) = self.tasks.index(pid)
            && self.tasks.at(index).doing == Doing::Gone
        {
            self.tasks.at_mut(index).births += 1;
        }
    }

    fn count(&mut self, pid: i32) -> Option<usize> {
        let index = self.tasks.index(pid)?;
        let task = self.tasks.at_mut(index);
        if !task.is_counted && pid != 0 {
            task.is_counted = true;
            self.totals.tasks += 1;
        }
        Some(index)
    }

    /// The interval of a CPU ends.
    fn leave(&mut self, cpu: usize, pid: i32, at: u64) {
        let one = &mut self.cpus[cpu];
        let Some(since) = one.since else { return };
        let length = at.saturating_sub(since);
        let sum = if pid == 0 { &mut one.idle } else { &mut one.run };
        *sum = Some(sum.unwrap_or(0).saturating_add(length));
        let doubt = one.doubt;
        let doubtful = doubt.map_or(0, |doubt| at.saturating_sub(doubt.max(since)));
        one.doubtful = one.doubtful.saturating_add(doubtful);
        if pid != 0
            && let Some(index) = self.tasks.index(pid)
        {
            self.tasks.at_mut(index).run += length - doubtful;
        }
        let waited = self.caches[one.llc].waited(at).saturating_sub(one.waited).min(length);
        let longest = &mut self.totals.longest_idle;
        if pid == 0 && waited > 0 && doubt.is_none() {
            let place = longest.partition_point(|one| one.waited >= waited);
            if place < LISTED {
                let cpu = u16::try_from(cpu).unwrap_or(NO_CPU);
                longest.insert(place, IdleWhile { cpu, from: since, to: at, waited });
                longest.truncate(LISTED);
            }
        }
        if let Some(picture) = &mut self.picture {
            let known = doubt.map_or(at, |doubt| doubt.clamp(since, at));
            if picture.intervals.len() < MOST_DRAWN {
                let cpu = u16::try_from(cpu).unwrap_or(NO_CPU);
                picture.intervals.push(Interval { cpu, pid, from: since, to: known });
            } else {
                picture.ends.get_or_insert(since);
            }
        }
    }

    fn switch(&mut self, record: &Record) {
        let at = record.at;
        let number = usize::from(record.cpu);
        let current = self.cpus[number].current;
        self.cpus[number].switches += 1;
        let prev = if record.task == NO_PID { current } else { Some(record.task) };
        let next = record.other;
        self.totals.disagree += u64::from(record.flags & flag::DISAGREES != 0);
        if prev.is_some() && current.is_some_and(|current| Some(current) != prev) {
            self.totals.mismatched += 1;
        } else if let (Some(pid), Some(_)) = (prev, current) {
            self.leave(number, pid, at);
        }
        self.pulled(record, prev);
        if let Some(pid) = prev.filter(|pid| *pid != 0)
            && let Some(index) = self.count(pid)
        {
            self.ends_elsewhere(index, record);
            let queue = self.tasks.at(index).queue;
            match record.state {
                State::Runnable | State::Preempted => {
                    self.becomes(index, Doing::Waits, record.cpu);
                    let task = self.tasks.at_mut(index);
                    (task.since, task.why) = (at, Why::Preempted);
                    task.is_held = next == 0 && task.prio.is_none_or(|prio| prio >= 100);
                    if next != 0 {
                        self.ticks.preempts(record.cpu, at);
                    }
                    self.totals.preemptions += 1;
                    self.totals.preemptions_sure += u64::from(record.state == State::Preempted);
                }
                State::Gone => {
                    self.becomes(index, Doing::Gone, queue);
                    self.totals.gone += 1;
                }
                State::Asleep | State::Device => {
                    self.becomes(index, Doing::Sleeps, queue);
                    self.totals.sleeps += 1;
                }
            }
            self.tasks.at_mut(index).last = record.cpu;
        }
        if next != 0
            && let Some(index) = self.count(next)
        {
            self.begins(index, record);
        }
        let cpu = &mut self.cpus[number];
        cpu.current = Some(next);
        cpu.since = Some(at);
        cpu.doubt = None;
        cpu.waited = self.caches[cpu.llc].waited(at);
        self.tell(at, Happens::Runs { cpu: record.cpu, pid: next });
        self.refresh(record.cpu);
    }

    /// A task of which an event tells that it runs on this CPU does not run on another one: the later event is right.
    fn ends_elsewhere(&mut self, index: usize, record: &Record) {
        let &Task { pid, doing, last, .. } = self.tasks.at(index);
        // It was counted when it began elsewhere.
        let is_counted = self.cpus[usize::from(record.cpu)].current == Some(pid);
        if doing == Doing::Runs
            && last != record.cpu
            && let Some(other) = self.cpus.get_mut(usize::from(last))
            && other.current == Some(pid)
        {
            other.doubt = Some(other.doubt.unwrap_or(record.at).min(record.at));
            self.totals.on_two += u64::from(!is_counted);
            self.tell(record.at, Happens::Unknown { cpu: last });
        }
    }

    /// A task begins to run.
    fn begins(&mut self, index: usize, record: &Record) {
        let at = record.at;
        let task = self.tasks.at(index);
        match task.doing {
            Doing::Waits => {
                let length = at.saturating_sub(task.since);
                let lost = |cpu: u16| self.cpus.get(usize::from(cpu)).and_then(|cpu| cpu.lost_at);
                let doubtful =
                    [task.queue, task.last].into_iter().filter_map(lost).any(|lost| lost > task.since);
                let woken = task.why != Why::Preempted;
                let wait = Wait { pid: task.pid, cpu: record.cpu, from: task.since, to: at, woken, doubtful };
                let totals = &mut self.totals;
                totals.waits += 1;
                totals.waited = totals.waited.saturating_add(length);
                totals.longest = totals.longest.max(length);
                if woken {
                    totals.latencies += 1;
                    totals.latency = totals.latency.saturating_add(length);
                }
                if doubtful {
                    totals.doubtful_waits += 1;
                    totals.doubtful_wait = totals.doubtful_wait.saturating_add(length);
                }
                let shortest = totals.longest_waits.last().map_or(0, |wait| wait.to - wait.from);
                if !doubtful && (totals.longest_waits.len() < LISTED || length > shortest) {
                    let place = totals.longest_waits.partition_point(|wait| wait.to - wait.from >= length);
                    totals.longest_waits.insert(place, wait);
                    totals.longest_waits.truncate(LISTED);
                }
                if let Some(picture) = self.picture.as_mut().filter(|one| one.waits.len() < MOST_DRAWN) {
                    picture.waits.push(wait);
                }
                if task.is_held && !doubtful {
                    totals.throttling.ended(task.since, at);
                }
                let task = self.tasks.at_mut(index);
                task.waits += 1;
                task.is_held = false;
                task.waited = task.waited.saturating_add(length);
            }
            Doing::Sleeps => self.totals.runs_unwoken += 1,
            Doing::Runs => self.ends_elsewhere(index, record),
            Doing::Unknown | Doing::Gone => {}
        }
        let last = self.tasks.at(index).last;
        if last != NO_CPU && last != record.cpu {
            self.totals.runs_elsewhere += 1;
        }
        self.becomes(index, Doing::Runs, record.cpu);
        self.tasks.at_mut(index).last = record.cpu;
    }

    fn wake(&mut self, record: &Record) {
        self.ticks.wakes(if record.from == NO_CPU { record.cpu } else { record.from }, record.at);
        let Some(index) = self.count(record.task) else { return };
        if record.flags & flag::IN_VAIN != 0 {
            return;
        }
        self.tasks.at_mut(index).is_held = false;
        let doing = self.tasks.at(index).doing;
        let is_wakeup = record.kind == Kind::Wakeup;
        if matches!(doing, Doing::Unknown | Doing::Sleeps | Doing::Gone) {
            let queue = if record.from == NO_CPU { self.tasks.at(index).queue } else { record.from };
            if record.kind == Kind::WakeupNew {
                if doing == Doing::Gone {
                    self.tasks.at_mut(index).births += 1;
                }
                if record.from != NO_CPU && record.from != record.cpu {
                    self.moves(record.at, record.task, record.cpu, record.from, Class::Fork);
                }
            }
            let current = self.cpus[usize::from(record.cpu)].current;
            let idle = record.context == 0 || record.context == NO_PID && current == Some(0);
            let waker = match record.flags & flag::INTERRUPT != 0 {
                true => Waker::Interrupt,
                false if idle => Waker::Idle,
                false => Waker::Task,
            };
            let by = if record.context == NO_PID { current } else { Some(record.context) };
            let totals = &mut self.totals;
            totals.wakers[waker as usize] += 1;
            if waker == Waker::Task {
                // The wake-up itself may be told by the woken CPU.
                let unsure = record.flags & flag::NO_FLAGS != 0 || is_wakeup;
                totals.wakers_maybe += u64::from(unsure && by.is_some());
                totals.wakers_unknown += u64::from(by.is_none());
                if let Some(by) = by
                    && (totals.pairs.len() < MOST_PAIRS || totals.pairs.contains_key(&(by, record.task)))
                {
                    *totals.pairs.entry((by, record.task)).or_default() += 1;
                }
            }
            let by = by.unwrap_or(NO_PID);
            let task = self.tasks.at(index);
            // `sched_waking` names the CPU of the task, `sched_wakeup` the new one.
            let is_named = record.kind == Kind::Waking && record.from != NO_CPU;
            let before = if is_named { record.from } else { task.last };
            self.tell(record.at, Happens::Woken { pid: record.task, by, cpu: record.cpu, waker, before });
            let task = self.tasks.at_mut(index);
            task.since = record.at;
            task.why = if record.kind == Kind::WakeupNew { Why::New } else { Why::Woken };
            task.is_woken = true;
            task.waker = by;
            self.becomes(index, Doing::Waits, queue);
        } else {
            if record.from != NO_CPU && record.kind != Kind::Waking && doing == Doing::Waits {
                self.becomes(index, Doing::Waits, record.from);
            }
            let expected = is_wakeup && self.tasks.at(index).is_woken;
            self.totals.woken_awake += u64::from(!expected);
        }
        if is_wakeup {
            self.tasks.at_mut(index).is_woken = false;
        }
    }

    fn migrate(&mut self, record: &Record) {
        let Some(index) = self.count(record.task) else { return };
        let task = self.tasks.at(index);
        let (doing, is_woken) = (task.doing, task.is_woken);
        let by = self.tasks.get(record.context);
        let by_stopper = by.is_some_and(|by| by.is_called(b"migration/"));
        let woke_stopper = by.is_some_and(|by| by.waker == record.task);
        let for_others = record.context == 0 || by.is_some_and(|by| by.is_called(b"ksoftirqd/"));
        let class = if is_woken {
            Class::Wake
        } else if by_stopper {
            if woke_stopper { Class::Affinity } else { Class::Active }
        } else if doing == Doing::Sleeps {
            Class::Delayed
        } else if record.flags & flag::SOFTIRQ != 0 || for_others {
            Class::Periodic
        } else if record.context != NO_PID && record.cpu != record.to {
            Class::Affinity
        } else {
            Class::Other
        };
        let (at, pid, from, to) = (record.at, record.task, record.from, record.to);
        let by_exec = by_stopper && woke_stopper;
        let by_pull = !is_woken && !by_stopper && doing != Doing::Sleeps && record.cpu == to;
        if by_exec || by_pull {
            if self.pending.len() >= 64
                && let Some(first) = self.pending.pop_front()
            {
                self.moved(first.what);
            }
            self.pending.push_back(Pending { what: Move { at, pid, from, to, class }, by_stopper });
        } else {
            self.moves(at, pid, from, to, class);
        }
        self.becomes(index, doing, to);
    }

    /// Moves whose sign did not come have the class that they have without it.
    fn settle(&mut self, at: u64) {
        let is_old = |one: &Pending| {
            let within = if one.by_stopper { EXEC_WITHIN } else { PULL_WITHIN };
            one.what.at.saturating_add(within) < at
        };
        while let Some(first) = self.pending.pop_front_if(|first| is_old(first)) {
            self.moved(first.what);
        }
    }

    /// A pulled task runs on the CPU that pulled it, which had nothing else to do.
    fn pulled(&mut self, record: &Record, prev: Option<i32>) {
        if self.pending.is_empty() {
            return;
        }
        let is_it = |one: &Pending| !one.by_stopper && one.what.to == record.cpu;
        while let Some(place) = self.pending.iter().position(is_it) {
            let Some(Pending { mut what, .. }) = self.pending.remove(place) else { return };
            let leaves =
                prev == Some(0) || matches!(record.state, State::Asleep | State::Device | State::Gone);
            if what.pid == record.other && leaves && record.at - what.at <= PULL_WITHIN {
                what.class = Class::NewIdle;
            }
            self.moved(what);
        }
    }

    fn execs(&mut self, record: &Record) {
        let is_it = |one: &Pending| one.by_stopper && one.what.pid == record.task;
        if let Some(place) = self.pending.iter().position(is_it)
            && let Some(Pending { mut what, .. }) = self.pending.remove(place)
        {
            what.class = Class::Exec;
            self.moved(what);
        }
    }

    fn moves(&mut self, at: u64, pid: i32, from: u16, to: u16, class: Class) {
        self.moved(Move { at, pid, from, to, class });
    }

    fn moved(&mut self, what: Move) {
        let Move { at, pid, from, to, class } = what;
        self.tell(at, Happens::Moved { pid, from, to, class });
        let totals = &mut self.totals;
        *totals.moves.entry(what.class).or_default() += 1;
        if let Some(distance) = self.places.distance(what.from, what.to) {
            *totals.distances.entry(distance).or_default() += 1;
            let place = totals.farthest_moves.partition_point(|(far, _)| *far >= distance);
            if place < LISTED {
                totals.farthest_moves.insert(place, (distance, what));
                totals.farthest_moves.truncate(LISTED);
            }
        }
        if let Some(picture) = self.picture.as_mut().filter(|one| one.moves.len() < MOST_DRAWN) {
            picture.moves.push(what);
        }
    }

    /// Events of a CPU were lost after its last one.
    pub fn lose(&mut self, cpu: usize) {
        let Some(one) = self.cpus.get_mut(cpu).filter(|_| !self.is_over) else { return };
        let seen = one.seen;
        one.doubt = Some(one.doubt.unwrap_or(seen).min(seen));
        if let Ok(cpu) = u16::try_from(cpu) {
            self.tell(seen, Happens::Unknown { cpu });
        }
    }

    /// Ends the recording at its last event, or at the end that it states.
    pub fn finish(&mut self, last: u64, stated: Option<u64>) {
        if self.is_over {
            return;
        }
        while let Some(first) = self.pending.pop_front() {
            self.moved(first.what);
        }
        if let Some(end) = stated.filter(|end| *end >= self.now.unwrap_or(0)) {
            self.window.1 = end;
            self.close();
            return;
        }
        self.count_open_waits(last);
        for cpu in &mut self.cpus {
            let known = cpu.doubt.map_or(last, |doubt| doubt.min(last));
            cpu.open = cpu.since.map_or(0, |since| known.saturating_sub(since));
        }
    }
}
