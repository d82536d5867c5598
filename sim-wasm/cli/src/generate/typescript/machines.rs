//! `machines.ts`: what the page must know of machines and kernels before a worker answers.

use super::quoted;
use sched_core::machine::{KernelId, Machine, MachineId, kernel};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { KernelId, MachineId } from './types';\n\n\
         /** A machine. Its name is that of a model, in English. */\nexport interface MachineFacts {\n  \
         readonly name: string;\n  readonly cpus: number;\n  readonly nodes: number;\n  \
         readonly clusters: boolean;\n  /** Some core has more than one hardware thread. */\n  readonly smt: boolean;\n}\n\n\
         /** The machine presets, in the order in which they are shown. */\n\
         export const MACHINES: Readonly<Record<MachineId, MachineFacts>> = {\n",
    );
    for &id in MachineId::ALL {
        let machine = Machine::preset(id);
        let _ = writeln!(
            out,
            "  {}: {{ name: {}, cpus: {}, nodes: {}, clusters: {}, smt: {} }},",
            quoted(id.key()),
            quoted(&machine.name),
            machine.nr_cpus,
            machine.nr_nodes,
            machine.has_clusters,
            machine.has_smt,
        );
    }
    out.push_str(
        "};\n\n/** The scheduler of a kernel. */\nexport type Family = 'cfs' | 'o1';\n\n\
         /** The kernels whose rules are known, oldest first. */\n\
         export const KERNELS: Readonly<Record<KernelId, Family>> = {\n",
    );
    for &id in KernelId::ALL {
        let family = kernel::rules(id).balancer.family();
        let _ = writeln!(out, "  {}: {},", quoted(id.key()), quoted(family.key()));
    }
    out.push_str("};\n");
    out
}
