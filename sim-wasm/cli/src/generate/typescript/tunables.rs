//! `tunables.ts`: what the kernel sets the scheduler's tunables to.

use super::quoted;
use sched_core::balance::steal::STEAL_COST;
use sched_core::machine::{Machine, MachineId};
use sched_core::scenario::tunables::TUNABLES;
use std::collections::BTreeMap;
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family } from './machines';\nimport type { MachineId, Tunables } from './types';\n\n\
         /** One tunable; its range is in `limits.ts`. */\nexport interface TunableInfo {\n  \
         readonly key: keyof Tunables;\n  /** The scheduler that reads it. */\n  readonly family: Family;\n  \
         /** What the kernel sets it to. */\n  readonly value: number;\n  \
         /** The same on machines that differ. */\n  readonly on: Readonly<Partial<Record<MachineId, number>>>;\n}\n\n\
         /** All tunables, in the order in which they are shown. */\nexport const TUNABLES: readonly TunableInfo[] = [\n",
    );
    for one in TUNABLES {
        let on = |&id: &MachineId| (id, one.default.on(Machine::preset(id).nr_cpus));
        let values: Vec<(MachineId, u32)> = MachineId::ALL.iter().map(on).collect();
        let usual = most_common(values.iter().map(|&(_, value)| value));
        let others = values.iter().filter(|(_, value)| *value != usual);
        let others: Vec<String> =
            others.map(|(id, value)| format!("{}: {value}", quoted(id.key()))).collect();
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

/// The value that is there most often.
fn most_common(values: impl Iterator<Item = u32>) -> u32 {
    let mut counts: BTreeMap<u32, u32> = BTreeMap::new();
    values.for_each(|value| *counts.entry(value).or_default() += 1);
    counts.into_iter().max_by_key(|&(_, count)| count).map_or(0, |(value, _)| value)
}
