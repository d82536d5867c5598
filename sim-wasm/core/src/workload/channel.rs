//! Pipes and socket pairs between tasks: bounded, blocking, waking by the kernel's rules.

use std::collections::VecDeque;

use super::compute::pace_pct;
use super::senders::Senders;
use super::{Begun, Outcome};
use crate::engine::ids::{CpuId, Per, TaskId};
use crate::engine::list::{put_at, take_at};
use crate::engine::time::Ns;
use crate::machine::kernel::Preemption;
use crate::observe::log::Record;
use crate::observe::vocab::{EventKind, WorkUnit};
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
    /// After a sleep: it may try again, under the lock.
    MayTry,
}

/// The progress of a read or write call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Call {
    /// The call begins.
    #[default]
    Fresh,
    /// The task has been woken and checks the condition without the lock (`wait_event`).
    Woken,
    /// The condition holds, and the call takes the lock again.
    Again,
    /// The task was preempted while it spun for the lock, before it checked the buffer.
    Locking,
}

impl Call {
    /// Advances the call. Returns the outcome for the task, unless the call is done.
    #[inline]
    pub fn after(&mut self, done: Done) -> Option<Outcome> {
        let (next, outcome) = match done {
            Done::Yes => (Self::Fresh, None),
            Done::MustWait => (Self::Woken, Some(Outcome::Sleep)),
            Done::MayTry => (Self::Again, Some(Outcome::Continue)),
        };
        *self = next;
        outcome
    }
}

#[derive(Clone, Debug)]
enum Buffer {
    Pipe(Pages),
    Socket,
}

/// The used pages of a pipe, oldest first: messages written to each, and messages read from the
/// oldest.
#[derive(Clone, Debug, Default)]
struct Pages {
    written: [u8; PIPE_SLOTS],
    first: usize,
    used: usize,
    read: u8,
}

impl Pages {
    /// Puts a message in. `merge`: the newest page may take it; otherwise it needs a slot.
    #[inline]
    fn write(&mut self, merge: bool) -> bool {
        let newest = (self.first + self.used + PIPE_SLOTS - 1) % PIPE_SLOTS;
        if merge && self.used > 0 && self.written[newest] < PER_PAGE {
            self.written[newest] += 1;
            true
        } else if self.used < PIPE_SLOTS {
            self.written[(newest + 1) % PIPE_SLOTS] = 1;
            self.used += 1;
            true
        } else {
            false
        }
    }
    /// Takes a message out. Returns whether a slot became free.
    #[inline]
    fn read(&mut self) -> bool {
        self.read += 1;
        let freed = self.read == self.written[self.first % PIPE_SLOTS];
        if freed {
            self.read = 0;
            self.written[self.first % PIPE_SLOTS] = 0;
            self.first = (self.first + 1) % PIPE_SLOTS;
            self.used -= 1;
        }
        freed
    }
    fn full(&self) -> bool {
        self.used == PIPE_SLOTS
    }
}

id! {
    /// A channel of the run.
    ChannelId
}

/// A read or write call that a task makes.
pub struct Making {
    pub channel: ChannelId,
    /// ns
    pub cost: u32,
    /// The progress of the call.
    pub call: Call,
}

/// The channels of a run.
pub type Channels = Per<ChannelId, Channel>;

/// One direction of communication with one reader.
#[derive(Clone, Debug)]
pub struct Channel {
    buffer: Buffer,
    /// The task that reads.
    receiver: Option<TaskId>,
    /// The CPU each queued message was written on, oldest first.
    from: VecDeque<CpuId>,
    senders: Senders,
    writers: VecDeque<TaskId>,
    reader: Option<TaskId>,
    /// The CPU that held the lock last; its cache has the channel's lines.
    owner: Option<CpuId>,
    /// The CPU that read last. The memory that it freed is filled next: a pipe's page (`tmp_page`), a socket buffer's slab.
    last_reader: Option<CpuId>,
    /// The calls in progress, in the order in which they get the lock: when each reaches the lock (ns), and its CPU.
    /// A call releases the lock when it ends.
    turns: Vec<(Ns, CpuId)>,
}

impl Channel {
    pub fn new(pipe: bool) -> Self {
        Self {
            buffer: if pipe { Buffer::Pipe(Pages::default()) } else { Buffer::Socket },
            receiver: None,
            from: VecDeque::new(),
            senders: Senders::default(),
            writers: VecDeque::new(),
            reader: None,
            owner: None,
            last_reader: None,
            turns: Vec::new(),
        }
    }

    pub fn set_receiver(&mut self, task: TaskId) {
        self.receiver = Some(task);
    }

