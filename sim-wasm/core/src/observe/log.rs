//! The event log: four words per record, in a bounded buffer.

use crate::engine::ids::{CpuId, TaskId};
use crate::engine::mask::CpuMask;
use crate::engine::time::Ns;

use super::field::{CpuField, Field};
use super::vocab::{Cause, Distance, EventKind, LOG_WORDS, packed};

/// Half the capacity of the buffer in words; a full buffer drops its older half.
const KEPT_WORDS: usize = 1 << 17;

/// The amount of recording. The simulation does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum LogLevel {
    #[default]
    Off,
    /// Only context switches, wasted CPUs, throttled queues and flips.
    Switches,
    All,
}

pub const KIND: Field = Field::new(2, 0, 8);
pub const CAUSE: Field = Field::new(2, 8, 8);
pub const HOW: Field = Field::new(2, 16, 8);
pub const DISTANCE: Field = Field::new(2, 24, 4);
pub const TASK: Field = Field::new(3, 0, 16);
pub const CPU: CpuField = CpuField::new((3, 16), (2, 28));
pub const SRC: CpuField = CpuField::new((3, 24), (2, 30));

/// One event, before packing.
#[derive(Clone, Copy, Debug)]
pub struct Record {
    pub kind: EventKind,
    pub cause: Cause,
    /// The word of a [`How`](super::vocab::How) or of a [`Left`](super::vocab::Left).
    pub how: u32,
    pub distance: Distance,
    /// `None` in a switch: the CPU goes idle.
    pub task: Option<TaskId>,
    pub cpu: CpuId,
    pub src: CpuId,
}

impl Record {
    pub fn new(kind: EventKind, task: Option<TaskId>, cpu: CpuId) -> Self {
        Self { kind, cause: Cause::Wake, how: 0, distance: Distance::Cpu, task, cpu, src: cpu }
    }
    #[inline]
    pub(super) fn words(&self) -> (u32, u32) {
        (
            KIND.holding(self.kind.word())
                | CAUSE.holding(self.cause.word())
                | HOW.holding(self.how)
                | DISTANCE.holding(self.distance.word())
                | CPU.holding(2, self.cpu)
                | SRC.holding(2, self.src),
            TASK.holding(packed(self.task)) | CPU.holding(3, self.cpu) | SRC.holding(3, self.src),
        )
    }
}

/// The buffer.
#[derive(Clone, Debug, Default)]
pub struct Log {
    level: LogLevel,
    notes: bool,
    from_ns: Ns,
    words: Vec<u32>,
    /// The CPUs that are wasted according to the latest call of [`Log::note_wasted`].
    wasted: CpuMask,
}

impl Log {
    /// Empties the buffer. Records of times before `from_ns` are dropped.
    pub fn reset(&mut self, level: LogLevel, from_ns: Ns) {
        self.level = level;
        self.from_ns = from_ns;
        self.words.clear();
        self.wasted = CpuMask::default();
    }
    /// Switches the recording of notes on or off.
    pub fn keep_notes(&mut self, on: bool) {
        self.notes = on;
    }
    #[inline]
    pub fn are_notes_kept(&self) -> bool {
        cfg!(feature = "notes") && self.notes
    }
    #[inline]
    pub fn is_kept(&self) -> bool {
        self.level > LogLevel::Off
    }
    /// Whether no CPU was wasted in the latest call of [`Log::note_wasted`].
    #[inline]
    pub fn none_wasted(&self) -> bool {
        self.wasted.is_empty()
    }
    /// Records the CPUs that have become wasted, and those that are no longer wasted.
    pub fn note_wasted(&mut self, now: Ns, wasted: CpuMask) {
        let before = std::mem::replace(&mut self.wasted, wasted);
        for cpu in before.and_not(wasted).or(wasted.and_not(before)).iter() {
            let how = u32::from(wasted.test(cpu));
            let (what, who) = Record { how, ..Record::new(EventKind::Wasted, None, cpu) }.words();
            self.push(now, EventKind::Wasted, what, who);
        }
    }
    pub fn take(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.words)
    }
    #[inline]
    pub(super) fn push(&mut self, now: Ns, kind: EventKind, what: u32, who: u32) {
        if self.is_kept() {
            self.write(now, kind, what, who);
        }
    }

    #[inline(never)]
    fn write(&mut self, now: Ns, kind: EventKind, what: u32, who: u32) {
        let wanted = match self.level {
            LogLevel::Off => false,
            LogLevel::Switches => matches!(
                kind,
                EventKind::Switch
                    | EventKind::Flip
                    | EventKind::Wasted
                    | EventKind::Throttle
                    | EventKind::Unthrottle
            ),
            LogLevel::All => true,
        };
        if !wanted || now < self.from_ns {
            return;
        }
        if self.words.len() >= 2 * KEPT_WORDS {
            self.words.drain(..KEPT_WORDS);
        }
        let [low, high] = now.words();
        let words: [u32; LOG_WORDS] = [low, high, what, who];
        self.words.extend_from_slice(&words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_holds_cpu_numbers_beyond_255_and_the_first_256_as_a_byte() {
        let record = |cpu, src| {
            let distance = Distance::Socket;
            let record = Record {
                src: CpuId(src),
                distance,
                ..Record::new(EventKind::Move, Some(TaskId(7)), CpuId(cpu))
            };
            let (what, who) = record.words();
            [0, 0, what, who]
        };
        for (cpu, src) in [(700, 1023), (1023, 256), (255, 0)] {
            let words = record(cpu, src);
            assert_eq!((CPU.of(&words), SRC.of(&words)), (CpuId(cpu), CpuId(src)));
            assert_eq!(DISTANCE.of(&words), Distance::Socket.word());
        }
        assert_eq!(
            record(255, 3)[2..],
            [EventKind::Move.word() | Distance::Socket.word() << 24, 7 | 255 << 16 | 3 << 24]
        );
    }

    #[test]
    fn a_full_log_drops_its_older_half() {
        let mut log = Log::default();
        log.reset(LogLevel::All, Ns::ZERO);
        let full = (2 * KEPT_WORDS / LOG_WORDS) as u64;
        for time in 0..full {
            log.push(Ns(time), EventKind::Wake, 0, 0);
        }
        assert_eq!(log.words.len(), 1 << 18, "four words each, and none is lost before");
        log.push(Ns(full), EventKind::Wake, 0, 0);
        let words = log.take();
        let times: Vec<u64> = words.chunks(LOG_WORDS).map(|record| record[0].into()).collect();
        assert_eq!(times, (full / 2..=full).collect::<Vec<_>>());
    }
}
