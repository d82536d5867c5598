//! Where the readers of all formats hand in events: counting, order, states.

use crate::MOST_CPUS;
use crate::fields::{Kind, Wake, What, Who};
use crate::head::Head;
use crate::place::Places;
use crate::reader::Options;
use crate::record::{NO_CPU, NO_PID, Order, Record, flag};
use crate::scan::short;
use crate::track::Tracker;
use std::collections::BTreeMap;

/// How often something happened, and where first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    pub count: u64,
    /// The line or packet.
    pub first: u64,
}

impl Seen {
    pub fn add(&mut self, place: u64) {
        if self.count == 0 {
            self.first = place;
        }
        self.count += 1;
    }
}

/// The events of a CPU in the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfCpu {
    pub events: u64,
    pub first: u64,
    /// It handles received packets, as its softirqs say.
    receives: bool,
    /// Events were lost, and the next one has not been seen yet.
    lost_before: bool,
    pub losses: u64,
    pub lost: u64,
    /// The time of the first event after the last loss (ns); `None`: none has come.
    pub lost_until: Option<u64>,
}

/// Most names of events that are counted separately.
const MOST_NAMES: usize = 2000;

/// What is known of an event before its fields.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// ns.
    pub at: u64,
    pub cpu: u64,
    /// Or [`NO_PID`].
    pub context: i32,
    /// See [`flag`].
    pub flags: u8,
    /// The line or packet.
    pub place: u64,
}

/// Takes events in the order of the file.
pub struct Intake {
    options: Options,
    hold: u64,
    pub head: Head,
    pub tracker: Tracker,
    order: Order,
    /// The machine that was given.
    machine: Option<Places>,
    has_begun: bool,
    window: (u64, u64),
    pub events: u64,
    /// Events, also outside of the window.
    pub all: u64,
    pub kinds: [u64; Kind::ALL.len()],
    pub others: BTreeMap<Box<[u8]>, u64>,
    pub cpus: Vec<OfCpu>,
    /// First and last time in the window (ns).
    pub first: Option<u64>,
    pub last: Option<u64>,
    /// First and last time of the recording (ns).
    pub whole: Option<(u64, u64)>,
    before: Option<u64>,
    pub unsorted: u64,
    /// The largest step back in time (ns), and its place.
    pub back: (u64, u64),
    pub unread_fields: Seen,
    pub unread_said: String,
    /// Switches whose fields were understood, also outside of the window.
    pub switches: u64,
    pub unread_switches: Seen,
    pub unread_switch_said: String,
    pub unread_options: Seen,
    pub cpu_numbers: Seen,
    /// Loss marks, and events that they count.
    pub lost_notes: u64,
    pub lost_events: u64,
    /// Losses of an unknown CPU.
    pub lost_somewhere: OfCpu,
}

impl Intake {
    /// `hold`: see [`Order`].
    pub fn new(options: Options, hold: u64) -> Self {
        let Options { machine, window, draws, keeps } = options.clone();
        Self {
            options,
            hold,
            head: Head::default(),
            tracker: Tracker::new(window, draws, keeps),
            order: Order::new(hold),
            machine,
            has_begun: false,
            window,
            events: 0,
            all: 0,
            kinds: [0; Kind::ALL.len()],
            others: BTreeMap::new(),
            cpus: Vec::new(),
            first: None,
            last: None,
            whole: None,
            before: None,
            unsorted: 0,
            back: (0, 0),
            unread_fields: Seen::default(),
            unread_said: String::new(),
            switches: 0,
            unread_switches: Seen::default(),
            unread_switch_said: String::new(),
            unread_options: Seen::default(),
            cpu_numbers: Seen::default(),
            lost_notes: 0,
            lost_events: 0,
            lost_somewhere: OfCpu::default(),
        }
    }

    /// An empty one with the same options.
    pub fn anew(&self) -> Self {
        Self::new(self.options.clone(), self.hold)
    }

    /// The half-open time span that is counted (ns).
    pub fn window(&self) -> (u64, u64) {
        self.window
    }

