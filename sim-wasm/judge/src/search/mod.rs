//! Searches the setting of a scenario at which lane B loses most against lane A, gains most, or is least decided.
//!
//! The search asks and the caller runs: [`Search::ask`] names settings with their seeds, [`Search::tell`] takes what
//! the lanes got done. It has four stages:
//!
//! 1. *search*: hill climbing with random restarts ([`climb`]), a few seeds a setting. A setting counts with the end of
//!    its interval that is nearer to zero, so that chance alone does not win.
//! 2. *again*: the best settings with more seeds, half of them kept each time (successive halving).
//! 3. *reduction*: changes that do not matter are dropped, and numbers made smaller ([`reduce`]).
//! 4. *confirmation*: what remains, with seeds that no stage before has used.

pub mod axes;
pub mod climb;
mod plain;
pub mod reduce;

use crate::decision::{self, differences_of_larger};
use crate::statistics::{Estimate, differences, mean};
use crate::verdict::ABOUT_ZERO_PCT;
use axes::{Axis, SEED_STEP};
use climb::{Climb, Point, Side};
use reduce::{Removal, Shrinking, Size};
use sched_core::scenario::{self, Scenario};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Seeds of a setting in the search.
const SEEDS: usize = 4;
/// The settings that are measured again, and how often half of them are kept and the seeds doubled.
const FINALISTS: usize = 8;
const HALVINGS: u32 = 2;
/// Seeds of a setting in the reduction.
const REDUCTION_SEEDS: usize = 8;
/// Seeds of the confirmation.
const CONFIRMATION_SEEDS: usize = 16;
/// The part of the effect that a reduction has to leave.
const LEAST_EFFECT: f64 = 0.5;

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// B loses most.
    Loss,
    /// B gains most.
    Gain,
    /// The sign of the difference is least decided.
    Undecided,
}

impl Goal {
    pub const ALL: [Self; 3] = [Self::Loss, Self::Gain, Self::Undecided];

    pub fn key(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Gain => "gain",
            Self::Undecided => "undecided",
        }
    }

    /// The score of a gain: the more the better.
    fn score(self, gain: Estimate) -> Option<f64> {
        let half = gain.ci95?;
        match self {
            Self::Loss => Some(-gain.mean - half),
            Self::Gain => Some(gain.mean - half),
            // Lanes that do the same are decided.
            Self::Undecided => (half > 0.0).then_some(half - gain.mean.abs()),
        }
    }

    /// Whether the interval of a gain shows it. Less than what counts as no difference is neither a loss nor a gain.
    fn is_shown_by(self, gain: Estimate) -> bool {
        self.score(gain).is_some_and(|score| match self {
            Self::Undecided => score >= 0.0,
            Self::Loss | Self::Gain => score > 0.0 && self.effect(gain) >= ABOUT_ZERO_PCT,
        })
    }

    /// The size of the effect.
    fn effect(self, gain: Estimate) -> f64 {
        match self {
            Self::Loss => -gain.mean,
            Self::Gain => gain.mean,
            Self::Undecided => gain.ci95.unwrap_or(0.0),
        }
    }
}

/// What decides, and which of its values are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Deciding {
    /// More is better; in percent of A.
    Rate,
    /// Less is better; in percent of A.
    Time,
    /// Less is better; in percent of the longer one, since one lane may not wait at all.
    Wait,
}

impl From<&decision::Deciding> for Deciding {
    fn from(figure: &decision::Deciding) -> Self {
        match (figure.is_beside, figure.more_is_better) {
            (true, _) => Self::Wait,
            (false, true) => Self::Rate,
            (false, false) => Self::Time,
        }
    }
}

impl Deciding {
    /// What B gains with each seed (%); below zero it loses.
    fn gains(self, (a, b): &Pairs) -> Option<Vec<f64>> {
        let less = |values: Vec<f64>| values.into_iter().map(|value| 0.0 - value).collect();
        match self {
            Self::Rate => differences(a, b),
            Self::Time => differences(a, b).map(less),
            Self::Wait => Some(less(differences_of_larger(a, b))),
        }
    }
}

