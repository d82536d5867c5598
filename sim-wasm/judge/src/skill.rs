//! How much of a report is skill: the correct results, compared with a rule without a model on the same rows.

use crate::report::{RowReport, TableReport};
use crate::verdict::{Direction, Verdict, Within, size};
use crate::words::Standing;
use serde::{Deserialize, Serialize};
#[cfg(feature = "schema")]
use ts_rs::TS;

/// How many of some rows are right, and how many open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Count {
    pub right: u32,
    pub open: u32,
    pub of: u32,
}

impl Count {
    fn of(verdicts: impl Iterator<Item = Verdict>) -> Self {
        let mut count = Self::default();
        for verdict in verdicts {
            count.right += u32::from(verdict == Verdict::Right);
            count.open += u32::from(verdict == Verdict::Open);
            count.of += 1;
        }
        count
    }
}

/// Signs of published gains, apart by what was published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Signs {
    pub gains: Count,
    pub zeros: Count,
    pub losses: Count,
}

impl Signs {
    fn of(rows: &[&RowReport], sign: fn(&RowReport) -> Option<Verdict>) -> Self {
        let count = |direction: Direction| {
            let own = rows.iter().filter(|row| row.direction() == Some(direction));
            Count::of(own.filter_map(|row| sign(row)))
        };
        Self { gains: count(Direction::Gain), zeros: count(Direction::Zero), losses: count(Direction::Loss) }
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

/// What stands beside every count of the report. It counts distinct rows that nothing was fitted on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(TS))]
pub struct Skill {
    #[serde(flatten)]
    pub signs: Signs,
    /// Right signs of "every patch helps" on all of these rows.
    pub every_patch_helps: u32,
    /// Right signs of "nothing changes" on all of these rows.
    pub nothing_changes: u32,
    /// Rows with a published gain that count here.
    pub distinct_rows: u32,
    /// Those left out since they, or rows that are run like them, were fitted on.
    pub fitted_rows: u32,
    /// Those left out since they say again what another row says.
    pub repeated_rows: u32,
    pub at_first_sight: Signs,
    pub order: Orders,
    /// Figures within their tolerance, gains among them.
    pub sizes: Count,
    pub gain_sizes: GainSizes,
}

impl Skill {
    /// Counts these rows of these tables.
    pub fn of(tables: &[TableReport], rows: &[RowReport]) -> Self {
        let judged: Vec<&RowReport> = rows.iter().filter(|row| is_judged(tables, row)).collect();
        let counted: Vec<&RowReport> = judged.iter().copied().filter(|row| row.counts()).collect();
        let with_sign = |row: &&RowReport| row.sign.is_some();
        let signed: Vec<&RowReport> = counted.iter().copied().filter(with_sign).collect();
        let (distinct, repeated): (Vec<_>, Vec<_>) =
            judged.iter().copied().filter(with_sign).partition(|row| row.repeats.is_none());
        let fitted = distinct.iter().filter(|row| row.is_fitted()).count();
        let number = |of: &dyn Fn(&RowReport) -> bool| counted.iter().filter(|row| of(row)).count() as u32;
        let right = |direction| signed.iter().filter(|row| row.direction() == Some(direction)).count() as u32;
        Self {
            signs: Signs::of(&signed, |row| row.sign),
            every_patch_helps: right(Direction::Gain),
            nothing_changes: right(Direction::Zero),
            distinct_rows: signed.len() as u32,
            fitted_rows: fitted as u32,
            repeated_rows: repeated.len() as u32,
            at_first_sight: Signs::of(&signed, |row| row.at_first_sight.as_ref()?.sign),
            order: Orders {
                rows: Count::of(counted.iter().filter_map(|row| row.order)),
                more_load_takes_longer: number(&|row| row.order_by_rule == Some(Verdict::Right)),
            },
            sizes: Count::of(counted.iter().filter_map(|row| row.size)),
            gain_sizes: GainSizes {
                rows: Count::of(counted.iter().filter_map(|row| row.gain_size(row.gain_simulated?))),
                nothing_changes: number(&|row| {
                    row.gain_simulated.is_some() && row.gain_size(0.0) == Some(Verdict::Right)
                }),
            },
        }
    }
}

fn is_judged(tables: &[TableReport], row: &RowReport) -> bool {
    tables.iter().any(|table| table.table == row.table && table.standing == Standing::Judged)
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
