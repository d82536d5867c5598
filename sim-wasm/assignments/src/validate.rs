//! Reading an assignment document, with the place of every fault of meaning.

use crate::document::{Ask, Assignment, Text, VERSION};
use crate::figures::{Condition, Figure, Of};
use crate::policies;
use crate::reason::Reason;
use sched_core::document::json::{self, Most};
use sched_core::document::place::Place;
use sched_core::document::read::read;
use sched_core::document::{Fault, FieldError, Value};
use sched_core::machine::sched_ext::Release;
use sched_core::mechanisms::MECHANISMS;
use sched_core::scenario::{self, Scenario};
use sched_judge::fields::put;
use sched_policy::LONGEST;
use std::collections::BTreeMap;

/// The limits of a document.
const MOST: Most = Most { bytes: 1_000_000, entries: 10_000, depth: 24 };
/// The most characters of a text.
const LONGEST_TEXT: usize = 4_000;
/// The most tasks, and the most experiments.
pub const MOST_TASKS: usize = 30;
/// The most seeds of a run; the most values of a curve; the most parameters or options.
pub const MOST_SEEDS: usize = 64;
const MOST_VALUES: usize = 12;

/// An assignment and its experiments.
#[derive(Clone, Debug)]
pub struct Checked {
    pub assignment: Assignment,
    pub experiments: BTreeMap<String, Scenario>,
}

/// Reads a JSON text within the limits of a document.
///
/// # Errors
/// The first fault of the text.
pub fn json_of(text: &str) -> Result<Value, FieldError> {
    json::read(text, MOST)
}

/// Reads an assignment and checks it.
///
/// # Errors
/// The first fault of form, or all faults of meaning.
pub fn parse(text: &str) -> Result<Checked, Vec<FieldError>> {
    let document = json_of(text).map_err(|fault| vec![fault])?;
    if let Some(version) = document.get("version")
        && version.as_u64().is_some_and(|number| number > u64::from(VERSION))
    {
        let newer = Fault::NewerRelease { newest: VERSION };
        return Err(vec![FieldError::of_field("version", version, newer)]);
    }
    let assignment: Assignment = read(&document)
        .map_err(|(place, fault)| vec![FieldError::new(&place, place.get(&document), fault)])?;
    let mut check = Check { document: &document, faults: Vec::new(), experiments: BTreeMap::new() };
    check.all(&assignment);
    let Check { faults, experiments, .. } = check;
    if faults.is_empty() { Ok(Checked { assignment, experiments }) } else { Err(faults) }
}

struct Check<'a> {
    document: &'a Value,
    faults: Vec<FieldError>,
    experiments: BTreeMap<String, Scenario>,
}

