//! The report: each published row with the simulated one and its verdict.

use crate::kind::{Fared, Kind};
use crate::skill::Skill;
use crate::statistics::{Estimate, mean};
use crate::verdict::{self, Gain, Place, Said, Verdict, Within};
use crate::words::{Origin, Quantity, Remark, Repeats, Simulated, Standing, Why};
use sched_core::scenario::{self, Scenario};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
#[cfg(feature = "schema")]
use ts_rs::TS;

/// The whole report. A field that is missing in a file is empty.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Report {
    pub skill: Skill,
    /// How the effects of each kind fared.
    pub kinds: Vec<Fared>,
    pub tables: Vec<TableReport>,
    /// The scenarios of the rows; a row refers to one by its index.
    #[serde(deserialize_with = "documents")]
    pub scenarios: Vec<Scenario>,
    pub rows: Vec<RowReport>,
}

/// Reads the documents with the simulator's reader.
fn documents<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Scenario>, D::Error> {
    let documents = Vec::<Value>::deserialize(from)?;
    let read = |document: &Value| {
        scenario::parse(&document.to_string()).map_err(|faults| {
            Error::custom(faults.iter().map(|fault| &*fault.message).collect::<Vec<_>>().join("; "))
        })
    };
    documents.iter().map(read).collect()
}

/// What holds for all rows of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct TableReport {
    #[cfg_attr(feature = "schema", ts(type = "TableId"))]
    pub table: String,
    /// Subject of the mail thread.
    pub thread: String,
    pub author: String,
    pub date: String,
    /// The Message-ID of the mail.
    #[serde(default)]
    pub source: Option<String>,
    pub kernel: Option<String>,
    /// The measured machine, as published.
    pub machine: Option<String>,
    pub workload: Option<String>,
    pub standing: Standing,
    pub origin: Origin,
    /// Whether the model answers any of its rows.
    pub spoken: bool,
    pub simulated: Simulated,
    /// The fewest seeds of its rows.
    #[serde(default)]
    pub fewest_seeds: Option<u32>,
    /// The most seeds of its rows.
    pub seeds: Option<u32>,
    pub loops: Option<u32>,
    pub published_loops: Option<u32>,
    /// The stretch that is looked at, of runs that are cut.
    pub window: Option<Window>,
    pub remarks: Vec<Remark>,
    /// Which costs turn a sign of it within their range; empty where it has no clear sign.
    #[serde(default)]
    pub sensitivity: Vec<Sensitivity>,
}

/// What happens to the sign of a gain when costs are set to the ends of their ranges, one at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Sensitivity {
    pub row: String,
    pub quantity: Quantity,
    /// What was simulated with the costs as they are (%).
    pub gain: f64,
    /// Ends of ranges that changed the run.
    pub tried: u32,
    /// Those at which the sign is lost.
    pub turned: Vec<Turn>,
}

/// A cost at an end of its range, and the gain there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Turn {
    pub cost: String,
    pub value: u32,
    pub gain: f64,
    pub ci95: Option<f64>,
}

impl Turn {
    /// Whether the gain has become a loss, or a loss a gain. Otherwise it cannot be distinguished from zero.
    pub fn is_opposite(&self) -> bool {
        Estimate { mean: self.gain, ci95: self.ci95 }.is_distinguishable()
    }
}

/// A stretch of simulated time (ms). What the start left behind is over when it begins, and the time of the whole
/// run is what its rate comes to: no part of it depends on how many loops are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS), ts(rename = "Stretch"))]
pub struct Window {
    pub from_ms: u32,
    pub until_ms: u32,
}

impl Window {
    /// The scenario, cut at the end of the window, without the events before the window.
    pub fn of(self, scenario: Scenario) -> Scenario {
        Scenario { warmup_ms: self.from_ms, limit_ms: self.until_ms, ..scenario }
    }
}

