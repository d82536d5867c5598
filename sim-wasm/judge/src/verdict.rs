//! Judges a simulated figure by the published one.

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

/// A gain below this (%) counts as zero: a published one, whose simulated one should be near zero, too, and the difference
/// between two lanes.
pub const ABOUT_ZERO_PCT: f64 = 2.0;

/// A published gain.
#[derive(Clone, Copy, Debug)]
pub struct Gain {
    /// Time saved (%).
    pub published: f64,
    /// Its standard deviation (points), if the gain itself was published; a gain within it counts as zero,
    /// too.
    pub spread: Option<f64>,
}

impl Gain {
    /// A gain below this (%) cannot be distinguished from zero.
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

    /// The widest meaningful tolerance (points): the gain itself, or the limit below which a gain counts as
    /// zero.
    pub fn widest(self) -> f64 {
        self.published.abs().max(self.unclear_below())
    }
}

/// The direction of a published gain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Gain,
    /// The gain cannot be distinguished from zero.
    Zero,
    Loss,
}

/// Whether a simulated gain (%) has the published sign. A sign counts from the size on from which a published gain does: a
/// smaller effect is not right, and it is wrong if its interval excludes one of that size. If the published gain counts as
/// zero, a simulated gain within its standard deviation is open.
pub fn sign(published: Gain, gain: Estimate) -> Verdict {
    let half = gain.ci95.unwrap_or(0.0);
    if published.is_about_zero() {
        return match gain.mean.abs() {
            size if size < ABOUT_ZERO_PCT => Verdict::Right,
            size if size - half < published.unclear_below() => Verdict::Open,
            _ => Verdict::Wrong,
        };
    }
    // The effect in the published direction.
    let effect = gain.mean * published.published.signum();
    if effect >= ABOUT_ZERO_PCT && effect > half {
        Verdict::Right
    } else if effect + half >= ABOUT_ZERO_PCT {
        Verdict::Open
    } else {
        Verdict::Wrong
    }
}

/// The tolerance of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Within {
    /// Percent of the published value.
    Percent(f64),
    /// In the unit of the value.
    Points(f64),
}

/// The difference from the published value, in percent of it or in points.
pub fn error(published: f64, simulated: f64, within: Within) -> f64 {
    match within {
        Within::Percent(_) => 100.0 * (simulated - published) / published,
        Within::Points(_) => simulated - published,
    }
}

/// Whether a value is within its tolerance.
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

/// Published values have no order if they differ by less than this (% of the smaller), or by less than their
/// combined standard deviation.
const TIE_PCT: f64 = 2.0;

/// Whether the order of a row and the other rows of its table matches the mail; `None` if the mail has no
/// order for the row.
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

/// The order of two values according to a rule without a model; `None` if the rule does not cover them.
pub type Said = Option<std::cmp::Ordering>;

/// Whether a rule without a model has the correct order of a row and the other rows of its table; `None` as
/// in [`order`]. Each other row comes with the rule's order of the two values.
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
    fn a_sign_is_right_only_if_the_interval_excludes_zero() {
        assert_eq!(sign(10.0, None, estimate(4.0, 3.0)), Verdict::Right);
        assert_eq!(sign(10.0, None, estimate(4.0, 5.0)), Verdict::Open);
        assert_eq!(sign(10.0, None, estimate(-4.0, 3.0)), Verdict::Wrong);
        assert_eq!(sign(-10.0, None, estimate(-4.0, 3.0)), Verdict::Right);
        assert_eq!(sign(-10.0, None, estimate(4.0, 6.0)), Verdict::Open);
        assert_eq!(sign(-10.0, None, estimate(4.0, 5.0)), Verdict::Wrong, "it excludes a loss of 2 %");
    }

    #[test]
    fn a_sign_counts_from_two_percent_on() {
        let of =
            |mean, half| [sign(10.0, None, estimate(mean, half)), sign(-10.0, None, estimate(-mean, half))];
        assert_eq!(of(2.0, 1.9), [Verdict::Right; 2]);
        // The right direction, but no effect to speak of.
        assert_eq!(of(1.0, 0.3), [Verdict::Wrong; 2], "it excludes 2 %");
        assert_eq!(of(1.0, 1.0), [Verdict::Open; 2], "it reaches 2 %");
        assert_eq!(of(-1.0, 2.9), [Verdict::Wrong; 2]);
        assert_eq!(of(-1.0, 3.0), [Verdict::Open; 2]);
        assert_eq!(of(0.0, 0.0), [Verdict::Wrong; 2], "nothing changes");
    }

    #[test]
    fn a_published_gain_about_zero_needs_a_simulated_one_about_zero() {
        assert_eq!(sign(-1.1, None, estimate(1.5, 0.1)), Verdict::Right);
        assert_eq!(sign(-1.1, None, estimate(3.0, 2.0)), Verdict::Open);
        assert_eq!(sign(-1.1, None, estimate(3.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(1.9, None, estimate(-3.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(9.1, Some(14.4), estimate(0.2, 0.5)), Verdict::Right);
        assert_eq!(sign(9.1, Some(14.4), estimate(12.0, 0.5)), Verdict::Open);
        assert_eq!(sign(9.1, Some(14.4), estimate(-16.0, 0.5)), Verdict::Wrong);
        assert_eq!(sign(9.1, Some(4.4), estimate(2.2, 0.1)), Verdict::Right);
        assert_eq!(sign(9.1, Some(4.4), estimate(-0.2, 0.1)), Verdict::Wrong);
    }

    #[test]
    fn two_percent_count_as_a_gain() {
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
    fn values_closer_than_two_percent_have_no_order() {
        let place = |published, mean| Place { published, spread: None, simulated: estimate(mean, 0.1) };
        let beside = |other| order(place(100.0, 100.0), &[place(other, 50.0)]);
        assert_eq!(
            [102.0, 102.1, 98.1, 97.9].map(beside),
            [None, Some(Verdict::Wrong), None, Some(Verdict::Right)]
        );
        // Equal values where the mail has an order: open only within the intervals.
        assert_eq!(order(place(1.0, 5.0), &[place(2.0, 5.0)]), Some(Verdict::Open));
    }

    #[test]
    fn tolerances_are_in_percent_or_points() {
        assert_eq!(size(20.0, 21.0, Within::Percent(5.0)), Verdict::Right);
        assert_eq!(size(20.0, 21.1, Within::Percent(5.0)), Verdict::Wrong);
        assert_eq!(size(90.0, 87.0, Within::Points(4.0)), Verdict::Right);
        assert_eq!(size(4.0, 4.0, Within::Points(0.0)), Verdict::Right);
        assert!((error(20.0, 19.0, Within::Percent(5.0)) + 5.0).abs() < 1e-12);
    }

    #[test]
    fn an_order_is_the_worst_of_all_pairs_that_the_mail_orders() {
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
