//! Judging a simulated figure by the published one.

use crate::statistics::Estimate;
use serde::{Deserialize, Serialize};

/// How a simulated figure stands to the published one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
pub enum Verdict {
    Right,
    /// The interval spans both answers.
    Open,
    Wrong,
}

/// A published gain below this (%) is about zero: the simulated one should be too.
const ABOUT_ZERO_PCT: f64 = 2.0;

/// A published gain.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    /// Time saved (%).
    pub published: f64,
    /// Its standard deviation (points), where it is published by itself: within that it is about zero, too.
    pub spread: Option<f64>,
}

impl Gain {
    /// Below this (%) it cannot be told from zero.
    fn unclear_below(self) -> f64 {
        ABOUT_ZERO_PCT.max(self.spread.unwrap_or(0.0))
    }

    pub fn is_about_zero(self) -> bool {
        self.published.abs() < self.unclear_below()
    }

    pub fn direction(self) -> Direction {
        if self.is_about_zero() {
            Direction::Zero
        } else if self.published > 0.0 {
            Direction::Gain
        } else {
            Direction::Loss
        }
    }

    /// The widest tolerance (points) that says something: no wider than the gain itself, or than what counts as zero.
    pub fn widest(self) -> f64 {
        self.published.abs().max(self.unclear_below())
    }
}

/// Which way a published gain goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Gain,
    /// It cannot be told from zero.
    Zero,
    Loss,
}

/// Whether a simulated gain (%) has the published sign. Beside one that is about zero, it is open within that one's
/// standard deviation.
pub fn sign(published: Gain, gain: Estimate) -> Verdict {
    let half = gain.ci95.unwrap_or(0.0);
    if published.is_about_zero() {
        return match gain.mean.abs() {
            size if size < ABOUT_ZERO_PCT => Verdict::Right,
            size if size - half < published.unclear_below() => Verdict::Open,
            _ => Verdict::Wrong,
        };
    }
    if gain.mean.abs() <= half {
        Verdict::Open
    } else if (gain.mean > 0.0) == (published.published > 0.0) {
        Verdict::Right
    } else {
        Verdict::Wrong
    }
}

/// How far off a value may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// Percent of the published value.
    Percent(f64),
    /// The unit of the value itself.
    Points(f64),
}

/// How far a value is from the published one: percent of it, or points.
pub fn error(published: f64, simulated: f64, within: Within) -> f64 {
    match within {
        Within::Percent(_) => 100.0 * (simulated - published) / published,
        Within::Points(_) => simulated - published,
    }
}

/// Whether a value is as near as it should be.
pub fn size(published: f64, simulated: f64, within: Within) -> Verdict {
    let (Within::Percent(most) | Within::Points(most)) = within;
    if error(published, simulated, within).abs() <= most { Verdict::Right } else { Verdict::Wrong }
}

/// A published value with the simulated one.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub published: f64,
    /// Standard deviation of the published value, if known.
    pub spread: Option<f64>,
    pub simulated: Estimate,
}

/// Published values nearer to each other than this (% of the smaller), or than their standard deviations
/// together, have no order.
const TIE_PCT: f64 = 2.0;

/// Whether a row stands to others of its table as in the mail; `None` if the mail orders it to none.
pub fn order(own: Place, others: &[Place]) -> Option<Verdict> {
    others.iter().filter_map(|other| pair(own, *other)).max()
}

fn pair(a: Place, b: Place) -> Option<Verdict> {
    let tie = TIE_PCT / 100.0 * a.published.abs().min(b.published.abs());
    let spread = a.spread.unwrap_or(0.0).hypot(b.spread.unwrap_or(0.0));
    let published = a.published - b.published;
    if published.abs() <= tie.max(spread) {
        return None;
    }
    let simulated = a.simulated.mean - b.simulated.mean;
    let half = |place: Place| place.simulated.ci95.unwrap_or(0.0);
    Some(if (simulated > 0.0) == (published > 0.0) && simulated != 0.0 {
        Verdict::Right
    } else if simulated.abs() <= half(a).hypot(half(b)) {
        Verdict::Open
    } else {
        Verdict::Wrong
    })
}

/// The order of two values that a rule without a model says; none: it says nothing of them.
pub type Said = Option<std::cmp::Ordering>;

/// Whether a rule without a model has the order of a row and others of its table; `None` as in [`order`]. Beside each
/// other stands what the rule says of the row's own value and that one.
pub fn order_by_rule(own: Place, others: &[(Place, Said)]) -> Option<Verdict> {
    let judged = |&(other, said): &(Place, Said)| {
        pair(own, other)?;
        let is_right = said == Some(own.published.total_cmp(&other.published));
        Some(if is_right { Verdict::Right } else { Verdict::Wrong })
    };
    others.iter().filter_map(judged).max()
}

#[cfg(test)]
mod tests {
    use super::{Direction, Gain, Place, Verdict, Within, error, order, size};
    use crate::statistics::Estimate;

