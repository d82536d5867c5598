//! The binding of `sched-policy`: the source of a scheduler in, JSON out.

use sched_core::scenario::{FieldError, Scenario, parse};
use sched_policy::{Problem, Severity, compile};
use sched_vm::{Hook, Kfunc, Program, Release};
use serde::Serialize;
use wasm_bindgen::prelude::*;

/// A problem: its place, its kind and its words, and the sentence in English.
#[derive(Serialize)]
struct Said<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    sentence: String,
}

impl<'a> Said<'a> {
    fn of(problem: &'a Problem) -> Self {
        Self { problem, sentence: problem.to_string() }
    }
}

#[derive(Serialize)]
struct Checked<'a> {
    problems: Vec<Said<'a>>,
    /// The names of the `const volatile` globals that a person sets.
    knobs: Vec<&'a str>,
}

/// A word that an editor completes.
#[derive(Serialize)]
struct Word {
    name: &'static str,
    kind: &'static str,
    /// The hooks in which a function may be called; empty: in all.
    hooks: Vec<&'static str>,
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn release_of(name: &str) -> Release {
    Release::named(name).unwrap_or(Release::V6_18)
}

/// Checks a source under a release of sched_ext ("6.12", "6.18", "7.1"; 6.18 for another one): `{problems, knobs}` as JSON.
#[wasm_bindgen]
pub fn policy_check(source: &str, release: &str) -> String {
    match compile(source, release_of(release)) {
        Ok(compiled) => json(&Checked {
            problems: compiled.warnings.iter().map(Said::of).collect(),
            knobs: compiled
                .program
                .globals
                .iter()
                .filter(|global| global.knob.is_some() && global.filled.is_none())
                .map(|global| global.name.as_str())
                .collect(),
        }),
        Err(problems) => {
            json(&Checked { problems: problems.iter().map(Said::of).collect(), knobs: Vec::new() })
        }
    }
}

/// The compiled policy of a lane of a scenario.
///
/// # Errors
/// The faults of the scenario, and those of the source.
pub fn program_of(scenario: &Scenario, lane: usize) -> Result<Option<Program>, Vec<FieldError>> {
    let Some(policy) = scenario.policy_of(lane) else { return Ok(None) };
    match compile(&policy.source.source.0, policy.release) {
        Ok(compiled) => Ok(Some(compiled.program)),
        Err(problems) => Err(problems
            .iter()
            .filter(|problem| problem.severity == Severity::Error)
            .map(|problem| policy.fault(problem.at.line, problem.at.column, problem.to_string()))
            .collect()),
    }
}

/// The compiled policy of a lane as JSON, for `Simulation`; nothing if the lane has none. Throws the faults as JSON
/// (`FieldError[]`).
#[wasm_bindgen]
pub fn policy_program(scenario_json: &str, lane: usize) -> Result<Option<String>, JsValue> {
    let thrown = |faults: Vec<FieldError>| JsValue::from_str(&json(&faults));
    let scenario = parse(scenario_json).map_err(thrown)?;
    Ok(program_of(&scenario, lane).map_err(thrown)?.map(|program| json(&program)))
}

/// The hooks and the functions of a release as JSON. Functions that only macros and the compiler call are left out.
#[wasm_bindgen]
pub fn policy_words(release: &str) -> String {
    let release = release_of(release);
    let hooks = Hook::ALL.iter().map(|hook| Word { name: hook.name(), kind: "hook", hooks: Vec::new() });
    let functions = Kfunc::ALL.iter().filter(|kfunc| kfunc.since() <= release).map(|kfunc| {
        let hooks: Vec<_> = Hook::ALL.iter().filter(|hook| kfunc.allowed_in(Some(**hook), release)).collect();
        Word {
            name: kfunc.name(),
            kind: "function",
            hooks: if hooks.len() == Hook::ALL.len() {
                Vec::new()
            } else {
                hooks.iter().map(|hook| hook.name()).collect()
            },
        }
    });
    let is_written = |word: &Word| !word.name.starts_with("__") && !word.name.starts_with("bpf_iter_");
    json(&hooks.chain(functions).filter(is_written).collect::<Vec<_>>())
}
