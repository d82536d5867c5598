//! What a search varies: the axes of a scenario, by the names of *Run many*, each with the values that are tried.

use crate::fields::put;
use sched_core::machine::{COSTS, Family, KernelId, RULES, RuleKind, cost};
use sched_core::scenario::tunables::TUNABLES;
use sched_core::scenario::{MachineChoice, Scenario, limits};
use serde_json::{Map, Value};

/// The number of first seeds on the axis `seed`.
const SEEDS: u32 = 8;
/// What lies between two of them: a setting is never measured with more seeds.
pub const SEED_STEP: u32 = 32;

/// One axis: a field and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// As it was asked for.
    pub name: String,
    /// The field of the document; `load` is one of the workload's.
    pub field: String,
    pub values: Vec<Value>,
    /// The place of the scenario's own value.
    pub present: usize,
    /// The values are numbers in order; else names.
    pub is_ordered: bool,
}

/// The names of the axes that a scenario has, `load` first.
pub fn known(scenario: &Scenario) -> Vec<String> {
    let given = |name: &str| of(scenario, name).is_some();
    let mut names: Vec<String> = ["load", "seed", "cpus", "kernel", "machine.costs"]
        .into_iter()
        .filter(|name| given(name))
        .map(Into::into)
        .collect();
    let numbers = |(key, value): (&String, &Value)| value.is_number().then(|| format!("workload.{key}"));
    names.extend(workload(scenario).iter().filter_map(numbers));
    names.extend(TUNABLES.iter().map(|one| format!("tunables.{}", one.key)).filter(|name| given(name)));
    names.extend(RULES.iter().map(|one| format!("rules.{}", one.key)).filter(|name| given(name)));
    names.extend(COSTS.iter().map(|one| format!("costs.{}", one.key)));
    names
}

/// The axes with these names.
///
/// # Errors
/// A sentence that names the choices.
pub fn read(scenario: &Scenario, names: &[String]) -> Result<Vec<Axis>, String> {
    let mut axes: Vec<Axis> = Vec::new();
    for name in names {
        let axis = of(scenario, name).ok_or_else(|| choices(scenario, name))?;
        if axes.iter().all(|one| one.field != axis.field) {
            axes.push(axis);
        }
    }
    if axes.iter().all(|axis| axis.values.len() < 2) {
        return Err("over: no axis has a second value to try".into());
    }
    Ok(axes)
}

/// Of a group that is known, its fields; else all names and groups.
fn choices(scenario: &Scenario, name: &str) -> String {
    let known = known(scenario);
    let group = name.split_once('.').map_or("", |(group, _)| group);
    let fields = |group: &str| -> Vec<&str> {
        known
            .iter()
            .map(String::as_str)
            .filter(|one| one.split_once('.').is_some_and(|(of, _)| of == group))
            .collect()
    };
    let mut list = fields(group);
    if list.is_empty() || group == "machine" {
        list = known
            .iter()
            .map(String::as_str)
            .filter(|one| !one.contains('.') || one.starts_with("machine"))
            .collect();
        list.extend(fields("workload"));
        for (group, any) in [("tunables", "tunables.KEY"), ("rules", "rules.KEY"), ("costs", "costs.KEY")] {
            if !fields(group).is_empty() {
                list.push(any);
            }
        }
    }
    format!("over: no axis {name:?} in this scenario; the choices are {}", list.join(", "))
}

