//! Marks one answer to one task, by runs.

use crate::answer::Answer;
use crate::document::{
    Ask, Assignment, Choice, Cpu, Curve, Find, Policy, Predict, Switches, Tune, What, check_of, chosen,
};
use crate::figures::{Condition, Figure};
use crate::key::Key;
use crate::policies;
use crate::reason::{Form, Reason, said_if_any};
use crate::runs::{Job, Outcome, Pending, Runs, Watch};
use crate::validate::{Checked, with_field, with_switches};
use sched_core::observe::report::RunReport;
use sched_core::scenario::Scenario;
use sched_judge::statistics::Estimate;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The seeds of a student.
#[derive(Clone, Copy, Debug)]
pub struct Who<'a> {
    /// Those of the runs that the student sees.
    pub seeds: &'a [u32],
    /// Those that decide about goals: the lecturer's, or in the student's page those that the student sees.
    pub scoring: &'a [u32],
}

/// Whether the runs give the hash that was handed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replay {
    /// Nothing was run, or there is nothing to run.
    #[default]
    None,
    Same,
    Differs,
}

/// A part of the points: for the sign, for the size, for a value of a curve, for a condition.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Part {
    pub what: &'static str,
    pub is_right: bool,
    pub points: f64,
    pub of: f64,
    /// The measured value, and half the width of its interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ci95: Option<f64>,
}

/// The mark of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Mark {
    /// None: there is no answer, or a person marks it.
    pub points: Option<f64>,
    pub by_hand: bool,
    pub parts: Vec<Part>,
    pub replay: Replay,
    /// The hash of the runs, in 16 digits; empty: none.
    pub runs: String,
    /// Why the answer is worth nothing although it may be right.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "said_if_any")]
    pub refused: Option<Reason>,
}

/// The runs of all lanes with all seeds: by lane, seed by seed.
pub fn reports_of<'a>(
    scenario: &Scenario,
    seeds: &[u32],
    runs: &'a mut Runs,
) -> Result<Vec<Vec<&'a RunReport>>, Pending> {
    let jobs: Vec<Job> = (0..scenario.lanes.len())
        .flat_map(|lane| seeds.iter().map(move |&seed| (lane, seed)))
        .map(|(lane, seed)| Job { scenario: Scenario { seed, ..scenario.clone() }, lane, watch: None })
        .collect();
    let outcomes = outcomes_of(&jobs, runs)?;
    let by_lane = outcomes.chunks(seeds.len().max(1));
    Ok(by_lane.map(|lane| lane.iter().map(|outcome| &outcome.report).collect()).collect())
}

/// The outcomes of jobs; all that are missing are noted at once.
fn outcomes_of<'a>(jobs: &[Job], runs: &'a mut Runs) -> Result<Vec<&'a Outcome>, Pending> {
    let missing = jobs.iter().filter(|job| runs.get(job).is_err()).count();
    if missing > 0 {
        return Err(Pending);
    }
    let runs = &*runs;
    jobs.iter().filter_map(|job| runs.finished(job)).map(Ok).collect()
}

/// The decisions that a task is about, with the first seed.
fn watched(scenario: &Scenario, lane: usize, watch: Watch, seeds: &[u32]) -> Job {
    let seed = seeds.first().copied().unwrap_or(scenario.seed);
    Job { scenario: Scenario { seed, ..scenario.clone() }, lane, watch: Some(watch) }
}

fn job_of_cpu(ask: &Cpu, scenario: &Scenario, who: &Who) -> Job {
    let watch = Watch { kind: ask.decision.0, task: Some(ask.task) };
    watched(scenario, ask.lane as usize, watch, who.seeds)
}

fn job_of_find(ask: &Find, scenario: &Scenario, who: &Who) -> Job {
    let watch = Watch { kind: ask.decision.0, task: ask.task };
    watched(scenario, ask.lane as usize, watch, who.seeds)
}

/// The CPU that a task gets.
fn right_cpu(ask: &Cpu, outcome: &Outcome) -> Option<u32> {
    outcome.decisions.iter().find(|decision| decision.ns >= ask.from_ns).map(|decision| decision.chosen)
}

