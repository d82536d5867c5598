//! Reading and checking a scenario document.

use super::Scenario;
use serde::Serialize;

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FieldError {
    /// Path of the field, for instance `workload.groups` or `lanes[1].flips[0].at_ns`.
    pub field: String,
    /// The value found, as JSON text.
    pub value: String,
    /// What is allowed, for instance `1..=100`.
    pub expected: String,
    /// One English sentence that names field, value and range.
    pub message: String,
}

/// Reads a scenario document and checks it.
///
/// # Errors
/// Every field that is unknown, missing, of the wrong form or out of range.
pub fn parse(json: &str) -> Result<Scenario, Vec<FieldError>> {
    serde_json::from_str(json).map_err(|e| {
        vec![FieldError {
            field: String::new(),
            value: String::new(),
            expected: String::new(),
            message: e.to_string(),
        }]
    })
}
