//! The plan of a sweep: a document with scenarios, one field, its values and the number of seeds.

use crate::bytes;
use crate::version::hash;
use sched_core::document::json::{self, Most};
use sched_core::scenario::{self, Scenario, limits};
use sched_judge::fields::put;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::path::Path;

/// The maximum number of values of a field, and of seeds for each value.
const MOST_VALUES: usize = 10_000;
const MOST_SEEDS: u32 = 10_000;

/// The limits of a scenario's document.
const OF_A_SCENARIO: Most =
    Most { bytes: limits::MAX_BYTES, entries: limits::MAX_ENTRIES, depth: limits::MAX_DEPTH };
/// The limits of a plan's document, in which scenarios are nested two levels deep.
const OF_A_PLAN: Most = Most { bytes: 16_000_000, entries: 100_000, depth: limits::MAX_DEPTH + 2 };

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    /// The scenarios by name: the path of a file beside the plan, or the document.
    scenarios: Map<String, Value>,
    /// The field, as named by *Run many*: `workload.groups`, `rules.KEY`, `cpus`.
    field: String,
    values: Vec<i64>,
    seeds: u32,
}

/// One run of a plan.
pub struct Job<'plan> {
    pub scenario: &'plan Scenario,
    /// Counted from the seed of the scenario.
    pub seed: u32,
    pub lane: usize,
    /// A description of the run for messages.
    pub name: String,
}

/// A scenario at one value.
struct At {
    value: i64,
    scenario: Scenario,
}

/// A scenario with all its values.
pub struct Swept {
    pub name: String,
    /// The document as in the plan, without a value of the field.
    pub document: Value,
    at: Vec<At>,
    pub lanes: usize,
    /// The number of its first run.
    pub first: usize,
}

pub struct Plan {
    pub field: String,
    pub values: Vec<i64>,
    pub seeds: u32,
    pub swept: Vec<Swept>,
    /// A hash of the plan in sixteen digits.
    pub key: String,
    runs: usize,
}

/// Reads a file. serde_json keeps the last of two fields of the same name; the reader of scenarios refuses
/// both.
fn read<T: DeserializeOwned>(path: &Path, most: Most) -> Result<T, String> {
    let said = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let bytes = bytes(path, most.bytes as usize).map_err(|error| said(&error))?;
    if bytes.len() > most.bytes as usize {
        return Err(said(&format!("too large; expected at most {} bytes", most.bytes)));
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| said(&"not text; expected UTF-8"))?;
    json::read(text, most).map_err(|fault| said(&fault.message))?;
    serde_json::from_str(text).map_err(|error| said(&error))
}

impl Plan {
    /// Reads a plan; the paths of scenarios are relative to its folder.
    pub fn read(file: &Path) -> Result<Self, String> {
        let said = |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let plan: Document = read(file, OF_A_PLAN)?;
        let bad = |what: String| Err(said(file, &what));
        if plan.scenarios.is_empty() {
            return bad("scenarios: none given".into());
        }
        if plan.values.is_empty() || plan.values.len() > MOST_VALUES {
            return bad(format!("values: {} of them; expected 1 to {MOST_VALUES}", plan.values.len()));
        }
        if plan.seeds == 0 || plan.seeds > MOST_SEEDS {
            return bad(format!("seeds is {}; expected 1 to {MOST_SEEDS}", plan.seeds));
        }
        let mut values = plan.values;
        values.sort_unstable();
        values.dedup();
        let (mut swept, mut runs) = (Vec::new(), 0);
        for (name, given) in plan.scenarios {
            let document = match given {
                Value::String(path) => {
                    read(&file.parent().unwrap_or(Path::new("")).join(path), OF_A_SCENARIO)?
                }
                document => document,
            };
            let mut at = Vec::new();
            for &value in &values {
                let text = put(&document, &plan.field, value.into());
                let text = text.map_err(|what| said(file, &format!("{name}: {what}")))?.to_string();
                let scenario = scenario::parse(&text).map_err(|faults| {
                    said(file, &format!("{name} at {} = {value}: {}", plan.field, faults[0].message))
                })?;
                at.push(At { value, scenario });
            }
            let lanes = at[0].scenario.lanes.len();
            swept.push(Swept { name, document, at, lanes, first: runs });
            runs += values.len() * plan.seeds as usize * lanes;
        }
        let documents: Vec<_> = swept.iter().map(|one| format!("{} {}", one.name, one.document)).collect();
        let key = hash(&format!("{documents:?} {} {values:?} {}", plan.field, plan.seeds));
        Ok(Self { field: plan.field, values, seeds: plan.seeds, swept, key: format!("{key:016x}"), runs })
    }

    /// The number of runs.
    pub fn len(&self) -> usize {
        self.runs
    }

    /// The runs of a part. All lanes of a value and seed are in one part, so that paired runs come from one
    /// machine.
    pub fn part(&self, index: usize, of: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let each = self.values.len() * self.seeds as usize;
        (index..self.swept.len() * each).step_by(of).flat_map(move |pair| {
            let Swept { first, lanes, .. } = self.swept[pair / each];
            let begin = first + pair % each * lanes;
            begin..begin + lanes
        })
    }

    /// A run by its number; runs are ordered by scenario, value, seed and lane.
    pub fn job(&self, run: usize) -> Job<'_> {
        let one = &self.swept[self.swept.partition_point(|one| one.first <= run) - 1];
        let (run, lane) = ((run - one.first) / one.lanes, (run - one.first) % one.lanes);
        let (v, seed) = (run / self.seeds as usize, run % self.seeds as usize);
        let At { value, scenario } = &one.at[v];
        let seed = scenario.seed.wrapping_add(seed as u32);
        let name = format!("{} at {} = {value}, seed {seed}, lane {lane}", one.name, self.field);
        Job { scenario, seed, lane, name }
    }
}
