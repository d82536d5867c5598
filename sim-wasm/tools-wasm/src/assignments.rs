//! The binding of `sched-assignments`: JSON for documents, answers and marks.

use sched_assignments::answer::{Answer, Sheet};
use sched_assignments::class::Class;
use sched_assignments::csv::{self, System};
use sched_assignments::key::{self, Key};
use sched_assignments::mark::{Who, changed, jobs_seen, mark};
use sched_assignments::pile::{self, File};
use sched_assignments::reason::{Reason, Said};
use sched_assignments::runs::{Outcome, Runs};
use sched_assignments::validate::{Checked, parse};
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Display;
use wasm_bindgen::prelude::*;

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn refusal(what: &(impl Serialize + Display)) -> JsValue {
    JsValue::from_str(&text(&Said::of(what)))
}

/// A fault of the interface itself, which has no translation.
fn sentence(why: &str) -> JsValue {
    JsValue::from_str(&text(&json!({ "is": "sentence", "sentence": why })))
}

fn read(document: &str) -> Result<Checked, JsValue> {
    parse(document).map_err(|faults| match faults.into_iter().next() {
        Some(fault) => refusal(&Reason::Refused { fault }),
        None => sentence(""),
    })
}

/// An assignment with its digest and the faults of its document (`FieldError[]`); one of both is null.
#[wasm_bindgen]
pub fn read_assignment(document: &str) -> String {
    match parse(document) {
        Ok(Checked { assignment, .. }) => {
            let digest = assignment.digest();
            text(&json!({ "assignment": assignment, "digest": digest, "faults": null }))
        }
        Err(faults) => text(&json!({ "assignment": null, "digest": "", "faults": faults })),
    }
}

/// The experiment of a task with the changes of an answer: a scenario as JSON, with the first seed of the student; empty:
/// the task has none.
#[wasm_bindgen]
pub fn experiment_of(document: &str, task: usize, value_json: &str, number: &str) -> Result<String, JsValue> {
    let of = read(document)?;
    let value: Value = serde_json::from_str(value_json).unwrap_or_default();
    let Some(asked) = of.assignment.tasks.get(task) else { return Ok(String::new()) };
    let Some(scenario) = asked.ask.experiment().and_then(|name| of.experiments.get(name)) else {
        return Ok(String::new());
    };
    let with = if value.is_null() { Ok(scenario.clone()) } else { changed(&asked.ask, scenario, &value) };
    let mut with = with.map_err(|why| refusal(&why))?;
    with.seed = of.assignment.seeds_of(number).first().copied().unwrap_or(with.seed);
    Ok(text(&with))
}

/// Runs what a student sees with an answer, and marks it without a key: `Mark` as JSON; its `runs` is the hash to hand in.
#[wasm_bindgen]
pub fn try_answer(document: &str, task: usize, value_json: &str, number: &str) -> Result<String, JsValue> {
    let of = read(document)?;
    let value: Value = serde_json::from_str(value_json).unwrap_or_default();
    let seeds = of.assignment.seeds_of(number);
    let who = Who { seeds: &seeds, scoring: &seeds };
    let Some(asked) = of.assignment.tasks.get(task) else { return Err(sentence("There is no such task.")) };
    let jobs = jobs_seen(&of, &asked.ask, &value, &who).map_err(|why| refusal(&why))?;
    let outcomes: Vec<Outcome> = jobs.iter().filter_map(sched_assignments::runs::Job::run).collect();
    let runs = if outcomes.is_empty() { String::new() } else { Runs::hash(outcomes.iter()) };
    let answer = Answer { value, runs };
    let mut done = Runs::default();
    loop {
        if let Ok(mut mark) = mark(&of, task, &answer, &who, None, &mut done) {
            mark.runs = answer.runs;
            return Ok(text(&mark));
        }
        while done.step() > 0 {}
    }
}

/// The code of a sheet (JSON). Throws a fault as JSON.
#[wasm_bindgen]
pub fn code_of(sheet_json: &str) -> Result<String, JsValue> {
    let sheet: Sheet = serde_json::from_str(sheet_json).map_err(|error| sentence(&error.to_string()))?;
    sheet.encode().map_err(|fault| refusal(&fault))
}

/// The key of a lecturer's document and the document that is handed out: `{key, handed_out}` as JSON.
#[wasm_bindgen]
pub fn make_key(document: &str, random: &[u8]) -> Result<String, JsValue> {
    let of = read(document)?;
    let random: [u8; 32] = random.try_into().map_err(|_| sentence("32 random bytes are needed."))?;
    let mut runs = Runs::default();
    loop {
        match key::make(&of, &random, &mut runs) {
            Ok(Ok((key, handed_out))) => return Ok(text(&json!({ "key": key, "handed_out": handed_out }))),
            Ok(Err(fault)) => return Err(refusal(&fault)),
            Err(_) => while runs.step() > 0 {},
        }
    }
}

/// A class that is being marked, run by run.
#[wasm_bindgen]
pub struct Grading {
    class: Class,
    runs: Runs,
    rows: Vec<sched_assignments::class::Row>,
}

#[wasm_bindgen]
impl Grading {
    /// Files, which end at `ends` in `bytes`, with their paths (`string[]` as JSON). `due`: seconds since 1970, 0 for none.
    #[wasm_bindgen(constructor)]
    pub fn new(
        document: &str,
        key: &str,
        paths: &str,
        bytes: &[u8],
        ends: &[u32],
        due: f64,
    ) -> Result<Grading, JsValue> {
        let of = read(document)?;
        let key = Key::read(key).map_err(|fault| refusal(&fault))?;
        let paths: Vec<String> = serde_json::from_str(paths).unwrap_or_default();
        let mut from = 0;
        let files: Vec<File> = paths
            .iter()
            .zip(ends)
            .map(|(path, &to)| {
                let of_file = bytes.get(from..to as usize).unwrap_or_default();
                from = to as usize;
                File { path, bytes: of_file, at: None }
            })
            .collect();
        let due = (due > 0.0).then_some(due as u64);
        let class = Class::new(&of, key, pile::read(&files), due).map_err(|fault| refusal(&fault))?;
        Ok(Self { class, runs: Runs::default(), rows: Vec::new() })
    }

    /// Does one run. Returns how many are left before more may be needed; 0: everything is marked.
    pub fn step(&mut self) -> usize {
        if self.runs.needed().is_empty() {
            match self.class.rows(&mut self.runs) {
                Ok(rows) => {
                    self.rows = rows;
                    return 0;
                }
                Err(_) => return self.runs.needed().len(),
            }
        }
        self.runs.step().max(1)
    }

    /// The rows as JSON.
    pub fn rows(&self) -> String {
        text(&self.rows)
    }

    /// The right answers as JSON, one for each task.
    pub fn right(&self) -> String {
        text(&self.class.key().right)
    }

    /// The table for a course system: `moodle` or `canvas`.
    pub fn csv(&self, system: &str) -> String {
        let system = System::from_key(system).unwrap_or(System::Moodle);
        csv::table(&self.class.checked().assignment, &self.rows, system)
    }
}
