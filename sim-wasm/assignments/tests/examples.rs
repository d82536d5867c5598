//! The assignments of `examples/assignments`, each answered to the end: rightly, and as students often answer.

use sched_assignments::answer::{Answer, Sheet};
use sched_assignments::class::{Class, Row};
use sched_assignments::document::Ask;
use sched_assignments::key::{self, Key};
use sched_assignments::mark::{Replay, Who, jobs_seen};
use sched_assignments::pile::HandedIn;
use sched_assignments::runs::{Pending, Runs};
use sched_assignments::validate::{Checked, parse};
use serde_json::{Value, json};

/// Works until it has all runs that it needs.
fn with<T>(runs: &mut Runs, work: impl Fn(&mut Runs) -> Result<T, Pending>) -> T {
    loop {
        if let Ok(done) = work(runs) {
            return done;
        }
        while runs.step() > 0 {}
    }
}

fn example(name: &str) -> Checked {
    let path = format!("{}/../../examples/assignments/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an example");
    parse(&text).unwrap_or_else(|faults| panic!("{name}: {}", faults[0].message))
}

/// An assignment with its key and the runs so far.
struct Tried {
    handed_out: Checked,
    key: Key,
    runs: Runs,
}

fn tried(name: &str, random: u8) -> Tried {
    let checked = example(name);
    let mut runs = Runs::default();
    let (key, assignment) =
        with(&mut runs, |runs| key::make(&checked, &[random; 32], runs)).expect("right answers");
    // Students have nothing but the text.
    let text = serde_json::to_string(&assignment).expect("plain data");
    let handed_out = parse(&text).unwrap_or_else(|faults| panic!("{name}: {}", faults[0].message));
    assert!(!text.contains("holds") && !text.contains("scoring_seeds"), "{name} gives its answers away");
    for seed in &key.scoring {
        assert!(!text.contains(&seed.to_string()), "{name} gives a scoring seed away");
    }
    Tried { handed_out, key, runs }
}

impl Tried {
    fn sheet(&self, name: &str, answers: &[Value]) -> Sheet {
        let seeds = self.handed_out.assignment.seeds_of("");
        let who = Who { seeds: &seeds, scoring: &seeds };
        let tasks = &self.handed_out.assignment.tasks;
        let answer = |(value, task): (&Value, &sched_assignments::document::Task)| {
            if value.is_null() {
                return Answer::default();
            }
            let jobs = jobs_seen(&self.handed_out, &task.ask, value, &who).expect("an allowed answer");
            let outcomes: Vec<_> = jobs.iter().map(|job| job.run().expect("a run")).collect();
            let runs = if outcomes.is_empty() { String::new() } else { Runs::hash(outcomes.iter()) };
            Answer { value: value.clone(), runs }
        };
        Sheet {
            assignment: self.handed_out.assignment.digest(),
            name: name.into(),
            number: String::new(),
            at: 1,
            answers: answers.iter().zip(tasks).map(answer).collect(),
        }
    }

    fn row(&mut self, sheet: &Sheet) -> Row {
        let code = sheet.encode().expect("a good sheet");
        // A scheduler is handed in as a file.
        let is_file =
            sheet.answers.iter().any(|answer| answer.value.as_str().is_some_and(|text| text.len() > 600));
        let most = if is_file { usize::MAX } else { sched_assignments::answer::MOST_CHARACTERS };
        assert!(code.len() <= most, "{} characters", code.len());
        let sheet = Sheet::decode(&code);
        let one = HandedIn { path: "code.txt".into(), at: None, participant: None, is_late: false, sheet };
        let class = Class::new(&self.handed_out, self.key.clone(), vec![one], None).expect("its key");
        with(&mut self.runs, |runs| class.rows(runs)).remove(0)
    }

    /// The points of each answer; `None`: marked by hand.
    fn points(&mut self, answers: &[Value]) -> Vec<Option<f64>> {
        let row = self.row(&self.sheet("Ada", answers));
        assert_eq!(row.differs, [0; 0], "the student ran what the lecturer runs");
        row.marks.iter().map(|mark| mark.points).collect()
    }
}

/// Answers to all tasks, with the points of each; `-1`: marked by hand.
fn check(name: &str, random: u8, cases: &[(&[Value], &[f64])]) {
    let mut tried = tried(name, random);
    for (answers, expected) in cases {
        let points: Vec<f64> =
            tried.points(answers).into_iter().map(|points| points.unwrap_or(-1.0)).collect();
        let near = points.iter().zip(*expected).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(near && points.len() == expected.len(), "{name}, {answers:?}: {points:?}, not {expected:?}");
    }
}