/// A search as it is asked for.
#[derive(Clone, Debug, Deserialize)]
pub struct Plan {
    #[serde(rename = "for")]
    pub goal: Goal,
    pub deciding: Deciding,
    /// The names of the axes.
    pub over: Vec<String>,
    /// Settings that the search tries at most. The reduction tries as many at most.
    pub budget: usize,
    /// The seed of the search itself.
    pub seed: u32,
}

/// The deciding quantity of each seed, in lane A and in lane B.
pub type Pairs = (Vec<f64>, Vec<f64>);

/// A setting that is to be run in both lanes, once with each seed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    pub document: Value,
    pub seeds: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    Search,
    Again,
    Reduction,
    Confirmation,
    Done,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Progress {
    pub stage: Stage,
    /// Settings tried in this stage.
    pub tried: usize,
    /// About the part of the whole work that is done.
    pub share: f64,
}

/// A field that differs from the scenario that was given; `null`: absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    pub field: String,
    pub from: Value,
    pub to: Value,
}

/// A setting with what B gains there (%; a loss is below zero).
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    pub changes: Vec<Change>,
    pub gain_pct: Estimate,
    /// The means of the deciding quantity in lane A and lane B.
    pub lanes: [f64; 2],
    pub seeds: usize,
}

/// The number of settings that were tried.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Tried {
    pub search: usize,
    pub reduction: usize,
    pub all: usize,
    /// Settings on the grid of the axes, those that the simulator refuses included.
    pub possible: u64,
}

/// The result of a search.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    #[serde(rename = "for")]
    pub goal: Goal,
    pub deciding: Deciding,
    pub settings: Tried,
    /// The best setting of the search.
    pub best: Measured,
    /// Whether its interval shows what was searched; if not, it is not reduced.
    pub is_found: bool,
    /// The reduced setting, with the seeds of the confirmation.
    pub confirmation: Measured,
    pub confirmation_seeds: [u32; 2],
    /// Whether the confirmation shows it, too.
    pub is_confirmed: bool,
    pub document: Value,
}

/// What a stage waits for.
enum Work {
    Search,
    Again {
        left: Vec<Value>,
        round: u32,
    },
    /// First towards the given scenario, then towards defaults.
    Remove {
        from: Value,
        plain: Value,
        removal: Removal,
        to_defaults: bool,
    },
    Shrink {
        from: Value,
        fields: Vec<String>,
        shrinking: Shrinking,
    },
    Confirm {
        document: Value,
    },
    Done,
}

/// A search in progress.
pub struct Search {
    plan: Plan,
    given: Value,
    axes: Vec<Axis>,
    climb: Climb,
    /// The points of the last question.
    open: Vec<(Point, Value)>,
    /// By document as text: what was measured, from its first seed on.
    known: BTreeMap<String, Option<Pairs>>,
    work: Work,
    asked: Vec<Trial>,
    /// The candidates of the last question of a reduction; `None`: the simulator refuses it.
    candidates: Vec<Option<Value>>,
    best: Option<Value>,
    reduced: usize,
    outcome: Option<Outcome>,
}

impl Search {
    /// A search over a scenario.
    ///
    /// # Errors
    /// A sentence about the plan.
    pub fn new(scenario: &Scenario, plan: Plan) -> Result<Self, String> {
        if scenario.lanes.len() < 2 {
            return Err("lanes: a search compares two lanes, and this scenario has one".into());
        }
        if plan.budget == 0 {
            return Err("budget is 0; at least 1 setting is needed".into());
        }
        let axes = axes::read(scenario, &plan.over)?;
        let sides =
            axes.iter().map(|axis| Side { len: axis.values.len(), is_ordered: axis.is_ordered }).collect();
        let start = axes.iter().map(|axis| axis.present).collect();
        let climb = Climb::new(sides, start, plan.budget, plan.seed);
        let given = serde_json::to_value(scenario).expect("plain data");
        Ok(Self {
            plan,
            given,
            axes,
            climb,
            open: Vec::new(),
            known: BTreeMap::new(),
            work: Work::Search,
            asked: Vec::new(),
            candidates: Vec::new(),
            best: None,
            reduced: 0,
            outcome: None,
        })
    }

