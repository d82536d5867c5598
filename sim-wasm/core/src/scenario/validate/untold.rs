//! Whether a document is right, and no more.

use super::{contradictions, cost_fault};
use crate::document::fault::{Fault, FieldError};
use crate::document::json::Value;
use crate::document::place::Place;
use crate::document::read::{Read, read};
use crate::scenario::document::json_of;
use crate::scenario::{Scenario, VERSION, limits};

fn refused() -> FieldError {
    FieldError::new(&Place, None, Fault::Other)
}

/// Reads a scenario document and checks it. One of an older version is left to a build that tells.
///
/// # Errors
/// It is none, or not one of this version.
pub fn parse(text: &str) -> Result<Scenario, Vec<FieldError>> {
    let read = || {
        let document = json_of(text).ok()?;
        let (scenario, _) = (read::<Scenario>(&document).ok()?, are_in_range(&document).then_some(())?);
        (scenario.version == VERSION && contradictions(&scenario).is_empty()).then_some(scenario)
    };
    read().ok_or_else(|| vec![refused()])
}

/// Checks ranges and meaning of a scenario; empty when it is good.
pub fn check(scenario: &Scenario) -> Vec<FieldError> {
    let document = serde_json::to_string(scenario).ok().and_then(|text| json_of(&text).ok());
    if document.is_some_and(|document| are_in_range(&document)) {
        contradictions(scenario)
    } else {
        vec![refused()]
    }
}

pub(super) fn parse_part<T: Read>(_: &str, text: &str) -> Result<T, FieldError> {
    let document = json_of(text)?;
    read(&document).map_err(|_| refused())
}

fn are_in_range(document: &Value) -> bool {
    let costs = match document.get("costs") {
        Some(Value::Object(costs)) => {
            costs.iter().all(|(key, value)| cost_fault(&Place, key, value).is_none())
        }
        _ => true,
    };
    costs && is_in_range(&mut String::new(), document)
}

/// Whether the numbers of a value, and the lengths of its lists, are in their ranges. `path`: of the value, as limits have it.
fn is_in_range(path: &mut String, value: &Value) -> bool {
    let number = match value {
        Value::Array(items) => Some(items.len() as i64),
        Value::Whole(number) => Some(*number),
        // None that is not whole is in any range.
        Value::Number(_) => Some(i64::MAX),
        _ => None,
    };
    if let (Some(number), Some(limit)) = (number, limits::of(path))
        && !(limit.min..=limit.max).contains(&number)
    {
        return false;
    }
    let length = path.len();
    let mut is_good = |step: [&str; 2], value| {
        path.extend(step);
        let good = is_in_range(path, value);
        path.truncate(length);
        good
    };
    match value {
        Value::Object(fields) => {
            fields.iter().all(|(key, value)| is_good([if length == 0 { "" } else { "." }, key], value))
        }
        Value::Array(items) => items.iter().all(|value| is_good(["[]", ""], value)),
        _ => true,
    }
}
