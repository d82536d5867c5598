//! Where a number lies among the words of a record.

/// From which bit of which word on, and how many bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    pub word: usize,
    pub shift: u32,
    /// 1 to 32.
    pub bits: u32,
}

impl Field {
    pub const fn new(word: usize, shift: u32, bits: u32) -> Self {
        Self { word, shift, bits }
    }

    /// Its most.
    #[inline]
    pub const fn mask(self) -> u32 {
        u32::MAX >> (32 - self.bits)
    }

    /// The word that holds `value` and nothing else.
    #[inline]
    pub(crate) const fn holding(self, value: u32) -> u32 {
        value << self.shift
    }

    /// Its value in a record.
    #[inline]
    pub fn of(self, record: &[u32]) -> u32 {
        record[self.word] >> self.shift & self.mask()
    }
}
