//! Random scenarios: the one generator of all property tests. Switches, rules, tunables, costs and the numbers of
//! workloads come from the core's tables, so that new entries are randomised automatically.

use proptest::prelude::*;
use sched_core::engine::ids::CpuId;
use sched_core::machine::kernel::{self, Family, RULES, RuleKind};
use sched_core::machine::{COSTS, CostInfo, Machine};
use sched_core::mechanisms::{Kind, MECHANISMS};
use sched_core::memory::layout::LayoutItem;
use sched_core::scenario::tunables::{TUNABLES, TunableInfo};
use sched_core::scenario::{
    KernelId, MachineChoice, MachineId, Scenario, TaskKind, Workload, limits, parse, parse_workload,
};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;

use super::machines::own_machines;
use super::pointers::pointers;

/// Good documents by name.
pub const EXAMPLES: &[(&str, &str)] = &[
    ("cluster", include_str!("../../../../examples/cluster.json")),
    ("steal", include_str!("../../../../examples/steal.json")),
    ("steal-8-sockets", include_str!("../../../../examples/steal-8-sockets.json")),
    ("numa2003", include_str!("../../../../examples/numa2003.json")),
    ("numa-test", include_str!("../../../../examples/numa-test.json")),
    ("false-sharing", include_str!("../../../../examples/false-sharing.json")),
    ("compile", include_str!("../../../../examples/compile.json")),
    ("schbench", include_str!("../../../../examples/schbench.json")),
    ("task-group", include_str!("../../../../examples/task-group.json")),
    ("container", include_str!("../../../../examples/container.json")),
    ("hogs", include_str!("../../../../examples/hogs.json")),
    ("rtapp", include_str!("../../../../examples/rtapp.json")),
    ("shared", include_str!("../../../../examples/shared.json")),
    ("tunables", include_str!("../../../../examples/tunables.json")),
];

/// Ranges of numbers with which a workload ends soon. Other numbers may be up to 100 above their least.
const QUICK: &[(&str, RangeInclusive<i64>)] = &[
    ("groups", 1..=3),
    ("loops", 40..=40),
    ("fds", 1..=19),
    ("pairs", 1..=59),
    ("requests", 5..=40),
    ("think_ns", 0..=5_000),
    ("service_ns", 0..=5_000),
    ("jobs", 1..=59),
    ("work_us", 1..=9_000),
    ("rounds", 1..=2),
    ("serial_ms", 0..=20),
    ("message_threads", 1..=3),
    ("workers", 1..=39),
    ("compute_us", 0..=3_000),
    ("sleep_us", 0..=3_000),
    ("work_ms", 1..=20),
    ("disturb_ms", 0..=10),
    ("disturb_groups", 0..=2),
    ("disturb_loops", 3..=3),
    ("kilo_iterations", 1..=2_000),
    ("hogs", 1..=9),
    ("rivals", 0..=5),
    ("sleepers", 0..=9),
    ("slice_us", 0..=9_000),
    ("yield_us", 0..=3_000),
    ("run_us", 1..=3_000),
    ("copies", 1..=3),
];

fn quick(field: &str) -> RangeInclusive<i64> {
    let limit = limits::of(&format!("workload.{field}")).expect("a limit");
    let known = QUICK.iter().find(|(name, _)| *name == field).map(|(_, range)| range.clone());
    known.unwrap_or(limit.min..=limit.max.min(limit.min + 100))
}

/// An object, field by field.
fn object(fields: Vec<(String, BoxedStrategy<Value>)>) -> BoxedStrategy<Value> {
    let field =
        |(key, value): (String, BoxedStrategy<Value>)| value.prop_map(move |value| (key.clone(), value));
    let fields: Vec<_> = fields.into_iter().map(field).collect();
    fields.prop_map(|fields| Value::Object(fields.into_iter().collect())).boxed()
}

/// The fields of a workload, its numbers by `number`.
fn fields_of(
    plain: &Workload,
    number: impl Fn(&str) -> BoxedStrategy<Value>,
) -> Vec<(String, BoxedStrategy<Value>)> {
    let Ok(Value::Object(fields)) = serde_json::to_value(plain) else { panic!("an object") };
    let field = |(key, value): (String, Value)| {
        let any = match value {
            Value::Bool(_) => any::<bool>().prop_map(Value::from).boxed(),
            Value::Number(_) => number(&key),
            Value::Array(_) => rt_tasks().boxed(),
            word => Just(word).boxed(),
        };
        (key, any)
    };
    fields.into_iter().map(field).collect()
}

