//! `layouts.ts`: the orders of the fields of `task_group`.

use super::{list, quoted};
use std::fmt::Write;

pub fn text() -> String {
    use sched_core::memory::layout::{ISOLATED, LayoutItem, MAINLINE, RELAYOUT};
    let mut out = String::from(
        "import type { LayoutItem } from './types';\n\n/** Bytes of each field of `task_group`; a break has none. */\n\
         export const FIELD_BYTES: Readonly<Record<LayoutItem, number>> = {\n",
    );
    for &item in LayoutItem::ALL {
        let _ = writeln!(out, "  {}: {},", quoted(item.key()), item.size());
    }
    out.push_str("};\n\n/** The orders of the switch `task_group`. */\nexport const LAYOUTS: Readonly<Record<'mainline' | 'relayout' | 'isolated', readonly LayoutItem[]>> = {\n");
    for (name, order) in [("mainline", MAINLINE), ("relayout", RELAYOUT), ("isolated", ISOLATED)] {
        let keys: Vec<&str> = order.iter().map(|item| item.key()).collect();
        let _ = writeln!(out, "  {name}: {},", list(&keys));
    }
    out.push_str("};\n");
    out
}
