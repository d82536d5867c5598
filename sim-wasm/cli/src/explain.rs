//! The decisions of a stretch of time as text: a line each, then a line per step.

use sched_core::observe::decisions::{Decision, read};
use sched_core::observe::vocab::{Answer, Decided, Func, How, NO_TASK};
use sched_core::scenario::{FieldError, Scenario};
use sched_core::sim::Simulation;
use std::fmt::Write;

/// Which decisions.
pub struct Wanted {
    pub lane: usize,
    /// Simulated time (ns).
    pub from: u64,
    pub until: u64,
    pub kind: Option<Decided>,
    pub task: Option<u16>,
    /// At most this many.
    pub most: usize,
}

/// Runs a lane and tells its decisions between two moments.
///
/// # Errors
/// What is wrong with the scenario.
pub fn text(scenario: &Scenario, wanted: &Wanted) -> Result<String, Vec<FieldError>> {
    let mut sim = Simulation::new(scenario, wanted.lane)?;
    sim.advance(wanted.from, u64::MAX);
    sim.keep_decisions(true);
    let mut out = String::new();
    let mut told = 0;
    while !sim.done() && sim.now() < wanted.until && told < wanted.most {
        sim.advance(wanted.until, 1000);
        let decisions = read(&sim.take_decisions());
        let mine = decisions.iter().filter(|d| {
            wanted.kind.is_none_or(|kind| d.kind == kind) && wanted.task.is_none_or(|task| d.task == task)
        });
        for decision in mine.take(wanted.most - told) {
            tell(&mut out, decision);
            told += 1;
        }
    }
    if told == 0 {
        let _ = writeln!(out, "no such decision between {} ns and {} ns", wanted.from, sim.now());
    }
    Ok(out)
}

fn tell(out: &mut String, d: &Decision) {
    let task = if d.task == NO_TASK { String::new() } else { format!(" task {}", d.task) };
    let why = match d.kind {
        Decided::Wake => format!(" ({})", How::ALL[d.why as usize].key()),
        Decided::NewIdle | Decided::Periodic if d.why != u8::MAX => format!(" (domain{})", d.why),
        _ => String::new(),
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
        let value = match step.answer {
            _ if step.func == Func::WakeWide => format!("{} changes of wakee", step.value),
            Answer::Yes if step.func == Func::WakeAffine => "alone in its queue".to_string(),
            Answer::Busy | Answer::Idle if step.func == Func::SelectIdleCpu && step.value < 10_000 => {
                format!("{} left", step.value)
            }
            Answer::Load => format!("load {}", step.value),
            Answer::Gated | Answer::NoOverload | Answer::SwitchedOff => {
                format!("average idle time {} ns", step.value)
            }
            Answer::TooDear => format!("{} ns", step.value),
            Answer::HasSpare | Answer::FullyBusy | Answer::Imbalanced | Answer::Overloaded => {
                format!("{} running, {} idle", step.value >> 16, step.value & 0xffff)
            }
            Answer::Moved | Answer::Running | Answer::Hot | Answer::Misfit => format!("task {}", step.value),
            _ if step.value == 0 || step.value > u32::MAX / 2 => String::new(),
            _ => step.value.to_string(),
        };
        let line = format!("  {:<22} CPU {:<4} {:<14} {value}", step.func.key(), step.cpu, step.answer.key());
        let _ = writeln!(out, "{}", line.trim_end());
    }
}
