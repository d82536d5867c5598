//! Reading and checking a scenario document.
//!
//! A document is wrong in three ways: its form (unknown or missing fields, wrong types), its ranges
//! ([`limits`]), and its meaning (fields that do not go together). Faults of the first two kinds are
//! reported at once, up to [`MOST`] of each; meaning is only looked at when form and ranges are right.

use super::place::{self, Place, Step};
use super::{
    Flip, Hackbench, Jobs, Lane, Numa, Pairs, Scenario, Schbench, Sharing, Workload, cpulist, limits,
};
use crate::machine::{COSTS, Machine};
use crate::memory::layout;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// Most faults of form, and of range, that are reported of one document: more help nobody, and a
/// document may be large.
const MOST: usize = 50;

/// What is wrong with a field, for saying it in any language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum FaultKind {
    /// The whole is not JSON.
    NotJson,
    /// There is no such field; `expected` lists those there are.
    UnknownField,
    /// There is no such value.
    Missing,
    /// It is not one of the words in `expected`.
    UnknownWord,
    /// It is not within `expected`, for instance `1..=100`.
    OutOfRange,
    NotNumber,
    NotList,
    NotObject,
    NotBool,
    NotText,
    /// It is not a list of CPUs.
    NotCpus,
    /// It does not have every field of `task_group` once.
    Layout,
    /// It is not allowed for the reason in `expected`.
    Other,
}

/// One thing that is wrong with a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct FieldError {
    /// Path of the field, for instance `workload.groups` or `lanes[1].flips[0].at_ns`; empty: the
    /// whole document.
    pub field: String,
    pub kind: FaultKind,
    /// The value found, as JSON text; empty: none.
    pub value: String,
    /// What is allowed, for instance `1..=100`.
    pub expected: String,
    /// One English sentence that names field, value and range.
    pub message: String,
}

impl FieldError {
    fn new(
        kind: FaultKind,
        field: impl Into<String>,
        value: Option<&Value>,
        expected: impl Into<String>,
    ) -> Self {
        let (field, expected) = (field.into(), expected.into());
        let value = value.map(excerpt).unwrap_or_default();
        let subject = if field.is_empty() { "the document" } else { &field };
        let found = if value.is_empty() { "missing" } else { &value };
        let message = format!("{subject} is {found}; expected {expected}.");
        Self { field, kind, value, expected, message }
    }

    fn out_of_range(field: impl Into<String>, value: &Value, range: &str, unit: &str) -> Self {
        let mut error = Self::new(FaultKind::OutOfRange, field, Some(value), range);
        if !unit.is_empty() {
            error.message = error.message.replace(&format!("{range}."), &format!("{range} ({unit})."));
        }
        error
    }
}