/// A step of `rt-app` that takes a time.
fn timed_step() -> impl Strategy<Value = Value> {
    let does = prop::sample::select(vec!["run", "run", "runtime", "sleep", "timer"]);
    (does, 1..3_000u32).prop_map(|(does, us)| json!({"do": does, "us": us}))
}

/// Any step of `rt-app`, with one of two names for what it uses.
fn step() -> impl Strategy<Value = Value> {
    let named = ["lock", "unlock", "signal", "broad", "barrier", "suspend", "resume"];
    let named = (prop::sample::select(named.to_vec()), prop::sample::select(vec!["x", "y"]));
    let named = named.prop_map(|(does, on)| json!({"do": does, "on": on}));
    let other = prop::sample::select(vec![
        json!({"do": "wait", "on": "x", "mutex": "y"}),
        json!({"do": "sync", "on": "y", "mutex": "x"}),
        json!({"do": "timer", "on": "x", "us": 700}),
        json!({"do": "fork", "on": "t"}),
        json!({"do": "yield"}),
    ]);
    prop_oneof![4 => timed_step(), 2 => named, 1 => other]
}

fn tasks_of(step: BoxedStrategy<Value>) -> impl Strategy<Value = Value> {
    let phase = (1..4u32, prop::collection::vec(step, 1..5), 0..3_000u32)
        .prop_map(|(loops, steps, slice)| json!({"loops": loops, "steps": steps, "slice_us": slice}));
    let task = (0..5u32, 1..9u32, -20..20i32, prop::collection::vec(phase, 1..4));
    let task = task.prop_map(|(loops, instances, nice, phases)| {
        json!({"name": "t", "instances": instances, "nice": nice, "loops": loops, "phases": phases})
    });
    prop::collection::vec(task, 1..5).prop_map(Value::from)
}

/// Tasks of `rt-app` that end soon, or never. In half of the documents none waits for another, perhaps for ever.
fn rt_tasks() -> impl Strategy<Value = Value> {
    prop_oneof![tasks_of(timed_step().boxed()), tasks_of(step().boxed())]
}

fn workload_like(plain: &Workload) -> BoxedStrategy<Value> {
    object(fields_of(plain, |field| quick(field).prop_map(Value::from).boxed()))
}

/// The workloads that need no file.
fn runnable() -> Vec<Workload> {
    Workload::all().into_iter().filter(|one| !matches!(one, Workload::Replay(_))).collect()
}

fn workload() -> BoxedStrategy<Value> {
    let all: Vec<_> = runnable().iter().map(workload_like).collect();
    prop::sample::select(all).prop_flat_map(|one| one).boxed()
}

