//! A recording becomes a replay, its fidelity and a run, at the command line.

mod common;

use common::{Folder, sched};
use serde_json::Value;
use std::path::PathBuf;
use std::process::Output;

const PIPE: &str = "tests/fixtures/recordings/own-pipe.perf.txt.gz";

fn stdout(output: &Output) -> &str {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

/// The sentence of a command that fails with the exit code 2, and prints nothing else.
fn refused(output: &Output) -> &str {
    let said = std::str::from_utf8(&output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{said}");
    said
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

impl Folder {
    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).expect("a file")
    }
}

#[test]
fn a_recording_becomes_a_replay_and_a_scenario_that_runs_it() {
    let folder = Folder::new("replay");
    let (replay, scenario) = (folder.path("r.replay"), folder.path("r.json"));
    let made = sched(&["trace", PIPE, "--replay", &replay, "--scenario", &scenario]);
    let said = stdout(&made);
    let hash = said.lines().next().and_then(|line| line.split_once(", hash ")).expect("the hash").1;
    let document = json(&String::from_utf8(folder.read("r.json")).expect("UTF-8"));
    assert_eq!(document["workload"]["kind"], "replay");
    assert_eq!(document["workload"]["hash"], *hash);
    assert_eq!(document["kernel"], "6.18");
    assert_eq!(document["lanes"].as_array().map(Vec::len), Some(2));
    assert!(said.contains("\nOf the sleeps, "), "{said}");
    assert!(sched(&["validate", &scenario]).status.success());

    let run = sched(&["run", &scenario, "--replay", &replay, "--json"]);
    let reports = json(stdout(&run));
    let again = sched(&["run", &scenario, "--replay", &replay, "--json"]);
    assert_eq!(run.stdout, again.stdout);
    let [a, b] = &reports["lanes"].as_array().expect("lanes")[..] else { panic!("two lanes: {reports}") };
    assert_eq!(a["hash"], b["hash"], "both lanes are the recorded kernel");
    assert!(a["sched"].as_f64().is_some_and(|sched| sched > 1000.0), "{a}");
}

#[test]
fn the_timer_of_a_run_is_found_in_its_trace() {
    for hz in [100, 250, 1000] {
        let folder = Folder::new(&format!("hz-{hz}"));
        let [run, trace, replay, scenario] =
            ["run.json", "t.txt", "r", "s.json"].map(|name| folder.path(name));
        let document = serde_json::json!({
            "version": 3,
            "machine": {"name": "two CPUs", "like": "xeon", "topology": "core:2 pu:1", "hz": hz},
            "workload": {"kind": "hogs", "hogs": 5},
            "kernel": "6.18",
            "limit_ms": 2000,
            "lanes": [{}],
        });
        std::fs::write(&run, document.to_string()).expect("a file");
        assert!(sched(&["run", &run, "--trace", &trace]).status.success());
        assert!(stdout(&sched(&["trace", &trace])).contains(&format!("probably has {hz} Hz")));
        stdout(&sched(&["trace", &trace, "--replay", &replay, "--scenario", &scenario]));
        assert_eq!(json(&std::fs::read_to_string(&scenario).expect("a file"))["machine"]["hz"], hz);
    }
}

#[test]
fn a_replay_without_names_and_picture_is_another_file_with_the_same_steps() {
    let folder = Folder::new("plain");
    let (full, plain) = (folder.path("full.replay"), folder.path("plain.replay"));
    let first = |output: &Output| stdout(output).split(';').next().expect("tasks and steps").to_string();
    let whole = first(&sched(&["trace", PIPE, "--replay", &full]));
    let short = first(&sched(&["trace", PIPE, "--replay", &plain, "--anonymize", "--no-picture"]));
    assert_eq!(whole, short);
    let (full, plain) = (folder.read("full.replay"), folder.read("plain.replay"));
    assert!(plain.len() < full.len());
    let name = b"sched-pipe";
    let has = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name);
    assert_eq!((has(&full), has(&plain)), (true, false));
}

