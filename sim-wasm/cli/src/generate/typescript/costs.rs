//! `costs.ts`: the cost model with its evidence.

use super::quoted;
use sched_core::machine::{COSTS, Family};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from("import type { Evidence, Family } from './types';\n\n");
    out.push_str(
        "/** One cost: unit, meaning, and its value with its evidence on each family of machines; its range is in `limits.ts`. */\n\
         export interface Cost {\n  readonly key: string;\n  readonly unit: string;\n  readonly meaning: string;\n  readonly on: Readonly<Record<Family, Evidence>>;\n}\n\n",
    );
    let parameters: Vec<String> = Family::KEYS.iter().map(|family| format!("{family}: Evidence")).collect();
    let _ = writeln!(out, "const families = ({}): Cost['on'] => ({{", parameters.join(", "));
    for family in Family::KEYS {
        let _ = writeln!(out, "  {family},");
    }
    out.push_str("});\n\n/** All costs. */\nexport const COSTS: readonly Cost[] = [\n");
    for cost in COSTS {
        let _ = writeln!(
            out,
            "  {{\n    key: {},\n    unit: {},\n    meaning: {},\n    on: families(",
            quoted(cost.key),
            quoted(cost.unit),
            quoted(cost.meaning),
        );
        for &family in Family::ALL {
            let evidence = cost.by_family(family);
            let grade = format!("{:?}", evidence.grade).to_lowercase();
            let _ = writeln!(
                out,
                "      {{ value: {}, grade: {}, source: {} }},",
                evidence.value,
                quoted(&grade),
                quoted(evidence.source)
            );
        }
        out.push_str("    ),\n  },\n");
    }
    out.push_str("];\n");
    out
}