/// The CPUs that made most of the decisions that moved a task: several if they made equally many.
fn right_cpus(outcome: &Outcome) -> Vec<u32> {
    let mut counts = std::collections::BTreeMap::new();
    for decision in outcome.decisions.iter().filter(|decision| decision.moved) {
        *counts.entry(decision.cpu).or_insert(0u32) += 1;
    }
    let most = counts.values().copied().max();
    counts.into_iter().filter(|&(_, count)| Some(count) == most).map(|(cpu, _)| cpu).collect()
}

fn curve_of(
    ask: &Curve,
    scenario: &Scenario,
    seeds: &[u32],
    runs: &mut Runs,
) -> Result<Result<Vec<Estimate>, Reason>, Pending> {
    let (mut values, mut pending) = (Vec::new(), false);
    for &value in &ask.values {
        let with = match with_field(scenario, &ask.field, value.into()) {
            Ok(with) => with,
            Err(why) => return Ok(Err(why)),
        };
        match measured(&ask.asked, &with, seeds, runs) {
            Ok(Ok(estimate)) => values.push(estimate),
            Ok(Err(why)) => return Ok(Err(why)),
            Err(Pending) => pending = true,
        }
    }
    if pending { Err(Pending) } else { Ok(Ok(values)) }
}

fn measured(
    asked: &Figure,
    scenario: &Scenario,
    seeds: &[u32],
    runs: &mut Runs,
) -> Result<Result<Estimate, Reason>, Pending> {
    let reports = reports_of(scenario, seeds, runs)?;
    Ok(asked.over(&reports).ok_or_else(|| Reason::NoFigure { figure: asked.figure.key() }))
}

/// What is right by the runs of a student: a number, numbers, a CPU, or null. Choices are the key's.
///
/// # Errors
/// The runs do not answer the question. [`Pending`]: runs have to be done first.
pub fn right(of: &Checked, ask: &Ask, who: &Who, runs: &mut Runs) -> Result<Result<Value, Reason>, Pending> {
    let Some(scenario) = ask.experiment().and_then(|name| of.experiments.get(name)) else {
        return Ok(Ok(Value::Null));
    };
    let rounded = |number: f64| json!((number * 1e3).round() / 1e3);
    Ok(match ask {
        Ask::Predict(ask) => {
            measured(&ask.asked, scenario, who.seeds, runs)?.map(|estimate| rounded(estimate.mean))
        }
        Ask::Curve(ask) => curve_of(ask, scenario, who.seeds, runs)?
            .map(|values| values.iter().map(|estimate| rounded(estimate.mean)).collect::<Vec<_>>().into()),
        Ask::Cpu(ask) => {
            let jobs = [job_of_cpu(ask, scenario, who)];
            let outcomes = outcomes_of(&jobs, runs)?;
            let cpu = outcomes.first().and_then(|outcome| right_cpu(ask, outcome));
            cpu.map(|cpu| json!(cpu)).ok_or(Reason::NoDecision)
        }
        Ask::Find(ask) => {
            let jobs = [job_of_find(ask, scenario, who)];
            let outcomes = outcomes_of(&jobs, runs)?;
            let moved =
                outcomes.iter().flat_map(|outcome| &outcome.decisions).filter(|decision| decision.moved);
            let found: Vec<u64> = match ask.what {
                What::Moment => moved.map(|decision| decision.ns).take(10).collect(),
                What::Cpu => outcomes.iter().flat_map(|outcome| right_cpus(outcome)).map(u64::from).collect(),
            };
            if found.is_empty() { Err(Reason::NoDecision) } else { Ok(json!(found)) }
        }
        // That it can be done is shown by whoever does it.
        Ask::Switches(_) | Ask::Tune(_) | Ask::Policy(_) | Ask::Choice(_) | Ask::Words(_) => Ok(Value::Null),
    })
}

