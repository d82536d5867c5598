//! `sources.ts`: the sources of rules and tunables. It is loaded with the panel that shows it.

use super::quoted;
use sched_core::machine::RULES;
use sched_core::scenario::tunables::TUNABLES;
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from("import type { RuleOverrides, Tunables } from './types';\n");
    let mut record = |name: &str, doc: &str, of: &str, sources: Vec<(&str, &str)>| {
        let _ =
            writeln!(out, "\n/** {doc} */\nexport const {name}: Readonly<Record<keyof {of}, string>> = {{");
        for (key, source) in sources {
            let _ = writeln!(out, "  {key}: {},", quoted(source));
        }
        out.push_str("};\n");
    };
    let rules = RULES.iter().map(|one| (one.key, one.source)).collect();
    record("RULE_SOURCES", "Where each rule changed.", "RuleOverrides", rules);
    let tunables = TUNABLES.iter().map(|one| (one.key, one.source)).collect();
    record("TUNABLE_SOURCES", "Where the default of each tunable comes from.", "Tunables", tunables);
    out
}
