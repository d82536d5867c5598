//! `costs.ts`: the cost model with its evidence.

use super::quoted;
use sched_core::machine::{COSTS, Family, MachineId};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from("import type { Evidence, MachineId } from './types';\n\n");
    out.push_str(
        "/** One cost: unit, meaning, and its value with its evidence on each machine; its range is in `limits.ts`. */\n\
         export interface Cost {\n  readonly key: string;\n  readonly unit: string;\n  readonly meaning: string;\n  readonly on: Readonly<Record<MachineId, Evidence>>;\n}\n\n",
    );
    let name = |family: Family| format!("{family:?}").to_lowercase();
    let parameters: Vec<String> =
        Family::ALL.iter().map(|&family| format!("{}: Evidence", name(family))).collect();
    let _ = writeln!(out, "const machines = ({}): Cost['on'] => ({{", parameters.join(", "));
    for &machine in MachineId::ALL {
        let _ = writeln!(out, "  {}: {},", quoted(machine.key()), name(Family::of(machine)));
    }
    out.push_str("});\n\n/** All costs. */\nexport const COSTS: readonly Cost[] = [\n");
    for cost in COSTS {
        let _ = writeln!(
            out,
            "  {{\n    key: {},\n    unit: {},\n    meaning: {},\n    on: machines(",
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