    /// The cost of a read or write call: a private section, then a section under the lock. Calls get the lock in the order
    /// of their arrival; each fetches the channel's lines from the CPU that held the lock before. A woken call fetches one
    /// line to check the condition, and then repeats only the locked section.
    pub fn begin(&mut self, sys: &mut System, cpu: CpuId, start: Ns, cost: u32, call: Call) -> Begun {
        if call == Call::Woken {
            return Begun::whole(start + fetch(sys, self.owner, cpu, 1).max(Ns(1)));
        }
        let (alone, pace) = (sys.spread(cpu, Ns::from(cost)), pace_pct(sys, cpu));
        let base = if pace == 100 { alone } else { alone.percent(pace) };
        let locked = base.percent(sys.costs.lock_pct);
        let private = if call == Call::Fresh { base - locked } else { Ns::ZERO };
        let comes = start + private;
        let pipe = matches!(self.buffer, Buffer::Pipe(_));
        // Calls of a socket pair queue for the lock as they begin.
        let at = self.turns.iter().rposition(|turn| !pipe || turn.0 <= comes).map_or(0, |last| last + 1);
        let (holder, free) = self.before(sys, at);
        let lines = sys.costs.head_lines;
        let holds = locked + fetch(sys, holder, cpu, lines);
        let has_it = comes.max(free);
        let end = has_it + holds;
        if at < self.turns.len() {
            shift(sys, &self.turns[at..], pipe, free, end);
        }
        put_at(&mut self.turns, at, (comes, cpu));
        let begun = Begun::whole(end);
        // A task that spins for a mutex can be interrupted and preempted; one that spins for a spinlock cannot.
        match (pipe, sys.rules.preemption) {
            (true, Preemption::None) => Begun { gives_way_from: comes, gives_way_until: has_it, ..begun },
            (true, _) => Begun { gives_way_until: has_it, ..begun },
            (false, Preemption::Full | Preemption::Lazy) => Begun { gives_way_until: comes, ..begun },
            (false, _) => begun,
        }
    }

    /// The task on `cpu` gives up its turn for the lock; the calls behind it move up.
    pub fn stop_spinning(&mut self, sys: &mut System, cpu: CpuId, call: &mut Call) {
        if let Some(at) = self.turn_of(cpu) {
            let (_, free) = self.before(sys, at);
            take_at(&mut self.turns, at);
            // One of a socket pair may have waited behind it for a lock that was free.
            let free = free.max(sys.now);
            let spins = matches!(self.buffer, Buffer::Pipe(_));
            shift(sys, &self.turns[at..], spins, sys.cpus[cpu].op.end, free);
        }
        if *call == Call::Fresh {
            *call = Call::Locking;
        }
    }

    /// The task on `cpu` releases the lock.
    #[inline]
    fn unlock(&mut self, cpu: CpuId) {
        if let Some(at) = self.turn_of(cpu) {
            take_at(&mut self.turns, at);
            self.owner = Some(cpu);
        }
    }

    /// The CPU that holds the lock before the turn at `at`, and the end of its hold (ns).
    #[inline]
    fn before(&self, sys: &System, at: usize) -> (Option<CpuId>, Ns) {
        let ahead = self.turns[..at].last();
        ahead.map_or((self.owner, Ns::ZERO), |&(_, cpu)| (Some(cpu), sys.cpus[cpu].op.end))
    }

    #[inline]
    fn turn_of(&self, cpu: CpuId) -> Option<usize> {
        self.turns.iter().position(|turn| turn.1 == cpu)
    }

    /// A write call ends: the message is in, or the writer must wait.
    pub fn write(&mut self, sys: &mut System, cpu: CpuId, call: Call) -> Done {
        if call == Call::Woken {
            if self.is_full() {
                self.writers.extend(sys.cpus[cpu].curr);
                return Done::MustWait;
            }
            return Done::MayTry;
        }
        self.unlock(cpu);
        let was_empty = self.from.is_empty();
        let room = match &mut self.buffer {
            // A writer that slept does not check the newest page again.
            Buffer::Pipe(pages) => pages.write(call != Call::Again),
            Buffer::Socket => self.from.len() < SOCKET_FULL,
        };
        if !room {
            self.writers.extend(sys.cpus[cpu].curr);
            return Done::MustWait;
        }
        self.from.push_back(cpu);
        self.senders.sent(sys, cpu, self.receiver);
        let lines = sys.costs.payload_lines;
        let took = fetch(sys, self.last_reader, cpu, lines);
        sys.charge += took;
        let sync = self.sync(sys);
        if (was_empty || matches!(self.buffer, Buffer::Socket))
            && let Some(reader) = self.reader.take()
        {
            try_to_wake_up(sys, cpu, reader, sync);
        }
        // A writer that slept passes the wake-up on while there is room.
        let exclusive = matches!(self.buffer, Buffer::Pipe(_)) && !sys.rules.pipe_page_wakes;
        if call == Call::Again && exclusive && !self.is_full() {
            self.wake_one_writer(sys, cpu);
        }
        Done::Yes
    }