fn workload(scenario: &Scenario) -> Map<String, Value> {
    match serde_json::to_value(&scenario.workload) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The axis with a name, if the scenario has it.
fn of(scenario: &Scenario, name: &str) -> Option<Axis> {
    let cpus = i64::from(scenario.machine.build().cpus().weight());
    let axis = |field: &str, mut values: Vec<i64>, present: i64| {
        values.push(present);
        values.sort_unstable();
        values.dedup();
        let place = values.iter().position(|value| *value == present)?;
        let values = values.into_iter().map(Value::from).collect();
        Some(Axis { name: name.into(), field: field.into(), values, present: place, is_ordered: true })
    };
    let words = |words: Vec<&str>, present: &str| {
        let place = words.iter().position(|word| *word == present)?;
        let values = words.into_iter().map(Value::from).collect();
        Some(Axis { name: name.into(), field: name.into(), values, present: place, is_ordered: false })
    };
    let classes = || scenario.lanes.iter().map(|lane| scenario.rules_of(lane).class);
    match name {
        "load" => {
            let load = scenario.workload.info().load;
            let field = format!("workload.{load}");
            let present = workload(scenario).get(load)?.as_i64()?;
            let limit = limits::of(&field)?;
            // The load that gives every CPU a task, if tasks follow from the load.
            let tasks = |value: i64| {
                let document = put(&document(scenario), &field, value.into()).ok()?;
                let scenario = sched_core::scenario::parse(&document.to_string()).ok()?;
                Some(i64::from(scenario.workload.tasks()))
            };
            let each = tasks(2).zip(tasks(1)).map_or(0, |(two, one)| two - one);
            let full = if each > 0 { (cpus + each - 1) / each } else { 0 };
            let mut values = around(present, limit.min, limit.max);
            values.extend(parts_of(full, &[1, 2, 3, 4, 6, 8, 12, 16, 24], 8));
            values.push(limit.min);
            values.retain(|value| (limit.min..=limit.max).contains(value));
            axis(&field, values, present)
        }
        "seed" => {
            let values = (0..SEEDS).map(|i| i64::from(scenario.seed.wrapping_add(i * SEED_STEP))).collect();
            axis("seed", values, i64::from(scenario.seed)).map(|axis| Axis { is_ordered: false, ..axis })
        }
        "cpus" if scenario.lanes.iter().all(|lane| lane.cpus.is_none()) => {
            // A list that is not the first CPUs is left alone.
            let machine = scenario.machine.build();
            let own = scenario.allowed_cpus(&machine, scenario.lanes.first()?);
            let count = i64::from(own.weight());
            let is_first = machine.cpus().iter().take(count as usize).eq(own.iter());
            let powers = (0..10).map(|i| 1 << i).filter(|count| *count < cpus);
            let values = powers.chain(parts_of(cpus, &[1, 2, 3, 4], 4)).collect();
            if is_first { axis("cpus", values, count) } else { None }
        }
        "kernel" if scenario.lanes.iter().all(|lane| lane.kernel.is_none()) => {
            words(KernelId::KEYS.to_vec(), scenario.kernel.key())
        }
        "machine.costs" => {
            let own = scenario.machine.family();
            let of_one_time =
                |family: &&Family| **family == own || own.plausible().any(|one| one == **family);
            words(Family::ALL.iter().filter(of_one_time).map(|family| family.key()).collect(), own.key())
        }
        _ => {
            let (group, key) = name.split_once('.')?;
            match group {
                "workload" => {
                    let present = workload(scenario).get(key)?.as_i64()?;
                    let limit = limits::of(name)?;
                    axis(name, around(present, limit.min, limit.max), present)
                }
                "tunables" => {
                    let info = TUNABLES.iter().find(|one| one.key == key)?;
                    if !classes().any(|class| info.family.has(class)) {
                        return None;
                    }
                    let limit = limits::of(name)?;
                    let present = i64::from(scenario.tunables.in_force(cpus as usize).of(key)?);
                    axis(name, around(present, limit.min, limit.max), present)
                }
                "rules" => {
                    let info = RULES.iter().find(|one| one.key == key)?;
                    let RuleKind::Number { min, max, .. } = info.kind else { return None };
                    if !classes().any(|class| info.of.has(class)) {
                        return None;
                    }
                    let rules = serde_json::to_value(scenario.rules_of(scenario.lanes.first()?)).ok()?;
                    let present = rules.get(key)?.as_i64()?;
                    axis(name, around(present, min.into(), max.into()), present)
                }
                "costs" => {
                    let info = cost(key)?;
                    let of_machine = scenario.machine.evidence(info).value;
                    let present = i64::from(scenario.costs.get(key).copied().unwrap_or(of_machine));
                    axis(name, around(present, info.min.into(), info.max.into()), present)
                }
                _ => None,
            }
        }
    }
}

/// Numbers around the present one: from a quarter to four times as much. Beside zero: parts of the range.
fn around(present: i64, min: i64, max: i64) -> Vec<i64> {
    let mut values = if min < 0 {
        vec![min, min / 2, min / 4, 0, max / 4, max / 2, max]
    } else if present == 0 {
        let most = max.min(1000);
        vec![most / 100, most / 20, most / 10, most / 4, most / 2, most]
    } else {
        parts_of(present, &[2, 4, 6, 8, 12, 16, 24, 32], 8)
    };
    if min == 0 {
        values.push(0);
    }
    values.iter().map(|value| (*value).clamp(min, max)).collect()
}

fn parts_of(whole: i64, parts: &[i64], of: i64) -> Vec<i64> {
    parts.iter().map(|part| (whole.saturating_mul(*part) + of / 2) / of).filter(|value| *value > 0).collect()
}

fn document(scenario: &Scenario) -> Value {
    serde_json::to_value(scenario).expect("plain data")
}

/// The document with an axis at one of its values.
///
/// # Errors
/// A sentence about the field.
pub fn at(document: &Value, axis: &Axis, place: usize) -> Result<Value, String> {
    let value = axis.values[place].clone();
    if place == axis.present {
        return Ok(document.clone());
    }
    match axis.field.as_str() {
        "seed" | "kernel" => {
            let mut next = document.clone();
            next[&axis.field] = value;
            Ok(next)
        }
        "machine.costs" => with_costs_of(document, value.as_str().unwrap_or_default()),
        field => put(document, field, value),
    }
}

/// The document with the costs of another family: those that differ and were not measured on the machine or set.
fn with_costs_of(document: &Value, family: &str) -> Result<Value, String> {
    let scenario = sched_core::scenario::parse(&document.to_string());
    let scenario = scenario.map_err(|faults| faults[0].message.clone())?;
    let family = Family::from_key(family).ok_or("no such family")?;
    let own = scenario.machine.family();
    let measured = |key: &str| match &scenario.machine {
        MachineChoice::Own(own) => own.costs.contains_key(key),
        MachineChoice::Named(_) => false,
    };
    let mut next = document.clone();
    for cost in COSTS {
        let value = cost.by_family(family).value;
        if value != cost.by_family(own).value && !measured(cost.key) && !scenario.costs.contains_key(cost.key)
        {
            next = put(&next, &format!("costs.{}", cost.key), value.into())?;
        }
    }
    Ok(next)
}

#[cfg(test)]
mod tests {
    use super::{Axis, at, known, read};
    use sched_core::scenario::{Scenario, parse};
    use serde_json::{Value, json};

    fn scenario(machine: &Value, work: &Value) -> Scenario {
        let document =
            json!({"version": 3, "machine": machine, "kernel": "6.6", "workload": work, "lanes": [{}, {}]});
        parse(&document.to_string()).expect("a good scenario")
    }

    fn pairs() -> Scenario {
        scenario(&json!("jacobsville-24"), &json!({"kind": "pairs", "pairs": 14}))
    }

    fn axis(scenario: &Scenario, name: &str) -> Axis {
        read(scenario, &[name.into()]).expect("an axis").remove(0)
    }

    #[test]
    fn every_known_axis_holds_the_present_value_and_all_its_values_make_scenarios() {
        let works = [json!({"kind": "pairs"}), json!({"kind": "hackbench"}), json!({"kind": "hogs"})];
        for scenario in works.iter().map(|work| scenario(&json!("kunpeng920-24"), work)) {
            let document = serde_json::to_value(&scenario).expect("plain data");
            for name in known(&scenario) {
                let Ok(axis) = read(&scenario, std::slice::from_ref(&name)).map(|mut axes| axes.remove(0))
                else {
                    continue;
                };
                assert_eq!(at(&document, &axis, axis.present).as_ref(), Ok(&document), "{name}");
                for place in 0..axis.values.len() {
                    let next = at(&document, &axis, place).expect("a document");
                    assert_eq!(next == document, place == axis.present, "{name} {:?}", axis.values);
                }
            }
        }
    }

    #[test]
    fn the_load_goes_from_one_to_three_tasks_for_each_cpu() {
        let axis = axis(&pairs(), "load");
        assert_eq!(axis.field, "workload.pairs");
        assert_eq!(axis.values[axis.present], 14);
        let values: Vec<i64> = axis.values.iter().filter_map(Value::as_i64).collect();
        assert_eq!((values.first(), values.last()), (Some(&1), Some(&56)));
        assert!([12, 36].iter().all(|full| values.contains(full)), "{values:?}");
    }

    #[test]
    fn the_costs_of_another_machine_leave_what_was_measured_or_set() {
        let mut scenario = pairs();
        scenario.costs.insert("write".into(), 777);
        let document = serde_json::to_value(&scenario).expect("plain data");
        let axis = axis(&scenario, "machine.costs");
        assert_eq!(axis.values, [json!("kunpeng"), json!("xeon"), json!("epyc")]);
        let other = at(&document, &axis, 0).expect("a document");
        let costs = other["costs"].as_object().expect("costs");
        assert_eq!(costs["write"], 777);
        assert!(costs.len() > 5);
        assert!(parse(&other.to_string()).is_ok());
    }

    #[test]
    fn an_unknown_axis_gives_one_sentence_that_names_the_choices() {
        let said = |name: &str| read(&pairs(), &[name.into()]).expect_err("a fault");
        assert_eq!(
            said("speed"),
            "over: no axis \"speed\" in this scenario; the choices are load, seed, cpus, kernel, machine.costs, \
             workload.pairs, workload.requests, workload.service_ns, workload.think_ns, tunables.KEY, rules.KEY, costs.KEY"
        );
        assert!(said("costs.speed").contains("the choices are costs.write, costs.read, "));
        assert!(said("workload.groups").ends_with("workload.service_ns, workload.think_ns"));
        let mut own = pairs();
        own.lanes[1].cpus = Some("0-3".into());
        assert!(!known(&own).contains(&"cpus".to_owned()));
        // The same field by two names is one axis.
        assert_eq!(read(&pairs(), &["load".into(), "workload.pairs".into()]).expect("axes").len(), 1);
    }
}
