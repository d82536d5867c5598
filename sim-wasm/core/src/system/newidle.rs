//! How often a newly idle CPU searches a domain: in proportion to the success of such searches (`NI_RANDOM`), and always where
//! it seldom goes idle (`NI_RATE`). The arithmetic is the kernel's, so the proportion is coarse: the weight is a whole number.

use crate::engine::time::Ns;

/// Searches are counted in 1024ths.
const ALL: u32 = 1024;

/// `newidle_call`, `newidle_success`, `newidle_ratio` and `newidle_stamp` of a domain of a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewidleStats {
    call: u32,
    success: u32,
    /// Of 1024 searches so many are made, and one.
    pub ratio: u32,
    stamp: Ns,
}

impl NewidleStats {
    /// Half of the searches are taken to succeed.
    pub fn new(now: Ns) -> Self {
        Self { call: ALL / 2, success: ALL / 4, ratio: ALL / 2, stamp: now }
    }

    /// For how many searches one that succeeds counts, if this one is made; `lot`: a random number below 1024.
    pub fn weight(&self, lot: u32) -> Option<u32> {
        let chance = 1 + self.ratio;
        (lot <= chance).then(|| (ALL + chance / 2) / chance)
    }

    /// Notes a search for how many successes it counts. After every 512 the ratio is what has succeeded of 1024, the older ones
    /// at half; by `rate` the more the longer they took: all if it was 8.4 ms each.
    pub fn note(&mut self, success: u32, now: Ns, rate: bool) {
        self.call += 1;
        self.success += success;
        if self.call < ALL {
            return;
        }
        self.ratio = self.success;
        if rate {
            let pace = ((now - self.stamp).0 >> 22).min(ALL.into()) as u32;
            self.ratio = (self.ratio + pace).min(ALL);
        }
        self.stamp = now;
        self.call /= 2;
        self.success /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rng::Rng;

    #[test]
    fn half_of_the_searches_are_made_at_first_and_a_success_counts_for_those_that_are_not() {
        // Lots up to 513 of 0 to 1023 are for a search; it counts (1024 + 256) / 513 = 2.
        let mut stats = NewidleStats::new(Ns::ZERO);
        assert_eq!([0, 513, 514, 1023].map(|lot| stats.weight(lot)), [Some(2), Some(2), None, None]);
        // 511 notes in vain change nothing; with the 512th it is 256 of 1024, and half of that is kept.
        (0..511).for_each(|_| stats.note(0, Ns::ZERO, false));
        assert_eq!(stats.ratio, 512);
        stats.note(0, Ns::ZERO, false);
        assert_eq!((stats.ratio, stats.call, stats.success), (256, 512, 128));
        // (1024 + 128) / 257 = 4.
        assert_eq!([257, 258].map(|lot| stats.weight(lot)), [Some(4), None]);
        for ratio in [128, 64, 32, 16, 8, 4, 2, 1, 0, 0] {
            (0..512).for_each(|_| stats.note(0, Ns::ZERO, false));
            assert_eq!(stats.ratio, ratio);
        }
        // Two of 1024 are still made, and one success then counts for all.
        assert_eq!([0, 1, 2].map(|lot| stats.weight(lot)), [Some(1024), Some(1024), None]);
        stats.note(1024, Ns::ZERO, false);
        (0..511).for_each(|_| stats.note(0, Ns::ZERO, false));
        assert_eq!(stats.ratio, 1024);
        assert_eq!(stats.weight(1023), Some(1));
    }

    #[test]
    fn where_a_cpu_seldom_goes_idle_all_searches_are_made_by_rate() {
        // 512 notes in vain, one in so many µs: 512 × 8 ms = 4.096 s, and 4,096,000,000 / 2^22 = 976; with 256 that is above 1024.
        for (apart, rate, ratio) in [
            (8_000, true, 1024),
            (4_000, true, 256 + 488),
            (1_000, true, 256 + 122),
            (50, true, 256 + 6),
            (8_000, false, 256),
        ] {
            let mut stats = NewidleStats::new(Ns::s(1));
            (1..=512).for_each(|n| stats.note(0, Ns::s(1) + Ns::us(apart) * n, rate));
            assert_eq!(stats.ratio, ratio, "{apart} {rate}");
        }
        // No more than all, however many succeed.
        let mut stats = NewidleStats::new(Ns::ZERO);
        (0..512).for_each(|_| stats.note(1024, Ns::s(20), true));
        assert_eq!(stats.ratio, 1024);
    }

    /// How many searches of 1000 are made in the long run, if so many of 1000 find a task, and a CPU goes idle this often.
    fn made(finds: u32, apart: Ns, rate: bool) -> u32 {
        const SEEDS: u32 = 8;
        let of = |seed| {
            let mut stats = NewidleStats::new(Ns::ZERO);
            let mut rng = Rng::new(seed, finds);
            let mut made = 0;
            for time in 0..40_000u64 {
                let weight = stats.weight(rng.below(ALL));
                made += u32::from(time >= 20_000 && weight.is_some());
                let found = weight.filter(|_| rng.below(1000) < finds);
                stats.note(found.unwrap_or(0), apart * time, rate);
            }
            made / 20
        };
        (0..SEEDS).map(of).sum::<u32>() / SEEDS
    }

    #[test]
    fn the_rate_of_searches_follows_their_success() {
        let often = Ns::us(50);
        let of = |finds| made(finds, often, false);
        let mut before = of(0);
        assert!(before < 5, "{before}");
        for finds in [50, 100, 200, 400, 600, 1000] {
            let made = of(finds);
            assert!(made > before && made.abs_diff(finds) <= 30 + finds / 6, "{finds}: {made}");
            // By rate hardly more, where a CPU goes idle often, and all where it seldom does.
            assert!(self::made(finds, often, true).abs_diff(made) <= 30 + finds / 8, "{finds}");
            assert_eq!(self::made(finds, Ns::ms(9), true), 1000);
            before = made;
        }
    }
}