impl Check<'_> {
    fn fault(&mut self, place: &Place, fault: Fault) {
        self.faults.push(FieldError::new(place, place.get(self.document), fault));
    }

    fn counted(&mut self, place: &Place, count: usize, min: usize, max: usize, unit: &'static str) {
        if !(min..=max).contains(&count) {
            let fault = Fault::Count { min: min as u64, max: max as u64, unit };
            self.faults.push(FieldError::new(place, Some(&count.into()), fault));
        }
    }

    fn ranged(&mut self, place: &Place, number: i64, min: i64, max: i64, unit: &'static str) {
        if !(min..=max).contains(&number) {
            self.fault(place, Fault::OutOfRange { min, max, unit });
        }
    }

    fn all(&mut self, of: &Assignment) {
        self.ranged(&Place::field("version"), of.version.into(), 1, VERSION.into(), "");
        let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        self.counted(
            &Place::field("id"),
            of.id.chars().filter(|&c| is_id(c)).count(),
            1,
            60,
            "letters a-z, digits and hyphens",
        );
        if of.id.chars().any(|c| !is_id(c)) {
            self.fault(
                &Place::field("id"),
                Fault::UnknownWord { known: vec!["lower-case letters, digits and hyphens"] },
            );
        }
        self.ranged(&Place::field("attempts"), of.attempts.into(), 0, 100, "");
        self.text(&Place::field("title"), &of.title, &of.title, true);
        self.text(&Place::field("text"), &of.text, &of.title, false);
        self.seeds(of);
        let experiments = Place::field("experiments");
        self.counted(&experiments, of.experiments.len(), 0, MOST_TASKS, "experiments");
        for (name, raw) in &of.experiments {
            match scenario::parse(&raw.0.to_string()) {
                Ok(scenario) => {
                    for lane in 0..scenario.lanes.len() {
                        if let Err(what) = policies::program(&scenario, lane) {
                            let place = experiments.clone().key(name);
                            self.sentence(&place, &what.to_string());
                        }
                    }
                    self.experiments.insert(name.clone(), scenario);
                }
                Err(faults) => {
                    let place = format!("experiments.{name}");
                    let within = |fault: FieldError| {
                        let dot = if fault.field.is_empty() { "" } else { "." };
                        fault.within(&format!("{place}{dot}"))
                    };
                    self.faults.extend(faults.into_iter().map(within));
                }
            }
        }
        let tasks = Place::field("tasks");
        self.counted(&tasks, of.tasks.len(), 1, MOST_TASKS, "tasks");
        for (at, task) in of.tasks.iter().enumerate() {
            let place = tasks.clone().index(at);
            self.text(&place.clone().key("title"), &task.title, &of.title, true);
            self.text(&place.clone().key("text"), &task.text, &of.title, false);
            self.text(&place.clone().key("feedback"), &task.feedback, &of.title, false);
            self.ranged(&place.clone().key("points"), task.points.into(), 0, 1_000, "points");
            self.ask(&place.key("ask"), task.points, &task.ask, of);
        }
    }

    fn seeds(&mut self, of: &Assignment) {
        let place = Place::field("seeds");
        let (practice, derived) = (of.seeds.practice.len(), of.seeds.per_student as usize);
        let has_runs = of.tasks.iter().any(|task| task.ask.experiment().is_some());
        let least = usize::from(has_runs);
        match derived {
            0 => self.counted(&place.clone().key("practice"), practice, least, MOST_SEEDS, "seeds"),
            _ => self.counted(&place.clone().key("practice"), practice, 0, 0, "seeds beside per_student"),
        }
        self.ranged(&place.clone().key("per_student"), derived as i64, 0, MOST_SEEDS as i64, "seeds");
        let has_goals = of.tasks.iter().any(|task| {
            matches!(&task.ask, Ask::Switches(_) | Ask::Tune(_) | Ask::Policy(_))
                || (derived > 0 && matches!(&task.ask, Ask::Choice(_)))
        });
        self.ranged(
            &place.key("scoring"),
            of.seeds.scoring.into(),
            has_goals.into(),
            MOST_SEEDS as i64,
            "seeds",
        );
    }

    /// Checks a text; it has the languages of the title.
    fn text(&mut self, place: &Place, text: &Text, title: &Text, is_needed: bool) {
        let characters = |text: &str| text.chars().count();
        match text {
            Text::One(one) => {
                self.counted(place, characters(one), usize::from(is_needed), LONGEST_TEXT, "characters")
            }
            Text::Each(each) => {
                let of_title = match title {
                    Text::Each(title) => [title.en.is_some(), title.zh.is_some()],
                    Text::One(_) => [true, false],
                };
                for ((key, one), is_in_title) in
                    [("en", &each.en), ("zh", &each.zh)].into_iter().zip(of_title)
                {
                    let place = place.clone().key(key);
                    match one {
                        Some(one) => self.counted(&place, characters(one), 1, LONGEST_TEXT, "characters"),
                        None if is_in_title => self.fault(&place, Fault::Missing { known: Vec::new() }),
                        None => {}
                    }
                }
                if each.en.is_none() && each.zh.is_none() {
                    self.fault(place, Fault::Missing { known: vec!["en", "zh"] });
                }
            }
        }
    }

    fn ask(&mut self, place: &Place, points: u32, ask: &Ask, of: &Assignment) {
        let Some(name) = ask.experiment() else {
            if let Ask::Words(words) = ask {
                self.ranged(&place.clone().key("most"), words.most.into(), 1, 10_000, "characters");
            }
            return;
        };
        let Some(scenario) = self.experiments.get(name).cloned() else {
            if !of.experiments.contains_key(name) {
                self.fault(&place.clone().key("experiment"), Fault::Missing { known: Vec::new() });
            }
            return;
        };
        let at = |key: &str| place.clone().key(key);
        match ask {
            Ask::Predict(ask) => {
                self.figure(place, &ask.asked, &scenario);
                self.axis(place, ask.tolerance.0, ask.from.0, ask.to.0);
                let most = if ask.asked.of.is_difference() { points } else { 0 };
                self.ranged(&at("sign_points"), ask.sign_points.into(), 0, most.into(), "points");
            }
            Ask::Curve(ask) => {
                self.figure(place, &ask.asked, &scenario);
                self.axis(place, ask.tolerance.0, ask.from.0, ask.to.0);
                self.counted(&at("values"), ask.values.len(), 2, MOST_VALUES, "values");
                for (i, &value) in ask.values.iter().enumerate() {
                    self.field(&at("values").index(i), &scenario, &ask.field, value);
                }
            }
            Ask::Cpu(ask) => self.lane(&at("lane"), ask.lane as usize, &scenario),
            Ask::Find(ask) => self.lane(&at("lane"), ask.lane as usize, &scenario),
            Ask::Switches(ask) => {
                self.lane(&at("lane"), ask.lane as usize, &scenario);
                self.counted(&at("switches"), ask.switches.len(), 1, MOST_VALUES, "switches");
                let known: Vec<&'static str> = MECHANISMS.iter().map(|one| one.key).collect();
                for (i, key) in ask.switches.iter().enumerate() {
                    if !known.contains(&key.as_str()) {
                        self.fault(&at("switches").index(i), Fault::UnknownWord { known: known.clone() });
                    }
                }
                self.goal(&at("goal"), &ask.goal, &scenario, 1);
            }
            Ask::Tune(ask) => {
                self.counted(&at("parameters"), ask.parameters.len(), 1, MOST_VALUES, "parameters");
                for (i, parameter) in ask.parameters.iter().enumerate() {
                    let place = at("parameters").index(i);
                    if parameter.min > parameter.max {
                        self.ranged(
                            &place.clone().key("max"),
                            parameter.max.into(),
                            parameter.min.into(),
                            i32::MAX.into(),
                            "",
                        );
                    }
                    self.field(&place.clone().key("min"), &scenario, &parameter.field, parameter.min);
                    self.field(&place.key("max"), &scenario, &parameter.field, parameter.max);
                }
                self.goal(&at("goal"), &ask.goal, &scenario, 1);
            }
            Ask::Policy(ask) => {
                let lane = ask.lane as usize;
                self.lane(&at("lane"), lane, &scenario);
                self.counted(&at("start"), ask.start.0.len(), 0, LONGEST, "bytes");
                if let Some(of) = scenario.lanes.get(lane)
                    && Release::of(scenario.kernel_of(of)).is_none()
                {
                    self.fault(&at("experiment"), Fault::NoSchedExt);
                }
                self.goal(&at("goal"), &ask.goal, &scenario, 1);
            }
            Ask::Choice(ask) => {
                self.counted(&at("options"), ask.options.len(), 2, MOST_VALUES, "options");
                for (i, option) in ask.options.iter().enumerate() {
                    let place = at("options").index(i);
                    self.text(&place.clone().key("text"), &option.text, &of.title, true);
                    let least = usize::from(!of.is_handed_out());
                    self.goal(&place.key("holds"), &option.holds, &scenario, least);
                }
            }
            Ask::Words(_) => {}
        }
    }

    fn lane(&mut self, place: &Place, lane: usize, scenario: &Scenario) {
        if lane >= scenario.lanes.len() {
            self.fault(place, Fault::NoLane { lanes: scenario.lanes.len() as u32 });
        }
    }

    fn of(&mut self, place: &Place, of: Of, scenario: &Scenario) {
        self.lane(&place.clone().key("of"), of.lanes().iter().copied().max().unwrap_or(0), scenario);
    }

    fn figure(&mut self, place: &Place, figure: &Figure, scenario: &Scenario) {
        self.of(place, figure.of, scenario);
    }

    fn axis(&mut self, place: &Place, tolerance: f64, from: f64, to: f64) {
        if tolerance <= 0.0 {
            self.fault(
                &place.clone().key("tolerance"),
                Fault::OutOfRange { min: 1, max: i64::from(i32::MAX), unit: "or a fraction" },
            );
        }
        if from >= to {
            self.fault(
                &place.clone().key("to"),
                Fault::OutOfRange {
                    min: from.ceil() as i64,
                    max: i64::from(i32::MAX),
                    unit: "more than from",
                },
            );
        }
    }

    fn goal(&mut self, place: &Place, goal: &[Condition], scenario: &Scenario, least: usize) {
        self.counted(place, goal.len(), least, MOST_VALUES, "conditions");
        for (i, condition) in goal.iter().enumerate() {
            self.of(&place.clone().index(i), condition.of, scenario);
        }
    }

    /// The scenario has to be valid with a value of a field.
    fn field(&mut self, place: &Place, scenario: &Scenario, field: &str, value: i32) {
        let with = with_field(scenario, field, value.into());
        if let Err(reason) = with {
            let what = reason.to_string();
            let fault = Fault::Topology { why: what.clone() };
            let mut error = FieldError::new(place, place.get(self.document), fault);
            error.message = format!("{} is {}: {what}", error.field, error.value);
            self.faults.push(error);
        }
    }

    /// A fault whose sentence another module words.
    fn sentence(&mut self, place: &Place, what: &str) {
        let mut error = FieldError::new(place, None, Fault::Topology { why: what.into() });
        error.message = format!("{}: {what}", error.field);
        self.faults.push(error);
    }
}

