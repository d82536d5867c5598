//! The series of a run: samples at equal intervals of simulated time. When it is full, every second sample is dropped and
//! the interval doubles, so its size is bounded. Equal runs have equal series.

use super::vocab::Column;
use crate::engine::time::Ns;
use std::sync::Arc;

/// Words of one sample: those of [`Column`].
pub const SAMPLE_WORDS: usize = Column::ALL.len();
/// Words before the samples.
pub const HEADER: usize = 4;
const CAPACITY: usize = 1024;
/// The number of samples in a shared block.
const SHARED: usize = 16;
const FIRST_INTERVAL: Ns = Ns::us(2);

/// One sample: cumulative counters.
pub type Sample = [u32; SAMPLE_WORDS];

#[derive(Clone, Debug)]
pub struct Series {
    interval: Ns,
    /// Full blocks of samples; the snapshots of a run share them.
    full: Vec<Arc<[Sample; SHARED]>>,
    /// The samples after the full blocks.
    latest: Vec<Sample>,
}

impl Default for Series {
    fn default() -> Self {
        Self { interval: FIRST_INTERVAL, full: Vec::new(), latest: Vec::new() }
    }
}

impl Series {
    #[inline]
    fn len(&self) -> usize {
        self.full.len() * SHARED + self.latest.len()
    }

    fn samples(&self) -> impl Iterator<Item = &Sample> {
        self.full.iter().flat_map(|run| run.iter()).chain(&self.latest)
    }

    /// Time of the next sample.
    #[inline]
    pub fn next(&self) -> Ns {
        self.interval * (self.len() as u64 + 1)
    }

    pub fn push(&mut self, sample: Sample) {
        self.latest.push(sample);
        if let Ok(run) = <[Sample; SHARED]>::try_from(self.latest.as_slice()) {
            self.full.push(Arc::new(run));
            self.latest.clear();
        }
        if self.len() == CAPACITY {
            let rest: Vec<Sample> = self.samples().skip(1).step_by(2).copied().collect();
            *self = Self { interval: self.interval * 2, ..Self::default() };
            rest.into_iter().for_each(|sample| self.push(sample));
        }
    }

    /// `[interval, samples, words per sample, 0, samples…]`
    pub fn words(&self) -> Vec<u32> {
        let mut out = Vec::with_capacity(HEADER + self.len() * SAMPLE_WORDS);
        out.extend([self.interval.word(), self.len() as u32, SAMPLE_WORDS as u32, 0]);
        out.extend(self.samples().flatten());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_i_lies_at_i_plus_one_intervals_after_samples_were_dropped() {
        let mut s = Series::default();
        for _ in 0..5000 {
            let t = s.next();
            s.push([t.word(), 0, 0, 0, 0]);
            assert!(s.len() < CAPACITY);
        }
        for (i, v) in s.samples().enumerate() {
            assert_eq!(Ns::from(v[0]), s.interval * (i as u64 + 1));
        }
    }
}