/// Every switch, most of them on.
pub fn features() -> BoxedStrategy<Value> {
    let switch = |kind: Kind| match kind {
        Kind::Bool => prop::bool::weighted(0.7).prop_map(Value::from).boxed(),
        Kind::Choice(values) => prop::sample::select(values).prop_map(Value::from).boxed(),
    };
    let level = || prop::sample::select(vec![json!(null), json!(true), json!(false)]).boxed();
    let of = |key: &str, kind: Kind| if key == "cluster_domain" { level() } else { switch(kind) };
    object(MECHANISMS.iter().map(|one| (one.key.to_string(), of(one.key, one.kind))).collect())
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

/// The order of `task_group`'s fields: the default, or every field once with breaks between.
pub fn layout() -> impl Strategy<Value = Value> {
    let fields: Vec<_> = LayoutItem::fields().map(LayoutItem::key).collect();
    let breaks = prop::collection::vec(any::<prop::sample::Index>(), 0..6);
    let own = (Just(fields).prop_shuffle(), breaks).prop_map(|(mut order, breaks)| {
        breaks.iter().for_each(|at| order.insert(at.index(order.len() + 1), LayoutItem::NewLine.key()));
        json!(order)
    });
    prop_oneof![2 => Just(json!([])), 3 => own]
}

/// Tunables: the kernel's defaults, or values up to a tenth or up to four times of the default on a machine of eight CPUs.
fn tunables() -> impl Strategy<Value = Value> {
    let of = |one: &TunableInfo| {
        let limit = limits::of(&format!("tunables.{}", one.key)).expect("a limit");
        let usual = i64::from(one.default.on(8));
        let up_to = |most: i64| limit.min..=most.clamp(limit.min, limit.max);
        (one.key.to_string(), prop_oneof![up_to(usual / 10), up_to(4 * usual)].prop_map(Value::from).boxed())
    };
    prop_oneof![Just(json!({})), object(TUNABLES.iter().map(of).collect())]
}

/// Control groups, and the attributes of each kind of task of a workload: nice value, slice and group.
type Asked = (Vec<Value>, Vec<[i64; 3]>);

/// Often none.
pub fn groups_and_tasks() -> impl Strategy<Value = Asked> {
    prop_oneof![1 => Just((Vec::new(), Vec::new())), 1 => some_groups(0)]
}

/// At least so many groups.
fn some_groups(least: usize) -> impl Strategy<Value = Asked> {
    let quota = prop_oneof![Just(0), 1_000..=40_000i64];
    // Some periods are shorter than the slices in which a quota is handed out. Then no CPU takes runtime in a period, and the
    // period timer stops.
    let period = (1_000..=50_000i64).prop_map(|us| if us % 2 == 0 { us } else { 1_000 + us % 4_000 });
    let group = (prop_oneof![Just(100), 1..=10_000i64], quota, period);
    let group = group.prop_map(|(weight, quota, period)| {
        json!({"name": "g", "weight": weight, "quota_us": quota, "period_us": period})
    });
    let task = (prop_oneof![Just(0), -20..=19i64], prop_oneof![Just(0), 100..=9_000i64], 0..=9i64);
    let some = (prop::collection::vec(group, least..4), prop::collection::vec(task, 3));
    some.prop_map(|(groups, tasks)| {
        let groups = groups.into_iter().enumerate().map(|(at, group)| nested(at, group)).collect();
        (groups, tasks.into_iter().map(|(nice, slice, group)| [nice, slice, group]).collect())
    })
}

/// Some groups are in an earlier one, have a burst, or are bound to CPUs; which follows from their period.
fn nested(at: usize, mut group: Value) -> Value {
    let number = |key: &str| group[key].as_i64().unwrap_or(0);
    let (period, quota) = (number("period_us"), number("quota_us"));
    if period % 3 > 0 {
        group["parent"] = json!(period / 3 % (at as i64 + 1));
    }
    if period % 5 == 0 {
        group["burst_us"] = json!(quota / 2);
    }
    if period % 7 == 0 {
        group["cpus"] = json!(["0", "0-1", "1"][period as usize / 7 % 3]);
    }
    group
}

/// The settings of a workload's kinds of tasks.
pub fn settings(workload: &Value, groups: usize, tasks: &[[i64; 3]]) -> Value {
    let plain = Workload::all().into_iter().find(|of| of.info().kind == workload["kind"]);
    let kinds = plain.map_or(&[][..], |of| of.info().kinds);
    // Settings of a workload for its tasks are not repeated.
    let own_slices = workload["kind"] == "hogs";
    let own_nice = own_slices || workload["kind"] == "rtapp";
    let setting = |(kind, &[nice, slice, group]): (&TaskKind, &[i64; 3])| {
        let unless = |own: bool, value: i64| if own { 0 } else { value };
        let group = group % (groups as i64 + 1);
        let (nice, slice) = (unless(own_nice, nice), unless(own_slices, slice));
        json!({"kind": kind.key(), "nice": nice, "slice_us": slice, "group": group})
    };
    kinds.iter().zip(tasks).map(setting).collect()
}

/// The CPUs of a scenario or of a lane, on any machine.
fn cpus() -> impl Strategy<Value = Option<&'static str>> {
    prop::sample::select(vec![None, None, None, Some("0-3"), Some("1,3-6"), Some("5")])
}

/// More than a test run reaches.
const MANY_CPUS: usize = 160;

/// Named machines; seldom those with very many CPUs, on which checking an event is expensive.
fn named() -> BoxedStrategy<MachineChoice> {
    let is_usual = |&&id: &&MachineId| Machine::preset(id).nr_cpus <= MANY_CPUS;
    let usual: Vec<MachineId> = MachineId::ALL.iter().filter(is_usual).copied().collect();
    prop_oneof![15 => prop::sample::select(usual), 1 => prop::sample::select(MachineId::ALL)]
        .prop_map(MachineChoice::Named)
        .boxed()
}

/// Named machines, and others.
fn machines() -> BoxedStrategy<MachineChoice> {
    let own = own_machines().prop_map(|own| MachineChoice::Own(Box::new(own)));
    prop_oneof![2 => named(), 1 => own].boxed()
}