    /// The axes with their values.
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// The result, once nothing more is asked.
    pub fn outcome(&self) -> Option<&Outcome> {
        self.outcome.as_ref()
    }

    pub fn progress(&self) -> Progress {
        let part = |done: usize| done as f64 / self.plan.budget as f64;
        let (stage, tried, share) = match &self.work {
            Work::Search => (Stage::Search, self.climb.tried(), 0.6 * part(self.climb.tried())),
            Work::Again { left, .. } => (Stage::Again, left.len(), 0.6),
            Work::Remove { .. } | Work::Shrink { .. } => {
                (Stage::Reduction, self.reduced, 0.75 + 0.2 * part(self.reduced).min(1.0))
            }
            Work::Confirm { .. } => (Stage::Confirmation, 1, 0.95),
            Work::Done => (Stage::Done, 0, 1.0),
        };
        Progress { stage, tried, share }
    }

    /// The settings to run next; empty: the search is over. Asks the same until it is told.
    pub fn ask(&mut self) -> &[Trial] {
        while self.asked.is_empty() && !matches!(self.work, Work::Done) {
            self.asked = self.question();
            if self.asked.is_empty() {
                self.advance();
            }
        }
        &self.asked
    }

    /// What the lanes got done, for each setting that was asked; `None`: a run failed.
    pub fn tell(&mut self, results: Vec<Option<Pairs>>) {
        for (trial, result) in std::mem::take(&mut self.asked).into_iter().zip(results) {
            let key = trial.document.to_string();
            let result = result.filter(|(a, b)| a.len() == trial.seeds.len() && b.len() == a.len());
            let known = self.known.entry(key).or_insert_with(|| Some(Pairs::default()));
            match (known.as_mut(), result) {
                (Some(known), Some((a, b))) => {
                    known.0.extend(a);
                    known.1.extend(b);
                }
                _ => *known = None,
            }
        }
        self.advance();
    }

    /// The runs that the present work lacks.
    fn question(&mut self) -> Vec<Trial> {
        match &mut self.work {
            Work::Search => {
                let (given, axes) = (&self.given, &self.axes);
                let asked = self.climb.ask(&|point| document_at(given, axes, point).is_some());
                let open =
                    asked.into_iter().filter_map(|point| Some((document_at(given, axes, &point)?, point)));
                self.open = open.map(|(document, point)| (point, document)).collect();
                let documents: Vec<Value> = self.open.iter().map(|(_, document)| document.clone()).collect();
                self.lacking(&documents, SEEDS)
            }
            Work::Again { left, round } => {
                let (left, seeds) = (left.clone(), SEEDS << *round);
                self.lacking(&left, seeds)
            }
            Work::Remove { plain, from, removal, .. } => {
                let changes = plain::changes(plain, from);
                let plain = plain.clone();
                let kept = removal.ask();
                self.candidates =
                    kept.iter().map(|kept| taken(plain::with(&plain, &changes, kept))).collect();
                self.reduction()
            }
            Work::Shrink { from, fields, shrinking } => {
                let with = |values: Vec<i64>| taken(plain::with_sizes(from, fields, &values)?);
                self.candidates = shrinking.ask().into_iter().map(with).collect();
                self.reduction()
            }
            Work::Confirm { document } => {
                vec![Trial { document: document.clone(), seeds: unseen(&self.given, &self.axes) }]
            }
            Work::Done => Vec::new(),
        }
    }