/// The value as JSON text, cut where a message would grow too long.
fn excerpt(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = value.to_string();
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// Reads a scenario document and checks it.
///
/// # Errors
/// Every field that is unknown, missing, of the wrong form or out of range.
pub fn parse(json: &str) -> Result<Scenario, Vec<FieldError>> {
    let document = json_of(json).map_err(|fault| vec![fault])?;
    let (scenario, mut faults) = read(&document);
    for fault in out_of_range(&document) {
        if faults.iter().all(|known| known.field != fault.field) {
            faults.push(fault);
        }
    }
    match scenario {
        Some(scenario) if faults.is_empty() => {
            let faults = contradictions(&scenario);
            if faults.is_empty() { Ok(scenario) } else { Err(faults) }
        }
        _ => Err(faults),
    }
}

/// Reads the flips of a lane, of which only the form is checked.
///
/// # Errors
/// The first field that is unknown, missing or of the wrong form.
pub fn parse_flips(json: &str) -> Result<Vec<Flip>, FieldError> {
    read_at("", &json_of(json)?).map_err(|fault| {
        let field = format!("lanes[].flips{}", fault.error.field);
        FieldError { field, ..*fault.error }
    })
}

fn json_of(json: &str) -> Result<Value, FieldError> {
    serde_json::from_str(json).map_err(|error| {
        let found = Value::String(json.to_string());
        let mut fault = FieldError::new(FaultKind::NotJson, "", Some(&found), "a JSON document");
        fault.message = format!("the document is not JSON: {error}.");
        fault
    })
}

/// Checks ranges and meaning of a scenario; empty when it is good.
pub fn check(scenario: &Scenario) -> Vec<FieldError> {
    let document = serde_json::to_value(scenario).unwrap_or_default();
    let faults = out_of_range(&document);
    if faults.is_empty() { contradictions(scenario) } else { faults }
}

/// Reads the form. A field that cannot be read is noted and left out, and reading starts again, so
/// that one pass over a document finds all of them.
fn read(document: &Value) -> (Option<Scenario>, Vec<FieldError>) {
    let mut rest = document.clone();
    let mut faults: Vec<FieldError> = Vec::new();
    while faults.len() < MOST {
        let fault = match read_form(&rest) {
            Ok(scenario) => return (Some(scenario), faults),
            Err(fault) => fault,
        };
        // A field that was left out and then missed has been reported already.
        let missed = &fault.error.field;
        let inside = format!("{missed}.");
        let reported = |known: &FieldError| known.field == *missed || known.field.starts_with(&inside);
        if faults.iter().any(reported) {
            break;
        }
        faults.push(*fault.error);
        if !fault.place.remove(&mut rest) {
            break;
        }
    }
    (None, faults)
}

fn read_form(document: &Value) -> Result<Scenario, Fault> {
    // The workload's kind decides which fields it has, and the path inside is lost if the whole
    // document is read at once.
    if let Some(workload @ Value::Object(_)) = document.get("workload") {
        read_workload(workload)?;
    }
    read_at("", document)
}

fn read_workload(workload: &Value) -> Result<Workload, Fault> {
    let mut fields = workload.clone();
    let kind = fields.as_object_mut().and_then(|fields| fields.remove("kind"));
    let base = "workload";
    Ok(match kind.as_ref().and_then(Value::as_str) {
        Some("hackbench") => Workload::Hackbench(read_at::<Hackbench>(base, &fields)?),
        Some("pairs") => Workload::Pairs(read_at::<Pairs>(base, &fields)?),
        Some("jobs") => Workload::Jobs(read_at::<Jobs>(base, &fields)?),
        Some("numa") => Workload::Numa(read_at::<Numa>(base, &fields)?),
        Some("sharing") => Workload::Sharing(read_at::<Sharing>(base, &fields)?),
        Some("schbench") => Workload::Schbench(read_at::<Schbench>(base, &fields)?),
        _ => {
            let kinds = "one of hackbench, pairs, jobs, numa, sharing, schbench";
            let fault = if kind.is_some() { FaultKind::UnknownWord } else { FaultKind::Missing };
            let error = FieldError::new(fault, "workload.kind", kind.as_ref(), kinds);
            let place = Place(vec![Step::Key(base.to_string())]);
            return Err(Fault { place, error: Box::new(error) });
        }
    })
}

/// Read like the rest of the document: what serde derives for a tagged enumeration is a second reader of
/// every workload, which is more than 7 kB of the first load.
impl<'de> Deserialize<'de> for Workload {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let workload = Map::deserialize(from)?;
        read_workload(&Value::Object(workload)).map_err(|fault| D::Error::custom(fault.error.message))
    }
}

fn read_at<T: DeserializeOwned>(base: &str, value: &Value) -> Result<T, Fault> {
    place::read(value).map_err(|(mut place, error)| {
        let message = error.to_string();
        let list = |text: &str| text.trim_start_matches("one of ").replace('`', "");
        let expected = message.rsplit_once("expected ").map_or(message.as_str(), |(_, expected)| expected);
        let (kind, expected) = if message.starts_with("unknown field") {
            (FaultKind::UnknownField, format!("a known field ({})", list(expected)))
        } else if let Some(rest) = message.strip_prefix("missing field `") {
            place.0.push(Step::Key(rest.trim_end_matches('`').to_string()));
            (FaultKind::Missing, "a value".to_string())
        } else if message.starts_with("unknown variant") {
            (FaultKind::UnknownWord, list(expected))
        } else {
            let limit = limits::of(&join(base, &place.to_string()));
            let limit = limit.filter(|_| matches!(expected, "u32" | "u64"));
            limit.map_or_else(|| plain(&list(expected)), |limit| (FaultKind::OutOfRange, limit.range()))
        };
        let error = FieldError::new(kind, join(base, &place.to_string()), place.get(value), expected);
        if !base.is_empty() {
            place.0.insert(0, Step::Key(base.to_string()));
        }
        Fault { place, error: Box::new(error) }
    })
}

/// A fault of form, and where it is.
struct Fault {
    place: Place,
    error: Box<FieldError>,
}

/// What serde expects, in a reader's words.
fn plain(expected: &str) -> (FaultKind, String) {
    let (kind, words) = match expected {
        "u32" | "u64" => (FaultKind::NotNumber, "a whole number, 0 or more"),
        "a sequence" => (FaultKind::NotList, "a list"),
        "a map" => (FaultKind::NotObject, "an object"),
        "a boolean" => (FaultKind::NotBool, "true or false"),
        "a string" => (FaultKind::NotText, "a text"),
        _ if expected.starts_with("struct") || expected.starts_with("internally tagged") => {
            (FaultKind::NotObject, "an object")
        }
        _ => (FaultKind::Other, expected),
    };
    (kind, words.to_string())
}

fn join(base: &str, field: &str) -> String {
    match (base, field) {
        ("", _) => field.to_string(),
        (_, "") => base.to_string(),
        _ => format!("{base}.{field}"),
    }
}

