//! `sched grade`: marks what a class handed in.

use super::{read, read_key, with_runs};
use crate::{Failure, name, tell};
use sched_assignments::class::{Class, Row};
use sched_assignments::csv::{self, System};
use sched_assignments::pile::{self, File};
use sched_assignments::runs::Runs;
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// The folder with codes, files and zip archives of a course system; or one such file.
    folder: PathBuf,
    /// The assignment: the lecturer's document or the one that was handed out.
    #[arg(long)]
    assignment: PathBuf,
    /// Its key.
    #[arg(long)]
    key: PathBuf,
    /// The table of marks.
    #[arg(long)]
    out: Option<PathBuf>,
    /// The course system that imports the table.
    #[arg(long = "for", default_value = "moodle", value_parser = System::KEYS)]
    system: String,
    /// The deadline in UTC, for instance 2026-12-01T23:59:00Z. Later answers are marked and named as late.
    #[arg(long, value_parser = due)]
    due: Option<u64>,
    /// Prints JSON instead of a summary.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Marked<'a> {
    assignment: &'a str,
    points: u32,
    runs: usize,
    rows: &'a [Row],
}

/// Seconds since 1970.
#[allow(clippy::disallowed_types, reason = "files have the time at which they arrived")]
fn seconds(time: std::time::SystemTime) -> Option<u64> {
    time.duration_since(std::time::SystemTime::UNIX_EPOCH).ok().map(|since| since.as_secs())
}

fn due(text: &str) -> Result<u64, String> {
    let time = humantime::parse_rfc3339_weak(text).map_err(|error| error.to_string())?;
    seconds(time).ok_or_else(|| "a time since 1970 is needed".into())
}

/// A file of the folder.
struct Found {
    path: String,
    bytes: Vec<u8>,
    at: Option<u64>,
}

fn collect(root: &Path, at: &Path, found: &mut Vec<Found>) -> std::io::Result<()> {
    if at.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(at)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
        // The order of a folder is that of the file system.
        entries.sort();
        return entries.iter().try_for_each(|entry| collect(root, entry, found));
    }
    let path = at.strip_prefix(root).ok().filter(|path| !path.as_os_str().is_empty()).unwrap_or(at);
    let path = path.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
    let modified = at.metadata()?.modified().ok().and_then(seconds);
    found.push(Found { path, bytes: std::fs::read(at)?, at: modified });
    Ok(())
}

pub fn execute(options: &Options) -> Result<(), Failure> {
    let Options { folder, assignment, key, out, system, due, json } = options;
    let (checked, key) = (read(assignment)?, read_key(key)?);
    let mut found = Vec::new();
    collect(folder, folder, &mut found)
        .map_err(|error| Failure::said(format!("{}: {error}", name(folder))))?;
    let files: Vec<File> =
        found.iter().map(|one| File { path: &one.path, bytes: &one.bytes, at: one.at }).collect();
    let class = Class::new(&checked, key, pile::read(&files), *due)
        .map_err(|fault| Failure::said(fault.to_string()))?;
    let mut runs = Runs::default();
    let rows = with_runs(&mut runs, |runs| class.rows(runs));
    let of = &class.checked().assignment;
    if let Some(out) = out {
        let system = System::from_key(system).unwrap_or(System::Moodle);
        std::fs::write(out, csv::table(of, &rows, system))
            .map_err(|error| Failure::said(format!("{}: {error}", name(out))))?;
    }
    for fault in rows.iter().flat_map(|row| &row.faults) {
        tell(&format!("{}: {}", fault.file, fault.sentence));
    }
    let marked = Marked { assignment: &of.id, points: of.points(), runs: runs.len(), rows: &rows };
    if *json {
        return crate::print(&format!("{}\n", serde_json::to_string_pretty(&marked).expect("plain data")));
    }
    crate::print(&summary(&marked))
}

/// What a lecturer wants to know first.
fn summary(marked: &Marked) -> String {
    let rows: Vec<&Row> = marked.rows.iter().filter(|row| !row.marks.is_empty()).collect();
    let differs = rows.iter().filter(|row| !row.differs.is_empty()).count();
    let mut out = format!(
        "{} answers, {} of them replay exactly; {} runs\n",
        rows.len(),
        rows.len() - differs,
        marked.runs
    );
    let mut say = |row: &Row, what: String| out.push_str(&format!("{}: {what}\n", row.name));
    for row in &rows {
        let questions = row.differs.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if !row.differs.is_empty() {
            say(row, format!("the run differs at question {questions}"));
        }
        if !row.same_as.is_empty() {
            say(row, format!("the same answers as {}", row.same_as.join(", ")));
        }
        for same in &row.same_schedulers {
            say(
                row,
                format!(
                    "question {}: the same scheduler as {}, except for names",
                    same.question,
                    same.names.join(", ")
                ),
            );
        }
        if row.is_late {
            say(row, "late".into());
        }
        if row.is_empty {
            say(row, "no question was answered".into());
        }
    }
    let all: f64 = rows.iter().map(|row| row.points).sum();
    if !rows.is_empty() {
        out.push_str(&format!("average: {:.1} of {} points\n", all / rows.len() as f64, marked.points));
    }
    out
}
