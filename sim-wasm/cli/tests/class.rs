//! A class of thirty, from the assignment to the marks, at the command line.

mod common;

use common::{Folder, ROOT, sched};
use sched_assignments::answer::Sheet;
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::Output;

const RIGHT: &str = r#"[75, [50, 55.5, 75, 90, 98], [2], [10], "No: the table has no such ratio."]"#;
const WRONG: &str = r#"[55, [50, 51, 55, 60, 69], [1], [19], null]"#;

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

impl Folder {
    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = Path::new(&self.path("handed-in")).join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    /// Makes the key and the document for students.
    fn key(&self, assignment: &str, key: &str, students: &str) {
        let (key, students) = (self.path(key), self.path(students));
        stdout(&sched(&["assignment", "key", assignment, "--out", &key, "--students", &students]));
    }
    fn code(&self, students: &str, name: &str, number: &str, answers: &str) -> String {
        let file = self.path(students);
        let output =
            sched(&["assignment", "answer", &file, "--name", name, "--number", number, "--answers", answers]);
        stdout(&output).to_string()
    }
}

fn zip(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, text) in entries {
        let (mut entry, config) = archive.new_file(name).start().expect("an entry");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(text.as_bytes()).expect("in memory");
        let (_, descriptor) = writer.finish().expect("in memory");
        entry.finish(descriptor).expect("in memory");
    }
    archive.finish().expect("in memory");
    out
}

