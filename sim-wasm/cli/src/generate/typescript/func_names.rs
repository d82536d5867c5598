//! `funcNames.ts`: the names of functions that were renamed between kernel versions.

use super::quoted;
use sched_core::machine::{KernelId, name_of};
use sched_core::observe::vocab::Func;
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { KernelId } from './types';\nimport type { Func } from './vocab';\n\n\
         /** What the source of a kernel calls a function, where another than most. */\n\
         export const FUNC_NAMES: Readonly<Partial<Record<KernelId, Readonly<Partial<Record<Func, string>>>>>> = {\n",
    );
    for &kernel in KernelId::ALL {
        let other = Func::ALL
            .iter()
            .map(|&func| (func.key(), name_of(func, kernel)))
            .filter(|(key, name)| key != name);
        let names: Vec<_> = other.map(|(key, name)| format!("{key}: {}", quoted(name))).collect();
        if !names.is_empty() {
            let _ = writeln!(out, "  {}: {{ {} }},", quoted(kernel.key()), names.join(", "));
        }
    }
    out.push_str("};\n");
    out
}