    /// No slot is left (`pipe_full`), or no buffer (`sk_wmem_alloc`).
    fn is_full(&self) -> bool {
        match &self.buffer {
            Buffer::Pipe(pages) => pages.full(),
            Buffer::Socket => self.from.len() >= SOCKET_FULL,
        }
    }

    /// A read call ends: one message is out, or the reader must wait.
    pub fn read(&mut self, sys: &mut System, cpu: CpuId, call: Call) -> Done {
        let task = sys.cpus[cpu].curr;
        if call == Call::Woken && !self.from.is_empty() {
            return Done::MayTry;
        }
        if call != Call::Woken {
            self.unlock(cpu);
        }
        let Some(from) = self.from.pop_front() else {
            self.reader = task;
            return Done::MustWait;
        };
        self.senders.received(sys, cpu, self.from.len());
        let lines = sys.costs.payload_lines;
        let took = fetch(sys, Some(from), cpu, lines);
        sys.charge += took;
        self.last_reader = Some(cpu);
        sys.obs.count(WorkUnit::Messages, 1);
        let now = sys.now;
        let distance = sys.distance(from, cpu);
        sys.obs.emit(now, &Record { src: from, distance, ..Record::new(EventKind::Message, task, cpu) });
        match &mut self.buffer {
            Buffer::Pipe(pages) => {
                let was_full = pages.full();
                let freed = pages.read();
                if sys.rules.pipe_page_wakes {
                    if freed {
                        self.wake_all_writers(sys, cpu);
                    }
                } else if was_full && (freed || sys.rules.pipe_full_read_wakes) {
                    self.wake_one_writer(sys, cpu);
                }
            }
            Buffer::Socket => {
                if self.from.len() <= SOCKET_LOW {
                    self.wake_all_writers(sys, cpu);
                }
            }
        }
        Done::Yes
    }

    /// Whether wake-ups are synchronous: always for pipes; for socket pairs since they share that code.
    fn sync(&self, sys: &System) -> bool {
        matches!(self.buffer, Buffer::Pipe(_)) || sys.rules.sync_sockets
    }

    fn wake_one_writer(&mut self, sys: &mut System, cpu: CpuId) {
        if let Some(writer) = self.writers.pop_front() {
            let sync = self.sync(sys);
            try_to_wake_up(sys, cpu, writer, sync);
        }
    }

    /// Wakes all writers, if the wait is not exclusive; the last to come is the first in the queue.
    fn wake_all_writers(&mut self, sys: &mut System, cpu: CpuId) {
        let sync = self.sync(sys);
        for writer in std::mem::take(&mut self.writers).into_iter().rev() {
            try_to_wake_up(sys, cpu, writer, sync);
        }
    }
}

/// Shifts the ends of these calls: the lock becomes free for the first of them at `free` instead of `was` (ns). `spins`:
/// they spin for it.
fn shift(sys: &mut System, calls: &[(Ns, CpuId)], spins: bool, mut was: Ns, mut free: Ns) {
    for &(comes, cpu) in calls {
        let end = sys.cpus[cpu].op.end;
        let has_it = comes.max(free);
        let ends = has_it + end - comes.max(was);
        sys.call_ends(cpu, ends, spins.then_some(has_it));
        (was, free) = (end, ends);
    }
}

