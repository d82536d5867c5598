//! Computing for a given time without reading a clock: a loop whose speed was measured before.

use super::linux::{now, pin};
use rustix::time::ClockId;
use std::hint::black_box;
use std::thread::spawn;

/// Iterations of a trial: 0.1 to 0.2 ms, so that some trials end before a tick comes.
const TRIAL: u64 = 100_000;
/// Trials of a calibration. The fastest counts: interrupts and other tasks only lengthen a trial.
const TRIALS: u32 = 200;

/// One loop for calibration and measurement; each step needs the result of the one before.
#[inline(never)]
pub fn compute(steps: u64) {
    let mut value = black_box(1_u64);
    for step in 0..steps {
        value = value.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(step);
    }
    black_box(value);
}

/// The speed of the loop.
#[derive(Clone, Copy, Debug)]
pub struct Rate {
    steps_per_us: f64,
}

impl Rate {
    /// Measures the loop on a CPU, which should have nothing else to do.
    pub fn on(cpu: usize) -> Result<Self, String> {
        let trials = move || -> Result<u64, String> {
            pin(&[cpu])?;
            let trial = |_| {
                let from = now(ClockId::Monotonic);
                compute(TRIAL);
                now(ClockId::Monotonic) - from
            };
            Ok((0..TRIALS).map(trial).min().unwrap_or(0).max(1))
        };
        let fastest = spawn(trials).join().expect("a thread that only computes")?;
        Ok(Self { steps_per_us: 1e3 * TRIAL as f64 / fastest as f64 })
    }

    /// The steps that take this time.
    pub fn steps(self, us: u32) -> u64 {
        (f64::from(us) * self.steps_per_us) as u64
    }
}

/// How far the fastest of some rates is above the slowest (% of the slowest).
pub fn spread_pct(rates: &[Rate]) -> Option<f64> {
    let rates = || rates.iter().map(|rate| rate.steps_per_us);
    let (most, least) = (rates().reduce(f64::max)?, rates().reduce(f64::min)?);
    Some(100.0 * (most - least) / least)
}

#[cfg(test)]
mod tests {
    use super::{Rate, compute, spread_pct};
    use crate::measure::linux::{allowed_cpus, now};
    use rustix::time::ClockId;

    #[test]
    fn a_calibrated_loop_takes_the_time_it_was_asked_for() {
        let rate = Rate::on(allowed_cpus()[0]).expect("a CPU of ours");
        let cpu_time = |_| {
            let from = now(ClockId::ThreadCPUTime);
            compute(rate.steps(5_000));
            now(ClockId::ThreadCPUTime) - from
        };
        let fastest = (0..50).map(cpu_time).min().expect("some trials");
        assert!((3_500_000..7_000_000).contains(&fastest), "{fastest} ns, not 5 ms");
    }

    #[test]
    fn the_spread_of_rates_is_relative_to_the_slowest() {
        let rates = [100.0, 104.0, 102.0].map(|steps_per_us| Rate { steps_per_us });
        assert_eq!(spread_pct(&rates), Some(4.0));
        assert_eq!(spread_pct(&[]), None);
        assert_eq!(rates[0].steps(3_000), 300_000);
    }
}