/// The numbers and lists of a document that leave their range.
fn out_of_range(document: &Value) -> Vec<FieldError> {
    let mut faults = Vec::new();
    visit("", document, &mut |path, value| {
        if faults.len() >= MOST {
            return;
        }
        let Some(limit) = limits::of(path) else { return };
        let measure = match value {
            Value::Number(number) => number.as_u64(),
            Value::Array(items) => Some(items.len() as u64),
            _ => return,
        };
        if measure.is_some_and(|measure| (limit.min..=limit.max).contains(&measure)) {
            return;
        }
        faults.push(match value {
            Value::Array(items) => {
                let range = format!("{} {}", limit.range(), limit.unit);
                let mut fault =
                    FieldError::new(FaultKind::OutOfRange, path, Some(&items.len().into()), range);
                fault.message = format!("{path} has {} entries; expected {}.", items.len(), limit.range());
                fault
            }
            _ => FieldError::out_of_range(path, value, &limit.range(), limit.unit),
        });
    });
    if let Some(Value::Object(costs)) = document.get("costs") {
        faults.extend(costs_out_of_range(costs));
    }
    faults
}

fn costs_out_of_range(costs: &Map<String, Value>) -> Vec<FieldError> {
    let fault = |(key, value): (&String, &Value)| {
        let field = format!("costs.{key}");
        let Some(cost) = COSTS.iter().find(|cost| cost.key == key) else {
            let known: Vec<&str> = COSTS.iter().map(|cost| cost.key).collect();
            let expected = format!("a known cost ({})", known.join(", "));
            return Some(FieldError::new(FaultKind::UnknownField, field, Some(value), expected));
        };
        let allowed = u64::from(cost.min)..=u64::from(cost.max);
        let good = value.as_u64().is_some_and(|value| allowed.contains(&value));
        (!good).then(|| {
            FieldError::out_of_range(field, value, &format!("{}..={}", cost.min, cost.max), cost.unit)
        })
    };
    costs.iter().filter_map(fault).take(MOST).collect()
}

fn visit(path: &str, value: &Value, visitor: &mut impl FnMut(&str, &Value)) {
    visitor(path, value);
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(key, value)| visit(&join(path, key), value, visitor))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(i, value)| visit(&format!("{path}[{i}]"), value, visitor));
        }
        _ => {}
    }
}

/// Fields that do not go together.
fn contradictions(scenario: &Scenario) -> Vec<FieldError> {
    let mut faults = Vec::new();
    let limit_ms = scenario.limit_ms;
    if scenario.warmup_ms > limit_ms {
        let found = Value::from(scenario.warmup_ms);
        faults.push(FieldError::out_of_range(
            "warmup_ms",
            &found,
            &format!("0..={limit_ms}"),
            "ms, at most limit_ms",
        ));
    }
    let of_lanes =
        scenario.lanes.iter().enumerate().map(|(i, lane)| (format!("lanes[{i}].cpus"), &lane.cpus));
    for (field, list) in std::iter::once(("cpus".to_string(), &scenario.cpus)).chain(of_lanes) {
        let nr_cpus = Machine::preset(scenario.machine).nr_cpus;
        if let Some(list) = list
            && cpulist::parse(list, nr_cpus).is_none()
        {
            let expected = format!("a list such as \"0-3,8\" of CPUs within 0..={}", nr_cpus - 1);
            let found = Value::from(list.as_str());
            faults.push(FieldError::new(FaultKind::NotCpus, field, Some(&found), expected));
        }
    }
    let tasks = scenario.workload.tasks();
    if tasks > limits::MAX_TASKS {
        let mut fault = FieldError::new(
            FaultKind::OutOfRange,
            "workload",
            Some(&Value::from(tasks)),
            format!("1..={} tasks", limits::MAX_TASKS),
        );
        fault.message = format!("workload has {tasks} tasks; expected 1..={}.", limits::MAX_TASKS);
        faults.push(fault);
    }
    for (i, lane) in scenario.lanes.iter().enumerate() {
        faults.extend(layout_fault(lane, i));
        let mut earliest = 0;
        for (j, flip) in lane.flips.iter().enumerate() {
            let latest = u64::from(limit_ms) * 1_000_000;
            if !(earliest..=latest).contains(&flip.at_ns) {
                let field = format!("lanes[{i}].flips[{j}].at_ns");
                let unit = "ns, in time order, at most limit_ms";
                faults.push(FieldError::out_of_range(
                    field,
                    &flip.at_ns.into(),
                    &format!("{earliest}..={latest}"),
                    unit,
                ));
            }
            earliest = earliest.max(flip.at_ns);
        }
    }
    faults
}

/// A layout of one's own names every field once.
fn layout_fault(lane: &Lane, index: usize) -> Option<FieldError> {
    if lane.layout.is_empty() {
        return None;
    }
    let found = Value::from(layout::fault(&lane.layout)?);
    let field = format!("lanes[{index}].layout");
    Some(FieldError::new(FaultKind::Layout, field, Some(&found), "every field of task_group once"))
}
