//! Random scenarios: the one generator of all property tests. A new field of the document is added
//! here once.

use proptest::prelude::*;
use sched_core::machine::kernel::{RULES, RuleKind};
use sched_core::machine::{COSTS, CostInfo};
use sched_core::memory::layout::LayoutItem;
use sched_core::scenario::{ClusterScan, MachineId, NodeInterval, Scenario, Steal, TaskGroup, limits, parse};
use serde_json::{Map, Value, json};

use super::pointers::pointers;

/// Good documents by name.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("cluster", include_str!("../../../../examples/cluster.json")),
    ("steal", include_str!("../../../../examples/steal.json")),
    ("numa2003", include_str!("../../../../examples/numa2003.json")),
    ("numa-test", include_str!("../../../../examples/numa-test.json")),
    ("false-sharing", include_str!("../../../../examples/false-sharing.json")),
    ("compile", include_str!("../../../../examples/compile.json")),
    ("schbench", include_str!("../../../../examples/schbench.json")),
    ("task-group", include_str!("../../../../examples/task-group.json")),
];

pub const MACHINES: &[&str] = &[
    "kunpeng920-24",
    "kunpeng920-48",
    "kunpeng920-96",
    "xeon-e5-2630v4-20",
    "xeon-e5-2630v4-40",
    "icelake-160",
    "azusa-8",
    "numaq-16",
    "classroom-8",
];
pub const KERNELS: &[&str] = &["2.5.5x", "4.20", "5.9", "5.10", "6.8"];

pub fn hackbench() -> impl Strategy<Value = Value> {
    (1..4u32, 1..20u32, any::<bool>(), any::<bool>()).prop_map(|(groups, fds, pipe, threads)| {
        json!({"kind": "hackbench", "groups": groups, "loops": 40, "fds": fds, "pipe": pipe,
            "threads": threads})
    })
}

pub fn pairs() -> impl Strategy<Value = Value> {
    (1..60u32, 0..5000u32, 0..5000u32).prop_map(|(pairs, think, service)| {
        json!({"kind": "pairs", "pairs": pairs, "requests": 40, "think_ns": think, "service_ns": service})
    })
}

pub fn jobs() -> impl Strategy<Value = Value> {
    let compile = (0..60u32, 0..100u32, 0..100u32, 0..20u32);
    (1..60u32, 1..9000u32, 1..3u32, 0..100u32, compile).prop_map(
        |(jobs, work, rounds, memory, (bound, spread, kernel, serial))| {
            json!({"kind": "jobs", "jobs": jobs, "work_us": work, "rounds": rounds, "memory_pct": memory,
            "memory_jobs": bound, "spread_pct": spread, "kernel_pct": kernel, "serial_ms": serial})
        },
    )
}

pub fn schbench() -> impl Strategy<Value = Value> {
    (1..4u32, 1..40u32, 0..3000u32, 0..3000u32).prop_map(|(threads, workers, compute, sleep)| {
        json!({"kind": "schbench", "message_threads": threads, "workers": workers, "requests": 5,
            "compute_us": compute, "sleep_us": sleep})
    })
}

pub fn numa() -> impl Strategy<Value = Value> {
    (1..40u32, 1..20u32, 0..100u32, 1..5u32, 0..10u32, 0..3u32).prop_map(
        |(jobs, work, memory, sizes, at, groups)| {
            json!({"kind": "numa", "jobs": jobs, "work_ms": work, "memory_pct": memory, "sizes": sizes,
            "disturb_ms": at, "disturb_groups": groups, "disturb_loops": 3})
        },
    )
}

pub fn sharing() -> impl Strategy<Value = Value> {
    (1..2000u32, prop::sample::select(vec![4, 60, 64, 128])).prop_map(
        |(iterations, stride)| json!({"kind": "sharing", "kilo_iterations": iterations, "stride": stride}),
    )
}

fn workload() -> impl Strategy<Value = Value> {
    prop_oneof![3 => hackbench(), 3 => pairs(), 3 => jobs(), 1 => numa(), 1 => sharing(), 2 => schbench()]
}