#[test]
fn clusters_can_be_answered_to_the_end() {
    for random in [1, 2] {
        check(
            "clusters",
            random,
            &[
                (
                    &[
                        json!(3),
                        json!(8),
                        json!({"cluster_domain": true, "cluster_scan": "levels"}),
                        json!([4]),
                        json!([0, 2]),
                    ],
                    &[3.0, 4.0, 3.0, 4.0, 3.0],
                ),
                // The previous CPU; the right sign; a scan that never leaves the cluster; the load of the question; one of two.
                (
                    &[
                        json!(23),
                        json!(15),
                        json!({"cluster_domain": true, "cluster_scan": "only"}),
                        json!([14]),
                        json!([0]),
                    ],
                    &[0.0, 2.0, 0.0, 0.0, 0.0],
                ),
            ],
        );
    }
}

#[test]
fn nice_can_be_answered_to_the_end() {
    for random in [1, 2] {
        check(
            "nice",
            random,
            &[
                (
                    &[
                        json!(75),
                        json!([50, 55.5, 75, 90, 98]),
                        json!([2]),
                        json!([10]),
                        json!("The table has no such ratio."),
                    ],
                    &[4.0, 5.0, 3.0, 4.0, -1.0],
                ),
                // Nice as a percentage; a straight line; the ratio of the nice values; too nice.
                (
                    &[json!(55), json!([50, 51, 55, 60, 69]), json!([1]), json!([19]), json!("Yes.")],
                    &[0.0, 1.0, 0.0, 0.0, -1.0],
                ),
            ],
        );
    }
}

#[test]
fn stealing_can_be_answered_to_the_end() {
    let mut stealing = tried("stealing", 1);
    let moment = stealing.key.right[1][0].clone();
    let curve = stealing.key.right[3].clone();
    let time = stealing.key.right[0].clone();
    let points = stealing.points(&[time, moment, json!({"steal": "on"}), curve, json!([0, 1])]);
    assert_eq!(points, [Some(4.0), Some(3.0), Some(4.0), Some(5.0), Some(4.0)]);
    // Later instead of sooner; a moment before the work began; without the search that finds most; a loss; all options.
    let points = stealing.points(&[
        json!(10),
        json!(0),
        json!({"newidle_balance": false}),
        json!([20, 20, 20, 20]),
        json!([0, 1, 2, 3]),
    ]);
    assert_eq!(points, [Some(0.0), Some(0.0), Some(0.0), Some(0.0), Some(0.0)]);
}

#[test]
fn numa_can_be_answered_to_the_end() {
    for random in [1, 2] {
        check(
            "numa",
            random,
            &[
                (
                    &[
                        json!(30),
                        json!([0]),
                        json!({"cross_node": true}),
                        json!([48]),
                        json!("If the wait is longer."),
                    ],
                    &[4.0, 3.0, 4.0, 4.0, -1.0],
                ),
                // Sooner; no difference; a switch that changes nothing; few jobs.
                (
                    &[json!(-10), json!([1]), json!({"node_smoothing": true}), json!([8]), json!("Never.")],
                    &[0.0, 0.0, 0.0, 0.0, -1.0],
                ),
            ],
        );
    }
}

#[test]
fn slices_can_be_answered_to_the_end() {
    for random in [1, 2] {
        check(
            "slices",
            random,
            &[
                (
                    &[json!(28_000), json!(-33), json!([2_200]), json!([300, 0]), json!([0, 2])],
                    &[4.0, 4.0, 5.0, 4.0, 3.0],
                ),
                // As long as a slice; more switches; only the latency; nicer; the share.
                (
                    &[json!(12_000), json!(30), json!([300]), json!([0, 10]), json!([0, 1])],
                    &[0.0, 0.0, 0.0, 0.0, 0.0],
                ),
            ],
        );
    }
}

