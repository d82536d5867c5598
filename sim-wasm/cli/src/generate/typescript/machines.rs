//! `machines.ts`: the facts about machines and kernels that the page needs before a worker answers.

use super::{list, quoted};
use sched_core::machine::kernel::{self, ClassId, Family};
use sched_core::machine::{KernelId, Machine, MachineId};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family as CostFamily, KernelId, MachineId } from './types';\n\n\
         /** A machine. Its name is that of a model, in English. */\nexport interface MachineFacts {\n  \
         readonly name: string;\n  readonly cpus: number;\n  readonly nodes: number;\n  \
         readonly clusters: boolean;\n  /** Some core has more than one hardware thread. */\n  readonly smt: boolean;\n  \
         /** Its CPUs differ in capacity. */\n  readonly hybrid?: true;\n  \
         /** Whose costs it has. */\n  readonly like: CostFamily;\n  \
         /** None of them was measured on it. */\n  readonly assumed?: true;\n}\n\n\
         /** The machine presets, in the order in which they are shown. */\n\
         export const MACHINES: Readonly<Record<MachineId, MachineFacts>> = {\n",
    );
    for &id in MachineId::ALL {
        let machine = Machine::preset(id);
        let _ = writeln!(
            out,
            "  {}: {{ name: {}, cpus: {}, nodes: {}, clusters: {}, smt: {}, like: {}{}{} }},",
            quoted(id.key()),
            quoted(&machine.name),
            machine.nr_cpus,
            machine.nr_nodes,
            machine.has_clusters,
            machine.has_smt,
            quoted(machine.platform.family.key()),
            if machine.is_hybrid() { ", hybrid: true" } else { "" },
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
    out
}
