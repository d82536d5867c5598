//! Checking a scenario document.
//!
//! A document can be invalid in three respects: its form (unknown or missing fields, wrong types), its ranges
//! ([`limits`]), and its meaning (contradictory fields). Meaning is checked only if form and ranges are valid.

mod parse;

use super::{Flip, Lane, OwnMachine, Scenario, Workload, cpulist, limits, policies, recording, rtapp, tasks};
use crate::document::fault::{Fault, FieldError};
use crate::document::json::Value;
use crate::document::place::Place;
use crate::machine::{COSTS, cost};
use crate::memory::layout;

use parse::parse_part;
pub use parse::{check, parse};

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

/// Reads a custom machine, and adds the `rows` that its texts describe.
///
/// # Errors
/// The first field that is unknown, missing or of the wrong form, or the reason why the machine is invalid.
pub fn parse_machine(text: &str) -> Result<OwnMachine, FieldError> {
    let own: OwnMachine = parse_part("machine", text)?;
    own.with_rows()
}

/// The fault of one of the costs at a place.
pub(super) fn cost_fault(of: &Place, key: &str, value: &Value) -> Option<FieldError> {
    let fault = match cost(key) {
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

/// The contradictions between fields.
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
        for (place, value, fault) in rtapp::faults(work, scenario.groups.len(), &machine) {
            refuse(&place, value, fault);
        }
    }
    if let Workload::Replay(replay) = &scenario.workload {
        let place = |key| Place::field("workload").key(key);
        let is_hash = replay.hash.len() == 16 && replay.hash.bytes().all(|c| c.is_ascii_hexdigit());
        if !is_hash {
            refuse(&place("hash"), replay.hash.as_str().into(), Fault::NotHash);
        }
        let length = replay.name.chars().count();
        if length > limits::MAX_RESOURCE_NAME {
            let fault = Fault::Count { min: 0, max: limits::MAX_RESOURCE_NAME as u64, unit: "characters" };
            refuse(&place("name"), length.into(), fault);
        }
    }
    let count = scenario.workload.tasks();
    if !(1..=limits::MAX_TASKS).contains(&count) {
        let fault = Fault::Count { min: 1, max: u64::from(limits::MAX_TASKS), unit: "tasks" };
        refuse(&Place::field("workload"), count.into(), fault);
    }
    for (place, value, fault) in tasks::faults(scenario, &machine)
        .into_iter()
        .chain(policies::faults(scenario))
        .chain(recording::faults(scenario))
    {
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

/// The fault of a custom layout, which has to name every field once.
fn layout_fault(lane: &Lane) -> Option<String> {
    if lane.layout.is_empty() { None } else { layout::fault(&lane.layout) }
}