/// A scheduler of `examples/policies` with a long time between two boosts.
fn policy(name: &str) -> String {
    let path = format!("{}/../../examples/policies/{name}.bpf.c", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an example");
    text.replace("boost_ns = 200000000;", "boost_ns = 2000000000;")
}

#[test]
fn mlfq_can_be_answered_to_the_end() {
    for random in [1, 2] {
        check(
            "mlfq",
            random,
            &[
                (
                    &[
                        json!(320_000),
                        json!(policy("mlfq")),
                        json!(policy("mlfq")),
                        json!([0]),
                        json!("A task may change."),
                    ],
                    &[3.0, 5.0, 8.0, 4.0, -1.0],
                ),
                // One turn; round robin, which meets one side of each goal; all options.
                (
                    &[
                        json!(100_000),
                        json!(policy("round_robin")),
                        json!(policy("round_robin")),
                        json!([0, 1, 2]),
                        json!("It is fair."),
                    ],
                    &[0.0, 0.0, 0.0, 0.0, -1.0],
                ),
            ],
        );
    }
    // The source of the task is not yet the answer.
    let mut mlfq = tried("mlfq", 1);
    let Ask::Policy(repair) = &mlfq.handed_out.assignment.tasks[1].ask else { panic!("a scheduler") };
    let start = repair.start.0.clone();
    let points = mlfq.points(&[Value::Null, json!(start), Value::Null, Value::Null, Value::Null]);
    assert_eq!(points[1], Some(0.0));
}

#[test]
fn a_scheduler_that_is_ejected_or_does_not_compile_has_its_reason_and_line() {
    let mut mlfq = tried("mlfq", 1);
    // A queue that does not exist.
    let astray = policy("fifo").replace("dsq_insert(p, SHARED_DSQ", "dsq_insert(p, 77");
    let mut sheet = mlfq.sheet("Eve", &[Value::Null, json!(astray), Value::Null, Value::Null, Value::Null]);
    sheet.answers[2].value = json!(policy("fifo").replace("is_idle = false;", "is_idle = nothing;"));
    let row = mlfq.row(&sheet);
    let [ejected, broken] = [1, 2].map(|task| row.marks[task].refused.clone().expect("a reason").to_string());
    assert!(ejected.starts_with("the scheduler was ejected with seed "), "{ejected}");
    assert!(ejected.contains("; line 37"), "{ejected}");
    assert_eq!(row.marks[1].replay, Replay::Same);
    assert!(broken.starts_with("the scheduler does not compile: line 22: "), "{broken}");
    assert_eq!(row.points.to_string(), "0");
}

#[test]
fn schedulers_that_differ_in_names_only_are_flagged() {
    let mlfq = tried("mlfq", 1);
    let Ask::Policy(repair) = &mlfq.handed_out.assignment.tasks[1].ask else { panic!("a scheduler") };
    let start = repair.start.0.clone();
    let first = policy("mlfq");
    let renamed =
        first.replace("mlfq", "mine").replace("level_of", "rank").replace("/* It still", "/* Mine:");
    let sheet = |name: &str, source: &str, words: &str| Sheet {
        assignment: mlfq.handed_out.assignment.digest(),
        name: name.into(),
        answers: [Value::Null, json!(source), Value::Null, Value::Null, json!(words)]
            .map(|value| Answer { value, runs: String::new() })
            .into(),
        ..Sheet::default()
    };
    let sheets = [
        sheet("Ada", &first, "a"),
        sheet("Bob", &renamed, "b"),
        sheet("Cid", &policy("fifo"), "c"),
        sheet("Dot", &start, "d"),
        sheet("Eva", &start, "e"),
    ];
    let handed_in = sheets.map(|sheet| HandedIn {
        path: format!("{}.txt", sheet.name),
        at: None,
        participant: None,
        is_late: false,
        sheet: Ok(sheet),
    });
    let class = Class::new(&mlfq.handed_out, mlfq.key.clone(), handed_in.into(), None).expect("its key");
    let mut runs = Runs::default();
    let rows = with(&mut runs, |runs| class.rows(runs));
    let flagged: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            row.same_schedulers.iter().map(|same| format!("{} {} {:?}", row.name, same.question, same.names))
        })
        .collect();
    assert_eq!(flagged, ["Ada 2 [\"Bob\"]", "Bob 2 [\"Ada\"]"]);
    assert!(rows.iter().all(|row| row.same_as.is_empty()));
}

