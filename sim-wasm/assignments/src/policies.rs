//! The schedulers of an assignment: those of its experiments, and those that students write.

use sched_core::observe::report::RunReport;
use sched_core::scenario::{self, PolicySource, Scenario, Source};
use sched_policy::{Problem, Severity, compile};
use sched_vm::Program;
use std::sync::Arc;

/// The name of a student's scheduler in the scenario.
pub const NAME: &str = "answer";

fn first_error(problems: &[Problem]) -> String {
    let error = problems.iter().find(|problem| problem.severity == Severity::Error);
    let said = error.map_or_else(String::new, |error| format!(": line {}: {error}", error.at.line));
    format!("the scheduler does not compile{said}.").replace("..", ".")
}

/// The compiled scheduler of a lane; `None` if it has none.
///
/// # Errors
/// A sentence with the first line that does not compile.
pub fn program(scenario: &Scenario, lane: usize) -> Result<Option<Arc<Program>>, String> {
    let Some(policy) = scenario.policy_of(lane) else { return Ok(None) };
    match compile(&policy.source.source.0, policy.release) {
        Ok(compiled) => Ok(Some(Arc::new(compiled.program))),
        Err(problems) => Err(first_error(&problems)),
    }
}

/// A scenario whose lane runs a scheduler.
///
/// # Errors
/// A sentence: the lane cannot run it.
pub fn with_source(scenario: &Scenario, lane: usize, source: &str) -> Result<Scenario, String> {
    let mut with = scenario.clone();
    let of = with.lanes.get_mut(lane).ok_or("there is no such lane.")?;
    of.policy = Some(NAME.into());
    with.policies.retain(|one| one.name != NAME);
    let source = Source(source.into());
    with.policies.push(PolicySource { name: NAME.into(), source, ..PolicySource::default() });
    if let Some(fault) = scenario::check(&with).first() {
        return Err(fault.message.clone());
    }
    program(&with, lane)?;
    Ok(with)
}

/// Why the scheduler of a run was ejected, with its line.
pub fn ejected(report: &RunReport, seed: u32) -> Option<String> {
    let exit = report.policy.as_ref()?.exit.as_ref()?;
    let line = match (exit.line, exit.queued_line) {
        (0, 0) => String::new(),
        (0, line) => format!("; line {line} queued the task"),
        (line, _) => format!("; line {line}"),
    };
    let ms = exit.at_ns / 1_000_000;
    Some(format!(
        "the scheduler was ejected with seed {seed} at {ms} ms: {} ({}){line}.",
        exit.reason, exit.msg
    ))
}