/// A published row. Values in the unit of its quantity, gains in percent of time saved, (old - new)/old.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct RowReport {
    #[cfg_attr(feature = "schema", ts(type = "TableId"))]
    pub table: String,
    pub row: String,
    pub load: String,
    pub variant: String,
    pub quantity: Quantity,
    pub unit: String,
    pub spoken: bool,
    /// Why it is not spoken to.
    pub reason: Option<Why>,
    pub published: Option<f64>,
    /// Single published runs, where the mail has them.
    pub published_runs: Vec<f64>,
    /// Standard deviation of the published value, where known.
    pub published_spread: Option<f64>,
    pub simulated: Option<f64>,
    /// Half of the 95 % interval.
    pub ci95: Option<f64>,
    /// The row that the gain is over.
    pub gain_over: Option<String>,
    pub gain_published: Option<f64>,
    /// Standard deviation of the published gain (points), where those of both values are known.
    pub gain_spread: Option<f64>,
    /// The published gain cannot be told from zero.
    pub gain_about_zero: bool,
    pub gain_simulated: Option<f64>,
    pub gain_ci95: Option<f64>,
    pub sign: Option<Verdict>,
    pub order: Option<Verdict>,
    /// What "more load takes longer, and every patch helps" gets for the order.
    #[serde(default)]
    pub order_by_rule: Option<Verdict>,
    /// The worse of value and gain.
    pub size: Option<Verdict>,
    /// How far the value is off, in percent, or in points where `within_points` is.
    pub error: Option<f64>,
    pub within_pct: Option<f64>,
    pub within_points: Option<f64>,
    pub gain_error: Option<f64>,
    pub gain_within: Option<f64>,
    /// Costs that were fitted on this row; none: it is predicted.
    pub fitted: Vec<String>,
    /// A fitted row that is run like this one, in another window or for other loops: this one counts as fitted, too.
    #[serde(default)]
    pub like_fitted: Option<String>,
    /// It says again what another row says, and is not counted.
    #[serde(default)]
    pub repeats: Option<Repeats>,
    /// What came out when the row was first looked at; it stays, whatever the model comes to later.
    #[serde(default)]
    pub at_first_sight: Option<FirstSight>,
    /// What the gain is an effect of.
    #[serde(default)]
    pub kind: Option<Kind>,
    /// Paired seeds; `None`: known without a run.
    #[serde(default)]
    pub seeds: Option<u32>,
    /// What runs it (a place in `scenarios`), and in which lane.
    pub scenario: Option<usize>,
    pub lane: Option<usize>,
}

/// What a row came to when the report first had it, judged by the rules of today.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct FirstSight {
    /// Day of the report.
    pub date: String,
    pub simulated: Option<f64>,
    pub ci95: Option<f64>,
    pub gain_simulated: Option<f64>,
    pub gain_ci95: Option<f64>,
    pub sign: Option<Verdict>,
    pub order: Option<Verdict>,
    pub size: Option<Verdict>,
}

/// The simulated figures of each row of a table, one for each seed. `None`: the run is missing; empty: the
/// row has no run.
pub type Figures = Vec<Vec<Option<f64>>>;

/// Puts the simulated figures into the rows of a table: means with their intervals, and gains paired by seed.
/// Rows that need no run keep their values.
pub fn simulate(rows: &mut [RowReport], figures: &Figures) {
    let gains: Vec<Option<Estimate>> =
        (0..rows.len()).map(|i| gain(&figures[base(rows, i)?], &figures[i])).collect();
    for ((row, values), gain) in rows.iter_mut().zip(figures).zip(gains) {
        if row.scenario.is_none() {
            continue;
        }
        let values: Vec<f64> = values.iter().copied().flatten().collect();
        row.seeds = Some(values.len() as u32);
        let value = (!values.is_empty()).then(|| Estimate::of(&values));
        (row.simulated, row.ci95) = written(value);
        (row.gain_simulated, row.gain_ci95) = written(gain.filter(|_| row.gain_published.is_some()));
    }
}

/// The row that the gain of row `i` refers to.
fn base(rows: &[RowReport], i: usize) -> Option<usize> {
    let RowReport { gain_over, quantity, .. } = &rows[i];
    let name = gain_over.as_ref()?;
    rows.iter().position(|row| row.row == *name && row.quantity == *quantity)
}

/// The time saved (%), paired by seed.
pub fn gain(olds: &[Option<f64>], news: &[Option<f64>]) -> Option<Estimate> {
    let pairs = olds.iter().zip(news).filter_map(|(old, new)| old.zip(*new));
    let (olds, news): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let base = mean(&olds);
    let saved: Vec<f64> = olds.iter().zip(&news).map(|(old, new)| 100.0 * (old - new) / base).collect();
    (!saved.is_empty()).then(|| Estimate::of(&saved))
}