fn parsed(document: &serde_json::Value) -> Result<Scenario, Reason> {
    scenario::parse(&document.to_string()).map_err(|faults| {
        let first = faults.into_iter().next();
        first.map_or(Reason::Field { why: String::new() }, |fault| Reason::Refused { fault })
    })
}

fn document_of(scenario: &Scenario) -> Result<serde_json::Value, Reason> {
    serde_json::to_value(scenario).map_err(|error| Reason::Field { why: error.to_string() })
}

/// A scenario with a field at a value.
///
/// # Errors
/// What is wrong with the field.
pub fn with_field(scenario: &Scenario, field: &str, value: i64) -> Result<Scenario, Reason> {
    let with = put(&document_of(scenario)?, field, value.into());
    parsed(&with.map_err(|why| Reason::Field { why })?)
}

/// A scenario with switches of a lane.
///
/// # Errors
/// What is wrong with the switch.
pub fn with_switches(
    scenario: &Scenario,
    lane: usize,
    switches: &serde_json::Map<String, serde_json::Value>,
) -> Result<Scenario, Reason> {
    let mut document = document_of(scenario)?;
    let features =
        document.pointer_mut(&format!("/lanes/{lane}/features")).and_then(serde_json::Value::as_object_mut);
    features.ok_or(Reason::NoLane)?.extend(switches.clone());
    parsed(&document)
}
