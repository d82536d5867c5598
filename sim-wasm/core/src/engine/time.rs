//! Simulated time.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A simulated time or a duration, in nanoseconds. Virtual run time is not an `Ns`: it advances at another rate.
///
/// Times can be added, multiplied by a number, and divided by each other, which gives a number. Documents and reports hold
/// plain numbers, whose names end in `_ns`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Ns(pub u64);

impl Ns {
    pub const ZERO: Self = Self(0);
    pub const MAX: Self = Self(u64::MAX);

    /// From microseconds.
    #[inline]
    #[must_use]
    pub const fn us(us: u64) -> Self {
        Self(us * 1_000)
    }

    /// From milliseconds.
    #[inline]
    #[must_use]
    pub const fn ms(ms: u64) -> Self {
        Self(ms * 1_000_000)
    }

    /// From seconds.
    #[inline]
    #[must_use]
    pub const fn s(s: u64) -> Self {
        Self(s * 1_000_000_000)
    }

    /// The time since `earlier`; zero if `earlier` is later.
    #[inline]
    #[must_use]
    pub const fn saturating_sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// `pct` percent of it.
    #[inline]
    #[must_use]
    pub fn percent(self, pct: u32) -> Self {
        let hundredfold = self.0 * u64::from(pct);
        // Nearly all times fit into 32 bits, for which the division by a constant is a multiplication in WebAssembly, too.
        let short = u32::try_from(hundredfold).map(|short| Self::from(short / 100));
        short.unwrap_or_else(|_| long_percent(hundredfold))
    }

    /// Two words of a record: the low one, then the high one.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> u32::BITS) as u32]
    }

    /// The time in two words of a record.
    #[inline]
    #[must_use]
    pub const fn of_words([low, high]: [u32; 2]) -> Self {
        Self((high as u64) << u32::BITS | low as u64)
    }

    /// One word of a record, at most 4.29 s: a longer time saturates.
    #[inline]
    #[must_use]
    pub fn word(self) -> u32 {
        self.0.min(u64::from(u32::MAX)) as u32
    }

    /// The quotient rounded up.
    #[inline]
    #[must_use]
    pub const fn div_ceil(self, length: Self) -> u64 {
        self.0.div_ceil(length.0)
    }
}

#[cold]
fn long_percent(hundredfold: u64) -> Ns {
    Ns(hundredfold / 100)
}

impl From<u32> for Ns {
    #[inline]
    fn from(ns: u32) -> Self {
        Self(u64::from(ns))
    }
}

impl fmt::Display for Ns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add for Ns {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Ns {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Ns {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<u64> for Ns {
    type Output = Self;
    #[inline]
    fn mul(self, times: u64) -> Self {
        Self(self.0 * times)
    }
}

impl Div<u64> for Ns {
    type Output = Self;
    #[inline]
    fn div(self, parts: u64) -> Self {
        Self(self.0 / parts)
    }
}

impl Div for Ns {
    type Output = u64;
    #[inline]
    fn div(self, length: Self) -> u64 {
        self.0 / length.0
    }
}

impl Sum for Ns {
    fn sum<I: Iterator<Item = Self>>(times: I) -> Self {
        Self(times.map(|time| time.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_words_hold_any_time_and_one_word_saturates() {
        for ns in [Ns::ZERO, Ns(u64::from(u32::MAX)), Ns::s(600), Ns::MAX] {
            assert_eq!(Ns::of_words(ns.words()), ns);
        }
        assert_eq!([Ns::us(7).word(), Ns::s(5).word()], [7_000, u32::MAX]);
    }

    #[test]
    fn percents_of_short_and_long_times_are_rounded_down() {
        for ns in [0, 1, 99, 42_949_672, 42_949_673, u64::from(u32::MAX), 1 << 50] {
            for pct in [0, 1, 24, 99, 100, 1000] {
                assert_eq!(Ns(ns).percent(pct).0, ns * u64::from(pct) / 100, "{pct} % of {ns}");
            }
        }
    }

    #[test]
    fn times_divide_into_a_number() {
        assert_eq!((Ns::s(1) / Ns::ms(4), Ns::s(1) / 4), (250, Ns::ms(250)));
        assert_eq!((Ns::ms(9).div_ceil(Ns::ms(4)), Ns::ms(1).saturating_sub(Ns::ms(2))), (3, Ns::ZERO));
    }
}