/// Every switch, most of them on.
pub fn features() -> impl Strategy<Value = Value> {
    let choices = (
        prop::sample::select(ClusterScan::KEYS),
        prop::sample::select(Steal::KEYS),
        prop::sample::select(NodeInterval::KEYS),
        prop::sample::select(TaskGroup::KEYS),
    );
    (prop::array::uniform18(prop::bool::weighted(0.7)), choices).prop_map(
        |(b, (scan, steal, interval, group))| {
            json!({
                "wake_wide": b[0], "wake_affine": b[1], "select_idle_sibling": b[2], "sis_prop": b[3],
                "cluster_domain": b[4], "newidle_balance": b[5], "periodic_balance": b[6],
                "active_balance": b[7], "exec_balance": b[8], "node_restricted": b[9], "cross_node": b[10],
                "node_smoothing": b[11], "node_margin": b[12], "node_mask_fix": b[13], "home_node": b[14],
                "smallest_first": b[15], "line_128": b[16], "memoryless_node": b[17],
                "node_interval": interval, "cluster_scan": scan, "steal": steal, "task_group": group,
            })
        },
    )
}

/// A few of the kernel's rules replaced.
pub fn rules() -> impl Strategy<Value = Value> {
    let rule = |(i, high, at): (usize, bool, prop::sample::Index)| {
        let rule = &RULES[i];
        let value = match rule.kind {
            RuleKind::Bool => Value::from(high),
            RuleKind::Number { min, max, .. } => Value::from(if high { max } else { min }),
            RuleKind::Choice(keys) => Value::from(*at.get(keys)),
        };
        (rule.key.to_string(), value)
    };
    let few = prop::collection::vec((0..RULES.len(), any::<bool>(), any::<prop::sample::Index>()), 0..4);
    prop_oneof![Just(json!({})), few.prop_map(move |few| Value::Object(few.into_iter().map(rule).collect())),]
}

/// The order of `task_group`'s fields: none of one's own, or every field once with breaks between.
pub fn layout() -> impl Strategy<Value = Value> {
    let fields: Vec<_> = LayoutItem::fields().map(LayoutItem::key).collect();
    let breaks = prop::collection::vec(any::<prop::sample::Index>(), 0..6);
    let own = (Just(fields).prop_shuffle(), breaks).prop_map(|(mut order, breaks)| {
        breaks.iter().for_each(|at| order.insert(at.index(order.len() + 1), LayoutItem::NewLine.key()));
        json!(order)
    });
    prop_oneof![2 => Just(json!([])), 3 => own]
}

/// Tunables: the kernel's own, or some that change how long CPUs search and when tasks are hot.
fn tunables() -> impl Strategy<Value = Value> {
    let migration = prop_oneof![0..50_000u32, 0..1_000_000u32];
    let some = (0..20_000_000u32, migration, 1..20u32).prop_map(|(wakeup, migration, ratio)| {
        json!({"wakeup_granularity_ns": wakeup, "migration_cost_ns": migration, "node_balance_ratio": ratio})
    });
    prop_oneof![Just(json!({})), some]
}

/// The CPUs of a scenario or of a lane, on any machine.
fn cpus() -> impl Strategy<Value = Option<&'static str>> {
    prop::sample::select(vec![None, None, None, Some("0-3"), Some("1,3-6"), Some("5")])
}

prop_compose! {
    /// A lane with a flip at 3 ms, over the given kernels and workloads.
    fn documents(kernels: &'static [&'static str], workload: BoxedStrategy<Value>)(
        machine in prop::sample::select(MACHINES),
        kernel in prop::sample::select(kernels),
        workload in workload,
        features in features(),
        later in features(),
        rules in rules(),
        tunables in tunables(),
        cpus in cpus(),
        (lane_cpus, layout) in (cpus(), layout()),
        seed in any::<u32>(),
    ) -> Scenario {
        let mut doc = json!({
            "version": 1, "machine": machine, "kernel": kernel, "workload": workload, "seed": seed,
            "limit_ms": 60, "tunables": tunables,
            "lanes": [{
                "features": features, "rules": rules, "layout": layout,
                "flips": [{"at_ns": 3_000_000, "features": later}],
            }],
        });
        if let Some(cpus) = lane_cpus {
            doc["lanes"][0]["cpus"] = json!(cpus);
        }
        if let Some(cpus) = cpus {
            doc["cpus"] = json!(cpus);
        }
        parse(&doc.to_string()).expect("a good scenario")
    }
}

pub fn scenarios() -> impl Strategy<Value = Scenario> {
    documents(KERNELS, workload().boxed())
}

/// Those of the kernels with CFS.
pub fn cfs_scenarios() -> impl Strategy<Value = Scenario> {
    documents(&KERNELS[1..], workload().boxed())
}

/// Those of 2.5.5x.
pub fn o1_scenarios() -> impl Strategy<Value = Scenario> {
    documents(&KERNELS[..1], workload().boxed())
}

