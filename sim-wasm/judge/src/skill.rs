//! How much of a report is skill: the correct results, compared with a rule without a model on the same rows. Tables
//! that the model was built from and tables that were looked up later are counted apart.

use crate::kind::{self, Fared};
use crate::report::{RowReport, TableReport};
use crate::verdict::{Direction, Verdict, Within, size};
use crate::words::{Origin, Standing};
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// How many of some rows are right, open and wrong.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Count {
    pub right: u32,
    pub open: u32,
    pub wrong: u32,
    pub of: u32,
}

impl Count {
    /// Counts verdicts.
    pub fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let mut count = Self::default();
        for verdict in verdicts {
            count.of += 1;
            *match verdict {
                Verdict::Right => &mut count.right,
                Verdict::Open => &mut count.open,
                Verdict::Wrong => &mut count.wrong,
            } += 1;
        }
        count
    }

    /// The rows of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            open: self.open + other.open,
            wrong: self.wrong + other.wrong,
            of: self.of + other.of,
        }
    }
}

/// Rows in the right order, and what "more load takes longer, and every patch helps" gets on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Orders {
    #[serde(flatten)]
    pub rows: Count,
    pub more_load_takes_longer: u32,
}

/// Gains within their tolerance, and what "nothing changes" gets on them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct GainSizes {
    #[serde(flatten)]
    pub rows: Count,
    pub nothing_changes: u32,
}

/// The results on some rows: the signs apart by what was published, the orders and the sizes; and what rules without a
/// model get on the same rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Score {
    pub gains: Count,
    pub zeros: Count,
    pub losses: Count,
    /// Right signs of "every patch helps": all gains.
    pub every_patch_helps: u32,
    /// Right signs of "nothing changes": all zeros.
    pub nothing_changes: u32,
    /// Figures within their tolerance, gains among them.
    pub sizes: Count,
    pub gain_sizes: GainSizes,
    pub order: Orders,
}

/// What the model said of a row, at one of the two times.
#[derive(Clone, Copy)]
struct Outcome {
    gain: Option<f64>,
    sign: Option<Verdict>,
    order: Option<Verdict>,
    size: Option<Verdict>,
}

fn today(row: &RowReport) -> Option<Outcome> {
    Some(Outcome { gain: row.gain_simulated, sign: row.sign, order: row.order, size: row.size })
}

fn at_first_sight(row: &RowReport) -> Option<Outcome> {
    let seen = row.at_first_sight.as_ref()?;
    Some(Outcome { gain: seen.gain_simulated, sign: seen.sign, order: seen.order, size: seen.size })
}

impl Score {
    fn of(rows: &[&RowReport], when: fn(&RowReport) -> Option<Outcome>) -> Self {
        let results: Vec<(&RowReport, Outcome)> =
            rows.iter().filter_map(|&row| Some((row, when(row)?))).collect();
        let signs = |direction: Direction| {
            let own = results.iter().filter(|(row, _)| row.direction() == Some(direction));
            Count::of(own.filter_map(|(_, result)| result.sign))
        };
        let (gains, zeros) = (signs(Direction::Gain), signs(Direction::Zero));
        let number = |of: &dyn Fn(&RowReport, Outcome) -> bool| {
            results.iter().filter(|(row, result)| of(row, *result)).count() as u32
        };
        Self {
            gains,
            zeros,
            losses: signs(Direction::Loss),
            every_patch_helps: gains.of,
            nothing_changes: zeros.of,
            sizes: Count::of(results.iter().filter_map(|(_, result)| result.size)),
            gain_sizes: GainSizes {
                rows: Count::of(results.iter().filter_map(|(row, result)| row.gain_size(result.gain?))),
                nothing_changes: number(&|row, result| {
                    result.gain.is_some() && row.gain_size(0.0) == Some(Verdict::Right)
                }),
            },
            order: Orders {
                rows: Count::of(results.iter().filter_map(|(_, result)| result.order)),
                more_load_takes_longer: number(&|row, result| {
                    result.order.is_some() && row.order_by_rule == Some(Verdict::Right)
                }),
            },
        }
    }

    /// All signs.
    pub fn signs(&self) -> Count {
        self.gains.and(self.zeros).and(self.losses)
    }

    /// Whether more signs are right than by either rule without a model.
    pub fn beats_the_rules(&self) -> bool {
        self.signs().right > self.every_patch_helps.max(self.nothing_changes)
    }
}