fn part(what: &'static str, is_right: bool, of: f64) -> Part {
    Part { what, is_right, points: if is_right { of } else { 0.0 }, of, value: None, ci95: None }
}

/// The scenario with the changes of an answer.
///
/// # Errors
/// It is not what the task allows.
pub fn changed(ask: &Ask, scenario: &Scenario, value: &Value) -> Result<Scenario, Reason> {
    match ask {
        Ask::Switches(Switches { lane, switches, .. }) => {
            let set: &Map<String, Value> =
                value.as_object().ok_or(Reason::Form { wanted: Form::Switches })?;
            if let Some(other) = set.keys().find(|key| !switches.contains(key)) {
                return Err(Reason::OtherSwitch { switch: other.clone() });
            }
            with_switches(scenario, *lane as usize, set)
        }
        Ask::Tune(Tune { parameters, .. }) => {
            let values = value.as_array().filter(|values| values.len() == parameters.len());
            let values = values.ok_or(Reason::Form { wanted: Form::Numbers })?;
            let mut with = scenario.clone();
            for (parameter, value) in parameters.iter().zip(values) {
                let within =
                    |value: &i64| (i64::from(parameter.min)..=i64::from(parameter.max)).contains(value);
                let value = value.as_i64().filter(within).ok_or_else(|| Reason::Range {
                    field: parameter.field.clone(),
                    min: parameter.min,
                    max: parameter.max,
                })?;
                with = with_field(&with, &parameter.field, value)?;
            }
            Ok(with)
        }
        Ask::Policy(Policy { lane, .. }) => {
            let source = value.as_str().ok_or(Reason::Form { wanted: Form::Source })?;
            policies::with_source(scenario, *lane as usize, source)
        }
        _ => Ok(scenario.clone()),
    }
}

/// The jobs whose events the student has seen with an answer.
///
/// # Errors
/// The answer is not what the task allows.
pub fn jobs_seen(of: &Checked, ask: &Ask, value: &Value, who: &Who) -> Result<Vec<Job>, Reason> {
    let Some(scenario) = ask.experiment().and_then(|name| of.experiments.get(name)) else {
        return Ok(Vec::new());
    };
    let all = |scenario: &Scenario| -> Vec<Job> {
        let of_lane = |lane| who.seeds.iter().map(move |&seed| (lane, seed));
        (0..scenario.lanes.len())
            .flat_map(of_lane)
            .map(|(lane, seed)| Job { scenario: Scenario { seed, ..scenario.clone() }, lane, watch: None })
            .collect()
    };
    Ok(match ask {
        Ask::Curve(ask) => {
            let with: Result<Vec<Scenario>, Reason> =
                ask.values.iter().map(|&value| with_field(scenario, &ask.field, value.into())).collect();
            with?.iter().flat_map(all).collect()
        }
        Ask::Cpu(ask) => vec![job_of_cpu(ask, scenario, who)],
        Ask::Find(ask) => vec![job_of_find(ask, scenario, who)],
        _ => all(&changed(ask, scenario, value)?),
    })
}

/// Marks an answer. Without a key, as in the student's page, goals are judged with the seeds of the student, and choices
/// by their hash.
///
/// # Errors
/// Runs have to be done first.
pub fn mark(
    of: &Checked,
    task: usize,
    answer: &Answer,
    who: &Who,
    key: Option<&Key>,
    runs: &mut Runs,
) -> Result<Mark, Pending> {
    let Some(asked) = of.assignment.tasks.get(task) else { return Ok(Mark::default()) };
    let mut mark = Mark::default();
    if answer.is_empty() {
        return Ok(mark);
    }
    let refuse = |why: Reason| Mark { points: Some(0.0), refused: Some(why), ..Mark::default() };
    let points = f64::from(asked.points);
    let seen = match jobs_seen(of, &asked.ask, &answer.value, who) {
        Ok(seen) => seen,
        Err(why) => return Ok(refuse(why)),
    };
    // Both are asked before either is missed, so that all runs are noted at once.
    let replayed = if answer.runs.is_empty() {
        Ok(Vec::new())
    } else {
        outcomes_of(&seen, runs).map(|seen| seen.into_iter().cloned().collect())
    };
    let parts = parts_of(of, task, &answer.value, who, key, points, runs);
    let replayed: Vec<Outcome> = replayed?;
    match parts? {
        Ok(Some(parts)) => {
            mark.points = Some(parts.iter().map(|part| part.points).sum());
            mark.parts = parts;
        }
        Ok(None) => mark.by_hand = true,
        Err(why) => (mark.points, mark.refused) = (Some(0.0), Some(why)),
    }
    if !replayed.is_empty() {
        mark.runs = Runs::hash(replayed.iter());
        mark.replay = if mark.runs == answer.runs { Replay::Same } else { Replay::Differs };
    }
    if mark.replay == Replay::Differs {
        mark.points = mark.points.map(|_| 0.0);
        mark.refused = Some(Reason::OtherEvents);
    }
    Ok(mark)
}

