//! Small seeded random numbers. Every task has its own stream, so that two lanes of one scenario
//! give a task the same sequence of costs whatever the scheduler does with it.

use super::time::Ns;

/// Marsaglia's xorshift64 seeded through splitmix64.
#[derive(Clone, Copy, Debug)]
pub struct Rng(u64);
state!(Rng(state));

impl Rng {
    /// The stream number `stream` of `seed`.
    pub fn new(seed: u32, stream: u32) -> Self {
        let mut z = (u64::from(seed) << 32 | u64::from(stream)).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        Self(if z == 0 { 1 } else { z })
    }

    #[inline]
    pub fn draw(&mut self) -> u64 {
        let mut x = self.0;
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        self.0 = x;
        x
    }

    /// A number below `n` (`n` > 0). Biased by at most `n / 2^32`.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        (((self.draw() >> 32) * u64::from(n)) >> 32) as u32
    }

    /// A time changed by up to `pct` percent either way, uniformly.
    #[inline]
    pub fn jitter(&mut self, time: Ns, pct: u32) -> Ns {
        let spread = time * u64::from(pct) / 50;
        time - spread / 2 + spread * (self.draw() >> 48) / 65536
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jitter_stays_in_its_range_and_centres() {
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
    fn streams_differ() {
        assert_ne!(Rng::new(1, 0).draw(), Rng::new(1, 1).draw());
        assert_ne!(Rng::new(1, 0).draw(), Rng::new(2, 0).draw());
        assert!((0..1000).map(|_| Rng::new(3, 3).below(7)).all(|x| x < 7));
    }
}