/// The record on the tables of one origin: distinct rows that the model was not fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Recorded {
    pub today: Score,
    pub at_first_sight: Score,
    /// Rows with a published gain that count here.
    pub distinct_rows: u32,
    /// Those left out since they, or rows that are run like them, were fitted on.
    pub fitted_rows: u32,
    /// Those left out since they say again what another row says.
    pub repeated_rows: u32,
}

impl Recorded {
    fn of(judged: &[&RowReport]) -> Self {
        // A row that is not answered today has no place in the record, whatever it came to once.
        let counted: Vec<&RowReport> =
            judged.iter().copied().filter(|row| row.spoken && row.counts()).collect();
        let with_sign = judged.iter().copied().filter(|row| row.sign.is_some());
        let (distinct, repeated): (Vec<_>, Vec<_>) = with_sign.partition(|row| row.repeats.is_none());
        let fitted = distinct.iter().filter(|row| row.is_fitted()).count();
        Self {
            today: Score::of(&counted, today),
            at_first_sight: Score::of(&counted, at_first_sight),
            distinct_rows: (distinct.len() - fitted) as u32,
            fitted_rows: fitted as u32,
            repeated_rows: repeated.len() as u32,
        }
    }
}

/// What stands beside every count of the report, apart by how the tables came to the model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Skill {
    pub made_from: Recorded,
    pub looked_up_later: Recorded,
    pub measured_here: Recorded,
}

impl Skill {
    /// Counts these rows of these tables.
    pub fn of(tables: &[TableReport], rows: &[RowReport]) -> Self {
        let judged = judged(tables, rows);
        let record = |wanted: Origin| {
            let own = judged.iter().filter(|(origin, _)| *origin == wanted);
            Recorded::of(&own.map(|(_, row)| *row).collect::<Vec<_>>())
        };
        Self {
            made_from: record(Origin::MadeFrom),
            looked_up_later: record(Origin::LookedUpLater),
            measured_here: record(Origin::MeasuredHere),
        }
    }

    /// The record on the tables of an origin.
    pub fn record(&self, origin: Origin) -> &Recorded {
        match origin {
            Origin::MadeFrom => &self.made_from,
            Origin::LookedUpLater => &self.looked_up_later,
            Origin::MeasuredHere => &self.measured_here,
        }
    }
}

/// How the effects of each kind fared: the signs that [`Skill`] counts.
pub fn kinds(tables: &[TableReport], rows: &[RowReport]) -> Vec<Fared> {
    let counted: Vec<_> = judged(tables, rows).into_iter().filter(|(_, row)| row.counts()).collect();
    kind::count(&counted)
}

/// The rows of the tables that are judged, with the origin of their table.
fn judged<'a>(tables: &[TableReport], rows: &'a [RowReport]) -> Vec<(Origin, &'a RowReport)> {
    let origin = |row: &RowReport| {
        let is_judged = |table: &&TableReport| table.table == row.table && table.standing == Standing::Judged;
        Some(tables.iter().find(is_judged)?.origin)
    };
    rows.iter().filter_map(|row| Some((origin(row)?, row))).collect()
}

impl RowReport {
    /// Whether a cost or a number was chosen on this row, or on a row with the same run.
    pub fn is_fitted(&self) -> bool {
        !self.fitted.is_empty() || self.like_fitted.is_some()
    }

    /// Whether the row is an independent prediction.
    pub fn counts(&self) -> bool {
        self.repeats.is_none() && !self.is_fitted()
    }

    /// The direction of the published gain.
    pub fn direction(&self) -> Option<Direction> {
        self.published_gain().map(|gain| gain.direction())
    }

    /// Whether a gain is within the tolerance of the published one.
    fn gain_size(&self, gain: f64) -> Option<Verdict> {
        Some(size(self.gain_published?, gain, Within::Points(self.gain_within?)))
    }
}

#[cfg(test)]
mod tests {
    use super::{Count, Skill, kinds};
    use crate::kind::Kind;
    use crate::report::{RowReport, TableReport, judge};
    use crate::words::{EffectFamily, EffectLoad, Standing};
    use serde_json::{Value, json};

    fn table(name: &str, origin: &str, standing: &str) -> TableReport {
        serde_json::from_value(json!({"table": name, "thread": "", "author": "", "date": "", "kernel": null,
            "machine": null, "workload": null, "standing": standing, "origin": origin, "spoken": true,
            "simulated": "seeds", "seeds": 4, "loops": null, "published_loops": null, "window": null,
            "remarks": []}))
        .expect("a table")
    }