prop_compose! {
    /// A lane with a flip at 3 ms, over the given kernels and workloads.
    fn documents_of(
        machines: BoxedStrategy<MachineChoice>,
        kernels: Vec<&'static str>,
        workload: BoxedStrategy<Value>,
        asked: BoxedStrategy<Asked>,
    )(
        machine in machines,
        kernel in prop::sample::select(kernels),
        workload in workload,
        features in features(),
        later in features(),
        rules in rules(),
        tunables in tunables(),
        cpus in cpus(),
        ((lane_cpus, layout), (groups, tasks)) in ((cpus(), layout()), asked),
        seed in any::<u32>(),
    ) -> Scenario {
        let built = machine.build();
        let tasks = settings(&workload, groups.len(), &tasks);
        let mut doc = json!({
            "version": 3, "machine": machine, "kernel": kernel, "workload": workload, "seed": seed,
            "groups": groups, "tasks": tasks,
            "limit_ms": 60, "tunables": tunables,
            "lanes": [{
                "features": features, "rules": rules, "layout": layout,
                "flips": [{"at_ns": 3_000_000, "features": later}],
            }],
        });
        // If the machine does not have these CPUs, its second CPU.
        let has = built.cpus();
        let all_there = built.nr_cpus > 6 && (0..7).all(|cpu| has.test(CpuId(cpu)));
        let second = has.iter().nth(1).map(|cpu| cpu.to_string()).unwrap_or_default();
        let own = |cpus: &str| if all_there { cpus.to_string() } else { second.clone() };
        for group in doc["groups"].as_array_mut().into_iter().flatten() {
            if let Some(cpus) = group["cpus"].as_str().map(&own) {
                group["cpus"] = json!(cpus);
            }
        }
        // Every other task of `rt-app` binds itself.
        for task in doc.pointer_mut("/workload/tasks").and_then(Value::as_array_mut).into_iter().flatten().step_by(2) {
            task["cpus"] = json!(own(["1,3-6", "2"][seed as usize % 2]));
            // Its last phase is on other CPUs, and in another group.
            let phase = task["phases"].as_array_mut().and_then(|phases| phases.last_mut());
            if let Some(phase) = phase.filter(|_| seed % 3 > 0) {
                phase["cpus"] = json!(own("0,4"));
                phase["group"] = json!(seed as usize % (groups.len() + 1));
            }
        }
        if let Some(cpus) = lane_cpus {
            doc["lanes"][0]["cpus"] = json!(own(cpus));
        }
        if let Some(cpus) = cpus {
            doc["cpus"] = json!(own(cpus));
        }
        parse(&doc.to_string()).expect("a good scenario")
    }
}

fn documents(
    machines: BoxedStrategy<MachineChoice>,
    kernels: Vec<&'static str>,
    workload: BoxedStrategy<Value>,
) -> impl Strategy<Value = Scenario> {
    documents_of(machines, kernels, workload, groups_and_tasks().boxed())
}

/// The kernels whose scheduler is of a family.
fn kernels(of: Family) -> Vec<&'static str> {
    KernelId::ALL.iter().filter(|&&id| of.has(kernel::rules(id).class)).map(|id| id.key()).collect()
}

pub fn scenarios() -> impl Strategy<Value = Scenario> {
    documents(machines(), KernelId::KEYS.to_vec(), workload())
}

/// Scenarios on named machines.
pub fn named_scenarios() -> impl Strategy<Value = Scenario> {
    documents(named(), KernelId::KEYS.to_vec(), workload())
}

/// Scenarios of the kernels with CFS, without control groups, whose queues are separate from those of the CPUs.
pub fn cfs_scenarios() -> impl Strategy<Value = Scenario> {
    documents(machines(), kernels(Family::Cfs), workload()).prop_map(|mut s| {
        s.groups.clear();
        s.tasks.iter_mut().for_each(|task| task.group = 0);
        if let Workload::RtApp(work) = &mut s.workload {
            let phases = work.tasks.iter_mut().flat_map(|task| &mut task.phases);
            phases.for_each(|phase| phase.group = None);
        }
        s
    })
}

/// Scenarios of the kernels with scheduling domains.
pub fn fair_scenarios() -> impl Strategy<Value = Scenario> {
    documents(machines(), kernels(Family::Fair), workload())
}

