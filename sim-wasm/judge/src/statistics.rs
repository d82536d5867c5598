//! Statistics over several seeds.

use serde::Serialize;

/// A mean with half the width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub mean: f64,
    /// `None` for a single value, which has no interval.
    pub ci95: Option<f64>,
}

impl Estimate {
    /// The estimate from at least one value.
    pub fn of(values: &[f64]) -> Self {
        let half = |variance: f64| student_t(values.len() - 1) * (variance / values.len() as f64).sqrt();
        Self { mean: mean(values), ci95: variance(values).map(half) }
    }

    /// With its sign, for people: `+6.2 ± 1.1 %`.
    pub fn percent(&self) -> String {
        match self.ci95 {
            Some(half) => format!("{:+.1} ± {half:.1} %", self.mean),
            None => format!("{:+.1} %", self.mean),
        }
    }

    /// Whether the interval excludes 0.
    pub fn is_distinguishable(&self) -> bool {
        self.ci95.is_some_and(|half| self.mean.abs() > half)
    }
}

/// The mean; NaN for an empty list.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The variance of a sample; `None` for fewer than two values.
fn variance(values: &[f64]) -> Option<f64> {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (values.len() > 1).then(|| squares / (values.len() - 1) as f64)
}

/// The standard deviation of a sample; `None` for fewer than two values.
pub fn deviation(values: &[f64]) -> Option<f64> {
    variance(values).map(f64::sqrt)
}

/// `b` minus `a`, pair by pair, in percent of the mean of `a`; `None` if that mean is 0.
pub fn differences(a: &[f64], b: &[f64]) -> Option<Vec<f64>> {
    let base = mean(a);
    (base != 0.0).then(|| a.iter().zip(b).map(|(a, b)| (b - a) / base * 100.0).collect())
}

/// Quantile 0.975 of Student's t distribution.
pub fn student_t(degrees: usize) -> f64 {
    const TABLE: [f64; 30] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
        2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048,
        2.045, 2.042,
    ];
    // Beyond the table two terms of the expansion in 1/degrees are exact to three digits.
    let (z, n): (f64, f64) = (1.959_964, degrees as f64);
    let expansion =
        z + (z.powi(3) + z) / (4.0 * n) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * n * n);
    degrees.checked_sub(1).and_then(|at| TABLE.get(at).copied()).unwrap_or(expansion)
}

#[cfg(test)]
mod tests {
    use super::{Estimate, deviation, differences, student_t};

    #[test]
    fn the_interval_of_five_values_matches_the_t_distribution() {
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!((estimate.mean - 3.0).abs() < 1e-12);
        // sd 1.5811, standard error 0.7071, t(4) 2.776
        assert!((estimate.ci95.expect("five values") - 1.963).abs() < 1e-3);
        assert!(estimate.is_distinguishable());
        assert!(!Estimate::of(&[-1.0, 1.0, 0.5]).is_distinguishable());
        assert!(!Estimate { mean: 2.0, ci95: Some(2.0) }.is_distinguishable(), "zero is its end");
        assert!(Estimate::of(&[1.0]).ci95.is_none());
    }

    #[test]
    fn quantiles_match_the_table_and_continue_beyond_it() {
        assert_eq!([1, 4, 15, 30].map(student_t), [12.706, 2.776, 2.131, 2.042]);
        for (degrees, known) in [(31, 2.0395), (40, 2.0211), (63, 1.9983), (120, 1.9799)] {
            assert!((student_t(degrees) - known).abs() < 5e-4, "{degrees}");
        }
    }

    #[test]
    fn differences_are_paired_and_in_percent_of_the_first_mean() {
        assert_eq!(differences(&[10.0, 30.0], &[11.0, 33.0]), Some(vec![5.0, 15.0]));
        // Pairing removes the spread of the seeds: the first value varies by a third, the difference is
        // constant.
        let paired = differences(&[10.0, 20.0, 30.0], &[12.0, 22.0, 32.0]).expect("a base");
        assert_eq!(Estimate::of(&paired), Estimate { mean: 10.0, ci95: Some(0.0) });
        assert_eq!(differences(&[0.0, 0.0], &[1.0, 2.0]), None);
        assert_eq!(deviation(&[9.0, 10.0, 11.0]), Some(1.0));
        assert_eq!(deviation(&[9.0]), None);
    }
}