    /// Sets how long a later event may stand before an earlier one (ns), before the first event.
    pub fn set_hold(&mut self, hold: u64) {
        self.hold = hold;
        self.order = Order::new(hold);
    }

    pub fn late(&self) -> u64 {
        self.order.late
    }

    pub fn is_machine_known(&self) -> bool {
        self.machine.is_some() || self.head.places().is_some()
    }

    /// Events were lost before the next one of a CPU; `None`: of any.
    pub fn lose(&mut self, cpu: Option<u64>, events: u64) {
        self.lost_notes += 1;
        self.lost_events = self.lost_events.saturating_add(events);
        match cpu {
            Some(cpu) if cpu < MOST_CPUS as u64 => {
                let cpu = cpu as usize;
                self.cpus.resize(self.cpus.len().max(cpu + 1), OfCpu::default());
                let of = &mut self.cpus[cpu];
                (of.losses, of.lost, of.lost_before) = (of.losses + 1, of.lost.saturating_add(events), true);
                of.lost_until = None;
            }
            _ => {
                let of = &mut self.lost_somewhere;
                (of.losses, of.lost) = (of.losses + 1, of.lost.saturating_add(events));
                of.lost_until = None;
                self.cpus.iter_mut().for_each(|cpu| cpu.lost_before = true);
            }
        }
    }

    /// Counts an event, whatever its fields are. `false`: its CPU is none, so it cannot be used.
    pub fn count(&mut self, kind: Option<Kind>, name: &[u8], about: &mut About) -> bool {
        if about.cpu >= MOST_CPUS as u64 {
            self.cpu_numbers.add(about.place);
            return false;
        }
        self.all += 1;
        let at = about.at;
        if let Some(before) = self.before
            && at < before
        {
            self.unsorted += 1;
            if before - at > self.back.0 {
                self.back = (before - at, about.place);
            }
        }
        self.before = Some(at);
        let (first, last) = self.whole.unwrap_or((at, at));
        self.whole = Some((first.min(at), last.max(at)));
        let cpu = about.cpu as usize;
        if cpu >= self.cpus.len() {
            self.cpus.resize(cpu + 1, OfCpu::default());
        }
        let of = &mut self.cpus[cpu];
        if std::mem::take(&mut of.lost_before) {
            about.flags |= flag::LOST_BEFORE;
            of.lost_until = Some(at);
            let of = &mut self.lost_somewhere;
            if of.losses > 0 && of.lost_until.is_none() && !self.cpus.iter().any(|cpu| cpu.lost_before) {
                of.lost_until = Some(at);
            }
        }
        let of = &mut self.cpus[cpu];
        if at < self.window.0 || at >= self.window.1 {
            return true;
        }
        if of.events == 0 || at < of.first {
            of.first = at;
        }
        of.events += 1;
        self.events += 1;
        self.first = Some(self.first.map_or(at, |first| first.min(at)));
        self.last = Some(self.last.map_or(at, |last| last.max(at)));
        match kind {
            Some(kind) => self.kinds[kind as usize] += 1,
            None => {
                if let Some(count) = self.others.get_mut(name) {
                    *count += 1;
                } else {
                    let name = if self.others.len() < MOST_NAMES { name } else { b"(others)" };
                    *self.others.entry(name.into()).or_default() += 1;
                }
            }
        }
        true
    }

    /// Fields were not understood.
    pub fn unread(&mut self, kind: Kind, rest: &[u8], place: u64) {
        if self.unread_fields.count == 0 {
            self.unread_said = short(rest);
        }
        self.unread_fields.add(place);
        if kind == Kind::Switch {
            if self.unread_switches.count == 0 {
                self.unread_switch_said = short(rest);
            }
            self.unread_switches.add(place);
        }
    }

