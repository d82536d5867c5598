//! `machines.ts`: what the page must know of machines and kernels before a worker answers.

use super::{list, quoted};
use sched_core::machine::kernel::{self, ClassId, Family};
use sched_core::machine::{KernelId, Machine, MachineId};
use sched_core::scenario::upgrade::{FORMER, Former, RENAMED};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family as CostFamily, KernelId, MachineId, RuleOverrides } from './types';\n\n\
         /** A machine. Its name is that of a model, in English. */\nexport interface MachineFacts {\n  \
         readonly name: string;\n  readonly cpus: number;\n  readonly nodes: number;\n  \
         readonly clusters: boolean;\n  /** Some core has more than one hardware thread. */\n  readonly smt: boolean;\n  \
         /** Whose costs it has. */\n  readonly like: CostFamily;\n  \
         /** None of them was measured on it. */\n  readonly assumed?: true;\n}\n\n\
         /** The machine presets, in the order in which they are shown. */\n\
         export const MACHINES: Readonly<Record<MachineId, MachineFacts>> = {\n",
    );
    for &id in MachineId::ALL {
        let machine = Machine::preset(id);
        let _ = writeln!(
            out,
            "  {}: {{ name: {}, cpus: {}, nodes: {}, clusters: {}, smt: {}, like: {}{} }},",
            quoted(id.key()),
            quoted(&machine.name),
            machine.nr_cpus,
            machine.nr_nodes,
            machine.has_clusters,
            machine.has_smt,
            quoted(machine.platform.family.key()),
            if machine.platform.measured { "" } else { ", assumed: true" },
        );
    }
    out.push_str(
        "};\n\n/** The scheduler of a kernel. */\nexport type SchedulerId = 'cfs' | 'o1' | 'eevdf';\n\n\
         /** The kernels whose rules are known, oldest first. */\n\
         export const KERNELS: Readonly<Record<KernelId, SchedulerId>> = {\n",
    );
    for &id in KernelId::ALL {
        let _ = writeln!(out, "  {}: {},", quoted(id.key()), quoted(kernel::rules(id).class.key()));
    }
    let families: Vec<String> = Family::ALL.iter().map(|family| quoted(family.key())).collect();
    let _ = writeln!(
        out,
        "}};\n\n/** Schedulers that have something in common. */\nexport type Family = {};\n\n\
         /** Who belongs to each. */\nexport const FAMILIES: Readonly<Record<Family, readonly SchedulerId[]>> = {{",
        families.join(" | "),
    );
    for family in Family::ALL {
        let of = ClassId::ALL.iter().filter(|&&class| family.has(class)).map(|class| class.key());
        let _ = writeln!(out, "  {}: {},", family.key(), list(&of.collect::<Vec<_>>()));
    }
    out.push_str("};\n");
    let _ = writeln!(
        out,
        "\n/** What versions of the document that are no longer written called a kernel: the last of them, and the one meant. */\n\
         export const RENAMED_KERNELS: readonly {{ readonly until: number; readonly called: string; readonly kernel: KernelId }}[] = ["
    );
    for one in RENAMED {
        let (called, kernel) = (quoted(one.called), quoted(one.kernel.key()));
        let _ = writeln!(out, "  {{ until: {}, called: {called}, kernel: {kernel} }},", one.until);
    }
    out.push_str("];\n");
    let _ = writeln!(
        out,
        "\n/** The rules that versions of the document that are no longer written gave a kernel; `smt`: they decide something only \
         where cores have several threads; `on`: only on that machine. Of two for a rule the first counts. */\n\
         export const FORMER_RULES: readonly {{\n  readonly until: number;\n  readonly kernel: KernelId;\n  readonly rules: RuleOverrides;\n  readonly smt: boolean;\n  readonly on?: MachineId;\n}}[] = ["
    );
    // One row for all rules of one condition: the page loads them first.
    let condition = |one: &Former| (one.until, one.kernel, one.smt, one.on);
    for (at, one) in FORMER.iter().enumerate() {
        if FORMER[..at].iter().any(|before| condition(before) == condition(one)) {
            continue;
        }
        let alike = FORMER[at..].iter().filter(|other| condition(other) == condition(one));
        let rules: Vec<String> = alike.map(|one| format!("{}: {}", one.rule, value(one))).collect();
        let on = one.on.map(|id| format!(", on: {}", quoted(id.key()))).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {{ until: {}, kernel: {}, rules: {{ {} }}, smt: {}{on} }},",
            one.until,
            quoted(one.kernel.key()),
            rules.join(", "),
            one.smt
        );
    }
    out.push_str("];\n");
    out
}

fn value(one: &Former) -> String {
    sched_core::document::Value::from(one.was).to_string().replace('"', "'")
}
