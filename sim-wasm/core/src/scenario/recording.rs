//! The recording of a document. Its file is beside the document: who opens it is asked for it.

use super::{Scenario, limits};
use crate::document::Value;
use crate::document::fault::Fault;
use crate::document::place::Place;
use crate::document::read::fields;
use serde::Serialize;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// A window of a recording.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct RecordingRef {
    /// The name of the file.
    pub name: String,
    /// The hash of its bytes, 16 hexadecimal digits.
    pub hash: String,
    /// The window in the recording's clock (ns), which begins at 0 or in the recording.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub from_ns: u64,
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub until_ns: u64,
}
fields!(RecordingRef { name, hash, from_ns, until_ns } required name, hash, from_ns, until_ns);

/// What is wrong with the recording: the place, the value, and the fault.
pub fn faults(scenario: &Scenario) -> Vec<(Place, Value, Fault)> {
    let Some(recording) = &scenario.recording else { return Vec::new() };
    let at = |key| Place::field("recording").key(key);
    let mut faults = Vec::new();
    let length = recording.name.chars().count();
    if !(1..=limits::MAX_FILE_NAME).contains(&length) {
        let fault = Fault::Count { min: 1, max: limits::MAX_FILE_NAME as u64, unit: "characters" };
        faults.push((at("name"), length.into(), fault));
    }
    let is_hash = recording.hash.len() == 16 && recording.hash.bytes().all(|c| c.is_ascii_hexdigit());
    if !is_hash {
        faults.push((at("hash"), recording.hash.as_str().into(), Fault::NotHash));
    }
    if recording.from_ns >= recording.until_ns {
        let fault = Fault::OutOfRange { min: 1 + recording.from_ns as i64, max: i64::MAX, unit: "ns" };
        faults.push((at("until_ns"), recording.until_ns.into(), fault));
    }
    faults
}
