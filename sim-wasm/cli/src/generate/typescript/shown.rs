//! `shown.ts`: the experiment in which each rule shows most.

use super::quoted;
use crate::kernels::SHOWN;
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { RuleOverrides } from './types';\n\n\
         /** The parts of the link to the experiment where a rule shows most; the kernels are added. */\n\
         export const SHOWN: Readonly<Partial<Record<keyof RuleOverrides, string>>> = {\n",
    );
    for (rule, parts) in SHOWN {
        let _ = writeln!(out, "  {rule}: {},", quoted(parts));
    }
    out.push_str("};\n");
    out
}