/// An estimate, rounded for the report. The rounded figures are judged, so that judging a saved report gives
/// the same result.
fn written(estimate: Option<Estimate>) -> (Option<f64>, Option<f64>) {
    (estimate.map(|one| rounded(one.mean)), estimate.and_then(|one| one.ci95).map(rounded))
}

/// Rounds to enough digits for reading, and few enough for comparing two reports.
pub fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

/// Judges the rows of a table by their figures.
pub fn judge(rows: &mut [RowReport], standing: Standing) {
    judge_today(rows, standing);
    let mut first = rows.to_vec();
    for row in &mut first {
        let seen = row.at_first_sight.as_ref();
        (row.simulated, row.ci95) = (seen.and_then(|one| one.simulated), seen.and_then(|one| one.ci95));
        row.gain_simulated = seen.and_then(|one| one.gain_simulated);
        row.gain_ci95 = seen.and_then(|one| one.gain_ci95);
    }
    judge_today(&mut first, standing);
    for (row, first) in rows.iter_mut().zip(first) {
        if let Some(seen) = &mut row.at_first_sight {
            (seen.sign, seen.order, seen.size) = (first.sign, first.order, first.size);
        }
    }
}

fn judge_today(rows: &mut [RowReport], standing: Standing) {
    let judged: Vec<Judged> = rows.iter().map(|row| Judged::of(row, rows)).collect();
    for (row, judged) in rows.iter_mut().zip(judged) {
        row.gain_about_zero = row.published_gain().is_some_and(Gain::is_about_zero);
        let when_judged = |verdict: Option<Verdict>| verdict.filter(|_| standing == Standing::Judged);
        row.sign = when_judged(judged.sign);
        row.order = when_judged(judged.order);
        row.order_by_rule = when_judged(judged.order_by_rule);
        row.size = when_judged(judged.size);
        row.error = judged.error;
        row.gain_error = judged.gain_error;
    }
}

struct Judged {
    sign: Option<Verdict>,
    order: Option<Verdict>,
    order_by_rule: Option<Verdict>,
    size: Option<Verdict>,
    error: Option<f64>,
    gain_error: Option<f64>,
}

impl Judged {
    fn of(row: &RowReport, rows: &[RowReport]) -> Self {
        let both = row.published.zip(row.simulated);
        // Without a tolerance the error is in percent.
        let unit = row.within().unwrap_or(Within::Percent(0.0));
        let gains = row.published_gain().zip(row.simulated_gain());
        let value_size = row.within().zip(both).map(|(within, (p, s))| verdict::size(p, s, within));
        let gain_size = row
            .gain_within
            .zip(gains)
            .map(|(most, (p, s))| verdict::size(p.published, s.mean, Within::Points(most)));
        let error = both.map(|(p, s)| verdict::error(p, s, unit));
        Self {
            sign: gains.map(|(published, gain)| verdict::sign(published, gain)),
            order: row.order_in(rows),
            order_by_rule: row.order_by_rule_in(rows),
            size: value_size.max(gain_size),
            error: error.filter(|error| error.is_finite()).map(rounded),
            gain_error: gains.map(|(p, s)| rounded(s.mean - p.published)),
        }
    }
}

impl RowReport {
    /// The tolerance of the value.
    fn within(&self) -> Option<Within> {
        self.within_points.map(Within::Points).or(self.within_pct.map(Within::Percent))
    }

    pub(crate) fn published_gain(&self) -> Option<Gain> {
        let spread = self.gain_spread.filter(|_| self.published.is_none());
        self.gain_published.map(|published| Gain { published, spread })
    }

    fn simulated_gain(&self) -> Option<Estimate> {
        self.gain_simulated.map(|mean| Estimate { mean, ci95: self.gain_ci95 })
    }

    fn place(&self) -> Option<Place> {
        let simulated = Estimate { mean: self.simulated?, ci95: self.ci95 };
        Some(Place { published: self.published?, spread: self.published_spread, simulated })
    }

    /// The other loads of the same variant, and the other variants of the same load.
    fn others<'a>(&'a self, rows: &'a [RowReport]) -> impl Iterator<Item = &'a RowReport> {
        let is_other = |other: &&RowReport| {
            other.quantity == self.quantity
                && (other.load == self.load) != (other.variant == self.variant)
                && other.spoken
                && other.published.is_some()
        };
        rows.iter().filter(is_other)
    }

