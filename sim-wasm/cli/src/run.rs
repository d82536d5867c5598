//! Runs of a scenario: every lane with every seed, and statistics over the seeds.

use crate::parallel::in_parallel;
use crate::{Failure, policy, version};
use sched_core::machine::Family;
use sched_core::observe::report::{Percentiles, RunReport};
use sched_core::scenario::Scenario;
use sched_core::sim::Loaded;
use sched_judge::decision::{Decision, decide};
use sched_judge::kind::Fared;
use sched_judge::rests_on::{self, CostSet, Costs, Range, WithCosts};
use sched_judge::statistics::{Estimate, differences};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A figure of a run that is averaged over seeds.
pub struct Figure {
    pub key: &'static str,
    pub label: &'static str,
    pub of: fn(&RunReport) -> f64,
}

impl Figure {
    /// Whether it is a time in ns that one lane may not have at all, so that no percentage says how large a difference is.
    pub fn is_wait(&self) -> bool {
        self.key.contains("_latency_")
    }
}

/// The figures in the order in which they are printed.
pub const FIGURES: &[Figure] = &[
    Figure { key: "elapsed_ns", label: "simulated ns", of: |r| r.elapsed_ns as f64 },
    Figure { key: "messages", label: "messages", of: |r| r.messages as f64 },
    Figure { key: "messages_per_s", label: "messages/s", of: |r| r.messages_per_s },
    Figure { key: "busy_pct", label: "% busy", of: |r| r.busy_pct },
    Figure { key: "wasted_pct", label: "% wasted", of: |r| r.wasted_pct },
    Figure { key: "sched", label: "sched", of: |r| r.sched as f64 },
    Figure { key: "idle", label: "idle", of: |r| r.idle as f64 },
    Figure { key: "wake", label: "wake", of: |r| r.wake as f64 },
    Figure { key: "steal", label: "steal", of: |r| r.steal as f64 },
    Figure { key: "wake_per_message", label: "wake/message", of: |r| per_message(r, r.wake) },
    Figure {
        // The number of calls of `schedule` that run a task, possibly the same one again.
        key: "pick_per_message",
        label: "picks/message",
        of: |r| per_message(r, r.sched.saturating_sub(r.idle)),
    },
    Figure { key: "user_ns", label: "user ns", of: |r| r.user_ns as f64 },
    Figure { key: "system_ns", label: "system ns", of: |r| r.system_ns as f64 },
    Figure { key: "wake_latency_p50_ns", label: "wake p50 ns", of: |r| r.wake_latency_p50_ns as f64 },
    Figure { key: "wake_latency_p99_ns", label: "wake p99 ns", of: |r| r.wake_latency_p99_ns as f64 },
    Figure { key: "request_latency_p50_ns", label: "request p50 ns", of: |r| request(r).p50 as f64 },
    Figure { key: "request_latency_p99_ns", label: "request p99 ns", of: |r| request(r).p99 as f64 },
    Figure { key: "events", label: "events", of: |r| r.events as f64 },
];

/// The latency of a request; 0 in a workload without requests.
fn request(report: &RunReport) -> Percentiles {
    report.request_latency.unwrap_or_default()
}

/// A count per message, or per unit of work of the workload.
fn per_message(report: &RunReport, count: u64) -> f64 {
    count as f64 / report.messages.max(1) as f64
}

/// All runs of one lane.
#[derive(Serialize)]
pub struct LaneRuns {
    /// The figures of the scenario's seed.
    #[serde(flatten)]
    pub first: RunReport,
    /// All seeds, the first included; left out with one seed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<RunReport>,
    /// Means over the seeds; left out with one seed.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub over_seeds: BTreeMap<&'static str, Estimate>,
}

/// All runs of a scenario.
#[derive(Serialize)]
pub struct Runs {
    /// The version of the simulator.
    pub version: &'static str,
    pub seeds: u32,
    pub lanes: Vec<LaneRuns>,
    /// Lane B minus lane A, seed by seed, in percent of lane A's mean; only with two lanes and
    /// several seeds.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub paired_difference_pct: BTreeMap<&'static str, Estimate>,
    /// Lane B beside lane A by the quantity that decides the scenario; only with two lanes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Decision>,
    pub rests_on: RestsOn,
}

/// What the comparison of the lanes rests on.
#[derive(Serialize)]
pub struct RestsOn {
    pub costs: CostsOfMachine,
    /// How published effects of this kind fared; none: nothing is switched.
    pub record: Option<Fared>,
    pub seeds: u32,
}

/// The evidence for the costs of the machine.
#[derive(Serialize)]
pub struct CostsOfMachine {
    #[serde(flatten)]
    pub evidence: Costs,
    /// What comes out with each of the plausible costs; none where the costs were measured on the machine.
    pub range: Option<Range>,
}

impl Runs {
    pub fn to_json(&self) -> String {
        format!("{}\n", serde_json::to_string_pretty(self).expect("plain data"))
    }
}

