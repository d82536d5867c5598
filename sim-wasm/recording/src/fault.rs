//! The reasons why a file is no recording that can be read, and what is said of one that is: one sentence each. A key and its
//! arguments (serde) allow a translation.

use serde::Serialize;
use std::fmt;

/// A file that is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Fault {
    /// The file has no bytes, or blanks only.
    Empty,
    /// The file has a head and no event.
    OnlyHead,
    /// No line or packet is an event.
    Unknown { line: u64, said: String },
    /// A file of another kind; `instead` is the command that makes a text of it, or says what to do.
    Other { name: &'static str, instead: &'static str },
    /// There are events, but none of the scheduler.
    NoScheduler { events: u64, first: String },
    /// There are events of the scheduler, but no `sched_switch`.
    NoSwitch { events: u64, first: String },
    /// There are switches, but the fields of none were understood.
    UnreadSwitches { count: u64, line: u64, said: String },
    /// A clock that does not count seconds.
    Ticks { line: u64 },
    /// A column that the reader needs was left out with `-F`.
    NoColumn { line: u64, name: &'static str },
    /// Times are differences (`--deltatime`).
    Differences,
    /// An option of tracefs that takes the fields away.
    Option { line: u64, name: &'static str },
    /// A page of systrace without a trace in it.
    NoTrace,
    /// The lines are quoted, as in a mail or a patch.
    Quoted { mark: char },
    /// The packed content is far larger than a recording.
    Bomb,
    /// The packed content is broken from its beginning on.
    Packing { name: &'static str },
    /// The description of a machine was given as a recording.
    Machine,
    /// The recording has CPUs that the machine lacks.
    OtherMachine { cpus: String, machine: String },
}

/// What is said of a recording that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum Note {
    Mismatched {
        count: u64,
        of: u64,
    },
    /// More than one switch in 20 does not fit.
    Untrustworthy,
    Disagree {
        count: u64,
    },
    OnTwo {
        count: u64,
    },
    Lost {
        cpu: Option<u16>,
        events: u64,
        until: u64,
    },
    LostSome {
        cpu: Option<u16>,
        times: u64,
    },
    Wrapped {
        cpu: u16,
        after: u64,
        other: u16,
    },
    Whole {
        from: u64,
    },
    /// Waits of tasks that could run, on CPUs that went idle, end in step with a period.
    Quota {
        count: u64,
        ns: u64,
    },
    NoWakeups,
    NoWakeup,
    NoWaking,
    Microseconds,
    Relative,
    NotUnderstood {
        count: u64,
        of: u64,
        line: u64,
        said: String,
    },
    Fields {
        count: u64,
        line: u64,
        said: String,
    },
    Unseen {
        cpus: String,
    },
    Late {
        count: u64,
    },
    Back {
        line: u64,
        ns: u64,
    },
    Digits {
        count: u64,
        line: u64,
    },
    LargeTimes {
        count: u64,
        line: u64,
    },
    Encoding {
        name: &'static str,
    },
    Colours {
        lines: u64,
    },
    Long {
        count: u64,
        line: u64,
    },
    CpuNumber {
        count: u64,
        line: u64,
        most: usize,
    },
    CutLine {
        line: u64,
    },
    CutPacket {
        packet: u64,
    },
    Packet {
        count: u64,
        packet: u64,
    },
    Columns {
        count: u64,
        packet: u64,
    },
    NoCpuInBundle {
        count: u64,
    },
    Nested {
        count: u64,
    },
    Zstd {
        count: u64,
    },
    Machines {
        count: u64,
        events: u64,
    },
    PackedCut,
    PackedBroken {
        bytes: u64,
    },
    NoMachine,
    Ticks {
        hz: u32,
    },
    Outside {
        cpus: String,
    },
    TooManyTasks {
        most: usize,
    },
    TooLong {
        gib: u64,
    },
    TooLarge {
        mib: u64,
    },
    /// Unpacked, it is more than a hundred times as large.
    PackedBomb,
    Kernel {
        release: String,
    },
    Window {
        from: u64,
        to: Option<u64>,
    },
    NothingInWindow {
        from: u64,
        to: Option<u64>,
    },
}

/// A time in seconds.
pub fn seconds(ns: u64) -> String {
    format!("{}.{:06}", ns / 1_000_000_000, ns % 1_000_000_000 / 1000)
}

/// A length, in the unit that suits it.
pub fn length(ns: u64) -> String {
    let tenths = |unit: u64, name: &str| {
        let tenths = (u128::from(ns) * 10 + u128::from(unit) / 2) / u128::from(unit);
        format!("{}.{} {name}", tenths / 10, tenths % 10)
    };
    match ns {
        0..1000 => format!("{ns} ns"),
        1000..1_000_000 => tenths(1000, "µs"),
        1_000_000..1_000_000_000 => tenths(1_000_000, "ms"),
        _ => tenths(1_000_000_000, "s"),
    }
}

/// A count with commas.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(c);
    }
    text
}

