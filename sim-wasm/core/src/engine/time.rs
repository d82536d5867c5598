//! The time of the simulation.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

/// A time of the simulation, or a length of it, in nanoseconds. Virtual run time is none: it goes at another pace.
///
/// Times add up, and divide by each other into a number; they multiply by numbers only. Documents and reports hold
/// plain numbers, whose names end in `_ns`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Ns(pub u64);
state!(Ns(ns));

impl Ns {
    pub const ZERO: Self = Self(0);
    pub const MAX: Self = Self(u64::MAX);

    /// So many microseconds.
    #[inline]
    #[must_use]
    pub const fn us(us: u64) -> Self {
        Self(us * 1_000)
    }

    /// So many milliseconds.
    #[inline]
    #[must_use]
    pub const fn ms(ms: u64) -> Self {
        Self(ms * 1_000_000)
    }

    /// So many seconds.
    #[inline]
    #[must_use]
    pub const fn s(s: u64) -> Self {
        Self(s * 1_000_000_000)
    }

    /// The time since `earlier`; none when that is still to come.
    #[inline]
    #[must_use]
    pub const fn saturating_sub(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }

    /// So many percent of it.
    #[inline]
    #[must_use]
    pub fn percent(self, pct: u32) -> Self {
        let hundredfold = self.0 * u64::from(pct);
        // Nearly all have 32 bits, and then the division is a multiplication in WebAssembly, too.
        let short = u32::try_from(hundredfold).map(|short| Self::from(short / 100));
        short.unwrap_or_else(|_| long_percent(hundredfold))
    }

    /// As two words of a record: the low one, the high one.
    #[inline]
    #[must_use]
    pub const fn words(self) -> [u32; 2] {
        [self.0 as u32, (self.0 >> u32::BITS) as u32]
    }

    /// Read back from them.
    #[inline]
    #[must_use]
    pub const fn of_words([low, high]: [u32; 2]) -> Self {
        Self((high as u64) << u32::BITS | low as u64)
    }

    /// As one word of a record, which holds no more than 4.29 s: a longer time is told as that.
    #[inline]
    #[must_use]
    pub fn word(self) -> u32 {
        self.0.min(u64::from(u32::MAX)) as u32
    }

    /// How many of `length` cover it.
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
    fn a_time_comes_back_from_two_words_and_one_word_holds_no_more_than_it_can() {
        for ns in [Ns::ZERO, Ns(u64::from(u32::MAX)), Ns::s(600), Ns::MAX] {
            assert_eq!(Ns::of_words(ns.words()), ns);
        }
        assert_eq!([Ns::us(7).word(), Ns::s(5).word()], [7_000, u32::MAX]);
    }

    #[test]
    fn percents_are_rounded_down_short_and_long() {
        for ns in [0, 1, 99, 42_949_672, 42_949_673, u64::from(u32::MAX), 1 << 50] {
            for pct in [0, 1, 24, 99, 100, 1000] {
                assert_eq!(Ns(ns).percent(pct).0, ns * u64::from(pct) / 100, "{pct} % of {ns}");
            }
        }
    }

    #[test]
    fn lengths_divide_into_a_number() {
        assert_eq!((Ns::s(1) / Ns::ms(4), Ns::s(1) / 4), (250, Ns::ms(250)));
        assert_eq!((Ns::ms(9).div_ceil(Ns::ms(4)), Ns::ms(1).saturating_sub(Ns::ms(2))), (3, Ns::ZERO));
    }
}
