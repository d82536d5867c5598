//! Searches where lane B loses, gains or is undecided, and prints the result with its link.

use crate::parallel::in_parallel;
use crate::replicate::{signed, thousands};
use crate::version::VERSION as SIMULATOR;
use crate::{Failure, link, tell};
use sched_core::observe::report::{Ended, RunReport};
use sched_core::scenario::workloads::Ends;
use sched_core::scenario::{self, Decides, Scenario};
use sched_core::sim::Simulation;
use sched_judge::decision::{Deciding as Figure, deciding};
use sched_judge::search::{Change, Goal, Measured, Outcome, Pairs, Plan, Search, Stage, Trial};
use sched_judge::statistics::Estimate;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// The version of the JSON form.
const VERSION: u32 = 1;

/// The figure that has another name on the page.
const RATE: &str = "messages_per_s";

/// The quantity that decides a scenario.
struct Quantity {
    figure: Figure,
    is_time: bool,
}

/// The quantity that the scenario names; of its work the time if it ends, else what is done per second.
fn quantity(scenario: &Scenario) -> Quantity {
    let ends = match scenario.workload.info().ends {
        Ends::Done => true,
        Ends::After(field) => {
            let workload = serde_json::to_value(&scenario.workload).unwrap_or_default();
            workload[field].as_u64().is_some_and(|rounds| rounds > 0)
        }
        Ends::Limit => false,
    };
    let figure = deciding(scenario.decides, ends);
    let is_time = figure.key == deciding(Decides::Work, true).key;
    Quantity { figure, is_time }
}

impl Quantity {
    /// The figure of a run; `None`: the work was not done before the time limit, so that its time is unknown.
    fn of(&self, report: &RunReport) -> Option<f64> {
        (!self.is_time || report.ended == Ended::Finished).then(|| (self.figure.of)(report))
    }
}

/// What a person asks for.
pub struct Wanted {
    pub goal: Goal,
    pub over: Vec<String>,
    pub budget: usize,
    pub seed: u32,
}

#[derive(Serialize)]
struct AxisValues<'a> {
    axis: &'a str,
    field: &'a str,
    values: &'a [Value],
}

#[derive(Serialize)]
struct Result<'a> {
    search: u32,
    /// The version of the simulator.
    version: &'static str,
    /// The figure of a report that decides.
    figure: &'static str,
    /// The seed of the search.
    seed: u32,
    over: Vec<AxisValues<'a>>,
    #[serde(flatten)]
    outcome: &'a Outcome,
    /// What follows the address of the page; `null`: no link can hold the scenario.
    link: Option<String>,
}

/// The result of a search, as text or as JSON.
pub fn text(scenario: &Scenario, wanted: &Wanted, json: bool) -> std::result::Result<String, Failure> {
    let quantity = quantity(scenario);
    let plan = Plan {
        goal: wanted.goal,
        deciding: (&quantity.figure).into(),
        over: wanted.over.clone(),
        budget: wanted.budget,
        seed: wanted.seed,
    };
    let mut search = Search::new(scenario, plan).map_err(Failure::said)?;
    let mut stage = Stage::Done;
    loop {
        let trials = search.ask().to_vec();
        let progress = search.progress();
        if progress.stage != stage && progress.stage != Stage::Done {
            stage = progress.stage;
            tell(begun(stage));
        }
        if trials.is_empty() {
            break;
        }
        search.tell(run(&trials, &quantity));
    }
    let nothing = || {
        Failure::of_files(vec![
            "No setting could be measured: in each of them a run failed or did not end.".into(),
        ])
    };
    let outcome = search.outcome().ok_or_else(nothing)?;
    let figure = if quantity.figure.key == RATE { "throughput" } else { quantity.figure.label };
    let text = said(&End::of(outcome), figure);
    let link =
        scenario::parse(&outcome.document.to_string()).ok().and_then(|scenario| link::to(&scenario, &text));
    if json {
        let over = search.axes().iter();
        let over = over.map(|axis| AxisValues { axis: &axis.name, field: &axis.field, values: &axis.values });
        let (version, figure, seed) = (&**SIMULATOR, quantity.figure.key, wanted.seed);
        let result = Result { search: VERSION, version, figure, seed, over: over.collect(), outcome, link };
        return Ok(format!("{}\n", serde_json::to_string_pretty(&result).expect("plain data")));
    }
    Ok(written(outcome, &quantity, link.as_deref()))
}

fn begun(stage: Stage) -> &'static str {
    match stage {
        Stage::Search => "Searching …",
        Stage::Again => "Measuring the best settings with more seeds …",
        Stage::Reduction => "Making the setting simpler …",
        Stage::Confirmation | Stage::Done => "Confirming on further seeds …",
    }
}

/// The deciding quantity of each setting, seed by seed.
fn run(trials: &[Trial], quantity: &Quantity) -> Vec<Option<Pairs>> {
    let scenarios: Vec<Option<Scenario>> =
        trials.iter().map(|trial| scenario::parse(&trial.document.to_string()).ok()).collect();
    let jobs: Vec<(usize, u32, usize)> = trials
        .iter()
        .enumerate()
        .flat_map(|(i, trial)| trial.seeds.iter().flat_map(move |&seed| [(i, seed, 0), (i, seed, 1)]))
        .collect();
    let values = in_parallel(&jobs, |&(i, seed, lane)| {
        let scenario = Scenario { seed, ..scenarios[i].clone()? };
        let mut simulation = Simulation::new(&scenario, lane).ok()?;
        simulation.run_to_end();
        quantity.of(&simulation.report())
    });
    let mut values = values.into_iter();
    let of_trial = |trial: &Trial| {
        let own: Vec<Option<f64>> = values.by_ref().take(2 * trial.seeds.len()).collect();
        own.chunks(2).map(|pair| Some((pair[0]?, pair[1]?))).collect::<Option<Pairs>>()
    };
    trials.iter().map(of_trial).collect()
}

