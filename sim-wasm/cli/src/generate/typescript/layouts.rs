//! `layouts.ts`: the orders of the fields of `task_group`.

use super::{list, quoted};
use sched_core::memory::layout::{ALIGNED, ISOLATED, LayoutItem, MAINLINE, RELAYOUT, WORD};
use sched_core::memory::lines::line_bytes;
use std::fmt::Write;

pub fn text() -> String {
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
    let _ = writeln!(
        out,
        "}};\n\n/** What `____cacheline_aligned` aligns to. */\nexport const ALIGNED_BYTES = {ALIGNED};\n\n\
         /** Nothing is aligned to more. */\nexport const WORD_BYTES = {WORD};\n\n\
         /** What coherence moves at once, without and with the switch `line_128`. */\n\
         export const LINE_BYTES = {{ plain: {}, wide: {} }} as const;",
        line_bytes(false),
        line_bytes(true),
    );
    out
}
