//! `workloads.ts`: the facts about every workload that are known before a run.

use super::{list, literal, quoted};
use crate::replicate::steal::PUBLISHED_LOOPS;
use sched_core::scenario::workloads::{Ends, FLAGS, Product, WORKLOADS};
use sched_core::scenario::{Lane, Scenario, TaskKind, TaskSetting, Workload, check};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { TaskKind, Workload } from './types';\nimport type { WorkUnit } from './vocab';\n\n\
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
         export interface WorkloadFacts {\n  readonly workUnit: WorkUnit;\n  readonly load: string;\n  readonly ends: boolean | string;\n  \
         /** The kinds of its tasks. */\n  readonly kinds: readonly TaskKind[];\n  \
         /** What it says of its tasks itself, so that their kinds do not ask for it; absent: nothing. */\n  \
         readonly own?: readonly ('nice' | 'slice_us')[];\n  \
         readonly tasks: readonly Product[];\n}\n\nexport const WORKLOAD_FACTS = {\n",
    );
    for (workload, info) in Workload::all().iter().zip(WORKLOADS) {
        let tasks: Vec<String> = info.tasks.iter().map(product).collect();
        let _ = writeln!(
            out,
            "  {}: {{ workUnit: {}, load: {}, ends: {}, kinds: {},{} tasks: [{}] }},",
            info.kind,
            quoted(info.work_unit.key()),
            quoted(info.load),
            ends(info.ends),
            list(&info.kinds.iter().map(|kind| kind.key()).collect::<Vec<_>>()),
            own(workload, info.kinds[0]),
            tasks.join(", ")
        );
    }
    out.push_str(
        "} as const satisfies Readonly<Record<WorkloadKind, WorkloadFacts>>;\n\n\
         /** The field of each flag of a workload in a link. The first is always written. */\n\
         export const WORKLOAD_FLAGS: Readonly<Record<WorkloadKind, Readonly<Record<string, string>>>> = {\n",
    );
    for (kind, flags) in FLAGS {
        let flags: Vec<String> =
            flags.iter().map(|(flag, field)| format!("{flag}: {}", quoted(field))).collect();
        let _ = writeln!(out, "  {kind}: {{ {} }},", flags.join(", "));
    }
    let _ = writeln!(
        out,
        "}};\n\n\
         /** The loops of the published hackbench runs. */\nexport const PUBLISHED_LOOPS = {PUBLISHED_LOOPS};"
    );
    out
}

/// The settings that the simulator refuses for a kind of task.
fn own(workload: &Workload, kind: TaskKind) -> String {
    let refused = |key: &str, task: TaskSetting| {
        let (workload, lanes) = (workload.clone(), vec![Lane::default()]);
        let scenario = Scenario { workload, lanes, tasks: vec![task], ..Scenario::default() };
        check(&scenario).iter().any(|fault| fault.field == format!("tasks[0].{key}"))
    };
    let plain = TaskSetting { kind, ..TaskSetting::default() };
    let nice = refused("nice", TaskSetting { nice: 1, ..plain.clone() });
    let slice = refused("slice_us", TaskSetting { slice_us: 1000, ..plain });
    let own: Vec<&str> =
        [("nice", nice), ("slice_us", slice)].into_iter().filter(|(_, is)| *is).map(|(key, _)| key).collect();
    if own.is_empty() { String::new() } else { format!(" own: {},", list(&own)) }
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