    const fn estimate(mean: f64, half: f64) -> Estimate {
        Estimate { mean, ci95: Some(half) }
    }

    fn sign(published: f64, spread: Option<f64>, gain: Estimate) -> Verdict {
        super::sign(Gain { published, spread }, gain)
    }

    #[test]
    fn a_sign_is_right_only_if_the_interval_says_so() {
        assert_eq!(sign(10.0, None, estimate(4.0, 3.0)), Verdict::Right);
        assert_eq!(sign(10.0, None, estimate(4.0, 5.0)), Verdict::Open);
        assert_eq!(sign(10.0, None, estimate(-4.0, 3.0)), Verdict::Wrong);
        assert_eq!(sign(-10.0, None, estimate(-4.0, 3.0)), Verdict::Right);
        assert_eq!(sign(-10.0, None, estimate(4.0, 5.0)), Verdict::Open);
    }

    #[test]
    fn a_published_gain_about_zero_wants_one_about_zero() {
        assert_eq!(sign(-1.1, None, estimate(1.5, 0.1)), Verdict::Right);
        assert_eq!(sign(-1.1, None, estimate(3.0, 2.0)), Verdict::Open);
        assert_eq!(sign(-1.1, None, estimate(3.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(1.9, None, estimate(-3.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(9.1, Some(14.4), estimate(0.2, 0.5)), Verdict::Right);
        assert_eq!(sign(9.1, Some(14.4), estimate(12.0, 0.5)), Verdict::Open);
        assert_eq!(sign(9.1, Some(14.4), estimate(-16.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(9.1, Some(4.4), estimate(0.2, 0.1)), Verdict::Right);
        assert_eq!(sign(9.1, Some(4.4), estimate(-0.2, 0.1)), Verdict::Wrong);
    }

    #[test]
    fn two_percent_are_no_longer_about_zero() {
        assert_eq!(sign(2.0, None, estimate(3.0, 0.5)), Verdict::Right);
        assert_eq!(sign(-2.0, None, estimate(3.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(1.9, None, estimate(2.0, 0.0)), Verdict::Wrong);
        assert_eq!(sign(1.9, None, estimate(1.9, 0.0)), Verdict::Right);
        assert_eq!(sign(10.0, None, estimate(3.0, 3.0)), Verdict::Open, "the interval ends at zero");
        let widest = [0.5, -7.0].map(|published| Gain { published, spread: None }.widest());
        assert_eq!(widest, [2.0, 7.0]);
        let wide = Gain { published: 4.0, spread: Some(9.0) };
        assert_eq!((wide.widest(), wide.direction()), (9.0, Direction::Zero));
        let directions = [2.0, -2.0].map(|published| Gain { published, spread: None }.direction());
        assert_eq!(directions, [Direction::Gain, Direction::Loss]);
    }

    #[test]
    fn values_nearer_than_two_percent_have_no_order() {
        let place = |published, mean| Place { published, spread: None, simulated: estimate(mean, 0.1) };
        let beside = |other| order(place(100.0, 100.0), &[place(other, 50.0)]);
        assert_eq!(
            [102.0, 102.1, 98.1, 97.9].map(beside),
            [None, Some(Verdict::Wrong), None, Some(Verdict::Right)]
        );
        // Equal where the mail has an order: open only within the intervals.
        assert_eq!(order(place(1.0, 5.0), &[place(2.0, 5.0)]), Some(Verdict::Open));
    }

    #[test]
    fn sizes_are_percent_or_points() {
        assert_eq!(size(20.0, 21.0, Within::Percent(5.0)), Verdict::Right);
        assert_eq!(size(20.0, 21.1, Within::Percent(5.0)), Verdict::Wrong);
        assert_eq!(size(90.0, 87.0, Within::Points(4.0)), Verdict::Right);
        assert_eq!(size(4.0, 4.0, Within::Points(0.0)), Verdict::Right);
        assert!((error(20.0, 19.0, Within::Percent(5.0)) + 5.0).abs() < 1e-12);
    }

    #[test]
    fn order_is_the_worst_of_all_pairs_the_mail_tells_apart() {
        let place = |published, mean| Place { published, spread: None, simulated: estimate(mean, 0.1) };
        let others = [place(2.0, 2.2), place(3.0, 2.0)];
        assert_eq!(order(place(1.0, 1.0), &others), Some(Verdict::Right));
        assert_eq!(order(place(1.0, 2.05), &others), Some(Verdict::Open));
        assert_eq!(order(place(1.0, 2.5), &others), Some(Verdict::Wrong));
        assert_eq!(order(place(1.0, 1.0), &[place(1.01, 0.5)]), None);
        let spread = Place { spread: Some(0.6), ..place(1.5, 0.5) };
        assert_eq!(order(place(1.0, 1.0), &[spread]), None);
    }
}