    /// The order among the other rows; `None` unless all of them have a value.
    fn order_in(&self, rows: &[RowReport]) -> Option<Verdict> {
        let others: Option<Vec<Place>> = self.others(rows).map(RowReport::place).collect();
        verdict::order(self.place()?, &others?)
    }

    /// The order according to a rule without a model.
    fn order_by_rule_in(&self, rows: &[RowReport]) -> Option<Verdict> {
        let said = |other: &RowReport| Some((other.place()?, self.said_beside(other)));
        let others: Option<Vec<(Place, Said)>> = self.others(rows).map(said).collect();
        verdict::order_by_rule(self.place()?, &others?)
    }

    /// "More load takes longer, and every patch helps": the order of this row's value and that of the other
    /// row.
    fn said_beside(&self, other: &RowReport) -> Said {
        if self.variant == other.variant {
            return Some(number_in(&self.load)?.total_cmp(&number_in(&other.load)?));
        }
        let is_over = |new: &RowReport, old: &RowReport| new.gain_over.as_ref() == Some(&old.row);
        match (is_over(self, other), is_over(other, self)) {
            (true, _) => Some(std::cmp::Ordering::Less),
            (_, true) => Some(std::cmp::Ordering::Greater),
            _ => None,
        }
    }
}

/// The only number in a load's name.
fn number_in(load: &str) -> Option<f64> {
    let mut numbers = load.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let only = numbers.next()?.parse().ok();
    only.filter(|_| numbers.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::{RowReport, Turn, Window, gain, simulate};
    use sched_core::scenario::Scenario;
    use serde_json::json;

    fn row(name: &str, quantity: &str, gain_over: Option<&str>) -> RowReport {
        let row = json!({"table": "t", "row": name, "load": "1", "variant": name, "quantity": quantity, "unit": "s",
            "spoken": true, "published_runs": [], "gain_over": gain_over, "gain_about_zero": false, "fitted": [],
            "gain_published": gain_over.map(|_| 10.0), "scenario": 0, "lane": 0});
        serde_json::from_value(row).expect("a row")
    }

    #[test]
    fn gains_are_paired_by_seed_in_percent_of_the_mean_of_the_base() {
        let olds = [Some(10.0), Some(30.0), None];
        let saved = gain(&olds, &[Some(9.0), Some(25.0), Some(7.0)]).expect("two pairs");
        // 1 and 5 of 20.
        assert_eq!(saved.mean, 15.0);
        assert!((saved.ci95.expect("an interval") - 12.706 * 10.0).abs() < 1e-9);
        assert_eq!(gain(&[None], &[Some(1.0)]), None);
    }

    #[test]
    fn simulated_figures_are_put_into_the_rows_with_the_gain_over_their_base() {
        let (old, new) = (row("old", "time", None), row("new", "time", Some("old")));
        let mut known = RowReport { scenario: None, simulated: Some(24.0), ..row("known", "busy", None) };
        known.gain_published = None;
        // A row of the same name, but of another quantity.
        let mut rows = vec![row("old", "busy", None), known, old, new];
        let of = |values: [f64; 2]| values.map(Some).to_vec();
        simulate(&mut rows, &vec![of([50.0, 60.0]), Vec::new(), of([4.0, 6.0]), of([3.0, 4.0])]);
        let told: Vec<_> = rows.iter().map(|row| (row.simulated, row.gain_simulated)).collect();
        let expected = [(Some(55.0), None), (Some(24.0), None), (Some(5.0), None), (Some(3.5), Some(30.0))];
        assert_eq!(told, expected);
        // t(1) for differences of 1 and 2 points, to four digits.
        assert_eq!((rows[2].ci95, rows[3].gain_ci95), (Some(12.706), Some(127.06)));
    }

    #[test]
    fn a_sign_has_turned_if_the_whole_interval_is_on_the_other_side() {
        let turn = |gain, ci95| Turn { cost: "write".into(), value: 1, gain, ci95 }.is_opposite();
        assert_eq!(
            [(-3.0, Some(2.0)), (-3.0, Some(4.0)), (-3.0, None)].map(|(gain, ci95)| turn(gain, ci95)),
            [true, false, false]
        );
    }

    #[test]
    fn a_window_leaves_out_the_time_before_and_after_it() {
        let cut = Window { from_ms: 100, until_ms: 250 }.of(Scenario { seed: 5, ..Scenario::default() });
        assert_eq!((cut.warmup_ms, cut.limit_ms, cut.seed), (100, 250, 5));
    }
}
