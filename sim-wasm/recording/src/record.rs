//! An event as it waits for its turn.

use crate::fields::{Kind, State};

/// No CPU, in fields of 16 bits.
pub const NO_CPU: u16 = u16::MAX;
/// Nobody knows which task: a compact event of Perfetto has no context.
pub const NO_PID: i32 = i32::MIN;

/// Flags of a [`Record`]: what is known of its line.
pub mod flag {
    /// Told in an interrupt or a softirq.
    pub const INTERRUPT: u8 = 1;
    /// `success=0`: the wake-up found the task awake.
    pub const IN_VAIN: u8 = 2;
    /// Events of this CPU were lost before this one.
    pub const LOST_BEFORE: u8 = 4;
    /// Told while its CPU handled received packets.
    pub const NETWORK: u8 = 8;
    /// Told in a softirq.
    pub const SOFTIRQ: u8 = 32;
    /// The recording has no flags, so an interrupt cannot be told from the task that it hit.
    pub const NO_FLAGS: u8 = 64;
    /// The context's pid is not that of the switch.
    pub const DISAGREES: u8 = 128;
}

/// One event of the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// ns.
    pub at: u64,
    pub cpu: u16,
    pub kind: Kind,
    /// Of the task that leaves, in a switch.
    pub state: State,
    pub flags: u8,
    /// The task that runs there, or [`NO_PID`].
    pub context: i32,
    /// The task that leaves ([`NO_PID`]: what the CPU switched to before), is woken, moves, forks, exits, execs, or is sent a message or sent it.
    pub task: i32,
    /// The task that comes, or the child.
    pub other: i32,
    /// `target_cpu`, `orig_cpu`.
    pub from: u16,
    /// `dest_cpu`.
    pub to: u16,
}

/// Puts events into the order of time. Files hold them nearly in order: a later event stands at most a bounded time before an
/// earlier one.
pub struct Order {
    held: Vec<Record>,
    sorted: bool,
    /// Time that a later event may stand before an earlier one (ns).
    hold: u64,
    /// The time up to which events were passed on.
    passed: u64,
    /// Events that came after their time had been passed.
    pub late: u64,
}

/// Events that are held back in any case.
const LEAST: usize = 1 << 15;
/// Events that are held back at most.
const MOST: usize = 1 << 19;

impl Order {
    pub fn new(hold: u64) -> Self {
        Self { held: Vec::new(), sorted: true, hold, passed: 0, late: 0 }
    }

    /// Takes an event, and passes on those whose turn has come. An event that comes too late is passed at once, with `false`.
    pub fn push(&mut self, record: Record, mut pass: impl FnMut(&Record, bool)) {
        if record.at < self.passed {
            self.late += 1;
            pass(&record, false);
            return;
        }
        self.sorted &= self.held.last().is_none_or(|last| last.at <= record.at);
        self.held.push(record);
        let full = self.held.len() >= MOST;
        if self.held.len() < 2 * LEAST || (!full && !self.held.len().is_multiple_of(LEAST)) {
            return;
        }
        self.sort();
        let newest = self.held.last().map_or(0, |last| last.at);
        let settled = self.held.partition_point(|one| one.at < newest.saturating_sub(self.hold));
        let count = settled.min(self.held.len() - LEAST).max(if full { MOST / 2 } else { 0 });
        self.pass(count, &mut pass);
    }

    /// Passes on everything.
    pub fn finish(&mut self, mut pass: impl FnMut(&Record, bool)) {
        self.sort();
        self.pass(self.held.len(), &mut pass);
    }

    fn sort(&mut self) {
        // Stable: events of one time keep the order of the file.
        if !std::mem::replace(&mut self.sorted, true) {
            self.held.sort_by_key(|one| one.at);
        }
    }

    fn pass(&mut self, count: usize, pass: &mut impl FnMut(&Record, bool)) {
        for record in &self.held[..count] {
            pass(record, true);
        }
        if let Some(last) = count.checked_sub(1) {
            self.passed = self.held[last].at;
        }
        self.held.drain(..count);
    }
}
