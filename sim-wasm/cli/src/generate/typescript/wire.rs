//! `wire.ts`: the layout of binary data: frames, logs, series, decisions.

use sched_core::observe::field::{CpuField, Field};
use sched_core::observe::steps::Counted;
use sched_core::observe::vocab::{Column, CpuFlag, FrameFlag, LOG_WORDS};
use sched_core::observe::{decisions, frame, log, series};
use std::fmt::Write;

macro_rules! frame_words {
    ($($name:ident)+) => { &[$((stringify!($name), frame::$name),)+] };
}

const FRAME: &[(&str, usize)] = frame_words![
    NOW FLAGS CPUS WAITING UNITS NODES EVENTS HASH MESSAGES BUSY WASTED SCHED GOIDLE TTWU STEAL WAKE_P50 WAKE_P99
    MOVES WAKES LINES STARTED SINCE SINCE_MESSAGES SINCE_BUSY SINCE_WASTED NR_PERIODS
    NR_THROTTLED THROTTLED REQUEST_P50 REQUEST_P99 HEADER CAUSE_COUNT DISTANCE_COUNT
];

const LOG: &[(&str, Place)] = &[
    ("KIND", Place::Number(log::KIND)),
    ("CAUSE", Place::Number(log::CAUSE)),
    ("HOW", Place::Number(log::HOW)),
    ("DISTANCE", Place::Number(log::DISTANCE)),
    ("TASK", Place::Number(log::TASK)),
    ("CPU", Place::Cpu(log::CPU)),
    ("SRC", Place::Cpu(log::SRC)),
];

const DECISION: &[(&str, Place)] = &[
    ("LENGTH", Place::Number(decisions::LENGTH)),
    ("KIND", Place::Number(decisions::KIND)),
    ("TASK", Place::Number(decisions::TASK)),
    ("CPU", Place::Cpu(decisions::CPU)),
    ("ABOUT", Place::Cpu(decisions::ABOUT)),
    ("CHOSEN", Place::Cpu(decisions::CHOSEN)),
    ("WHY", Place::Number(decisions::WHY)),
    ("FUNC", Place::Number(decisions::FUNC)),
    ("STEP_CPU", Place::Cpu(decisions::STEP_CPU)),
    ("ANSWER", Place::Number(decisions::ANSWER)),
];

/// The position of a field.
#[derive(Clone, Copy)]
enum Place {
    Number(Field),
    Cpu(CpuField),
}

impl Place {
    fn text(self) -> String {
        match self {
            Self::Number(field) => place(field),
            Self::Cpu(CpuField { low, high }) => format!("{{ low: {}, high: {} }}", place(low), place(high)),
        }
    }
}

fn place(field: Field) -> String {
    format!("{{ word: {}, shift: {}, mask: {:#x} }}", field.word, field.shift, field.mask())
}

pub fn text() -> String {
    let mut out = String::new();
    let mut constant = |name: &str, doc: &str, fields: Vec<(&str, String)>| {
        let _ = writeln!(out, "/** {doc} */\nexport const {name} = {{");
        for (key, value) in fields {
            let _ = writeln!(out, "  {key}: {value},");
        }
        out.push_str("} as const;\n\n");
    };
    let number = |value: usize| value.to_string();
    constant(
        "FRAME",
        "Word offsets in a frame, and the sizes of its tables.",
        FRAME.iter().map(|&(name, offset)| (name, number(offset))).collect(),
    );
    constant(
        "FrameFlag",
        "Bits of a frame's flags: it has ended, the moves between units follow, rates and shares are measured.",
        FrameFlag::ALL.iter().map(|flag| (flag.key(), flag.bit().to_string())).collect(),
    );
    constant(
        "CPU_WORD",
        "The word of a CPU in a frame: the running task, how many of the waiting are told, and its flags.",
        [("TASK", frame::CPU_TASK), ("WAITING", frame::CPU_WAITING), ("FLAGS", frame::CPU_FLAGS)]
            .map(|(name, field)| (name, place(field)))
            .into(),
    );
    constant(
        "CpuFlag",
        "Bits of a CPU's flags.",
        CpuFlag::ALL.iter().map(|flag| (flag.key(), flag.bit().to_string())).collect(),
    );
    let texts = |of: &'static [(&str, Place)]| of.iter().map(|&(name, at)| (name, at.text()));
    constant(
        "LOG",
        "One log record: its words, of which the first two are its time, and where its fields lie.",
        [("WORDS", number(LOG_WORDS))].into_iter().chain(texts(LOG)).collect(),
    );
    constant(
        "SERIES",
        "Words before the samples of a series: their distance (ns), how many, words of one.",
        vec![("HEADER", number(series::HEADER))],
    );
    constant(
        "Column",
        "The words of a sample, cumulative.",
        Column::ALL.iter().map(|&column| (column.key(), number(column as usize))).collect(),
    );
    constant(
        "DECISION",
        "A decision record: its words before its steps, those of a step, and where the fields of both lie. Whole words are its \
         time (the second and third) and its cost (the sixth, ns), and of a step the number and the cost so far (ns).",
        [("HEADER", number(decisions::HEADER_WORDS)), ("STEP", number(decisions::STEP_WORDS))]
            .into_iter()
            .chain(texts(DECISION))
            .collect(),
    );
    constant(
        "COUNTED",
        "What was counted in a group, in the number of a step: running tasks, idle CPUs.",
        vec![("RUNNING", place(Counted::RUNNING)), ("IDLE", place(Counted::IDLE))],
    );
    format!("{}\n", out.trim_end())
}
