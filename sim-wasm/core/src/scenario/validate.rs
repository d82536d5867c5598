//! Checking a scenario document.
//!
//! A document is wrong in three ways: its form (unknown or missing fields, wrong types), its ranges
//! ([`limits`]), and its meaning (fields that do not go together). Faults of the first two kinds are
//! reported at once, up to [`MOST`] of each; meaning is only looked at when form and ranges are right.

use super::document::json_of;
use super::upgrade::upgrade;
use super::{Flip, Lane, OwnMachine, Scenario, Workload, cpulist, limits, tasks};
use crate::document::fault::{Fault, FieldError};
use crate::document::json::{Fields, Value};
use crate::document::place::{Place, Step};
use crate::document::read::{KIND, Read, read};
use crate::machine::COSTS;
use crate::memory::layout;

/// Most faults of form, and of range, that are reported of one document: more help nobody, and a
/// document may be large.
const MOST: usize = 50;

/// A fault and where it is.
type Found = (Place, FieldError);

/// Reads a scenario document and checks it.
///
/// # Errors
/// Every field that is unknown, missing, of the wrong form or out of range.
pub fn parse(text: &str) -> Result<Scenario, Vec<FieldError>> {
    let mut document = json_of(text).map_err(|fault| vec![fault])?;
    upgrade(&mut document);
    let (scenario, mut found) = read_all(&document);
    for fault in out_of_range(&document) {
        if found.iter().all(|(known, _)| *known != fault.0) {
            found.push(fault);
        }
    }
    match scenario {
        Some(scenario) if found.is_empty() => {
            let faults = contradictions(&scenario);
            if faults.is_empty() { Ok(scenario) } else { Err(faults) }
        }
        _ => Err(errors(found)),
    }
}

fn errors(found: Vec<Found>) -> Vec<FieldError> {
    found.into_iter().map(|(_, error)| error).collect()
}

/// Reads the flips of a lane, of which only the form is checked.
///
/// # Errors
/// The first field that is unknown, missing or of the wrong form.
pub fn parse_flips(text: &str) -> Result<Vec<Flip>, FieldError> {
    parse_part("lanes[].flips", text)
}

/// Reads a workload, of which only the form is checked.
///
/// # Errors
/// The first field that is unknown, missing or of the wrong form.
pub fn parse_workload(text: &str) -> Result<Workload, FieldError> {
    parse_part("workload", text)
}

/// Reads a machine of one's own, and puts the rows beside its texts that stand for them.
///
/// # Errors
/// The first field that is unknown, missing or of the wrong form, or says no machine.
pub fn parse_machine(text: &str) -> Result<OwnMachine, FieldError> {
    let own: OwnMachine = parse_part("machine", text)?;
    own.with_rows()
}

fn parse_part<T: Read>(field: &str, text: &str) -> Result<T, FieldError> {
    let document = json_of(text).map_err(|fault| fault.within(field))?;
    read_form(&document)
        .map_err(|(place, fault)| FieldError::new(&place, place.get(&document), fault).within(field))
}

/// Checks ranges and meaning of a scenario; empty when it is good.
pub fn check(scenario: &Scenario) -> Vec<FieldError> {
    let document = match json_of(&serde_json::to_string(scenario).unwrap_or_default()) {
        Ok(document) => document,
        Err(fault) => return vec![fault],
    };
    let found = out_of_range(&document);
    if found.is_empty() { contradictions(scenario) } else { errors(found) }
}

/// Reads the form. A field that cannot be read is noted and left out, and reading starts again, so
/// that one pass over a document finds all of them.
fn read_all(document: &Value) -> (Option<Scenario>, Vec<Found>) {
    let mut rest = document.clone();
    let mut found: Vec<Found> = Vec::new();
    while found.len() < MOST {
        let (place, fault) = match read_form(&rest) {
            Ok(scenario) => return (Some(scenario), found),
            Err(fault) => fault,
        };
        // A field that was left out and then missed has been reported already.
        if found.iter().any(|(known, _)| known.is_in(&place)) {
            break;
        }
        // Without its kind nothing of an object can be read.
        let left_out = if matches!(place.0.last(), Some(Step::Key(key)) if key == KIND) {
            place.parent()
        } else {
            place.clone()
        };
        let error = FieldError::new(&place, place.get(document), fault);
        found.push((place, error));
        if !left_out.remove(&mut rest) {
            break;
        }
    }
    (None, found)
}

fn read_form<T: Read>(document: &Value) -> Result<T, (Place, Fault)> {
    read(document).map_err(|(place, fault)| match (limits::of(&place.pattern()), fault) {
        (Some(limit), Fault::NotNumber) => (place, limit.fault()),
        (_, fault) => (place, fault),
    })
}

/// The numbers and lists of a document that leave their range.
fn out_of_range(document: &Value) -> Vec<Found> {
    let mut found = Vec::new();
    visit(&mut Place::default(), document, &mut found);
    if let Some(Value::Object(costs)) = document.get("costs") {
        found.extend(costs_out_of_range(costs));
    }
    found
}

