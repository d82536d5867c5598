//! The command line, tested as a person or a script uses it.

mod common;

use common::{Folder, ROOT, sched};
use serde_json::Value;
use std::process::{Command, Output};

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

/// A file with a scenario, which is removed when the value is dropped.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Self {
        let path = std::env::temp_dir().join(format!("sched-{}-{name}.json", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        Self(path)
    }
    fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Folder {
    /// Writes a file in the folder; returns its path.
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        let folder = std::path::Path::new(&path).parent().expect("a folder");
        std::fs::create_dir_all(folder).expect("a folder");
        std::fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn generated_files_are_up_to_date() {
    let output = sched(&["generate", "--check"]);
    assert!(output.status.success(), "{}", stderr(&output));
}

#[test]
fn examples_run_and_report_every_figure() {
    for name in ["cluster", "steal", "numa2003"] {
        let file = format!("examples/{name}.json");
        assert!(sched(&["validate", &file]).status.success(), "{name}");
        let output = sched(&["run", &file, "--json"]);
        assert!(output.status.success(), "{name}: {}", stderr(&output));
        let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        let lanes = runs["lanes"].as_array().expect("lanes");
        assert_eq!(lanes.len(), 2, "{name}");
        for lane in lanes {
            for key in ["elapsed_ns", "messages", "messages_per_s", "busy_pct", "sched", "wake", "events"] {
                assert!(lane[key].as_f64().is_some_and(|value| value > 0.0), "{name}: {key} = {}", lane[key]);
            }
            assert_eq!(lane["ended"], "finished", "{name}");
            assert_eq!(lane["hash"].as_str().map(str::len), Some(16), "{name}");
            assert!(lane["migrations"].is_object(), "{name}");
        }
    }
}

#[test]
fn runs_are_repeatable_and_seeds_differ() {
    let hashes = |seeds: &str| -> Vec<String> {
        let output = sched(&["run", "examples/steal.json", "--seeds", seeds, "--json"]);
        let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        let of_lane = runs["lanes"][0]["runs"].as_array().expect("runs").iter();
        of_lane.map(|run| run["hash"].as_str().expect("a hash").to_string()).collect()
    };
    let three = hashes("3");
    assert_eq!(three, hashes("3"), "whatever thread runs a seed");
    assert_ne!(three[0], three[1]);
    assert_eq!(three[..2], hashes("2"));
}

#[test]
fn several_seeds_give_intervals_and_a_paired_difference() {
    let output = sched(&["run", "examples/steal.json", "--seeds", "4", "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let speed = &runs["lanes"][0]["over_seeds"]["messages_per_s"];
    assert!(speed["mean"].as_f64() > Some(0.0) && speed["ci95"].as_f64() > Some(0.0), "{speed}");
    assert!(runs["paired_difference_pct"]["messages_per_s"]["mean"].is_f64());
    let verdict = &runs["verdict"];
    assert_eq!((&verdict["decides"], &verdict["seeds"]), (&Value::from("work"), &Value::from(4)));
    let table = sched(&["run", "examples/steal.json", "--seeds", "4"]);
    for word in ["messages/s", "% busy", "steal", "±", "B - A", "hash"] {
        assert!(stdout(&table).contains(word), "{word} is missing:\n{}", stdout(&table));
    }
}

/// `examples/container.json` is decided by a wait, which one lane does not have.
#[test]
fn a_scenario_is_decided_by_its_quantity_and_waits_stand_side_by_side() {
    let output = sched(&["run", "examples/container.json", "--seeds", "3", "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let verdict = &runs["verdict"];
    assert_eq!(verdict["decides"], "wait_p99");
    assert_eq!(verdict["figure"], "wake_latency.p99");
    assert_eq!((&verdict["finding"], &verdict["better"]), (&Value::from("apart"), &Value::from("b")));
    assert_eq!(verdict["a"]["mean"], runs["lanes"][0]["over_seeds"]["wake_latency_p99_ns"]["mean"]);
    let table = sched(&["run", "examples/container.json", "--seeds", "3"]);
    let said = stdout(&table).lines().find(|line| line.starts_with("Verdict by ")).expect("a verdict");
    assert!(said.starts_with("Verdict by wake-up latency p99: less in B. A "), "{said}");
    assert!(said.ends_with(" ms (3 paired seeds).") && !said.contains('%'), "{said}");
}

/// A lane beside itself is equal with each seed: with few seeds that is no finding.
#[test]
fn nobody_says_that_there_is_no_difference_with_few_seeds() {
    let file = File::new(
        "same",
        r#"{"version": 3, "machine": "classroom-8", "limit_ms": 5, "workload": {"kind": "pairs"}, "lanes": [{}, {}]}"#,
    );
    let said = |seeds: &str| {
        let table = sched(&["run", file.path(), "--seeds", seeds]);
        let line = stdout(&table).lines().find(|line| line.starts_with("Verdict by "));
        line.expect("a verdict").to_string()
    };
    assert!(said("1").contains(": undecided. "), "{}", said("1"));
    assert!(said("15").contains(": undecided. "), "{}", said("15"));
    assert!(said("16").contains(": no difference. "), "{}", said("16"));
}

/// A machine that was pasted, with costs like those of a family.
fn pasted(like: &str, costs: &str) -> String {
    format!(
        r#"{{"version": 3, "kernel": "6.18", "limit_ms": 30, "warmup_ms": 3,
        "machine": {{"name": "M", "like": "{like}", "topology": "pack:2 numa:1 l3:1 l2:4 core:4 pu:1"{costs}}},
        "workload": {{"kind": "pairs", "pairs": 14}},
        "lanes": [{{"features": {{"cluster_domain": false}}}}, {{"features": {{"cluster_domain": true}}}}]}}"#
    )
}

#[test]
fn a_verdict_says_what_it_rests_on() {
    let rests_on = |file: &str, arguments: &[&str]| -> Value {
        let output = sched(&[&["run", file, "--json"], arguments].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        runs["rests_on"].clone()
    };
    let measured = rests_on("examples/steal.json", &["--seeds", "2"]);
    assert_eq!(measured["seeds"], 2);
    let record = &measured["record"];
    assert_eq!((&record["family"], &record["load"]), (&"steal".into(), &"heavy".into()));
    let count = |key: &str| record[key].as_u64().expect("a count");
    assert!(count("of") > 0 && count("right") + count("open") + count("wrong") == count("of"), "{record}");
    assert!(record["looked_up_later"]["of"].as_u64() <= Some(count("of")));
    assert_eq!(measured["costs"]["grade"], "published");
    assert_eq!(measured["costs"]["deciding"]["line_llc"], "published");
    assert!(measured["costs"]["range"].is_null());
    let text = sched(&["run", "examples/steal.json", "--seeds", "2"]);
    assert!(stdout(&text).contains("rests on\n  costs: published, as on xeon"), "{}", stdout(&text));
    assert!(stdout(&text).contains("record of such effects (idle stealing, "), "{}", stdout(&text));
    assert!(stdout(&text).ends_with("seeds: 2\n"));
}

#[test]
fn on_a_machine_with_assumed_costs_the_result_is_a_range_until_they_are_measured() {
    let file = File::new("pasted", pasted("xeon", ""));
    let output = sched(&["run", file.path(), "--seeds", "16", "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let range = &runs["rests_on"]["costs"]["range"];
    // The cost of a line in the cluster is assumed on the Xeon, too: B gains with the costs of either.
    assert!(range["decided"] == true && range["low"].as_f64() > Some(0.0), "{range}");

    // A line in the cluster that was measured to be as dear as one in the LLC of the Xeon.
    let file = File::new("dear", pasted("xeon", r#", "costs": {"line_cluster": 42}"#));
    let run = |more: &[&str]| sched(&[&["run", file.path(), "--seeds"], more].concat());
    let output = run(&["16", "--json"]);
    assert!(stderr(&output).contains("32 more runs, with the costs of kunpeng"), "{}", stderr(&output));
    let one = run(&["1"]);
    assert_eq!(
        stderr(&one),
        "The costs of this machine are assumed: --seeds 16 runs it with the costs of kunpeng, too, and gives a range.\n"
    );
    assert!(!stdout(&one).contains("between "), "{}", stdout(&one));
    assert!(!stderr(&run(&["1", "--no-range"])).contains("assumed"));
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let costs = &runs["rests_on"]["costs"];
    assert_eq!(
        (&costs["grade"], &costs["deciding"]["line_cluster"]),
        (&"assumed".into(), &"measured".into())
    );
    let range = &costs["range"];
    let sets = range["sets"].as_array().expect("sets");
    let likes: Vec<&Value> = sets.iter().map(|set| &set["like"]).collect();
    assert_eq!(likes, ["xeon", "kunpeng"]);
    // B loses with the costs of one machine and gains with those of the other.
    assert!(range["low"].as_f64() < Some(0.0) && range["high"].as_f64() > Some(0.0), "{range}");
    assert_eq!(range["decided"], false);
    let own = &runs["paired_difference_pct"]["messages_per_s"]["mean"];
    assert_eq!(&sets[0]["mean"], own, "the costs of the document come first");
    let text = run(&["16"]);
    assert!(stdout(&text).contains("undecided until measured"), "{}", stdout(&text));

    let without = run(&["16", "--json", "--no-range"]);
    let without: Value = serde_json::from_str(stdout(&without)).expect("JSON");
    assert_eq!(without["lanes"], runs["lanes"]);
    assert!(without["rests_on"]["costs"]["range"].is_null());

    let costs = r#", "costs": {"line_cluster": 30, "line_llc": 60, "line_socket": 130}"#;
    let file = File::new("measured", pasted("xeon", costs));
    let output = sched(&["run", file.path(), "--seeds", "2", "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(runs["rests_on"]["costs"]["grade"], "measured");
    assert!(runs["rests_on"]["costs"]["range"].is_null() && stderr(&output).is_empty());
}

#[test]
fn an_invalid_scenario_is_refused_with_one_line_per_fault() {
    let file = File::new(
        "bad",
        r#"{"version": 3, "machine": "vax", "workload": {"kind": "jobs", "jobs": 0}, "lanes": [{}]}"#,
    );
    for command in ["run", "validate", "bench"] {
        let output = sched(&[command, file.path()]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        let lines: Vec<&str> = stderr(&output).lines().collect();
        assert_eq!(lines.len(), 2, "{command}: {lines:?}");
        assert!(lines[0].contains("machine") && lines[0].contains("\"vax\"") && lines[0].contains("azusa-8"));
        assert!(lines[1].contains("workload.jobs") && lines[1].contains('0') && lines[1].contains("1..=512"));
    }
    assert_eq!(sched(&["run", "no/such/file.json"]).status.code(), Some(2));
    assert_eq!(sched(&["domains", "vax"]).status.code(), Some(2));
}

#[test]
fn a_file_that_is_not_a_scenario_is_named_and_its_text_cannot_control_a_terminal() {
    let refused = |name: &str, bytes: &[u8]| {
        let file = File::new(name, bytes);
        let output = sched(&["validate", file.path()]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        stderr(&output).to_string()
    };
    assert!(refused("bom", b"\xef\xbb\xbf{}").contains("byte-order mark"));
    assert!(refused("utf16", b"\xff\xfe{\0}\0").contains("UTF-16"));
    assert!(refused("latin", b"{\"\xe9\": 1}").contains("UTF-8"));
    assert!(refused("twice", br#"{"seed": 1, "seed": 2}"#).contains("seed is there twice"));
    let lanes = format!("{{\"lanes\": [{}]}}", "{},".repeat(12_000_000));
    assert!(refused("large", lanes.as_bytes()).contains("too large"));
    let escape = refused("escape", br#"{"\u001b]0;owned\u0007": 1, "x\u009b31m": 2}"#);
    assert!(escape.contains("owned") && !escape.chars().any(|c| c.is_control() && c != '\n'), "{escape:?}");
    if cfg!(unix) {
        let endless = sched(&["validate", "/dev/zero"]);
        assert!(stderr(&endless).contains("too large"), "{}", stderr(&endless));
    }
}

#[test]
fn domains_are_printed_in_the_format_of_the_kernel() {
    let output = sched(&["domains", "kunpeng920-96", "--cluster"]);
    let text = stdout(&output);
    assert!(text.starts_with(
        "CPU0 attaching sched-domain(s):\n domain-0: span=0-3 level=CL\n  groups: 0:{ span=0 }, "
    ));
    assert!(text.contains("   groups: 0:{ span=0-23 }, 24:{ span=24-47 }"), "{text}");
    let merged = sched(&["domains", "kunpeng920-96", "--cluster", "--kernel", "6.8"]);
    assert!(stdout(&merged).contains("level=CLS"));
    let old = sched(&["domains", "azusa-8", "--kernel", "2.5.5x"]);
    assert!(stdout(&old).starts_with("CPU0 attaching NULL sched-domain."));
}

#[test]
fn bench_prints_events_and_seconds() {
    let output = sched(&["bench", "examples/cluster.json", "--json"]);
    let timing: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert!(timing["events"].as_u64() > Some(0));
    for key in ["seconds", "per_yardstick", "events_per_message", "recorded_seconds", "snapshot_ms"] {
        assert!(timing[key].as_f64() > Some(0.0), "{timing}");
    }
}

#[test]
fn explain_shows_how_a_wake_up_chose_its_cpu() {
    let of = |arguments: &[&str]| {
        let fixed = ["explain", "examples/cluster.json", "--lane", "1", "--from", "2000000"];
        sched(&[&fixed, arguments].concat())
    };
    let output = of(&["--kind", "wake", "--most", "40"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert_eq!(text.lines().filter(|line| !line.starts_with(' ')).count(), 40);
    assert!(text.contains("select_idle_cluster") && text.contains("(cluster)"), "{text}");
    let none = of(&["--kind", "steal", "--until", "2100000"]);
    assert!(stdout(&none).starts_with("no such decision"), "{}", stdout(&none));
    assert!(stderr(&of(&["--kind", "sleep"])).contains("known kinds: wake, fork"));
}

const HOGS_ON_ONE: &str = r#"{"version": 3, "machine": "classroom-8", "kernel": "6.12", "cpus": "0", "limit_ms": 20,
    "workload": {"kind": "hogs", "hogs": 2, "sleepers": 0}, "lanes": [{}]}"#;

#[test]
fn explain_shows_the_pulls_that_moved_a_task_and_the_picks_of_any_workload() {
    let of = |arguments: &[&str]| {
        let fixed = ["explain", "examples/steal.json", "--most", "1000000", "--until", "20000000"];
        let output = sched(&[&fixed, arguments].concat());
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    // A pull that moves several tasks concerns each of them.
    let all = of(&["--kind", "newidle"]);
    let moved = |text: &str, task: &str| {
        text.lines().filter(|line| line.contains("moved") && line.ends_with(&format!(" task {task}"))).count()
    };
    let task = all
        .lines()
        .filter(|line| line.contains("moved"))
        .filter_map(|line| line.rsplit_once(" task ").map(|(_, task)| task))
        .next()
        .expect("a task that was pulled");
    assert_eq!(moved(&of(&["--kind", "newidle", "--task", task]), task), moved(&all, task));
    assert!(of(&[]).lines().any(|line| line.contains(" ns pick ")));
}

#[test]
fn an_impossible_time_span_is_refused() {
    let file = File::new("stretch", HOGS_ON_ONE);
    let trace = File::new("stretch-trace", "");
    let path = trace.path().replace(".json", ".txt");
    std::fs::write(&path, "kept").expect("a file");
    for (arguments, told) in [
        (
            &["explain", file.path(), "--from", "10", "--until", "5"][..],
            "--until is 5; expected 10 or more (ns), as --from is 10",
        ),
        (
            &["run", file.path(), "--trace", &path, "--from", "10", "--until", "10"],
            "--until is 10; expected 11 or more (ns), as --from is 10",
        ),
        (
            &["explain", file.path(), "--from", "20000001"],
            "--from is 20000001; the run ends at 20000000 (ns)",
        ),
        (
            &["run", file.path(), "--trace", &path, "--from", "20000001"],
            "--from is 20000001; the run ends at 20000000 (ns)",
        ),
        (
            &["run", file.path(), "--trace", &path, "--from", "20000000"],
            "--from is 20000000; the run ends at 20000000 (ns)",
        ),
    ] {
        assert_eq!(refused(&sched(arguments)), told, "{arguments:?}");
        assert_eq!(std::fs::read_to_string(&path).expect("a file"), "kept", "{arguments:?}");
    }
    let none = sched(&["explain", file.path(), "--most", "0"]);
    assert!(stderr(&none).contains("0 is not in 1.."), "{}", stderr(&none));
    let moment = sched(&["explain", file.path(), "--from", "0", "--until", "0"]);
    assert!(moment.status.success(), "{}", stderr(&moment));
    std::fs::remove_file(&path).expect("it was there");
}

#[test]
fn a_trace_cannot_overwrite_its_scenario() {
    let folder = Folder::new("own-trace");
    let scenario = folder.file("s.txt", HOGS_ON_ONE);
    assert!(refused(&sched(&["run", &scenario, "--trace", &scenario])).contains("is the scenario"));
    assert_eq!(std::fs::read_to_string(&scenario).expect("a file"), HOGS_ON_ONE);
    let trace = folder.file("t.txt", "");
    assert!(sched(&["run", &scenario, "--trace", &trace]).status.success());
    assert!(std::fs::read_to_string(&trace).expect("a trace").contains("sched_switch"));
    let files = std::fs::read_dir(folder.path("")).expect("a folder").count();
    assert_eq!(files, 2, "nothing is left beside");
}

#[test]
fn a_version_names_its_model_and_reports_contain_it() {
    let version = sched(&["--version"]);
    let version = stdout(&version).trim().strip_prefix("sched ").expect("a version");
    let model = version.split_once(", model ").map(|(_, model)| model);
    assert!(model.is_some_and(|model| model.len() == 16), "{version}");
    let file = File::new("versioned", HOGS_ON_ONE);
    let output = sched(&["run", file.path(), "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(runs["version"], version);
}

#[test]
fn a_table_shows_the_work_done_and_the_start_of_the_measurement() {
    let file = File::new("work-unit", HOGS_ON_ONE);
    let output = sched(&["run", file.path()]);
    let text = stdout(&output);
    assert!(text.contains("ms of work/s") && text.contains("picks/ms of work"), "{text}");
    assert!(!text.contains("message"), "{text}");
    // The labels end to the left of the figures.
    let header = text.lines().next().map(str::len);
    assert!(text.lines().skip(1).take(16).all(|line| Some(line.chars().count()) == header), "{text}");
    let early = r#"{"version": 3, "machine": "classroom-8", "limit_ms": LIMIT,
        "workload": {"kind": "hackbench", "groups": 1, "loops": 10}, "lanes": [{}]}"#;
    let told = |limit: &str| {
        let file = File::new(&format!("early-{limit}"), early.replace("LIMIT", limit));
        stdout(&sched(&["run", file.path()])).to_owned()
    };
    let (ended, whole) = (told("1"), told("1000"));
    assert!(
        ended.contains("stopped at the time limit at 1000000 ns, before the measurement began, hash"),
        "{ended}"
    );
    assert!(whole.contains("finished, measured from "), "{whole}");
    let wake = whole.lines().find(|line| line.starts_with("wake/message")).expect("a figure");
    let figure = wake.split_whitespace().last().expect("a number");
    assert!(figure.parse::<f64>().is_ok_and(|figure| figure > 0.0), "{wake}");
}

/// Runs the program with this standard input.
fn sched_with_input(arguments: &[&str], input: &[u8]) -> Output {
    use std::io::Write;
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_sched"))
        .current_dir(ROOT)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("a pipe").write_all(input).expect("written");
    child.wait_with_output().expect("it ends")
}

#[test]
fn a_dash_means_standard_input() {
    let valid = sched_with_input(&["validate", "-"], HOGS_ON_ONE.as_bytes());
    assert_eq!((valid.status.code(), stdout(&valid)), (Some(0), "standard input: valid\n"));
    let wrong_seed = HOGS_ON_ONE.replacen('{', r#"{"seed": "x", "#, 1);
    let invalid = sched_with_input(&["validate", "-"], wrong_seed.as_bytes());
    assert!(refused(&invalid).starts_with("standard input: "), "{}", stderr(&invalid));
    let file = File::new("dash", HOGS_ON_ONE);
    let of_file = sched(&["run", file.path(), "--json"]);
    let of_input = sched_with_input(&["run", "-", "--json"], HOGS_ON_ONE.as_bytes());
    assert!(of_input.status.success(), "{}", stderr(&of_input));
    assert_eq!(stdout(&of_input), stdout(&of_file));
    for command in ["explain", "bench"] {
        let output = sched_with_input(&[command, "-"], HOGS_ON_ONE.as_bytes());
        assert!(output.status.success(), "{command}: {}", stderr(&output));
    }
}

#[test]
fn a_line_that_is_not_text_is_refused_and_the_other_lines_get_hashes() {
    let good = HOGS_ON_ONE.replace('\n', " ");
    let mut lines = format!("{good}\n").into_bytes();
    lines.extend(b"\xff\xfe\xfd\n");
    lines.extend(format!("{good}\n").bytes());
    let output = sched_with_input(&["hashes"], &lines);
    let told: Vec<&str> = stdout(&output).lines().collect();
    assert!(output.status.success() && told.len() == 3, "{told:?}");
    assert!(told[0].len() == 16 && told[0] == told[2] && told[1].starts_with("refused: "), "{told:?}");
}

#[test]
fn messages_cannot_control_a_terminal_and_name_the_file() {
    let plan = File::new(
        "esc",
        "{\"scenarios\":{\"a\\u001b]0;owned\":\"none.json\"},\"field\":\"cpus\",\"values\":[1],\"seeds\":1,\"\\u001bx\":1}",
    );
    let output = sched(&["sweep", plan.path(), "--out", "/nonexistent/part"]);
    assert!(!refused(&output).contains('\u{1b}'), "{:?}", stderr(&output));
    let bad = File::new("named", "{}");
    assert!(refused(&sched(&["validate", bad.path()])).starts_with(bad.path()));
    let root = std::env::temp_dir().join(format!("sched-{}-nowhere", std::process::id()));
    let output = sched(&["generate", "--root", root.to_str().expect("UTF-8")]);
    assert!(refused(&output).ends_with("no folder sim-wasm; expected the root of the repository"));
    assert!(!root.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn the_exit_code_reports_a_failure_even_if_stderr_is_full() {
    let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sched"));
    let status = command.args(["validate", "nope.json"]).stderr(full).status().expect("the program runs");
    assert_eq!(status.code(), Some(2));
}

/// The slowest tables; each has a faster table of the same mechanism.
const SLOW_TABLES: &[&str] = &[
    "s000-hackbench-1node",
    "s001-hackbench-1s20",
    "s001-hackbench-1s44",
    "s001-hackbench-2s40",
    "s001-hackbench-2s88",
    "s001-hackbench-8s288",
];

/// The rows of a table in the quick form, after a check that no gain has turned.
fn quick_rows(table: &str) -> Vec<Value> {
    let output = sched(&["replicate", "--quick", "--json", "--table", table]);
    assert!(output.status.success(), "{table}: {}", stderr(&output));
    let mut report: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    serde_json::from_value(report["rows"].take()).expect("rows")
}

#[test]
#[ignore = "long: the tables of large machines"]
fn the_slow_tables_in_the_quick_form_see_no_changed_sign() {
    for table in SLOW_TABLES {
        assert!(quick_rows(table).iter().any(|row| row["gain_simulated"].is_f64()), "{table}");
    }
}

#[test]
fn the_quick_replication_sees_no_changed_sign() {
    let committed = include_str!("../../../src/rooms/replication/generated/replication.json");
    let committed: Value = serde_json::from_str(committed).expect("JSON");
    let mut quick: Vec<&str> = committed["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .filter(|table| table["standing"] == "judged")
        .filter_map(|table| table["table"].as_str())
        // Tables that were posted later are only run in full.
        .filter(|table| !SLOW_TABLES.contains(table) && !table.starts_with("later-"))
        .collect();
    quick.sort_unstable();
    let rows: Vec<Value> = quick.into_iter().flat_map(quick_rows).collect();
    let gains = rows.iter().filter(|row| row["gain_simulated"].is_f64()).count();
    assert!(gains > 60, "{gains} gains");
    for key in ["table", "row", "published", "simulated", "ci95", "sign", "order", "size", "fitted", "spoken"]
    {
        assert!(rows.iter().all(|row| row.get(key).is_some()), "{key}");
    }
}

#[test]
fn a_changed_sign_fails_the_quick_replication() {
    let root = std::env::temp_dir().join(format!("sched-{}-committed", std::process::id()));
    let folder = root.join("src/rooms/replication/generated");
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let rows = r#"{"columns": ["table", "row", "quantity", "gain_simulated", "gain_ci95"],
                   "values": [["s003-focht-0110-hackbench", "-g 10 minsched52", "time", 58.0, 1.0]]}"#;
    std::fs::write(folder.join("replication.json"), format!("{{\"rows\": {rows}}}")).expect("a file");
    let root_text = root.to_str().expect("UTF-8");
    let table = "s003-focht-0110-hackbench";
    let output = sched(&["replicate", "--quick", "--table", table, "--root", root_text]);
    let _ = std::fs::remove_dir_all(&root);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("-g 10 minsched52: the gain was +58.0 %"), "{}", stderr(&output));
    assert_eq!(sched(&["replicate", "--table", "s009"]).status.code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn the_running_kernel_is_measured_as_text_and_as_json() {
    let quick = ["measure", "nice", "--seconds", "0.1", "--repetitions", "2", "--others", "100"];
    let words = sched(&quick);
    assert!(words.status.success(), "{}", stderr(&words));
    assert!(
        stdout(&words).starts_with("Linux ") && stdout(&words).contains("nice 0 and 5"),
        "{}",
        stdout(&words)
    );
    let output = sched(&[&quick[..], &["--json"]].concat());
    let tables: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let table = &tables[0];
    for key in ["id", "kernel", "date"] {
        assert!(table[key].as_str().is_some_and(|text| !text.is_empty()), "{key}");
    }
    assert!(table["machine"]["hz"].as_u64().is_some_and(|hz| hz >= 24), "{}", table["machine"]);
    assert_eq!(table["workload"]["repetitions"], 2);
    let columns = table["columns"].as_array().map(Vec::len);
    let rows = table["rows"].as_array().expect("rows");
    assert!(!rows.is_empty() && rows.iter().all(|row| row.as_array().map(Vec::len) == columns));
}

#[test]
fn an_invalid_option_of_measure_is_refused_with_one_line() {
    for (arguments, told) in [
        (["measure", "naps", "--seconds", "1"], "possible values: nice, spread, slices, latency, debt"),
        (["measure", "nice", "--seconds", "soon"], "a number from 0.1 to 600 is needed"),
        (["measure", "nice", "--others", "101"], "a number from 0 to 100 is needed"),
        (["measure", "nice", "--repetitions", "1"], "1 is not in 2..=100"),
    ] {
        let output = sched(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(told), "{arguments:?}: {}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_measurement_without_any_result_fails() {
    let status = std::fs::read_to_string("/proc/self/status").expect("a file");
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).expect("a list");
    let first = allowed.trim().split(['-', ',']).next().expect("a number");
    let output = sched(&["measure", "spread", "--cpus", first]);
    assert_eq!(output.status.code(), Some(1), "{}", stdout(&output));
    assert!(stdout(&output).contains("3 hogs was left out. It needs 2 CPUs."), "{}", stdout(&output));
    assert_eq!(stderr(&output), "No case could be measured.\n");
}

const NUMACTL: &str = "available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 1 cpus: 2 3\nnode distances:\nnode   0   1\n  0:  10  21\n  1:  21  10\n";

#[test]
fn several_texts_about_one_machine_are_joined_and_guesses_and_contradictions_are_listed() {
    let lscpu = File::new("joined-lscpu", "CPU CORE SOCKET\n0 0 0\n1 1 0\n2 2 1\n3 3 1\n");
    let numactl = File::new("joined-numactl", NUMACTL);
    let csv = File::new("joined-c2c", ",,,\n30.4,,,\n80,80,,\n80,80,31,\n");
    let read = |files: &[&str]| -> Value {
        let output = sched(&[&["machine"], files, &["--json"]].concat());
        serde_json::from_str(stdout(&output)).unwrap_or_else(|_| panic!("{}", stderr(&output)))
    };
    let all = read(&[lscpu.path(), numactl.path(), csv.path()]);
    assert_eq!(all["distances"], serde_json::json!([[10, 21], [21, 10]]));
    assert_eq!(all["costs"], serde_json::json!({"line_llc": 31, "line_socket": 80}));
    assert_eq!(all["contradictions"], serde_json::json!([]));
    assert_eq!(
        all["guessed"][0],
        "Caches are not said: the CPUs of one node and socket are taken to share one."
    );
    let other = File::new("joined-other", NUMACTL.replace("cpus: 2 3", "cpus: 2 3 4"));
    let contradiction = "lscpu and numactl contradict each other about the CPUs: 0-3 in the one, 0-4 in the other. lscpu is followed.";
    assert_eq!(read(&[lscpu.path(), other.path()])["contradictions"][0], contradiction);
    let alone = read(&["--matrix", csv.path()]);
    assert_eq!((&alone["cpus"], &alone["llcs"]), (&4.into(), &2.into()));
    assert!(
        alone["guessed"][0].as_str().is_some_and(|said| said.starts_with("By distance there are 2 groups"))
    );
    // The domains of a file's machine.
    let domains = sched(&["domains", numactl.path()]);
    assert!(stdout(&domains).contains("domain-0: span=0-1 level=MC"), "{}", stdout(&domains));
    assert!(refused(&sched(&["domains", "no-such-file"])).contains("neither a machine (kunpeng920-24"));
}

#[test]
fn a_machine_is_read_from_a_file_and_from_a_copy_of_sys() {
    let output = sched(&["machine", "tests/fixtures/machines/nvidia-dgx-gb10-nomidr.xml", "--json"]);
    let machine: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    for (key, count) in [
        ("cpus", 20),
        ("sockets", 1),
        ("nodes", 1),
        ("llcs", 2),
        ("clusters", 0),
        ("cores", 20),
        ("threads", 1),
    ] {
        assert_eq!(machine[key], count, "{key}");
    }
    assert_eq!(machine["distances"][0][0], 10);
    assert_eq!(machine["capacities"]["718"], "0-4");
    assert!(machine["not_said"].is_array());

    let folder = std::env::temp_dir().join(format!("sched-{}-sys", std::process::id()));
    for cpu in 0..2 {
        let topology = folder.join(format!("sys/devices/system/cpu/cpu{cpu}/topology"));
        std::fs::create_dir_all(&topology).expect("a temporary folder");
        std::fs::write(topology.join("core_cpus_list"), "0-1\n").expect("a file");
    }
    let output = sched(&["machine", folder.to_str().expect("UTF-8")]);
    std::fs::remove_dir_all(&folder).expect("the folder was there");
    assert!(stdout(&output).contains("2 CPUs (0-1): 1 socket, 1 node, 1 LLC, 1 core"), "{}", stdout(&output));

    let cut = sched(&["machine", "tests/fixtures/machines/README.md"]);
    assert_eq!(cut.status.code(), Some(2));
    assert!(stderr(&cut).contains("This is none of what is known"), "{}", stderr(&cut));
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_gets_the_name_of_the_processor_from_its_cpuinfo() {
    let folder = Folder::new("named-sys");
    folder.file("dump/devices/system/cpu/cpu0/topology/core_cpus_list", "0\n");
    // A `proc` folder beside the given folder belongs to another machine.
    folder.file("proc/cpuinfo", "model name\t: Another machine\n");
    let text = |path: &str| {
        let output = sched(&["machine", &folder.path(path)]);
        assert!(output.status.success(), "{}", stderr(&output));
        stdout(&output).to_owned()
    };
    assert!(!text("dump/devices").contains("Another machine"), "{}", text("dump/devices"));
    folder.file("whole/sys/devices/system/cpu/cpu0/topology/core_cpus_list", "0\n");
    folder.file("whole/proc/cpuinfo", "model name\t: Its own\n");
    assert!(text("whole").starts_with("Its own"), "{}", text("whole"));
    assert!(!text("whole/sys").contains("Another"), "{}", text("whole/sys"));
}

#[test]
fn a_machine_is_printed_in_the_form_of_a_scenario() {
    let machine = File::new("as-scenario", "pack:1 l3:2 core:2 pu:1");
    let own = sched(&["machine", machine.path(), "--like", "epyc"]);
    let own: Value = serde_json::from_str(stdout(&own)).expect("JSON");
    assert_eq!((&own["like"], &own["costs"]), (&Value::from("epyc"), &Value::Null));
    let told = "Distances are not said: 20 is taken between any two nodes.";
    let silent = File::new("silent", "pack:2 numa:1 l3:1 core:2 pu:1");
    let pipe = File::new("silent-pipe", "# sched/pipe\n 9.3 usecs/op\n");
    for more in [["--like", "epyc"], ["--costs", pipe.path()]] {
        let output = sched(&[&["machine", silent.path()][..], &more].concat());
        assert!(
            output.status.success() && stderr(&output).lines().any(|line| line == told),
            "{more:?}: {}",
            stderr(&output)
        );
    }
    for more in [["--costs", "c.csv"], ["--check", "c.schedstat"], ["--like", "epyc"]] {
        let output = sched(&[&["machine", machine.path(), "--json"][..], &more].concat());
        assert!(stderr(&output).contains("cannot be used with"), "{}", stderr(&output));
    }
}

#[test]
fn one_cpu_has_no_domains_in_the_simulation_or_in_the_kernel() {
    let folder = Folder::new("alone");
    let machine = folder.file("m.txt", "core:1 pu:1");
    let own = sched(&["machine", &machine, "--like", "xeon"]);
    let own: Value = serde_json::from_str(stdout(&own)).expect("JSON");
    let document = serde_json::json!({"version": 3, "machine": own, "kernel": "6.18", "limit_ms": 5,
        "workload": {"kind": "hogs", "hogs": 1}, "lanes": [{}]});
    let scenario = folder.file("s.json", &document.to_string());
    for ending in ["schedstat", "domains"] {
        let told = folder.file(&format!("told.{ending}"), "");
        assert!(sched(&["run", &scenario, "--trace", &told]).status.success());
        let check = sched(&["machine", &machine, "--check", &told, "--kernel", "6.18"]);
        assert_eq!(stdout(&check), "green  no domains on either side\n", "{ending}: {}", stderr(&check));
    }
}

#[test]
fn a_run_is_written_as_a_trace_and_an_unknown_format_is_refused() {
    let document = r#"{"version": 3, "machine": "classroom-8", "kernel": "6.8", "seed": 1, "limit_ms": 5,
        "workload": {"kind": "pairs", "pairs": 4}, "lanes": [{"features": {}}]}"#;
    let file = File::new("traced", document);
    let trace = std::env::temp_dir().join(format!("sched-{}-trace.txt", std::process::id()));
    let output = sched(&["run", file.path(), "--trace", trace.to_str().expect("UTF-8")]);
    assert!(output.status.success(), "{}", stderr(&output));
    let text = std::fs::read_to_string(&trace).expect("a trace");
    std::fs::remove_file(&trace).expect("it was there");
    assert!(text.contains(": sched_switch: "), "{text}");
    assert!(text.lines().any(|line| line == "# kernel: 6.8"), "{text}");
    let other = sched(&["run", file.path(), "--trace", "trace.pdf"]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        stderr(&other).contains("has to end in one of .pftrace, .txt, .schedstat, .domains"),
        "{}",
        stderr(&other)
    );
}

#[test]
fn the_domains_of_a_machine_are_compared_with_those_of_its_kernel() {
    let machine = File::new("checked", "pack:2 core:4 pu:2(indexes=core:pu)");
    let domains = |cpu: usize| {
        let spans = [("SMT", 0x101 << (cpu % 8)), ("MC", 0x0f0f << (cpu % 8 / 4 * 4)), ("NUMA", 0xffff)];
        let line = |(level, (name, span)): (usize, &(&str, u32))| {
            format!("domain{level} {name} {span:x}{}\n", " 0".repeat(45))
        };
        format!("cpu{cpu} 0 0\n{}", spans.iter().enumerate().map(line).collect::<String>())
    };
    let text = format!("version 17\ntimestamp 1\n{}", (0..16).map(domains).collect::<String>());
    let nodes = File::new("nodes", "pack:2 numa:1 core:4 pu:2(indexes=2*8:1*2)");
    let schedstat = File::new("schedstat", &text);
    let good = sched(&["machine", nodes.path(), "--check", schedstat.path()]);
    assert_eq!(
        stdout(&good),
        "green  SMT: CPUs 0-15\ngreen  MC: CPUs 0-15\ngreen  NUMA: CPUs 0-15\n",
        "{}",
        stderr(&good)
    );
    assert!(good.status.success());
    let bad = sched(&["machine", machine.path(), "--check", schedstat.path(), "--kernel", "6.12"]);
    assert_eq!(bad.status.code(), Some(1));
    assert!(stdout(&bad).lines().any(|line| line.starts_with("red ")), "{}", stdout(&bad));
    assert!(stderr(&bad).contains("levels differ"), "{}", stderr(&bad));
}

#[test]
fn the_schedstat_trace_of_a_run_is_green_for_its_machine() {
    let machine = File::new("told", "pack:2 core:4 pu:2(indexes=core:pu)");
    let read = sched(&["machine", machine.path(), "--costs", "-", "--json"]);
    assert_eq!(read.status.code(), Some(2), "nothing on standard input");
    let own = sched_readers::read(b"pack:2 core:4 pu:2(indexes=core:pu)").expect("a machine").topology;
    let own = sched_core::scenario::OwnMachine::of(&own, sched_core::machine::Family::Xeon);
    let document = serde_json::json!({
        "version": 3, "machine": own, "kernel": "6.18", "seed": 1, "limit_ms": 20,
        "workload": {"kind": "hogs", "hogs": 20}, "lanes": [{}]
    });
    let file = File::new("stat", document.to_string());
    for ending in ["schedstat", "domains"] {
        let told = std::env::temp_dir().join(format!("sched-{}-told.{ending}", std::process::id()));
        let told_path = told.to_str().expect("UTF-8");
        assert!(sched(&["run", file.path(), "--trace", told_path]).status.success());
        let check = sched(&["machine", machine.path(), "--check", told_path, "--kernel", "6.18"]);
        std::fs::remove_file(&told).expect("it was there");
        let lines: Vec<&str> = stdout(&check).lines().collect();
        assert!(check.status.success(), "{ending}: {lines:?} {}", stderr(&check));
        assert!(lines.len() == 3 && lines.iter().all(|line| line.starts_with("green")), "{lines:?}");
    }
}

#[test]
fn measured_costs_become_the_costs_of_a_machine() {
    let machine = File::new("costly", "pack:1 l3:2 core:2 pu:1");
    let csv = File::new("c2c", ",,,\n30.4,,,\n80,80,,\n80,80,31,\n");
    let output = sched(&["machine", machine.path(), "--costs", csv.path(), "--like", "epyc"]);
    let own: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(own["costs"], serde_json::json!({"line_llc": 31, "line_node": 80}));
    assert_eq!(own["like"], "epyc");
    let told = "No two CPUs of this machine stand as these costs are for: line_smt";
    assert!(stderr(&output).lines().any(|line| line.starts_with(told)), "{}", stderr(&output));
    let bad = File::new("bad-c2c", ",\n30,\n");
    let output = sched(&["machine", machine.path(), "--costs", bad.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("There are 2 rows or columns where the machine has 4 CPUs."),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_order_of_measured_costs_has_no_effect_and_a_repeated_cost_is_refused() {
    let machine = File::new("ordered", "pack:1 l3:2 core:2 pu:1");
    let csv = File::new("ordered-c2c", ",,,\n30.4,,,\n80,80,,\n80,80,31,\n");
    let pipe = File::new(
        "ordered-pipe",
        "# Running 'sched/pipe' benchmark:\n# Executed 1000 pipe operations between two processes\n\n       9.3 usecs/op\n",
    );
    let measured = File::new(
        "ordered-measured",
        "sockets processes  write  53  read 52  wake-up 57  hop 7011  switch 4049\nline 58  migration 1131, or 20 lines\n",
    );
    let with = |files: [&File; 2]| {
        let [a, b] = files.map(File::path);
        sched(&["machine", machine.path(), "--costs", a, "--costs", b])
    };
    let costs = |files| {
        let output = with(files);
        serde_json::from_str::<Value>(stdout(&output)).expect("JSON")["costs"].clone()
    };
    assert_eq!(costs([&csv, &pipe]), costs([&pipe, &csv]));
    assert_eq!(costs([&csv, &pipe]).as_object().map(serde_json::Map::len), Some(5));
    for (files, cost) in
        [([&measured, &pipe], "wakeup"), ([&pipe, &measured], "wakeup"), ([&csv, &measured], "line_llc")]
    {
        let [before, last] = files.map(File::path);
        let told = format!("{last}: {cost} is in {before} as well; give it once.");
        assert_eq!(refused(&with(files)), told);
    }
}

#[test]
fn a_workload_of_rt_app_becomes_a_scenario() {
    let work = File::new(
        "rtapp",
        r#"{"tasks": {"a": {"loop": 3, "run": 1000, "sleep": 500}}, "global": {"duration": 1}}"#,
    );
    let output = sched(&["rt-app", work.path(), "--scenario", "examples/hogs.json"]);
    let scenario: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(
        (&scenario["limit_ms"], &scenario["workload"]["kind"]),
        (&Value::from(1000), &Value::from("rtapp"))
    );
    let file = File::new("of-rtapp", stdout(&output));
    let run = sched(&["run", file.path(), "--json"]);
    let runs: Value = serde_json::from_str(stdout(&run)).expect("JSON");
    assert_eq!(runs["lanes"][0]["ended"], "finished", "{}", stderr(&run));
    assert_eq!(runs["lanes"][0]["messages"], 3);
    let base = std::fs::read_to_string(format!("{ROOT}/examples/hogs.json")).expect("a scenario");
    let mut base: Value = serde_json::from_str(&base).expect("JSON");
    base["warmup_ms"] = 40.into();
    base["limit_ms"] = 50.into();
    let long = File::new("rtapp-base", base.to_string());
    let short = File::new("rtapp-short", r#"{"tasks": {"a": {"run": 1000, "cpus": [300]}}}"#);
    let refused = sched(&["rt-app", short.path(), "--scenario", long.path()]);
    assert_eq!(refused.status.code(), Some(2), "{}", stdout(&refused));
    assert!(stderr(&refused).lines().all(|line| line.starts_with(short.path())), "{}", stderr(&refused));
    let memory = File::new("memory", r#"{"tasks": {"a": {"run": 1, "mem": 1000}}}"#);
    let refused = sched(&["rt-app", memory.path()]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("tasks.a: mem is not modelled."), "{}", stderr(&refused));
}

/// The events of the first lane of a scenario.
fn hash_of(scenario: &str) -> String {
    let run = sched(&["run", scenario, "--json"]);
    let report: Value = serde_json::from_str(stdout(&run)).unwrap_or_else(|_| panic!("{}", stderr(&run)));
    report["lanes"][0]["hash"].as_str().expect("a hash").to_string()
}

#[test]
fn a_workload_of_rt_app_is_written_as_a_document_that_runs_as_the_same_events() {
    let work = File::new(
        "rtapp-to-write",
        r#"{"tasks": {
            "a": {"instance": 2, "loop": 4, "priority": 3, "run": 900, "lock": "m", "run": 50, "unlock": "m", "sleep": 400},
            "b": {"loop": 5, "cpus": [1], "taskgroup": "/web", "run": 300, "timer": {"ref": "unique", "period": 2000}}
        }, "global": {"duration": 1}}"#,
    );
    let (written, again) = (File::new("rtapp-written", ""), File::new("rtapp-again", ""));
    let read = sched(&["rt-app", work.path(), "--out", written.path()]);
    assert!(read.status.success(), "{}", stderr(&read));
    let scenario = File::new("rtapp-scenario", stdout(&read));
    let second = sched(&["rt-app", written.path()]);
    let other = File::new("rtapp-other", stdout(&second));
    assert_eq!(hash_of(scenario.path()), hash_of(other.path()));
    // The same document from the scenario.
    let run = sched(&["run", scenario.path(), "--rt-app-out", again.path()]);
    assert!(run.status.success(), "{}", stderr(&run));
    let text = |file: &File| std::fs::read_to_string(file.path()).expect("a document");
    assert_eq!(text(&again), text(&written));
    assert!(text(&again).contains("\"taskgroup\""), "{}", text(&again));
}

#[test]
fn other_workloads_are_written_as_rt_app_or_refused_by_name() {
    let out = File::new("rtapp-of-hogs", "");
    let run = sched(&["run", "examples/hogs.json", "--rt-app-out", out.path()]);
    assert!(run.status.success(), "{}", stderr(&run));
    let read = sched(&["rt-app", out.path()]);
    let scenario: Value = serde_json::from_str(stdout(&read)).unwrap_or_else(|_| panic!("{}", stderr(&read)));
    assert!(scenario["workload"]["tasks"].as_array().is_some_and(|tasks| !tasks.is_empty()));
    let none = std::env::temp_dir().join(format!("sched-{}-no-rtapp.json", std::process::id()));
    let refused = sched(&["run", "examples/steal.json", "--rt-app-out", none.to_str().expect("UTF-8")]);
    assert!(!refused.status.success());
    assert!(stderr(&refused).contains("hackbench cannot be expressed"), "{}", stderr(&refused));
    assert!(!none.exists());
}

/// A plan of four values, three seeds and two lanes, in a folder that is removed when the value is dropped.
struct Sweep(Folder);

impl Sweep {
    fn new(name: &str) -> Self {
        let scenario = r#"{"version":3,"machine":"kunpeng920-24","limit_ms":3,"warmup_ms":0,"seed":9,
            "workload":{"kind":"pairs","pairs":2},"lanes":[{},{"features":{"cluster_scan":"merged"}}]}"#;
        let plan = r#"{"scenarios":{"own":"s.json"},"field":"workload.pairs","values":[8,1,2,4],"seeds":3}"#;
        Self::of(name, scenario, plan)
    }
    /// A sweep of hogs whose control group has a name with non-ASCII characters.
    fn of_hogs(name: &str, plan: &str) -> Self {
        let scenario = r#"{"version":3,"machine":"classroom-8","kernel":"6.12","limit_ms":50,"seed":1,
            "workload":{"kind":"hogs","hogs":1,"rivals":0,"sleepers":2},"groups":[{"name":"wéb","weight":100}],
            "tasks":[{"kind":"hog","group":1}],"lanes":[{"features":{}}]}"#;
        Self::of(name, scenario, plan)
    }
    fn of(name: &str, scenario: &str, plan: &str) -> Self {
        let folder = Folder::new(&format!("sweep-{name}"));
        folder.file("s.json", scenario);
        folder.file("plan.json", plan);
        Self(folder)
    }
    fn path(&self, name: &str) -> String {
        self.0.path(name)
    }
    fn part(&self, shard: &str) -> String {
        let out = self.path(&format!("{}.jsonl", shard.replace('/', "-")));
        let output = sched(&["sweep", &self.path("plan.json"), "--shard", shard, "--out", &out]);
        assert!(output.status.success(), "{}", stderr(&output));
        out
    }
    /// Continues a part.
    fn goes_on(&self, out: &str) -> Output {
        sched(&["sweep", &self.path("plan.json"), "--out", out])
    }
    fn merged(&self, parts: &[String]) -> Output {
        let plan = self.path("plan.json");
        let parts = parts.iter().map(String::as_str);
        sched(&["merge", &plan].into_iter().chain(parts).collect::<Vec<_>>())
    }
}

#[test]
fn a_sweep_has_the_same_result_in_any_number_of_parts() {
    let sweep = Sweep::new("parts");
    let texts: Vec<String> = [1, 3, 7]
        .map(|of| {
            let parts: Vec<String> = (1..=of).rev().map(|i| sweep.part(&format!("{i}/{of}"))).collect();
            let output = sweep.merged(&parts);
            assert!(output.status.success(), "{}", stderr(&output));
            stdout(&output).into()
        })
        .into();
    assert_eq!(texts[0], texts[1]);
    assert_eq!(texts[0], texts[2]);
    let merged: Value = serde_json::from_str(&texts[0]).expect("JSON");
    assert_eq!(merged["values"], serde_json::json!([1, 2, 4, 8]));
    assert_eq!(merged["reports"].as_array().map(Vec::len), Some(4 * 3 * 2));
    // A value in the merged file equals the output of `run`.
    let eight =
        std::fs::read_to_string(sweep.path("s.json")).expect("text").replace(r#""pairs":2"#, r#""pairs":8"#);
    let file = File::new("swept", eight);
    let output = sched(&["run", file.path(), "--seeds", "3", "--json"]);
    let runs: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let point = &merged["points"][3];
    assert_eq!(point["paired_difference_pct"], runs["paired_difference_pct"]);
    assert_eq!(point["verdict"], runs["verdict"]);
    assert_eq!(point["lanes"][1], runs["lanes"][1]["over_seeds"]);
}

#[test]
fn a_part_that_was_killed_continues_where_it_stopped() {
    let sweep = Sweep::new("killed");
    let out = sweep.part("1/1");
    let whole = std::fs::read_to_string(&out).expect("lines");
    let torn = whole.lines().take(5).map(|line| format!("{line}\n")).collect::<String>() + "{\"plan\":\"01";
    std::fs::write(&out, torn).expect("a torn part");
    let missing = sweep.merged(std::slice::from_ref(&out));
    assert!(!missing.status.success());
    let output = sweep.goes_on(&out);
    assert_eq!(stdout(&output), "19 of 24 runs done, 5 were in the file; 24 in the plan\n");
    assert_eq!(std::fs::read_to_string(&out).expect("lines"), whole);
}

#[test]
fn a_fault_in_a_sweep_is_reported_in_one_sentence() {
    let sweep = Sweep::new("wrong");
    let part = sweep.part("2/3");
    let output = sweep.merged(std::slice::from_ref(&part));
    assert!(
        stderr(&output)
            .starts_with("16 of 24 runs are missing, the first is own at workload.pairs = 1, seed 9, lane 0")
    );
    let plan = std::fs::read_to_string(sweep.path("plan.json")).expect("text");
    let with = |from: &str, to: &str| {
        std::fs::write(sweep.path("plan.json"), plan.replace(from, to)).expect("a plan");
        let output = sched(&["sweep", &sweep.path("plan.json"), "--out", &part]);
        assert!(!output.status.success());
        stderr(&output).to_owned()
    };
    assert!(with("\"seeds\":3", "\"seeds\":4").ends_with("line 1: is a run of another plan\n"));
    assert!(with("\"seeds\":3", "\"seeds\":0").contains("seeds is 0; expected 1 to 10000"));
    assert!(with("workload.pairs", "workload.nothing").contains("own at workload.nothing = 1: "));
    assert!(with("s.json", "t.json").contains("t.json: "));
    let output = sched(&["sweep", &sweep.path("plan.json"), "--shard", "4/3", "--out", &part]);
    assert!(stderr(&output).contains("expected I/N, for instance"));
}

#[test]
fn a_part_has_both_lanes_of_each_pair() {
    let sweep = Sweep::new("paired");
    for part in ["1/2", "2/2"].map(|shard| sweep.part(shard)) {
        let lanes: Vec<String> = std::fs::read_to_string(part)
            .expect("lines")
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["report"]["lane"].to_string())
            .collect();
        assert_eq!(lanes, ["0", "1"].repeat(6));
    }
}

#[test]
fn runs_of_another_model_are_refused() {
    let sweep = Sweep::of_hogs("another", HOGS);
    let out = sweep.part("1/1");
    let whole = std::fs::read_to_string(&out).expect("lines");
    let at = whole.find("\"model\":\"").expect("a model");
    let model = &whole[at + 9..at + 25];
    let older = whole.replacen(&whole[at..at + 27], "", 1);
    let other = whole.replacen(model, "0123456789abcdef", 1);
    for (text, of) in [(other, "0123456789abcdef"), (older, "an older model")] {
        std::fs::write(&out, &text).expect("a part");
        for output in [sweep.merged(std::slice::from_ref(&out)), sweep.goes_on(&out)] {
            let told = format!(
                "line 1: was run by another version of the simulator: {of}; this one has the model {model}"
            );
            assert!(refused(&output).ends_with(&told), "{}", stderr(&output));
        }
        assert_eq!(std::fs::read_to_string(&out).expect("lines"), text);
    }
    std::fs::write(&out, &whole).expect("a part");
    let merged: Value = serde_json::from_str(stdout(&sweep.merged(&[out]))).expect("JSON");
    assert!(merged["version"].as_str().is_some_and(|version| version.ends_with(model)));
}

#[test]
fn a_sweep_over_cpus_uses_the_existing_cpu_numbers() {
    let scenario = r#"{"version":3,"machine":{"name":"Holes","like":"xeon","topology":"pu=0-1,4,8"},"kernel":"6.12",
        "limit_ms":5,"cpus":"8","workload":{"kind":"hogs","hogs":4,"sleepers":0},"lanes":[{}]}"#;
    let plan = r#"{"scenarios":{"own":"s.json"},"field":"cpus","values":[1,3,4],"seeds":1}"#;
    let sweep = Sweep::of("holes", scenario, plan);
    let output = sweep.merged(&[sweep.part("1/1")]);
    let merged: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let work = |i: usize| merged["reports"][i]["messages"].as_u64().expect("a count");
    // ms of work in 5 ms.
    assert!(
        work(0) <= 5 && (13..=15).contains(&work(1)) && (17..=20).contains(&work(2)),
        "{}",
        merged["reports"]
    );
    for count in [0, 5] {
        std::fs::write(sweep.path("plan.json"), plan.replace("[1,3,4]", &format!("[{count}]")))
            .expect("a plan");
        let told = format!("own: cpus is {count}; expected 1..=4 (CPUs)");
        assert!(refused(&sweep.goes_on(&sweep.path("other"))).ends_with(&told));
    }
}

#[test]
fn a_sweep_over_cpus_refuses_a_lane_that_sets_its_cpus() {
    let plan = format!(
        r#"{{"scenarios":{{"own":"{ROOT}/examples/false-sharing.json"}},"field":"cpus","values":[2,4],"seeds":1}}"#
    );
    let sweep = Sweep::of_hogs("own-cpus", &plan);
    let output = sweep.goes_on(&sweep.path("part"));
    assert!(
        refused(&output).ends_with("own: field: lane 0 sets cpus itself, so cpus cannot be swept"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn the_values_of_a_sweep_can_be_negative() {
    let plan = HOGS.replace("workload.sleepers", "workload.nice").replace("[1,2]", "[0,-5]");
    let sweep = Sweep::of_hogs("negative", &plan.replace("\"s.json\"", "\"t.json\""));
    let scenario = std::fs::read_to_string(sweep.path("s.json")).expect("a scenario");
    let scenario = scenario.replace(r#""tasks":[{"kind":"hog","group":1}],"#, "");
    std::fs::write(sweep.path("t.json"), scenario).expect("a scenario");
    let output = sweep.merged(&[sweep.part("1/1")]);
    let merged: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(merged["values"], serde_json::json!([-5, 0]));
    std::fs::write(sweep.path("plan.json"), plan.replace("s.json", "t.json").replace("-5", "-21"))
        .expect("a plan");
    let output = sweep.goes_on(&sweep.path("other"));
    assert!(
        refused(&output).contains("workload.nice is -21; expected a whole number, -20..=19"),
        "{}",
        stderr(&output)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_part_must_be_a_regular_file() {
    let sweep = Sweep::of_hogs("devices", HOGS);
    let told = "not a regular file; a part needs one";
    for device in ["/dev/full", "/dev/zero"] {
        assert!(refused(&sweep.goes_on(device)).ends_with(told));
        assert!(refused(&sweep.merged(&[device.to_string()])).ends_with(told));
    }
}

/// Checks that a command was refused with one line, which is returned.
fn refused(output: &Output) -> &str {
    assert_eq!(output.status.code(), Some(2), "{}", stderr(output));
    let line = stderr(output).strip_suffix('\n').expect("a line");
    assert!(!line.contains('\n') && output.stdout.is_empty(), "{line}");
    line
}

const HOGS: &str = r#"{"scenarios":{"own":"s.json"},"field":"workload.sleepers","values":[1,2],"seeds":2}"#;

#[test]
fn a_part_that_was_torn_at_any_place_continues() {
    let sweep = Sweep::of_hogs("torn", HOGS);
    let out = sweep.part("1/1");
    let whole = std::fs::read(&out).expect("lines");
    let first = whole.iter().position(|byte| *byte == b'\n').expect("a line");
    let within = whole.iter().rposition(|byte| *byte >= 0x80).expect("a character of two bytes");
    for (end, left) in [(0, 4), (3, 4), (20, 4), (first, 4), (first + 1, 3), (within, 1)] {
        std::fs::write(&out, &whole[..end]).expect("a torn part");
        let output = sweep.goes_on(&out);
        assert!(stdout(&output).starts_with(&format!("{left} of 4 runs")), "{end}: {}", stderr(&output));
        assert_eq!(std::fs::read(&out).expect("lines"), whole, "{end}");
    }
}

#[test]
fn a_file_that_is_not_a_part_of_the_plan_stays_unchanged() {
    let sweep = Sweep::of_hogs("no-part", HOGS);
    let part = std::fs::read_to_string(sweep.part("1/1")).expect("lines");
    let line = part.lines().next().expect("a line");
    let of_another = line.replacen(&line[9..25], "0123456789abcdef", 1);
    let plan = sweep.path("plan.json");
    let told = |path: &str, text: &[u8]| {
        std::fs::write(path, text).expect("a file");
        let told = refused(&sweep.goes_on(path)).to_owned();
        assert_eq!(std::fs::read(path).expect("a file"), text, "{told}");
        told
    };
    assert!(told(&plan, HOGS.as_bytes()).ends_with("not a part of this plan; the file was not changed"));
    for text in ["words", &of_another, &of_another[..40]] {
        assert!(
            told(&sweep.path("other"), text.as_bytes())
                .ends_with("not a part of this plan; the file was not changed")
        );
    }
    assert!(
        told(&sweep.path("other"), b"\xff\xfe")
            .ends_with("not a part of this plan; the file was not changed")
    );
    let lines = format!("{of_another}\nwords");
    assert!(told(&sweep.path("other"), lines.as_bytes()).ends_with("line 1: is a run of another plan"));
}

#[test]
fn a_line_is_accepted_only_for_its_run() {
    let sweep = Sweep::of_hogs("swapped", HOGS);
    let out = sweep.part("1/1");
    let whole = std::fs::read_to_string(&out).expect("lines");
    let told = |text: &str, what: &str| {
        std::fs::write(&out, text).expect("a part");
        for output in [sweep.merged(std::slice::from_ref(&out)), sweep.goes_on(&out)] {
            assert!(refused(&output).ends_with(what), "{}", stderr(&output));
        }
        assert_eq!(std::fs::read_to_string(&out).expect("lines"), text);
    };
    let swapped = whole.replace("\"run\":0", "\"run\":?").replace("\"run\":1", "\"run\":0").replace('?', "1");
    told(&swapped, "line 1: is seed 1, lane 0; run 1 is own at workload.sleepers = 1, seed 2, lane 0");
    let lane = whole.replacen("\"lane\":0", "\"lane\":1", 1);
    told(&lane, "line 1: is seed 1, lane 1; run 0 is own at workload.sleepers = 1, seed 1, lane 0");
    told(&whole.replace("\"run\":3", "\"run\":4"), "line 4: is not a run of the plan");
    told(&whole.replacen('\n', "\n\n", 1), "line 2: is not a run");
    told(&format!("{whole}[]\n"), "line 5: is not a run");
}

#[test]
fn merged_figures_equal_those_of_the_parts_to_the_last_digit() {
    let plan =
        HOGS.replace("s.json", &format!("{ROOT}/examples/hogs.json")).replace("\"seeds\":2", "\"seeds\":6");
    let sweep = Sweep::of_hogs("digits", &plan);
    let out = sweep.part("1/1");
    let merged = sweep.merged(std::slice::from_ref(&out));
    for line in std::fs::read_to_string(&out).expect("lines").lines() {
        let (_, report) =
            line.strip_suffix('}').and_then(|line| line.split_once("\"report\":")).expect("a report");
        assert!(stdout(&merged).contains(report), "{report}");
    }
}

#[test]
fn a_plan_with_a_repeated_field_is_refused_with_its_place() {
    let sweep = Sweep::of_hogs("twice", HOGS);
    let told = |plan: &str| {
        std::fs::write(sweep.path("plan.json"), plan).expect("a plan");
        let output = sweep.goes_on(&sweep.path("part"));
        assert!(!std::fs::exists(sweep.path("part")).expect("a folder"));
        refused(&output).to_owned()
    };
    let twice = told(&HOGS.replace("\"own\"", "\"own\":\"t.json\",\"own\""));
    assert!(twice.ends_with("plan.json: scenarios.own is there twice; expected each field once."), "{twice}");
    let scenario = std::fs::read_to_string(sweep.path("s.json")).expect("a scenario");
    let scenario = scenario.replace("\"seed\":1", "\"seed\":1,\"seed\":2");
    let within = told(&HOGS.replace("\"s.json\"", &scenario));
    assert!(
        within.ends_with("plan.json: scenarios.own.seed is there twice; expected each field once."),
        "{within}"
    );
    std::fs::write(sweep.path("s.json"), scenario).expect("a scenario");
    let beside = told(HOGS);
    assert!(beside.ends_with("s.json: seed is there twice; expected each field once."), "{beside}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_memory_of_a_part_depends_only_on_its_number_of_runs() {
    let values: Vec<u32> = (100_000..101_000).collect();
    let plan = format!(
        r#"{{"scenarios":{{"own":"s.json"}},"field":"tunables.latency_ns","values":{values:?},"seeds":10000}}"#
    );
    let sweep = Sweep::of_hogs("room", &plan);
    let within = |command: &str| {
        let limited = format!("ulimit -v 200000 && exec \"$0\" {command}");
        let paths = [sweep.path("plan.json"), sweep.path("part")];
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited, env!("CARGO_BIN_EXE_sched")]).args(paths).output().expect("a shell")
    };
    let output = within("sweep \"$1\" --out \"$2\" --shard 10000000/10000000");
    assert_eq!(
        stdout(&output),
        "1 of 1 runs done, 0 were in the file; 10000000 in the plan\n",
        "{}",
        stderr(&output)
    );
    let output = within("merge \"$1\" \"$2\"");
    assert!(
        refused(&output).starts_with("9999999 of 10000000 runs are missing, the first is own at"),
        "{}",
        stderr(&output)
    );
    let part = std::fs::read_to_string(sweep.path("part")).expect("a line");
    assert!(part.contains("\"run\":9999999,") && part.contains("\"seed\":10000,"), "{part}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_is_an_error_unless_the_reader_closed_the_pipe() {
    let sweep = Sweep::of_hogs("full", HOGS);
    let (plan, part, scenario) = (sweep.path("plan.json"), sweep.part("1/1"), sweep.path("s.json"));
    for arguments in [
        &["merge", &plan, &part][..],
        &["sweep", &plan, "--out", &part],
        &["run", &scenario],
        &["run", &scenario, "--json"],
        &["validate", &scenario],
        &["explain", &scenario],
        &["domains", "classroom-8"],
        &["machine", "tests/fixtures/machines/nvidia-dgx-gb10-nomidr.xml"],
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sched"));
        command.current_dir(ROOT).args(arguments);
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let output = command.stdout(full).output().expect("the program runs");
        assert!(refused(&output).starts_with("standard output: No space left"), "{arguments:?}");
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = command.stdout(writer).output().expect("the program runs");
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn explain_shows_every_decision() {
    use sched_core::{engine::time::Ns, observe::decisions::read, scenario, sim::Simulation};
    // Every pick examines a thousand tasks.
    let document = r#"{"version": 3, "machine": "classroom-8", "kernel": "6.12", "cpus": "0", "limit_ms": 4,
        "workload": {"kind": "hogs", "hogs": 512, "yield_us": 1, "rivals": 512, "rival_nice": 0, "sleepers": 0},
        "lanes": [{}]}"#;
    let file = File::new("picks", document);
    let mut sim = Simulation::new(&scenario::parse(document).expect("a scenario"), 0).expect("a run");
    sim.keep_decisions(true);
    let mut decisions = Vec::new();
    while sim.advance(Ns::MAX, 1) > 0 {
        decisions.extend(read(&sim.take_decisions()));
    }
    let [first, .., last] = &decisions[..] else { panic!("decisions") };
    for one in [first, last] {
        let task = one.task.expect("a task").to_string();
        let count = decisions.iter().filter(|other| other.task == one.task).count();
        let output = sched(&["explain", file.path(), "--task", &task, "--most", "1000000"]);
        let told = stdout(&output).lines().filter(|line| line.contains(&format!(" task {task}: "))).count();
        assert_eq!(told, count, "task {task}");
    }
}

#[test]
fn a_kernel_is_given_by_any_name_and_a_sentence_says_what_differs() {
    let ubuntu = sched(&["domains", "kunpeng920-96", "--cluster", "--kernel", "6.8.0-45-generic"]);
    let plain = sched(&["domains", "kunpeng920-96", "--cluster", "--kernel", "6.8"]);
    assert_eq!(stdout(&ubuntu), stdout(&plain));
    assert!(stderr(&ubuntu).contains("Ubuntu’s 6.8") && stderr(&ubuntu).contains("0.70 ms"));
    assert_eq!(stderr(&plain), "");
    let unknown = sched(&["domains", "kunpeng920-96", "--kernel", "3.10.0-1160.el7.x86_64"]);
    assert!(!unknown.status.success());
    assert!(stderr(&unknown).contains("4.19, 4.20, 5.4 to 7.3"), "{}", stderr(&unknown));
}

#[test]
fn a_document_names_a_kernel_as_people_do() {
    let document = |kernel: &str, lane: &str| {
        format!(
            r#"{{"version": 3, "machine": "classroom-8", "kernel": "{kernel}", "cpus": "0", "limit_ms": 60, "seed": 1,
            "workload": {{"kind": "hogs", "hogs": 3}}, "lanes": [{{}}, {{"kernel": "{lane}"}}]}}"#
        )
    };
    let hashes = |text: &str| {
        let file = File::new("names", text);
        let output = sched(&["run", file.path(), "--json"]);
        let report: Value = serde_json::from_str(stdout(&output)).expect("JSON");
        let of = |lane: usize| report["lanes"][lane]["hash"].clone();
        ([of(0), of(1)], stderr(&output).to_string())
    };
    let (own, said) = hashes(&document("6.6", "5.14.0-1023-aws"));
    let (table, nothing) = hashes(&document("6.8", "5.15"));
    assert!(!own[0].is_null() && own[0] != own[1]);
    assert_eq!(own, table);
    assert_eq!(said.lines().count(), 2, "{said}");
    assert!(said.contains("6.6 runs as 6.8 here") && said.contains("5.14 runs as 5.15 here"), "{said}");
    assert_eq!(nothing, "");
    let file = File::new("unknown", document("9.9", "6.8"));
    let unknown = sched(&["validate", file.path()]);
    assert!(stderr(&unknown).contains("kernel is \"9.9\"; expected one of 2.5.5x, 4.19, 4.20, 5.4 to 7.3"));
}

#[test]
fn kernels_are_listed_with_a_sentence_each_and_so_are_the_names_of_others() {
    let listed = sched(&["kernels"]);
    for text in
        ["6.18 (6.18.44, LTS)", "6.12.0 (2024)", "5.13 runs as 5.10 here", "6.12.1 runs as 6.12.0 here"]
    {
        assert!(stdout(&listed).contains(text), "{text}: {}", stdout(&listed));
    }
    let json: Value = serde_json::from_str(stdout(&sched(&["kernels", "--json"]))).expect("JSON");
    let of_6_18 = json["kernels"].as_array().expect("a list").iter().find(|one| one["kernel"] == "6.18");
    assert_eq!(of_6_18.expect("6.18")["release"], "6.18.44");
    let named = |name: &str| json["names"].as_array().expect("a list").iter().any(|one| one["name"] == name);
    assert!(named("4.19") && named("5.5") && named("7.2") && !named("7.3"));
    let one = sched(&["kernels", "6.1.0-18-amd64"]);
    assert!(stdout(&one).starts_with("6.5 (") && stdout(&one).contains("6.1 runs as 6.5 here"));
}

#[test]
fn what_changed_between_two_kernels_is_printed_rule_by_rule() {
    let text = sched(&["kernels", "6.12.0", "6.12"]);
    assert!(stdout(&text).starts_with("6.12.0 (2024) and 6.12 (6.12.117, LTS, Debian 13): "));
    assert!(stdout(&text).contains("base_slice_us: 750 -> 700\n"), "{}", stdout(&text));
    // 6.5 with `prop` was never a kernel.
    let text = sched(&["kernels", "5.10", "6.5"]);
    let values = "  Values: prop (4.20 to 5.10), aged (5.15), util (6.5 to 7.3).\n";
    assert!(stdout(&text).contains(values), "{}", stdout(&text));
    let same = sched(&["kernels", "6.12", "6.12.117"]);
    assert!(stdout(&same).contains("no rule differs"));
    // The older kernel comes first, whatever the order of the names.
    let json: Value =
        serde_json::from_str(stdout(&sched(&["kernels", "6.8", "6.5", "--json"]))).expect("JSON");
    assert_eq!((&json["older"], &json["newer"]), (&Value::from("6.5"), &Value::from("6.8")));
    let rules = json["rules"].as_array().expect("a list");
    let of = |key: &str| rules.iter().find(|rule| rule["rule"] == key).expect("a rule");
    assert!(of("place_lag")["older"].is_null() && of("place_lag")["newer"] == true);
    assert_eq!(of("idle_cores_first")["source"], "should_we_balance, since v6.6");
    let link = of("place_lag")["link"].as_str().expect("a link");
    assert!(link.starts_with("#v") && link.ends_with("&kernel=6.8&ka=6.5&kb=-"), "{link}");
    assert!(rules.iter().all(|rule| rule["sentence"].as_str().is_some_and(|said| said.len() > 10)));
}

/// Lane B has two of eight CPUs, and so it loses as soon as there is work for more.
const BOUND: &str = r#"{"version":3,"machine":"classroom-8","kernel":"6.8","limit_ms":4,"warmup_ms":1,
    "workload":{"kind":"pairs","pairs":1,"think_ns":5000,"service_ns":5000},"costs":{"fork":2000},
    "lanes":[{},{"cpus":"0-1"}]}"#;

#[test]
fn a_search_finds_a_known_loss_and_confirms_it_on_other_seeds() {
    let file = File::new("search", BOUND);
    let search =
        || sched(&["search", file.path(), "--over", "load,costs.switch", "--budget", "20", "--json"]);
    let output = search();
    let result: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    assert_eq!(
        (&result["search"], &result["for"], &result["figure"]),
        (&1.into(), &"loss".into(), &"messages_per_s".into())
    );
    assert_eq!((&result["is_found"], &result["is_confirmed"]), (&true.into(), &true.into()));
    let gain = |of: &str, key: &str| result[of]["gain_pct"][key].as_f64().expect("a number");
    assert!(
        gain("best", "mean") < -50.0 && gain("confirmation", "mean") + gain("confirmation", "ci95") < -25.0
    );
    // The document needs none of its costs, and the loss more than one pair.
    assert_eq!(result["document"]["costs"], Value::Null);
    assert!(result["document"]["workload"]["pairs"].as_u64() > Some(1));
    let settings = &result["settings"];
    let count = |key: &str| settings[key].as_u64().expect("a count");
    assert!(count("search") <= 20 && count("all") == count("search") + count("reduction"), "{settings}");
    // Seeds 7 to 22 at most were seen before.
    assert_eq!(result["confirmation_seeds"], serde_json::json!([39, 54]));
    assert_eq!(result["over"][0]["field"], "workload.pairs");
    let link = result["link"].as_str().expect("a link");
    assert!(
        link.starts_with("#v3&p=cluster&machine=classroom-8&kernel=6.8&w=pairs,n=")
            && link.contains("&cb=0-1&text=B%20loses%20"),
        "{link}"
    );
    assert!(link.ends_with("%20settings%20that%20were%20tried."), "{link}");
    assert_eq!(search().stdout, output.stdout, "the same seed gives the same result");
    let text = sched(&["search", file.path(), "--over", "load", "--budget", "8"]);
    let lines: Vec<&str> = stdout(&text).lines().collect();
    assert_eq!(lines[0], "B loses, and 16 further seeds confirm it.");
    assert!(
        lines[1].starts_with("simplest setting: ") && lines[1].contains("workload.pairs 1 → "),
        "{}",
        lines[1]
    );
    assert!(
        lines[3].starts_with("best of the search: -") && lines[3].contains("chosen from 7 settings"),
        "{}",
        lines[3]
    );
}

#[test]
fn a_search_that_finds_nothing_says_so() {
    let same = BOUND.replace(r#""cpus":"0-1""#, "");
    let file = File::new("search-same", same);
    let output = sched(&["search", file.path(), "--for", "gain", "--over", "load", "--budget", "4"]);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines[0], "No setting in which B gains was found.", "{}", stderr(&output));
    assert!(
        lines[2].starts_with("gain of B: +0.0 ± 0.0 % of work done per second (seeds 39 to 54: "),
        "{}",
        lines[2]
    );
}

#[test]
fn a_fault_of_a_search_is_reported_in_one_sentence() {
    let file = File::new("search-wrong", BOUND);
    let said = |arguments: &[&str]| {
        let output = sched(&[&["search", file.path()], arguments].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty());
        stderr(&output).trim_end().to_owned()
    };
    assert_eq!(
        said(&["--over", "load,speed"]),
        "over: no axis \"speed\" in this scenario; the choices are load, seed, kernel, machine.costs, workload.pairs, \
         workload.requests, workload.service_ns, workload.think_ns, tunables.KEY, rules.KEY, costs.KEY"
    );
    assert!(said(&["--over", "load", "--for", "fun"]).contains("[possible values: loss, gain, undecided]"));
    assert!(said(&["--over", "load", "--budget", "0"]).contains("0 is not in 1..=100000"));
    assert!(said(&[]).contains("--over <OVER>"));
    assert!(said(&["--over", "load", "--limit-ms", "0"]).starts_with("limit_ms is 0"));
    let single = File::new("search-single", BOUND.replace(r#",{"cpus":"0-1"}"#, ""));
    let output = sched(&["search", single.path(), "--over", "load"]);
    assert_eq!(stderr(&output), "lanes: a search compares two lanes, and this scenario has one\n");
}

/// A file of `tests/fixtures/recordings`, from the root.
fn recording(name: &str) -> String {
    format!("tests/fixtures/recordings/{name}")
}

#[test]
fn trace_prints_the_expected_counters() {
    let names =
        ["own-mix.trace-cmd.txt.gz", "own-mix-compact.pftrace", "vectors/v05-idle-in-another-cache.txt"];
    let files: Vec<String> = names.iter().map(|name| recording(name)).collect();
    let mut arguments = vec!["trace", "--json"];
    arguments.extend(files.iter().map(String::as_str));
    let output = sched(&arguments);
    assert!(output.status.success(), "{}", stderr(&output));
    let got: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    for (folder, name) in [("", names[0]), ("", names[1]), ("vectors/", "v05-idle-in-another-cache.txt")] {
        let path = format!("{ROOT}/{}", recording(&format!("{folder}expected.json")));
        let want: Value =
            serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
        for (key, value) in want[name].as_object().expect("counters") {
            assert_eq!(&got[name][key], value, "{name}: {key}");
        }
    }
}

#[test]
fn trace_takes_a_machine_and_a_time_span() {
    let (file, machine) = (recording("own-mix.ftrace.txt.gz"), recording("own-machine.lscpu.json"));
    let text = sched(&["trace", &file, "--machine", &machine, "--from", "2206.4", "--to", "2206.5"]);
    assert!(text.status.success(), "{}", stderr(&text));
    assert!(stdout(&text).contains("\ndistances                  llc "), "{}", stdout(&text));
    assert!(stdout(&text).contains("Only what lies from 2206.400000 s to 2206.500000 s is counted."));
    let other = sched(&["trace", &recording("trappy-idle-dat-report.txt"), "--machine", &machine]);
    assert_eq!(other.status.code(), Some(2));
    assert!(
        stderr(&other).contains("The recording has the CPUs 0-3,5, the machine 0-1"),
        "{}",
        stderr(&other)
    );
}

#[test]
fn trace_refuses_what_is_no_recording() {
    let machine = recording("own-machine.lscpu.json");
    let refused = sched(&["trace", &machine]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&refused).contains("This describes a machine"), "{}", stderr(&refused));
    let file = recording("vectors/v01-run-and-sleep.txt");
    let reverse = sched(&["trace", &file, "--machine", &file]);
    assert!(stderr(&reverse).contains("This is a recording, not the description of a machine"));
    let empty = sched(&["trace", &file, "--from", "2", "--to", "1"]);
    assert!(stderr(&empty).contains("--to has to lie after --from"), "{}", stderr(&empty));
    // The others are printed nevertheless.
    let both = sched(&["trace", &machine, &file, "--json"]);
    assert_eq!(both.status.code(), Some(2));
    let got: Value = serde_json::from_str(stdout(&both)).expect("JSON");
    assert_eq!(got["v01-run-and-sleep.txt"]["waits"], 1);
}

#[test]
fn a_scheduler_in_c_is_checked() {
    let fine = sched(&["policy", "check", "examples/policies/fifo.bpf.c"]);
    assert!(fine.status.success(), "{}", stderr(&fine));
    assert!(stdout(&fine).contains("fifo compiles for Linux 6.18: "), "{}", stdout(&fine));

    let source =
        std::fs::read_to_string(format!("{ROOT}/examples/policies/fifo.bpf.c")).expect("the starter");
    let broken = source.replacen("scx_bpf_dsq_insert(", "scx_bpf_dsq_insrt(", 1);
    let file = File::new("broken-policy", &broken);
    let line = broken.lines().position(|line| line.contains("dsq_insrt")).expect("the line") + 1;
    let output = sched(&["policy", "check", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    let sentence = "There is no function scx_bpf_dsq_insrt. Did you mean scx_bpf_dsq_insert?";
    assert!(said.starts_with(&format!("{}:{line}:", file.path())), "{said}");
    assert!(said.contains(sentence), "{said}");
    let carets = said.lines().nth(2).expect("carets").trim();
    assert_eq!(carets, "^".repeat("scx_bpf_dsq_insrt".len()));

    let output = sched(&["policy", "check", file.path(), "--json", "--kernel", "7.1"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_str(stdout(&output)).expect("JSON");
    let problem = &report["problems"][0];
    assert_eq!(report["kernel"], "7.1");
    assert_eq!(report["name"], Value::Null);
    assert_eq!((problem["line"].as_u64(), problem["is"].as_str()), (Some(line as u64), Some("no_function")));
    assert_eq!((problem["severity"].as_str(), problem["sentence"].as_str()), (Some("error"), Some(sentence)));
    assert_eq!(problem["name"], "scx_bpf_dsq_insrt");

    // A warning is no failure.
    let endless = source.replacen("\n{\n", "\n{\n\twhile (uei.kind)\n\t\tuei.kind++;\n", 1);
    let warned = sched_with_input(&["policy", "check", "-"], endless.as_bytes());
    assert!(warned.status.success(), "{}", stderr(&warned));
    assert!(stderr(&warned).contains("warning: Nothing bounds this loop."), "{}", stderr(&warned));

    // A kernel by any name, with the interface of its release.
    let pasted = ["policy", "check", "examples/policies/fifo.bpf.c", "--kernel", "6.12.48+deb13-amd64"];
    assert!(stdout(&sched(&pasted)).contains("compiles for Linux 6.12"), "{}", stdout(&sched(&pasted)));
    let release = sched(&["policy", "check", file.path(), "--kernel", "5.15"]);
    assert_eq!(release.status.code(), Some(2));
}

#[test]
fn a_lane_is_scheduled_by_a_scheduler_in_c() {
    let hackbench = r#"{"version":3,"machine":"kunpeng920-24","kernel":"6.18","lanes":[{}],
        "workload":{"kind":"hackbench","groups":1,"loops":20,"fds":5,"pipe":true,"threads":true}}"#;
    let scenario = File::new("for-a-policy", hackbench);
    let run = |policy: &str, more: &[&str]| {
        let given = ["run", scenario.path(), "--json", "--policy", policy];
        sched(&[&given, more].concat())
    };
    let lanes = |output: &Output| {
        let runs: Value =
            serde_json::from_str(stdout(output)).unwrap_or_else(|_| panic!("{}", stderr(output)));
        (runs["lanes"][0].clone(), runs["lanes"][1].clone())
    };

    // Lane B is a copy of lane A, scheduled otherwise.
    let fifo = "b=examples/policies/fifo.bpf.c";
    let (a, b) = lanes(&run(fifo, &[]));
    assert_eq!(a["policy"], Value::Null);
    assert_eq!(b["policy"]["name"], "fifo");
    assert!(b["policy"]["calls"]["select_cpu"].as_u64() > Some(0), "{}", b["policy"]);
    assert_eq!(b["policy"]["exit"], Value::Null);
    assert_eq!(a["messages"], b["messages"]);
    assert_ne!(a["hash"], b["hash"]);

    // A parameter has another value than in the source.
    let hogs = r#"{"version":3,"machine":"kunpeng920-24","kernel":"6.18","lanes":[{}],"cpus":"0","limit_ms":300,
        "workload":{"kind":"hogs","hogs":4}}"#;
    let hogs = File::new("hogs-for-a-policy", hogs);
    let switches = |more: &[&str]| {
        let (_, b) = lanes(&sched(&[&["run", hogs.path(), "--json", "--policy", fifo], more].concat()));
        b["sched"].as_u64().expect("a number")
    };
    assert!(switches(&["--knob", "slice_ns=5000000"]) > 3 * switches(&[]));

    // A scheduler that asks for a CPU that does not exist is ejected, and the fair class ends the work.
    let source =
        std::fs::read_to_string(format!("{ROOT}/examples/policies/fifo.bpf.c")).expect("the starter");
    let folder = Folder::new("policies");
    let at = source.find("scx_bpf_dsq_move_to_local(").expect("a dispatch");
    let bad = format!("{}scx_bpf_kick_cpu(9999, 0);\n\t{}", &source[..at], &source[at..]);
    let bad = format!("b={}", folder.file("bad.bpf.c", &bad));
    let (a, b) = lanes(&run(&bad, &[]));
    let exit = &b["policy"]["exit"];
    let line = source[..at].lines().count() as u64;
    assert_eq!((exit["hook"].as_str(), exit["line"].as_u64()), (Some("dispatch"), Some(line)), "{exit}");
    assert!(exit["msg"].as_str().is_some_and(|msg| msg.contains("9999")), "{exit}");
    assert_eq!(a["messages"], b["messages"]);
    let text = sched(&["run", scenario.path(), "--policy", &bad]);
    assert!(stdout(&text).contains("The fair class took over."), "{}", stdout(&text));

    for (policy, more, sentence) in [
        ("b=examples/policies/fifo.bpf.c", &["--knob", "nope=1"][..], "policies[0].knobs.nope is 1"),
        ("c=x", &[], "a=FILE or b=FILE is needed"),
        ("b=/does/not/exist", &[], "/does/not/exist: "),
    ] {
        let output = run(policy, more);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(sentence), "{}", stderr(&output));
    }
    let wrong =
        format!("b={}", folder.file("wrong.bpf.c", &source.replacen("scx_bpf_dsq_insert(", "insrt(", 1)));
    let output = run(&wrong, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("There is no function insrt."), "{}", stderr(&output));

    // Decisions name the lines.
    let steps =
        sched(&["explain", scenario.path(), "--policy", "a=examples/policies/fifo.bpf.c", "--kind", "pick"]);
    assert!(stdout(&steps).contains("scx_bpf_dsq_move_to_local"), "{}", stdout(&steps));
    assert!(stdout(&steps).contains("line "), "{}", stdout(&steps));
}
