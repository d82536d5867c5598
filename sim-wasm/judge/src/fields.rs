//! Puts a value into one field of a scenario document, as *Run many* on the page does.

use sched_core::engine::mask::CpuMask;
use sched_core::scenario;
use serde_json::{Map, Value};

/// The document with a field at a value: `workload.KEY`, `tunables.KEY`, `costs.KEY`, `rules.KEY` (in every lane) or `cpus`.
///
/// # Errors
/// A sentence about the field.
pub fn put(document: &Value, field: &str, value: Value) -> Result<Value, String> {
    let mut next = document.clone();
    let object = next.as_object_mut().ok_or("a scenario is an object")?;
    if field == "cpus" {
        let lanes = object.get("lanes").and_then(Value::as_array);
        let has_own = |lane: &Value| lane.get("cpus").is_some_and(|own| !own.is_null());
        if let Some(lane) = lanes.and_then(|lanes| lanes.iter().position(has_own)) {
            return Err(format!("field: lane {lane} sets cpus itself, so cpus cannot be swept"));
        }
        object.remove("cpus");
        let cpus = first_cpus(&Value::from(object.clone()), &value)?;
        object.insert("cpus".into(), cpus.into());
        return Ok(next);
    }
    let (group, key) = field.split_once('.').ok_or(format!("field: {field} is not GROUP.KEY or cpus"))?;
    let within = |place: &mut Map<String, Value>, group: &str| {
        let inner = place.entry(group).or_insert_with(|| Map::new().into());
        inner
            .as_object_mut()
            .map(|inner| inner.insert(key.into(), value.clone()))
            .ok_or(format!("{group} is no object"))
    };
    if group == "rules" {
        let lanes = object.get_mut("lanes").and_then(Value::as_array_mut).ok_or("a scenario has lanes")?;
        for lane in lanes {
            within(lane.as_object_mut().ok_or("a lane is an object")?, group)?;
        }
    } else {
        within(object, group)?;
    }
    Ok(next)
}

/// The first `count` CPUs of a scenario's machine as a list. The numbers of CPUs may have gaps.
fn first_cpus(document: &Value, count: &Value) -> Result<String, String> {
    let scenario = scenario::parse(&document.to_string()).map_err(|faults| faults[0].message.clone())?;
    let all = scenario.machine.build().cpus();
    let most = i64::from(all.weight());
    let within = count.as_i64().filter(|count| (1..=most).contains(count));
    let within = within.ok_or_else(|| format!("cpus is {count}; expected 1..={most} (CPUs)"))?;
    Ok(all.iter().take(within as usize).collect::<CpuMask>().to_list())
}