#[test]
fn a_hash_that_differs_costs_only_its_question() {
    let mut nice = tried("nice", 1);
    let right = [json!(75), json!([50, 55.5, 75, 90, 98]), json!([2]), json!([10]), json!("No.")];
    let mut sheet = nice.sheet("Bob", &right);
    sheet.answers[3].runs = "0000000000000000".into();
    let row = nice.row(&sheet);
    assert_eq!(row.differs, [4]);
    assert_eq!(row.marks[3].points, Some(0.0));
    assert_eq!(row.marks[0].replay, Replay::Same);
    assert!((row.points - 12.0).abs() < 1e-9);
}

#[test]
fn an_answer_that_the_task_does_not_allow_has_a_sentence() {
    let mut clusters = tried("clusters", 1);
    let mut sheet = clusters.sheet("Eve", &[json!(3), Value::Null, Value::Null, Value::Null, Value::Null]);
    sheet.answers[2].value = json!({"steal": "on"});
    sheet.answers[3].value = json!([49]);
    sheet.answers[1].value = json!("eight");
    let row = clusters.row(&sheet);
    let refused: Vec<Option<String>> =
        row.marks.iter().map(|mark| mark.refused.as_ref().map(ToString::to_string)).collect();
    // The page words a reason by its kind and its values.
    let told = serde_json::to_value(&row.marks[3]).expect("plain data")["refused"].clone();
    assert_eq!(
        told,
        json!({
            "is": "range", "field": "workload.pairs", "min": 1, "max": 48,
            "sentence": "workload.pairs has to be 1 to 48."
        })
    );
    let refused: Vec<Option<&str>> = refused.iter().map(Option::as_deref).collect();
    assert_eq!(
        refused,
        [
            None,
            Some("the answer is no number."),
            Some("the switch steal may not be changed."),
            Some("workload.pairs has to be 1 to 48."),
            None
        ]
    );
    assert!((row.points - 3.0).abs() < 1e-9);
}

#[test]
fn seeds_of_a_student_number_give_each_student_other_runs() {
    let mut text: Value = serde_json::to_value(&example("clusters").assignment).expect("plain data");
    text["seeds"] = json!({"per_student": 2, "scoring": 2});
    let checked = parse(&text.to_string()).expect("a good assignment");
    let [a, b] = ["s1", "s2"].map(|number| checked.assignment.seeds_of(number));
    assert_eq!(a.len(), 2);
    assert_ne!(a, b);
    assert_eq!(a, checked.assignment.seeds_of(" s1 "));
}

/// Documents with one fault, and the sentence about it.
#[test]
fn faults_of_a_document_have_their_place() {
    let good: Value = serde_json::to_value(&example("clusters").assignment).expect("plain data");
    let said = |path: &str, value: Value| {
        let mut bad = good.clone();
        *bad.pointer_mut(path).expect("a place") = value;
        parse(&bad.to_string()).expect_err("a fault")[0].message.clone()
    };
    assert_eq!(
        said("/tasks/0/ask/kind", json!("guess")),
        "tasks[0].ask.kind is \"guess\"; expected one of predict, curve, cpu, find, switches, tune, policy, choice, words."
    );
    assert_eq!(
        said("/tasks/1/ask/experiment", json!("none")),
        "tasks[1].ask.experiment is \"none\"; expected a value."
    );
    assert_eq!(
        said("/tasks/1/ask/sign_points", json!(5)),
        "tasks[1].ask.sign_points is 5; expected a whole number, 0..=4 (points)."
    );
    assert_eq!(
        said("/tasks/0/title", json!({"en": "Only English"})),
        "tasks[0].title.zh is missing; expected a value."
    );
    assert!(
        said("/tasks/2/ask/switches/0", json!("turbo"))
            .starts_with("tasks[2].ask.switches[0] is \"turbo\"; expected one of ")
    );
    assert!(
        said("/tasks/2/ask/goal/0/is", json!("about"))
            .starts_with("tasks[2].ask.goal[0].is is \"about\"; expected one of above, ")
    );
    assert!(
        said("/experiments/pairs/workload/pairs", json!(0))
            .starts_with("experiments.pairs.workload.pairs is 0; expected ")
    );
    assert!(
        said("/tasks/3/ask/parameters/0/field", json!("workload.cats"))
            .starts_with("tasks[3].ask.parameters[0].min is 1: ")
    );
    assert_eq!(
        said("/version", json!(2)),
        "this document was made by a newer release (version is 2); this one reads versions up to 1."
    );
    assert_eq!(said("/seeds/practice", json!([])), "seeds.practice has 0 seeds; expected 1..=64.");
}
