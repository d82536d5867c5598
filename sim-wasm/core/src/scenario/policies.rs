//! The policies of a document: `sched_ext` schedulers in C. The simulator gets them compiled, beside the document.

use super::{Scenario, limits};
use crate::document::Value;
use crate::document::fault::{Fault, FieldError};
use crate::document::place::{Place, Way};
use crate::document::read::{Read, fields};
use crate::machine::sched_ext::Release;
use serde::Serialize;
use std::collections::BTreeMap;

#[cfg(feature = "schema")]
use {schemars::JsonSchema, ts_rs::TS};

/// A `sched_ext` scheduler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema, TS))]
#[cfg_attr(feature = "schema", schemars(deny_unknown_fields))]
pub struct PolicySource {
    /// What lanes call it.
    pub name: String,
    /// The C source, as in a `.bpf.c` file.
    #[cfg_attr(feature = "schema", schemars(with = "String"), ts(as = "String"))]
    pub source: Source,
    /// Values of its parameters (`const volatile` globals) that differ from the source, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schema", ts(type = "Record<string, number>"))]
    pub knobs: BTreeMap<String, i64>,
}
fields!(PolicySource { name, source, knobs } required name, source);

/// The policy of a lane.
pub struct LanePolicy<'a> {
    /// Its place in the list of policies.
    pub at: usize,
    pub source: &'a PolicySource,
    /// The release whose interface it has.
    pub release: sched_vm::Release,
}

impl Scenario {
    /// The policy that schedules a lane; `None`: the kernel's own scheduler does.
    pub fn policy_of(&self, lane: usize) -> Option<LanePolicy<'_>> {
        let lane = self.lanes.get(lane)?;
        let name = lane.policy.as_ref()?;
        let (at, source) = self.policies.iter().enumerate().find(|(_, policy)| policy.name == *name)?;
        Some(LanePolicy { at, source, release: Release::of(self.kernel_of(lane))?.interface() })
    }
}

impl LanePolicy<'_> {
    /// The fault of the document if its source has one.
    pub fn fault(&self, line: u32, column: u32, why: String) -> FieldError {
        let place = Place::field("policies").index(self.at).key("source");
        FieldError::new(&place, None, Fault::Source { line, column, why })
    }
}

/// A text that keeps its line breaks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Source(pub String);

impl Read for Source {
    fn read(&mut self, value: &Value, _: &Way) -> Result<(), Fault> {
        self.0 = value.as_str().ok_or(Fault::NotText)?.to_string();
        Ok(())
    }
}

/// Contradictions between policies and lanes: the place, the value, and the fault.
pub fn faults(scenario: &Scenario) -> Vec<(Place, Value, Fault)> {
    let mut faults = Vec::new();
    for (i, policy) in scenario.policies.iter().enumerate() {
        let at = |key| Place::field("policies").index(i).key(key);
        let length = policy.name.chars().count();
        if !(1..=limits::MAX_NAME).contains(&length) {
            let fault = Fault::Count { min: 1, max: limits::MAX_NAME as u64, unit: "characters" };
            faults.push((at("name"), length.into(), fault));
        }
        if scenario.policies[..i].iter().any(|before| before.name == policy.name) {
            faults.push((at("name"), policy.name.as_str().into(), Fault::Duplicate));
        }
        let bytes = policy.source.0.len();
        if bytes > limits::MAX_SOURCE {
            let fault = Fault::Count { min: 0, max: limits::MAX_SOURCE as u64, unit: "bytes" };
            faults.push((at("source"), bytes.into(), fault));
        }
    }
    for (i, lane) in scenario.lanes.iter().enumerate() {
        let Some(name) = &lane.policy else { continue };
        let place = Place::field("lanes").index(i).key("policy");
        if !scenario.policies.iter().any(|policy| policy.name == *name) {
            faults.push((place, name.as_str().into(), Fault::NoPolicy));
        } else if Release::of(scenario.kernel_of(lane)).is_none() {
            faults.push((place, name.as_str().into(), Fault::NoSchedExt));
        }
    }
    faults
}
