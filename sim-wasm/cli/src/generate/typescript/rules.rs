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
         /** A rule by its value in the oldest kernel and in each kernel that changes it. */\n\
         function rule(\n  key: Rule['key'],\n  family: Family,\n  values: Rule['values'],\n  \
         changes: Partial<Rule['on']>,\n): Rule {\n  \
         let value: boolean | number | string | undefined;\n  \
         const on = Object.keys(KERNELS).map((kernel) => {\n    \
         value = changes[kernel as KernelId] ?? value;\n    \
         return [kernel, value];\n  });\n  \
         return { key, family, values, on: Object.fromEntries(on) };\n}\n\n\
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
        let mut changes: Vec<String> = Vec::new();
        let mut last = None;
        for id in KernelId::ALL {
            let value = of(id);
            if last.as_ref() != Some(&value) {
                changes.push(format!("{}: {value}", quoted(id.key())));
                last = Some(value);
            }
        }
        let (key, family) = (quoted(rule.key), quoted(rule.of.key()));
        let _ = writeln!(out, "  rule({key}, {family}, {values}, {{ {} }}),", changes.join(", "));
    }
    out.push_str("];\n");
    out
}
