//! The decisions of a time span as text: a line for each decision, then a line for each step.

use crate::{Failure, policy, trace};
use sched_core::engine::ids::TaskId;
use sched_core::engine::time::Ns;
use sched_core::machine::{KernelId, name_of};
use sched_core::observe::decisions::{Decision, Why, read};
use sched_core::observe::vocab::Decided;
use sched_core::scenario::Scenario;
use sched_core::sim::Loaded;
use sched_traces::step_value;
use std::fmt::Write;
use std::sync::Arc;

/// A selection of decisions.
pub struct Wanted {
    pub lane: usize,
    /// Simulated time.
    pub from: Ns,
    pub until: Ns,
    pub kind: Option<Decided>,
    pub task: Option<TaskId>,
    /// The most decisions to print.
    pub most: usize,
}

/// Runs a lane and prints its decisions between two moments.
///
/// # Errors
/// The scenario or the time span is invalid.
pub fn text(scenario: &Scenario, replay: Option<&Arc<Loaded>>, wanted: &Wanted) -> Result<String, Failure> {
    trace::check_stretch(wanted.from, wanted.until, Ns::ZERO)?;
    let mut sim = policy::simulation(scenario, wanted.lane, replay)?;
    // Events at the start of the time span are included.
    if let Some(before) = wanted.from.0.checked_sub(1) {
        sim.advance(Ns(before), u64::MAX);
    }
    sim.keep_decisions(true);
    // All picks are recorded, whatever the workload, if the user selects all decisions or picks.
    sim.keep_picks(wanted.kind.is_none_or(|kind| kind == Decided::Pick));
    let kernel = scenario.kernel_of(&scenario.lanes[wanted.lane]);
    let mut out = String::new();
    let mut told = 0;
    let mut goes_on = true;
    while goes_on && told < wanted.most {
        // One event at a time: the buffer of decisions is limited, and a thousand events can exceed it.
        goes_on = sim.advance(wanted.until, 1) > 0;
        let decisions = read(&sim.take_decisions());
        let mine = decisions.iter().filter(|d| {
            wanted.kind.is_none_or(|kind| d.kind == kind)
                && wanted.task.is_none_or(|task| d.is_about(Some(task)))
        });
        for decision in mine.take(wanted.most - told) {
            tell(&mut out, decision, kernel);
            told += 1;
        }
    }
    if told == 0 {
        trace::check_begun(wanted.from <= sim.now(), wanted.from, sim.now())?;
        let _ = writeln!(out, "no such decision between {} ns and {} ns", wanted.from, sim.now());
    }
    Ok(out)
}

fn tell(out: &mut String, d: &Decision, kernel: KernelId) {
    let task = d.task.map_or_else(String::new, |task| format!(" task {task}"));
    let why = match d.why {
        Why::How(how) => format!(" ({})", how.key()),
        Why::Level(level) => format!(" (domain{level})"),
        Why::Nothing => String::new(),
    };
    let _ = writeln!(
        out,
        "{} ns {}{task}: CPU {} about CPU {} -> CPU {}{why}, {} ns",
        d.ns,
        d.kind.key(),
        d.cpu,
        d.about,
        d.chosen,
        d.cost
    );
    for step in &d.steps {
        let value = step_value(step.value);
        let func = name_of(step.func, kernel);
        let line = format!("  {func:<22} CPU {:<4} {:<14} {value}", step.cpu, step.answer.key());
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
