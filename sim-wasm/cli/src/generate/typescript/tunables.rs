//! `tunables.ts`: the kernel's default values of the scheduler's tunables.

use super::quoted;
use sched_core::balance::steal::STEAL_COST;
use sched_core::scenario::tunables::TUNABLES;
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family } from './machines';\nimport type { Tunables } from './types';\n\n\
         /** One tunable; its range is in `limits.ts`. */\nexport interface TunableInfo {\n  \
         readonly key: keyof Tunables;\n  /** The scheduler that reads it. */\n  readonly family: Family;\n  \
         /** What the kernel sets it to on a machine of 8 CPUs or more. */\n  readonly value: number;\n  \
         /** The same where fewer CPUs make a difference, by their number. */\n  readonly on: Readonly<Record<number, number>>;\n}\n\n\
         /** All tunables, in the order in which they are shown. */\nexport const TUNABLES: readonly TunableInfo[] = [\n",
    );
    for one in TUNABLES {
        let usual = one.default.on(ENOUGH_CPUS);
        let others: Vec<String> = (1..ENOUGH_CPUS)
            .map(|cpus| (cpus, one.default.on(cpus)))
            .filter(|&(_, value)| value != usual)
            .map(|(cpus, value)| format!("{cpus}: {value}"))
            .collect();
        let others =
            if others.is_empty() { "{}".to_string() } else { format!("{{ {} }}", others.join(", ")) };
        let _ = writeln!(
            out,
            "  {{\n    key: {},\n    family: {},\n    value: {usual},\n    on: {others},\n  }},",
            quoted(one.key),
            quoted(one.family.key()),
        );
    }
    let _ = writeln!(
        out,
        "];\n\n/** `SCHED_STEAL_COST`: a CPU that expects to be idle for less does not try to steal (ns). */\n\
         export const STEAL_COST_NS = {STEAL_COST};"
    );
    out
}

/// From this number of CPUs on, no default depends on the number of CPUs.
const ENOUGH_CPUS: usize = 8;