    /// The runs that the candidates of a reduction lack; there are no candidates once the budget is used up.
    fn reduction(&mut self) -> Vec<Trial> {
        if self.reduced >= self.plan.budget {
            self.candidates.clear();
        }
        let candidates: Vec<Value> = self.candidates.iter().flatten().cloned().collect();
        let trials = self.lacking(&candidates, REDUCTION_SEEDS);
        self.reduced +=
            trials.iter().filter(|trial| !self.known.contains_key(&trial.document.to_string())).count();
        trials
    }

    /// The settings with fewer seeds than these, with the seeds that they lack.
    fn lacking(&self, documents: &[Value], seeds: usize) -> Vec<Trial> {
        let mut trials: Vec<Trial> = Vec::new();
        for document in documents {
            let has = match self.known.get(&document.to_string()) {
                Some(None) => continue,
                Some(Some((a, _))) => a.len(),
                None => 0,
            };
            if has < seeds && trials.iter().all(|trial| trial.document != *document) {
                let first = seed_of(document);
                let seeds = (has..seeds).map(|i| first.wrapping_add(i as u32)).collect();
                trials.push(Trial { document: document.clone(), seeds });
            }
        }
        trials
    }

    /// What B gains in a setting, over all seeds that it was measured with.
    fn gain(&self, document: &Value) -> Option<Estimate> {
        let pairs = self.known.get(&document.to_string())?.as_ref()?;
        self.plan.deciding.gains(pairs).filter(|gains| !gains.is_empty()).map(|gains| Estimate::of(&gains))
    }

    fn score(&self, document: &Value) -> Option<f64> {
        self.gain(document).and_then(|gain| self.plan.goal.score(gain))
    }

    /// Takes what was measured in, and goes on to the next question or stage.
    fn advance(&mut self) {
        match std::mem::replace(&mut self.work, Work::Done) {
            Work::Search => {
                let open = std::mem::take(&mut self.open);
                if open.is_empty() {
                    let best = self.climb.best(FINALISTS);
                    let left: Vec<Value> =
                        best.iter().filter_map(|point| document_at(&self.given, &self.axes, point)).collect();
                    if !left.is_empty() {
                        self.work = Work::Again { left, round: 1 };
                    } else if self.gain(&self.given).is_some() {
                        // No setting has a score, for instance because both lanes do the same in all of them.
                        self.best = Some(self.given.clone());
                        self.work = Work::Confirm { document: self.given.clone() };
                    }
                    return;
                }
                let scored = open.into_iter().map(|(point, document)| (point, self.score(&document)));
                let scored: Vec<_> = scored.collect();
                self.climb.tell(scored);
                self.work = Work::Search;
            }
            Work::Again { mut left, round } => {
                // The sort is stable: of equal ones the better of the round before stays first.
                let by_score = |document: &Value| self.score(document).unwrap_or(f64::NEG_INFINITY);
                left.sort_by(|a, b| by_score(b).total_cmp(&by_score(a)));
                if round < HALVINGS && left.len() > 1 {
                    left.truncate(left.len().div_ceil(2));
                    self.work = Work::Again { left, round: round + 1 };
                    return;
                }
                let Some(best) = left.into_iter().find(|document| self.gain(document).is_some()) else {
                    return;
                };
                let is_found = self.gain(&best).is_some_and(|gain| self.plan.goal.is_shown_by(gain));
                self.best = Some(best.clone());
                self.work = if is_found {
                    Self::removal(best, self.given.clone(), false)
                } else {
                    Work::Confirm { document: best }
                };
            }
            Work::Remove { from, plain, mut removal, to_defaults } => {
                let changes = plain::changes(&plain, &from);
                if !self.candidates.is_empty() {
                    removal.tell(&self.holding());
                    self.work = Work::Remove { from, plain, removal, to_defaults };
                    return;
                }
                let kept = taken(plain::with(&plain, &changes, removal.kept())).unwrap_or(from);
                self.work = if to_defaults {
                    let (fields, sizes): (Vec<String>, Vec<Size>) = plain::sizes(&kept).into_iter().unzip();
                    Work::Shrink { from: kept, fields, shrinking: Shrinking::of(sizes) }
                } else {
                    let plain = plain::defaults(&kept);
                    Self::removal(kept, plain, true)
                };
            }
            Work::Shrink { from, fields, mut shrinking } => {
                if self.candidates.is_empty() {
                    let smallest = plain::with_sizes(&from, &fields, &shrinking.values()).and_then(taken);
                    self.work = Work::Confirm { document: smallest.unwrap_or(from) };
                    return;
                }
                shrinking.tell(&self.holding());
                self.work = Work::Shrink { from, fields, shrinking };
            }
            Work::Confirm { document } => self.outcome = self.conclude(document),
            Work::Done => {}
        }
    }