    /// A gain with what it came to today and at first sight.
    fn row(table: &str, published: f64, [today, first]: [f64; 2], more: Value) -> RowReport {
        let mut row = json!({"table": table, "row": format!("{published}"), "load": "1", "variant": "new",
            "quantity": "time", "unit": "s", "spoken": true, "published_runs": [], "gain_about_zero": false,
            "fitted": [], "gain_published": published, "gain_within": 3.0, "gain_simulated": today,
            "gain_ci95": 0.5, "kind": {"family": "steal", "load": "heavy"},
            "at_first_sight": {"date": "", "gain_simulated": first, "gain_ci95": 0.5}});
        row.as_object_mut().expect("an object").extend(more.as_object().cloned().expect("an object"));
        let mut rows = [serde_json::from_value(row).expect("a row")];
        judge(&mut rows, Standing::Judged);
        let [row] = rows;
        row
    }

    fn count([right, open, wrong]: [u32; 3]) -> Count {
        Count { right, open, wrong, of: right + open + wrong }
    }

    #[test]
    fn each_origin_has_its_own_record() {
        let tables = [
            table("old", "made_from", "judged"),
            table("new", "looked_up_later", "judged"),
            table("gone", "looked_up_later", "retracted"),
        ];
        let none = || json!({});
        let rows = [
            row("old", 10.0, [9.0, -5.0], none()),
            row("old", -10.0, [-9.0, 0.5], none()),
            row("old", 8.0, [8.0, 8.0], json!({"fitted": ["write"]})),
            row("old", 10.0, [9.0, 9.0], json!({"repeats": "posting"})),
            row("new", 10.0, [-5.0, 9.0], none()),
            row("new", 0.5, [0.0, 0.0], none()),
            row("new", 6.0, [5.5, 1.0], none()),
            row("gone", 40.0, [40.0, 40.0], none()),
        ];
        let Skill { made_from, looked_up_later, measured_here } = Skill::of(&tables, &rows);
        let counts = [made_from, looked_up_later, measured_here]
            .map(|one| [one.distinct_rows, one.fitted_rows, one.repeated_rows]);
        assert_eq!(counts, [[2, 1, 1], [3, 0, 0], [0, 0, 0]]);

        assert_eq!(made_from.today.gains, count([1, 0, 0]));
        assert_eq!(made_from.today.losses, count([1, 0, 0]));
        assert_eq!(made_from.at_first_sight.gains, count([0, 0, 1]));
        assert_eq!(made_from.at_first_sight.losses, count([0, 0, 1]));
        assert_eq!((made_from.today.every_patch_helps, made_from.today.nothing_changes), (1, 0));
        assert!(made_from.today.beats_the_rules() && !made_from.at_first_sight.beats_the_rules());

        let today = looked_up_later.today;
        assert_eq!([today.gains, today.zeros], [count([1, 0, 1]), count([1, 0, 0])]);
        assert_eq!(today.sizes, count([2, 0, 1]));
        assert_eq!((today.gain_sizes.rows, today.gain_sizes.nothing_changes), (count([2, 0, 1]), 1));
        assert!(!today.beats_the_rules(), "2 right, and 2 of every patch helps");
        assert_eq!(looked_up_later.at_first_sight.sizes, count([2, 0, 1]));
        assert_eq!(looked_up_later.at_first_sight.gains, count([1, 0, 1]));
    }

    #[test]
    fn kinds_count_the_same_signs() {
        let tables = [table("old", "made_from", "judged"), table("new", "looked_up_later", "judged")];
        let light = json!({"kind": {"family": "cluster", "load": "light"}});
        let rows = [
            row("old", 10.0, [9.0, 9.0], json!({})),
            row("old", 10.0, [9.0, 9.0], json!({"fitted": ["write"]})),
            row("new", 10.0, [-9.0, 9.0], json!({})),
            row("new", 10.0, [9.0, 9.0], light),
        ];
        let told: Vec<_> =
            kinds(&tables, &rows).into_iter().map(|one| (one.kind, one.signs, one.looked_up_later)).collect();
        let kind = |family, load| Kind { family, load };
        assert_eq!(
            told,
            [
                (kind(EffectFamily::Cluster, EffectLoad::Light), count([1, 0, 0]), count([1, 0, 0])),
                (kind(EffectFamily::Steal, EffectLoad::Heavy), count([1, 0, 1]), count([0, 0, 1])),
            ]
        );
    }
}