    fn begin(&mut self, at: u64) {
        self.has_begun = true;
        if let Some(places) = self.machine.take().or_else(|| self.head.places()) {
            self.tracker.set_places(places);
            // It is known, also for the notes at the end.
            self.machine = Some(self.tracker.places().clone());
        }
        if self.head.is_ours {
            let begin = self.head.begin.unwrap_or(at);
            self.tracker.begin(begin, &self.head.runs, &self.head.waits);
        }
    }

    /// A CPU begins a softirq, or ends it.
    pub fn softirq(&mut self, cpu: u64, receives: bool) {
        if let Some(of) = usize::try_from(cpu).ok().and_then(|cpu| self.cpus.get_mut(cpu)) {
            of.receives = receives;
        }
    }

    /// Takes the fields of an event that was counted.
    pub fn take(&mut self, about: &About, what: &What) {
        if !self.has_begun {
            self.begin(about.at);
        }
        let cpu_of =
            |cpu: u64| u16::try_from(cpu).ok().filter(|cpu| usize::from(*cpu) < MOST_CPUS).unwrap_or(NO_CPU);
        let receives = about.flags & flag::SOFTIRQ != 0
            && usize::try_from(about.cpu)
                .ok()
                .and_then(|cpu| self.cpus.get(cpu))
                .is_some_and(|of| of.receives);
        let mut record = Record {
            at: about.at,
            cpu: cpu_of(about.cpu),
            kind: Kind::Switch,
            state: crate::fields::State::Runnable,
            flags: about.flags | if receives { flag::NETWORK } else { 0 },
            context: about.context,
            task: NO_PID,
            other: 0,
            from: NO_CPU,
            to: NO_CPU,
        };
        let tracker = &mut self.tracker;
        let mut name = |who: &Who| tracker.name(who.pid, who.comm, who.prio);
        match *what {
            What::Switch { prev, state, next } => {
                self.switches += 1;
                if prev.pid != NO_PID {
                    name(&prev);
                    if about.context != NO_PID && about.context != prev.pid {
                        record.flags |= flag::DISAGREES;
                    }
                }
                name(&next);
                (record.task, record.state, record.other) = (prev.pid, state, next.pid);
            }
            What::Wake { kind, who, target, success } => {
                name(&who);
                record.kind = match kind {
                    Wake::Waking => Kind::Waking,
                    Wake::Wakeup => Kind::Wakeup,
                    Wake::New => Kind::WakeupNew,
                };
                record.task = who.pid;
                record.from = target.map_or(NO_CPU, cpu_of);
                record.flags |= if success { 0 } else { flag::IN_VAIN };
            }
            What::Migrate { who, orig, dest } => {
                name(&who);
                record.kind = Kind::Migrate;
                (record.task, record.from, record.to) = (who.pid, cpu_of(orig), cpu_of(dest));
            }
            What::Fork { parent, child } => {
                name(&child);
                (record.kind, record.task, record.other) = (Kind::Fork, parent, child.pid);
            }
            What::Exit { pid } => (record.kind, record.task) = (Kind::Exit, pid),
            What::Exec { pid } => (record.kind, record.task) = (Kind::Exec, pid),
            What::Sent { to } => (record.kind, record.task) = (Kind::Sent, to),
            What::Received { from } => (record.kind, record.task) = (Kind::Received, from),
        }
        self.order.push(record, |record, in_order| tracker.take(record, in_order));
    }

    /// The process of a thread.
    pub fn process(&mut self, pid: i32, tgid: i32) {
        if let Some(index) = self.tracker.tasks.index(pid) {
            self.tracker.tasks.at_mut(index).tgid = Some(tgid);
        }
    }

    /// Passes on what is held, and ends the recording.
    pub fn finish(&mut self) {
        let Self { order, tracker, .. } = self;
        order.finish(|record, in_order| tracker.take(record, in_order));
        for (cpu, _) in self.cpus.iter().enumerate().filter(|(_, of)| of.lost_before) {
            tracker.lose(cpu);
        }
        let stated = self.head.end.filter(|_| self.head.is_ours);
        tracker.finish(self.last.unwrap_or(0), stated);
    }
}