type Parts = Result<Option<Vec<Part>>, Reason>;

/// The parts of the points; `None`: a person marks it.
fn parts_of(
    of: &Checked,
    task: usize,
    value: &Value,
    who: &Who,
    key: Option<&Key>,
    points: f64,
    runs: &mut Runs,
) -> Result<Parts, Pending> {
    let Assignment { tasks, salt, .. } = &of.assignment;
    let ask = &tasks[task].ask;
    let Some(scenario) = ask.experiment().and_then(|name| of.experiments.get(name)) else {
        return Ok(if value.is_string() { Ok(None) } else { Err(Reason::Form { wanted: Form::Text }) });
    };
    let number = || value.as_f64().ok_or(Reason::Form { wanted: Form::Number });
    Ok(match ask {
        Ask::Predict(ask) => {
            let estimate = measured(&ask.asked, scenario, who.seeds, runs)?;
            number().and_then(|guess| Ok(Some(of_guess(ask, guess, estimate?, points))))
        }
        Ask::Curve(ask) => {
            let right = curve_of(ask, scenario, who.seeds, runs)?;
            of_curve(ask, value, right, points)
        }
        Ask::Cpu(ask) => {
            let jobs = [job_of_cpu(ask, scenario, who)];
            let right = outcomes_of(&jobs, runs)?.first().and_then(|outcome| right_cpu(ask, outcome));
            let is_right = right.is_some() && value.as_u64() == right.map(u64::from);
            number()
                .map(|_| Some(vec![Part { value: right.map(f64::from), ..part("cpu", is_right, points) }]))
        }
        Ask::Find(ask) => {
            let jobs = [job_of_find(ask, scenario, who)];
            let outcomes = outcomes_of(&jobs, runs)?;
            let outcome = outcomes.first();
            let given = value.as_u64();
            let (what, is_right) = match (ask.what, given, outcome) {
                (What::Cpu, Some(cpu), Some(outcome)) => {
                    ("cpu", right_cpus(outcome).iter().any(|&right| u64::from(right) == cpu))
                }
                (What::Moment, Some(ns), Some(outcome)) => {
                    let near = |at: u64| at.abs_diff(ns) <= ask.tolerance_ns;
                    ("moment", outcome.decisions.iter().any(|decision| decision.moved && near(decision.ns)))
                }
                (What::Cpu, ..) => ("cpu", false),
                (What::Moment, ..) => ("moment", false),
            };
            number().map(|_| Some(vec![part(what, is_right, points)]))
        }
        Ask::Switches(Switches { goal, .. }) | Ask::Tune(Tune { goal, .. }) => {
            let with = match changed(ask, scenario, value) {
                Ok(with) => with,
                Err(why) => return Ok(Err(why)),
            };
            let reports = reports_of(&with, who.scoring, runs)?;
            Ok(Some(of_goal(goal, &reports, points)))
        }
        Ask::Policy(Policy { lane, goal, .. }) => {
            let with = match changed(ask, scenario, value) {
                Ok(with) => with,
                Err(why) => return Ok(Err(why)),
            };
            let reports = reports_of(&with, who.scoring, runs)?;
            let of_lane = reports[*lane as usize].iter().zip(who.scoring);
            // After an ejection the fair class schedules, which may well meet the goal.
            match of_lane.filter_map(|(report, &seed)| policies::ejected(report, seed)).next() {
                Some(why) => Err(why),
                None => Ok(Some(of_goal(goal, &reports, points))),
            }
        }
        Ask::Choice(ask) => of_choice(ask, task, value, salt.as_deref(), key, points),
        Ask::Words(_) => Ok(None),
    })
}