#[test]
fn the_fidelity_is_a_table_or_json() {
    let text = sched(&["trace", PIPE, "--fidelity", "--seeds", "1"]);
    let text = stdout(&text);
    assert!(text.starts_with("Under 6.18 the replay takes "), "{text}");
    for row in ["length", "CPU time of tasks apart", "switches", "moves", "waits, all together"] {
        assert!(text.lines().any(|line| line.starts_with(row)), "{row}: {text}");
    }
    assert!(text.contains("\nmoves by class: "), "{text}");

    let compared = sched(&["trace", PIPE, "--fidelity", "--seeds", "1", "--json"]);
    let compared = json(stdout(&compared));
    assert_eq!((&compared["kernel"], &compared["seeds"]), (&"6.18".into(), &1.into()));
    let rows = compared["rows"].as_array().expect("rows");
    let row = |key: &str| rows.iter().find(|row| row["key"] == key).expect("a row").clone();
    let (length, switches) = (row("length"), row("switches"));
    assert_eq!(switches["replayed"].as_array().map(Vec::len), Some(1), "one for each seed");
    assert!(switches["recorded"].as_f64().is_some_and(|recorded| recorded > 1000.0), "{switches}");
    let ratio = length["ratio"].as_f64().expect("a ratio");
    assert!(text.contains(&format!("{ratio:.2} times as long as the recording")), "{ratio}: {text}");
    assert!(text.starts_with(compared["sentence"].as_str().expect("a sentence")), "{compared}");
    assert!(compared["notes"].as_array().is_some_and(|notes| !notes.is_empty()));
}

#[test]
fn a_replay_that_is_missing_damaged_or_another_one_is_refused() {
    let folder = Folder::new("refused");
    let (replay, other, scenario) =
        (folder.path("r.replay"), folder.path("other.replay"), folder.path("r.json"));
    stdout(&sched(&["trace", PIPE, "--replay", &replay, "--scenario", &scenario]));
    stdout(&sched(&["trace", PIPE, "--replay", &other, "--no-picture"]));

    let without = sched(&["run", &scenario]);
    assert!(
        refused(&without).contains("needs the replay file of \"own-pipe.perf.txt.gz\""),
        "{}",
        refused(&without)
    );
    let absent = folder.path("absent.replay");
    let missing = sched(&["run", &scenario, "--replay", &absent]);
    assert!(refused(&missing).starts_with(&absent), "{}", refused(&missing));
    let wrong = sched(&["run", &scenario, "--replay", &other]);
    assert!(refused(&wrong).contains("give the file that it was made with"), "{}", refused(&wrong));
    let no_replay = sched(&["run", &scenario, "--replay", &scenario]);
    assert!(refused(&no_replay).contains("This is not a replay file"), "{}", refused(&no_replay));
    let bytes = folder.read("r.replay");
    std::fs::write(&replay, &bytes[..100]).expect("a file");
    let cut = sched(&["run", &scenario, "--replay", &replay]);
    assert!(refused(&cut).contains("its end is missing"), "{}", refused(&cut));
}

#[test]
fn what_has_no_replay_is_refused_and_writes_no_file() {
    let folder = Folder::new("none");
    let replay = folder.path("r.replay");
    let fixture = |name: &str| format!("tests/fixtures/recordings/{name}");
    let absent = folder.path("absent.txt");
    for (file, sentence) in [
        (absent.clone(), "No such file"),
        (fixture("own-machine.lscpu.json"), "This describes a machine"),
        (fixture("catapult-no-sched.txt"), "sched_switch"),
    ] {
        let output = sched(&["trace", &file, "--replay", &replay]);
        let said = refused(&output);
        assert!(said.starts_with(&file) && said.contains(sentence), "{said}");
    }
    let both = sched(&["trace", PIPE, PIPE, "--replay", &replay]);
    assert!(refused(&both).contains("--replay and --fidelity take one recording"), "{}", refused(&both));
    // Without a replay there is nothing for the scenario to run.
    let lone = sched(&["trace", PIPE, "--scenario", &folder.path("r.json")]);
    assert!(refused(&lone).contains("--replay"), "{}", refused(&lone));
    assert!(!PathBuf::from(&replay).exists());
}