/// The other costs with which a scenario is run as well: those that its machine may have, if two lanes are compared.
pub fn other_costs(scenario: &Scenario) -> Vec<CostSet> {
    if scenario.lanes.len() == 2 { rests_on::plausible(scenario) } else { Vec::new() }
}

/// Runs every lane with every seed, and with other costs.
pub fn all(
    scenario: &Scenario,
    replay: Option<&Arc<Loaded>>,
    seeds: u32,
    others: &[CostSet],
) -> Result<Runs, Failure> {
    let with = |other: &CostSet| Scenario { costs: other.costs.clone(), ..scenario.clone() };
    let scenarios: Vec<Scenario> = [scenario.clone()].into_iter().chain(others.iter().map(with)).collect();
    let lanes = scenario.lanes.len();
    let jobs: Vec<Job> = scenarios
        .iter()
        .flat_map(|scenario| (0..lanes).map(move |lane| (scenario, lane)))
        .flat_map(|(scenario, lane)| {
            (0..seeds).map(move |i| Job { scenario, lane, seed: scenario.seed.wrapping_add(i) })
        })
        .collect();
    let reports = simulate(&jobs, replay)?;
    let by_lane: Vec<&[RunReport]> = reports.chunks(seeds as usize).collect();
    let (own, further) = by_lane.split_at(lanes);
    let several = seeds > 1;
    let none = BTreeMap::new;
    let evidence = rests_on::costs(scenario);
    let families = [evidence.like].into_iter().chain(others.iter().map(|other| other.like));
    let range = (!further.is_empty())
        .then(|| range(scenario, &families.zip(by_lane.chunks(lanes)).collect::<Vec<_>>()));
    Ok(Runs {
        version: &version::VERSION,
        seeds,
        verdict: verdict(scenario, own),
        rests_on: RestsOn {
            costs: CostsOfMachine { evidence, range: range.flatten() },
            record: rests_on::record(scenario),
            seeds,
        },
        paired_difference_pct: match own {
            [a, b] if several => paired(a, b),
            _ => none(),
        },
        lanes: own
            .iter()
            .map(|runs| LaneRuns {
                first: runs[0].clone(),
                runs: if several { runs.to_vec() } else { Vec::new() },
                over_seeds: if several { over_seeds(runs) } else { none() },
            })
            .collect(),
    })
}

/// Lane B beside lane A, by the runs of each lane.
pub fn verdict<R: AsRef<[RunReport]>>(scenario: &Scenario, by_lane: &[R]) -> Option<Decision> {
    let [a, b] = by_lane else { return None };
    decide(scenario.decides, a.as_ref(), b.as_ref())
}

/// The difference between the lanes with the costs of each family, by the quantity that decides the scenario; `None` if that
/// is not the same figure with all of them.
fn range(scenario: &Scenario, by_costs: &[(Family, &[&[RunReport]])]) -> Option<Range> {
    let with = |&(like, lanes): &(Family, &[&[RunReport]])| {
        let Decision { figure, difference_pct: difference, .. } = verdict(scenario, lanes)?;
        Some((figure, WithCosts { like, difference }))
    };
    let (figures, sets): (Vec<_>, Vec<_>) =
        by_costs.iter().map(with).collect::<Option<Vec<_>>>()?.into_iter().unzip();
    let figure = *figures.first()?;
    let seeds =
        by_costs.iter().flat_map(|(_, lanes)| *lanes).map(|runs| runs.len()).min().unwrap_or_default();
    figures.iter().all(|&one| one == figure).then(|| Range::of(figure, sets, seeds))
}

/// Every figure of the runs of one lane.
pub fn over_seeds(runs: &[RunReport]) -> BTreeMap<&'static str, Estimate> {
    let of = |figure: &Figure| Estimate::of(&runs.iter().map(figure.of).collect::<Vec<f64>>());
    FIGURES.iter().map(|figure| (figure.key, of(figure))).collect()
}

/// Lane B minus lane A, seed by seed, in percent of lane A's mean. Figures whose mean in A is 0 are left out.
pub fn paired(a: &[RunReport], b: &[RunReport]) -> BTreeMap<&'static str, Estimate> {
    let of = |runs: &[RunReport], figure: &Figure| runs.iter().map(figure.of).collect::<Vec<f64>>();
    let apart = |figure: &Figure| differences(&of(a, figure), &of(b, figure));
    FIGURES.iter().filter_map(|figure| Some((figure.key, Estimate::of(&apart(figure)?)))).collect()
}

/// A run of one lane.
struct Job<'a> {
    scenario: &'a Scenario,
    lane: usize,
    seed: u32,
}

/// The reports of all jobs, in their order.
fn simulate(jobs: &[Job], replay: Option<&Arc<Loaded>>) -> Result<Vec<RunReport>, Failure> {
    let reports = in_parallel(jobs, |&Job { scenario, lane, seed }| {
        let mut simulation = policy::simulation(&Scenario { seed, ..scenario.clone() }, lane, replay)?;
        simulation.run_to_end();
        Ok(simulation.report())
    });
    reports.into_iter().collect()
}
