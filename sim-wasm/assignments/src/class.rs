//! The marks of a class: one row for each student, from everything that was handed in.

use crate::answer::Sheet;
use crate::document::Ask;
use crate::fault::Fault;
use crate::key::Key;
use crate::mark::{Mark, Replay, Who, mark};
use crate::pile::{HandedIn, Participant};
use crate::runs::{Pending, Runs};
use crate::validate::Checked;
use sched_policy::{LONGEST, shape};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// A student, or a file that could not be read.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    pub name: String,
    pub number: String,
    pub participant: Option<Participant>,
    /// The file that counts.
    pub file: String,
    /// How often the student handed in, and which of them counts, counted from 1.
    pub handed_in: usize,
    pub counts: usize,
    /// It came after the deadline; the points are not reduced.
    pub is_late: bool,
    pub is_empty: bool,
    /// The answers, for what the class believed.
    pub answers: Vec<Value>,
    /// One for each task.
    pub marks: Vec<Mark>,
    /// The points without what is marked by hand.
    pub points: f64,
    /// The questions (counted from 1) whose runs give other events than those that were handed in.
    pub differs: Vec<usize>,
    /// The names of those with the same answers.
    pub same_as: Vec<String>,
    /// The questions whose schedulers are those of others except for names, comments and white space.
    pub same_schedulers: Vec<SameScheduler>,
    /// Why files of the student could not be read, with their names.
    pub faults: Vec<FileFault>,
}

#[derive(Clone, Debug, Serialize)]
pub struct FileFault {
    pub file: String,
    #[serde(flatten)]
    pub what: Fault,
    pub sentence: String,
}

/// Others whose scheduler is the same.
#[derive(Clone, Debug, Serialize)]
pub struct SameScheduler {
    /// Counted from 1.
    pub question: usize,
    pub names: Vec<String>,
}

/// Everything of one student, in the order in which it was handed in.
struct Student {
    sheets: Vec<(HandedIn, Sheet)>,
    faults: Vec<(String, Fault)>,
    participant: Option<Participant>,
}

/// A class whose answers are being marked.
pub struct Class {
    checked: Checked,
    key: Key,
    students: Vec<Student>,
    /// The deadline (seconds since 1970).
    due: Option<u64>,
}

/// Text that people write in several ways.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Class {
    /// Sorts what was handed in by student: by the participant of a course system, by student number, or by name.
    ///
    /// # Errors
    /// The key belongs to another assignment.
    pub fn new(of: &Checked, key: Key, handed_in: Vec<HandedIn>, due: Option<u64>) -> Result<Self, Fault> {
        let checked = key.handed_out(of)?;
        let mut by_student: BTreeMap<String, Student> = BTreeMap::new();
        for one in handed_in {
            let sheet = one.sheet.clone().and_then(|sheet| fits(sheet, &checked, &key));
            let who = match (&one.participant, &sheet) {
                (Some(Participant::Moodle { id, .. }), _) => format!("0 moodle {id}"),
                (Some(Participant::Canvas { id, .. }), _) => format!("0 canvas {id}"),
                (None, Ok(sheet)) if !sheet.number.trim().is_empty() => format!("1 {}", plain(&sheet.number)),
                (None, Ok(sheet)) => format!("2 {}", plain(&sheet.name)),
                (None, Err(_)) => format!("3 {}", one.path),
            };
            let student = by_student.entry(who).or_insert_with(|| Student {
                sheets: Vec::new(),
                faults: Vec::new(),
                participant: one.participant.clone(),
            });
            match sheet {
                // A course system gives a text and a file of the same code.
                Ok(sheet) if student.sheets.iter().any(|(_, known)| *known == sheet) => {}
                Ok(sheet) => student.sheets.push((one, sheet)),
                Err(fault) => student.faults.push((one.path, fault)),
            }
        }
        let mut students: Vec<Student> = by_student.into_values().collect();
        for student in &mut students {
            student.sheets.sort_by_key(|(one, sheet)| (sheet.at, one.at));
            // A file without a code beside one with a code is no fault: a picture, a report.
            if !student.sheets.is_empty() {
                student.faults.retain(|(_, fault)| *fault != Fault::NoCode);
            }
        }
        Ok(Self { checked, key, students, due })
    }

    /// Marks everything.
    ///
    /// # Errors
    /// Runs have to be done first; they are noted in `runs`.
    pub fn rows(&self, runs: &mut Runs) -> Result<Vec<Row>, Pending> {
        let marked: Vec<Result<Row, Pending>> =
            self.students.iter().map(|student| self.row(student, runs)).collect();
        let mut rows: Vec<Row> = marked.into_iter().collect::<Result<_, _>>()?;
        rows.sort_by_key(|row| {
            (row.marks.is_empty(), plain(&row.name), row.number.clone(), row.file.clone())
        });
        flag_copies(&mut rows);
        flag_schedulers(&mut rows, &self.checked);
        Ok(rows)
    }

    fn row(&self, student: &Student, runs: &mut Runs) -> Result<Row, Pending> {
        let fault = |(file, what): &(String, Fault)| FileFault {
            file: file.clone(),
            what: what.clone(),
            sentence: what.to_string(),
        };
        let mut row = Row {
            name: student.participant.as_ref().map_or_else(String::new, |one| one.name().into()),
            number: String::new(),
            participant: student.participant.clone(),
            file: student.faults.first().map_or_else(String::new, |(file, _)| file.clone()),
            handed_in: student.sheets.len(),
            counts: 0,
            is_late: false,
            is_empty: false,
            answers: Vec::new(),
            marks: Vec::new(),
            points: 0.0,
            differs: Vec::new(),
            same_as: Vec::new(),
            same_schedulers: Vec::new(),
            faults: student.faults.iter().map(fault).collect(),
        };
        let allowed = match self.checked.assignment.attempts {
            0 => student.sheets.len(),
            attempts => student.sheets.len().min(attempts as usize),
        };
        let Some((one, sheet)) = student.sheets[..allowed].last() else { return Ok(row) };
        let seeds = self.checked.assignment.seeds_of(&sheet.number);
        let who = Who { seeds: &seeds, scoring: &self.key.scoring };
        let answers = sheet.answers.iter().enumerate();
        let marks: Vec<Result<Mark, Pending>> = answers
            .map(|(task, answer)| mark(&self.checked, task, answer, &who, Some(&self.key), runs))
            .collect();
        row.marks = marks.into_iter().collect::<Result<_, _>>()?;
        row.name.clone_from(&sheet.name);
        row.number.clone_from(&sheet.number);
        row.file.clone_from(&one.path);
        row.counts = allowed;
        row.is_late = one.is_late || self.due.is_some_and(|due| one.at.unwrap_or(sheet.at) > due);
        row.is_empty = sheet.is_empty();
        row.answers = sheet.answers.iter().map(|answer| answer.value.clone()).collect();
        // The sum of nothing is -0.0.
        row.points = 0.0 + row.marks.iter().filter_map(|mark| mark.points).sum::<f64>();
        let differs = row.marks.iter().enumerate().filter(|(_, mark)| mark.replay == Replay::Differs);
        row.differs = differs.map(|(task, _)| task + 1).collect();
        Ok(row)
    }

    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    pub fn key(&self) -> &Key {
        &self.key
    }
}