/// The end of a search, as far as its link tells it.
#[cfg_attr(test, derive(serde::Deserialize))]
struct End {
    #[cfg_attr(test, serde(rename = "for"))]
    goal: Goal,
    is_found: bool,
    is_confirmed: bool,
    /// The gain of B under the seeds of the confirmation (%), and half of its interval.
    gain: [f64; 2],
    seeds: usize,
    settings: usize,
}

impl End {
    fn of(outcome: &Outcome) -> Self {
        let Estimate { mean, ci95 } = outcome.confirmation.gain_pct;
        Self {
            goal: outcome.goal,
            is_found: outcome.is_found,
            is_confirmed: outcome.is_confirmed,
            gain: [mean, ci95.unwrap_or(0.0)],
            seeds: outcome.confirmation.seeds,
            settings: outcome.settings.all,
        }
    }
}

/// The sentences of the author of a link, so that nobody takes the best of many for a finding: those of the page
/// (`searchAuthor` in `src/rooms/seeds/Search.tsx`).
fn said(
    &End { goal, is_found, is_confirmed, gain: [mean, half], seeds, settings }: &End,
    figure: &str,
) -> [String; 2] {
    let settings = thousands(settings as u32);
    let size = format!("{:.1} ± {half:.1} %", mean.abs());
    let gain = format!("{} ± {half:.1} % ({figure})", signed(mean));
    let found = match (is_found, is_confirmed, goal) {
        (false, _, Goal::Undecided) => format!(
            "Each of {settings} settings decides the sign. In the least decided one the gain of B is {gain}."
        ),
        (false, _, goal) => {
            let what = if goal == Goal::Loss { "loss" } else { "gain" };
            format!("None of {settings} settings shows a {what} of B. In the nearest its gain is {gain}.")
        }
        (true, false, _) => format!(
            "Not confirmed: {seeds} further seeds do not show what the search found. With them the gain of B is {gain}."
        ),
        (true, true, Goal::Undecided) => {
            format!("The gain of B is {gain}: {seeds} further seeds do not decide its sign, either.")
        }
        (true, true, goal) => {
            let verb = if goal == Goal::Loss { "loses" } else { "gains" };
            format!("B {verb} {size} ({figure}): confirmed on {seeds} further seeds.")
        }
    };
    [found, format!("It is the best of {settings} settings that were tried.")]
}

fn changes(measured: &Measured) -> String {
    let value = |value: &Value| match value {
        Value::Null => "default".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let one = |change: &Change| format!("{} {} → {}", change.field, value(&change.from), value(&change.to));
    match measured.changes.as_slice() {
        [] => "the scenario as it is".into(),
        all => all.iter().map(one).collect::<Vec<_>>().join(", "),
    }
}

fn written(outcome: &Outcome, quantity: &Quantity, link: Option<&str>) -> String {
    let Outcome { goal, settings, best, confirmation, .. } = outcome;
    let mut out = String::new();
    let what = match goal {
        Goal::Loss => "B loses",
        Goal::Gain => "B gains",
        Goal::Undecided => "The sign is undecided",
    };
    let settings_tried = format!(
        "{} settings tried ({} in the search, of {} possible; {} to simplify it)",
        settings.all, settings.search, settings.possible, settings.reduction
    );
    let _ = match (outcome.is_found, outcome.is_confirmed) {
        (true, true) => writeln!(out, "{what}, and {} further seeds confirm it.", confirmation.seeds),
        (true, false) => {
            writeln!(out, "{what} in the search, but {} further seeds do not confirm it.", confirmation.seeds)
        }
        (false, _) => {
            writeln!(out, "No setting in which {} was found.", what.to_lowercase().replace("b ", "B "))
        }
    };
    let label = if outcome.is_found { "simplest setting" } else { "nearest setting" };
    let _ = writeln!(out, "{label}: {}", changes(confirmation));
    let [from, to] = outcome.confirmation_seeds;
    let _ = writeln!(
        out,
        "gain of B: {} of {} (seeds {from} to {to}: A {:.1}, B {:.1} {})",
        confirmation.gain_pct.percent(),
        quantity.figure.label,
        confirmation.lanes[0] / quantity.figure.scale,
        confirmation.lanes[1] / quantity.figure.scale,
        quantity.figure.unit
    );
    let _ = writeln!(
        out,
        "best of the search: {} ({} seeds, chosen from {} settings): {}",
        best.gain_pct.percent(),
        best.seeds,
        settings.search,
        changes(best)
    );
    let _ = writeln!(out, "{settings_tried}");
    let _ = match link {
        Some(link) => writeln!(out, "link: {link}"),
        None => writeln!(out, "no link can hold this scenario; --json prints its document"),
    };
    out
}

#[cfg(test)]
mod tests {
    use super::{End, said};
    use serde::Deserialize;

    /// The page has the same sentences (`src/rooms/seeds/Search.test.tsx`).
    const SENTENCES: &str = include_str!("../../../tests/fixtures/search-sentences.json");

    #[derive(Deserialize)]
    struct Case {
        #[serde(flatten)]
        end: End,
        figure: String,
        sentences: [String; 2],
    }

    #[test]
    fn a_link_says_what_came_out_and_of_how_many_settings_it_is_the_best() {
        let cases: Vec<Case> = serde_json::from_str(SENTENCES).expect("JSON");
        for Case { end, figure, sentences } in cases {
            assert_eq!(said(&end, &figure), sentences);
            assert!(sentences.iter().all(|one| one.chars().count() <= 140), "a link has no longer ones");
        }
    }
}
