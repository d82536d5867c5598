//! sched_ext schedulers in C: `sched policy check` prints what is wrong with one; lanes that name one run it.

use crate::{Failure, bytes, name, print, tell};
use sched_assignments::policies::compiled;
use sched_core::machine::{names, sched_ext};
use sched_core::scenario::limits::MAX_NAME;
use sched_core::scenario::{PolicySource, Scenario, Source, check as faults_of};
use sched_core::sim::{Attachments, Loaded, Simulation};
use sched_policy::{LONGEST, Problem, Severity, compile};
use sched_vm::{Program, Release};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A scheduler for a lane, as the command line names it.
#[derive(Clone)]
pub struct ForLane {
    lane: usize,
    file: PathBuf,
}

/// Reads `a=FILE` or `b=FILE`.
pub fn for_lane(text: &str) -> Result<ForLane, String> {
    let lane = |name| ["a", "b"].iter().position(|&known| known == name);
    text.split_once('=')
        .and_then(|(name, file)| Some(ForLane { lane: lane(name)?, file: file.into() }))
        .filter(|given| !given.file.as_os_str().is_empty())
        .ok_or_else(|| "a=FILE or b=FILE is needed".into())
}

/// Reads `NAME=NUMBER`.
pub fn knob(text: &str) -> Result<(String, i64), String> {
    text.split_once('=')
        .and_then(|(name, value)| Some((name.to_string(), value.parse().ok()?)))
        .ok_or_else(|| "NAME=NUMBER is needed".into())
}

/// Lets the lanes run these schedulers, with these values of their parameters. A lane B that is missing is a copy of lane A.
pub fn add(scenario: &mut Scenario, given: &[ForLane], knobs: &[(String, i64)]) -> Result<(), Failure> {
    for ForLane { lane, file } in given {
        let said = |what: &dyn std::fmt::Display| Failure::said(format!("{}: {what}", name(file)));
        let bytes = bytes(file, LONGEST).map_err(|error| said(&error))?;
        let source = String::from_utf8(bytes).map_err(|_| said(&"this is not a text in UTF-8"))?;
        let stem = file.file_name().unwrap_or_default().to_string_lossy();
        // The name in a document is short, and `-a` or `-b` may follow; that of a file may be long.
        let stem: String = stem.split('.').next().unwrap_or_default().chars().take(MAX_NAME - 2).collect();
        let source =
            PolicySource { name: stem, source: Source(source), knobs: knobs.iter().cloned().collect() };
        while scenario.lanes.len() <= *lane {
            scenario.lanes.push(scenario.lanes[0].clone());
        }
        let taken =
            |name: &str| scenario.policies.iter().any(|one| one.name == name && one.source != source.source);
        let name = if taken(&source.name) {
            format!("{}-{}", source.name, ["a", "b"][*lane])
        } else {
            source.name.clone()
        };
        scenario.lanes[*lane].policy = Some(name.clone());
        scenario.policies.retain(|one| one.name != name);
        scenario.policies.push(PolicySource { name, ..source });
    }
    Ok(())
}

/// Sets up a lane of a scenario, with the file of its replay. If a policy schedules it, it is compiled.
///
/// # Errors
/// The faults of the scenario, and those of the policy with their lines.
pub fn simulation(
    scenario: &Scenario,
    lane: usize,
    replay: Option<&Arc<Loaded>>,
) -> Result<Simulation, Failure> {
    let faults = faults_of(scenario);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let attachments = Attachments { program: program(scenario, lane)?, replay: replay.cloned() };
    Ok(Simulation::with(scenario, lane, &attachments)?)
}

/// The compiled policy of a lane; `None` if it has none.
fn program(scenario: &Scenario, lane: usize) -> Result<Option<Arc<Program>>, Failure> {
    compiled(scenario, lane).map_err(|problems| {
        let name = scenario.policy_of(lane).map_or("", |policy| policy.source.name.as_str());
        let errors = problems.iter().filter(|problem| problem.severity == Severity::Error);
        let line = |problem: &Problem| format!("{name}:{}:{}: {problem}", problem.at.line, problem.at.column);
        Failure { lines: errors.map(line).collect(), code: 2 }
    })
}