/// Jobs alone, on any kernel.
pub fn jobs_scenarios() -> impl Strategy<Value = Scenario> {
    documents(KERNELS, jobs().boxed())
}

/// Any JSON value, small.
pub fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0u64..200).prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        "[0-9,-]{0,6}".prop_map(Value::from),
        prop::sample::select(vec!["off", "rfc", "5.9", "2.5.5x", "azusa-8", "pairs", "jobs"])
            .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let key = prop_oneof![
            prop::sample::select(vec![
                "kind", "at_ns", "features", "flips", "write", "groups", "a.b", "[0]", "~", "/"
            ])
            .prop_map(String::from),
            ".{0,6}".prop_map(String::from),
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((key, inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// An example with up to three of its values replaced or added to.
pub fn mutated() -> impl Strategy<Value = Value> {
    let mutation = (any::<prop::sample::Index>(), any_json(), ".{0,6}", any::<bool>());
    (0..EXAMPLES.len(), prop::collection::vec(mutation, 1..4)).prop_map(|(which, mutations)| {
        let mut document: Value = serde_json::from_str(EXAMPLES[which].1).expect("JSON");
        for (index, value, key, add) in mutations {
            let mut places = Vec::new();
            pointers("", &document, &mut places);
            let place = document.pointer_mut(index.get(&places).as_str()).expect("a place");
            match place {
                Value::Object(fields) if add => drop(fields.insert(key, value)),
                _ => *place = value,
            }
        }
        document
    })
}

/// A value at an end of its range, or anywhere in it.
fn at_its_ends(path: &'static str) -> impl Strategy<Value = Value> {
    let limit = limits::of(path).expect("a limit");
    prop_oneof![
        3 => Just(limit.min),
        3 => Just(limit.max),
        1 => Just((limit.min + 1).min(limit.max)),
        2 => limit.min..=limit.max.min(limit.min + 50),
        1 => limit.min..=limit.max,
    ]
    .prop_map(Value::from)
}

/// An object with some of the fields of `base`, each at an end of its range.
fn some_of(base: &'static str, fields: &'static [&'static str]) -> BoxedStrategy<Map<String, Value>> {
    let field = |&name: &&'static str| {
        let path: &'static str = format!("{base}{name}").leak();
        prop::option::weighted(0.7, at_its_ends(path)).prop_map(move |value| (name, value))
    };
    let fields: Vec<_> = fields.iter().map(field).collect();
    fields.prop_map(|all| all.into_iter().filter_map(|(k, v)| Some((k.to_string(), v?))).collect()).boxed()
}

const NUMA: &[&str] =
    &["jobs", "work_ms", "memory_pct", "memory_mb", "sizes", "disturb_ms", "disturb_groups", "disturb_loops"];
const TUNABLES: &[&str] = &[
    "latency_ns",
    "min_granularity_ns",
    "wakeup_granularity_ns",
    "migration_cost_ns",
    "node_balance_ratio",
    "node_threshold_pct",
    "steal_node_limit",
];

/// A workload whose numbers are at the ends of their ranges.
fn extreme_workload() -> impl Strategy<Value = Value> {
    let flags = (any::<bool>(), any::<bool>());
    let with_kind = |kind: &'static str| {
        move |mut fields: Map<String, Value>| {
            fields.insert("kind".into(), kind.into());
            Value::Object(fields)
        }
    };
    let hackbench = (some_of("workload.", &["groups", "loops", "fds"]), flags).prop_map(
        |(mut fields, (pipe, threads))| {
            // No more tasks than there may be.
            if fields.get("groups").and_then(Value::as_u64) > Some(50) && !fields.contains_key("fds") {
                fields.insert("fds".into(), 20.into());
            }
            if fields.get("fds").and_then(Value::as_u64) > Some(20) {
                fields.insert("groups".into(), 50.into());
            }
            fields.extend([("pipe".into(), pipe.into()), ("threads".into(), threads.into())]);
            fields
        },
    );
    prop_oneof![
        hackbench.prop_map(with_kind("hackbench")),
        some_of("workload.", &["pairs", "requests", "think_ns", "service_ns"]).prop_map(with_kind("pairs")),
        some_of("workload.", &["jobs", "work_us", "rounds", "memory_pct"]).prop_map(with_kind("jobs")),
        some_of("workload.", NUMA).prop_map(with_kind("numa")),
        some_of("workload.", &["kilo_iterations", "stride"]).prop_map(with_kind("sharing")),
    ]
}

/// Costs all at their least, all at their most, or some at either.
fn extreme_costs() -> impl Strategy<Value = Value> {
    let all = |pick: fn(&CostInfo) -> u32| {
        COSTS.iter().map(|c| (c.key.to_string(), pick(c).into())).collect::<Map<_, _>>()
    };
    let (least, most) = (all(|c| c.min), all(|c| c.max));
    let some = prop::collection::vec((0..COSTS.len(), any::<bool>()), 0..6).prop_map(|picks| {
        let of = |(i, high): (usize, bool)| {
            let cost = &COSTS[i];
            (cost.key.to_string(), if high { cost.max } else { cost.min }.into())
        };
        picks.into_iter().map(of).collect::<Map<_, _>>()
    });
    prop_oneof![1 => Just(least), 1 => Just(most), 4 => some].prop_map(Value::Object)
}

/// Good documents, or nearly, with everything at its ends: costs, tunables, CPUs, time, flips.
pub fn extreme() -> impl Strategy<Value = Value> {
    let cpus = ["0", "7", "0-7", "1,3,5", "2-3,0", "0,0,0", "0-159", "96-97", " 4 , 6 - 7"];
    let cpus = || prop::option::of(prop::sample::select(cpus.to_vec()));
    let flips = prop::collection::vec((0..4u64, features()), 0..4);
    let lane = (features(), rules(), flips, cpus(), layout());
    (
        (prop::sample::select(MachineId::KEYS), prop::sample::select(KERNELS), extreme_workload()),
        (extreme_costs(), some_of("tunables.", TUNABLES), cpus()),
        (prop::option::of(prop::sample::select(vec![1u64, 2, 50, 600_000])), any::<bool>(), any::<u32>()),
        prop::collection::vec(lane, 1..3),
    )
        .prop_map(
            |((machine, kernel, workload), (costs, tunables, cpus), (limit, warm, seed), lanes)| {
                let limit_ms = limit.unwrap_or(10_000);
                let lanes: Vec<Value> = lanes
                    .into_iter()
                    .map(|(features, rules, mut flips, cpus, layout)| {
                        flips.sort_by_key(|flip| flip.0);
                        let times = [0, 1, 500_000, limit_ms * 1_000_000];
                        let flips = flips
                            .into_iter()
                            .map(|(at, f)| json!({"at_ns": times[at as usize], "features": f}));
                        let flips = flips.collect::<Vec<_>>();
                        let mut lane =
                            json!({"features": features, "rules": rules, "layout": layout, "flips": flips});
                        if let Some(cpus) = cpus {
                            lane["cpus"] = cpus.into();
                        }
                        lane
                    })
                    .collect();
                let mut document = json!({
                    "version": 1, "machine": machine, "kernel": kernel, "workload": workload, "costs": costs,
                    "tunables": tunables, "limit_ms": limit_ms, "seed": seed, "lanes": lanes,
                });
                if warm {
                    document["warmup_ms"] = limit_ms.into();
                }
                if let Some(cpus) = cpus {
                    document["cpus"] = cpus.into();
                }
                document
            },
        )
}

/// Text that is nearly a document: pieces left out, said twice, or replaced by what a reader may
/// stumble over.
pub fn torn() -> impl Strategy<Value = String> {
    let pieces = vec![
        "1e400",
        "-0",
        "18446744073709551616",
        "4294967296",
        "-1",
        "1.0",
        "null",
        "[]",
        "{}",
        "\"\"",
        "\"seed\":2,",
        "\"lanes\":[{},{}],",
        "\u{0}",
        "\u{feff}",
        "\\ud800",
        "[[[[[[[[",
        "{\"a\":",
        ",,",
        "0-3",
        "\"machine\":\"classroom-8\",",
        "\"workload\":{\"kind\":\"jobs\"},",
        "true",
    ];
    let edit = (
        any::<prop::sample::Index>(),
        0..40usize,
        prop::option::of(prop::sample::select(pieces)),
        any::<bool>(),
    );
    (mutated(), prop::collection::vec(edit, 0..5)).prop_map(|(document, edits)| {
        let mut text: Vec<char> = document.to_string().chars().collect();
        for (at, length, piece, again) in edits {
            let at = at.index(text.len() + 1);
            let end = (at + length).min(text.len());
            let old: Vec<char> = text[at..end].to_vec();
            let new = piece.unwrap_or_default().chars();
            let kept = if again { [old.clone(), old].concat() } else { Vec::new() };
            text.splice(at..end, new.chain(kept));
        }
        text.into_iter().collect()
    })
}
