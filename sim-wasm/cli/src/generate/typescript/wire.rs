//! `wire.ts`: where things lie in what crosses as words: frames, logs, series, decisions.

use sched_core::observe::decisions::{HEADER_WORDS, STEP_WORDS};
use sched_core::observe::field::Field;
use sched_core::observe::vocab::{Column, CpuFlag, FrameFlag, LOG_WORDS};
use sched_core::observe::{frame, log, series};
use std::fmt::Write;

macro_rules! frame_words {
    ($($name:ident)+) => { &[$((stringify!($name), frame::$name),)+] };
}

const FRAME: &[(&str, usize)] = frame_words![
    NOW FLAGS CPUS WAITING UNITS NODES EVENTS HASH MESSAGES BUSY WASTED SCHED GOIDLE TTWU STEAL WAKE_P50 WAKE_P99
    MOVES WAKES LINES STARTED SINCE SINCE_MESSAGES SINCE_BUSY SINCE_WASTED HEADER CAUSE_COUNT DISTANCE_COUNT
];

const LOG: &[(&str, Field)] = &[
    ("KIND", log::KIND),
    ("CAUSE", log::CAUSE),
    ("HOW", log::HOW),
    ("DISTANCE", log::DISTANCE),
    ("TASK", log::TASK),
    ("CPU", log::CPU),
    ("SRC", log::SRC),
];

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
    let place = |field: Field| {
        format!("{{ word: {}, shift: {}, mask: {:#x} }}", field.word, field.shift, field.mask())
    };
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
    let fields = LOG.iter().map(|&(name, field)| (name, place(field)));
    constant(
        "LOG",
        "One log record: its words, of which the first two are its time, and where its fields lie.",
        [("WORDS", number(LOG_WORDS))].into_iter().chain(fields).collect(),
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
        "Words of a decision record before its steps, and of a step.",
        vec![("HEADER", number(HEADER_WORDS)), ("STEP", number(STEP_WORDS))],
    );
    format!("{}\n", out.trim_end())
}
