//! `vocab.ts`: the keys that appear in documents, logs, frames and reports.

use super::list;
use sched_core::observe::vocab::{
    Answer, Cause, Decided, Distance, EventKind, Func, How, Left, NO_TASK, Role, WorkUnit,
};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::new();
    let mut funcs = Func::ALL.to_vec();
    funcs.sort_by_key(|func| func.word());
    let funcs: Vec<&str> = funcs.iter().map(|func| func.key()).collect();
    let words = [
        ("CAUSES", "Cause", "Why a task came to another CPU.", Cause::KEYS),
        (
            "DISTANCES",
            "Distance",
            "How far two CPUs are apart: the closest thing they share.",
            Distance::KEYS,
        ),
        ("HOWS", "How", "The step of the wake-up path that chose the CPU.", How::KEYS),
        ("LEFTS", "Left", "Why a CPU stopped running a task.", Left::KEYS),
        ("EVENT_KINDS", "EventKind", "Kinds of log records.", EventKind::KEYS),
        ("ROLES", "Role", "What a task is, for drawing.", Role::KEYS),
        ("DECIDEDS", "Decided", "What a decision record is about.", Decided::KEYS),
        (
            "FUNCS",
            "Func",
            "The kernel function a step of a decision happened in, by its number in a record.",
            &funcs,
        ),
        ("ANSWERS", "Answer", "What a step of a decision answered.", Answer::KEYS),
        (
            "ALL_WORK_UNITS",
            "WorkUnit",
            "The unit in which the work of a workload is counted.",
            WorkUnit::KEYS,
        ),
    ];
    for (constant, name, doc, keys) in words {
        let _ = writeln!(out, "/** {doc} */\nexport const {constant} = {} as const;", list(keys));
        let _ = writeln!(out, "export type {name} = (typeof {constant})[number];\n");
    }
    let _ =
        writeln!(out, "/** Task number that stands for \"idle\". */\nexport const NO_TASK = {NO_TASK:#x};\n");
    out
}
