//! Marks as CSV, with the columns that course systems import.
//!
//! Moodle's offline grading worksheet is recognised by *Identifier*, *Grade* and *Last modified (grade)*, and takes
//! *Feedback comments*; its grade import maps any column, such as *ID number*. Canvas wants five columns in a fixed order,
//! then one column for each assignment, and a second row with the possible points.

use crate::class::{Row, SameScheduler};
use crate::document::Assignment;
use crate::mark::Replay;
use crate::pile::Participant;

/// A course system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Moodle,
    Canvas,
}

impl System {
    pub const KEYS: [&str; 2] = ["moodle", "canvas"];

    pub fn from_key(key: &str) -> Option<Self> {
        Self::KEYS.iter().position(|known| *known == key).map(|at| [Self::Moodle, Self::Canvas][at])
    }
}

/// A text as a cell. A spreadsheet would take one that begins with `=`, `+`, `-` or `@` for a formula.
fn cell(text: &str) -> String {
    let is_formula = text.trim_start().starts_with(['=', '+', '-', '@']) || text.starts_with(['\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_string() };
    if text.contains([',', ';', '"', '\n', '\r', '\'']) || text.trim() != text {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

/// Points with at most two digits after the point.
fn number(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// A line, in the form of RFC 4180.
fn line(cells: &[String]) -> String {
    format!("{}\r\n", cells.join(","))
}

/// The table of a class.
pub fn table(of: &Assignment, rows: &[Row], system: System) -> String {
    match system {
        System::Moodle => moodle(of, rows),
        System::Canvas => canvas(of, rows),
    }
}

fn moodle(of: &Assignment, rows: &[Row]) -> String {
    let mut head: Vec<String> =
        ["Identifier", "Full name", "ID number", "Grade", "Maximum Grade", "Last modified (grade)"]
            .map(String::from)
            .into();
    head.extend(
        of.tasks.iter().enumerate().map(|(at, task)| format!("Question {} ({})", at + 1, task.points)),
    );
    head.extend(
        [
            "By hand",
            "Late",
            "Same answers as",
            "Same scheduler as",
            "Runs differ at",
            "Handed in",
            "File",
            "Feedback comments",
        ]
        .map(String::from),
    );
    let mut out = line(&head);
    for row in rows {
        let identifier = match &row.participant {
            Some(Participant::Moodle { id, .. }) => format!("Participant {id}"),
            _ => String::new(),
        };
        let is_marked = !row.marks.is_empty();
        let mut cells = vec![
            identifier,
            cell(&row.name),
            cell(&row.number),
            if is_marked { number(row.points) } else { String::new() },
            of.points().to_string(),
            String::new(),
        ];
        cells.extend(
            (0..of.tasks.len()).map(|task| {
                row.marks.get(task).and_then(|mark| mark.points).map_or_else(String::new, number)
            }),
        );
        cells.extend([
            questions(row, |mark| mark.by_hand),
            if row.is_late { "late".into() } else { String::new() },
            cell(&row.same_as.join(", ")),
            cell(&same_schedulers(row)),
            questions(row, |mark| mark.replay == Replay::Differs),
            row.handed_in.to_string(),
            cell(&row.file),
            cell(&feedback(of, row)),
        ]);
        out.push_str(&line(&cells));
    }
    out
}

fn canvas(of: &Assignment, rows: &[Row]) -> String {
    let mut out = line(&[
        "Student".into(),
        "ID".into(),
        "SIS User ID".into(),
        "SIS Login ID".into(),
        "Section".into(),
        cell(of.title.english()),
    ]);
    out.push_str(&format!("    Points Possible,,,,,{}\r\n", of.points()));
    for row in rows.iter().filter(|row| !row.marks.is_empty()) {
        let id = match &row.participant {
            Some(Participant::Canvas { id, .. }) => id.clone(),
            _ => String::new(),
        };
        out.push_str(&line(&[
            cell(&row.name),
            id,
            cell(&row.number),
            String::new(),
            String::new(),
            number(row.points),
        ]));
    }
    out
}

/// The others with the same scheduler, by question.
fn same_schedulers(row: &Row) -> String {
    let one = |same: &SameScheduler| format!("{}: {}", same.question, same.names.join(", "));
    row.same_schedulers.iter().map(one).collect::<Vec<_>>().join("; ")
}

/// The numbers of the questions with such a mark.
fn questions(row: &Row, is: impl Fn(&crate::mark::Mark) -> bool) -> String {
    let numbers =
        row.marks.iter().enumerate().filter(|(_, mark)| is(mark)).map(|(at, _)| (at + 1).to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

/// Sentences about a row, for the student.
pub fn feedback(of: &Assignment, row: &Row) -> String {
    let mut said: Vec<String> =
        row.faults.iter().map(|fault| format!("{}: {}", fault.file, fault.sentence)).collect();
    if row.is_empty {
        said.push("No question was answered.".into());
    }
    if row.counts < row.handed_in {
        said.push(format!("Of {} answers the number {} counts.", row.handed_in, row.counts));
    }
    for (at, (mark, task)) in row.marks.iter().zip(&of.tasks).enumerate() {
        if let Some(why) = &mark.refused {
            said.push(format!("Question {}: {why}", at + 1));
        } else if let Some(points) = mark.points {
            said.push(format!("Question {}: {} of {}.", at + 1, number(points), task.points));
        } else if mark.by_hand {
            said.push(format!("Question {}: marked by hand.", at + 1));
        } else if !row.is_empty {
            said.push(format!("Question {}: no answer.", at + 1));
        }
    }
    said.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{cell, number};

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("=cmd|' /C calc'!A0", "\"'=cmd|' /C calc'!A0\""),
            ("+1", "\"'+1\""),
            ("-2+3", "\"'-2+3\""),
            ("@SUM(A1)", "\"'@SUM(A1)\""),
            (" =1", "\"' =1\""),
            ("\t=1", "\"'\t=1\""),
            ("Lovelace, Ada", "\"Lovelace, Ada\""),
            ("a \"b\"", "\"a \"\"b\"\"\""),
            ("王小明", "王小明"),
        ] {
            assert_eq!(cell(text), expected);
        }
    }

    #[test]
    fn points_have_at_most_two_digits() {
        assert_eq!([0.0, 2.0, 2.5, 1.0 / 3.0, 20.0].map(number), ["0", "2", "2.5", "0.33", "20"]);
    }
}