    fn removal(from: Value, plain: Value, to_defaults: bool) -> Work {
        let removal = Removal::of(plain::changes(&plain, &from).len());
        Work::Remove { from, plain, removal, to_defaults }
    }

    /// Whether each candidate still shows what was found, at least half as large.
    fn holding(&self) -> Vec<bool> {
        let goal = self.plan.goal;
        let found = self.best.as_ref().and_then(|best| self.gain(best)).map_or(0.0, |gain| goal.effect(gain));
        let holds = |document: &Value| {
            let gain = self.gain(document);
            gain.is_some_and(|gain| goal.is_shown_by(gain) && goal.effect(gain) >= LEAST_EFFECT * found)
        };
        self.candidates.iter().map(|candidate| candidate.as_ref().is_some_and(holds)).collect()
    }

    /// The result, from the runs of the confirmation alone.
    fn conclude(&self, document: Value) -> Option<Outcome> {
        let seeds = unseen(&self.given, &self.axes);
        let best = self.best.clone()?;
        let (a, b) = self.known.get(&document.to_string())?.as_ref()?;
        // The runs with the seeds of the search come first.
        let last = |values: &[f64]| values[values.len() - seeds.len()..].to_vec();
        let pairs = (last(a), last(b));
        let gain = Estimate::of(&self.plan.deciding.gains(&pairs)?);
        let measured = |document: &Value, gain_pct: Estimate, (a, b): &Pairs| Measured {
            changes: changed(&self.given, document),
            gain_pct,
            lanes: [mean(a), mean(b)],
            seeds: a.len(),
        };
        let (best_gain, best_pairs) =
            (self.gain_before(&best, &document)?, self.pairs_before(&best, &document)?);
        let (search, reduction) = (self.climb.tried(), self.reduced);
        Some(Outcome {
            goal: self.plan.goal,
            deciding: self.plan.deciding,
            settings: Tried {
                search,
                reduction,
                all: search + reduction,
                possible: self
                    .axes
                    .iter()
                    .fold(1, |product, axis| product.saturating_mul(axis.values.len() as u64)),
            },
            is_found: self.plan.goal.is_shown_by(best_gain),
            best: measured(&best, best_gain, &best_pairs),
            is_confirmed: self.plan.goal.is_shown_by(gain),
            confirmation: measured(&document, gain, &pairs),
            confirmation_seeds: [seeds[0], seeds[seeds.len() - 1]],
            document,
        })
    }

    /// What a setting was measured with before the confirmation of another, or of itself.
    fn pairs_before(&self, best: &Value, confirmed: &Value) -> Option<Pairs> {
        let (a, b) = self.known.get(&best.to_string())?.as_ref()?;
        let count = a.len() - if best == confirmed { CONFIRMATION_SEEDS } else { 0 };
        Some((a[..count].to_vec(), b[..count].to_vec()))
    }

    fn gain_before(&self, best: &Value, confirmed: &Value) -> Option<Estimate> {
        Some(Estimate::of(&self.plan.deciding.gains(&self.pairs_before(best, confirmed)?)?))
    }
}

/// The document at a point of the grid; `None`: the simulator refuses it.
fn document_at(given: &Value, axes: &[Axis], point: &Point) -> Option<Value> {
    let mut document = given.clone();
    for (axis, &place) in axes.iter().zip(point) {
        document = axes::at(&document, axis, place).ok()?;
    }
    taken(document)
}

