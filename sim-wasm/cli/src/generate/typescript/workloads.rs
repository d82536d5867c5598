//! `workloads.ts`: what is known of every workload before it runs.

use super::{list, literal, quoted};
use crate::replicate::steal::PUBLISHED_LOOPS;
use sched_core::scenario::Workload;
use sched_core::scenario::workloads::{Ends, Product, WORKLOADS};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { TaskKind, Workload } from './types';\nimport type { Goods } from './vocab';\n\n\
         export type WorkloadKind = Workload['kind'];\n\
         export type WorkloadOf<K extends WorkloadKind> = Extract<Workload, { kind: K }>;\n\n\
         /** Each workload without any flags. */\n\
         export const WORKLOADS: { readonly [K in WorkloadKind]: WorkloadOf<K> } = {\n",
    );
    for workload in Workload::all() {
        let fields = serde_json::to_value(&workload).expect("plain data");
        let kind = workload.info().kind;
        let others = fields.as_object().into_iter().flatten().filter(|(key, _)| *key != "kind");
        let others: String = others.map(|(key, value)| format!("    {key}: {},\n", literal(value))).collect();
        let _ = writeln!(out, "  {kind}: {{\n    kind: {},\n{others}  }},", quoted(kind));
    }
    out.push_str(
        "};\n\n/** A number, times the values of the fields after it. */\n\
         export type Product = readonly [count: number, ...fields: readonly string[]];\n\n\
         /**\n * What a workload gets done, the field that turns its load up and down, whether it ends before the time limit (a field: after\n \
         * so many, where it is not 0), and its tasks: the sum of these.\n */\n\
         export interface WorkloadFacts {\n  readonly goods: Goods;\n  readonly load: string;\n  readonly ends: boolean | string;\n  \
         /** The kinds of its tasks. */\n  readonly kinds: readonly TaskKind[];\n  \
         readonly tasks: readonly Product[];\n}\n\nexport const WORKLOAD_FACTS = {\n",
    );
    for info in WORKLOADS {
        let tasks: Vec<String> = info.tasks.iter().map(product).collect();
        let _ = writeln!(
            out,
            "  {}: {{ goods: {}, load: {}, ends: {}, kinds: {}, tasks: [{}] }},",
            info.kind,
            quoted(info.goods.key()),
            quoted(info.load),
            ends(info.ends),
            list(&info.kinds.iter().map(|kind| kind.key()).collect::<Vec<_>>()),
            tasks.join(", ")
        );
    }
    let _ = writeln!(
        out,
        "}} as const satisfies Readonly<Record<WorkloadKind, WorkloadFacts>>;\n\n\
         /** The loops of the published hackbench runs. */\nexport const PUBLISHED_LOOPS = {PUBLISHED_LOOPS};"
    );
    out
}

fn ends(ends: Ends) -> String {
    match ends {
        Ends::Done => true.to_string(),
        Ends::After(field) => quoted(field),
        Ends::Limit => false.to_string(),
    }
}

fn product(product: &Product) -> String {
    let fields: String = product.fields.iter().map(|field| format!(", {}", quoted(field))).collect();
    format!("[{}{fields}]", product.count)
}
