//! `limits.ts`: the range of every number, and the length of every list.

use super::quoted;
use sched_core::machine::COSTS;
use sched_core::scenario::VERSION;
use sched_core::scenario::limits::{LIMITS, MAX_BYTES, MAX_DEPTH, MAX_ENTRIES, MAX_NAME, MAX_TASKS};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from("/** The range of a number, or of the length of a list. */\n");
    out.push_str("export interface Limit {\n  readonly min: number;\n  readonly max: number;\n  readonly unit: string;\n}\n\n");
    let _ = writeln!(out, "/** Version of the scenario document. */\nexport const VERSION = {VERSION};\n");
    let _ = writeln!(
        out,
        "/** Most bytes of a document, entries of all its lists together, and lists and objects in each other. */\n\
         export const DOCUMENT = {{ bytes: {MAX_BYTES}, entries: {MAX_ENTRIES}, depth: {MAX_DEPTH} }} as const;\n"
    );
    let _ = writeln!(out, "/** Most tasks a workload may have. */\nexport const MAX_TASKS = {MAX_TASKS};\n");
    let _ = writeln!(
        out,
        "/** Most characters of the name of a control group. */\nexport const MAX_NAME = {MAX_NAME};\n"
    );
    out.push_str(
        "const limit = (min: number, max: number, unit: string): Limit => ({ min, max, unit });\n\n\
         /** By path in the scenario document; `[]` stands for any index. */\nexport const LIMITS = {\n",
    );
    let mut row = |path: &str, min: i64, max: i64, unit: &str| {
        let path = if path.contains(['.', '[']) { quoted(path) } else { path.to_string() };
        let _ = writeln!(out, "  {path}: limit({min}, {max}, {}),", quoted(unit));
    };
    for limit in LIMITS {
        row(limit.path, limit.min, limit.max, limit.unit);
    }
    for cost in COSTS {
        row(&format!("costs.{}", cost.key), cost.min.into(), cost.max.into(), cost.unit);
    }
    out.push_str(
        "} as const satisfies Record<string, Limit>;\n\nexport type LimitPath = keyof typeof LIMITS;\n",
    );
    out
}