fn visit(place: &mut Place, value: &Value, found: &mut Vec<Found>) {
    if found.len() == MOST {
        return;
    }
    let count = match value {
        Value::Array(items) => Some(Value::from(items.len())),
        _ => None,
    };
    let measured = count.as_ref().unwrap_or(value);
    if measured.is_number()
        && let Some(limit) = limits::of(&place.pattern())
        && !measured.as_i64().is_some_and(|number| (limit.min..=limit.max).contains(&number))
    {
        let fault = if count.is_some() { limit.fault_of_count() } else { limit.fault() };
        found.push((place.clone(), FieldError::new(place, Some(measured), fault)));
    }
    let mut inside = |step, value| {
        place.0.push(step);
        visit(place, value, found);
        place.0.pop();
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| inside(Step::Key(key.clone()), value)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, value)| inside(Step::Index(i), value)),
        _ => {}
    }
}

fn costs_out_of_range(costs: &Fields) -> Vec<Found> {
    let of = Place::field("costs");
    let fault = |(key, value): (&String, &Value)| Some((of.clone().key(key), cost_fault(&of, key, value)?));
    costs.iter().filter_map(fault).take(MOST).collect()
}

/// What is wrong with one of the costs that stand at a place.
pub(super) fn cost_fault(of: &Place, key: &str, value: &Value) -> Option<FieldError> {
    let fault = match COSTS.iter().find(|cost| cost.key == key) {
        None => Fault::UnknownField { known: COSTS.iter().map(|cost| cost.key).collect() },
        Some(cost) => {
            let (min, max) = (i64::from(cost.min), i64::from(cost.max));
            if value.as_i64().is_some_and(|value| (min..=max).contains(&value)) {
                return None;
            }
            Fault::OutOfRange { min, max, unit: cost.unit }
        }
    };
    Some(FieldError::new(&of.clone().key(key), Some(value), fault))
}

/// Fields that do not go together.
fn contradictions(scenario: &Scenario) -> Vec<FieldError> {
    let mut faults = Vec::new();
    let mut refuse =
        |place: &Place, value: Value, fault| faults.push(FieldError::new(place, Some(&value), fault));
    let limit_ms = scenario.limit_ms;
    if scenario.warmup_ms > limit_ms {
        let fault = Fault::OutOfRange { min: 0, max: i64::from(limit_ms), unit: "ms, at most limit_ms" };
        refuse(&Place::field("warmup_ms"), scenario.warmup_ms.into(), fault);
    }
    let lane_at = |index| Place::field("lanes").index(index);
    let lanes = || scenario.lanes.iter().enumerate();
    let of_lanes = lanes().map(|(i, lane)| (lane_at(i).key("cpus"), &lane.cpus));
    if let Some(fault) = scenario.machine.fault() {
        faults.push(fault);
        return faults;
    }
    let machine = scenario.machine.build();
    for (place, list) in std::iter::once((Place::field("cpus"), &scenario.cpus)).chain(of_lanes) {
        if let Some(list) = list
            && cpulist::parse(list, machine.cpus()).is_none()
        {
            refuse(&place, list.as_str().into(), Fault::NotCpus { last: machine.nr_cpu_ids as u32 - 1 });
        }
    }
    if let Workload::RtApp(work) = &scenario.workload {
        for (i, task) in work.tasks.iter().enumerate() {
            if let Some(list) = &task.cpus
                && cpulist::parse(list, machine.cpus()).is_none()
            {
                let place = Place::field("workload").key("tasks").index(i).key("cpus");
                refuse(&place, list.as_str().into(), Fault::NotCpus { last: machine.nr_cpu_ids as u32 - 1 });
            }
        }
    }
    let count = scenario.workload.tasks();
    if !(1..=limits::MAX_TASKS).contains(&count) {
        let fault = Fault::Count { min: 1, max: u64::from(limits::MAX_TASKS), unit: "tasks" };
        refuse(&Place::field("workload"), count.into(), fault);
    }
    for (place, value, fault) in tasks::faults(scenario) {
        refuse(&place, value, fault);
    }
    for (i, lane) in lanes() {
        if let Some(lacking) = layout_fault(lane) {
            refuse(&lane_at(i).key("layout"), lacking.into(), Fault::Layout);
        }
        let mut earliest = 0;
        for (j, flip) in lane.flips.iter().enumerate() {
            let latest = u64::from(limit_ms) * 1_000_000;
            if !(earliest..=latest).contains(&flip.at_ns) {
                let unit = "ns, in time order, at most limit_ms";
                let fault = Fault::OutOfRange { min: earliest as i64, max: latest as i64, unit };
                refuse(&lane_at(i).key("flips").index(j).key("at_ns"), flip.at_ns.into(), fault);
            }
            earliest = earliest.max(flip.at_ns);
        }
    }
    faults
}

/// What a layout of one's own, which names every field once, lacks.
fn layout_fault(lane: &Lane) -> Option<String> {
    if lane.layout.is_empty() { None } else { layout::fault(&lane.layout) }
}