/// A count with its noun.
fn of(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// The end of a time span.
fn end(to: Option<u64>) -> String {
    to.map_or_else(|| "the end".into(), |to| format!("{} s", seconds(to)))
}

/// CPUs as a list of ranges.
pub fn list(cpus: impl IntoIterator<Item = u16>) -> String {
    let mut ranges: Vec<(u16, u16)> = Vec::new();
    for cpu in cpus {
        match ranges.last_mut() {
            Some((_, last)) if u32::from(*last) + 1 == u32::from(cpu) => *last = cpu,
            _ => ranges.push((cpu, cpu)),
        }
    }
    let one = |(a, b): (u16, u16)| if a == b { a.to_string() } else { format!("{a}-{b}") };
    ranges.into_iter().map(one).collect::<Vec<_>>().join(",")
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "There is nothing in it."),
            Self::OnlyHead => write!(f, "It has a head, but no event: nothing was recorded."),
            Self::Unknown { line, said } => write!(
                f,
                "Line {line}: this is no recording that is read (tracefs, trace-cmd report, perf script, systrace, Perfetto): ‹{said}›."
            ),
            Self::Other { name, instead } => write!(f, "This is {name}: {instead}."),
            Self::NoScheduler { events, first } => write!(
                f,
                "None of its {} is of the scheduler (the first is {first}): record sched_switch and sched_waking.",
                of(*events, "event", "events")
            ),
            Self::NoSwitch { events, first } => write!(
                f,
                "None of its {} is a sched_switch (the first is {first}): what ran on a CPU cannot be told.",
                of(*events, "event", "events")
            ),
            Self::UnreadSwitches { count: number, line, said } => write!(
                f,
                "None of its {} sched_switch was understood (the first is in line {}: ‹{said}›): what ran on a CPU cannot be told.",
                count(*number),
                count(*line)
            ),
            Self::Ticks { line } => write!(
                f,
                "Line {line}: the times are ticks, not seconds: record again after `echo mono > trace_clock`, or with trace-cmd record -C mono."
            ),
            Self::NoColumn { line, name } => write!(
                f,
                "Line {line}: the {name} is missing: run perf script without -F, or with -F comm,tid,cpu,time,event,trace."
            ),
            Self::Differences => write!(
                f,
                "The times are differences (--deltatime), not moments: run perf script --ns without it."
            ),
            Self::Option { line, name } => write!(
                f,
                "Line {line}: it was recorded with the option {name}, which takes the fields away: `echo no{name} > trace_options`, then read the trace again."
            ),
            Self::NoTrace => write!(f, "This is a page of systrace without a trace in it."),
            Self::Quoted { mark } => write!(
                f,
                "The lines begin with \"{mark}\", as in a mail or a patch: save the recording itself as a file."
            ),
            Self::Bomb => {
                write!(f, "Its packed content is more than a hundred times as large: this is no recording.")
            }
            Self::Packing { name } => write!(f, "This begins like {name}, but cannot be unpacked."),
            Self::Machine => write!(
                f,
                "This describes a machine, it is no recording: give it with --machine, beside the recording."
            ),
            Self::OtherMachine { cpus, machine } => {
                write!(f, "The recording has the CPUs {cpus}, the machine {machine}: it is another machine.")
            }
        }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |cpu: &Option<u16>| cpu.map_or_else(String::new, |cpu| format!(" on CPU {cpu}"));
        match self {
            Self::Mismatched { count: number, of } => write!(
                f,
                "{} of {} switches do not fit what ran before them: something was not recorded there.",
                count(*number),
                count(*of)
            ),
            Self::Untrustworthy => write!(
                f,
                "More than one switch in 20 does not fit: it can be shown, but a replay of it would mean nothing."
            ),
            Self::Disagree { count: number } => write!(
                f,
                "In {} the task of the line is not the task that leaves: the fields are taken.",
                of(*number, "switch", "switches")
            ),
            Self::OnTwo { count: number } => write!(
                f,
                "A task began to run on a CPU while another CPU ran it, {}: the earlier run ends there, as unknown.",
                of(*number, "time", "times")
            ),
            Self::Lost { cpu, events, until } => write!(
                f,
                "{} lost{}: until {} s what it did is not known.",
                of(*events, "event was", "events were"),
                on(cpu),
                seconds(*until)
            ),
            Self::LostSome { cpu, times } => write!(
                f,
                "Events were lost{}, {}; how many is not said.",
                on(cpu),
                of(*times, "time", "times")
            ),
            Self::Wrapped { cpu, after, other } => write!(
                f,
                "The buffer wrapped: CPU {cpu} begins {} after CPU {other}; what is before it is partly known.",
                length(*after)
            ),
            Self::Whole { from } => write!(
                f,
                "The data of all CPUs are whole from {} s on; what is before it is partly known.",
                seconds(*from)
            ),
            Self::Quota { count: number, ns } => write!(
                f,
                "{} of tasks that could run, on CPUs that went idle, end in step with {}: this looks like a CPU quota.",
                of(*number, "wait", "waits"),
                length(*ns)
            ),
            Self::NoWakeups => {
                write!(f, "There are no wake-ups in it: how long tasks waited after one cannot be told.")
            }
            Self::NoWakeup => write!(
                f,
                "There is no sched_wakeup: where a woken task was queued is taken from its moves and runs."
            ),
            Self::NoWaking => write!(
                f,
                "There is no sched_waking: who woke a task is a guess where it was told by another CPU."
            ),
            Self::Microseconds => write!(f, "Times are whole microseconds: waits shorter than that are 0."),
            Self::Relative => write!(f, "Times count from the beginning of the recording (latency-format)."),
            Self::NotUnderstood { count: number, of: all, line, said } => write!(
                f,
                "{} of {} not understood, the first is line {}: ‹{said}›.",
                count(*number),
                of(*all, "line was", "lines were"),
                count(*line)
            ),
            Self::Fields { count: number, line, said } => write!(
                f,
                "The fields of {} were not understood, the first is in line {}: ‹{said}›.",
                of(*number, "event", "events"),
                count(*line)
            ),
            Self::Unseen { cpus } => {
                write!(f, "CPUs without events: {cpus}; idle all the time, offline, or not recorded.")
            }
            Self::Late { count: number } => write!(
                f,
                "{} too late for their place in time: counted, but not drawn.",
                of(*number, "event comes", "events come")
            ),
            Self::Back { line, ns } => write!(
                f,
                "Line {}: time falls by {}: these may be two recordings, one after the other.",
                count(*line),
                length(*ns)
            ),
            Self::Digits { count: number, line } => write!(
                f,
                "{} a time that has neither 6 nor 9 digits after the point, the first is line {}: not used.",
                of(*number, "line has", "lines have"),
                count(*line)
            ),
            Self::LargeTimes { count: number, line } => write!(
                f,
                "{} a time that is too large, the first is line {}: not used.",
                of(*number, "line has", "lines have"),
                count(*line)
            ),
            Self::Encoding { name } => {
                write!(f, "It is in {name}, as some shells write files: it was converted to UTF-8.")
            }
            Self::Colours { lines } => {
                write!(f, "{} colours of a terminal: taken out.", of(*lines, "line has", "lines have"))
            }
            Self::Long { count: number, line } => write!(
                f,
                "{} longer than 64 KiB, the first is line {}: passed over.",
                of(*number, "line is", "lines are"),
                count(*line)
            ),
            Self::CpuNumber { count: number, line, most } => write!(
                f,
                "{} a CPU number above {}, the first is in line {}: not used.",
                of(*number, "event has", "events have"),
                most - 1,
                count(*line)
            ),
            Self::CutLine { line } => {
                write!(f, "Line {}: the file ends within it; what is before it is whole.", count(*line))
            }
            Self::CutPacket { packet } => {
                write!(f, "Packet {}: the file ends within it; what is before it is whole.", count(*packet))
            }
            Self::Packet { count: number, packet } => write!(
                f,
                "{} broken, the first is packet {}: the rest of each was dropped.",
                of(*number, "packet is", "packets are"),
                count(*packet)
            ),
            Self::Columns { count: number, packet } => write!(
                f,
                "Compact columns do not fit each other in {}, the first is packet {}: the rest of each was dropped.",
                of(*number, "bundle", "bundles"),
                count(*packet)
            ),
            Self::NoCpuInBundle { count: number } => {
                write!(f, "{} no CPU: CPU 0 is taken.", of(*number, "bundle names", "bundles name"))
            }
            Self::Nested { count: number } => write!(
                f,
                "{} within compressed packets: not read.",
                of(*number, "compressed packet is", "compressed packets are")
            ),
            Self::Zstd { count: number } => write!(
                f,
                "{} packed with zstd, which is not read: record with compression_type: COMPRESSION_TYPE_DEFLATE.",
                of(*number, "packet is", "packets are")
            ),
            Self::Machines { count: number, events } => write!(
                f,
                "It is of several machines: that with most events is read, {} of {} left out.",
                of(*events, "packet", "packets"),
                of(*number, "other is", "others are")
            ),
            Self::PackedCut => {
                write!(f, "Its packed content ends in the middle; what is before it is whole.")
            }
            Self::PackedBroken { bytes } => write!(
                f,
                "Its packed content is broken after {} unpacked bytes; what is before it is kept.",
                count(*bytes)
            ),
            Self::Ticks { hz } => write!(
                f,
                "The timer interrupt probably has {hz} Hz: tasks are preempted at multiples of its period."
            ),
            Self::NoMachine => {
                write!(f, "No machine was given: crossings are not counted. `lscpu -J -e` of it says them.")
            }
            Self::Outside { cpus } => {
                write!(f, "The machine has no CPUs {cpus}: moves of them are not measured.")
            }
            Self::TooManyTasks { most } => write!(
                f,
                "It has more than {} tasks: reading ended there; what was read is kept.",
                count(*most as u64)
            ),
            Self::TooLong { gib } => {
                write!(f, "It is longer than {gib} GiB: reading ended there; what was read is kept.")
            }
            Self::PackedBomb => write!(
                f,
                "Its packed content is more than a hundred times as large: reading ended there; what was read is kept."
            ),
            Self::TooLarge { mib } => {
                write!(f, "A packet is larger than {mib} MiB: reading ended there; what was read is kept.")
            }
            Self::Kernel { release } => write!(f, "It was recorded under Linux {release}."),
            Self::Window { from, to } => {
                write!(f, "Only what lies from {} s to {} is counted.", seconds(*from), end(*to))
            }
            Self::NothingInWindow { from, to } => {
                write!(f, "No event lies from {} s to {}.", seconds(*from), end(*to))
            }
        }
    }
}
