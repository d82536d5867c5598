//! `rules.ts`: the rules of the kernels.

use super::{list, quoted};
use sched_core::machine::{KernelId, RULES, RuleKind, kernel};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family } from './machines';\nimport type { KernelId, RuleOverrides } from './types';\n\n",
    );
    out.push_str(
        "/** One rule that differs between kernels: its values, and what each kernel has. */\n\
         export interface Rule {\n  readonly key: keyof RuleOverrides;\n  /** The scheduler that has it. */\n  \
         readonly family: Family;\n  \
         /** The values it can take: on or off, a number in a range, or one of a list. */\n  \
         readonly values: 'bool' | { readonly min: number; readonly max: number; readonly unit: string } | readonly string[];\n  \
         readonly on: Readonly<Record<KernelId, boolean | number | string>>;\n}\n\n\
         /** All rules, in the order in which they are shown. */\nexport const RULES: readonly Rule[] = [\n",
    );
    for rule in RULES {
        let values = match rule.kind {
            RuleKind::Bool => quoted("bool"),
            RuleKind::Number { min, max, unit } => {
                format!("{{ min: {min}, max: {max}, unit: {} }}", quoted(unit))
            }
            RuleKind::Choice(keys) => list(keys),
        };
        let _ = writeln!(
            out,
            "  {{\n    key: {},\n    family: {},\n    values: {values},\n    on: {{",
            quoted(rule.key),
            quoted(rule.of.key()),
        );
        for &id in KernelId::ALL {
            let of = serde_json::to_value(kernel::rules(id)).expect("plain data");
            let value = of[rule.key].to_string().replace('"', "'");
            let _ = writeln!(out, "      {}: {value},", quoted(id.key()));
        }
        out.push_str("    },\n  },\n");
    }
    out.push_str("];\n");
    out
}
