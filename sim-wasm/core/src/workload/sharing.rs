//! Two threads and one struct: one reads a field in a loop, the other increments another field. When
//! both fields lie on one line, it goes back and forth between the two caches.
//!
//! A store that misses waits in the store buffer while the writer goes on; a load that misses stalls
//! the reader, apart from what out-of-order execution hides. A line just fetched stays for a number of
//! iterations before the other side gets it.

use super::clock::Clock;
use super::compute::{pace_pct, ran};
use super::{Begun, Outcome, Program, Work};
use crate::engine::ids::{CpuId, TaskId};
use crate::engine::time::Ns;
use crate::memory::c2c::{Field, Watched};
use crate::memory::lines::{Access, line_bytes};
use crate::observe::log::Record;
use crate::observe::vocab::{EventKind, Role, Symbol, WorkUnit};
use crate::scenario::Sharing;
use crate::system::{System, TaskState};

/// Iterations of one operation while no other CPU uses the line.
const ALONE: u64 = 100_000;
/// Iterations that count as one unit of progress.
const KILO: u64 = 1000;

/// The struct.
#[derive(Clone, Debug)]
pub struct Shared {
    pub watched: Watched,
}

/// One of the threads.
#[derive(Clone, Debug)]
pub struct Thread {
    writer: bool,
    peer: TaskId,
    /// Iterations.
    left: u64,
    /// Iterations of the present operation.
    batch: u64,
    pub clock: Clock,
    started: bool,
}

pub fn create(work: &mut Work, sys: &mut System, s: &Sharing) {
    let fields = vec![Field { name: "x", offset: 0 }, Field { name: "y", offset: s.stride }];
    work.shared = Some(Shared { watched: Watched::new(fields, line_bytes(sys.features.line_128)) });
    for writer in [false, true] {
        let thread = Thread {
            writer,
            peer: TaskId(u16::from(!writer)),
            left: u64::from(s.kilo_iterations) * KILO,
            batch: 0,
            clock: Clock::default(),
            started: false,
        };
        work.add(sys, Role::Job, usize::from(writer), 0, Program::Thread(thread));
    }
}

impl Thread {
    pub fn begin(&mut self, shared: &mut Shared, sys: &mut System, cpu: CpuId, start: Ns) -> Begun {
        if !self.started {
            self.started = true;
            self.clock.start(sys, cpu);
        }
        let (field, symbol, access) =
            if self.writer { (1, Symbol::Increment, Access::Write) } else { (0, Symbol::Sum, Access::Read) };
        let contended = shared.watched.together(0, 1) && self.peer_runs_elsewhere(sys, cpu);
        let hold = if contended { u64::from(sys.costs.share_hold) } else { ALONE };
        self.batch = hold.min(self.left);
        let mut stall = Ns::ZERO;
        if let Some(miss) = shared.watched.touch(&sys.machine, cpu, field, symbol, access) {
            let from = miss.fetch.from;
            let ns = sys.move_lines(from, cpu, 1);
            // The line alternates between two caches: no other transfer delays it.
            shared.watched.fetched(miss, ns);
            if !self.writer {
                stall = ns.saturating_sub(Ns::from(sys.costs.share_hide));
            }
            let (task, now) = (sys.cpus[cpu].curr, sys.now);
            let distance = sys.distance(from, cpu);
            let record = Record { src: from, distance, ..Record::new(EventKind::Message, task, cpu) };
            sys.obs.emit(now, &record);
        }
        let alone = Ns(self.batch * u64::from(sys.costs.share_iter_ps) / 1000);
        let run = sys.spread(cpu, alone) * u64::from(pace_pct(sys, cpu)) / 100;
        Begun::whole(start + stall + run.max(Ns(1)))
    }

    pub fn finish(&mut self, sys: &mut System, cpu: CpuId) -> Outcome {
        let before = self.left.div_ceil(KILO);
        self.left -= self.batch;
        sys.obs.user_ns += ran(sys, cpu);
        sys.obs.count(WorkUnit::Iterations, before - self.left.div_ceil(KILO));
        if self.left == 0 {
            self.clock.end(sys, cpu);
            return Outcome::Exit;
        }
        self.clock.pass(sys, cpu);
        Outcome::Continue
    }

    fn peer_runs_elsewhere(&self, sys: &System, cpu: CpuId) -> bool {
        let peer = &sys.tasks[self.peer];
        peer.state == TaskState::Running && sys.machine.core_of[peer.cpu] != sys.machine.core_of[cpu]
    }
}
