//! Seeded pseudo-random numbers. Every task has a separate stream, so that it draws the same sequence of costs in both lanes
//! of a scenario, whatever the scheduler does with it.

use super::time::Ns;

/// Marsaglia's xorshift64 seeded through splitmix64.
#[derive(Clone, Copy, Debug)]
pub struct Rng {
    state: u64,
}

impl Rng {
    /// The stream number `stream` of `seed`.
    pub fn new(seed: u32, stream: u32) -> Self {
        let mut z = (u64::from(seed) << 32 | u64::from(stream)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        Self { state: if z == 0 { 1 } else { z } }
    }

    #[inline]
    pub fn draw(&mut self) -> u64 {
        let mut x = self.state;
        x ^= x << 13;
        x ^= x >> 7;
        self.state = x ^ x << 17;
        self.state
    }

    /// A number below `n` (`n` > 0). Biased by at most `n / 2^32`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A time of the exponential distribution with this mean, such as the gap between random arrivals. At most 22 times the
    /// mean.
    pub fn exponential(&mut self, mean: Ns) -> Ns {
        const FRACTION: u32 = 16;
        /// The natural logarithm of 2.
        const LN_2: u128 = 45_426;
        let x = (self.draw() >> 32) + 1;
        let mut log2 = u128::from(x.ilog2());
        // A fixed-point number in [1, 2) with 63 fractional bits; each squaring gives one bit of the logarithm.
        let mut mantissa = x << (63 - x.ilog2());
        for _ in 0..FRACTION {
            let square = (u128::from(mantissa) * u128::from(mantissa)) >> 63;
            let bit = square >> 64;
            mantissa = (square >> bit) as u64;
            log2 = log2 << 1 | bit;
        }
        let minus_log2 = (32 << FRACTION) - log2;
        Ns(((u128::from(mean.0) * minus_log2 * LN_2) >> (2 * FRACTION)) as u64)
    }

    /// A time plus or minus up to `pct` percent, uniformly distributed.
    #[inline]
    pub fn jitter(&mut self, time: Ns, pct: u32) -> Ns {
        let spread = time.percent(2 * pct);
        time - spread / 2 + spread * (self.draw() >> 48) / 65536
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_stays_in_its_range_and_has_the_right_mean() {
        let mut r = Rng::new(7, 3);
        let mut sum = Ns::ZERO;
        for _ in 0..10_000 {
            let v = r.jitter(Ns(1000), 12);
            assert!((Ns(880)..=Ns(1120)).contains(&v));
            sum += v;
        }
        assert!((Ns(9_970_000)..Ns(10_030_000)).contains(&sum));
    }

    #[test]
    fn exponential_times_have_their_mean_and_their_tail() {
        let mut r = Rng::new(7, 3);
        let times: Vec<u64> = (0..100_000).map(|_| r.exponential(Ns::ms(1)).0).collect();
        let mean = times.iter().sum::<u64>() / 100_000;
        assert!((990_000..1_010_000).contains(&mean), "{mean}");
        let beyond = |ms: u64| times.iter().filter(|&&t| t > ms * 1_000_000).count();
        // e^-1, e^-2 and e^-3 of them.
        assert!((36_300..37_300).contains(&beyond(1)), "{}", beyond(1));
        assert!((13_100..13_950).contains(&beyond(2)), "{}", beyond(2));
        assert!((4_750..5_210).contains(&beyond(3)), "{}", beyond(3));
    }

    #[test]
    fn the_smallest_draw_gives_the_longest_time_22_times_the_mean() {
        let mut least = Rng { state: 0 };
        assert_eq!(least.exponential(Ns::s(1)) / Ns::ms(1), 22_180);
    }

    #[test]
    fn streams_differ() {
        assert_ne!(Rng::new(1, 0).draw(), Rng::new(1, 1).draw());
        assert_ne!(Rng::new(1, 0).draw(), Rng::new(2, 0).draw());
        assert!((0..1000).map(|_| Rng::new(3, 3).below(7)).all(|x| x < 7));
    }
}
