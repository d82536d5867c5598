//! `rules.ts`: the rules of the kernels.

use super::{list, quoted};
use sched_core::machine::{KernelId, RULES, RuleKind, kernel};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import { type Family, KERNELS } from './machines';\nimport type { KernelId, RuleOverrides } from './types';\n\n",
    );
    out.push_str(
        "/** One rule that differs between kernels: its values, and what each kernel has. */\n\
         export interface Rule {\n  readonly key: keyof RuleOverrides;\n  /** The scheduler that has it. */\n  \
         readonly family: Family;\n  \
         /** The values it can take: on or off, a number in a range, or one of a list. */\n  \
         readonly values: 'bool' | { readonly min: number; readonly max: number; readonly unit: string } | readonly string[];\n  \
         readonly on: Readonly<Record<KernelId, boolean | number | string>>;\n}\n\n\
         /** A rule by what it is in each kernel, the oldest first. */\n\
         function rule(\n  key: Rule['key'],\n  family: Family,\n  values: Rule['values'],\n  \
         ...on: readonly (boolean | number | string)[]\n): Rule {\n  \
         const kernels = Object.keys(KERNELS).map((kernel, i) => [kernel, on[i]]);\n  \
         return { key, family, values, on: Object.fromEntries(kernels) };\n}\n\n\
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
        let of = |&id: &KernelId| {
            serde_json::to_value(kernel::rules(id)).expect("plain data")[rule.key]
                .to_string()
                .replace('"', "'")
        };
        let on: Vec<String> = KernelId::ALL.iter().map(of).collect();
        let (key, family) = (quoted(rule.key), quoted(rule.of.key()));
        let _ = writeln!(out, "  rule({key}, {family}, {values}, {}),", on.join(", "));
    }
    out.push_str("];\n");
    out
}