/// The interface of sched_ext by a name of a kernel, as people write it.
pub fn release(text: &str) -> Result<Release, String> {
    let known: Vec<&str> = Release::ALL.iter().map(|release| release.name()).collect();
    let of_kernel = || Some(sched_ext::Release::of(names::named(text)?.kernel)?.interface());
    Release::named(text)
        .or_else(of_kernel)
        .ok_or_else(|| format!("sched_ext is simulated for Linux {}", known.join(", ")))
}

#[derive(Serialize)]
struct Shown<'a> {
    #[serde(flatten)]
    problem: &'a Problem,
    sentence: String,
}

#[derive(Serialize)]
struct Report<'a> {
    file: String,
    kernel: Release,
    /// The name of the scheduler; `None` if it does not compile.
    name: Option<String>,
    problems: Vec<Shown<'a>>,
}

/// Width of a tab in the lines that are shown.
const TAB: usize = 8;

/// The line of a problem and a line of carets under its words.
fn excerpt(line: &str, column: u32, length: u32) -> String {
    let (mut shown, mut under) = (String::new(), String::new());
    for (at, one) in line.trim_end().chars().enumerate() {
        let width = if one == '\t' { TAB } else { 1 };
        let inside = (at + 1) as u64 >= u64::from(column)
            && ((at + 1) as u64) < u64::from(column) + u64::from(length.max(1));
        let mark = if inside { '^' } else { ' ' };
        shown.extend(std::iter::repeat_n(if one == '\t' { ' ' } else { one }, width));
        under.extend(std::iter::repeat_n(mark, width));
    }
    if !under.contains('^') {
        under.push('^');
    }
    format!("    {shown}\n    {}", under.trim_end())
}

/// Fails if the source has an error.
pub fn check(file: &Path, release: Release, json: bool) -> Result<(), Failure> {
    let said = |what: &dyn std::fmt::Display| format!("{}: {what}", name(file));
    let bytes = bytes(file, LONGEST).map_err(|error| Failure::said(said(&error)))?;
    let source = String::from_utf8_lossy(&bytes);
    let result = compile(&source, release);
    let (problems, program) = match &result {
        Ok(compiled) => (&compiled.warnings, Some(&compiled.program)),
        Err(problems) => (problems, None),
    };
    let errors = problems.iter().filter(|problem| problem.severity == Severity::Error).count();
    if json {
        let shown = |problem| Shown { problem, sentence: problem.to_string() };
        let report = Report {
            file: name(file).to_string(),
            kernel: release,
            name: program.map(|program| program.ops.name.clone()),
            problems: problems.iter().map(shown).collect(),
        };
        print(&(serde_json::to_string_pretty(&report).map_err(|error| Failure::said(said(&error)))? + "\n"))?;
    } else {
        let lines: Vec<&str> = source.split('\n').collect();
        for problem in problems {
            let kind = if problem.severity == Severity::Error { "" } else { "warning: " };
            let (line, column) = (problem.at.line, problem.at.column);
            tell(&format!("{}:{line}:{column}: {kind}{problem}", name(file)));
            if let Some(line) = lines.get((problem.at.line as usize).wrapping_sub(1)) {
                excerpt(line, problem.at.column, problem.at.length).lines().for_each(tell);
            }
        }
        if let Some(program) = program {
            let hooks: Vec<&str> = program.hooks.iter().map(|(hook, _)| hook.name()).collect();
            print(&format!(
                "{}: {} compiles for Linux {}: {}\n",
                name(file),
                program.ops.name,
                release.name(),
                hooks.join(", ")
            ))?;
        }
    }
    if errors > 0 {
        let lines = if json {
            Vec::new()
        } else {
            vec![said(&format_args!("{errors} error{}", if errors == 1 { "" } else { "s" }))]
        };
        return Err(Failure { lines, code: 1 });
    }
    Ok(())
}
