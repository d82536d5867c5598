//! Pipes and socket pairs between tasks: bounded, blocking, waking by the kernel's rules.

use std::collections::VecDeque;

use super::Begun;
use crate::observe::log::Record;
use crate::observe::vocab::{EventKind, NO_TASK};
use crate::system::System;
use crate::wakeup::try_to_wake_up;

/// A pipe has this many slots of one page (5.9 `fs/pipe.c`).
const PIPE_SLOTS: usize = 16;
/// Messages of 100 bytes that fit into a page of 4 KiB.
const PER_PAGE: u8 = 40;
/// Messages after which the sender of a socket pair blocks (`sndbuf` 212992 at about 768 bytes each).
const SOCKET_FULL: usize = 278;
/// Waiting senders are woken when no more than this are left: a quarter of the buffer.
const SOCKET_LOW: usize = 69;

/// Whether a read or a write could be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    Yes,
    MustWait,
}

#[derive(Clone, Debug)]
enum Buffer {
    /// Messages written to and read from each used page, oldest first.
    Pipe(VecDeque<(u8, u8)>),
    Socket,
}

/// One direction of communication with one reader.
#[derive(Clone, Debug)]
pub struct Channel {
    buffer: Buffer,
    /// The CPU each queued message was written on, oldest first.
    from: VecDeque<u8>,
    writers: VecDeque<u16>,
    reader: u16,
    /// The CPU that last held the channel's own cache lines.
    owner: u8,
    /// The lock is taken until then (ns).
    free_at: u64,
}

impl Channel {
    pub fn new(pipe: bool) -> Self {
        Self {
            buffer: if pipe { Buffer::Pipe(VecDeque::with_capacity(PIPE_SLOTS)) } else { Buffer::Socket },
            from: VecDeque::new(),
            writers: VecDeque::new(),
            reader: NO_TASK,
            owner: u8::MAX,
            free_at: 0,
        }
    }

    /// The cost of a read or write call: a private part, then a part under the lock, for which it
    /// waits its turn; the channel's own lines come from whoever had them last. A call resumed after
    /// sleeping repeats only the locked part.
    #[inline]
    pub fn begin(&mut self, sys: &mut System, cpu: usize, start: u64, cost: u32, resumed: bool) -> Begun {
        let task = sys.cpus[cpu].curr as usize;
        let base = sys.tasks[task].rng.jitter(u64::from(cost), sys.costs.jitter_pct);
        let base = base * u64::from(super::compute::smt_pct(sys, cpu)) / 100;
        let locked = base * u64::from(sys.costs.lock_pct) / 100;
        let private = if resumed { 0 } else { base - locked };
        let lines = if self.owner == u8::MAX {
            0
        } else {
            let count = sys.costs.head_lines;
            sys.move_lines(self.owner as usize, cpu, count)
        };
        let taken = (start + private).max(self.free_at);
        self.free_at = taken + locked + lines;
        self.owner = cpu as u8;
        Begun { end: self.free_at, preemptible: false }
    }

    /// A write call ends: the message is in, or the writer must wait.
    #[inline]
    pub fn write(&mut self, sys: &mut System, cpu: usize, resumed: bool) -> Done {
        let task = sys.cpus[cpu].curr;
        let was_empty = self.from.is_empty();
        let room = match &mut self.buffer {
            Buffer::Pipe(pages) => {
                // A writer that slept does not look at the newest page again.
                let merge = !resumed && pages.back().is_some_and(|p| p.0 < PER_PAGE);
                if merge {
                    if let Some(page) = pages.back_mut() {
                        page.0 += 1;
                    }
                    true
                } else if pages.len() < PIPE_SLOTS {
                    pages.push_back((1, 0));
                    true
                } else {
                    false
                }
            }
            Buffer::Socket => self.from.len() < SOCKET_FULL,
        };
        if !room {
            self.writers.push_back(task);
            return Done::MustWait;
        }
        self.from.push_back(cpu as u8);
        let sync = !sys.rules.o1;
        if self.reader != NO_TASK && (was_empty || matches!(self.buffer, Buffer::Socket)) {
            let reader = std::mem::replace(&mut self.reader, NO_TASK);
            try_to_wake_up(sys, cpu, reader, sync);
        }
        // A writer that slept passes the wake-up on while there is room.
        if resumed
            && let Buffer::Pipe(pages) = &self.buffer
            && pages.len() < PIPE_SLOTS
        {
            self.wake_one_writer(sys, cpu);
        }
        Done::Yes
    }

    /// A read call ends: one message is out, or the reader must wait.
    #[inline]
    pub fn read(&mut self, sys: &mut System, cpu: usize) -> Done {
        let task = sys.cpus[cpu].curr;
        let Some(from) = self.from.pop_front() else {
            self.reader = task;
            return Done::MustWait;
        };
        let payload = sys.costs.payload_lines;
        let time = sys.move_lines(from as usize, cpu, payload);
        sys.charge += time;
        sys.obs.messages += 1;
        let now = sys.now;
        let distance = sys.distance(from as usize, cpu);
        sys.obs.emit(now, &Record { src: from, distance, ..Record::new(EventKind::Message, task, cpu) });
        match &mut self.buffer {
            Buffer::Pipe(pages) => {
                let was_full = pages.len() == PIPE_SLOTS;
                let mut freed = false;
                if let Some(page) = pages.front_mut() {
                    page.1 += 1;
                    if page.1 == page.0 {
                        pages.pop_front();
                        freed = true;
                    }
                }
                if was_full && (freed || sys.rules.pipe_full_read_wakes) {
                    self.wake_one_writer(sys, cpu);
                }
            }
            Buffer::Socket => {
                if self.from.len() <= SOCKET_LOW && !self.writers.is_empty() {
                    let sync = !sys.rules.o1;
                    for writer in std::mem::take(&mut self.writers) {
                        try_to_wake_up(sys, cpu, writer, sync);
                    }
                }
            }
        }
        Done::Yes
    }

    fn wake_one_writer(&mut self, sys: &mut System, cpu: usize) {
        if let Some(writer) = self.writers.pop_front() {
            try_to_wake_up(sys, cpu, writer, !sys.rules.o1);
        }
    }
}