/// A sheet that belongs to the assignment.
fn fits(sheet: Sheet, of: &Checked, key: &Key) -> Result<Sheet, Fault> {
    if sheet.assignment != key.assignment {
        return Err(Fault::OtherAssignment { said: sheet.assignment, expected: key.assignment.clone() });
    }
    let (answers, tasks) = (sheet.answers.len(), of.assignment.tasks.len());
    if answers != tasks {
        return Err(Fault::Tasks { answers, tasks });
    }
    for (answer, task) in sheet.answers.iter().zip(&of.assignment.tasks) {
        let (what, most) = match &task.ask {
            Ask::Words(ask) => ("answer in words", ask.most as usize),
            Ask::Policy(_) => ("scheduler", LONGEST),
            _ => continue,
        };
        let characters = answer.value.as_str().map_or(0, |text| text.chars().count());
        if characters > most {
            return Err(Fault::Long { what, characters, most });
        }
    }
    Ok(sheet)
}

/// Names the students all of whose answers are the same. Spaces and capitals of texts do not count.
fn flag_copies(rows: &mut [Row]) {
    let of = |row: &Row| -> Option<String> {
        let answers: Vec<String> =
            row.answers.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), plain)).collect();
        (!row.is_empty && !answers.is_empty()).then(|| format!("{answers:?}"))
    };
    let mut by_answers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, row) in rows.iter().enumerate() {
        if let Some(answers) = of(row) {
            by_answers.entry(answers).or_default().push(at);
        }
    }
    for same in by_answers.values().filter(|same| same.len() > 1) {
        for &at in same {
            let others = same.iter().filter(|&&other| other != at);
            rows[at].same_as = others.map(|&other| rows[other].name.clone()).collect();
        }
    }
}

/// Names the students whose schedulers have the same shape. The source that all start from is no copy.
fn flag_schedulers(rows: &mut [Row], of: &Checked) {
    for (task, of_task) in of.assignment.tasks.iter().enumerate() {
        let Ask::Policy(ask) = &of_task.ask else { continue };
        let start = shape(&ask.start.0);
        let mut by_shape: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            let source = row.answers.get(task).and_then(Value::as_str).filter(|text| !text.trim().is_empty());
            if let Some(source) = source {
                by_shape.entry(shape(source)).or_default().push(at);
            }
        }
        by_shape.remove(&start);
        for same in by_shape.values().filter(|same| same.len() > 1) {
            for &at in same {
                let others = same.iter().filter(|&&other| other != at);
                let names = others.map(|&other| rows[other].name.clone()).collect();
                rows[at].same_schedulers.push(SameScheduler { question: task + 1, names });
            }
        }
    }
}