/// Hogs and sleepers in control groups, on one CPU, of the kernels that have groups. Half of them have quotas that are not
/// used up in short periods, so that the period timers stop and start all the time.
pub fn group_scenarios() -> impl Strategy<Value = Scenario> {
    let hogs = workload_like(&Workload::Hogs(Default::default()));
    let all = documents_of(named(), kernels(Family::Fair), hogs, some_groups(1).boxed());
    (all, any::<bool>(), 1_000..4_000u32).prop_map(|(mut s, roomy, period)| {
        s.cpus = Some("0".to_string());
        s.lanes[0].cpus = None;
        s.limit_ms = 600;
        if roomy {
            s.lanes[0].flips.clear();
            s.lanes[0].features.cpu_max = true;
            for group in &mut s.groups {
                (group.quota_us, group.period_us) = (2 * period, period);
                group.burst_us = group.burst_us.min(group.quota_us);
            }
        }
        s
    })
}

/// Scenarios of 2.5.5x.
pub fn o1_scenarios() -> impl Strategy<Value = Scenario> {
    documents(machines(), kernels(Family::O1), workload())
}

/// Jobs alone, on any kernel.
pub fn jobs_scenarios() -> impl Strategy<Value = Scenario> {
    documents(machines(), KernelId::KEYS.to_vec(), workload_like(&Workload::Jobs(Default::default())))
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
fn at_its_ends(path: &str) -> BoxedStrategy<Value> {
    let limit = limits::of(path).expect("a limit");
    prop_oneof![
        3 => Just(limit.min),
        3 => Just(limit.max),
        1 => Just((limit.min + 1).min(limit.max)),
        2 => limit.min..=limit.max.min(limit.min + 50),
        1 => limit.min..=limit.max,
    ]
    .prop_map(Value::from)
    .boxed()
}

/// An object with some of its fields left out.
fn some_of(fields: Vec<(String, BoxedStrategy<Value>)>) -> impl Strategy<Value = Map<String, Value>> {
    let field = |(key, value): (String, BoxedStrategy<Value>)| {
        prop::option::weighted(0.7, value).prop_map(move |value| Some((key.clone(), value?)))
    };
    let fields: Vec<_> = fields.into_iter().map(field).collect();
    fields.prop_map(|fields| fields.into_iter().flatten().collect())
}

/// A workload whose numbers are at the ends of their ranges, with no more tasks than there may be.
fn extreme_workload() -> impl Strategy<Value = Value> {
    let extreme = |plain: Workload| {
        let info = plain.info();
        let mut fields = fields_of(&plain, |field| at_its_ends(&format!("workload.{field}")));
        fields.retain(|(key, _)| key != "kind");
        let within = move |mut fields: Map<String, Value>| {
            fields.insert("kind".into(), info.kind.into());
            let text = Value::Object(fields.clone()).to_string();
            let workload = parse_workload(&text).expect("a workload");
            if workload.tasks() > limits::MAX_TASKS {
                fields.insert(info.load.into(), 1.into());
            }
            Value::Object(fields)
        };
        some_of(fields).prop_map(within).boxed()
    };
    let all: Vec<_> = runnable().into_iter().map(extreme).collect();
    prop::sample::select(all).prop_flat_map(|one| one)
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

fn extreme_tunables() -> Vec<(String, BoxedStrategy<Value>)> {
    TUNABLES.iter().map(|one| (one.key.to_string(), at_its_ends(&format!("tunables.{}", one.key)))).collect()
}

/// Good documents, or nearly, with everything at its ends: costs, tunables, CPUs, time, flips.
pub fn extreme() -> impl Strategy<Value = Value> {
    let cpus = ["0", "7", "0-7", "1,3,5", "2-3,0", "0,0,0", "0-159", "96-97", " 4 , 6 - 7"];
    let cpus = || prop::option::of(prop::sample::select(cpus.to_vec()));
    let flips = prop::collection::vec((0..4u64, features()), 0..4);
    let lane = (features(), rules(), flips, cpus(), layout());
    (
        (prop::sample::select(MachineId::KEYS), prop::sample::select(KernelId::KEYS), extreme_workload()),
        (extreme_costs(), some_of(extreme_tunables()), cpus()),
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
                    "version": 3, "machine": machine, "kernel": kernel, "workload": workload, "costs": costs,
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

/// Text that is nearly a document: pieces removed, repeated, or replaced by text that is hard to
/// parse.
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
