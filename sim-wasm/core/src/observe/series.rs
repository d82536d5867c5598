//! The run so far as samples at equal distances of simulated time. When it is full, every second
//! sample is dropped and the distance doubles: bounded, and the same for the same run.

/// Words of one sample: messages, busy µs, moves, wake-ups inside the cluster, wasted µs.
pub const SAMPLE_WORDS: usize = 5;
const HEADER: usize = 4;
const CAPACITY: usize = 1024;
const FIRST_INTERVAL: u64 = 2_000;

/// One sample: cumulative figures.
pub type Sample = [u32; SAMPLE_WORDS];

#[derive(Clone, Debug)]
pub struct Series {
    interval: u64,
    samples: Vec<Sample>,
}

impl Default for Series {
    fn default() -> Self {
        Self { interval: FIRST_INTERVAL, samples: Vec::new() }
    }
}

impl Series {
    /// Time of the next sample (ns).
    #[inline]
    pub fn next(&self) -> u64 {
        self.interval * (self.samples.len() as u64 + 1)
    }
    pub fn push(&mut self, sample: Sample) {
        self.samples.push(sample);
        if self.samples.len() == CAPACITY {
            for i in 0..CAPACITY / 2 {
                self.samples[i] = self.samples[2 * i + 1];
            }
            self.samples.truncate(CAPACITY / 2);
            self.interval *= 2;
        }
    }
    /// `[interval, samples, words per sample, 0, samples…]`
    pub fn words(&self) -> Vec<u32> {
        let mut out = Vec::with_capacity(HEADER + self.samples.len() * SAMPLE_WORDS);
        out.extend([self.interval as u32, self.samples.len() as u32, SAMPLE_WORDS as u32, 0]);
        out.extend(self.samples.iter().flatten());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_i_lies_at_i_plus_one_intervals_whatever_was_dropped() {
        let mut s = Series::default();
        for _ in 0..5000 {
            let t = s.next();
            s.push([t as u32, 0, 0, 0, 0]);
            assert!(s.samples.len() < CAPACITY);
        }
        for (i, v) in s.samples.iter().enumerate() {
            assert_eq!(u64::from(v[0]), s.interval * (i as u64 + 1));
        }
    }
}