fn row<'a>(rows: &'a [Value], name: &str) -> &'a Value {
    rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn thirty_students_hand_in_and_every_readable_answer_is_marked() {
    let folder = Folder::new("class");
    folder.key("examples/assignments/nice.json", "key.json", "students.json");
    let other =
        std::fs::read_to_string(format!("{ROOT}/examples/assignments/nice.json")).expect("an example");
    std::fs::write(folder.path("other.json"), other.replace("\"id\": \"nice\"", "\"id\": \"other\""))
        .expect("a file");
    folder.key(&folder.path("other.json"), "other-key.json", "other-students.json");
    let code = |name: &str, number: &str, answers: &str| folder.code("students.json", name, number, answers);

    // Twelve by mail, in files of their own. Each guesses something else.
    for student in 1..=12 {
        let answers =
            format!(r#"[{}, [50, 55, 75, 90, 98], [2], [10], "Answer {student}"]"#, 60 + 2 * student);
        folder.write(&format!("mail-{student:02}.txt"), code(&format!("Mail {student:02}"), "", &answers));
    }
    // Eight in the archive of a course system, two of them the same.
    let (ada, bob) = (code("Ada", "s-1", RIGHT), code("Bob", "s-2", &RIGHT.replace("No: the", "no:  The")));
    let names: Vec<String> =
        (1..=8).map(|at| format!("Zip {at}_{}_assignsubmission_file_/code.txt", 100 + at)).collect();
    let codes: Vec<String> = (1..=8)
        .map(|at| match at {
            1 => ada.clone(),
            2 => bob.clone(),
            _ => code(
                &format!("Zip {at}"),
                &format!("s-{at}"),
                &WRONG.replace("55,", &format!("{},", 40 + at)),
            ),
        })
        .collect();
    let entries: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(codes.iter().map(String::as_str)).collect();
    folder.write("course.zip", zip(&entries));
    // Ten with something special.
    let good = code("Cut", "", RIGHT);
    folder.write("cut.txt", &good[..200]);
    folder.write("changed.txt", good.replacen("SPA1.", "SPA1.A", 1));
    folder.write("newer.txt", good.replace("SPA1.", "SPA7."));
    folder.write("other.txt", folder.code("other-students.json", "Other", "", RIGHT));
    folder.write("photo.jpg", b"\xff\xd8\xff\xe0");
    folder.write("formula.txt", code("=cmd|' /C calc'!A0", "+1", RIGHT));
    folder.write("late.txt", code("Late", "", RIGHT.replace("75, [", "76, [").as_str()));
    let file = std::fs::File::options().append(true).open(folder.path("handed-in/late.txt")).expect("a file");
    file.set_modified(std::time::UNIX_EPOCH + std::time::Duration::from_secs(4_000_000_000)).expect("a time");
    let again = [code("Twice", "s-77", WRONG), code("Twice", "S-77", &RIGHT.replace("75, [", "74, ["))];
    folder.write("twice.txt", again.join("\n"));
    folder.write("empty.txt", code("Empty", "", "[null, null, null, null, null]"));
    let mut forged =
        Sheet::decode(&code("Forged", "", &RIGHT.replace("75, [", "77, ["))).expect("a good code");
    forged.answers[1].runs = "feedfeedfeedfeed".into();
    folder.write("forged.txt", forged.encode().expect("a good sheet"));

    let (handed_in, key, out) = (folder.path("handed-in"), folder.path("key.json"), folder.path("marks.csv"));
    let grade = |assignment: &str, more: &[&str]| {
        let mut arguments =
            vec!["grade", &handed_in, "--assignment", assignment, "--key", &key, "--out", &out];
        arguments.extend(["--due", "2090-01-01T00:00:00Z"]);
        arguments.extend(more);
        sched(&arguments)
    };
    let output = grade("examples/assignments/nice.json", &["--json"]);
    let marked: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let rows = marked["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 30);

    // Every file that cannot be read has one sentence.
    let stderr = String::from_utf8_lossy(&output.stderr);
    for sentence in [
        "cut.txt: The code was cut off after 200 characters: its end, a full stop, is missing.",
        "changed.txt: The code was changed or characters are missing: its hash differs.",
        "newer.txt: The code has version 7; this release reads versions up to 1.",
        "other.txt: The answers belong to another assignment",
        "photo.jpg: It does not contain an answer code.",
    ] {
        assert!(stderr.contains(sentence), "{sentence}: {stderr}");
    }
    assert_eq!(rows.iter().filter(|row| row["marks"][0].is_null()).count(), 5);

    // The rest is marked.
    assert_eq!(row(rows, "Ada")["points"], 16.0);
    assert_eq!(row(rows, "Mail 01")["points"], 12.0, "only the guess is wrong");
    assert_eq!(row(rows, "Mail 07")["points"], 16.0);
    assert_eq!(row(rows, "Zip 3")["points"], 1.0, "one of five values of the curve");
    assert_eq!(row(rows, "Ada")["same_as"], serde_json::json!(["=cmd|' /C calc'!A0", "Bob"]));
    assert_eq!(row(rows, "Mail 07")["same_as"], serde_json::json!([]));
    assert_eq!(
        (&row(rows, "Late")["is_late"], &row(rows, "Ada")["is_late"]),
        (&Value::from(true), &Value::from(false))
    );
    let twice = row(rows, "Twice");
    assert_eq!((&twice["handed_in"], &twice["points"]), (&Value::from(2), &Value::from(16.0)));
    assert_eq!(row(rows, "Empty")["is_empty"], true);
    assert_eq!(row(rows, "Empty")["points"].to_string(), "0.0");
    let forged = row(rows, "Forged");
    assert_eq!((&forged["differs"], &forged["points"]), (&serde_json::json!([2]), &Value::from(11.0)));

    // The table of the course system, from the document that was handed out.
    let csv = std::fs::read_to_string(&out).expect("the table");
    assert!(csv.starts_with(
        "Identifier,Full name,ID number,Grade,Maximum Grade,Last modified (grade),Question 1 (4),"
    ));
    assert!(csv.contains("Participant 101,Ada,s-1,16,20,,4,5,3,4,,5,,"), "{csv}");
    assert!(csv.contains("\"'=cmd|' /C calc'!A0\",\"'+1\",16,20"), "{csv}");
    assert!(!csv.lines().any(|line| line.split(',').any(|cell| cell.starts_with(['=', '+', '@']))), "{csv}");
    let summary = grade(&folder.path("students.json"), &["--for", "canvas"]);
    let summary = stdout(&summary);
    assert!(summary.starts_with("25 answers, 24 of them replay exactly"), "{summary}");
    for line in ["Forged: the run differs at question 2", "Late: late", "Empty: no question was answered"] {
        assert!(summary.contains(line), "{line}: {summary}");
    }
    let canvas = std::fs::read_to_string(&out).expect("the table");
    assert!(canvas.starts_with("Student,ID,SIS User ID,SIS Login ID,Section,What is a nice value worth?\r\n    Points Possible,,,,,20\r\n"), "{canvas}");
}

#[test]
fn a_key_of_another_assignment_and_a_document_without_answers_are_refused() {
    let folder = Folder::new("class-key");
    folder.key("examples/assignments/nice.json", "key.json", "students.json");
    folder.write("empty.txt", "");
    let (handed_in, key) = (folder.path("handed-in"), folder.path("key.json"));
    let output =
        sched(&["grade", &handed_in, "--assignment", "examples/assignments/numa.json", "--key", &key]);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(stderr, "The key belongs to another assignment, or to another edition of it.\n");
    let students = folder.path("students.json");
    let output = sched(&["assignment", "key", &students, "--out", &key, "--students", &students]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("this is the document for students"));
    let broken = folder.path("broken.json");
    std::fs::write(&broken, r#"{"version": 1, "id": "x", "title": "X", "seeds": {}, "experiments": {}, "tasks": [{"title": "Why?", "points": 1, "ask": {"kind": "poem"}}]}"#).expect("a file");
    let output = sched(&["assignment", "check", &broken]);
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("tasks[0].ask.kind is \"poem\"; expected one of predict, ")
    );
}
