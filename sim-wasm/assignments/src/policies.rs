//! The schedulers of an assignment: those of its experiments, and those that students write.

use crate::reason::Reason;
use sched_core::observe::report::RunReport;
use sched_core::scenario::{self, PolicySource, Scenario, Source};
use sched_policy::{Problem, Severity, compile};
use sched_vm::Program;
use std::sync::Arc;

/// The name of a student's scheduler in the scenario.
pub const NAME: &str = "answer";

/// The compiled scheduler of a lane; `None` if it has none.
///
/// # Errors
/// The problems of its source.
pub fn compiled(scenario: &Scenario, lane: usize) -> Result<Option<Arc<Program>>, Vec<Problem>> {
    let policy = scenario.policy_of(lane);
    let compiled = policy.map(|policy| compile(&policy.source.source.0, policy.release)).transpose()?;
    Ok(compiled.map(|compiled| Arc::new(compiled.program)))
}

/// The same, with the first line that does not compile as the reason.
///
/// # Errors
/// The source has an error.
pub fn program(scenario: &Scenario, lane: usize) -> Result<Option<Arc<Program>>, Reason> {
    compiled(scenario, lane).map_err(|problems| {
        let error = problems.iter().find(|problem| problem.severity == Severity::Error);
        let (line, problem) = error.map_or((0, String::new()), |error| (error.at.line, error.to_string()));
        Reason::NotCompiled { line, problem }
    })
}

/// A scenario whose lane runs a scheduler.
///
/// # Errors
/// The lane cannot run it.
pub fn with_source(scenario: &Scenario, lane: usize, source: &str) -> Result<Scenario, Reason> {
    let mut with = scenario.clone();
    let of = with.lanes.get_mut(lane).ok_or(Reason::NoLane)?;
    of.policy = Some(NAME.into());
    with.policies.retain(|one| one.name != NAME);
    let source = Source(source.into());
    with.policies.push(PolicySource { name: NAME.into(), source, ..PolicySource::default() });
    if let Some(fault) = scenario::check(&with).first() {
        return Err(Reason::Refused { fault: fault.clone() });
    }
    program(&with, lane)?;
    Ok(with)
}

/// Why the scheduler of a run was ejected, with its line.
pub fn ejected(report: &RunReport, seed: u32) -> Option<Reason> {
    let exit = report.policy.as_ref()?.exit.as_ref()?;
    let queued = exit.line == 0;
    Some(Reason::Ejected {
        seed,
        ms: exit.at_ns / 1_000_000,
        reason: exit.reason.clone(),
        msg: exit.msg.clone(),
        line: if queued { exit.queued_line } else { exit.line },
        queued,
    })
}
