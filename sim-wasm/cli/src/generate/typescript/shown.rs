//! `shown.ts`: the experiment in which each rule shows most.

use super::quoted;
use crate::shown::{SHOWN, Shown};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { RuleOverrides } from './types';\n\n\
         /** Where a rule shows most: the parts of a link to which two kernels are added, or a whole link; or why there is none. */\n\
         export type Shown = { readonly kernels: string } | { readonly rule: string } | 'name';\n\n\
         export const SHOWN: Readonly<Record<keyof RuleOverrides, Shown>> = {\n",
    );
    for (rule, shown) in SHOWN {
        let value = match shown {
            Shown::Kernels(parts) => format!("{{ kernels: {} }}", quoted(parts)),
            Shown::Rule(parts) => format!("{{ rule: {} }}", quoted(parts)),
            Shown::Name => quoted("name"),
        };
        let _ = writeln!(out, "  {rule}: {value},");
    }
    out.push_str("};\n");
    out
}
