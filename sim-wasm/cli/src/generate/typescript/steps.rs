//! `steps.ts`: the possible answers of each function of a decision, and the kind of number that comes with
//! each.

use super::{list, quoted};
use sched_core::observe::steps::{UNBOUNDED, ValueKind};
use sched_core::observe::vocab::{Answer, Func};
use std::fmt::Write;

pub fn text() -> String {
    let keys = |answers: &[Answer]| list(&answers.iter().map(|answer| answer.key()).collect::<Vec<_>>());
    let mut out = String::from("import type { Answer, Func } from './vocab';\n\n");
    let _ = writeln!(
        out,
        "/** What the number of a step is. */\nexport const VALUE_KINDS = {} as const;\n\
         export type ValueKind = (typeof VALUE_KINDS)[number];\n\n\
         /** The number of kind `left` where the scan has no bound. */\nexport const UNBOUNDED = {UNBOUNDED:#x};\n",
        list(ValueKind::KEYS),
    );
    let _ = writeln!(
        out,
        "/** Answers that say nothing was looked for. */\nexport const GATES: readonly Answer[] = {};\n",
        keys(Answer::GATES),
    );
    out.push_str(
        "/** What each function can answer, and what its number is then. */\n\
         export const ANSWERS_OF: Readonly<Record<Func, Readonly<Partial<Record<Answer, ValueKind>>>>> = {\n",
    );
    for &func in Func::ALL {
        let of = |(answer, kind): &(Answer, ValueKind)| format!("{}: {}", answer.key(), quoted(kind.key()));
        let answers: Vec<_> = func.answers().iter().map(of).collect();
        let _ = writeln!(out, "  {}: {{ {} }},", func.key(), answers.join(", "));
    }
    out.push_str("};\n");
    out
}
