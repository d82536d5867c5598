//! Every fault of a document, those of form and of ranges at once, up to [`MOST`] of each.

use super::{contradictions, cost_fault};
use crate::document::fault::{Fault, FieldError};
use crate::document::json::{Fields, Value};
use crate::document::place::{Place, Step};
use crate::document::read::{KIND, Read, read};
use crate::scenario::document::json_of;
use crate::scenario::upgrade::upgrade;
use crate::scenario::{FIRST_VERSION, Scenario, VERSION, limits};

/// Most faults of form, and of range, that are reported of one document. A document may be large, and
/// more faults would not help the reader.
const MOST: usize = 50;

/// A fault and its place.
type Found = (Place, FieldError);

/// Reads a scenario document of any release and checks it.
///
/// # Errors
/// Every field that is unknown, missing, of the wrong form or out of range.
pub fn parse(text: &str) -> Result<Scenario, Vec<FieldError>> {
    let document = json_of(text).map_err(|fault| vec![fault])?;
    if let Some(version) = document.get("version")
        && let Some(fault) = version.as_u64().and_then(fault_of_version)
    {
        return Err(vec![FieldError::of_field("version", version, fault)]);
    }
    let (scenario, mut found) = read_all(&document);
    for fault in out_of_range(&document) {
        if found.iter().all(|(known, _)| *known != fault.0) {
            found.push(fault);
        }
    }
    match scenario {
        Some(mut scenario) if found.is_empty() => {
            let faults = contradictions(&scenario);
            if !faults.is_empty() {
                return Err(faults);
            }
            upgrade(&mut scenario);
            Ok(scenario)
        }
        _ => Err(errors(found)),
    }
}

/// A version that no release wrote, or that only a newer one writes. The rest of such a document is not examined.
fn fault_of_version(version: u64) -> Option<Fault> {
    match version {
        1.. if version < u64::from(FIRST_VERSION) => Some(Fault::BeforeRelease),
        _ if version > u64::from(VERSION) => Some(Fault::NewerRelease { newest: VERSION }),
        _ => None,
    }
}

fn errors(found: Vec<Found>) -> Vec<FieldError> {
    found.into_iter().map(|(_, error)| error).collect()
}

pub(super) fn parse_part<T: Read>(field: &str, text: &str) -> Result<T, FieldError> {
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
        // The missing field was left out above, and its fault is already reported.
        if found.iter().any(|(known, _)| known.is_in(&place)) {
            break;
        }
        // An object without its kind cannot be read, so the whole object is left out.
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

/// The numbers and lists of a document that are out of range.
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