/// Time for lines of a channel to come to `cpu` from the one that had them last (ns).
#[inline]
fn fetch(sys: &mut System, last: Option<CpuId>, cpu: CpuId, lines: u32) -> Ns {
    last.map_or(Ns::ZERO, |last| sys.move_lines(last, cpu, lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ids::Id;
    use crate::engine::mask::CpuMask;
    use crate::engine::rng::Rng;
    use crate::machine::{KernelId, MachineId, kernel};
    use crate::observe::vocab::Role;
    use crate::runqueue::Dequeue;
    use crate::scenario::Features;
    use crate::system::{Op, Task, TaskState};

    /// A kernel with one task per CPU, and all of them running.
    fn system(rules: kernel::KernelRules) -> System {
        let mut sys = System::bare(MachineId::Classroom8, rules, Features::default());
        for cpu in (0..4).map(CpuId) {
            let rng = Rng::new(1, cpu.into());
            let task = sys.add_task(Task::new(cpu, CpuMask::one(cpu), 0, Role::Sender, 0, rng));
            sys.tasks[task].state = TaskState::Running;
            sys.cpus[cpu].curr = Some(task);
        }
        sys
    }

    #[test]
    fn a_pipes_lock_is_granted_in_the_order_of_arrival() {
        let mut sys = system(kernel::rules(KernelId::V5_9));
        (sys.costs.lock_pct, sys.costs.head_lines, sys.costs.jitter_pct) = (31, 0, 0);
        for (pipe, ends) in [(true, (Ns(1_010), Ns(700))), (false, (Ns(1_000), Ns(1_031)))] {
            let mut channel = Channel::new(pipe);
            // The first comes to the lock at 690 and holds it for 310, the other comes at 669 and holds it for 31.
            let first = channel.begin(&mut sys, CpuId(0), Ns::ZERO, 1_000, Call::Fresh);
            assert_eq!(first.end, Ns(1_000));
            let Begun { end, gives_way_until, .. } = first;
            sys.cpus[CpuId(0)].op = Op { end, gives_way_until, ..Op::default() };
            sys.events.set(CpuId(0), first.end);
            let second = channel.begin(&mut sys, CpuId(1), Ns(600), 100, Call::Fresh);
            assert_eq!((sys.cpus[CpuId(0)].op.end, second.end), ends);
            assert_eq!(sys.events.time_of(CpuId(0)), ends.0);
            sys.cpus[CpuId(1)].op.end = second.end;
            let mut call = Call::Fresh;
            channel.stop_spinning(&mut sys, CpuId(1), &mut call);
            assert_eq!((sys.cpus[CpuId(0)].op.end, call), (Ns(1_000), Call::Locking));
        }
    }

    #[test]
    fn a_call_gives_way_on_its_way_to_the_lock_or_while_it_spins_as_the_preemption_model_says() {
        use Preemption::{Full, Lazy, None, Voluntary};
        const NEVER: Option<Ns> = Option::None;
        // Whether it goes through a pipe; the model; and when a call that began at 600, comes to the lock at 669 and gets it at
        // 1000 gives way, if it is to do so at 600, at 700 and at 1000.
        for (pipe, model, at) in [
            (true, None, [Some(Ns(669)), Some(Ns(700)), NEVER]),
            (true, Voluntary, [Some(Ns(600)), Some(Ns(700)), NEVER]),
            (true, Full, [Some(Ns(600)), Some(Ns(700)), NEVER]),
            (true, Lazy, [Some(Ns(600)), Some(Ns(700)), NEVER]),
            (false, None, [NEVER; 3]),
            (false, Voluntary, [NEVER; 3]),
            (false, Full, [Some(Ns(600)), NEVER, NEVER]),
            (false, Lazy, [Some(Ns(600)), NEVER, NEVER]),
        ] {
            let mut sys = system(kernel::KernelRules { preemption: model, ..kernel::rules(KernelId::V7_0) });
            (sys.costs.lock_pct, sys.costs.head_lines, sys.costs.jitter_pct) = (31, 0, 0);
            let mut channel = Channel::new(pipe);
            sys.cpus[CpuId(0)].op.end = Ns(1_000);
            channel.turns.push((Ns(600), CpuId(0)));
            let begun = channel.begin(&mut sys, CpuId(1), Ns(600), 100, Call::Fresh);
            assert_eq!(begun.end, Ns(1_031));
            let Begun { end, gives_way_from, gives_way_until, .. } = begun;
            let op = Op { end, gives_way_from, gives_way_until, ..Op::default() };
            assert_eq!([600, 700, 1_000].map(|now| op.gives_way(Ns(now))), at, "{pipe} {model:?}");
        }
    }

    #[test]
    fn the_lines_of_a_message_go_to_its_reader_and_come_back() {
        let mut sys = system(kernel::rules(KernelId::V5_9));
        (sys.costs.line, sys.costs.payload_lines) = ([0, 0, 10, 100, 0, 0], 3);
        for pipe in [true, false] {
            let mut channel = Channel::new(pipe);
            let mut paid = |write: bool, cpu: CpuId, sys: &mut System| {
                sys.charge = Ns::ZERO;
                let done = if write {
                    channel.write(sys, cpu, Call::Fresh)
                } else {
                    channel.read(sys, cpu, Call::Fresh)
                };
                assert_eq!(done, Done::Yes);
                sys.charge.0
            };
            // The lines of the first message are in no cache yet.
            assert_eq!(paid(true, CpuId(0), &mut sys), 0);
            assert_eq!(paid(false, CpuId(3), &mut sys), 30);
            assert_eq!(paid(true, CpuId(0), &mut sys), 30);
            // A writer on the reader's CPU has the lines in its cache.
            assert_eq!(paid(true, CpuId(3), &mut sys), 0);
            assert_eq!(paid(false, CpuId(0), &mut sys), 0);
            assert_eq!(paid(false, CpuId(0), &mut sys), 30);
        }
    }

    #[test]
    fn the_last_writer_to_wait_at_a_socket_is_woken_first_and_the_first_at_a_pipe() {
        const ELSEWHERE: CpuId = CpuId(5);
        let all = vec![TaskId(2), TaskId(1), TaskId(0)];
        // Until 5.4 a pipe wakes all, too, once a page is free.
        for (pipe, kernel, order, reads) in [
            (true, KernelId::V5_9, vec![TaskId(0)], 1),
            (true, KernelId::V4_20, all.clone(), usize::from(PER_PAGE)),
            (false, KernelId::V5_9, all, SOCKET_FULL - SOCKET_LOW),
        ] {
            let mut sys = system(kernel::rules(kernel));
            let mut channel = Channel::new(pipe);
            for writer in 0..3 {
                while channel.write(&mut sys, CpuId(writer), Call::Fresh) == Done::Yes {}
                let task = &mut sys.tasks[TaskId(writer)];
                task.state = TaskState::Sleeping;
                task.cpu = ELSEWHERE;
                task.allowed = CpuMask::one(ELSEWHERE);
            }
            for read in 0..reads {
                assert_eq!(sys.nr_running(ELSEWHERE), 0, "{kernel:?} pipe {pipe} read {read}");
                assert_eq!(channel.read(&mut sys, CpuId(3), Call::Fresh), Done::Yes);
            }
            assert_eq!(sys.cfs().queues[ELSEWHERE].load.by_last_run(), order);
        }
    }

    #[test]
    fn no_task_sleeps_while_its_condition_holds() {
        const READER: usize = 3;
        for (pipe, full_read_wakes, pipe_page_wakes, most) in [
            (true, true, false, 640),
            (true, false, false, 640),
            (true, true, true, 640),
            (false, true, false, SOCKET_FULL),
        ] {
            let rules = kernel::rules(KernelId::V5_9);
            let rules =
                kernel::KernelRules { pipe_full_read_wakes: full_read_wakes, pipe_page_wakes, ..rules };
            let mut sys = system(rules);
            let mut channel = Channel::new(pipe);
            let mut calls = [Call::Fresh; 4];
            let mut rng = Rng::new(5, u32::from(pipe));
            let (mut filled, mut drained) = (false, false);
            for round in 0..40_000 {
                // By turns more is written than read, and more read than written.
                let reads = if round / 2_500 % 2 == 0 { 1 } else { 8 };
                let task = (rng.below(3 + reads) as usize).min(READER);
                let id = TaskId::new(task);
                if sys.tasks[id].state == TaskState::Sleeping {
                    continue;
                }
                let done = if task == READER {
                    channel.read(&mut sys, CpuId::new(task), calls[task])
                } else {
                    channel.write(&mut sys, CpuId::new(task), calls[task])
                };
                if calls[task].after(done) == Some(Outcome::Sleep) {
                    sys.tasks[id].state = TaskState::Sleeping;
                }
                for woken in sys.tasks.ids() {
                    if sys.tasks[woken].state == TaskState::Waiting {
                        sys.dequeue(woken, Dequeue::Sleep);
                        sys.tasks[woken].state = TaskState::Running;
                    }
                }
                let asleep = |task: usize| sys.tasks[TaskId::new(task)].state == TaskState::Sleeping;
                let held = channel.from.len();
                assert!(held <= most, "{held}");
                assert!(!asleep(READER) || held == 0, "the reader sleeps beside {held}");
                let on_its_way = (0..READER).any(|w| calls[w] != Call::Fresh && !asleep(w));
                let room = match &channel.buffer {
                    Buffer::Pipe(pages) => !pages.full() && !on_its_way,
                    Buffer::Socket => held <= SOCKET_LOW,
                };
                assert!(!(0..READER).any(asleep) || !room, "a writer sleeps beside {held} of {most}");
                filled |= (0..READER).any(asleep);
                drained |= asleep(READER);
            }
            assert!(filled && drained, "pipe {pipe}");
        }
    }
}
