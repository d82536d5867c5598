//! Assignments at the command line: checks a document, makes its key, and answers it as a student's page does.

pub mod grade;

use crate::parallel::in_parallel_told;
use crate::{Failure, bytes, name};
use sched_assignments::answer::{Answer, Sheet};
use sched_assignments::key::{self, Key};
use sched_assignments::mark::{Who, jobs_seen};
use sched_assignments::runs::{Pending, Runs};
use sched_assignments::validate::{Checked, parse};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The most bytes of an assignment or a key.
const MOST_BYTES: usize = 1_000_000;

#[derive(clap::Subcommand)]
pub enum Command {
    /// Checks an assignment document.
    Check {
        /// The document; - for standard input.
        file: PathBuf,
    },
    /// Makes the key of an assignment, with the scoring seeds and the right answers, which come from runs, and the document that is
    /// handed out to students.
    Key {
        /// The lecturer's document.
        file: PathBuf,
        /// The file of the key. It stays with the lecturer.
        #[arg(long)]
        out: PathBuf,
        /// The file of the document for students. It contains no right answer.
        #[arg(long)]
        students: PathBuf,
    },
    /// Answers an assignment as a student's page does: does the runs and prints the code.
    Answer {
        /// The document that was handed out.
        file: PathBuf,
        #[arg(long)]
        name: String,
        /// The student number.
        #[arg(long, default_value = "")]
        number: String,
        /// The answers as a JSON list, one for each task; null for none.
        #[arg(long)]
        answers: String,
    },
}

/// The text of a file.
fn text_of(file: &Path) -> Result<String, Failure> {
    let said = |what: &dyn std::fmt::Display| Failure::said(format!("{}: {what}", name(file)));
    let bytes = bytes(file, MOST_BYTES).map_err(|error| said(&error))?;
    if bytes.len() > MOST_BYTES {
        return Err(said(&format!("too large; expected at most {MOST_BYTES} bytes")));
    }
    sched_core::scenario::text_of(&bytes).map(String::from).map_err(|fault| said(&fault.message))
}

pub fn read(file: &Path) -> Result<Checked, Failure> {
    parse(&text_of(file)?).map_err(|faults| Failure {
        lines: faults.iter().map(|fault| format!("{}: {}", name(file), fault.message)).collect(),
        code: 2,
    })
}

pub fn read_key(file: &Path) -> Result<Key, Failure> {
    Key::read(&text_of(file)?).map_err(|fault| Failure::said(format!("{}: {fault}", name(file))))
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(file, text).map_err(|error| Failure::said(format!("{}: {error}", name(file))))
}

fn pretty(value: &impl serde::Serialize) -> String {
    format!("{}\n", serde_json::to_string_pretty(value).expect("plain data"))
}

/// Repeats `work` until it has all runs that it needs.
pub fn with_runs<T>(runs: &mut Runs, work: impl Fn(&mut Runs) -> Result<T, Pending>) -> T {
    loop {
        if let Ok(done) = work(runs) {
            return done;
        }
        let outcomes = in_parallel_told(&runs.needed(), |job| job.run());
        runs.done(outcomes);
    }
}

/// Seconds since 1970.
#[allow(clippy::disallowed_types, reason = "an answer says when it was made")]
fn now() -> u64 {
    use std::time::SystemTime;
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

pub fn execute(command: Command) -> Result<(), Failure> {
    match command {
        Command::Check { file } => {
            let Checked { assignment, .. } = read(&file)?;
            crate::print(&format!(
                "{}: valid, {} tasks, {} points\n",
                name(&file),
                assignment.tasks.len(),
                assignment.points()
            ))
        }
        Command::Key { file, out, students } => {
            let checked = read(&file)?;
            if checked.assignment.is_handed_out() {
                return Err(Failure::said(format!(
                    "{}: this is the document for students, which has no right answers; expected the lecturer's",
                    name(&file)
                )));
            }
            let mut random = [0; 32];
            getrandom::fill(&mut random).map_err(|error| Failure::said(error.to_string()))?;
            let (key, handed_out) =
                with_runs(&mut Runs::default(), |runs| key::make(&checked, &random, runs))
                    .map_err(|fault| Failure::said(format!("{}: {fault}", name(&file))))?;
            write(&out, &pretty(&key))?;
            write(&students, &pretty(&handed_out))?;
            let right = key.right.iter().enumerate().map(|(at, right)| match right {
                Value::Null => format!("question {}: no single right answer\n", at + 1),
                right => format!("question {}: {right}\n", at + 1),
            });
            crate::print(&right.collect::<String>())
        }
        Command::Answer { file, name: student, number, answers } => {
            let checked = read(&file)?;
            let answers: Vec<Value> = serde_json::from_str(&answers)
                .map_err(|error| Failure::said(format!("--answers: {error}; expected a JSON list")))?;
            let sheet = answered(&checked, &student, &number, answers)?;
            let code = sheet.encode().map_err(|fault| Failure::said(fault.to_string()))?;
            crate::print(&format!("{code}\n"))
        }
    }
}

/// The sheet of a student who has seen the runs of all answers.
fn answered(of: &Checked, student: &str, number: &str, answers: Vec<Value>) -> Result<Sheet, Failure> {
    let seeds = of.assignment.seeds_of(number);
    let who = Who { seeds: &seeds, scoring: &seeds };
    let tasks = &of.assignment.tasks;
    if answers.len() != tasks.len() {
        return Err(Failure::said(format!(
            "--answers: {} of them; the assignment has {} tasks",
            answers.len(),
            tasks.len()
        )));
    }
    let one = |(at, value): (usize, Value)| {
        let jobs = if value.is_null() { Ok(Vec::new()) } else { jobs_seen(of, &tasks[at].ask, &value, &who) };
        let jobs = jobs.map_err(|why| Failure::said(format!("--answers: question {}: {why}", at + 1)))?;
        let outcomes: Vec<_> =
            crate::parallel::in_parallel(&jobs, |job| job.run()).into_iter().flatten().collect();
        let runs = if outcomes.is_empty() { String::new() } else { Runs::hash(outcomes.iter()) };
        Ok(Answer { value, runs })
    };
    Ok(Sheet {
        assignment: of.assignment.digest(),
        name: student.into(),
        number: number.into(),
        at: now(),
        answers: answers.into_iter().enumerate().map(one).collect::<Result<_, Failure>>()?,
    })
}
