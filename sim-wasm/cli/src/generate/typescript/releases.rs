//! `releases.ts` and `differing.ts`: the names of kernels, and the rules of those that are not in the table.

use super::{list, quoted};
use sched_core::machine::changes;
use sched_core::machine::names::{KERNELS, RELEASES, Remark, UBUNTU};
use std::fmt::Write;

pub fn text() -> String {
    let remarks: Vec<String> = Remark::ALL.iter().map(|remark| quoted(remark.key())).collect();
    let mut out = format!(
        "import type {{ KernelId }} from './types';\n\n\
         /** What is to be said of a name that is not exactly a kernel of the table. */\n\
         export type Remark = {};\n\n",
        remarks.join(" | ")
    );
    out.push_str(
        "/** The point releases of a release from `first` to the next row, and the kernel that they run as. */\n\
         export type Release = readonly [major: number, minor: number, first: number, kernel: KernelId, remark: Remark];\n\n\
         /** A name without a point release is the last row of its release. */\n\
         export const RELEASES: readonly Release[] = [\n",
    );
    for row in RELEASES {
        let (kernel, remark) = (quoted(row.kernel.key()), quoted(row.remark.key()));
        let _ = writeln!(out, "  [{}, {}, {}, {kernel}, {remark}],", row.major, row.minor, row.first);
    }
    let _ = write!(
        out,
        "];\n\n/** Ubuntu's kinds of kernels, which follow the number of the build. */\nexport const UBUNTU: readonly string[] = {};\n",
        list(UBUNTU)
    );
    out.push_str(
        "\n/** The point release that each kernel of the table is read from, and where it is in use or its year. */\n\
         export const KERNEL_RELEASES: Readonly<Record<KernelId, readonly [release: string, place: string]>> = {\n",
    );
    for about in KERNELS {
        let (kernel, release) = (quoted(about.kernel.key()), quoted(about.release));
        let _ = writeln!(out, "  {kernel}: [{release}, {}],", quoted(about.place));
    }
    out.push_str("};\n");
    out
}

pub fn differing() -> String {
    let mut out = String::from(
        "import type { RuleOverrides } from './types';\n\n\
         /** The rules in which a release differs from the kernel that it runs as. */\n\
         export const DIFFERING: Readonly<Record<string, readonly (keyof RuleOverrides)[]>> = {\n",
    );
    for row in RELEASES.iter().filter(|row| row.remark.lists_rules()) {
        let rules = changes::differing((row.major, row.minor), row.kernel);
        let keys: Vec<&str> = rules.iter().map(|rule| rule.key).collect();
        let _ = writeln!(out, "  {}: {},", quoted(&format!("{}.{}", row.major, row.minor)), list(&keys));
    }
    out.push_str("};\n");
    out
}