/// The document in full, if the simulator takes it.
fn taken(document: Value) -> Option<Value> {
    let scenario = scenario::parse(&document.to_string()).ok()?;
    serde_json::to_value(&scenario).ok()
}

fn seed_of(document: &Value) -> u32 {
    document["seed"].as_u64().and_then(|seed| u32::try_from(seed).ok()).unwrap_or(0)
}

/// The seeds of the confirmation: after all that the search can have used.
fn unseen(given: &Value, axes: &[Axis]) -> Vec<u32> {
    let blocks = axes.iter().find(|axis| axis.field == "seed").map_or(1, |axis| axis.values.len() as u32);
    let first = seed_of(given).wrapping_add(blocks * SEED_STEP);
    (0..CONFIRMATION_SEEDS as u32).map(|i| first.wrapping_add(i)).collect()
}

fn changed(from: &Value, to: &Value) -> Vec<Change> {
    plain::changes(from, to)
        .into_iter()
        .map(|change| Change { field: change.name(), from: change.from, to: change.to })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{Goal, Outcome, Pairs, Plan, Search, Stage, Trial};
    use crate::search::Deciding;
    use sched_core::engine::rng::Rng;
    use sched_core::scenario::parse;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    fn given() -> Value {
        json!({
            "version": 3, "machine": "kunpeng920-24", "kernel": "6.6", "seed": 100,
            "workload": {"kind": "pairs", "pairs": 12, "service_ns": 5000},
            "tunables": {"migration_cost_ns": 200_000},
            "costs": {"scan_cpu": 90},
            "lanes": [{}, {"features": {"cluster_domain": true, "steal": "on"}}]
        })
    }

    /// What B gains (%) in a setting.
    type Gain = fn(&Value) -> f64;

    fn number(value: &Value, usual: f64) -> f64 {
        value.as_f64().unwrap_or(usual)
    }

    /// Both lanes get 1,000 done; B differs by the gain, with noise by seed.
    fn results(trials: &[Trial], gain: Gain, noise: f64) -> Vec<Option<Pairs>> {
        let of = |trial: &Trial| {
            let by_seed = |seed: &u32| {
                let draw = f64::from(Rng::new(*seed, 7).below(2001)) / 1000.0 - 1.0;
                (1000.0, 1000.0 + 10.0 * (gain(&trial.document) + noise * draw))
            };
            Some(trial.seeds.iter().map(by_seed).unzip())
        };
        trials.iter().map(of).collect()
    }

    fn plan(goal: Goal, over: &[&str], seed: u32) -> Plan {
        let over = over.iter().map(|name| (*name).to_owned()).collect();
        Plan { goal, deciding: Deciding::Rate, over, budget: 60, seed }
    }

    /// The outcome, and the seeds of each stage.
    fn searched(plan: Plan, gain: Gain, noise: f64) -> (Outcome, Vec<(Stage, BTreeSet<u32>)>) {
        let scenario = parse(&given().to_string()).expect("a good scenario");
        let mut search = Search::new(&scenario, plan).expect("a search");
        let mut seeds: Vec<(Stage, BTreeSet<u32>)> = Vec::new();
        for _ in 0..1000 {
            let trials = search.ask().to_vec();
            let stage = search.progress().stage;
            if trials.is_empty() {
                assert_eq!(stage, Stage::Done);
                return (search.outcome().expect("an outcome").clone(), seeds);
            }
            if seeds.last().is_none_or(|(last, _)| *last != stage) {
                seeds.push((stage, BTreeSet::new()));
            }
            let (_, of_stage) = seeds.last_mut().expect("a stage");
            of_stage.extend(trials.iter().flat_map(|trial| &trial.seeds));
            search.tell(results(&trials, gain, noise));
        }
        panic!("a search ends");
    }

    /// B loses most with 24 pairs and a write of about 1,400 ns; without cluster scheduling it loses nothing.
    fn loses(document: &Value) -> f64 {
        let pairs = number(&document["workload"]["pairs"], 0.0);
        let write = number(&document["costs"]["write"], 700.0);
        if document["lanes"][1]["features"]["cluster_domain"] != json!(true) {
            return 0.0;
        }
        4.0 - 10.0 * (1.0 - ((pairs - 24.0) / 24.0).abs()).max(0.0) - write.min(1400.0) / 200.0
    }

    #[test]
    fn the_greatest_loss_is_found_whatever_the_seed_of_the_search() {
        for seed in 0..10 {
            let (outcome, _) = searched(
                plan(Goal::Loss, &["load", "costs.write", "tunables.migration_cost_ns"], seed),
                loses,
                0.5,
            );
            assert!(outcome.is_found && outcome.is_confirmed);
            let (best, half) = (outcome.best.gain_pct.mean, outcome.best.gain_pct.ci95.expect("an interval"));
            assert!(
                (best - loses(&with(24, 1400))).abs() < 1.0 + half,
                "seed {seed}: {best} at {:?}",
                outcome.best.changes
            );
            assert!(outcome.settings.search <= 60);
            assert_eq!(outcome.settings.all, outcome.settings.search + outcome.settings.reduction);
        }
    }

    fn with(pairs: u32, write: u32) -> Value {
        let mut document = given();
        document["workload"]["pairs"] = pairs.into();
        document["costs"]["write"] = write.into();
        document
    }

    #[test]
    fn the_reduction_drops_what_does_not_matter_and_keeps_the_sign() {
        let over = ["load", "costs.write", "tunables.migration_cost_ns", "seed"];
        let (outcome, _) = searched(plan(Goal::Loss, &over, 1), loses, 0.5);
        let found = &outcome.document;
        assert!(
            outcome.confirmation.gain_pct.mean < 0.5 * outcome.best.gain_pct.mean + 0.5,
            "at least half of the loss"
        );
        // Neither the swept tunable nor those of the scenario matter, nor stealing, nor the time of the server.
        assert_eq!(
            (&found["tunables"], &found["costs"]["scan_cpu"], &found["seed"]),
            (&Value::Null, &Value::Null, &json!(100))
        );
        assert_eq!(found["workload"]["service_ns"], 2000);
        assert_eq!(found["lanes"][1]["features"]["steal"], found["lanes"][0]["features"]["steal"]);
        assert_eq!(found["lanes"][1]["features"]["cluster_domain"], true);
        // One CPU is as good as all in this function.
        assert_eq!(found["cpus"], "0");
        assert!(outcome.confirmation.changes.iter().any(|change| change.field == "cpus"));
        assert!(loses(found) < 0.0);
    }

    #[test]
    fn the_confirmation_has_seeds_that_no_other_stage_has_seen() {
        for over in [&["load"][..], &["load", "seed"]] {
            let (outcome, seeds) = searched(plan(Goal::Loss, over, 1), loses, 0.5);
            let stages: Vec<Stage> = seeds.iter().map(|(stage, _)| *stage).collect();
            assert_eq!(stages, [Stage::Search, Stage::Again, Stage::Reduction, Stage::Confirmation]);
            let (_, last) = &seeds[3];
            assert_eq!((last.len(), outcome.confirmation.seeds), (16, 16));
            assert_eq!(
                [*last.first().expect("seeds"), *last.last().expect("seeds")],
                outcome.confirmation_seeds
            );
            assert!(seeds[..3].iter().all(|(_, before)| before.is_disjoint(last)));
        }
    }

    /// A loss that only the seeds of the search have.
    #[test]
    fn a_loss_by_chance_is_found_and_not_confirmed() {
        let scenario = parse(&given().to_string()).expect("a good scenario");
        let mut search = Search::new(&scenario, plan(Goal::Loss, &["load"], 1)).expect("a search");
        loop {
            let trials = search.ask().to_vec();
            if trials.is_empty() {
                break;
            }
            let b = |seed: &u32| (1000.0, if *seed < 132 { 960.0 } else { 1001.0 } + f64::from(seed % 3));
            search.tell(trials.iter().map(|trial| Some(trial.seeds.iter().map(b).unzip())).collect());
        }
        let outcome = search.outcome().expect("an outcome");
        assert!(outcome.is_found && !outcome.is_confirmed);
        assert!(outcome.confirmation.gain_pct.mean > 0.0);
    }

    #[test]
    fn where_nothing_is_lost_nothing_is_found() {
        let (outcome, _) = searched(plan(Goal::Loss, &["load"], 1), |_| 3.0, 0.5);
        assert!(!outcome.is_found && !outcome.is_confirmed);
        assert_eq!((outcome.settings.reduction, outcome.confirmation.seeds), (0, 16));
        let (outcome, _) = searched(plan(Goal::Gain, &["load"], 1), |_| 3.0, 0.5);
        assert!(outcome.is_found && outcome.is_confirmed && outcome.confirmation.gain_pct.mean > 2.0);
        // A loss that is shown, and less than what counts as no difference.
        let (outcome, _) = searched(plan(Goal::Loss, &["load"], 1), |_| -1.0, 0.1);
        assert!(!outcome.is_found && !outcome.is_confirmed);
        // Lanes that do the same are no undecided setting.
        let (outcome, _) = searched(plan(Goal::Undecided, &["load"], 1), |_| 0.0, 0.0);
        assert!(!outcome.is_found);
        let crossing: Gain = |document| number(&document["workload"]["pairs"], 0.0) - 24.0;
        let (outcome, _) = searched(plan(Goal::Undecided, &["load"], 1), crossing, 4.0);
        assert!(outcome.is_found && outcome.is_confirmed);
        assert_eq!(outcome.best.changes[0].to, 24);
    }

    #[test]
    fn a_time_or_a_wait_is_better_if_it_is_less() {
        let of = |deciding: Deciding, a: &[f64], b: &[f64]| deciding.gains(&(a.to_vec(), b.to_vec()));
        assert_eq!(of(Deciding::Rate, &[10.0, 10.0], &[11.0, 9.0]), Some(vec![10.0, -10.0]));
        assert_eq!(of(Deciding::Time, &[10.0, 10.0], &[11.0, 9.0]), Some(vec![-10.0, 10.0]));
        assert_eq!(of(Deciding::Wait, &[0.0, 0.0], &[4.0, 4.0]), Some(vec![-100.0, -100.0]));
        assert_eq!(of(Deciding::Wait, &[4.0, 4.0], &[2.0, 2.0]), Some(vec![50.0, 50.0]));
        assert_eq!(of(Deciding::Wait, &[0.0], &[0.0]), Some(vec![0.0]));
    }

    #[test]
    fn runs_that_fail_are_no_result_and_the_search_ends() {
        let scenario = parse(&given().to_string()).expect("a good scenario");
        let mut search = Search::new(&scenario, plan(Goal::Loss, &["load"], 1)).expect("a search");
        loop {
            let count = search.ask().len();
            if count == 0 {
                break;
            }
            search.tell(vec![None; count]);
        }
        assert!(search.outcome().is_none());
    }

    #[test]
    fn a_search_that_cannot_begin_says_why() {
        let fault = |document: &Value, plan: Plan| {
            let scenario = parse(&document.to_string()).expect("a good scenario");
            Search::new(&scenario, plan).err().expect("a fault")
        };
        let mut single = given();
        single["lanes"] = json!([{}]);
        assert!(
            fault(&single, plan(Goal::Loss, &["load"], 1)).starts_with("lanes: a search compares two lanes")
        );
        assert!(
            fault(&given(), Plan { budget: 0, ..plan(Goal::Loss, &["load"], 1) }).starts_with("budget is 0")
        );
        assert!(fault(&given(), plan(Goal::Loss, &["lode"], 1)).starts_with("over: no axis \"lode\""));
        assert!(fault(&given(), plan(Goal::Loss, &[], 1)).starts_with("over: no axis"));
    }
}
