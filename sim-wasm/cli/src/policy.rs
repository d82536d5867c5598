//! `sched policy check`: reads a sched_ext scheduler in C, and prints what is wrong with it.

use crate::{Failure, bytes, name, print, tell};
use sched_policy::{LONGEST, Problem, Severity, compile};
use sched_vm::Release;
use serde::Serialize;
use std::path::Path;

/// The releases whose sched_ext is simulated, by name.
pub fn release(text: &str) -> Result<Release, String> {
    let known: Vec<&str> = Release::ALL.iter().map(|release| release.name()).collect();
    Release::named(text).ok_or_else(|| format!("sched_ext is simulated for Linux {}", known.join(", ")))
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
