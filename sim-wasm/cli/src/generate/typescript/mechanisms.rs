//! `mechanisms.ts`: the table of mechanisms, and the requirements of each.

use super::{list, quoted};
use sched_core::mechanisms::{Kind, MECHANISMS, Needs};
use std::fmt::Write;

pub fn text() -> String {
    let mut out = String::from(
        "import type { Family } from './machines';\nimport type { ControlGroup, Features, RuleOverrides, Tunables, Workload } from './types';\n\n\
         /**\n * What a switch needs to make a difference: a condition on the machine, the kernel, the workload and the other\n \
         * switches of a lane.\n */\nexport type Needs =",
    );
    for (words, doc) in [
        ("'nodes', least: number", "The machine has at least so many nodes."),
        ("'nodesWithin', tunable: keyof Tunables", "The machine has no more nodes than a tunable says."),
        ("'clusters'", "The machine has clusters."),
        ("'oneThread'", "No core has more than one hardware thread."),
        ("'scheduler', family: Mechanism['family']", "The kernel has this scheduler."),
        ("'rule', key: keyof RuleOverrides, value: string", "A rule of the kernel has this value."),
        ("'is', key: keyof Features, value: boolean | string", "A switch has this value."),
        (
            "'someGroup', key: keyof ControlGroup",
            "A control group with tasks in it gives this field another value than its own.",
        ),
        ("'workload', workload: Workload['kind']", "The workload is of this kind."),
        ("'not', needs: Needs", "It does not hold."),
        ("'all', needs: readonly Needs[]", "All hold; none: nothing is needed."),
        ("'any', needs: readonly Needs[]", "One of them holds."),
    ] {
        let (name, rest) = words.split_once(", ").unwrap_or((words, ""));
        let comma = if rest.is_empty() { "" } else { ", " };
        let _ = write!(out, "\n  /** {doc} */\n  | readonly [kind: {name}{comma}{rest}]");
    }
    out.push_str(
        ";\n\n/** One mechanism, as far as the page asks: one switch. */\n\
         export interface Mechanism {\n  readonly key: keyof Features;\n  readonly family: Family;\n  \
         /** The part of the simulator that it is a part of. */\n  readonly part: 'machine' | 'wakeup' | 'balance' | 'runqueue' | 'memory' | 'system';\n  /** The values of the switch; `null`: on or off. */\n  readonly choices: readonly string[] | null;\n  /** What it needs besides its scheduler. */\n  readonly needs: Needs;\n  /** Its switch is among the first of a lane, not behind *more*. */\n  readonly front: boolean;\n}\n\n\
         /** All mechanisms, in the order in which they are shown. */\n\
         export const MECHANISMS = [\n",
    );
    for mechanism in MECHANISMS {
        let choices = match mechanism.kind {
            Kind::Bool => "null".to_string(),
            Kind::Choice(keys) => list(keys),
        };
        let _ = writeln!(
            out,
            "  {{\n    key: {},\n    family: {},\n    part: {},\n    choices: {choices},\n    needs: {},\n    front: {},\n  }},",
            quoted(mechanism.key),
            quoted(mechanism.family.key()),
            quoted(mechanism.module.split('/').next().unwrap_or_default()),
            tuple(&mechanism.needs),
            mechanism.front,
        );
    }
    out.push_str("] as const satisfies readonly Mechanism[];\n\nexport type MechanismKey = (typeof MECHANISMS)[number]['key'];\n\
         /** A value of a switch that is more than on or off. */\n\
         export type Choice = Extract<(typeof MECHANISMS)[number]['choices'], readonly string[]>[number];\n");
    out
}

/// Requirements as a list: the kind, then its parameters.
fn tuple(needs: &Needs) -> String {
    let several = |kind: &str, needs: &[Needs]| {
        let needs: Vec<String> = needs.iter().map(tuple).collect();
        format!("[{}, [{}]]", quoted(kind), needs.join(", "))
    };
    match *needs {
        Needs::Nodes(least) => format!("['nodes', {least}]"),
        Needs::NodesWithin(tunable) => list(&["nodesWithin", tunable]),
        Needs::Clusters => list(&["clusters"]),
        Needs::OneThread => list(&["oneThread"]),
        Needs::Scheduler(family) => list(&["scheduler", family.key()]),
        Needs::Rule(key, value) => list(&["rule", key, value]),
        Needs::On(key) => format!("['is', {}, true]", quoted(key)),
        Needs::Is(key, value) => list(&["is", key, value]),
        Needs::SomeGroup(key) => list(&["someGroup", key]),
        Needs::Workload(kind) => list(&["workload", kind]),
        Needs::Not(one) => format!("['not', {}]", tuple(one)),
        Needs::All(all) => several("all", all),
        Needs::Any(any) => several("any", any),
    }
}