/// The sign of a value: 0 where nothing sets it apart from zero.
fn sign(value: f64, is_about_zero: bool) -> i8 {
    if is_about_zero { 0 } else { value.partial_cmp(&0.0).map_or(0, |order| order as i8) }
}

fn of_guess(ask: &Predict, guess: f64, measured: Estimate, points: f64) -> Vec<Part> {
    let for_sign = f64::from(ask.sign_points);
    let told = |part: Part| Part { value: Some(measured.mean), ci95: measured.ci95, ..part };
    let is_near = (guess - measured.mean).abs() <= ask.tolerance.0;
    let size = told(part("size", is_near, points - for_sign));
    if ask.sign_points == 0 {
        return vec![size];
    }
    let about_zero = measured.ci95.is_some() && !measured.is_distinguishable();
    let same = sign(measured.mean, about_zero) == sign(guess, guess.abs() <= ask.tolerance.0 && about_zero);
    vec![told(part("sign", same, for_sign)), size]
}

fn of_curve(ask: &Curve, value: &Value, right: Result<Vec<Estimate>, Reason>, points: f64) -> Parts {
    let right = right?;
    let guesses: Option<Vec<f64>> =
        value.as_array().and_then(|values| values.iter().map(Value::as_f64).collect());
    let guesses = guesses
        .filter(|guesses| guesses.len() == right.len())
        .ok_or(Reason::Form { wanted: Form::Numbers })?;
    let each = points / right.len() as f64;
    let judged = |(guess, right): (&f64, &Estimate)| Part {
        value: Some(right.mean),
        ci95: right.ci95,
        ..part("value", (guess - right.mean).abs() <= ask.tolerance.0, each)
    };
    Ok(Some(guesses.iter().zip(&right).map(judged).collect()))
}

/// All conditions or nothing: one side of a goal alone is easy.
fn of_goal(goal: &[Condition], reports: &[Vec<&RunReport>], points: f64) -> Vec<Part> {
    let values: Vec<Option<Estimate>> =
        goal.iter().map(|condition| condition.asked().over(reports)).collect();
    let holds = |(condition, value): (&Condition, &Option<Estimate>)| {
        value.is_some_and(|estimate| condition.holds(estimate.mean))
    };
    let is_met = goal.iter().zip(&values).all(holds);
    let each = points / goal.len().max(1) as f64;
    goal.iter()
        .zip(&values)
        .map(|(condition, value)| Part {
            what: "condition",
            is_right: holds((condition, value)),
            points: if is_met { each } else { 0.0 },
            of: each,
            value: value.map(|estimate| estimate.mean),
            ci95: value.and_then(|estimate| estimate.ci95),
        })
        .collect()
}

fn of_choice(
    ask: &Choice,
    task: usize,
    value: &Value,
    salt: Option<&str>,
    key: Option<&Key>,
    points: f64,
) -> Parts {
    let given = chosen(value).ok_or(Reason::Form { wanted: Form::Options })?;
    let is_known = given.iter().all(|&option| option < ask.options.len() as u64);
    if !is_known || (!ask.several && given.len() > 1) {
        return Err(Reason::Options);
    }
    let is_right = match (key.and_then(|key| key.right.get(task)).and_then(chosen), &ask.check, salt) {
        (Some(right), ..) => given == right,
        (None, Some(check), Some(salt)) => check_of(salt, task, &given) == *check,
        // The lecturer's document, seen before there is a key.
        _ => return Ok(None),
    };
    Ok(Some(vec![part("options", is_right, points)]))
}
